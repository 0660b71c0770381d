// Data of one's own that were dropped on the window or opened with it.
#include <QFileInfo>

#include "app/window/application.h"
#include "app/window/own_data_question.h"
#include "model/config/task.h"
#include "ui/form/config_form.h"

namespace attx {

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
        config.device = shown.device;
        config.threads = shown.threads;
        config.preset = presetOf(config);
        window_->changeConfig(config);
        window_->showNotice(tr("%1 is what Train learns from now; the form has its settings.").arg(name),
                            false);
    });
}

}  // namespace attx
