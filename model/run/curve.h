// Curves of a training run: smoothing, and thinning to what a screen can show.
#pragma once
#include <span>
#include <vector>

namespace attx {

/// The exponential moving average with the bias of its start removed (Kingma and Ba 2015, section 3):
/// s[i] = w s[i-1] + (1-w) y[i], out[i] = s[i] / (1 - w^(i+1)). Weight w in 0…1; 0 gives y back.
/// Not-finite values give not-a-number at their place and do not count.
[[nodiscard]] std::vector<double> smoothed(std::span<const double> y, double weight);

struct CurvePoints {
    std::vector<double> x, y;
};

/// At most about 4 points for each of `columns` pixel columns over lo…hi: the first, smallest, largest and
/// last of each, in their order, so that no spike is lost. One point beyond either edge is kept, so that
/// lines run to the edge. x must not fall; not-a-number in y (a gap) is kept.
[[nodiscard]] CurvePoints thinned(std::span<const double> x, std::span<const double> y, double lo, double hi,
                                  int columns);

/// The parts of a line that lie inside a rectangle, cut exactly at its edges, with not-a-number between
/// parts: SVG has no clipping in Qt's writer. With logY, y is interpolated in its logarithm.
[[nodiscard]] CurvePoints clipped(const CurvePoints& line, double xLo, double xHi, double yLo, double yHi,
                                  bool logY);

}  // namespace attx
