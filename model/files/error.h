// The one exception type of the engine. A message says what happened, to what, what was expected,
// what was found and what to try; the window and the command line show it as it is.
#pragma once
#include <stdexcept>
#include <string>

namespace attx {

class Error : public std::runtime_error {
public:
    /// Input: the caller gave something wrong (exit status 2). Work: the work itself failed (1).
    enum class Kind { Input, Work };
    Error(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    [[nodiscard]] Kind kind() const { return kind_; }

private:
    Kind kind_;
};

[[nodiscard]] inline Error inputError(const std::string& message) { return {Error::Kind::Input, message}; }
[[nodiscard]] inline Error workError(const std::string& message) { return {Error::Kind::Work, message}; }

}  // namespace attx
