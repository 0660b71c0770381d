// The sum that Norm normalises, of channels c to c + 3 of a row; 0 behind the last channel.
const bool BY_FOUR = (F0 & NORM_FOURS) != 0u;
// Which four of a tensor that is; the row's last one behind the end, so that there is no branch.
uint fourAt(uint row, uint c) { return (row + min(c, p.channels - 4u)) / 4u; }

vec4 summed(uint row, uint c) {
    vec4 sum = vec4(0.0);
    if (BY_FOUR) {
        const uint at = fourAt(row, c);
        sum = x4[at];
        if ((F0 & NORM_BRANCH_DROPOUT) != 0u) sum *= dropoutFactors(at, p.branch, p.slot);
        if ((F0 & NORM_RESIDUAL) != 0u) sum += residual4[at];
        return c < p.channels ? sum : vec4(0.0);
    }
    MaskWords words = noWords();
    [[unroll]] for (uint n = 0u; n < 4u; ++n)
        if (c + n < p.channels) {
            sum[n] = x[row + c + n] * dropoutFactor(words, row + c + n, p.branch, p.slot);
            if ((F0 & NORM_RESIDUAL) != 0u) sum[n] += residual[row + c + n];
        }
    return sum;
}
