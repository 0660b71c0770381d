#include "ui/form/form_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyleOptionComboBox>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "model/config/vector_network.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/form/open_spin.h"
#include "ui/look/language.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr int smallestEditor = 96, rowHeight = 24;  // px at zoom 1

/// The wheel turns only the field that has the focus, and the space bar, which trains, enters no number.
class FieldGuard : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* editor = qobject_cast<QWidget*>(watched);
        const bool wheel = event->type() == QEvent::Wheel && editor && !editor->hasFocus();
        const bool space = event->type() == QEvent::KeyPress && qobject_cast<QAbstractSpinBox*>(watched) &&
                           static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
        if (!wheel && !space) return false;
        event->ignore();  // Goes on to the parent
        return true;
    }
};

class NumberField : public FormField {
public:
    explicit NumberField(const KeyInfo& key)
        : FormField(key), spin_(new OpenSpin<QSpinBox>(key.minimum, key.maximum, this)) {
        spin_->setSingleStep(std::max(1, int(key.form.step)));
        spin_->setGroupSeparatorShown(true);
        setEditor(spin_);
        connect(spin_, &QSpinBox::valueChanged, this, &FormField::edited);
    }
    void show(const RunConfig& config) override {
        const QSignalBlocker blocker(spin_);
        spin_->setValue(valueOf<int>(config));
    }
    std::optional<QString> store(RunConfig& config) const override {
        if (const auto typed = spin_->unreadText())
            return FormField::tr("expected a whole number, found “%1”").arg(*typed);
        valueIn<int>(config) = spin_->value();
        return {};
    }
    [[nodiscard]] QString typed() const override { return spin_->typed(); }
    void type(const QString& text) override { spin_->type(text); }

private:
    OpenSpin<QSpinBox>* spin_;
};

class ShareField : public FormField {
public:
    explicit ShareField(const KeyInfo& key)
        : FormField(key), spin_(new OpenSpin<QDoubleSpinBox>(key.minimum, key.maximum, this)) {
        spin_->setLocale(QLocale::c());
        spin_->setDecimals(10);
        spin_->setSingleStep(key.form.step);
        setEditor(spin_);
        connect(spin_, &QDoubleSpinBox::valueChanged, this, &FormField::edited);
    }
    void show(const RunConfig& config) override {
        const QSignalBlocker blocker(spin_);
        shown_ = valueOf<double>(config);
        spin_->setValue(shown_);
        rounded_ = spin_->value();
    }
    std::optional<QString> store(RunConfig& config) const override {
        if (const auto typed = spin_->unreadText())
            return FormField::tr("expected a number such as 0.1, found “%1”").arg(*typed);
        // A value with more digits than the box shows survives until it is edited.
        valueIn<double>(config) = spin_->value() == rounded_ ? shown_ : spin_->value();
        return {};
    }
    [[nodiscard]] QString typed() const override { return spin_->typed(); }
    void type(const QString& text) override { spin_->type(text); }

private:
    OpenSpin<QDoubleSpinBox>* spin_;
    double shown_ = 0, rounded_ = 0;
};

/// A line whose text is turned into a value.
class LineField : public FormField {
public:
    explicit LineField(const KeyInfo& key) : FormField(key), line_(new QLineEdit(this)) {
        setEditor(line_);
        connect(line_, &QLineEdit::textEdited, this, &FormField::edited);
    }

    [[nodiscard]] QString typed() const override { return line_->text(); }
    void type(const QString& text) override {
        line_->setText(text);
        Q_EMIT edited();
    }

protected:
    [[nodiscard]] QString text() const { return line_->text().trimmed(); }
    void setText(const QString& text) { line_->setText(text); }

private:
    QLineEdit* line_;
};

class RealField : public LineField {
public:
    explicit RealField(const KeyInfo& key) : LineField(key) {}
    void show(const RunConfig& config) override { setText(shortNumber(valueOf<double>(config))); }
    std::optional<QString> store(RunConfig& config) const override {
        bool ok = false;
        const double value = typedNumber(text(), &ok);
        if (!ok || !std::isfinite(value))
            return FormField::tr("expected a number such as 5e-4 or 0.001, found “%1”").arg(text());
        valueIn<double>(config) = value;
        return {};
    }
};

class SeedField : public LineField {
public:
    explicit SeedField(const KeyInfo& key) : LineField(key) {}
    void show(const RunConfig& config) override { setText(QString::number(valueOf<uint64_t>(config))); }
    std::optional<QString> store(RunConfig& config) const override {
        bool ok = false;
        const qulonglong value = text().toULongLong(&ok);
        if (!ok) return FormField::tr("expected a whole number from 0, found “%1”").arg(text());
        valueIn<uint64_t>(config) = value;
        return {};
    }
};

class FlagField : public FormField {
public:
    explicit FlagField(const KeyInfo& key) : FormField(key), box_(new QCheckBox(this)) {
        setEditor(box_);
        connect(box_, &QCheckBox::toggled, this, &FormField::edited);
    }
    void show(const RunConfig& config) override {
        const QSignalBlocker blocker(box_);
        box_->setChecked(valueOf<bool>(config));
    }
    std::optional<QString> store(RunConfig& config) const override {
        valueIn<bool>(config) = box_->isChecked();
        return {};
    }

private:
    QCheckBox* box_;
};

class ChoiceField : public FormField {
public:
    explicit ChoiceField(const KeyInfo& key) : FormField(key), combo_(new QComboBox(this)) {
        for (const char* choice : key.form.choices) combo_->addItem(modelText(choice));
        combo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        setEditor(combo_);
        connect(combo_, &QComboBox::currentIndexChanged, this, &ChoiceField::fit);
        connect(combo_, &QComboBox::currentIndexChanged, this, &FormField::edited);
    }
    void show(const RunConfig& config) override {
        const QSignalBlocker blocker(combo_);
        RunConfig copy = config;
        combo_->setCurrentIndex(std::get<ChoicePlace>(key().place(copy)).get());
        fit();
    }
    std::optional<QString> store(RunConfig& config) const override {
        std::get<ChoicePlace>(key().place(config)).set(combo_->currentIndex());
        return {};
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        FormField::resizeEvent(event);
        fit();
    }

private:
    /// What is chosen is seen whole.
    void fit() {
        const QFontMetrics metrics = combo_->fontMetrics();
        constexpr int spare = 8;
        const QSize text(metrics.horizontalAdvance(combo_->currentText()) + spare, metrics.height());
        QStyleOptionComboBox option;
        option.initFrom(combo_);
        giveRoom(combo_->style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, combo_).width());
    }

    QComboBox* combo_;
};

/// A text, with a button that chooses a file where it names one.
class FileField : public FormField {
public:
    FileField(const KeyInfo& key, const FileChoice& choice) : FormField(key), choice_(choice) {
        auto* box = new QWidget(this);
        auto* layout = flatLayout<QHBoxLayout>(box, 4);
        line_ = new QLineEdit(box);
        line_->setPlaceholderText(choice.example);
        layout->addWidget(line_, 1);
        setEditor(box);
        box->setFocusProxy(line_);
        line_->setToolTip(modelText(key.help));
        line_->setAccessibleName(label());
        connect(line_, &QLineEdit::textEdited, this, &FormField::edited);
        if (choice.filter.isEmpty()) return;  // a text that names no file
        QToolButton* button = makeIconButton("folder", choice.tip, {}, box);
        layout->addWidget(button);
        if (!choice.folders) {
            connect(button, &QToolButton::clicked, this, [this] { choose(QFileDialog::ExistingFile); });
            return;
        }
        auto* menu = new QMenu(button);
        connect(menu->addAction(FormField::tr("A folder…")), &QAction::triggered, this,
                [this] { choose(QFileDialog::Directory); });
        connect(menu->addAction(FormField::tr("A file…")), &QAction::triggered, this,
                [this] { choose(QFileDialog::ExistingFile); });
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
    }
    void show(const RunConfig& config) override {
        line_->setText(QString::fromStdString(valueOf<std::string>(config)));
    }
    std::optional<QString> store(RunConfig& config) const override {
        valueIn<std::string>(config) = line_->text().trimmed().toStdString();
        return {};
    }

private:
    void choose(QFileDialog::FileMode mode) {
        auto* dialog = new QFileDialog(this, choice_.tip, line_->text(), choice_.filter);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(mode);
        connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
            line_->setText(file);
            Q_EMIT edited();
        });
        dialog->open();
    }

    const FileChoice choice_;
    QLineEdit* line_ = nullptr;
};

}  // namespace

FormField::FormField(const KeyInfo& key, QWidget* parent) : QWidget(parent), key_(key) {
    layout_ = new QGridLayout(this);
    layout_->setContentsMargins(8, 0, 0, 0);
    layout_->setHorizontalSpacing(8);
    layout_->setVerticalSpacing(2);
    label_ = new QLabel(modelText(key.form.label), this);
    fixWidth(label_, labelWidth);
    // Not of the label, which goes on wishing for the height that was its least when it was last asked.
    whenZoomed(this, [this] { layout_->setRowMinimumHeight(0, zoomed(rowHeight)); });
    label_->setToolTip(modelText(key_.help));
    layout_->addWidget(label_, 0, 0);
    problemLabel_ = new QLabel(this);
    problemLabel_->setWordWrap(true);
    problemLabel_->setTextFormat(Qt::PlainText);
    setLabelFont(problemLabel_);
    problemLabel_->hide();
    layout_->addWidget(problemLabel_, 1, 0, 1, 2);
    layout_->setColumnStretch(1, 1);
}

void FormField::setEditor(QWidget* editor) {
    editor_ = editor;
    whenZoomed(editor, [editor] { editor->setMinimumWidth(zoomed(smallestEditor)); });
    editor->setToolTip(modelText(key_.help));
    editor->setAccessibleName(label_->text());
    editor->setFocusPolicy(Qt::StrongFocus);
    guardEditor(editor);
    label_->setBuddy(editor);
    layout_->addWidget(editor, 0, 1);
}

void FormField::giveRoom(int px) {
    const QMargins around = layout_->contentsMargins();
    const int row = width() - around.left() - around.right() - layout_->horizontalSpacing();
    const int usual = zoomed(labelWidth),
              own = std::min(usual, label_->fontMetrics().horizontalAdvance(label_->text()) + 2);
    label_->setFixedWidth(std::clamp(row - px, own, usual));
}

bool FormField::isRelevant(const RunConfig& config) const {
    if (isOutsideTasks(config) && key_.path.starts_with("data.")) return false;
    return !key_.form.isRelevant || key_.form.isRelevant(config);
}

void FormField::setProblem(const QString& problem) {
    if (problem == problemLabel_->text()) return;
    problemLabel_->setText(problem);
    problemLabel_->setVisible(!problem.isEmpty());
    if (editor_) editor_->setAccessibleDescription(problem);
    colorProblem();
    update();
}

QString FormField::label() const { return label_->text(); }

QString FormField::problem() const { return problemLabel_->text(); }

void FormField::setLocked(bool locked) {
    if (editor_) editor_->setEnabled(!locked);
}

void FormField::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (problemLabel_->text().isEmpty()) return;
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, 2, height()), problemColor(palette()));
}

void FormField::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) colorProblem();
}

void FormField::colorProblem() {
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, problemColor(colors));
    problemLabel_->setPalette(colors);
}

void guardEditor(QWidget* editor) { editor->installEventFilter(new FieldGuard(editor)); }

FormField* makeField(const KeyInfo& key, const FileChoice& file) {
    struct Maker {
        const KeyInfo& key;
        const FileChoice& file;
        FormField* operator()(const int*) const { return new NumberField(key); }
        FormField* operator()(const uint64_t*) const { return new SeedField(key); }
        FormField* operator()(const double*) const {
            if (key.form.step > 0) return new ShareField(key);
            return new RealField(key);
        }
        FormField* operator()(const bool*) const { return new FlagField(key); }
        FormField* operator()(const std::string*) const { return new FileField(key, file); }
        FormField* operator()(const ChoicePlace&) const { return new ChoiceField(key); }
    };
    RunConfig any;
    return std::visit(Maker{key, file}, key.place(any));
}

QString shortNumber(double value) {
    const double size = std::abs(value);
    if (value == 0 || (size >= 0.01 && size < 1e6))
        return QString::number(value, 'g', QLocale::FloatingPointShortest);
    // "5e-04" -> "5e-4"
    QString text = QString::number(value, 'e', QLocale::FloatingPointShortest);
    text.replace(QStringLiteral("e-0"), QStringLiteral("e-"));
    text.replace(QStringLiteral("e+0"), QStringLiteral("e"));
    text.replace(QStringLiteral("e+"), QStringLiteral("e"));
    return text;
}

}  // namespace attx
