// What the window remembers from one start to the next.
#pragma once
#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "model/config/config.h"
#include "ui/look/language.h"
#include "ui/look/theme.h"

namespace attx {

/// What a person typed to look at.
struct OwnInput {
    std::vector<int32_t> tokens;  ///< [T]; none: a row of the data was looked at
    QString text;                 ///< Text, for a network that reads texts
};

class Settings {
public:
    /// `file`: an INI file of one's own, for tests; empty: the system's place for this program.
    explicit Settings(const QString& file = {});

    [[nodiscard]] QByteArray layout() const;
    void setLayout(const QByteArray& state);
    [[nodiscard]] Theme::Choice theme() const;
    void setTheme(Theme::Choice choice);
    [[nodiscard]] int zoom() const;  ///< percent
    void setZoom(int percent);
    [[nodiscard]] Language language() const;
    void setLanguage(Language choice);
    /// The last one in the form; nothing if there is none, or it can no longer be read.
    [[nodiscard]] std::optional<RunConfig> config() const;
    void setConfig(const RunConfig& config);
    /// Paths, the last used first; those that are gone are left out.
    [[nodiscard]] QStringList recentRuns() const;
    void addRecentRun(const QString& path);
    [[nodiscard]] OwnInput ownInput() const;
    void setOwnInput(const OwnInput& input);
    /// Of an interrupted run: which, and when it was saved.
    [[nodiscard]] QString lastOffer() const;
    void setLastOffer(const QString& offer);
    /// What a training step took, by a key of its configuration; nothing: not known.
    [[nodiscard]] std::optional<double> stepSeconds(const QString& key) const;
    void setStepSeconds(const QString& key, double seconds);
    /// Writes to disk now.
    void sync();

    static constexpr int keptRecentRuns = 10;
    static constexpr int keptStepTimes = 100;

private:
    /// Nothing is written where nothing changes.
    void put(const QString& key, const QVariant& value);

    std::unique_ptr<QSettings> store_;
};

}  // namespace attx
