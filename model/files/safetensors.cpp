// safetensors read and written. A file from outside is believed in nothing: the header is checked
// entry by entry while it is parsed, and every byte range before anything is allocated for it.
#include "model/files/safetensors.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <string_view>
#include <type_traits>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/memory.h"
#include "model/files/named_array.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Json = nlohmann::json;  // sorted: an object of many keys is read in no time

static_assert(std::endian::native == std::endian::little,
              "safetensors data are little-endian, and copied as they are");

constexpr uint64_t lengthBytes = 8;          // the header's length, before the header
constexpr uint64_t maxHeader = 100'000'000;  // bytes; the limit of the format's own library
constexpr size_t maxKeys = 100'000;          // tensors, or metadata: ten times what the largest networks have
constexpr size_t maxRank = 16;               // dimensions of a tensor; ours have four at most
constexpr size_t chunkElements = 16 * 1024;  // widened at a time: stays in the first-level cache
constexpr const char* metadataKey = "__metadata__";

/// Fills to[0, size) from the data section, `offset` bytes after its beginning.
using ReadData = std::function<void(uint64_t offset, void* to, size_t size)>;

/// A tensor as the header declares it.
struct Entry;
using Decode = StoredTensor (*)(const Entry& entry, const ReadData& read);
using Fill = void (*)(const Entry& entry, const ReadData& read, std::span<float> to);
struct DType {
    const char* name;
    uint64_t bytes;  ///< Size of one element
    Decode decode;
    Fill fill = nullptr;  ///< Reads real numbers into floats; null for whole numbers
};
struct Entry {
    std::string name;
    const DType* type = nullptr;
    std::vector<int64_t> shape;
    uint64_t count = 0;           ///< elements
    uint64_t begin = 0, end = 0;  ///< bytes, in the data section
};

// --- elements ---

/// One number of the file as a float or an int64_t.
template <class Value, class Raw>
Value widened(Raw raw) {
    if constexpr (std::is_same_v<Raw, uint64_t>)
        if (raw > uint64_t(INT64_MAX))
            throw std::range_error("expected whole numbers below 2^63, found " + std::to_string(raw));
    return Value(raw);
}

template <class Raw, class Value>
void fill(const Entry& entry, const ReadData& read, std::span<Value> to) {
    if constexpr (std::is_same_v<Raw, Value>) return read(entry.begin, to.data(), to.size_bytes());
    std::array<Raw, chunkElements> chunk;
    for (size_t done = 0; done < to.size();) {
        const size_t n = std::min(chunk.size(), to.size() - done);
        read(entry.begin + done * sizeof(Raw), chunk.data(), n * sizeof(Raw));
        for (size_t i = 0; i < n; ++i) to[done + i] = widened<Value>(chunk[i]);
        done += n;
    }
}
template <class Raw, class Value>
StoredTensor decode(const Entry& entry, const ReadData& read) {
    std::vector<Value> values(size_t(entry.count));
    fill<Raw, Value>(entry, read, values);
    return {entry.shape, std::move(values)};
}

template <class Raw>
constexpr DType real(const char* name) {
    return {name, sizeof(Raw), decode<Raw, float>, fill<Raw, float>};
}
template <class Raw>
constexpr DType whole(const char* name) {
    return {name, sizeof(Raw), decode<Raw, int64_t>};
}
constexpr std::array dtypes{
    real<float>("F32"),       whole<int64_t>("I64"),         real<double>("F64"),
    real<Eigen::half>("F16"), real<Eigen::bfloat16>("BF16"), whole<int32_t>("I32"),
    whole<int16_t>("I16"),    whole<int8_t>("I8"),           whole<uint64_t>("U64"),
    whole<uint32_t>("U32"),   whole<uint16_t>("U16"),        whole<uint8_t>("U8"),
    whole<uint8_t>("BOOL"),
};

// --- header ---

/// Reads the header's JSON entry by entry, so that what is foreign stops the reading at once and
/// the whole is never held as a tree.
class HeaderReader {
public:
    HeaderReader(std::string source, uint64_t dataBytes)
        : source_(std::move(source)), dataBytes_(dataBytes) {}

    void parse(std::string_view text) {
        const auto onEvent = [this](int depth, Json::parse_event_t event, Json& value) {
            return handle(depth, event, value);
        };
        if (!text.starts_with('{')) throw fail("the header is not a JSON object");
        if (text.find('\0') != std::string_view::npos)  // the parser would take it for the end
            throw fail("the header is not valid JSON: it holds a zero byte");
        try {
            [[maybe_unused]] const Json emptied = Json::parse(text, onEvent);
        } catch (const Json::exception& e) {
            throw fail("the header is not valid JSON: " + jsonProblem(e.what()));
        }
        checkCoverage();
    }

    std::map<std::string, std::string> metadata;
    std::vector<Entry> entries;  ///< Entries in the order of their data, which they cover without gap

private:
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(source_ + ": not a safetensors file, or a damaged one: " + what);
    }
    [[nodiscard]] Error fail(const std::string& name, const std::string& what) const {
        return fail("tensor \"" + shortened(name) + "\": " + what);
    }

    /// depth 0: the header; 1: an entry and its name; 2: an entry's keys and values; 3: numbers in lists.
    /// False lets go of the value.
    bool handle(int depth, Json::parse_event_t event, Json& value) {
        using Event = Json::parse_event_t;
        switch (event) {
            case Event::key:
                if (depth == 1) name_ = value.get<std::string>();
                if (depth == 1 && !names_.insert(name_).second)
                    throw fail(name_, "stands twice in the header");
                if (names_.size() > maxKeys + 1)  // the metadata are one
                    throw fail("the header lists more than " + std::to_string(maxKeys) + " tensors");
                if (depth == 2 && name_ != metadataKey && keys_.size() == 3)
                    throw fail(name_, "expected dtype, shape and data_offsets, found more keys");
                if (depth == 2 && !keys_.insert(value.get<std::string>()).second)
                    throw fail(name_, "the key \"" + shortened(value.get<std::string>()) + "\" stands twice");
                if (keys_.size() > maxKeys)
                    throw fail("the metadata have more than " + std::to_string(maxKeys) + " keys");
                break;
            case Event::object_start:
                if (depth > 1) throw fail(name_, "nested deeper than the format knows");
                keys_.clear();
                break;
            case Event::array_start:
                if (depth == 1) throw fail(name_, "expected an object, found a list");
                if (depth > 2) throw fail(name_, "nested deeper than the format knows");
                listed_ = 0;
                break;
            case Event::value:
                if (depth == 1) throw fail(name_, "expected an object with dtype, shape and data_offsets");
                if (depth == 3 && ++listed_ > maxRank)
                    throw fail(name_,
                               "expected at most " + std::to_string(maxRank) + " dimensions, found more");
                break;
            case Event::object_end:
                if (depth != 1) break;
                name_ == metadataKey ? readMetadata(value) : readEntry(value);
                return false;
            case Event::array_end:
                break;
        }
        return true;
    }

    void readMetadata(const Json& object) {
        for (const auto& [key, value] : object.items()) {
            if (!value.is_string()) throw fail("the metadata \"" + shortened(key) + "\" are not a text");
            metadata[key] = value.get<std::string>();
        }
    }

    void readEntry(const Json& object) {
        Entry entry;
        entry.name = name_;
        for (const char* key : {"dtype", "shape", "data_offsets"})
            if (!object.contains(key)) throw fail(name_, std::string("has no ") + key);
        entry.type = dtypeOf(object["dtype"]);
        readShape(object["shape"], entry);
        readOffsets(object["data_offsets"], entry);
        entries.push_back(std::move(entry));
    }

    [[nodiscard]] const DType* dtypeOf(const Json& value) const {
        std::string known;
        for (const DType& type : dtypes) {
            if (value == type.name) return &type;
            known += std::string(known.empty() ? "" : ", ") + type.name;
        }
        throw fail(name_, "expected a dtype among " + known + ", found " + shortened(jsonText(value)));
    }

    void readShape(const Json& shape, Entry& entry) const {
        if (!shape.is_array())
            throw fail(name_, "expected a list as shape, found " + shortened(jsonText(shape)));
        entry.count = 1;
        for (const Json& size : shape) {
            if (!size.is_number_unsigned() || size.get<uint64_t>() > uint64_t(INT64_MAX))
                throw fail(name_,
                           "expected whole numbers from 0 in the shape, found " + shortened(jsonText(size)));
            entry.shape.push_back(size.get<int64_t>());
            if (__builtin_mul_overflow(entry.count, size.get<uint64_t>(), &entry.count))
                throw fail(name_, "the shape " + shortened(jsonText(shape)) +
                                      " has more elements than can be counted");
        }
    }

    void readOffsets(const Json& offsets, Entry& entry) const {
        if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
            !offsets[1].is_number_unsigned())
            throw fail(name_, "expected data_offsets [begin, end], found " + shortened(jsonText(offsets)));
        entry.begin = offsets[0].get<uint64_t>();
        entry.end = offsets[1].get<uint64_t>();
        if (entry.begin > entry.end)
            throw fail(name_, "the data_offsets " + jsonText(offsets) + " run backwards");
        if (entry.end > dataBytes_)
            throw fail(name_, "its data end at byte " + std::to_string(entry.end) +
                                  ", but the file has only " + counted(dataBytes_, "byte") +
                                  " of data; it may be cut off");
        uint64_t bytes = 0;
        if (__builtin_mul_overflow(entry.count, entry.type->bytes, &bytes) ||
            bytes != entry.end - entry.begin)
            throw fail(name_, "its shape needs " + std::to_string(entry.count) + " elements of " +
                                  std::to_string(entry.type->bytes) + " bytes, its data_offsets " +
                                  jsonText(offsets) + " hold " + counted(entry.end - entry.begin, "byte"));
    }

    void checkCoverage() {
        std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
            return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
        });
        uint64_t covered = 0;
        for (const Entry& entry : entries) {
            if (entry.begin < covered) throw fail(entry.name, "its data overlap those of another tensor");
            if (entry.begin > covered)
                throw fail(entry.name,
                           "a gap of " + counted(entry.begin - covered, "byte") + " precedes its data");
            covered = entry.end;
        }
        if (covered != dataBytes_)
            throw fail("there is no tensor for " + counted(dataBytes_ - covered, "byte") + " at the end");
    }

    std::string source_;
    uint64_t dataBytes_;
    std::string name_;             // Name of the entry being read
    std::set<std::string> names_;  // Names of all entries so far
    std::set<std::string> keys_;   // Keys of the entry being read
    size_t listed_ = 0;            // values in the list being read
};

/// Length of the header. first: the file's first bytes, at most eight.
uint64_t headerLength(std::string_view first, uint64_t fileBytes, const std::string& source) {
    const std::string beginning = source + ": not a safetensors file: ";
    if (first.size() < lengthBytes)
        throw inputError(beginning + "expected at least 8 bytes, found " + std::to_string(first.size()));
    uint64_t length = 0;
    std::memcpy(&length, first.data(), lengthBytes);
    if (length > maxHeader) {
        const bool isZip = first.starts_with("PK\x03\x04");
        throw inputError(beginning + (isZip ? "it is a zip archive, as PyTorch writes; save the tensors with "
                                              "safetensors.torch.save_file and open that file"
                                            : "its first 8 bytes ask for a header of " +
                                                  counted(length, "byte") + ", and 100 MB are the limit"));
    }
    if (length > fileBytes - lengthBytes)
        throw inputError(source + ": cut off, or not a safetensors file: expected a header of " +
                         counted(length, "byte") + ", found " + std::to_string(fileBytes - lengthBytes));
    return length;
}

/// `isLate`: real numbers stay where `read` finds them.
SafeTensors decodeAll(HeaderReader& header, const ReadData& read, const std::string& source, bool isLate) {
    // Whole numbers widen to 8 bytes; parameters of 4 are copied once more into one flat buffer, or only
    // once.
    constexpr uint64_t elementBytes = 8, lateBytes = 4;
    uint64_t bytes = 0;
    for (const Entry& entry : header.entries)
        bytes += entry.count * (isLate && entry.type->fill ? lateBytes : elementBytes);
    requireMemory(int64_t(bytes), source + ": reading it", "Close other programs or open a smaller file.");
    SafeTensors file;
    file.metadata = std::move(header.metadata);
    for (const Entry& entry : header.entries) {
        const std::string where = source + ": tensor \"" + shortened(entry.name) + "\"";
        try {
            if (isLate && entry.type->fill) {
                const auto fill = [entry, read](std::span<float> to) { entry.type->fill(entry, read, to); };
                file.tensors.emplace(entry.name, StoredTensor{entry.shape, LateFloats{fill}});
                continue;
            }
            file.tensors.emplace(entry.name, entry.type->decode(entry, read));
        } catch (const std::range_error& e) {
            throw inputError(where + ": " + e.what());
        } catch (const std::bad_alloc&) {
            throw workError(where + " of " + std::to_string((entry.end - entry.begin) >> 20) +
                            " MiB does not fit into memory; close other programs or open a smaller file");
        }
    }
    return file;
}

/// A mistake of the program, not of its input.
void requireFit(const std::string& name, const std::vector<int64_t>& shape, size_t values) {
    int64_t count = 1;
    bool counted = true;
    for (const int64_t size : shape)
        counted = counted && size >= 0 && !__builtin_mul_overflow(count, size, &count);
    if (!counted || size_t(count) != values)
        throw workError("tensor \"" + name + "\": shape " + shapeText(shape) + " does not fit " +
                        std::to_string(values) + " values");
}

// --- writing ---

/// A file's header and, after it, the bytes of its tensors where they lie.
struct FileParts {
    explicit FileParts(const SafeTensorsView& file);
    FileParts(const FileParts&) = delete;
    FileParts& operator=(const FileParts&) = delete;
    [[nodiscard]] uint64_t bytes() const { return head.size() + dataBytes; }

    std::string head;  ///< its length, its text
    std::vector<std::string_view> pieces;
    uint64_t dataBytes = 0;
};

FileParts::FileParts(const SafeTensorsView& file) {
    nlohmann::ordered_json header = nlohmann::ordered_json::object();  // Keeps the order of the data
    if (!file.metadata.empty()) header[metadataKey] = file.metadata;
    pieces.emplace_back();  // Place of the header, which is filled in at the end
    // Whole numbers come first: their 8 bytes stay aligned, which PyTorch's reader asks for.
    for (const bool integers : {true, false})
        for (const auto& [name, tensor] : file.tensors) {
            if (std::holds_alternative<std::span<const int64_t>>(tensor.values) != integers) continue;
            const std::span<const std::byte> bytes =
                std::visit([](const auto& values) { return std::as_bytes(values); }, tensor.values);
            requireFit(name, tensor.shape, bytes.size() / (integers ? sizeof(int64_t) : sizeof(float)));
            header[name] = {{"dtype", integers ? "I64" : "F32"},
                            {"shape", tensor.shape},
                            {"data_offsets", {dataBytes, dataBytes + bytes.size()}}};
            pieces.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            dataBytes += bytes.size();
        }
    std::string text = jsonText(header, -1, NotUtf8::Replaced);
    text.resize((text.size() + 7) / 8 * 8, ' ');  // the data begin at a multiple of 8
    const uint64_t length = text.size();
    head.assign(reinterpret_cast<const char*>(&length), lengthBytes);
    head += text;
    pieces.front() = head;
}

}  // namespace

void StoredTensor::copyFloats(std::span<float> to, const std::string& name) const {
    if (const auto* late = std::get_if<LateFloats>(&values))
        late->fill(to);
    else
        std::ranges::copy(floats(name), to.begin());
}

std::vector<float> StoredTensor::readFloats(const std::string& name) const {
    if (!std::holds_alternative<LateFloats>(values)) return floats(name);
    std::vector<float> read(size_t(elementCount(shape)));
    copyFloats(read, name);
    return read;
}

const std::vector<float>& StoredTensor::floats(const std::string& name) const {
    if (const auto* found = std::get_if<std::vector<float>>(&values)) return *found;
    if (std::holds_alternative<LateFloats>(values))
        throw workError("tensor \"" + name + "\": its numbers are not in memory");
    throw inputError("tensor \"" + name + "\": expected real numbers (F32), found whole numbers (I64)");
}

const std::vector<int64_t>& StoredTensor::integers(const std::string& name) const {
    if (const auto* found = std::get_if<std::vector<int64_t>>(&values)) return *found;
    throw inputError("tensor \"" + name + "\": expected whole numbers (I64), found real numbers (F32)");
}

const StoredTensor& SafeTensors::at(const std::string& name) const {
    if (const auto found = tensors.find(name); found != tensors.end()) return found->second;
    constexpr size_t shown = 8;  // enough to recognise the kind of file
    std::vector<std::string> names;
    for (const auto& tensor : tensors) names.push_back(tensor.first);
    throw inputError("expected a tensor \"" + name + "\", found " +
                     (tensors.empty() ? "none at all" : listed(names, shown)));
}

void SafeTensors::put(const std::string& name, std::vector<int64_t> shape, std::vector<float> values) {
    requireFit(name, shape, values.size());
    tensors.insert_or_assign(name, StoredTensor{std::move(shape), std::move(values)});
}

void SafeTensors::put(const std::string& name, std::vector<int64_t> shape, std::vector<int64_t> values) {
    requireFit(name, shape, values.size());
    tensors.insert_or_assign(name, StoredTensor{std::move(shape), std::move(values)});
}

SafeTensors parseSafeTensors(const std::string& bytes, const std::string& source) {
    const std::string_view all = bytes;
    const uint64_t length = headerLength(all.substr(0, lengthBytes), bytes.size(), source);
    const std::string_view data = all.substr(lengthBytes + length);
    HeaderReader header(source, data.size());
    header.parse(all.substr(lengthBytes, length));
    const auto read = [&](uint64_t offset, void* to, size_t size) {
        if (size > 0) std::memcpy(to, data.data() + offset, size);
    };
    return decodeAll(header, read, source, false);
}

namespace {

SafeTensors tensorsIn(const std::string& path, bool isLate) {
    const auto held = std::make_shared<const InputFile>(path);
    const InputFile& file = *held;
    std::string first(size_t(std::min(file.size(), lengthBytes)), '\0');
    file.read(0, first.data(), first.size());
    std::string text(size_t(headerLength(first, file.size(), path)), '\0');
    file.read(lengthBytes, text.data(), text.size());
    const uint64_t dataStart = lengthBytes + text.size();
    HeaderReader header(path, file.size() - dataStart);
    header.parse(text);
    const auto read = [held, dataStart](uint64_t offset, void* to, size_t size) {
        held->read(dataStart + offset, to, size);
    };
    return decodeAll(header, read, path, isLate);
}

}  // namespace

SafeTensors readSafeTensors(const std::string& path) { return tensorsIn(path, false); }
SafeTensors openSafeTensors(const std::string& path) { return tensorsIn(path, true); }

SafeTensorsView::SafeTensorsView(const SafeTensors& file) : metadata(file.metadata) {
    for (const auto& [name, tensor] : file.tensors)
        std::visit(
            [&, &tensorName = name, &shape = tensor.shape]<class Values>(const Values& values) {
                if constexpr (std::is_same_v<Values, LateFloats>)
                    throw workError("tensor \"" + tensorName + "\": its numbers are not in memory");
                else
                    tensors.insert_or_assign(tensorName, Tensor{shape, std::span(values)});
            },
            tensor.values);
}

void SafeTensorsView::put(const std::string& name, std::vector<int64_t> shape,
                          std::span<const float> values) {
    requireFit(name, shape, values.size());
    tensors.insert_or_assign(name, Tensor{std::move(shape), values});
}

std::string serialise(const SafeTensorsView& file) {
    const FileParts parts(file);
    std::string bytes;
    bytes.reserve(parts.bytes());
    for (const std::string_view piece : parts.pieces) bytes.append(piece);
    return bytes;
}

uint64_t writeSafeTensors(const std::string& path, const SafeTensorsView& file) {
    const FileParts parts(file);
    writeFileAtomically(path, parts.pieces);
    return parts.bytes();
}

}  // namespace attx
