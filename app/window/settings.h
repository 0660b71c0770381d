// What the window remembers from one start to the next.
#pragma once
#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "model/config/config.h"
#include "ui/look/theme.h"

namespace attx {

class Settings {
public:
    /// `file`: an INI file of one's own, for tests; empty: the system's place for this program.
    explicit Settings(const QString& file = {});

    [[nodiscard]] QByteArray layout() const;
    void setLayout(const QByteArray& state);
    [[nodiscard]] Theme::Choice theme() const;
    void setTheme(Theme::Choice choice);
    /// The last one in the form; nothing if there is none, or it can no longer be read.
    [[nodiscard]] std::optional<RunConfig> config() const;
    void setConfig(const RunConfig& config);
    /// Paths, the last used first; those that are gone are left out.
    [[nodiscard]] QStringList recentRuns() const;
    void addRecentRun(const QString& path);
    /// What a training step took, by a key of its configuration; nothing: not known.
    [[nodiscard]] std::optional<double> stepSeconds(const QString& key) const;
    void setStepSeconds(const QString& key, double seconds);
    /// Writes to disk now.
    void sync();

    static constexpr int keptRecentRuns = 10;
    static constexpr int keptStepTimes = 100;

private:
    std::unique_ptr<QSettings> store_;
};

}  // namespace attx
