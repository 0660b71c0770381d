// Names that other programs give to the parameters of our networks. A family of names is a table, by which
// files are read and by which messages name what is missing.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/network/roles.h"

namespace attx {

/// How their tensor becomes ours.
enum class Transform {
    Same,
    Transposed,        ///< [in, out] becomes [out, in]
    ByKind,            ///< Rows of all queries, then all keys, then all values; ours come head by head
    TransposedByKind,  ///< Both: [C, 3 C] with columns of all queries, then all keys, then all values
    Flat,              ///< More axes in the same order: [1, T, C] becomes [T, C], [C, 3, P, P] [C, 3 P P]
    ByHead,            ///< [NH, C, HS] becomes [NH HS, C]
    ByHeadTransposed,  ///< [NH, HS, C] becomes [C, NH HS]
};

/// The buffer of the notebooks' positional encoding, [1, positions, C].
inline constexpr const char* sineTableName = "positional_encoding.pe";
/// The same buffer of PyTorch's tutorial on language models, [positions, 1, C].
inline constexpr const char* tutorialTableName = "pe";

/// Whether a tensor is a mask or a table that modules keep next to their weights; `rank`: number of its axes.
[[nodiscard]] bool isBuffer(std::string_view name, size_t rank);

struct NameRow {
    Role role;
    const char* pattern;  ///< "{l}" is the encoder layer, from 0
    Transform transform = Transform::Same;
};

/// A table. A role may have several rows: each is read, and the first is what messages say.
struct NameFamily {
    const char* program = "";  ///< "Flax": whose names they are
    std::span<const NameRow> rows;
};

/// The notebooks' modules in PyTorch, which are our own names; the laboratory calls the feed-forward MLP.
extern const NameFamily notebookNames;
/// The notebooks' modules in Flax.
extern const NameFamily flaxNames;
/// nn.TransformerEncoder of PyTorch, without what stands before and behind it.
extern const NameFamily torchEncoderNames;

struct NamedParameter {
    Role role;
    int layer;  ///< Encoder layer, from 0; -1 outside the layers
    Transform transform;
    [[nodiscard]] std::string ours() const { return parameterName(role, layer); }
};

/// Whether the first part of the name, up to a dot, is that of a row.
[[nodiscard]] bool beginsLike(const NameFamily& family, std::string_view name);
/// What a name of the family stands for; nothing where no row has it.
[[nodiscard]] std::optional<NamedParameter> parameterNamed(const NameFamily& family, std::string_view name);
/// The family's name for a parameter; empty where the family has no row for it.
[[nodiscard]] std::string nameIn(const NameFamily& family, Role role, int layer = -1);
/// The same by our name; where ours is of queries, keys and values together, the three names.
[[nodiscard]] std::string nameIn(const NameFamily& family, const std::string& ours);

}  // namespace attx
