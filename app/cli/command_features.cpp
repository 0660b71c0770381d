// features: what a trained network sees in each image of a folder, kept as .npz files for the task of sets.
#include <chrono>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "model/data/feature_file.h"
#include "model/files/text.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

std::string words(std::chrono::duration<double> duration) { return durationText(duration).toStdString(); }

int runFeatures(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::string images = arguments.required("--images"), extractor = arguments.required("--extractor"),
                      folder = arguments.required("--out");
    const auto start = std::chrono::steady_clock::now();
    if (!makeFeaturesShown(images, extractor, folder, output)) {
        output.line("Interrupted; what was done is kept. The same command continues there.");
        output.object({{"out", folder}, {"interrupted", true}});
        return 1;
    }
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
    const auto place = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
    const FeatureFile train = readFeatures(place(trainFeaturesName)),
                      test = readFeatures(place(testFeaturesName));
    if (output.json())
        output.object({{"out", folder},
                       {"extractor", extractor},
                       {"train_images", train.rows},
                       {"test_images", test.rows},
                       {"dim", train.dim},
                       {"seconds", gone.count()}});
    else
        output.line(std::to_string(train.rows) + " and " + counted(test.rows, "image") + ", " +
                    counted(train.dim, "number") + " each, are in " + folder + " (" + words(gone) + ")");
    return 0;
}

}  // namespace

Command featuresCommand() {
    return {
        {"features",
         nullptr,
         "Computes what a trained image network sees in each image, for the task of sets. Ctrl+C ends it; "
         "the same command goes on from there.",
         {{"--images", "DIR",
           "CIFAR-100 (folder or .tar.gz), or a folder with a sub-folder of pictures for each class."},
          {"--extractor", "FILE.onnx|pixels",
           "An image network, the input of whose last layer is taken (FILE.onnx#NAME: the output NAME); "
           "pixels: plain statistics."},
          {"--out", "DIR", "Where train_set_features.npz and test_set_features.npz are written."},
          jsonOption}},
        runFeatures};
}

}  // namespace attx
