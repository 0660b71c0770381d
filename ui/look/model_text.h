// Words that stand in the model, in the language of the window (model/files/translatable.h marks them).
#pragma once
#include <QString>
#include <QStringList>
#include <cstddef>
#include <cstdint>
#include <string>

namespace attx {

struct DataConfig;
struct DataNames;
struct KeyInfo;

/// Of a key's label, help or choice, of a method of explanation, a preset's title, ...
[[nodiscard]] QString modelText(const char* text);
[[nodiscard]] QString modelText(const std::string& text);
/// A key of the configuration as the form calls it; by its path, where the form has none.
[[nodiscard]] QString keyText(const KeyInfo& key);
/// `text` of the model with the settings that it names by their paths, such as network.num_classes, as the
/// form calls them: “classes”.
[[nodiscard]] QString withSettingNames(QString text);
/// "red star (drawn)", the class of a shape that the program draws, or "vector 3", a member that has no other
/// name, in the language of the window; any other name as it is.
[[nodiscard]] QString drawnText(const QString& name);
[[nodiscard]] QString drawnText(const std::string& name);
/// The class `label` as the window shows it: names that the program made up are in its language, those of
/// files are as they are written there. Tables and JSON keep names.className().
[[nodiscard]] QString classText(const DataConfig& data, const DataNames& names, size_t label);
/// The same of all classes that have a name.
[[nodiscard]] QStringList classTexts(const DataConfig& data, const DataNames& names);
/// All words by which a key can be found: its name in the window, its path, its help and its choices.
[[nodiscard]] QString searchText(const KeyInfo& key);
/// Whether `text` has each of the words of `sought`, in whatever case; true for none.
[[nodiscard]] bool hasWords(const QString& text, const QString& sought);
/// Its value in the same words: a choice by its name, on or off, what 0 stands for ("no limit"), all else as
/// it is.
[[nodiscard]] QString valueText(const KeyInfo& key, const std::string& value);
/// "Copied: ..." for a notice: two lines of it at most.
[[nodiscard]] QString copiedText(const QString& line);
/// "66,698"; in German, where a comma begins the decimals, with thin spaces.
[[nodiscard]] QString countText(int64_t count);
/// A text with "66,698" in it.
[[nodiscard]] QString withCountMarks(QString text);

}  // namespace attx
