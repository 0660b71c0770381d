// What `inspect` looks at: sequences that were typed, read or taken from the validation data.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/options/arguments.h"
#include "app/options/output.h"
#include "app/options/shown_data.h"
#include "app/runs/run_store.h"
#include "model/data/dataset.h"

namespace attx {

/// B sequences, with what is known of them.
struct InspectInput {
    Table table;                   ///< tokens or features; without rows: no sequence was given
    std::vector<int32_t> lengths;  ///< [B], positions of a sequence that are no padding
    std::vector<int32_t> labels;   ///< [B, T], or [B] where one answer is given; empty: not known
    std::vector<int32_t> members;  ///< [T] a set's rows in the table of validation images; else empty
    std::vector<int32_t> classes;  ///< what its members show, [T]; -1: not known
    std::vector<std::vector<std::string>> words;  ///< [B][T], of tokens or of what a member shows; or empty
    std::optional<int64_t> sample;                ///< its number in the validation data
    const char* split = "validation";             ///< What the data of that number are called
    [[nodiscard]] int64_t sequences() const { return int64_t(lengths.size()); }
};

/// Makes the run's data when they are first asked for, features too.
class LazyData {
public:
    LazyData(const OpenedRun& run, Output& output) : run_(run), output_(output) {}
    [[nodiscard]] Output& output() { return output_; }
    const DataSet& get() {
        if (!data_) data_ = dataOfRunShown(run_, output_);
        return *data_;
    }

private:
    const OpenedRun& run_;
    Output& output_;
    std::optional<DataSet> data_;
};

/// The tokens that an option names. Throws Error::Kind::Input for too many, and for others than the
/// network's.
[[nodiscard]] std::vector<int32_t> tokensOf(const std::string& option, const std::string& text,
                                            const NetworkConfig& network);
/// The sample that --tokens, --text or --sample names. Throws Error::Kind::Input for tokens and texts that
/// the network does not read, for a sample that is not there, and for several of them.
[[nodiscard]] Sample sampleWanted(const Arguments& arguments, const OpenedRun& run, LazyData& data);
/// What --tokens, --text, --input or --sample names; none of them is fine where only --ablate-heads is asked
/// for. Throws Error::Kind::Input.
[[nodiscard]] InspectInput inspectInput(const Arguments& arguments, const OpenedRun& run, LazyData& data);

}  // namespace attx
