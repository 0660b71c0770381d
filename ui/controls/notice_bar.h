// A line over the pages that says what happened. It moves nothing; what succeeded goes after some seconds,
// what failed or offers something stays until it is closed or replaced.
#pragma once
#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <array>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace attx {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// Lies over the lower end of `pages` from now on.
    void layOver(QWidget* pages);
    void showNotice(const QString& text, bool isError);
    /// A button, which closes the notice and calls `act`.
    struct Offer {
        QString label;
        std::function<void()> act;
    };
    static constexpr size_t mostOffers = 3;
    enum class Stays { TillClosed, ForAWhile };
    /// With a button for each of at most mostOffers.
    void showOffers(const QString& text, const std::vector<Offer>& offers, Stays stays = Stays::TillClosed);
    [[nodiscard]] bool hasOffers() const { return isVisibleTo(parentWidget()) && !acts_.empty(); }
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isError() const { return isError_; }
    /// The last notices with their times, the newest last.
    [[nodiscard]] const QStringList& history() const { return history_; }
    /// The notice and the history, for the notice bar of another language.
    struct Content {
        QString text;  ///< Empty: it is closed
        bool isError = false;
        std::vector<Offer> offers;
        QStringList history;
    };
    [[nodiscard]] Content content() const;
    void setContent(const Content& content);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* icon_ = nullptr;
    QLabel* label_ = nullptr;
    std::array<QPushButton*, mostOffers> buttons_{};
    QToolButton* close_ = nullptr;
    std::vector<Offer> acts_;
    bool isError_ = false;
    QStringList history_;
    QPointer<QWidget> pages_;
    QTimer goes_;
};

}  // namespace attx
