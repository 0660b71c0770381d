// Explanations that run parts of the network, and faithfulness, against values computed in float64 by
// PyTorch: the golden files explain_more and faithfulness, by any backend. Every setting is
// read from the file.
#pragma once
#include "golden_network.h"
#include "model/attribute/explain.h"
#include "model/attribute/removal.h"
#include "model/attribute/score_terms.h"
#include "model/heads/patching.h"

namespace attx {

/// Within `absolute` + `relative` times the largest expected value.
#define COMPARE_VALUES(found, file, name, absolute, relative)                                   \
    do {                                                                                        \
        const std::vector<float>& foundValues = (found);                                        \
        const std::vector<float>& expected = (file).at(name).floats(name);                      \
        QVERIFY2(foundValues.size() == expected.size(), name);                                  \
        float largest = 0;                                                                      \
        for (const float value : expected) largest = std::max(largest, std::abs(value));        \
        for (size_t i = 0; i < expected.size(); ++i)                                            \
            QVERIFY2(std::abs(foundValues[i] - expected[i]) <= (absolute) + (relative)*largest, \
                     qPrintable(QStringLiteral("%1[%2]: %3, expected %4")                       \
                                    .arg(QString::fromUtf8(name))                               \
                                    .arg(i)                                                     \
                                    .arg(static_cast<double>(foundValues[i]), 0, 'g', 9)        \
                                    .arg(static_cast<double>(expected[i]), 0, 'g', 9)));        \
    } while (false)

/// A network of a golden file, and its two inputs.
struct GoldenNetwork {
    const SafeTensors file;
    const NetworkConfig network = networkOf(file);
    const std::vector<int64_t> shape = file.at("input.tokens").shape;  ///< [B, T]
    Inspector inspector;

    GoldenNetwork(const SafeTensors& read, const Backend& backend)
        : file(read), inspector(network, Inspector::Gradients::Yes, &backend) {
        inspector.setParameters(std::make_shared<const std::vector<float>>(
            parametersOf(buildProgram(network, static_cast<int>(shape[1])), file)));
    }
    [[nodiscard]] SampleKind kind() const {
        return network.output == OutputKind::Pooled ? SampleKind::Text : SampleKind::Sequence;
    }
    [[nodiscard]] size_t sequences() const { return static_cast<size_t>(shape[0]); }
    [[nodiscard]] Sample sample(const std::string& name, size_t b) const {
        const std::vector<int32_t> all = narrow(file.at(name).integers(name));
        const auto begin = all.begin() + static_cast<ptrdiff_t>(b) * shape[1];
        return sampleOf({begin, begin + shape[1]}, {}, kind());
    }
};

/// [outer, B, ...] from what each sequence has as [outer, ...].
inline std::vector<float> together(const std::vector<std::vector<float>>& each, size_t outer) {
    std::vector<float> all;
    for (size_t o = 0; o < outer; ++o)
        for (const std::vector<float>& one : each) {
            const auto size = static_cast<ptrdiff_t>(one.size() / outer);
            const auto begin = one.begin() + static_cast<ptrdiff_t>(o) * size;
            all.insert(all.end(), begin, begin + size);
        }
    return all;
}

/// Every method of explain_more, explained as one table and sequence by sequence.
inline void compareExplainMore(const Backend& backend, const SafeTensors& file) {
    constexpr float tight = 1e-5f, zeroing = 2e-5f, relative = 1e-4f;
    GoldenNetwork golden(file, backend);
    ExplainOptions options;
    for (const ExplainMethodInfo& info : explainMethods())
        if (info.needs == ExplainNeeds::Network) options.methods.push_back(info.method);
    Table table;
    table.rows = golden.shape[0];
    table.length = static_cast<int>(golden.shape[1]);
    table.tokens = narrow(file.at("input.tokens").integers("input.tokens"));
    std::vector<int32_t> rows(golden.sequences());
    for (size_t b = 0; b < rows.size(); ++b) rows[b] = static_cast<int32_t>(b);
    std::vector<std::vector<Explanation>> both{
        explain(golden.inspector, table, golden.kind(), rows, static_cast<int>(rows.size()), {}, options)};
    both.emplace_back();
    for (size_t b = 0; b < golden.sequences(); ++b)
        both.back().push_back(explain(golden.inspector, golden.sample("input.tokens", b), {}, options));
    for (const std::vector<Explanation>& found : both) {
        std::vector<float> logits, residual;
        for (const Explanation& one : found) {
            logits.insert(logits.end(), one.inspection.logits.begin(), one.inspection.logits.end());
            residual.insert(residual.end(), one.completeness.residual.begin(),
                            one.completeness.residual.end());
        }
        COMPARE_VALUES(logits, file, "expect.logits", tight, 0.0f);
        for (size_t m = 0; m < options.methods.size(); ++m) {
            const ExplainMethodInfo& info = infoOf(options.methods[m]);
            std::vector<std::vector<float>> each;
            for (const Explanation& one : found) {
                each.push_back(one.maps[m].values);
                QCOMPARE(static_cast<size_t>(elementCount(one.maps[m].shape)), each.back().size());
            }
            const bool inner = info.shape == ExplainShape::Map || info.shape == ExplainShape::Scores;
            const std::vector<float> all =
                together(each, inner ? 1 : static_cast<size_t>(found.front().maps[m].shape.front()));
            if (info.method == ExplainMethod::ScoreTerms) {
                const size_t size = all.size() / scoreTermNames().size();
                for (size_t term = 0; term < scoreTermNames().size(); ++term)
                    COMPARE_VALUES(
                        (std::vector<float>(all.begin() + static_cast<ptrdiff_t>(term * size),
                                            all.begin() + static_cast<ptrdiff_t>((term + 1) * size))),
                        file, (std::string("expect.") + scoreTermNames()[term]).c_str(), tight, 0.0f);
                std::vector<float> sum(size, 0.0f);
                for (size_t i = 0; i < all.size(); ++i) sum[i % size] += all[i];
                COMPARE_VALUES(sum, file, "expect.score", tight, 0.0f);
                continue;
            }
            const bool integrated = info.method == ExplainMethod::IntegratedGradients;
            const bool zeroed = info.method == ExplainMethod::ValueZeroing ||
                                info.method == ExplainMethod::ValueZeroingRollout;
            COMPARE_VALUES(all, file, (std::string("expect.") + info.name).c_str(),
                           integrated ? 0.0f
                           : zeroed   ? zeroing
                                      : tight,
                           integrated ? relative : 0.0f);
        }
        const std::vector<float>& whole = file.at("expect.integrated_gradients").floats("integrated");
        float largestGradient = 0;
        for (const float value : whole) largestGradient = std::max(largestGradient, std::abs(value));
        COMPARE_VALUES(residual, file, "expect.integrated_gradients_residual", relative * largestGradient,
                       0.0f);
    }
    // One position: a row by itself.
    const int position = static_cast<int>(golden.shape[1]) - 1;
    const Explanation one =
        explain(golden.inspector, golden.sample("input.tokens", 0), {.position = position}, options);
    for (size_t m = 0; m < options.methods.size(); ++m) {
        if (infoOf(options.methods[m]).shape != ExplainShape::Scores) continue;
        QCOMPARE(one.maps[m].shape, (std::vector<int64_t>{golden.shape[1]}));
        const std::vector<float>& rowsOfAll = both.back().front().maps[m].values;
        for (size_t t = 0; t < one.maps[m].values.size(); ++t)
            QVERIFY(std::abs(one.maps[m].values[t] -
                             rowsOfAll[static_cast<size_t>(position) * one.maps[m].values.size() + t]) <
                    tight);
    }
}

/// The position where the file's metric is read stands in its formula.
inline int patchingPosition(const SafeTensors& file) {
    const auto formula = settingOf<std::string>(file, "patching", "");
    const std::string before = "at position ";
    const size_t at = formula.rfind(before);
    return at == std::string::npos ? -1 : std::stoi(formula.substr(at + before.size()));
}

inline void comparePatching(const Backend& backend, const SafeTensors& file) {
    constexpr float relative = 1e-4f;
    GoldenNetwork golden(file, backend);
    const int position = patchingPosition(file);
    QVERIFY(position >= 0);
    const std::vector<int64_t>& predicted = file.at("expect.predicted").integers("predicted");
    std::vector<float> grid, heads, clean, corrupted;
    for (size_t b = 0; b < golden.sequences(); ++b) {
        const auto best = static_cast<int>(
            predicted[b * static_cast<size_t>(golden.shape[1]) + static_cast<size_t>(position)]);
        const Patching found = patchActivations(
            golden.inspector, golden.sample("input.corrupted_tokens", b), golden.sample("input.tokens", b),
            {.position = position, .secondClass = (best + 1) % golden.network.numClasses});
        QCOMPARE(found.cleanClass, best);
        grid.insert(grid.end(), found.positions.begin(), found.positions.end());
        heads.insert(heads.end(), found.ofHeads.begin(), found.ofHeads.end());
        clean.push_back(found.clean);
        corrupted.push_back(found.corrupted);
    }
    COMPARE_VALUES(grid, file, "expect.patching", 0.0f, relative);
    COMPARE_VALUES(heads, file, "expect.patching_heads", 0.0f, relative);
    COMPARE_VALUES(clean, file, "expect.metric_clean", 0.0f, relative);
    COMPARE_VALUES(corrupted, file, "expect.metric_corrupted", 0.0f, relative);
}

inline void compareFaithfulness(const Backend& backend, SafeTensors file) {
    constexpr float tolerance = 1e-5f;
    file.metadata["task"] = "text";
    addOurNames(file, "param.", networkOf(file).numHeads);
    GoldenNetwork golden(file, backend);
    const auto fractions = settingOf<std::vector<double>>(file, "fractions", {});
    QCOMPARE(fractions.size(), removalPercents.size());
    for (size_t i = 0; i < fractions.size(); ++i)
        QCOMPARE(static_cast<int>(std::lround(fractions[i] * 100)), removalPercents[i]);
    const std::vector<float>& scores = file.at("input.scores").floats("input.scores");
    const auto T = static_cast<size_t>(golden.shape[1]);
    std::vector<float> whole, deletion, comprehensiveness, sufficiency, meanC, meanS;
    for (size_t b = 0; b < golden.sequences(); ++b) {
        const RankedCase ranked{0, orderOf(std::span(scores).subspan(b * T, T), static_cast<int>(T))};
        const RemovalCurves curves =
            removalCurves(golden.inspector, golden.sample("input.tokens", b), std::span(&ranked, 1)).front();
        whole.push_back(curves.whole);
        deletion.insert(deletion.end(), curves.deletion.begin(), curves.deletion.end());
        comprehensiveness.insert(comprehensiveness.end(), curves.comprehensiveness.begin(),
                                 curves.comprehensiveness.end());
        sufficiency.insert(sufficiency.end(), curves.sufficiency.begin(), curves.sufficiency.end());
        meanC.push_back(static_cast<float>(meanOverPercents(curves.comprehensiveness)));
        meanS.push_back(static_cast<float>(meanOverPercents(curves.sufficiency)));
    }
    COMPARE_VALUES(whole, file, "expect.probability", tolerance, 0.0f);
    COMPARE_VALUES(deletion, file, "expect.deletion", tolerance, 0.0f);
    COMPARE_VALUES(comprehensiveness, file, "expect.comprehensiveness", tolerance, 0.0f);
    COMPARE_VALUES(sufficiency, file, "expect.sufficiency", tolerance, 0.0f);
    COMPARE_VALUES(meanC, file, "expect.comprehensiveness_aopc", tolerance, 0.0f);
    COMPARE_VALUES(meanS, file, "expect.sufficiency_aopc", tolerance, 0.0f);
}

}  // namespace attx
