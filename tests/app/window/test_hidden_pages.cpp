// A page that was not seen while something changed shows the same, once it is seen again, as one that was.
#include <QTest>

#include "app/window/application_test.h"
#include "model/run/records.h"
#include "runner.h"
#include "settings.h"
#include "ui/figures/figure.h"
#include "ui/state/study.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"

using namespace attx;

namespace test_hidden_pages {

constexpr int patience = 60'000;

/// All numbers of a page's figures, with what is said of them.
QStringList said(const Page& page) {
    QStringList all{page.isOfEarlierState() ? QStringLiteral("of an earlier state") : QString()};
    for (const FigureFrame* frame : page.frames()) {
        const std::unique_ptr<Figure> figure = frame->figure();
        all << (figure ? figure->title() + QLatin1Char('\n') + QString::fromStdString(figure->csv())
                       : QString());
    }
    return all;
}

/// The first of the figures that differ.
QString difference(const QStringList& seen, const QStringList& again) {
    for (qsizetype i = 0; i < std::max(seen.size(), again.size()); ++i)
        if (seen.value(i) != again.value(i))
            return QStringLiteral("seen: %1\nnot seen: %2")
                .arg(seen.value(i).left(300), again.value(i).left(300));
    return {};
}

class TestHiddenPages : public QObject, ApplicationTest {
    Q_OBJECT
private Q_SLOTS:
    void whatWasNotSeenCatchesUp_data() {
        const Rows<QString> row("preset");
        row("sequences", "reverse-deep");
        row("sets", "anomaly-shapes");
        row("texts", "text-demo");
        row("language", "characters");
        row("pictures", "patches");
    }
    void whatWasNotSeenCatchesUp() {
        QFETCH(const QString, preset);
        startInNewFolder();
        QTRY_VERIFY(model().data());
        const RunConfig config = presetWith(preset.toStdString(), "training.epochs=0 training.max_steps=4");
        window().showConfig(config);
        Q_EMIT window().trainRequested(config);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result().has_value());
        int pages = 0;
        for (const Page* page : window().pages().pages()) {
            // The table of runs is read from the disk, whatever is shown
            if (!page->suits(model().config()) || page->id() == QStringLiteral("runs")) continue;
            show(page->id());
            look(true);
            const QStringList seen = said(*page);
            look(false);
            show(page->id() == QStringLiteral("network") ? QStringLiteral("training")
                                                         : QStringLiteral("network"));
            look(true);
            show(page->id());
            const QString found = difference(seen, said(*page));
            QVERIFY2(found.isEmpty(), qPrintable(page->id() + QStringLiteral(": ") + found));
            look(false);
            ++pages;
        }
        QVERIFY(pages > 5);
        app_.reset();
    }

private:
    void show(const QString& page) {
        window().pages().show(page);
        settle();
    }
    /// At another sample, at the beginning of training, without the first head; or as before.
    void look(bool otherwise) {
        Shown& shown = model().shown();
        const NetworkConfig& network = model().config().network;
        Ablation ablation;
        if (otherwise) {
            ablation.headGates.assign(size_t(network.numLayers) * size_t(network.numHeads), 1.F);
            ablation.headGates[0] = 0;
            shown.chooseSnapshot(model().snapshots().front());
        } else {
            shown.chooseNow();
        }
        model().chooseRow(otherwise ? 3 : 0);
        shown.setAblation(ablation);
        settle();
    }
    /// Everything asked is answered, and nothing more is asked.
    void settle() {
        const auto isQuiet = [&] {
            return model().shown().isSettled() &&
                   std::ranges::none_of(window().findChildren<StudyBase*>(),
                                        [](const StudyBase* study) { return study->isAsking(); });
        };
        for (int quiet = 0, tries = 0; quiet < 3 && tries < patience / 20; ++tries) {
            QTest::qWait(20);
            quiet = isQuiet() ? quiet + 1 : 0;
        }
    }
};

TEST_CLASS(TestHiddenPages, QApplication)

}  // namespace test_hidden_pages
#include "test_hidden_pages.moc"
