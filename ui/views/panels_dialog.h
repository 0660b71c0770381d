// The figures that were kept as panels: their order, how many stand side by side, and their export as one.
#pragma once
#include <QDialog>
#include <functional>
#include <memory>
#include <vector>

#include "ui/figures/panels_figure.h"

class QListWidget;
class QPushButton;
class QSpinBox;

namespace attx {

/// What the dialog shows, kept from one opening to the next.
struct KeptPanels {
    std::vector<std::shared_ptr<const Figure>> figures;
    int columns = 2;
    /// All of them in one.
    [[nodiscard]] PanelsFigure figure() const;
};

class PanelsDialog : public QDialog {
    Q_OBJECT
public:
    /// `saved` is told what was written.
    PanelsDialog(KeptPanels& panels,
                 const std::function<void(const QString& text, const QString& file)>& saved, QWidget* parent);

private:
    void showList(int chosen);
    void move(int by);
    void remove();

    KeptPanels& panels_;
    QListWidget* list_;
    QSpinBox* columns_;
    QPushButton *up_, *down_, *remove_, *export_;
};

}  // namespace attx
