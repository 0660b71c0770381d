# cmake -DLUPDATE=… -DTS=… -P update.cmake, from the project's folder: writes the texts of the sources into TS,
# which keeps the translations that it has. The folders are those whose words a window shows.
execute_process(COMMAND ${LUPDATE} -silent -I . -locations none -no-obsolete -source-language en -target-language de
  -tr-function-alias QT_TRANSLATE_NOOP+=ATTX_TR model ui app/runs app/window app/sources app/workers -ts ${TS}
  RESULT_VARIABLE result ERROR_QUIET)
if(result)
  message(FATAL_ERROR "${LUPDATE} failed on ${TS}: ${result}")
endif()
