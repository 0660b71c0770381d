// A network read token after token against a forward pass of the whole sequence, for every choice of a causal
// network, and what a decoder refuses.
#include <QtTest>
#include <cmath>
#include <memory>
#include <numeric>

#include "choices.h"
#include "model/data/philox.h"
#include "model/native/decoder.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_decoder {

constexpr int length = 70;

std::shared_ptr<const std::vector<float>> parametersOf(const NetworkConfig& network) {
    std::vector<float> parameters = initialParameters(buildProgram(network, length), 3);
    PhiloxSequence random(3, RandomStream::Parameters, 1000);
    for (float& value : parameters) value += random.uniform(-0.2F, 0.2F);
    return std::make_shared<const std::vector<float>>(std::move(parameters));
}

std::vector<int32_t> tokensFor(const NetworkConfig& network) {
    PhiloxSequence random(7, RandomStream::Data);
    std::vector<int32_t> tokens;
    for (int i = 0; i < length; ++i)
        tokens.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(network.inputDim))));
    return tokens;
}

/// The largest difference, relative to the largest number where that is above 1.
double worst(std::span<const float> found, std::span<const float> expected) {
    if (found.size() != expected.size()) return INFINITY;
    double difference = 0, largest = 1;
    for (size_t i = 0; i < found.size(); ++i) {
        difference =
            std::max(difference, std::abs(static_cast<double>(found[i]) - static_cast<double>(expected[i])));
        largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
    }
    return difference / largest;
}

/// Made once, which takes a moment.
const std::vector<NetworkConfig>& writingNetworks() {
    static std::vector<NetworkConfig> networks;
    if (!networks.empty()) return networks;
    for (NetworkConfig network : pairwiseNetworks()) {
        network.input = InputKind::Tokens;
        network.output = OutputKind::Positions;
        network.numClasses = network.inputDim;
        network.causal = true;
        network.classToken = false;
        if (check(network).empty() && whyNotDecoder(network).empty()) networks.push_back(network);
    }
    return networks;
}

class TestDecoder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { forceInstructionSet(""); }

    void isTheForwardPass_data() {
        addColumns<QString, int>("instructionSet", "network");
        const size_t networks = writingNetworks().size();
        QVERIFY(networks >= 20);
        for (const Kernels* kernels : runnableKernels())
            for (size_t i = 0; i < networks; ++i)
                QTest::addRow("%s %zu", kernels->name, i)
                    << QString::fromUtf8(kernels->name) << static_cast<int>(i);
    }
    void isTheForwardPass() {
        QFETCH(QString, instructionSet);
        QFETCH(int, network);
        forceInstructionSet(instructionSet.toStdString());
        const NetworkConfig config = writingNetworks()[static_cast<size_t>(network)];
        const auto parameters = parametersOf(config);
        const Table table{.rows = 1, .length = length, .tokens = tokensFor(config)};
        const SessionOptions options{.threads = 1, .keepTensors = true, .train = false};
        const auto session = NativeBackend().compile(buildProgram(config, length), options);
        session->writeParameters(*parameters);
        session->bind(table);
        const int32_t row = 0;
        session->forward({&row, 1});
        const std::vector<float> logits = session->read(session->program().logits);
        std::vector<std::vector<float>> maps;
        for (const TensorId map : session->program().attention) maps.push_back(session->read(map));

        Decoder decoder(config, parameters, length + 2);
        const auto V = static_cast<size_t>(config.inputDim);
        for (int first = 0; first < length;) {
            const int count = std::min(first < 40 ? 23 : 1, length - first);  // some at once, then one by one
            decoder.read(
                std::span(table.tokens).subspan(static_cast<size_t>(first), static_cast<size_t>(count)));
            for (int i = 0; i < count; ++i) {
                const auto at = static_cast<size_t>(first + i);
                QVERIFY2(worst(decoder.logits(i), std::span(logits).subspan(at * V, V)) < 3e-5,
                         toJson(config).c_str());
                for (int layer = 0; layer < config.numLayers; ++layer)
                    for (int head = 0; head < config.numHeads; ++head)
                        QVERIFY2(worst(decoder.attention(i, layer, head),
                                       std::span(maps[static_cast<size_t>(layer)])
                                           .subspan((static_cast<size_t>(head) * length + at) * length,
                                                    at + 1)) < 1e-5,
                                 toJson(config).c_str());
            }
            first += count;
        }
        // What was read goes.
        const std::vector<float> last(decoder.logits(0).begin(), decoder.logits(0).end());
        decoder.forget();
        decoder.read(std::span(table.tokens).first(1));
        QVERIFY(worst(decoder.logits(0), std::span(logits).first(V)) < 3e-5);
    }

    void refuses() {
        NetworkConfig network = with(oddNetwork(), "causal=true");
        network.numClasses = network.inputDim;
        const auto parameters = parametersOf(network);
        Decoder decoder(network, parameters, 4);
        const std::vector<int32_t> many(5, 0), wrong{network.inputDim}, below{-1};
        VERIFY_SAYS(thrownMessage([&] { decoder.read(many); }), "has room for 4 more");
        VERIFY_SAYS(thrownMessage([&] { decoder.read(wrong); }), "Expected tokens from 0 to");
        VERIFY_SAYS(thrownMessage([&] { decoder.read(below); }), "found -1");
        QCOMPARE(decoder.length(), 0);
        VERIFY_SAYS(thrownMessage([&] { Decoder(network, std::make_shared<std::vector<float>>(3), 4); }),
                    "3");

        NetworkConfig encoder = with(network, "causal=false");
        VERIFY_SAYS(QString::fromStdString(whyNotDecoder(encoder)),
                    "is an encoder, which reads what is behind a token");
        encoder = network;
        encoder.output = OutputKind::Pooled;
        VERIFY_SAYS(QString::fromStdString(whyNotDecoder(encoder)), "one for the whole text");
        encoder = network;
        encoder.input = InputKind::Features;
        VERIFY_SAYS(QString::fromStdString(whyNotDecoder(encoder)), "reads vectors");
        encoder = network;
        ++encoder.numClasses;
        VERIFY_SAYS(QString::fromStdString(whyNotDecoder(encoder)), "no tokens that it could go on from");
    }
};

}  // namespace test_decoder

using test_decoder::TestDecoder;
TEST_CLASS(TestDecoder, NoApplication)
#include "test_decoder.moc"
