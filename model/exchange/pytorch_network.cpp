// The network of an exported run as Python.
#include <algorithm>
#include <map>
#include <vector>

#include "model/exchange/pytorch_code.h"
#include "model/files/text.h"
#include "model/network/program_analysis.h"

namespace attx {
namespace {

constexpr const char* rmsNormCode = R"(class RMSNorm(nn.Module):
    """x / sqrt(mean of x**2 + eps) * weight (Zhang & Sennrich 2019)."""

    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return x / ((x * x).mean(-1, keepdim=True) + self.eps).sqrt() * self.weight
)";

constexpr const char* layerNormNoBiasCode = R"(class LayerNormNoBias(nn.Module):
    """nn.LayerNorm(width, eps, bias=False), which PyTorch has from 2.1 on."""

    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return F.layer_norm(x, self.weight.shape, self.weight, eps=self.eps)
)";

/// A norm's class, and its code where PyTorch does not have it.
struct NormClass {
    const char* name;
    const char* code;
};
NormClass normClassOf(NormKind kind) {
    switch (kind) {
        case NormKind::Layer:
            return {"nn.LayerNorm", nullptr};
        case NormKind::LayerNoBias:
            return {"LayerNormNoBias", layerNormNoBiasCode};
        case NormKind::Rms:
            return {"RMSNorm", rmsNormCode};
        case NormKind::None:
            break;
    }
    return {};
}
std::string normModule(NormKind kind) {
    return std::string(normClassOf(kind).name) + "(D_MODEL, eps=NORM_EPS)";
}

/// The module that holds a weight, by its role.
std::string moduleOf(Role role, const NetworkConfig& network) {
    const bool tokens = network.input == InputKind::Tokens;
    const char* const end = network.bias ? ")" : ", bias=False)";  // Ends the linear maps of encoder layers
    const std::string read =                                       // by the first layer behind the pooling
        network.joinsPositions() ? std::to_string(network.maxPositions) + " * D_MODEL" : "D_MODEL";
    const std::string answered = network.pooler == Pooler::None ? read
                                 : network.poolerDim > 0        ? std::to_string(network.poolerDim)
                                                                : "D_MODEL";
    switch (role) {
        case Role::EmbeddingTable:
            return "nn.Embedding(CATEGORIES, D_MODEL)";
        case Role::ClassToken:
            return "nn.Parameter(0.02 * torch.randn(D_MODEL))";
        case Role::PositionTable:
            return "nn.Embedding(" + std::to_string(network.maxPositions) + ", D_MODEL)";
        case Role::TokenTypes:
            return "nn.Embedding(" + std::to_string(network.tokenTypes) + ", D_MODEL)";
        case Role::InputWeight:
            return tokens ? "nn.Linear(CATEGORIES, D_MODEL)" : "nn.Linear(FEATURES, D_MODEL)";
        case Role::QkvWeight:
            return std::string("nn.Linear(D_MODEL, HEADS * 3 * HEAD_DIM") + end;
        case Role::QueryWeight:
            return std::string("nn.Linear(D_MODEL, HEADS * HEAD_DIM") + end;
        case Role::KeyWeight:
        case Role::ValueWeight:
            return "nn.Linear(D_MODEL, " + std::to_string(network.kvHeads) + " * HEAD_DIM" + end;
        case Role::AttentionOutputWeight:
            return std::string("nn.Linear(HEADS * HEAD_DIM, D_MODEL") + end;
        case Role::FeedForwardInWeight:
        case Role::GateWeight:
            return std::string("nn.Linear(D_MODEL, FEED_FORWARD") + end;
        case Role::FeedForwardOutWeight:
            return std::string("nn.Linear(FEED_FORWARD, D_MODEL") + end;
        case Role::Norm1Weight:
        case Role::Norm2Weight:
        case Role::FinalNormWeight:
            return normModule(network.norm);
        case Role::EmbeddingNormWeight:
        case Role::OutputNormWeight:
            return normModule(NormKind::Layer);
        case Role::OutputHiddenWeight:
            return "nn.Linear(D_MODEL, D_MODEL)";
        case Role::PoolerWeight:
            return "nn.Linear(" + read + ", " + answered + ")";
        case Role::OutputLogitsWeight:
            return "nn.Linear(D_MODEL, CLASSES)";
        case Role::ClassifierWeight:
            return "nn.Linear(" + answered + ", CLASSES)";
        case Role::ClassifierBias:
            if (network.tiedOutput) return "nn.ParameterDict({\"bias\": nn.Parameter(torch.zeros(CLASSES))})";
            break;
        case Role::InputBias:
        case Role::EmbeddingNormBias:
        case Role::FinalNormBias:
        case Role::QkvBias:
        case Role::QueryBias:
        case Role::KeyBias:
        case Role::ValueBias:
        case Role::AttentionOutputBias:
        case Role::Norm1Bias:
        case Role::FeedForwardInBias:
        case Role::GateBias:
        case Role::FeedForwardOutBias:
        case Role::Norm2Bias:
        case Role::OutputHiddenBias:
        case Role::OutputNormBias:
        case Role::OutputLogitsBias:
        case Role::PoolerBias:
        case Role::None:
            break;
    }
    return {};  // part of the module of its weight
}

constexpr const char* attentionCode = R"(def attention(qkv, mask):
    """qkv [B, T, HEADS * 3 * HEAD_DIM], the query, key and value of a head side by side. The weights of attention
    [B, head, query, key], and the values weighted by them [B, T, HEADS * HEAD_DIM]."""
    b, t, _ = qkv.shape
    q, k, v = qkv.reshape(b, t, HEADS, 3 * HEAD_DIM).permute(0, 2, 1, 3).chunk(3, dim=-1)
    scores = q @ k.transpose(-2, -1) / math.sqrt(HEAD_DIM)
)";
constexpr const char* causalCode =
    R"(    scores = scores.masked_fill(torch.ones(t, t, dtype=torch.bool, device=qkv.device).triu(1), -math.inf)
)";
constexpr const char* alibiCode =
    R"(    slopes = 2.0 ** (-8.0 * torch.arange(1, HEADS + 1, device=qkv.device) / HEADS)
    t_of = torch.arange(t, device=qkv.device)
    scores = scores - slopes[:, None, None] * (t_of[:, None] - t_of[None, :]).abs()
)";
constexpr const char* attentionMask = R"(    if mask is not None:
        scores = scores.masked_fill(~mask[:, None, None, :], -math.inf)
)";
constexpr const char* attentionEnd = R"(    weights = scores.softmax(-1)
    return weights, (weights @ v).permute(0, 2, 1, 3).reshape(b, t, HEADS * HEAD_DIM)
)";

constexpr const char* rotateCode = R"(def rotated(qkv):
    """Queries and keys turned by their positions (Su et al. 2021): numbers d and d + HEAD_DIM / 2 as a plane."""
    b, t, _ = qkv.shape
    q, k, v = qkv.reshape(b, t, HEADS, 3 * HEAD_DIM).chunk(3, dim=-1)
    d = torch.arange(HEAD_DIM // 2, dtype=torch.float64)
    angle = (torch.arange(t)[:, None] * ROTARY_BASE ** (-2 * d / HEAD_DIM)).repeat(1, 2)[None, :, None, :]
    cos, sin = angle.cos().to(qkv), angle.sin().to(qkv)
    turned = [x * cos + torch.cat([-x[..., HEAD_DIM // 2:], x[..., :HEAD_DIM // 2]], -1) * sin for x in (q, k)]
    return torch.cat([*turned, v], -1).reshape(b, t, -1)
)";

constexpr const char* shareKeysCode = R"(def shared(q, k, v):
    """One tensor as attention reads it; each head of keys and values is that of several heads of queries in turn
    (Ainslie et al. 2023)."""
    b, t, _ = q.shape
    q, k, v = (x.reshape(b, t, -1, HEAD_DIM) for x in (q, k, v))
    k, v = (x.repeat_interleave(HEADS // x.shape[2], dim=2) for x in (k, v))
    return torch.cat([q, k, v], -1).reshape(b, t, -1)
)";

constexpr const char* positionsCode = R"(def positional_encoding(length):
    """[length, D_MODEL]: sines in the even, cosines in the odd dimensions (Vaswani et al. 2017)."""
    i = torch.arange(D_MODEL, dtype=torch.float64)
    angle = torch.arange(length)[:, None] * torch.exp(-math.log(10000.0) * (i - i % 2) / D_MODEL)
    return torch.where(i % 2 == 0, angle.sin(), angle.cos()).float()
)";

constexpr const char* meanPoolCode = R"(def mean(x, mask):
    """The mean of each feature over the positions that are no padding: x [B, T, D], the result [B, D]."""
    if mask is None:
        return x.mean(1)
    return (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
)";

constexpr const char* lastPoolCode = R"(def last(x, mask):
    """The last position that is no padding: x [B, T, D], the result [B, D]."""
    return x[:, -1] if mask is None else x[torch.arange(len(x)), mask.sum(1) - 1]
)";

constexpr const char* joinedCode = R"(def joined(x, mask, positions):
    """All positions side by side, and zeros for padding: x [B, T, D], the result [B, positions * D]."""
    if mask is not None:
        x = x * mask[:, :, None]
    return F.pad(x, (0, 0, 0, positions - x.shape[1])).flatten(1)
)";

constexpr const char* maxPoolCode = R"(def largest(x, mask):
    """The largest of each feature over the positions that are no padding: x [B, T, D], the result [B, D]."""
    return (x if mask is None else x.masked_fill(~mask[:, :, None], -math.inf)).max(1)[0]
)";

/// Writes the classes of a program.
class NetworkWriter {
public:
    explicit NetworkWriter(const Program& program)
        : program_(program), writers_(writersOfTensors(program, program.ops)) {
        const Block& first = program.blocks.front();
        layerBegin_ = writerOf(first.input) + 1;
        layerEnd_ = writerOf(first.output) + 1;
        encoderEnd_ = writerOf(program.blocks.back().output) + 1;
    }

    std::string write() {
        names_[program_.blocks.front().input] = "x";
        const std::string layer = "class EncoderLayer(nn.Module):\n" + modulesOf(0) +
                                  "    def forward(self, x, mask):\n" + lines(layerBegin_, layerEnd_) +
                                  "        return " + name(program_.blocks.front().output) + "\n";
        names_.clear();
        const std::string before = lines(0, layerBegin_);
        const std::string x = name(program_.blocks.front().input);
        names_[program_.blocks.back().output] = x;
        const bool set = program_.config.output == OutputKind::Set;
        const std::string network =
            "class Network(nn.Module):\n" + modulesOf(-1) + "    def forward(self, x, mask=None):\n" +
            docstring() + before + "        for layer in self.transformer[\"layers\"]:\n            " + x +
            " = layer(" + x + ", mask)\n" + lines(encoderEnd_, program_.ops.size()) + "        return " +
            name(program_.logits) + (set ? ".squeeze(-1)\n" : "\n");
        std::string code = "# --- The network ---\n";
        for (const std::string& helper : helpers_) code += "\n\n" + helper;
        return code + "\n\n" + layer + "\n\n" + network;
    }

private:
    [[nodiscard]] size_t writerOf(TensorId id) const { return writers_[id]; }
    [[nodiscard]] std::string docstring() const {
        const NetworkConfig& c = program_.config;
        return std::string("        \"\"\"x: ") +
               (c.input == InputKind::Tokens ? "[B, T] categories" : "[B, T, FEATURES]") +
               "; mask: [B, T], False where there is padding. Logits " +
               (c.output == OutputKind::Positions ? "[B, T, CLASSES]"
                : c.output == OutputKind::Set     ? "[B, T]"
                                                  : "[B, CLASSES]") +
               ".\"\"\"\n";
    }

    /// The modules of one encoder layer, or of what stands around the layers (-1).
    [[nodiscard]] std::string modulesOf(int layer) const {
        std::vector<std::pair<std::string, std::string>> lines;  // attribute and what it holds
        const auto add = [&](const std::string& outer, const std::string& entry) {
            const auto known =
                std::ranges::find_if(lines, [&](const auto& line) { return line.first == outer; });
            if (known == lines.end())
                lines.emplace_back(outer, entry);
            else
                known->second += ", " + entry;
        };
        for (const ParameterInfo& p : program_.parameters) {
            const std::string module = moduleOf(p.role, program_.config);
            if (p.layer != layer || module.empty()) continue;
            const auto [outer, inner] = placeOf(p);
            add(outer, inner.empty() ? module : "\"" + inner + "\": " + module);
        }
        if (layer < 0) add("transformer", "\"layers\": nn.ModuleList(EncoderLayer() for _ in range(LAYERS))");
        std::string code = "    def __init__(self):\n        super().__init__()\n";
        for (const auto& [attribute, entries] : lines)
            code += "        self." + attribute + " = " +
                    (entries.starts_with('"') ? "nn.ModuleDict({" + entries + "})" : entries) + "\n";
        return code + "\n";
    }
    /// ("linear_net", "0") of "transformer.layers.2.linear_net.0.weight", ("norm1", "") of one of a single
    /// name.
    [[nodiscard]] static std::pair<std::string, std::string> placeOf(const ParameterInfo& p) {
        std::string path = p.name.substr(0, p.name.rfind('.'));
        if (p.layer >= 0) {
            const std::string number = "." + std::to_string(p.layer) + ".";
            path = path.substr(path.find(number) + number.size());
        }
        const size_t dot = path.find('.');
        return dot == std::string::npos ? std::pair(path, std::string())
                                        : std::pair(path.substr(0, dot), path.substr(dot + 1));
    }
    /// self.linear_net["0"]: the module that holds a weight.
    [[nodiscard]] std::string module(ParameterId weight) const {
        const auto [outer, inner] = placeOf(program_.parameters[weight]);
        return "self." + outer + (inner.empty() ? "" : "[\"" + inner + "\"]");
    }

    /// A tensor's variable: its name in the program without the layer.
    [[nodiscard]] std::string name(TensorId id) {
        std::string& variable = names_[id];
        if (variable.empty()) {
            variable = program_.tensors[id].name;
            if (variable.starts_with("layers.")) variable = variable.substr(variable.find('.', 7) + 1);
            std::ranges::replace(variable, '.', '_');
        }
        return variable;
    }
    void needs(const std::string& helper) {
        if (std::ranges::find(helpers_, helper) == helpers_.end()) helpers_.push_back(helper);
    }
    [[nodiscard]] std::string lines(size_t first, size_t past) {
        std::string code;
        for (size_t i = first; i < past; ++i)
            std::visit([&](const auto& op) { code += line(op); }, program_.ops[i]);
        return code;
    }
    [[nodiscard]] std::string set(TensorId y, const std::string& value) {
        return "        " + name(y) + " = " + value + "\n";
    }
    [[nodiscard]] static std::string dropped(const std::string& x, const char* constant) {
        return "F.dropout(" + x + ", " + constant + ", self.training)";
    }

    [[nodiscard]] std::string line(const Embed& op) {
        if (op.types) return set(op.y, module(op.weight) + "(torch.zeros_like(x))");  // all of one type
        if (!op.bias)  // input dropout drops the one of the one-hot vector, and with it the whole row
            return set(op.y, module(op.weight) + "(x)") +
                   set(op.y, name(op.y) + " * " + dropped("torch.ones(*x.shape, 1)", "INPUT_DROPOUT"));
        return set(op.y, module(op.weight) + "(" +
                             dropped("F.one_hot(x, CATEGORIES).float()", "INPUT_DROPOUT") + ")");
    }
    [[nodiscard]] std::string line(const LoadFeatures& op) {
        return set(op.y, dropped("x", "INPUT_DROPOUT"));
    }
    [[nodiscard]] std::string line(const Prepend& op) {
        return set(op.y,
                   "torch.cat([" + module(op.token) + ".expand(len(x), 1, -1), " + name(op.x) + "], 1)") +
               "        if mask is not None:\n            mask = F.pad(mask, (1, 0), value=True)\n";
    }
    [[nodiscard]] std::string line(const AddPositions& op) {
        const std::string length = program_.config.classToken ? name(op.x) + ".shape[1]" : "x.shape[1]";
        if (op.table) return set(op.y, name(op.x) + " + " + module(*op.table) + ".weight[:" + length + "]");
        needs(positionsCode);
        return set(op.y, name(op.x) + " + positional_encoding(" + length + ")");
    }
    [[nodiscard]] std::string line(const Linear& op) {
        if (program_.parameters[op.weight].role == Role::EmbeddingTable)
            return set(op.y, "F.linear(" + name(op.x) + ", " + module(op.weight) + ".weight" +
                                 (op.bias ? ", " + module(*op.bias) + "[\"bias\"]" : "") + ")");
        return set(op.y, module(op.weight) + "(" + name(op.x) + ")");
    }
    [[nodiscard]] std::string line(const ShareKeys& op) {
        needs(shareKeysCode);
        return set(op.y, "shared(" + name(op.q) + ", " + name(op.k) + ", " + name(op.v) + ")");
    }
    [[nodiscard]] std::string line(const Rotate& op) {
        std::string code = rotateCode;
        code.replace(code.find("ROTARY_BASE"), std::string("ROTARY_BASE").size(), shortest(op.base));
        needs(code);
        return set(op.y, "rotated(" + name(op.x) + ")");
    }
    [[nodiscard]] std::string line(const Attention& op) {
        needs(std::string(attentionCode) + (op.alibi ? alibiCode : "") + attentionMask +
              (op.causal ? causalCode : "") + attentionEnd);
        return "        self.map, " + name(op.y) + " = attention(" + name(op.qkv) + ", mask)\n";
    }
    [[nodiscard]] std::string line(const Add& op) {
        return set(op.y, name(op.residual) + " + " + name(op.x));
    }
    [[nodiscard]] std::string line(const Multiply& op) { return set(op.y, name(op.a) + " * " + name(op.b)); }
    [[nodiscard]] std::string line(const Norm& op) {
        if (!op.isLayerNorm()) needs(normClassOf(program_.config.norm).code);
        return set(op.y, module(op.weight) + "(" + name(op.x) + ")");
    }
    [[nodiscard]] std::string line(const Activate& op) {
        switch (op.kind) {
            case Activation::Relu:
                return set(op.y, "F.relu(" + name(op.x) + ")");
            case Activation::Gelu:
            case Activation::Geglu:
                return set(op.y, "F.gelu(" + name(op.x) + ")");
            case Activation::GeluTanh:
                return set(op.y, "F.gelu(" + name(op.x) + ", approximate=\"tanh\")");
            case Activation::Silu:
            case Activation::Swiglu:
                return set(op.y, "F.silu(" + name(op.x) + ")");
            case Activation::Tanh:
                return set(op.y, name(op.x) + ".tanh()");
        }
        return {};
    }
    [[nodiscard]] std::string line(const Dropout& op) {
        const bool pooled = program_.pooling && writerOf(op.y) >= encoderEnd_;
        return set(op.y, dropped(name(op.x), pooled ? "POOL_DROPOUT" : "DROPOUT"));
    }
    [[nodiscard]] std::string line(const Pool& op) {
        switch (op.kind) {
            case PoolingKind::Max:
                needs(maxPoolCode);
                return set(op.y, "largest(" + name(op.x) + (op.masked ? ", mask)" : ", None)"));
            case PoolingKind::Mean:
                needs(meanPoolCode);
                return set(op.y, "mean(" + name(op.x) + (op.masked ? ", mask)" : ", None)"));
            case PoolingKind::First:
                return set(op.y, name(op.x) + "[:, 0]");
            case PoolingKind::Last:
                needs(lastPoolCode);
                return set(op.y, "last(" + name(op.x) + (op.masked ? ", mask)" : ", None)"));
            case PoolingKind::Flatten:
                needs(joinedCode);
                return set(op.y, "joined(" + name(op.x) + (op.masked ? ", mask, " : ", None, ") +
                                     std::to_string(program_.config.maxPositions) + ")");
        }
        return {};
    }
    [[nodiscard]] static std::string line(const CrossEntropy&) { return {}; }

    const Program& program_;
    const std::vector<size_t> writers_;  ///< Operation that writes each tensor
    size_t layerBegin_, layerEnd_, encoderEnd_;
    std::map<TensorId, std::string> names_;
    std::vector<std::string> helpers_;
};

}  // namespace

std::string pytorchNetwork(const Program& program) { return NetworkWriter(program).write(); }

}  // namespace attx
