#include "app/window/settings.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "model/files/error.h"

namespace attx {
namespace {

const auto layoutKey = QStringLiteral("window/layout");
const auto languageKey = QStringLiteral("window/language");
const auto themeKey = QStringLiteral("window/theme");
const auto zoomKey = QStringLiteral("window/zoom");
const auto configKey = QStringLiteral("form/config");
const auto recentKey = QStringLiteral("runs/recent");
const auto stepKey = QStringLiteral("form/step_seconds");  // "key seconds", the last used first
const auto inputTokensKey = QStringLiteral("input/tokens");
const auto inputTextKey = QStringLiteral("input/text");
const auto offerKey = QStringLiteral("runs/offered");
// What the choices are called in the file, in their order.
const QStringList themes{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")},
    languages{QStringLiteral("system"), QStringLiteral("english"), QStringLiteral("deutsch")};

/// The first for a name that is none of `names`.
template <class Choice>
Choice chosen(const QVariant& name, const QStringList& names) {
    return static_cast<Choice>(std::max<qsizetype>(names.indexOf(name.toString()), 0));
}

static_assert(int(Theme::Choice::Dark) == 2 && int(Language::German) == 2);

}  // namespace

Settings::Settings(const QString& file)
    : store_(file.isEmpty() ? std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                                          QStringLiteral("attention-explorer"),
                                                          QStringLiteral("attention-explorer"))
                            : std::make_unique<QSettings>(file, QSettings::IniFormat)) {}

QByteArray Settings::layout() const { return store_->value(layoutKey).toByteArray(); }

void Settings::setLayout(const QByteArray& state) { put(layoutKey, state); }

Theme::Choice Settings::theme() const { return chosen<Theme::Choice>(store_->value(themeKey), themes); }

void Settings::setTheme(Theme::Choice choice) { put(themeKey, themes[int(choice)]); }

int Settings::zoom() const { return store_->value(zoomKey, usualZoom).toInt(); }

void Settings::setZoom(int percent) { put(zoomKey, percent); }

Language Settings::language() const { return chosen<Language>(store_->value(languageKey), languages); }

void Settings::setLanguage(Language choice) { put(languageKey, languages[int(choice)]); }

std::optional<RunConfig> Settings::config() const {
    const std::string json = store_->value(configKey).toString().toStdString();
    if (json.empty()) return std::nullopt;
    try {
        RunConfig config = storedRunConfig(json, "the last configuration");
        requireValid(config);
        return config;
    } catch (const Error&) {
        return std::nullopt;  // Another version's, or edited by hand: the preset is a good start, too
    }
}

void Settings::setConfig(const RunConfig& config) { put(configKey, QString::fromStdString(toJson(config))); }

QStringList Settings::recentRuns() const {
    QStringList paths = store_->value(recentKey).toStringList();
    paths.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return paths;
}

void Settings::addRecentRun(const QString& path) {
    const QString absolute = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    QStringList paths = store_->value(recentKey).toStringList();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    put(recentKey, paths.mid(0, keptRecentRuns));
}

OwnInput Settings::ownInput() const {
    OwnInput input{{}, store_->value(inputTextKey).toString()};
    for (const QString& token : store_->value(inputTokensKey).toStringList())
        input.tokens.push_back(token.toInt());
    return input;
}

void Settings::setOwnInput(const OwnInput& input) {
    QStringList tokens;
    for (const int32_t token : input.tokens) tokens << QString::number(token);
    put(inputTokensKey, tokens);
    put(inputTextKey, input.text);
}

QString Settings::lastOffer() const { return store_->value(offerKey).toString(); }

void Settings::setLastOffer(const QString& offer) { put(offerKey, offer); }

std::optional<double> Settings::stepSeconds(const QString& key) const {
    for (const QString& line : store_->value(stepKey).toStringList())
        if (line.section(QLatin1Char(' '), 0, 0) == key)
            if (const double seconds = line.section(QLatin1Char(' '), 1).toDouble(); seconds > 0)
                return seconds;
    return std::nullopt;
}

void Settings::setStepSeconds(const QString& key, double seconds) {
    QStringList known = store_->value(stepKey).toStringList();
    known.removeIf([&](const QString& line) { return line.section(QLatin1Char(' '), 0, 0) == key; });
    known.prepend(QStringLiteral("%1 %2").arg(key).arg(seconds));
    put(stepKey, known.mid(0, keptStepTimes));
}

void Settings::put(const QString& key, const QVariant& value) {
    if (store_->value(key) != value) store_->setValue(key, value);
}

void Settings::sync() { store_->sync(); }

}  // namespace attx
