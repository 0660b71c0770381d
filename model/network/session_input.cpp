#include "model/network/session_input.h"

#include <algorithm>

#include "model/files/error.h"

namespace attx {
namespace {

/// Code that reads a table relies on its counts.
void requireWhole(const Table& table, bool tokens) {
    const auto require = [](const char* what, size_t found, int64_t expected) {
        if (int64_t(found) != expected)
            throw inputError(std::string("The data has ") + std::to_string(found) + " " + what +
                             "; its rows and width ask for " + std::to_string(expected) + ".");
    };
    if (tokens)
        require("tokens", table.tokens.size(), table.rows * table.length);
    else
        require("numbers of features", table.features.size(), table.rows * table.featureDim);
    if (!table.lengths.empty()) require("lengths", table.lengths.size(), table.rows);
    if (!table.classes.empty()) require("classes", table.classes.size(), table.rows);
    if (!table.types.empty()) require("types of tokens", table.types.size(), table.rows * table.length);
    if (!table.counts.empty()) require("counts", table.counts.size(), table.rows * table.length);
}

}  // namespace

void requireTable(const Program& program, const Table& table) {
    const NetworkConfig& config = program.config;
    requireWhole(table, config.input == InputKind::Tokens);
    if (config.input == InputKind::Tokens) {
        if (table.length != program.given())
            throw inputError("The network was built for sequences of " + std::to_string(program.given()) +
                             " tokens, the data has " + std::to_string(table.length) + ".");
        for (const int32_t token : table.tokens)
            if (token < 0 || token >= config.inputDim)
                throw inputError("Token " + std::to_string(token) +
                                 " is outside the network's categories 0 to " +
                                 std::to_string(config.inputDim - 1) + ".");
        for (const int32_t type : table.types)
            if (type < 0 || type >= std::max(config.tokenTypes, 1))
                throw inputError("Type " + std::to_string(type) +
                                 " of a token is outside the network's types 0 to " +
                                 std::to_string(std::max(config.tokenTypes, 1) - 1) + ".");
        for (const int32_t length : table.lengths)
            if (length < 1 || length > program.given())
                throw inputError("A row's length is " + std::to_string(length) + "; it has to be from 1 to " +
                                 std::to_string(program.given()) + ".");
    } else if (table.featureDim != config.inputDim) {
        throw inputError("The network reads vectors of width " + std::to_string(config.inputDim) +
                         " (network.input_dim), the data has " + std::to_string(table.featureDim) + ".");
    }
    const int classes = program.loss().classes;
    for (const int32_t label : table.labels)
        if (label >= std::max(classes, 2))  // a single class is a binary output
            throw inputError("Label " + std::to_string(label) + " is outside the network's classes 0 to " +
                             std::to_string(std::max(classes, 2) - 1) + ".");
    if (const auto labels = int64_t(table.labels.size());
        labels != 0 && labels != table.rows * program.loss().rows)
        throw inputError("The data has " + std::to_string(labels) + " labels for " +
                         std::to_string(table.rows) + " rows; the network answers " +
                         std::to_string(program.loss().rows) + " for each.");
}

int64_t requireRows(const Program& program, const Table* table, std::span<const int32_t> rows,
                    int64_t limit) {
    if (!table) throw inputError("No data is bound to the session.");
    const auto given = int64_t(rows.size()), perSequence = int64_t{program.rowsPerSequence()};
    if (given % perSequence != 0 || given / perSequence > limit)
        throw inputError(std::to_string(given) + " rows were given; the session takes at most " +
                         std::to_string(limit) + " sequences of " + std::to_string(perSequence) + ".");
    for (const int32_t row : rows)
        if (row < 0 || row >= table->rows)
            throw inputError("Row " + std::to_string(row) + " is outside the data's " +
                             std::to_string(table->rows) + " rows.");
    return given / perSequence;
}

std::vector<int32_t> requireLabels(const Program& program, const Table& table,
                                   std::span<const int32_t> rows) {
    if (!hasLabels(table, program.config.output))
        throw inputError("The data has no labels, so there is no loss to compute.");
    return labelsOf(program, table, rows);
}

float lossScale(std::span<const int32_t> labels) {
    const auto labelled = std::ranges::count_if(labels, [](int32_t l) { return l >= 0; });
    return 1.0f / float(std::max<int64_t>(labelled, 1));
}

void requireParameters(const Program& program, std::span<const float> values) {
    if (int64_t(values.size()) != program.parameterCount())
        throw inputError("The network has " + std::to_string(program.parameterCount()) + " parameters, but " +
                         std::to_string(values.size()) + " were given.");
}

void requireOptimiser(const Program& program, const OptimiserState& state) {
    if (int64_t(state.first.size()) != program.parameterCount() || state.second.size() != state.first.size())
        throw inputError("The optimiser's state does not belong to a network of " +
                         std::to_string(program.parameterCount()) + " parameters.");
}

void requireLogitsGradient(const Program& program, std::span<const float> gradient, int64_t sequences) {
    const int64_t needed = sequences * program.tensors[program.logits].size();
    if (!gradient.empty() && int64_t(gradient.size()) != needed)
        throw inputError("The gradient of the logits needs " + std::to_string(needed) + " values, " +
                         std::to_string(gradient.size()) + " were given.");
}

void requireKept(const Program& program, TensorId tensor, bool kept) {
    if (!kept)
        throw inputError("The session did not keep \"" + program.tensors[tensor].name +
                         "\": one kernel computes it and what is made of it. Ask for it when the session is "
                         "made (SessionOptions::keep).");
}

}  // namespace attx
