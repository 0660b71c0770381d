// Which sample of the validation data is looked at: its number, and the ones before and after it.
#pragma once
#include <QWidget>

class QSpinBox;
class QToolButton;

namespace attx {

class RunModel;

class SampleNumber : public QWidget {
    Q_OBJECT
public:
    explicit SampleNumber(RunModel& model, QWidget* parent = nullptr);

    /// Arrow up and down, page up and down: the next and the previous sample. False for other keys.
    bool handleKey(int key);

private:
    void showSample();

    RunModel& model_;
    QToolButton *previous_ = nullptr, *next_ = nullptr;
    QSpinBox* number_ = nullptr;
};

}  // namespace attx
