// One step of every optimiser by every instruction set that this processor has, against its formula.
#include <QtTest>

#include "kernel_arrays.h"
#include "model/native/instruction_set.h"
#include "runner.h"

using namespace attx;
using namespace kernel_arrays;

namespace test_optimisers {

class TestOptimisers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void optimiser_data() {
        addColumns<const Kernels*, int, int>("kernels", "a", "b");
        for (const Kernels* kernels : runnableKernels())
            for (const auto& [a, b] : {std::pair{1, 1}, std::pair{37, 3}, std::pair{64, 2}})
                QTest::addRow("%s %dx%d", kernels->name, a, b) << kernels << a << b;
    }
    void optimiser() {
        QFETCH(const Kernels*, kernels);
        QFETCH(int, a);
        QFETCH(int, b);
        const auto n = static_cast<size_t>(a);
        const size_t stride = n + 3;
        const Floats buffers = randomFloats(stride * static_cast<size_t>(b), 18);
        Floats gradient(n);
        const double squares =
            kernels->reduceGradients(gradient.data(), buffers.data(), b, static_cast<int64_t>(stride), a);
        Array sum(n);
        double expectedSquares = 0;
        for (size_t i = 0; i < n; ++i) {
            for (size_t k = 0; k < static_cast<size_t>(b); ++k)
                sum[i] += static_cast<double>(buffers[k * stride + i]);
            expectedSquares += sum[i] * sum[i];
        }
        COMPARE_ARRAYS(gradient, sum);
        COMPARE_ARRAYS({static_cast<float>(squares)}, {expectedSquares});

        Floats p = randomFloats(n, 19), m = randomFloats(n, 20), v = randomFloats(n, 21);
        for (float& x : v) x = std::abs(x);
        const OptimiserStep s{.learningRate = 0.01f,
                              .epsilon = 1e-8f,
                              .beta1 = 0.9f,
                              .beta2 = 0.99f,
                              .weightDecay = 0.1f,
                              .addedDecay = 0,
                              .correction1 = 1.5f,
                              .correction2 = 2.5f,
                              .gradScale = 0.5f};
        Array ep = wide(p), em = wide(m), ev = wide(v);
        for (size_t i = 0; i < n; ++i) {  // Loshchilov & Hutter 2019, algorithm 2
            const double g = 0.5 * static_cast<double>(gradient[i]);
            em[i] = 0.9 * em[i] + 0.1 * g;
            ev[i] = 0.99 * ev[i] + 0.01 * g * g;
            ep[i] = ep[i] * (1 - 0.01 * 0.1) - 0.01 * 1.5 * em[i] / (std::sqrt(ev[i] * 2.5) + 1e-8);
        }
        kernels->adam(p.data(), m.data(), v.data(), gradient.data(), a, s);
        COMPARE_ARRAYS(p, ep);
        COMPARE_ARRAYS(m, em);
        COMPARE_ARRAYS(v, ev);

        OptimiserStep added = s;
        added.weightDecay = 0;
        added.addedDecay = 0.2F;
        for (size_t i = 0; i < n; ++i) {  // torch.optim.Adam with weight_decay
            const double g = 0.5 * static_cast<double>(gradient[i]) + 0.2 * ep[i];
            em[i] = 0.9 * em[i] + 0.1 * g;
            ev[i] = 0.99 * ev[i] + 0.01 * g * g;
            ep[i] -= 0.01 * 1.5 * em[i] / (std::sqrt(ev[i] * 2.5) + 1e-8);
        }
        kernels->adam(p.data(), m.data(), v.data(), gradient.data(), a, added);
        COMPARE_ARRAYS(p, ep);
        COMPARE_ARRAYS(v, ev);
        for (size_t i = 0; i < n; ++i) ep[i] -= 0.01 * 0.5 * static_cast<double>(gradient[i]);
        kernels->sgd(p.data(), gradient.data(), a, s);
        COMPARE_ARRAYS(p, ep);

        p = randomFloats(n, 19);
        ep = wide(p);
        for (size_t i = 0; i < n; ++i) {
            const double g = 0.5 * static_cast<double>(gradient[i]);
            ev[i] = 0.99 * ev[i] + 0.01 * g * g;
            ep[i] -= 0.01 * g / (std::sqrt(ev[i]) + 1e-8);
        }
        kernels->rmsProp(p.data(), v.data(), gradient.data(), a, s);
        COMPARE_ARRAYS(p, ep);
        COMPARE_ARRAYS(v, ev);

        OptimiserStep keras3 = s;
        keras3.epsilonInRoot = true;
        keras3.epsilon = 0.01F;  // large enough to tell the two apart
        for (size_t i = 0; i < n; ++i) {
            const double g = 0.5 * static_cast<double>(gradient[i]);
            ev[i] = 0.99 * ev[i] + 0.01 * g * g;
            ep[i] -= 0.01 * g / std::sqrt(ev[i] + 0.01);
        }
        kernels->rmsProp(p.data(), v.data(), gradient.data(), a, keras3);
        COMPARE_ARRAYS(p, ep);
        COMPARE_ARRAYS(v, ev);
    }
};

TEST_CLASS(TestOptimisers, NoApplication)

}  // namespace test_optimisers
#include "test_optimisers.moc"
