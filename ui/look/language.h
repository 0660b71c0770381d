// The language of the window: the translators of the application. The command line installs none, so that
// its figures and files do not depend on the language; the words are in resources/translations.
#pragma once
#include <QString>

class QDateTime;

namespace attx {

enum class Language { FollowSystem, English, German };

/// What was chosen; at first nothing is translated.
[[nodiscard]] Language language();
/// Every window gets a QEvent::LanguageChange if the words are others. Numbers are written with a point in
/// every language, as files have them.
void setLanguage(Language choice);
/// "en" or "de": of the words that are shown.
[[nodiscard]] QString languageCode();

/// A day and a time to the minute, as the language of the words writes them: "28 Nov 2026 22:58".
[[nodiscard]] QString momentText(const QDateTime& time);

/// A number as a person types it: where the words are German, 0,001 is 0.001, too.
[[nodiscard]] double typedNumber(QString text, bool* isNumber);

}  // namespace attx
