// Paths; see base/path.h.

#include "base/path.h"

#include "api/mjp_functions.h"
#include "base/memory.h"

#include <string.h>
#include <strings.h>

// Characters of the prefix that selects a resource provider, with its ':'; 0 without one.
static size_t prefixLength(const char* path) {
  return mjp_getResourceProvider(path) ? (size_t)(strchr(path, ':') - path) + 1 : 0;
}

static bool isAbsolute(const char* name) {
  bool drive = name[0] && name[1] == ':' && (name[2] == '/' || name[2] == '\\');
  return name[0] == '/' || name[0] == '\\' || drive || prefixLength(name);
}

// Drops "." parts, and ".." together with the part before it, in place.
static void normalise(char* path) {
  bool rooted = path[0] == '/';
  char* out = path + rooted;
  const char* in = path + rooted;
  while (*in) {
    const char* end = strchr(in, '/');
    size_t length = end ? (size_t)(end - in) : strlen(in);
    bool isDot = length == 0 || (length == 1 && in[0] == '.');
    bool isUp = length == 2 && in[0] == '.' && in[1] == '.';

    // find the part written last; it can be dropped unless it is itself ".."
    char* last = out > path + rooted ? out - 1 : out;
    while (last > path + rooted && last[-1] != '/') {
      last--;
    }
    bool canDrop = out > path + rooted && strncmp(last, "../", 3) != 0;
    if (isUp && canDrop) {
      out = last;
    } else if (!isDot && !(isUp && rooted)) {
      memmove(out, in, length);
      out += length;
      *out++ = '/';
    }
    in += length + (end != NULL);
  }
  if (out > path + rooted) {
    out--;
  }
  *out = 0;
}

char* lb_joinPath(const char* directory, const char* name) {
  bool useDirectory = directory && *directory && !isAbsolute(name);
  size_t directoryLength = useDirectory ? strlen(directory) : 0;
  size_t nameLength = strlen(name);
  char* path = lb_alloc(directoryLength + nameLength + 3);
  if (useDirectory) {
    memcpy(path, directory, directoryLength);
    // what a provider's prefix starts goes on behind the ':'
    if (prefixLength(directory) != directoryLength) {
      path[directoryLength++] = '/';
    }
  }
  memcpy(path + directoryLength, name, nameLength + 1);
  for (char* c = path; *c; c++) {
    *c = *c == '\\' ? '/' : *c;
  }

  // room for the '/' that normalise appends to the last part
  path[directoryLength + nameLength + 1] = 0;
  normalise(path);
  return path;
}

bool lb_leadsOutside(const char* path) {
  char* normalised = lb_joinPath(NULL, path);
  bool isUp = strncmp(normalised, "..", 2) == 0 && (normalised[2] == '/' || !normalised[2]);
  bool isOutside = isUp || isAbsolute(normalised);
  lb_free(normalised);
  return isOutside;
}

size_t lb_directoryLength(const char* path) {
  size_t length = strlen(path);
  while (length && path[length - 1] != '/' && path[length - 1] != '\\') {
    length--;
  }
  return length ? length : prefixLength(path);
}

bool lb_hasEnding(const char* name, const char* ending) {
  size_t length = strlen(name), tail = strlen(ending);
  return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

char* lb_assetFolder(const char* modelFolder, const char* setting) {
  char* folder = lb_joinPath(modelFolder, setting ? setting : "");
  size_t length = strlen(folder);
  if (length && folder[length - 1] != '/' && prefixLength(folder) != length) {
    // (lb_joinPath leaves room)
    folder[length] = '/';
    folder[length + 1] = 0;
  }
  return folder;
}

const char* lb_assetName(const char* name, bool isStripped) {
  return isStripped ? name + lb_directoryLength(name) : name;
}

char* lb_assetPath(const char* modelFolder, const char* setting, bool isStripped,
                   const char* name) {
  char* folder = lb_assetFolder(modelFolder, setting);
  char* path = lb_joinPath(folder, lb_assetName(name, isStripped));
  lb_free(folder);
  return path;
}
