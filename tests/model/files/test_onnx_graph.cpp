// Where an ONNX network is ended: which tensor is the feature, what is left out after it, what is refused.
#include <QtTest>

#include "model/files/files.h"
#include "model/files/onnx_graph.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_onnx_graph {

/// A field of a protobuf message, of fewer than 128 bytes.
std::string field(char number, const std::string& content) {
    return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(content.size())} + content;
}

struct Node {
    std::string type;
    std::vector<std::string> inputs;
    std::string output;
};

/// A network of these nodes, whose tensors "w" and "b" are learned, with the output "out".
std::string networkOf(const std::vector<Node>& nodes) {
    std::string graph;
    for (const Node& node : nodes) {
        std::string bytes;
        for (const std::string& input : node.inputs) bytes += field(1, input);
        graph += field(
            1, bytes + field(2, node.output) + field(3, "node of " + node.output) + field(4, node.type));
    }
    graph += field(5, field(8, "w")) + field(5, field(8, "b")) + field(12, field(1, "out"));
    std::string model = "\x08\x07";  // the version of the format
    model += '\x3a';
    model += std::string{static_cast<char>(graph.size() % 128 + 128), static_cast<char>(graph.size() / 128)};
    return model + graph;
}

class TestOnnxGraph : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFeatureIsFound_data() {
        const Rows<std::vector<Node>, QString> row("nodes", "feature");
        const Node relu{"Relu", {"image"}, "x"};
        row("Gemm", {relu, {"Gemm", {"x", "w", "b"}, "out"}}, "x");
        row("Gemm without a bias", {relu, {"Gemm", {"x", "w", ""}, "out"}}, "x");
        row("probabilities",
            {relu, {"Gemm", {"x", "w"}, "y"}, {"Identity", {"y"}, "z"}, {"LogSoftmax", {"z"}, "out"}}, "x");
        row("MatMul and its bias", {relu, {"MatMul", {"x", "w"}, "y"}, {"Add", {"b", "y"}, "out"}}, "x");
        row("weights that are computed", {relu, {"Transpose", {"w"}, "v"}, {"Gemm", {"x", "v"}, "out"}}, "x");
        row("weights in a node", {{"Constant", {}, "v"}, relu, {"Gemm", {"x", "v"}, "out"}}, "x");
        row("a layer amid others",
            {{"Gemm", {"image", "w"}, "y"}, {"Relu", {"y"}, "x"}, {"Gemm", {"x", "w"}, "out"}}, "x");
        row("convolution last", {relu, {"Conv", {"x", "w"}, "out"}}, "out");
        row("product of two that are computed", {relu, {"MatMul", {"x", "x"}, "out"}}, "out");
        row("sum of two that are computed", {relu, {"Gemm", {"x", "w"}, "y"}, {"Add", {"x", "y"}, "out"}},
            "out");
        row("a layer alone", {{"Gemm", {"image", "w"}, "out"}}, "out");
        row("a circle", {{"Identity", {"out"}, "out"}}, "out");
    }
    void theFeatureIsFound() {
        QFETCH(std::vector<Node>, nodes);
        QFETCH(QString, feature);
        const OnnxNetwork network = endedAt(networkOf(nodes), {}, "net");
        QCOMPARE(QString::fromStdString(network.output), feature);
        // What was ended once ends there already.
        QCOMPARE(endedAt(network.bytes, network.output, "net").bytes, network.bytes);
    }

    void whatFollowsIsLeftOut() {
        const OnnxNetwork network =
            endedAt(networkOf({{"Relu", {"image"}, "x"}, {"Gemm", {"x", "w"}, "out"}}), {}, "net");
        const QByteArray bytes = QByteArray::fromStdString(network.bytes);
        QVERIFY(bytes.contains("Relu") && !bytes.contains("Gemm") && !bytes.contains("out"));
    }

    void tensorsAndNodesHaveNames() {
        const std::string file = readFile(std::string(ATTX_TEST_DATA) + "/tiny_classifier.onnx");
        for (const auto& [name, tensor] : {std::pair{"", "flat"}, {"relu", "relu"}, {"conv_Conv", "conv"}})
            QCOMPARE(endedAt(file, name, "tiny").output, tensor);
        VERIFY_SAYS(thrownMessage([&] { (void)endedAt(file, "image", "tiny"); }),
                    "no output or node named \"image\"; its output is \"probabilities\"");
    }

    void damageIsRefused() {
        const std::string file = readFile(std::string(ATTX_TEST_DATA) + "/tiny_classifier.onnx");
        for (size_t size = 0; size < file.size(); ++size) {
            const std::string_view part = std::string_view(file).substr(0, size);
            const QString message = thrownMessage([&] { (void)endedAt(part, {}, "net"); });
            // The version of the operators stands behind the graph, and may be left out.
            if (size + 6 < file.size() || !message.startsWith("(nothing"))
                VERIFY_SAYS(message, "net: expected an ONNX network, found ");
        }
        VERIFY_SAYS(thrownMessage([] { (void)endedAt("this is no network", {}, "net"); }),
                    "expected an ONNX network");
        VERIFY_SAYS(thrownMessage([] { (void)endedAt(std::string(20, '\xff'), {}, "net"); }),
                    "or one that breaks off");
    }
};

TEST_CLASS(TestOnnxGraph, QCoreApplication)

}  // namespace test_onnx_graph
#include "test_onnx_graph.moc"
