#include "model/sweeps/run_notes.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

std::string pathOf(const std::string& runFolder) { return runFolder + "/" + notesFileName; }

}  // namespace

RunNotes readNotes(const std::string& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(pathOf(runFolder), ignored)) return {};
    try {
        const Json json = Json::parse(readFile(pathOf(runFolder)));
        return {json.value("name", std::string()), json.value("note", std::string()),
                json.value("star", false)};
    } catch (const std::exception&) {  // a note must not hide its run
        return {};
    }
}

void writeNotes(const std::string& runFolder, const RunNotes& notes) {
    for (const std::string& own : {runFolder, pathOf(runFolder)}) requireNoLink(own);
    if (notes == RunNotes()) {
        std::error_code error;
        std::filesystem::remove(pathOf(runFolder), error);
        if (error) throw workError(pathOf(runFolder) + " cannot be removed (" + error.message() + ").");
        return;
    }
    const Json json{{"name", onOneLine(notes.name)}, {"note", onOneLine(notes.note)}, {"star", notes.star}};
    writeFileAtomically(pathOf(runFolder), json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace attx
