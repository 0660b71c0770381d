// The set that a person put together, as a part of a lesson state: pictures as PNG, features as numbers.
#pragma once
#include <QJsonArray>
#include <vector>

#include "ui/views/own_set.h"

namespace attx {

[[nodiscard]] QJsonArray stateOfOwnSet(const std::vector<OwnSet::Member>& members);
/// Of features [width] each. Throws Error::Kind::Input where these are no such members.
[[nodiscard]] std::vector<OwnSet::Member> ownSetIn(const QJsonArray& state, int width);

}  // namespace attx
