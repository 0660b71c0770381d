// Dropout's random bits: Philox4x32-10 (Salmon et al. 2011), the same as model/data/philox.h and the native
// kernels: counter {element / 4, step, site, 0}, key = seed.

uvec4 philox(uvec4 c, uvec2 k) {
    for (int round = 0; round < 10; ++round) {
        uint h0, l0, h1, l1;
        umulExtended(0xD2511F53u, c.x, h0, l0);
        umulExtended(0xCD9E8D57u, c.z, h1, l1);
        c = uvec4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
        k += uvec2(0x9E3779B9u, 0xBB67AE85u);
    }
    return c;
}

// The words of the block of four that was asked for last.
struct MaskWords {
    uint block;
    uvec4 words;
};
MaskWords noWords() { return MaskWords(0xFFFFFFFFu, uvec4(0)); }

// What dropout multiplies element `index` with: 0 or 1 / (1 - p).
float dropoutFactor(inout MaskWords w, uint index, DropoutBlock d, uint slot) {
    if (d.threshold == 0u) return 1.0;
    if (w.block != index / 4u) {
        w.block = index / 4u;
        w.words = philox(uvec4(w.block, steps[slot].step, d.site, 0u),
                         uvec2(steps[slot].seedLow, steps[slot].seedHigh));
    }
    // Not words[index % 4u]: drivers keep in memory what is indexed by what they do not know.
    const uvec2 pair = (index & 2u) == 0u ? w.words.xy : w.words.zw;
    return ((index & 1u) == 0u ? pair.x : pair.y) >= d.threshold ? d.scale : 0.0;
}

// Those of elements 4 block to 4 block + 3, for a dropout that drops something: there is no branch here, so that
// several calls, and the loads around them, are under way together.
vec4 dropoutFactors(uint block, DropoutBlock d, uint slot) {
    const uvec4 words = philox(uvec4(block, steps[slot].step, d.site, 0u),
                               uvec2(steps[slot].seedLow, steps[slot].seedHigh));
    return mix(vec4(0.0), vec4(d.scale), greaterThanEqual(words, uvec4(d.threshold)));
}
