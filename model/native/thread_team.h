// A fixed team of threads that enter a function together and meet at barriers inside it. The calling
// thread is member 0, so that a team of one costs nothing.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace attx {

class ThreadTeam {
public:
    explicit ThreadTeam(int size);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    [[nodiscard]] int size() const { return size_; }

    /// Runs work(member) on every member and returns when all are done. work must not throw.
    void run(const std::function<void(int)>& work);
    /// Inside run(): every member waits for all others.
    void meet();

private:
    void serve(int member);

    const int size_;
    // Shared, guarded by mutex_.
    std::mutex mutex_;
    std::condition_variable wake_;
    const std::function<void(int)>* work_ = nullptr;
    uint64_t round_ = 0;
    bool ending_ = false;
    // Shared, atomic: the barrier counts arrivals; `phase_` turns over when all have come.
    std::atomic<int> arrived_{0};
    std::atomic<uint32_t> phase_{0};
    std::vector<std::thread> threads_;
};

}  // namespace attx
