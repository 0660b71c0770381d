#include "ui/form/form_content.h"

#include <QCoreApplication>

#include "model/config/split.h"
#include "model/config/task.h"

namespace attx {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("form_content", text); }

}  // namespace

std::vector<FormGroup> formGroups() {
    using C = RunConfig;
    return {
        {tr("Data"),
         "data",
         false,
         {makeChoiceField(
              "data.task", tr("task"), {tr("sequences"), tr("sets of images"), tr("texts")},
              [](const C& c) { return static_cast<int>(c.data.task); },
              [](C& c, int i) { c.data.task = static_cast<TaskKind>(i); }),
          makeChoiceField(
              "data.rule", tr("label rule"),
              {tr("reverse"), tr("copy"), tr("sort"), tr("rotate"), tr("pairs of a CSV file")},
              [](const C& c) { return static_cast<int>(c.data.rule); },
              [](C& c, int i) { c.data.rule = static_cast<LabelRule>(i); }),
          makeNumberField("data.rotate_by", tr("rotate by"), [](C& c) -> int& { return c.data.rotateBy; }),
          makeFileField(
              "data.csv_path", tr("CSV file"), [](C& c) -> std::string& { return c.data.csvPath; },
              {tr("input;output"), tr("Choose a CSV file"), tr("Pairs (*.csv *.txt);;All files (*)")}),
          makeFileField("data.path", tr("files"), [](C& c) -> std::string& { return c.data.path; },
                        {tr("built in"), tr("Choose the data"),
                         tr("Archives and tables (*.tar *.tar.gz *.tgz *.csv *.tsv);;All files (*)"), true}),
          makeNumberField(
              "data.vocabulary", tr("vocabulary"), [](C& c) -> int& { return c.data.vocabulary; }, 100),
          makeFileField(
              "data.extractor", tr("features by"), [](C& c) -> std::string& { return c.data.extractor; },
              {tr("as found"), tr("Choose an ONNX network"), tr("Networks (*.onnx);;All files (*)")}),
          makeNumberField("data.set_size", tr("set size"), [](C& c) -> int& { return c.data.setSize; }),
          makeFlagField("data.shuffle_place", tr("shuffle places"),
                        [](C& c) -> bool& { return c.data.shufflePlace; }),
          makeNumberField("data.test_draws", tr("test draws"), [](C& c) -> int& { return c.data.testDraws; }),
          makeNumberField("data.num_categories", tr("categories"),
                          [](C& c) -> int& { return c.data.numCategories; }),
          makeNumberField("data.length", tr("length"), [](C& c) -> int& { return c.data.length; }),
          makeNumberField(
              "data.train_size", tr("training set"), [](C& c) -> int& { return c.data.trainSize; }, 1000),
          makeNumberField(
              "data.validation_size", tr("validation set"),
              [](C& c) -> int& { return c.data.validationSize; }, 100),
          makeNumberField(
              "data.test_size", tr("test set"), [](C& c) -> int& { return c.data.testSize; }, 1000),
          makeShareField(
              "data.validation_share", tr("validation share"),
              [](C& c) -> double& { return c.data.validationShare; }, 0.05),
          makeShareField(
              "data.test_share", tr("test share"), [](C& c) -> double& { return c.data.testShare; }, 0.05),
          makeFlagField("data.earlier_split", tr("earlier split"),
                        [](C& c) -> bool& { return c.data.earlierSplit; }),
          makeSeedField("data.seed", tr("data seed"), [](C& c) -> uint64_t& { return c.data.seed; })}},
        {tr("Network"),
         "network",
         false,
         {makeNumberField(
              "network.model_dim", tr("width"), [](C& c) -> int& { return c.network.modelDim; }, 8),
          makeNumberField("network.num_heads", tr("heads"), [](C& c) -> int& { return c.network.numHeads; }),
          makeNumberField("network.key_dim", tr("head width"), [](C& c) -> int& { return c.network.keyDim; }),
          makeNumberField("network.num_layers", tr("layers"),
                          [](C& c) -> int& { return c.network.numLayers; }),
          makeNumberField(
              "network.dim_feedforward", tr("feed-forward"),
              [](C& c) -> int& { return c.network.dimFeedforward; }, 16),
          makeShareField(
              "network.dropout", tr("dropout"), [](C& c) -> double& { return c.network.dropout; }, 0.05),
          makeShareField(
              "network.input_dropout", tr("input dropout"),
              [](C& c) -> double& { return c.network.inputDropout; }, 0.05),
          makeShareField(
              "network.pool_dropout", tr("pool dropout"),
              [](C& c) -> double& { return c.network.poolDropout; }, 0.05),
          makeNumberField("network.num_classes", tr("logits"),
                          [](C& c) -> int& { return c.network.numClasses; }),
          makeFlagField("network.mask_padding", tr("mask padding"),
                        [](C& c) -> bool& { return c.network.maskPadding; }),
          makeFlagField("network.positional_encoding", tr("positions"),
                        [](C& c) -> bool& { return c.network.positionalEncoding; }),
          makeFlagField("network.embedding_table", tr("token table"),
                        [](C& c) -> bool& { return c.network.embeddingTable; }),
          makeChoiceField(
              "network.initialisation", tr("first weights"), {tr("as PyTorch"), tr("as Keras")},
              [](const C& c) { return static_cast<int>(c.network.initialisation); },
              [](C& c, int i) { c.network.initialisation = static_cast<Initialisation>(i); }),
          makeRealField("network.layer_norm_eps", tr("norm epsilon"),
                        [](C& c) -> double& { return c.network.layerNormEps; })}},
        {tr("Training"),
         "training",
         false,
         {makeRealField("training.learning_rate", tr("learning rate"),
                        [](C& c) -> double& { return c.training.learningRate; }),
          makeChoiceField(
              "training.schedule", tr("schedule"),
              {tr("constant"), tr("cosine × warm-up"), tr("warm-up, then cosine")},
              [](const C& c) { return static_cast<int>(c.training.schedule); },
              [](C& c, int i) { c.training.schedule = static_cast<Schedule>(i); }),
          makeNumberField(
              "training.warmup", tr("warm-up steps"), [](C& c) -> int& { return c.training.warmup; }, 10),
          makeNumberField("training.epochs", tr("epochs"), [](C& c) -> int& { return c.training.epochs; }),
          makeNumberField(
              "training.batch_size", tr("batch"), [](C& c) -> int& { return c.training.batchSize; }, 16),
          makeShareField(
              "training.clip_norm", tr("clip norm"), [](C& c) -> double& { return c.training.clipNorm; },
              0.5),
          makeSeedField("seed", tr("run seed"), [](C& c) -> uint64_t& { return c.seed; })}},
        {tr("Optimiser"),
         "optimiser",
         true,
         {makeChoiceField(
              "training.optimiser", tr("optimiser"),
              {tr("Adam"), tr("AdamW"), tr("RMSprop"), tr("RMSprop, Keras 3")},
              [](const C& c) { return static_cast<int>(c.training.optimiser); },
              [](C& c, int i) { c.training.optimiser = static_cast<Optimiser>(i); }),
          makeRealField("training.weight_decay", tr("weight decay"),
                        [](C& c) -> double& { return c.training.weightDecay; }),
          makeRealField("training.beta1", tr("beta 1"), [](C& c) -> double& { return c.training.beta1; }),
          makeRealField("training.beta2", tr("beta 2"), [](C& c) -> double& { return c.training.beta2; }),
          makeRealField("training.rho", tr("rho"), [](C& c) -> double& { return c.training.rho; }),
          makeRealField("training.epsilon", tr("epsilon"),
                        [](C& c) -> double& { return c.training.epsilon; })}},
        {tr("Early stopping"),
         "ending",
         true,
         {makeShareField(
              "training.target_accuracy", tr("target accuracy"),
              [](C& c) -> double& { return c.training.targetAccuracy; }, 0.01),
          makeNumberField("training.patience", tr("patience"),
                          [](C& c) -> int& { return c.training.patience; }),
          makeNumberField(
              "training.max_steps", tr("steps at most"), [](C& c) -> int& { return c.training.maxSteps; },
              100)}},
        {tr("Looking back"),
         "snapshots",
         true,
         {makeNumberField(
              "training.snapshot_every", tr("keep every (steps)"),
              [](C& c) -> int& { return c.training.snapshotEvery; }, 10),
          makeNumberField(
              "training.snapshot_megabytes", tr("room (MB)"),
              [](C& c) -> int& { return c.training.snapshotMegabytes; }, 64),
          makeRealField("training.checkpoint_seconds", tr("save every (s)"),
                        [](C& c) -> double& { return c.training.checkpointSeconds; })}},
        {tr("Device"),
         "device",
         false,
         {makeNumberField("threads", tr("threads"), [](C& c) -> int& { return c.threads; })}},
    };
}

bool isRelevant(const RunConfig& config, std::string_view path) {
    const DataConfig& data = config.data;
    const TrainingConfig& training = config.training;
    const bool sequences = isSequences(data), sets = isSets(data), texts = isText(data);
    if (path == "data.rule" || path == "data.num_categories") return sequences;
    if (path == "data.rotate_by") return sequences && data.rule == LabelRule::Rotate;
    if (path == "data.csv_path") return sequences && data.rule == LabelRule::Csv;
    if (path == "data.path") return !sequences;
    if (path == "data.length" || path == "network.embedding_table") return !sets;
    if (path == "data.extractor" || path == "data.set_size" || path == "data.shuffle_place" ||
        path == "data.test_draws")
        return sets;
    const bool own = readsRows(data), ratio = sequences && data.earlierSplit;
    if (path == "data.train_size") return own ? ratio : sequences || data.path.empty();
    if (path == "data.validation_size")
        return own ? ratio || (!data.earlierSplit && data.validationShare == 0)
                   : sequences || data.path.empty();
    if (path == "data.test_size")
        return own ? ratio || (!data.earlierSplit && data.testShare == 0) : sequences || data.path.empty();
    if (path == "data.validation_share" || path == "data.test_share") return own && !data.earlierSplit;
    if (path == "data.earlier_split") return own && data.earlierSplit;
    if (path == "data.vocabulary" || path == "network.key_dim" || path == "network.pool_dropout" ||
        path == "network.num_classes" || path == "network.mask_padding")
        return texts;
    if (path == "training.beta1" || path == "training.beta2") return !isRmsProp(training.optimiser);
    if (path == "training.rho") return isRmsProp(training.optimiser);
    if (path == "training.weight_decay") return training.optimiser == Optimiser::AdamW;
    if (path == "training.warmup") return training.schedule != Schedule::Constant;
    return true;
}

}  // namespace attx
