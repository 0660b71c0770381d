// The kernels of one row, with which a decoder reads, of every instruction set against the naive ones.
#include <QtTest>
#include <cmath>

#include "kernel_arrays.h"
#include "model/native/instruction_set.h"
#include "model/reference/operations.h"
#include "runner.h"

using namespace attx;

namespace test_row_kernels {

using namespace kernel_arrays;

class TestRowKernels : public QObject {
    Q_OBJECT

    /// One row for each instruction set and shape.
    static void rows(std::initializer_list<std::array<int, 3>> shapes) {
        addColumns<const Kernels*, int, int, int>("kernels", "a", "b", "c");
        for (const Kernels* kernels : runnableKernels())
            for (const auto& s : shapes)
                QTest::addRow("%s %dx%dx%d", kernels->name, s[0], s[1], s[2])
                    << kernels << s[0] << s[1] << s[2];
    }

private Q_SLOTS:
    void oneRow_data() { rows({{1, 1, 0}, {33, 5, 0}, {64, 172, 1}, {130, 257, 1}}); }
    void oneRow() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, c);  // with a bias
        const auto in = static_cast<size_t>(a), out = static_cast<size_t>(b);
        const Floats x = randomFloats(in, 1), w = randomFloats(out * in, 2),
                     bias = randomFloats(c ? out : 0, 3);
        Floats y(out, NAN);
        kernels->linearRow(y.data(), x.data(), w.data(), c ? bias.data() : nullptr, a, b);
        COMPARE_ARRAYS(y, reference::linearForward(wide(x), wide(w), wide(bias), 1, in, out, false));
    }

    /// The last query of a causal attention of one head.
    void attentionOfOneRow_data() { rows({{1, 1, 0}, {5, 3, 0}, {37, 8, 1}, {130, 20, 1}}); }
    void attentionOfOneRow() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);  // keys
        QFETCH(int, b);  // width
        QFETCH(int, c);  // with ALiBi
        const auto T = static_cast<size_t>(a), HS = static_cast<size_t>(b), stride = T + 3;
        const Floats qkv = randomFloats(T * 3 * HS, 1, 2);
        Floats keys(HS * stride, NAN), values(HS * stride, NAN), p(T, NAN), y(HS, NAN);
        for (size_t t = 0; t < T; ++t)
            for (size_t i = 0; i < HS; ++i) {
                keys[i * stride + t] = qkv[t * 3 * HS + HS + i];
                values[i * stride + t] = qkv[t * 3 * HS + 2 * HS + i];
            }
        kernels->attentionRow(y.data(), p.data(), &qkv[(T - 1) * 3 * HS], keys.data(), values.data(),
                              static_cast<int64_t>(stride), a, b, c ? 0x1p-8F : 0.0F);
        const reference::AttentionResult expected = reference::attentionForward(
            wide(qkv), {static_cast<int32_t>(T)}, {}, 1, T, 1, HS, {}, true, c != 0);
        COMPARE_ARRAYS(p, Array(expected.probabilities.end() - a, expected.probabilities.end()));
        COMPARE_ARRAYS(y, Array(expected.y.end() - b, expected.y.end()));
    }
};

}  // namespace test_row_kernels

using test_row_kernels::TestRowKernels;
TEST_CLASS(TestRowKernels, NoApplication)
#include "test_row_kernels.moc"
