// The network as a picture, whose parts show what they learned and open the pages that show them; and the
// table of its parameters.
#pragma once
#include <optional>
#include <vector>

#include "model/network/program.h"
#include "ui/figures/network/architecture_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace attx {

class HeatMapView;
class ParameterView;

/// An ArchitectureFigure as a widget.
class ArchitectureView : public QWidget {
    Q_OBJECT
public:
    explicit ArchitectureView(QWidget* parent = nullptr);
    void setFigure(const ArchitectureFigure& figure);
    [[nodiscard]] const ArchitectureFigure& figure() const { return figure_; }
    [[nodiscard]] QRectF rectOfPart(int part) const {
        return figure_.rectOfPart(part, rect(), FigureStyle::of(palette()));
    }

Q_SIGNALS:
    void partClicked(int part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { light(-1); }

private:
    void light(int part);
    [[nodiscard]] int partAt(QPointF point) const;  ///< Part that has parameters or a page; -1: none

    ArchitectureFigure figure_;
};

class NetworkPage : public Page {
    Q_OBJECT
public:
    explicit NetworkPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("network"); }
    [[nodiscard]] QString title() const override { return tr("Network"); }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    [[nodiscard]] QSize readableSize() const override { return {460, 320}; }
    bool goBack() override;

    // For tests.
    [[nodiscard]] ArchitectureView* view() const { return picture_; }
    [[nodiscard]] ParameterView* table() const { return table_; }

private:
    [[nodiscard]] QWidget* makeWeights();
    void refresh();
    void choosePart(int part);
    void showWeights();
    [[nodiscard]] const ArchitecturePart* part() const;  ///< Part whose weights are shown; null: none

    struct Choice {
        int part = -1, matrix = 0, layer = 1;
    };

    const RunModel& model_;
    Choice& choice_;
    std::optional<Program> program_;
    ArchitectureView* picture_ = nullptr;
    ParameterView* table_ = nullptr;
    QStackedWidget* side_ = nullptr;  ///< the table, or the weights of a part
    QLabel* title_ = nullptr;
    QComboBox* matrix_ = nullptr;
    QSpinBox* layer_ = nullptr;
    QPushButton* open_ = nullptr;
    HeatMapView* weights_ = nullptr;
    FigureFrame *pictureFrame_ = nullptr, *tableFrame_ = nullptr, *weightsFrame_ = nullptr;
};

}  // namespace attx
