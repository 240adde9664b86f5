// Included before every qhull source: qhull leaves an error by longjmp, the engine by lb_error.

#pragma once

#include <setjmp.h>

__attribute__((noreturn)) void lb_qhullFailed(int exitCode);

#undef setjmp
#define setjmp(environment) 0
#define longjmp(environment, code) lb_qhullFailed(code)
