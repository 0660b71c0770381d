// Two networks side by side: a second one that is shown with the first one's sample. It follows the sample,
// its masked tokens, the padding and the snapshot; ablated heads are the first one's alone. GUI thread only.
#pragma once
#include <QObject>
#include <memory>
#include <vector>

#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "ui/state/shown.h"

namespace attx {

/// A run or checkpoint to compare with.
struct ComparedRun {
    QString name;
    RunConfig config;
    std::shared_ptr<const std::vector<float>> parameters;
    DataNames names = {};
    std::vector<Snapshot> snapshots = {};  ///< Empty for a checkpoint
    RunMetrics metrics = {};               ///< Empty for a checkpoint
};

class Comparison : public QObject {
    Q_OBJECT
public:
    explicit Comparison(Shown& first, QObject* parent = nullptr);

    /// Null: nothing is compared.
    [[nodiscard]] Shown* second() const { return second_.get(); }
    [[nodiscard]] Study<SampleAnswer>& study() { return study_; }             ///< Answers of the second
    [[nodiscard]] const RunMetrics& metrics() const { return run_.metrics; }  ///< Training of the second
    [[nodiscard]] QString name() const { return shortened(run_.name); }       ///< Name of the second
    [[nodiscard]] const QString& wholeName() const { return run_.name; }
    [[nodiscard]] QString caption() const;  ///< its name, and its snapshot if one is chosen
    /// Separates a text from a shorter one: QFontMetrics::elidedText() takes the first that fits.
    static constexpr QChar orShorter{0x9c};
    /// Names of the two side by side, with their snapshots, and of the second − the first.
    struct Captions {
        QString first, second, difference;
        /// For less room: what differs between the two, then "this" or "other", separated by `orShorter`.
        QString shortFirst = {}, shortSecond = {};
    };
    /// Above the figures; of runs of one sweep without its name. `firstName` is empty where the first has no
    /// name.
    [[nodiscard]] Captions captions(const QString& firstName) const;
    /// For files, whole.
    [[nodiscard]] Captions names(const QString& firstName) const;
    /// What a page shows of the two.
    enum class Of { Heads, Answers, Curves };
    /// Why a page cannot show the second one, or not wholly: the end of a sentence that begins with its name.
    /// Empty: it can, or nothing is compared.
    [[nodiscard]] QString whyNot(Of what) const;
    /// The grids of layers × heads are equal, so that every head has its counterpart.
    [[nodiscard]] bool sameHeads() const;

public Q_SLOTS:
    void open(const attx::ComparedRun& run);
    void close();

Q_SIGNALS:
    void changed();                                          ///< another second, or none
    void closed(const QString& why);                         ///< not by the person: a sentence
    void snapshotRequested(const attx::Snapshot& snapshot);  ///< Asks the application for one of the second

private:
    [[nodiscard]] static QString shortened(const QString& name);
    [[nodiscard]] static QString nameAt(const QString& name, const Shown& shown);
    [[nodiscard]] bool sameTask() const;
    [[nodiscard]] bool reads(const Sample& sample) const;  ///< the second does
    void follow();
    void followSnapshot();

    Shown& first_;
    Study<SampleAnswer> study_;
    std::unique_ptr<Shown> second_;
    ComparedRun run_;  ///< Run of the second
};

}  // namespace attx
