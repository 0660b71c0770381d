// What the window remembers from one session to the next: the last run, and the input typed.
#include <QFileInfo>
#include <QLocale>

#include "app/window/application.h"
#include "model/data/text_data.h"
#include "ui/controls/notice_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/undo_history.h"

namespace attx {

void Application::offerLastRun() {
    using Found = std::pair<std::optional<InterruptedRun>, QString>;
    search_.run(
        this, [recent = settings_.recentRuns()] { return Found(interruptedRun(recent), lastRun(recent)); },
        [this](const Outcome<Found>& outcome) {
            if (model_.state() != RunState::Idle) return;
            const auto& [run, last] = outcome.value;
            const auto offer = [this](const QString& text, const QString& path) {
                window_->noticeBar().showOffer(text, tr("Open it"), [this, path] { open(path); });
            };
            const QString interrupted = run ? run->path + run->saved.toString(Qt::ISODate) : QString();
            if (run && settings_.lastOffer() != interrupted) {  // said once
                settings_.setLastOffer(interrupted);
                offer(tr("The run %1 was interrupted before its end. It can be resumed from where it was "
                         "saved, %2; the work since then is lost.")
                          .arg(QFileInfo(run->path).fileName(),
                               QLocale::system().toString(run->saved, QLocale::ShortFormat)),
                      run->path);
            } else if (!last.isEmpty()) {
                offer(tr("The last run was %1.").arg(QFileInfo(last).fileName()), last);
            }
        });
}

void Application::restoreInput(const RunConfig& config) {
    const OwnInput input = settings_.ownInput();
    if (input.tokens.empty()) return;
    const auto first = std::make_shared<QMetaObject::Connection>();
    *first = connect(
        &model_.shown(), &Shown::networkChanged, this,
        [this, first, config, input] {
            if (!model_.data()) return;
            disconnect(*first);
            const Vocabulary& words = model_.names().vocabulary;
            if (model_.state() != RunState::Idle || model_.config() != config ||
                words.empty() != input.text.isEmpty())
                return;
            const std::string text = input.text.toStdString();
            model_.shown().chooseSample(
                typedSample(config, model_.names(),
                            words.empty() ? input.tokens : tokensOfText(config, words, text), text));
            window_->history().clear();  // it was done in an earlier session
        },
        Qt::QueuedConnection);
}

void Application::rememberInput() {
    if (!model_.data()) return;  // what is shown stands for data that are still made
    const Sample& sample = model_.sample();
    OwnInput input;
    if (sample.from.source == SampleSource::Own) input = {sample.tokens, QString::fromStdString(sample.text)};
    settings_.setOwnInput(input);
}

}  // namespace attx
