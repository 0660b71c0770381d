#include "model/inspect/predictions.h"

#include <algorithm>
#include <cstdio>

#include "model/inspect/answers.h"

namespace attx {
namespace {

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
    Writer(const Program& program, const DataNames& names) : program_(program), names_(names) {
        const int classes = std::max(program.loss().classes, 2);
        std::string& csv = result_.csv;
        csv = positions() ? "example,position,true,prediction" : "example,true,prediction";
        for (int k = 0; k < classes; ++k) csv.append(",p_").append(set() ? std::to_string(k) : name(k));
        csv += '\n';
    }

    void add(const AnsweredRow& row) {
        std::string& csv = result_.csv;
        csv.append(std::to_string(row.example)).append(",");
        if (positions()) csv.append(std::to_string(row.position)).append(",");
        csv.append(row.truth < 0 ? std::string() : name(row.truth)).append(",").append(name(row.predicted));
        for (const float probability : row.probabilities) {
            char text[24];
            std::snprintf(text, sizeof text, ",%.6g", static_cast<double>(probability));
            csv += text;
        }
        csv += '\n';
        ++result_.answers;
        result_.known += row.truth >= 0 ? 1 : 0;
        result_.correct += row.truth == row.predicted ? 1 : 0;
        result_.examples = row.example + 1;
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
    const DataNames& names_;
    Predictions result_;
};

}  // namespace

std::optional<Predictions> predictEach(const Backend& backend, const RunConfig& config,
                                       std::span<const float> parameters, const Table& table,
                                       const DataNames& names, const Ablation& ablation, int draws,
                                       const std::atomic<bool>& interrupt) {
    const Program program = buildProgram(config.network, table.length);
    Writer writer(program, names);
    if (!answerEach(
            backend, config, parameters, table, ablation, draws,
            [&writer](const AnsweredRow& row) { writer.add(row); }, interrupt))
        return std::nullopt;
    return std::move(writer.result());
}

}  // namespace attx
