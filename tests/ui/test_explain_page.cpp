// The explanations' page: asks for what is chosen, shows what comes, subtracts, and asks for nothing
// while it is hidden.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QtTest>
#include <cmath>

#include "ui/explain_page.h"
#include "ui/heat_map_view.h"

using namespace attx;

namespace {

RunConfig deepConfig() {
    RunConfig c;
    c.network.numLayers = 3;
    c.network.numHeads = 2;
    c.data.length = 6;
    return c;
}

/// Answers as the application's worker does, but at once.
class Answering : public QObject {
public:
    explicit Answering(RunModel& model) : inspector_(deepConfig().network) {
        connect(&model, &RunModel::inspectRequested, this, [this, &model](const InspectRequest& request) {
            ++requests;
            last = request;
            inspector_.setParameters(request.parameters);
            inspector_.setAblation(request.ablation);
            if (!request.explain) {
                model.setInspection(request.tag, inspector_.inspect(request.tokens));
                return;
            }
            ++explained;
            auto e = std::make_shared<const Explanation>(
                explain(inspector_, request.tokens, request.explain->target, request.explain->options));
            model.setInspection(request.tag, e->inspection, e);
        });
    }
    int requests = 0, explained = 0;
    InspectRequest last;

private:
    Inspector inspector_;
};

}  // namespace

class TestExplainPage : public QObject {
    Q_OBJECT
    std::unique_ptr<RunModel> model_;
    std::unique_ptr<Answering> answering_;
    std::unique_ptr<ExplainPage> page_;

    [[nodiscard]] QCheckBox* box(const char* name) const {
        const ExplainMethod method = explainMethodNamed(name);
        for (QCheckBox* candidate : page_->findChildren<QCheckBox*>())
            if (candidate->text() == QString::fromUtf8(infoOf(method).title)) return candidate;
        return nullptr;
    }
    [[nodiscard]] QComboBox* combo(const char* name) const {
        for (QComboBox* candidate : page_->findChildren<QComboBox*>())
            if (candidate->accessibleName() == QString::fromUtf8(name)) return candidate;
        return nullptr;
    }
    [[nodiscard]] const std::vector<HeatMap>& maps() const { return page_->view()->figure().maps; }

private Q_SLOTS:
    void init() {
        model_ = std::make_unique<RunModel>();
        answering_ = std::make_unique<Answering>(*model_);
        page_ = std::make_unique<ExplainPage>(*model_);
        const RunConfig config = deepConfig();
        model_->showNetwork(config,
                            std::make_shared<const std::vector<float>>(
                                initialParameters(buildProgram(config.network, config.data.length), 5)),
                            nullptr);
        page_->resize(900, 600);
    }

    void asksOnlyWhileShown() {
        QCOMPARE(answering_->explained, 0);
        page_->show();
        QVERIFY(answering_->explained > 0);
        QCOMPARE(maps().size(), size_t{6});  // all but flow
        page_->hide();
        const int before = answering_->explained;
        model_->chooseTokens({1, 2, 3}, {});
        QCOMPARE(answering_->explained, before);
    }

    void mapsAreThoseOfTheMethods() {
        page_->show();
        const Explanation& e = *model_->explanation();
        const auto first = std::find_if(e.maps.begin(), e.maps.end(),
                                        [](const NamedArray& m) { return m.name == "standard_first"; });
        QCOMPARE(maps()[0].values, first->values);
        QCOMPARE(maps()[0].rows, 6);
        for (const ExplainMethodInfo& info : explainMethods())
            QCOMPARE(page_->formulas().contains(QString::fromUtf8(info.title)), box(info.name)->isChecked());
        QTest::mouseClick(box("standard_first"), Qt::LeftButton, {},
                          {8, box("standard_first")->height() / 2});
        QCOMPARE(maps().size(), size_t{5});
        QTest::mouseClick(box("flow"), Qt::LeftButton, {}, {8, box("flow")->height() / 2});
        QCOMPARE(maps().size(), size_t{6});
        QVERIFY(!page_->formulas().contains(QString::fromUtf8(infoOf(ExplainMethod::StandardFirst).title)));
    }

    void differenceIsSubtracted() {
        page_->show();
        const std::vector<float> first = maps()[0].values, last = maps()[1].values;
        combo("Difference to")->setCurrentIndex(1);
        QCOMPARE(maps().size(), size_t{5});
        for (size_t i = 0; i < first.size(); ++i) QCOMPARE(maps()[0].values[i], last[i] - first[i]);
        QVERIFY(page_->view()->figure().scale.symmetric);
    }

    void targetAndOptionsReachTheQuestion() {
        page_->show();
        combo("What is explained")->setCurrentIndex(1);
        QCOMPARE(answering_->last.explain->target.position, std::optional<int>(0));
        const std::vector<float> before = maps()[2].values;
        page_->findChild<QDoubleSpinBox*>()->setValue(0.0);
        QCOMPARE(answering_->last.explain->options.rollout.residualShare, 0.0);
        QVERIFY(maps()[2].values != before);
        combo("What is explained")->setCurrentIndex(2);
        QVERIFY(answering_->last.explain->target.score == ExplainTarget::Score::Loss);
        QCOMPARE(answering_->last.explain->target.labels, model_->expected());
    }

    void typedSequencesAreExplained() {
        page_->show();
        model_->chooseTokens({1, 2, 3, 4}, {4, 3, 2, 1});
        QCOMPARE(maps()[0].rows, 4);
        model_->chooseTokens(std::vector<int32_t>(70, 1), {});
        QVERIFY(!box("flow")->isEnabled());  // too long for it
        QCOMPARE(maps()[0].rows, 70);
    }

    void controlsHaveNamesAndTips() {
        for (QWidget* widget : page_->findChildren<QWidget*>()) {
            if (!qobject_cast<QComboBox*>(widget) && !qobject_cast<QCheckBox*>(widget) &&
                !qobject_cast<QAbstractSpinBox*>(widget))
                continue;
            QVERIFY2(!widget->toolTip().isEmpty(), qPrintable(widget->accessibleName()));
            const auto* check = qobject_cast<QCheckBox*>(widget);
            QVERIFY(!widget->accessibleName().isEmpty() || (check && !check->text().isEmpty()));
        }
        const QVariantMap controls = page_->controls();
        box("rollout")->setChecked(false);
        page_->restoreControls(controls);
        QVERIFY(box("rollout")->isChecked());
    }
};

QTEST_MAIN(TestExplainPage)
#include "test_explain_page.moc"
