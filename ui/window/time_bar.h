// The slider below the pages: scrubs through the snapshots of a run, and plays them. Its right
// end is now, and follows the run.
#pragma once
#include <QTimer>
#include <QWidget>

#include "ui/state/kept.h"
#include "ui/state/run_model.h"

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace attx {

class TimeBar : public QWidget {
    Q_OBJECT
public:
    /// Its speed, and whether it plays, outlive it in `kept`; null: they go with it.
    explicit TimeBar(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    /// From snapshot to snapshot at the chosen speed, from the beginning if the slider stands at its end.
    void setPlaying(bool on);
    [[nodiscard]] bool isPlaying() const { return timer_.isActive(); }
    void togglePlaying() { setPlaying(!isPlaying()); }
    /// By this many moments; beyond the last one is now.
    void move(int moments);

    [[nodiscard]] QSlider* slider() const { return slider_; }
    [[nodiscard]] QComboBox* speedCombo() const { return speed_; }
    [[nodiscard]] QLabel* label() const { return label_; }

    [[nodiscard]] QSize sizeHint() const override;         ///< All of its parts.
    [[nodiscard]] QSize minimumSizeHint() const override;  ///< The slider, Play and the snapshot's name.

Q_SIGNALS:
    void saveRequested();  ///< the animation of the page's figure

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int widthWith(std::initializer_list<const QWidget*> parts) const;
    void fit();
    void reserveLabel();
    void showMoments();
    void showLabel();
    void choose(int index);
    void playOn();
    [[nodiscard]] int momentCount() const { return int(model_.snapshots().size()); }
    [[nodiscard]] int indexOfMoment() const;  ///< momentCount(): now

    struct Choice {
        Choice();
        int speed;  ///< Place in the list
        bool plays = false;
    };

    RunModel& model_;
    Choice& choice_;
    QSlider* slider_ = nullptr;
    QLabel *name_ = nullptr, *label_ = nullptr;  // label_: elided where it has no room
    QToolButton* play_ = nullptr;
    QComboBox* speed_ = nullptr;
    QToolButton* save_ = nullptr;
    int reserved_ = 0;  ///< Width of the longest name of a snapshot, in px
    QTimer timer_;
};

}  // namespace attx
