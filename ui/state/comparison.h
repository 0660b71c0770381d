// Two at once: a second network beside the one that is shown, looked at with the same input. It follows the
// sample, its hidden tokens and the moment of training; heads that are off are the first one's alone. GUI
// thread only.
#pragma once
#include <QWidget>
#include <memory>

#include "ui/figures/heat_map_figure.h"
#include "ui/state/run_model.h"

class QLabel;

namespace attx {

class Comparison : public QObject {
    Q_OBJECT
public:
    explicit Comparison(RunModel& first, QObject* parent = nullptr);

    /// Null: nothing stands beside.
    [[nodiscard]] RunModel* second() const { return second_.get(); }
    [[nodiscard]] const QString& name() const { return name_; }  ///< of the second
    [[nodiscard]] QString caption() const;  ///< its name, and its moment if one is chosen
    /// The grids of layers × heads are equal, so that every head has its counterpart.
    [[nodiscard]] bool sameHeads() const;

public Q_SLOTS:
    void open(const QString& name, const attx::RunConfig& config,
              std::shared_ptr<const std::vector<float>> parameters, const attx::DataNames& names = {},
              const std::vector<attx::Snapshot>& snapshots = {});
    void close();
    // The answers to inspectRequested.
    void setInspection(quint64 tag, const attx::Inspection& inspection,
                       std::shared_ptr<const attx::Explanation> explanation);
    void failInspection(quint64 tag);

Q_SIGNALS:
    void changed();                                              ///< another second, or none
    void inspectRequested(const attx::InspectRequest& request);  ///< about the second; to the application
    void momentRequested(const attx::Snapshot& snapshot);        ///< of the second; likewise

private:
    void follow();
    void followMoment();

    RunModel& first_;
    std::unique_ptr<RunModel> second_;
    QString name_;
    quint64 generation_ = 0;  ///< networks opened so far
};

/// second − first, map by map, in diverging colours around 0. No maps unless both have the same ones of the
/// same sizes; titles and order are the first's.
[[nodiscard]] HeatMapGridFigure differenceFigure(const HeatMapGridFigure& first,
                                                 const HeatMapGridFigure& second);

/// Gives both the range of the two together where their scale is shared or logarithmic: equal colours are
/// equal numbers.
void shareRange(HeatMapGridFigure& first, HeatMapGridFigure& second);

/// A line over pages: what stands beside, and its end.
class ComparisonBar : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonBar(Comparison& comparison, QWidget* parent = nullptr);

private:
    QLabel* label_ = nullptr;
};

}  // namespace attx
