#include "ui/figure.h"

#include <charconv>
#include <cmath>

namespace attx {
namespace {

template <typename Number>
std::string shortest(Number value) {
    if (std::isnan(value)) return {};
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof(text), value);
    return error == std::errc() ? std::string(text, end) : std::string();
}

}  // namespace

std::string csvField(const QString& text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r')))
        return text.toStdString();
    QString quoted = text;
    quoted.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QStringLiteral("\"%1\"").arg(quoted).toStdString();
}

std::string csvNumber(double value) { return shortest(value); }
std::string csvNumber(float value) { return shortest(value); }

}  // namespace attx
