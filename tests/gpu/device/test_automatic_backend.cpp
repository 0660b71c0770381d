// What "auto" chooses, and what it remembers.
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>

#include "gpu/device/automatic_backend.h"
#include "gpu/device/cache_file.h"
#include "model/files/error.h"
#include "model/native/native_session.h"
#include "runner.h"

using namespace attx;

namespace test_automatic_backend {

/// The processor under another name, so that one sees which was taken.
class Graphics final : public Backend {
public:
    std::unique_ptr<Session> compile(Program program, const SessionOptions& options) const override {
        if (full) throw inputError("it has no memory left");
        ++compiled;
        return NativeBackend().compile(std::move(program), options);
    }
    int64_t memoryBytes(const Program&, const SessionOptions&) const override { return 77; }
    mutable int compiled = 0;
    bool full = false;
};

class TestAutomaticBackend : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::shared_ptr<Graphics> graphics_;
    std::vector<std::string> said_;
    int timed_ = 0;
    bool opens_ = true;

    AutomaticBackend backend(double graphics, double processor, const std::string& names = "device 1.0") {
        return AutomaticBackend({.graphics = opening(),
                                 .processor = std::make_shared<NativeBackend>(),
                                 .names = names,
                                 .file = folder_.filePath(QStringLiteral("steps")).toStdString(),
                                 .explain = [this](const std::string& text) { said_.push_back(text); },
                                 .clock =
                                     [=, this](const Backend& which, const Program&, const SessionOptions&) {
                                         ++timed_;
                                         const double seconds =
                                             &which == graphics_.get() ? graphics : processor;
                                         if (seconds < 0) throw inputError("too large for it");
                                         return seconds;
                                     }});
    }
    std::function<std::shared_ptr<const Backend>()> opening() {
        return [this]() -> std::shared_ptr<const Backend> {
            if (!opens_) throw workError("it cannot be opened");
            return graphics_;
        };
    }
    static Program program(int length = 5) {
        const NetworkConfig network{.inputDim = 5, .numClasses = 5};
        return buildProgram(network, length);
    }

private Q_SLOTS:
    void init() {
        graphics_ = std::make_shared<Graphics>();
        said_.clear();
        timed_ = 0;
        opens_ = true;
        QFile::remove(folder_.filePath(QStringLiteral("steps")));
    }

    void theFasterOneIsTaken_data() {
        const Rows<double, double, bool, QString> row("graphics", "processor", "taken", "why");
        row("graphics", 0.001, 0.002, true, "takes 1 ms on it and 2 ms on the processor.");
        row("processor", 0.004, 0.002, false, "takes 2 ms on it and 4 ms on the graphics device.");
        row("refused", -1.0, 0.002, false, "refused: too large for it");
    }
    void theFasterOneIsTaken() {
        QFETCH(double, graphics);
        QFETCH(double, processor);
        QFETCH(bool, taken);
        QFETCH(QString, why);
        const AutomaticBackend automatic = backend(graphics, processor);
        QVERIFY(automatic.compile(program(), {}));
        QCOMPARE(graphics_->compiled, taken ? 1 : 0);
        QCOMPARE(said_.size(), size_t{1});
        QVERIFY2(QString::fromStdString(said_[0]).endsWith(why), said_[0].c_str());
        QCOMPARE(automatic.memoryBytes(program(), {}) == 77, taken);
    }

    void anAnswerIsKeptForTheNetworkTheDeviceAndTheDriver() {
        QVERIFY(backend(0.001, 0.002).compile(program(), {}));
        QCOMPARE(timed_, 2);
        QVERIFY(backend(0.009, 0.002).compile(program(), {}));  // not timed again
        QCOMPARE(timed_, 2);
        QCOMPARE(graphics_->compiled, 2);
        QVERIFY2(QString::fromStdString(said_[1]).endsWith(QStringLiteral("as timed before.")),
                 said_[1].c_str());
        QVERIFY(backend(0.009, 0.002).compile(program(6), {}));
        QVERIFY(backend(0.009, 0.002, "device 1.1").compile(program(), {}));
        QVERIFY(backend(0.009, 0.002).compile(program(), {.train = false}));
        QCOMPARE(timed_, 8);
        QCOMPARE(graphics_->compiled, 2);
    }

    void aDeviceThatIsFullTodayIsReplacedByTheProcessor() {
        QVERIFY(backend(0.001, 0.002).compile(program(), {}));
        graphics_->full = true;
        const AutomaticBackend automatic = backend(0.001, 0.002);
        QVERIFY(automatic.compile(program(), {})->device().starts_with("native"));
        QVERIFY(automatic.memoryBytes(program(), {}) != 77);
        QVERIFY2(said_.at(1).find("refused: it has no memory left") != std::string::npos, said_[1].c_str());
        graphics_->full = false;
        QVERIFY(backend(0.001, 0.002).compile(program(), {}));
        QCOMPARE(graphics_->compiled, 2);
        QCOMPARE(timed_, 2);
    }

    void aDeviceThatCannotBeOpenedIsReplacedByTheProcessor() {
        opens_ = false;
        const AutomaticBackend automatic = backend(0.001, 0.002);
        QCOMPARE(automatic.memoryBytes(program(), {}), NativeBackend().memoryBytes(program(), {}));
        QVERIFY(automatic.compile(program(), {})->device().starts_with("native"));
        QVERIFY2(said_.at(0).find("refused: it cannot be opened") != std::string::npos, said_[0].c_str());
        opens_ = true;
        QVERIFY(backend(0.001, 0.002).compile(program(), {}));
        opens_ = false;  // also where it was faster before
        QVERIFY(backend(0.001, 0.002).compile(program(), {})->device().starts_with("native"));
        QVERIFY2(said_.at(2).find("refused: it cannot be opened") != std::string::npos, said_[2].c_str());
        QCOMPARE(graphics_->compiled, 1);
    }

    void whatIsTimedCanBeAnotherBackend() {  // without the profile of the one that works
        const auto timed = std::make_shared<Graphics>();
        bool trusted = true;
        std::vector<const Backend*> clocked;
        AutomaticBackend::Choices choices{
            .graphics = opening(),
            .processor = std::make_shared<NativeBackend>(),
            .timed = [&]() -> std::shared_ptr<const Backend> {
                if (!trusted) throw workError("it computes a small product wrongly");
                return timed;
            },
            .explain = [this](const std::string& text) { said_.push_back(text); },
            .clock =
                [&](const Backend& which, const Program&, const SessionOptions&) {
                    clocked.push_back(&which);
                    return &which == choices.processor.get() ? 2.0 : 1.0;
                }};
        QVERIFY(AutomaticBackend(choices).compile(program(), {}));
        QCOMPARE(clocked.size(), size_t{2});
        QCOMPARE(clocked[0], static_cast<const Backend*>(timed.get()));
        QCOMPARE(graphics_->compiled, 1);
        trusted = false;
        QVERIFY(AutomaticBackend(choices).compile(program(), {}));
        QCOMPARE(clocked.size(), size_t{2});
        QCOMPARE(graphics_->compiled, 1);
        QVERIFY2(said_.at(1).find("refused: it computes a small product wrongly") != std::string::npos,
                 said_[1].c_str());
    }

    void anInterruptedTrialIsNotKept() {
        std::atomic<bool> interrupt = true;
        QVERIFY(backend(0.001, 0.002).compile(program(), {.interrupt = &interrupt}));
        QVERIFY(said_.empty() && graphics_->compiled == 0);  // nor chosen by
        QVERIFY(backend(0.003, 0.002).compile(program(), {}));
        QCOMPARE(timed_, 4);
    }

    void everyKindOfNetworkIsTimed_data() {
        QTest::addColumn<int>("output");
        QTest::newRow("positions") << static_cast<int>(OutputKind::Positions);
        QTest::newRow("texts") << static_cast<int>(OutputKind::Pooled);
        QTest::newRow("sets") << static_cast<int>(OutputKind::Set);
    }
    void everyKindOfNetworkIsTimed() {  // by the clock itself
        QFETCH(int, output);
        NetworkConfig network{.output = static_cast<OutputKind>(output)};
        if (network.output == OutputKind::Set)
            network.input = InputKind::Features, network.positions = Positions::None;
        if (network.output != OutputKind::Positions) network.numClasses = 1;
        AutomaticBackend::Choices choices{
            .graphics = opening(),
            .processor = std::make_shared<NativeBackend>(),
            .explain = [this](const std::string& text) { said_.push_back(text); }};
        for (const bool train : {true, false}) {
            const SessionOptions options{.batch = 3, .train = train};
            QVERIFY(AutomaticBackend(choices).compile(buildProgram(network, 5), options));
        }
        QCOMPARE(said_.size(), size_t{2});
        for (const std::string& text : said_)
            QVERIFY2(text.find("chosen because a step takes") != std::string::npos, text.c_str());
    }
};

TEST_CLASS(TestAutomaticBackend, QCoreApplication)

}  // namespace test_automatic_backend
#include "test_automatic_backend.moc"
