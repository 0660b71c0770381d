// A RunModel with a real network behind it: questions to the inspector are answered at once.
#pragma once
#include <QWidget>
#include <map>
#include <numeric>

#include "model/config/task.h"
#include "model/native/native_session.h"
#include "model/network/program.h"
#include "model/run/trainer.h"
#include "ui/looks.h"
#include "ui/state/run_model.h"

namespace attx {

struct RunFixture {
    RunModel model;
    RunConfig config;
    std::shared_ptr<const DataSet> data;
    NativeBackend backend;
    Looks looks{model, Looks::Answered::AtOnce};

    explicit RunFixture(const std::string& preset) : config(presetByName(preset)) {
        DataConfig& made = config.data;
        if (!isSets(made)) {  // there are but a thousand drawn images
            made.trainSize = isText(made) ? 200 : 12800;
            made.validationSize = made.testSize = 8;
        }
        static std::map<std::string, std::shared_ptr<const DataSet>> known;  // of this process's tests
        std::shared_ptr<const DataSet>& found = known[preset];
        if (!found) found = std::make_shared<const DataSet>(makeData(made));
        data = std::make_shared<const DataSet>(*found);  // its own, which a test may see go
        tieNetworkToData(config);
    }

    void show() {
        const Program program = buildProgram(config.network, config.data.positions());
        model.showNetwork(config,
                          std::make_shared<const std::vector<float>>(initialParameters(program, config.seed)),
                          data);
    }

    /// Shows `page`, and then the network on it.
    void showOn(QWidget& page, QSize size) {
        page.resize(size);
        page.show();
        show();
    }

    /// A few steps of a run, reported as the worker does.
    void train(int steps) {
        Trainer trainer(backend, config, data);
        model.beginRun(QStringLiteral("first"), QString::fromStdString(trainer.device()));
        model.setState(RunState::Training);
        for (int i = 0; i < steps; ++i) {
            TrainProgress progress;
            progress.steps = trainer.singleStep().steps;
            progress.step = trainer.step();
            progress.totalSteps = trainer.totalSteps();
            progress.parameters = std::make_shared<const std::vector<float>>(trainer.parameters());
            model.addProgress(progress);
        }
    }
};

}  // namespace attx
