// Parameter blocks of the kernels, declared once for C++ and for GLSL: only 4-byte scalars, so that
// C++'s layout is std430's. Every block that is pushed begins with `slot`, which the recorder fills in:
// the number of the step within a submit, which finds the step's rows, scalars and results.
// Letters as in model/network/program.h.
#ifndef ATTX_GPU_BLOCKS_H
#define ATTX_GPU_BLOCKS_H
#include "gpu/shaders/sizes.h"
#ifdef __cplusplus
namespace attx::gpu {
#endif

/// What the CPU uploads for each step.
struct StepData {
    float learningRate, correction1, correction2;  // attx::StepScalars
    float lossScale;                               // 1 / labelled rows in the batch
    uint step;                                     // dropout's counter
    uint seedLow, seedHigh;                        // dropout's key
    float smoothing;                               // share of a label that is spread evenly over the classes
};

/// What a step's optimiser leaves for the CPU.
struct StepResult {
    float gradNorm;
    float unused0, unused1, unused2;
};
/// Sums of one work group of the loss.
struct LossPart {
    float loss;
    uint correct, counted;
    uint broken;  // labelled rows with a logit or loss that is no finite number: `loss` means nothing
};

/// Dropout of one tensor: an element is kept if its Philox word is >= threshold. 0: nothing is dropped.
struct DropoutBlock {
    uint threshold;
    float scale;  // 1 / (1 - p)
    uint site;
};

struct EmbedBlock {
    uint slot;
    uint batch, positions;      // B, T
    uint categories, channels;  // V, C
    uint chunk;                 // backward: rows of one partial sum
    uint weightStride, biasStride;
    uint tokenStride, tokenFirst;  // Numbers of a table row, and the first to read: of tokens or types
    DropoutBlock dropout;
};
/// The gradient of an embedding of many categories, from rows in the order of their tokens.
struct SortedRowsBlock {
    uint slot;
    uint batch, positions;      // B, T
    uint categories, channels;  // V, C
    uint chunk;                 // rows that a group adds up
    uint sortedFirst;           // First sorted row of slot 0, behind the rows of all slots
    uint tokenStride;           // Numbers of a table row
    DropoutBlock dropout;
};
const uint EMBED_TABLE = 1u;  // F0: weight is a table [V, C], without bias

struct FeaturesBlock {
    uint slot;
    uint rows, width;  // N, D
    DropoutBlock dropout;
};
const uint FEATURES_FOURS = 1u;  // F0: D is a multiple of 4

/// c[M, N] = scale a[M, K] b[K, N], for `z` batches or pieces of K.
struct ProductBlock {
    uint slot;
    uint M, N, K;
    uint lda, ldb, ldc;
    uint aFirst, bFirst, cFirst;
    uint inner;  // z = outer * inner + i
    uint aOuter, aInner, bOuter, bInner, cOuter, cInner;
    uint pieceOfK;   // K: no pieces
    uint sumStride;  // Floats between the partial sums of the bias gradient
    float scale;
    DropoutBlock dropout;
    // Of a norm that the product does as it reads a: see "normed" in product.comp.
    float eps;
    float branchScale;
};
// F0: how a and b are stored, and which can be taken in fours.
const uint PRODUCT_A_TRANSPOSED = 1u;  // [K, M]
const uint PRODUCT_B_TRANSPOSED = 2u;  // [N, K]
const uint PRODUCT_A_FOURS = 4u;
const uint PRODUCT_B_FOURS = 8u;
const uint PRODUCT_C_FOURS = 16u;
// F1 of each role: forward, of the input's gradient, of the weight's.
const uint PRODUCT_BIAS = 1u;
const uint PRODUCT_RELU = 2u;
const uint PRODUCT_RESIDUAL = 4u;      // added behind dropout: c is the sum that a norm normalises
const uint PRODUCT_MARKS = 8u;         // the sum's last bit: dropout kept the branch
const uint PRODUCT_ADDS = 1u;          // Adds to what c holds
const uint PRODUCT_MASKS = 2u;         // Zero where y is not above 0, else times dropout's scale
const uint PRODUCT_MARKED = 4u;        // normed: the sum is marked
const uint PRODUCT_PASSES = 8u;        // normed: there is a residual, which gets its gradient
const uint PRODUCT_PASSES_ADDS = 16u;  // The residual's gradient is added to what its buffer holds
const uint PRODUCT_LINE_SUMS = 1u;     // Sums each line of a, too: the bias gradient

struct ElementBlock {
    uint slot;
    uint count;
    uint period;  // Floats after which the positions' table repeats
    DropoutBlock dropout;
};
const uint COPY_ADDS = 1u;  // F0 of copy_gradient
const uint MASK_RELU = 1u;  // F0 of mask_gradient: where y > 0, and dropout's scale with it
// F0 of activate and activate_gradient: none, or the first of Activation (model/config/activation.h) and how
// many come before it.
const uint ACTIVATE_NONE = 0u, ACTIVATE_FIRST = 1u;
const uint ACTIVATE_TANH = 100u;  // Apart from the others, so that a new activation cannot take its number

struct AttentionBlock {
    uint slot;
    uint batch, positions, heads, width;  // B, T, NH, HS
    uint mask;                            // ATTENTION_LENGTHS ...
    uint rowsPerSequence;
    float scale;  // 1 / sqrt(HS)
};
const uint ATTENTION_LENGTHS = 1u;  // keys from the sequence's length on are left out
const uint ATTENTION_CAUSAL = 2u;   // keys behind the query are left out
const uint ATTENTION_ALIBI = 4u;    // scores fall with the distance
const uint ROTATE_BACK = 1u;        // F0 of rotate

struct PrependBlock {
    uint slot;
    uint batch, positions, channels;  // B, T, C
};

struct ShareBlock {
    uint slot;
    uint rows, heads, kvHeads, width;  // N, NH, HS
};

struct NormBlock {
    uint slot;
    uint rows, channels;  // N, C
    float eps;
    uint chunk;  // backward: rows of one partial sum
    uint partialStride;
    DropoutBlock branch, result;
};
// F0 of the norms' kernels.
const uint NORM_RESIDUAL = 1u;
const uint NORM_RELU = 2u;
const uint NORM_ADDS = 4u;   // backward: to the residual's gradient, or without one to that of x
const uint NORM_FOURS = 8u;  // channels can be taken in fours
const uint NORM_BRANCH_DROPOUT = 16u;
const uint NORM_RESULT_DROPOUT = 32u;
const uint NORM_CENTRED = 64u;  // the mean is subtracted
const uint NORM_BIAS = 128u;
const uint LANES_HELD = 8u;  // F1, beside log2 of the lanes; see lanes.glsl

struct PoolBlock {
    uint slot;
    uint batch, positions, channels;  // B, T, C
    uint joined;                      // P: of POOL_FLATTEN, positions that y has; else 1
    uint masked;
    uint rowsPerSequence;
    DropoutBlock dropout;
};
// F0 of pool_forward and pool_backward, in the order of PoolingKind (model/config/activation.h).
const uint POOL_MAX = 0u, POOL_MEAN = 1u, POOL_FIRST = 2u, POOL_LAST = 3u, POOL_FLATTEN = 4u;

struct LossBlock {
    uint slot;
    uint rows, classes;  // Rows of the whole batch, and K
};

struct HeadBlock {
    uint slot;
    uint rows, channels, outputs;  // N, C, logits of a row
    uint classes;                  // Logits of a row of the loss: of a row of x, or of all members of a set
    uint group;                    // rows that a work group takes: whole rows of the loss
    float eps;
    DropoutBlock dropout;  // Dropout on the norm's result
};
const uint HEAD_NORM = 1u;  // F0
const uint HEAD_RELU = 2u;

/// Where the gradient of 64 consecutive parameters is summed up.
struct GradientPlace {
    uint first;   // float of the partial sums
    uint stride;  // Floats between partial sums
    uint count;   // Number of partial sums; in the entries of whole parameters their size
    uint last;    // Number of the 64 there; the rest is padding. GRADIENT_CANCELS: a group of its own
                  // does them
    uint withoutLow, withoutHigh;  // a bit for each of the 64 that has no gradient
};

const uint GRADIENT_CANCELS = 0x80000000u;

struct ReduceBlock {
    uint slot;
    uint count;       // padded parameters
    uint groups;      // Groups for all; then one for each whole parameter that can cancel
    float cancelled;  // Share of a parameter's largest gradient below which is rounding
};
const uint REDUCE_SPREAD = 1u;  // F0: 64 parameters a group instead of 1024

struct UpdateBlock {
    uint slot;
    uint count;
    uint groups;  // partial norms
    uint kind;    // UPDATE_ADAM ...
    float beta1, beta2, rho, epsilon, weightDecay, clipNorm;
    uint frozen;  // parameters at the front that stay as they are: a multiple of 4
};
const uint UPDATE_ADAM = 0u;  // Adam and AdamW
const uint UPDATE_RMSPROP = 1u;
const uint UPDATE_RMSPROP_KERAS3 = 2u;
const uint UPDATE_ADAM_L2 = 3u;  // Weight decay is added to the gradient
const uint UPDATE_SGD = 4u;

/// What sequence.comp is pushed.
struct SequenceBlock {
    uint slot;
    uint batch;
    uint operations;     // entries of its list
    uint partialFloats;  // Floats of one sequence's partial sums
};

// What an entry of sequence.comp's list does.
const uint SEQUENCE_EMBED_FORWARD = 0u;
const uint SEQUENCE_EMBED_BACKWARD = 1u;
const uint SEQUENCE_PRODUCT_FORWARD = 2u;
const uint SEQUENCE_PRODUCT_INPUT_GRADIENT = 3u;
const uint SEQUENCE_PRODUCT_WEIGHT_GRADIENT = 4u;
const uint SEQUENCE_ATTENTION_FORWARD = 5u;
const uint SEQUENCE_ATTENTION_BACKWARD = 6u;
const uint SEQUENCE_NORM_FORWARD = 7u;
const uint SEQUENCE_NORM_BACKWARD = 8u;
const uint SEQUENCE_NORM_BACKWARD_RESIDUAL = 9u;
const uint SEQUENCE_NORM_PARAMETERS = 10u;
const uint SEQUENCE_CROSS_ENTROPY = 11u;
const uint SEQUENCE_ADD_POSITIONS = 12u;
const uint SEQUENCE_COPY_GRADIENT = 13u;
const uint SEQUENCE_MASK_GRADIENT = 14u;
const uint SEQUENCE_NONE =
    0xFFFFFFFFu;  // a kernel that has no entry: networks with it are never run that way

#ifdef __cplusplus
/// An entry of that list: places are floats on the chip, or of the parameters or partial sums.
struct SequenceOp {
    uint kind;
    uint flags[3];
    uint places[12];
    uint block[48];
};
static_assert(sizeof(SequenceOp) == 256 && sizeof(EmbedBlock) == 52 && sizeof(ProductBlock) == 100 &&
                  sizeof(ElementBlock) == 24 && sizeof(AttentionBlock) == 32 && sizeof(NormBlock) == 48 &&
                  sizeof(LossBlock) == 12,
              "sequence.comp fills each of its entries up to 256 bytes");
static_assert(sizeof(ProductBlock) <= 128 && sizeof(NormBlock) <= 128, "what every device can push");
static_assert(sizeof(StepData) == 32 && sizeof(StepResult) == 16 && sizeof(LossPart) == 16 &&
              sizeof(GradientPlace) == 24 && sizeof(DropoutBlock) == 12);
}  // namespace attx::gpu
#endif
#endif
