// The command line's parser: what it takes, and what it says about what it does not take.
#include <QTest>

#include "app/options/arguments.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_arguments {

const CommandSpec spec{"train",
                       "RUN",
                       "Trains.",
                       {{"--epochs", "N", "Epochs."},
                        {"--scale", "S", "Scale.", false, "--size-factor"},
                        {"--seed", "N", "Seed."},
                        {"--set", "KEY=VALUE", "Sets.", true},
                        {"--json", nullptr, "JSON."}}};

Arguments parse(const std::vector<std::string>& words) { return {spec, words}; }

class TestArguments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesOptions() {
        const Arguments a = parse({"--epochs", "3", "run", "--set", "a=1", "--set=b=2", "--json"});
        QCOMPARE(a.positional(), std::string("run"));
        QCOMPARE(a.integer("--epochs", 1, 10), std::optional<int64_t>(3));
        QCOMPARE(a.all("--set"), (std::vector<std::string>{"a=1", "b=2"}));
        QVERIFY(a.has("--json"));
        QVERIFY(!a.has("--seed"));
        QVERIFY(!a.wantsHelp());
    }
    void takesNegativeValues() { QCOMPARE(parse({"run", "--set", "-x"}).text("--set"), "-x"); }
    void endsOptions() { QCOMPARE(parse({"--", "--epochs"}).positional(), std::string("--epochs")); }
    void helpNeedsNothingElse() { QVERIFY(parse({"--help"}).wantsHelp()); }
    void anEarlierNameIsUnderstoodButNotListed() {
        const Arguments a = parse({"run", "--size-factor", "2"});
        QCOMPARE(a.number("--scale", 0, 10), std::optional<double>(2));
        VERIFY_SAYS(thrownMessage([] {
                        (void)parse({"run", "--size-factor", "2", "--scale=3"});
                    }),
                    QString("Option --scale stands twice"));
        QVERIFY(!QString::fromStdString(helpText(spec)).contains("--size-factor"));
    }
    void largestSeed() {
        QCOMPARE(parse({"run", "--seed", "18446744073709551615"}).seed("--seed"),
                 std::optional<uint64_t>(UINT64_MAX));
    }

    void refuses_data() {
        const Rows<QStringList, QString> row("words", "says");
        row("unknown", {"run", "--epoch", "3"}, "Did you mean --epochs?");
        row("far from any", {"run", "--zzzzzzzz"}, "Unknown option");
        row("no value", {"run", "--epochs"}, "--epochs expects a value (N)");
        row("twice", {"run", "--epochs", "1", "--epochs", "2"}, "stands twice");
        row("switch with value", {"run", "--json=1"}, "takes no value");
        row("none", {}, "expects RUN");
        row("second", {"run", "walk"}, "found a second: \"walk\"");
    }
    void refuses() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        std::vector<std::string> given;
        for (const QString& word : words) given.push_back(word.toStdString());
        VERIFY_SAYS(thrownMessage([&] { (void)parse(given); }), says);
    }

    void refusesNumbers_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"0", "11", "1.5", "1e3", "", " 3", "3 ", "three", "99999999999999999999"})
            QTest::newRow(text) << text;
    }
    void refusesNumbers() {
        QFETCH(QString, text);
        const Arguments a = parse({"run", "--epochs", text.toStdString()});
        VERIFY_SAYS(thrownMessage([&] { (void)a.integer("--epochs", 1, 10); }),
                    "expected a whole number from 1 to 10");
    }
    void refusesFractions() {
        for (const char* text : {"nan", "inf", "0.01", "17", "x"}) {
            const Arguments a = parse({"run", "--scale", text});
            VERIFY_SAYS(thrownMessage([&] { (void)a.number("--scale", 0.1, 16); }),
                        "expected a number from 0.1 to 16");
        }
    }
    void refusesNegativeSeed() {
        const Arguments a = parse({"run", "--seed", "-1"});
        VERIFY_SAYS(thrownMessage([&] { (void)a.seed("--seed"); }), "--seed");
    }
    void namesWhatIsRequired() {
        VERIFY_SAYS(thrownMessage([&] { (void)parse({"run"}).required("--epochs"); }), "needs --epochs");
    }

    void tokens() {
        QCOMPARE(parseTokens("0 7,6\t 4"), (std::vector<int32_t>{0, 7, 6, 4}));
        VERIFY_SAYS(thrownMessage([] { (void)parseTokens("0 x 4"); }), "Token 2");
        VERIFY_SAYS(thrownMessage([] { (void)parseTokens(" ,"); }), "Expected tokens");
        VERIFY_SAYS(thrownMessage([] { (void)parseTokens("99999999999"); }), "Token 1");
    }
    void sizes() {
        const PixelSize size = parseSize("800x600");
        QCOMPARE(size.width, 800);
        QCOMPARE(size.height, 600);
        for (const char* text : {"800", "x", "0x600", "800x-1", "800x600x3", "99999x1", "8 x6"})
            VERIFY_SAYS(thrownMessage([&] { (void)parseSize(text); }), "WIDTHxHEIGHT");
    }
    void helpNamesEverything() {
        const QString help = QString::fromStdString(helpText(spec));
        for (const OptionSpec& option : spec.options) QVERIFY(help.contains(QLatin1String(option.name)));
    }
};

TEST_CLASS(TestArguments, QCoreApplication)

}  // namespace test_arguments
#include "test_arguments.moc"
