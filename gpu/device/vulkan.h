// Vulkan's handles by RAII. Functions are found in the loader that is opened at run time.
#pragma once
#define VK_NO_PROTOTYPES
#define VULKAN_HPP_NO_CONSTRUCTORS
#include <vulkan/vulkan_raii.hpp>
