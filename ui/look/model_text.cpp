#include "ui/look/model_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <variant>

#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/data/drawn_shapes.h"
#include "model/network/parameter_table.h"
#include "ui/look/translate.h"

namespace attx {

QString modelText(const char* text) { return QCoreApplication::translate("model", text); }

QString modelText(const std::string& text) { return modelText(text.c_str()); }

QString keyText(const KeyInfo& key) {
    if (key.path == "preset") return tr("preset");
    return key.form.label ? modelText(key.form.label) : QString::fromStdString(key.path);
}

QString withSettingNames(QString text) {
    static const QRegularExpression path(
        QStringLiteral(R"((?<![\w/\\.-])(network|data|training)\.[a-z_0-9]+\b)"));
    QRegularExpressionMatch match;
    for (qsizetype from = 0; (from = text.indexOf(path, from, &match)) >= 0;) {
        const auto& keys = runConfigKeys();
        const auto key = std::ranges::find(keys, match.captured().toStdString(), &KeyInfo::path);
        const bool isNamed = key != keys.end() && key->form.label;
        //: The name of a setting in a sentence.
        const QString name = isNamed ? tr("“%1”").arg(keyText(*key)) : match.captured();
        text.replace(from, match.capturedLength(), name);
        from += name.size();
    }
    return text;
}

namespace {

/// What 0 says as the value of `key`, where it is no number of anything: "all processors"; else "0".
QString zeroText(const KeyInfo& key) {
    struct Zero {
        const char *path, *text;
    };
    static constexpr Zero zeros[] = {
        {"threads", QT_TRANSLATE_NOOP("attx", "all processors")},
        {"network.kv_heads", QT_TRANSLATE_NOOP("attx", "as many as heads")},
        {"network.key_dim", QT_TRANSLATE_NOOP("attx", "model dimension / heads")},
        {"network.pooler_dim", QT_TRANSLATE_NOOP("attx", "as large as the model dimension")},
        {"network.dim_feedforward", QT_TRANSLATE_NOOP("attx", "none")},
        {"network.token_types", QT_TRANSLATE_NOOP("attx", "none")},
        {"training.max_steps", QT_TRANSLATE_NOOP("attx", "no limit")},
        {"training.clip_norm", QT_TRANSLATE_NOOP("attx", "off")},
        {"training.target_accuracy", QT_TRANSLATE_NOOP("attx", "off")},
        {"training.patience", QT_TRANSLATE_NOOP("attx", "off")},
        {"training.checkpoint_seconds", QT_TRANSLATE_NOOP("attx", "an epoch's work")},
    };
    for (const Zero& zero : zeros)
        if (key.path == zero.path) return tr(zero.text);
    return QStringLiteral("0");
}

}  // namespace

QString valueText(const KeyInfo& key, const std::string& value) {
    if (key.path == "preset") return value == "custom" ? tr("custom") : modelText(presetTitle(value));
    if (value == "0") return zeroText(key);
    RunConfig scratch;
    if (std::holds_alternative<bool*>(key.place(scratch)))
        //: The value of a setting that has a box to tick.
        return value == "true" ? tr("on") : tr("off");
    const auto choice = std::ranges::find(key.choices, value);
    const auto place = size_t(choice - key.choices.begin());
    return place < key.form.choices.size() ? modelText(key.form.choices[place])
                                           : QString::fromStdString(value);
}

QString drawnText(const QString& name) {
    const QString mark = QLatin1String(drawnMark);
    if (!name.endsWith(mark)) {
        const QString kind = name.section(QLatin1Char(' '), 0, 0), number = name.section(QLatin1Char(' '), 1);
        bool isNumber = false;
        (void)number.toInt(&isNumber);
        if (!isNumber) return name;
        //: A member of a set before there are images, which is empty.
        if (kind == QLatin1String("blank")) return tr("blank %1").arg(number);
        //: A vector of a set whose numbers are drawn.
        if (kind == QLatin1String("drawn")) return tr("drawn %1").arg(number);
        if (kind == QLatin1String("vector")) return tr("vector %1").arg(number);
        return name;
    }
    const QString shape = name.chopped(mark.size()), translated = modelText(shape.toStdString());
    //: A class of shapes that the program draws: "red star (drawn)".
    return translated == shape ? name : tr("%1 (drawn)").arg(translated);
}

QString drawnText(const std::string& name) { return drawnText(QString::fromStdString(name)); }

QString classText(const DataConfig& data, const DataNames& names, size_t label) {
    if (label >= names.classes.size()) return tr("class %1").arg(label);
    const bool isGenerated = isText(data) && data.path.empty() && !names.isPublished;
    return isGenerated ? modelText(names.classes[label]) : drawnText(names.classes[label]);
}

QStringList classTexts(const DataConfig& data, const DataNames& names) {
    QStringList texts;
    for (size_t label = 0; label < names.classes.size(); ++label) texts << classText(data, names, label);
    return texts;
}

QString copiedText(const QString& line) {
    constexpr qsizetype mostShown = 160;
    return tr("Copied: %1").arg(line.size() > mostShown ? line.left(mostShown) + QStringLiteral(" …") : line);
}

QString countText(int64_t count) { return withCountMarks(QString::fromStdString(grouped(count))); }

QString withCountMarks(QString text) {
    //: What stands between the thousands of a count.
    return text.replace(QLatin1Char(','), tr(","));
}

QString searchText(const KeyInfo& key) {
    QStringList words{keyText(key), modelText(key.help), QString::fromStdString(key.path)};
    for (const char* choice : key.form.choices) words << modelText(choice);
    return words.join(QLatin1Char(' '));
}

bool hasWords(const QString& text, const QString& sought) {
    const QStringList words = sought.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace attx
