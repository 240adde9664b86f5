// Included before every qhull source: what qhull takes from its surroundings becomes the engine's.
//
// - setjmp/longjmp: qhull leaves an error through lb_error (qhull_user.c)
// - memory: the engine's, counted
// - messages: only the code survives; the texts are written for qhull's own programs
// - files: options that name one are refused
// - clocks: hulls do not depend on the time, and the module imports no clock
// - printing of facets and results: never called, so it need not be linked

#pragma once

#include <libqhull_r/qhull_ra.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__attribute__((noreturn)) void lb_qhullFailed(int exitCode);
// Of messages only errors are told.
#define LB_FIRST_ERROR_CODE 6000
#define LB_LAST_ERROR_CODE 6999
void lb_qhullMessage(qhT* qh, int code);
void* lb_qhullCalloc(size_t count, size_t size);

#undef setjmp
#define setjmp(environment) 0
#undef longjmp
#define longjmp(environment, code) lb_qhullFailed(code)

#define calloc(count, size) lb_qhullCalloc(count, size)
#define malloc(size) qh_malloc(size)
#define free(block) qh_free(block)

#define lb_qhullTold(qh, code)                                           \
  ((code) < LB_FIRST_ERROR_CODE || (code) > LB_LAST_ERROR_CODE ? (void)0 \
                                                               : lb_qhullMessage(qh, code))
#define qh_fprintf(qh, file, code, ...) lb_qhullTold(qh, code)
#define qh_fprintf_stderr(code, ...) lb_qhullTold(NULL, code)

// the record of its options, which only messages show
#undef sprintf
#define sprintf(text, ...) (*(text) = 0)

#define freopen(path, mode, stream) NULL
#define fopen(path, mode) NULL
#define fclose(stream) 0
#define fflush(stream) 0
#undef stdin
#undef stdout
#undef stderr
#define stdin ((FILE*)1)
#define stdout ((FILE*)1)
#define stderr ((FILE*)1)

static const struct tm lb_noTime;
#define clock() 0
#define time(result) (*(result) = 0)
#define localtime(moment) ((struct tm*)&lb_noTime)

// The files that define these are compiled without the macros.
#ifndef LB_QHULL_IO
#define qh_printfacet(qh, file, facet) ((void)0)
#define qh_printfacetridges(qh, file, facet) ((void)0)
#define qh_printneighborhood(qh, file, format, a, b, all) ((void)0)
#define qh_printpoint(qh, file, text, point) ((void)0)
#define qh_printpointid(qh, file, text, dim, point, id) ((void)0)
#define qh_printvertex(qh, file, vertex) ((void)0)
#define qh_printvertexlist(qh, file, text, facets, set, all) ((void)0)
#define qh_printvertices(qh, file, text, vertices) ((void)0)
#define qh_produce_output(qh) ((void)0)
#define qh_produce_output2(qh) ((void)0)
#endif
#ifndef LB_QHULL_LISTS
#define qh_printsummary(qh, file) ((void)0)
#define qh_printhashtable(qh, file) ((void)0)
#define qh_printlists(qh) ((void)0)
#define qh_errexit2(qh, code, facet, other) lb_qhullFailed(code)
#endif
#ifndef LB_QHULL_STATISTICS
#define qh_printstatistics(qh, file, text) ((void)0)
#define qh_printallstatistics(qh, file, text) ((void)0)
#endif
#ifndef LB_QHULL_OPTION
#define qh_option(qh, text, i, r) ((void)0)
#endif
#ifndef LB_QHULL_USER
#define qh_errexit(qh, code, facet, ridge) lb_qhullFailed(code)
#define qh_printfacetlist(qh, list, set, all) ((void)0)
#define qh_errprint(qh, text, facet, other, ridge, vertex) ((void)0)
#endif
