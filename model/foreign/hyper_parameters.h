// What a file says of its network beside the tensors, wherever it stands: among Lightning's hyper-parameters,
// under "args", "config" or "model" in them, or next to the weights.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/activation.h"

namespace attx {

enum class Pooler;
class Tree;
struct TreeValue;

/// A fact about networks, with the names that programs have for it.
enum class Fact { Heads, NormFirst, Activation, HeadActivation, Causal, Epsilon };

class HyperParameters {
public:
    /// Reads the scalars below `root` that have one of the known names. Its maps count for the tree's budget.
    void gather(Tree& tree, const TreeValue& root);

    /// The value that the file gives to a fact; nothing: it says nothing. Throws Error::Kind::Input that
    /// names `source` where it says two things.
    [[nodiscard]] std::optional<std::string> valueOf(Fact fact, const std::string& source) const;
    /// Of a fact that is yes or no.
    [[nodiscard]] std::optional<bool> isTrue(Fact fact, const std::string& source) const;
    [[nodiscard]] std::optional<int> wholeNumber(Fact fact, const std::string& source) const;

private:
    void gatherBelow(Tree& tree, const TreeValue& map, const std::string& place, int depth);

    struct Said {
        std::string value, place;  ///< place: "hyper_parameters.args.nhead"
    };
    std::map<Fact, std::vector<Said>> said_;
};

/// Ours of what PyTorch, Keras and Hugging Face call an activation, in small letters; none for others.
[[nodiscard]] std::optional<Activation> activationNamed(std::string_view name);

/// The same of what stands between the two layers of an output.
[[nodiscard]] std::optional<Pooler> poolerNamed(std::string_view name);

}  // namespace attx
