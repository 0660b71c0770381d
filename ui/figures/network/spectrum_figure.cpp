#include "ui/figures/network/spectrum_figure.h"

#include <QObject>
#include <algorithm>
#include <functional>
#include <numeric>

#include "model/heads/spectrum.h"

namespace attx {

BarFigure spectrumFigure(const VectorCloud& cloud, const RunConfig& config) {
    constexpr size_t most = 5;  // The number that Nanda et al. found
    const int p = config.data.numCategories;
    const std::vector<double> shares = fourierShares(cloud, p);
    BarFigure figure;
    figure.setName(QStringLiteral("spectrum"));
    figure.setTitle(QObject::tr("Fourier spectrum of the embedding"));
    figure.lines << QObject::tr(
                        "Shares of the variance of the numbers' vectors by frequency k: what repeats k "
                        "times from 0 to %1 (Nanda et al. 2023)")
                        .arg(p);
    BarPanel panel;
    panel.key = QStringLiteral("share");
    panel.values = shares;
    panel.upright = true;
    for (size_t k = 1; k <= shares.size(); ++k) panel.names << QString::number(k);
    std::vector<double> sorted = shares;
    std::ranges::sort(sorted, std::greater());
    const auto largest = std::min<size_t>(most, sorted.size());
    const double held = std::accumulate(sorted.begin(), sorted.begin() + largest, 0.0);
    panel.title = QObject::tr("The largest %1 of %2 hold %3 %")
                      .arg(largest)
                      .arg(shares.size())
                      .arg(100 * held, 0, 'f', 0);
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace attx
