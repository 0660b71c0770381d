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
    void speedMeasured(double flopsPerSecond);  ///< to be told, for the times on the cards
    void presetChosen(const QString& name);     ///< to be trained
    void lessonChosen(const QString& id);
    void closed();  ///< without a choice

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QGridLayout* lessons_ = nullptr;
    QString firstLesson_;
    QTimer turns_;  ///< to the next example of the pictures
};

}  // namespace attx
