// A line to type an own sequence. A token that is none is underlined and explained; the others stay, and
// what was shown last stays in view until the line is right again.
#pragma once
#include <QPointer>
#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;

namespace attx {

struct ParsedSequence {
    std::vector<int32_t> tokens;
    int wrongStart = -1, wrongLength = 0;  ///< Characters of the first wrong token; -1: none
    QString problem;                       ///< empty: all is right
};

/// Tokens 0…categories-1, separated by blanks or commas; 1 to `longest` of them. Where all tokens are digits,
/// a single word is read digit by digit.
[[nodiscard]] ParsedSequence parseSequence(const QString& text, int categories, int longest);

class SequenceEdit : public QWidget {
    Q_OBJECT
public:
    explicit SequenceEdit(QWidget* parent = nullptr);
    ~SequenceEdit() override;

    /// `usual` is the length that the network learns from; another is remarked on. 0: any length is usual.
    void setLimits(int categories, int longest, int usual);
    /// From now on the line holds words: `read` numbers them, `write` is its inverse. Without them, numbers.
    using Read = std::function<std::vector<int32_t>(const QString& text)>;
    using Write = std::function<QString(const std::vector<int32_t>& tokens)>;
    void setWords(const Read& read, const Write& write);
    /// Shows a sequence, unless the line says the same already; emits nothing.
    void setTokens(const std::vector<int32_t>& tokens);
    /// From now on what is typed is kept in `text`, which outlives it. A text that is there already is shown,
    /// if it says the same as the line, or nothing that can be read.
    void keepTextIn(QString& text);
    [[nodiscard]] QString problem() const { return problem_; }
    [[nodiscard]] QLineEdit* line() const { return line_; }

Q_SIGNALS:
    void tokensEdited(const std::vector<int32_t>& tokens);

protected:
    bool event(QEvent* event) override;

private:
    void placeProblem();
    void readLine();
    [[nodiscard]] ParsedSequence parsed(const QString& text) const;
    void showProblem(const ParsedSequence& shown);

    QLineEdit* line_ = nullptr;
    QPointer<QLabel> problemLabel_;
    QString problem_;
    QString* text_ = nullptr;  ///< typed; empty: the line says what it was told to
    Read read_;
    Write write_;
    int categories_ = 10, longest_ = 4096, usual_ = 0;
};

}  // namespace attx
