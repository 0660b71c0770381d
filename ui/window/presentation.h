// For a room: figure, timeline and Train alone, over the whole screen, with fonts and lines for the last row.
#pragma once
#include <QObject>
#include <QPointer>
#include <vector>

#include "ui/look/theme.h"
#include "ui/state/kept.h"
#include "ui/state/run_model.h"

class QMainWindow;
class QPushButton;
class QToolButton;

namespace attx {

class PageStack;

class Presentation : public QObject {
    Q_OBJECT
public:
    /// Its zoom outlives it in `kept`.
    Presentation(QMainWindow& window, Theme& theme, const RunModel& model, PageStack& pages, Kept& kept,
                 QObject* parent);

    /// Hidden meanwhile, beside the menus, the tabs and the controls of the pages; a lesson stays.
    void setAround(const std::vector<QWidget*>& widgets) { around_ = widgets; }
    [[nodiscard]] QPushButton* trainButton() const { return train_; }
    /// Train and, of a run under way, Stop. Shown, like elsewhere, while the form is hidden; placed by the
    /// owner.
    [[nodiscard]] QWidget* runButtons() const { return run_; }
    [[nodiscard]] bool isOn() const { return on_; }
    /// The zoom that the window has without it, in percent.
    [[nodiscard]] int usualZoom() const { return on_ ? zoomBefore_ : theme_.zoom(); }
    void toggle();
    /// What the button says while nothing trains.
    void setTrainText(const QString& text);

Q_SIGNALS:
    void trainClicked();
    void stopClicked();
    void turned(bool on);

private:
    void enter();
    void leave();
    void hide(QWidget* widget);
    void setMargins(bool roomy);  ///< Margins above and below every page
    void showState();

    QMainWindow& window_;
    Theme& theme_;
    const RunModel& model_;
    PageStack& pages_;
    QWidget* run_;
    QPushButton* train_;
    QToolButton* stop_;
    QString trainText_;
    std::vector<QWidget*> around_;
    std::vector<QPointer<QWidget>> hidden_;  ///< Widgets that this has hidden
    bool on_ = false;
    Qt::WindowStates stateBefore_;
    struct Choice {
        int zoomOfRoom = 175;  ///< percent
    };
    Choice& choice_;
    int zoomBefore_ = attx::usualZoom;  ///< percent
    int entered_ = attx::usualZoom;     ///< The zoom, in percent, that a presentation began with
};

}  // namespace attx
