# Checks of the source and of the object files, run as tests, so that one that fails fails the run. What takes minutes is in
# ./run lint.
# A sanitizer build leaves them out: they say nothing new there, and its objects hold the sanitizer's symbols.
if(ATTX_SANITIZE)
  return()
endif()

# The version is pinned, because others lay out differently. Without it the check is shown as skipped.
find_program(FORMAT_PROGRAM NAMES clang-format-14)
if(FORMAT_PROGRAM)
  add_test(NAME lint.format COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_format.sh ${FORMAT_PROGRAM} ${PROJECT_SOURCE_DIR})
else()
  message(STATUS "clang-format-14 is not installed: the test lint.format is skipped")
  add_test(NAME lint.format COMMAND ${CMAKE_COMMAND} -E echo "clang-format-14 is not installed")
  set_tests_properties(lint.format PROPERTIES SKIP_REGULAR_EXPRESSION "is not installed")
endif()
add_test(NAME lint.layers COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_layers.sh ${PROJECT_SOURCE_DIR})
add_test(NAME lint.documents COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_documents.sh ${PROJECT_SOURCE_DIR})
add_test(NAME lint.words COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_words.sh ${PROJECT_SOURCE_DIR})
add_test(NAME lint.includes COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_includes.sh ${PROJECT_SOURCE_DIR})

foreach(variant avx2 avx512)
  if(TARGET attx-kernels-${variant})
    add_test(NAME lint.kernel_symbols.${variant}
      COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_kernel_symbols.sh ${variant} $<TARGET_OBJECTS:attx-kernels-${variant}>
      COMMAND_EXPAND_LISTS)
  endif()
endforeach()
