// Pictures of a person's own for the pages of sets and pictures: what they ask of the application, as plain
// values.
#pragma once
#include <QImage>
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

/// A picture from the disk as a square of `side` pixels, scaled and cropped.
struct OwnPictureRequest {
    quint64 tag = 0;
    QString file;
    int side = 0;
};
struct OwnPicture {
    quint64 tag = 0;
    QString name;
    int side = 0;
    std::vector<uint8_t> pixels = {};  ///< [side, side, 3]
    QString note = {};                 ///< How it was fitted; empty: it had that size
};

}  // namespace attx
