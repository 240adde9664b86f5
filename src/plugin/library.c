// Libraries that bring plugins: each registers its own when it is loaded (mjPLUGIN_LIB_INIT), by
// the functions of the program that loads it. The module cannot load any.

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "base/error.h"

#ifdef LB_WASM

LB_NORETURN static void refuseToLoad(const char* path) {
  lb_error("plugins are linked in, '%s' cannot be loaded at run time", path ? path : "");
}

void mj_loadPluginLibrary(const char* path) {
  refuseToLoad(path);
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  (void)callback;
  refuseToLoad(directory);
}

#else

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"

void mj_loadPluginLibrary(const char* path) {
  LB_REQUIRE(path);
  if (!dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    const char* reason = dlerror();
    lb_complain("Error loading plugin library '%s': %s", path, reason ? reason : "unknown");
  }
}

static int isLibrary(const struct dirent* entry) {
  return lb_hasEnding(entry->d_name, ".so") || lb_hasEnding(entry->d_name, ".dylib");
}

typedef struct Folder_ {
  const char* path;
  mjfPluginLibraryLoadCallback callback;
  struct dirent** entries;
  int count;
} Folder;

static void loadEach(void* context) {
  const Folder* folder = context;
  for (int i = 0; i < folder->count; i++) {
    char path[4096];
    const char* name = folder->entries[i]->d_name;
    int first = mjp_pluginCount();
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    mj_loadPluginLibrary(path);
    int added = mjp_pluginCount() - first;
    if (folder->callback) {
      folder->callback(name, added ? first : -1, added);
    }
  }
}

void mj_loadAllPluginLibraries(const char* directory, mjfPluginLibraryLoadCallback callback) {
  LB_REQUIRE(directory);
  Folder folder = {.path = directory, .callback = callback};
  folder.count = scandir(directory, &folder.entries, isLibrary, alphasort);
  bool done = lb_protect(loadEach, &folder);
  for (int i = 0; i < folder.count; i++) {
    free(folder.entries[i]);
  }
  free(folder.entries);
  if (!done) {
    lb_raiseAgain();
  }
}

#endif
