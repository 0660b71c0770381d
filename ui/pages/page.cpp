#include "ui/pages/page.h"

#include "ui/look/manual_pages.h"
#include "ui/views/curve_view.h"
#include "ui/views/heat_map_view.h"

namespace attx {

QString Page::help() const { return manualText(manualNameOfPage(id())); }

FigureFrame* Page::framed(QWidget* view, FigureFrame::Source source) {
    auto* frame = new FigureFrame(view, std::move(source), this);
    connect(frame, &FigureFrame::notice, this, &Page::notice);
    connect(frame, &FigureFrame::saved, this, &Page::saved);
    connect(frame, &FigureFrame::panelKept, this, &Page::panelKept);
    connect(frame, &FigureFrame::commandRequested, this, &Page::commandRequested);
    return frame;
}

FigureFrame* Page::framed(HeatMapView* view) {
    connect(view, &HeatMapView::cellHovered, this,
            [this, view](int map, int row, int col) { Q_EMIT readout(view->readout(map, row, col)); });
    return framed(view, [view] { return view->figure().clone(); });
}

FigureFrame* Page::framed(CurveView* view) {
    connect(view, &CurveView::hovered, this,
            [this, view](int panel, double x) { Q_EMIT readout(view->readoutLine(panel, x)); });
    FigureFrame* frame = framed(view, [view] { return view->figure().clone(); });
    connect(frame, &FigureFrame::resetRequested, view, &CurveView::resetView);
    return frame;
}

}  // namespace attx
