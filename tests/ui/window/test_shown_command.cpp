// "Copy as command": the line says what the window shows, and the notice what no option says.
#include <QTemporaryDir>
#include <QtTest>

#include "model/network/ablation.h"
#include "model/network/program.h"
#include "runner.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/evaluate/figures_of_sets.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/network/pair_figure.h"
#include "ui/figures/network/places_figure.h"
#include "ui/figures/runs/parallel_figure.h"
#include "ui/figures/text/text_shading.h"
#include "ui/window/shown_command.h"

using namespace attx;

class TestShownCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        config_ = presetByName("reverse");
        config_.network.numHeads = 2;
        config_.network.numLayers = 2;
        config_.data.trainSize = 200;
        config_.data.validationSize = config_.data.testSize = 20;
        data_ = std::make_shared<const DataSet>(makeData(config_.data));
        model_ = std::make_unique<RunModel>();
        model_->showNetwork(config_,
                            std::make_shared<const std::vector<float>>(
                                initialParameters(buildProgram(config_.network, 16), 1)),
                            data_);
        grid_ = attentionFigure(config_.network, model_->inspection());
        QCOMPARE(grid_.name(), QStringLiteral("attention"));
    }

    void whatIsShownIsSaid() {
        const QString run = folder_.path();
        model_->chooseRow(0);
        QCOMPARE(shownCommand(*model_, grid_, run).line,
                 "attention-explorer render " + run + " --figure attention --out attention.png");
        QCOMPARE(shownCommand(*model_, grid_, run, {"--mm", "85", "--color-map", "grey", "--out", "/x/a.pdf"},
                              QStringLiteral("/opt/attention explorer"))
                     .line,
                 "'/opt/attention explorer' render " + run +
                     " --figure attention --mm 85 --color-map grey --out /x/a.pdf");
        model_->chooseRow(7);
        Ablation ablation{gatesWithout(config_.network, {{0, 1}, {1, 0}}), {3}};
        model_->shown().setAblation(ablation);
        model_->setFirstQueryBelow(true);
        grid_.scale.map = ColorMap::Grey;
        grid_.scale.mode = ScaleMode::Fixed;
        const ShownCommand fixed = shownCommand(*model_, grid_, run);
        QCOMPARE(fixed.line,
                 "attention-explorer render " + run +
                     " --figure attention --sample 7 --ablate 0.1,1.0 --color-map grey --range 0:1 "
                     "--first-query below --out attention.png");
        QCOMPARE(fixed.unsaid, QStringList{"the masked tokens"});
        grid_.scale.mode = ScaleMode::PerMap;
        QVERIFY(shownCommand(*model_, grid_, run).unsaid.contains("the scale of the colours (per map)"));
    }

    void oneHead() {
        model_->chooseRow(0);
        const HeatMapFigure head = headFigure(config_.network, model_->inspection(), 1, 0);
        QVERIFY(shownCommand(*model_, head, folder_.path())
                    .line.contains("--figure attention-head --layer 1 --head 0 --out attention-head.png"));
    }

    void aSequenceOfOnesOwn() {
        model_->shown().chooseSample(sampleOf({3, 1, 2}));
        QVERIFY(shownCommand(*model_, grid_, folder_.path()).line.contains("--tokens '3 1 2'"));
        model_->shown().chooseSample(sampleOf(config_, *data_, {SampleSource::Test, 4}));
        const ShownCommand ofTest = shownCommand(*model_, grid_, folder_.path());
        QVERIFY(ofTest.line.contains("--tokens '"));
        QVERIFY(ofTest.unsaid.constFirst().contains("test data"));
    }

    void aSnapshotIsAFile() {
        const Snapshot snapshot{.step = 12};
        model_->shown().chooseSnapshot(snapshot);
        const QString file = QString::fromStdString(snapshotPath(folder_.path().toStdString(), snapshot));
        QVERIFY(shownCommand(*model_, grid_, folder_.path()).line.contains("render " + file + " --figure"));
        CurveFigure loss;  // of the run, not of one moment
        loss.setName(QStringLiteral("loss"));
        const ShownCommand curves = shownCommand(*model_, loss, folder_.path());
        QVERIFY(curves.line.contains("render " + folder_.path() + " --figure loss --out loss.png"));
        QVERIFY(!curves.line.contains("--sample") && !curves.line.contains("--ablate"));
        QCOMPARE(curves.unsaid, QStringList{"the mark at the snapshot's step"});
        loss.smoothing = 0.5;
        loss.panels.emplace_back().logX = true;
        const QStringList left = shownCommand(*model_, loss, folder_.path()).unsaid;
        QVERIFY(left.contains("the smoothing") && left.contains("the logarithmic axes"));
    }

    void anotherProgramsFileGetsItsAnswers() {
        const QString line = shownCommand(*model_, grid_, folder_.filePath("net of mine.pt")).line;
        QVERIFY2(line.contains("net of mine.pt' --figure attention --set network.num_heads=2 --set "
                               "network.output=positions --set network.positional_encoding=true "),
                 qPrintable(line));
        QVERIFY2(!line.contains("norm_first") && !line.contains("causal") && !line.contains("activation"),
                 qPrintable(line));  // as assumed where nothing says it
        RunConfig other = config_;
        other.network.normFirst = other.network.causal = true;
        other.network.activation = Activation::Gelu;
        other.network.positions = Positions::None;
        model_->showNetwork(other,
                            std::make_shared<const std::vector<float>>(
                                initialParameters(buildProgram(other.network, other.data.length), 1)),
                            nullptr);
        const QString answered = shownCommand(*model_, grid_, folder_.filePath("net of mine.pt")).line;
        for (const char* said : {"network.positional_encoding=false", "network.norm_first=true",
                                 "network.causal=true", "network.activation=gelu"})
            QVERIFY2(answered.contains(QLatin1String("--set ") + QLatin1String(said)), qPrintable(answered));
    }

    void whatIsChosenOnThePageIsInTheLine() {
        const Places places{.question = {CloudKind::QueriesAndKeys, 1, 2}};
        const PairDetail pair{.pair = {0, 1, 3, 4}};
        const TextShading shading{.shade = TextShade::FirstMethod};
        const std::pair<std::unique_ptr<Figure>, QString> shown[] = {
            {placesFigure(places, PlaceColor::Position, {}).clone(),
             "--figure places --vectors queries_keys --layer 1 --head 2 --color position"},
            {pairFigure(pair, {}).clone(), "--figure pair --layer 0 --head 1 --query 3 --key 4"},
            {setLinksFigure({}, 1, 3, {}).clone(), "--figure set-links --layer 1 --head 3"},
            {textFigure({}, {}, nullptr, shading).clone(), "--figure text --shade input_x_gradient"},
            {textFigure({}, {}, nullptr, {TextShade::Attention, 1, 0, -1}).clone(),
             "--figure text --shade attention --layer 1 --head 0"}};
        for (const auto& [figure, words] : shown) {
            const ShownCommand command = shownCommand(*model_, *figure, folder_.path());
            QVERIFY2(command.line.contains(words), qPrintable(command.line));
        }
        const ShownCommand asking = shownCommand(
            *model_,
            [&] {
                TextFigure text = textFigure({}, {}, nullptr, {});
                text.chosen = 2;
                return text;
            }(),
            folder_.path());
        QVERIFY(asking.unsaid.join(';').contains("the word that asks"));
    }

    /// The page leaves the identity out unless it is asked to keep it.
    void relevanceIsThatOfThePage() {
        ExplainQuestion question;
        question.options.methods = {ExplainMethod::Relevance, ExplainMethod::Rollout};
        question.options.relevanceWithoutIdentity = true;
        model_->shown().wantExplanation(question);
        grid_.setName(QStringLiteral("explanations"));
        const ShownCommand command = shownCommand(*model_, grid_, folder_.path());
        QVERIFY2(command.line.contains("--explain relevance --explain rollout --without-identity"),
                 qPrintable(command.line));
        QVERIFY2(!command.unsaid.join(';').contains("options"), qPrintable(command.unsaid.join(';')));
        question.options.methods = {ExplainMethod::Rollout};
        model_->shown().wantExplanation(question);
        QVERIFY(!shownCommand(*model_, grid_, folder_.path()).line.contains("identity"));
        question.options.firstLayer = 1;
        question.options.rollout = {0.25, HeadFusion::Max};
        question.options.part = GradientPart::Signed;
        model_->shown().wantExplanation(question);
        const QString rollout = shownCommand(*model_, grid_, folder_.path()).line;
        QVERIFY2(rollout.contains("--explain rollout --layers 1:1 --residual 0.25 --fuse max --out"),
                 qPrintable(rollout));
        question.options.methods = {ExplainMethod::AttentionXGradient};
        question.options.firstLayer = 0;
        model_->shown().wantExplanation(question);
        const QString product = shownCommand(*model_, grid_, folder_.path()).line;
        QVERIFY2(product.contains("--explain attention_x_gradient --signed --out"), qPrintable(product));
    }

    void figuresOfRunsAreOfTheirFolder() {
        ParallelFigure lines;
        lines.setName(QStringLiteral("parallel-coordinates"));
        const ShownCommand command = shownCommand(*model_, lines, QStringLiteral("/runs"));
        QCOMPARE(command.line, QStringLiteral("attention-explorer render /runs --figure parallel-coordinates "
                                              "--out parallel-coordinates.png"));
        QVERIFY(command.unsaid.join(';').contains("which runs"));
    }

    void sortedHeadsAreSaid() {
        QVERIFY(!shownCommand(*model_, grid_, folder_.path())
                     .unsaid.contains("the choice and order of the heads"));
        std::swap(grid_.maps.front(), grid_.maps.back());
        QVERIFY(shownCommand(*model_, grid_, folder_.path())
                    .unsaid.contains("the choice and order of the heads"));
    }

    void headsThroughTrainingHaveTheirQuantity() {
        CurveFigure heads;
        heads.setName(QStringLiteral("heads-same-token"));
        heads.setChoice({QStringLiteral("--measure"), QStringLiteral("same_token")});
        const QString line = shownCommand(*model_, heads, folder_.path()).line;
        QVERIFY2(line.contains("--figure heads --measure same_token"), qPrintable(line));
    }

    void whatNoCommandDraws() {
        grid_.setName(QStringLiteral("attention-difference"));
        QVERIFY(shownCommand(*model_, grid_, folder_.path()).line.isEmpty());
    }

private:
    QTemporaryDir folder_;
    RunConfig config_;
    std::shared_ptr<const DataSet> data_;
    std::unique_ptr<RunModel> model_;
    HeatMapGridFigure grid_;
};

TEST_CLASS(TestShownCommand, QApplication)
#include "test_shown_command.moc"
