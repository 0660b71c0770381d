// What every kernel sees: the bound table, and the rows and scalars of the steps of this submit.
#extension GL_EXT_control_flow_attributes : require
#include "blocks.h"

// Numbers of this work group and of this invocation in its group and, along x, among all. Kernels take them from here,
// never from the built-ins: the tests build every kernel once more with REVERSED, which turns their order round, so that
// a result that rests on the order in which a device runs groups or invocations shows. (Subgroups cannot be turned
// round; no kernel uses their operations.)
#ifdef REVERSED
#define GROUP (gl_NumWorkGroups - 1u - gl_WorkGroupID)
#define LANE (gl_WorkGroupSize.x - 1u - gl_LocalInvocationID.x)
#else
#define GROUP gl_WorkGroupID
#define LANE gl_LocalInvocationID.x
#endif
#define INVOCATION (GROUP.x * gl_WorkGroupSize.x + LANE)

layout(constant_id = 0) const uint F0 = 0u;
layout(constant_id = 1) const uint F1 = 0u;

layout(set = 1, binding = 0, std430) readonly buffer Labels { int labels[]; };   // [slots, rows of the loss]
layout(set = 1, binding = 1, std430) readonly buffer Tokens { int tokens[]; };   // [table rows, T], or [table rows, 2, T]: and their types
layout(set = 1, binding = 2, std430) readonly buffer Lengths { int lengths[]; };    // [table rows]; T for a table without
layout(set = 1, binding = 3, std430) readonly buffer Features { float features[]; };  // [table rows, D]
layout(set = 1, binding = 4, std430) readonly buffer Rows { int rows[]; };          // [slots, B * rows a sequence]
layout(set = 1, binding = 5, std430) readonly buffer Steps { StepData steps[]; };   // [slots]

// Row of the table where sequence b of this step begins.
uint tableRow(uint slot, uint b, uint batch, uint rowsPerSequence) {
    return uint(rows[(slot * batch + b) * rowsPerSequence]);
}

// Decided by its bits: what isnan, comparisons, min, max and exp make of what is no number, Vulkan leaves open.
bool isFinite(float x) { return (floatBitsToUint(x) & 0x7F800000u) != 0x7F800000u; }
bool isNumber(float x) { return (floatBitsToUint(x) & 0x7FFFFFFFu) <= 0x7F800000u; }

// What is no number stays so. By its bits: graphics drivers make a max of "x < 0 ? 0 : x", which loses a NaN.
float relu(float x) {
    return (floatBitsToUint(x) & 0x80000000u) != 0u && isNumber(x) ? 0.0 : x;
}
vec4 relu(vec4 x) { return vec4(relu(x.x), relu(x.y), relu(x.z), relu(x.w)); }
