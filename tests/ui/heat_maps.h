// Maps of attention with a value of its own in every cell.
#pragma once
#include <algorithm>
#include <vector>

#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

inline HeatMap mapOf(int rows, int cols, const std::vector<float>& values) {
    HeatMap map;
    map.rows = rows;
    map.cols = cols;
    map.values = values;
    map.xLabel = QStringLiteral("key");
    map.yLabel = QStringLiteral("query");
    return map;
}

/// Every cell another value, 0…1.
inline HeatMap ramp(int n) {
    std::vector<float> values;
    for (int i = 0; i < n * n; ++i)
        values.push_back(static_cast<float>(i) / static_cast<float>(std::max(1, n * n - 1)));
    return mapOf(n, n, values);
}

inline HeatMapGridFigure gridOf(int rows, int cols, int n) {
    HeatMapGridFigure grid;
    grid.gridRows = rows;
    grid.gridCols = cols;
    for (int l = 0; l < rows; ++l) {
        grid.rowTitles << QStringLiteral("Layer %1").arg(l + 1);
        for (int h = 0; h < cols; ++h) {
            HeatMap map = ramp(n);
            map.title = QStringLiteral("Layer %1, Head %2").arg(l + 1).arg(h + 1);
            grid.maps.push_back(map);
        }
    }
    for (int h = 0; h < cols; ++h) grid.columnTitles << QStringLiteral("Head %1").arg(h + 1);
    return grid;
}

}  // namespace attx
