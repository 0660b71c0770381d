#include "model/exchange/onnx_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "model/config/label_rule.h"
#include "model/config/task.h"
#include "model/exchange/onnx_graph.h"
#include "model/files/error.h"
#include "model/network/positions.h"
#include "model/network/program_analysis.h"

namespace attx {
namespace {

using onnx::attribute, onnx::valueInfo;

/// The one axis that an operator works along.
std::string axes(int64_t axis) { return attribute("axes", std::vector<int64_t>{axis}); }

constexpr float farBelow = -1e9F;  ///< what the softmax and the largest value make nothing of

class GraphWriter {
public:
    GraphWriter(const RunConfig& config, std::span<const float> parameters)
        : program_(buildProgram(config.network, config.data.positions())),
          length_(program_.length),
          givenLength_(config.data.positions()),
          text_(isText(config.data)),
          padded_(text_ || isPairs(config.data) ||
                  (isSequences(config.data) && infoOf(config.data.rule).hasLengths)),
          readers_(readersOfTensors(program_, program_.ops)),
          parameters_(parameters) {
        if (int64_t(parameters.size()) != program_.parameterCount())
            throw inputError("Expected " + std::to_string(program_.parameterCount()) +
                             " parameters for this network, found " + std::to_string(parameters.size()) +
                             ".");
    }

    std::string write(const std::map<std::string, std::string>& metadata) {
        readInput();
        for (const Op& op : program_.ops) std::visit([this](const auto& known) { add(known); }, op);
        std::vector<int64_t> shape = tensor(program_.logits).shape;
        shape.insert(shape.begin(), -1);
        graph_.output(valueInfo(value(program_.logits), onnx::Type::Float, shape));
        for (const std::string& map : maps_)
            graph_.output(valueInfo(map, onnx::Type::Float, {-1, length_, length_}));
        return graph_.file(metadata);
    }

private:
    [[nodiscard]] const TensorInfo& tensor(TensorId id) const { return program_.tensors[id]; }
    [[nodiscard]] const ParameterInfo& info(ParameterId id) const { return program_.parameters[id]; }
    [[nodiscard]] std::span<const float> values(ParameterId id) const {
        return parameters_.subspan(info(id).offset, size_t(info(id).size()));
    }
    /// The name of a tensor in the graph, which leaves dropout out.
    [[nodiscard]] std::string value(TensorId id) const {
        const auto known = names_.find(id);
        return known == names_.end() ? tensor(id).name : known->second;
    }
    std::string constant(ParameterId id) {
        const auto found = values(id);
        return graph_.constant(info(id).name, info(id).shape, {found.begin(), found.end()});
    }
    /// x [n, T, C] with each of its C columns times a number. OpenCV 4.6 multiplies by a constant along the
    /// first axis behind n and no other, hence [n, C, T].
    std::string scaled(ParameterId id, const std::string& x, const std::string& y) {
        const std::vector<std::string> turn{attribute("perm", {0, 2, 1})};
        const auto found = values(id);
        const std::string columns =
            graph_.constant(info(id).name, {1, std::ssize(found), 1}, {found.begin(), found.end()});
        const std::string turned = graph_.node("Transpose", {x}, y + ".columns", turn);
        const std::string product = graph_.node("Mul", {turned, columns}, y + ".product");
        return graph_.node("Transpose", {product}, y, turn);
    }
    /// Rows [firstRow, firstRow + rows) and some columns of a weight [out, in], as [in, out] and times
    /// `factor`.
    std::string transposed(ParameterId weight, const std::string& name, size_t firstRow, size_t rows,
                           size_t firstColumn, size_t columns, float factor = 1) {
        const auto from = values(weight);
        const auto in = size_t(info(weight).shape[1]);
        std::vector<float> to(rows * columns);
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < columns; ++c)
                to[c * rows + r] = factor * from[(firstRow + r) * in + firstColumn + c];
        return graph_.constant(name, {static_cast<int64_t>(columns), int64_t(rows)}, to);
    }
    std::string transposed(ParameterId weight) {
        const std::vector<int64_t>& shape = info(weight).shape;
        return transposed(weight, info(weight).name, 0, size_t(shape[0]), 0, size_t(shape[1]));
    }
    /// What is added to scores and features at padding: [n, T] with an axis of length 1 put in at `axis`.
    std::string unsqueezed(const std::string& name, int64_t axis) {
        return graph_.node("Unsqueeze", {"mask.sum"}, name, {axes(axis)});
    }

    [[nodiscard]] bool masks() const {
        return padded_ && std::ranges::any_of(program_.ops, [](const Op& op) {
                   const auto* attention = std::get_if<Attention>(&op);
                   const auto* pool = std::get_if<Pool>(&op);
                   return (attention && attention->masked) || (pool && pool->masked);
               });
    }
    void readInput() {
        const NetworkConfig& config = program_.config;
        if (text_) {
            graph_.input(valueInfo("tokens", onnx::Type::Int64, {-1, givenLength_}));
        } else {
            given_ = config.input == InputKind::Tokens ? "one_hot" : "features";
            graph_.input(valueInfo(given_, onnx::Type::Float, {-1, givenLength_, config.inputDim}));
        }
        if (!masks()) return;  // (mask - 1) 1e9: nothing where there is no padding
        graph_.input(valueInfo("mask", onnx::Type::Float, {-1, givenLength_}));
        mask_ = "mask";
        if (config.classToken) {
            std::vector<float> first(static_cast<size_t>(length_), 0.0F);
            first.front() = 1;  // is no padding
            mask_ = graph_.node(
                "Add",
                {graph_.node("MatMul", {"mask", behindFirst("mask.shift", false)}, "mask.shifted"),
                 graph_.constant("mask.first", {1, length_}, first)},
                "mask.whole");
        }
        const std::string finite =
            graph_.node("Mul", {mask_, graph_.constant("mask.scale", {1}, {-farBelow})}, "mask.scaled");
        graph_.node("Add", {finite, graph_.constant("mask.offset", {1}, {farBelow})}, "mask.sum");
        unsqueezed("mask.row", 1);
    }

    /// Every token is of the first type.
    void addTypes(const Embed& op) {
        const int64_t width = tensor(op.y).shape.back();
        std::vector<float> rows;
        for (int64_t t = 0; t < givenLength_; ++t) {
            const auto first = values(op.weight).first(width);
            rows.insert(rows.end(), first.begin(), first.end());
        }
        graph_.constant(value(op.y), {1, givenLength_, width}, rows);
    }
    void add(const Embed& op) {
        if (op.types) return addTypes(op);
        const std::string y = value(op.y), gathered = op.bias ? y + ".row" : y;
        const std::string table = op.bias ? transposed(op.weight) : constant(op.weight);
        if (text_)
            graph_.node("Gather", {table, "tokens"}, gathered, {attribute("axis", 0)});
        else
            graph_.node("MatMul", {given_, table}, gathered);
        if (op.bias) graph_.node("Add", {gathered, constant(*op.bias)}, y);
    }
    void add(const LoadFeatures& op) { names_[op.y] = given_; }
    void add(const Linear& op) {
        if (writes<Attention>(op.x) || isRead<Attention>(op.y) || isRead<Rotate>(op.y) ||
            isRead<ShareKeys>(op.y))
            return;  // part of the attention, head by head
        const std::string y = value(op.y);
        const ParameterInfo& weight = info(op.weight);  // a table that is tied has a constant of its own
        const std::string name = weight.name + (weight.role == Role::EmbeddingTable ? ".transposed" : "");
        const std::string columns =
            transposed(op.weight, name, 0, size_t(weight.shape[0]), 0, size_t(weight.shape[1]));
        const std::string product =
            graph_.node("MatMul", {value(op.x), columns}, op.bias ? y + ".product" : y);
        if (op.bias) graph_.node("Add", {product, constant(*op.bias)}, y);
    }
    /// What moves positions one on, behind a first: a product, since no axis has to be joined then. [given,
    /// T] for rows of positions, else [1, T, given] for columns.
    std::string behindFirst(const std::string& name, bool columns) {
        const auto T = size_t(length_), given = size_t(givenLength_);
        std::vector<float> shift(T * given, 0.0F);
        for (size_t t = 0; t < given; ++t) shift[columns ? (t + 1) * given + t : t * T + t + 1] = 1;
        return graph_.constant(name,
                               columns ? std::vector<int64_t>{1, length_, givenLength_}
                                       : std::vector<int64_t>{givenLength_, length_},
                               shift);
    }
    void add(const Prepend& op) {
        const std::string y = value(op.y);
        const auto token = values(op.token);
        std::vector<float> first(static_cast<size_t>(length_) * token.size(), 0.0F);
        std::ranges::copy(token, first.begin());
        const std::string moved =
            graph_.node("MatMul", {behindFirst(y + ".shift", true), value(op.x)}, y + ".behind");
        graph_.node("Add",
                    {moved, graph_.constant(info(op.token).name, {1, length_, std::ssize(token)}, first)}, y);
    }
    void add(const AddPositions& op) {
        const int width = int(tensor(op.y).shape.back());
        std::vector<float> table = positionalEncoding(int(length_), width);
        if (op.table) std::copy_n(values(*op.table).begin(), table.size(), table.begin());
        const std::string positions = graph_.constant("positions", {1, length_, width}, table);
        graph_.node("Add", {value(op.x), positions}, value(op.y));
    }
    void add(const ShareKeys&) {}  // part of the attention, too
    void add(const Rotate&) {}     // part of the attention, too
    void add(const Add& op) { graph_.node("Add", {value(op.residual), value(op.x)}, value(op.y)); }
    void add(const Multiply& op) { graph_.node("Mul", {value(op.a), value(op.b)}, value(op.y)); }
    void add(const Activate& op) {
        switch (op.kind) {
            case Activation::Relu:
                graph_.node("Relu", {value(op.x)}, value(op.y));
                break;
            case Activation::Gelu:
            case Activation::Geglu: {
                const std::string scaled = times(op, value(op.x), "scaled", std::sqrt(0.5));
                const std::string erf = graph_.node("Erf", {scaled}, value(op.y) + ".erf");
                halfOfOneMore(op, erf);
                break;
            }
            case Activation::GeluTanh: {
                const std::string x = value(op.x), y = value(op.y);
                const std::string square = graph_.node("Mul", {x, x}, y + ".square");
                const std::string cubic =
                    graph_.node("Mul", {x, times(op, square, "cubic", 0.044715)}, y + ".cube");
                const std::string sum = graph_.node("Add", {x, cubic}, y + ".sum");
                const std::string scaled = times(op, sum, "scaled", std::sqrt(2 / std::numbers::pi));
                halfOfOneMore(op, graph_.node("Tanh", {scaled}, y + ".tanh"));
                break;
            }
            case Activation::Tanh:
                graph_.node("Tanh", {value(op.x)}, value(op.y));
                break;
            case Activation::Silu:
            case Activation::Swiglu:
                graph_.node("Mul",
                            {value(op.x), graph_.node("Sigmoid", {value(op.x)}, value(op.y) + ".sigmoid")},
                            value(op.y));
                break;
        }
    }
    /// x by a number; the name is the activation's with a suffix.
    std::string times(const Activate& op, const std::string& x, const char* suffix, double number) {
        const std::string name = value(op.y) + "." + suffix;
        return graph_.node("Mul", {x, graph_.constant(name + ".by", {1}, {static_cast<float>(number)})},
                           name);
    }
    /// y = x (1 + part) / 2
    void halfOfOneMore(const Activate& op, const std::string& part) {
        const std::string y = value(op.y);
        const std::string more =
            graph_.node("Add", {part, graph_.constant(y + ".one", {1}, {1.0F})}, y + ".more");
        graph_.node("Mul", {times(op, value(op.x), "half", 0.5), more}, y);
    }
    void add(const Dropout& op) { names_[op.y] = value(op.x); }
    /// Over the last axis of [n, T, C].
    void add(const Norm& op) {
        const std::string x = value(op.x), y = value(op.y);
        const std::vector<std::string> over{axes(2), attribute("keepdims", 1)};
        std::string centred = x;
        if (op.centred)
            centred =
                graph_.node("Sub", {x, graph_.node("ReduceMean", {x}, y + ".mean", over)}, y + ".centred");
        const std::string squared = graph_.node("Mul", {centred, centred}, y + ".squared");
        const std::string variance = graph_.node("ReduceMean", {squared}, y + ".variance", over);
        const std::string sum =
            graph_.node("Add", {variance, graph_.constant(y + ".epsilon", {1}, {op.eps})}, y + ".sum");
        const std::string deviation = graph_.node("Sqrt", {sum}, y + ".deviation");
        const std::string unit = graph_.node("Div", {centred, deviation}, y + ".unit");
        if (op.bias)
            graph_.node("Add", {scaled(op.weight, unit, y + ".scaled"), constant(*op.bias)}, y);
        else
            scaled(op.weight, unit, y);
    }
    void add(const Pool& op) {
        std::string x = value(op.x);
        const std::string y = value(op.y);
        if (op.kind == PoolingKind::Flatten) return addJoined(op);
        if (op.kind != PoolingKind::Max) return addWeighted(op);
        if (padded_ && op.masked) x = graph_.node("Add", {x, unsqueezed("mask.column", 2)}, y + ".masked");
        graph_.node("ReduceMax", {x}, y, {axes(1), attribute("keepdims", 0)});
    }
    /// All positions side by side, and zeros for those that there are not.
    void addJoined(const Pool& op) {
        const std::string y = value(op.y);
        const int most = program_.config.maxPositions;
        std::string x = value(op.x);
        if (padded_ && op.masked)
            x = graph_.node("Mul", {x, graph_.node("Unsqueeze", {mask_}, y + ".counted", {axes(2)})},
                            y + ".valid");
        if (length_ < most) {
            const auto T = size_t(length_);
            std::vector<float> rows(static_cast<size_t>(most) * T, 0.0F);
            for (size_t t = 0; t < T; ++t) rows[t * T + t] = 1;
            x = graph_.node("MatMul", {graph_.constant(y + ".rows", {1, most, length_}, rows), x},
                            y + ".padded");
        }
        graph_.node("Flatten", {x}, y, {attribute("axis", 1)});
    }
    /// The mean, first or last of the positions.
    void addWeighted(const Pool& op) {
        const std::vector<std::string> overPositions{axes(1), attribute("keepdims", 0)};
        const std::string x = value(op.x), y = value(op.y);
        const bool counts = padded_ && op.masked && op.kind != PoolingKind::First;
        if (op.kind == PoolingKind::Mean && !counts) {
            graph_.node("ReduceMean", {x}, y, overPositions);
            return;
        }
        std::vector<float> fixed(static_cast<size_t>(length_), 0.0F);  // weights of the positions
        (op.kind == PoolingKind::First ? fixed.front() : fixed.back()) = 1;
        std::string weights;
        if (!counts) {
            weights = graph_.constant(y + ".weights", {1, length_, 1}, fixed);
        } else {
            weights = graph_.node("Unsqueeze", {mask_}, y + ".counted", {axes(2)});
            if (op.kind == PoolingKind::Last) {  // 1 at the last valid position, where the mask falls to 0
                const auto T = size_t(length_);
                std::vector<float> difference(T * T, 0.0F);
                for (size_t t = 0; t < T; ++t) {
                    difference[t * T + t] = 1;
                    if (t + 1 < T) difference[t * T + t + 1] = -1;
                }
                weights = graph_.node(
                    "MatMul",
                    {graph_.constant(y + ".difference", {1, length_, length_}, difference), weights},
                    y + ".weights");
            }
        }
        const std::string sum = graph_.node("ReduceSum", {graph_.node("Mul", {x, weights}, y + ".weighted")},
                                            op.kind == PoolingKind::Mean ? y + ".sum" : y, overPositions);
        if (op.kind != PoolingKind::Mean) return;
        const std::string count = graph_.node("ReduceSum", {weights}, y + ".count", overPositions);
        graph_.node("Div", {sum, count}, y);
    }
    void add(const CrossEntropy&) {}

    /// The linear layer that reads the heads' values.
    [[nodiscard]] const Linear& outputOf(const Attention& attention) const {
        const auto found = std::ranges::find_if(program_.ops, [&](const Op& op) {
            const auto* linear = std::get_if<Linear>(&op);
            return linear && linear->x == attention.y;
        });
        if (found == program_.ops.end()) throw std::logic_error("nothing reads the heads' values");
        return std::get<Linear>(*found);
    }
    /// q, k or v (`part` 0, 1, 2) of a head: [n, T, HS].
    std::string projected(const Block& block, const std::string& name, size_t head, int part, size_t width,
                          float factor) {
        const HeadRows rows = headRows(program_.config, int(head), part);
        const auto first = size_t(rows.first);
        const ParameterId whole = block.of(rows.weight);
        const std::string weight =
            transposed(whole, name + ".weight", first, width, 0, size_t(info(whole).shape[1]), factor);
        const std::string x = value(block.attentionInput);
        if (!program_.config.bias) return graph_.node("MatMul", {x, weight}, name);
        std::vector<float> bias;
        for (const float number : values(block.of(rows.bias)).subspan(first, width))
            bias.push_back(factor * number);
        const std::string product = graph_.node("MatMul", {x, weight}, name + ".product");
        return graph_.node(
            "Add", {product, graph_.constant(name + ".bias", {static_cast<int64_t>(width)}, bias)}, name);
    }
    /// Rotary positions: x cos + (its halves changed, the first negated) sin. The change is a product, since
    /// no axis has to be split then.
    std::string turned(const std::string& x, size_t width) {
        if (!std::exchange(hasTurns_, true)) {
            const auto T = size_t(length_), half = width / 2;
            const Turns turns = rotaryTurns(program_);
            std::vector<float> cosines, sines, change(width * width, 0.0F);
            for (size_t t = 0; t < T; ++t)
                for (size_t d = 0; d < width; ++d) {
                    cosines.push_back(turns.cosines[t * half + d % half]);
                    sines.push_back(turns.sines[t * half + d % half]);
                }
            for (size_t d = 0; d < half; ++d) {
                change[(d + half) * width + d] = -1;
                change[d * width + d + half] = 1;
            }
            const auto columns = int64_t(width);
            graph_.constant("turn.cosines", {1, length_, columns}, cosines);
            graph_.constant("turn.sines", {1, length_, columns}, sines);
            graph_.constant("turn.change", {columns, columns}, change);
        }
        const std::string changed = graph_.node("MatMul", {x, "turn.change"}, x + ".changed");
        return graph_.node("Add",
                           {graph_.node("Mul", {x, "turn.cosines"}, x + ".cosine"),
                            graph_.node("Mul", {changed, "turn.sines"}, x + ".sine")},
                           x + ".turned");
    }
    /// By what ALiBi lowers the scores of a head: [1, T, T].
    std::string distances(const std::string& name, size_t head, size_t heads) {
        const auto T = size_t(length_);
        const double slope = alibiSlope(int(head), int(heads));
        std::vector<float> lower;
        for (size_t i = 0; i < T; ++i)
            for (size_t j = 0; j < T; ++j) lower.push_back(float(-slope * double(i > j ? i - j : j - i)));
        return graph_.constant(name, {1, length_, length_}, lower);
    }
    /// What is added to scores of keys behind the query: [1, T, T].
    std::string behindQuery() {
        if (!std::exchange(hasCausal_, true)) {
            const auto T = size_t(length_);
            std::vector<float> mask(T * T, 0.0F);
            for (size_t i = 0; i < T; ++i)
                std::fill_n(mask.begin() + ptrdiff_t(i * T + i) + 1, T - i - 1, farBelow);
            graph_.constant("causal", {1, length_, length_}, mask);
        }
        return "causal";
    }
    /// Head by head with the linear layers around it, so that no axis has to be split: the output layer is
    /// the sum of its pieces for each head.
    void add(const Attention& op) {
        const Block& block = program_.blocks[layerOf(program_, op)];
        const Linear& out = outputOf(op);
        const std::string map = tensor(op.probabilities).name, y = value(out.y);
        const auto heads = size_t(op.heads), width = size_t(tensor(op.y).shape.back()) / heads;
        std::string sum;
        for (size_t head = 0; head < heads; ++head) {
            const std::string number = "." + std::to_string(head), h = y + ".head" + number + ".";
            std::string q = projected(block, h + "q", head, 0, width, 1 / std::sqrt(float(width))),
                        k = projected(block, h + "k", head, 1, width, 1);
            if (writes<Rotate>(op.qkv)) q = turned(q, width), k = turned(k, width);
            const std::string v = projected(block, h + "v", head, 2, width, 1);
            const std::string turned =
                graph_.node("Transpose", {k}, h + "k.transposed", {attribute("perm", {0, 2, 1})});
            std::string scores = graph_.node("MatMul", {q, turned}, h + "scores");
            if (op.alibi)
                scores = graph_.node("Add", {scores, distances(h + "distances", head, heads)}, h + "lowered");
            if (padded_ && op.masked) scores = graph_.node("Add", {scores, "mask.row"}, h + "masked");
            if (op.causal) scores = graph_.node("Add", {scores, behindQuery()}, h + "causal");
            maps_.push_back(map + number);
            graph_.node("Softmax", {scores}, maps_.back(), {attribute("axis", 2)});
            const std::string mixed = graph_.node("MatMul", {maps_.back(), v}, h + "values");
            const std::string weight = transposed(out.weight, h + "output.weight", 0,
                                                  size_t(info(out.weight).shape[0]), head * width, width);
            const bool isLast = !out.bias && head + 1 == heads;
            const std::string written =
                graph_.node("MatMul", {mixed, weight}, isLast && head == 0 ? y : h + "output");
            sum = head == 0 ? written : graph_.node("Add", {sum, written}, isLast ? y : h + "sum");
        }
        if (out.bias) graph_.node("Add", {sum, constant(*out.bias)}, y);
    }

    /// Is the tensor the result of such an operation, or read by one?
    template <class Kind>
    [[nodiscard]] bool writes(TensorId id) const {
        return std::ranges::any_of(program_.ops, [&](const Op& op) {
            const auto* known = std::get_if<Kind>(&op);
            return known && known->y == id;
        });
    }
    template <class Kind>
    [[nodiscard]] bool isRead(TensorId id) const {
        const std::vector<size_t>& readers = readers_[id];
        return std::ranges::any_of(readers,
                                   [&](size_t i) { return std::holds_alternative<Kind>(program_.ops[i]); });
    }

    const Program program_;
    const int64_t length_, givenLength_;  ///< T, and without a class token
    const bool text_, padded_;
    const std::vector<std::vector<size_t>> readers_;  ///< Operations that read each tensor
    const std::span<const float> parameters_;
    onnx::Graph graph_;
    bool hasTurns_ = false;   ///< Those of turned are there
    bool hasCausal_ = false;  ///< The mask of behindQuery is there
    std::string mask_;        ///< 1 where there is no padding, [n, T]
    std::string given_;       ///< The input, where it is not token numbers
    /// Names of what is given, and of results of dropout, which does nothing here.
    std::map<TensorId, std::string> names_;
    std::vector<std::string> maps_;  ///< Names of the attention maps
};

}  // namespace

std::string toOnnx(const RunConfig& config, std::span<const float> parameters,
                   const std::map<std::string, std::string>& metadata) {
    return GraphWriter(config, parameters).write(metadata);
}

}  // namespace attx
