#include "ui/lessons/lesson_check.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <optional>

#include "model/config/keys.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

using Kind = LessonCheck::Kind;

int64_t stepsOf(const RunModel& model) {
    return model.metrics().steps.empty() ? 0 : model.metrics().steps.back().step;
}

/// On the validation data; NaN before the first epoch has ended: below and above nothing.
double accuracyOf(const RunModel& model) {
    return model.metrics().epochs.empty() ? std::nan("") : model.metrics().epochs.back().validationAccuracy;
}

bool isOfNumber(const LessonCheck& check) {
    bool isNumber = false;
    (void)check.text.section(QStringLiteral("±"), 0, 0).trimmed().toDouble(&isNumber);
    return isNumber;
}

/// 0.5 of "0.5", ".5", "0,5" and "about 0.5 of it".
std::optional<double> onlyNumber(const QString& typed) {
    static const QRegularExpression number(QStringLiteral("[+-]?(\\d+([.,]\\d+)?|[.,]\\d+)(e[+-]?\\d+)?"),
                                           QRegularExpression::CaseInsensitiveOption);
    auto found = number.globalMatch(typed);
    if (!found.hasNext()) return std::nullopt;
    QString text = found.next().captured();
    if (found.hasNext()) return std::nullopt;
    return text.replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
}

/// A full stop, "%" or "percent" behind an answer says nothing more.
bool sameAnswer(const LessonCheck& check, const QString& typed) {
    QString given = typed.trimmed();
    static const QRegularExpression behind(QStringLiteral("(\\s*([.%]|percent|per cent|prozent))+$"),
                                           QRegularExpression::CaseInsensitiveOption);
    given.remove(behind);
    if (isOfNumber(check)) {
        const std::optional<double> value = onlyNumber(given);
        return value && std::abs(*value - check.number) <= check.tolerance + 1e-9;
    }
    const QStringList answers = check.text.split(QLatin1Char('|'));
    return std::ranges::any_of(answers, [&](const QString& answer) {
        bool isNumber = false;
        const double wanted = answer.trimmed().toDouble(&isNumber);
        if (isNumber && onlyNumber(given) == wanted) return true;
        return given.compare(answer.trimmed(), Qt::CaseInsensitive) == 0;
    });
}

/// Of a list, its values with blanks between them.
QString valueOf(const QVariant& control) {
    QStringList texts;
    for (const QVariant& value : control.toList()) texts << value.toString();
    return texts.isEmpty() ? control.toString() : texts.join(QLatin1Char(' '));
}

bool has(const RunConfig& config, const LessonCheck& check) {
    RunConfig wanted = config;
    setByPath(wanted, (check.key + QLatin1Char('=') + check.text).toStdString());
    return wanted == config;
}

/// In the words of the form.
QString settingText(const LessonCheck& check) {
    const KeyInfo& key = keyInfo(check.key.toStdString());
    const QString name = keyText(key);
    RunConfig any;
    if (std::holds_alternative<bool*>(key.place(any)))
        return (check.text == QLatin1String("true") ? tr("Tick \"%1\" in the form.")
                                                    : tr("Untick \"%1\" in the form."))
            .arg(name);
    std::string value = check.text.toStdString();
    if (const FormerKey* former = formerKey(check.key.toStdString()))
        value = value == "true" ? former->ifTrue : former->ifFalse;
    return (key.choices.empty() ? tr("Set \"%1\" to %2 in the form.")
                                : tr("Choose \"%2\" as \"%1\" in the form."))
        .arg(name, valueText(key, value));
}

}  // namespace

LessonStep wholeStep(const Lesson& lesson, int index) {
    LessonStep whole = lesson.steps[index];
    for (int before = index - 1; before >= 0 && whole.preset.isEmpty(); --before) {
        const LessonStep& step = lesson.steps[before];
        whole.preset = step.preset;
        whole.settings.insert(whole.settings.begin(), step.settings.begin(), step.settings.end());
    }
    return whole;
}

bool isOfNetwork(const LessonStep& step, const RunConfig& config) {
    if (step.preset.isEmpty()) return true;
    RunConfig wanted = presetByName(step.preset.toStdString());
    for (const auto& [key, value] : step.settings)
        setByPath(wanted, (key + QLatin1Char('=') + value).toStdString());
    return config.data.task == wanted.data.task && config.data.rule == wanted.data.rule &&
           config.network.numLayers == wanted.network.numLayers &&
           config.network.numHeads == wanted.network.numHeads &&
           config.network.modelDim == wanted.network.modelDim;
}

bool asksFor(const LessonStep& step, const RunConfig& config) {
    return isOfNetwork(step, config) && std::ranges::all_of(step.checks, [&](const LessonCheck& check) {
               return check.kind != Kind::Config || has(config, check);
           });
}

bool staysDone(Kind kind) {
    return kind == Kind::Tried || kind == Kind::Control || kind == Kind::Masked || kind == Kind::Ablated ||
           kind == Kind::Snapshot || kind == Kind::Typed;
}

bool wantsNumber(const LessonCheck& check, const QString& typed) {
    return isOfNumber(check) && !onlyNumber(typed);
}

bool isOfTraining(Kind kind) {
    return kind == Kind::Training || kind == Kind::Trained || kind == Kind::Steps ||
           kind == Kind::AccuracyMin || kind == Kind::AccuracyMax;
}

bool holds(const LessonCheck& check, const LessonView& view) {
    const RunModel& model = view.model;
    switch (check.kind) {
        case Kind::Page:
            return view.page == check.text;
        case Kind::Untrained:
            return view.isStepsRun && model.state() == RunState::Idle && stepsOf(model) == 0;
        case Kind::Training:
            return view.isStepsRun && (model.isRunning() || stepsOf(model) > 0);
        case Kind::Trained:
            return view.isStepsRun && model.state() == RunState::Finished && stepsOf(model) > 0;
        case Kind::Steps:
            return view.isStepsRun && double(stepsOf(model)) >= check.number;
        case Kind::AccuracyMin:
            return view.isStepsRun && accuracyOf(model) >= check.number;
        case Kind::AccuracyMax:
            return view.isStepsRun && accuracyOf(model) <= check.number;
        case Kind::Config:
        case Kind::Tried:
            return has(view.form, check);
        case Kind::Control:
            return view.controls.contains(check.key) && valueOf(view.controls[check.key]) == check.text;
        case Kind::Masked:
            return double(model.ablation().maskedTokens.size()) >= check.number;
        case Kind::Ablated:
            return model.shown().ablatedHeads() >= check.number;
        case Kind::Snapshot:
            return model.shown().snapshot().has_value();
        case Kind::Typed:
            return view.isSampleNew && model.sample().length() > 1 && model.sample().from == SampleRow{};
        case Kind::Answer:
            return sameAnswer(check, view.answer);
    }
    return false;
}

QString todoText(const LessonCheck& check, const LessonView& view, const QString& pageTitle) {
    const auto percent = [&] { return QLocale().toString(100 * check.number, 'g', 3); };
    switch (check.kind) {
        case Kind::Page:
            return tr("Go to the page %1.").arg(pageTitle);
        case Kind::Untrained:
            return tr("Begin from initial weights: Start over (↺ beside Train) resets them.");
        case Kind::Training:
            return tr("Press Train.");
        case Kind::Trained:
            return tr("Train to the end, or press Stop.");
        case Kind::Steps:
            return check.number == 1 ? tr("Train for a step.")
                                     : tr("Train for at least %1 steps.").arg(check.number);
        case Kind::AccuracyMin:
            return tr("Train until the validation accuracy is at least %1 %.").arg(percent());
        case Kind::AccuracyMax:
            // What comes of it is for the person to find; only where it is not met is it said.
            return view.isStepsRun && accuracyOf(view.model) > check.number
                       ? tr("The validation accuracy is above %1 %: start again with the settings of this "
                            "step.")
                             .arg(percent())
                       : tr("Train for an epoch.");
        case Kind::Config:
        case Kind::Tried:
            return settingText(check);
        case Kind::Control:
            return view.controls.contains(check.key)
                       ? check.sentence
                       : tr("This page has no control \"%1\"; it has %2.")
                             .arg(check.key, view.controls.keys().join(QStringLiteral(", ")));
        case Kind::Masked: {
            const auto left = check.number - double(view.model.ablation().maskedTokens.size());
            return left < check.number ? tr("Mask %1 more of the input's tokens.").arg(left)
                   : left == 1         ? tr("Click a token of the input to mask it.")
                                       : tr("Mask %1 tokens of the input.").arg(left);
        }
        case Kind::Ablated: {
            const auto left = check.number - view.model.shown().ablatedHeads();
            if (left == check.number)
                return left == 1 ? tr("Ablate a head.") : tr("Ablate %1 heads.").arg(left);
            return left == 1
                       ? tr("Ablate one more, so that %1 are off at once.").arg(check.number)
                       : tr("Ablate %1 more heads, so that %2 are off at once.").arg(left).arg(check.number);
        }
        case Kind::Snapshot:
            return tr("Drag the timeline back to a snapshot.");
        case Kind::Typed:
            return tr("Type a sample of your own.");
        case Kind::Answer:
            return tr("Type your answer.");
    }
    return {};
}

}  // namespace attx
