// The page of texts: own text is answered as it is typed, shades follow the choice, words show their
// strongest keys, mistakes are listed, and every parameter is accounted for.
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <numeric>

#include "model/data/text_data.h"
#include "model/files/files.h"
#include "model/run/trainer.h"
#include "model/text/tokenizer_folder.h"
#include "runner.h"
#include "settings.h"
#include "ui/asked.h"
#include "ui/controls/sequence_edit.h"
#include "ui/figures/network/parameter_figure.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/sample_bar.h"
#include "ui/pages/text/text_page.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/text_view.h"
#include "ui/views/token_strip.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestTextPage : public QObject {
    Q_OBJECT
    RunConfig config_ = presetByName("text-demo");
    std::shared_ptr<const DataSet> data_;
    std::shared_ptr<const std::vector<float>> trained_;
    std::unique_ptr<RunModel> model_;
    std::unique_ptr<Looks> looks_;
    std::unique_ptr<TextPage> page_;

    void type(const char* text) { page_->ownText()->setPlainText(QString::fromUtf8(text)); }
    [[nodiscard]] const TextFigure& figure() const { return page_->view()->figure(); }
    [[nodiscard]] float sum() const {
        return std::accumulate(figure().values.begin(), figure().values.end(), 0.0f);
    }
    [[nodiscard]] QComboBox* shadeBox() const { return named<QComboBox>(*page_, "Shading"); }
    [[nodiscard]] QComboBox* headBox() const { return named<QComboBox>(*page_, "Head"); }
    [[nodiscard]] QTableWidget* strongestKeyTable() const {
        return named<QTableWidget>(*page_, "Strongest keys");
    }

private Q_SLOTS:
    void initTestCase() {
        data_ = std::make_shared<const DataSet>(makeTextData(config_.data));
        const RunConfig training = with(config_, "training.target_accuracy=0.99");
        NativeBackend backend;
        Trainer trainer(backend, training, data_);
        while (!trainer.advance(std::chrono::seconds(1)).result) continue;
        trained_ = std::make_shared<const std::vector<float>>(trainer.bestParameters());
    }
    void init() {
        model_ = std::make_unique<RunModel>();
        looks_ = std::make_unique<Looks>(*model_, Looks::Answered::AtOnce);
        page_ = std::make_unique<TextPage>(*model_);
        page_->resize(980, 640);
        page_->show();
        model_->showNetwork(config_, trained_, data_);
    }
    void cleanup() { page_.reset(); }

    /// The text has most of the page, and the controls one row, in narrow windows two.
    void theTextHasMostOfThePage() {
        for (const QSize size : {QSize(608, 400), QSize(1040, 640), QSize(1600, 900)}) {
            page_->resize(size);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            const double share = static_cast<double>(page_->view()->width()) * page_->view()->height() /
                                 (page_->width() * page_->height());
            QVERIFY2(share >= (size.width() < 1000 ? 0.3 : 0.5), qPrintable(QString::number(share)));
            const auto* tabs = page_->findChild<QTabBar*>();
            QVERIFY(tabs->tabRect(tabs->count() - 1).right() < tabs->width());  // all are named
            const int first = shadeBox()->mapTo(page_.get(), QPoint()).y(),
                      last = headBox()->mapTo(page_.get(), QPoint()).y();
            QVERIFY2(last - first < headBox()->height() * (size.width() < 700 ? 2 : 1),
                     qPrintable(QString::number(last)));
        }
    }

    void theReviewIsShownAsItWasWritten() {
        QCOMPARE(figure().text, QString::fromStdString(data_->validation.texts[0]));
        QVERIFY(figure().title().contains("Generated"));
        QCOMPARE(figure().tokens.size(), model_->sample().tokens.size());
        QVERIFY2(figure().verdict.contains("right") || figure().verdict.contains("wrong"),
                 qPrintable(figure().verdict));
        for (size_t i = 0; i < figure().tokens.size(); ++i) {
            const QString written = figure().text.mid(figure().tokens[i].begin,
                                                      figure().tokens[i].end - figure().tokens[i].begin);
            QCOMPARE(wordsOf(written.toStdString()).front().word,
                     figure().words.at(static_cast<qsizetype>(i)).toStdString());
        }
        model_->chooseRow(7);
        QCOMPARE(figure().text, QString::fromStdString(data_->validation.texts[7]));
    }

    /// Of a published network: its tokens with what the tokenizer adds, pairs, and pieces joined to words.
    void publishedNetworksReadByTheirTokenizer() {
        const QTemporaryDir folder;
        writeFileAtomically(folder.filePath("vocab.txt").toStdString(),
                            "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nplay\n##ing\nwe\n.\n");
        const DataNames names{
            {"bad", "good"},
            Vocabulary(std::make_shared<const Tokenizer>(openTokenizer(folder.path().toStdString())))};
        const RunConfig config =
            with(config_, "network.input_dim=9 data.vocabulary=9 network.token_types=2 data.length=12");
        const auto parameters = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config.network, config.data.length), 3));
        model_->showNetwork(config, parameters, nullptr, names);
        QVERIFY(!model_->sample().text.empty());  // something to look at before anything is typed
        type("Playing we.");
        QCOMPARE(model_->sample().tokens, (std::vector<int32_t>{2, 5, 6, 7, 8, 3}));
        QCOMPARE(figure().text, QString("[CLS] Playing we. [SEP]"));
        QCOMPARE(figure().words, (QStringList{"[CLS]", "play", "##ing", "we", ".", "[SEP]"}));
        const std::vector<float> pieces = figure().values;
        const qreal piece = page_->view()->rectOfToken(1).width();
        named<QCheckBox>(*page_, "By word")->setChecked(true);
        QCOMPARE(figure().words, (QStringList{"[CLS]", "Playing", "we", ".", "[SEP]"}));
        QCOMPARE(figure().values.size(), size_t{5});
        QCOMPARE(figure().values[1], pieces[1] + pieces[2]);
        QVERIFY(page_->view()->rectOfToken(1).width() > piece + 10);
        page_->view()->setChosen(1);
        Q_EMIT page_->view()->tokenChosen(1);
        // Row 1 and 2 of the mean map, to each of the keys.
        const Inspection& inspection = model_->inspection();
        const std::vector<float> map = attentionOf(inspection, 0, -1);
        for (const auto& [word, token] : {std::pair<size_t, size_t>{0, 0}, {2, 3}, {4, 5}})
            QVERIFY(std::abs(figure().values[word] - (map[6 + token] + map[12 + token]) / 2) < 1e-6F);
        QVERIFY(std::abs(std::accumulate(figure().values.begin(), figure().values.end(), 0.0F) - 1) < 1e-5F);
        named<QCheckBox>(*page_, "By word")->setChecked(false);
        named<QLineEdit>(*page_, "Second text")->setText("we");
        QCOMPARE(model_->sample().tokens, (std::vector<int32_t>{2, 5, 6, 7, 8, 3, 7, 3}));
        QCOMPARE(model_->sample().types, (std::vector<int32_t>{0, 0, 0, 0, 0, 0, 1, 1}));
        QCOMPARE(figure().text, QString("[CLS] Playing we. [SEP] we [SEP]"));
        named<QLineEdit>(*page_, "Second text")->clear();
        QVERIFY(!page_->mistakes().button()->isEnabled());  // there are no data
    }

    void arrowsLeadToOtherTexts() {
        QCOMPARE(model_->sampleRow(), 0);
        QTest::keyClick(page_->view()->widget(), Qt::Key_Up);
        QCOMPARE(model_->sampleRow(), 1);
        QTest::keyClick(page_->view()->widget(), Qt::Key_Down);
        QCOMPARE(model_->sampleRow(), 0);
    }

    void aTextThatWasTypedIsPaleBesideAnother() {
        type("The film was great.");
        QVERIFY(page_->ownText()->extraSelections().isEmpty());
        model_->chooseRow(3);
        QCOMPARE(page_->ownText()->toPlainText(), QStringLiteral("The film was great."));
        QCOMPARE(page_->ownText()->extraSelections().size(), 1);
        page_->view()->widget()->setFocus();
        QTest::mouseClick(page_->ownText()->viewport(), Qt::LeftButton);
        QFocusEvent clicked(QEvent::FocusIn, Qt::MouseFocusReason);  // no window manager gives it
        QCoreApplication::sendEvent(page_->ownText(), &clicked);
        QCOMPARE(figure().text, QStringLiteral("The film was great."));
        QVERIFY(page_->ownText()->extraSelections().isEmpty());
    }

    void ownTextIsAnsweredAsItIsTyped() {
        type("The film was great.");
        QVERIFY2(figure().verdict.startsWith("positive, "), qPrintable(figure().verdict));
        QCOMPARE(figure().text, QString("The film was great."));
        type("The film was not great, Zorro!");
        QVERIFY2(figure().verdict.startsWith("negative, "), qPrintable(figure().verdict));
        QVERIFY2(figure().verdict.contains("1 unknown"), qPrintable(figure().verdict));
        QVERIFY(!figure().tokens.back().known);
        type("Zorro xyzzy");
        QVERIFY2(figure().verdict.contains("no word is known"), qPrintable(figure().verdict));
        type("");
        QCOMPARE(figure().tokens.size(), size_t{0});
        QVERIFY2(figure().verdict.contains("no word to read"), qPrintable(figure().verdict));
        type(QByteArray("dull ").repeated(300'000).constData());  // 1.5 MB
        QCOMPARE(figure().tokens.size(), static_cast<size_t>(config_.data.length));
        QVERIFY(figure().text.size() < 5000);
        QVERIFY2(figure().verdict.contains("the rest is not read"), qPrintable(figure().verdict));
        model_->chooseRow(3);
        QCOMPARE(figure().text, QString::fromStdString(data_->validation.texts[3]));
    }

    void otherPagesNameWords() {
        AttentionPage attention(*model_);
        attention.resize(980, 640);
        attention.show();
        type("The film was not great, Zorro!");
        const QStringList words{"the", "film", "was", "not", "great", "[zorro]"};
        SampleBar* bar = attention.findChild<SampleBar*>();
        QVERIFY(bar);
        const auto says = [bar](const char* what) {
            const QList<QLabel*> labels = bar->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [what](const QLabel* label) { return label->text().contains(what); });
        };
        QVERIFY(says("1 unknown") && !says("the rest is not read"));
        QCOMPARE(attention.gridView()->figure().maps.at(0).xTickLabels, words);
        QCOMPARE(bar->sequenceEdit()->line()->text(), QStringLiteral("The film was not great, Zorro!"));
        QCOMPARE(bar->tokenStrip()->score(), QString());  // nobody said what is right
        bar->sequenceEdit()->line()->setText({});
        QTest::keyClicks(bar->sequenceEdit()->line(), QStringLiteral("A dull film."));
        QCOMPARE(model_->sample().tokens, data_->names.vocabulary.idsOf("A dull film.", 64));
        QCOMPARE(bar->sequenceEdit()->line()->text(), QStringLiteral("A dull film."));
        QVERIFY(bar->tokenStrip()->accessibleDescription().contains(QStringLiteral("Prediction negative")));
        model_->chooseRow(0);
        QVERIFY(QStringList({"right", "wrong"}).contains(bar->tokenStrip()->score()));
    }

    void shadesFollowTheChoice() {
        type("The music was hardly boring.");
        QVERIFY(std::abs(sum() - 1) < 1e-4f);  // attention from all words on average
        const std::vector<float> mean = figure().values;
        page_->view()->setChosen(4);
        Q_EMIT page_->view()->tokenChosen(4);
        QVERIFY(figure().values != mean);
        QVERIFY(std::abs(sum() - 1) < 1e-4f);
        shadeBox()->setCurrentIndex(static_cast<int>(TextShade::Argmax));
        QVERIFY(std::abs(sum() - static_cast<float>(config_.network.modelDim)) < 1e-3f);
        QCOMPARE(figure().scale().low, 0.0F);  // twice the shade is twice the features
        shadeBox()->setCurrentIndex(static_cast<int>(TextShade::Relevance));
        QCOMPARE(figure().values.size(), size_t{5});
        QVERIFY(sum() > 0);
        shadeBox()->setCurrentIndex(static_cast<int>(TextShade::Contribution));
        QVERIFY(figure().diverging);
        // With the bias they are the logit of the predicted class.
        const float bias = trained_->back(), logit = model_->inspection().logits.front();
        const float sign = logit > 0 ? 1.0f : -1.0f;
        QVERIFY(std::abs(sum() + sign * bias - sign * logit) < 1e-3f * (1 + std::abs(logit)));
        const auto first = static_cast<int>(TextShade::FirstMethod);
        for (size_t i = 0; i < shadingMethods().size(); ++i) {
            shadeBox()->setCurrentIndex(first + static_cast<int>(i));
            QCOMPARE(figure().values.size(), size_t{5});
            QVERIFY(figure().valueLabel.startsWith(QString::fromUtf8(shadingMethods()[i].title)));
            QCOMPARE(figure().diverging, shadingMethods()[i].shape == ExplainShape::Scores);
        }
        page_->hide();
        QVERIFY(page_->goBack());
    }

    void hoveringShowsTheStrongestKeys() {
        type("The music was hardly boring.");
        QSignalSpy read(page_.get(), &Page::readout);
        QTest::mouseMove(page_->view()->widget(), page_->view()->rectOfToken(4).center().toPoint());
        QTRY_VERIFY(strongestKeyTable()->rowCount() > 0);
        QCOMPARE(strongestKeyTable()->rowCount(), 5);
        QVERIFY(read.back().at(0).toString().startsWith("boring → "));
        QCOMPARE(figure().strongestKeys.size(), size_t{5});
        for (int row = 1; row < 5; ++row)
            QVERIFY(strongestKeyTable()->item(row - 1, 1)->text().toDouble() >=
                    strongestKeyTable()->item(row, 1)->text().toDouble());
        QTest::mouseClick(page_->view()->widget(), Qt::LeftButton, {},
                          page_->view()->rectOfToken(4).center().toPoint());
        QVERIFY(figure().valueLabel.contains("boring"));
        QVERIFY(page_->goBack());
        QVERIFY(!page_->goBack());
    }

    void paddingThatTheNetworkSeesIsShown() {
        const RunConfig open = with(config_, "network.mask_padding=false");
        model_->showNetwork(open, trained_, data_);
        type("The music was boring.");
        QCOMPARE(figure().padding, open.data.length - 4);
        QCOMPARE(figure().values.size(), size_t{5});
        QVERIFY(std::abs(sum() - 1) < 1e-4f);
    }

    void mapsShowThePaddingWhenAsked() {
        const RunConfig open = with(config_, "network.mask_padding=false");
        AttentionPage attention(*model_);
        ExplainPage explanations(*model_);
        for (QWidget* page : std::initializer_list<QWidget*>{&attention, &explanations}) page->show();
        model_->showNetwork(open, trained_, data_);
        type("The music was boring.");

        const auto map = [](const HeatMapView* view) { return view->figure().maps.at(0); };
        const int length = open.data.length;
        const std::vector<float>& weights = model_->inspection().attention[0];
        QCOMPARE(map(attention.gridView()).rows, 4);
        QCOMPARE(map(attention.gridView()).xTickLabels, (QStringList{"the", "music", "was", "boring"}));
        for (int query = 0; query < 4; ++query)
            for (int key = 0; key < 4; ++key)
                QCOMPARE(map(attention.gridView()).at(query, key),
                         weights[static_cast<size_t>(query * length + key)]);
        QCOMPARE(map(explanations.view()).cols, 4);
        auto* box = attention.findChild<SampleBar*>()->findChild<QCheckBox*>();
        QVERIFY(box && box->isVisible());
        QVERIFY2(box->text().startsWith(QString::number(length - 4)), qPrintable(box->text()));
        box->click();
        QCOMPARE(map(attention.gridView()).rows, length);
        QCOMPARE(map(explanations.view()).cols, length);
        model_->showNetwork(config_, trained_, data_);  // which does not see the padding
        model_->chooseRow(0);
        QVERIFY(!box->isVisible());
    }

    void mistakesAreListed() {
        Asked asked(page_->mistakes().search());
        page_->mistakes().button()->click();
        QCOMPARE(asked.count(), 1);
        asked.answer(0, {12, {}}, false);
        QCOMPARE(page_->mistakes().table()->rowCount(), 0);
        const auto says = [this](const QString& piece) {
            for (const QLabel* label : page_->findChildren<QLabel*>())
                if (label->text().contains(piece)) return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("12 of %1 texts").arg(model_->sampleCount())));
        asked.answer(0, {64, {{5, 0.01f}, {9, 0.2f}}});
        QCOMPARE(page_->mistakes().table()->rowCount(), 2);
        QCOMPARE(page_->mistakes().table()->item(0, 1)->text(), QString("1.0 %"));
        QCOMPARE(page_->mistakes().table()->item(0, 0)->text().toStdString(),
                 data_->names.classes[static_cast<size_t>(data_->validation.labels[5])]);
        page_->mistakes().table()->setCurrentCell(1, 0);
        QCOMPARE(model_->sampleRow(), int64_t{9});
        QVERIFY(!says(QStringLiteral("The network has changed since")));
        std::vector<float> gates(static_cast<size_t>(config_.network.numHeads), 1.0F);
        gates.front() = 0;
        model_->shown().setAblation({gates, {}});
        Q_EMIT model_->shown().inspectionChanged();
        QVERIFY(says(QStringLiteral("The network has changed since")));
        page_->mistakes().button()->click();
        QCOMPARE(asked.count(), 2);
        QCOMPARE(asked.study.askedWith().ablation.headGates, gates);
        model_->shown().setAblation({});
        page_->mistakes().button()->click();  // "Cancel"
        QVERIFY(!asked.study.isAsking() && !asked.study.answer());
    }

    void mistakesAreFoundByTheirProbability() {
        // Fresh weights are wrong about half of the texts.
        const auto fresh = initialParameters(buildProgram(config_.network, config_.data.length), 3);
        const SessionOptions options{.batch = 1, .train = false};
        const auto session =
            NativeBackend().compile(buildProgram(config_.network, config_.data.length), options);
        session->writeParameters(fresh);
        session->bind(data_->validation);
        const std::vector<int32_t> rows = evaluationRows(data_->validation, config_.data);
        int64_t done = 0;
        const auto found = findMistakes(*session, rows, [&](int64_t n) { done = n; });
        QVERIFY(found && found->size() > 100);
        QCOMPARE(done, data_->validation.rows);
        Inspector inspector(config_.network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(fresh));
        for (size_t i = 0; i < found->size(); i += 50) {
            const auto [row, truth] = (*found)[i];
            QVERIFY(truth <= 0.5f && (i == 0 || truth >= (*found)[i - 1].truth));
            const std::vector<float> shares = classProbabilities(
                inspector.inspect(sampleOf(config_, *data_, {SampleSource::Validation, row})).logits);
            const auto label = static_cast<size_t>(data_->validation.labels[static_cast<size_t>(row)]);
            QVERIFY(std::abs(shares[label] - truth) < 1e-4f);
        }
        std::atomic<bool> interrupt{true};
        QVERIFY(!findMistakes(*session, rows, {}, &interrupt));
    }

    void aComparedNetworkShadesTheSameWords() {
        Comparison comparison(model_->shown());
        Looks asked(comparison, Looks::Answered::AtOnce);
        page_->setComparison(comparison);
        QVERIFY(page_->secondView()->parentWidget()->isHidden());
        const auto other = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config_.network, config_.data.length), 99));
        comparison.open({QStringLiteral("other"), config_, other, data_->names});
        QVERIFY(page_->secondView()->isVisible() && page_->differenceView()->isVisible());
        QCOMPARE(page_->frames().size(), size_t{4});
        const auto compare = [&] {
            const std::vector<float>&a = figure().values, &b = page_->secondView()->figure().values,
                  &d = page_->differenceView()->figure().values;
            QVERIFY(!a.empty() && a != b);
            QCOMPARE(b.size(), a.size());
            QCOMPARE(d.size(), a.size());
            for (size_t i = 0; i < a.size(); ++i) QCOMPARE(d[i], b[i] - a[i]);
            const TextFigure::Scale ours = figure().scale(), theirs = page_->secondView()->figure().scale();
            QCOMPARE(ours.low, theirs.low);  // equal shades are equal numbers
            QCOMPARE(ours.high, theirs.high);
        };
        for (int shade = 0; shade < shadeBox()->count(); ++shade) {
            shadeBox()->setCurrentIndex(shade);
            if (needsExplanation(static_cast<TextShade>(shade))) QVERIFY(asked.last().explain);
            compare();
        }
        shadeBox()->setCurrentIndex(static_cast<int>(TextShade::Argmax));
        type("A dull film about nothing.");
        QVERIFY(!asked.last().explain);  // this shade needs none
        compare();
        QCOMPARE(page_->secondView()->figure().text, figure().text);
        QVERIFY(page_->secondView()->figure().verdict.contains(QStringLiteral("%")));
        QVERIFY(page_->differenceView()->figure().diverging);
        // A smaller one has no second layer to shade by, and says so.
        shadeBox()->setCurrentIndex(0);
        const RunConfig small = with(config_, "network.num_heads=1");
        comparison.open({QStringLiteral("small"), small,
                         std::make_shared<const std::vector<float>>(
                             initialParameters(buildProgram(small.network, small.data.length), 3)),
                         data_->names});
        headBox()->setCurrentIndex(headBox()->count() - 1);
        QVERIFY(page_->secondView()->figure().values.empty());
        QVERIFY(page_->secondView()->figure().verdict.contains(QStringLiteral("no such layer or head")));
        comparison.close();
        QVERIFY(page_->secondView()->parentWidget()->isHidden());
        QVERIFY(!figure().common);
    }

    void parametersAreAFigure() {
        const RunConfig imdb = presetByName("text-imdb");
        const ParameterFigure shown(buildProgram(imdb.network, imdb.data.length));
        QCOMPARE(shown.total(), int64_t{650'689});
        const QByteArray csv = QByteArray::fromStdString(shown.csv());
        QVERIFY2(csv.contains("Encoder layer 1,\"Queries, keys and values\",3 × 2 heads × 32 × 32"), csv);
        QImage image(shown.defaultSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        shown.paint(painter, image.rect(), FigureStyle::light());
        QCOMPARE(page_->frames().size(), size_t{2});
        QCOMPARE(page_->frames()[1]->figure()->data()[0].values.size(), shown.rows.size());
    }

    void aNetworkWithoutItsDataStillReads() {
        model_->showNetwork(config_, trained_, nullptr, data_->names);
        type("The film was great.");
        QVERIFY2(figure().verdict.startsWith("positive"), qPrintable(figure().verdict));
        QVERIFY(!page_->mistakes().button()->isEnabled());
        model_->showNetwork(presetByName("reverse"), nullptr, nullptr);
        QVERIFY(!page_->suits(model_->config()) && page_->frames().empty());
    }

    void controlsHaveNamesAndTips() {
        for (const QWidget* widget : page_->findChildren<QWidget*>()) {
            if (!qobject_cast<const QComboBox*>(widget) && !qobject_cast<const QTableWidget*>(widget) &&
                !qobject_cast<const QPushButton*>(widget) && !qobject_cast<const QPlainTextEdit*>(widget))
                continue;
            QVERIFY2(!widget->accessibleName().isEmpty() && !widget->toolTip().isEmpty(),
                     qPrintable(widget->accessibleName()));
        }
        shadeBox()->setCurrentIndex(2);
        const QVariantMap controls = page_->controls();
        shadeBox()->setCurrentIndex(0);
        page_->restoreControls(controls);
        QCOMPARE(shadeBox()->currentIndex(), 2);
        page_->restoreControls({{"shade", 99}, {"side", -3}});
    }
};

TEST_CLASS(TestTextPage, QApplication)
#include "test_text_page.moc"
