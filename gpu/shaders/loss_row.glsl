// A row of the loss: K logits from place `at` on, and what their gradient is. Who includes it says where they are:
// float logitAt(uint at) and void keepGradient(uint at, float value), which may take a logit's place. label -1: not
// counted, and no gradient; the share `smoothing` of a label is spread evenly over the classes; a row with a logit that is no finite number hits nothing and is counted as broken.
LossPart lossOfRow(uint at, uint K, int label, float scale, float smoothing) {
    LossPart row = LossPart(0.0, 0u, 0u, 0u);
    bool broken = false;
    for (uint k = 0u; k < K; ++k) broken = broken || !isFinite(logitAt(at + k));
    if (K == 1u) {  // -log sigmoid(±logit)
        const float x = logitAt(at), wrong = label == 1 ? -x : x;
        const float target = float(label) * (1.0 - smoothing) + 0.5 * smoothing;
        if (label >= 0) {
            row.loss = max(wrong, 0.0) + log(1.0 + exp(-abs(x))) - 0.5 * smoothing * wrong;
            row.correct = (x > 0.0) == (label == 1) ? 1u : 0u;
        }
        keepGradient(at, label < 0 ? 0.0 : (1.0 / (1.0 + exp(-x)) - target) * scale);
    } else {
        uint best = 0u;
        for (uint k = 1u; k < K; ++k)
            if (logitAt(at + k) > logitAt(at + best)) best = k;
        const float top = logitAt(at + best);
        float sum = 0.0;
        for (uint k = 0u; k < K; ++k) sum += exp(logitAt(at + k) - top);
        if (label >= 0) {
            row.loss = top - logitAt(at + uint(label)) + log(sum);
            if (smoothing > 0.0) {
                float mean = 0.0;
                for (uint k = 0u; k < K; ++k) mean += logitAt(at + k) / float(K);
                row.loss += smoothing * (logitAt(at + uint(label)) - mean);
            }
            row.correct = int(best) == label ? 1u : 0u;
        }
        const float other = smoothing / float(K), own = 1.0 - smoothing + other;
        for (uint k = 0u; k < K; ++k)
            keepGradient(at + k, label < 0 ? 0.0 : (exp(logitAt(at + k) - top) / sum - (int(k) == label ? own : other)) * scale);
    }
    if (label >= 0) {
        row.counted = 1u;
        row.broken = broken || !isFinite(row.loss) ? 1u : 0u;
        if (broken) row.correct = 0u;
    }
    return row;
}
