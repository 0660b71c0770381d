#include "model/attribute/value_mixing.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace attx {
namespace {

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const RowMatrix>;
using StridedMap = Eigen::Map<const RowMatrix, 0, Eigen::OuterStride<>>;

/// One layer's attention for every sequence, with what its heads write.
class Layer {
public:
    Layer(Inspector& inspector, int layer)
        : network_(inspector.network()),
          attention_(inspector.read(inspector.program().blocks[layer].probabilities)),
          qkv_(inspector.read(inspector.program().blocks[layer].qkv)),
          T_(inspector.program().length),
          output_(inspector.parameter(Role::AttentionOutputWeight, layer)) {
        const std::vector<float>& gates = inspector.ablation().headGates;
        for (int h = 0; h < network_.numHeads; ++h)
            gates_.push_back(gates.empty() ? 1.0f : gates[layer * network_.numHeads + h]);
    }
    [[nodiscard]] Eigen::Index length() const { return T_; }
    [[nodiscard]] int heads() const { return network_.numHeads; }
    [[nodiscard]] int sequences() const {
        return int(static_cast<Eigen::Index>(attention_.size()) / (T_ * T_ * heads()));
    }
    /// A[h] of sequence b, [T, T].
    [[nodiscard]] ConstMap attention(int b, int h) const {
        return {attention_.data() + (Eigen::Index{b} * heads() + h) * T_ * T_, T_, T_};
    }
    /// f_h of sequence b times the head's gate, [T, C].
    [[nodiscard]] RowMatrix written(int b, int h) const {
        const Eigen::Index HS = network_.headDim(), width = 3 * HS * heads(), C = network_.modelDim;
        const StridedMap v(qkv_.data() + b * T_ * width + (3 * h + 2) * HS, T_, HS,
                           Eigen::OuterStride<>(width));
        const StridedMap o(output_ + h * HS, C, HS, Eigen::OuterStride<>(HS * heads()));
        return gates_[h] * (v * o.transpose());
    }

private:
    const NetworkConfig& network_;
    const std::vector<float> attention_, qkv_;  ///< [B, NH, T, T], [B, T, NH 3 HS]
    const Eigen::Index T_;
    const float* output_;       ///< W_O, [C, NH HS]
    std::vector<float> gates_;  ///< [NH]
};

/// 1 - cos, in double: it is a small difference of numbers near 1.
double cosineDistance(const float* a, const float* b, size_t n) {
    double ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < n; ++i) {
        const double x = double(a[i]), y = double(b[i]);
        ab += x * y, aa += x * x, bb += y * y;
    }
    const double lengths = std::sqrt(aa * bb);
    return lengths > 0 ? std::max(0.0, 1 - ab / lengths) : 0.0;
}

/// Value zeroing of one sequence, added to `result` as [T, T]. sums [T, C]: the layer's attentionSum.
void addValueZeroing(const Layer& layer, int b, const float* sums, PartSession& rest,
                     std::vector<float>& result) {
    const Eigen::Index T = layer.length();
    std::vector<RowMatrix> written;
    for (int h = 0; h < layer.heads(); ++h) written.push_back(layer.written(b, h));
    const Eigen::Index C = written.front().cols();
    const auto size = size_t(T * C);
    const std::vector<float> whole =
        rest.runEach(1, std::nullopt, [&](int64_t, float* at) { std::copy_n(sums, size, at); });
    const std::vector<float> without = rest.runEach(T, std::nullopt, [&](int64_t key, float* at) {
        Eigen::Map<RowMatrix> changed(at, T, C);
        changed = ConstMap(sums, T, C);
        for (int h = 0; h < layer.heads(); ++h)
            changed.noalias() -= layer.attention(b, h).col(key) * written[h].row(key);
    });
    const auto tokens = size_t(T), width = size_t(C);
    std::vector<double> row(tokens);
    for (size_t i = 0; i < tokens; ++i) {
        double sum = 0;
        for (size_t j = 0; j < tokens; ++j) {
            // A key that no query attends to changes nothing; rounding is not to say otherwise.
            bool attended = false;
            for (int h = 0; h < layer.heads(); ++h)
                attended |=
                    layer.attention(b, h)(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) != 0;
            row[j] = attended ? cosineDistance(whole.data() + i * width,
                                               without.data() + (j * tokens + i) * width, width)
                              : 0.0;
            sum += row[j];
        }
        for (const double distance : row) result.push_back(float(sum > 0 ? distance / sum : 0.0));
    }
}

}  // namespace

std::vector<float> valueNorms(Inspector& inspector, int first, int last) {
    std::vector<float> result;
    for (int l = first; l < last; ++l) {
        const Layer layer(inspector, l);
        const Eigen::Index T = layer.length();
        for (int b = 0; b < layer.sequences(); ++b) {
            std::vector<RowMatrix> written;
            for (int h = 0; h < layer.heads(); ++h) written.push_back(layer.written(b, h));
            Eigen::RowVectorXf sum(written.front().cols());
            for (Eigen::Index i = 0; i < T; ++i)
                for (Eigen::Index j = 0; j < T; ++j) {
                    sum.setZero();
                    for (int h = 0; h < layer.heads(); ++h)
                        sum += layer.attention(b, h)(i, j) * written[h].row(j);
                    result.push_back(sum.norm());
                }
        }
    }
    return result;
}

std::vector<float> valueNormsOfHeads(Inspector& inspector, int first, int last) {
    std::vector<float> result;
    for (int l = first; l < last; ++l) {
        const Layer layer(inspector, l);
        const Eigen::Index T = layer.length();
        for (int b = 0; b < layer.sequences(); ++b)
            for (int h = 0; h < layer.heads(); ++h) {
                const Eigen::VectorXf lengths = layer.written(b, h).rowwise().norm();
                const ConstMap attention = layer.attention(b, h);
                for (Eigen::Index i = 0; i < T; ++i)
                    for (Eigen::Index j = 0; j < T; ++j) result.push_back(attention(i, j) * lengths(j));
            }
    }
    return result;
}

std::vector<float> valueZeroing(Inspector& inspector, int first, int last) {
    std::vector<float> result;
    for (int l = first; l < last; ++l) {
        const Layer layer(inspector, l);
        const Block& block = inspector.program().blocks[l];
        std::vector<float> sums = inspector.read(block.input);
        const std::vector<float> attended = inspector.read(block.attended);
        for (size_t i = 0; i < sums.size(); ++i) sums[i] += attended[i];
        PartSession rest = inspector.part(block.attentionSum, block.output, layer.length());
        for (int b = 0; b < layer.sequences(); ++b)
            addValueZeroing(layer, b, sums.data() + size_t(b) * rest.inputSize(), rest, result);
    }
    return result;
}

std::vector<float> valueZeroingRollout(const std::vector<float>& valueZeroing, int layers, int sequences) {
    const size_t each = valueZeroing.size() / size_t(layers * sequences);
    const auto T = static_cast<Eigen::Index>(std::lround(std::sqrt(double(each))));
    std::vector<float> result;
    for (int b = 0; b < sequences; ++b) {
        Eigen::MatrixXd product = Eigen::MatrixXd::Identity(T, T);
        for (int l = 0; l < layers; ++l) {
            const ConstMap mixing(valueZeroing.data() + size_t(l * sequences + b) * each, T, T);
            product = (mixing.cast<double>() * product).eval();
        }
        const RowMatrix narrow = product.cast<float>();
        result.insert(result.end(), narrow.data(), narrow.data() + narrow.size());
    }
    return result;
}

}  // namespace attx
