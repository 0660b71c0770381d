#include "ui/window/search_entries.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

#include "model/attribute/explain_methods.h"
#include "model/config/presets.h"
#include "model/config/task.h"
#include "ui/controls/head_combos.h"
#include "ui/form/config_form.h"
#include "ui/form/form_content.h"
#include "ui/look/manual_pages.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_browser.h"
#include "ui/window/main_window.h"
#include "ui/window/menu_entry.h"

namespace attx {
namespace {

/// A text of an entry or a menu without the sign before its letter.
QString plain(const QString& text) {
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i == text.size()) break;
        result += text[i];
    }
    return result;
}

QString within(const QString& place, const QString& part) { return place + QStringLiteral(" › ") + part; }

/// Entries of a menu in a menu are named with it: "Theme: Dark".
void addMenu(std::vector<SearchEntry>& entries, QMenu& menu, const QString& place, const QString& before,
             bool isEnabled) {
    Q_EMIT menu.aboutToShow();  // its entries say how things are when it opens
    for (QAction* action : menu.actions()) {
        if (action->isSeparator() || !action->isVisible()) continue;
        const QString text = plain(action->text());
        if (QMenu* inner = action->menu()) {
            // "Compare with: deep", also of an entry of a menu in that one.
            addMenu(entries, *inner, within(place, text),
                    before.isEmpty() ? text + QStringLiteral(": ") : before, isEnabled && inner->isEnabled());
            continue;
        }
        const QString shown = before + text.section(QLatin1Char('\t'), 0, 0),
                      own = action->property(searchName).toString();
        SearchEntry entry{own.isEmpty() ? shown : own,
                          own.isEmpty() ? place : within(place, shown),
                          text.contains(QLatin1Char('\t'))
                              ? text.section(QLatin1Char('\t'), 1)
                              : action->shortcut().toString(QKeySequence::NativeText),
                          action->toolTip() + QLatin1Char(' ') + action->property(searchWords).toString(),
                          {}};
        if (isEnabled && action->isEnabled())
            entry.choose = [action = QPointer<QAction>(action)] {
                if (action) action->trigger();
            };
        entries.push_back(std::move(entry));
    }
}

/// Goes to the page, or where it has nothing to show for this network, shows where to choose another task,
/// and says so.
void goTo(MainWindow& window, const RunModel& model, const Page& page) {
    if (page.suits(model.config())) return window.pages().show(page.id());
    window.reveal(&window.form());
    focusOn(window.form(), QCoreApplication::translate("attx::ConfigForm", "Preset"));
    window.showNotice(tr("The page %1 is for networks of another task. Choose a preset for it and train it.")
                          .arg(page.title()),
                      true);
}

/// Those that the menu does not offer.
void addPages(std::vector<SearchEntry>& entries, MainWindow& window, const RunModel& model) {
    for (const Page* page : window.pages().pages())
        if (!page->suits(model.config()))
            entries.push_back(
                {page->title(), tr("a page for another task"), {}, page->reading(), [&window, &model, page] {
                     goTo(window, model, *page);
                 }});
}

void addPresets(std::vector<SearchEntry>& entries, MainWindow& window, const RunModel& model) {
    const QString place = within(tr("Form"), QCoreApplication::translate("attx::ConfigForm", "Preset"));
    for (const PresetInfo& preset : presetList()) {
        SearchEntry entry{modelText(preset.title), place, {}, modelText(preset.shows), {}};
        if (!model.isBusy())
            entry.choose = [&window, name = preset.name] {
                RunConfig config = presetByName(name);
                window.form().useOwnMachine(config);
                window.changeConfig(config);
            };
        entries.push_back(std::move(entry));
    }
}

void addSettings(std::vector<SearchEntry>& entries, MainWindow& window) {
    ConfigForm& form = window.form();
    const auto addNamed = [&](const QString& name, const QString& words, bool inAll) {
        entries.push_back({name, tr("Form"), {}, words, [&window, name, inAll] {
                               window.reveal(&window.form());
                               window.form().setShowsAll(window.form().showsAll() || inAll);
                               focusOn(window.form(), name);
                           }});
    };
    addNamed(QCoreApplication::translate("attx::ConfigForm", "Preset"), {}, false);
    addNamed(QCoreApplication::translate("attx::ConfigForm", "device"), modelText(keyInfo("device").help),
             true);
    addNamed(QCoreApplication::translate("attx::ConfigForm", "Find a setting"),
             QCoreApplication::translate("attx::ConfigForm", "All settings"), true);
    for (const FormGroup& group : formGroups())
        for (const char* path : group.paths) {
            const KeyInfo& key = keyInfo(path);
            SearchEntry entry{modelText(key.form.label),
                              within(tr("Form"), group.title),
                              {},
                              searchText(key) + QLatin1Char(' ') + tr("setting"),
                              {}};
            FormField* field = form.field(path);
            if (field->isRelevant(form.config()))
                entry.choose = [&window, field] {
                    window.reveal(&window.form());
                    window.form().bringIntoView(field);
                    focusOn(field->editor());
                };
            entries.push_back(std::move(entry));
        }
}

void addMethods(std::vector<SearchEntry>& entries, MainWindow& window, const RunModel& model) {
    auto& page = window.page<ExplainPage>();
    const QString place = within(page.title(), tr("Methods"));
    for (const ExplainMethodInfo& info : mapMethods()) {
        SearchEntry entry{modelText(info.title), place, {}, tipOf(info), {}};
        if (!info.whyNot(model.config().network, sampleKind(model.config().data)))
            entry.choose = [&window, &page, name = QString::fromUtf8(info.name)] {
                QVariantMap controls = page.controls();
                controls[name] = true;
                page.restoreControls(controls);
                page.goBack();  // An enlarged map would hide it
                window.pages().show(page.id());
            };
        entries.push_back(std::move(entry));
    }
}

/// The titles of its sections.
QString sectionsOf(const QString& name) {
    QStringList titles;
    for (const QString& line : manualText(name).split(QLatin1Char('\n')))
        if (line.startsWith(QLatin1String("## "))) titles << line.mid(3);
    return titles.join(QLatin1Char(' '));
}

void addManual(std::vector<SearchEntry>& entries, MainWindow& window) {
    for (const QString& name : manualNames())
        if (!isHelpOfPage(name))
            entries.push_back({manualTitle(name), tr("Manual"), {}, sectionsOf(name), [&window, name] {
                                   window.helpPanel().choose(QStringLiteral("manual/") + name);
                                   window.reveal(&window.helpPanel());
                                   window.helpPanel().browser()->setFocus();
                               }});
}

}  // namespace

void focusOn(QWidget* widget) {
    widget->window()->setAttribute(Qt::WA_KeyboardFocusChange);
    widget->setFocus(Qt::ShortcutFocusReason);
}

void focusOn(const QWidget& part, const QString& name) {
    for (QWidget* widget : part.findChildren<QWidget*>())
        if (widget->accessibleName() == name && widget->isVisible() && widget->focusPolicy() != Qt::NoFocus)
            return focusOn(widget);
}

std::vector<SearchEntry> searchEntries(MainWindow& window, RunModel& model) {
    std::vector<SearchEntry> entries;
    for (const QAction* action : window.menuBar()->actions())
        if (QMenu* menu = action->menu()) addMenu(entries, *menu, plain(action->text()), {}, true);
    addPages(entries, window, model);
    addFeatures(entries, window, model);
    addPresets(entries, window, model);
    addSettings(entries, window);
    addMethods(entries, window, model);
    addManual(entries, window);
    return entries;
}

}  // namespace attx
