#include "gpu/report/kernel_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <sstream>

#include "gpu/device/session_plan.h"
#include "gpu/device/shared_device.h"
#include "gpu/report/samples.h"
#include "model/data/philox.h"
#include "model/network/fuse.h"
#include "model/reference/reference_session.h"

namespace attx {
namespace {

constexpr double tolerance = 2e-5;
/// What suits the device, then every tile but that of processors.
std::vector<const char*> everyVariant() {
    std::vector<const char*> names{""};
    for (const gpu::Tile& tile : std::span(gpu::tiles).subspan(1)) names.push_back(tile.name);
    return names;
}

/// A program put together by hand: LoadFeatures, then what is added.
struct Small {
    Program program;
    TensorId x;  ///< the features, behind dropout

    Small(int length, int width, DropoutSite site = {}) {
        program.config.input = InputKind::Features;
        program.config.output = OutputKind::Positions;
        program.config.inputDim = program.config.modelDim = width;
        program.length = length;
        program.ops.emplace_back(LoadFeatures{tensor("x", {length, width})});
        x = dropout(0, site);
    }
    TensorId tensor(const char* name, std::vector<int64_t> shape) {
        program.tensors.push_back({name, std::move(shape)});
        return static_cast<TensorId>(program.tensors.size()) - 1;
    }
    ParameterId parameter(const char* name, std::vector<int64_t> shape) {
        const int64_t offset = program.parameterCount();
        program.parameters.push_back({name, std::move(shape), offset, Init::Zero, 0, 0});
        return static_cast<ParameterId>(program.parameters.size()) - 1;
    }
    /// Adds an operation; returns what it makes.
    template <class Kind>
    TensorId put(const Kind& op) {
        program.ops.emplace_back(op);
        return op.y;
    }
    TensorId like(TensorId from, const char* name) { return tensor(name, program.tensors[from].shape); }
    TensorId dropout(TensorId from, DropoutSite site) {
        if (site.p == 0) return from;
        return put(Dropout{from, like(from, "dropped"), site});
    }
    TensorId activate(TensorId from, Activation kind) {
        return put(Activate{from, like(from, "active"), kind});
    }
    TensorId linear(TensorId from, int in, int out, bool hasBias = true) {
        const TensorId y = tensor("y", {program.length, out});
        const ParameterId weight = parameter("weight", {out, in});
        std::optional<ParameterId> bias;
        if (hasBias) bias = parameter("bias", {out});
        return put(Linear{from, y, weight, bias});
    }
    TensorId norm(TensorId from, bool centred = true, bool hasBias = true) {
        const TensorId y = like(from, "normed"), stats = tensor("stats", {program.length, 2});
        const auto width = program.tensors[from].shape.back();
        const ParameterId weight = parameter("gain", {width});
        std::optional<ParameterId> bias;
        if (hasBias) bias = parameter("shift", {width});
        return put(Norm{from, y, stats, weight, bias, 1e-5f, centred});
    }
    TensorId attention(TensorId from, int in, int heads, int headSize, bool masked, bool causal = false,
                       bool alibi = false) {
        const TensorId qkv = linear(from, in, 3 * heads * headSize);
        const TensorId probabilities = tensor("attention", {heads, program.length, program.length}),
                       y = tensor("values", {program.length, heads * headSize});
        program.config.numHeads = heads;
        program.attention = {probabilities};
        return put(Attention{qkv, probabilities, y, heads, masked, causal, alibi});
    }
    /// Queries, keys and values, the last two of fewer heads.
    TensorId sharedKeys(TensorId from, int in, int heads, int kvHeads, int headSize) {
        const TensorId q = linear(from, in, heads * headSize), k = linear(from, in, kvHeads * headSize),
                       v = linear(from, in, kvHeads * headSize);
        return put(ShareKeys{q, k, v, tensor("qkv", {program.length, 3 * heads * headSize}), heads, kvHeads});
    }
    void end(TensorId logits, int classes) {
        program.logits = logits;
        program.ops.emplace_back(CrossEntropy{logits, program.length, classes});
    }
};

/// Collects the cases of all families, and deals them out in turns.
class Cases {
public:
    void family(std::string name) {
        families_.emplace_back();
        family_ = std::move(name);
    }
    void shape(std::string text) { shape_ = std::move(text); }
    void add(const Small& small, int batch, const char* variant, const char* what = "", bool lengths = false,
             const Ablation& ablation = {}, const std::vector<TensorId>& keep = {}) {
        families_.back().push_back(
            {named(what), variant, small.program, batch, lengths, ablation, keep, false});
    }
    void addFolded(const Program& program, int batch, const char* variant, const char* what) {
        families_.back().push_back({named(what), variant, program, batch, false, {}, {}, true});
    }
    [[nodiscard]] std::vector<KernelCase> inTurns() const {
        std::vector<KernelCase> all;
        for (size_t i = 0, before = 0; i == 0 || all.size() > before; ++i) {
            before = all.size();
            for (const auto& family : families_)
                if (i < family.size()) all.push_back(family[i]);
        }
        return all;
    }

private:
    [[nodiscard]] std::string named(const std::string& what) const {
        return family_ + (what.empty() ? "" : " " + what) + ", " + shape_;
    }
    std::vector<std::vector<KernelCase>> families_;
    std::string family_, shape_;
};

using Shape = std::array<int, 4>;

template <class Each>
void forShapes(Cases& cases, std::initializer_list<Shape> shapes, const std::array<const char*, 4>& names,
               std::span<const char* const> variants, const Each& each) {
    for (const char* variant : variants)
        for (const Shape& shape : shapes) {
            std::string text;
            for (size_t i = 0; i < names.size(); ++i)
                if (*names[i])
                    text +=
                        (text.empty() ? "" : ", ") + std::string(names[i]) + " " + std::to_string(shape[i]);
            cases.shape(text);
            each(shape, variant);
        }
}

void addLinear(Cases& cases, std::span<const char* const> variants) {
    cases.family("linear");
    forShapes(
        cases,
        {{1, 1, 1, 1}, {3, 1, 5, 7}, {1, 31, 33, 65}, {5, 13, 64, 3}, {3, 7, 36, 68}, {2, 64, 130, 129}},
        {"B", "T", "in", "out"}, variants, [&](const Shape& shape, const char* variant) {
            const auto [B, T, in, out] = shape;
            Small plain(T, in);
            plain.end(plain.linear(0, in, out), out);
            cases.add(plain, B, variant);
            Small unbiased(T, in);
            unbiased.end(
                unbiased.linear(unbiased.activate(unbiased.linear(0, in, out, false), Activation::Relu), out,
                                6, false),
                6);
            cases.add(unbiased, B, variant, "without bias");
            Small dropped(T, in, {0.3f, 0});  // ReLU and dropout, masked by the second one's backward
            const TensorId active = dropped.activate(dropped.linear(dropped.x, in, out), Activation::Relu);
            dropped.end(dropped.linear(dropped.dropout(active, {0.4f, 1}), out, 6), 6);
            cases.add(dropped, B, variant, "with ReLU and dropout");
            Small onItsOwn(T, in);
            onItsOwn.end(onItsOwn.linear(onItsOwn.dropout(onItsOwn.linear(0, in, out), {0.4f, 1}), out, 6),
                         6);
            cases.add(onItsOwn, B, variant, "with dropout");
            cases.add(dropped, B, variant, "beside ReLU and dropout", false, {},
                      firstRows(std::ssize(dropped.program.tensors)));  // each operation by its own kernel
        });
}

void addActivations(Cases& cases, std::span<const char* const> variants) {
    cases.family("activation");
    forShapes(cases, {{1, 1, 1, 2}, {3, 5, 7, 6}, {2, 33, 65, 3}}, {"B", "T", "C", "K"}, variants,
              [&](const Shape& shape, const char* variant) {
                  const auto [B, T, C, K] = shape;
                  for (const auto& [kind, name] :
                       {std::pair{Activation::Relu, "ReLU"}, std::pair{Activation::Gelu, "GELU"},
                        std::pair{Activation::GeluTanh, "GELU by tanh"}, std::pair{Activation::Silu, "SiLU"},
                        std::pair{Activation::Tanh, "tanh"}})
                      for (const float p : {0.0F, 0.4F}) {
                          Small s(T, C);
                          const TensorId active = s.activate(s.linear(0, C, C), kind);
                          s.end(s.linear(s.dropout(active, {p, 1}), C, K), K);
                          cases.add(s, B, variant,
                                    (std::string(name) + (p > 0 ? " and dropout" : "")).c_str());
                      }
              });
}

void addNorm(Cases& cases, std::span<const char* const> variants) {
    cases.family("norm");
    // With one channel everything is 0 but for rounding, which rstd blows up.
    forShapes(cases, {{3, 5, 7, 0}, {2, 33, 65, 0}, {1, 3, 300, 0}, {1, 2, 256, 0}, {1, 2, 261, 0}},
              {"B", "T", "C", ""}, variants, [&](const Shape& shape, const char* variant) {
                  const int B = shape[0], T = shape[1], C = shape[2];
                  for (const bool centred : {true, false})
                      for (const bool hasBias : {true, false}) {  // Another operation reads its input, too
                          Small s(T, C);
                          const auto norm = [&](TensorId from) { return s.norm(from, centred, hasBias); };
                          const TensorId x = s.linear(0, C, C), y = norm(x), sum = s.like(x, "sum");
                          s.put(Add{x, s.linear(y, C, C), sum});
                          s.end(s.linear(norm(sum), C, 5), 5);
                          cases.add(s, B, variant,
                                    (std::string(centred ? "" : "not centred, ") +
                                     (hasBias ? "in front of a branch" : "without bias"))
                                        .c_str());
                      }
                  for (const bool whole : {false, true}) {  // whole: a residual, ReLU and both dropouts
                      Small s(T, C);
                      TensorId x = s.linear(0, C, C);
                      const TensorId sum = x + 2;
                      if (whole) {
                          const TensorId branch = s.dropout(x, {0.3f, 1});
                          x = s.put(Add{0, branch, s.like(branch, "sum")});
                      }
                      TensorId y = s.norm(x);
                      if (whole) y = s.dropout(s.activate(y, Activation::Relu), {0.2f, 2});
                      s.end(s.linear(y, C, 5), 5);
                      cases.add(s, B, variant, whole ? "of a sum, with ReLU and dropout" : "");
                      if (whole) cases.add(s, B, variant, "behind a sum", false, {}, {sum});
                  }
              });
}

void addFoldedNorms(Cases& cases, std::span<const char* const> variants) {
    cases.family("folded norm and end");
    forShapes(cases, {{1, 1, 4, 1}, {3, 5, 8, 7}, {5, 13, 68, 40}, {2, 33, 64, 130}},
              {"B", "T", "C", "hidden"}, variants, [&](const Shape& shape, const char* variant) {
                  const auto [B, T, C, hidden] = shape;
                  for (const OutputKind output : {OutputKind::Positions, OutputKind::Set}) {
                      const bool sets = output == OutputKind::Set;
                      if (sets && T == 1) continue;  // every gradient is rounding
                      NetworkConfig network;
                      network.input = sets ? InputKind::Features : InputKind::Tokens;
                      network.output = output;
                      network.inputDim = 6;
                      network.numClasses = sets ? 1 : 3;
                      network.modelDim = C;
                      network.numHeads = 2;
                      network.numLayers = 2;
                      network.dimFeedforward = hidden;
                      if (sets) network.positions = Positions::None;
                      for (const double p : {0.0, 0.3}) {
                          network.dropout = network.inputDropout = p;
                          cases.addFolded(buildProgram(network, T), B, variant,
                                          sets ? (p > 0 ? "of sets, with dropout" : "of sets")
                                               : (p > 0 ? "with dropout" : ""));
                      }
                  }
              });
}

void addAttention(Cases& cases, std::span<const char* const> variants) {
    cases.family("attention");
    forShapes(cases,
              {{1, 1, 1, 1},
               {3, 2, 3, 5},
               {2, 17, 1, 32},
               {1, 64, 2, 3},
               {2, 65, 3, 5},
               {2, 68, 2, 8},
               {1, 130, 1, 33}},
              {"B", "T", "heads", "HS"}, variants, [&](const Shape& shape, const char* variant) {
                  const auto [B, T, heads, size] = shape;
                  for (const auto& [masked, causal, name] :
                       {std::tuple{false, false, ""}, std::tuple{true, false, "with lengths"},
                        std::tuple{false, true, "causal"}, std::tuple{true, true, "causal, with lengths"}}) {
                      Small s(T, 4);
                      s.end(s.linear(s.attention(0, 4, heads, size, masked, causal), heads * size, 3), 3);
                      cases.add(s, B, variant, name, true);
                      cases.add(s, B, variant,
                                (std::string(name) + (*name ? ", ablated" : "ablated")).c_str(), true,
                                randomAblation(s.program));
                      if (masked != causal) continue;
                      Small distant(T, 4);
                      distant.end(distant.linear(distant.attention(0, 4, heads, size, masked, causal, true),
                                                 heads * size, 3),
                                  3);
                      cases.add(distant, B, variant, causal ? "ALiBi, causal, with lengths" : "ALiBi", true);
                  }
              });
    Small s(600, 3);
    s.end(s.linear(s.attention(0, 3, 2, 8, true), 16, 3), 3);
    cases.shape("B 2, T 600, heads 2, HS 8");
    cases.add(s, 2, "", "with lengths", true);
}

void addSharedKeys(Cases& cases, std::span<const char* const> variants) {
    cases.family("shared keys");
    forShapes(cases, {{1, 1, 2, 1}, {3, 5, 4, 2}, {2, 33, 6, 3}}, {"B", "T", "NH", "kv_heads"}, variants,
              [&](const Shape& shape, const char* variant) {
                  const auto [B, T, NH, kvHeads] = shape;
                  Small s(T, 7);
                  s.end(s.linear(s.sharedKeys(0, 7, NH, kvHeads, 5), 3 * NH * 5, 6), 6);
                  cases.add(s, B, variant);
              });
}

void addLosses(Cases& cases, std::span<const char* const> variants) {
    cases.family("cross-entropy");
    forShapes(cases, {{1, 1, 1, 0}, {2, 33, 2, 0}, {3, 1, 1001, 0}}, {"B", "T", "classes", ""}, variants,
              [&](const Shape& shape, const char* variant) {
                  Small s(shape[1], 4);
                  s.end(s.linear(0, 4, shape[2]), shape[2]);
                  cases.add(s, shape[0], variant);
              });
}

/// What each execution leaves, with a name for each part.
struct Left {
    std::vector<std::pair<std::string, std::vector<float>>> parts;
    void add(std::string name, std::vector<float> values) {
        parts.emplace_back(std::move(name), std::move(values));
    }
};

Left runKept(const KernelCase& c, Session& session, const SessionOptions& options, const FusedOps& ops) {
    const Program& program = c.program;
    Table table;
    table.length = program.length;
    table.rows = int64_t{c.batch} * program.length;
    table.featureDim = program.config.inputDim;
    table.features = randomValues(table.rows * table.featureDim, 11);
    PhiloxSequence random(3, RandomStream::Data);
    for (int64_t i = 0; i < table.rows * program.length; ++i)
        table.labels.push_back(int32_t(random.below(2)) - 1);  // none, or the first class
    for (int64_t i = 0; c.lengths && i < table.rows; ++i)
        table.lengths.push_back(1 + int32_t(random.below(uint32_t(program.length))));
    const std::vector<bool> stored = storedTensors(program, ops);
    const std::vector<int32_t> rows = firstRows(table.rows);
    session.writeParameters(randomValues(program.parameterCount(), 5, 0.5f));
    session.bind(table);
    session.setAblation(c.ablation);
    session.forward(rows);
    session.backward(randomValues(c.batch * program.tensors[program.logits].size(), 9));
    Left left;
    for (size_t id = 0; id < program.tensors.size(); ++id)
        if (stored[id]) left.add(program.tensors[id].name, session.read(static_cast<TensorId>(id)));
    for (const TensorId id : program.attention)  // The next tensor: what the heads write
        for (const TensorId each : {id, id + 1})
            left.add("gradient of " + program.tensors[each].name, session.readGradient(each));
    left.add("gradient of the input", session.readGradient(opInfo(program, ops.front()).writes.front()));
    left.add("gradient of the parameters", session.readParameterGradient());
    const StepScalars scalars = stepScalars(options.training, 1e-3, 0);
    StepMetrics metrics;
    (void)session.train(rows, {&scalars, 1}, {&metrics, 1});
    left.add("loss, accuracy and norm of a step", {metrics.loss, metrics.accuracy, metrics.gradNorm});
    left.add("gradient of the parameters in a step", session.readParameterGradient());
    return left;
}

Left runFolded(const KernelCase& c, Session& session, const SessionOptions& options) {
    constexpr int steps = 3;
    const NetworkConfig& network = c.program.config;
    const Table table = randomTable(network, c.batch + 1, c.program.length, false);
    const std::vector<int32_t> first = firstRows(int64_t{c.batch} * c.program.rowsPerSequence());
    std::vector<int32_t> rows;
    std::vector<StepScalars> scalars;
    for (int step = 0; step < steps; ++step) {
        rows.insert(rows.end(), first.begin(), first.end());
        scalars.push_back(stepScalars(options.training, 1e-3, step));
    }
    session.writeParameters(movedParameters(c.program));
    session.bind(table);
    std::vector<StepMetrics> metrics(steps);
    (void)session.train(rows, scalars, metrics);
    Left left;
    for (const StepMetrics& m : metrics)
        left.add("loss, accuracy and norm of a step", {m.loss, m.accuracy, m.gradNorm});
    left.add("gradient of the parameters after the steps", session.readParameterGradient());
    return left;
}

/// "norm_forward, product_forward_32x32"
std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// The kernels of the plan whose label is the tensor that was wrong, forward or backward; all where none is.
std::set<std::string> suspects(const gpu::Plan& plan, const std::string& part) {
    const bool gradient = part.starts_with("gradient");
    std::set<std::string> named, all;
    for (const gpu::Dispatches* list : {&plan.forward, &plan.backward, &plan.train})
        for (const gpu::Dispatch& dispatch : *list) {
            all.insert(dispatch.kernel);
            if (list == (gradient ? &plan.backward : &plan.forward) && part.ends_with(dispatch.label))
                named.insert(dispatch.kernel);
        }
    return named.empty() ? all : named;
}

std::string difference(const std::pair<std::string, std::vector<float>>& found,
                       const std::vector<float>& expected, double apart) {
    std::ostringstream text;
    text.precision(6);
    text << found.first;
    size_t worst = 0;
    double largest = -1;
    for (size_t i = 0; i < std::min(found.second.size(), expected.size()); ++i) {
        const double d = std::abs(double(found.second[i]) - double(expected[i]));
        if (!(d <= largest)) largest = d, worst = i;  // no number is worst
        if (std::isnan(d)) break;
    }
    if (worst < expected.size() && worst < found.second.size())
        text << "[" << worst << "] is " << found.second[worst] << ", expected " << expected[worst];
    text << " (" << apart << " apart, at most " << tolerance << ")";
    return text.str();
}

}  // namespace

std::vector<KernelCase> kernelCases(bool everyTile) {
    const std::vector<const char*> names = everyVariant();
    const std::span<const char*const> all(names), two = all.first(2);
    Cases cases;
    addLinear(cases, everyTile ? all : two);
    addActivations(cases, two);
    addNorm(cases, two);
    addFoldedNorms(cases, everyTile ? all.subspan(1) : all.subspan(1, 1));
    addAttention(cases, two);
    addSharedKeys(cases, two);
    addLosses(cases, two);
    return cases.inTurns();
}

KernelResult runKernelCase(const KernelCase& c, int device) {
    const SessionOptions options{.batch = c.batch, .seed = 77, .keepTensors = !c.folded, .keep = c.keep};
    const VulkanOptions vulkan{.device = device, .tile = c.variant, .fuse = !c.folded};
    const FusedOps ops = fuse(c.program, c.keep);
    const auto run = [&](const Backend& backend) {
        const auto session = backend.compile(c.program, options);
        return c.folded ? runFolded(c, *session, options) : runKept(c, *session, options, ops);
    };
    const Left expected = run(ReferenceBackend()), found = run(VulkanBackend(vulkan));
    const gpu::Plan plan = gpu::planFor(*gpu::SharedDevice::open(device), c.program, options, vulkan,
                                        gpu::slotsFor(c.program, options));
    KernelResult result;
    for (const gpu::Dispatches* list : {&plan.train, &plan.forward, &plan.backward})
        for (const gpu::Dispatch& dispatch : *list) result.kernels.insert(dispatch.kernel);
    for (size_t i = 0; i < expected.parts.size(); ++i) {
        const double apart = relative(found.parts[i].second, expected.parts[i].second);
        result.apart = std::max(result.apart, apart);
        if (apart > tolerance && result.problem.empty())
            result.problem = difference(found.parts[i], expected.parts[i].second, apart) + "; computed by " +
                             joined(suspects(plan, found.parts[i].first));
    }
    if (c.folded && result.problem.empty()) {
        const Left again = run(VulkanBackend(vulkan));
        for (size_t i = 0; i < again.parts.size(); ++i)
            if (again.parts[i].second != found.parts[i].second)
                result.problem = again.parts[i].first + " differs from run to run";
    }
    return result;
}

}  // namespace attx
