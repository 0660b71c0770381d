#include "ui/look/manual_pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include "ui/look/language.h"

namespace attx {
namespace {

const auto helpPrefix = QStringLiteral("page-");

struct Manual {
    Q_DECLARE_TR_FUNCTIONS(attx::Manual)
};

QDir manualFolder() { return QDir(QStringLiteral(":/manual")); }

QString textOfFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString translatedText(const QString& name) {
    return textOfFile(manualFolder().filePath(QStringLiteral("%1/%2.md").arg(languageCode(), name)));
}

QString englishText(const QString& name) {
    return textOfFile(manualFolder().filePath(name + QStringLiteral(".md")));
}

}  // namespace

QStringList manualNames() {
    QStringList names =
        manualFolder().entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name | QDir::LocaleAware);
    for (QString& name : names) name.chop(3);
    return names;
}

QString manualTitle(const QString& name) {
    const QString own = translatedText(name);
    const QString line = (own.isEmpty() ? englishText(name) : own).section(QLatin1Char('\n'), 0, 0);
    return line.startsWith(QLatin1String("# ")) ? line.mid(2) : line;
}

QString manualText(const QString& name) {
    if (QString own = translatedText(name); !own.isEmpty()) return own;
    const QString text = englishText(name);
    const bool isForeign = languageCode() != QLatin1String("en") && !text.isEmpty();
    return isForeign ? QStringLiteral("*%1*\n\n%2").arg(Manual::tr("This page is not translated yet."), text)
                     : text;
}

QString manualNameOfPage(const QString& id) { return helpPrefix + id; }

bool isHelpOfPage(const QString& name) { return name.startsWith(helpPrefix); }

QString escapedMarkdown(const QString& text) {
    QString escaped;
    for (const QChar c : text) {
        const bool isSign = c.unicode() < 128 && (c.isPunct() || c.isSymbol());
        if (isSign) escaped += QLatin1Char('\\');
        escaped += c == QLatin1Char('\n') ? QLatin1Char(' ') : c;
    }
    return escaped;
}

}  // namespace attx
