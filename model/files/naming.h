// Sentences about a file say which one.
#pragma once
#include <string>

#include "model/files/error.h"

namespace attx {

/// What `work` returns; an Error of it that does not name `file` gets the name in front. Empty: there is no
/// file.
template <class Work>
auto naming(const std::string& file, const Work& work) {
    try {
        return work();
    } catch (const Error& problem) {
        const std::string said = problem.what();
        if (file.empty() || said.find(file) != std::string::npos) throw;
        throw Error(problem.kind(), file + ": " + said);
    }
}

}  // namespace attx
