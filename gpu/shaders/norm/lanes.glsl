// The neighbouring invocations that share a row of C channels, and their sums in a fixed order. A group has SMALL_GROUP.
// Channels go round in fours; if that makes one for each invocation, it stays in registers.
// F1: log2 of LANES, and LANES_HELD if it does.
layout(local_size_x = SMALL_GROUP) in;
const uint LANES = 1u << (F1 & (LANES_HELD - 1u));
const bool HELD = (F1 & LANES_HELD) != 0u;
#define me LANE
uint foursOf(uint C) { return HELD ? 1u : (C + 4u * LANES - 1u) / (4u * LANES); }
// The first channel of an invocation's n-th four; it can be behind the last one of the row.
uint channelOf(uint n) { return 4u * (me % LANES + n * LANES); }

shared vec2 lanePart[SMALL_GROUP];
vec2 overLanes(vec2 values) {
    if (LANES == 1u) return values;
    barrier();
    lanePart[me] = values;
    for (uint step = LANES / 2u; step > 0u; step /= 2u) {
        barrier();
        if (me % LANES < step) lanePart[me] += lanePart[me + step];
    }
    barrier();
    return lanePart[me / LANES * LANES];
}
float overLanes(float value) { return overLanes(vec2(value, 0.0)).x; }
float sumOf(vec4 v) { return v.x + v.y + v.z + v.w; }
