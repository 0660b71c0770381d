// The keys of a configuration, a row each: the form, --set, JSON and lists of keys are made from here.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/config/config.h"

namespace attx {

/// What the form has of a key. Texts are English; the window translates them.
struct KeyForm {
    const char* label = nullptr;  ///< null: the key has no field of its own
    double step = 0;              ///< Step of the arrows; 0: 1 for whole numbers, no arrows for real ones
    bool (*isRelevant)(const RunConfig& config) = nullptr;  ///< null: it always means something
    std::vector<const char*> choices = {};  ///< Labels of an enumeration's values in the form, in its order
};

/// An enumeration by the place of its value among the choices.
struct ChoicePlace {
    std::function<int()> get;
    std::function<void(int)> set;
};
using KeyPlace = std::variant<int*, uint64_t*, double*, bool*, std::string*, ChoicePlace>;

struct KeyInfo {
    std::string path;                  ///< Path in the form of setByPath(): "network.num_heads"
    std::string help;                  ///< one sentence that teaches what the value does
    double minimum = 0, maximum = 0;   ///< Limits of a number, both allowed; 0, 0: seeds and other types
    std::vector<std::string> choices;  ///< Spellings of an enumeration's values in JSON; else empty
    KeyForm form;
    std::function<KeyPlace(RunConfig&)> place;  ///< its value in a configuration
};
[[nodiscard]] const std::vector<KeyInfo>& runConfigKeys();
/// Also of a former key the one that it is now. Throws Error::Kind::Input if there is no such key.
[[nodiscard]] const KeyInfo& keyInfo(std::string_view path);
/// Part of the network that no one chooses: what it reads and answers.
[[nodiscard]] bool followsFromTask(const KeyInfo& key);

/// A key of earlier versions that was true or false: files, --set, sweeps and lessons still know it.
struct FormerKey {
    const char *path, *now, *ifTrue, *ifFalse;
};
/// Null if `path` is not one of them.
[[nodiscard]] const FormerKey* formerKey(std::string_view path);

/// What other programs let one choose and this one does not: files carry it as assumed, --set confirms it.
struct FixedKey {
    const char *path, *value, *what;
};
/// Null if `path` is not one of them.
[[nodiscard]] const FixedKey* fixedKey(std::string_view path);

}  // namespace attx
