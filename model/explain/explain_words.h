// The methods of explanation in plain words, for those who read a map; their table is in explain.cpp.
#pragma once
#include "model/explain/explain.h"

namespace attx {

struct ExplainWords {
    const char* sentence;  ///< what a map shows
    const char* unit;      ///< of its values; only maps of one unit can be subtracted from each other
};
[[nodiscard]] const ExplainWords& wordsOf(ExplainMethod method);

}  // namespace attx
