// The frame that every figure of a page has: a small menu in its corner (export, copy the picture, copy
// the data, reset the view).
#pragma once
#include <QFrame>
#include <functional>
#include <memory>
#include <optional>

#include "ui/figures/figure.h"

class QMenu;
class QToolButton;
class QVBoxLayout;

namespace attx {

class ExportDialog;

class FigureFrame : public QFrame {
    Q_OBJECT
public:
    using Source = std::function<std::unique_ptr<Figure>()>;

    /// Takes the view as a child. `source` gives what to export at the moment it is requested.
    FigureFrame(QWidget* view, Source source, QWidget* parent = nullptr);

    /// Px that the menu takes beside the view.
    [[nodiscard]] int cornerWidth() const;
    /// Puts a small control over the menu.
    void addControl(QWidget* control);
    [[nodiscard]] std::unique_ptr<Figure> figure() const;
    /// The same as a file has it: of a sample with the training step that setStepShown() names. Null: it
    /// shows no number yet.
    [[nodiscard]] std::unique_ptr<Figure> exported() const;
    /// What returns the step of the network that is shown; nothing: as it is now.
    using StepShown = std::function<std::optional<int64_t>()>;
    void setStepShown(StepShown step) { stepShown_ = std::move(step); }
    /// Whether what is shown answers an older question, which files say then instead of the step.
    void setIsOfEarlierState(std::function<bool()> is) { isOfEarlierState_ = std::move(is); }
    /// To add further entries.
    [[nodiscard]] QMenu* menu() const { return menu_; }
    /// Opens the export dialog (Ctrl+E of the page).
    void exportFigure();
    /// Asks how `figure` is to be exported; `saved` is told what was written.
    static ExportDialog* exportOf(const Figure& figure, QWidget* parent,
                                  const std::function<void(const QString& text, const QString& file)>& saved);

Q_SIGNALS:
    void resetRequested();
    /// To be a part of a figure with panels.
    void panelKept(const std::shared_ptr<const attx::Figure>& figure);
    /// The line for a terminal that draws it is wanted, with such options (shownCommand()).
    void commandRequested(const std::shared_ptr<const attx::Figure>& figure, const QStringList& how);
    /// Something that was done: "Copied …".
    void notice(const QString& text, bool isProblem = false);
    void saved(const QString& text,
               const QString& file);  ///< a file was written, and what is to be said of it

private:
    void copyPicture();
    void copyNumbers();
    void keepAsPanel();

    const Source source_;
    StepShown stepShown_;
    std::function<bool()> isOfEarlierState_;
    QVBoxLayout* cornerLayout_ = nullptr;
    QToolButton* menuButton_ = nullptr;
    QMenu* menu_ = nullptr;
};

}  // namespace attx
