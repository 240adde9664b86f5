// What is said to compilers beyond C.

#pragma once

// A function that stays a function in the module too.
//
// JavaScript engines compile WebAssembly twice: quickly when it is loaded, well once a function has
// been called or has looped often. V8 changes to the good code only with the function's next call;
// whoever stays inside a long loop runs the slow code to its end. So the body of a long loop that
// runs once (loading an asset) is a function of its own, called for each cell, row or leaf.
//
// Clang obeys the attribute. Binaryen, which optimises the linked module, does not know it: it
// inlines a function that has one caller while it is small (cmake/module.cmake holds the limit). A
// small body is therefore called through a table, as the painters of rows in asset/texture.c are.
#define LB_OWN_FUNCTION __attribute__((noinline))

// Whether one simulation may run on several threads: natively, and in the module that is built for
// threads (LB_THREADS of CMake). Elsewhere what asks for threads is compiled away.
#if !defined(LB_WASM) || defined(LB_WASM_THREADS)
#define LB_THREADS 1
#define LB_THREAD_LOCAL _Thread_local
#else
#define LB_THREADS 0
#define LB_THREAD_LOCAL
#endif

// Of a count that several threads of a program change. In the module a program has one.
#ifdef LB_WASM
#define LB_SHARED
#else
#define LB_SHARED _Atomic
#endif

// A part of a function that many calls do not enter. Inlined it would make all of them save and
// restore the registers that it needs, and the first of them wait for it in the module: there V8
// compiles whole functions, each when it is called first (50 ns a byte), which is most of the time
// that the first load of a small model takes. Passes that a load goes through once are apart, too:
// joined they are one function in which some loop is long, and V8 spends more on compiling all of
// it well (30 kB: 23 MB of memory, 0.2 s beside the load) than the load takes.
#define LB_APART __attribute__((noinline))

// The same in the module only: what many calls enter, but inlined makes a large function that V8
// has to compile twice. Natively a call would cost a hundredth of a small model's step.
#ifdef LB_WASM
#define LB_MODULE_APART LB_APART
#else
#define LB_MODULE_APART
#endif
