// The manual: Markdown files of resources/manual, embedded in the program. The help panel shows them, and the
// command "manual" prints them.
#pragma once
#include <QString>
#include <QStringList>

namespace attx {

/// The names of all pages, sorted. Those that begin with "page-" are the help of the window's pages.
[[nodiscard]] QStringList manualNames();
/// The title of a page in the window's language.
[[nodiscard]] QString manualTitle(const QString& name);
/// The Markdown of a page in the window's language (tests/check_documents.sh: every page is in each). Empty
/// if there is no page of this name.
[[nodiscard]] QString manualText(const QString& name);
/// The name of the help for the page of the window with this id.
[[nodiscard]] QString manualNameOfPage(const QString& id);
[[nodiscard]] bool isHelpOfPage(const QString& name);
/// `text` as Markdown shows it literally.
[[nodiscard]] QString escapedMarkdown(const QString& text);

}  // namespace attx
