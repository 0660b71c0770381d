#include "model/foreign/hyper_parameters.h"

#include <algorithm>
#include <charconv>
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

struct FactName {
    const char* name;
    Fact fact;
};
// Those of PyTorch's modules, and what people call their own arguments.
constexpr FactName factNames[] = {{"num_heads", Fact::Heads},
                                  {"n_heads", Fact::Heads},
                                  {"nhead", Fact::Heads},
                                  {"n_head", Fact::Heads},
                                  {"heads", Fact::Heads},
                                  {"num_attention_heads", Fact::Heads},
                                  {"norm_first", Fact::NormFirst},
                                  {"pre_norm", Fact::NormFirst},
                                  {"prenorm", Fact::NormFirst},
                                  {"normalize_before", Fact::NormFirst},
                                  {"activation", Fact::Activation},
                                  {"activation_fn", Fact::Activation},
                                  {"hidden_act", Fact::Activation},
                                  {"head_activation", Fact::HeadActivation},
                                  {"head_act", Fact::HeadActivation},
                                  {"classifier_activation", Fact::HeadActivation},
                                  {"classifier_act", Fact::HeadActivation},
                                  {"pooler_activation", Fact::HeadActivation},
                                  {"causal", Fact::Causal},
                                  {"is_causal", Fact::Causal},
                                  {"layer_norm_eps", Fact::Epsilon},
                                  {"layer_norm_epsilon", Fact::Epsilon}};

const FactName* factNamed(const std::string& name) {
    const auto* const found =
        std::ranges::find_if(factNames, [&](const FactName& known) { return name == known.name; });
    return found == std::end(factNames) ? nullptr : found;
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
        const FactName* known = factNamed(name);
        std::string text = known ? scalarText(tree, value) : std::string();
        if (!text.empty() && said_[known->fact].size() < mostSaid)
            said_[known->fact].push_back({std::move(text), place + name});
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
    int number = 0;
    if (!value) return std::nullopt;
    const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
    if (error != std::errc() || end != value->data() + value->size() || number < 1) return std::nullopt;
    return number;
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
