#include "ui/pages/runs/sweep_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>

#include "model/config/presets.h"
#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/sweeps/command_lines.h"
#include "ui/controls/combo.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/form_row.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/side_table.h"
#include "ui/form/form_field.h"
#include "ui/form/run_estimate.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

enum Column { Vary, Key, Values };
constexpr QSize firstSize{640, 620};
constexpr int windowFrame = 48;                       // px of the screen's height, at most
constexpr std::chrono::milliseconds checkDelay{200};  // Wait after a key is typed
constexpr int mostSeeds = 1000, mostCount = 10'000, mostScriptJobs = 64;
constexpr size_t mostChecked = 2000;  // runs that are checked while the user types

/// Keys of the form that mean something to `config`; seeds have their own field.
std::vector<const KeyInfo*> offeredKeys(const RunConfig& config) {
    std::vector<const KeyInfo*> keys;
    for (const KeyInfo& key : runConfigKeys())
        if (key.form.label && key.path != "seed" && key.path != "data.task" &&
            (!key.form.isRelevant || key.form.isRelevant(config)))
            keys.push_back(&key);
    return keys;
}

/// The values of a cell, which may be typed with semicolons between them, too.
QString listed(QString values) { return values.replace(QLatin1Char(';'), QLatin1Char(',')); }

/// A folder that is not there yet.
QString freeFolder(const QString& parent, const std::string& preset) {
    const QString name =
        QStringLiteral("sweep-") +
        (preset.empty() || preset == "custom" ? QStringLiteral("1") : QString::fromStdString(preset));
    QString path = QDir(parent).filePath(name);
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = QDir(parent).filePath(QStringLiteral("%1-%2").arg(name).arg(number));
    return path;
}

}  // namespace

SweepDialog::SweepDialog(const RunConfig& base, const QString& parentFolder, QWidget* parent)
    : QDialog(parent), base_(base) {
    setWindowTitle(tr("New sweep"));
    resize(firstSize.boundedTo(screen()->availableSize() - QSize(0, windowFrame)));
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(16, 16, 16, 16);
    lines->setSpacing(8);
    auto* layout = flatLayout<QVBoxLayout>(new QWidget(this), 8);
    lines->addWidget(scrolled(layout->parentWidget(), this), 1);  // Small screens scroll it; the buttons stay
    auto* how = new QLabel(tr("Runs start from the settings on the left. Tick a setting and list its values, "
                              "separated by commas: each combination is trained with each seed."),
                           this);
    how->setWordWrap(true);
    layout->addWidget(how);
    auto* sought = new QLineEdit(this);
    sought->setObjectName(QStringLiteral("sought"));
    sought->setPlaceholderText(tr("find a setting"));
    sought->setAccessibleName(tr("Find a setting"));
    sought->setToolTip(
        tr("Shows the settings that have these words in their names, keys or descriptions, and "
           "those that vary"));
    sought->setClearButtonEnabled(true);
    layout->addWidget(sought);
    keys_ = makeTable(tr("Settings"), QString(), {tr("vary"), tr("setting"), tr("values")}, Values, this);
    keys_->setEditTriggers(QAbstractItemView::AllEditTriggers);
    layout->addWidget(keys_, 1);
    fillKeys();
    connect(sought, &QLineEdit::textChanged, this, &SweepDialog::filterKeys);

    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setSpacing(8);
    const auto spin = [this](int most, int value, const QString& tip) {
        auto* box = new QSpinBox(this);
        box->setRange(1, most);
        box->setValue(value);
        box->setToolTip(tip);
        return box;
    };
    seeds_ =
        spin(mostSeeds, 1, tr("Runs of each combination, with the form's seed and those that follow it"));
    method_ = makeCombo(tr("Method"), tr("Every combination of the values, or some of them drawn at random"),
                        {tr("all combinations"), tr("drawn at random")}, this);
    count_ = spin(mostCount, 20, tr("How many combinations are drawn"));
    jobs_ = spin(cores(), cores(),
                 tr("Runs at a time, if they are trained here; each gets its share of the cores"));
    auto* numbers = new QHBoxLayout;
    numbers->setSpacing(8);
    const auto addNamed = [&](const QString& name, QWidget* control) {
        auto* label = new QLabel(name, this);
        label->setBuddy(control);
        numbers->addWidget(label);
        numbers->addWidget(control);
    };
    numbers->addWidget(seeds_);
    addNamed(tr("&combinations"), method_);
    numbers->addWidget(count_);
    addNamed(tr("runs at a ti&me"), jobs_);
    numbers->addStretch(1);
    addRow(*form, tr("&Seeds"), numbers, seeds_);
    folder_ = new QLineEdit(QDir::toNativeSeparators(freeFolder(parentFolder, base.preset)), this);
    folder_->setToolTip(tr("The new folder: the plan and each run go there"));
    auto* browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    auto* place = new QHBoxLayout;
    place->setSpacing(8);
    place->addWidget(folder_, 1);
    place->addWidget(browse);
    addRow(*form, tr("&Folder"), place, folder_);
    command_ = new QPlainTextEdit(this);
    command_->setReadOnly(true);
    command_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command_->setFixedHeight(96);
    command_->setAccessibleName(tr("Command"));
    command_->setToolTip(tr("The lines that do the same without a window"));
    form->addRow(tr("Command"), command_);
    layout->addLayout(form);
    message_ = new QLabel(this);
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setMinimumHeight(36);
    lines->addWidget(message_);

    const auto button = [this](const QString& text, const QString& tip) {
        auto* made = new QPushButton(text, this);
        made->setToolTip(tip);
        made->setAutoDefault(false);
        return made;
    };
    script_ = button(tr("Save &job script…"), tr("Plans the sweep and writes a script for Slurm's sbatch"));
    plan_ =
        button(tr("&Plan only"), tr("Writes the sweep's file; train it later, here or on other computers"));
    train_ = button(tr("&Train"), tr("Plans the sweep and trains it now, beside the window"));
    train_->setDefault(true);
    auto* close = button(tr("C&lose"), tr("Close without creating anything"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(script_);
    buttons->addStretch(1);
    for (QPushButton* one : {plan_, train_, close}) buttons->addWidget(one);
    lines->addLayout(buttons);

    soon_.setSingleShot(true);
    soon_.setInterval(checkDelay);
    connect(&soon_, &QTimer::timeout, this, &SweepDialog::check);
    const auto later = [this] { soon_.start(); };
    connect(keys_, &QTableWidget::itemChanged, this, [this, later](QTableWidgetItem* item) {
        const QSignalBlocker quiet(keys_);
        if (item->column() == Values) {  // what is typed counts, be it one value
            RunConfig before = base_;
            const std::string path =
                keys_->item(item->row(), Key)->data(Qt::UserRole).toString().toStdString();
            if (listed(item->text()).toStdString() != valueText(keyInfo(path), before))
                keys_->item(item->row(), Vary)->setCheckState(Qt::Checked);
            showChoices(item->row());
        }
        later();
    });
    for (QSpinBox* box : {seeds_, count_, jobs_}) connect(box, &QSpinBox::valueChanged, this, later);
    connect(method_, &QComboBox::currentIndexChanged, this, &SweepDialog::check);
    connect(folder_, &QLineEdit::textChanged, this, later);
    connect(browse, &QPushButton::clicked, this, &SweepDialog::chooseFolder);
    connect(script_, &QPushButton::clicked, this, &SweepDialog::saveScript);
    connect(plan_, &QPushButton::clicked, this, &SweepDialog::planOnly);
    connect(train_, &QPushButton::clicked, this, &SweepDialog::train);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    check();
}

void SweepDialog::fillKeys() {
    RunConfig config = base_;
    for (const KeyInfo* key : offeredKeys(base_)) {
        const int row = keys_->rowCount();
        keys_->insertRow(row);
        auto* vary = new QTableWidgetItem;
        vary->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
        vary->setCheckState(Qt::Unchecked);
        keys_->setItem(row, Vary, vary);
        setCell(keys_, row, Key, modelText(key->form.label));
        keys_->item(row, Key)->setFlags(Qt::ItemIsEnabled);
        keys_->item(row, Key)->setData(Qt::UserRole, QString::fromStdString(key->path));
        const QString tip = QString::fromStdString(key->path) + QLatin1Char('\n') + modelText(key->help);
        setCell(keys_, row, Values, QString::fromStdString(valueText(*key, config)));
        for (const Column column : {Key, Values}) keys_->item(row, column)->setToolTip(tip);
        addChoices(row, *key);
    }
}

/// Values that are chosen, not typed, are ticked by their names; the cell has them as files call them.
void SweepDialog::addChoices(int row, const KeyInfo& key) {
    RunConfig config = base_;
    const bool isFlag = std::holds_alternative<bool*>(key.place(config));
    if (key.choices.empty() && !isFlag) return;
    auto* button = new QToolButton(keys_);
    button->setAccessibleName(modelText(key.form.label));
    button->setToolTip(tr("Tick the values to be tried"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    button->setBackgroundRole(QPalette::Base);
    button->setAutoFillBackground(true);  // Covers what the cell has
    auto* menu = new QMenu(button);
    const std::vector<std::string> values = isFlag ? std::vector<std::string>{"false", "true"} : key.choices;
    for (const std::string& value : values) {
        auto* box = new QCheckBox(attx::valueText(key, value), menu);
        box->setObjectName(QString::fromStdString(value));
        auto* action = new QWidgetAction(menu);  // a menu of boxes stays open for the next one
        action->setDefaultWidget(box);
        menu->addAction(action);
        connect(box, &QCheckBox::toggled, this, [this, row, menu] {
            QStringList ticked;
            for (const QCheckBox* one : menu->findChildren<QCheckBox*>())
                if (one->isChecked()) ticked << one->objectName();
            keys_->item(row, Values)->setText(ticked.join(QLatin1Char(',')));
        });
    }
    button->setMenu(menu);
    keys_->setCellWidget(row, Values, button);
    showChoices(row);
}

/// What the cell has, as the window calls it.
void SweepDialog::showChoices(int row) {
    auto* button = qobject_cast<QToolButton*>(keys_->cellWidget(row, Values));
    if (!button) return;
    const QStringList values = listed(keys_->item(row, Values)->text()).split(QLatin1Char(','));
    QStringList names;
    for (QCheckBox* box : button->menu()->findChildren<QCheckBox*>()) {
        const QSignalBlocker quiet(box);
        box->setChecked(values.contains(box->objectName()));
        if (box->isChecked()) names << box->text();
    }
    // Names may have commas of their own.
    const QString all = names.join(QStringLiteral(" · "));
    constexpr qsizetype mostNamed = 2;  // The button has no room for more
    button->setText((names.isEmpty()             ? tr("none")
                     : names.size() <= mostNamed ? all
                                                 : tr("%1 values").arg(names.size())) +
                    QStringLiteral("  ▾"));
    button->setToolTip(tr("Tick the values to be tried") +
                       (names.size() > mostNamed ? QStringLiteral("\n") + all : QString()));
}

void SweepDialog::filterKeys(const QString& words) {
    for (int row = 0; row < keys_->rowCount(); ++row) {
        const std::string path = keys_->item(row, Key)->data(Qt::UserRole).toString().toStdString();
        keys_->setRowHidden(row, !hasWords(searchText(keyInfo(path)), words) &&
                                     keys_->item(row, Vary)->checkState() != Qt::Checked);
    }
}

void SweepDialog::setValues(const std::string& key, const QString& values) {
    for (int row = 0; row < keys_->rowCount(); ++row) {
        if (keys_->item(row, Key)->data(Qt::UserRole).toString().toStdString() != key) continue;
        keys_->item(row, Vary)->setCheckState(Qt::Checked);
        keys_->item(row, Values)->setText(values);
    }
    check();
}

void SweepDialog::setSeeds(int seeds) {
    seeds_->setValue(seeds);
    check();
}

void SweepDialog::setFolder(const QString& folder) {
    folder_->setText(folder);
    check();
}

SweepDialog::Entries SweepDialog::entries() const {
    Entries entries{base_,           {},
                    seeds_->value(), method_->currentIndex(),
                    count_->value(), jobs_->value(),
                    folder_->text(), saveGeometry()};
    for (int row = 0; row < keys_->rowCount(); ++row)
        entries.keys.emplace_back(keys_->item(row, Vary)->checkState() == Qt::Checked,
                                  keys_->item(row, Values)->text());
    return entries;
}

void SweepDialog::setEntries(const Entries& entries) {
    {
        const QSignalBlocker quiet(keys_);
        for (int row = 0; row < std::min(keys_->rowCount(), int(entries.keys.size())); ++row) {
            const auto& [varies, values] = entries.keys[row];
            keys_->item(row, Values)->setText(values);
            keys_->item(row, Vary)->setCheckState(varies ? Qt::Checked : Qt::Unchecked);
        }
    }
    seeds_->setValue(entries.seeds);
    method_->setCurrentIndex(entries.method);
    count_->setValue(entries.count);
    jobs_->setValue(entries.jobs);
    folder_->setText(entries.folder);
    restoreGeometry(entries.place);
    check();
}

QString SweepDialog::folder() const {
    return QDir::cleanPath(QDir::fromNativeSeparators(folder_->text().trimmed()));
}

QString SweepDialog::command() const { return command_->toPlainText(); }

QString SweepDialog::message() const { return message_->text(); }

SweepRequest SweepDialog::request() const {
    SweepRequest request;
    request.method = method_->currentIndex() == 1 ? SweepMethod::Random : SweepMethod::Grid;
    request.count = request.method == SweepMethod::Random ? count_->value() : 0;
    request.seeds = seeds_->value();
    RunConfig base = base_;
    for (int row = 0; row < keys_->rowCount(); ++row) {
        if (keys_->item(row, Vary)->checkState() != Qt::Checked) continue;
        const std::string key = keys_->item(row, Key)->data(Qt::UserRole).toString().toStdString();
        Parameter parameter =
            parseParameter(key + "=" + listed(keys_->item(row, Values)->text()).toStdString());
        if (parameter.varies())
            request.parameters.push_back(std::move(parameter));
        else
            applySetting(base, key + "=" + parameter.values.front());
    }
    const std::string unset = settingToFill(base);
    if (!unset.empty() && !std::ranges::count(request.parameters, unset, &Parameter::key))
        throw inputError(unset + tr(": choose or download the files in the form first").toStdString());
    request.bases.emplace_back(base.preset.empty() ? "base" : base.preset, base);
    return request;
}

void SweepDialog::check() {
    soon_.stop();
    good_ = false;
    count_->setVisible(method_->currentIndex() == 1);
    try {
        const SweepRequest asked = request();
        const std::string place = folder().toStdString();
        command_->setPlainText(
            QStringLiteral("%1 %2\n%1 sweep run %3 --jobs %4")
                .arg(QString::fromStdString(shellWord(QCoreApplication::applicationFilePath().toStdString())),
                     QString::fromStdString(planningCommand(asked, place)),
                     QString::fromStdString(shellWord(place)))
                .arg(jobs_->value()));
        if (folder_->text().trimmed().isEmpty()) throw inputError(tr("Name a new folder.").toStdString());
        if (QDir(folder()).exists() && !QDir(folder()).isEmpty())
            throw inputError(tr("%1 is there already: name a new folder.").arg(folder()).toStdString());
        size_t runs = size_t(asked.seeds);
        for (const Parameter& parameter : asked.parameters)
            runs *= std::max<size_t>(parameter.values.size(), 1);
        if (asked.method == SweepMethod::Random) runs = size_t(asked.count * asked.seeds);
        if (runs <= mostChecked)
            say(summaryOf(planSweep(asked)), false);
        else
            say(tr("%1 runs; each is checked when the sweep is made.").arg(runs), false);
        good_ = true;
    } catch (const Error& problem) {
        say(QString::fromStdString(problem.what()), true);
    }
    for (QPushButton* button : {train_, plan_, script_}) button->setEnabled(good_);
}

bool SweepDialog::plan() {
    try {
        const Sweep sweep = planSweep(request());
        (void)summaryOf(sweep);  // refuses what the disk cannot hold
        writeSweep(folder().toStdString(), sweep);
        return true;
    } catch (const Error& problem) {
        say(QString::fromStdString(problem.what()), true);
        return false;
    }
}

void SweepDialog::train() {
    if (!plan()) return;
    Q_EMIT planned(folder(), jobs_->value());
    accept();
}

void SweepDialog::planOnly() {
    if (!plan()) return;
    Q_EMIT notice(tr("Planned in %1").arg(folder()));
    Q_EMIT planned(folder(), 0);
    accept();
}

void SweepDialog::saveScript() {
    if (!plan()) return;
    try {
        const std::string place = wholePath(folder().toStdString());
        const Sweep sweep = readSweep(place);
        const auto jobs = std::min<int64_t>(std::ssize(sweep.runs), mostScriptJobs);
        const std::string file = place + "/job.sh";
        writeFileAtomically(
            file, slurmScript(sweep, place, QCoreApplication::applicationFilePath().toStdString(), jobs, {}));
        Q_EMIT notice(tr("Planned; start it with: sbatch %1").arg(QString::fromStdString(shellWord(file))));
    } catch (const Error& problem) {
        return say(QString::fromStdString(problem.what()), true);
    }
    Q_EMIT planned(folder(), 0);
    accept();
}

void SweepDialog::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("New folder"), QFileInfo(folder()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& chosen) {
        folder_->setText(
            QDir::toNativeSeparators(QDir(chosen).isEmpty() ? chosen : freeFolder(chosen, base_.preset)));
    });
    dialog->open();
}

void SweepDialog::say(const QString& text, bool isProblem) {
    message_->setText(withSettingNames(text));
    isProblem_ = isProblem;
    QPalette colors = palette();
    if (isProblem) colors.setColor(QPalette::WindowText, problemColor(colors));
    message_->setPalette(colors);
}

void SweepDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && message_) say(message_->text(), isProblem_);
}

}  // namespace attx
