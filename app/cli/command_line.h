// The program's one entry: a subcommand, or the window.
#pragma once

namespace attx {

/// Exit status: 0 done; 1 the work failed or was interrupted; 2 wrong usage or wrong input. Every
/// failure is a sentence on stderr.
int runProgram(int argc, char** argv);

}  // namespace attx
