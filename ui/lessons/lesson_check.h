// Whether what a lesson's step waits for has been done.
#pragma once
#include <QVariantMap>

#include "ui/lessons/lesson.h"
#include "ui/state/run_model.h"

namespace attx {

/// What checks look at.
struct LessonView {
    const RunModel& model;
    RunConfig form;
    QString page;             ///< id of the one in view
    QVariantMap controls;     ///< The page's controls
    QString answer;           ///< typed
    bool isSampleNew = true;  ///< another one than when the step was opened
    bool isStepsRun = true;   ///< the run shown has every setting that the step asks for
};

/// Of something that a person does and may undo again: once done in a step it counts for the step.
[[nodiscard]] bool staysDone(LessonCheck::Kind kind);
/// Whether a number is requested and `typed` holds none, or several.
[[nodiscard]] bool wantsNumber(const LessonCheck& check, const QString& typed);
/// Of a run's training, which Train begins with what the form says.
[[nodiscard]] bool isOfTraining(LessonCheck::Kind kind);
[[nodiscard]] bool holds(const LessonCheck& check, const LessonView& view);
/// Step `index` with the preset and the settings that it goes on from, those of the steps before it; without
/// a preset, the lesson has been about any network so far.
[[nodiscard]] LessonStep wholeStep(const Lesson& lesson, int index);
/// Whether `config` has the task, layers, heads and width of the step's preset and settings; without a
/// preset, always.
[[nodiscard]] bool isOfNetwork(const LessonStep& step, const RunConfig& config);
/// Whether a run of `config` is one that the step is about: of its network, with the settings that it checks.
[[nodiscard]] bool asksFor(const LessonStep& step, const RunConfig& config);
/// What is still to do, as a sentence: "Train until the validation accuracy is at least 99 %."
/// `pageTitle`: of a check of a page.
[[nodiscard]] QString todoText(const LessonCheck& check, const LessonView& view, const QString& pageTitle);

}  // namespace attx
