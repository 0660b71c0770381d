// The page of pictures: the picture that the network reads, what lies over its patches, a clicked patch that
// asks, opacity, own pictures, mistakes.
#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTableWidget>
#include <QtTest>
#include <atomic>

#include "model/data/picture_data.h"
#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/text/text_shading.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/mistake_list.h"
#include "ui/pages/picture/picture_page.h"
#include "ui/views/picture_view.h"

using namespace attx;

namespace test_picture_page {

class TestPicturePage : public QObject, PageTest<PicturePage> {
    Q_OBJECT

    [[nodiscard]] PictureView* view() const { return page_->findChild<PictureView*>(); }
    [[nodiscard]] const PictureFigure& figure() const { return view()->figure(); }
    /// Attention of a query to the patches, layer and head from 0, head -1: mean.
    [[nodiscard]] std::vector<float> attention(int layer, int head, size_t query) const {
        const std::vector<float> map = attentionOf(run_->model.inspection(), layer, head);
        const auto begin = map.begin() + static_cast<ptrdiff_t>(query) * 17;
        return {begin + 1, begin + 17};
    }
    void click(int patch) const {
        QTest::mouseClick(view(), Qt::LeftButton, {}, view()->rectOfPatch(patch).center().toPoint());
    }
    [[nodiscard]] QComboBox* headCombo() const { return named<QComboBox>(*page_, "Head"); }
    [[nodiscard]] QTableWidget* answerTable() const { return named<QTableWidget>(*page_, "Answers"); }

private Q_SLOTS:
    void init() { open("patches", {980, 640}); }
    void cleanup() { page_.reset(); }

    void thePictureIsThatOfTheSample() {
        QVERIFY(page_->suits(run_->config) && !page_->suits(presetByName("anomaly-shapes")));
        run_->model.chooseRow(5);
        QCOMPARE(figure().title(), QStringLiteral("Picture 6"));
        QCOMPARE(figure().across, 4);
        QCOMPARE(figure().picture.size(), QSize(32, 32));
        const std::vector<uint8_t> pixels = pixelsOf(run_->model.sample().features, run_->config.data);
        const QRgb pixel = figure().picture.pixel(9, 20);
        const size_t at = (20 * 32 + 9) * 3;
        QCOMPARE(qRed(pixel), int{pixels[at]});
        QCOMPARE(qBlue(pixel), int{pixels[at + 2]});
        QVERIFY2(figure().verdict.contains("right") || figure().verdict.contains("wrong: it is"),
                 qPrintable(figure().verdict));
        QVERIFY2(figure().verdict.contains("The class token itself: 0."), qPrintable(figure().verdict));
    }

    void theClassTokenAsksUntilAPatchIsClicked() {
        QCOMPARE(figure().values, attention(0, -1, 0));
        named<QComboBox>(*page_, "Layer")->setCurrentIndex(1);
        headCombo()->setCurrentIndex(3);
        QCOMPARE(figure().values, attention(1, 2, 0));
        click(6);
        QCOMPARE(figure().chosen, 6);
        QCOMPARE(figure().values, attention(1, 2, 7));
        QVERIFY2(figure().valueLabel.contains("patch 2,3, layer 2, head 3"), qPrintable(figure().valueLabel));
        QVERIFY2(figure().verdict.contains("To the class token: 0."), qPrintable(figure().verdict));
        QTest::keyClick(view(), Qt::Key_Right);
        QCOMPARE(figure().values, attention(1, 2, 8));
        QVERIFY(page_->goBack() && !page_->goBack());
        QCOMPARE(figure().values, attention(1, 2, 0));
        click(6);
        click(6);
        QCOMPARE(figure().chosen, -1);
    }

    void whatTakesTooLongSaysSo() {
        auto* shown = named<QComboBox>(*page_, "Shown over the picture");
        const int flow = 1 + static_cast<int>(ExplainMethod::Flow);
        const auto isOffered = [&] {
            return (shown->model()->flags(shown->model()->index(flow, 0)) & Qt::ItemIsEnabled) != 0;
        };
        QVERIFY(isOffered());
        shown->setCurrentIndex(flow);
        RunConfig large = run_->config;
        large.data.patchSize = 4;  // 64 patches
        tieNetworkToData(large);
        run_->model.showNetwork(large, nullptr, nullptr);
        QVERIFY(!isOffered());
        QCOMPARE(shown->currentIndex(), 0);
        QVERIFY(shown->itemData(flow, Qt::ToolTipRole).toString().contains(QStringLiteral("there are 64")));
    }

    void explanationsLieOverIt() {
        const auto choose = [&](ExplainMethod method) {
            named<QComboBox>(*page_, "Shown over the picture")->setCurrentIndex(1 + static_cast<int>(method));
        };
        choose(ExplainMethod::Rollout);
        QVERIFY(run_->model.shown().explanation());
        const std::vector<float>& map = run_->model.shown().explanation()->maps.front().values;
        QCOMPARE(figure().values, std::vector<float>(map.begin() + 1, map.begin() + 17));
        QVERIFY(!named<QComboBox>(*page_, "Layer")->isEnabled() && !headCombo()->isEnabled());
        choose(ExplainMethod::Occlusion);
        QVERIFY(figure().diverging);
        const std::vector<float>& scores = run_->model.shown().explanation()->maps.front().values;
        QCOMPARE(figure().values, std::vector<float>(scores.begin() + 1, scores.begin() + 17));
        for (const ExplainMethodInfo& info : mapMethods()) {
            choose(info.method);
            QVERIFY2(figure().values.size() == 16, info.name);
        }
        named<QComboBox>(*page_, "Shown over the picture")->setCurrentIndex(0);
        QVERIFY(!run_->model.shown().wantedExplanation());
        QVERIFY(headCombo()->isEnabled());
    }

    void opacityCoversThePicture() {
        const auto painted = [&] {
            QImage image(560, 560, QImage::Format_RGB32);
            PictureFigure plain = figure();
            plain.showsGrid = false;
            QPainter painter(&image);
            plain.paint(painter, QRectF(image.rect()), FigureStyle::light());
            return image.pixel(
                plain.layout(QRectF(image.rect()), FigureStyle::light()).picture.center().toPoint() +
                QPoint(3, 3));
        };
        named<QSlider>(*page_, "Opacity")->setValue(0);
        QCOMPARE(figure().opacity, 0.0);
        QCOMPARE(QColor(painted()), QColor(figure().picture.pixel(16, 16)));
        named<QSlider>(*page_, "Opacity")->setValue(100);
        QVERIFY(QColor(painted()) != QColor(figure().picture.pixel(16, 16)));
    }

    void ownPicturesAreAskedForAndShown() {
        QSignalSpy asked(page_.get(), &PicturePage::pictureRequested);
        page_->openFile(QStringLiteral("/some/cat.png"));
        QCOMPARE(asked.size(), 1);
        const auto request = asked[0][0].value<OwnPictureRequest>();
        QCOMPARE(request.side, 32);
        OwnPicture picture{request.tag, QStringLiteral("cat.png"), 32};
        picture.pixels.assign(32 * 32 * 3, 77);
        page_->showPicture(picture);
        QCOMPARE(figure().title(), QStringLiteral("cat.png"));
        QCOMPARE(qGreen(figure().picture.pixel(3, 3)), 77);
        QVERIFY2(!figure().verdict.contains("right") && figure().verdict.contains(" %"),
                 qPrintable(figure().verdict));
        QCOMPARE(figure().values, attention(0, -1, 0));
        const Sample cat = run_->model.sample();
        page_->openFile(QStringLiteral("/some/fox.png"));
        page_->showPicture({request.tag + 1, QStringLiteral("fox.png"), 32, picture.pixels});
        QCOMPARE(figure().title(), QStringLiteral("fox.png"));
        run_->model.shown().chooseSample(cat);  // as undoing does
        QCOMPARE(figure().title(), QStringLiteral("cat.png"));
        QCOMPARE(figure().values.size(), size_t{16});
        run_->model.chooseRow(2);
        page_->openFile(QStringLiteral("/some/dog.png"));
        page_->showPicture(picture);  // comes too late
        QCOMPARE(figure().title(), QStringLiteral("Picture 3"));
    }

    void nothingIsAnsweredOfNoPicture() {
        run_->model.showNetwork(run_->config, run_->model.parameters(), nullptr);
        QCOMPARE(figure().title(), QStringLiteral("No picture yet"));
        QVERIFY(figure().values.empty());
        QCOMPARE(answerTable()->rowCount(), 0);
        QSignalSpy asked(page_.get(), &PicturePage::pictureRequested);
        page_->openFile(QStringLiteral("/some/cat.png"));
        OwnPicture picture{asked[0][0].value<OwnPictureRequest>().tag, QStringLiteral("cat.png"), 32};
        picture.pixels.assign(32 * 32 * 3, 77);
        page_->showPicture(picture);
        QCOMPARE(figure().values.size(), size_t{16});
        QCOMPARE(answerTable()->rowCount(), 10);
    }

    void answersAndMistakesAreListed() {
        QCOMPARE(answerTable()->rowCount(), 10);
        const QString likeliest = answerTable()->item(0, 0)->text();
        QVERIFY2(figure().verdict.startsWith(likeliest), qPrintable(figure().verdict));
        Asked asked(page_->mistakes().search());
        page_->mistakes().button()->click();
        QCOMPARE(asked.count(), 1);
        const std::atomic<bool> never{false};
        asked.answer(0, *findMistakes(
                            run_->model.subject(), [](const FoundMistakes&) {}, never));
        const FoundMistakes found = *page_->mistakes().search().answer();
        QCOMPARE(found.asked, run_->model.sampleCount());
        QVERIFY(!found.mistakes.empty());  // it is untrained
        QTableWidget* table = page_->mistakes().table();
        QCOMPARE(table->rowCount(), std::min<int>(200, static_cast<int>(found.mistakes.size())));
        table->setCurrentCell(1, 0);
        QCOMPARE(run_->model.sampleRow(), found.mistakes[1].sequence);
        QVERIFY(figure().verdict.contains("wrong: it is " + table->item(1, 1)->text()));
    }

    void whatIsChosenIsKeptAndRestored() {
        QVariantMap controls = page_->controls();
        controls["shown"] = 2;
        controls["patch"] = 4;
        controls["opacity"] = 30;
        page_->restoreControls(controls);
        QCOMPARE(page_->controls(), controls);
        QCOMPARE(figure().chosen, 3);
    }

    void theFigureGivesItsNumbers() {
        const std::unique_ptr<Figure> copy = page_->frames().front()->figure();
        QCOMPARE(copy->data().front().shape, (std::vector<int64_t>{4, 4}));
        QCOMPARE(copy->data().front().values, figure().values);
        QVERIFY(copy->csv().starts_with("row,1,2,"));
    }
};

}  // namespace test_picture_page

using test_picture_page::TestPicturePage;

TEST_CLASS(TestPicturePage, QApplication)
#include "test_picture_page.moc"
