#include "app/cli/inspect_record.h"

#include "model/inspect/answers.h"

namespace attx {
namespace {

std::vector<int64_t> widened(const std::vector<int32_t>& values) { return {values.begin(), values.end()}; }

}  // namespace

void recordInput(SafeTensors& file, Json& about, const InspectInput& input, const OpenedRun& run) {
    const Table& table = input.table;
    const int64_t B = input.sequences(), T = table.length;
    const std::string row = std::string("batch,") + partName(run.config.network);
    if (table.tokens.empty())
        putTensor(file, "features", row + ",feature", {B, T, table.featureDim}, table.features);
    else
        putTensor(file, "tokens", row, {B, T}, widened(table.tokens));
    if (run.config.network.tokenTypes > 0) {
        std::vector<int64_t> types = widened(table.types);
        types.resize(table.tokens.size());  // None given: all are of type 0
        putTensor(file, "token_types", row, {B, T}, std::move(types));
    }
    if (run.config.network.classToken) about["class_token"] = {{"position", 0}};
    putTensor(file, "lengths", "batch", {B}, widened(input.lengths));
    const auto labels = int64_t(input.labels.size());
    if (labels == B && run.config.network.output != OutputKind::Positions)
        putTensor(file, "labels", "batch", {B}, widened(input.labels));
    else if (labels > 0)
        putTensor(file, "labels", row, {B, labels / B}, widened(input.labels));
    if (!input.members.empty()) {
        putTensor(file, "members", row, {B, T}, widened(input.members));
        putTensor(file, "classes", row, {B, T}, widened(input.classes));
    }
    if (!input.words.empty()) about["words"] = input.words;
    if (!run.names.classes.empty()) about["class_names"] = run.names.classes;
    if (input.sample) about["sample"] = {{"split", input.split}, {"number", *input.sample}};
}

Json aboutUnavailable(const NetworkConfig& network, SampleKind samples) {
    Json unavailable = Json::object();
    for (const ExplainMethodInfo& info : explainMethods())
        if (const char* why = info.whyNot(network, samples)) unavailable[info.name] = why;
    return unavailable;
}

Json aboutTarget(const ExplainTarget& target, const std::vector<ExplainMethod>& methods) {
    Json names = Json::array();
    for (const ExplainMethod method : methods) names.push_back(infoOf(method).name);
    return {{"methods", names},
            {"position", target.position ? Json(*target.position) : Json("all")},
            {"class", target.outputClass ? Json(*target.outputClass) : Json("predicted")}};
}

Json aboutBaseline(const EvaluationSums& whole, const DataSet& data) {
    return {{"split", data.validationName()},
            {"loss", whole.meanLoss()},
            {"accuracy", whole.accuracy()},
            {"counted", whole.counted}};
}

}  // namespace attx
