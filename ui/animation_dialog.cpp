#include "ui/animation_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include "model/error.h"
#include "ui/form_row.h"
#include "ui/time_bar.h"

namespace attx {
namespace {

constexpr int fewestPx = 100;
constexpr int mostPx = 4000;
constexpr double slowest = 0.5, fastest = 60;  // frames a second

QString settingsKey(const char* name) { return QStringLiteral("animation/") + QLatin1String(name); }

QString suffixOf(AnimationKind kind) {
    return kind == AnimationKind::Mp4   ? QStringLiteral(".mp4")
           : kind == AnimationKind::Gif ? QStringLiteral(".gif")
                                        : QString();
}

}  // namespace

AnimationDialog::AnimationDialog(RunModel& model, std::vector<FigureFrame*> frames, double framesPerSecond,
                                 QWidget* parent)
    : QDialog(parent), model_(model), figures_(std::move(frames)) {
    setWindowTitle(tr("Save animation"));
    const QSettings settings;
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 16, 16, 16);
    form->setSpacing(8);

    figureCombo_ = new QComboBox(this);
    for (const FigureFrame* frame : figures_) {
        const std::unique_ptr<Figure> figure = frame->figure();
        figureCombo_->addItem(figure ? figure->title() : tr("figure"));
    }
    figureCombo_->setToolTip(tr("Which figure of this page is saved at every moment of the run"));
    form->addRow(tr("Fi&gure"), figureCombo_);

    kindCombo_ = new QComboBox(this);
    kindCombo_->addItem(tr("Numbered PNG pictures in a folder"), static_cast<int>(AnimationKind::Pictures));
    kindCombo_->addItem(tr("MP4 film"), static_cast<int>(AnimationKind::Mp4));
    kindCombo_->addItem(tr("GIF animation"), static_cast<int>(AnimationKind::Gif));
    kindCombo_->setToolTip(tr("MP4 and GIF need the program ffmpeg"));
    form->addRow(tr("&Format"), kindCombo_);

    pathEdit_ = new QLineEdit(this);
    pathEdit_->setObjectName(QStringLiteral("pathEdit"));
    pathEdit_->setMinimumWidth(320);
    pathEdit_->setToolTip(tr("The folder or file to write. Its ending decides the format."));
    auto* browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    browse->setToolTip(tr("Choose the place and the name"));
    auto* pathRow = new QHBoxLayout;
    pathRow->addWidget(pathEdit_, 1);
    pathRow->addWidget(browse);
    addRow(*form, tr("&Place"), pathRow, pathEdit_);

    const auto sizeSpin = [this](const QString& what) {
        auto* spin = new QSpinBox(this);
        spin->setRange(fewestPx, mostPx);
        spin->setSuffix(tr(" px"));
        spin->setToolTip(tr("%1 at 96 px an inch; text has its usual size").arg(what));
        spin->setAccessibleName(what);
        return spin;
    };
    widthSpin_ = sizeSpin(tr("Width"));
    heightSpin_ = sizeSpin(tr("Height"));
    scaleSpin_ = new QDoubleSpinBox(this);
    scaleSpin_->setRange(0.5, 4);
    scaleSpin_->setSingleStep(0.5);
    scaleSpin_->setValue(settings.value(settingsKey("scale"), 1.0).toDouble());
    scaleSpin_->setPrefix(QStringLiteral("× "));
    scaleSpin_->setAccessibleName(tr("Scale"));
    scaleSpin_->setToolTip(tr("Pixels for each px"));
    auto* sizeRow = new QHBoxLayout;
    sizeRow->addWidget(widthSpin_);
    sizeRow->addWidget(new QLabel(QStringLiteral("×"), this));
    sizeRow->addWidget(heightSpin_);
    sizeRow->addWidget(scaleSpin_);
    sizeRow->addStretch(1);
    addRow(*form, tr("&Size"), sizeRow, widthSpin_);

    speedSpin_ = new QDoubleSpinBox(this);
    speedSpin_->setRange(slowest, fastest);
    speedSpin_->setDecimals(1);
    speedSpin_->setValue(framesPerSecond);
    speedSpin_->setSuffix(tr(" moments a second"));
    speedSpin_->setToolTip(tr("Of the film or the animation; pictures have no speed"));
    form->addRow(tr("Sp&eed"), speedSpin_);

    styleCombo_ = new QComboBox(this);
    styleCombo_->addItem(tr("Light"), false);
    styleCombo_->addItem(tr("Dark"), true);
    styleCombo_->setCurrentIndex(settings.value(settingsKey("dark"), false).toBool() ? 1 : 0);
    styleCombo_->setToolTip(tr("Light suits paper, dark suits dark slides"));
    form->addRow(tr("S&tyle"), styleCombo_);

    progress_ = new QProgressBar(this);
    progress_->setAccessibleName(tr("Progress"));
    progress_->setFormat(tr("%v of %m moments"));
    progress_->hide();
    form->addRow(progress_);
    errorLabel_ = new QLabel(this);
    errorLabel_->setObjectName(QStringLiteral("errorLabel"));
    errorLabel_->setWordWrap(true);
    errorLabel_->hide();
    form->addRow(errorLabel_);
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    form->addRow(buttons_);

    const auto takeSize = [this] {
        const auto figure = figures_[static_cast<size_t>(figureCombo_->currentIndex())]->figure();
        const QSize size = figure ? figure->defaultSize() : QSize(960, 640);
        widthSpin_->setValue(size.width());
        heightSpin_->setValue(size.height());
    };
    takeSize();
    const auto first = figures_.front()->figure();
    QString folder = settings.value(settingsKey("folder")).toString();
    if (!QFileInfo(folder).isDir())
        folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    if (!QFileInfo(folder).isDir()) folder = QDir::homePath();
    const QString stem = QStringLiteral("%1-training").arg(first ? first->name() : QStringLiteral("figure"));
    kindCombo_->setCurrentIndex(kindCombo_->findData(settings.value(settingsKey("kind"), 0).toInt()));
    const auto kind = static_cast<AnimationKind>(kindCombo_->currentData().toInt());
    pathEdit_->setText(QDir::toNativeSeparators(QDir(folder).filePath(stem + suffixOf(kind))));

    connect(figureCombo_, &QComboBox::currentIndexChanged, this, takeSize);
    connect(kindCombo_, &QComboBox::activated, this, &AnimationDialog::kindChosen);
    connect(pathEdit_, &QLineEdit::textChanged, this, [this] {
        kindCombo_->setCurrentIndex(kindCombo_->findData(static_cast<int>(animationKindOf(path()))));
        showProblem();
    });
    connect(browse, &QPushButton::clicked, this, &AnimationDialog::chooseFile);
    connect(buttons_, &QDialogButtonBox::accepted, this, &AnimationDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &AnimationDialog::reject);
    // In the next turn of the event loop, when the page has drawn what it was told.
    for (auto shown : {&RunModel::inspectionChanged, &RunModel::momentChanged, &RunModel::parametersChosen})
        connect(&model_, shown, this, &AnimationDialog::takeFrame, Qt::QueuedConnection);
    showProblem();
}

AnimationDialog::~AnimationDialog() = default;

QString AnimationDialog::path() const { return QDir::fromNativeSeparators(pathEdit_->text().trimmed()); }

ExportOptions AnimationDialog::options() const {
    ExportOptions options;
    options.size = {widthSpin_->value(), heightSpin_->value()};
    options.scale = scaleSpin_->value();
    options.style = styleCombo_->currentData().toBool() ? FigureStyle::darkStyle() : FigureStyle::light();
    return options;
}

void AnimationDialog::kindChosen() {
    QString path = this->path();
    if (animationKindOf(path) != AnimationKind::Pictures) path.chop(4);  // .mp4 or .gif
    pathEdit_->setText(QDir::toNativeSeparators(
        path + suffixOf(static_cast<AnimationKind>(kindCombo_->currentData().toInt()))));
}

void AnimationDialog::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Save animation"), path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(path());
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { pathEdit_->setText(QDir::toNativeSeparators(file)); });
    dialog->open();
}

void AnimationDialog::showProblem() {
    const QString problem = animationProblem(path());
    errorLabel_->setText(problem);
    errorLabel_->setVisible(!problem.isEmpty());
    buttons_->button(QDialogButtonBox::Save)->setEnabled(problem.isEmpty());
}

void AnimationDialog::accept() {
    if (isSaving()) return;
    try {
        writer_ = std::make_unique<AnimationWriter>(path(), speedSpin_->value());
    } catch (const Error& error) {
        end(QString::fromStdString(error.what()));
        return;
    }
    connect(writer_.get(), &AnimationWriter::encoded, this, [this](int frames) {
        progress_->setFormat(tr("ffmpeg: %v of %m"));
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
    QSettings settings;
    settings.setValue(settingsKey("folder"), QFileInfo(path()).absolutePath());
    settings.setValue(settingsKey("kind"), kindCombo_->currentData());
    settings.setValue(settingsKey("scale"), scaleSpin_->value());
    settings.setValue(settingsKey("dark"), styleCombo_->currentData());
    before_ = model_.moment();
    moments_ = model_.snapshots();
    next_ = 0;
    progress_->setRange(0, static_cast<int>(moments_.size()));
    progress_->setFormat(tr("%v of %m moments"));
    progress_->setValue(0);
    progress_->show();
    errorLabel_->hide();
    buttons_->button(QDialogButtonBox::Save)->setEnabled(false);
    askNext();
}

void AnimationDialog::askNext() {
    // A run under way may have thinned out some of them since.
    const auto& all = model_.snapshots();
    while (next_ < moments_.size() && std::find(all.begin(), all.end(), moments_[next_]) == all.end())
        ++next_;
    if (next_ < moments_.size()) {
        if (model_.moment() == moments_[next_])
            QMetaObject::invokeMethod(this, &AnimationDialog::takeFrame, Qt::QueuedConnection);
        else
            model_.chooseMoment(moments_[next_]);
    } else if (writer_->frames() > 0) {
        progress_->setRange(0, writer_->frames());
        writer_->finish();
    } else {
        end(tr("None of the moments could be read."));
    }
}

void AnimationDialog::takeFrame() {
    if (!isSaving() || next_ >= moments_.size()) return;
    if (model_.moment() == moments_[next_]) {
        if (!model_.isSettled()) return;  // its answer is on the way
        const auto figure = figures_[static_cast<size_t>(figureCombo_->currentIndex())]->figure();
        try {
            if (figure)
                writer_->add(
                    animationFrame(*figure, momentName(model_.config(), moments_[next_]), options()));
        } catch (const Error& error) {
            end(QString::fromStdString(error.what()));
            return;
        }
    }  // else it could not be read: what is there is saved
    progress_->setValue(static_cast<int>(++next_));
    askNext();
}

void AnimationDialog::end(const QString& problem) {
    const bool wasSaving = isSaving();
    writer_.reset();
    if (wasSaving && before_)
        model_.chooseMoment(*before_);
    else if (wasSaving)
        model_.chooseNow();
    progress_->hide();
    if (problem.isEmpty()) {
        QDialog::accept();
        return;
    }
    errorLabel_->setText(problem);
    errorLabel_->show();
    buttons_->button(QDialogButtonBox::Save)->setEnabled(true);
}

void AnimationDialog::reject() {
    if (isSaving()) end(tr("Cancelled."));
    QDialog::reject();
}

}  // namespace attx
