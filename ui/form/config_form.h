// The form: every key of a run, checked where it is typed, with what the run will take and the buttons
// that start and end it. It turns its fields into a RunConfig and emits what is wanted; it does nothing.
#pragma once
#include <QWidget>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "model/config/config.h"
#include "model/run/split_rows.h"
#include "ui/state/run_model.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QTabBar;
class QTimer;
class QVBoxLayout;

namespace attx {

class FoldGroup;
class FormField;
struct FormGroup;
class RunControls;

/// A device to choose: its name for RunConfig::device, and how it is called on the screen.
struct DeviceChoice {
    QString name, description;
};

class ConfigForm : public QWidget {
    Q_OBJECT
public:
    explicit ConfigForm(QWidget* parent = nullptr);

    /// What is typed; fields whose text is no value keep their last one.
    [[nodiscard]] const RunConfig& config() const { return config_; }
    [[nodiscard]] bool isValid() const { return valid_; }
    /// Shows a configuration; emits nothing.
    void setConfig(const RunConfig& config);
    /// "auto" is always offered. A device of the configuration that is not there stays in the list.
    void setDevices(const std::vector<DeviceChoice>& devices);
    void setState(RunState state);
    /// A measured training step of the configuration shown; estimates follow it from now on.
    void setStepTime(std::chrono::duration<double> time);
    /// What there is to learn from in `of`; what files hold is known only once they are read. May be null.
    void setData(const DataConfig& of, const DataSet* made);

    /// What a network is trained on: none of a preset's settings.
    struct Machine {
        std::string device;
        int threads = 0;
        bool operator==(const Machine&) const = default;
    };
    /// `run` is opened: it goes on with its own device and threads, and other networks do not get them.
    /// Before its configuration is shown.
    void borrowMachine(const RunConfig& run);
    /// Gives `config` the device and threads that were chosen here, or that other configurations had.
    void useOwnMachine(RunConfig& config) const;
    /// All that the configuration does not hold, for the form of another language.
    struct Rest {
        std::map<std::string, QString> unread;  ///< Texts of fields that are no values, by their keys
        int scrolled = 0;                       ///< px
        double flopsPerSecond = 0;              ///< 0: not measured yet
        Machine own = {};
        std::optional<Machine> borrowed = {};
    };
    [[nodiscard]] Rest rest() const;
    void setRest(const Rest& rest);

    /// Titles of the folded groups, for the settings.
    [[nodiscard]] QStringList folded() const;
    void setFolded(const QStringList& groups);

    /// Every setting, with a search among them, or the few that one tries first. A setting that is not shown
    /// and has another value than the preset's is named at the end.
    void setShowsAll(bool all);
    [[nodiscard]] bool showsAll() const { return all_; }

    /// The field of a key, e.g. "network.num_heads"; null if the form has none.
    [[nodiscard]] FormField* field(const std::string& path) const;
    /// Unfolds its group and scrolls to it, among all settings if it is not among the few.
    void bringIntoView(FormField* field);
    [[nodiscard]] RunControls& controls() const { return *controls_; }

Q_SIGNALS:
    void edited(const attx::RunConfig& config);  ///< A valid edit by the user
    void trainClicked(const attx::RunConfig& config);
    void pauseClicked();
    void stepClicked();
    void stopClicked();
    void restartClicked(bool newSeed);
    void learningRateChanged(double rate);      ///< A new rate for the run under way
    void stepTimed(double flopsPerSecond);      ///< Speed of a training step with the configuration shown
    void downloadClicked(const QString& name);  ///< a name of downloadSources

private:
    void addGroup(const FormGroup& content);
    void addDownloads(FoldGroup* group, const std::string& key);
    void addTop();
    void showPreset();
    void showRows();
    void showOthers();
    static void showOn(QPushButton* button, const QString& text);
    [[nodiscard]] bool isSought(const QString& words) const;
    [[nodiscard]] bool isShown(const FormField* field) const;
    QComboBox* addChoiceRow(FoldGroup* group, const QString& name);
    void addDeviceRow(FoldGroup* group);
    void addArchitectureRow(FoldGroup* group);
    void chooseArchitecture(int index);
    void showArchitecture();
    QWidget* makeFoot();
    void choosePreset(int index);
    void startTask(TaskKind task);
    void fieldEdited(FormField* field);
    void applyLearningRate();
    void lockFields();
    void showLock();
    void showAll();
    void showDevice();
    void validate();
    void showProblems();
    void goToProblem();
    void showRelevantFields();
    void showEstimate();
    void fitSplit();
    [[nodiscard]] bool knowsRows() const { return rows_ && sameTables(counted_, config_.data); }
    /// With the rows of its data, where they are known.
    [[nodiscard]] RunConfig counted() const;
    [[nodiscard]] bool isRunning() const {
        return state_ == RunState::Training || state_ == RunState::Paused;
    }

    Machine own_;
    std::optional<Machine> borrowed_;  ///< Machine of the opened run, if it is another one
    RunConfig config_;
    RunState state_ = RunState::Idle;
    bool valid_ = false;
    bool fits_ = true;  ///< Whether the run fits into memory
    bool all_ = true;   ///< settings are shown
    QTimer* askMemory_ = nullptr;
    double appliedRate_ = 0;     ///< Learning rate of the run under way
    double flopsPerSecond_ = 0;  ///< measured; 0: not yet
    DataConfig counted_;         ///< has rows_ and split_
    std::optional<SplitRows> rows_;
    QString split_;  ///< Sentences on the split, lengths of texts and notes

    std::vector<FormField*> fields_;
    std::vector<FoldGroup*> groups_;
    std::vector<QPushButton*> downloadButtons_;  ///< named as in downloadSources
    QVBoxLayout* formLayout_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QTabBar* levels_ = nullptr;      ///< few settings, all settings
    QLineEdit* sought_ = nullptr;    ///< words of settings
    QLabel* presetLine_ = nullptr;   ///< The line that says what one sees with the preset
    QPushButton* others_ = nullptr;  ///< settings that are not shown, and the way to them
    QComboBox* presetCombo_ = nullptr;
    QComboBox* deviceCombo_ = nullptr;
    QComboBox* architectureCombo_ = nullptr;  ///< knownArchitectures(), and choices of one's own
    QPushButton* problems_ = nullptr;         ///< how many there are, and the way to the first
    QLabel* lockLabel_ = nullptr;
    QLabel* sizeLabel_ = nullptr;
    QLabel* splitLabel_ = nullptr;
    QLabel* costLabel_ = nullptr;
    RunControls* controls_ = nullptr;
};

/// The preset that `config` equals but for seed, device and threads; "custom" if there is none.
[[nodiscard]] std::string presetOf(const RunConfig& config);

}  // namespace attx
