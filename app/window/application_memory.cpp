// What the window remembers from one session to the next: the last run, and the input typed; and what is to
// be learned from next: data of one's own that were dropped on it.
#include <QFileInfo>

#include "app/window/application.h"
#include "model/data/text_data.h"
#include "ui/controls/notice_bar.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/form/config_form.h"
#include "ui/look/language.h"
#include "ui/window/main_window.h"
#include "ui/window/undo_history.h"

namespace attx {

void Application::openLastRun() {
    using Found = std::pair<std::optional<InterruptedRun>, QString>;
    search_.run(
        this, [recent = settings_.recentRuns()] { return Found(interruptedRun(recent), lastRun(recent)); },
        [this, input = settings_.ownInput()](const Outcome<Found>& outcome) {
            if (model_.state() != RunState::Idle || hasOpened_) return;
            const auto& [run, last] = outcome.value;
            const QString interrupted = run ? run->path + run->saved.toString(Qt::ISODate) : QString();
            if (run && settings_.lastOffer() != interrupted) {  // said once
                settings_.setLastOffer(interrupted);
                window_->noticeBar().showOffers(
                    tr("The run %1 was interrupted before its end. It can be resumed from where it was "
                       "saved, %2; the work since then is lost.")
                        .arg(nameOfRun(run->path), momentText(run->saved)),
                    {{tr("Open it"), [this, path = run->path] { open(path); }}}, NoticeBar::Stays::TillClosed,
                    true);
            } else if (!last.isEmpty()) {
                reopen(last, input);
            }
        });
}

void Application::welcome() {
    if (settings_.layout().isEmpty() && settings_.recentRuns().isEmpty()) window_->showStart();
}

/// The run that the last session ended with. Settings that were typed since stay in the form, and so does the
/// input.
void Application::reopen(const QString& path, const OwnInput& input) {
    if (!QFileInfo(path).isDir()) {  // a file may have to be asked about
        window_->noticeBar().showOffers(tr("%1 was open last.").arg(nameOfRun(path)),
                                        {{tr("Open it"), [this, path] { open(path); }}});
        return;
    }
    const RunConfig typed = window_->form().config();
    openFrom(path, {});
    connect(
        &model_, &RunModel::stateChanged, this,
        [this, typed, input] {
            if (model_.state() != RunState::Finished) return;
            if (typed.data == model_.config().data) showInput(input);
            if (typed != model_.config() && settings_.config()) window_->changeConfig(typed);
        },
        Qt::SingleShotConnection);
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
            if (model_.state() == RunState::Idle && model_.config() == config) showInput(input);
        },
        Qt::QueuedConnection);
}

void Application::showInput(const OwnInput& input) {
    const Vocabulary& words = model_.names().vocabulary;
    if (input.tokens.empty() || words.empty() != input.text.isEmpty()) return;
    const std::string text = input.text.toStdString();
    model_.shown().chooseSample(
        typedSample(model_.config(), model_.names(),
                    words.empty() ? input.tokens : tokensOfText(model_.config(), words, text), text));
    window_->history().clear();  // it was done in an earlier session
}

void Application::rememberInput() {
    if (!model_.data()) return;  // what is shown stands for data that are still made
    const Sample& sample = model_.sample();
    OwnInput input;
    if (sample.from.source == SampleSource::Own) input = {sample.tokens, QString::fromStdString(sample.text)};
    settings_.setOwnInput(input);
}

void Application::offerData(const FoundData& found, const QString& path) {
    const QString name = QFileInfo(path).fileName();
    const auto again = [this, path](const OwnWish& wish, const auto& then) {
        preparation_->run(
            tr("opening %1 …").arg(QFileInfo(path).fileName()),
            [path, wish] { return foundAt(path.toStdString(), wish).value_or(FoundData()); },
            [then](const Outcome<FoundData>& outcome) { then(outcome.value, outcome.error); });
    };
    askAboutData(name, found, window_.get(), again, [this, name](const OwnData& wanted) {
        const RunConfig shown = window_->form().config();
        RunConfig config = wanted.config;
        config.seed = shown.seed;
        window_->form().useOwnMachine(config);
        config.preset = presetOf(config);
        window_->changeConfig(config);
        window_->showNotice(tr("Train now learns from %1; the form has the settings for it.").arg(name),
                            false);
    });
}

void Application::rememberConfig(RunConfig config) {
    window_->form().useOwnMachine(config);
    settings_.setConfig(config);
}

}  // namespace attx
