#include "model/files/module.h"

#include <dlfcn.h>

#include <filesystem>

#include "model/files/error.h"

namespace attx {

void* moduleFunction(const std::string& module, const char* function) {
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::path folder = fs::read_symlink("/proc/self/exe", problem).parent_path();
    const std::string file = module + ".so";
    const fs::path installed = folder.parent_path() / "lib/attention-explorer" / file, beside = folder / file,
                   &found = fs::exists(beside, problem) ? beside : installed;
    void* const library = found.is_absolute() ? dlopen(found.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
    void* const address = library ? dlsym(library, function) : nullptr;
    if (address) return address;
    const char* const why = dlerror();
    throw workError("A part of this program cannot be loaded: " + std::string(why ? why : file.c_str()) +
                    ". Install or build the program again.");
}

}  // namespace attx
