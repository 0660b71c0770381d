// Generated code for products, against sums in double.
#include <QtTest>
#include <cmath>
#include <thread>

#include "model/data/philox.h"
#include "model/native/instruction_set.h"
#include "model/native/products.h"
#include "runner.h"

using namespace attx;

class TestProducts : public QObject {
    Q_OBJECT
    /// Those that this processor runs code for.
    static std::vector<ProductInstructions> instructionSets() {
        std::vector<ProductInstructions> sets;
        for (const Kernels* kernels : runnableKernels()) {
            if (std::string(kernels->name) == "avx512") sets.push_back(ProductInstructions::Avx512);
            if (std::string(kernels->name) == "avx2") sets.push_back(ProductInstructions::Avx2);
        }
        return sets;
    }

private Q_SLOTS:
    void init() {
        if (!generatedProducts()) QSKIP("This build has no libxsmm, or ATTX_PRODUCTS forbids it.");
    }

    void products_data() {
        addColumns<int, int, int, int>("rows", "columns", "depth", "gap");
        const int shapes[][4] = {{1, 1, 1, 0},     {3, 1, 50, 0},    {1, 5, 7, 2},     {16, 96, 32, 0},
                                 {16, 16, 32, 64}, {10, 10, 64, 5},  {7, 64, 128, 0},  {64, 65, 24, 1},
                                 {100, 33, 31, 3}, {96, 32, 500, 0}, {256, 10, 32, 0}, {64, 1, 256, 0},
                                 {10, 32, 256, 0}};
        for (const auto& s : shapes)
            QTest::addRow("%dx%dx%d, %d between rows", s[0], s[1], s[2], s[3])
                << s[0] << s[1] << s[2] << s[3];
    }
    void products() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(int, depth);
        QFETCH(int, gap);
        for (const ProductInstructions instructions : instructionSets())
            for (const bool transposed : {false, true})
                for (const bool add : {false, true}) {
                    const ProductShape shape{
                        rows,          columns,       depth,      (transposed ? rows : depth) + gap,
                        columns + gap, columns + gap, transposed, add};
                    const ProductCode code = productCode(instructions, shape);
                    QVERIFY(code);
                    PhiloxSequence random(7, RandomStream::Data);
                    std::vector<float> a(static_cast<size_t>((transposed ? depth : rows) * shape.aStride)),
                        b(static_cast<size_t>(depth * shape.bStride)),
                        c(static_cast<size_t>(rows * shape.cStride));
                    for (std::vector<float>* matrix : {&a, &b, &c})
                        for (float& value : *matrix) value = random.uniform(-1, 1);
                    constexpr int behind = 64;  // floats that are not the matrix's any more
                    c.resize(c.size() + behind, 5.0f);
                    const std::vector<float> before = c;
                    code(b.data(), a.data(), c.data());
                    QCOMPARE(std::vector<float>(c.end() - behind, c.end()), std::vector<float>(behind, 5.0f));
                    for (int i = 0; i < rows; ++i)
                        for (int j = 0; j < shape.cStride; ++j) {
                            const auto at = static_cast<size_t>(i * shape.cStride + j);
                            double expected = add || j >= columns ? static_cast<double>(before[at]) : 0;
                            for (int k = 0; j < columns && k < depth; ++k)
                                expected +=
                                    static_cast<double>(a[static_cast<size_t>(
                                        transposed ? k * shape.aStride + i : i * shape.aStride + k)]) *
                                    static_cast<double>(b[static_cast<size_t>(k * shape.bStride + j)]);
                            QVERIFY2(std::abs(static_cast<double>(c[at]) - expected) <
                                         2e-5 * std::max(1.0, std::abs(expected)),
                                     qPrintable(QStringLiteral("[%1, %2]: %3, expected %4")
                                                    .arg(i)
                                                    .arg(j)
                                                    .arg(static_cast<double>(c[at]))
                                                    .arg(expected)));
                        }
                }
    }

    void isMadeOnce() {
        const ProductShape shape{5, 6, 7, 7, 6, 6}, other{5, 6, 7, 7, 6, 7};
        for (const ProductInstructions instructions : instructionSets()) {
            const ProductCode code = productCode(instructions, shape);
            QVERIFY(code && code != productCode(instructions, other));
            QVERIFY(productCode(instructions, shape) == code);
            ProductCode elsewhere = nullptr;
            std::thread([&] { elsewhere = productCode(instructions, shape); }).join();
            QVERIFY(elsewhere == code);
        }
    }

    void isNotMadeWhereItMustNot() {
        const ProductShape shape{5, 6, 7, 7, 6, 6};
        QVERIFY(!productCode(ProductInstructions::None, shape));
        useGeneratedProducts(false);
        const bool none = !productCode(ProductInstructions::Avx2, shape);
        useGeneratedProducts(true);
        QVERIFY(none);
        for (const ProductInstructions instructions : instructionSets())
            QVERIFY(!productCode(instructions, {0, 6, 7, 7, 6, 6}));
    }
};

TEST_CLASS(TestProducts, NoApplication)
#include "test_products.moc"
