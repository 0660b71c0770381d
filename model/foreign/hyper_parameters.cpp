#include "model/foreign/hyper_parameters.h"

#include <algorithm>
#include <utility>

#include "model/config/config.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/tree.h"

namespace attx {
namespace {

using Kind = TreeValue::Kind;

constexpr int deepestHyperMap = 5;
constexpr size_t longestValue = 64;  // they are numbers, and names of functions
constexpr size_t mostSaid = 16;      // values of one fact

/// By the names of PyTorch's modules, and what people call their own arguments.
std::optional<Fact> factNamed(const std::string& name) {
    static const std::map<Fact, std::vector<std::string>> facts{
        {Fact::Heads, {"num_heads", "n_heads", "nhead", "n_head", "heads", "num_attention_heads"}},
        {Fact::NormFirst, {"norm_first", "pre_norm", "prenorm", "normalize_before"}},
        {Fact::Activation, {"activation", "activation_fn", "hidden_act"}},
        {Fact::HeadActivation,
         {"head_activation", "head_act", "classifier_activation", "classifier_act", "pooler_activation"}},
        {Fact::Causal, {"causal", "is_causal"}},
        {Fact::Epsilon, {"layer_norm_eps", "layer_norm_epsilon"}}};
    for (const auto& [fact, names] : facts)
        if (std::ranges::find(names, name) != names.end()) return fact;
    return std::nullopt;
}

/// A scalar as text, of a function its name; empty: something else.
std::string scalarText(const Tree& tree, const TreeValue& value) {
    if (value.kind == Kind::Integer) return std::to_string(value.integer);
    if (value.kind == Kind::Real) return shortest(value.real);
    if (value.kind == Kind::Boolean) return value.integer ? "true" : "false";
    if (value.kind != Kind::Text && value.kind != Kind::Name) return {};
    const std::string& text = tree.textOf(value);
    if (text.size() > longestValue) return {};
    return value.kind == Kind::Name ? text.substr(text.rfind('.') + 1) : text;
}

}  // namespace

void HyperParameters::gather(Tree& tree, const TreeValue& root) { gatherBelow(tree, root, "", 0); }

void HyperParameters::gatherBelow(Tree& tree, const TreeValue& map, const std::string& place, int depth) {
    if (map.kind != Kind::Map || depth > deepestHyperMap) return;
    const std::vector<TreeValue>& entries = tree.items(map);
    tree.spend(1 + std::ssize(entries) / 2);  // maps may hold each other
    for (size_t i = 0; i + 1 < entries.size(); i += 2) {
        if (entries[i].kind != Kind::Text) continue;
        const TreeValue& value = entries[i + 1];
        const std::string& name = tree.textOf(entries[i]);
        if (name.size() > longestValue) continue;
        if (value.kind == Kind::Map) {
            gatherBelow(tree, value, place + name + ".", depth + 1);
            continue;
        }
        const std::optional<Fact> known = factNamed(name);
        std::string text = known ? scalarText(tree, value) : std::string();
        if (!text.empty() && said_[*known].size() < mostSaid)
            said_[*known].push_back({std::move(text), place + name});
    }
}

std::optional<std::string> HyperParameters::valueOf(Fact fact, const std::string& source) const {
    const auto found = said_.find(fact);
    if (found == said_.end()) return std::nullopt;
    const Said& first = found->second.front();
    for (const Said& other : found->second)
        if (lowered(other.value) != lowered(first.value))
            throw inputError(source + ": the file contradicts itself: " + shortened(first.place) + " is " +
                             first.value + ", and " + shortened(other.place) + " is " + other.value +
                             ". Save the weights alone (state_dict()), and say with --set which it is.");
    return first.value;
}

std::optional<bool> HyperParameters::isTrue(Fact fact, const std::string& source) const {
    const std::optional<std::string> value = valueOf(fact, source);
    if (!value) return std::nullopt;
    const std::string text = lowered(*value);
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    return std::nullopt;
}

std::optional<int> HyperParameters::wholeNumber(Fact fact, const std::string& source) const {
    const std::optional<std::string> value = valueOf(fact, source);
    const std::optional<int> number = value ? numberIn<int>(*value) : std::nullopt;
    return number > 0 ? number : std::nullopt;
}

std::optional<Activation> activationNamed(std::string_view name) {
    static constexpr std::pair<std::string_view, Activation> names[] = {
        {"relu", Activation::Relu},         {"gelu", Activation::Gelu}, {"gelu_tanh", Activation::GeluTanh},
        {"gelu_new", Activation::GeluTanh}, {"silu", Activation::Silu}, {"swish", Activation::Silu}};
    for (const auto& [known, activation] : names)
        if (name == known) return activation;
    return std::nullopt;
}

std::optional<Pooler> poolerNamed(std::string_view name) {
    if (name == "tanh") return Pooler::Tanh;
    switch (activationNamed(name).value_or(Activation::Tanh)) {
        case Activation::Relu:
            return Pooler::Relu;
        case Activation::Gelu:
            return Pooler::Gelu;
        case Activation::GeluTanh:
            return Pooler::GeluTanh;
        case Activation::Silu:
            return Pooler::Silu;
        default:
            return std::nullopt;
    }
}

}  // namespace attx
