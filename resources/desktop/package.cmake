# The Debian package, by CPack: ./run package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME attention-explorer)
set(CPACK_PACKAGE_CONTACT "${ATTX_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${ATTX_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "train a small Transformer and look inside")
set(CPACK_PACKAGE_DESCRIPTION
"Attention Explorer trains small Transformer encoders by pointing and clicking,
on the processor or on graphics devices, and shows what they have learnt:
attention of every head, explanations side by side, ablation and patching of
heads, and the whole training on a timeline.
.
It works on sequences, on sets of images and on texts; every figure can be
exported, and every function of the window is there on the command line.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, libvulkan1, qt6-wayland, qt6-image-formats-plugins")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion, ffmpeg, python3-torch")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
