// What a first start shows in the room of the pages: a card for each task that can be tried at once, the tour
// and the lessons.
#pragma once
#include <QTimer>
#include <QWidget>

class QGridLayout;

namespace attx {

struct LessonShelf;

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    void setLessons(const LessonShelf& shelf);

Q_SIGNALS:
    void speedMeasured(double flopsPerSecond);  ///< Sent to this page, for the times on the cards
    void presetChosen(const QString& name);     ///< Asks to train it
    void lessonChosen(const QString& id);
    void closed();  ///< The page was closed without a choice

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QGridLayout* lessons_ = nullptr;
    QString firstLesson_;
    QTimer turns_;  ///< Shows the next example of the pictures
};

}  // namespace attx
