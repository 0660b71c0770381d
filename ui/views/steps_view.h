// Shows a StepsFigure: hover outlines what a number is computed from, numbers of Q, K and V are typed
// right in their cells unless a network gives them, a click on a key's name masks it.
#pragma once
#include <QWidget>
#include <optional>

#include "ui/figures/network/steps_figure.h"

class QLineEdit;

namespace attx {

class StepsView : public QWidget {
    Q_OBJECT
public:
    explicit StepsView(QWidget* parent = nullptr);

    /// Emits nothing.
    void setInput(const AttentionInput& input, const StepsFigure::Head& head = nullptr);
    /// Of a head: which part is shown, and where it is cut.
    void setCutOut(StepsPart part, const StepsCut& cut);
    [[nodiscard]] const StepsFigure& figure() const { return figure_; }
    /// The cell that keys act on; row -1: none yet.
    [[nodiscard]] const StepCell& current() const { return current_; }
    /// Where a cell, or the name of a row or column, is on this widget.
    [[nodiscard]] QRectF rectOf(const StepCell& cell) const;
    [[nodiscard]] QLineEdit* editor() const { return editor_; }

    [[nodiscard]] QSize sizeHint() const override { return {900, 560}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {520, 340}; }

Q_SIGNALS:
    /// Typed or masked by a person.
    void edited(const AttentionInput& input);
    /// The cell that is outlined, under the pointer or else by keyboard; row -1: none.
    void cellLit(const StepCell& cell);
    /// What is wrong with the number that is being typed; empty: nothing.
    void problemChanged(const QString& problem);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { setHovered({}); }
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent*) override { showLit(); }
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    [[nodiscard]] StepsLayout place() const;
    [[nodiscard]] bool isTyped(const StepCell& cell) const;
    [[nodiscard]] StepCell firstCell() const;  ///< First cell of the first matrix shown
    void forgetHidden();
    void setCurrent(const StepCell& cell);
    void setHovered(const StepCell& cell);
    void showLit();
    /// To the next or previous number of Q, K and V; false at their end.
    bool moveToGiven(int direction);
    void moveBy(int rows, int cols);
    void toggleMask(int key);

    void openEditor(const std::optional<QString>& text);
    void placeEditor();
    void takeTyped(const QString& text);
    void closeEditor(bool restore);
    /// Keys in the editor that are not its own.
    bool editorKey(QKeyEvent* event);

    StepsFigure figure_;
    StepCell current_, hovered_;
    QLineEdit* editor_ = nullptr;
    double valueBefore_ = 0;
    bool editing_ = false;
};

/// A number as it may be typed ("-0.5", "−0,5", "5e-1"); none if it is not one, or beyond ±largestInput.
[[nodiscard]] std::optional<double> parseCell(const QString& text);
inline constexpr double largestInput = 1000;

}  // namespace attx
