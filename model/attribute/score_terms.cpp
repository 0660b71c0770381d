#include "model/attribute/score_terms.h"

#include <Eigen/Core>
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
    for (Eigen::Index i = 0; i < matrix.size(); ++i) to.push_back(float(matrix.data()[i]));
}

}  // namespace

std::span<const char* const> scoreTermNames() { return names; }

std::vector<size_t> scoreTermsOf(const NetworkConfig& network) {
    switch (network.positions) {
        case Positions::Sinusoidal:
        case Positions::Learned:
            return {0, 1, 2, 3, 4};
        case Positions::Alibi:
            return {0, 3, 4};
        case Positions::None:
        case Positions::Rotary:
            break;
    }
    return {0, 4};
}

std::vector<float> scoreTerms(Inspector& inspector) {
    const NetworkConfig& network = inspector.network();
    const Eigen::Index C = network.modelDim, HS = network.headDim();
    const std::vector<float> embedded = inspector.read(inspector.program().embedded);
    const Eigen::Index T = inspector.program().length, B = static_cast<Eigen::Index>(embedded.size()) / T / C;
    const auto weightOf = [&](int head, int part) -> Matrix {  // [HS, C]
        const HeadRows rows = headRows(network, head, part);
        return ConstMap(inspector.parameter(rows.weight, 0) + rows.first * C, HS, C).cast<double>();
    };
    const auto biasOf = [&](int head, int part) -> Matrix {  // [T, HS], in every row the same
        const HeadRows rows = headRows(network, head, part);
        const std::vector<float> bias = inspector.biasOf(rows.bias, rows.weight, 0);
        return ConstMap(bias.data() + rows.first, 1, HS).cast<double>().replicate(T, 1);
    };
    Matrix position = Matrix::Zero(T, C);
    if (network.positions == Positions::Sinusoidal)
        position = ConstMap(positionalEncoding(int(T), network.modelDim).data(), T, C).cast<double>();
    if (network.positions == Positions::Learned)
        position = ConstMap(inspector.parameter(Role::PositionTable), T, C).cast<double>();
    const Turns turns = rotaryTurns(inspector.program());
    const auto turn = [&](Matrix x) {  // Rotates rows as Rotate does, where positions are rotary
        for (Eigen::Index t = 0; t < T && !turns.cosines.empty(); ++t)
            for (Eigen::Index d = 0; d < HS / 2; ++d) {
                const auto at = size_t(t * (HS / 2) + d);
                const double a = x(t, d), b = x(t, d + HS / 2), cosine = double(turns.cosines[at]),
                             sine = double(turns.sines[at]);
                x(t, d) = a * cosine - b * sine;
                x(t, d + HS / 2) = b * cosine + a * sine;
            }
        return x;
    };
    const double scale = 1 / std::sqrt(double(HS));

    std::array<std::vector<float>, names.size()> terms;
    for (Eigen::Index b = 0; b < B; ++b) {
        const Matrix content = ConstMap(embedded.data() + b * T * C, T, C).cast<double>();
        for (int h = 0; h < network.numHeads; ++h) {
            const Matrix q = weightOf(h, 0), k = weightOf(h, 1);
            const Matrix qe = turn(content * q.transpose()), qp = position * q.transpose(),
                         ke = turn(content * k.transpose()), kp = position * k.transpose();
            const Matrix bq = turn(biasOf(h, 0)), bk = turn(biasOf(h, 1));
            append(terms[0], scale * qe * ke.transpose());
            append(terms[1], scale * qe * kp.transpose());
            append(terms[2], scale * qp * ke.transpose());
            Matrix ofPositions = scale * qp * kp.transpose();
            const double slope = alibiSlope(h, network.numHeads);
            for (Eigen::Index i = 0; i < T && network.positions == Positions::Alibi; ++i)
                for (Eigen::Index j = 0; j < T; ++j) ofPositions(i, j) -= slope * double(std::abs(i - j));
            append(terms[3], ofPositions);
            append(terms[4], scale * (bq * (ke + kp + bk).transpose() + (qe + qp) * bk.transpose()));
        }
    }
    std::vector<float> all;
    for (const std::vector<float>& term : terms) all.insert(all.end(), term.begin(), term.end());
    return all;
}

}  // namespace attx
