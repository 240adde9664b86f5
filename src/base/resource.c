// Resources: named bytes that come from a registered provider, the VFS, or the disk.

#include "api/mjp_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/vfs.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define NO_NAME "without a name"

static void report(char* error, size_t nerror, const char* what, const char* name,
                   const char* why) {
  if (error && nerror) {
    snprintf(error, nerror, "Error %s file '%s': %s", what, name ? name : "", why);
  }
}

// The content as a timestamp: it changes with every byte.
static void stamp(mjResource* resource, const lbFile* file) {
  uint32_t first = LB_HASH_START, second = LB_HASH_START;
  const unsigned char* bytes = file->bytes;
  for (size_t i = 0; i < file->count; i++) {
    first = lb_hashStep(first, bytes[i]);
    second = lb_hashStep(second, bytes[file->count - 1 - i]);
  }
  snprintf(resource->timestamp, sizeof resource->timestamp, "%zu-%08x%08x", file->count, first,
           second);
}

// VFS and disk: `data` holds an lbFile.
static bool openPlain(mjResource* resource, const char* dir, const char* name, const mjVFS* vfs) {
  lbFile* file = lb_allocZero(sizeof(lbFile));
  if (!lb_openFile(file, dir, name, vfs)) {
    lb_free(file);
    return false;
  }
  resource->data = file;
  stamp(resource, file);
  return true;
}

mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                             size_t nerror) {
  if (!name) {
    report(error, nerror, "opening", name, NO_NAME);
    return NULL;
  }
  mjResource* resource = lb_allocZero(sizeof(mjResource));
  resource->name = lb_joinPath(dir, name);
  resource->vfs = vfs;
  resource->provider = lb_findProvider(resource->name, vfs);
  bool opened = resource->provider ? resource->provider->open(resource) != 0
                                   : openPlain(resource, dir, name, vfs);
  if (!opened) {
    report(error, nerror, "opening", resource->name,
           resource->provider ? "its resource provider could not open it"
                              : "it is neither in the VFS nor on disk");
    lb_free(resource->name);
    lb_free(resource);
    return NULL;
  }
  return resource;
}

void mju_closeResource(mjResource* resource) {
  if (!resource) {
    return;
  }
  if (resource->provider) {
    if (resource->provider->close) {
      resource->provider->close(resource);
    }
  } else {
    lb_closeFile(resource->data);
    lb_free(resource->data);
  }
  lb_free(resource->name);
  lb_free(resource);
}

int mju_readResource(mjResource* resource, const void** buffer) {
  LB_REQUIRE(buffer);
  if (!resource) {
    return -1;
  }
  if (resource->provider) {
    return resource->provider->read(resource, buffer);
  }
  const lbFile* file = resource->data;
  *buffer = file ? file->bytes : NULL;
  return file && file->count <= INT_MAX ? (int)file->count : -1;
}

mjtSize mju_writeResource(const char* name, const void* buffer, mjtSize nbytes, const mjVFS* vfs,
                          char* error, size_t nerror) {
  if (!name || !*name) {
    report(error, nerror, "writing", name, NO_NAME);
    return -1;
  }
  char* path = lb_joinPath(NULL, name);
  const mjpResourceProvider* provider = lb_findProvider(path, vfs);
  lb_free(path);
  if (provider && !provider->write) {
    report(error, nerror, "writing", name, "its resource provider is read only");
    return -1;
  }
  if (nbytes < 0 || (!buffer && nbytes) || !lb_writeFile(name, buffer, (size_t)nbytes, vfs)) {
    report(error, nerror, "writing", name, "it could not be written");
    return -1;
  }
  return nbytes;
}

void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) {
  LB_REQUIRE(dir && ndir);
  *dir = NULL;
  *ndir = 0;
  if (!resource || !resource->name) {
    return;
  }
  if (resource->provider && resource->provider->getdir) {
    resource->provider->getdir(resource, dir, ndir);
    return;
  }
  *dir = resource->name;
  *ndir = (int)lb_directoryLength(resource->name);
}

int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  if (!resource) {
    return 1;
  }
  if (resource->provider && resource->provider->modified) {
    return resource->provider->modified(resource, timestamp);
  }
  return strcmp(resource->timestamp, timestamp ? timestamp : "") != 0;
}
