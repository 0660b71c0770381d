#include "ui/export_dialog.h"

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
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include "model/error.h"
#include "ui/form_row.h"

namespace attx {
namespace {

constexpr int fewestPx = 100;
constexpr int mostPx = 10000;

QString settingsKey(const char* name) { return QStringLiteral("export/") + QLatin1String(name); }

}  // namespace

ExportDialog::ExportDialog(const Figure& figure, QWidget* parent) : QDialog(parent), figure_(figure.clone()) {
    setWindowTitle(tr("Export figure"));
    const QSettings settings;
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 16, 16, 16);
    form->setSpacing(8);

    formatCombo_ = new QComboBox(this);
    formatCombo_->addItem(tr("PNG picture"), QStringLiteral("png"));
    formatCombo_->addItem(tr("SVG drawing"), QStringLiteral("svg"));
    formatCombo_->addItem(tr("PDF page"), QStringLiteral("pdf"));
    formatCombo_->addItem(tr("CSV table of the numbers"), QStringLiteral("csv"));
    formatCombo_->addItem(tr("NPY array of the numbers"), QStringLiteral("npy"));
    formatCombo_->setToolTip(
        tr("A picture, or the numbers that it shows. SVG and PDF stay sharp at any size."));
    form->addRow(tr("&Format"), formatCombo_);

    pathEdit_ = new QLineEdit(this);
    pathEdit_->setObjectName(QStringLiteral("pathEdit"));
    pathEdit_->setMinimumWidth(320);
    pathEdit_->setToolTip(tr("The file to write. Its ending decides the format."));
    auto* browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    browse->setToolTip(tr("Choose the folder and the name"));
    auto* pathRow = new QHBoxLayout;
    pathRow->addWidget(pathEdit_, 1);
    pathRow->addWidget(browse);
    addRow(*form, tr("F&ile"), pathRow, pathEdit_);

    const auto sizeSpin = [this](int value, const QString& what) {
        auto* spin = new QSpinBox(this);
        spin->setRange(fewestPx, mostPx);
        spin->setValue(value);
        spin->setSuffix(tr(" px"));
        spin->setToolTip(tr("%1 at 96 px an inch; text has its usual size").arg(what));
        spin->setAccessibleName(what);
        return spin;
    };
    const QSize size = figure.defaultSize();
    widthSpin_ = sizeSpin(size.width(), tr("Width"));
    heightSpin_ = sizeSpin(size.height(), tr("Height"));
    auto* sizeRow = new QHBoxLayout;
    sizeRow->addWidget(widthSpin_);
    sizeRow->addWidget(new QLabel(QStringLiteral("×"), this));
    sizeRow->addWidget(heightSpin_);
    sizeRow->addStretch(1);
    addRow(*form, tr("&Size"), sizeRow, widthSpin_);

    scaleSpin_ = new QDoubleSpinBox(this);
    scaleSpin_->setRange(0.5, 8);
    scaleSpin_->setSingleStep(0.5);
    scaleSpin_->setDecimals(2);
    scaleSpin_->setValue(settings.value(settingsKey("scale"), 2.0).toDouble());
    scaleSpin_->setToolTip(tr("Pixels for each px: 2 is sharp on a good screen, 3 to 4 in print"));
    form->addRow(tr("S&cale"), scaleSpin_);

    styleCombo_ = new QComboBox(this);
    styleCombo_->addItem(tr("Light"), false);
    styleCombo_->addItem(tr("Dark"), true);
    styleCombo_->setCurrentIndex(settings.value(settingsKey("dark"), false).toBool() ? 1 : 0);
    styleCombo_->setToolTip(tr("Light suits paper, dark suits dark slides"));
    form->addRow(tr("S&tyle"), styleCombo_);

    summaryLabel_ = new QLabel(this);
    summaryLabel_->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(summaryLabel_);
    errorLabel_ = new QLabel(this);
    errorLabel_->setObjectName(QStringLiteral("errorLabel"));
    errorLabel_->setWordWrap(true);
    errorLabel_->hide();
    form->addRow(errorLabel_);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);

    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QString folder =
        settings.value(settingsKey("folder"), pictures.isEmpty() ? QDir::homePath() : pictures).toString();
    const QString suffix = settings.value(settingsKey("suffix"), QStringLiteral("png")).toString();
    formatCombo_->setCurrentIndex(std::max(0, formatCombo_->findData(suffix)));
    pathEdit_->setText(QDir::toNativeSeparators(
        QDir(folder).filePath(figure.name() + QLatin1Char('.') + formatCombo_->currentData().toString())));

    connect(browse, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(formatCombo_, &QComboBox::currentIndexChanged, this, &ExportDialog::formatChosen);
    connect(pathEdit_, &QLineEdit::textEdited, this, &ExportDialog::pathEdited);
    connect(widthSpin_, &QSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(heightSpin_, &QSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    connect(scaleSpin_, &QDoubleSpinBox::valueChanged, this, &ExportDialog::updateSummary);
    updateSummary();
}

ExportDialog::~ExportDialog() = default;

QString ExportDialog::path() const { return QDir::fromNativeSeparators(pathEdit_->text().trimmed()); }

ExportOptions ExportDialog::options() const {
    ExportOptions options;
    options.size = {widthSpin_->value(), heightSpin_->value()};
    options.scale = scaleSpin_->value();
    options.style = styleCombo_->currentData().toBool() ? FigureStyle::darkStyle() : FigureStyle::light();
    return options;
}

void ExportDialog::accept() {
    try {
        written_ = exportFigure(*figure_, path(), options());
    } catch (const Error& error) {
        errorLabel_->setText(QString::fromStdString(error.what()));
        errorLabel_->show();
        return;
    }
    QSettings settings;
    settings.setValue(settingsKey("folder"), QFileInfo(path()).absolutePath());
    settings.setValue(settingsKey("suffix"), formatCombo_->currentData());
    settings.setValue(settingsKey("scale"), scaleSpin_->value());
    settings.setValue(settingsKey("dark"), styleCombo_->currentData());
    QDialog::accept();
}

void ExportDialog::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Export figure"), path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(path());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const bool named = exportSuffixes().contains(QFileInfo(file).suffix().toLower());
        pathEdit_->setText(QDir::toNativeSeparators(
            named ? file : file + QLatin1Char('.') + formatCombo_->currentData().toString()));
        pathEdited();
    });
    dialog->open();
}

void ExportDialog::formatChosen() {
    const QFileInfo info(path());
    pathEdit_->setText(QDir::toNativeSeparators(info.dir().filePath(
        info.completeBaseName() + QLatin1Char('.') + formatCombo_->currentData().toString())));
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
    errorLabel_->hide();
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
