// A RunModel with a real network behind it: questions to the inspector are answered at once.
#pragma once
#include <numeric>

#include "model/native/native_session.h"
#include "model/network/program.h"
#include "model/run/trainer.h"
#include "ui/state/run_model.h"

namespace attx {

/// Answers a question about tokens as the application's worker does, but at once.
inline void answerAtOnce(RunModel& model, const InspectRequest& request) {
    Inspector inspector(request.network);
    inspector.setParameters(request.parameters);
    inspector.setAblation(request.ablation);
    if (!request.explain) {
        model.shown().setInspection(request.tag, inspector.inspect(request.sample));
        return;
    }
    auto explanation = std::make_shared<const Explanation>(
        explain(inspector, request.sample, request.explain->target, request.explain->options));
    model.shown().setInspection(request.tag, explanation->inspection, explanation);
}

struct RunFixture {
    RunModel model;
    RunConfig config;
    std::shared_ptr<const DataSet> data;
    NativeBackend backend;
    std::shared_ptr<const std::vector<float>> refused = nullptr;  ///< what cannot be looked at

    explicit RunFixture(const std::string& preset) : config(presetByName(preset)) {
        config.data.trainSize = 12800;
        config.data.validationSize = 8;
        config.data.testSize = 8;
        data = std::make_shared<const DataSet>(makeSequenceData(config.data));
        QObject::connect(&model.shown(), &Shown::inspectRequested, &model,
                         [this](const InspectRequest& request) { answer(request); });
    }

    void answer(const InspectRequest& request) {
        if (request.parameters && request.parameters == refused) {
            model.shown().failInspection(request.tag);
            return;
        }
        answerAtOnce(model, request);
    }

    void show() {
        const Program program = buildProgram(config.network, config.data.length);
        model.showNetwork(config,
                          std::make_shared<const std::vector<float>>(initialParameters(program, config.seed)),
                          data);
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
