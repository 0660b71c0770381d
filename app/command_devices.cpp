// devices: what this machine can compute on.
#include "app/backends.h"
#include "app/commands.h"

namespace attx {
namespace {

int run(const Arguments&, CommandContext& context) {
    const std::vector<DeviceInfo> devices = listDevices();
    Json list = Json::array();
    for (const DeviceInfo& device : devices) {
        list.push_back({{"name", device.name},
                        {"description", device.description},
                        {"processor", device.processor},
                        {"instruction_sets", device.instructionSets},
                        {"instruction_set", device.instructionSet},
                        {"threads", device.threads},
                        {"chosen", device.chosen}});
        if (context.output.json()) continue;
        std::string sets;
        for (const std::string& set : device.instructionSets) sets += (sets.empty() ? "" : ", ") + set;
        context.output.line((device.chosen ? "* " : "  ") + device.name + ": " + device.description + "; " +
                            device.processor + "; runs " + sets);
    }
    if (context.output.json())
        context.output.object({{"devices", list}, {"chosen", devices.front().name}});
    else
        context.output.line("* is what --device auto takes.");
    return 0;
}

}  // namespace

const Command& devicesCommand() {
    static const Command command{
        {"devices", nullptr, "Lists what a network can be computed on.", {isaOption, jsonOption}}, run};
    return command;
}

}  // namespace attx
