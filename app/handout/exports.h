// A run to take along: as code of PyTorch, as an ONNX network, as a page for browsers.
#pragma once
#include <QImage>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/runs/run_store.h"
#include "model/network/backend.h"

namespace attx {

enum class ExportKind { Pytorch, Onnx, Page };
/// By the end of its name: .py, .onnx, .html; nothing for another.
[[nodiscard]] std::optional<ExportKind> exportKindByName(const std::string& file);
/// The same. Throws Error::Kind::Input for another.
[[nodiscard]] ExportKind exportKindOf(const std::string& file);

struct ExportFiles {
    std::vector<std::string> files;  ///< the one asked for first
    std::string note;                ///< what a person should know; empty: nothing
};

/// Writes `file` with the network, its data and its training, the weights beside it as STEM.safetensors and,
/// unless the data are drawn by a rule, their rows as STEM-data.safetensors. Throws Error::Kind::Input
/// if these are there while `file` is not: they belong to something else.
ExportFiles exportPytorch(const OpenedRun& run, const std::string& file);
ExportFiles exportOnnx(const OpenedRun& run, const std::string& file);

struct PageChoice {
    Sample sample;
    QString now;  ///< what the parameters of the run are called, which come after the snapshots
    bool firstQueryBelow = false;
    QList<QImage> images = {};  ///< [T], of a set's members; null where none is known
    Ablation ablation = {};     ///< heads and tokens, at every snapshot; the page says which
};
/// The page of a sample at every snapshot; of so many that the page would be larger than 16 MB, fewer.
/// `progress` is told how many of how many are done; false ends it with Error::Kind::Work.
ExportFiles exportPage(const OpenedRun& run, const PageChoice& choice, const std::string& file,
                       const std::function<bool(size_t done, size_t total)>& progress = {});

}  // namespace attx
