#include "ui/figures/runs/run_axis.h"

#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/sweeps/run_notes.h"
#include "model/sweeps/sweep.h"
#include "ui/figures/figure.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr double logarithmicFrom = 20;  // times the smallest value
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr size_t mostMarks = 8;      // different values of an axis that are all written beside it
constexpr qsizetype mostInName = 5;  // keys that the name of a group says
constexpr int marksBetween = 4;      // Approximate number of round numbers otherwise

void chooseScale(RunAxis& axis) {
    double low = INFINITY, high = -INFINITY;
    for (const double value : axis.values)
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    axis.logarithmic = axis.choices.isEmpty() && low > 0 && high >= logarithmicFrom * low;
}

template <class Value>
RunAxis resultAxis(const RunTable& table, const char* name, const QString& title, Value valueOf) {
    RunAxis axis{QString::fromLatin1(name), title, {}, {}, {}, false};
    for (const RunRow& row : table.rows) axis.values.push_back(valueOf(row));
    return axis;
}

}  // namespace

std::string csvValue(const RunAxis& axis, size_t run) {
    const double value = axis.values[run];
    return axis.choices.isEmpty() || std::isnan(value) ? csvNumber(value)
                                                       : csvField(axis.choices.value(int(value)));
}

RunAxis keyAxis(const RunTable& table, size_t key) {
    const KeyInfo& info = keyInfo(table.keys[key]);
    RunAxis axis{QString::fromStdString(table.keys[key]), keyText(info), {}, {}, {}, false};
    const bool number = isNumber(info);
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const QString value = QString::fromStdString(table.values[row][key]);
        if (!table.rows[row].config) {
            axis.values.push_back(nothing);
        } else if (number) {
            axis.values.push_back(value.toDouble());
        } else {
            if (!axis.choices.contains(value)) {
                axis.choices << value;
                axis.words << valueText(info, table.values[row][key]);
            }
            axis.values.push_back(double(axis.choices.indexOf(value)));
        }
    }
    chooseScale(axis);
    return axis;
}

RunAxis secondsAxis(const RunTable& table) {
    RunAxis axis = resultAxis(table, "seconds", QObject::tr("time (s)"), [](const RunRow& row) {
        return row.state == RunStatus::Finished && row.result ? row.result->seconds : nothing;
    });
    chooseScale(axis);
    return axis;
}

RunAxis bestValidationAxis(const RunTable& table) {
    return resultAxis(table, "val_acc", QObject::tr("best validation accuracy"), [](const RunRow& row) {
        return row.result && row.result->epochs > 0 ? row.result->validationAccuracy : nothing;
    });
}

QString groupText(const RunGroup& group, const RunTable& table) {
    QStringList texts;
    for (const auto& [path, value] : group.values) {
        const KeyInfo& key = keyInfo(path);
        texts << keyText(key) + QLatin1Char(' ') + valueText(key, value);
    }
    if (texts.size() > mostInName && !group.rows.empty()) {
        const QString first = nameOfRun(QString::fromStdString(table.rows[group.rows.front()].path));
        return group.rows.size() == 1 ? first
                                      : QObject::tr("%1 and %2 more").arg(first).arg(group.rows.size() - 1);
    }
    if (!texts.isEmpty()) return texts.join(QStringLiteral(", "));
    return group.name.empty() ? QObject::tr("all") : QString::fromStdString(group.name);
}

QString statesText(const std::map<RunStatus, size_t>& counts) {
    QStringList texts;
    for (const auto& [state, count] : counts)
        texts << QStringLiteral("%1: %2").arg(modelText(toString(state))).arg(count);
    return texts.join(QStringLiteral(", "));
}

std::map<RunStatus, size_t> stillOpen(const RunTable& table) {
    std::map<RunStatus, size_t> counts;
    for (const RunRow& row : table.rows)
        if (row.state != RunStatus::Finished && row.state != RunStatus::Waiting && row.result)
            ++counts[row.state];
    return counts;
}

QString runName(const RunRow& row) {
    return row.notes.name.empty() ? QFileInfo(QString::fromStdString(row.path)).fileName()
                                  : QString::fromStdString(row.notes.name);
}

namespace {

/// "learning rate 0.001", but "RMSNorm": a value that is a word of its own is short enough to be seen whole.
QString settingText(const KeyInfo& key, const std::string& value) {
    constexpr std::string_view bare[] = {"none", "auto", "true", "false"};
    const QString text = valueText(key, value);
    const bool isWord = !key.choices.empty() && std::ranges::find(bare, value) == std::end(bare);
    return isWord ? text : keyText(key) + QLatin1Char(' ') + text;
}

}  // namespace

QStringList runNames(const RunTable& table) {
    struct Numbered {
        size_t first = 0;           // a row of it
        std::vector<char> differs;  // [keys]
    };
    const auto isNumbered = [&](size_t row) {
        bool number = false;
        static_cast<void>(QFileInfo(QString::fromStdString(table.rows[row].path)).fileName().toUInt(&number));
        return number && table.rows[row].config;
    };
    const auto folderOf = [&](size_t row) {
        return QFileInfo(QString::fromStdString(table.rows[row].path)).path();
    };
    const size_t keys = chosenKeys(table);
    std::map<QString, Numbered> sweeps;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        if (!isNumbered(row)) continue;
        Numbered& sweep =
            sweeps.try_emplace(folderOf(row), Numbered{row, std::vector<char>(keys)}).first->second;
        for (size_t key = 0; key < keys; ++key)
            if (table.values[row][key] != table.values[sweep.first][key]) sweep.differs[key] = 1;
    }
    QStringList names;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        QStringList texts;
        const bool isUnnamed = isNumbered(row) && table.rows[row].notes.name.empty();
        if (isUnnamed) {
            const Numbered& sweep = sweeps.at(folderOf(row));
            for (size_t key = 0; key < keys; ++key)
                if (sweep.differs[key]) {
                    const KeyInfo& info = keyInfo(table.keys[key]);
                    texts << settingText(info, table.values[row][key]);
                }
        }
        names << (!texts.isEmpty() ? texts.join(QStringLiteral(" · "))
                  : isUnnamed      ? nameOfRun(QString::fromStdString(table.rows[row].path))
                                   : runName(table.rows[row]));
    }
    return names;
}

QString nameOfRun(const QString& path) {
    const QFileInfo info(path);
    const bool isModel = info.fileName() == QLatin1StringView("model.safetensors");
    // That of a lesson state is alone in a folder, which has the notes.
    const bool isAlone = isModel && !QFileInfo::exists(info.path() + QLatin1StringView("/run.json"));
    if (const std::string given = readNotes((isAlone ? info.path() : path).toStdString()).name;
        !given.empty())
        return QString::fromStdString(given);
    bool isNumber = false;
    static_cast<void>(info.fileName().toUInt(&isNumber));
    const bool isUsual = isNumber || isModel;
    if (!isUsual || !path.contains(QLatin1Char('/'))) return info.fileName();
    const QString folder = QFileInfo(info.path()).fileName();
    try {
        if (isNumber && isSweepFolder(info.path().toStdString())) {
            const Sweep sweep = readSweep(info.path().toStdString());
            const auto run = std::ranges::find(sweep.runs, info.fileName().toStdString(), &SweepRun::name);
            QStringList texts;
            if (run != sweep.runs.end()) {
                if (sweep.bases.size() > 1) texts << QString::fromStdString(run->base);
                for (const auto& [key, value] : run->settings) texts << settingText(keyInfo(key), value);
            }
            if (!texts.isEmpty()) return folder + QStringLiteral(": ") + texts.join(QStringLiteral(" · "));
        }
    } catch (const Error&) {  // The sweep's file cannot be read: the number stays
    }
    return folder + QLatin1Char('/') + info.fileName();
}

AxisScale::AxisScale(const RunAxis& axis) : choices_(axis.words), logarithmic_(axis.logarithmic) {
    std::vector<double> values;
    for (const double value : axis.values)
        if (std::isfinite(value)) values.push_back(value);
    if (axis.range) values = {axis.range->first, axis.range->second};
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    low_ = values.empty() ? 0 : along(values.front());
    high_ = values.empty() ? 0 : along(values.back());
    if (values.size() < 2 || (values.size() <= mostMarks && !axis.range)) {
        marks_ = std::move(values);
        return;
    }
    const double least = values.front(), most = values.back();
    // The ends are values of runs, and no round number stands close to them; those of a range say nothing.
    if (!axis.range) marks_ = {least};
    const double raw = (most - least) / marksBetween, decade = std::pow(10, std::floor(std::log10(raw)));
    if (logarithmic_)
        for (double mark = std::pow(10, std::ceil(std::log10(least))); mark < most; mark *= 10)
            marks_.push_back(mark);
    else if (choices_.isEmpty()) {
        const double step = raw > 5 * decade ? 10 * decade : raw > 2 * decade ? 5 * decade : 2 * decade;
        const double apart = axis.range ? 0 : step / 2;
        for (double mark = std::ceil((least + apart) / step) * step; mark <= most - apart; mark += step)
            marks_.push_back(mark);
    }
    if (!axis.range) marks_.push_back(most);
}

double AxisScale::along(double value) const { return logarithmic_ ? std::log(value) : value; }

double AxisScale::place(double value) const {
    if (!std::isfinite(value)) return nothing;
    return high_ > low_ ? (along(value) - low_) / (high_ - low_) : 0.5;
}

QString AxisScale::textOf(double value) const {
    constexpr double mostWhole = 1e7;
    const bool isWhole = std::abs(value) < mostWhole && value == std::round(value);
    if (choices_.isEmpty()) return withMinus(QString::number(value, isWhole ? 'f' : 'g', isWhole ? 0 : 4));
    return choices_.value(int(value));
}

}  // namespace attx
