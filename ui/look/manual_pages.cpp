#include "ui/look/manual_pages.h"

#include <QDir>
#include <QFile>

#include "ui/look/language.h"

namespace attx {
namespace {

const auto helpPrefix = QStringLiteral("page-");

QDir manualFolder() { return QDir(QStringLiteral(":/manual")); }

QString textOfFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

QStringList manualNames() {
    QStringList names =
        manualFolder().entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name | QDir::LocaleAware);
    for (QString& name : names) name.chop(3);
    return names;
}

QString manualTitle(const QString& name) {
    const QString line = manualText(name).section(QLatin1Char('\n'), 0, 0);
    return line.startsWith(QLatin1String("# ")) ? line.mid(2) : line;
}

QString manualText(const QString& name) {
    const QString own =
        textOfFile(manualFolder().filePath(QStringLiteral("%1/%2.md").arg(languageCode(), name)));
    return own.isEmpty() ? textOfFile(manualFolder().filePath(name + QStringLiteral(".md"))) : own;
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
