#include "ui/controls/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include "model/files/error.h"

namespace attx {
namespace {

constexpr int mostPx = 10000;
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
    QDoubleSpinBox* scale = makeScale(8, 2);
    scale->setToolTip(tr("Pixels for each px: 2 is sharp on a good screen, 3 to 4 in print"));
    form().addRow(tr("S&cale"), scale);
    addStyle();
    summaryLabel_ = new QLabel(this);
    summaryLabel_->setForegroundRole(QPalette::PlaceholderText);
    form().addRow(summaryLabel_);
    addProblemAndButtons();

    const QString suffix = answer(suffixAnswer, QStringLiteral("png")).toString();
    formatCombo_->setCurrentIndex(std::max(0, formatCombo_->findData(suffix)));
    setPath(freePlace(figure.name(), QLatin1Char('.') + formatCombo_->currentData().toString()));

    connect(formatCombo_, &QComboBox::currentIndexChanged, this, &ExportDialog::formatChosen);
    connect(pathEdit_, &QLineEdit::textEdited, this, &ExportDialog::pathEdited);
    connect(widthSpin_, &QSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(heightSpin_, &QSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(scaleSpin_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    updateSummary();
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::accept() {
    try {
        if (!mayWrite(exportPaths(*figure_, path()))) return;
    } catch (const Error& error) {
        showProblem(QString::fromStdString(error.what()));
        return;
    }
    setEnabled(false);  // while it is written
    exportInBackground(*figure_, path(), options(), this,
                       [this](const QStringList& written, const QString& error) {
                           setEnabled(true);
                           showProblem(error);
                           if (!error.isEmpty()) return;
                           written_ = written;
                           remember({{suffixAnswer, formatCombo_->currentData()}});
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
    widthSpin_->setEnabled(picture);
    heightSpin_->setEnabled(picture);
    styleCombo_->setEnabled(picture);
    scaleSpin_->setEnabled(png);
    showProblem({});
    constexpr double mmPerPx = 25.4 / 96;
    const double scale = png ? scaleSpin_->value() : 1;
    if (!picture)
        summaryLabel_->setText(tr("The numbers as shown, in full precision"));
    else if (png)
        summaryLabel_->setText(tr("%1 × %2 pixels, %3 dots an inch")
                                   .arg(qRound(widthSpin_->value() * scale))
                                   .arg(qRound(heightSpin_->value() * scale))
                                   .arg(qRound(96 * scale)));
    else
        summaryLabel_->setText(tr("%1 × %2 mm in print")
                                   .arg(widthSpin_->value() * mmPerPx, 0, 'f', 0)
                                   .arg(heightSpin_->value() * mmPerPx, 0, 'f', 0));
}

}  // namespace attx
