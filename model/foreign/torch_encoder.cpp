#include "model/foreign/torch_encoder.h"

#include <algorithm>
#include <array>
#include <optional>

#include "model/exchange/names.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/named_tensors.h"

namespace attx {
namespace {

using Tensors = std::map<std::string, StoredTensor>;

bool holdsAny(const std::string& text, const auto& words) {
    return std::ranges::any_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
}

/// A layer before or behind the encoder: nn.Linear's weight [out, in], or nn.Embedding's [words, C].
struct Outer {
    std::string name;
    int64_t rows = 0, columns = 0;
    bool bias = false;

    /// Without a bias it may be nn.Linear with bias=False, too: turned round, so that only a square can be
    /// mistaken, and its name has to tell.
    [[nodiscard]] bool isSquareTable() const { return !bias && rows == columns; }
    [[nodiscard]] bool soundsLikeEmbedding() const { return lowered(name).find("emb") != std::string::npos; }
    [[nodiscard]] bool soundsLikeLinear() const {
        return !soundsLikeEmbedding() && holdsAny(lowered(name), linearWords);
    }
    [[nodiscard]] bool isEmbedding() const { return !bias && !(isSquareTable() && soundsLikeLinear()); }
    [[nodiscard]] bool canRead(int64_t width) const { return (bias ? rows : columns) == width; }
    [[nodiscard]] bool canAnswer(int64_t width) const { return bias && columns == width; }
    /// From what the encoder gives of all positions, joined.
    [[nodiscard]] bool canJoin(int64_t width) const {
        return bias && columns > width && columns % width == 0;
    }
    /// By its name, where the shapes do not tell.
    [[nodiscard]] bool soundsLikeOutput() const { return holdsAny(lowered(name), outputWords); }

    /// "fc." of "fc.3." and "fc" of "fc2.": the name without its number.
    [[nodiscard]] std::string stem() const {
        return name.substr(0, name.find_last_not_of("0123456789.") + 1);
    }
    [[nodiscard]] int number() const {
        const std::string digits = name.substr(stem().size());
        const size_t at = digits.find_first_of("0123456789");
        constexpr size_t mostDigits = 6;
        return at == std::string::npos || digits.size() - at > mostDigits ? -1 : std::stoi(digits.substr(at));
    }

private:
    static constexpr std::array linearWords{"lin", "proj", "fc", "dense", "input"};
    static constexpr std::array outputWords{"out", "class", "head", "fc", "decode", "pred"};
};

/// What stands around the encoder, by names and shapes.
class Surroundings {
public:
    Surroundings(Tensors& rest, int64_t width, ForeignCheckpoint& checkpoint, const std::string& source)
        : rest_(rest), width_(width), checkpoint_(checkpoint), source_(source) {}

    void rename() {
        takeTable();
        for (const auto& [name, tensor] : rest_)
            if (tensor.shape.size() == 2 && (name == "weight" || name.ends_with(".weight"))) {
                Outer outer{name.substr(0, name.size() - std::string("weight").size()), tensor.shape[0],
                            tensor.shape[1]};
                outer.bias = rest_.contains(outer.name + "bias");
                outer_.push_back(std::move(outer));
            }
        takeTwoLayerHead();
        choose();
        if (input_ && input_->isSquareTable() && !input_->soundsLikeEmbedding() &&
            !input_->soundsLikeLinear())
            throw inputError(source_ + ": tensor " + shortened(input_->name) + "weight " +
                             shapeText(rest_.at(input_->name + "weight").shape) +
                             ": a square without a bias is an nn.Embedding, or an nn.Linear with bias=False, "
                             "which reads it turned round. Name it so that it tells, \"embedding\" or "
                             "\"linear\".");
        if (input_ && input_->isEmbedding())
            checkpoint_.file.tensors[parameterName(Role::EmbeddingTable)] = take(input_->name + "weight");
        else
            put(Role::InputWeight, Role::InputBias, input_);
        put(Role::ClassifierWeight, Role::ClassifierBias, output_);
        if (!rest_.empty()) refuse(rest_.begin()->first);
    }

private:
    [[noreturn]] void refuse(const std::string& name, const std::string& why = {}) const {
        throw inputError(
            source_ + ": tensor " + shortened(name) + " " + shapeText(rest_.at(name).shape) + ": " + why +
            (why.empty() ? "around" : "Around") + " an nn.TransformerEncoder of width " +
            std::to_string(width_) +
            " only one input layer (nn.Embedding, or nn.Linear to that width), one output layer "
            "(nn.Linear from it or from all positions joined; or two under one name with numbers, "
            "as fc.0 and fc.3) and the "
            "table of positions \"pe\" can be opened. Save the "
            "encoder's state_dict() by itself, or with such layers.");
    }
    /// The buffer "pe" [positions, 1, C] of PyTorch's tutorial, or [1, positions, C].
    void takeTable() {
        const auto found = std::ranges::find_if(rest_, [](const auto& entry) {
            return ("." + entry.first).ends_with(std::string(".") + tutorialTableName);
        });
        if (found == rest_.end()) return;
        StoredTensor table = std::move(found->second);
        rest_.erase(found);
        if (table.shape.size() == 3 && table.shape[1] == 1) std::swap(table.shape[0], table.shape[1]);
        checkpoint_.file.tensors[sineTableName] = std::move(table);
    }
    void choose() {
        std::string answers;
        for (const Outer& outer : outer_) {
            if (!outer.canRead(width_) && !outer.canAnswer(width_) && !outer.canJoin(width_))
                refuse(outer.name + "weight");
            if (outer.canAnswer(width_))
                answers += (answers.empty() ? "" : ", ") + shortened(outer.name) + "weight";
        }
        if (outer_.size() > 2)
            refuse(outer_.back().name + "weight", "Several layers could be the output: " + answers + ". ");
        bool joined = false;
        const auto fits = [&](const Outer* in, const Outer* out) {
            return (!in || in->canRead(width_)) &&
                   (!out || (joined ? out->canJoin(width_) : out->canAnswer(width_)));
        };
        if (outer_.empty()) return;
        const Outer* a = outer_.data();
        if (hasHead_) {
            input_ = a;
            return;
        }
        const Outer* b = outer_.size() == 2 ? &outer_[1] : nullptr;
        joined = !fits(a, b) && !fits(b, a);
        const bool ab = fits(a, b), ba = fits(b, a);
        if (!ab && !ba) refuse(a->name + "weight");
        bool firstIsInput = ab;
        if (ab && ba) {  // squares, told by their names
            firstIsInput = !a->soundsLikeOutput();
            if (b && firstIsInput != b->soundsLikeOutput()) refuse(a->name + "weight");
        }
        input_ = firstIsInput ? a : b;
        output_ = firstIsInput ? b : a;
    }
    /// Two layers that are numbered under one name, the first of which reads what the encoder gives and the
    /// second what the first gives: "fc.0" and "fc.3" of an nn.Sequential, or "fc1" and "fc2". Where only two
    /// layers stand around the encoder, one may be in front of it.
    void takeTwoLayerHead() {
        if (outer_.size() == 3 && !takeTwoLayerHead(&Outer::canAnswer))
            (void)takeTwoLayerHead(&Outer::canJoin);
    }
    bool takeTwoLayerHead(bool (Outer::*reads)(int64_t) const) {
        for (size_t last = outer_.size(); last-- > 0;)
            for (size_t first = 0; first < outer_.size(); ++first) {
                const Outer &a = outer_[first], &b = outer_[last];
                if (first == last || !(a.*reads)(width_) || !b.bias || b.columns != a.rows ||
                    a.stem() != b.stem() || a.number() >= b.number() ||
                    !outer_[3 - first - last].canRead(width_))
                    continue;
                putTwoLayerHead(checkpoint_, take(a.name + "weight"), take(a.name + "bias"),
                                take(b.name + "weight"), take(b.name + "bias"), source_);
                outer_ = {outer_[3 - first - last]};
                hasHead_ = true;
                return true;
            }
        return false;
    }
    StoredTensor take(const std::string& name) {
        const auto found = rest_.find(name);
        StoredTensor tensor = std::move(found->second);
        rest_.erase(found);
        return tensor;
    }
    void put(Role weight, Role bias, const Outer* layer) {
        if (!layer) return;
        checkpoint_.file.tensors[parameterName(weight)] = take(layer->name + "weight");
        if (layer->bias)
            checkpoint_.file.tensors[parameterName(bias)] = take(layer->name + "bias");
        else
            putZeros(checkpoint_.file, bias, int(width_));
    }

    Tensors& rest_;
    const int64_t width_;
    ForeignCheckpoint& checkpoint_;
    const std::string& source_;
    std::vector<Outer> outer_;
    const Outer* input_ = nullptr;
    const Outer* output_ = nullptr;
    bool hasHead_ = false;  ///< Whether a head of two layers was found; they are not in outer_ any more
};

}  // namespace

void renameTorchEncoder(ForeignCheckpoint& checkpoint, const std::string& source) {
    Tensors& all = checkpoint.file.tensors;
    const std::string anchor = nameIn(torchEncoderNames, Role::QkvWeight, 0);
    const auto found = std::ranges::find_if(all, [&](const auto& entry) {
        const std::string& name = entry.first;
        return name == anchor || name.ends_with("." + anchor);
    });
    if (found == all.end()) return;
    const std::string prefix = found->first.substr(0, found->first.size() - anchor.size());
    const std::vector<int64_t> shape = found->second.shape;
    if (shape.size() != 2 || shape[0] != 3 * shape[1])
        throw inputError(source + ": tensor " + shortened(found->first) +
                         ": expected [3 width, width], found " + shapeText(shape) + ".");
    Tensors ours, rest;
    for (auto& [name, tensor] : all) {
        if (!name.starts_with(prefix) || !beginsLike(torchEncoderNames, name.substr(prefix.size()))) {
            rest.emplace(name, std::move(tensor));
            continue;
        }
        const std::optional<NamedParameter> known =
            parameterNamed(torchEncoderNames, name.substr(prefix.size()));
        if (!known)
            throw inputError(
                source + ": tensor " + shortened(name) +
                ": nn.TransformerEncoder has none of that name, and nothing else can be computed here in its "
                "place.");
        ours.emplace(known->ours(), std::move(tensor));
    }
    all = std::move(ours);
    checkpoint.rowsByKind = true;
    const bool asInTheNotebooks = std::ranges::any_of(
        rest, [](const auto& entry) { return entry.first.ends_with(parameterName(Role::InputWeight)); });
    if (asInTheNotebooks)
        all.merge(rest);
    else
        Surroundings(rest, shape[1], checkpoint, source).rename();
}

bool lacksInput(const ForeignCheckpoint& checkpoint) {
    const Tensors& tensors = checkpoint.file.tensors;
    return checkpoint.rowsByKind && !tensors.contains(parameterName(Role::InputWeight)) &&
           !tensors.contains(parameterName(Role::EmbeddingTable));
}

bool lacksOutput(const ForeignCheckpoint& checkpoint) {
    const Tensors& tensors = checkpoint.file.tensors;
    return checkpoint.rowsByKind && !tensors.contains(parameterName(Role::OutputLogitsWeight)) &&
           !tensors.contains(parameterName(Role::ClassifierWeight));
}

void dealAmongHeads(ForeignCheckpoint& checkpoint, const NetworkConfig& network) {
    Tensors& tensors = checkpoint.file.tensors;
    const int width = network.modelDim;
    if (!checkpoint.rowsByKind || tensors.at(parameterName(Role::QkvWeight, 0)).shape[1] != width)
        return;  // shapes will say it
    if (lacksInput(checkpoint)) putIdentity(checkpoint.file, Role::InputWeight, Role::InputBias, width);
    if (lacksOutput(checkpoint))
        putIdentity(checkpoint.file, Role::ClassifierWeight, Role::ClassifierBias, width);
    for (int layer = 0; layer < network.numLayers; ++layer)
        for (const Role role : {Role::QkvWeight, Role::QkvBias}) {
            const auto found = tensors.find(parameterName(role, layer));
            auto* values =
                found == tensors.end() ? nullptr : std::get_if<std::vector<float>>(&found->second.values);
            if (!values || found->second.shape.empty() || found->second.shape[0] != 3 * int64_t{width} ||
                network.numHeads * network.headDim() != width)
                continue;
            *values = byHead(*values, network);
        }
    checkpoint.rowsByKind = false;
}

}  // namespace attx
