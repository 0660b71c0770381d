// The images of the sets that are shown, and a person's own pictures: read in the background for the page of
// sets, which shows the sets without them until then, and the page of pictures.
#pragma once
#include <QObject>
#include <QPointer>
#include <memory>

#include "app/sources/picture_describer.h"
#include "app/threads/background.h"
#include "ui/pages/picture/picture_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/state/run_model.h"

namespace attx {

class SetPictures : public QObject {
    Q_OBJECT
public:
    /// `model` outlives it.
    explicit SetPictures(const RunModel& model);
    /// From now on what is read and asked for is this page's, which keeps what a page before it got.
    void serve(SetsPage& page);
    /// The same for own pictures of the page of pictures.
    void serve(PicturePage& page);

Q_SIGNALS:
    void failed(const QString& message);

private:
    void load();
    void describe(const PictureRequest& request);
    void read(const OwnPictureRequest& request);

    const RunModel& model_;
    QPointer<SetsPage> page_;
    QPointer<PicturePage> picturePage_;
    std::shared_ptr<const SplitImages> images_;  ///< Images of imagesOf_; null: not read yet, or broken
    std::weak_ptr<const DataSet> imagesOf_;
    PictureDescriber describer_;  ///< used in background_ alone
    Background background_;
};

}  // namespace attx
