#include "app/options/output.h"

#include <unistd.h>

#include <cstdio>

#include "model/files/error.h"
#include "model/files/json.h"

namespace attx {

bool Output::terminal() const { return isatty(json_ ? STDERR_FILENO : STDOUT_FILENO) == 1; }

void Output::line(const std::string& text) {
    if (text.empty()) return;
    clearProgress();
    std::FILE* stream = json_ ? stderr : stdout;
    std::fprintf(stream, "%s\n", text.c_str());
    std::fflush(stream);  // a user who follows a log sees it grow
}

void Output::warning(const std::string& text) {
    if (text.empty()) return;
    line("Warning: " + text);
    warnings_.push_back(text);
}

void Output::progress(const std::string& text) {
    if (!terminal()) return;
    std::FILE* stream = json_ ? stderr : stdout;
    std::fprintf(stream, "\r%s\x1b[K", text.c_str());
    std::fflush(stream);
    progressShown_ = true;
}

void Output::object(const Json& object) {
    if (!json_) return;
    clearProgress();
    // Paths may be any bytes; JSON may not.
    Json whole = object;
    for (const auto& [name, value] : added_.items())
        if (!whole.contains(name)) whole[name] = value;
    if (!warnings_.empty()) whole["warnings"] = warnings_;
    const std::string text = jsonText(whole, -1, NotUtf8::Replaced);
    if (std::printf("%s\n", text.c_str()) < 0 || std::fflush(stdout) != 0)
        throw workError("The result could not be written to the standard output. Is the disk full?");
}

void Output::clearProgress() {
    if (!progressShown_) return;
    std::fputs("\r\x1b[K", json_ ? stderr : stdout);
    progressShown_ = false;
}

}  // namespace attx
