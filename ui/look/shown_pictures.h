// Pictures that a text names: lessons, notes of runs and lesson states come from others, and a name in them
// may lead to a device, a pipe or a file of any size.
#pragma once
#include <QImage>
#include <QString>

namespace attx {

/// The picture in the regular file `path`, of at most 16 MB; null where there is none, or where it is a
/// drawing that names other files.
[[nodiscard]] QImage pictureIn(const QString& path);

/// From now on every text with formats shows local pictures by pictureIn alone. May be called again.
void guardPicturesOfTexts();

}  // namespace attx
