#include "model/network/by_hand.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

#include "model/network/positions.h"

namespace attx {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr double sharpness = 60;      // β: the least weight on the anti-diagonal is 0.9986 at 16 positions
constexpr double contentLength = 2;   // Length of a token's embedding; positions have 4 (32 dimensions)
constexpr double writtenLength = 4;   // Length of what attention writes with its whole weight
constexpr double readLength = 4;      // Factor of the output net's first layer, far above LayerNorm's epsilon
constexpr double logitPerLength = 2;  // Logit for each unit of a normalised feature

/// Orthonormal directions, a column each.
struct Directions {
    Matrix positions, content, written;
};

Directions directionsOf(const Matrix& table, Eigen::Index categories) {
    const Eigen::Index C = table.cols();
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(table.transpose() * table);  // rising eigenvalues
    Directions found;
    found.positions = solver.eigenvectors().rightCols(directionsOfPositions);
    Matrix taken(C, directionsByHand);
    taken << found.positions, Eigen::VectorXd::Ones(C);
    const Matrix basis = Eigen::HouseholderQR<Matrix>(taken).householderQ() * Matrix::Identity(C, C);
    found.content = basis.middleCols(directionsByHand, categories);
    found.written = basis.middleCols(directionsByHand + categories, categories);
    return found;
}

/// Takes the encoding of position j to that of T - 1 - j; of every angle a sine and a cosine stand side by
/// side.
Matrix reflection(const Matrix& table) {
    const Eigen::Index C = table.cols();
    Matrix result = Matrix::Zero(C, C);
    for (Eigen::Index i = 0; i + 1 < C; i += 2) {
        const double sine = table(table.rows() - 1, i), cosine = table(table.rows() - 1, i + 1);
        result.block<2, 2>(i, i) << -cosine, sine, sine, cosine;
    }
    return result;
}

}  // namespace

std::vector<float> reverseByHand(const Program& program) {
    const Eigen::Index C = program.config.modelDim, K = program.config.inputDim;
    const std::vector<float> encoding = positionalEncoding(program.length, program.config.modelDim);
    Matrix table(program.length, C);
    for (Eigen::Index t = 0; t < table.rows(); ++t)
        for (Eigen::Index c = 0; c < C; ++c) table(t, c) = double(encoding[t * C + c]);
    const Directions directions = directionsOf(table, K);
    const Matrix ofPositions = directions.positions * directions.positions.transpose();

    std::vector<float> values(size_t(program.parameterCount()), 0.0F);
    const auto put = [&](Role role, int layer, const Matrix& matrix) {
        const ParameterInfo& p = program.parameter(role, layer);
        float* to = values.data() + p.offset;  // [out, in]
        for (Eigen::Index row = 0; row < matrix.rows(); ++row)
            for (Eigen::Index col = 0; col < matrix.cols(); ++col)
                to[row * p.shape.back() + col] = float(matrix(row, col));
    };
    for (const ParameterInfo& p : program.parameters)
        if (p.init == Init::One) std::fill_n(values.begin() + p.offset, p.size(), 1.0F);
    Matrix qkv = Matrix::Zero(3 * C, C);  // the one head's
    qkv.topRows(C) = sharpness * ofPositions;
    qkv.middleRows(C, C) = reflection(table) * ofPositions;
    qkv.middleRows(2 * C, K) = directions.content.transpose() / contentLength;
    put(Role::InputWeight, -1, contentLength * directions.content);
    put(Role::QkvWeight, 0, qkv);
    put(Role::AttentionOutputWeight, 0, writtenLength * directions.written);
    put(Role::OutputHiddenWeight, -1, readLength * directions.written.transpose());
    put(Role::OutputLogitsWeight, -1, logitPerLength * Matrix::Identity(K, K));
    return values;
}

}  // namespace attx
