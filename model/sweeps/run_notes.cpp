#include "model/sweeps/run_notes.h"

#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;

std::string pathOf(const std::string& runFolder) { return runFolder + "/" + notesFileName; }

/// An object, which may hold more than this version knows; an empty one where there is no file. Throws for
/// what cannot be read.
Json contentOf(const std::string& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(pathOf(runFolder), ignored)) return Json::object();
    Json json = parseJson<Json>(readFile(pathOf(runFolder)));
    if (!json.is_object()) throw inputError("expected an object");
    return json;
}

}  // namespace

RunNotes readNotes(const std::string& runFolder) {
    try {
        const Json json = contentOf(runFolder);
        return {json.value("name", std::string()), json.value("note", std::string()),
                json.value("star", false)};
    } catch (const std::exception&) {  // a note must not hide its run
        return {};
    }
}

void writeNotes(const std::string& runFolder, const RunNotes& notes) {
    for (const std::string& own : {runFolder, pathOf(runFolder)}) requireNoLink(own);
    const std::string path = pathOf(runFolder);
    Json json;
    try {
        json = contentOf(runFolder);
    } catch (const std::exception& problem) {
        throw inputError(path + ": the notes in it cannot be read, and would be replaced (" +
                         jsonProblem(problem.what()) + "). Repair the file, or take it away.");
    }
    for (const char* key : {"name", "note", "star"}) json.erase(key);
    if (notes == RunNotes() && json.empty()) {
        std::error_code error;
        std::filesystem::remove(path, error);
        if (error) throw workError(path + " cannot be removed (" + error.message() + ").");
        return;
    }
    json.update({{"name", onOneLine(notes.name)}, {"note", onOneLine(notes.note)}, {"star", notes.star}});
    writeFileAtomically(path, jsonText(json, 1, NotUtf8::Replaced) + "\n");
}

}  // namespace attx
