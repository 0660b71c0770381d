// Libraries of the program's own that are loaded when they are needed.
#include <QtTest>

#include "model/files/module.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_module {

class TestModule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneThatIsMissingIsNamed() {
        const QString message =
            thrownMessage([] { (void)moduleFunction("attx-none", "none"); }, Error::Kind::Work);
        VERIFY_SAYS(message, "attx-none.so");
        VERIFY_SAYS(message, "lib/attention-explorer");  // Where it would be installed
        VERIFY_SAYS(message, "Install or build the program again");
    }
};

TEST_CLASS(TestModule, QCoreApplication)

}  // namespace test_module
#include "test_module.moc"
