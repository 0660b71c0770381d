// What the program can fetch for a user who asks for it, and otherwise never: one table.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "model/config/config.h"
#include "model/config/task.h"
#include "model/files/translatable.h"

namespace attx {

struct DownloadSource {
    const char* name;   ///< Name on the command line
    const char* title;  ///< Name in the window
    const char* what;   ///< a sentence: what it is
    const char* url;
    const char* file;    ///< its name here
    const char* folder;  ///< Folder next to the file that it is unpacked to; null: it is used as it is
    const char* sha256;
    int64_t bytes;
    const char* publisher;
    const char* terms;                    ///< Licence, or what the publisher asks for where none is stated
    TaskKind task;                        ///< Task that uses it
    const char* key;                      ///< Setting that takes its path: data.path or data.extractor
    const char* builtInPreset = nullptr;  ///< Preset with built-in data that `preset` replaces; null: none
    const char* preset = nullptr;         ///< Preset for the downloaded data; null: none
    const char* patchPreset = nullptr;    ///< Preset that cuts its pictures into patches; null: none

    [[nodiscard]] constexpr bool serves(TaskKind of) const {
        return of == task || (patchPreset && of == TaskKind::Pictures);
    }
};

/// Sizes and SHA-256: of CIFAR-100 and IMDB as the catalogue of TensorFlow Datasets has them (the publisher's
/// page gives the MD5 03b5dce01913d631647c71ecec9e9cb8 for CIFAR-100); of ResNet-34 as ONNX_HUB_MANIFEST.json
/// of github.com/onnx/models has them. That repository hands out no files since July 2025; the zoo's own
/// copies at Hugging Face do. The archive of reviews is used as it is: reading 50,000 from one file takes
/// seconds, from as many files minutes on a cold disk.
inline constexpr std::array downloadSources{
    DownloadSource{
        "cifar-100", "CIFAR-100",
        ATTX_TR("model", "60,000 photographs of 32 × 32 in 100 classes, in the official binary form."),
        "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz", "cifar-100-binary.tar.gz",
        "cifar-100-binary", "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec", 168'513'733,
        "Alex Krizhevsky, University of Toronto",
        ATTX_TR(
            "model",
            "No licence is stated. The publisher asks users to cite: Krizhevsky, Learning Multiple Layers "
            "of Features from Tiny Images, 2009."),
        TaskKind::Sets, "data.path", "anomaly-shapes", "anomaly", "patches-cifar"},
    DownloadSource{
        "resnet-34", "ResNet-34",
        ATTX_TR("model",
                "An image network trained on ImageNet (ONNX), which turns an image into 512 features."),
        "https://huggingface.co/onnxmodelzoo/legacy_models/resolve/main/validated/vision/classification/"
        "resnet/"
        "model/resnet34-v1-7.onnx",
        "resnet34-v1-7.onnx", nullptr, "883a41b2e30ddc2e422c108b091b5e70b92d37dc5c345a2c563dcae27971e2cc",
        87'302'588, "ONNX Model Zoo", "Apache License 2.0.", TaskKind::Sets, "data.extractor"},
    DownloadSource{
        "imdb", "IMDB",
        ATTX_TR("model",
                "50,000 labelled film reviews, half of them for testing (Large Movie Review Dataset 1.0)."),
        "https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz", "aclImdb_v1.tar.gz", nullptr,
        "c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe", 84'125'825,
        "Andrew Maas, Stanford University",
        ATTX_TR(
            "model",
            "No licence is stated. The publisher asks users to cite: Maas et al., Learning Word Vectors for "
            "Sentiment Analysis, ACL 2011."),
        TaskKind::Text, "data.path", "text-demo", "text-imdb"},
};

/// Null if there is none of that name.
[[nodiscard]] constexpr const DownloadSource* findDownload(std::string_view name) {
    for (const DownloadSource& source : downloadSources)
        if (name == source.name) return &source;
    return nullptr;
}

/// The configuration that uses what was fetched, which is in `path`. One that is still the preset for
/// built-in data becomes the preset for the real ones: their network, too, is what is known to work.
[[nodiscard]] RunConfig withDownload(const RunConfig& config, const DownloadSource& source,
                                     const std::string& path);

}  // namespace attx
