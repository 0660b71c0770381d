// What a run measured at each step and after each epoch, and its file metrics.csv, which grows with the run.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "model/run/records.h"

namespace attx {

/// The content of a metrics.csv, up to `lastStep`: what stands behind it may be damaged. A last line without
/// its end was being written when the program was killed, and is left out. Throws Error::Kind::Input, naming
/// `source` and the line, for a damaged one.
[[nodiscard]] RunMetrics metricsFromCsv(std::string_view text, const std::string& source,
                                        int64_t lastStep = std::numeric_limits<int64_t>::max());

/// Keeps a metrics.csv up to date. One thread at a time.
class MetricsFile {
public:
    explicit MetricsFile(std::string path) : path_(std::move(path)) {}
    /// The file has another path from now on.
    void moveTo(const std::string& path) { path_ = path; }

    enum class Lines {
        All,
        ButAnOpenOne  ///< the last step's waits while the report of its epoch may still come
    };
    /// Appends what is new and flushes it to disk. The first time, after a failure, and where a line that was
    /// written has changed, the whole file is replaced instead. Of one call to the next, `metrics` may only
    /// grow. Throws Error::Kind::Work.
    void write(const RunMetrics& metrics, Lines lines = Lines::All);

private:
    std::string path_;
    size_t steps_ = 0, epochs_ = 0;  ///< written
    uint64_t bytes_ = 0;             ///< Size of the file; 0: the next write() writes all of it
};

}  // namespace attx
