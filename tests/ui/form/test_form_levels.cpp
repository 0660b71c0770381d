// Which rows of the form are shown: the few that one tries first, all, or those that are sought; and what the
// list of presets says.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "model/config/presets.h"
#include "runner.h"
#include "settings.h"
#include "ui/controls/fold_group.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/form/preset_list.h"

using namespace attx;

class TestFormLevels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewSettingsFirst() {
        ConfigForm form;
        form.show();
        form.setShowsAll(false);
        const auto shown = [&] {
            QStringList paths;
            for (const KeyInfo& key : runConfigKeys())
                if (const FormField* field = form.field(key.path); field && field->isVisible())
                    paths << QString::fromStdString(key.path);
            return paths;
        };
        const QStringList few{"data.task", "network.num_heads", "network.num_layers",
                              "training.learning_rate", "training.epochs"};
        QStringList sorted = shown();
        std::sort(sorted.begin(), sorted.end());
        QStringList expected = few;
        std::sort(expected.begin(), expected.end());
        QCOMPARE(sorted, expected);
        QVERIFY(form.findChild<QComboBox*>(QStringLiteral("architectures"))->isVisible());
        for (const FoldGroup* group : form.findChildren<FoldGroup*>())
            QCOMPARE(group->isVisible(), group->objectName() != QStringLiteral("optimiser") &&
                                             group->objectName() != QStringLiteral("ending") &&
                                             group->objectName() != QStringLiteral("snapshots") &&
                                             group->objectName() != QStringLiteral("device"));

        // What differs and is not shown is said; it leads to all of them.
        auto* others = form.findChild<QPushButton*>(QStringLiteral("others"));
        QVERIFY(others->isHidden());
        RunConfig config = presetWith("reverse", "seed=7 network.dropout=0.5 network.num_layers=2");
        config.preset = presetOf(config);
        form.setConfig(config);
        QVERIFY(others->isVisible());
        QCOMPARE(others->accessibleName(), QStringLiteral("also changed: dropout, seed"));
        others->click();
        QVERIFY(form.showsAll() && others->isHidden());
        QVERIFY(form.field("network.dropout")->isVisible());

        // What is wrong is shown wherever it is, and what the user is led to.
        form.setShowsAll(false);
        config.network.layerNormEps = -1;
        form.setConfig(config);
        QVERIFY(form.field("network.layer_norm_eps")->isVisible());
        form.setConfig(presetByName("reverse"));
        QVERIFY(!form.field("network.layer_norm_eps")->isVisible());
        form.bringIntoView(form.field("network.layer_norm_eps"));
        QVERIFY(form.showsAll() && form.field("network.layer_norm_eps")->isVisible());
    }

    void settingsAreFoundByTheirWords() {
        ConfigForm form;
        form.show();
        auto* sought = form.findChild<QLineEdit*>(QStringLiteral("sought"));
        QVERIFY(sought->isVisible());
        QTest::keyClicks(sought, QStringLiteral("gradients become steps"));
        QVERIFY(form.field("training.optimiser")->isVisible());  // of a folded group
        QVERIFY(!form.field("training.epochs")->isVisible());
        sought->setText(QStringLiteral("cosine"));  // a choice of the schedule
        QVERIFY(form.field("training.schedule")->isVisible());
        QVERIFY(!form.field("training.optimiser")->isVisible());
        sought->clear();
        QVERIFY(form.field("training.epochs")->isVisible());
        QVERIFY(!form.field("training.optimiser")->isVisible());
        sought->setText(QStringLiteral("cosine"));
        form.bringIntoView(form.field("training.epochs"));  // not among them
        QVERIFY(sought->text().isEmpty() && form.field("training.epochs")->isVisible());
        sought->setText(QStringLiteral("cosine"));
        form.setShowsAll(false);
        QVERIFY(!sought->isVisible() && form.field("training.epochs")->isVisible());
    }

    void presetsStandInTeachingOrderAndSayWhatTheyCost() {
        ConfigForm form;
        const auto* combo = form.findChild<QComboBox*>();
        QCOMPARE(combo->count(), static_cast<int>(presetList().size()) + 1);  // the last is "custom"
        QCOMPARE(presetList().size(), presets().size());
        std::vector<bool> needsFiles;
        for (int i = 0; i + 1 < combo->count(); ++i) {
            const PresetInfo& preset = presetList()[static_cast<size_t>(i)];
            QCOMPARE(combo->itemData(i).toString().toStdString(), preset.name);
            needsFiles.push_back(preset.name == "anomaly" || preset.name == "text-imdb" ||
                                 preset.name == "patches-cifar");
            const QString line = combo->itemData(i, Qt::ToolTipRole).toString();
            QVERIFY(line.startsWith(QString::fromStdString(preset.shows)));
            QCOMPARE(line.contains(QStringLiteral("downloads")), needsFiles.back());
            QCOMPARE(line.contains(QLatin1Char('~')), !needsFiles.back() && !preset.ownData);
            QCOMPARE(line.contains(QStringLiteral("own file")), preset.ownData);
            form.setConfig(presetByName(preset.name));
            QCOMPARE(form.findChild<QLabel*>(QStringLiteral("presetLine"))->text(),
                     presetLine(preset.name, std::nullopt));  // the time stands below the form
        }
        QVERIFY(std::is_sorted(needsFiles.begin(), needsFiles.end()));
        QCOMPARE(presetCost("text-imdb"), QStringLiteral("downloads 85 MB"));
        QCOMPARE(presetCost("anomaly"), QStringLiteral("downloads 256 MB"));
        QCOMPARE(presetCost("patches-cifar"), QStringLiteral("downloads 169 MB"));
        QCOMPARE(presetLine("text-imdb", std::nullopt), presetLine("text-imdb"));
        QVERIFY(!presetLine("reverse", std::nullopt).contains(QLatin1Char('~')));
        QVERIFY(presetLine("own").isEmpty());
    }
};

TEST_CLASS(TestFormLevels, QApplication)
#include "test_form_levels.moc"
