# cmake -DLUPDATE=… -DTS=… -P update.cmake, from the project's folder: writes the texts of the sources into TS,
# which keeps the translations that it has. The folders are those whose words a window shows.

# The titles of the presets stand in files that lupdate does not read.
set(titles "")
file(GLOB presets resources/presets/*.json)
foreach(preset IN LISTS presets)
  file(READ ${preset} json)
  string(JSON title GET "${json}" title)
  string(APPEND titles "QT_TRANSLATE_NOOP(\"model\", \"${title}\")\n")
endforeach()
file(WRITE ${TS}.titles.h "${titles}")

execute_process(COMMAND ${LUPDATE} -silent -I . -locations none -no-obsolete -source-language en -target-language de
  -tr-function-alias QT_TRANSLATE_NOOP+=ATTX_TR model ui app ${TS}.titles.h
  -ts ${TS}
  RESULT_VARIABLE result ERROR_QUIET)
file(REMOVE ${TS}.titles.h)
if(result)
  message(FATAL_ERROR "${LUPDATE} failed on ${TS}: ${result}")
endif()
