// A row of controls that goes on in the next line where the window is too narrow for it. Those that can grow
// take what is left of their line.
#pragma once
#include <QLayout>
#include <initializer_list>
#include <memory>
#include <vector>

class QLabel;

namespace attx {

class ControlRow : public QLayout {
public:
    /// Becomes the layout of `parent`.
    explicit ControlRow(QWidget* parent);
    ~ControlRow() override;

    /// Widgets that stay side by side.
    void addGroup(std::initializer_list<QWidget*> widgets);
    /// A control behind its name, whose mnemonic leads to it.
    void addLabelled(const QString& text, QWidget* control);
    /// A button of this text, by which it is known to those who hear it, too.
    template <class Button>
    Button* addButton(const QString& text, const QString& tip) {
        auto* button = new Button(text, parentWidget());
        button->setAccessibleName(text);
        button->setToolTip(tip);
        addWidget(button);
        return button;
    }
    /// A text that changes, known to those who hear it as `name`.
    QLabel* addText(const QString& name);

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return int(items_.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] QSize sizeHint() const override;     ///< all in one line
    [[nodiscard]] QSize minimumSize() const override;  ///< one below the other
    void setGeometry(const QRect& area) override;

private:
    /// Divides the items into lines, top down, and moves them there if asked. Returns the height in px.
    int place(const QRect& area, bool moves) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace attx
