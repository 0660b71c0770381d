// Activation patching: which two classes are compared, and what bringing an activation back gives.
#include <QtTest>
#include <cmath>

#include "model/heads/patching.h"
#include "model/network/program.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_patching {

NetworkConfig smallNetwork() { return with(NetworkConfig(), "num_heads=2 num_layers=2"); }

class TestPatching : public QObject {
    Q_OBJECT
    const NetworkConfig network_ = smallNetwork();
    Inspector inspector_{network_};
    const Sample corrupted_ = sampleOf({1, 2, 3, 4}), clean_ = sampleOf({1, 2, 9, 4});

    /// Logits [K] at `position`.
    [[nodiscard]] std::vector<float> logitsAt(const Sample& sample, int position) {
        const std::vector<float> all = inspector_.inspect(sample).logits;
        const auto K = static_cast<ptrdiff_t>(network_.numClasses);
        return {all.begin() + position * K, all.begin() + (position + 1) * K};
    }
    [[nodiscard]] static int largest(const std::vector<float>& logits) {
        return static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    }

private Q_SLOTS:
    void initTestCase() {
        inspector_.setParameters(
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network_, 4), 3)));
    }

    void theMetricIsTheDifferenceOfTwoLogits() {
        for (int position = 0; position < 4; ++position) {
            const std::vector<float> clean = logitsAt(clean_, position),
                                     corrupted = logitsAt(corrupted_, position);
            const int first = largest(clean), usual = largest(corrupted);
            const auto check = [&](const Patching& found, int second) {
                QCOMPARE(found.cleanClass, first);
                QCOMPARE(found.secondClass, second);
                const auto a = static_cast<size_t>(first), b = static_cast<size_t>(second);
                QVERIFY(std::abs(found.clean - (clean[a] - clean[b])) < 1e-6F);
                QVERIFY(std::abs(found.corrupted - (corrupted[a] - corrupted[b])) < 1e-6F);
            };
            check(patchActivations(inspector_, corrupted_, clean_, {.position = position}),
                  usual != first ? usual : (first + 1) % network_.numClasses);
            for (int second = 0; second < network_.numClasses; ++second)
                if (second != first)
                    check(patchActivations(inspector_, corrupted_, clean_,
                                           {.position = position, .secondClass = second}),
                          second);
            VERIFY_SAYS(thrownMessage([&] {
                            (void)patchActivations(inspector_, corrupted_, clean_,
                                                   {.position = position, .secondClass = first});
                        }),
                        "is the one predicted for the clean input");
        }
        VERIFY_SAYS(thrownMessage(
                        [&] { (void)patchActivations(inspector_, corrupted_, clean_, {.secondClass = 10}); }),
                    "expected 0 to 9");
    }

    void whatDiffersBringsTheAnswerBack() {
        const Patching found = patchActivations(inspector_, corrupted_, clean_, {.position = 1});
        QCOMPARE(found.positions.size(), size_t{3 * 4});
        // The inputs differ at position 2: its first vector is all that there is, and the others are the
        // same.
        QVERIFY(std::abs(found.positions[2] - 1) < 1e-4F);
        for (const size_t same : {0, 1, 3}) QVERIFY(std::abs(found.positions[same]) < 1e-4F);
        // What leaves the last layer at position 1 is the answer there.
        QVERIFY(std::abs(found.positions[2 * 4 + 1] - 1) < 1e-4F);
        for (const size_t other : {0, 2, 3}) QVERIFY(std::abs(found.positions[2 * 4 + other]) < 1e-4F);
    }
};

TEST_CLASS(TestPatching, NoApplication)

}  // namespace test_patching
#include "test_patching.moc"
