#include "app/window/own_data_question.h"

#include <QCoreApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include "model/data/own_data.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

QString text(const char* source) { return QCoreApplication::translate("attx::OwnData", source); }

QString summaryOf(const OwnData& found) {
    const QLocale locale;
    const QString rows = locale.toString(static_cast<qlonglong>(found.rows)),
                  kinds = locale.toString(found.kinds), length = locale.toString(found.config.data.length);
    switch (found.kind) {
        case OwnData::Kind::Pairs:
            return text(QT_TRANSLATE_NOOP("attx::OwnData", "%1 pairs of %2 kinds of tokens, at most %3 long"))
                .arg(rows, kinds, length);
        case OwnData::Kind::Texts:
            return text(
                       QT_TRANSLATE_NOOP("attx::OwnData", "%1 texts of %2 classes, each read up to %3 words"))
                .arg(rows, kinds, length);
        case OwnData::Kind::Pictures:
            break;
    }
    return text(QT_TRANSLATE_NOOP("attx::OwnData",
                                  "%1 pictures of %2 classes, scaled and cropped to %3 × %3 pixels"))
        .arg(rows, kinds, locale.toString(found.config.data.pictureSize));
}

}  // namespace

void askAboutData(const QString& name, const OwnData& found, QWidget* window, std::function<void()> use) {
    QStringList rows;
    for (const std::string& row : found.firstRows) rows << QString::fromStdString(row);
    auto* box =
        new QMessageBox(QMessageBox::Question, text(QT_TRANSLATE_NOOP("attx::OwnData", "Use as data?")),
                        QStringLiteral("%1: %2.").arg(name, summaryOf(found)), QMessageBox::Cancel, window);
    box->setObjectName(QStringLiteral("ownData"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    if (!found.recognised.empty()) rows << QString() << QString::fromStdString(found.recognised);
    if (!found.note.empty()) rows << modelText(found.note);
    box->setInformativeText(rows.join(QLatin1Char('\n')));
    QPushButton* yes =
        box->addButton(text(QT_TRANSLATE_NOOP("attx::OwnData", "&Use as data")), QMessageBox::AcceptRole);
    box->setDefaultButton(yes);
    QObject::connect(box, &QMessageBox::finished, window, [box, yes, use = std::move(use)] {
        if (box->clickedButton() == yes) use();
    });
    box->open();
}

}  // namespace attx
