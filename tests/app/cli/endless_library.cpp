// A library whose end never comes: test_bad_input loads it into the program.
#include <unistd.h>

[[gnu::destructor]] static void waitForEver() {
    while (true) pause();
}
