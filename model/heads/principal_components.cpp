#include "model/heads/principal_components.h"

#include <Eigen/Dense>
#include <algorithm>

namespace attx {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Points = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

Points mapOf(std::span<const float> points, int dim) {
    return {points.data(), static_cast<Eigen::Index>(points.size()) / dim, dim};
}

}  // namespace

PrincipalComponents principalComponents(std::span<const float> points, int dim, int count) {
    PrincipalComponents result;
    result.dim = dim;
    Matrix centred = mapOf(points, dim).cast<double>();
    const Eigen::RowVectorXd mean = centred.colwise().mean();
    result.mean.assign(mean.data(), mean.data() + dim);
    centred.rowwise() -= mean;
    const Eigen::MatrixXd covariance = centred.transpose() * centred / double(centred.rows());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
    const double all = covariance.trace();
    for (int i = 0; i < count; ++i) {
        if (i >= dim) {
            result.axes.resize(result.axes.size() + size_t(dim));
            result.variance.push_back(0);
            continue;
        }
        const Eigen::Index column = dim - 1 - i;  // the eigenvalues rise
        Eigen::VectorXd axis = solver.eigenvectors().col(column);
        Eigen::Index largest = 0;
        axis.cwiseAbs().maxCoeff(&largest);
        if (axis(largest) < 0) axis = -axis;
        result.axes.insert(result.axes.end(), axis.data(), axis.data() + dim);
        result.variance.push_back(all > 0 ? std::max(solver.eigenvalues()(column), 0.0) / all : 0);
    }
    return result;
}

std::vector<float> PrincipalComponents::project(std::span<const float> points) const {
    const auto count = static_cast<Eigen::Index>(variance.size());
    const Matrix centred =
        mapOf(points, dim).cast<double>().rowwise() - Eigen::Map<const Eigen::RowVectorXd>(mean.data(), dim);
    const Matrix placed = centred * Eigen::Map<const Matrix>(axes.data(), count, dim).transpose();
    return {placed.data(), placed.data() + placed.size()};
}

}  // namespace attx
