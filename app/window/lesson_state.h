// What the window shows of a network, as JSON for a hand-out: page, controls (the numbers typed on Step by
// step among them), sample, ablation, snapshot, lesson, notes. Nothing of the computer is in it, or taken
// from it.
#pragma once
#include <QJsonArray>
#include <QString>
#include <string>
#include <vector>

#include "ui/state/run_model.h"
#include "ui/views/own_set.h"
#include "ui/window/main_window.h"

namespace attx {

struct LessonState {
    std::string json;
    QString leftOut;  ///< a sentence on what it cannot hold; empty: nothing
};
/// `networkAlone`: the file has no snapshots of the training to look back at.
[[nodiscard]] LessonState lessonState(const RunModel& model, const MainWindow& window, const QString& notes,
                                      bool networkAlone);
/// What a lesson state says besides what it shows; empty: nothing.
struct LessonNotes {
    QString notes;    ///< its author's words
    QString problem;  ///< a sentence on what does not fit the network (a sample, a head) and was passed over
};
/// Of the network that is shown now, which came with it. Throws Error::Kind::Input where it is none.
[[nodiscard]] LessonNotes showLessonState(const std::string& json, RunModel& model, MainWindow& window);

/// The set that a person put together, as a part of it: pictures as PNG, features as numbers.
[[nodiscard]] QJsonArray stateOfOwnSet(const std::vector<OwnSet::Member>& members);
/// Of features [width] each. Throws Error::Kind::Input where these are no such members.
[[nodiscard]] std::vector<OwnSet::Member> ownSetIn(const QJsonArray& state, int width);

}  // namespace attx
