// A line over the window that says what happened. What succeeded goes after some seconds, and moves nothing:
// it lies over the status line where that has room for it, else over the whole lower edge. What failed or
// offers something stays longer, until it is closed or replaced, and has room of its own below the pages: it
// would hide their last rows. Offers that a success has covered come back when that goes.
#pragma once
#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QTimer>
#include <array>
#include <functional>
#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace attx {

class NoticeBar : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// Lies over `statusLine` or the lower edge of the parent from now on (where the line is hidden, over the
    /// end of `pages`), or has room at the end of `column`, their layout.
    void layOver(QWidget* pages, QBoxLayout* column, QWidget* statusLine);
    void showNotice(const QString& text, bool isError);
    /// A button, which closes the notice and calls `act`.
    struct Offer {
        QString label;
        std::function<void()> act;
    };
    static constexpr size_t mostOffers = 3;
    enum class Stays { TillClosed, ForAWhile, Briefly };  ///< briefly: of a success, not missed later
    /// With a button for each of at most mostOffers.
    void showOffers(const QString& text, const std::vector<Offer>& offers, Stays stays = Stays::TillClosed,
                    bool isError = false);
    /// What is offered for a while waits until this is over: it would lie over a figure without controls.
    void keepOffersBack(bool on);
    /// Hides the notice and forgets what it offers.
    void forget();
    [[nodiscard]] bool hasOffers() const { return isVisibleTo(parentWidget()) && !acts_.empty(); }
    /// What is shown is not to be replaced by something less important: an error, or offers till it is
    /// closed.
    [[nodiscard]] bool matters() const {
        return isVisibleTo(parentWidget()) && (isError_ || (!acts_.empty() && stays_ == Stays::TillClosed));
    }
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isError() const { return isError_; }
    /// The last notices with their times, the newest last.
    [[nodiscard]] const QStringList& history() const { return history_; }
    /// The notice and the history, for the notice bar of another language.
    struct Content {
        QString text;  ///< Empty: it is closed
        std::vector<Offer> offers = {};
        Stays stays = Stays::TillClosed;  ///< How long the offers stay
        bool isError = false;
        QStringList history = {};
    };
    [[nodiscard]] Content content() const;
    void setContent(const Content& content);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    [[nodiscard]] int lineWidth() const;  ///< Px that the notice needs in one line
    void showText(const QString& text, bool isError);
    void cover();  ///< keeps what is offered, for when a success that follows has gone
    void end();    ///< The notice was read: what it covered comes back.
    [[nodiscard]] bool waits(Stays stays) const { return keepsBack_ && stays == Stays::ForAWhile; }

    QLabel* icon_ = nullptr;
    QLabel* label_ = nullptr;
    std::array<QPushButton*, mostOffers> buttons_{};
    QToolButton* close_ = nullptr;
    std::vector<Offer> acts_;
    Stays stays_ = Stays::TillClosed;
    std::optional<Content> covered_;  ///< Offers under a success that is shown now, or that wait
    bool isError_ = false, keepsBack_ = false, takesRoom_ = false;
    QStringList history_;
    QPointer<QWidget> pages_, statusLine_;
    QWidget* space_ = nullptr;  ///< its own room, while it stays
    QTimer goes_;
};

}  // namespace attx
