#include "model/explain/predictions.h"

#include <algorithm>
#include <cstdio>

#include "model/explain/inspector.h"

namespace attx {
namespace {

constexpr int batchSize = 64;

/// Quoted where it has to be (RFC 4180).
std::string fieldOf(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + "\"";
}

std::string nameOf(const DataNames& names, int32_t answer) {
    const auto at = static_cast<size_t>(answer);
    return at < names.classes.size() ? fieldOf(names.classes[at]) : std::to_string(answer);
}

class Writer {
public:
    Writer(const Program& program, const Table& table, const DataNames& names)
        : program_(program), table_(table), names_(names) {
        const int classes = std::max(program.loss().classes, 2);
        std::string& csv = result_.csv;
        csv = positions() ? "example,position,true,prediction" : "example,true,prediction";
        for (int k = 0; k < classes; ++k) csv.append(",p_").append(set() ? std::to_string(k) : name(k));
        csv += '\n';
    }

    /// The logits of one example, whose first row of the table is `row`.
    void add(std::span<const float> logits, std::span<const int32_t> labels, int32_t row) {
        const CrossEntropy& answers = program_.loss();
        const int valid =
            positions() && !table_.lengths.empty() ? table_.lengths[static_cast<size_t>(row)] : answers.rows;
        const auto width = static_cast<size_t>(answers.classes);
        for (int p = 0; p < valid; ++p) {
            const auto own = logits.subspan(static_cast<size_t>(p) * width, width);
            const int32_t predicted = predictionOf(own, answers.classes).front();
            const int32_t label = labels.empty() ? -1 : labels[static_cast<size_t>(p)];
            std::string& csv = result_.csv;
            csv.append(std::to_string(result_.examples)).append(",");
            if (positions()) csv.append(std::to_string(p)).append(",");
            csv.append(label < 0 ? std::string() : name(label)).append(",").append(name(predicted));
            for (const float probability : classProbabilities(own)) {
                char text[24];
                std::snprintf(text, sizeof text, ",%.6g", static_cast<double>(probability));
                csv += text;
            }
            csv += '\n';
            ++result_.answers;
            result_.known += label >= 0 ? 1 : 0;
            result_.correct += label == predicted ? 1 : 0;
        }
        ++result_.examples;
    }
    Predictions& result() { return result_; }

private:
    [[nodiscard]] bool positions() const { return program_.config.output == OutputKind::Positions; }
    [[nodiscard]] bool set() const { return program_.config.output == OutputKind::Set; }
    /// Of a class; of a set the number of a member.
    [[nodiscard]] std::string name(int32_t answer) const {
        return set() ? std::to_string(answer) : nameOf(names_, answer);
    }

    const Program& program_;
    const Table& table_;
    const DataNames& names_;
    Predictions result_;
};

}  // namespace

std::optional<Predictions> predictEach(const Backend& backend, const RunConfig& config,
                                       std::span<const float> parameters, const Table& table,
                                       const DataNames& names, const Ablation& ablation, int draws,
                                       const std::atomic<bool>& interrupt) {
    SessionOptions options;
    options.batch = batchSize;
    options.keepTensors = true;
    options.train = false;
    options.threads = config.threads;
    options.interrupt = &interrupt;
    const int length = table.features.empty() ? table.length : config.data.positions();
    const auto session = backend.compile(buildProgram(config.network, length), options);
    session->writeParameters(parameters);
    session->setAblation(ablation);
    session->bind(table);
    const Program& program = session->program();
    const std::vector<int32_t> rows = evaluationRows(table, config.data, draws);
    const auto each = static_cast<size_t>(program.rowsPerSequence());
    Writer writer(program, table, names);
    for (size_t first = 0; first < rows.size(); first += batchSize * each) {
        const auto batch = std::span(rows).subspan(first, std::min(batchSize * each, rows.size() - first));
        session->forward(batch);
        if (interrupt) return std::nullopt;
        const std::vector<float> logits = session->read(program.logits);
        const std::vector<int32_t> labels = hasLabels(table, config.network.output)
                                                ? labelsOf(program, table, batch)
                                                : std::vector<int32_t>();
        const size_t n = batch.size() / each;
        for (size_t i = 0; i < n; ++i)
            writer.add(std::span(logits).subspan(i * logits.size() / n, logits.size() / n),
                       std::span(labels).subspan(i * labels.size() / n, labels.size() / n), batch[i * each]);
    }
    return std::move(writer.result());
}

}  // namespace attx
