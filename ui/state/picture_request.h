// Pictures of a person's own for the page of sets: what it asks of the application, as plain values.
#pragma once
#include <QImage>
#include <QMetaType>
#include <QStringList>
#include <vector>

#include "model/config/config.h"

namespace attx {

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

Q_DECLARE_METATYPE(attx::DescribedPicture)
