// The runs of a folder, as the page Runs reads them in the background.
#pragma once
#include <QString>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "model/sweeps/run_table.h"
#include "ui/state/study.h"

namespace attx {

/// What has been read of a folder by now.
struct RunsRead {
    size_t rows = 0;
    std::shared_ptr<const RunTable> table;  ///< once all of them are
    QString problem = {};                   ///< why there are none
    QString sweep = {};                     ///< the folder, if it is that of a sweep
};

/// `known`: an earlier answer, whose finished runs are not read again unless they have changed. Nothing once
/// `interrupt` is set.
[[nodiscard]] std::optional<RunsRead> readRuns(const std::string& folder,
                                               const std::shared_ptr<const RunTable>& known,
                                               const Study<RunsRead>::Report& report,
                                               const std::atomic<bool>& interrupt);

/// Floating-point operations a second that the newest runs have reached (the median); 0: none is finished.
[[nodiscard]] double speedOf(const RunTable& table);

}  // namespace attx
