// manual: the pages of the manual, which are embedded in the program.
#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "model/files/error.h"
#include "ui/look/manual_pages.h"

namespace attx {
namespace {

constexpr int nameWidth = 18;  // Characters; the longest name has 15.

void listPages(Output& output) {
    Json pages = Json::array();
    for (const QString& name : manualNames()) {
        const QString title = manualTitle(name);
        output.line((name.leftJustified(nameWidth) + title).toStdString());
        pages.push_back({{"name", name.toStdString()}, {"title", title.toStdString()}});
    }
    output.object({{"pages", pages}});
}

int runManual(const Arguments& arguments, CommandContext& context) {
    const QString name = QString::fromStdString(arguments.positional());
    if (name.isEmpty()) {
        listPages(context.output);
        return 0;
    }
    if (!manualNames().contains(name))
        throw inputError("The manual has no page \"" + name.toStdString() + "\". Its pages are: " +
                         manualNames().join(QStringLiteral(", ")).toStdString() + ".");
    const std::string text = manualText(name).trimmed().toStdString();
    context.output.line(text);
    context.output.object(
        {{"name", name.toStdString()}, {"title", manualTitle(name).toStdString()}, {"text", text}});
    return 0;
}

}  // namespace

Command manualCommand() {
    return {{"manual",
             "NAME",
             "Prints a page of the manual; without a name it lists them.",
             {jsonOption},
             true,
             false,
             "The pages are Markdown. The help panel of the window (F1) shows them too.\n"},
            runManual};
}

}  // namespace attx
