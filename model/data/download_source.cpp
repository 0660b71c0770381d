#include "model/data/download_source.h"

namespace attx {

RunConfig withDownload(const RunConfig& config, const DownloadSource& source, const std::string& path) {
    RunConfig result = config;
    if (source.builtInPreset) {
        const RunConfig builtIn = presetByName(source.builtInPreset);
        if (config.network == builtIn.network && config.data == builtIn.data &&
            config.training == builtIn.training) {
            result = presetByName(source.preset);
            result.seed = config.seed;
            result.device = config.device;
            result.threads = config.threads;
        }
    }
    (std::string_view(source.key) == "data.path" ? result.data.path : result.data.extractor) = path;
    return result;
}

}  // namespace attx
