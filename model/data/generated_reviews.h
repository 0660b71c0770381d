// Reviews made from a small grammar, so that the review classifier can be tried without any file. They are
// generated, no person wrote them, and the program says so wherever it shows them.
//
//   review  -> aside* verdict aside*
//   verdict -> subject "was" [negator] adverb? adjective (("and" | ". ") subject "was" [negator] adjective)?
//   aside   -> who played, when one watched it, what one ate: says nothing of the verdict
//
// A negator ("not", "never", "hardly" ...) turns the adjective around: "not boring" is praise. Both verdicts
// of a review agree, and either both are negated or none: which adjective a negator belongs to need not be
// told from the order, since the network of the reference notebooks sees none. No single word gives the class
// away: adjectives and negators are as frequent in praise as in blame, so two words have to be seen together.
#pragma once
#include <cstdint>
#include <vector>

#include "model/data/text_files.h"

namespace attx {

/// Label 0 "negative", 1 "positive", as many of each; the same seed and sequence give the same reviews.
/// `sequence` tells apart the sets made from one seed.
[[nodiscard]] std::vector<LabelledText> generatedReviews(int count, uint64_t seed, uint32_t sequence);

/// "negative", "positive".
[[nodiscard]] const std::vector<std::string>& generatedClasses();

}  // namespace attx
