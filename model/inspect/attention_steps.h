// Scaled dot-product attention one matrix after the other, for looking at: Vaswani et al. 2017, section
// 3.2.1, with masks and a temperature of the softmax. Double precision, plain loops, small sizes.
//
// Letters: Tq queries, Tk keys, d the width of queries and keys, dv the width of values. Of a head in a
// network: T positions (Tq = Tk = T), C = d_model, NH heads of width HS (d = dv = HS).
#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace attx {

/// [rows, cols], row-major.
struct SmallMatrix {
    int rows = 0, cols = 0;
    std::vector<double> values;

    [[nodiscard]] double at(int row, int col) const { return values[size_t(row) * cols + col]; }
    [[nodiscard]] double& at(int row, int col) { return values[size_t(row) * cols + col]; }
    bool operator==(const SmallMatrix&) const = default;
};

struct AttentionInput {
    SmallMatrix q;             ///< [Tq, d]
    SmallMatrix k;             ///< [Tk, d]
    SmallMatrix v;             ///< [Tk, dv]
    std::vector<bool> masked;  ///< [Tk]: keys that no query may attend to
    bool scaled = true;        ///< products are divided by √d
    double temperature = 1;    ///< Temperature τ ≥ 0 of the softmax; 0 is the limit τ → 0⁺
    bool causal = false;       ///< a query attends to no key behind it: j > i is masked
    double slope = 0;          ///< m of ALiBi: a logit falls by m |i - j|, Press et al. 2022
    [[nodiscard]] bool hides(int query, int key) const { return masked[key] || (causal && key > query); }
    bool operator==(const AttentionInput&) const = default;
};

/// One head within its layer of a network: what its q, k and v are projected from, and what joins the heads.
struct HeadContext {
    int layer = 0, head = 0;  ///< Both counted from 0
    int heads = 1;            ///< NH, of the layer
    bool ablated = false;     ///< its output counts as 0
    SmallMatrix x;            ///< [T, C]: what q, k and v are made of
    SmallMatrix wq, wk, wv;   ///< [C + 1, HS], so that q = x W + b; the last row is the bias
    SmallMatrix joined;       ///< [T, NH HS]: the outputs of all heads side by side
    SmallMatrix wo;           ///< [NH HS + 1, C]; the last row is the bias
    SmallMatrix weights;      ///< [T, T]: the attention, as the network computed it
    double rotaryBase = 0;    ///< Base of the angles that turn q and k behind x W + b (Su et al. 2021); 0: no
};

/// How a number of a row of `width` numbers is turned at a position: it becomes itself times cos of `angle`
/// plus `sign` times number `partner` times sin.
struct RotaryTurn {
    int partner;
    double angle, sign;
};
[[nodiscard]] RotaryTurn rotaryTurn(double base, int width, int position, int col);

/// Up to Output in the order in which they are computed; Q, K and V are given. Those behind it are there for
/// a head of a network alone: Q, K and V are projected from Input, and the heads are joined.
enum class Step {
    Q,
    K,
    V,
    Products,
    Logits,
    Exponentials,
    Weights,
    Output,
    Input,
    QueryWeights,
    KeyWeights,
    ValueWeights,
    Joined,
    OutputWeights,
    LayerOutput
};
inline constexpr size_t stepCount = 15;

struct AttentionSteps {
    std::array<SmallMatrix, stepCount> matrices;  ///< empty: not there
    /// Every key is masked for every query. The softmax of a row whose keys are all masked has no value: its
    /// weights and output are not-a-number.
    bool allMasked = false;
    int firstJoined = 0;  ///< the first of the head's own columns in Joined
    bool turned = false;  ///< Q and K are made of two columns of their weights
    [[nodiscard]] const SmallMatrix& of(Step step) const { return matrices[size_t(step)]; }
};

/// Products P = Q Kᵀ [Tq, Tk]
/// Logits L = P / √d, or P, less m |i - j|; -∞ where the key is masked for the query [Tq, Tk]
/// Exponentials E = exp((L - largest of the row) / τ) [Tq, Tk]
/// Weights A = E / sum of the row [Tq, Tk]: softmax(L / τ)
/// Output O = A V [Tq, dv]
/// In the limit τ → 0⁺ E is 1 at a row's largest logits and 0 elsewhere, so that ties share the weight.
/// With `head` also Joined H [T, NH HS]: head.joined with this Output in its place, and LayerOutput
/// Y = H W_O + b_O [T, C].
/// Throws Error (input) if sizes do not fit, a number is not finite, or τ is negative.
[[nodiscard]] AttentionSteps attentionSteps(const AttentionInput& input, const HeadContext* head = nullptr);

/// A rectangle of cells in one of the matrices.
struct StepCells {
    Step step = Step::Q;
    int row = 0, col = 0, rows = 0, cols = 0;
    [[nodiscard]] bool contains(int r, int c) const {
        return r >= row && r < row + rows && c >= col && c < col + cols;
    }
    bool operator==(const StepCells&) const = default;
};

/// What a cell is computed from, in the matrices right before it; none for what is given.
[[nodiscard]] std::vector<StepCells> sourcesOf(const AttentionSteps& steps, Step step, int row, int col);

/// Numbers that a notebook prints: what goes in and what has to come out.
struct AttentionExample {
    std::string name;          ///< Name in the list of examples
    std::string source;        ///< Publication that has it
    AttentionInput input;      ///< Input as printed
    SmallMatrix weights;       ///< [Tq, Tk] as printed
    SmallMatrix output;        ///< [Tq, dv] as printed
    double printedWithin = 0;  ///< what rounding to the printed digits may cost a result
};
[[nodiscard]] const std::vector<AttentionExample>& attentionExamples();

/// The largest difference between what is computed and what the example prints.
[[nodiscard]] double largestDifference(const AttentionSteps& steps, const AttentionExample& example);

}  // namespace attx
