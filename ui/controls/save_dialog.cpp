#include "ui/controls/save_dialog.h"

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
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QShowEvent>
#include <QSpinBox>
#include <QStandardPaths>
#include <algorithm>

#include "ui/controls/flat_layout.h"
#include "ui/controls/form_row.h"
#include "ui/controls/scrolled.h"

namespace attx {
namespace {

constexpr int fewestPx = 100;
constexpr int windowFrame = 48;  // px of the screen's height, at most
const auto folderAnswer = QStringLiteral("folder");

QVariantMap& lastAnswers() {  // Common to all dialogs; the window keeps them with its layout
    static QVariantMap answers;
    return answers;
}

}  // namespace

SaveDialog::SaveDialog(const QString& kind, const QString& title, QWidget* parent)
    : QDialog(parent), kind_(kind) {
    setWindowTitle(title);
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(16, 16, 16, 16);
    columns->setSpacing(16);
    column_ = new QVBoxLayout;
    column_->setSpacing(8);
    columns->addLayout(column_, 1);
    form_ = flatLayout<QFormLayout>(new QWidget(this));
    rows_ = scrolled(form_->parentWidget(), this);
    column_->addWidget(rows_, 1);
}

QString SaveDialog::path() const { return QDir::fromNativeSeparators(pathEdit_->text().trimmed()); }

ExportOptions SaveDialog::options() const {
    ExportOptions options;
    options.size = {widthSpin_->value(), heightSpin_->value()};
    options.scale = scaleSpin_->value();
    options.style = styleCombo_->currentData().toBool() ? FigureStyle::darkStyle() : FigureStyle::light();
    return options;
}

const QVariantMap& SaveDialog::answers() { return lastAnswers(); }

void SaveDialog::setAnswers(const QVariantMap& answers) { lastAnswers() = answers; }

QString SaveDialog::usualFolder() {
    const QString last = lastAnswers().value(folderAnswer).toString();
    for (const QString& folder : {last, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)})
        if (!folder.isEmpty() && QFileInfo(folder).isDir()) return folder;
    return QDir::homePath();
}

void SaveDialog::savedTo(const QString& file) {
    lastAnswers().insert(folderAnswer, QFileInfo(file).absolutePath());
}

void SaveDialog::addPlace(const QString& label, const QString& tip,
                          const std::function<void(const QString& file)>& chosen) {
    pathEdit_ = new QLineEdit(this);
    pathEdit_->setObjectName(QStringLiteral("pathEdit"));
    pathEdit_->setMinimumWidth(320);
    pathEdit_->setToolTip(tip);
    auto* browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    browse->setToolTip(tr("Choose the folder and the name"));
    connect(browse, &QPushButton::clicked, this, [this, chosen] { chooseFile(chosen); });
    auto* row = new QHBoxLayout;
    row->addWidget(pathEdit_, 1);
    row->addWidget(browse);
    addRow(*form_, label, row, pathEdit_);
}

QHBoxLayout* SaveDialog::addSize(int mostPx) {
    const auto sizeSpin = [&](const QString& what) {
        auto* spin = new QSpinBox(this);
        spin->setRange(fewestPx, mostPx);
        spin->setSuffix(tr(" px"));
        spin->setToolTip(tr("%1 at 96 px an inch; text has its usual size").arg(what));
        spin->setAccessibleName(what);
        return spin;
    };
    widthSpin_ = sizeSpin(tr("Width"));
    heightSpin_ = sizeSpin(tr("Height"));
    QHBoxLayout* row = rowOf({widthSpin_, new QLabel(QStringLiteral("×"), this), heightSpin_});

    addRow(*form_, tr("&Size"), row, widthSpin_);
    return row;
}

QDoubleSpinBox* SaveDialog::makeScale(double most, double usual) {
    scaleSpin_ = new QDoubleSpinBox(this);
    scaleSpin_->setRange(0.5, most);
    scaleSpin_->setSingleStep(0.5);
    scaleSpin_->setDecimals(2);
    scaleSpin_->setValue(answer(QStringLiteral("scale"), usual).toDouble());
    return scaleSpin_;
}

void SaveDialog::addStyle() {
    styleCombo_ = new QComboBox(this);
    styleCombo_->addItem(tr("Light"), false);
    styleCombo_->addItem(tr("Dark"), true);
    styleCombo_->setCurrentIndex(answer(QStringLiteral("dark"), false).toBool() ? 1 : 0);
    styleCombo_->setToolTip(tr("Light suits paper, dark suits dark slides"));
    form_->addRow(tr("S&tyle"), styleCombo_);
}

void SaveDialog::setRowsEnabled(bool enabled) { form_->parentWidget()->setEnabled(enabled); }

void SaveDialog::addBelow(QWidget* widget) { column_->addWidget(widget); }

void SaveDialog::addProblemAndButtons() {
    errorLabel_ = new QLabel(this);
    errorLabel_->setObjectName(QStringLiteral("errorLabel"));
    errorLabel_->setWordWrap(true);
    errorLabel_->hide();
    column_->addWidget(errorLabel_);
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    column_->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void SaveDialog::setPath(const QString& path) { pathEdit_->setText(QDir::toNativeSeparators(path)); }

void SaveDialog::setSize(const QSize& size) {
    widthSpin_->setValue(size.width());
    heightSpin_->setValue(size.height());
}

QString SaveDialog::freePlace(const QString& stem, const QString& suffix) const {
    const QDir folder(usualFolder());
    QString place = folder.filePath(stem + suffix);
    for (int n = 2; QFileInfo::exists(place); ++n)
        place = folder.filePath(QStringLiteral("%1-%2%3").arg(stem).arg(n).arg(suffix));
    return place;
}

QVariant SaveDialog::answer(const QString& name, const QVariant& usual) const {
    return lastAnswers().value(kind_ + QLatin1Char('/') + name, usual);
}

void SaveDialog::remember(const QVariantMap& own) {
    QVariantMap all = own;
    savedTo(path());
    if (scaleSpin_) all.insert(QStringLiteral("scale"), scaleSpin_->value());
    if (styleCombo_) all.insert(QStringLiteral("dark"), styleCombo_->currentData());
    for (auto given = all.cbegin(); given != all.cend(); ++given)
        lastAnswers().insert(kind_ + QLatin1Char('/') + given.key(), given.value());
}

bool SaveDialog::mayWrite(const QStringList& files) {
    const auto there =
        std::ranges::find_if(files, [](const QString& file) { return QFileInfo(file).isFile(); });
    if (there == files.end() || path() == agreed_) return true;
    // Shown with open(), not exec(): no nested event loop while a run is training.
    auto* question =
        new QMessageBox(QMessageBox::Question, windowTitle(),
                        tr("%1 is there already. Replace it?").arg(QDir::toNativeSeparators(*there)),
                        QMessageBox::Cancel, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* replace = question->addButton(tr("&Replace"), QMessageBox::AcceptRole);
    connect(replace, &QPushButton::clicked, this, [this, asked = path()] {
        agreed_ = asked;
        accept();
    });
    question->setDefaultButton(QMessageBox::Cancel);
    question->open();
    return false;
}

void SaveDialog::showProblem(const QString& problem) {
    errorLabel_->setText(problem);
    errorLabel_->setVisible(!problem.isEmpty());
    if (!problem.isEmpty() && isVisible()) fit(height());  // not cut off
}

void SaveDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    if (!event->spontaneous()) fit(0);
}

void SaveDialog::fit(int least) {
    layout()->activate();
    const QWidget* rows = rows_->widget();
    rows_->setMinimumWidth(rows->minimumSizeHint().width() + rows_->verticalScrollBar()->sizeHint().width());
    const int width = std::max(this->width(), sizeHint().width()),
              across = std::max(rows_->width(), rows_->minimumWidth());
    const QMargins around = layout()->contentsMargins();
    const int all = column_->hasHeightForWidth() ? column_->heightForWidth(across)
                                                 : column_->sizeHint().height(),
              high = rows->hasHeightForWidth() ? rows->heightForWidth(across) : rows->sizeHint().height(),
              wanted = all - rows_->sizeHint().height() + high + around.top() + around.bottom();
    resize(width, std::min(std::max(wanted, least), screen()->availableSize().height() - windowFrame));
}

void SaveDialog::chooseFile(const std::function<void(const QString& file)>& chosen) {
    auto* dialog = new QFileDialog(this, windowTitle(), path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(path());
    connect(dialog, &QFileDialog::fileSelected, this, [this, chosen](const QString& file) {
        agreed_ = file;  // it has asked
        chosen(file);
    });
    dialog->open();
}

}  // namespace attx
