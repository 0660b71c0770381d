// A set that a person puts together, of images of the data or pictures from the disk, with the network's
// answer below.
#pragma once
#include <QWidget>
#include <span>

#include "model/data/sample.h"
#include "ui/figures/evaluate/set_figure.h"

class QMimeData;

namespace attx {

/// What a drag of one image of the data carries.
[[nodiscard]] QMimeData* memberData(const SampleRow& member);
inline constexpr size_t largestOwnSet = 64;

class OwnSet : public QWidget {
    Q_OBJECT
public:
    struct Member {
        SampleRow from;  ///< Same as Sample::members
        QImage image;
        QString name;
        std::vector<float> features;  ///< [D]
    };

    /// The set, with the network's answer.
    struct Content {
        std::vector<Member> members;
        std::vector<Member> known;         ///< All that were in it: one that is undone has them again
        Sample sample{SampleKind::Set};    ///< The members for the network
        std::vector<float> probabilities;  ///< [T]; empty: no answer yet
    };

    /// `content` outlives it.
    explicit OwnSet(Content& content, QWidget* parent = nullptr);

    /// False if it is full.
    bool add(const Member& member);
    /// Instead of those that are in it; at most largestOwnSet.
    void setMembers(std::vector<Member> members);
    [[nodiscard]] const std::vector<Member>& members() const { return content_.members; }
    /// Is the set again that `sample` was made of; stays as it is if that was none of it.
    void follow(const Sample& sample);
    void removeAt(int place);
    void clear();
    void forget();  ///< Also what was in it before: it is of other data
    [[nodiscard]] int count() const { return int(content_.members.size()); }
    /// [T], what the network answers to this set; empty: nothing yet.
    void setProbabilities(std::span<const float> probabilities);
    /// For the network; another one after each change. A set of one has no odd one and is empty.
    [[nodiscard]] const Sample& sample() const { return content_.sample; }
    [[nodiscard]] ShownSet shown() const;

    [[nodiscard]] QSize sizeHint() const override { return {400, heightForWidth(400)}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    [[nodiscard]] QRectF imageRect(int place) const;

Q_SIGNALS:
    void changed();
    void memberDropped(const attx::SampleRow& member);
    void filesDropped(const QStringList& files);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void membersChanged();

    Content& content_;
};

}  // namespace attx
