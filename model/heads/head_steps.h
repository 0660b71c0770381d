// A head of a network step by step: the small matrices of attention_steps.h from what an inspector has
// computed.
#pragma once
#include <memory>

#include "model/inspect/attention_steps.h"
#include "model/inspect/inspector.h"

namespace attx {

struct HeadSteps {
    AttentionInput input;  ///< q, k and v as the network computed them, and the tokens that are masked
    std::shared_ptr<const HeadContext> head;
};

/// Of the sample of the inspector's last inspect(). Throws Error::Kind::Input for a layer or head that is not
/// there, and for numbers that are not finite.
[[nodiscard]] HeadSteps headSteps(Inspector& inspector, int layer, int head);

}  // namespace attx
