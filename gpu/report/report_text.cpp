#include <sstream>

#include "gpu/report/report.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

/// "2.3e-06": how far apart numbers are.
std::string shortOf(const Json& number) {
    std::ostringstream text;
    text.precision(2);
    text << number.get<double>();
    return text.str();
}

/// "1.23 ms" of microseconds.
std::string timeOf(double us) {
    std::ostringstream text;
    text.precision(3);
    if (us < 1e3)
        text << us << " us";
    else if (us < 1e6)
        text << us / 1e3 << " ms";
    else
        text << us / 1e6 << " s";
    return text.str();
}

std::string shapeOf(const Json& size) {
    std::ostringstream text;
    text << "width " << size["width"] << ", layers " << size["layers"] << ", heads " << size["heads"]
         << ", length " << size["length"] << ", batch " << size["batch"];
    return text.str();
}

void addDevices(std::ostream& out, const Json& report) {
    if (report["devices"].empty())
        out << "No Vulkan device here"
            << (report.contains("problem") ? ": " + report["problem"].get<std::string>() : std::string("."))
            << "\n";
    for (const Json& d : report["devices"]) {
        out << (report["device"] == d["name"] ? "* " : "  ") << d["name"].get<std::string>() << ": "
            << d["description"].get<std::string>() << " (" << d["type"].get<std::string>() << ", "
            << d["driver"].get<std::string>() << ", " << d["memory_bytes"].get<int64_t>() / 1000000
            << " MB); self-test " << d["self_test"].get<std::string>() << "\n    limits "
            << d["limits"].dump() << "\n";
    }
}

void addTimes(std::ostream& out, const Json& report) {
    for (const Json& t : report["timings"])
        out << "  a step of " << t["task"].get<std::string>() << ": " << timeOf(t["device_us"])
            << ", on the processor " << timeOf(t["processor_us"]) << "\n";
    for (const Json& t : report["auto"])
        out << "  auto, " << t["task"].get<std::string>() << ": " << t["chosen"].get<std::string>() << ". "
            << t["why"].get<std::string>() << "\n";
    if (!report["start"].empty())
        out << "  to the end of a first step: " << shortOf(report["start"]["first_seconds"])
            << " s at first, " << shortOf(report["start"]["again_seconds"])
            << " s with the device opened anew\n";
    for (const Json& t : report["growth"])
        if (t.contains("refused"))
            out << "  " << shapeOf(t) << ": " << t["refused"].get<std::string>() << "\n";
        else
            out << "  " << shapeOf(t) << ": " << timeOf(t["device_ms"].get<double>() * 1e3)
                << ", on the processor " << timeOf(t["processor_ms"].get<double>() * 1e3) << "\n";
}

}  // namespace

std::string reportText(const Json& report) {
    std::ostringstream out;
    addDevices(out, report);
    for (const Json& t : report["training"])
        out << "  " << t["steps"] << " steps of " << t["preset"].get<std::string>() << ", batch "
            << t["batch"] << ": losses " << shortOf(t["losses_apart"]) << " apart, parameters "
            << shortOf(t["parameters_apart"]) << "\n";
    for (const Json& g : report["golden"])
        out << "  golden " << g["file"].get<std::string>() << ": "
            << (g["problems"].empty() ? "holds" : "does not hold") << "\n";
    if (!report["kernels"].empty()) {
        double worst = 0;
        for (const Json& apart : report["kernels"]["apart"]) worst = std::max(worst, apart.get<double>());
        out << "  kernels: " << report["kernels"]["cases"] << " cases of "
            << report["kernels"]["apart"].size() << " kernels, at most " << worst << " apart\n";
    }
    for (const Json& d : report["determinism"])
        out << "  " << d["runs"] << " runs of " << d["task"].get<std::string>() << ": "
            << (d["same"].get<bool>() ? "the same to the bit" : "different") << "\n";
    if (!report["lost_device"].empty())
        out << "  a lost device: "
            << (report["lost_device"]["same_numbers"].get<bool>() ? "training goes on to the same numbers"
                                                                  : "training goes wrong")
            << "\n";
    addTimes(out, report);
    const Json& tiles = report["tiles"];
    const Json& profile = report["profile"];
    for (const auto& [product, times] : tiles.items()) {
        out << "  tiles, " << product << ":";
        for (const auto& [tile, us] : times.items()) out << " " << tile << " " << timeOf(us.get<double>());
        out << "\n";
    }
    for (const auto& [task, p] : profile.items()) {
        out << "  profile of " << task << ": " << p["dispatches"] << " kernels in " << p["rounds"]
            << " rounds\n";
        for (const Json& k : p["kernels"])
            out << "    " << timeOf(k["us"]) << "  " << k["kernel"].get<std::string>() << "\n";
    }
    for (const Json& text : report["left_out"]) out << "Left out, " << text.get<std::string>() << "\n";
    const Json& failures = report["failures"];
    for (const Json& text : failures) out << "WRONG, " << text.get<std::string>() << "\n";
    if (!report["device"].is_null())
        out << (failures.empty() ? "Nothing wrong." : std::to_string(failures.size()) + " failures.") << "\n";
    return out.str();
}

}  // namespace attx
