#include "app/options/explain_options.h"

#include <algorithm>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {

OptionSpec explainOption() {
    static const std::string help = [] {
        std::string names;
        for (const ExplainMethodInfo& info : explainMethods()) {
            if (!names.empty()) names += &info == &explainMethods().back() ? " or " : ", ";
            names += info.name;
        }
        return names + "; may repeat.";
    }();
    return {"--explain", "METHOD", help.c_str(), true};
}

std::vector<ExplainMethod> methodsOf(const Arguments& arguments) {
    std::vector<ExplainMethod> methods;
    for (const std::string& name : arguments.all("--explain")) {
        try {
            const ExplainMethod method = explainMethodNamed(name);
            if (std::ranges::find(methods, method) == methods.end()) methods.push_back(method);
        } catch (const Error& problem) {
            throw Error(problem.kind(), std::string("--explain: ") + problem.what());
        }
    }
    for (const char* option : {"--position", "--class"})
        if (methods.empty() && arguments.has(option) && !arguments.has("--patch-from") &&
            !arguments.has("--shade"))
            throw inputError(std::string(option) + " says what --explain with " + namesOfTargeted() +
                             " explains; give one of them too.");
    return methods;
}

void warnOfIdleTarget(const Arguments& arguments, const std::vector<ExplainMethod>& methods, Output& output) {
    const bool idle = !arguments.has("--patch-from") &&
                      std::ranges::none_of(methods, [](ExplainMethod m) { return infoOf(m).targeted; });
    for (const char* option : {"--position", "--class"})
        if (idle && arguments.has(option))
            output.warning(std::string(option) + ": of the methods " + namesOfTargeted() +
                           " depend on it, none of which is asked for.");
}

ExplainTarget targetOf(const Arguments& arguments, const Table& table, const NetworkConfig& network) {
    ExplainTarget target;
    const Program program = buildProgram(network, table.length);
    const CrossEntropy& answers = program.loss();
    if (const auto position = arguments.integer("--position", 0, answers.rows - 1)) {
        target.position = int(*position);
        const auto shorter = std::ranges::find_if(
            table.lengths, [&](int32_t length) { return answers.rows > 1 && length <= *position; });
        if (shorter != table.lengths.end())
            throw inputError("--position: expected a position, from 0, that every sequence has, found " +
                             std::to_string(*position) + "; sequence " +
                             std::to_string(shorter - table.lengths.begin() + 1) + " has only " +
                             counted(*shorter, "token") + ".");
    }
    if (const auto chosen = arguments.integer("--class", 0, std::max(answers.classes, 2) - 1))
        target.outputClass = int(*chosen);
    return target;
}

}  // namespace attx
