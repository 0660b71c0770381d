// A small HTTP server on this machine, for what is fetched from one: answers as it is told, and remembers
// what it was asked.
#pragma once
#include <QHash>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

class HttpServer : public QTcpServer {
public:
    QByteArray body;
    QByteArray tag = "\"first\"";  ///< ETag; empty: none
    QByteArray status = "200 OK";  ///< of anything but a part
    bool ranges = true;            ///< answers Range with a part
    qint64 breakAfter = -1;        ///< bytes of the body, then the connection is closed
    qint64 stallAfter = -1;        ///< bytes of the body, then silence
    QByteArray location;           ///< where else it is; empty: here
    QList<QByteArray> requests;    ///< the head of each

    HttpServer() {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* socket = nextPendingConnection()) {
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                    QByteArray& head = heads_[socket];
                    head += socket->readAll();
                    if (!head.contains("\r\n\r\n")) return;
                    requests.append(std::exchange(head, {}));
                    answer(*socket, requests.constLast());
                });
            }
        });
    }
    [[nodiscard]] QUrl url() const {
        return QUrl(QStringLiteral("http://127.0.0.1:%1/file.bin").arg(serverPort()));
    }
    /// The value of a header of the last request; empty: it was not there.
    [[nodiscard]] QByteArray asked(const QByteArray& name) const {
        return requests.isEmpty() ? QByteArray() : valueOf(requests.constLast(), name);
    }
    /// The value of a header, whose name Qt 6.7 and later write in small letters.
    static QByteArray valueOf(const QByteArray& head, const QByteArray& name) {
        for (const QByteArray& line : head.split('\n'))
            if (line.toLower().startsWith(name.toLower() + ':')) return line.mid(name.size() + 1).trimmed();
        return {};
    }

private:
    void answer(QTcpSocket& socket, const QByteArray& head) {
        if (!location.isEmpty() && head.startsWith("GET /file.bin")) {
            socket.write("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        const QByteArray range = valueOf(head, "Range"), condition = valueOf(head, "If-Range");
        qint64 from = 0;
        QByteArray first = "HTTP/1.1 " + status + "\r\n";
        if (ranges && range.startsWith("bytes=") && (condition.isEmpty() || condition == tag)) {
            from = range.mid(6).split('-').front().toLongLong();
            first = from < body.size()
                        ? "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + QByteArray::number(from) +
                              '-' + QByteArray::number(body.size() - 1) + '/' +
                              QByteArray::number(body.size()) + "\r\n"
                        : QByteArray("HTTP/1.1 416 Range Not Satisfiable\r\n");
        }
        if (!tag.isEmpty()) first += "ETag: " + tag + "\r\n";
        const QByteArray rest = body.mid(from);
        socket.write(first + "Content-Length: " + QByteArray::number(rest.size()) + "\r\n\r\n");
        const qint64 sent = breakAfter >= 0 ? breakAfter : stallAfter >= 0 ? stallAfter : rest.size();
        socket.write(rest.left(sent));
        if (breakAfter >= 0) socket.disconnectFromHost();
    }

    QHash<QTcpSocket*, QByteArray> heads_;
};
