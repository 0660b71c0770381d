// What a run writes for TensorBoard beside metrics.csv: its curves, and pictures of the attention over one
// validation sequence. One thread at a time.
#pragma once
#include <QImage>
#include <string>

#include "model/inspect/inspector.h"
#include "model/run/trainer.h"

namespace attx {

/// A row of maps for each layer, a column for each head, query 0 below, one colour scale from 0 to the
/// largest weight; no words, so that it can be painted without a display. Null if there is nothing to show or
/// it would be more than 4 million pixels.
[[nodiscard]] QImage attentionPicture(const Inspection& inspection);

/// Whether this epoch gets a picture: each of the first 127, every second up to 255, every fourth up to 511
/// ... so that a long run's file stays small.
[[nodiscard]] bool pictureDue(int epoch);

class TensorBoardLog {
public:
    /// To be made before the trainer works. The file gets a name of its own in `folder` with the first
    /// write().
    TensorBoardLog(std::string folder, const Trainer& trainer);

    /// The folder has another path from now on.
    void moveTo(const std::string& folder);
    /// In memory till write().
    void add(const Trainer::Advance& advance, const Trainer& trainer);
    /// Appends to the file. A crash leaves whole records and at most one torn one at the end, which readers
    /// leave out. Throws Error::Kind::Work; the next call tries again.
    void write();

private:
    void addPicture(const Trainer& trainer);

    std::string folder_;
    std::string path_;      ///< Path of the file; empty before the first write
    uint64_t written_ = 0;  ///< bytes
    std::string waiting_;   ///< records
};

}  // namespace attx
