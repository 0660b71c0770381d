#include "model/native/thread_team.h"

#include <string>
#include <system_error>
#include <utility>

#include "model/files/error.h"

namespace attx {
namespace {

// Steps of small networks take under a millisecond and meet four times; sleeping at each meeting
// costs more than the work. So a member spins for about 50 µs before it gives its core away.
constexpr int spinsBeforeYield = 4000;

/// Waits until `done()`.
template <class Condition>
void spinUntil(Condition done) {
    for (int spins = 0; !done(); ++spins) {
        if (spins >= spinsBeforeYield) std::this_thread::yield();
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
}

}  // namespace

ThreadTeam::ThreadTeam(int size) : size_(size) {
    try {
        for (int member = 1; member < size_; ++member)
            threads_.emplace_back([this, member] { serve(member); });
    } catch (const std::system_error& problem) {
        const std::string started = std::to_string(threads_.size() + 1);
        end();
        throw workError("The system gives only " + started + " of " + std::to_string(size_) + " threads (" +
                        problem.what() + "). Set fewer threads.");
    } catch (...) {
        end();
        throw;
    }
}

ThreadTeam::~ThreadTeam() { end(); }

void ThreadTeam::end() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(const std::function<void(int)>& work) {
    if (size_ == 1) return work(0);
    {
        const std::scoped_lock lock(mutex_);
        work_ = &work;
        ++round_;
    }
    wake_.notify_all();
    take(work, 0);
    spinUntil([&] { return finished_.load(std::memory_order_acquire) == size_; });
    finished_.store(0, std::memory_order_relaxed);  // no other thread is in the round any more
    if (!failed_.exchange(false)) return;
    arrived_.store(0, std::memory_order_relaxed);
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::take(const std::function<void(int)>& work, int member) {
    try {
        work(member);
    } catch (const Abandoned&) {
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        failed_ = true;
    }
    finished_.fetch_add(1, std::memory_order_acq_rel);
}

void ThreadTeam::meet() {
    if (size_ == 1) return;
    const uint32_t phase = phase_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
        arrived_.store(0, std::memory_order_relaxed);
        phase_.store(phase + 1, std::memory_order_release);
        return;
    }
    bool met = false;
    spinUntil([&] {
        met = phase_.load(std::memory_order_acquire) != phase;
        return met || failed_.load(std::memory_order_relaxed);
    });
    if (!met) throw Abandoned();
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
        take(*work, member);
    }
}

}  // namespace attx
