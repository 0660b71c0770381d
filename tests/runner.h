// One program holds the tests of a sub-room, a class in each file, and runs one of them:
//     attx-tests-model-run test_curve [WHAT QTTEST TAKES...]
// ctest calls it once for each file. What only one file knows stands in a namespace that has the file's name,
// since many files are compiled as one.
#pragma once
#include <QTest>
#include <type_traits>

#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)  // its QTRY_ macros make an int of a long
#pragma GCC diagnostic ignored "-Wconversion"
#endif

/// The columns of a _data function.
template <class... Types, class... Names>
void addColumns(const Names*... names) {
    (QTest::addColumn<Types>(names), ...);
}

/// Adds the columns of a _data function, and a row whenever it is called: row("a name", VALUES...).
template <class... Types>
class Rows {
public:
    template <class... Names>
    explicit Rows(const Names*... names) {
        addColumns<Types...>(names...);
    }
    void operator()(const char* name, const Types&... values) const {
        (QTest::newRow(name) << ... << values);
    }
};

/// For tests that need no application, or make their own.
struct NoApplication {
    NoApplication(int& /*argc*/, char** /*argv*/) {}
};

template <class Test, class Application>
int runTest(int argc, char** argv) {
    Application application(argc, argv);
    if constexpr (std::is_base_of_v<QCoreApplication, Application>) application.setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// Puts a test into the program's table, by the name of its file.
bool addTest(const char* path, int (*run)(int argc, char** argv));

/// For each class of tests, at the end of its file; `Application` is QApplication, QCoreApplication or
/// NoApplication.
#define TEST_CLASS(Class, Application) \
    [[maybe_unused]] static const bool is##Class##Added = addTest(__FILE__, &runTest<Class, Application>);
