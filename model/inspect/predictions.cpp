#include "model/inspect/predictions.h"

#include <algorithm>
#include <cstdio>

#include "model/files/csv.h"
#include "model/inspect/answers.h"
#include "model/network/ablation.h"

namespace attx {
namespace {

class Writer {
public:
    Writer(const Program& program, const DataNames& names, std::span<const std::string> files,
           std::string ablated)
        : program_(program), names_(names), files_(files), ablated_(std::move(ablated)) {
        const int classes = std::max(program.loss().classes, 2);
        std::string& csv = result_.csv;
        csv = files.empty() ? "example," : "example,file,";
        csv += positions() ? "position,true,prediction" : "true,prediction";
        for (int k = 0; k < classes; ++k) csv.append(",").append(csvField("p_" + name(k)));
        if (!ablated_.empty()) csv += ",ablated";
        csv += '\n';
    }

    void add(const AnsweredRow& row) {
        std::string& csv = result_.csv;
        csv.append(std::to_string(row.example)).append(",");
        if (!files_.empty()) csv.append(csvField(files_[row.example])).append(",");
        if (positions()) csv.append(std::to_string(row.position)).append(",");
        csv.append(row.truth < 0 ? std::string() : csvField(name(row.truth)));
        csv.append(",").append(csvField(name(row.predicted)));
        for (const float probability : row.probabilities) {
            char text[24];
            std::snprintf(text, sizeof text, ",%.6g", double(probability));
            csv += text;
        }
        if (!ablated_.empty()) csv.append(",").append(ablated_);
        csv += '\n';
        ++result_.answers;
        result_.known += row.truth >= 0 ? 1 : 0;
        result_.correct += row.truth == row.predicted ? 1 : 0;
        result_.examples = row.example + 1;
        sequences_.add(row.example, row.truth >= 0, row.truth == row.predicted);
    }
    Predictions& result() {
        if (positions()) result_.sequenceAccuracy = sequences_.accuracy();
        return result_;
    }

private:
    [[nodiscard]] bool positions() const { return program_.config.output == OutputKind::Positions; }
    /// Of a class; of a set the number of a member.
    [[nodiscard]] std::string name(int32_t answer) const {
        const bool isNamed =
            program_.config.output != OutputKind::Set && size_t(answer) < names_.classes.size();
        return isNamed ? names_.classes[answer] : std::to_string(answer);
    }

    const Program& program_;
    const DataNames& names_;
    const std::span<const std::string> files_;
    const std::string ablated_;  ///< Heads as ablatedText() names them
    Predictions result_;
    SequenceCount sequences_;
};

}  // namespace

std::optional<Predictions> predictEach(const Backend& backend, const RunConfig& config,
                                       std::span<const float> parameters, const Table& table,
                                       const DataNames& names, const Ablation& ablation, int draws,
                                       const std::atomic<bool>& interrupt,
                                       std::span<const std::string> files) {
    const Program program = buildProgram(config.network, table.length);
    Writer writer(program, names, files, ablatedText(config.network, ablation));
    if (!answerEach(
            backend, config, parameters, table, ablation, draws,
            [&writer](const AnsweredRow& row) { writer.add(row); }, interrupt))
        return std::nullopt;
    return std::move(writer.result());
}

}  // namespace attx
