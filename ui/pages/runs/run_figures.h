// The figures below the table of runs, and the controls that choose what they show.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <functional>

#include "ui/figures/runs/figures_of_runs.h"
#include "ui/pages/runs/parallel_view.h"
#include "ui/state/kept.h"
#include "ui/views/curve_view.h"
#include "ui/views/figure_frame.h"

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace attx {

class FigureView;
class StateBar;

class RunFigures : public QWidget {
    Q_OBJECT
public:
    enum class View { Curves, Parallel, Scatter, Importance, Comparison };
    /// Of a page: its frame around a view.
    using Framing = std::function<FigureFrame*(QWidget* view, FigureFrame::Source source)>;
    /// Without a selection so many curves are drawn, the first ones.
    static constexpr size_t mostCurves = 200;

    RunFigures(Kept& kept, const Framing& framed, QWidget* parent = nullptr);

    void setTable(RunTable table);
    /// Shows these as they were shown before, by what was kept.
    void goOn(RunTable table, const CurvesByPath& curves, std::vector<std::string> selected);
    /// By their paths; none: all that the brushes leave.
    void setSelected(std::vector<std::string> paths);
    void setCurves(const CurvesByPath& curves);
    /// Of the runs whose curves are to be shown; none while they are not looked at.
    [[nodiscard]] std::vector<std::string> wantedCurves() const;
    /// Whether the brushes leave a row.
    [[nodiscard]] bool passes(size_t row) const { return parallel_->figure().passes(row); }
    [[nodiscard]] bool isBrushed() const { return parallel_->figure().isBrushed(); }
    /// What is to be known about the figure; empty: nothing.
    [[nodiscard]] QString remark() const;

    void setView(View view);
    [[nodiscard]] FigureFrame* frame() const;
    [[nodiscard]] std::unique_ptr<Figure> figure() const { return frame()->figure(); }
    [[nodiscard]] QVariantMap controls() const;
    void restoreControls(const QVariantMap& controls);

Q_SIGNALS:
    void brushed();  ///< another set of rows passes
    void changed();  ///< what curves are wanted, or the remark
    void readout(const QString& text);
    void runClicked(int row);
    void allRequested();  ///< Curves of all runs, not of those selected alone

private:
    [[nodiscard]] QWidget* makeControls();
    void fillKeys();
    void fillGroups();
    void refill(QComboBox* combo, const std::vector<std::pair<QString, QString>>& items, QString& chosen);
    void showControls();
    void sayCurves();
    void refresh();
    [[nodiscard]] View view() const;
    [[nodiscard]] RunTable active(bool selectedOnly) const;
    [[nodiscard]] RunTable curveTable() const;
    [[nodiscard]] std::string groupKey() const;
    void sayRun(int row);

    /// What was chosen here, kept while it is built again in another language.
    struct Choice {
        int view = 0, quantity = 0, progress = 0;
        bool logX = false, logY = false;
        QString group, key, first, second;  ///< The values of the entries chosen
        ParallelView::Brushes brushes;
        CurveView::Ranges ranges;
    };

    Choice& choice_;
    RunTable table_;
    std::vector<std::string> selected_;
    CurvesByPath known_;
    QComboBox *view_ = nullptr, *quantity_ = nullptr, *progress_ = nullptr, *group_ = nullptr,
              *key_ = nullptr, *first_ = nullptr, *second_ = nullptr;
    QToolButton *logX_ = nullptr, *logY_ = nullptr;
    StateBar* curvesBar_ = nullptr;  ///< Says which runs have curves, and leads back to all
    QStackedWidget* stack_ = nullptr;
    ParallelView* parallel_ = nullptr;
    CurveView* curveView_ = nullptr;
    FigureView *scatter_ = nullptr, *importance_ = nullptr, *comparison_ = nullptr;
};

}  // namespace attx
