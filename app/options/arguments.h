// The command line's words: one table of commands and options drives parsing, help and the messages.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attx {

struct OptionSpec {
    const char* name;   ///< "--epochs"
    const char* value;  ///< how help calls its value, "N"; null: a switch
    const char* help;
    bool repeats = false;          ///< may stand several times
    const char* before = nullptr;  ///< what it was called earlier: understood, but not listed
};

struct CommandSpec {
    const char* name;        ///< "train"; empty: the program itself
    const char* positional;  ///< how help calls its argument, "RUN|CHECKPOINT"; null: takes none
    const char* help;        ///< one sentence
    std::vector<OptionSpec> options;
    bool positionalOptional = false;
    bool positionalRepeats = false;  ///< takes several
    const char* more = nullptr;      ///< what help ends with: how it works, examples
};

/// What was given to a command, checked against its table.
class Arguments {
public:
    /// `words` without the program and the command. Throws Error::Kind::Input for unknown options
    /// (with the nearest), missing or repeated values, and arguments too many or too few.
    Arguments(const CommandSpec& command, const std::vector<std::string>& words);

    [[nodiscard]] bool has(const std::string& option) const;
    /// Of the last time it stands.
    [[nodiscard]] std::optional<std::string> text(const std::string& option) const;
    [[nodiscard]] std::vector<std::string> all(const std::string& option) const;
    /// Throws Error::Kind::Input unless it is a whole number in minimum…maximum.
    [[nodiscard]] std::optional<int64_t> integer(const std::string& option, int64_t minimum,
                                                 int64_t maximum) const;
    [[nodiscard]] std::optional<uint64_t> seed(const std::string& option) const;
    /// Throws Error::Kind::Input unless it is a number in minimum…maximum.
    [[nodiscard]] std::optional<double> number(const std::string& option, double minimum,
                                               double maximum) const;
    /// Which of `names` it is; the first unless it is given. Throws Error::Kind::Input for another.
    [[nodiscard]] size_t oneOf(const std::string& option, const std::vector<std::string>& names) const;
    /// Throws Error::Kind::Input if it is missing.
    [[nodiscard]] std::string required(const std::string& option) const;
    /// The first, or empty.
    [[nodiscard]] std::string positional() const { return positionals_.empty() ? "" : positionals_.front(); }
    [[nodiscard]] const std::vector<std::string>& positionals() const { return positionals_; }
    /// The files and folders that the command is given to read: its arguments and each value that help calls
    /// FILE or DIR, without --out.
    [[nodiscard]] std::vector<std::string> inputs() const;
    [[nodiscard]] bool wantsHelp() const { return help_; }

private:
    struct Given {
        std::string option, value;
        bool isPath = false;  ///< Help calls the value FILE or DIR.
    };
    std::string command_;
    std::vector<Given> given_;
    std::vector<std::string> positionals_;
    bool help_ = false;
};

/// "Usage: …" and one line for each option.
[[nodiscard]] std::string helpText(const CommandSpec& command);

/// Tokens separated by blanks or commas: "0 7 6 4". Throws Error::Kind::Input for anything else.
[[nodiscard]] std::vector<int32_t> parseTokens(const std::string& text);

/// "800x600". Throws Error::Kind::Input.
struct PixelSize {
    int width, height;
};
[[nodiscard]] PixelSize parseSize(const std::string& text);

}  // namespace attx
