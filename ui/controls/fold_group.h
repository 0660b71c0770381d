// A group of a form that folds under its heading.
#pragma once
#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace attx {

class FoldGroup : public QWidget {
    Q_OBJECT
public:
    explicit FoldGroup(const QString& title, QWidget* parent = nullptr);

    void addRow(QWidget* row);
    [[nodiscard]] bool isFolded() const { return folded_; }
    void setFolded(bool folded);
    /// Without its heading and unfolded, or as it was folded.
    void setPlain(bool plain);

private:
    void showContent();

    QToolButton* heading_ = nullptr;
    QWidget* content_ = nullptr;
    QVBoxLayout* contentLayout_ = nullptr;
    bool folded_ = false, plain_ = false;
};

}  // namespace attx
