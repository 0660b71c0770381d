// Whether what a lesson's step waits for has been done.
#pragma once
#include "ui/lessons/lesson.h"
#include "ui/state/run_model.h"

namespace attx {

/// What checks look at.
struct LessonView {
    const RunModel& model;
    RunConfig form;
    QString page;    ///< id of the one in view
    QString answer;  ///< typed
};

[[nodiscard]] bool holds(const LessonCheck& check, const LessonView& view);
/// What is still to do, as a sentence: "Train until the validation accuracy is at least 99 %."
[[nodiscard]] QString todoText(const LessonCheck& check);

}  // namespace attx
