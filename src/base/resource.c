// Resources: named bytes that come from a registered provider, the VFS, or the disk.

#include "api/mjp_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/vfs.h"

#include <stdio.h>
#include <string.h>

static void report(char* error, size_t nerror, const char* name, const char* what) {
  if (error && nerror) {
    snprintf(error, nerror, "Error opening file '%s': %s", name, what);
  }
}

// VFS and disk: `data` holds an lbFile.
static bool openPlain(mjResource* resource, const char* dir, const char* name, const mjVFS* vfs) {
  lbFile* file = lb_allocZero(sizeof(lbFile));
  if (!lb_openFile(file, dir, name, vfs)) {
    lb_free(file);
    return false;
  }
  resource->data = file;
  return true;
}

mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                             size_t nerror) {
  mjResource* resource = lb_allocZero(sizeof(mjResource));
  resource->name = lb_joinPath(dir, name);
  resource->vfs = vfs;
  resource->provider = mjp_getResourceProvider(resource->name);
  bool opened = resource->provider ? resource->provider->open(resource) != 0
                                   : openPlain(resource, dir, name, vfs);
  if (!opened) {
    report(error, nerror, resource->name, "it is neither in the VFS nor on disk");
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
  if (resource->provider) {
    return resource->provider->read(resource, buffer);
  }
  const lbFile* file = resource->data;
  *buffer = file->bytes;
  return (int)file->count;
}

mjtSize mju_writeResource(const char* name, const void* buffer, mjtSize nbytes, const mjVFS* vfs,
                          char* error, size_t nerror) {
  (void)vfs;
  if (nbytes < 0 || !lb_writeFile(name, buffer, (size_t)nbytes)) {
    report(error, nerror, name, "it could not be written");
    return -1;
  }
  return nbytes;
}

void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) {
  if (resource->provider && resource->provider->getdir) {
    resource->provider->getdir(resource, dir, ndir);
    return;
  }
  *dir = resource->name;
  *ndir = (int)lb_directoryLength(resource->name);
}

int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  if (resource->provider && resource->provider->modified) {
    return resource->provider->modified(resource, timestamp);
  }
  return strcmp(resource->timestamp, timestamp ? timestamp : "") != 0;
}
