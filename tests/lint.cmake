# Checks of the source and of the object files, run as tests, so that one that fails fails the run.
# A sanitizer build leaves them out: they say nothing new there, and its objects hold the sanitizer's symbols.
if(ATTX_SANITIZE)
  return()
endif()

include(ProcessorCount)
ProcessorCount(cores)

# The version is pinned, because others lay out and warn differently. Without it the check is shown as skipped.
function(attx_add_lint name script)
  find_program(${name}_PROGRAM NAMES clang-${name}-14)
  if(${name}_PROGRAM)
    add_test(NAME lint.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${${name}_PROGRAM} ${ARGN})
  else()
    message(STATUS "clang-${name}-14 is not installed: the test lint.${name} is skipped")
    add_test(NAME lint.${name} COMMAND ${CMAKE_COMMAND} -E echo "clang-${name}-14 is not installed")
    set_tests_properties(lint.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "is not installed")
  endif()
endfunction()

attx_add_lint(format check_format.sh ${PROJECT_SOURCE_DIR})
# All cores, alone: the first run takes minutes, and tests that watch the clock would suffer beside it.
attx_add_lint(tidy check_tidy.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
set_tests_properties(lint.tidy PROPERTIES TIMEOUT 7200 PROCESSORS ${cores})

foreach(variant avx2 avx512)
  if(TARGET attx-kernels-${variant})
    add_test(NAME lint.kernel_symbols.${variant}
      COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/check_kernel_symbols.sh ${variant} $<TARGET_OBJECTS:attx-kernels-${variant}>
      COMMAND_EXPAND_LISTS)
  endif()
endforeach()
