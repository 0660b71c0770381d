#include "app/sources/feature_job.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "app/sources/feature_extractor.h"
#include "app/sources/image_loader.h"
#include "model/data/feature_file.h"
#include "model/data/pixel_features.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int64_t batch = 16;  // images at a time: more are no faster, and an end is heard later
constexpr std::chrono::seconds keepEvery{30};  // what a crash may cost

/// How far both sets are.
class Pace {
public:
    Pace(int64_t total, const FeatureReport& report) : report_(report) { progress_.total = total; }
    void skip(int64_t images) {
        progress_.done += images;
        skipped_ += images;
    }
    /// For all reports from now on.
    void say(const std::string& sentence) {
        if (sentence.empty()) return;
        addSentence(progress_.note, sentence);
        if (report_) (void)report_(progress_);
    }
    [[nodiscard]] bool add(int64_t images) {
        progress_.done += images;
        const std::chrono::duration<double> gone = Clock::now() - start_;
        progress_.secondsLeft =
            gone.count() / double(progress_.done - skipped_) * double(progress_.total - progress_.done);
        return !report_ || report_(progress_);
    }

private:
    const FeatureReport& report_;
    FeatureProgress progress_;
    int64_t skipped_ = 0;
    Clock::time_point start_ = Clock::now();
};

/// The features in `path` if they were made of the same; none if there are none, or they may be replaced, and
/// then `problem` says why.
std::optional<FeatureFile> usable(const std::string& path, const std::string& origin, std::string& problem) {
    std::error_code ignored;
    problem.clear();
    if (!fs::exists(path, ignored)) return std::nullopt;
    FeatureFile file = readFeatures(path);
    if (file.origin.empty())
        throw inputError(path +
                         ": these features were made elsewhere and are not replaced. Choose another folder, "
                         "or move them away.");
    problem = originProblem(file.origin, origin);
    if (!problem.empty()) return std::nullopt;
    return file;
}

class Job {
public:
    Job(const std::string& extractor, std::string origin, Pace& pace)
        : extractor_(extractor), origin_(std::move(origin)), pace_(pace) {}

    /// False if it was ended.
    bool make(const ImageSet& images, const std::string& path) {
        std::string problem;
        if (const auto there = usable(path, origin_, problem); there && there->rows == images.count) {
            pace_.skip(images.count);
            return true;
        }
        if (!problem.empty())
            pace_.say(path + ": these features are made again, because they were " + problem + '.');
        FeatureFile features;
        const std::string part = path + ".part";
        for (const std::string& own : {path, part}) requireNoLink(own);  // the pictures may be a stranger's
        try {
            features = usable(part, origin_, problem).value_or(FeatureFile());
        } catch (const Error&) {  // broken by a crash: it is made again
        }
        if (features.rows > images.count) features = {};
        features.origin = origin_;
        pace_.skip(features.rows);
        auto kept = Clock::now();
        while (features.rows < images.count) {
            const int64_t count = std::min(batch, images.count - features.rows);
            const std::vector<float> values = extract(images, features.rows, count);
            features.values.insert(features.values.end(), values.begin(), values.end());
            features.dim = int(int64_t(values.size()) / count);
            features.rows += count;
            const bool goesOn = pace_.add(count);
            if (!goesOn || Clock::now() - kept > keepEvery) {
                kept = Clock::now();
                writeFeatures(part, features);
            }
            if (!goesOn) return false;
        }
        writeFeatures(path, features);
        std::error_code ignored;
        fs::remove(part, ignored);
        return true;
    }

private:
    std::vector<float> extract(const ImageSet& images, int64_t first, int64_t count) {
        if (extractor_ == pixelExtractor)
            return pixelFeaturesOfAll(std::span(images.pixels).subspan(size_t(first) * images.imageBytes()),
                                      count, images.width, images.height);
        if (!network_) network_ = openExtractor(extractor_);
        return network_->extract(images, first, count);
    }

    const std::string& extractor_;
    std::string origin_;
    Pace& pace_;
    std::unique_ptr<FeatureExtractor> network_;
};

}  // namespace

bool makeFeatures(const std::string& images, const std::string& extractor, const std::string& folder,
                  const FeatureReport& report) {
    const ImageSource source = findImages(images);
    const std::string identity = extractorIdentity(extractor);
    // Says what is wrong with it first.
    const std::string form = extractor == pixelExtractor ? std::string() : openExtractor(extractor)->note();
    const fs::path place = folder.empty() ? source.cacheFolder : folder;
    std::error_code problem;
    fs::create_directories(place, problem);
    if (problem)
        throw workError(place.string() + ": the folder cannot be made (" + problem.message() +
                        "). Choose another.");

    const ImageData data = loadImages(source, [&](int64_t, int64_t total) {
        return !report || report({0, total, 0, {}});
    });
    if (data.classes.empty()) return false;
    if (data.train.count == 0 || data.test.count == 0)
        throw inputError(images + ": there are no pictures to " +
                         (data.train.count == 0
                              ? "train with."
                              : "test with: without a folder test/ every fifth of a class is, and no class "
                                "has five. Add pictures, or set some apart in test/."));
    Pace pace(data.train.count + data.test.count, report);
    pace.say(source.folder.note);
    pace.say(form);
    Job job(extractor, featureOrigin(data.fingerprint, identity), pace);
    return job.make(data.train, (place / trainFeaturesName).string()) &&
           job.make(data.test, (place / testFeaturesName).string());
}

}  // namespace attx
