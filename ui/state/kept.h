// What outlives the pages: the window builds them again in another language, and each finds here what was
// chosen and asked on it. GUI thread only.
#pragma once
#include <QObject>
#include <memory>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <utility>

namespace attx {

class Kept : public QObject {
public:
    using QObject::QObject;

    /// The one object of this type, made of `arguments` when it is first asked for. Studies and other
    /// QObjects are children of this, where those that answer them find them.
    template <class T, class... Arguments>
    [[nodiscard]] T& of(Arguments&&... arguments) {
        std::shared_ptr<void>& place = all_[typeid(T)];
        if (!place) {
            if constexpr (std::is_base_of_v<QObject, T>)
                place = {new T(std::forward<Arguments>(arguments)..., this), [](void*) {}};
            else
                place = std::make_shared<T>(std::forward<Arguments>(arguments)...);
        }
        return *static_cast<T*>(place.get());
    }

private:
    std::unordered_map<std::type_index, std::shared_ptr<void>> all_;
};

}  // namespace attx
