// A row of the loss: K logits from place `at` on, and what their gradient is. Who includes it says where they are:
// float logitAt(uint at) and void keepGradient(uint at, float value), which may take a logit's place. label -1: not
// counted, and no gradient; a row with a logit that is no finite number hits nothing and is counted as broken.
LossPart lossOfRow(uint at, uint K, int label, float scale) {
    LossPart row = LossPart(0.0, 0u, 0u, 0u);
    bool broken = false;
    for (uint k = 0u; k < K; ++k) broken = broken || !isFinite(logitAt(at + k));
    if (K == 1u) {  // -log sigmoid(±logit)
        const float x = logitAt(at), wrong = label == 1 ? -x : x;
        if (label >= 0) {
            row.loss = max(wrong, 0.0) + log(1.0 + exp(-abs(x)));
            row.correct = (x > 0.0) == (label == 1) ? 1u : 0u;
        }
        keepGradient(at, label < 0 ? 0.0 : (1.0 / (1.0 + exp(-x)) - float(label)) * scale);
    } else {
        uint best = 0u;
        for (uint k = 1u; k < K; ++k)
            if (logitAt(at + k) > logitAt(at + best)) best = k;
        const float top = logitAt(at + best);
        float sum = 0.0;
        for (uint k = 0u; k < K; ++k) sum += exp(logitAt(at + k) - top);
        if (label >= 0) {
            row.loss = top - logitAt(at + uint(label)) + log(sum);
            row.correct = int(best) == label ? 1u : 0u;
        }
        for (uint k = 0u; k < K; ++k)
            keepGradient(at + k, label < 0 ? 0.0 : (exp(logitAt(at + k) - top) / sum - (int(k) == label ? 1.0 : 0.0)) * scale);
    }
    if (label >= 0) {
        row.counted = 1u;
        row.broken = broken || !isFinite(row.loss) ? 1u : 0u;
        if (broken) row.correct = 0u;
    }
    return row;
}
