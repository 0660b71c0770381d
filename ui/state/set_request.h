// What the page of sets asks of the application, as plain values.
#pragma once
#include <QImage>
#include <QMetaType>
#include <QStringList>
#include <memory>

#include "model/data/dataset.h"
#include "model/explain/set_answers.h"
#include "model/network/backend.h"

namespace attx {

/// Answers to all sets of the validation or the test data; the newest question replaces an older one.
struct SetRequest {
    quint64 tag = 0;
    RunConfig config;
    std::shared_ptr<const std::vector<float>> parameters;
    std::shared_ptr<const DataSet> data;
    bool test = true;        ///< else validation
    Ablation ablation = {};  ///< heads only
};

/// The same set in two orders.
struct EquivarianceRequest {
    quint64 tag = 0;
    NetworkConfig network;
    std::shared_ptr<const std::vector<float>> parameters;
    std::vector<float> features;  ///< [T, D]
    std::vector<int32_t> order;   ///< [T]: place i shows the image of place order[i]
    Ablation ablation = {};       ///< heads only
};
struct EquivarianceResult {
    std::vector<int32_t> order;
    std::vector<float> before, after;  ///< [T] probabilities; `after` in the new order
    float error = 0;                   ///< largest difference, image by image
};

/// Pictures from the disk, to be described as the images of `data` are.
struct PictureRequest {
    quint64 tag = 0;
    DataConfig data;
    QStringList files;
    int side = 0;  ///< pixels of the images of `data`
    int dim = 0;   ///< numbers that their features have
};
struct DescribedPicture {
    QString name;
    QImage image;
    std::vector<float> features;  ///< [dim]
};

}  // namespace attx

Q_DECLARE_METATYPE(attx::EquivarianceResult)
Q_DECLARE_METATYPE(attx::DescribedPicture)
