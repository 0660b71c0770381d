// A fixed team of threads that enter a function together and meet at barriers inside it. The calling
// thread is member 0, so that a team of one costs nothing.
#pragma once
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace attx {

class ThreadTeam {
public:
    /// Throws Error::Kind::Work if the system gives no more threads.
    explicit ThreadTeam(int size);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    [[nodiscard]] int size() const { return size_; }

    /// Runs work(member) on every member and returns when all are done. What a member throws ends the work
    /// of the others at their next meeting, and is thrown here.
    void run(const std::function<void(int)>& work);
    /// Inside run(): every member waits for all others. Let pass what it throws.
    void meet();

private:
    struct Abandoned {};  ///< thrown by meet() where another member has failed
    void serve(int member);
    void take(const std::function<void(int)>& work, int member);
    void end();

    const int size_;
    // Shared, guarded by mutex_.
    std::mutex mutex_;
    std::condition_variable wake_;
    const std::function<void(int)>* work_ = nullptr;
    uint64_t round_ = 0;
    bool ending_ = false;
    std::exception_ptr failure_;  ///< the first of a round
    // Shared, atomic: the barrier counts arrivals; `phase_` turns over when all have come, or never once a
    // member has failed.
    std::atomic<int> arrived_{0};
    std::atomic<uint32_t> phase_{0};
    std::atomic<bool> failed_{false};
    std::atomic<int> finished_{0};  ///< members that are done with the round
    std::vector<std::thread> threads_;
};

}  // namespace attx
