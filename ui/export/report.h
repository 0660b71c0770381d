// A report: what a network was trained with, what came of it, and the figures as they are shown, in one file
// that any browser or PDF reader opens without a network.
#pragma once
#include <QImage>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <memory>
#include <utility>
#include <vector>

class QTextBlock;
class QTextDocument;

namespace attx {

struct ReportFigure {
    QString title;    ///< empty: it belongs to the section before
    QString caption;  ///< a sentence below it; may be empty
    QImage picture;   ///< its device pixel ratio says how large it is, in px at 96 dpi
};

struct ReportContent {
    QString title;
    QStringList sentences;  ///< Paragraphs below the title
    /// Names and values of the table at the end.
    std::vector<std::pair<QString, QString>> settings;
    QString settingsTitle;
    std::vector<ReportFigure> figures;
    QString made;  ///< Sentence: which program made it, and when
};

/// As a PDF has it, on pages of that size in px: a figure that is higher than a page is shrunk, or in parts.
[[nodiscard]] std::unique_ptr<QTextDocument> reportDocument(const ReportContent& content, QSizeF page);
/// Whether it is a figure, or a part of one.
[[nodiscard]] bool isFigureOfReport(const QTextBlock& block);

/// Writes it as the ending of `path` says, .html or .pdf (A4). Throws Error: what, where, what to try.
void writeReport(const QString& path, const ReportContent& content);

}  // namespace attx
