// The neighbouring invocations that share a row of C channels, and their sums in a fixed order. A group has 64.
// Channels go round in fours; what an invocation needs of its own more than once stays in registers if it has few.
layout(local_size_x = 64) in;
const uint LANES = 1u << (F1 & 7u);
const uint HELD = F1 >> 3u;  // fours of an invocation; 0: too many to hold
#define me gl_LocalInvocationID.x
uint foursOf(uint C) { return HELD > 0u ? HELD : (C + 4u * LANES - 1u) / (4u * LANES); }
// The first channel of an invocation's n-th four; it can be behind the last one of the row.
uint channelOf(uint n) { return 4u * (me % LANES + n * LANES); }

shared float lanePart[64];
float overLanes(float value) {
    if (LANES == 1u) return value;
    barrier();
    lanePart[me] = value;
    for (uint step = LANES / 2u; step > 0u; step /= 2u) {
        barrier();
        if (me % LANES < step) lanePart[me] += lanePart[me + step];
    }
    barrier();
    return lanePart[me / LANES * LANES];
}
float sumOf(vec4 v) { return v.x + v.y + v.z + v.w; }
