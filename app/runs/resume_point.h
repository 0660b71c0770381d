// What a run's folder holds when the run is resumed, kept until the session ends, so that discarding the
// session takes away only what it added.
#pragma once
#include <string>

namespace attx {

/// While it lives, RUN/before-resume holds the files that the session replaces or removes: as hard links, or
/// as copies where the file system has none. A session that is killed leaves it; the next resume point of the
/// folder takes its place.
class ResumePoint {
public:
    /// Before anything of the session is written. Throws Error::Kind::Work, and as finishRestoring and
    /// requireOwnFiles.
    explicit ResumePoint(std::string runFolder);
    /// The session is kept.
    ~ResumePoint();
    ResumePoint(const ResumePoint&) = delete;
    ResumePoint& operator=(const ResumePoint&) = delete;

    /// The run's folder has another path from now on.
    void moveTo(const std::string& runFolder) { folder_ = runFolder; }
    /// Brings the folder back to what it held; files that are no run's stay. Throws Error::Kind::Work.
    void restore() const;

private:
    std::string folder_;  ///< The run
};

/// Puts the files that the run in `from` consists of into `to` as well, without notes: as hard links, for
/// they are replaced and never changed, or as copies where the file system has none. What has been put there
/// goes again where not all can. Throws Error::Kind::Work, and as requireOwnFiles.
void copyRun(const std::string& from, const std::string& to);

/// Ends a restore() that was cut off; otherwise does nothing. Every opening of a run begins with it. Throws
/// Error::Kind::Work, and Error::Kind::Input where the restore is not one that this program left: nothing is
/// changed then.
void finishRestoring(const std::string& runFolder);

/// Removes what a session that was killed kept aside: the run goes on from where that session came to. Does
/// nothing where another process works on the run.
void forgetKilledSession(const std::string& runFolder);

}  // namespace attx
