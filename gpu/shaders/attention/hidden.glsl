// Keys that no query looks at, at the binding HIDING of set 0; a kernel that is built without it has none.
#ifdef HIDING
layout(set = 0, binding = HIDING, std430) readonly buffer Hidden { float hidden[]; };  // [T], 1: no key
float logitOf(uint s, float x) { return hidden[s] != 0.0 ? -1e30 : x; }  // finite, so that no difference is NaN
bool isKey(uint s, uint keys) { return s < keys && hidden[s] == 0.0; }
#else
float logitOf(uint s, float x) { return x; }
bool isKey(uint s, uint keys) { return s < keys; }
#endif
