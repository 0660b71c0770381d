// Principal component analysis (Pearson 1901, Hotelling 1933): the directions along which points differ most.
#pragma once
#include <span>
#include <vector>

namespace attx {

struct PrincipalComponents {
    int dim = 0;                   ///< D
    std::vector<double> mean;      ///< [D]
    std::vector<double> axes;      ///< [count, D], unit vectors, the largest element of each positive
    std::vector<double> variance;  ///< [count], share of all variance, falling; 0 where nothing differs

    /// [n, count] of points [n, D].
    [[nodiscard]] std::vector<float> project(std::span<const float> points) const;
};

/// Of points [n, dim], n > 0, by the eigenvectors of their covariance in double precision. Axes beyond `dim`
/// are zeros.
[[nodiscard]] PrincipalComponents principalComponents(std::span<const float> points, int dim, int count = 2);

}  // namespace attx
