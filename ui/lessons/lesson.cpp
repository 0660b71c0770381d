#include "ui/lessons/lesson.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "model/config/config.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/inspect/attention_steps.h"
#include "ui/look/language.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

using Kind = LessonCheck::Kind;

/// Reads one file, line by line.
class Reader {
    Q_DECLARE_TR_FUNCTIONS(attx::Reader)
public:
    Reader(const QString& id, const QStringList& pages) : pages_(pages) { lesson_.id = id; }

    Lesson read(const QString& markdown) {
        for (const QString& line : markdown.split(QLatin1Char('\n'))) {
            ++line_;
            take(line);
        }
        line_ = 0;  // The problem is the whole lesson's
        if (lesson_.title.isEmpty()) refuse(tr("it has no title; expected a line \"# Title\""));
        if (lesson_.steps.empty()) refuse(tr("it has no step; expected a line \"## Title of the step\""));
        for (LessonStep& step : lesson_.steps) step.text = step.text.trimmed();
        return lesson_;
    }

private:
    [[noreturn]] void refuse(const QString& what) const {
        const QString place = line_ == 0 ? tr("Lesson \"%1\"").arg(lesson_.id)
                                         : tr("Lesson \"%1\", line %2").arg(lesson_.id).arg(line_);
        throw inputError(tr("%1: %2.").arg(place, what).toStdString());
    }

    void take(const QString& line) {
        if (line.startsWith(QLatin1String("## "))) {
            if (lesson_.title.isEmpty()) refuse(tr("a step before the title; expected \"# Title\" first"));
            lesson_.steps.emplace_back();
            lesson_.steps.back().title = line.mid(3).trimmed();
            inDirectives_ = true;
        } else if (line.startsWith(QLatin1String("# "))) {
            if (!lesson_.title.isEmpty()) refuse(tr("a second title; steps begin with \"## \""));
            lesson_.title = line.mid(2).trimmed();
        } else if (lesson_.steps.empty()) {
            if (!line.trimmed().isEmpty())
                refuse(tr("text before the first step; expected \"## Title of the step\""));
        } else if (!inDirectives_) {
            lesson_.steps.back().text += line + QLatin1Char('\n');
        } else if (line.trimmed().isEmpty()) {
            inDirectives_ = false;
        } else {
            direct(line);
        }
    }

    void direct(const QString& line) {
        const qsizetype colon = line.indexOf(QLatin1Char(':'));
        const QString word = line.left(colon).trimmed(), value = line.mid(colon + 1).trimmed();
        const std::map<QString, std::function<void()>> words{
            {QStringLiteral("page"), [&] { step().page = pageNamed(value); }},
            {QStringLiteral("preset"),
             [&] {
                 known([&] { (void)presetByName(value.toStdString()); });
                 step().preset = value;
             }},
            {QStringLiteral("set"), [&] { step().settings.push_back(assignment(value)); }},
            {QStringLiteral("example"), [&] { step().example = exampleNumbered(value); }},
            {QStringLiteral("sample"), [&] { step().sample = value; }},
            {QStringLiteral("check"), [&] { step().checks.push_back(check(value)); }},
            {QStringLiteral("because"), [&] { step().because = reasonFor(value); }},
        };
        const auto found = words.find(word);
        QStringList names;
        for (const auto& [name, take] : words) names << name;
        if (colon < 0 || found == words.end())
            refuse(tr("\"%1\" is no directive; expected one of %2, a colon and a value, or an empty line "
                      "before the text")
                       .arg(word, names.join(QStringLiteral(", "))));
        if (value.isEmpty()) refuse(tr("%1 has no value").arg(word));
        found->second();
    }

    QString reasonFor(const QString& text) {
        if (std::ranges::find(step().checks, Kind::Answer, &LessonCheck::kind) == step().checks.end())
            refuse(tr("\"because\" says why an answer is right; expected \"check: answer\" before it"));
        return text;
    }
    LessonStep& step() { return lesson_.steps.back(); }

    QString pageNamed(const QString& name) const {
        if (!pages_.contains(name))
            refuse(tr("there is no page \"%1\"; there are %2").arg(name, pages_.join(QStringLiteral(", "))));
        return name;
    }
    int exampleNumbered(const QString& text) const {
        const auto count = int(attentionExamples().size());
        bool isNumber = false;
        const int number = text.toInt(&isNumber);
        if (!isNumber || number < 1 || number > count)
            refuse(tr("there is no example %1 of the page Step by step; there are 1 to %2")
                       .arg(text)
                       .arg(count));
        return number;
    }
    /// With the sentence of what `call` refuses.
    template <class Call>
    void known(Call&& call) const {
        try {
            call();
        } catch (const Error& problem) {
            QString text = QString::fromStdString(problem.what());
            if (text.endsWith(QLatin1Char('.'))) text.chop(1);
            refuse(text);
        }
    }
    std::pair<QString, QString> assignment(const QString& value) const {
        const qsizetype equals = value.indexOf(QLatin1Char('='));
        if (equals < 0) refuse(tr("\"%1\" sets nothing; expected KEY = VALUE").arg(value));
        std::pair result(value.left(equals).trimmed(), value.mid(equals + 1).trimmed());
        known([&] {
            RunConfig any;
            setByPath(any, (result.first + QLatin1Char('=') + result.second).toStdString());
        });
        return result;
    }
    double number(const QString& text) const {
        bool isNumber = false;
        const double value = text.toDouble(&isNumber);
        if (!isNumber || !std::isfinite(value)) refuse(tr("\"%1\" is no number").arg(text));
        return value;
    }

    LessonCheck check(const QString& text) const {
        static const QRegularExpression bound(
            QStringLiteral("^(steps|accuracy|masked|ablated)\\s*(>=|<=)?\\s*(\\S+)$"));
        LessonCheck result;
        const QString word = text.section(QLatin1Char(' '), 0, 0),
                      rest = text.section(QLatin1Char(' '), 1).trimmed();
        const std::map<QString, Kind> plain{{QStringLiteral("untrained"), Kind::Untrained},
                                            {QStringLiteral("training"), Kind::Training},
                                            {QStringLiteral("trained"), Kind::Trained},
                                            {QStringLiteral("snapshot"), Kind::Snapshot},
                                            {QStringLiteral("typed"), Kind::Typed}};
        if (const auto found = plain.find(text); found != plain.end()) {
            result.kind = found->second;
        } else if (word == QLatin1String("page")) {
            result.kind = Kind::Page;
            result.text = pageNamed(rest);
        } else if (word == QLatin1String("config") || word == QLatin1String("tried")) {
            result.kind = word == QLatin1String("tried") ? Kind::Tried : Kind::Config;
            std::tie(result.key, result.text) = assignment(rest);
        } else if (word == QLatin1String("control")) {
            static const QRegularExpression control(QStringLiteral("^(\\w+)\\s*=\\s*([^:]+?)\\s*:\\s*(.+)$"));
            const auto parts = control.match(rest);
            if (!parts.hasMatch())
                refuse(tr("\"%1\" is no check of a control; expected KEY = VALUE: SENTENCE").arg(rest));
            result.kind = Kind::Control;
            result.key = parts.captured(1);
            result.text = parts.captured(2);
            result.sentence = parts.captured(3);
        } else if (word == QLatin1String("answer")) {
            result.kind = Kind::Answer;
            result.text = rest;
            const QStringList parts = rest.split(QStringLiteral("±"));
            bool isNumber = false;
            result.number = parts.front().trimmed().toDouble(&isNumber);
            isNumber = isNumber && std::isfinite(result.number);
            if (parts.size() == 2) result.tolerance = number(parts[1].trimmed());
            if (!isNumber && parts.size() == 2)
                refuse(tr("\"%1\" is no number").arg(parts.front().trimmed()));
            if (rest.isEmpty()) refuse(tr("an answer is missing"));
        } else if (const auto match = bound.match(text); match.hasMatch()) {
            result.number = number(match.captured(3));
            const bool most = match.captured(2) == QLatin1String("<=");
            const std::map<QString, Kind> kinds{
                {QStringLiteral("steps"), Kind::Steps},
                {QStringLiteral("accuracy"), most ? Kind::AccuracyMax : Kind::AccuracyMin},
                {QStringLiteral("masked"), Kind::Masked},
                {QStringLiteral("ablated"), Kind::Ablated}};
            result.kind = kinds.at(match.captured(1));
            if (most && result.kind != Kind::AccuracyMax) refuse(tr("only accuracy can be checked with <="));
        } else {
            refuse(tr("\"%1\" cannot be checked; expected page ID, untrained, training, trained, steps >= N, "
                      "accuracy >= X, accuracy <= X, config KEY = VALUE, tried KEY = VALUE, control KEY = "
                      "VALUE: SENTENCE, masked N, ablated N, snapshot, typed or answer TEXT")
                       .arg(text));
        }
        return result;
    }

    const QStringList& pages_;
    Lesson lesson_;
    int line_ = 0;  ///< Counted from 1; 0: no one line
    bool inDirectives_ = false;
};

/// Throws Error::Kind::Input for what is no regular file, or far longer than a lesson.
QString textOf(const QString& path) {
    constexpr uint64_t longestLesson = 1'000'000;  // bytes
    if (!path.startsWith(QLatin1Char(':')))
        return QString::fromStdString(readFile(QFile::encodeName(path).toStdString(), longestLesson));
    QFile file(path);  // A file of the program itself
    (void)file.open(QIODevice::ReadOnly);
    return QString::fromUtf8(file.readAll());
}

}  // namespace

Lesson parseLesson(const QString& id, const QString& markdown, const QStringList& pages) {
    return Reader(id, pages).read(markdown);
}

LessonShelf readLessons(const QString& folder, const QStringList& pages, const QStringList& files) {
    LessonShelf shelf;
    shelf.folder = folder;
    shelf.files = files;
    const auto read = [&](const QFileInfo& info) {
        const QString translated = info.dir().filePath(languageCode() + QLatin1Char('/') + info.fileName());
        const QString path = QFile::exists(translated) ? translated : info.filePath();
        try {
            Lesson lesson = parseLesson(info.completeBaseName(), textOf(path), pages);
            lesson.folder = info.path();
            shelf.lessons.push_back(std::move(lesson));
        } catch (const Error& problem) {
            shelf.problems << QString::fromStdString(problem.what());
        }
    };
    QStringList places{QStringLiteral(":/lessons")};
    if (!folder.isEmpty()) places << folder;
    for (const QString& place : places)
        for (const QFileInfo& info :
             QDir(place).entryInfoList({QStringLiteral("*.md")}, QDir::Files, QDir::Name))
            if (info.fileName() != QLatin1String("README.md")) read(info);
    for (const QString& file : files) {
        const QFileInfo info(file);
        std::erase_if(shelf.lessons,
                      [&](const Lesson& lesson) { return lesson.id == info.completeBaseName(); });
        read(info);
    }
    return shelf;
}

}  // namespace attx
