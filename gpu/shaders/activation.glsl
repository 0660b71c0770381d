// The activations and their derivatives, numbered as Activation of model/config/activation.h,
// from ACTIVATE_FIRST on.
const uint ACTIVATE_RELU = 1u, ACTIVATE_GELU = 2u, ACTIVATE_GELU_TANH = 3u, ACTIVATE_SILU = 4u;

// 1 + erf(x / √2): the rational approximation of Eigen's erf, so that both executions round alike.
float twiceNormal(float x) {
    const float a = clamp(0.70710678 * x, -4.0, 4.0), s = a * a;
    float p = -2.72614225801306e-10;
    p = p * s + 2.77068142495902e-08;
    p = p * s - 2.10102402082508e-06;
    p = p * s - 5.69250639462346e-05;
    p = p * s - 7.34990630326855e-04;
    p = p * s - 2.95459980854025e-03;
    p = p * s - 1.60960333262415e-02;
    float q = -1.45660718464996e-05;
    q = q * s - 2.13374055278905e-04;
    q = q * s - 1.68282697438203e-03;
    q = q * s - 7.37332916720468e-03;
    q = q * s - 1.42647390514189e-02;
    return 1.0 + a * p / q;
}
// 1 + tanh(√(2/π) (x + 0.044715 x³)); by exp, as the tanh of some drivers overflows.
float twiceNormalByTanh(float x) {
    return 2.0 - 2.0 / (exp(1.59576912 * (x + 0.044715 * x * x * x)) + 1.0);
}
// By exp of what is not above 0, as above; what is no number stays so.
float tanhOf(float x) {
    const float e = exp(-2.0 * abs(x)), t = (1.0 - e) / (1.0 + e);
    return x < 0.0 ? -t : t;
}
float sigmoid(float x) { return 1.0 / (1.0 + exp(-x)); }

float activation(uint kind, float x) {
    switch (kind) {
        case ACTIVATE_RELU:
            return relu(x);
        case ACTIVATE_GELU:
            return 0.5 * x * twiceNormal(x);
        case ACTIVATE_GELU_TANH:
            return 0.5 * x * twiceNormalByTanh(x);
        case ACTIVATE_SILU:
            return x * sigmoid(x);
        case ACTIVATE_TANH:
            return tanhOf(x);
    }
    return x;
}

float activationSlope(uint kind, float x) {
    switch (kind) {
        case ACTIVATE_RELU:
            return x > 0.0 ? 1.0 : 0.0;
        case ACTIVATE_GELU:
            return 0.5 * twiceNormal(x) + 0.39894228 * x * exp(-0.5 * x * x);
        case ACTIVATE_GELU_TANH: {
            const float t = twiceNormalByTanh(x);
            return 0.5 * t + 0.39894228 * x * t * (2.0 - t) * (1.0 + 0.134145 * x * x);
        }
        case ACTIVATE_SILU: {
            const float s = sigmoid(x);
            return s * (1.0 + x * (1.0 - s));
        }
        case ACTIVATE_TANH: {
            const float t = tanhOf(x);
            return 1.0 - t * t;
        }
    }
    return 1.0;
}
