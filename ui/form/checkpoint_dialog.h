// Asks for what a checkpoint of another program leaves open: a field for each key, filled with the likely
// answer and the reason for it.
#pragma once
#include <QDialog>
#include <functional>
#include <vector>

#include "model/config/assumptions.h"
#include "model/config/keys.h"

class QLabel;
class QPushButton;

namespace attx {

class CheckpointDialog : public QDialog {
    Q_OBJECT
public:
    /// `config`: with the likely answers. `fileName`: as a person knows it.
    CheckpointDialog(const QString& fileName, const RunConfig& config, const std::vector<UncertainKey>& keys,
                     QWidget* parent = nullptr);
    /// With the answers; valid once the dialog was accepted.
    [[nodiscard]] const RunConfig& config() const { return config_; }

private:
    [[nodiscard]] QWidget* makeEditor(const UncertainKey& key);
    void check();

    const RunConfig likely_;
    RunConfig config_;
    std::vector<std::function<std::string()>> assignments_;  ///< what each field says, as --set takes it
    QLabel* problem_ = nullptr;
    QPushButton* open_ = nullptr;
};

}  // namespace attx
