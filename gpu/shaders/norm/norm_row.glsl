// Pieces of Norm's backward kernels: the sum that was normalised, and dy behind ReLU and dropout.
#include "norm_sum.glsl"
vec4 maskedDy(uint row, uint c) {
    vec4 masked = vec4(0.0);
    if (BY_FOUR) {
        const uint at = fourAt(row, c);
        masked = dy4[at];
        if ((F0 & NORM_RELU) != 0u)
            masked = mix(vec4(0.0), masked * p.result.scale, greaterThan(y4[at], vec4(0.0)));
        else if ((F0 & NORM_RESULT_DROPOUT) != 0u)
            masked *= dropoutFactors(at, p.result, p.slot);
        return c < p.channels ? masked : vec4(0.0);
    }
    MaskWords words = noWords();
    [[unroll]] for (uint n = 0u; n < 4u; ++n)
        if (c + n < p.channels) {
            const uint at = row + c + n;
            if ((F0 & NORM_RELU) != 0u)
                masked[n] = y[at] > 0.0 ? dy[at] * p.result.scale : 0.0;
            else
                masked[n] = dy[at] * dropoutFactor(words, at, p.result, p.slot);
        }
    return masked;
}
