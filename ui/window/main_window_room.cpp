// What the window does where its screen has no room for all of it: the help gives way, then the form.
#include <QCoreApplication>
#include <QEvent>
#include <QScreen>
#include <QTimer>
#include <algorithm>

#include "ui/form/config_form.h"
#include "ui/window/help_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/presentation.h"
#include "ui/window/status_line.h"

namespace attx {
namespace {

constexpr QSize frameRoom{16, 48};           // what window managers draw around it, at most
constexpr QSize leastWindow{640, 480};       // px; what has no room gives way
constexpr int leastWithForm = 760;           // px, at any zoom; in narrower windows figures have its room
constexpr int leastWithHelp = 1264;          // px; on narrower screens the help would cover the pages
constexpr const char* gaveWay = "gave way";  // property of what is hidden for want of room

int ownWidth(const QWidget& part) { return std::max(part.minimumSizeHint().width(), part.minimumWidth()); }

constexpr const char* putAway = "put away";  // property of what the next start shows again

}  // namespace

void MainWindow::setShown(QWidget* part, bool shown) {
    part->setProperty(gaveWay, false);
    part->setProperty(putAway, false);
    part->setVisible(shown);
}

void MainWindow::giveWay(QWidget* part) {
    if (!part->isHidden()) part->setProperty(gaveWay, true);
    part->hide();
}

bool MainWindow::isWanted(const QWidget* part) {
    return !part->isHidden() || part->property(gaveWay).toBool() || part->property(putAway).toBool();
}

void MainWindow::putHelpAway() {
    if (!isWanted(help_)) return;
    setShown(help_, false);
    help_->setProperty(putAway, true);
}

void MainWindow::showFitting() {
    if (makeRoom()) return show();
    resize(size().boundedTo(room().expandedTo(leastSize())));  // The size to which it comes back
    showMaximized();
}

/// 0: back to the usual size.
void MainWindow::zoomBy(int steps) {
    const bool hasUsualSize = size().expandedTo(usualSize()) == size();
    if (steps == 0)
        theme_.setZoom(attx::usualZoom);
    else
        theme_.zoomBy(steps);
    status_->showBriefly(tr("Zoom %1 %").arg(theme_.zoom()));
    if (presentation_->isOn() || !isVisible()) return;
    QTimer::singleShot(0, this, [this, hasUsualSize] {  // once all widgets have their size
        const bool hadForm = form_->isVisible(), hadHelp = help_->isVisible();
        if (!makeRoom() || (hasUsualSize && !growToUsualSize())) showMaximized();
        if ((hadForm && form_->isHidden()) || (hadHelp && help_->isHidden()))
            status_->showBriefly(tr("Zoom %1 %. What has no room is hidden: F9 shows the form, F1 the help.")
                                     .arg(theme_.zoom()));
    });
}

QSize MainWindow::leastSize() { return leastWindow; }

QSize MainWindow::usualSize() { return {zoomed(1280), zoomed(800)}; }

/// What is larger needs a larger window; it stays on its screen. False: the screen is too small for that.
bool MainWindow::growToUsualSize() {
    const QRect all(screen()->availableGeometry().topLeft(), room());
    if (isMaximized() || isFullScreen() || size().expandedTo(all.size()) != all.size()) return true;
    const QSize wanted = size().expandedTo(usualSize());
    if (wanted.width() > all.width() || wanted.height() > all.height()) return false;
    resize(wanted);
    move(std::max(all.left(), std::min(x(), all.right() - wanted.width())),
         std::max(all.top(), std::min(y(), all.bottom() - wanted.height())));
    return true;
}

QSize MainWindow::room() const { return screen()->availableSize() - frameRoom; }

int MainWindow::leastWidth() const {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // Lays out what was zoomed or hidden
    return minimumSizeHint().width();
}

void MainWindow::letComeBack(QWidget* part, int width) {
    if (part->isHidden() && part->property(gaveWay).toBool() && leastWidth() + ownWidth(*part) <= width)
        setShown(part, true);
}

void MainWindow::fitParts(int width) {
    if (leastWidth() > width) giveWay(help_);
    if (leastWidth() > width || width < leastWithForm) giveWay(form_);
    if (width >= leastWithForm) letComeBack(form_, width);
    if (width >= zoomed(leastWithHelp)) letComeBack(help_, width);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (!presentation_->isOn() && !rebuilding_) fitParts(width());
}

/// Where the screen is too narrow for all, at this zoom, the help gives its place to the pages, then the
/// form; they come back with the room. False if the window still does not fit as it is.
bool MainWindow::makeRoom() {
    const QSize all = room();
    if (all.width() < zoomed(leastWithHelp)) giveWay(help_);
    fitParts(all.width());
    const QSize needed = size().expandedTo(minimumSizeHint());
    return needed.width() <= all.width() && needed.height() <= all.height();
}

/// What a person asks for has its place, and the other part gives way, lest the window outgrow its screen.
void MainWindow::toggle(QWidget* part) {
    if (part == help_) helpIsAsked_ = true;
    QWidget* other = part == help_ ? static_cast<QWidget*>(form_) : help_;
    const int width = std::max(room().width(), this->width());
    if (!part->isHidden()) {
        setShown(part, false);
        return letComeBack(other, width);
    }
    // Before it is shown: the window would grow at once, and not shrink again.
    const auto fits = [&] { return leastWidth() + ownWidth(*part) <= width; };
    if (!fits()) giveWay(other);
    if (fits()) {
        setShown(part, true);
        const int needed = std::max(leastWidth(), form_->isHidden() ? 0 : leastWithForm);
        if (needed > this->width()) resize(needed, height());  // its least size says nothing of its parts
        return;
    }
    letComeBack(other, width);
    showNotice(tr("There is no room for it at a zoom of %1 %.").arg(theme_.zoom()), true);
}

void MainWindow::reveal(QWidget* part) {
    if (presentation_->isOn()) presentation_->toggle();
    if (part->isHidden()) toggle(part);
}

}  // namespace attx
