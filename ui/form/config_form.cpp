#include "ui/form/config_form.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "model/config/task.h"
#include "model/data/download_source.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/fold_group.h"
#include "ui/controls/scrolled.h"
#include "ui/form/form_content.h"
#include "ui/form/preset_list.h"
#include "ui/form/run_controls.h"
#include "ui/form/run_estimate.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int formWidth = 292;
constexpr int problemsMargin = 52;  // px beside the words at the buttons: of the foot and of a button
constexpr int editorLeft = 120;     // px from the left where the fields' editors begin
constexpr std::chrono::seconds askMemoryAgain{3};

}  // namespace

ConfigForm::ConfigForm(QWidget* parent) : QWidget(parent) {
    fixWidth(this, formWidth);
    askMemory_ = new QTimer(this);
    askMemory_->setSingleShot(true);
    askMemory_->setInterval(askMemoryAgain);
    connect(askMemory_, &QTimer::timeout, this, [this] {
        if (!fits_) validate();
    });
    auto* content = new QWidget;
    formLayout_ = new QVBoxLayout(content);
    formLayout_->setContentsMargins(8, 8, 8, 8);
    formLayout_->setSpacing(8);

    addTop();
    for (const FormGroup& group : formGroups()) addGroup(group);
    // Half a number typed into a run ("2" of "2e-3") would ruin it.
    if (auto* rate = qobject_cast<QLineEdit*>(field("training.learning_rate")->editor()))
        connect(rate, &QLineEdit::editingFinished, this, &ConfigForm::applyLearningRate);
    others_ = new QPushButton(content);
    others_->setObjectName(QStringLiteral("others"));
    others_->setFlat(true);
    others_->setToolTip(tr("Show all settings"));
    others_->setFocusPolicy(Qt::TabFocus);
    connect(others_, &QPushButton::clicked, this, [this] { setShowsAll(true); });
    formLayout_->addWidget(others_);
    formLayout_->addStretch(1);

    scroll_ = scrolled(content, this);

    auto* layout = flatLayout<QVBoxLayout>(this, 0);
    layout->addWidget(scroll_, 1);
    layout->addWidget(makeFoot());

    connect(presetCombo_, &QComboBox::activated, this, &ConfigForm::choosePreset);
    setDevices({});
    setConfig(presetByName("reverse"));
}

void ConfigForm::addGroup(const FormGroup& content) {
    auto* group = new FoldGroup(content.title);
    group->setObjectName(QString::fromLatin1(content.name));
    group->setFolded(content.folded);
    formLayout_->addWidget(group);
    groups_.push_back(group);
    if (group->objectName() == QStringLiteral("device")) addDeviceRow(group);
    if (group->objectName() == QStringLiteral("architecture")) addArchitectureRow(group);
    for (const char* path : content.paths) {
        FormField* field = makeField(keyInfo(path), fileChoice(path));
        group->addRow(field);
        fields_.push_back(field);
        connect(field, &FormField::edited, this, [this, field] { fieldEdited(field); });
        addDownloads(group, field->path());
    }
}

/// Below the field of `key`: a button for each published file that it may hold.
void ConfigForm::addDownloads(FoldGroup* group, const std::string& key) {
    for (const DownloadSource& source : downloadSources) {
        if (key != source.key) continue;
        auto* row = new QWidget;
        auto* layout = new QHBoxLayout(row);
        layout->setContentsMargins(editorLeft, 0, 0, 0);
        auto* button = new QPushButton(row);
        const QString name = QLatin1String(source.name);
        button->setObjectName(name);
        button->setText(tr("Get %1…").arg(QLatin1String(source.title)));
        button->setAccessibleName(button->text());
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        layout->addWidget(button);
        group->addRow(row);
        downloadButtons_.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, name] { Q_EMIT downloadClicked(name); });
    }
}

/// A row with a combo box that is no field of a key.
QComboBox* ConfigForm::addChoiceRow(FoldGroup* group, const QString& name) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(8);
    auto* label = new QLabel(name, row);
    fixWidth(label, labelWidth);
    auto* combo = new QComboBox(row);
    combo->setAccessibleName(name);
    guardEditor(combo);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    label->setBuddy(combo);
    layout->addWidget(label);
    layout->addWidget(combo, 1);
    group->addRow(row);
    return combo;
}

void ConfigForm::addDeviceRow(FoldGroup* group) {
    deviceCombo_ = addChoiceRow(group, tr("device"));
    deviceCombo_->setToolTip(modelText(keyInfo("device").help));
    connect(deviceCombo_, &QComboBox::activated, this, [this] {
        config_.device = deviceCombo_->currentData().toString().toStdString();
        own_.device = config_.device;
        fieldEdited(nullptr);
    });
}

QWidget* ConfigForm::makeFoot() {
    auto* foot = new QWidget(this);
    auto* layout = new QVBoxLayout(foot);
    layout->setContentsMargins(20, 8, 8, 8);
    layout->setSpacing(4);
    sizeLabel_ = new QLabel(foot);
    sizeLabel_->setToolTip(tr("How many numbers the network learns"));
    splitLabel_ = new QLabel(foot);
    splitLabel_->setObjectName(QStringLiteral("split"));
    splitLabel_->setWordWrap(true);
    whenZoomed(splitLabel_, [this] { fitSplit(); });
    costLabel_ = new QLabel(foot);
    costLabel_->setToolTip(tr("Memory for data and training, and how long the whole run is likely to take"));
    lockLabel_ = new QLabel(foot);
    lockLabel_->hide();
    problems_ = new QPushButton(foot);
    problems_->setObjectName(QStringLiteral("problems"));
    problems_->setFlat(true);
    problems_->setToolTip(tr("Go to the first of them"));
    problems_->hide();
    layout->addWidget(sizeLabel_);
    layout->addWidget(costLabel_);
    layout->addWidget(splitLabel_);
    layout->addWidget(lockLabel_);
    layout->addWidget(problems_);
    connect(problems_, &QPushButton::clicked, this, &ConfigForm::goToProblem);

    controls_ = new RunControls(foot);
    layout->addWidget(controls_);
    connect(controls_, &RunControls::trainClicked, this, [this] { Q_EMIT trainClicked(config_); });
    connect(controls_, &RunControls::pauseClicked, this, &ConfigForm::pauseClicked);
    connect(controls_, &RunControls::stepClicked, this, &ConfigForm::stepClicked);
    connect(controls_, &RunControls::stopClicked, this, &ConfigForm::stopClicked);
    connect(controls_, &RunControls::restartClicked, this, &ConfigForm::restartClicked);
    return foot;
}

void ConfigForm::setConfig(const RunConfig& config) {
    config_ = config;
    if (const Machine machine{config.device, config.threads}; machine != borrowed_) own_ = machine;
    showAll();
    validate();
}

void ConfigForm::borrowMachine(const RunConfig& run) {
    borrowed_.reset();
    if (const Machine machine{run.device, run.threads}; machine != own_) borrowed_ = machine;
}

void ConfigForm::useOwnMachine(RunConfig& config) const {
    config.device = own_.device;
    config.threads = own_.threads;
}

void ConfigForm::setDevices(const std::vector<DeviceChoice>& devices) {
    const QSignalBlocker blocker(deviceCombo_);
    deviceCombo_->clear();
    deviceCombo_->addItem(tr("fastest"), QStringLiteral("auto"));
    for (const DeviceChoice& device : devices)
        if (device.name != QStringLiteral("auto")) deviceCombo_->addItem(device.description, device.name);
    if (devices.empty()) deviceCombo_->addItem(tr("processor"), QStringLiteral("cpu"));
    showDevice();
}

void ConfigForm::setState(RunState state) {
    if (!isRunning()) appliedRate_ = config_.training.learningRate;
    const bool waits = isRunning() && valid_ && config_.training.learningRate != appliedRate_;
    state_ = state;
    if (waits && !isRunning()) Q_EMIT edited(config_);  // a rate that came too late for the run
    validate();
    lockFields();
}

void ConfigForm::lockFields() {
    const bool starts = state_ == RunState::Starting, locked = isRunning() || starts;
    for (FormField* field : fields_)
        field->setLocked(locked && (starts || field->path() != "training.learning_rate"));
    presetCombo_->setEnabled(!locked);
    deviceCombo_->setEnabled(!locked);
    architectureCombo_->setEnabled(!locked);
    showLock();
}

void ConfigForm::setStepTime(std::chrono::duration<double> time) {
    if (!valid_ || time.count() <= 0) return;
    flopsPerSecond_ = estimateTime(counted(), 1).flopsPerStep / time.count();
    showPreset();
    showEstimate();
    Q_EMIT stepTimed(flopsPerSecond_);
}

void ConfigForm::setData(const DataConfig& of, const DataSet* made) {
    counted_ = of;
    rows_ = made ? std::optional(splitRows(*made)) : std::nullopt;
    QStringList said;
    if (made && !made->dealing.empty())
        said << tr("%1 training, %2 validation, %3 test rows")
                    .arg(countText(made->train.samples()), countText(made->validation.samples()),
                         countText(made->test.samples()));
    splitLabel_->setToolTip(made ? QString::fromStdString(made->dealing) : QString());
    if (made && made->textLengths) {
        const TextLengths& texts = *made->textLengths;
        const QString cut =
            texts.cut == 0 ? tr("No text is cut")
                           : tr("%1 of %2 texts are cut").arg(countText(texts.cut), countText(texts.texts));
        const bool areTokens = std::string_view(texts.unit) == "tokens";
        said << (areTokens ? tr("%1 (limit %2 tokens, 95\u00a0% have ≤ %3). %4\u00a0% is padding.")
                           : tr("%1 (limit %2 words, 95\u00a0% have ≤ %3). %4\u00a0% is padding."))
                    .arg(cut)
                    .arg(of.length)
                    .arg(texts.suggested)
                    .arg(std::lround(100 * texts.padding));
    }
    if (made && !made->note.empty()) said << withSettingNames(QString::fromStdString(made->note));
    split_ = said.join(QLatin1Char('\n'));
    showEstimate();
}

ConfigForm::Rest ConfigForm::rest() const {
    Rest rest{{}, scroll_->verticalScrollBar()->value(), flopsPerSecond_, own_, borrowed_};
    for (const FormField* field : fields_) {
        RunConfig scratch = config_;
        if (field->store(scratch)) rest.unread[field->path()] = field->typed();
    }
    return rest;
}

void ConfigForm::setRest(const Rest& rest) {
    flopsPerSecond_ = rest.flopsPerSecond;
    own_ = rest.own;
    borrowed_ = rest.borrowed;
    for (const auto& [path, text] : rest.unread) field(path)->type(text);
    validate();
    if (flopsPerSecond_ > 0) {  // The list of presets and others tell times, too
        showPreset();
        Q_EMIT stepTimed(flopsPerSecond_);
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // it is as high as it will be
    scroll_->verticalScrollBar()->setValue(rest.scrolled);
}

QStringList ConfigForm::folded() const {
    QStringList names;
    for (const FoldGroup* group : groups_)
        if (group->isFolded()) names << group->objectName();
    return names;
}

void ConfigForm::setFolded(const QStringList& groups) {
    for (FoldGroup* group : groups_) group->setFolded(groups.contains(group->objectName()));
}

FormField* ConfigForm::field(const std::string& path) const {
    const FormerKey* former = formerKey(path);
    const std::string now = former ? former->now : path;
    const auto found = std::ranges::find_if(fields_, [&](const FormField* f) { return f->path() == now; });
    return found == fields_.end() ? nullptr : *found;
}

void ConfigForm::choosePreset(int index) {
    const std::string name = presetCombo_->itemData(index).toString().toStdString();
    if (name == customPreset) return showAll();
    // A preset says what is learned and how; where it is computed stays.
    RunConfig config = presetByName(name);
    useOwnMachine(config);
    setConfig(config);
    Q_EMIT edited(config_);
}

/// Another task asks for another network, too: what is known to work for it.
void ConfigForm::startTask(TaskKind task) {
    choosePreset(presetCombo_->findData(QString::fromLatin1(infoOf(task).preset)));
}

void ConfigForm::fieldEdited(FormField* field) {
    const TaskKind task = config_.data.task;
    if (field) static_cast<void>(field->store(config_));  // validate() asks again and shows what is wrong
    if (field && field->path() == "threads") own_.threads = config_.threads;
    if (config_.data.task != task) return startTask(config_.data.task);
    dropUnreadFiles(config_.data);
    for (FormField* file : fields_)
        if (file->path() == "data.csv_path" && file != field) file->show(config_);
    tieNetworkToData(config_);
    config_.preset = presetOf(config_);
    showPreset();
    validate();
    showLock();
    if (valid_ && !isRunning()) Q_EMIT edited(config_);
}

void ConfigForm::applyLearningRate() {
    const double rate = config_.training.learningRate;
    if (!isRunning() || !valid_ || rate == appliedRate_) return;
    appliedRate_ = rate;
    showLock();
    Q_EMIT learningRateChanged(rate);
}

void ConfigForm::showLock() {
    const bool waits = isRunning() && valid_ && config_.training.learningRate != appliedRate_;
    lockLabel_->setText(waits ? tr("Return sets the new rate.")
                              : tr("Only the learning rate can change now."));
    // In the place of the estimate, so that nothing jumps: the status line says what is left of the run.
    costLabel_->setVisible(!isRunning());
    lockLabel_->setVisible(isRunning());
}

void ConfigForm::showAll() {
    for (FormField* field : fields_) field->show(config_);
    showPreset();
    showDevice();
}

void ConfigForm::showDevice() {
    const QSignalBlocker blocker(deviceCombo_);
    const QString device = QString::fromStdString(config_.device);
    if (deviceCombo_->findData(device) < 0) deviceCombo_->addItem(device, device);
    deviceCombo_->setCurrentIndex(deviceCombo_->findData(device));
}

void ConfigForm::validate() {
    showArchitecture();
    const std::vector<ConfigProblem> problems = check(config_);
    QStringList missing;
    for (FormField* field : fields_) {
        RunConfig scratch = config_;
        QString text = field->store(scratch).value_or(QString());
        for (const ConfigProblem& problem : problems) {
            if (problem.key != field->path()) continue;
            if (text.isEmpty()) text = withSettingNames(QString::fromStdString(problem.message));
        }
        if (text.isEmpty()) text = neededFiles(config_, field->path());
        field->setProblem(text);
        if (!text.isEmpty()) missing << text;
    }
    showProblems();
    // What belongs to no field (a device that is not one) must be said, too.
    for (const ConfigProblem& problem : problems)
        if (!field(problem.key))
            missing << withSettingNames(QString::fromStdString(problem.key + ": " + problem.message));
    // A run under way has its memory; another program may have taken the rest.
    const bool asks = missing.isEmpty() && !isRunning() && state_ != RunState::Starting;
    const auto tooLarge = asks ? memoryProblem(counted(), windowMemory()) : std::nullopt;
    if (tooLarge) {
        missing << withSettingNames(QString::fromStdString(*tooLarge));
        askMemory_->start();  // others give memory back without telling
    }
    fits_ = !tooLarge;
    valid_ = missing.isEmpty();
    controls_->setState(state_, missing.join(QStringLiteral("\n")));
    showRelevantFields();
    showEstimate();
}

/// In the width of the form.
void ConfigForm::showOn(QPushButton* button, const QString& text) {
    const int room = zoomed(formWidth - problemsMargin);
    button->setText(button->fontMetrics().elidedText(text, Qt::ElideRight, room));
    button->setAccessibleName(text);
}

/// At the buttons: what is wrong may have been scrolled or folded away.
void ConfigForm::showProblems() {
    QStringList labels;
    for (const FormField* field : fields_)
        if (!field->problem().isEmpty()) labels << field->label();
    const QString named = labels.join(QStringLiteral(", "));
    const QString text = labels.size() == 1 ? tr("1 thing to correct: %1").arg(named)
                                            : tr("%1 things to correct: %2").arg(labels.size()).arg(named);
    showOn(problems_, text);
    QPalette colors = palette();
    colors.setColor(QPalette::ButtonText, problemColor(colors));
    problems_->setPalette(colors);
    problems_->setVisible(!labels.isEmpty());
}

void ConfigForm::goToProblem() {
    for (FormField* field : fields_) {
        if (field->problem().isEmpty()) continue;
        bringIntoView(field);
        field->editor()->setFocus();
        return;
    }
}

void ConfigForm::bringIntoView(FormField* field) {
    if (!isShown(field)) {
        sought_->clear();
        setShowsAll(true);
    }
    for (FoldGroup* group : groups_)
        if (group->isAncestorOf(field)) group->setFolded(false);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // Lays out what was unfolded
    scroll_->ensureWidgetVisible(field);
}

void ConfigForm::showRelevantFields() {
    showRows();
    for (QPushButton* button : downloadButtons_) {
        const DownloadSource& source = *findDownload(button->objectName().toStdString());
        FormField* const place = field(source.key);
        button->parentWidget()->setVisible(source.serves(config_.data.task) && place->isRelevant(config_) &&
                                           isShown(place));
        // The drawn shapes are described by pixels; a network would be refused.
        const bool usable = std::string_view(source.key) != "data.extractor" || !config_.data.path.empty();
        button->setEnabled(usable);
        button->setToolTip(
            usable ? tr("%1 Asks before it fetches anything (%2).")
                         .arg(modelText(source.what), byteText(source.bytes))
                   : tr("First choose images, or get CIFAR-100: the drawn shapes need no network."));
    }
}

/// All of it: a layout in a layout asks for the height of the lines that a wider label would have.
void ConfigForm::fitSplit() {
    const QMargins around = splitLabel_->parentWidget()->layout()->contentsMargins();
    splitLabel_->setMinimumHeight(
        std::max(0, splitLabel_->heightForWidth(zoomed(formWidth) - around.left() - around.right())));
}

RunConfig ConfigForm::counted() const { return knowsRows() ? withRows(config_, *rows_) : config_; }

void ConfigForm::showEstimate() {
    splitLabel_->setText(sameTables(counted_, config_.data) ? split_ : QString());
    splitLabel_->setVisible(!splitLabel_->text().isEmpty());
    fitSplit();
    if (!valid_) {
        sizeLabel_->setText(tr("—"));
        costLabel_->setText(fits_ ? tr("—") : tr("does not fit into memory"));
        return;
    }
    const bool measured = flopsPerSecond_ > 0;
    const RunConfig config = counted();
    const RunTime estimate = estimateTime(config, measured ? flopsPerSecond_ : assumedSpeed(config.threads));
    const QString memory = byteText(estimateBytes(config));
    sizeLabel_->setText(tr("%1 parameters").arg(countText(estimate.parameters)));
    costLabel_->setText(hasRowsOfFiles(config_.data) && !knowsRows()
                            ? memory
                            : tr("%1 · ~%2").arg(memory, durationText(estimate.time)));
}

std::string presetOf(const RunConfig& config) {
    for (const auto& [name, preset] : presets())
        if (preset.network == config.network && preset.data == config.data &&
            preset.training == config.training)
            return name;
    return customPreset;
}

}  // namespace attx
