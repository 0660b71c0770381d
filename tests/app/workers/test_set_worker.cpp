// The worker behind the page of sets: answers to a split, the check of the order, pictures from the disk.
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "app/sources/image_loader.h"
#include "app/workers/set_worker.h"
#include "model/data/pixel_features.h"
#include "model/data/set_data.h"
#include "model/explain/inspector.h"
#include "ui/state/run_model.h"

using namespace attx;

class TestSetWorker : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    RunConfig config_ = presetByName("anomaly-shapes");
    std::shared_ptr<const DataSet> data_;
    std::shared_ptr<const std::vector<float>> parameters_;

    [[nodiscard]] QString savedPicture(const QString& name) const {
        QImage image(40, 30, QImage::Format_RGB888);
        image.fill(Qt::green);
        return image.save(folder_.filePath(name)) ? folder_.filePath(name) : QString();
    }

private Q_SLOTS:
    void initTestCase() {
        data_ = std::make_shared<const DataSet>(makeSetData(config_.data));
        parameters_ = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config_.network, config_.data.setSize), 1));
    }

    void answersAWholeSplit_data() {
        QTest::addColumn<bool>("ablated");
        QTest::newRow("whole") << false;
        QTest::newRow("a head off") << true;
    }
    void answersAWholeSplit() {
        QFETCH(bool, ablated);
        Ablation ablation;
        if (ablated) {
            ablation.headGates.assign(
                static_cast<size_t>(config_.network.numLayers * config_.network.numHeads), 1.0F);
            ablation.headGates.front() = 0;
        }
        SetWorker worker;
        QSignalSpy answers(&worker, &SetWorker::answered);
        worker.request({7, config_, parameters_, data_, true, ablation});
        QTRY_VERIFY(!answers.isEmpty() && answers.back()[2].toBool());
        QCOMPARE(answers.back()[0].toULongLong(), quint64{7});
        const auto last = answers.back()[1].value<std::shared_ptr<const SetAnswers>>();
        QCOMPARE(last->count(), data_->test.rows);
        QCOMPARE(last->answered(), data_->test.rows);
        // The same set alone.
        Inspector inspector(config_.network);
        inspector.setParameters(parameters_);
        const SetSample set = setOf(data_->test, data_->names, std::span(last->rows).last(10));
        const std::vector<float> whole =
            setProbabilities(inspector.inspectFeatures(set.features, set.members.size()).logits);
        inspector.setAblation(ablation);
        const std::vector<float> alone =
            setProbabilities(inspector.inspectFeatures(set.features, set.members.size()).logits);
        QCOMPARE(alone != whole, ablated);
        for (size_t i = 0; i < 10; ++i)
            QVERIFY(std::abs(alone[i] - last->probabilities[last->probabilities.size() - 10 + i]) < 1e-6F);
    }

    void orderDoesNotMatter() {
        SetWorker worker;
        QSignalSpy checked(&worker, &SetWorker::checked);
        const SetSample set =
            setOf(data_->test, data_->names, std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 300});
        worker.check({7, config_.network, parameters_, set.features, {9, 3, 1, 0, 2, 8, 7, 4, 5, 6}});
        QTRY_COMPARE(checked.size(), 1);
        QCOMPARE(checked[0][0].toULongLong(), quint64{7});
        const auto whole = checked[0][1].value<EquivarianceResult>();
        QVERIFY(whole.error < 1e-5F);
        Ablation ablation;
        ablation.headGates.assign(static_cast<size_t>(config_.network.numLayers * config_.network.numHeads),
                                  0.0F);
        worker.check(
            {8, config_.network, parameters_, set.features, {9, 3, 1, 0, 2, 8, 7, 4, 5, 6}, ablation});
        QTRY_COMPARE(checked.size(), 2);
        QVERIFY(checked[1][1].value<EquivarianceResult>().before != whole.before);
    }

    void picturesAreDescribedAsTheImagesAre() {
        SetWorker worker;
        QSignalSpy described(&worker, &SetWorker::described), failed(&worker, &SetWorker::failed);
        const QString file = savedPicture(QStringLiteral("my cat.png"));
        worker.describe({3, config_.data, {file}, 32, 512});
        QTRY_COMPARE(described.size(), 1);
        QCOMPARE(described[0][0].toULongLong(), quint64{3});
        const auto picture = described[0][1].value<DescribedPicture>();
        QCOMPARE(picture.name, QStringLiteral("my cat"));
        QCOMPARE(picture.image.pixelColor(31, 31), QColor(Qt::green));
        QCOMPARE(picture.features, pixelFeatures(readPicture(file.toStdString(), 32), 32, 32));
        worker.describe({3, config_.data, {folder_.filePath(QStringLiteral("none.png"))}, 32, 512});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed[0][1].toString().contains(QStringLiteral("none.png")));
        // Features of another width would be nonsense to this network.
        worker.describe({3, config_.data, {file}, 32, 300});
        QTRY_COMPARE(failed.size(), 2);
        QVERIFY(failed[1][1].toString().contains(QStringLiteral("300")));
    }

    void picturesGoThroughTheRunsNetwork() {
        DataConfig data = config_.data;
        data.path = folder_.path().toStdString();
        data.extractor = std::string(ATTX_TEST_DATA) + "/tiny_classifier.onnx";
        SetWorker worker;
        QSignalSpy described(&worker, &SetWorker::described);
        const QString file = savedPicture(QStringLiteral("green.png"));
        worker.describe({1, data, {file, file}, 32, 4});
        QTRY_COMPARE(described.size(), 2);
        QCOMPARE(described[1][1].value<DescribedPicture>().features.size(), size_t{4});
    }
};

QTEST_MAIN(TestSetWorker)
#include "test_set_worker.moc"
