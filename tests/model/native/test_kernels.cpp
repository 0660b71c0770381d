// Every kernel of every instruction set that this processor has, at odd sizes, against the naive one.
#include <QtTest>
#include <span>

#include "kernel_arrays.h"
#include "model/data/philox.h"
#include "model/native/instruction_set.h"
#include "model/native/products.h"
#include "model/reference/operations.h"
#include "runner.h"

using namespace attx;
using namespace kernel_arrays;

namespace test_kernels {

/// The derivative of sum(weights * f(x)) by central differences.
template <class Function>
Array numericGradient(Array x, const Array& weights, Function f) {
    Array gradient(x.size());
    constexpr double step = 1e-5;
    for (size_t i = 0; i < x.size(); ++i) {
        const double kept = x[i];
        double difference = 0;
        for (const double sign : {1.0, -1.0}) {
            x[i] = kept + sign * step;
            const Array y = f(x);
            for (size_t k = 0; k < y.size(); ++k) difference += sign * weights[k] * y[k];
        }
        x[i] = kept;
        gradient[i] = difference / (2 * step);
    }
    return gradient;
}

class TestKernels : public QObject {
    Q_OBJECT
    const bool generates_ = generatedProducts();

    /// One row for each instruction set and shape; shapes are (rows or B, a, b, c). With `products` also one
    /// by Eigen for each by generated code, where there is any.
    void rows(std::initializer_list<std::array<int, 4>> shapes, bool products = false) const {
        addColumns<const Kernels*, int, int, int, int, bool>("kernels", "a", "b", "c", "d", "generated");
        for (const Kernels* kernels : runnableKernels())
            for (const bool generated : {true, false})
                for (const auto& s : shapes) {
                    if (generated ? products && !generates_ : !products) continue;
                    QTest::addRow("%s%s %dx%dx%dx%d", kernels->name, products && !generated ? " Eigen" : "",
                                  s[0], s[1], s[2], s[3])
                        << kernels << s[0] << s[1] << s[2] << s[3] << generated;
                }
    }

private Q_SLOTS:
    void initTestCase() {
        qInfo("%zu instruction sets, best: %s", runnableKernels().size(), runnableKernels().front()->name);
    }

    void cleanup() { useGeneratedProducts(generates_); }

    void linear_data() {
        rows({{1, 1, 1, 0},
              {3, 5, 7, 0},
              {16, 32, 96, 1},
              {17, 33, 31, 1},
              {130, 10, 9, 0},
              {64, 257, 65, 0},
              {300, 20, 150, 1},
              {3, 1030, 70, 0},
              {66, 520, 200, 1},
              {270, 280, 140, 0}},  // more than one block of copies in each direction
             true);
    }
    void linear() {
        QFETCH(bool, generated);
        useGeneratedProducts(generated);
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, c);
        QFETCH(int, d);
        const auto N = static_cast<size_t>(a), in = static_cast<size_t>(b), out = static_cast<size_t>(c);
        const Floats x = randomFloats(N * in, 1), w = randomFloats(out * in, 2), bias = randomFloats(out, 3),
                     dy = randomFloats(N * out, 4);
        Floats y(N * out, NAN);
        Floats scratch(static_cast<size_t>(linearScratch(b, c)), NAN);
        kernels->linearForward(y.data(), x.data(), w.data(), bias.data(), scratch.data(), a, b, c, d != 0);
        COMPARE_ARRAYS(y, reference::linearForward(wide(x), wide(w), wide(bias), N, in, out, d != 0));

        for (const bool accumulate : {false, true})
            for (const bool relu : {false, true}) {
                // With ReLU, a gradient passes where y is above zero, times the scale.
                Floats given = dy, dx(N * in, accumulate ? 0.5f : NAN), dWeight(out * in, 1.0f),
                       dBias(out, 2.0f);
                Floats passed = dy;
                for (size_t i = 0; relu && i < passed.size(); ++i) passed[i] *= y[i] > 0 ? 1.25f : 0.0f;
                const reference::LinearGradients expected =
                    reference::linearBackward(wide(passed), wide(x), wide(w), N, in, out);
                kernels->linearBackward(dx.data(), dWeight.data(), dBias.data(), given.data(),
                                        relu ? y.data() : nullptr, 1.25f, x.data(), w.data(), scratch.data(),
                                        a, b, c, accumulate);
                QCOMPARE(given, passed);
                const auto plus = [](Array values, double shift) {
                    for (double& v : values) v += shift;
                    return values;
                };
                COMPARE_ARRAYS(dx, plus(expected.dx, accumulate ? 0.5 : 0));
                COMPARE_ARRAYS(dWeight, plus(expected.dWeight, 1));  // accumulated onto what was there
                COMPARE_ARRAYS(dBias, plus(expected.dBias, 2));
            }
        // Without bias.
        kernels->linearForward(y.data(), x.data(), w.data(), nullptr, scratch.data(), a, b, c, true);
        COMPARE_ARRAYS(y, reference::linearForward(wide(x), wide(w), {}, N, in, out, true));
        Floats dWeight(out * in, 0.0f), dBias(out, 0.0f), given = dy, passed = dy;
        kernels->linearBackward(nullptr, dWeight.data(), nullptr, given.data(), y.data(), 2.0f, x.data(),
                                w.data(), scratch.data(), a, b, c, false);
        for (size_t i = 0; i < passed.size(); ++i) passed[i] *= y[i] > 0 ? 2.0f : 0.0f;
        COMPARE_ARRAYS(dWeight,
                       reference::linearBackward(wide(passed), wide(x), wide(w), N, in, out).dWeight);
        given = dy, dWeight.assign(out * in, 0.0f);
        kernels->linearBackward(nullptr, dWeight.data(), dBias.data(), given.data(), nullptr, 1.0f, x.data(),
                                w.data(), scratch.data(), a, b, c, false);
        COMPARE_ARRAYS(dWeight, reference::linearBackward(wide(dy), wide(x), wide(w), N, in, out).dWeight);
    }

    void attention_data() {
        rows({{1, 1, 1, 1},
              {2, 5, 1, 3},
              {3, 16, 1, 32},
              {2, 7, 3, 4},
              {1, 33, 2, 17},
              {4, 10, 4, 64},
              {1, 70, 1, 2},
              {2, 150, 2, 20}},
             true);
    }
    void attention() {
        QFETCH(bool, generated);
        useGeneratedProducts(generated);
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, c);
        QFETCH(int, d);
        const auto B = static_cast<size_t>(a), T = static_cast<size_t>(b), NH = static_cast<size_t>(c),
                   HS = static_cast<size_t>(d), C = NH * HS;
        const Floats qkv = randomFloats(B * T * 3 * C, 5), dy = randomFloats(B * T * C, 6);
        struct Keys {
            bool masked, hides, counted, causal = false, alibi = false;
        };
        for (const auto& [masked, hides, counted, causal, alibi] : {Keys{false, false, false},
                                                                    {true, false, false},
                                                                    {false, true, false},
                                                                    {true, true, false},
                                                                    {false, false, true},
                                                                    {true, true, true},
                                                                    {false, false, false, true},
                                                                    {false, false, false, false, true},
                                                                    {true, true, true, true, true}}) {
            std::vector<int32_t> lengths(B, b);
            if (masked)
                for (size_t i = 0; i < B; ++i) lengths[i] = 1 + static_cast<int32_t>((i * 3 + T / 2) % T);
            std::vector<uint8_t> hidden(hides ? T : 0, 0);
            for (size_t i = 1; i < hidden.size(); i += 2) hidden[i] = 1;  // the first key is always left
            Floats counts(counted ? B * T : 0), logCounts;
            for (size_t i = 0; i < counts.size(); ++i)
                counts[i] = static_cast<float>(i % T % 3 == 2 ? 0 : 1 + i % 5);
            for (const float count : counts) logCounts.push_back(count > 0 ? std::log(count) : -1e30F);
            Floats y(B * T * C, NAN), p(B * NH * T * T, NAN),
                scratch(static_cast<size_t>(attentionScratch(b, d)), NAN);
            kernels->attentionForward(y.data(), p.data(), qkv.data(), masked ? lengths.data() : nullptr,
                                      hides ? hidden.data() : nullptr, counted ? logCounts.data() : nullptr,
                                      scratch.data(), a, b, c, d, causal, alibi);
            const reference::AttentionResult expected =
                reference::attentionForward(wide(qkv), lengths, hidden, B, T, NH, HS, counts, causal, alibi);
            COMPARE_ARRAYS(p, expected.probabilities);
            COMPARE_ARRAYS(y, expected.y);

            Floats dqkv(qkv.size(), NAN), dp(p.size(), NAN);
            kernels->attentionBackward(dqkv.data(), dp.data(), dy.data(), p.data(), qkv.data(),
                                       masked ? lengths.data() : nullptr, scratch.data(), a, b, c, d, causal);
            Floats withoutDp(qkv.size(), NAN);
            kernels->attentionBackward(withoutDp.data(), nullptr, dy.data(), p.data(), qkv.data(),
                                       masked ? lengths.data() : nullptr, scratch.data(), a, b, c, d, causal);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
            const bool sameBits = false;  // the compiler joins a * b + c in other places of the two then
#else
            const bool sameBits = !masked;  // where they are, it goes through fewer keys, in another order
#endif
            if (sameBits)
                QCOMPARE(withoutDp, dqkv);
            else
                COMPARE_ARRAYS(withoutDp, wide(dqkv));
            if (qkv.size() < 1000)  // central differences cost a forward pass an element
                COMPARE_ARRAYS(dqkv, numericGradient(wide(qkv), wide(dy), [&](const Array& x) {
                                   return reference::attentionForward(x, lengths, hidden, B, T, NH, HS,
                                                                      counts, causal, alibi)
                                       .y;
                               }));
            for (const float value : dqkv) QVERIFY(std::isfinite(value));
            for (size_t i = 0; causal && i < dp.size(); ++i)  // 0 where there is no key
                if (const size_t s = i % T, t = i / T % T;
                    s > t || s >= static_cast<size_t>(lengths[i / (NH * T * T)]))
                    QCOMPARE(dp[i], 0.0F);
            // dP[t, s] = dy[t] . v[s] for the last head of the last sequence
            double dot = 0;
            for (size_t i = 0; i < HS; ++i)
                dot += static_cast<double>(dy[(B * T - 1) * C + C - HS + i]) *
                       static_cast<double>(qkv[(B * T - T) * 3 * C + 3 * C - HS + i]);
            COMPARE_ARRAYS({dp[dp.size() - T]}, {dot});
        }
    }

    void norm_data() {
        rows({{1, 2, 0, 0},
              {5, 7, 1, 0},
              {33, 32, 1, 1},
              {16, 17, 0, 1},
              {9, 130, 1, 0},
              {5, 7, 6, 0},
              {33, 32, 7, 1},
              {7, 64, 6, 0},
              {9, 130, 7, 0},
              {5, 7, 4, 0},
              {33, 32, 5, 1},
              {7, 64, 4, 0},
              {9, 130, 5, 0},
              {5, 7, 3, 1},
              {33, 32, 2, 0},
              {7, 64, 3, 0}});
    }
    void norm() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, c);  // 1: with residual; 2 more: not centred; 4 more: without bias
        QFETCH(int, d);  // with ReLU
        const bool centred = (c & 2) == 0, hasBias = (c & 4) == 0;
        c %= 2;
        const auto N = static_cast<size_t>(a), C = static_cast<size_t>(b);
        const float eps = 1e-3f;
        const Floats x = randomFloats(N * C, 7), residual = randomFloats(N * C, 8), w = randomFloats(C, 9),
                     bias = randomFloats(hasBias ? C : 0, 10);
        Array sum = wide(x);
        for (size_t i = 0; i < sum.size() && c; ++i) sum[i] += static_cast<double>(residual[i]);
        Floats y(N * C, NAN), stats(2 * N, NAN);
        kernels->normForward(y.data(), stats.data(), x.data(), c ? residual.data() : nullptr, w.data(),
                             hasBias ? bias.data() : nullptr, eps, centred, a, b, d != 0);
        const Array expected =
            reference::normForward(sum, wide(w), wide(bias), static_cast<double>(eps), centred, N, C, d != 0);
        COMPARE_ARRAYS(y, expected);

        // ReLU's backward runs first, on dy.
        Floats dy = randomFloats(N * C, 11);
        if (d) kernels->reluBackward(dy.data(), y.data(), static_cast<int64_t>(dy.size()), 1.0f);
        const auto f = [&](const Array& s, const Array& weight, const Array& b0) {
            return reference::normForward(s, weight, b0, static_cast<double>(eps), centred, N, C, false);
        };
        Floats dx(N * C, c ? NAN : 0.25f), dResidual(N * C, 0.25f), dWeight(C, 1.0f),
            dBias(bias.size(), 2.0f);
        kernels->normBackward(dx.data(), c ? dResidual.data() : nullptr, dWeight.data(),
                              hasBias ? dBias.data() : nullptr, dy.data(), x.data(),
                              c ? residual.data() : nullptr, stats.data(), w.data(), centred, a, b, true);
        const Array dSum =
            numericGradient(sum, wide(dy), [&](const Array& s) { return f(s, wide(w), wide(bias)); });
        Array shifted = dSum;
        for (double& v : shifted) v += 0.25;
        COMPARE_ARRAYS(c ? dResidual : dx, shifted, 1e-4);
        if (c) COMPARE_ARRAYS(dx, dSum, 1e-4);
        kernels->normBackward(dx.data(), nullptr, dWeight.data(), hasBias ? dBias.data() : nullptr, dy.data(),
                              x.data(), c ? residual.data() : nullptr, stats.data(), w.data(), centred, a, b,
                              false);
        COMPARE_ARRAYS(dx, dSum, 1e-4);
        for (size_t i = 0; i < C; ++i) dWeight[i] = (dWeight[i] + 1) / 2;  // both passes added the same
        for (float& v : dBias) v = (v + 2) / 2;
        Array dw = numericGradient(wide(w), wide(dy), [&](const Array& v) { return f(sum, v, wide(bias)); });
        for (double& v : dw) v += 1;
        COMPARE_ARRAYS(dWeight, dw, 1e-4);
        Array db = numericGradient(wide(bias), wide(dy), [&](const Array& v) { return f(sum, wide(w), v); });
        for (double& v : db) v += 2;
        COMPARE_ARRAYS(dBias, db, 1e-4);
    }

    void crossEntropy_data() { rows({{1, 2, 0, 0}, {9, 10, 0, 0}, {33, 17, 0, 0}, {5, 100, 0, 0}}); }
    void crossEntropy() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        const auto N = static_cast<size_t>(a), K = static_cast<size_t>(b);
        const Floats logits = randomFloats(N * K, 12, 5);
        std::vector<int32_t> labels(N);
        for (size_t n = 0; n < N; ++n) labels[n] = n % 4 == 2 ? -1 : static_cast<int32_t>(n * 7 % K);
        Floats d(N * K, NAN);
        for (const float smoothing : {0.0f, 0.25f}) {
            const reference::CrossEntropy expected =
                reference::crossEntropy(wide(logits), labels, N, K, 0.125, static_cast<double>(smoothing));
            LossSums sums;
            kernels->crossEntropy(sums, d.data(), logits.data(), labels.data(), a, b, 0.125f, smoothing);
            COMPARE_ARRAYS(d, expected.dLogits);
            COMPARE_ARRAYS({static_cast<float>(sums.loss)}, {expected.loss});
            QCOMPARE(sums.correct, expected.correct);
            QCOMPARE(sums.counted, expected.counted);
            LossSums again;
            kernels->crossEntropy(again, nullptr, logits.data(), labels.data(), a, b, 0.125f, smoothing);
            COMPARE_ARRAYS({static_cast<float>(again.loss)}, {expected.loss});
        }
        // All of a label spread: the mean over the classes of -log softmax.
        const reference::CrossEntropy even = reference::crossEntropy({1, 2}, {0}, 1, 2, 1, 1);
        QVERIFY(std::abs(even.loss - (std::log(std::exp(1.0) + std::exp(2.0)) - 1.5)) < 1e-12);
        // Logits beyond float's exponent range must not overflow.
        Floats huge(K, 1e4f);
        huge[0] = -1e4f;
        const int32_t label = 0;
        LossSums finite;
        kernels->crossEntropy(finite, d.data(), huge.data(), &label, 1, b, 1.0f, 0.0f);
        QVERIFY(std::isfinite(finite.loss) && finite.loss >= 2e4 - 1);
    }

    void aNetworkOfNaNHitsNothing_data() { rows({{3, 2, 0, 0}, {2, 17, 0, 0}}); }
    void aNetworkOfNaNHitsNothing() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        const Floats logits(static_cast<size_t>(a * b), NAN);
        Floats d(logits.size());
        const std::vector<int32_t> labels(static_cast<size_t>(a));  // the first class, or a no
        for (float* gradient : {d.data(), static_cast<float*>(nullptr)}) {
            LossSums sums;
            kernels->crossEntropy(sums, gradient, logits.data(), labels.data(), a, b, 1.0f, 0.0f);
            kernels->binaryCrossEntropy(sums, gradient, logits.data(), labels.data(), a, 1.0f, 0.0f);
            QCOMPARE(sums.correct, 0);
            QCOMPARE(sums.counted, 2 * a);
            QVERIFY(std::isnan(sums.loss));
        }
    }

    void binaryCrossEntropy_data() { rows({{1, 0, 0, 0}, {9, 0, 0, 0}, {65, 0, 0, 0}}); }
    void binaryCrossEntropy() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        const auto N = static_cast<size_t>(a);
        const Floats logits = randomFloats(N, 22, 5);
        std::vector<int32_t> labels(N);
        for (size_t n = 0; n < N; ++n) labels[n] = static_cast<int32_t>(n % 3) - 1;
        labels[0] = 1;
        for (const auto& [gradient, smoothing] :
             {std::pair{true, 0.0f}, std::pair{false, 0.0f}, std::pair{true, 0.25f}}) {
            const reference::CrossEntropy expected =
                reference::binaryCrossEntropy(wide(logits), labels, 0.125, static_cast<double>(smoothing));
            LossSums sums;
            Floats d(N, NAN);
            kernels->binaryCrossEntropy(sums, gradient ? d.data() : nullptr, logits.data(), labels.data(), a,
                                        0.125f, smoothing);
            if (gradient) COMPARE_ARRAYS(d, expected.dLogits);
            COMPARE_ARRAYS({static_cast<float>(sums.loss)}, {expected.loss});
            QCOMPARE(sums.correct, expected.correct);
            QCOMPARE(sums.counted, expected.counted);
        }
        LossSums finite;  // far beyond where exp() overflows
        const Floats huge{-1e4f, 1e4f};
        const std::vector<int32_t> wrong{1, 0};
        kernels->binaryCrossEntropy(finite, nullptr, huge.data(), wrong.data(), 2, 1.0f, 0.0f);
        QCOMPARE(finite.loss, 2e4);
    }

    void pool_data() { rows({{1, 1, 1, 0}, {2, 7, 3, 0}, {3, 16, 17, 0}, {2, 33, 40, 0}}); }
    void pool() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, c);
        const auto B = static_cast<size_t>(a), T = static_cast<size_t>(b), C = static_cast<size_t>(c);
        Floats x = randomFloats(B * T * C, 23);
        std::vector<int32_t> whole(B, b), lengths(B);
        for (size_t i = 0; i < B; ++i) lengths[i] = std::max(1, b - static_cast<int>(3 * i));
        for (const auto* given : {&whole, &lengths})
            for (const PoolingKind kind : {PoolingKind::Max, PoolingKind::Mean, PoolingKind::First,
                                           PoolingKind::Last, PoolingKind::Flatten}) {
                const bool mean = kind == PoolingKind::Mean;
                const size_t P = kind == PoolingKind::Flatten ? T + 2 : 1;
                const int p = static_cast<int>(P);
                const reference::Pool expected = reference::pool(wide(x), *given, B, T, C, P, kind);
                const Floats dy = randomFloats(B * P * C, 24);
                Floats y(B * P * C, NAN), argmax(B * P * C, NAN), dx(B * T * C, NAN);
                kernels->poolForward(y.data(), argmax.data(), x.data(),
                                     given == &whole ? nullptr : given->data(), a, b, c, p, kind);
                COMPARE_ARRAYS(y, expected.y, mean ? 1e-6 : 0);
                COMPARE_ARRAYS(argmax, expected.argmax, 0);
                kernels->poolBackward(dx.data(), dy.data(), argmax.data(), a, b, c, p, kind);
                const Array expectedDx = reference::poolBackward(wide(dy), expected.argmax, B, T, C, P, kind);
                COMPARE_ARRAYS(dx, expectedDx, mean ? 1e-6 : 0);
            }
        // A lead that is only rounding does not take the gradient from the first; the value is the largest.
        x.assign(x.size(), 1.0f);
        for (size_t k = 0; k < C; ++k) x[(T - 1) * C + k] += T > 1 ? 0x1p-21f : 0.0f;
        Floats y(B * C), argmax(B * C, NAN);
        kernels->poolForward(y.data(), argmax.data(), x.data(), nullptr, a, b, c, 1, PoolingKind::Max);
        QCOMPARE(argmax, Floats(B * C, 0.0f));
        QCOMPARE(y[0], x[(T - 1) * C]);
        x[(T - 1) * C] = NAN;  // reaches the loss
        kernels->poolForward(y.data(), argmax.data(), x.data(), nullptr, a, b, c, 1, PoolingKind::Max);
        QVERIFY(std::isnan(y[0]) && (C == 1 || !std::isnan(y[1])));
    }

    void embed_data() { rows({{1, 1, 1, 0}, {7, 5, 3, 0}, {16, 10, 32, 0}, {33, 11, 17, 0}}); }
    void embed() {  // a look-up is a linear layer on one-hot rows
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, c);
        const auto N = static_cast<size_t>(a), V = static_cast<size_t>(b), C = static_cast<size_t>(c);
        const Floats w = randomFloats(C * V, 13), bias = randomFloats(C, 14), dy = randomFloats(N * C, 15);
        for (const float p : {0.0f, 0.4f}) {
            const DropoutMask mask{p, 3, 9, 77, 5};
            Floats oneHot(N * V, 0.0f);
            std::vector<int32_t> tokens(N);
            for (size_t n = 0; n < N; ++n)
                oneHot[n * V + static_cast<size_t>(tokens[n] = static_cast<int32_t>((n * n + 1) % V))] = 1.0f;
            Floats kept(N, 1.0f);
            kernels->dropout(kept.data(), a, mask);
            for (size_t i = 0; i < oneHot.size(); ++i) oneHot[i] *= kept[i / V];
            Floats y(N * C, NAN);
            kernels->embedForward(y.data(), tokens.data(), w.data(), bias.data(), a, b, c, mask);
            COMPARE_ARRAYS(y, reference::linearForward(wide(oneHot), wide(w), wide(bias), N, V, C, false));
            Floats dWeight(C * V, 0.0f), dBias(C, 0.0f);
            kernels->embedBackward(dWeight.data(), dBias.data(), dy.data(), tokens.data(), a, b, c, mask);
            const reference::LinearGradients expected =
                reference::linearBackward(wide(dy), wide(oneHot), wide(w), N, V, C);
            COMPARE_ARRAYS(dWeight, expected.dWeight);
            COMPARE_ARRAYS(dBias, expected.dBias);

            // A table [V, C] is the weight's transpose, without bias.
            Floats table(V * C);
            for (size_t v = 0; v < V; ++v)
                for (size_t k = 0; k < C; ++k) table[v * C + k] = w[k * V + v];
            kernels->embedForward(y.data(), tokens.data(), table.data(), nullptr, a, b, c, mask);
            COMPARE_ARRAYS(y, reference::linearForward(wide(oneHot), wide(w), Array(C), N, V, C, false));
            Floats dTable(V * C, 0.0f);
            kernels->embedBackward(dTable.data(), nullptr, dy.data(), tokens.data(), a, b, c, mask);
            Array expectedTable(V * C);
            for (size_t v = 0; v < V; ++v)
                for (size_t k = 0; k < C; ++k) expectedTable[v * C + k] = expected.dWeight[k * V + v];
            COMPARE_ARRAYS(dTable, expectedTable);
        }
    }

    void dropout_data() { rows({{0, 0, 0, 0}}); }
    void dropout() {
        QFETCH(const Kernels*, kernels);
        constexpr size_t n = 10007;
        const float p = 0.3f;
        Floats x(n, 1.0f);
        kernels->dropout(x.data(), n, {p, 5, 11, 0x123456789abcdefULL, 3});
        const auto threshold = static_cast<uint32_t>(static_cast<double>(p) * 4294967296.0);
        int kept = 0;
        for (size_t i = 0; i < n; ++i) {  // the contract of program.h, word for word
            const size_t index = i + 3;
            const bool keep = philox({static_cast<uint32_t>(index / 4), 11, 5, 0},
                                     0x123456789abcdefULL)[index % 4] >= threshold;
            QCOMPARE(x[i], keep ? 1.0f / (1.0f - p) : 0.0f);
            kept += keep;
        }
        QVERIFY(std::abs(kept / static_cast<double>(n) - 0.7) < 0.02);
        Floats tail(n - 100, 1.0f);  // any part of the tensor gives the same bits
        kernels->dropout(tail.data(), n - 100, {p, 5, 11, 0x123456789abcdefULL, 103});
        QVERIFY(std::equal(tail.begin(), tail.end(), x.begin() + 100));
        Floats untouched(4, 2.0f);
        kernels->dropout(untouched.data(), 4, {0.0f, 5, 11, 1, 0});
        QCOMPARE(untouched, Floats(4, 2.0f));
    }

    void elementwise_data() { rows({{1, 3, 0, 0}, {3, 17, 0, 0}, {5, 64, 0, 0}}); }
    void elementwise() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        const auto n = static_cast<size_t>(a * b);
        const Floats x = randomFloats(n, 16), table = randomFloats(static_cast<size_t>(b), 17);
        Floats y(n);
        kernels->addPeriodic(y.data(), x.data(), table.data(), static_cast<int64_t>(n), b);
        for (size_t i = 0; i < n; ++i) QCOMPARE(y[i], x[i] + table[i % static_cast<size_t>(b)]);
        Floats copy(n, 1.0f);
        kernels->copyGradient(copy.data(), x.data(), static_cast<int64_t>(n), true);
        for (size_t i = 0; i < n; ++i) QCOMPARE(copy[i], 1.0f + x[i]);
        kernels->copyGradient(copy.data(), x.data(), static_cast<int64_t>(n), false);
        QCOMPARE(copy, x);
        kernels->reluBackward(copy.data(), y.data(), static_cast<int64_t>(n), 2.0f);
        for (size_t i = 0; i < n; ++i) QCOMPARE(copy[i], y[i] > 0 ? x[i] * 2 : 0.0f);
    }

    void activations_data() { rows({{1, 0, 0, 0}, {17, 0, 0, 0}, {257, 0, 0, 0}, {1000, 0, 0, 0}}); }
    void activations() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        const auto n = static_cast<size_t>(a);
        Floats x = randomFloats(n, 21, 6);
        if (n > 10) x[0] = 0, x[1] = 40, x[2] = -40, x[3] = 1e-20F;
        const Floats dy = randomFloats(n, 22);
        for (const Activation kind :
             {Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::Silu, Activation::Tanh}) {
            Array y(n), dx(n);
            for (size_t i = 0; i < n; ++i) {
                constexpr double h = 1e-5;
                const auto at = static_cast<double>(x[i]);
                y[i] = reference::activation(kind, at);
                dx[i] = static_cast<double>(dy[i]) *
                        (reference::activation(kind, at + h) - reference::activation(kind, at - h)) / (2 * h);
                if (kind == Activation::Relu) dx[i] = x[i] > 0 ? static_cast<double>(dy[i]) : 0;
            }
            Floats found(n, NAN), gradient = dy;
            kernels->activateForward(found.data(), x.data(), a, kind);
            COMPARE_ARRAYS(found, y, 2e-6);
            kernels->activateBackward(gradient.data(), x.data(), a, kind);
            COMPARE_ARRAYS(gradient, dx, 4e-6);
        }
    }

    void unknownInstructionSet() {
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, forceInstructionSet("sse9"));
        QCOMPARE(&activeKernels(), runnableKernels().front());  // what was refused is not kept
        forceInstructionSet("baseline");
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, forceInstructionSet("sse9"));
        QCOMPARE(QByteArray(activeKernels().name), QByteArray("baseline"));
        forceInstructionSet("");
        QCOMPARE(&activeKernels(), runnableKernels().front());
    }
};

TEST_CLASS(TestKernels, NoApplication)

}  // namespace test_kernels
#include "test_kernels.moc"
