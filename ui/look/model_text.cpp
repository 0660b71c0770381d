#include "ui/look/model_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <variant>

#include "model/config/keys.h"
#include "model/network/parameter_table.h"

namespace attx {

QString modelText(const char* text) { return QCoreApplication::translate("model", text); }

QString modelText(const std::string& text) { return modelText(text.c_str()); }

QString keyText(const KeyInfo& key) {
    if (key.path == "preset") return QCoreApplication::translate("attx", "preset");
    return key.form.label ? modelText(key.form.label) : QString::fromStdString(key.path);
}

QString valueText(const KeyInfo& key, const std::string& value) {
    RunConfig scratch;
    if (std::holds_alternative<bool*>(key.place(scratch)))
        //: The value of a setting that has a box to tick.
        return value == "true" ? QCoreApplication::translate("attx", "on")
                               : QCoreApplication::translate("attx", "off");
    const auto choice = std::find(key.choices.begin(), key.choices.end(), value);
    const auto place = static_cast<size_t>(choice - key.choices.begin());
    return place < key.form.choices.size() ? modelText(key.form.choices[place])
                                           : QString::fromStdString(value);
}

QString countText(int64_t count) { return withCountMarks(QString::fromStdString(grouped(count))); }

QString withCountMarks(QString text) {
    //: What stands between the thousands of a count.
    return text.replace(QLatin1Char(','), QCoreApplication::translate("attx", ","));
}

QString searchText(const KeyInfo& key) {
    QStringList words{keyText(key), modelText(key.help), QString::fromStdString(key.path)};
    for (const char* choice : key.form.choices) words << modelText(choice);
    return words.join(QLatin1Char(' '));
}

bool hasWords(const QString& text, const QString& sought) {
    const QStringList words = sought.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace attx
