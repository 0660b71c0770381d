// What was opened, of a published network.
#pragma once

class QString;

namespace attx {

struct OpenedRun;

/// "bert-base: 12 layers × 12 heads, 30,522 pieces (WordPiece), classifier of 2 classes; 438 MB; no data come
/// with it", in the language of the window.
[[nodiscard]] QString publishedText(const OpenedRun& run);

}  // namespace attx
