// What a command says, and where.
#pragma once
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace attx {

using Json = nlohmann::ordered_json;

/// As std::printf has it.
template <class... Values>
std::string formatted(const char* format, Values... values) {
    std::string text(size_t(std::max(std::snprintf(nullptr, 0, format, values...), 0)), '\0');
    std::snprintf(text.data(), text.size() + 1, format, values...);
    return text;
}

/// Where a command's words go: with --json stdout carries one object and nothing else, so that
/// everything for people goes to stderr; without it they go to stdout.
class Output {
public:
    /// `program`: its name as it was called, for commands that are to be copied into a terminal.
    explicit Output(bool json, std::string program = "attention-explorer")
        : json_(json), program_(std::move(program)) {}
    [[nodiscard]] bool json() const { return json_; }
    [[nodiscard]] const std::string& program() const { return program_; }
    [[nodiscard]] bool terminal() const;    ///< people watch it
    void line(const std::string& text);     ///< a whole line; empty: none
    void warning(const std::string& text);  ///< the same, and one of "warnings" in the object of --json
    /// Replaces the progress line before it on a terminal; elsewhere it does nothing.
    void progress(const std::string& text);
    /// "Snapshot 2 of 9" in the same way.
    void progress(const std::string& what, int64_t done, int64_t all) {
        progress(what + " " + std::to_string(done) + " of " + std::to_string(all));
    }
    /// Adds `value` to the object of --json, unless that has the name itself.
    void add(const std::string& name, Json value) { added_[name] = std::move(value); }
    /// The one object of --json; nothing without it. Throws Error::Kind::Work if stdout does not take it.
    void object(const Json& object);

private:
    void clearProgress();
    const bool json_;
    const std::string program_;
    bool progressShown_ = false;
    std::vector<std::string> warnings_;
    Json added_ = Json::object();
};

/// What a command gets besides its arguments. Qt wants argc and argv for as long as it runs.
struct CommandContext {
    Output& output;
    int& argc;
    char** argv;
};

}  // namespace attx
