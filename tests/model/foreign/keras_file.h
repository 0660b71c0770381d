// Files in the layouts of Keras 3 and 2, written by the HDF5 library as keras/src/saving/saving_lib.py and
// tf_keras/saving/legacy/hdf5_format.py do.
#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <hdf5.h>

#include <QString>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/network/program.h"
#include "settings.h"

namespace test_keras_layers {

using namespace attx;

using Shape = std::vector<hsize_t>;

/// A file of HDF5 that is being written.
class KerasFile {
public:
    explicit KerasFile(const std::string& path)
        : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)),
          links_(H5Pcreate(H5P_LINK_CREATE)) {
        H5Pset_create_intermediate_group(links_, 1);
    }
    ~KerasFile() {
        H5Pclose(links_);
        H5Fclose(file_);
    }
    KerasFile(const KerasFile&) = delete;
    KerasFile& operator=(const KerasFile&) = delete;

    /// From now on variables are called as tf.keras 2 does, below the group `above`.
    void writeAsKeras2(const std::string& above) {
        above_ = above;
        isKeras2_ = true;
    }

    void put(const std::string& wanted, const Shape& shape, const std::vector<float>& values,
             hid_t type = H5T_IEEE_F32LE, hid_t plan = H5P_DEFAULT) {
        const std::string name = isKeras2_ ? nameInKeras2(wanted) : wanted;
        const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
        const hid_t set = H5Dcreate2(file_, name.c_str(), type, space, links_, plan, H5P_DEFAULT);
        if (!values.empty()) H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        H5Dclose(set);
        H5Sclose(space);
    }
    void group(const std::string& name) {
        H5Gclose(H5Gcreate2(file_, name.c_str(), links_, H5P_DEFAULT, H5P_DEFAULT));
    }
    [[nodiscard]] hid_t id() const { return file_; }
    [[nodiscard]] hid_t links() const { return links_; }

private:
    /// Of what writeNetwork() writes for one encoder layer.
    [[nodiscard]] std::string nameInKeras2(const std::string& name) const {
        const std::string block = "transformer_encoder/";
        const std::vector<std::pair<std::string, std::string>> places{
            {"layers/transformer_encoder/attention/query_dense/",
             block + block + "multi_head_attention/query/"},
            {"layers/transformer_encoder/attention/key_dense/", block + block + "multi_head_attention/key/"},
            {"layers/transformer_encoder/attention/value_dense/",
             block + block + "multi_head_attention/value/"},
            {"layers/transformer_encoder/attention/output_dense/",
             block + block + "multi_head_attention/attention_output/"},
            {"layers/transformer_encoder/layernorm_1/", block + block + "layer_normalization/"},
            {"layers/transformer_encoder/layernorm_2/", block + block + "layer_normalization_1/"},
            {"layers/transformer_encoder/dense_proj/layers/dense/", block + "dense/"},
            {"layers/transformer_encoder/dense_proj/layers/dense_1/", block + "dense_1/"},
            {"layers/embedding/", "embedding/embedding/"},
            {"layers/dense/", "dense_2/dense_2/"}};
        for (const auto& [from, to] : places) {
            if (!name.starts_with(from)) continue;
            const bool isFirst = name.ends_with("/0"), isNorm = to.find("norm") != std::string::npos;
            const char* const variable = to.starts_with("embedding") ? "embeddings:0"
                                         : isNorm                    ? (isFirst ? "gamma:0" : "beta:0")
                                                                     : (isFirst ? "kernel:0" : "bias:0");
            return above_ + to + variable;
        }
        return "optimizer_weights/" + name;
    }

    const hid_t file_, links_;
    std::string above_;
    bool isKeras2_ = false;
};

inline std::string zipOf(const std::vector<std::pair<std::string, std::string>>& files) {
    std::string bytes(files.size() * 1024, '\0');
    for (const auto& [name, content] : files) bytes.append(content.size(), '\0');
    size_t used = 0;
    archive* zip = archive_write_new();
    archive_write_set_format_zip(zip);
    archive_write_zip_set_compression_store(zip);
    archive_write_open_memory(zip, bytes.data(), bytes.size(), &used);
    for (const auto& [name, content] : files) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_size(entry, static_cast<int64_t>(content.size()));
        archive_write_header(zip, entry);
        archive_write_data(zip, content.data(), content.size());
        archive_entry_free(entry);
    }
    archive_write_close(zip);
    archive_write_free(zip);
    return bytes.substr(0, used);
}

/// As the reference notebook has it, small: keys wider than C / heads, a feed-forward part as wide as the
/// network.
inline NetworkConfig networkOf(int layers) {
    NetworkConfig network =
        with(NetworkConfig(),
             "output=pooled input_dim=11 model_dim=6 num_classes=3 num_heads=2 key_dim=5 dim_feedforward=6 "
             "positions=none embedding_table=true mask_padding=false layer_norm_eps=1e-3");
    network.numLayers = layers;
    return network;
}

/// Where the parts of a network stand in the file; # is the number of the layer, as Keras appends it.
struct Names {
    std::string block, attention, part, firstNorm, secondNorm, firstDense, secondDense, embedding, last;
};
inline const Names nested{"layers/transformer_encoder#/",
                          "attention",
                          "",
                          "layernorm_1",
                          "layernorm_2",
                          "dense_proj/layers/dense",
                          "dense_proj/layers/dense_1",
                          "layers/embedding",
                          "layers/dense"};
inline const Names nestedBefore34{"layers/transformer_block#/",
                                  "att",
                                  "_",
                                  "norm_att",
                                  "norm_ffn",
                                  "ffn/layers/dense",
                                  "ffn/layers/dense_1",
                                  "layers/token_and_position_embedding/token_emb",
                                  "layers/dense"};

/// "" for 0, "_1" for 1: how Keras numbers what has the same class.
inline std::string numberOf(int i) { return i == 0 ? "" : "_" + std::to_string(i); }

/// Our parameters, made uneven, as variables of Keras. An empty `names.block` puts all side by side.
inline void writeNetwork(KerasFile& file, const NetworkConfig& network, std::vector<float>& parameters,
                         const Names& names) {
    const Program program = buildProgram(network, 1);
    for (size_t i = 0; i < parameters.size(); ++i) parameters[i] += 0.01F * static_cast<float>(i % 13);
    const auto C = static_cast<hsize_t>(network.modelDim), NH = static_cast<hsize_t>(network.numHeads),
               HS = static_cast<hsize_t>(network.headDim());
    const auto valuesOf = [&](const std::string& name) {
        for (const ParameterInfo& p : program.parameters)
            if (p.name == name)
                return std::vector<float>(parameters.begin() + p.offset,
                                          parameters.begin() + p.offset + p.size());
        return std::vector<float>();
    };
    const auto dense = [&](const std::string& theirs, const std::string& ours) {
        const std::vector<float> weight = valuesOf(ours + ".weight"), bias = valuesOf(ours + ".bias");
        const size_t out = bias.size(), in = weight.size() / out;
        std::vector<float> kernel(in * out);
        for (size_t i = 0; i < in; ++i)
            for (size_t o = 0; o < out; ++o) kernel[i * out + o] = weight[o * in + i];
        file.put(theirs + "/vars/0", {in, out}, kernel);
        file.put(theirs + "/vars/1", {out}, bias);
    };
    const bool sideBySide = names.block.empty();
    for (int i = 0; i < network.numLayers; ++i) {
        const std::string ours = "transformer.layers." + std::to_string(i) + ".";
        const std::string block = QString::fromStdString(names.block)
                                      .replace("#", QString::fromStdString(numberOf(i)))
                                      .toStdString();
        const std::string attention =
            sideBySide ? "layers/multi_head_attention" + numberOf(i) : block + names.attention;
        const std::vector<float> qkv = valuesOf(ours + "self_attn.qkv_proj.weight"),
                                 bias = valuesOf(ours + "self_attn.qkv_proj.bias");
        const char* kinds[] = {"query_dense", "key_dense", "value_dense"};
        for (size_t kind = 0; kind < 3; ++kind) {
            std::vector<float> kernel, biases;
            for (size_t c = 0; c < C; ++c)
                for (size_t h = 0; h < NH; ++h)
                    for (size_t k = 0; k < HS; ++k) kernel.push_back(qkv[((3 * h + kind) * HS + k) * C + c]);
            for (size_t h = 0; h < NH; ++h)
                for (size_t k = 0; k < HS; ++k) biases.push_back(bias[(3 * h + kind) * HS + k]);
            const std::string part = attention + "/" + names.part + kinds[kind] + "/vars/";
            file.put(part + "0", {C, NH, HS}, kernel);
            file.put(part + "1", {NH, HS}, biases);
        }
        const std::vector<float> out = valuesOf(ours + "self_attn.o_proj.weight");
        std::vector<float> kernel;
        for (size_t row = 0; row < NH * HS; ++row)
            for (size_t c = 0; c < C; ++c) kernel.push_back(out[c * NH * HS + row]);
        file.put(attention + "/" + names.part + "output_dense/vars/0", {NH, HS, C}, kernel);
        file.put(attention + "/" + names.part + "output_dense/vars/1", {C},
                 valuesOf(ours + "self_attn.o_proj.bias"));
        const std::string norms[] = {
            sideBySide ? "layers/layer_normalization" + numberOf(2 * i) : block + names.firstNorm,
            sideBySide ? "layers/layer_normalization" + numberOf(2 * i + 1) : block + names.secondNorm};
        for (int n = 0; n < 2; ++n)
            for (int v = 0; v < 2; ++v)
                file.put(norms[n] + "/vars/" + std::to_string(v), {C},
                         valuesOf(ours + "norm" + std::to_string(n + 1) + (v == 0 ? ".weight" : ".bias")));
        dense(sideBySide ? "layers/dense" + numberOf(2 * i) : block + names.firstDense,
              ours + "linear_net.0");
        dense(sideBySide ? "layers/dense" + numberOf(2 * i + 1) : block + names.secondDense,
              ours + "linear_net.3");
    }
    file.put(names.embedding + "/vars/0", {static_cast<hsize_t>(network.inputDim), C},
             valuesOf("embedding.weight"));
    if (network.pooler == Pooler::None) {
        dense(sideBySide ? "layers/dense" + numberOf(2 * network.numLayers) : names.last, "classifier");
    } else {
        dense(names.last, "pooler");
        dense(names.last + "_1", "classifier");
    }
    // What Keras writes besides: the state of random generators, and the optimiser's.
    file.put("layers/dropout/seed_generator/vars/0", {2}, {1, 2}, H5T_STD_U32LE);
    file.put("optimizer/vars/0", {}, {3}, H5T_STD_I64LE);
    file.put("optimizer/vars/1", {4, 4}, std::vector<float>(16, 0.5F));
    file.group("layers/input_layer/vars");
}

}  // namespace test_keras_layers
