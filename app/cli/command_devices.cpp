// devices: what this machine can compute on.
#include "app/cli/commands.h"
#include "app/devices/backends.h"
#include "app/options/shared_options.h"

namespace attx {
namespace {

int runDevices(const Arguments&, CommandContext& context) {
    Output& output = context.output;
    const std::vector<DeviceInfo> devices = listDevices(SelfTest::All);
    Json list = Json::array();
    std::string chosen;
    for (const DeviceInfo& device : devices) {
        if (device.chosen) chosen = device.name;
        Json entry{{"name", device.name},
                   {"description", device.description},
                   {"processor", device.processor},
                   {"type", device.type},
                   {"chosen", device.chosen}};
        std::string rest;
        if (device.type == "processor") {
            entry["instruction_sets"] = device.instructionSets;
            entry["instruction_set"] = device.instructionSet;
            entry["threads"] = device.threads;
            rest = device.processor + "; runs";
            for (const std::string& set : device.instructionSets) rest += " " + set;
        } else if (device.type == "none") {
            entry["problem"] = rest = device.problem;
        } else {
            entry["driver"] = device.driver;
            entry["memory_bytes"] = device.memoryBytes;
            entry["self_test"] = device.problem.empty() ? "passed" : device.problem;
            rest = device.driver + "; self-test " +
                   (device.problem.empty() ? "passed" : "failed: " + device.problem);
        }
        list.push_back(entry);
        if (!output.json())
            output.line((device.chosen ? "* " : "  ") + device.name + ": " + device.description + "; " +
                        rest);
    }
    if (output.json())
        output.object({{"devices", list}, {"chosen", chosen}});
    else
        output.line(
            "* is what --device auto takes, a graphics device for networks that it computes faster than the "
            "processor.");
    return 0;
}

}  // namespace

Command devicesCommand() {
    return {{"devices", nullptr, "Lists what a network can be computed on.", {isaOption, jsonOption}},
            runDevices};
}

}  // namespace attx
