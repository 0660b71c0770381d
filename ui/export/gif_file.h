// An animated GIF that plays for ever, by giflib.
#pragma once
#include <QImage>
#include <QString>
#include <memory>

namespace attx {

class GifFile {
public:
    /// Frames of `size`, so many a second (GIF counts in hundredths of a second). Throws Error::Kind::Work,
    /// as the others do, with what giflib or the system said.
    GifFile(const QString& path, QSize size, double framesPerSecond);
    /// Closes what was not closed; the file is not whole then.
    ~GifFile();
    GifFile(const GifFile&) = delete;
    GifFile& operator=(const GifFile&) = delete;

    /// In the 256 most frequent colours of this frame. One of another size is refused.
    void add(const QImage& frame);
    void close();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace attx
