#include "app/options/arguments.h"

#include <algorithm>
#include <cmath>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr int maxPixels = 32'768;  // Longest side in pixels; larger pictures fail in most viewers

std::string quoted(const std::string& text) { return "\"" + shortened(text) + "\""; }

std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates) {
    const std::string nearest = nearestWord(word, candidates);
    return nearest.empty() ? "" : " Did you mean " + nearest + "?";
}

}  // namespace

Arguments::Arguments(const CommandSpec& command, const std::vector<std::string>& words)
    : command_(*command.name ? std::string("attention-explorer ") + command.name : "attention-explorer") {
    std::vector<std::string> names{"--help"};
    for (const OptionSpec& option : command.options) names.emplace_back(option.name);
    const std::string seeHelp = " Try: " + command_ + " --help";
    const auto refused = [&](const std::string& option, const std::string& why) {
        return inputError("Option " + option + " " + why + "." + seeHelp);
    };
    bool optionsEnded = false;

    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!optionsEnded && word == "--") {
            optionsEnded = true;
            continue;
        }
        if (optionsEnded || word.size() < 2 || word[0] != '-') {
            if (!command.positional)
                throw inputError(command_ + " takes options only, found " + quoted(word) + "." + seeHelp);
            if (!positionals_.empty() && !command.positionalRepeats)
                throw inputError(command_ + " takes one " + command.positional +
                                 ", found a second: " + quoted(word) + "." + seeHelp);
            positionals_.push_back(word);
            continue;
        }
        const size_t equals = word.find('=');
        const std::string given = word.substr(0, equals);
        if (given == "--help" || given == "-h") {
            help_ = true;
            continue;
        }
        const auto option = std::find_if(
            command.options.begin(), command.options.end(),
            [&](const OptionSpec& o) { return given == o.name || (o.before && given == o.before); });
        if (option == command.options.end())
            throw inputError("Unknown option " + quoted(given) + " of " + command_ + "." +
                             didYouMean(given, names) + seeHelp);
        const std::string name = option->name;
        const std::string_view kind = option->value ? option->value : "";
        const bool isPath = kind.starts_with("FILE") || kind.starts_with("DIR");
        if (!option->repeats && has(name)) throw refused(name, "stands twice; expected it once");
        if (!option->value) {
            if (equals != std::string::npos)
                throw refused(name, "is a switch and takes no value, found " + quoted(word));
            given_.push_back({name, ""});
        } else if (equals != std::string::npos) {
            given_.push_back({name, word.substr(equals + 1), isPath});
        } else if (i + 1 < words.size()) {
            given_.push_back({name, words[++i], isPath});
        } else {
            throw refused(name, std::string("expects a value (") + option->value + "), found none");
        }
    }
    if (command.positional && !command.positionalOptional && positionals_.empty() && !help_)
        throw inputError(command_ + " expects " + command.positional + ", found none." + seeHelp);
}

bool Arguments::has(const std::string& option) const { return text(option).has_value(); }

std::optional<std::string> Arguments::text(const std::string& option) const {
    for (auto given = given_.rbegin(); given != given_.rend(); ++given)
        if (given->option == option) return given->value;
    return std::nullopt;
}

std::vector<std::string> Arguments::all(const std::string& option) const {
    std::vector<std::string> values;
    for (const Given& given : given_)
        if (given.option == option) values.push_back(given.value);
    return values;
}

std::vector<std::string> Arguments::inputs() const {
    std::vector<std::string> paths = positionals_;
    for (const Given& given : given_)
        if (given.isPath && given.option != "--out") paths.push_back(given.value);
    return paths;
}

std::optional<int64_t> Arguments::integer(const std::string& option, int64_t minimum, int64_t maximum) const {
    const auto given = text(option);
    if (!given) return std::nullopt;
    const auto value = numberIn<int64_t>(*given);
    if (!value || *value < minimum || *value > maximum)
        throw inputError(option + ": expected a whole number from " + std::to_string(minimum) + " to " +
                         std::to_string(maximum) + ", found " + quoted(*given) + ".");
    return value;
}

std::optional<uint64_t> Arguments::seed(const std::string& option) const {
    const auto given = text(option);
    if (!given) return std::nullopt;
    const auto value = numberIn<uint64_t>(*given);
    if (!value)
        throw inputError(option + ": expected a whole number from 0 to 18446744073709551615, found " +
                         quoted(*given) + ".");
    return value;
}

std::optional<double> Arguments::number(const std::string& option, double minimum, double maximum) const {
    const auto given = text(option);
    if (!given) return std::nullopt;
    const auto value = numberIn<double>(*given);
    if (!value || !std::isfinite(*value) || *value < minimum || *value > maximum)
        throw inputError(option + ": expected a number from " + shortest(minimum) + " to " +
                         shortest(maximum) + ", found " + quoted(*given) + ".");
    return value;
}

size_t Arguments::oneOf(const std::string& option, const std::vector<std::string>& names) const {
    const std::string given = text(option).value_or(names.front());
    const auto found = std::ranges::find(names, given);
    if (found != names.end()) return size_t(found - names.begin());
    std::string expected = names.front();
    for (size_t i = 1; i < names.size(); ++i) expected += (i + 1 < names.size() ? ", " : " or ") + names[i];
    throw inputError(option + ": expected " + expected + ", found \"" + given + "\".");
}

std::string Arguments::required(const std::string& option) const {
    auto value = text(option);
    if (!value || value->empty())
        throw inputError(command_ + " needs " + option + ". Try: " + command_ + " --help");
    return *value;
}

std::string helpText(const CommandSpec& command) {
    std::string text = "Usage: attention-explorer ";
    text += command.name;
    if (command.positional) text.append(" ").append(command.positional);
    if (!command.options.empty()) text += " [OPTION]...";
    text.append("\n").append(command.help).append("\n\n");
    constexpr size_t column = 26;  // Column where the explanations start
    const auto line = [&](std::string left, const char* help) {
        left.insert(0, "  ");
        left.resize(std::max(column, left.size() + 2), ' ');
        text += left + help + "\n";
    };
    for (const OptionSpec& option : command.options)
        line(option.value ? std::string(option.name) + " " + option.value : option.name, option.help);
    line("--help", "Shows this.");
    if (command.more) text.append("\n").append(command.more);
    return text;
}

std::vector<int32_t> parseTokens(const std::string& text) {
    std::vector<int32_t> tokens;
    size_t at = 0;
    while ((at = text.find_first_not_of(" ,\t\n", at)) != std::string::npos) {
        const size_t end = std::min(text.find_first_of(" ,\t\n", at), text.size());
        const std::string word = text.substr(at, end - at);
        const auto token = numberIn<int32_t>(word);
        if (!token)
            throw inputError("Token " + std::to_string(tokens.size() + 1) + " of " + quoted(text) +
                             ": expected a whole number, as in \"0 7 6 4\", found " + quoted(word) + ".");
        tokens.push_back(*token);
        at = end;
    }
    if (tokens.empty())
        throw inputError("Expected tokens separated by blanks, as in \"0 7 6 4\", found " + quoted(text) +
                         ".");
    return tokens;
}

PixelSize parseSize(const std::string& text) {
    const size_t cross = text.find('x');
    const auto width = numberIn<int>(text.substr(0, cross));
    const auto height = cross == std::string::npos ? std::nullopt : numberIn<int>(text.substr(cross + 1));
    const auto fits = [](const std::optional<int>& side) { return side && *side >= 1 && *side <= maxPixels; };
    if (!fits(width) || !fits(height))
        throw inputError("--size: expected WIDTHxHEIGHT in pixels, 1 to " + std::to_string(maxPixels) +
                         " each, as in 800x600, found " + quoted(text) + ".");
    return {*width, *height};
}

}  // namespace attx
