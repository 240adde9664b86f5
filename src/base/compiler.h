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
