// TensorBoard's event files: TFRecords that hold one Event each.
// https://www.tensorflow.org/tutorials/load_data/tfrecord (the framing), and in tensorflow/core:
// util/event.proto, framework/summary.proto (the fields, by number in event_file.cpp).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attx {

inline constexpr const char* eventFileStem = "events.out.tfevents.";  ///< TensorBoard looks for it in a name.

[[nodiscard]] bool isEventFile(const std::filesystem::path& file);  ///< Recognised by its name
/// Those in `folder`, such as a run's.
[[nodiscard]] std::vector<std::filesystem::path> eventFiles(const std::string& folder);

/// Castagnoli's cyclic redundancy check, as in RFC 3720: crc32c("123456789") is 0xe3069283.
[[nodiscard]] uint32_t crc32c(std::string_view bytes);
/// Length, masked check of the length, data, masked check of the data.
[[nodiscard]] std::string tfRecord(std::string_view data);

struct SummaryImage {
    int width = 0, height = 0;  ///< pixels
    std::string png;            ///< the file's bytes
};

/// What belongs to one step: pairs of a tag ("loss/train") and a value.
struct Summary {
    std::vector<std::pair<std::string, float>> scalars;
    std::vector<std::pair<std::string, SummaryImage>> images;
};

/// Records to append to a file. wallTime: seconds since 1970, UTC.
/// The first of every file.
[[nodiscard]] std::string versionRecord(double wallTime);
/// A run goes on: what older files say of `step` and later steps is void.
[[nodiscard]] std::string restartRecord(double wallTime, int64_t step);
[[nodiscard]] std::string summaryRecord(double wallTime, int64_t step, const Summary& summary);

}  // namespace attx
