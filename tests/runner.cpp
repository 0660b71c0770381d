#include "runner.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

struct Row {
    std::string name;
    int (*run)(int argc, char** argv);
};

std::vector<Row>& rows() {
    static std::vector<Row> all;
    return all;
}

}  // namespace

bool addTest(const char* path, int (*run)(int argc, char** argv)) {
    rows().push_back({std::filesystem::path(path).stem().string(), run});
    return true;
}

int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    const auto row = std::ranges::find(rows(), wanted, &Row::name);
    if (row != rows().end()) return row->run(argc - 1, argv + 1);
    std::fprintf(stderr, "Usage: %s TEST [WHAT QTTEST TAKES...]\n%s%s. TEST is one of:\n", argv[0],
                 argc > 1 ? "There is no test " : "No test is named", wanted.c_str());
    for (const Row& each : rows()) std::fprintf(stderr, "    %s\n", each.name.c_str());
    return 2;
}
