// What a call that must fail says: tests of bad input look for a piece of the message.
#pragma once
#include <QString>
#include <exception>

#include "model/files/error.h"

/// Message of the attx::Error that `call` throws; "(nothing was thrown)" or what else came instead.
template <class Call>
QString thrownMessage(Call&& call, attx::Error::Kind kind = attx::Error::Kind::Input) {
    try {
        call();
    } catch (const attx::Error& e) {
        return (e.kind() == kind ? "" : "(other kind) ") + QString::fromUtf8(e.what());
    } catch (const std::exception& e) {
        return "(a foreign exception) " + QString::fromUtf8(e.what());
    }
    return "(nothing was thrown)";
}

/// Fails, showing the whole message, unless it holds `piece`.
#define VERIFY_SAYS(message, piece)                                                             \
    do {                                                                                        \
        const QString &said = (message), &expectedPiece = (piece);                              \
        QVERIFY2(!said.startsWith('(') && said.contains(expectedPiece),                         \
                 qPrintable("expected a message with: " + expectedPiece + "\nfound: " + said)); \
    } while (false)
