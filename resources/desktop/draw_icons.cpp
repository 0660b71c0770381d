// attx-icons DRAWING.svg FOLDER SIZE...: writes FOLDER/SIZE.png, square pictures of the drawing.
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <cstdio>

int main(int argc, char** argv) {
    QSvgRenderer drawing(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString());
    if (argc < 4 || !drawing.isValid()) {
        std::fputs("Usage: attx-icons DRAWING.svg FOLDER SIZE...\n", stderr);
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[2]));
    folder.mkpath(QStringLiteral("."));
    for (int i = 3; i < argc; ++i) {
        const QString size = QString::fromLocal8Bit(argv[i]);
        QImage icon(size.toInt(), size.toInt(), QImage::Format_ARGB32_Premultiplied);
        icon.fill(Qt::transparent);
        QPainter painter(&icon);
        drawing.render(&painter);
        painter.end();
        if (icon.isNull() || !icon.save(folder.filePath(size + QStringLiteral(".png")))) {
            std::fprintf(stderr, "%s: an icon of %s pixels cannot be written there.\n", argv[2], argv[i]);
            return 1;
        }
    }
    return 0;
}
