#include "app/options/explain_options.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

template <ExplainMethod wanted>
bool is(ExplainMethod method) {
    return method == wanted;
}

/// Whether a method combines or shows layers, of which some can be left out.
bool countsLayers(ExplainMethod method) {
    const ExplainShape shape = infoOf(method).shape;
    return shape != ExplainShape::Scores && shape != ExplainShape::Terms;
}

}  // namespace

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

ExplainOptions explainOptionsOf(const Arguments& arguments, std::vector<ExplainMethod> methods, int layers) {
    ExplainOptions options;
    options.methods = std::move(methods);
    if (const auto text = arguments.text(layersOption.name)) {
        int first = 0, last = 0, length = 0;
        if (std::sscanf(text->c_str(), "%9d:%9d%n", &first, &last, &length) != 2 ||
            size_t(length) != text->size() || first < 0 || last < first || last >= layers)
            throw inputError(std::string(layersOption.name) + ": expected FIRST:LAST, two layers from 0 to " +
                             std::to_string(layers - 1) + ", as in 0:" + std::to_string(layers - 1) +
                             ", found \"" + *text + "\".");
        options.firstLayer = first;
        options.lastLayer = last + 1 == layers ? 0 : last + 1;
    }
    options.rollout.residualShare =
        arguments.number(residualOption.name, 0, 1).value_or(options.rollout.residualShare);
    options.rollout.fusion = static_cast<HeadFusion>(
        arguments.oneOf(fuseOption.name, {headFusionNames.begin(), headFusionNames.end()}));
    if (arguments.has(signedOption.name)) options.part = GradientPart::Signed;
    options.relevanceWithoutIdentity = arguments.has(withoutIdentityOption.name);
    return options;
}

void warnOfIdleMethodOptions(const Arguments& arguments, const std::vector<ExplainMethod>& methods,
                             Output& output) {
    struct Row {
        const char* option;
        bool (*isReadBy)(ExplainMethod method);
        const char* readers;
    };
    static constexpr std::array rows{
        Row{layersOption.name, countsLayers, "methods of maps"},
        Row{residualOption.name, is<ExplainMethod::Rollout>, "rollout"},
        Row{fuseOption.name, is<ExplainMethod::Rollout>, "rollout"},
        Row{signedOption.name, is<ExplainMethod::AttentionXGradient>, "attention_x_gradient"},
        Row{withoutIdentityOption.name, is<ExplainMethod::Relevance>, "relevance"},
    };
    for (const Row& row : rows)
        if (arguments.has(row.option) && std::ranges::none_of(methods, row.isReadBy))
            output.warning(std::string(row.option) + ": only " + row.readers +
                           " can depend on it, and none is asked for.");
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
