// What sessions of every backend say to wrong calls.
#pragma once
#include <numeric>

#include "model/network/backend.h"
#include "model/network/program.h"
#include "odd_network.h"
#include "thrown.h"

namespace attx {

/// `table` has 6 rows of 5 tokens for oddNetwork(), with labels; `shorter` the same of 4.
inline void verifyWrongCallsAreNamed(const Backend& backend, Table table, const Table& shorter) {
    const auto says = [](const char* part, const auto& call) {
        VERIFY_SAYS(thrownMessage(call), QString::fromUtf8(part));
    };
    const auto first = [](size_t count) {
        std::vector<int32_t> rows(count);
        std::iota(rows.begin(), rows.end(), 0);
        return rows;
    };
    const Program program = buildProgram(oddNetwork(), 5);
    const auto session = backend.compile(program, {.batch = 4});
    says("No data", [&] { (void)session->evaluate(first(1)); });
    says("sequences of 5", [&] { session->bind(shorter); });
    session->bind(table);
    const auto kept = backend.compile(program, {.batch = 4, .keepTensors = true});
    kept->bind(table);
    says("at most 4", [&] { kept->forward(first(5)); });
    says("outside", [&] { (void)session->evaluate(std::vector<int32_t>{6}); });
    says("keep tensors", [&] { session->forward(first(1)); });
    says("parameters", [&] { session->writeParameters(std::vector<float>(3)); });
    says("6 heads, but 1", [&] { session->setAblation({{1}, {}}); });
    says("Position 5", [&] { session->setAblation({{}, {5}}); });
    table.tokens[3] = 7;
    says("Token 7", [&] { session->bind(table); });
    table.tokens[3] = 0;
    table.labels[2] = 9;
    says("Label 9", [&] { session->bind(table); });
    table.labels.clear();
    session->bind(table);
    says("no labels", [&] { (void)session->evaluate(first(2)); });
}

}  // namespace attx
