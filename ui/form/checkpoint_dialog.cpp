#include "ui/form/checkpoint_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "model/files/error.h"
#include "ui/controls/combo.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr int textWidth = 420;

/// As the form calls it; any other key by its own name.
QString wordsFor(const std::string& path) {
    if (path == "network.num_heads") return CheckpointDialog::tr("heads");
    if (path == "network.positional_encoding") return CheckpointDialog::tr("positions");
    if (path == "network.mask_padding") return CheckpointDialog::tr("mask padding");
    if (path == "network.layer_norm_eps") return CheckpointDialog::tr("norm epsilon");
    if (path == "data.rule") return CheckpointDialog::tr("label rule");
    if (path == "data.length") return CheckpointDialog::tr("length");
    if (path == "data.set_size") return CheckpointDialog::tr("set size");
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
    layout->addWidget(makeText(
        tr("%1 holds the network's weights, but not everything about the network. What is likely stands here "
           "already; change it if you know better.")
            .arg(fileName),
        this));
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);
    for (const UncertainKey& key : keys) {
        form->addRow(wordsFor(key.path), makeEditor(key));
        QLabel* why = makeText(QString::fromStdString(key.why), this);
        why->setEnabled(false);
        form->addRow(QString(), why);
    }
    layout->addLayout(form);
    problem_ = makeText(QString(), this);
    layout->addWidget(problem_);
    layout->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    open_ = buttons->button(QDialogButtonBox::Open);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    check();
}

QWidget* CheckpointDialog::makeEditor(const UncertainKey& key) {
    const QString name = QString::fromStdString(key.path);
    if (key.value == "true" || key.value == "false") {
        auto* box = new QCheckBox(tr("yes"), this);
        box->setObjectName(name);
        box->setAccessibleName(wordsFor(key.path));
        box->setChecked(key.value == "true");
        assignments_.push_back(
            [box, path = key.path] { return path + (box->isChecked() ? "=true" : "=false"); });
        connect(box, &QCheckBox::toggled, this, &CheckpointDialog::check);
        return box;
    }
    for (const KeyInfo& info : runConfigKeys()) {
        if (info.path != key.path || info.choices.empty()) continue;
        QStringList choices;
        for (const std::string& choice : info.choices) choices << QString::fromStdString(choice);
        QComboBox* box = makeCombo(wordsFor(key.path), modelText(info.help), choices, this);
        box->setObjectName(name);
        box->setCurrentText(QString::fromStdString(key.value));
        assignments_.push_back(
            [box, path = key.path] { return path + "=" + box->currentText().toStdString(); });
        connect(box, &QComboBox::currentIndexChanged, this, &CheckpointDialog::check);
        return box;
    }
    auto* line = new QLineEdit(QString::fromStdString(key.value), this);
    line->setObjectName(name);
    line->setAccessibleName(wordsFor(key.path));
    assignments_.push_back([line, path = key.path] { return path + "=" + line->text().toStdString(); });
    connect(line, &QLineEdit::textChanged, this, &CheckpointDialog::check);
    return line;
}

void CheckpointDialog::check() {
    QString problem;
    try {
        config_ = likely_;
        for (const auto& assignment : assignments_) setByPath(config_, assignment());
        shareAmongHeads(likely_.network, config_.network);
        requireValid(config_.network);
    } catch (const Error& error) {
        problem = QString::fromUtf8(error.what());
    }
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    open_->setEnabled(problem.isEmpty());
}

}  // namespace attx
