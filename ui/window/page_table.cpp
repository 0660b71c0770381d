#include "ui/window/page_table.h"

#include <QCoreApplication>

#include "ui/pages/attention/attention_page.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/faithful_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/features/features_page.h"
#include "ui/pages/network/network_page.h"
#include "ui/pages/picture/picture_page.h"
#include "ui/pages/places/places_page.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/pages/positions/schedule_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/samples/samples_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/pages/write/write_page.h"

namespace attx {
namespace {

using Maker = Page* (*)(RunModel&, Comparison&, Kept&, QWidget*);

template <class P>
Page* make(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent) {
    P* page = nullptr;
    if constexpr (std::is_constructible_v<P, RunModel&, QWidget*, Kept*>)
        page = new P(model, parent, &kept);
    else
        page = new P(parent, &kept);
    if constexpr (requires { page->setComparison(comparison); }) page->setComparison(comparison);
    return page;
}

struct Row {
    Place place;
    Maker make;
};

// Pages of a place stand together, the one that it opens with first.
constexpr Row table[] = {
    {Place::Train, make<TrainingPage>},      {Place::Train, make<SchedulePage>},
    {Place::Attention, make<AttentionPage>}, {Place::Explain, make<ExplainPage>},
    {Place::Explain, make<FaithfulPage>},    {Place::Input, make<TextPage>},
    {Place::Input, make<SetsPage>},          {Place::Input, make<SamplesPage>},
    {Place::Input, make<WritePage>},         {Place::Input, make<PicturePage>},
    {Place::Input, make<FeaturesPage>},      {Place::Inside, make<NetworkPage>},
    {Place::Inside, make<StepsPage>},        {Place::Inside, make<PlacesPage>},
    {Place::Inside, make<PositionsPage>},    {Place::Runs, make<RunsPage>},
    {Place::Runs, make<EvaluatePage>},
};

}  // namespace

std::vector<PlacedPage> makePages(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent) {
    std::vector<PlacedPage> pages;
    for (const auto& [place, maker] : table) pages.push_back({place, maker(model, comparison, kept, parent)});
    return pages;
}

QString titleOf(Place place) {
    constexpr const char* titles[] = {
        QT_TRANSLATE_NOOP("attx::Place", "Train"),   QT_TRANSLATE_NOOP("attx::Place", "Attention"),
        QT_TRANSLATE_NOOP("attx::Place", "Explain"), QT_TRANSLATE_NOOP("attx::Place", "Input"),
        QT_TRANSLATE_NOOP("attx::Place", "Inside"),  QT_TRANSLATE_NOOP("attx::Place", "Runs")};
    return QCoreApplication::translate("attx::Place", titles[size_t(place)]);
}

}  // namespace attx
