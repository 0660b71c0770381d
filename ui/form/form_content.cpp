#include "ui/form/form_content.h"

#include <algorithm>

#include "ui/look/translate.h"

namespace attx {
std::vector<FormGroup> formGroups() {
    return {
        {tr("Data"),
         "data",
         false,
         {"data.task",
          "data.rule",
          "data.rotate_by",
          "data.mask_share",
          "data.csv_path",
          "data.path",
          "data.text_column",
          "data.class_column",
          "data.header",
          "data.separator",
          "data.encoding",
          "data.skip_bad_lines",
          "data.tokens",
          "data.vocabulary",
          "data.extractor",
          "data.set_size",
          "data.shuffle_place",
          "data.test_draws",
          "data.picture_size",
          "data.patch_size",
          "data.channels",
          "data.pixel_mean",
          "data.pixel_deviation",
          "data.num_categories",
          "data.length",
          "data.train_size",
          "data.validation_size",
          "data.test_size",
          "data.validation_share",
          "data.test_share",
          "data.earlier_split",
          "data.seed"}},
        {tr("Network"),
         "network",
         false,
         {"network.model_dim", "network.num_heads", "network.key_dim", "network.num_layers",
          "network.dim_feedforward", "network.activation", "network.dropout", "network.input_dropout",
          "network.pool_dropout", "network.num_classes", "network.mask_padding", "network.positions",
          "network.rotary_base", "network.max_positions", "network.embedding_table", "network.linear_output",
          "network.initialisation"}},
        {tr("Architecture"),
         "architecture",
         true,
         {"network.norm", "network.norm_first", "network.final_norm", "network.embedding_norm",
          "network.layer_norm_eps", "network.causal", "network.bias", "network.kv_heads",
          "network.class_token", "network.pooling", "network.pooler", "network.pooler_dim",
          "network.token_types", "network.unknown_token", "network.tied_output", "network.output_transform"}},
        {tr("Training"),
         "training",
         false,
         {"training.learning_rate", "training.schedule", "training.warmup", "training.epochs",
          "training.batch_size", "training.full_batch", "training.label_smoothing", "training.clip_norm",
          "training.start_from", "training.frozen_layers", "seed"}},
        {tr("Optimiser"),
         "optimiser",
         true,
         {"training.optimiser", "training.weight_decay", "training.beta1", "training.beta2", "training.rho",
          "training.epsilon"}},
        {tr("Early stopping"),
         "ending",
         true,
         {"training.target_accuracy", "training.patience", "training.max_steps"}},
        {tr("Snapshots"),
         "snapshots",
         true,
         {"training.snapshots", "training.snapshot_every", "training.snapshot_megabytes",
          "training.checkpoint_seconds"}},
        {tr("Device"), "device", false, {"threads"}},
    };
}

bool isSimpleSetting(std::string_view path) {
    constexpr std::string_view simple[] = {"data.task", "network.num_layers", "network.num_heads",
                                           "training.epochs", "training.learning_rate"};
    return std::ranges::find(simple, path) != std::end(simple);
}

FileChoice fileChoice(std::string_view path) {
    if (path == "data.csv_path")
        return {tr("input;output"), tr("Choose a CSV file"),
                tr("Pairs (*.csv *.tsv *.tab *.txt *.gz *.zip);;All files (*)")};
    if (path == "data.path")
        return {tr("built in"), tr("Choose the data"),
                tr("Archives and tables (*.tar *.tgz *.zip *.gz *.csv *.tsv *.tab *.txt);;All files (*)"),
                true};
    if (path == "data.extractor")
        return {tr("as found"), tr("Choose an ONNX network"), tr("Networks (*.onnx);;All files (*)")};
    if (path == "training.start_from")
        return {tr("new weights"), tr("Choose a network to start from"),
                tr("Checkpoints (*.safetensors *.ckpt *.pt *.pth *.keras *.h5);;All files (*)"), true};
    return {};
}

}  // namespace attx
