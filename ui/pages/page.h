// What the window knows of a page: its name, its figures, its help and the keys that all pages share.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "model/config/config.h"
#include "model/run/split_rows.h"
#include "ui/state/kept.h"
#include "ui/views/figure_frame.h"

namespace attx {

class CurveView;
class HeatMapView;

class Page : public QWidget {
    Q_OBJECT
public:
    /// What is chosen on a page, its Choice, outlives it in `kept`, so that another page of its class goes on
    /// with it, as when it is built again in another language; null: it goes with the page. A click beside
    /// the controls takes the keys back from them.
    explicit Page(QWidget* parent = nullptr, Kept* kept = nullptr)
        : QWidget(parent), kept_(kept ? *kept : *new Kept(this)) {
        setFocusPolicy(Qt::ClickFocus);
    }

    /// By which settings remember it and lessons name it: never changed, never translated.
    [[nodiscard]] virtual QString id() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    /// For F1: what the page shows and how to use it, as Markdown; the file resources/manual/page-ID.md.
    [[nodiscard]] virtual QString help() const;
    /// One line on how to read its figure, for the line above it; empty: nothing that needs saying.
    [[nodiscard]] virtual QString reading() const { return {}; }
    /// Whether it has something to show for such a run; a page that has not is not offered.
    [[nodiscard]] virtual bool suits(const RunConfig&) const { return true; }
    /// Whether its figures are about such a network: a report, and the export of all figures, leave others
    /// out.
    [[nodiscard]] virtual bool isAbout(const RunConfig&) const { return true; }
    /// Made for runs like this one: shown when one of another task was shown before.
    [[nodiscard]] virtual bool leads(const RunConfig&) const { return false; }
    /// What it shows changes while a network trains.
    [[nodiscard]] virtual bool followsTraining() const { return true; }
    /// The form says `config`, whose data have `rows` as far as that is known.
    virtual void showForm(const RunConfig& config, const std::optional<SplitRows>& rows) {
        (void)config, (void)rows;
    }
    /// The figures that are shown, the main one first.
    [[nodiscard]] virtual std::vector<FigureFrame*> frames() const = 0;
    /// They answer what was asked of other parameters or heads than those that are shown now.
    [[nodiscard]] virtual bool isOfEarlierState() const { return false; }
    /// What it can be read in, px at zoom 1: in less room it scrolls. Empty: it finds its own way.
    [[nodiscard]] virtual QSize readableSize() const { return {0, 0}; }
    /// Esc. True if there was something to go back from.
    virtual bool goBack() { return false; }
    /// How the controls are set, for the settings; unknown keys are ignored.
    [[nodiscard]] virtual QVariantMap controls() const { return {}; }
    virtual void restoreControls(const QVariantMap&) {}

    static constexpr int marginBeside = 16, marginAbove = 4;  ///< px; above and below are the same

Q_SIGNALS:
    /// What is under the pointer, for the status line; empty: nothing.
    void readout(const QString& text);
    /// Something that was done: "Copied …"; or a problem, why it was not.
    void notice(const QString& text, bool isProblem = false);
    /// A file was written: what is to be said of it, and where it is.
    void saved(const QString& text, const QString& file);
    /// A figure, as it is now, is to be a part of one with panels.
    void panelKept(const std::shared_ptr<const attx::Figure>& figure);
    void commandRequested(const std::shared_ptr<const attx::Figure>& figure, const QStringList& how);
    /// reading() is another line now.
    void readingChanged();
    /// Another page, by its id.
    void pageRequested(const QString& id);

protected:
    [[nodiscard]] Kept& kept() const { return kept_; }
    /// Becomes the layout of the page, with the margins that all pages have.
    template <class Layout>
    [[nodiscard]] Layout* pageLayout() {
        auto* layout = new Layout(this);
        layout->setContentsMargins(marginBeside, marginAbove, marginBeside, marginAbove);
        layout->setSpacing(8);
        return layout;
    }
    /// A frame around a view; what it has to say, the page says. Of maps and curves the page reads out what
    /// is under the pointer, too.
    [[nodiscard]] FigureFrame* framed(QWidget* view, FigureFrame::Source source);
    [[nodiscard]] FigureFrame* framed(HeatMapView* view);
    [[nodiscard]] FigureFrame* framed(CurveView* view);

private:
    Kept& kept_;
};

}  // namespace attx
