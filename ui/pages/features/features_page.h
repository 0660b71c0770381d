// Vectors for a network of another program that reads them and answers no task here: typed, or a set of a
// file; and what it answers. The other pages show the same vectors.
#pragma once
#include <QString>

#include "model/config/vector_network.h"
#include "model/data/new_rows.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QLabel;
class QPlainTextEdit;
class QSpinBox;
class QTableWidget;

namespace attx {

/// The numbers of vectors, one in each line, separated by blanks, commas, semicolons or tabs.
struct ParsedVectors {
    std::vector<float> values = {};
    int count = 0;
    QString problem = {};  ///< Empty: all is right
};
[[nodiscard]] ParsedVectors parseVectors(const QString& text, int width);

class FeaturesPage : public Page {
    Q_OBJECT
public:
    explicit FeaturesPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("features"); }
    [[nodiscard]] QString title() const override { return tr("Features"); }
    [[nodiscard]] QString reading() const override {
        return tr(
            "A line is a vector that the network reads, a position of its input. The other pages show the "
            "same.");
    }
    [[nodiscard]] bool suits(const RunConfig& config) const override { return isOutsideTasks(config); }
    [[nodiscard]] bool leads(const RunConfig& config) const override { return suits(config); }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {}; }

    /// An .npz, .npy or table.
    void openFile(const QString& file);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeControls();
    void chooseFile();
    void showNetwork();
    void showSet(int number);
    void readVectors();
    void choose(std::vector<float> values, int count);
    void showSample();
    void showAnswer();
    void say(const QString& text, bool isProblem);

    struct Choice {
        NewRows file;
        int set = 0;
    };

    RunModel& model_;
    Choice& choice_;
    QSpinBox* number_ = nullptr;
    QPlainTextEdit* vectors_ = nullptr;
    QLabel *asked_ = nullptr, *said_ = nullptr;
    QTableWidget* answers_ = nullptr;
};

}  // namespace attx
