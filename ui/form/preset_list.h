// The presets as they are chosen: in teaching order, each with what it shows, how long it takes and what it
// fetches.
#pragma once
#include <QString>
#include <optional>
#include <string>

class QComboBox;
class QWidget;

namespace attx {

struct RunConfig;

/// For a configuration that is no preset.
inline constexpr const char* customPreset = "custom";

/// "Which words make a review good or poor? ~8 s": a sentence and, for the data that come with the program,
/// the time that this computer is likely to take; for others what is fetched first. Empty for one that is not
/// shipped. `flopsPerSecond`: measured here; 0: not yet; nothing: no time is said.
[[nodiscard]] QString presetLine(const std::string& name, std::optional<double> flopsPerSecond = 0);
/// What presetLine() ends with: "~8 s", or "downloads 84 MB".
[[nodiscard]] QString presetCost(const std::string& name, std::optional<double> flopsPerSecond = 0);
/// What to do in the field of `path` where settingToFill() names it; else empty.
[[nodiscard]] QString neededFiles(const RunConfig& config, const std::string& path);

/// A list of them, and "custom" behind the others; the data of its entries are their names.
[[nodiscard]] QComboBox* makePresetCombo(QWidget* parent);
/// Tells how long they take at the speed that was measured.
void setPresetSpeed(QComboBox& presets, double flopsPerSecond);

}  // namespace attx
