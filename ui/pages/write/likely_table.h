// The likeliest tokens at a place as bars, to choose another one from.
#pragma once
#include <QTableWidget>
#include <optional>

#include "model/inspect/written_text.h"

namespace attx {

class LikelyTable : public QTableWidget {
    Q_OBJECT
public:
    explicit LikelyTable(QWidget* parent);

    /// `taken`: the token that stands at the place; it is bold if it is among them.
    void showTokens(const WrittenText& written, const std::vector<LikelyToken>& tokens,
                    std::optional<int32_t> taken);

Q_SIGNALS:
    void tokenChosen(int32_t id);  ///< Clicked, or Return

private:
    class Bars;
    void choose(int row);
};

}  // namespace attx
