#include "app/window/lesson_state.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/inspect/inspector.h"
#include "model/network/ablation.h"
#include "model/network/program.h"
#include "ui/export/export.h"
#include "ui/pages/picture/picture_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/window/help_panel.h"
#include "ui/window/undo_history.h"

namespace attx {
namespace {

constexpr int version = 1;
constexpr int largestSide = 256;  // px: more is not seen of a member
const auto versionKey = QStringLiteral("attention_explorer_lesson"), pageKey = QStringLiteral("page"),
           controlsKey = QStringLiteral("controls"), belowKey = QStringLiteral("first_query_below"),
           lessonKey = QStringLiteral("lesson"), notesKey = QStringLiteral("notes"),
           sampleKey = QStringLiteral("sample"), sourceKey = QStringLiteral("source"),
           rowKey = QStringLiteral("row"), tokensKey = QStringLiteral("tokens"),
           textKey = QStringLiteral("text"), gatesKey = QStringLiteral("head_gates"),
           maskedKey = QStringLiteral("masked_tokens"), snapshotKey = QStringLiteral("snapshot_step"),
           ownSetKey = QStringLiteral("own_set"), memberName = QStringLiteral("name"),
           imageName = QStringLiteral("png"), featuresName = QStringLiteral("features");

QString nameOf(SampleSource source) {
    constexpr std::array names{"own", "validation", "test"};  // SampleSource in its order
    static_assert(size_t(SampleSource::Test) + 1 == names.size());
    return QLatin1String(names[size_t(source)]);
}

template <class Number>
QJsonArray arrayOf(const std::vector<Number>& numbers) {
    QJsonArray array;
    for (const Number number : numbers) array << double(number);
    return array;
}

/// Throws Error::Kind::Input for what is no whole number from 0 on.
template <class Number>
std::vector<Number> countsIn(const QJsonValue& value) {
    const QJsonArray array = value.toArray();
    std::vector<Number> numbers;
    for (const auto& number : array) {
        const double given = number.toDouble(-1);
        if (given < 0 || given > std::numeric_limits<int32_t>::max() || given != std::floor(given))
            throw inputError("Expected whole numbers from 0 on.");
        numbers.push_back(static_cast<Number>(given));
    }
    return numbers;
}

/// Throws Error::Kind::Input where it does not fit the network and the sample. A head is there or ablated.
Ablation ablationIn(const QJsonObject& object, const RunModel& model) {
    Ablation ablation{countsIn<float>(object[gatesKey]), countsIn<int32_t>(object[maskedKey])};
    if (std::ranges::any_of(ablation.headGates, [](float gate) { return gate > 1; }))
        throw inputError("A head is ablated (0) or not (1).");
    requireAblation(buildProgram(model.config().network, model.sample().length()), ablation);
    return ablation;
}

/// How the controls of the pages are set, without what is of this computer: which folder of runs was looked
/// at.
QVariantMap shownControls(QVariantMap controls) {
    const QString page = RunsPage::pageId;
    QVariantMap runs = controls.value(page).toMap();
    runs.remove(RunsPage::folderControl);
    if (controls.contains(page)) controls[page] = runs;
    return controls;
}

QImage pictureIn(const QString& text) {
    return QImage::fromData(QByteArray::fromBase64(text.toLatin1()), "PNG");
}

/// Throws where the sample does not fit the network or its data.
Sample sampleIn(const QJsonObject& object, const RunModel& model, MainWindow& window) {
    const RunConfig& config = model.config();
    const QString source = object[sourceKey].toString();
    if (object.contains(imageName)) {
        const int side = config.data.pictureSize;
        const QImage image = pictureIn(object[imageName].toString()).convertToFormat(QImage::Format_RGB888);
        if (!isPictures(config.data) || image.size() != QSize(side, side))
            throw inputError("The network does not read this picture.");
        std::vector<uint8_t> pixels;
        for (int row = 0; row < side; ++row)
            pixels.insert(pixels.end(), image.constScanLine(row), image.constScanLine(row) + 3 * side);
        return window.page<PicturePage>().keepOwn(object[textKey].toString(), pixels);
    }
    if (source == nameOf(SampleSource::Own)) {
        const std::string text = object[textKey].toString().toStdString();
        const Vocabulary& words = model.names().vocabulary;
        const std::vector<int32_t> tokens =
            words.empty() ? countsIn<int32_t>(object[tokensKey]) : tokensOfText(config, words, text);
        if (tokens.empty() || tokens.size() > size_t(Inspector::longestSequence) ||
            *std::ranges::max_element(tokens) >= config.network.inputDim)
            throw inputError("The network does not read these tokens.");
        return typedSample(config, model.names(), tokens, text);
    }
    const bool isTest = source == nameOf(SampleSource::Test);
    const SampleRow row{isTest ? SampleSource::Test : SampleSource::Validation,
                        int64_t(object[rowKey].toDouble(-1))};
    if (!model.data()) throw inputError("There are no data.");
    return sampleOf(config, *model.data(), row);
}

/// Of a member of a set.
QImage memberIn(const QString& text) {
    QImage image = pictureIn(text);
    if (image.isNull() || std::max(image.width(), image.height()) > largestSide)
        throw inputError("Expected a small PNG.");
    return image;
}

}  // namespace

QJsonArray stateOfOwnSet(const std::vector<OwnSet::Member>& members) {
    QJsonArray state;
    for (const OwnSet::Member& member : members) {
        QJsonObject one{{sourceKey, int(member.from.source)},
                        {rowKey, double(member.from.row)},
                        {memberName, member.name},
                        {featuresName, arrayOf(member.features)}};
        if (!member.image.isNull())
            one[imageName] = QString::fromLatin1(pngOf(member.image, largestSide).toBase64());
        state << one;
    }
    return state;
}

std::vector<OwnSet::Member> ownSetIn(const QJsonArray& state, int width) {
    if (size_t(state.size()) > largestOwnSet) throw inputError("Expected fewer pictures.");
    std::vector<OwnSet::Member> members;
    for (const auto& value : state) {
        const QJsonObject one = value.toObject();
        OwnSet::Member member;
        const int source = one[sourceKey].toInt(-1);
        if (source < 0 || source > int(SampleSource::Test))
            throw inputError("Expected where a picture is from.");
        member.from = {static_cast<SampleSource>(source), int64_t(one[rowKey].toDouble(-1))};
        member.name = one[memberName].toString();
        if (one.contains(imageName)) member.image = memberIn(one[imageName].toString());
        for (const auto& number : one[featuresName].toArray())
            member.features.push_back(float(number.toDouble(NAN)));
        if (std::ssize(member.features) != width ||
            !std::ranges::all_of(member.features, [](float number) { return std::isfinite(number); }))
            throw inputError("Expected as many features as the network reads.");
        members.push_back(std::move(member));
    }
    return members;
}

LessonState lessonState(const RunModel& model, const MainWindow& window, const QString& notes,
                        bool networkAlone) {
    LessonState state;
    const Sample& sample = model.sample();
    QJsonObject shown{{sourceKey, nameOf(sample.from.source)}, {rowKey, double(sample.from.row)}};
    if (sample.from.source == SampleSource::Own) {
        shown[tokensKey] = arrayOf(sample.tokens);
        shown[textKey] = QString::fromStdString(sample.text);
        if (sample.kind() == SampleKind::Set) {
            if (sample != window.page<SetsPage>().ownSet()->sample())
                state.leftOut = MainWindow::tr("The set that is shown is not in it.");
            shown = {};
        }
        if (sample.kind() == SampleKind::Picture) {
            shown = {};  // What is asked about until there is one is no picture
            if (const PicturePage::Own* own = window.page<PicturePage>().ownOf(sample)) {
                const int side = model.config().data.pictureSize;
                const QImage image(own->pixels.data(), side, side, qsizetype{3} * side,
                                   QImage::Format_RGB888);
                shown = {{textKey, own->name}, {imageName, QString::fromLatin1(pngOf(image).toBase64())}};
            }
        }
    }
    QJsonObject object{{versionKey, version},
                       {pageKey, window.pages().current().id()},
                       {controlsKey, QJsonObject::fromVariantMap(shownControls(window.pages().controls()))},
                       {belowKey, model.firstQueryBelow()},
                       {lessonKey, window.helpPanel().chosenForShown()},
                       {notesKey, notes},
                       {sampleKey, shown},
                       {gatesKey, arrayOf(model.ablation().headGates)},
                       {maskedKey, arrayOf(model.ablation().maskedTokens)}};
    if (const auto& snapshot = model.shown().snapshot(); snapshot && !networkAlone)
        object[snapshotKey] = double(snapshot->step);
    if (const auto& members = window.page<SetsPage>().ownSet()->members(); !members.empty())
        object[ownSetKey] = stateOfOwnSet(members);
    state.json = QJsonDocument(object).toJson().toStdString();
    return state;
}

LessonNotes showLessonState(const std::string& json, RunModel& model, MainWindow& window) {
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
    if (object[versionKey].toInt() != version)
        throw inputError("Expected a lesson state of version " + std::to_string(version) + ", found " +
                         (object.contains(versionKey) ? std::to_string(object[versionKey].toInt()) : "none") +
                         ". The network is shown without it.");
    QStringList passedOver;
    window.pages().restoreControls(shownControls(object[controlsKey].toObject().toVariantMap()));
    model.setFirstQueryBelow(object[belowKey].toBool());
    if (object.contains(ownSetKey)) {  // Becomes the sample, unless another one is set below
        try {
            window.page<SetsPage>().ownSet()->setMembers(
                ownSetIn(object[ownSetKey].toArray(), model.config().network.inputDim));
        } catch (const Error&) {
            passedOver << MainWindow::tr("own set");
        }
    }
    if (const QJsonObject sample = object[sampleKey].toObject(); !sample.isEmpty()) {
        try {
            model.shown().chooseSample(sampleIn(sample, model, window));
        } catch (const Error&) {
            passedOver << MainWindow::tr("sample");
        }
    }
    Ablation ablation;
    try {
        ablation = ablationIn(object, model);
    } catch (const Error&) {
        passedOver << MainWindow::tr("ablation");
    }
    model.shown().setAblation(ablation);
    if (object.contains(snapshotKey)) {
        const auto step = int64_t(object[snapshotKey].toDouble());
        const auto& all = model.snapshots();
        const auto same = std::ranges::find_if(all, [step](const Snapshot& s) { return s.step == step; });
        if (same == all.end())
            passedOver << MainWindow::tr("snapshot");
        else
            model.shown().chooseSnapshot(*same);
    }
    if (const QString lesson = object[lessonKey].toString(); !lesson.isEmpty()) {
        window.helpPanel().choose(lesson);
        window.helpPanel().show();
    }
    const QString page =
        PageStack::pageMeant(object[pageKey].toString(), object[controlsKey].toObject().toVariantMap());
    // The runs of this computer say nothing about the network of the state.
    window.pages().show(page == RunsPage::pageId ? QStringLiteral("attention") : page);
    window.history().clear();
    LessonNotes said{object[notesKey].toString(), {}};
    if (!passedOver.isEmpty())
        said.problem = MainWindow::tr("What does not fit this network is not shown: %1.")
                           .arg(passedOver.join(QStringLiteral(", ")));
    return said;
}

}  // namespace attx
