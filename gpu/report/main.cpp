// attx-gpu-report: a report of a graphics device that needs no window, no packages and no network.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <string_view>

#include "gpu/report/report.h"
#include "model/files/error.h"

namespace {

constexpr const char* usage =
    "usage: attx-gpu-report [--seconds S] [--device vulkan:N] [--golden FOLDER] [--short] [--json] "
    "[--progress] "
    "[--output FILE]\n"
    "Tests a graphics device and times it, for S seconds at most (300), and prints what it found.\n"
    "  --device    another than the first that can be used\n"
    "  --golden    reference values (*.safetensors) that the device has to compute\n"
    "  --short     without growth over sizes, and each product in fewer tiles\n"
    "  --json      prints one JSON object in place of text\n"
    "  --output    writes the JSON object into FILE, too\n"
    "  --progress  prints \"PERCENT PART\" on the standard error when a part begins\n"
    "Exit status: 0 nothing wrong (also without any device), 1 failures, 2 usage.\n";

struct Options {
    attx::ReportOptions report;
    bool json = false;
    std::string output;
};

Options optionsOf(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const auto value = [&] {
            if (++i >= argc) throw attx::inputError(std::string(argument) + " needs a value.\n" + usage);
            return std::string(argv[i]);
        };
        if (argument == "--seconds") {
            const std::string text = value();
            const char* end = text.data() + text.size();
            const auto [rest, problem] = std::from_chars(text.data(), end, options.report.seconds);
            if (problem != std::errc() || rest != end ||
                !(options.report.seconds >= 1 && options.report.seconds <= 86400))
                throw attx::inputError("--seconds " + text + ": expected a number from 1 to 86400.");
        } else if (argument == "--device") {
            options.report.device = value();
        } else if (argument == "--golden") {
            options.report.references = value();
        } else if (argument == "--short") {
            options.report.everything = false;
        } else if (argument == "--json") {
            options.json = true;
        } else if (argument == "--output") {
            options.output = value();
        } else if (argument == "--progress") {
            options.report.told = [](const std::string& part, double share) {
                std::fprintf(stderr, "%d %s\n", int(100 * share), part.c_str());
            };
        } else {
            throw attx::inputError("Unknown argument " + std::string(argument) + ".\n" + usage);
        }
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc == 2 && std::string_view(argv[1]) == "--help") {
            std::fputs(usage, stdout);
            return 0;
        }
        const Options options = optionsOf(argc, argv);
        const nlohmann::ordered_json report = attx::makeReport(options.report);
        if (!options.output.empty() && !(std::ofstream(options.output) << report.dump(2) << "\n"))
            throw attx::inputError("Cannot write " + options.output + ".");
        std::puts(options.json ? report.dump(2).c_str() : attx::reportText(report).c_str());
        return report["failures"].empty() ? 0 : 1;
    } catch (const attx::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.kind() == attx::Error::Kind::Input ? 2 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "attx-gpu-report: %s\n", error.what());
        return 1;
    }
}
