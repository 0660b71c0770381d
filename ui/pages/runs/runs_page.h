// Many runs at once: a table of the keys in which they differ and of what came of them, and the same as
// parallel coordinates.
#pragma once
#include <QSortFilterProxyModel>

#include "ui/figures/figures_of_runs.h"
#include "ui/pages/page.h"
#include "ui/state/run_list_model.h"
#include "ui/state/study.h"

class QLabel;
class QLineEdit;
class QTableView;

namespace attx {

/// What has been read of a folder by now.
struct RunsRead {
    size_t rows = 0;
    std::shared_ptr<const RunTable> table;  ///< once all of them are
    QString problem = {};                   ///< why there are none
};

class RunsPage : public Page {
    Q_OBJECT
public:
    explicit RunsPage(QWidget* parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("runs"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString help() const override;
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] bool followsTraining() const override { return false; }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {frame_}; }
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    /// Reads the runs in it, in the background, once the page is seen.
    void showFolder(const QString& folder);
    /// The same, unless another one was shown when the window was last closed.
    void setUsualFolder(const QString& folder);
    [[nodiscard]] Study<RunsRead>& study() const { return *study_; }
    [[nodiscard]] QTableView* table() const { return view_; }
    [[nodiscard]] QLineEdit* filter() const { return filter_; }
    [[nodiscard]] const ParallelFigure& figure() const { return figure_; }

Q_SIGNALS:
    void openRequested(const QString& path);  ///< a row was double clicked

protected:
    void showEvent(QShowEvent* event) override;

private:
    void read();
    void showRead();
    /// After the table or the filter has changed.
    void showShown();
    void chooseFolder();
    [[nodiscard]] QWidget* makeControls();
    /// The rows that the filter leaves.
    [[nodiscard]] RunTable shownRuns() const;

    Study<RunsRead>* study_;
    RunListModel* model_;
    QSortFilterProxyModel* sorted_;
    QTableView* view_ = nullptr;
    QWidget* lines_ = nullptr;  ///< the parallel coordinates
    FigureFrame* frame_ = nullptr;
    QLineEdit* folder_ = nullptr;
    QLineEdit* filter_ = nullptr;
    QLabel* state_ = nullptr;
    ParallelFigure figure_;
    bool dirty_ = true;  ///< the folder was not read since it was chosen
};

}  // namespace attx
