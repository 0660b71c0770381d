#include "ui/look/language.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <memory>
#include <vector>

namespace attx {
namespace {

const auto english = QStringLiteral("en"), german = QStringLiteral("de");

struct State {
    Language choice = Language::English;
    QString code = english;
    std::vector<std::unique_ptr<QTranslator>> translators;
};

State& state() {
    static State only;
    return only;
}

QString codeOf(Language choice) {
    if (choice == Language::FollowSystem)
        return QLocale::system().uiLanguages().value(0).startsWith(german) ? german : english;
    return choice == Language::German ? german : english;
}

}  // namespace

Language language() { return state().choice; }

QString languageCode() { return state().code; }

void setLanguage(Language choice) {
    State& now = state();
    now.choice = choice;
    QLocale::setDefault(QLocale::c());
    const QString code = codeOf(choice);
    if (code == now.code) return;
    now.code = code;
    now.translators.clear();  // takes them back from the application
    if (now.code == english) return;
    // Qt's own words, of its dialogs, are a package of their own and may be missing.
    const std::pair<QString, QString> files[] = {
        {QStringLiteral("qtbase_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)},
        {QStringLiteral("attention-explorer_"), QStringLiteral(":/translations")}};
    for (const auto& [name, folder] : files) {
        auto translator = std::make_unique<QTranslator>();
        if (!translator->load(name + now.code, folder)) continue;
        QCoreApplication::installTranslator(translator.get());
        now.translators.push_back(std::move(translator));
    }
}

QString momentText(const QDateTime& time) {
    return QLocale::c().toString(time, languageCode() == german ? QStringLiteral("dd.MM.yyyy hh:mm")
                                                                : QStringLiteral("d MMM yyyy hh:mm"));
}

double typedNumber(QString text, bool* isNumber) {
    text = text.trimmed();
    if (languageCode() == german) text.replace(QLatin1Char(','), QLatin1Char('.'));
    return QLocale::c().toDouble(text, isNumber);
}

}  // namespace attx
