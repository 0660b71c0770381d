// What a first start shows in the room of the pages: a card for each task that can be tried at once, the tour
// and the lessons.
#pragma once
#include <QTimer>
#include <QWidget>
#include <vector>

class QGridLayout;
class QPushButton;

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
    void resizeEvent(QResizeEvent* event) override;

private:
    /// In two columns, or in one where two have no room.
    void arrange();
    QGridLayout *cardGrid_ = nullptr, *lessons_ = nullptr;
    std::vector<QWidget*> cards_;
    std::vector<QPushButton*> lessonButtons_;
    int columns_ = 0;  ///< Columns of the cards now; 0: not arranged yet
    QString firstLesson_;
    QTimer turns_;  ///< Shows the next example of the pictures
};

}  // namespace attx
