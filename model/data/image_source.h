// Where images are: what a folder or archive holds, found out without decoding a picture.
#pragma once
#include <string>
#include <vector>

#include "model/data/image_set.h"

namespace attx {

/// A picture (PNG, JPEG ...) on the disk.
struct ImageFile {
    std::string path;
    int32_t label = 0;
};

/// A folder with a sub-folder of pictures for each class, perhaps below train/ and test/.
struct ImageFolder {
    std::vector<ImageFile> train,
        test;                          ///< class after class, by name
    bool testInFiles = true;           ///< false: there is no test/, and every fifth image is in `test`
    std::vector<std::string> classes;  ///< sorted by bytes
    std::string fingerprint;  ///< Hash of the files' names, sizes and ends; kinds that do not compress: of
                              ///< all they hold; begins with pictureMark
    std::string note;         ///< Sentence on files left out, which are no pictures of a class; empty: none
};

/// What `path` leads to.
struct ImageSource {
    std::string packed;       ///< CIFAR or MNIST, archive or folder, for readPackedImages(); empty: pictures
    ImageFolder folder;       ///< Empty if the images are packed
    std::string cacheFolder;  ///< Folder for features: the given one, or that of the given archive
};

/// Whether a file of this name is a picture, by its ending.
[[nodiscard]] bool isPictureName(const std::string& name);

/// `path`: CIFAR-100, CIFAR-10 or MNIST as a folder or archive, a folder that holds either, or a folder of
/// pictures.
/// Throws Error::Kind::Input that says what was expected and found: nothing of that kind, several archives,
/// fewer than two classes, a class of the test that training lacks.
[[nodiscard]] ImageSource findImages(const std::string& path);

}  // namespace attx
