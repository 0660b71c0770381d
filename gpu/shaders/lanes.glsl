// Sums over the 2^F1 neighbouring invocations that share a row, in a fixed order. A group has 64.
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
