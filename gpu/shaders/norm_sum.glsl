// The sum that Norm normalises. F0 1: with a residual.
float summed(uint at, inout MaskWords words) {
    float value = x[at] * dropoutFactor(words, at, p.branch, p.slot);
    if ((F0 & 1u) != 0u) value += residual[at];
    return value;
}
