// A lesson: Markdown with a few directives, read from a file (resources/manual/lessons.md describes the
// format).
#pragma once
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace attx {

/// What a step waits for. The program looks, except at an answer, which is typed.
struct LessonCheck {
    enum class Kind {
        Page,         ///< `text`: its id
        Untrained,    ///< no step was taken
        Training,     ///< a run is under way, or has been
        Trained,      ///< a run has ended
        Steps,        ///< `number` steps or more were taken
        AccuracyMin,  ///< The last epoch's accuracy on the validation data: `number` or more, 0 to 1
        AccuracyMax,  ///< The same accuracy: `number` or less
        Config,       ///< the form has `key` at `text`
        Tried,        ///< the form has had `key` at `text`
        Control,      ///< the page in view has its control `key` at `text`
        Masked,       ///< `number` tokens or more are masked
        Ablated,      ///< `number` heads or more are ablated
        Snapshot,     ///< a snapshot is looked at
        Typed,        ///< the sample is one's own
        Answer,       ///< one of `text`, split at "|", or a number within `tolerance` of `number`
    };
    Kind kind{};
    QString key, text;
    QString sentence;  ///< Kind::Control: what to do
    double number = 0, tolerance = 0;
    [[nodiscard]] bool operator==(const LessonCheck&) const = default;
};

struct LessonStep {
    QString title;
    QString text;          ///< Markdown
    QString preset, page;  ///< ids to be shown; empty: as it is
    /// Keys and values of the configuration, on top of the preset
    std::vector<std::pair<QString, QString>> settings;
    int example = 0;                  ///< Example on the page Step by step, from 1; 0: as it is
    QString sample;                   ///< tokens or a text to be shown; empty: as it is
    std::vector<LessonCheck> checks;  ///< all of them; none: reading is enough
    QString because;                  ///< Why the answer is right, said with it; empty: nothing is

    [[nodiscard]] bool setsUp() const {
        return !preset.isEmpty() || example > 0 || !page.isEmpty() || !settings.empty() || !sample.isEmpty();
    }
};

struct Lesson {
    QString id;  ///< Key of the progress kept: the file's name without its ending
    QString title;
    std::vector<LessonStep> steps;  ///< one at least
    QString folder;                 ///< Folder of its file and its pictures; empty: none
};

/// Throws Error::Kind::Input with file and line for directives, pages (none of `pages`), presets, keys,
/// values and checks that there are not, and for a lesson without a title or a step.
[[nodiscard]] Lesson parseLesson(const QString& id, const QString& markdown, const QStringList& pages);

/// The lessons that come with the program, in their order, then those in the person's own folder; each in the
/// language of the window, where a file of the same name stands in a sub-folder named after it ("de").
struct LessonShelf {
    QString folder;     ///< the person's own
    QStringList files;  ///< Lessons in other places, which were opened
    std::vector<Lesson> lessons;
    QStringList problems;  ///< A sentence for each file that is no lesson
};
/// `folder`: the person's own; may be missing. One of `files` is shown instead of an earlier one of its name.
[[nodiscard]] LessonShelf readLessons(const QString& folder, const QStringList& pages,
                                      const QStringList& files = {});

}  // namespace attx
