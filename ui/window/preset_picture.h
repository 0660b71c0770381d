// What a preset is about, in a small picture: made from its own data each time, not drawn by hand.
#pragma once
#include <QImage>
#include <string>

#include "ui/look/theme.h"

namespace attx {

/// `example`, from 0, chooses which of its data. Of sequences the attention of every head: of one head the
/// weights that are written by hand and reverse it, of more the weights that training begins with. Of texts
/// the first words of a generated review, of sets ten drawn images with the odd one framed. `size`: in device
/// pixels of `ratio`.
[[nodiscard]] QImage presetPicture(const std::string& name, int example, QSize size, qreal ratio,
                                   const FigureStyle& style);

}  // namespace attx
