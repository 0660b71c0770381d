#include "app/cli/command_line.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>

#include "app/cli/commands.h"
#include "app/cli/manual.h"
#include "app/options/shared_options.h"
#include "app/sources/image_loader.h"
#include "app/window/application.h"
#include "model/data/picture_data.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "model/native/instruction_set.h"

namespace attx {
namespace {

constexpr int statusWork = 1, statusInput = 2;

/// A command's name may be two words: "sweep plan". How many of `words` it takes; 0: it is not meant.
size_t wordsOfName(const Command& command, const std::vector<std::string>& words) {
    const std::string name = command.spec.name;
    if (!words.empty() && words[0] == name) return 1;
    return words.size() > 1 && words[0] + " " + words[1] == name ? 2 : 0;
}

std::vector<std::string> commandNames() {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.spec.name);
    return names;
}

/// "sweep" alone, or with a second word that there is not.
std::optional<std::string> helpOfFirstWord(const std::string& word) {
    std::string text;
    for (const Command& command : commands())
        if (const std::string name = command.spec.name; name.starts_with(word + " "))
            text += "  attention-explorer " + name + " --help\n      " + command.spec.help + "\n";
    return text.empty() ? std::nullopt : std::optional(text);
}

std::string usage() {
    std::string text =
        "Usage: attention-explorer [RUN_DIR | CHECKPOINT]   the window, with it open\n"
        "       attention-explorer COMMAND [OPTION]...      the same engine without a window\n\n"
        "Commands:\n";
    constexpr size_t column = 18;  // Column where the explanations start
    for (const Command& command : commands()) {
        std::string name = std::string("  ") + command.spec.name;
        name.resize(column, ' ');
        text += name + command.spec.help + "\n";
    }
    return text +
           "\n  COMMAND --help shows the options of a command; --version the version.\n"
           "  --man-page and --bash-completion write what a package installs of this.\n"
           "Exit status: 0 done; 1 the work failed or was interrupted; 2 wrong usage or wrong input.\n";
}

void complain(const std::string& message, bool json) {
    std::fprintf(stderr, "attention-explorer: %s\n", message.c_str());
    if (!json) return;
    const std::string text = jsonText(Json({{"error", message}}), -1, NotUtf8::Replaced);
    std::printf("%s\n", text.c_str());
}

/// Runs `work`; whatever it throws becomes a sentence and a status.
template <class Work>
int guarded(bool json, Work work) {
    try {
        return work();
    } catch (const Error& problem) {
        complain(problem.what(), json);
        return problem.kind() == Error::Kind::Input ? statusInput : statusWork;
    } catch (const std::bad_alloc&) {
        complain("There is not enough memory for this. Try a smaller network, batch or data set.", json);
    } catch (const std::exception& problem) {
        complain(std::string("Unexpected error: ") + problem.what(), json);
    }
    return statusWork;
}

/// On the standard output; gives the exit status.
int say(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    return 0;
}

int runCommand(const Command& command, const std::vector<std::string>& words, bool json, int& argc,
               char** argv) {
    const Arguments arguments(command.spec, words);
    if (arguments.wantsHelp()) return say(helpText(command.spec));
    if (const auto isa = arguments.text("--isa")) forceInstructionSet(*isa);
    Output output(json, argc > 0 ? shellWord(argv[0]) : "attention-explorer");
    if (arguments.has("--set")) output.add("settings", settingsOf(arguments));
    CommandContext context{output, argc, argv};
    return command.run(arguments, context);
}

/// The window takes a path, --isa, and what Qt itself understands.
WindowWords windowWords(const std::vector<std::string>& words) {
    static const CommandSpec spec{"",
                                  "RUN_DIR|CHECKPOINT",
                                  "",
                                  {isaOption,
                                   {"-platform", "NAME", ""},
                                   {"-style", "NAME", ""},
                                   {"-stylesheet", "FILE", ""},
                                   {"-display", "NAME", ""},
                                   {"-session", "ID", ""},
                                   {"-qwindowgeometry", "GEOMETRY", ""},
                                   {"-reverse", nullptr, ""}},
                                  true};
    const Arguments arguments(spec, words);
    return {arguments.positional(), arguments.text("--isa").value_or("")};
}

int runWindow(const std::vector<std::string>& words, int& argc, char** argv) {
    const WindowWords given = windowWords(words);
    std::error_code ignored;
    if (!given.path.empty() && !std::filesystem::exists(given.path, ignored)) {
        const std::string near = nearestWord(given.path, commandNames());
        throw inputError("\"" + given.path + "\" is neither a command nor a run folder or checkpoint." +
                         (near.empty() ? "" : " Did you mean " + near + "?") + "\n\n" + usage());
    }
    return runApplication(given, argc, argv);
}

}  // namespace

const std::vector<Command>& commands() {
    static const std::vector<Command> all{
        trainCommand(),    evaluateCommand(),  predictCommand(),  inspectCommand(),    tokenizeCommand(),
        generateCommand(), renderCommand(),    convertCommand(),  featuresCommand(),   downloadCommand(),
        devicesCommand(),  sweepPlanCommand(), sweepRunCommand(), sweepSlurmCommand(), sweepParallelCommand(),
        collectCommand(),  keysCommand(),      manualCommand(),   thumbnailCommand(),  exportCommand()};
    return all;
}

int runProgram(int argc, char** argv) {
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const bool json = std::ranges::find(words, "--json") != words.end();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to word, not the end
    decodePicturesBy(loadCropped);
    const int status = guarded(json, [&] {
        if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) return say(usage());
        if (!words.empty() && words[0] == "--version") return say("Attention Explorer " ATTX_VERSION "\n");
        if (!words.empty() && (words[0] == "--man-page" || words[0] == "--bash-completion")) {
            std::vector<CommandSpec> specs;
            for (const Command& command : commands()) specs.push_back(command.spec);
            return say(words[0] == "--man-page" ? manPage(specs) : bashCompletion(specs));
        }
        for (const Command& command : commands())
            if (const auto taken = std::ptrdiff_t(wordsOfName(command, words)))
                return runCommand(command, {words.begin() + taken, words.end()}, json, argc, argv);
        if (const auto help = words.empty() ? std::nullopt : helpOfFirstWord(words[0])) {
            if (words.size() == 1 || (words[1] != "--help" && words[1] != "-h"))
                throw inputError("attention-explorer " + words[0] + " expects one of these:\n" + *help);
            return say(*help);
        }
        return runWindow(words, argc, argv);
    });
    if (status != 0 || (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)) return status;
    complain("The standard output did not take everything. Is the disk full?", false);
    return statusWork;
}

}  // namespace attx
