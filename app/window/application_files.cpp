// The part of the application that reads and writes: runs, checkpoints, moments of training, images.
#include <QDir>
#include <QFileInfo>
#include <utility>

#include "app/sources/image_loader.h"
#include "app/window/application.h"
#include "model/data/drawn_shapes.h"
#include "model/data/image_source.h"
#include "model/files/error.h"
#include "model/run/checkpoint.h"
#include "ui/form/checkpoint_dialog.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/state/comparison.h"

namespace attx {

void Application::open(const QString& given) {
    openFrom(QDir::cleanPath(given), {});  // "runs/x/" has a name too
}

void Application::openFrom(const QString& path, const std::optional<std::string>& dataPath) {
    if (model_.isRunning() || starting_) {
        window_->showNotice(tr("A run is training. Stop it before you open another one."), true);
        return;
    }
    const quint64 tag = ++newest_;
    // What was being made ready when this was asked for has been dropped.
    const auto goBack = [this, tag] {
        if (tag == newest_ && model_.state() == RunState::Idle && !starting_ &&
            (!model_.data() || model_.config() != formConfig_))
            showFresh(formConfig_);
    };
    beginWaiting(tr("opening %1 …").arg(QFileInfo(path).fileName()));
    background_.run(
        this,
        [path, dataPath] {
            Opened opened{openRun(path.toStdString()), nullptr, {}};
            opened.note = opened.run.note;
            if (dataPath) opened.run.config.data.path = *dataPath;
            try {
                requireValid(opened.run.config);
                opened.data =
                    std::make_shared<const DataSet>(makeData(opened.run.config.data, opened.run.names));
            } catch (const Error& problem) {
                if (dataPath) throw;
                opened.note = problem.what();  // the network can be looked at without its data
            }
            return opened;
        },
        [this, tag, path, goBack](const Outcome<Opened>& outcome) {
            if (tag == newest_) endWaiting();
            if (!outcome.error.empty()) {
                window_->showNotice(QString::fromStdString(outcome.error), true);
                goBack();
                return;
            }
            if (tag != newest_ || model_.isRunning() || starting_) return;
            const auto show = [this, path, opened = outcome.value](const RunConfig& config) {
                if (model_.isRunning() || starting_) return;
                Opened answered = opened;
                answered.run.config = config;
                showOpened(path, answered);
            };
            askAbout(path, outcome.value.run, show, goBack);
        });
}

void Application::showOpened(const QString& path, const Opened& opened) {
    const OpenedRun& run = opened.run;
    data_ = opened.data;
    dataConfig_ = run.config.data;
    formConfig_ = run.config;
    window_->showConfig(run.config);
    model_.showNetwork(run.config, run.parameters, data_, run.names);
    model_.beginRun(QFileInfo(path).fileName(),
                    run.result ? QString::fromStdString(run.result->device) : QString());
    model_.setMetrics(run.metrics);
    model_.setSnapshots(run.snapshots);
    if (run.result) model_.setResult(*run.result);
    model_.setState(RunState::Finished);
    folder_ = QFileInfo(path).isDir() ? path : QString();
    openedPath_ = path;
    showGoesOn();
    rememberRun(path);
    if (!opened.note.empty()) window_->showNotice(QString::fromStdString(opened.note), true);
}

void Application::openBeside(const QString& given) {
    const QString path = QDir::cleanPath(given);
    const quint64 tag = ++newestBeside_;
    reader_.run(
        this,
        [path] {
            OpenedRun run = openRun(path.toStdString());
            requireValid(run.config.network);
            return run;
        },
        [this, tag, path](const Outcome<OpenedRun>& outcome) {
            if (tag != newestBeside_) return;
            if (!outcome.error.empty()) {
                window_->showNotice(QString::fromStdString(outcome.error), true);
                return;
            }
            askAbout(path, outcome.value, [this, path, run = outcome.value](const RunConfig& config) {
                OpenedRun answered = run;
                answered.config = config;
                showBeside(path, answered);
            });
        });
}

void Application::showBeside(const QString& path, const OpenedRun& run) {
    const QFileInfo file(path);  // many are called model.safetensors
    const QString name =
        file.isDir() ? file.fileName() : file.dir().dirName() + QLatin1Char('/') + file.fileName();
    if (run.config.data.task != model_.config().data.task) {
        window_->showNotice(
            tr("%1 is a network for another task; it has no answer to what is shown. Open it alone, or first "
               "a run of its own task.")
                .arg(name),
            true);
        return;
    }
    besideFolder_ = file.isDir() ? path : QString();
    ++newestBesideMoment_;  // what is still read belongs to the one before
    window_->comparison().open({name, run.config, run.parameters, run.names, run.snapshots, run.metrics});
    if (!run.note.empty()) window_->showNotice(QString::fromStdString(run.note), true);
}

void Application::askAbout(const QString& path, const OpenedRun& run,
                           const std::function<void(const RunConfig& config)>& show,
                           const std::function<void()>& otherwise) {
    if (run.uncertain.empty()) {
        show(run.config);
        return;
    }
    auto* dialog = new CheckpointDialog(QFileInfo(path).fileName(), run.config, run.uncertain, window_.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [dialog, show] { show(dialog->config()); });
    if (otherwise) connect(dialog, &QDialog::rejected, this, otherwise);
    dialog->open();
}

void Application::readMoment(const Snapshot& snapshot, const QString& folder, std::atomic<quint64>& newest,
                             const std::function<Shown*()>& of) {
    using Parameters = std::shared_ptr<const std::vector<float>>;
    const quint64 tag = ++newest;
    const std::string path = snapshotPath(folder.toStdString(), snapshot);
    reader_.run(
        this,
        [&newest, tag, path, network = of()->config().network] {
            if (tag != newest) return Parameters();  // somebody scrubs faster than files are read
            Checkpoint checkpoint = openCheckpoint(path);
            if (checkpoint.config.network != network)
                throw inputError(path + ": the snapshot is of another network than the run.");
            return Parameters(std::make_shared<const std::vector<float>>(std::move(checkpoint.parameters)));
        },
        [this, tag, &newest, snapshot, of](const Outcome<Parameters>& outcome) {
            Shown* shown = of();
            if (tag != newest || !shown) return;
            if (outcome.value) {
                shown->setSnapshotParameters(snapshot, outcome.value);
            } else if (!outcome.error.empty() && shown->snapshot() == snapshot) {
                window_->showNotice(QString::fromStdString(outcome.error), true);
                shown->failSnapshot(snapshot);
            }
        });
}

/// The images of the sets shown, in the background; the page shows the sets without them until then.
void Application::loadSetImages() {
    const auto data = model_.data();
    if (!data || data->validation.features.empty()) return;
    if (imagesOf_.lock() == data) {  // another network, the same images
        if (images_) window_->page<SetsPage>().setImages(images_);
        return;
    }
    images_.reset();
    imagesOf_ = data;
    using Images = std::shared_ptr<const SplitImages>;
    imageReader_.run(
        this,
        [config = model_.config().data, wanted = std::weak_ptr(data)] {
            const auto isWanted = [&wanted](int64_t, int64_t) { return !wanted.expired(); };
            if (!isWanted(0, 0)) return Images();
            ImageData images = config.path.empty()
                                   ? drawnShapes(config.trainSize, config.testSize, config.seed)
                                   : loadImages(findImages(config.path), isWanted);
            return Images(std::make_shared<const SplitImages>(evaluationImages(std::move(images))));
        },
        [this, of = std::weak_ptr(data)](const Outcome<Images>& outcome) {
            if (of.expired() || imagesOf_.lock() != of.lock()) return;
            images_ = outcome.value;
            if (!outcome.error.empty()) window_->showNotice(QString::fromStdString(outcome.error), true);
            if (model_.data() == of.lock()) window_->page<SetsPage>().setImages(images_);
        });
}

void Application::save(const QString& path) {
    if (!model_.parameters()) return;
    writer_.run(
        this,
        [path, config = model_.config(), parameters = model_.parameters(), names = model_.names()] {
            writeSafeTensors(path.toStdString(), toSafeTensors(config, *parameters, names));
            return true;
        },
        [this, path](const Outcome<bool>& outcome) {
            if (outcome.error.empty())
                window_->showNotice(tr("Saved to %1").arg(path), false);
            else
                window_->showNotice(QString::fromStdString(outcome.error), true);
        });
}

}  // namespace attx
