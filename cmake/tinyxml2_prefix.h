// Included before tinyxml2.cpp: documents are read and written in memory, so that the standard
// streams and files need not be linked.

#pragma once

#include <cctype>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mjcf/dom.h"

#undef fopen
#define fopen(path, mode) (static_cast<FILE*>(nullptr))
#undef fclose
#define fclose(stream) 0
#undef fseek
#define fseek(stream, offset, origin) (-1)
#undef fread
#define fread(data, size, count, stream) 0
#undef fgetc
#define fgetc(stream) EOF
#undef fputc
#define fputc(character, stream) EOF
#undef fwrite
#define fwrite(data, size, count, stream) 0
#undef vfprintf
#define vfprintf(stream, format, arguments) (-1)
#undef printf
#define printf(...) 0
#undef stdout
#define stdout (static_cast<FILE*>(nullptr))
