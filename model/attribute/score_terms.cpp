#include "model/attribute/score_terms.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

#include "model/network/positions.h"

namespace attx {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr std::array<const char*, 5> names{"score_content_content", "score_content_position",
                                           "score_position_content", "score_position_position", "score_bias"};

void append(std::vector<float>& to, const Matrix& matrix) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) to.push_back(static_cast<float>(matrix.data()[i]));
}

}  // namespace

std::span<const char* const> scoreTermNames() { return names; }

std::vector<size_t> scoreTermsOf(const NetworkConfig& network) {
    return network.positionalEncoding ? std::vector<size_t>{0, 1, 2, 3, 4} : std::vector<size_t>{0, 4};
}

std::vector<float> scoreTerms(Inspector& inspector) {
    const NetworkConfig& network = inspector.network();
    const Eigen::Index C = network.modelDim, HS = network.headDim(), NH = network.numHeads;
    const std::vector<float> embedded = inspector.read(inspector.program().embedded);
    const Eigen::Index T = inspector.program().length, B = static_cast<Eigen::Index>(embedded.size()) / T / C;
    const Matrix weight = ConstMap(inspector.parameter(Role::QkvWeight, 0), 3 * NH * HS, C).cast<double>();
    const Matrix bias =
        ConstMap(inspector.biasOf(Role::QkvBias, Role::QkvWeight, 0).data(), 1, 3 * NH * HS).cast<double>();
    Matrix position = Matrix::Zero(T, C);
    if (network.positionalEncoding)
        position =
            ConstMap(positionalEncoding(static_cast<int>(T), network.modelDim).data(), T, C).cast<double>();
    const double scale = 1 / std::sqrt(static_cast<double>(HS));

    std::array<std::vector<float>, names.size()> terms;
    for (Eigen::Index b = 0; b < B; ++b) {
        const Matrix content = ConstMap(embedded.data() + b * T * C, T, C).cast<double>();
        for (Eigen::Index h = 0; h < NH; ++h) {
            const auto q = weight.middleRows(3 * h * HS, HS), k = weight.middleRows((3 * h + 1) * HS, HS);
            const Matrix qe = content * q.transpose(), qp = position * q.transpose(),
                         ke = content * k.transpose(), kp = position * k.transpose();
            const Matrix bq = bias.middleCols(3 * h * HS, HS), bk = bias.middleCols((3 * h + 1) * HS, HS);
            append(terms[0], scale * qe * ke.transpose());
            append(terms[1], scale * qe * kp.transpose());
            append(terms[2], scale * qp * ke.transpose());
            append(terms[3], scale * qp * kp.transpose());
            const Eigen::RowVectorXd ofKeys = bq * (ke + kp).transpose();
            const Eigen::VectorXd ofQueries = (qe + qp) * bk.transpose();
            const double both = bq.row(0).dot(bk.row(0));
            Matrix rest(T, T);
            for (Eigen::Index i = 0; i < T; ++i)
                for (Eigen::Index j = 0; j < T; ++j) rest(i, j) = scale * (ofKeys(j) + ofQueries(i) + both);
            append(terms[4], rest);
        }
    }
    std::vector<float> all;
    for (const std::vector<float>& term : terms) all.insert(all.end(), term.begin(), term.end());
    return all;
}

}  // namespace attx
