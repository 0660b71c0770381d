// Data sets that stay on the device, and what is wrong with them.
#pragma once
#include <functional>
#include <list>

#include "gpu/device/memory.h"
#include "gpu/device/pipeline.h"
#include "gpu/device/transfer.h"
#include "model/data/dataset.h"

namespace attx::gpu {

/// What the CPU uploads for the steps of two flights; [slots, ...] each.
struct StepBuffers {
    Buffer rows;    ///< [B * rows a sequence]
    Buffer labels;  ///< [B * rows of the loss]
    Buffer steps;   ///< StepData
};

/// A table on the device, as set 1 of every kernel, beside the rows and scalars of the steps.
struct Resident {
    const Table* table = nullptr;
    uint64_t content = 0;  ///< a hash: a table that was changed is another one
    int number = 0;        ///< tells tables apart, also those that are gone
    Buffer tokens, lengths, features;
    vk::raii::DescriptorSet set{nullptr};
};

class Tables {
public:
    Tables(const Device& device, const Pipelines& pipelines, Transfer& transfer, const StepBuffers& steps);
    /// The resident copy, made if it is not there. `forget` is called with the number of one that is given up
    /// for it. Throws Error::Kind::Input if the table does not fit the program or the device.
    const Resident& get(const Table& table, const Program& program, const std::function<void(int)>& forget);

private:
    static constexpr size_t most = 3;  // training, validation and test data

    template <class T>
    Buffer upload(const std::vector<T>& values, const std::string& what);

    const Device& device_;
    const Pipelines& pipelines_;
    Transfer& transfer_;
    const StepBuffers& steps_;
    vk::raii::DescriptorPool pool_;
    std::list<Resident> residents_;  ///< the one used last is the first
    int made_ = 0;
};

}  // namespace attx::gpu
