// The table of run control, row by row: what each request makes of each phase, and what follows. A request
// that a phase does not name changes nothing there.
#include <QTest>
#include <map>

#include "app/window/run_phase.h"
#include "runner.h"

using namespace attx;

namespace test_run_phase {

using Request = RunRequest;
using Action = RunAction;

const std::map<Request, const char*> requests{
    {Request::Train, "Train"},
    {Request::Step, "Step"},
    {Request::GoOn, "GoOn"},
    {Request::Stop, "Stop"},
    {Request::Restart, "Restart"},
    {Request::GoBack, "GoBack"},
    {Request::CloseKeeping, "CloseKeeping"},
    {Request::CloseDiscarding, "CloseDiscarding"},
    {Request::Prepared, "Prepared"},
    {Request::Changed, "Changed"},
    {Request::Started, "Started"},
    {Request::NotKept, "NotKept"},
    {Request::Ended, "Ended"},
};

const std::map<Action, const char*> actions{
    {Action::None, "None"},     {Action::Prepare, "Prepare"}, {Action::Cancel, "Cancel"},
    {Action::Ask, "Ask"},       {Action::Launch, "Launch"},   {Action::Resume, "Resume"},
    {Action::Step, "Step"},     {Action::End, "End"},         {Action::ShowFresh, "ShowFresh"},
    {Action::GoBack, "GoBack"}, {Action::Close, "Close"},     {Action::ReportLoss, "ReportLoss"},
};

struct Name {
    QString operator()(const AtRest&) const { return QStringLiteral("at rest"); }
    QString operator()(const Preparing& phase) const { return QStringLiteral("preparing") + step(phase); }
    QString operator()(const Asking& phase) const { return QStringLiteral("asking") + step(phase); }
    QString operator()(const Starting& phase) const { return QStringLiteral("starting") + step(phase); }
    QString operator()(const Running&) const { return QStringLiteral("running"); }
    QString operator()(const Ending& phase) const {
        return QStringLiteral("ending, then %1%2")
            .arg(QLatin1String(actions.at(phase.then)), QLatin1String(phase.keep ? "" : ", discarding"));
    }
    template <class Phase>
    static QString step(const Phase& phase) {
        return phase.step ? QStringLiteral(", with a step") : QString();
    }
};
QString nameOf(const RunPhase& phase) { return std::visit(Name(), phase); }

struct Row {
    Request request;
    RunPhase phase;
    Action action;
};
struct Phase {
    RunPhase before;
    std::vector<Row> rows;
};

/// What ends a run wherever it is under way.
std::vector<Row> with(std::vector<Row> rows, Action action) {
    const Row ends[] = {
        {Request::Stop, Ending{Action::None}, action},
        {Request::Restart, Ending{Action::ShowFresh}, action},
        {Request::GoBack, Ending{Action::GoBack}, action},
        {Request::CloseKeeping, Ending{Action::Close}, action},
        {Request::CloseDiscarding, Ending{Action::Close, false}, action},
    };
    rows.insert(rows.end(), std::begin(ends), std::end(ends));
    return rows;
}

/// What can be asked of a network at rest.
const std::vector<Row> atRest{
    {Request::Train, Preparing{false}, Action::Prepare},   {Request::Step, Preparing{true}, Action::Prepare},
    {Request::Stop, Ending{Action::None}, Action::Cancel}, {Request::Restart, AtRest{}, Action::ShowFresh},
    {Request::GoBack, AtRest{}, Action::GoBack},           {Request::CloseKeeping, AtRest{}, Action::Close},
    {Request::CloseDiscarding, AtRest{}, Action::Close},
};

std::vector<Row> asking(bool step) {
    std::vector<Row> rows = atRest;
    rows.push_back({Request::GoOn, Starting{step}, Action::Launch});
    return rows;
}

/// Closing is the last word; whatever else follows an end can be asked for until that has come.
std::vector<Row> ending(Action then) {
    std::vector<Row> rows{{Request::Ended, AtRest{}, then},
                          {Request::CloseKeeping, Ending{Action::Close}, Action::None},
                          {Request::CloseDiscarding, Ending{Action::Close, false}, Action::None}};
    if (then == Action::Close) return rows;
    rows.push_back({Request::Restart, Ending{Action::ShowFresh}, Action::None});
    rows.push_back({Request::GoBack, Ending{Action::GoBack}, Action::None});
    return rows;
}

std::vector<Phase> table() {
    std::vector<Phase> phases{
        {AtRest{}, atRest},
        {Running{}, with({{Request::Train, Running{}, Action::Resume},
                          {Request::Step, Running{}, Action::Step},
                          {Request::Ended, AtRest{}, Action::None}},
                         Action::End)},
        {Ending{Action::None}, ending(Action::None)},
        {Ending{Action::ShowFresh}, ending(Action::ShowFresh)},
        {Ending{Action::GoBack}, ending(Action::GoBack)},
        {Ending{Action::Close}, ending(Action::Close)},
        {Ending{Action::Close, false}, ending(Action::Close)},
    };
    phases[5].rows.push_back({Request::NotKept, Ending{Action::None}, Action::ReportLoss});
    for (const bool step : {false, true}) {
        phases.push_back({Preparing{step}, with({{Request::Prepared, Starting{step}, Action::Launch},
                                                 {Request::Changed, Asking{step}, Action::Ask},
                                                 {Request::Ended, AtRest{}, Action::None}},
                                                Action::Cancel)});
        phases.push_back({Asking{step}, asking(step)});
        phases.push_back(
            {Starting{step}, with({{Request::Started, Running{}, step ? Action::Step : Action::None},
                                   {Request::Ended, AtRest{}, Action::None}},
                                  Action::End)});
    }
    return phases;
}

class TestRunPhase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void moves_data() {
        addColumns<RunPhase, RunRequest, QString, QString>("before", "request", "after", "action");
        for (const auto& [before, rows] : table())
            for (const auto& [request, name] : requests) {
                Row expected{request, before, Action::None};
                for (const Row& row : rows)
                    if (row.request == request) expected = row;
                QTest::addRow("%s: %s", qPrintable(nameOf(before)), name)
                    << before << request << nameOf(expected.phase)
                    << QString::fromLatin1(actions.at(expected.action));
            }
    }
    void moves() {
        QFETCH(RunPhase, before);
        QFETCH(RunRequest, request);
        QFETCH(QString, after);
        QFETCH(QString, action);
        const RunMove move = moved(before, request);
        QCOMPARE(nameOf(move.phase), after);
        QCOMPARE(QString::fromLatin1(actions.at(move.action)), action);
    }

    void aRunToItsEnd() {
        RunPhase phase;
        QCOMPARE(nameOf(phase), QStringLiteral("at rest"));
        for (const auto& [request, action] :
             {std::pair(Request::Step, Action::Prepare), std::pair(Request::Changed, Action::Ask),
              std::pair(Request::GoOn, Action::Launch), std::pair(Request::Started, Action::Step),
              std::pair(Request::Train, Action::Resume), std::pair(Request::Restart, Action::End),
              std::pair(Request::GoBack, Action::None), std::pair(Request::Ended, Action::GoBack)}) {
            const RunMove move = moved(phase, request);
            QVERIFY2(move.action == action, requests.at(request));
            phase = move.phase;
        }
        QCOMPARE(nameOf(phase), QStringLiteral("at rest"));
    }
};

TEST_CLASS(TestRunPhase, QCoreApplication)

}  // namespace test_run_phase

#include "test_run_phase.moc"
