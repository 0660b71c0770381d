#include "app/cli/manual.h"

#include <initializer_list>
#include <map>
#include <set>
#include <string_view>

#include "model/attribute/explain_methods.h"
#include "model/config/keys.h"
#include "model/heads/head_history.h"
#include "ui/figures/figure_table.h"
#include "ui/look/manual_pages.h"

namespace attx {
namespace {

/// Text as roff prints it: a hyphen that is typed stays one, and no line begins a request.
std::string roff(const std::string& text) {
    std::string result;
    bool atStart = true;
    for (const char c : text) {
        if (atStart && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
        atStart = c == '\n';
    }
    return result;
}

/// GCC 12 takes "text" + std::string for overlapping, hence pieces.
std::string joined(std::initializer_list<std::string_view> pieces) {
    std::string text;
    for (const std::string_view piece : pieces) text += piece;
    return text;
}

std::string bold(const std::string& text) { return joined({"\\fB", roff(text), "\\fR"}); }
std::string italic(const std::string& text) { return joined({"\\fI", roff(text), "\\fR"}); }

std::string commandSection(const CommandSpec& command) {
    std::string text =
        joined({".SS \"", command.name, "\"\n", bold("attention-explorer "), bold(command.name)});
    if (command.positional) text += joined({" ", italic(command.positional)});
    text += joined({" [", italic("OPTION"), "]...\n.PP\n", roff(command.help), "\n"});
    for (const OptionSpec& option : command.options) {
        text += joined({".TP\n", bold(option.name)});
        if (option.value) text += joined({" ", italic(option.value)});
        text += joined({"\n", roff(option.help), "\n"});
    }
    if (command.more) text += joined({".PP\n.nf\n", roff(command.more), ".fi\n"});
    return text;
}

void appendWord(std::string& words, const std::string& word) {
    words += joined({words.empty() ? "" : " ", word});
}

/// Options that take one of a few words, with these.
std::map<std::string, std::string> optionValues() {
    std::map<std::string, std::string> values{{"--device", "auto cpu vulkan"},
                                              {"--isa", "avx512 avx2 baseline"},
                                              {"--theme", "light dark"},
                                              {"--first-query", "above below"},
                                              {"--method", "grid random"},
                                              {"--as", "pytorch onnx html"},
                                              {"--figure", "all"}};
    for (const auto& [name, config] : presets()) appendWord(values["--preset"], name);
    for (const ExplainMethodInfo& info : explainMethods()) appendWord(values["--explain"], info.name);
    for (const CloudKindInfo& info : cloudKinds()) appendWord(values["--vectors"], info.name);
    for (const PlaceColorName& color : placeColors()) appendWord(values["--color"], color.name);
    for (const HeadQuantity& quantity : headQuantities()) appendWord(values["--measure"], quantity.name);
    for (const NamedFigure& figure : figureTable()) appendWord(values["--figure"], figure.name);
    for (const KeyInfo& key : runConfigKeys()) appendWord(values["--set"], key.path + "=");
    return values;
}

/// Of an associative array of bash.
std::string entry(const std::string& key, const std::string& list) {
    return joined({"        ['", key, "']='", list, "'\n"});
}

}  // namespace

std::string manPage(const std::vector<CommandSpec>& commands) {
    std::string text =
        ".TH ATTENTION\\-EXPLORER 1 \"\" \"Attention Explorer " ATTX_VERSION
        "\"\n.SH NAME\nattention\\-explorer \\- train a small Transformer and look inside\n.SH SYNOPSIS\n";
    text +=
        joined({bold("attention-explorer"), " [", italic("RUN_DIR"), " | ", italic("CHECKPOINT"), "]\n.br\n",
                bold("attention-explorer"), " ", italic("COMMAND"), " [", italic("OPTION"), "]...\n"});
    text +=
        ".SH DESCRIPTION\nWithout a command the window opens, with a run or a network if one is named. The "
        "commands need no display.\n.SH COMMANDS\n";
    for (const CommandSpec& command : commands) text += commandSection(command);
    return text +
           ".SH EXIT STATUS\n0: done; 1: the work failed or was interrupted; 2: wrong usage or wrong "
           "input.\n.SH FILES\n.TP\n\\fI~/.local/share/attention\\-explorer/runs\\fR\nThe runs of the "
           "window.\n.TP\n\\fI~/.cache/attention\\-explorer\\fR\nWhat was measured on graphics devices; it "
           "may be deleted.\n";
}

std::string bashCompletion(const std::vector<CommandSpec>& commands) {
    std::string names, options, seconds;
    std::map<std::string, std::string> secondWords;
    std::set<std::string> first;
    for (const CommandSpec& command : commands) {
        const std::string name = command.name;
        const size_t blank = name.find(' ');
        if (first.insert(name.substr(0, blank)).second) appendWord(names, name.substr(0, blank));
        if (blank != std::string::npos)
            appendWord(secondWords[name.substr(0, blank)], name.substr(blank + 1));
        std::string list = "--help";
        for (const OptionSpec& option : command.options) appendWord(list, option.name);
        options += entry(name, list);
    }
    for (const QString& name : manualNames()) appendWord(secondWords["manual"], name.toStdString());
    for (const auto& [word, list] : secondWords) seconds += entry(word, list);
    std::string values;
    for (const auto& [option, list] : optionValues()) values += entry(option, list);
    return "# Completion of attention-explorer for bash.\n"
           "_attention_explorer() {\n"
           "    local cur prev command list\n"
           "    local -A options=(\n" +
           options + "    ) seconds=(\n" + seconds + "    ) values=(\n" + values +
           "    )\n"
           "    cur=$2 prev=$3 command=${COMP_WORDS[1]}\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        list='" +
           names +
           " --help --version'\n"
           "    elif ((COMP_CWORD == 2)) && [[ -n ${seconds[$command]:-} ]]; then\n"
           "        list=${seconds[$command]}\n"
           "    else\n"
           "        [[ -z ${seconds[$command]:-} ]] || command+=\" ${COMP_WORDS[2]}\"\n"
           "        if [[ -n ${values[$prev]:-} ]]; then\n"
           "            list=${values[$prev]}\n"
           "            [[ $prev != --set ]] || compopt -o nospace\n"
           "        elif [[ $cur == -* ]]; then\n"
           "            list=${options[$command]:-}\n"
           "        fi\n"
           "    fi\n"
           "    [[ -z $list ]] || mapfile -t COMPREPLY < <(compgen -W \"$list\" -- \"$cur\")\n"
           "}\n"
           "complete -o default -F _attention_explorer attention-explorer\n";
}

}  // namespace attx
