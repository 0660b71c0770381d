# cmake -DLUPDATE=… -DTS=… -P update.cmake, from the project's folder: writes the texts of the sources into TS,
# which keeps the translations that it has. The folders are those whose words a window shows.

# The titles and lines of the presets stand in files that lupdate does not read.
set(titles "")
file(GLOB presets resources/presets/*.json)
foreach(preset IN LISTS presets)
  file(READ ${preset} json)
  foreach(key title shows)
    string(JSON text GET "${json}" ${key})
    string(APPEND titles "QT_TRANSLATE_NOOP(\"model\", \"${text}\")\n")
  endforeach()
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
