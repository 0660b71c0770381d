#include "ui/form/checkpoint_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "model/files/error.h"
#include "ui/controls/combo.h"
#include "ui/controls/scrolled.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr int textWidth = 420;
constexpr int frame = 60;  // px of the screen's height that a window's frame and a panel take

/// As the form calls it; what it does not have, by words of its own.
QString wordsFor(const std::string& path) {
    if (const FormerKey* former = formerKey(path)) return wordsFor(former->now);
    for (const KeyInfo& info : runConfigKeys())
        if (info.path == path && info.form.label) return modelText(info.form.label);
    if (path == "network.input") return CheckpointDialog::tr("reads");
    if (path == "network.output") return CheckpointDialog::tr("answers");
    if (path == "network.embedding_scale") return CheckpointDialog::tr("embedding scale");
    return QString::fromStdString(path);
}

QLabel* makeText(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setMinimumWidth(textWidth);
    return label;
}

}  // namespace

CheckpointDialog::CheckpointDialog(const QString& fileName, const RunConfig& config,
                                   const std::vector<UncertainKey>& keys, QWidget* parent)
    : QDialog(parent), likely_(config), config_(config) {
    setWindowTitle(tr("Open a checkpoint"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(makeText(tr("%1 holds the network's weights, but not everything about the network. "
                                  "What is likely stands here already; change it if you know better.")
                                   .arg(fileName),
                               this));
    auto* rows = new QWidget(this);
    auto* form = new QFormLayout(rows);
    form->setContentsMargins({});
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);
    for (const UncertainKey& key : keys) {
        form->addRow(wordsFor(key.path), makeEditor(key));
        QLabel* why = makeText(QString::fromStdString(key.why), this);
        why->setEnabled(false);
        form->addRow(QString(), why);
    }
    QScrollArea* scroll = scrolled(rows, this);
    scroll->setMinimumWidth(rows->sizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    layout->addWidget(scroll, 1);
    problem_ = makeText(QString(), this);
    layout->addWidget(problem_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    open_ = buttons->button(QDialogButtonBox::Open);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    check();
    // Reasons take several lines: as high as they need, or as the screen has room for beside a frame.
    const QSize hint = sizeHint();
    const int rest = hint.height() - scroll->sizeHint().height();
    const int wanted = rest + rows->heightForWidth(scroll->minimumWidth());
    resize(hint.width(), std::min(wanted, screen()->availableGeometry().height() - frame));
}

QWidget* CheckpointDialog::makeEditor(const UncertainKey& key) {
    const auto added = [&](auto* editor, auto changed, auto text) {
        editor->setObjectName(QString::fromStdString(key.path));
        editor->setAccessibleName(wordsFor(key.path));
        assignments_.push_back([path = key.path, text] { return path + "=" + text(); });
        connect(editor, changed, this, &CheckpointDialog::check);
        return editor;
    };
    if (key.value == "true" || key.value == "false") {
        auto* box = new QCheckBox(tr("yes"), this);
        box->setChecked(key.value == "true");
        return added(box, &QCheckBox::toggled, [box] { return box->isChecked() ? "true" : "false"; });
    }
    for (const KeyInfo& info : runConfigKeys()) {
        if (info.path != key.path || info.choices.empty()) continue;
        QStringList choices;
        for (const std::string& choice : info.choices) choices << QString::fromStdString(choice);
        QComboBox* box = makeCombo(wordsFor(key.path), modelText(info.help), choices, this);
        box->setCurrentText(QString::fromStdString(key.value));
        return added(box, &QComboBox::currentIndexChanged,
                     [box] { return box->currentText().toStdString(); });
    }
    auto* line = new QLineEdit(QString::fromStdString(key.value), this);
    return added(line, &QLineEdit::textChanged, [line] { return line->text().toStdString(); });
}

void CheckpointDialog::check() {
    QString problem;
    try {
        config_ = likely_;
        for (const auto& assignment : assignments_) setByPath(config_, assignment());
        followAnswers(likely_, config_);
        requireValid(config_.network);
    } catch (const Error& error) {
        problem = withSettingNames(QString::fromUtf8(error.what()));
    }
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    open_->setEnabled(problem.isEmpty());
}

}  // namespace attx
