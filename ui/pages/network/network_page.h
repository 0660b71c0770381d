// The network as a picture, whose parts open the pages that show them, and the table of its parameters.
#pragma once
#include "ui/figures/network/architecture_figure.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

namespace attx {

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
    void partClicked(const QString& page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void light(int part);
    [[nodiscard]] int partAt(QPointF point) const;  ///< that has a page; -1: none

    ArchitectureFigure figure_;
};

class NetworkPage : public Page {
    Q_OBJECT
public:
    explicit NetworkPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("network"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] bool followsTraining() const override { return false; }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override { return {pictureFrame_, tableFrame_}; }

    [[nodiscard]] ArchitectureView* view() const { return picture_; }
    [[nodiscard]] ParameterView* table() const { return table_; }

private:
    void refresh();

    const RunModel& model_;
    ArchitectureView* picture_ = nullptr;
    ParameterView* table_ = nullptr;
    FigureFrame *pictureFrame_ = nullptr, *tableFrame_ = nullptr;
};

}  // namespace attx
