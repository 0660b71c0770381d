#include "model/data/drawn_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "model/data/fingerprint.h"
#include "model/data/philox.h"
#include "model/files/translatable.h"

namespace attx {
namespace {

constexpr int pointsAside = 3;  // a pixel is the mean of 3 × 3 points: smooth edges
constexpr int shapes = 10, colours = 10;
static_assert(shapes * colours == drawnClasses);

// Which draws of RandomStream::Data, beside those of dataset.cpp and text_data.cpp.
constexpr uint32_t trainSequence = 32, testSequence = 33;

using Rgb = std::array<float, 3>;

constexpr std::array<const char*, shapes> shapeNames{
    ATTX_TR("model", "circle"),   ATTX_TR("model", "square"), ATTX_TR("model", "triangle"),
    ATTX_TR("model", "star"),     ATTX_TR("model", "cross"),  ATTX_TR("model", "ring"),
    ATTX_TR("model", "crescent"), ATTX_TR("model", "heart"),  ATTX_TR("model", "arrow"),
    ATTX_TR("model", "hourglass")};
/// A row for each shape, a column for each colour.
constexpr std::array<std::array<const char*, colours>, shapes> shapeAndColourNames{{
    {ATTX_TR("model", "red circle"), ATTX_TR("model", "orange circle"), ATTX_TR("model", "yellow circle"),
     ATTX_TR("model", "green circle"), ATTX_TR("model", "cyan circle"), ATTX_TR("model", "blue circle"),
     ATTX_TR("model", "purple circle"), ATTX_TR("model", "pink circle"), ATTX_TR("model", "white circle"),
     ATTX_TR("model", "black circle")},
    {ATTX_TR("model", "red square"), ATTX_TR("model", "orange square"), ATTX_TR("model", "yellow square"),
     ATTX_TR("model", "green square"), ATTX_TR("model", "cyan square"), ATTX_TR("model", "blue square"),
     ATTX_TR("model", "purple square"), ATTX_TR("model", "pink square"), ATTX_TR("model", "white square"),
     ATTX_TR("model", "black square")},
    {ATTX_TR("model", "red triangle"), ATTX_TR("model", "orange triangle"),
     ATTX_TR("model", "yellow triangle"), ATTX_TR("model", "green triangle"),
     ATTX_TR("model", "cyan triangle"), ATTX_TR("model", "blue triangle"),
     ATTX_TR("model", "purple triangle"), ATTX_TR("model", "pink triangle"),
     ATTX_TR("model", "white triangle"), ATTX_TR("model", "black triangle")},
    {ATTX_TR("model", "red star"), ATTX_TR("model", "orange star"), ATTX_TR("model", "yellow star"),
     ATTX_TR("model", "green star"), ATTX_TR("model", "cyan star"), ATTX_TR("model", "blue star"),
     ATTX_TR("model", "purple star"), ATTX_TR("model", "pink star"), ATTX_TR("model", "white star"),
     ATTX_TR("model", "black star")},
    {ATTX_TR("model", "red cross"), ATTX_TR("model", "orange cross"), ATTX_TR("model", "yellow cross"),
     ATTX_TR("model", "green cross"), ATTX_TR("model", "cyan cross"), ATTX_TR("model", "blue cross"),
     ATTX_TR("model", "purple cross"), ATTX_TR("model", "pink cross"), ATTX_TR("model", "white cross"),
     ATTX_TR("model", "black cross")},
    {ATTX_TR("model", "red ring"), ATTX_TR("model", "orange ring"), ATTX_TR("model", "yellow ring"),
     ATTX_TR("model", "green ring"), ATTX_TR("model", "cyan ring"), ATTX_TR("model", "blue ring"),
     ATTX_TR("model", "purple ring"), ATTX_TR("model", "pink ring"), ATTX_TR("model", "white ring"),
     ATTX_TR("model", "black ring")},
    {ATTX_TR("model", "red crescent"), ATTX_TR("model", "orange crescent"),
     ATTX_TR("model", "yellow crescent"), ATTX_TR("model", "green crescent"),
     ATTX_TR("model", "cyan crescent"), ATTX_TR("model", "blue crescent"),
     ATTX_TR("model", "purple crescent"), ATTX_TR("model", "pink crescent"),
     ATTX_TR("model", "white crescent"), ATTX_TR("model", "black crescent")},
    {ATTX_TR("model", "red heart"), ATTX_TR("model", "orange heart"), ATTX_TR("model", "yellow heart"),
     ATTX_TR("model", "green heart"), ATTX_TR("model", "cyan heart"), ATTX_TR("model", "blue heart"),
     ATTX_TR("model", "purple heart"), ATTX_TR("model", "pink heart"), ATTX_TR("model", "white heart"),
     ATTX_TR("model", "black heart")},
    {ATTX_TR("model", "red arrow"), ATTX_TR("model", "orange arrow"), ATTX_TR("model", "yellow arrow"),
     ATTX_TR("model", "green arrow"), ATTX_TR("model", "cyan arrow"), ATTX_TR("model", "blue arrow"),
     ATTX_TR("model", "purple arrow"), ATTX_TR("model", "pink arrow"), ATTX_TR("model", "white arrow"),
     ATTX_TR("model", "black arrow")},
    {ATTX_TR("model", "red hourglass"), ATTX_TR("model", "orange hourglass"),
     ATTX_TR("model", "yellow hourglass"), ATTX_TR("model", "green hourglass"),
     ATTX_TR("model", "cyan hourglass"), ATTX_TR("model", "blue hourglass"),
     ATTX_TR("model", "purple hourglass"), ATTX_TR("model", "pink hourglass"),
     ATTX_TR("model", "white hourglass"), ATTX_TR("model", "black hourglass")},
}};
constexpr std::array<Rgb, colours> colourTable{{{0.85F, 0.10F, 0.12F},    // red
                                                {0.95F, 0.50F, 0.05F},    // orange
                                                {0.95F, 0.88F, 0.10F},    // yellow
                                                {0.12F, 0.65F, 0.18F},    // green
                                                {0.10F, 0.80F, 0.85F},    // cyan
                                                {0.12F, 0.22F, 0.85F},    // blue
                                                {0.50F, 0.12F, 0.70F},    // purple
                                                {0.98F, 0.50F, 0.75F},    // pink
                                                {0.97F, 0.97F, 0.97F},    // white
                                                {0.04F, 0.04F, 0.04F}}};  // black

struct Point {
    float x, y;
};

bool insidePolygon(std::span<const Point> corners, Point p) {
    bool inside = false;
    for (size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
        const Point a = corners[i], b = corners[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

const std::vector<Point>& star() {
    static const std::vector<Point> corners = [] {
        std::vector<Point> points;
        for (int i = 0; i < 10; ++i) {
            const float angle = std::numbers::pi_v<float> * float(i) / 5;
            const float radius = i % 2 == 0 ? 1.0F : 0.42F;
            points.push_back({radius * std::sin(angle), -radius * std::cos(angle)});
        }
        return points;
    }();
    return corners;
}

/// Whether the shape, which fills about -1 ... 1 with y pointing down, covers p.
bool covers(int shape, Point p) {
    static constexpr Point triangle[] = {{0, -1}, {0.95F, 0.75F}, {-0.95F, 0.75F}};
    static constexpr Point arrow[] = {{1, 0},      {0.1F, -0.9F}, {0.1F, -0.35F}, {-1, -0.35F},
                                      {-1, 0.35F}, {0.1F, 0.35F}, {0.1F, 0.9F}};
    static constexpr Point hourglass[] = {{-0.85F, -0.95F}, {0.85F, -0.95F}, {-0.85F, 0.95F}, {0.85F, 0.95F}};
    const float ax = std::abs(p.x), ay = std::abs(p.y), square = p.x * p.x + p.y * p.y;
    switch (shape) {
        case 0:
            return square < 0.9F;
        case 1:
            return ax < 0.82F && ay < 0.82F;
        case 2:
            return insidePolygon(triangle, p);
        case 3:
            return insidePolygon(star(), p);
        case 4:
            return (ax < 0.3F && ay < 0.95F) || (ay < 0.3F && ax < 0.95F);
        case 5:
            return square < 0.95F && square > 0.3F;
        case 6:
            return square < 0.95F && (p.x - 0.45F) * (p.x - 0.45F) + p.y * p.y > 0.62F;
        case 7: {  // (x² + y² - 1)³ < x² y³, the heart curve, upside down on a screen
            const float x = p.x * 1.2F, y = -p.y * 1.2F + 0.1F, base = x * x + y * y - 1;
            return base * base * base < x * x * y * y * y;
        }
        case 8:
            return insidePolygon(arrow, p);
        default:
            return insidePolygon(hourglass, p);
    }
}

Rgb mixed(const Rgb& a, const Rgb& b, float share) {
    Rgb result;
    for (size_t i = 0; i < 3; ++i) result[i] = a[i] + share * (b[i] - a[i]);
    return result;
}

/// A dull colour: grey with a little of another in it.
Rgb dull(PhiloxSequence& random) {
    const float grey = random.uniform(0.25F, 0.75F);
    Rgb result;
    for (float& c : result) c = grey + random.uniform(-0.08F, 0.08F);
    return result;
}

/// Between which limits drawings of one class differ.
struct Drawing {
    float degrees, leastRadius, mostRadius, mostNoise;
};
constexpr Drawing drawingOfSets{25, 7.5F, 13, 0.08F};
/// Calmer, so that a network that has to find out by itself where shapes are learns them in a minute.
constexpr Drawing drawingOfPictures{10, 11, 14, 0.03F};

void draw(const Drawing& drawing, int shape, const Rgb& colour, PhiloxSequence random, uint8_t* to) {
    const float mostTurn = drawing.degrees * std::numbers::pi_v<float> / 180;
    const float turn = random.uniform(-mostTurn, mostTurn),
                radius = random.uniform(drawing.leastRadius, drawing.mostRadius);
    const float room = drawnSide / 2.0F - radius;
    const float cx = drawnSide / 2.0F + random.uniform(-room, room),
                cy = drawnSide / 2.0F + random.uniform(-room, room);
    const float cosine = std::cos(turn) / radius, sine = std::sin(turn) / radius;
    const Rgb from = dull(random), into = dull(random);
    const float slopeX = random.uniform(-1, 1), slopeY = random.uniform(-1, 1);  // Gradient of the ground
    const float light = random.uniform(0.75F, 1.1F);
    const float shadeX = random.uniform(-0.2F, 0.2F), shadeY = random.uniform(-0.2F, 0.2F);
    const float noise = random.uniform(0.01F, drawing.mostNoise);
    for (int y = 0; y < drawnSide; ++y)
        for (int x = 0; x < drawnSide; ++x) {
            int covered = 0;
            for (int row = 0; row < pointsAside; ++row)
                for (int column = 0; column < pointsAside; ++column) {
                    const float px = float(x) + (float(column) + 0.5F) / pointsAside - cx;
                    const float py = float(y) + (float(row) + 0.5F) / pointsAside - cy;
                    covered += covers(shape, {px * cosine + py * sine, py * cosine - px * sine});
                }
            const float u = (float(x) + 0.5F) / drawnSide - 0.5F;
            const float v = (float(y) + 0.5F) / drawnSide - 0.5F;
            const Rgb ground = mixed(from, into, std::clamp(0.5F + slopeX * u + slopeY * v, 0.0F, 1.0F));
            const Rgb pixel = mixed(ground, colour, float(covered) / (pointsAside * pointsAside));
            const float here = light * (1 + shadeX * u + shadeY * v);
            for (const float c : pixel) {
                const float value = here * c + random.uniform(-noise, noise);
                *to++ = uint8_t(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
            }
        }
}

/// Images first, first + 1 ... of a set. The place of each tells its draws apart, so that more images never
/// change the first ones.
ImageSet drawnSet(const Drawing& drawing, int64_t first, int64_t count, uint64_t seed, uint32_t sequence) {
    ImageSet set{count, drawnSide, drawnSide, {}, {}};
    set.pixels.resize(size_t(count) * set.imageBytes());
    for (int64_t i = 0; i < count; ++i) {
        const auto cls = int((first + i) % drawnClasses);
        set.labels.push_back(cls);
        draw(drawing, cls / colours, colourTable[cls % colours],
             PhiloxSequence(seed, RandomStream::Data, sequence, uint32_t(first + i)),
             set.pixels.data() + size_t(i) * set.imageBytes());
    }
    return set;
}

ImageSet drawnAlone(const Drawing& drawing, int64_t i, uint64_t seed) {
    return drawnSet(drawing, i, 1, seed, trainSequence);
}

ImageData drawnData(const Drawing& drawing, int trainCount, int testCount, uint64_t seed) {
    return {drawnSet(drawing, 0, drawnCount(trainCount), seed, trainSequence),
            drawnSet(drawing, 0, drawnCount(testCount), seed, testSequence),
            {},
            {}};
}

}  // namespace

ImageData drawnShapes(int trainCount, int testCount, uint64_t seed) {
    ImageData data = drawnData(drawingOfSets, trainCount, testCount, seed);
    for (const auto& ofShape : shapeAndColourNames)
        for (const char* name : ofShape) data.classes.push_back(name + std::string(drawnMark));
    Fingerprint fingerprint;
    fingerprint.add(data.train.pixels);
    fingerprint.add(data.test.pixels);
    data.fingerprint = fingerprint.text();
    return data;
}

ImageSet drawnShape(int64_t i, uint64_t seed) { return drawnAlone(drawingOfSets, i, seed); }

ImageSet drawnPicture(int64_t i, uint64_t seed) {
    ImageSet set = drawnAlone(drawingOfPictures, i, seed);
    set.labels.front() /= colours;
    return set;
}

ImageData drawnPictures(int trainCount, int testCount, uint64_t seed) {
    ImageData data = drawnData(drawingOfPictures, trainCount, testCount, seed);
    for (ImageSet* set : {&data.train, &data.test})
        for (int32_t& label : set->labels) label /= colours;
    for (const char* shape : shapeNames) data.classes.push_back(shape + std::string(drawnMark));
    return data;
}

}  // namespace attx
