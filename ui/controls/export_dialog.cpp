#include "ui/controls/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "model/files/error.h"
#include "ui/controls/form_row.h"
#include "ui/controls/print_fields.h"

namespace attx {
namespace {

constexpr int mostPx = 10000;
constexpr double usualScale = 2;
constexpr double mostPreviewed = 16e6;  // Pixels; a larger picture is previewed at a smaller scale
constexpr int previewSide = 320, leastScreen = 1000;  // px
constexpr std::chrono::milliseconds previewDelay{60};
const auto suffixAnswer = QStringLiteral("suffix");

}  // namespace

ExportDialog::ExportDialog(const Figure& figure, QWidget* parent)
    : SaveDialog(QStringLiteral("export"), tr("Export figure"), parent), figure_(figure.clone()) {
    formatCombo_ = new QComboBox(this);
    formatCombo_->addItem(tr("PNG picture"), QStringLiteral("png"));
    formatCombo_->addItem(tr("SVG drawing"), QStringLiteral("svg"));
    formatCombo_->addItem(tr("PDF page"), QStringLiteral("pdf"));
    formatCombo_->addItem(tr("CSV table of the numbers"), QStringLiteral("csv"));
    formatCombo_->addItem(tr("NPY array of the numbers"), QStringLiteral("npy"));
    formatCombo_->setToolTip(
        tr("A picture, or the numbers that it shows. SVG and PDF stay sharp at any size."));
    form().addRow(tr("&Format"), formatCombo_);
    addPlace(tr("F&ile"), tr("The file to write. Its ending decides the format."),
             [this](const QString& file) { fileChosen(file); });
    addSize(mostPx);
    setSize(figure.defaultSize());
    QDoubleSpinBox* scale = makeScale(8, usualScale);
    scale->setToolTip(tr("Pixels for each px: 2 is sharp on a good screen, 3 to 4 in print"));
    form().addRow(tr("S&cale"), scale);
    addStyle();
    print_ = new PrintFields(figure, this);
    print_->setAnswers([this](const QString& name, const QVariant& usual) { return answer(name, usual); });
    form().addRow(print_);
    summaryLabel_ = new QLabel(this);
    summaryLabel_->setObjectName(QStringLiteral("summaryLabel"));
    summaryLabel_->setForegroundRole(QPalette::PlaceholderText);
    summaryLabel_->setWordWrap(true);
    form().addRow(summaryLabel_);
    addProblemAndButtons();
    auto* command = buttons_->addButton(tr("Copy as co&mmand"), QDialogButtonBox::ActionRole);
    command->setToolTip(tr("The line for a terminal that writes this file, as it is asked for here"));
    connect(command, &QPushButton::clicked, this, [this] {
        Q_EMIT commandRequested(renderWords(options(), print_->options())
                                << QStringLiteral("--out") << QFileInfo(path()).absoluteFilePath());
    });
    addPreview();
    alignFields(form(), *qobject_cast<const QFormLayout*>(print_->layout()));

    const QString suffix = answer(suffixAnswer, QStringLiteral("png")).toString();
    formatCombo_->setCurrentIndex(std::max(0, formatCombo_->findData(suffix)));
    setPath(freePlace(figure.name(), QLatin1Char('.') + formatCombo_->currentData().toString()));

    connect(formatCombo_, &QComboBox::currentIndexChanged, this, &ExportDialog::formatChosen);
    connect(pathEdit_, &QLineEdit::textEdited, this, &ExportDialog::pathEdited);
    connect(widthSpin_, &QSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(heightSpin_, &QSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(scaleSpin_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(print_, &PrintFields::changed, this, [this, was = print_->inMillimetres()]() mutable {
        const bool now = print_->inMillimetres();
        if (std::exchange(was, now) != now) scaleSpin_->setValue(now ? printDpi / pxPerInch : usualScale);
        updateSummary();
    });
    if (print_->inMillimetres()) scaleSpin_->setValue(printDpi / pxPerInch);
    updateSummary();
}

void ExportDialog::accept() {
    try {
        if (!mayWrite(exportPaths(*figure_, path()))) return;
    } catch (const Error& error) {
        showProblem(QString::fromStdString(error.what()));
        return;
    }
    setEnabled(false);  // Nothing can be changed while it is written
    const PrintedFigure made = printed(*figure_, options(), print_->options());
    exportInBackground(writtenTo(path(), *figure_, made), path(), made.options, this,
                       [this, notes = made.notes](const QStringList& written, const QString& error) {
                           setEnabled(true);
                           showProblem(error);
                           if (!error.isEmpty()) return;
                           written_ = written;
                           notes_ = notes;
                           QVariantMap answers = print_->answers();
                           answers.insert(suffixAnswer, formatCombo_->currentData());
                           remember(answers);
                           QDialog::accept();
                       });
}

void ExportDialog::fileChosen(const QString& file) {
    const bool named = exportSuffixes().contains(QFileInfo(file).suffix().toLower());
    setPath(named ? file : file + QLatin1Char('.') + formatCombo_->currentData().toString());
    pathEdited();
}

void ExportDialog::formatChosen() {
    const QFileInfo info(path());
    setPath(info.dir().filePath(info.completeBaseName() + QLatin1Char('.') +
                                formatCombo_->currentData().toString()));
    updateSummary();
}

void ExportDialog::pathEdited() {
    const int index = formatCombo_->findData(QFileInfo(path()).suffix().toLower());
    if (index >= 0) {
        const QSignalBlocker blocker(formatCombo_);  // the text stays as it was typed
        formatCombo_->setCurrentIndex(index);
    }
    updateSummary();
}

void ExportDialog::updateSummary() {
    const QString format = formatCombo_->currentData().toString();
    const bool png = format == QLatin1String("png");
    const bool picture = png || format == QLatin1String("svg") || format == QLatin1String("pdf");
    widthSpin_->setEnabled(picture && !print_->inMillimetres());
    heightSpin_->setEnabled(picture && !print_->inMillimetres());
    styleCombo_->setEnabled(picture);
    print_->setEnabled(picture);
    scaleSpin_->setEnabled(png);
    showProblem(picture ? print_->problem() : QString());
    previewTimer_.start();
    if (!picture) {
        summaryLabel_->setText(tr("The numbers as shown, in full precision"));
        return;
    }
    const PrintedFigure made = printed(*figure_, options(), print_->options());
    const QSize size = made.options.size;
    const PrintedText text = printedText(print_->options());
    QStringList lines{tr("%1 × %2 mm in print, text %3 pt (smallest %4 pt)")
                          .arg(mmOf(size.width()), 0, 'f', 1)
                          .arg(mmOf(size.height()), 0, 'f', 1)
                          .arg(text.labels, 0, 'f', 1)
                          .arg(text.smallest, 0, 'f', 1)};
    const double scale = scaleSpin_->value();
    if (png)
        lines.prepend(tr("%1 × %2 pixels, %3 dpi")
                          .arg(qRound(size.width() * scale))
                          .arg(qRound(size.height() * scale))
                          .arg(qRound(96 * scale)));
    summaryLabel_->setText((lines + made.notes).join(QLatin1Char('\n')));
}

void ExportDialog::addPreview() {
    previewTimer_.setSingleShot(true);
    previewTimer_.setInterval(previewDelay);
    if (screen()->availableSize().width() < zoomed(leastScreen)) return;
    preview_ = new QLabel(this);
    preview_->setObjectName(QStringLiteral("preview"));
    preview_->setAccessibleName(tr("Preview"));
    preview_->setToolTip(tr("The picture as it will be written"));
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setFrameShape(QFrame::StyledPanel);
    whenZoomed(preview_, [this] { preview_->setFixedSize(zoomed(previewSide), zoomed(previewSide)); });
    layout()->addWidget(preview_);
    connect(&previewTimer_, &QTimer::timeout, this, &ExportDialog::showPreview);
}

void ExportDialog::showPreview() {
    if (!print_->isEnabled()) return preview_->setText(tr("numbers, no picture"));
    const PrintedFigure made = printed(*figure_, options(), print_->options());
    const QSize size = made.options.size.isEmpty() ? made.figure->defaultSize() : made.options.size;
    const QSizeF room = QSizeF(size).scaled(QSizeF(preview_->contentsRect().size()), Qt::KeepAspectRatio);
    // Drawn as the file is, then made smaller: where labels and bars have room depends on the scale.
    const bool isPng = formatCombo_->currentData().toString() == QLatin1String("png");
    const double scale = std::min(isPng ? made.options.scale : usualScale,
                                  std::sqrt(mostPreviewed / (double(size.width()) * size.height())));
    const QImage whole = renderImage(*made.figure, {size, scale, made.options.style});
    QImage picture =
        whole.scaled((room * devicePixelRatioF()).toSize(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(QPixmap::fromImage(picture));
}

}  // namespace attx
