#include "ui/window/animation_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

#include "model/files/error.h"
#include "ui/look/unit_text.h"
#include "ui/window/time_bar.h"

namespace attx {
namespace {

constexpr int mostPx = 4000;
constexpr double slowest = 0.5, fastest = 60;  // frames a second

const auto kindAnswer = QStringLiteral("kind");

QString suffixOf(AnimationKind kind) {
    return kind == AnimationKind::Mp4   ? QStringLiteral(".mp4")
           : kind == AnimationKind::Gif ? QStringLiteral(".gif")
                                        : QString();
}

}  // namespace

AnimationDialog::AnimationDialog(RunModel& model, std::vector<FigureFrame*> frames, double framesPerSecond,
                                 QWidget* parent)
    : SaveDialog(QStringLiteral("animation"), tr("Save animation"), parent),
      model_(model),
      figures_(std::move(frames)) {
    figureCombo_ = new QComboBox(this);
    for (const FigureFrame* frame : figures_) {
        const std::unique_ptr<Figure> figure = frame->figure();
        figureCombo_->addItem(figure ? figure->title() : tr("figure"));
    }
    figureCombo_->setToolTip(tr("Which figure of this page is saved at every snapshot of the run"));
    form().addRow(tr("Fi&gure"), figureCombo_);

    kindCombo_ = new QComboBox(this);
    kindCombo_->addItem(tr("GIF animation"), int(AnimationKind::Gif));
    kindCombo_->addItem(tr("MP4 video"), int(AnimationKind::Mp4));
    kindCombo_->addItem(tr("Numbered PNG pictures in a folder"), int(AnimationKind::Pictures));
    kindCombo_->setToolTip(tr("MP4 needs the program ffmpeg"));
    form().addRow(tr("&Format"), kindCombo_);

    addPlace(tr("F&ile"), tr("The folder or file to write. Its ending decides the format."),
             [this](const QString& file) { setPath(file); });
    QHBoxLayout* sizeRow = addSize(mostPx);
    QDoubleSpinBox* scale = makeScale(4, 1);
    scale->setPrefix(QStringLiteral("× "));
    scale->setAccessibleName(tr("Scale"));
    scale->setToolTip(tr("Pixels for each px"));
    sizeRow->insertWidget(sizeRow->count() - 1, scale);

    speedSpin_ = new QDoubleSpinBox(this);
    speedSpin_->setRange(slowest, fastest);
    speedSpin_->setDecimals(1);
    speedSpin_->setValue(framesPerSecond);
    speedSpin_->setSuffix(tr(" snapshots a second"));
    speedSpin_->setToolTip(tr("Of the video or the animation; pictures have no speed"));
    form().addRow(tr("Sp&eed"), speedSpin_);

    addStyle();

    progress_ = new QProgressBar(this);
    progress_->setAccessibleName(tr("Progress"));
    progress_->setFormat(tr("%v of %m snapshots"));
    QSizePolicy keepsItsRoom = progress_->sizePolicy();
    keepsItsRoom.setRetainSizeWhenHidden(true);
    progress_->setSizePolicy(keepsItsRoom);
    progress_->hide();
    addBelow(progress_);
    addProblemAndButtons();

    const auto takeSize = [this] {
        const auto figure = figures_[figureCombo_->currentIndex()]->figure();
        setSize(figure ? figure->defaultSize() : QSize(960, 640));
    };
    takeSize();
    const auto first = figures_.front()->figure();
    const QString stem = QStringLiteral("%1-training").arg(first ? first->name() : QStringLiteral("figure"));
    kindCombo_->setCurrentIndex(kindCombo_->findData(answer(kindAnswer, int(AnimationKind::Gif)).toInt()));
    const auto kind = static_cast<AnimationKind>(kindCombo_->currentData().toInt());
    setPath(freePlace(stem, suffixOf(kind)));

    connect(figureCombo_, &QComboBox::currentIndexChanged, this, takeSize);
    connect(kindCombo_, &QComboBox::activated, this, &AnimationDialog::kindChosen);
    connect(pathEdit_, &QLineEdit::textChanged, this, [this] {
        kindCombo_->setCurrentIndex(kindCombo_->findData(int(animationKindOf(path()))));
        checkPlace();
    });
    // In the next turn of the event loop, when the page has drawn what it was told.
    for (auto signal : {&Shown::inspectionChanged, &Shown::snapshotChosen, &Shown::parametersChosen})
        connect(&model_.shown(), signal, this, &AnimationDialog::takeFrame, Qt::QueuedConnection);
    connect(&model_.shown(), &Shown::inspectionFailed, this, &AnimationDialog::noteFailure);
    checkPlace();
}

void AnimationDialog::kindChosen() {
    QString path = this->path();
    if (animationKindOf(path) != AnimationKind::Pictures) path.chop(4);  // .mp4 or .gif
    setPath(path + suffixOf(static_cast<AnimationKind>(kindCombo_->currentData().toInt())));
}

void AnimationDialog::checkPlace() {
    const QString problem = animationProblem(path());
    showProblem(problem);
    buttons_->button(QDialogButtonBox::Save)->setEnabled(problem.isEmpty());
}

void AnimationDialog::accept() {
    if (isSaving() || !mayWrite({path()})) return;
    try {
        writer_ = std::make_unique<AnimationWriter>(path(), speedSpin_->value());
    } catch (const Error& error) {
        end(QString::fromStdString(error.what()));
        return;
    }
    connect(writer_.get(), &AnimationWriter::encoded, this, [this](int frames) {
        progress_->setFormat(tr("%v of %m written"));
        progress_->setValue(frames);
    });
    connect(writer_.get(), &AnimationWriter::failed, this, &AnimationDialog::end, Qt::QueuedConnection);
    connect(
        writer_.get(), &AnimationWriter::finished, this,
        [this](const QStringList& files) {
            written_ = files;
            end({});
        },
        Qt::QueuedConnection);
    remember({{kindAnswer, kindCombo_->currentData()}});
    before_ = model_.shown().snapshot();
    moments_ = model_.snapshots();
    next_ = 0;
    leftOut_ = 0;
    progress_->setRange(0, int(moments_.size()));
    progress_->setFormat(tr("%v of %m snapshots"));
    progress_->setValue(0);
    progress_->show();
    showProblem({});
    setRowsEnabled(false);
    buttons_->button(QDialogButtonBox::Save)->setEnabled(false);
    askNext();
}

void AnimationDialog::askNext() {
    failed_ = false;
    // A run under way may have thinned out some of them since.
    const auto& all = model_.snapshots();
    while (next_ < moments_.size() && std::ranges::find(all, moments_[next_]) == all.end()) ++next_;
    if (next_ < moments_.size()) {
        if (model_.shown().snapshot() == moments_[next_])
            QMetaObject::invokeMethod(this, &AnimationDialog::takeFrame, Qt::QueuedConnection);
        else
            model_.shown().chooseSnapshot(moments_[next_]);
    } else if (writer_->frames() > 0) {
        progress_->setRange(0, writer_->frames());
        writer_->finish();
    } else {
        end(tr("None of the snapshots could be shown."));
    }
}

void AnimationDialog::takeFrame() {
    if (!isSaving() || next_ >= moments_.size()) return;
    const bool here = model_.shown().snapshot() == moments_[next_];  // false: the snapshot could not be read
    if (here && !failed_ && !model_.shown().isSettled()) return;     // its answer is on the way
    const auto figure = here && !failed_ ? figures_[figureCombo_->currentIndex()]->figure() : nullptr;
    try {
        if (figure)
            writer_->add(animationFrame(*figure, snapshotName(model_.config(), moments_[next_]), options()));
        else
            ++leftOut_;
    } catch (const Error& error) {
        end(QString::fromStdString(error.what()));
        return;
    }
    progress_->setValue(int(++next_));
    askNext();
}

void AnimationDialog::noteFailure() {
    if (!isSaving() || !model_.shown().isSettled()) return;
    failed_ = true;
    QMetaObject::invokeMethod(this, &AnimationDialog::takeFrame, Qt::QueuedConnection);
}

void AnimationDialog::end(const QString& problem) {
    const bool wasSaving = isSaving();
    writer_.reset();
    if (wasSaving && before_)
        model_.shown().chooseSnapshot(*before_);
    else if (wasSaving)
        model_.shown().chooseNow();
    progress_->hide();
    setRowsEnabled(true);
    if (problem.isEmpty()) {
        QDialog::accept();
        return;
    }
    showProblem(problem);
    buttons_->button(QDialogButtonBox::Save)->setEnabled(true);
}

void AnimationDialog::reject() {
    if (isSaving()) end(tr("Cancelled."));
    QDialog::reject();
}

}  // namespace attx
