#include "model/native/thread_team.h"

namespace attx {
namespace {

// Steps of small networks take under a millisecond and meet four times; sleeping at each meeting
// costs more than the work. So a member spins for about 50 µs before it gives its core away.
constexpr int spinsBeforeYield = 4000;

inline void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

}  // namespace

ThreadTeam::ThreadTeam(int size) : size_(size) {
    for (int member = 1; member < size_; ++member) threads_.emplace_back([this, member] { serve(member); });
}

ThreadTeam::~ThreadTeam() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(const std::function<void(int)>& work) {
    if (size_ > 1) {
        {
            const std::scoped_lock lock(mutex_);
            work_ = &work;
            ++round_;
        }
        wake_.notify_all();
    }
    work(0);
    meet();
}

void ThreadTeam::meet() {
    if (size_ == 1) return;
    const uint32_t phase = phase_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
        arrived_.store(0, std::memory_order_relaxed);
        phase_.store(phase + 1, std::memory_order_release);
        return;
    }
    for (int spins = 0; phase_.load(std::memory_order_acquire) == phase; ++spins) {
        if (spins < spinsBeforeYield) {
            relax();
        } else {
            std::this_thread::yield();
        }
    }
}

void ThreadTeam::serve(int member) {
    uint64_t seen = 0;
    while (true) {
        const std::function<void(int)>* work = nullptr;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return ending_ || round_ != seen; });
            if (ending_) return;
            seen = round_;
            work = work_;
        }
        (*work)(member);
        meet();
    }
}

}  // namespace attx
