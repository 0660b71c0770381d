#include "app/cli/command_line.h"

int main(int argc, char** argv) { return attx::runProgram(argc, argv); }
