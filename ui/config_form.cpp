#include "ui/config_form.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "model/download_source.h"
#include "ui/fold_group.h"
#include "ui/form_field.h"
#include "ui/run_estimate.h"
#include "ui/theme.h"

namespace attx {
namespace {

constexpr int formWidth = 292;
constexpr int editorLeft = 120;  // where the fields' editors begin
constexpr const char* customPreset = "custom";

QString presetTitle(const std::string& name) {
    if (name == "reverse") return ConfigForm::tr("Reverse");
    if (name == "reverse-deep") return ConfigForm::tr("Reverse, deep");
    if (name == "anomaly-shapes") return ConfigForm::tr("Drawn shapes");
    if (name == "anomaly") return ConfigForm::tr("Odd one out");
    if (name == "text-demo") return ConfigForm::tr("Generated texts");
    if (name == "text-imdb") return ConfigForm::tr("Reviews of IMDB");
    if (name == customPreset) return ConfigForm::tr("custom");
    return QString::fromStdString(name);
}

QToolButton* makeIconButton(const char* icon, const QString& name, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(themedIcon(QString::fromLatin1(icon)));
    button->setIconSize({20, 20});
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

ConfigForm::ConfigForm(QWidget* parent) : QWidget(parent) {
    setFixedWidth(formWidth);
    auto* content = new QWidget;
    formLayout_ = new QVBoxLayout(content);
    formLayout_->setContentsMargins(8, 8, 8, 8);
    formLayout_->setSpacing(8);

    auto* presetRow = new QHBoxLayout;
    presetRow->setContentsMargins(12, 0, 0, 0);
    auto* presetLabel = new QLabel(tr("&Preset"), content);
    presetLabel->setFixedWidth(104);
    presetCombo_ = new QComboBox(content);
    presetCombo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    presetCombo_->setAccessibleName(tr("Preset"));
    presetCombo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // or names widen it
    presetCombo_->setToolTip(
        tr("Fills the whole form with a run that is known to work. An edit makes it “custom”."));
    for (const auto& entry : presets())
        presetCombo_->addItem(presetTitle(entry.first), QString::fromStdString(entry.first));
    presetCombo_->addItem(presetTitle(customPreset), QString::fromLatin1(customPreset));
    presetLabel->setBuddy(presetCombo_);
    presetRow->addWidget(presetLabel);
    presetRow->addWidget(presetCombo_, 1);
    formLayout_->addLayout(presetRow);

    lockLabel_ = new QLabel(tr("In a run only the rate changes."), content);
    QSizePolicy keepsItsPlace = lockLabel_->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);  // or the form would jump at every start
    lockLabel_->setSizePolicy(keepsItsPlace);
    lockLabel_->setEnabled(false);
    lockLabel_->setContentsMargins(12, 0, 0, 0);
    lockLabel_->hide();
    formLayout_->addWidget(lockLabel_);

    addDataFields();
    addNetworkFields();
    addTrainingFields();
    addDeviceFields();
    formLayout_->addStretch(1);

    scroll_ = new QScrollArea(this);
    scroll_->setWidget(content);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll_, 1);
    layout->addWidget(makeFoot());

    connect(presetCombo_, &QComboBox::activated, this, &ConfigForm::choosePreset);
    setDevices({});
    setConfig(presetByName("reverse"));
}

FoldGroup* ConfigForm::addGroup(const QString& title, const char* name, bool folded) {
    auto* group = new FoldGroup(title);
    group->setObjectName(QString::fromLatin1(name));
    group->setFolded(folded);
    formLayout_->addWidget(group);
    groups_.push_back(group);
    return group;
}

void ConfigForm::add(FoldGroup* group, FormField* field) {
    group->addRow(field);
    fields_.push_back(field);
    connect(field, &FormField::edited, this, [this, field] { fieldEdited(field); });
}

void ConfigForm::addDataFields() {
    using C = RunConfig;
    FoldGroup* group = addGroup(tr("Data"), "data", false);
    add(group, makeChoiceField(
                   "data.task", tr("task"), {tr("sequences"), tr("sets of images"), tr("texts")},
                   [](const C& c) { return static_cast<int>(c.data.task); },
                   [](C& c, int i) { c.data.task = static_cast<TaskKind>(i); }));
    add(group, makeChoiceField(
                   "data.rule", tr("label rule"),
                   {tr("reverse"), tr("copy"), tr("sort"), tr("rotate"), tr("pairs of a CSV file")},
                   [](const C& c) { return static_cast<int>(c.data.rule); },
                   [](C& c, int i) { c.data.rule = static_cast<LabelRule>(i); }));
    add(group,
        makeNumberField("data.rotate_by", tr("rotate by"), [](C& c) -> int& { return c.data.rotateBy; }));
    add(group, makeFileField(
                   "data.csv_path", tr("CSV file"), [](C& c) -> std::string& { return c.data.csvPath; },
                   {tr("input;output"), tr("Choose a CSV file"), tr("Pairs (*.csv *.txt);;All files (*)")}));
    add(group,
        makeFileField("data.path", tr("files"), [](C& c) -> std::string& { return c.data.path; },
                      {tr("built in"), tr("Choose the data"),
                       tr("Archives and tables (*.tar *.tar.gz *.tgz *.csv *.tsv);;All files (*)"), true}));
    addDownloads(group, "data.path");
    add(group, makeNumberField(
                   "data.vocabulary", tr("vocabulary"), [](C& c) -> int& { return c.data.vocabulary; }, 100));
    add(group, makeFileField(
                   "data.extractor", tr("features by"), [](C& c) -> std::string& { return c.data.extractor; },
                   {tr("as found"), tr("Choose an ONNX network"), tr("Networks (*.onnx);;All files (*)")}));
    addDownloads(group, "data.extractor");
    add(group, makeNumberField("data.set_size", tr("set size"), [](C& c) -> int& { return c.data.setSize; }));
    add(group, makeFlagField("data.shuffle_place", tr("shuffle places"),
                             [](C& c) -> bool& { return c.data.shufflePlace; }));
    add(group, makeNumberField("data.num_categories", tr("categories"),
                               [](C& c) -> int& { return c.data.numCategories; }));
    add(group, makeNumberField("data.length", tr("length"), [](C& c) -> int& { return c.data.length; }));
    add(group,
        makeNumberField(
            "data.train_size", tr("training set"), [](C& c) -> int& { return c.data.trainSize; }, 1000));
    add(group, makeNumberField(
                   "data.validation_size", tr("validation set"),
                   [](C& c) -> int& { return c.data.validationSize; }, 100));
    add(group, makeNumberField(
                   "data.test_size", tr("test set"), [](C& c) -> int& { return c.data.testSize; }, 1000));
    add(group, makeSeedField("data.seed", tr("data seed"), [](C& c) -> uint64_t& { return c.data.seed; }));
}

/// Below the field of `key`: a button for each published file that it may hold.
void ConfigForm::addDownloads(FoldGroup* group, const char* key) {
    for (const DownloadSource& source : downloadSources) {
        if (std::string_view(source.key) != key) continue;
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

void ConfigForm::addNetworkFields() {
    using C = RunConfig;
    FoldGroup* group = addGroup(tr("Network"), "network", false);
    add(group, makeNumberField(
                   "network.model_dim", tr("width"), [](C& c) -> int& { return c.network.modelDim; }, 8));
    add(group,
        makeNumberField("network.num_heads", tr("heads"), [](C& c) -> int& { return c.network.numHeads; }));
    add(group,
        makeNumberField("network.key_dim", tr("head width"), [](C& c) -> int& { return c.network.keyDim; }));
    add(group, makeNumberField("network.num_layers", tr("layers"),
                               [](C& c) -> int& { return c.network.numLayers; }));
    add(group, makeNumberField(
                   "network.dim_feedforward", tr("feed-forward"),
                   [](C& c) -> int& { return c.network.dimFeedforward; }, 16));
    add(group,
        makeShareField(
            "network.dropout", tr("dropout"), [](C& c) -> double& { return c.network.dropout; }, 0.05));
    add(group, makeShareField(
                   "network.input_dropout", tr("input dropout"),
                   [](C& c) -> double& { return c.network.inputDropout; }, 0.05));
    add(group, makeShareField(
                   "network.pool_dropout", tr("pool dropout"),
                   [](C& c) -> double& { return c.network.poolDropout; }, 0.05));
    add(group, makeNumberField("network.num_classes", tr("logits"),
                               [](C& c) -> int& { return c.network.numClasses; }));
    add(group, makeFlagField("network.mask_padding", tr("mask padding"),
                             [](C& c) -> bool& { return c.network.maskPadding; }));
    add(group, makeFlagField("network.positional_encoding", tr("positions"),
                             [](C& c) -> bool& { return c.network.positionalEncoding; }));
    add(group, makeFlagField("network.embedding_table", tr("token table"),
                             [](C& c) -> bool& { return c.network.embeddingTable; }));
    add(group, makeChoiceField(
                   "network.initialisation", tr("first weights"), {tr("as PyTorch"), tr("as Keras")},
                   [](const C& c) { return static_cast<int>(c.network.initialisation); },
                   [](C& c, int i) { c.network.initialisation = static_cast<Initialisation>(i); }));
    add(group, makeRealField("network.layer_norm_eps", tr("norm epsilon"),
                             [](C& c) -> double& { return c.network.layerNormEps; }));
}

void ConfigForm::addTrainingFields() {
    using C = RunConfig;
    FoldGroup* group = addGroup(tr("Training"), "training", false);
    add(group, makeRealField("training.learning_rate", tr("learning rate"),
                             [](C& c) -> double& { return c.training.learningRate; }));
    // Half a number typed into a run ("2" of "2e-3") would ruin it.
    if (auto* rate = qobject_cast<QLineEdit*>(field("training.learning_rate")->editor()))
        connect(rate, &QLineEdit::editingFinished, this, &ConfigForm::applyLearningRate);
    add(group, makeChoiceField(
                   "training.schedule", tr("schedule"),
                   {tr("constant"), tr("cosine, warm-up"), tr("warm-up, cosine decay")},
                   [](const C& c) { return static_cast<int>(c.training.schedule); },
                   [](C& c, int i) { c.training.schedule = static_cast<Schedule>(i); }));
    add(group,
        makeNumberField(
            "training.warmup", tr("warm-up steps"), [](C& c) -> int& { return c.training.warmup; }, 10));
    add(group,
        makeNumberField("training.epochs", tr("epochs"), [](C& c) -> int& { return c.training.epochs; }));
    add(group,
        makeNumberField(
            "training.batch_size", tr("batch"), [](C& c) -> int& { return c.training.batchSize; }, 16));
    add(group,
        makeShareField(
            "training.clip_norm", tr("clip norm"), [](C& c) -> double& { return c.training.clipNorm; }, 0.5));
    add(group, makeSeedField("seed", tr("run seed"), [](C& c) -> uint64_t& { return c.seed; }));

    FoldGroup* optimiser = addGroup(tr("Optimiser"), "optimiser", true);
    add(optimiser, makeChoiceField(
                       "training.optimiser", tr("optimiser"), {tr("Adam"), tr("AdamW"), tr("RMSprop")},
                       [](const C& c) { return static_cast<int>(c.training.optimiser); },
                       [](C& c, int i) { c.training.optimiser = static_cast<Optimiser>(i); }));
    add(optimiser, makeRealField("training.weight_decay", tr("weight decay"),
                                 [](C& c) -> double& { return c.training.weightDecay; }));
    add(optimiser,
        makeRealField("training.beta1", tr("beta 1"), [](C& c) -> double& { return c.training.beta1; }));
    add(optimiser,
        makeRealField("training.beta2", tr("beta 2"), [](C& c) -> double& { return c.training.beta2; }));
    add(optimiser, makeRealField("training.rho", tr("rho"), [](C& c) -> double& { return c.training.rho; }));
    add(optimiser,
        makeRealField("training.epsilon", tr("epsilon"), [](C& c) -> double& { return c.training.epsilon; }));

    FoldGroup* ending = addGroup(tr("Early stopping"), "ending", true);
    add(ending, makeShareField(
                    "training.target_accuracy", tr("target accuracy"),
                    [](C& c) -> double& { return c.training.targetAccuracy; }, 0.01));
    add(ending, makeNumberField("training.patience", tr("patience"),
                                [](C& c) -> int& { return c.training.patience; }));
    add(ending, makeNumberField(
                    "training.max_steps", tr("steps at most"),
                    [](C& c) -> int& { return c.training.maxSteps; }, 100));

    FoldGroup* snapshots = addGroup(tr("Looking back"), "snapshots", true);
    add(snapshots, makeNumberField(
                       "training.snapshot_every", tr("keep every (steps)"),
                       [](C& c) -> int& { return c.training.snapshotEvery; }, 10));
    add(snapshots, makeNumberField(
                       "training.snapshot_megabytes", tr("room (MB)"),
                       [](C& c) -> int& { return c.training.snapshotMegabytes; }, 64));
}

void ConfigForm::addDeviceFields() {
    FoldGroup* group = addGroup(tr("Device"), "device", false);
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(8);
    auto* label = new QLabel(tr("device"), row);
    label->setFixedWidth(104);
    deviceCombo_ = new QComboBox(row);
    deviceCombo_->setAccessibleName(tr("device"));
    deviceCombo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const KeyInfo& key : runConfigKeys())
        if (key.path == "device") deviceCombo_->setToolTip(QString::fromStdString(key.help));
    label->setBuddy(deviceCombo_);
    layout->addWidget(label);
    layout->addWidget(deviceCombo_, 1);
    group->addRow(row);
    connect(deviceCombo_, &QComboBox::activated, this, [this] {
        config_.device = deviceCombo_->currentData().toString().toStdString();
        fieldEdited(nullptr);
    });
    add(group, makeNumberField("threads", tr("threads"), [](RunConfig& c) -> int& { return c.threads; }));
}

QWidget* ConfigForm::makeFoot() {
    auto* foot = new QWidget(this);
    auto* layout = new QVBoxLayout(foot);
    layout->setContentsMargins(20, 8, 8, 8);
    layout->setSpacing(4);
    sizeLabel_ = new QLabel(foot);
    sizeLabel_->setToolTip(tr("How many numbers the network learns"));
    costLabel_ = new QLabel(foot);
    costLabel_->setToolTip(tr("Memory for data and training, and how long the whole run is likely to take"));
    layout->addWidget(sizeLabel_);
    layout->addWidget(costLabel_);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(4);
    trainButton_ = new QPushButton(themedIcon(QStringLiteral("train")), tr("Train"), foot);
    trainButton_->setAccessibleName(tr("Train"));
    trainButton_->setFocusPolicy(Qt::TabFocus);
    trainButton_->setMinimumHeight(32);
    pauseButton_ = makeIconButton("pause", tr("Pause"), tr("Hold the run where it is (space)"), foot);
    stepButton_ = makeIconButton("step", tr("Step"), tr("Train a single step (s)"), foot);
    stopButton_ =
        makeIconButton("stop", tr("Stop"), tr("End the run here; what it has learned is kept"), foot);
    restartButton_ = makeIconButton("restart", tr("Start over"), tr("Begin again from fresh weights"), foot);
    restartButton_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(restartButton_);
    QAction* same = menu->addAction(themedIcon(QStringLiteral("restart")), tr("Start over"));
    same->setToolTip(tr("From the very same first weights"));
    QAction* fresh =
        menu->addAction(themedIcon(QStringLiteral("restart-seed")), tr("Start over with a new seed"));
    menu->setToolTipsVisible(true);
    restartButton_->setMenu(menu);
    row->addWidget(trainButton_, 1);
    for (QToolButton* button : {pauseButton_, stepButton_, stopButton_, restartButton_})
        row->addWidget(button);
    layout->addLayout(row);

    connect(trainButton_, &QPushButton::clicked, this, [this] { Q_EMIT trainClicked(config_); });
    connect(pauseButton_, &QToolButton::clicked, this, &ConfigForm::pauseClicked);
    connect(stepButton_, &QToolButton::clicked, this, &ConfigForm::stepClicked);
    connect(stopButton_, &QToolButton::clicked, this, &ConfigForm::stopClicked);
    connect(same, &QAction::triggered, this, [this] { Q_EMIT restartClicked(false); });
    connect(fresh, &QAction::triggered, this, [this] { Q_EMIT restartClicked(true); });
    return foot;
}

void ConfigForm::setConfig(const RunConfig& config) {
    config_ = config;
    showAll();
    validate();
}

void ConfigForm::setDevices(const std::vector<DeviceChoice>& devices) {
    const QSignalBlocker blocker(deviceCombo_);
    deviceCombo_->clear();
    deviceCombo_->addItem(tr("fastest"), QStringLiteral("auto"));
    for (const DeviceChoice& device : devices)
        if (device.name != QStringLiteral("auto")) deviceCombo_->addItem(device.description, device.name);
    if (devices.empty()) deviceCombo_->addItem(tr("processor"), QStringLiteral("cpu"));
    showAll();
}

void ConfigForm::setState(RunState state) {
    if (!isRunning()) appliedRate_ = config_.training.learningRate;
    const bool waits = isRunning() && valid_ && config_.training.learningRate != appliedRate_;
    state_ = state;
    if (waits && !isRunning()) Q_EMIT edited(config_);  // a rate that came too late for the run
    // A button that the keyboard has just pressed hands its focus to the one that undoes it.
    const bool trainHadFocus = trainButton_->hasFocus(), pauseHadFocus = pauseButton_->hasFocus();
    validate();
    if (trainHadFocus && !trainButton_->isEnabled()) pauseButton_->setFocus();
    if (pauseHadFocus && !pauseButton_->isEnabled()) trainButton_->setFocus();
    for (FormField* field : fields_)
        field->setLocked(isRunning() && field->path() != "training.learning_rate");
    presetCombo_->setEnabled(!isRunning());
    deviceCombo_->setEnabled(!isRunning());
    showLock();
}

void ConfigForm::setStepTime(std::chrono::duration<double> time) {
    if (!valid_ || time.count() <= 0) return;
    flopsPerSecond_ = estimateRun(config_, 1).flopsPerStep / time.count();
    showEstimate();
}

void ConfigForm::setTrainRows(const DataConfig& of, std::optional<int64_t> rows) {
    if (counted_ == of && trainRows_ == rows) return;
    counted_ = of;
    trainRows_ = rows;
    showEstimate();
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
    const auto found =
        std::find_if(fields_.begin(), fields_.end(), [&](const FormField* f) { return f->path() == path; });
    return found == fields_.end() ? nullptr : *found;
}

void ConfigForm::toggleTraining() {
    if (state_ == RunState::Training)
        pauseButton_->click();
    else
        trainButton_->click();
}

void ConfigForm::step() { stepButton_->click(); }

void ConfigForm::choosePreset(int index) {
    const std::string name = presetCombo_->itemData(index).toString().toStdString();
    if (name == customPreset) {
        showAll();
        return;
    }
    // A preset says what is learned and how; where it is computed stays.
    RunConfig config = presetByName(name);
    config.device = config_.device;
    config.threads = config_.threads;
    setConfig(config);
    Q_EMIT edited(config_);
}

/// Another task asks for another network, too: what is known to work for it.
void ConfigForm::startTask(TaskKind task) {
    const char* preset = task == TaskKind::Sequences ? "reverse"
                         : task == TaskKind::Sets    ? "anomaly-shapes"
                                                     : "text-demo";
    choosePreset(presetCombo_->findData(QString::fromLatin1(preset)));
}

void ConfigForm::fieldEdited(FormField* field) {
    const TaskKind task = config_.data.task;
    if (field) static_cast<void>(field->store(config_));  // validate() asks again and shows what is wrong
    if (config_.data.task != task) {
        startTask(config_.data.task);
        return;
    }
    tieNetworkToData(config_);
    config_.preset = presetOf(config_);
    const QSignalBlocker blocker(presetCombo_);
    presetCombo_->setCurrentIndex(presetCombo_->findData(QString::fromStdString(config_.preset)));
    validate();
    showLock();
    if (!valid_) return;
    if (!isRunning()) Q_EMIT edited(config_);
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
    lockLabel_->setText(waits ? tr("Return sets the new rate.") : tr("In a run only the rate changes."));
    lockLabel_->setVisible(isRunning());
}

void ConfigForm::showAll() {
    for (FormField* field : fields_) field->show(config_);
    const QSignalBlocker presetBlocker(presetCombo_), deviceBlocker(deviceCombo_);
    presetCombo_->setCurrentIndex(presetCombo_->findData(QString::fromStdString(presetOf(config_))));
    const QString device = QString::fromStdString(config_.device);
    if (deviceCombo_->findData(device) < 0) deviceCombo_->addItem(device, device);
    deviceCombo_->setCurrentIndex(deviceCombo_->findData(device));
}

void ConfigForm::validate() {
    const std::vector<ConfigProblem> problems = check(config_);
    QStringList missing;
    std::vector<const ConfigProblem*> shown;
    for (FormField* field : fields_) {
        RunConfig scratch = config_;
        QString text = field->store(scratch).value_or(QString());
        for (const ConfigProblem& problem : problems) {
            if (problem.key != field->path()) continue;
            shown.push_back(&problem);
            if (text.isEmpty()) text = QString::fromStdString(problem.message);
        }
        field->setProblem(text);
        if (!text.isEmpty()) missing << text;
    }
    // What belongs to no field (a device that is not one) must be said, too.
    for (const ConfigProblem& problem : problems)
        if (std::find(shown.begin(), shown.end(), &problem) == shown.end())
            missing << QString::fromStdString(problem.key + ": " + problem.message);
    valid_ = missing.isEmpty();
    trainButton_->setToolTip(valid_ ? tr("Train this network (space)")
                                    : tr("Not yet: %1").arg(missing.join(QStringLiteral("\n"))));
    showRelevantFields();
    showEstimate();
    showButtons();
}

void ConfigForm::showRelevantFields() {
    const auto relevant = [this](const char* path, bool on) {
        if (FormField* f = field(path)) f->setVisible(on);
    };
    const TaskKind task = config_.data.task;
    const bool sequences = task == TaskKind::Sequences, texts = task == TaskKind::Text;
    const bool csv = sequences && config_.data.rule == LabelRule::Csv;
    relevant("data.rule", sequences);
    relevant("data.rotate_by", sequences && config_.data.rule == LabelRule::Rotate);
    relevant("data.csv_path", csv);
    relevant("data.num_categories", sequences);
    relevant("data.length", task != TaskKind::Sets);
    relevant("data.path", !sequences);
    relevant("data.vocabulary", texts);
    for (const char* size : {"data.train_size", "data.validation_size", "data.test_size"})
        relevant(size, sequences || config_.data.path.empty());  // files have their own size
    for (const char* key : {"data.extractor", "data.set_size", "data.shuffle_place"})
        relevant(key, task == TaskKind::Sets);
    for (QPushButton* button : downloadButtons_) {
        const DownloadSource& source = *findDownload(button->objectName().toStdString());
        button->parentWidget()->setVisible(source.task == task);
        // The drawn shapes are described by pixels; a network would be refused.
        const bool usable = std::string_view(source.key) != "data.extractor" || !config_.data.path.empty();
        button->setEnabled(usable);
        button->setToolTip(
            usable ? tr("%1 Asks before it fetches anything (%2).")
                         .arg(QString::fromUtf8(source.what), byteText(source.bytes))
                   : tr("First choose images, or get CIFAR-100: the drawn shapes need no network."));
    }
    relevant("network.embedding_table", task != TaskKind::Sets);
    relevant("network.key_dim", texts);
    relevant("network.pool_dropout", texts);
    relevant("network.num_classes", texts);
    relevant("network.mask_padding", texts);
    const bool rmsProp = config_.training.optimiser == Optimiser::RmsProp;
    relevant("training.beta1", !rmsProp);
    relevant("training.beta2", !rmsProp);
    relevant("training.rho", rmsProp);
    relevant("training.warmup", config_.training.schedule != Schedule::Constant);
    relevant("training.weight_decay", config_.training.optimiser == Optimiser::AdamW);
}

void ConfigForm::showEstimate() {
    if (!valid_) {
        sizeLabel_->setText(tr("—"));
        costLabel_->setText(tr("—"));
        return;
    }
    const bool measured = flopsPerSecond_ > 0;
    const std::optional<int64_t> rows = counted_ == config_.data ? trainRows_ : std::nullopt;
    const RunEstimate estimate =
        estimateRun(config_, measured ? flopsPerSecond_ : assumedSpeed(config_.threads), rows);
    sizeLabel_->setText(
        tr("%1 parameters").arg(QLocale().toString(static_cast<qlonglong>(estimate.parameters))));
    const bool files = config_.data.task != TaskKind::Sequences && !config_.data.path.empty();
    costLabel_->setText(files && !rows
                            ? byteText(estimate.bytes)
                            : tr("%1 · ~%2").arg(byteText(estimate.bytes), durationText(estimate.time)));
}

void ConfigForm::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && restartButton_) showButtons();
}

void ConfigForm::showButtons() {
    trainButton_->setText(state_ == RunState::Paused ? tr("Resume") : tr("Train"));
    trainButton_->setEnabled(valid_ && state_ != RunState::Training);
    trainButton_->setDefault(trainButton_->isEnabled());
    // On the accent colour the icon takes the colour of the text.
    trainButton_->setIcon(themedIcon(QStringLiteral("train"))
                              .pixmap(QSize(16, 16), devicePixelRatioF(),
                                      trainButton_->isEnabled() ? QIcon::Selected : QIcon::Disabled));
    pauseButton_->setEnabled(state_ == RunState::Training);
    stepButton_->setEnabled(valid_ && state_ != RunState::Training);
    stopButton_->setEnabled(isRunning());
    restartButton_->setEnabled(valid_);
}

std::string presetOf(const RunConfig& config) {
    for (const auto& [name, preset] : presets())
        if (preset.network == config.network && preset.data == config.data &&
            preset.training == config.training)
            return name;
    return customPreset;
}

QString byteText(int64_t bytes) {
    const double mega = static_cast<double>(bytes) / 1e6;
    if (mega < 1) return ConfigForm::tr("%1 kB").arg(std::ceil(mega * 1e3));
    if (mega < 1000) return ConfigForm::tr("%1 MB").arg(std::ceil(mega));
    return ConfigForm::tr("%1 GB").arg(mega / 1e3, 0, 'f', 1);
}

QString durationText(std::chrono::duration<double> time) {
    const auto seconds = static_cast<qint64>(std::llround(std::min(std::max(time.count(), 0.0), 1e12)));
    if (seconds < 1) return ConfigForm::tr("1 s");
    if (seconds < 60) return ConfigForm::tr("%1 s").arg(seconds);
    if (seconds < 3600) return ConfigForm::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    if (seconds < 86400) return ConfigForm::tr("%1 h %2 min").arg(seconds / 3600).arg(seconds / 60 % 60);
    return ConfigForm::tr("%1 days").arg(seconds / 86400);
}

}  // namespace attx
