#include "ui/window/page_table.h"

#include "ui/pages/attention/attention_page.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/network/network_page.h"
#include "ui/pages/places/places_page.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/pages/positions/schedule_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/pages/steps/steps_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/pages/training/training_page.h"

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

constexpr Maker table[] = {
    make<TrainingPage>, make<AttentionPage>, make<ExplainPage>, make<PositionsPage>,
    make<SchedulePage>, make<StepsPage>,     make<TextPage>,    make<SetsPage>,
    make<EvaluatePage>, make<PlacesPage>,    make<NetworkPage>, make<RunsPage>,
};

}  // namespace

std::vector<Page*> makePages(RunModel& model, Comparison& comparison, Kept& kept, QWidget* parent) {
    std::vector<Page*> pages;
    for (const Maker maker : table) pages.push_back(maker(model, comparison, kept, parent));
    return pages;
}

}  // namespace attx
