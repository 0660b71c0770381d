#version 450
// Sets to zero what is rounding beside the largest of a gradient (Program::cancelling). One group does it all.
#include "common.glsl"
layout(local_size_x = 256) in;
layout(push_constant, std430) uniform Push { CancelBlock p; };
layout(set = 0, binding = 0, std430) buffer Gradient { float gradient[]; };
shared float part[256];

void main() {
    const uint lane = LANE;
    float largest = 0.0;
    for (uint i = lane; i < p.count; i += 256u) largest = max(largest, abs(gradient[i]));
    part[lane] = largest;
    for (uint step = 128u; step > 0u; step /= 2u) {
        barrier();
        if (lane < step) part[lane] = max(part[lane], part[lane + step]);
    }
    barrier();
    for (uint i = lane; i < p.count; i += 256u)
        if (abs(gradient[i]) < p.share * part[0]) gradient[i] = 0.0;
}
