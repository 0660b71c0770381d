// Where things lie: principal components by hand and against singular values, which vectors a cloud holds,
// the plane of another snapshot, and neighbours.
#include <Eigen/Dense>
#include <QtTest>
#include <cmath>
#include <random>

#include "model/heads/principal_components.h"
#include "model/heads/vector_cloud.h"
#include "model/inspect/inspector.h"
#include "model/native/native_session.h"
#include "model/network/positions.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_vector_cloud {

Subject subjectOf(const std::string& preset, uint64_t seed = 5) {
    Subject subject{.config = presetByName(preset)};
    if (subject.config.network.input == InputKind::Tokens) {
        subject.config.data.trainSize = 300;
        subject.config.data.testSize = 8;
        subject.config.data.validationSize = 20;
    }
    subject.data = std::make_shared<const DataSet>(makeData(subject.config.data));
    subject.config = [&] {
        RunConfig config = subject.config;
        if (!subject.data->names.vocabulary.empty())
            config.network.inputDim =
                std::max(config.network.inputDim, subject.data->names.vocabulary.size());
        return config;
    }();
    subject.parameters = std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(subject.config.network, subject.config.data.positions()), seed));
    return subject;
}

class TestVectorCloud : public QObject {
    Q_OBJECT
    const std::atomic<bool> wanted_{false};

private Q_SLOTS:
    void componentsByHand() {
        // On a line along (3, 4) / 5 around (1, 1), with a little across it.
        const std::vector<float> points{1 + 6, 1 + 8, 1 - 6, 1 - 8, 1 - 0.8F, 1 + 0.6F, 1 + 0.8F, 1 - 0.6F};
        const PrincipalComponents found = principalComponents(points, 2);
        const auto is = [](double value, double expected) { return std::abs(value - expected) < 1e-6; };
        QVERIFY(is(found.mean[0], 1) && is(found.mean[1], 1));
        QVERIFY(is(found.axes[0], 0.6) && is(found.axes[1], 0.8));
        QVERIFY(is(found.axes[2], 0.8) && is(found.axes[3], -0.6));
        QVERIFY(is(found.variance[0], 200.0 / 202) && is(found.variance[1], 2.0 / 202));
        const std::vector<float> at = found.project(points);
        QVERIFY(is(static_cast<double>(at[0]), 10) && is(static_cast<double>(at[1]), 0));
        QVERIFY(is(static_cast<double>(at[4]), 0) && is(static_cast<double>(at[5]), -1));
    }

    void componentsAreSingularVectors() {
        constexpr int n = 60, D = 7;
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        std::vector<float> points;
        for (int i = 0; i < n * D; ++i) points.push_back(normal(random) * static_cast<float>(1 + i % D));
        const PrincipalComponents found = principalComponents(points, D, 3);
        Eigen::MatrixXd centred(n, D);
        for (int i = 0; i < n; ++i)
            for (int d = 0; d < D; ++d)
                centred(i, d) = static_cast<double>(points[static_cast<size_t>(i * D + d)]);
        centred.rowwise() -= centred.colwise().mean().eval();
        const Eigen::JacobiSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinV);
        const Eigen::VectorXd squared = svd.singularValues().cwiseAbs2();
        for (int axis = 0; axis < 3; ++axis) {
            QVERIFY(std::abs(found.variance[static_cast<size_t>(axis)] - squared(axis) / squared.sum()) <
                    1e-10);
            double same = 0;
            for (int d = 0; d < D; ++d)
                same += found.axes[static_cast<size_t>(axis * D + d)] * svd.matrixV()(d, axis);
            QVERIFY(std::abs(std::abs(same) - 1) < 1e-9);
        }
    }

    void whatDoesNotDifferHasNoDirection() {
        const PrincipalComponents same = principalComponents(std::vector<float>(12, 2.0F), 3);
        QCOMPARE(same.variance, (std::vector<double>{0, 0}));
        const PrincipalComponents narrow = principalComponents(std::vector<float>{1, 2, 3}, 1);
        QCOMPARE(narrow.project(std::vector<float>{3}), (std::vector<float>{1, 0}));
    }

    void cloudsHoldTheVectorsOfTheNetwork() {
        const Subject subject = subjectOf("reverse");
        const NetworkConfig& network = subject.config.network;
        const int T = subject.config.data.length;
        Inspector inspector(network, Inspector::Gradients::No);
        inspector.setParameters(subject.parameters);
        const Sample second = sampleOf(subject.config, *subject.data, {SampleSource::Validation, 1});
        const Inspection seen = inspector.inspect(second);
        const auto compare = [&](const VectorCloud& cloud, size_t point, const float* expected) {
            for (int d = 0; d < cloud.dim; ++d)
                QVERIFY(
                    std::abs(cloud.vectors[point * static_cast<size_t>(cloud.dim) + static_cast<size_t>(d)] -
                             expected[d]) < 1e-5F);
        };
        const auto C = static_cast<size_t>(network.modelDim);
        // Position 3 of example 1, behind the only layer.
        const auto hidden = vectorCloud(subject, {CloudKind::Hidden, 1, 0}, wanted_);
        const size_t at = static_cast<size_t>(T) + 3;
        QVERIFY(hidden && hidden->points.size() == static_cast<size_t>(20 * T));
        compare(*hidden, at, inspector.read(inspector.program().blocks[0].output).data() + 3 * C);
        const CloudPoint& point = hidden->points[at];
        QCOMPARE(point.example, int64_t{1});
        QCOMPARE(point.position, 3);
        QCOMPARE(point.token, second.tokens[3]);
        QCOMPARE(point.label, second.expected[3]);
        QCOMPARE(point.correct, seen.prediction[3] == second.expected[3] ? 1 : 0);

        const auto pairs = vectorCloud(subject, {CloudKind::QueriesAndKeys, 0, 0}, wanted_);
        QCOMPARE(pairs->dim, network.headDim());
        const auto HS = static_cast<size_t>(network.headDim());
        const std::vector<float> qkv = inspector.read(inspector.program().blocks[0].qkv);
        QCOMPARE(pairs->points[2 * at + 1].key, 1);
        compare(*pairs, 2 * at, qkv.data() + 9 * HS);
        compare(*pairs, 2 * at + 1, qkv.data() + 10 * HS);

        const auto embeddings = vectorCloud(subject, {CloudKind::Embeddings, 0, 0}, wanted_);
        QCOMPARE(embeddings->points.size(), static_cast<size_t>(network.inputDim));
        compare(*embeddings, static_cast<size_t>(second.tokens[0]),
                inspector.read(inspector.program().embedded).data());
        const auto positions = vectorCloud(subject, {CloudKind::Positions, 0, 0}, wanted_);
        QCOMPARE(positions->vectors, positionalEncoding(T, network.modelDim));
    }

    void paddingIsLeftOut() {
        Subject subject = subjectOf("text-demo");
        const auto cloud = vectorCloud(subject, {CloudKind::Hidden, 0, 0}, wanted_);
        QVERIFY(cloud && !cloud->points.empty());
        const Table& table = subject.data->validation;
        int64_t valid = 0;
        for (const int32_t length : table.lengths) valid += length;
        QCOMPARE(static_cast<int64_t>(cloud->points.size()), std::min<int64_t>(valid, mostCloudPoints));
        for (const CloudPoint& point : cloud->points)
            QCOMPARE(point.label, table.labels[static_cast<size_t>(point.example)]);
    }

    void membersAreImagesOnce() {
        const Subject subject = subjectOf("anomaly-shapes");
        const auto cloud = vectorCloud(subject, {CloudKind::Members, 0, 0}, wanted_);
        const Table& table = subject.data->validation;
        QVERIFY(cloud && !cloud->points.empty());
        QVERIFY(cloud->points.size() <= static_cast<size_t>(table.rows));
        const int classes = 1 + *std::max_element(table.classes.begin(), table.classes.end());
        for (const CloudPoint& point : cloud->points) {
            QVERIFY(point.label >= 0 && point.label < classes);
            QVERIFY(point.correct >= 0 && point.token < 0);
        }
    }

    void theTimelineMovesThePointsAndNotThePlane() {
        const Subject first = subjectOf("reverse", 5), last = subjectOf("reverse", 6);
        const CloudQuestion question{CloudKind::Hidden, 1, 0};
        const auto own = whereThingsLie(last, last.parameters, question, wanted_);
        const auto moved = whereThingsLie(first, last.parameters, question, wanted_);
        QVERIFY(own && own->ownAxes && moved && !moved->ownAxes);
        QCOMPARE(moved->range, own->range);
        QCOMPARE(moved->variance, own->variance);
        QVERIFY(moved->at != own->at);
        const auto cloud = vectorCloud(last, question, wanted_);
        const PrincipalComponents plane = principalComponents(cloud->vectors, cloud->dim);
        QCOMPARE(moved->at, plane.project(moved->cloud.vectors));
        const auto alone = whereThingsLie(first, nullptr, question, wanted_);
        QVERIFY(alone->ownAxes && alone->range != own->range);
        const std::atomic<bool> interrupt{true};
        QVERIFY(!whereThingsLie(first, nullptr, question, interrupt));
    }

    void neighboursByAllDimensions() {
        VectorCloud cloud{.dim = 2};
        cloud.points.resize(4);
        cloud.vectors = {0, 0, 0, 3, 1, 1, -2, 0};
        QCOMPARE(nearestVectors(cloud, 0, 2), (std::vector<size_t>{2, 3}));
        QCOMPARE(nearestVectors(cloud, 1, 9), (std::vector<size_t>{2, 0, 3}));
    }

    void refusesWhatIsNotThere_data() {
        const Rows<QString, CloudKind, int, int, QString> row("preset", "kind", "layer", "head", "piece");
        row("members", "reverse", CloudKind::Members, 0, 0, "reads sets");
        row("embeddings", "anomaly-shapes", CloudKind::Embeddings, 0, 0, "reads tokens");
        row("positions", "anomaly-shapes", CloudKind::Positions, 0, 0, "positional encoding");
        row("hidden layer", "reverse", CloudKind::Hidden, 2, 0, "layer from 0 to 1, found 2");
        row("layer of heads", "reverse", CloudKind::QueriesAndKeys, 1, 0, "layer from 0 to 0, found 1");
        row("head", "reverse", CloudKind::QueriesAndKeys, 0, 1, "head from 0 to 0, found 1");
    }
    void refusesWhatIsNotThere() {
        QFETCH(const QString, preset);
        QFETCH(const CloudKind, kind);
        QFETCH(const int, layer);
        QFETCH(const int, head);
        QFETCH(const QString, piece);
        const Subject subject = subjectOf(preset.toStdString());
        VERIFY_SAYS(thrownMessage([&] {
                        static_cast<void>(vectorCloud(subject, {kind, layer, head}, wanted_));
                    }),
                    piece);
        VERIFY_SAYS(thrownMessage([] { static_cast<void>(cloudKindNamed("colour")); }), "queries_keys");
    }
};

TEST_CLASS(TestVectorCloud, QCoreApplication)

}  // namespace test_vector_cloud
#include "test_vector_cloud.moc"
