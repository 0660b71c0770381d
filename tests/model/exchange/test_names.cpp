// Families of names: each name is read as what it is written for, and nothing else is.
#include <QtTest>

#include "model/exchange/names.h"
#include "runner.h"

using namespace attx;

class TestNames : public QObject {
    Q_OBJECT

    static void families() {
        QTest::addColumn<const NameFamily*>("family");
        for (const NameFamily* family : {&notebookNames, &flaxNames, &torchEncoderNames})
            QTest::newRow(family->program) << family;
    }

private Q_SLOTS:
    void whatIsWrittenIsRead_data() { families(); }
    void whatIsWrittenIsRead() {
        QFETCH(const NameFamily*, family);
        for (const NameRow& row : family->rows) {
            const int layer = roleInfo(row.role).inLayer() ? 12 : -1;
            const std::optional<NamedParameter> read =
                parameterNamed(*family, nameIn(*family, row.role, layer));
            QVERIFY2(read, row.pattern);
            QCOMPARE(read->role, row.role);
            QCOMPARE(read->layer, layer);
            QCOMPARE(read->ours(), parameterName(row.role, layer));
            // Every row is read, also one of a second name.
            const std::optional<NamedParameter> other =
                parameterNamed(*family, filledName(row.pattern, layer));
            QVERIFY2(other && other->role == row.role && other->layer == layer, row.pattern);
        }
    }

    void everyLayerRoleHasAName_data() { families(); }
    void everyLayerRoleHasAName() {
        QFETCH(const NameFamily*, family);
        // Only our own networks have a gate, and heads that share keys: nn.TransformerEncoder and the
        // published Flax module have none.
        const bool isOurs = family == &notebookNames;
        for (const RoleInfo& info : roleTable) {
            const bool isGate = info.role == Role::GateWeight || info.role == Role::GateBias;
            const bool isShared = info.role >= Role::QueryWeight && info.role <= Role::ValueBias;
            if (info.inLayer())
                QVERIFY2(nameIn(*family, info.role, 0).empty() == ((isGate || isShared) && !isOurs),
                         info.pattern);
        }
    }

    void ourNamesAreTheNotebooks() {
        for (const RoleInfo& info : roleTable)
            QCOMPARE(nameIn(notebookNames, info.role, 3), parameterName(info.role, 3));
    }

    void otherNamesAreNone_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"", "layers", "transformer.layers..norm1.weight", "transformer.layers.x.norm1.weight",
              "transformer.layers.01.norm1.weight", "transformer.layers.-1.norm1.weight",
              "transformer.layers.99999999999999999999.norm1.weight", "transformer.layers.0.norm1.weights",
              "model.input_net.1.weight", "transformer.layers.{l}.norm1.weight", "input_net.1.weight.more"})
            QTest::newRow(name) << QString(name);
    }
    void otherNamesAreNone() {
        QFETCH(QString, name);
        QVERIFY(!parameterNamed(notebookNames, name.toStdString()));
    }

    void transformsStandInTheRows() {
        QCOMPARE(parameterNamed(flaxNames, "input_layer.kernel")->transform, Transform::Transposed);
        QCOMPARE(parameterNamed(flaxNames, "transformer.layers_1.norm2.scale")->transform, Transform::Same);
        QCOMPARE(parameterNamed(torchEncoderNames, "layers.7.self_attn.in_proj_bias")->transform,
                 Transform::ByKind);
        QVERIFY(nameIn(torchEncoderNames, Role::InputWeight).empty());
    }
};

TEST_CLASS(TestNames, QCoreApplication)
#include "test_names.moc"
