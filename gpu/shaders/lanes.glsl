// The 2^F1 neighbouring invocations that share a row, and their sums in a fixed order. A group has 64. Each takes
// four channels at a time, which have one call of Philox in common.
#define FOR_CHANNELS(lane, C) \
    for (uint c4 = 4u * (lane); c4 < (C); c4 += 4u << F1) \
        for (uint c = c4; c < min((C), c4 + 4u); ++c)
layout(local_size_x = 64) in;
shared float lanePart[64];

float overLanes(float value) {
    if (F1 == 0u) return value;
    const uint me = gl_LocalInvocationID.x;
    barrier();
    lanePart[me] = value;
    for (uint step = (1u << F1) / 2u; step > 0u; step /= 2u) {
        barrier();
        if ((me & ((1u << F1) - 1u)) < step) lanePart[me] += lanePart[me + step];
    }
    barrier();
    return lanePart[me & ~((1u << F1) - 1u)];
}
