// The library attx-hdf5, which alone knows HDF5: it brings thirty libraries along, of the network, too, and
// is loaded when a file of HDF5 is read.
#include "model/foreign/hdf5_lister.h"

#include <hdf5.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/tree.h"

namespace attx {
namespace {

constexpr int deepestGroup = 16;                   // Levels of groups in groups
constexpr size_t mostObjects = 20'000;             // Limit of a file; a layer and its optimiser have some 60
constexpr size_t mostNameBytes = size_t{1} << 20;  // Limit for all names of one group

using Json = nlohmann::json;

/// Something of the library's that has to be closed.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    [[nodiscard]] hid_t id() const { return id_; }
    [[nodiscard]] bool valid() const { return id_ >= 0; }

private:
    const hid_t id_;
    herr_t (*const close_)(hid_t);
};

// The library opens the bytes where they lie: nothing is copied, and nothing is freed.
void* imageOf(size_t, H5FD_file_image_op_t, void* bytes) { return bytes; }
void* keepImage(void* to, const void*, size_t, H5FD_file_image_op_t, void*) { return to; }
void* noLargerImage(void*, size_t, H5FD_file_image_op_t, void*) { return nullptr; }
herr_t leaveImage(void*, H5FD_file_image_op_t, void*) { return 0; }
void* sameUserData(void* bytes) { return bytes; }
herr_t leaveUserData(void*) { return 0; }

/// The links of a group; filled by a callback of C, which may not throw.
struct Links {
    struct Link {
        std::string name;
        bool hard;
    };
    std::vector<Link> links;
    size_t nameBytes = 0;
    bool tooMany = false;
};

herr_t addLink(hid_t, const char* name, const H5L_info_t* info, void* data) {
    auto& links = *static_cast<Links*>(data);
    const size_t bytes = strnlen(name, longestName + 1);
    links.nameBytes += bytes;
    links.tooMany =
        bytes > longestName || links.nameBytes > mostNameBytes || links.links.size() >= mostObjects;
    if (links.tooMany) return 1;  // ends the iteration
    links.links.push_back({std::string(name, bytes), info->type == H5L_TYPE_HARD});
    return 0;
}

std::optional<ElementType> elementTypeOf(hid_t type) {
    const size_t size = H5Tget_size(type);
    if (size > 1 && H5Tget_order(type) != H5T_ORDER_LE) return std::nullopt;
    if (H5Tget_class(type) == H5T_FLOAT) {
        if (H5Tequal(type, H5T_IEEE_F32LE) > 0) return ElementType::F32;
        if (H5Tequal(type, H5T_IEEE_F64LE) > 0) return ElementType::F64;
        size_t sign = 0, exponentAt = 0, exponent = 0, mantissaAt = 0, mantissa = 0;
        if (size == 2 && H5Tget_fields(type, &sign, &exponentAt, &exponent, &mantissaAt, &mantissa) >= 0 &&
            sign == 15 && exponentAt == 10 && exponent == 5 && mantissaAt == 0 && mantissa == 10)
            return ElementType::F16;
        return std::nullopt;
    }
    if (H5Tget_class(type) != H5T_INTEGER) return std::nullopt;
    const bool isSigned = H5Tget_sign(type) == H5T_SGN_2;
    if (size == 8 && isSigned) return ElementType::I64;
    if (size == 4 && isSigned) return ElementType::I32;
    if (size == 2 && isSigned) return ElementType::I16;
    if (size == 1) return isSigned ? ElementType::I8 : ElementType::U8;
    return std::nullopt;
}

/// What a file says of itself, as ListHdf5 has it.
class Hdf5Lister {
public:
    explicit Hdf5Lister(std::string_view bytes) : bytes_(bytes) {}

    Json list() {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);     // it would print what went wrong
        auto* image = const_cast<char*>(bytes_.data());  // opened to be read
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
        H5FD_file_image_callbacks_t callbacks{imageOf,      keepImage,     noLargerImage, leaveImage,
                                              sameUserData, leaveUserData, image};
        constexpr size_t increment = 65536;
        if (!access.valid() || H5Pset_fapl_core(access.id(), increment, false) < 0 ||
            H5Pset_file_image_callbacks(access.id(), &callbacks) < 0 ||
            H5Pset_file_image(access.id(), image, bytes_.size()) < 0)
            throw fail("the library of HDF5 does not take it.");
        const Handle file(H5Fopen("checkpoint", H5F_ACC_RDONLY, access.id()), H5Fclose);
        if (!file.valid()) throw fail("its first blocks are damaged, or it is cut off.");
        const Handle root(H5Gopen2(file.id(), "/", H5P_DEFAULT), H5Gclose);
        if (!root.valid()) throw fail("it has no root group.");
        return listed(root.id(), 0);
    }

private:
    [[nodiscard]] static Error fail(const std::string& what) { return inputError(what); }

    Json listed(hid_t group, int depth) {
        if (depth > deepestGroup) throw fail("its groups lie deeper in each other than those of Keras.");
        Links found;
        if (H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, addLink, &found) < 0)
            throw fail("a group of it is damaged.");
        objects_ += found.links.size();
        if (found.tooMany || objects_ > mostObjects)
            throw fail("it has more or longer names than a checkpoint of Keras.");
        Json items = Json::array();
        for (const auto& [name, hard] : found.links) {
            if (!hard)
                throw fail("\"" + shortened(name) +
                           "\" in it only names another place or file, which Keras does not write.");
            const Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
            if (!object.valid()) throw fail("\"" + shortened(name) + "\" in it is damaged.");
            const H5I_type_t kind = H5Iget_type(object.id());
            if (kind == H5I_GROUP) items.push_back(Json::array({name, listed(object.id(), depth + 1)}));
            if (kind != H5I_DATASET) continue;
            if (Json dataset = describedDataset(object.id(), name); !dataset.is_null())
                items.push_back(Json::array({name, std::move(dataset)}));
        }
        return items;
    }

    /// Null for texts, and the states of random generators.
    Json describedDataset(hid_t dataset, const std::string& name) {
        const Handle type(H5Dget_type(dataset), H5Tclose), space(H5Dget_space(dataset), H5Sclose),
            plan(H5Dget_create_plist(dataset), H5Pclose);
        if (!type.valid() || !space.valid() || !plan.valid())
            throw fail("dataset \"" + shortened(name) + "\" is damaged.");
        const std::optional<ElementType> element = elementTypeOf(type.id());
        if (!element) return {};
        if (H5Pget_layout(plan.id()) != H5D_CONTIGUOUS || H5Pget_external_count(plan.id()) != 0)
            throw fail("dataset \"" + shortened(name) +
                       "\" is stored in pieces, compressed or in another file, which Keras does not do.");
        const int rank = H5Sget_simple_extent_ndims(space.id());
        std::vector<hsize_t> extents(size_t(std::max(rank, 0)));
        if (rank < 0 || H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr) < 0)
            throw fail("dataset \"" + shortened(name) + "\" has no shape.");
        const haddr_t at = H5Dget_offset(dataset);
        return {{"type", *element},
                {"shape", extents},
                {"at", at == HADDR_UNDEF ? Json() : Json(at)},
                {"size", H5Dget_storage_size(dataset)}};
    }

    const std::string_view bytes_;
    size_t objects_ = 0;
};

}  // namespace

}  // namespace attx

void attxListHdf5(std::string_view bytes, std::string& packed) {
    attx::Json said;
    try {
        said["root"] = attx::Hdf5Lister(bytes).list();
    } catch (const attx::Error& problem) {
        said["problem"] = problem.what();
    }
    attx::Json::to_msgpack(said, packed);
}
