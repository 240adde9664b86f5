// Files: the virtual file system (files held in memory under a name) and, natively, the disk.
//
// Names are compared after normalisation: '\' becomes '/', '.' and 'x/..' vanish. A file is looked
// up as directory + name, then by its last part alone, whatever its folder and capitals; the one
// added last wins.
// COMPAT: VFS-LOOKUP: among files of one name in different folders.
// COMPAT: VFS-NAME: a file from disk is kept under the last part of its name in small letters, and
// what is to be deleted is looked for by its whole name, then so.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/plugin.h"
#include "base/path.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbFile_ {
  const void* bytes;
  size_t count;
  void* owned;     // block to free, NULL when bytes belong to the VFS
  uint64_t stamp;  // of bytes that belong to a VFS: no others ever had it; 0: any bytes
} lbFile;

// Opens directory + name from a registered or mounted resource provider, the VFS, or the disk;
// directory and vfs may be NULL. The content stays valid until lb_closeFile and while the VFS holds
// it.
bool lb_openFile(lbFile* file, const char* directory, const char* name, const mjVFS* vfs);

// Releases what lb_openFile read; a closed file may be closed again.
void lb_closeFile(lbFile* file);

// Who provides a file: the provider of its prefix, else that of the innermost folder of the VFS
// that is mounted around it, NULL: nobody.
const mjpResourceProvider* lb_findProvider(const char* path, const mjVFS* vfs);

// Writes a file by its provider, else to disk; false where there is no disk or it fails. vfs may be
// NULL.
bool lb_writeFile(const char* name, const void* bytes, size_t count, const mjVFS* vfs);

#ifdef LB_WASM
// The table that stands for the disk in the module; JavaScript's FS works on it.
mjVFS* lb_memoryDisk(void);
#endif

// The file of a VFS with exactly this (normalised) name; NULL when there is none.
const void* lb_vfsFind(const mjVFS* vfs, const char* name, size_t* count);

// Takes the entry with exactly this name out; false when there is none.
bool lb_vfsRemove(mjVFS* vfs, const char* name);

#ifdef __cplusplus
}
#endif
