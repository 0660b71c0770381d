// Keys and results of runs as axes.
#pragma once
#include <QStringList>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/sweeps/run_groups.h"
#include "model/sweeps/run_table.h"

namespace attx {

/// A key or a result of runs.
struct RunAxis {
    QString name = {};                ///< Name in files: a key's path; a result's name in run.json
    QString title = {};               ///< Title in the window
    std::vector<double> values = {};  ///< [runs]; not-a-number: unknown. With `choices`: their places
    QStringList choices = {};         ///< Values that are no numbers, spelled as in files
    QStringList words = {};           ///< the choices as the window calls them
    bool logarithmic = false;         ///< all values are positive, and the largest is 20 times the smallest
    /// What the axis shows where that is not what the values need: values beyond lie beyond it.
    std::optional<std::pair<double, double>> range = std::nullopt;
};

/// The value of a run in a CSV table.
[[nodiscard]] std::string csvValue(const RunAxis& axis, size_t run);

/// A key of the table by its number.
[[nodiscard]] RunAxis keyAxis(const RunTable& table, size_t key);
/// Finished runs have a time, those with an epoch behind them an accuracy, which is never logarithmic.
[[nodiscard]] RunAxis secondsAxis(const RunTable& table);
[[nodiscard]] RunAxis bestValidationAxis(const RunTable& table);

/// What tells a group from others, as the window says it: "layers 2, learning rate 0.001"; "all" if nothing
/// does. Of runs that differ in very much, their names.
[[nodiscard]] QString groupText(const RunGroup& group, const RunTable& table);
/// "failed: 2, running: 1"
[[nodiscard]] QString statesText(const std::map<RunStatus, size_t>& counts);
/// Runs of the table that have numbers and may get others, by their states.
[[nodiscard]] std::map<RunStatus, size_t> stillOpen(const RunTable& table);
/// What a run is called: by a person, or as its folder.
[[nodiscard]] QString runName(const RunRow& row);
/// What each run of the table is called: as runName(), but one that a sweep has numbered by the settings in
/// which the runs of that sweep differ: "learning rate 0.0001 · RMSNorm". [rows]
[[nodiscard]] QStringList runNames(const RunTable& table);
/// What the run, checkpoint or file of a network at `path` is called outside a table: by a person; a sweep's
/// run by the settings that it has of its own, "sweep-reverse: learning rate 0.0001 · RMSNorm"; or as its
/// folder or file, with the folder's name before one that says nothing. Empty for an empty path. Reads both
/// files.
[[nodiscard]] QString nameOfRun(const QString& path);

/// Where values lie on an axis: 0 at its foot, 1 at its head.
class AxisScale {
public:
    explicit AxisScale(const RunAxis& axis);

    [[nodiscard]] double place(double value) const;  ///< not-a-number: unknown
    /// Values to be written beside the axis: all that there are if they are few, else its ends, and round
    /// numbers between them.
    [[nodiscard]] const std::vector<double>& marks() const { return marks_; }
    [[nodiscard]] QString textOf(double value) const;

private:
    [[nodiscard]] double along(double value) const;

    QStringList choices_;
    bool logarithmic_;
    double low_, high_;
    std::vector<double> marks_;
};

}  // namespace attx
