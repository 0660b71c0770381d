// Makes features in the window's background: a small window tells how far it is and can end it.
#pragma once
#include <QPointer>
#include <QProgressDialog>
#include <atomic>
#include <functional>

#include "model/data/dataset.h"

namespace attx {

struct FeatureProgress;

class FeatureWindow : public QObject {
    Q_OBJECT
public:
    explicit FeatureWindow(QWidget* parent);
    ~FeatureWindow() override;

    /// From any thread but the window's: makes the features that the data lack, if they lack any. What was
    /// done when it ended is kept, and the next call goes on there. Throws Error::Kind::Work if a person or
    /// `outdated` ended it, and as makeFeatures does.
    void makeMissing(const DataConfig& config, const std::function<bool()>& outdated);

private:
    void show(const FeatureProgress& progress);
    void hide();

    // Shared: ended_
    std::atomic<bool> ended_{false};
    // The window's thread
    QPointer<QProgressDialog> dialog_;
    QWidget* parent_;
};

}  // namespace attx
