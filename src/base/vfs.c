// The virtual file system; see base/vfs.h. A VFS holds tens to hundreds of files: a sorted table
// and binary search.

#include "base/vfs.h"

#include "api/mj_functions.h"
#include "api/mjp_functions.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { VFS_OK = 0, VFS_FAILED = -1, VFS_REPEATED = 2 };

typedef struct {
  char* name;   // normalised, owned
  void* bytes;  // owned copy
  size_t count;
  mjResource* mount;  // a mounted folder; bytes is NULL
  uint64_t stamp;     // number among all files that were added anywhere
} Entry;

typedef struct {
  Entry* entries;  // sorted by name
  int count;
  int capacity;
} Table;

// Index of the entry, or where to insert it.
static int findPlace(const Table* table, const char* name, bool* found) {
  int low = 0, high = table->count;
  while (low < high) {
    int middle = (low + high) / 2;
    int order = strcmp(table->entries[middle].name, name);
    if (order == 0) {
      *found = true;
      return middle;
    }
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *found = false;
  return low;
}

// The last part of a path, put into small letters in place.
static char* smallLast(char* path) {
  char* last = path + lb_directoryLength(path);
  for (char* c = last; *c; c++) {
    *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
  }
  return last;
}

static Entry* findEntry(const mjVFS* vfs, const char* normalised) {
  const Table* table = vfs ? vfs->impl_ : NULL;
  bool found = false;
  int place = table ? findPlace(table, normalised, &found) : 0;
  return found ? &table->entries[place] : NULL;
}

// The entry that a name stands for in calls that change the table.
// COMPAT: VFS-NAME: the whole name, else the last part in small letters.
static Entry* findStored(const mjVFS* vfs, const char* directory, const char* name) {
  char* path = lb_joinPath(directory, name);
  Entry* entry = findEntry(vfs, path);
  entry = entry ? entry : findEntry(vfs, smallLast(path));
  lb_free(path);
  return entry;
}

const void* lb_vfsFind(const mjVFS* vfs, const char* name, size_t* count) {
  char* normalised = lb_joinPath(NULL, name);
  Entry* entry = findEntry(vfs, normalised);
  lb_free(normalised);
  *count = entry ? entry->count : 0;
  return entry ? entry->bytes : NULL;
}

static bool isSameWord(const char* a, const char* b) {
  for (; *a && *b; a++, b++) {
    int upperA = *a >= 'a' && *a <= 'z' ? *a - 32 : *a;
    int upperB = *b >= 'a' && *b <= 'z' ? *b - 32 : *b;
    if (upperA != upperB) {
      return false;
    }
  }
  return *a == *b;
}

// The path itself; else the file added last whose last part is the same but for capitals.
// COMPAT: VFS-LOOKUP: folders do not matter then, so flat uploads of nested models load.
static const Entry* lookUp(const char* directory, const char* name, const mjVFS* vfs) {
  char* path = lb_joinPath(directory, name);
  const Entry* entry = findEntry(vfs, path);
  const Table* table = vfs ? vfs->impl_ : NULL;
  const char* last = path + lb_directoryLength(path);
  for (int i = 0; table && !entry && i < table->count; i++) {
    const Entry* other = &table->entries[i];
    if (!other->mount && isSameWord(other->name + lb_directoryLength(other->name), last)) {
      // the newest of all that fit
      for (int k = i + 1; k < table->count; k++) {
        const Entry* later = &table->entries[k];
        bool fits = isSameWord(later->name + lb_directoryLength(later->name), last);
        other = !later->mount && fits && later->stamp > other->stamp ? later : other;
      }
      entry = other;
    }
  }
  lb_free(path);
  return entry;
}

static void giveContent(lbFile* file, const Entry* entry) {
  file->bytes = entry->bytes;
  file->count = entry->count;
  file->stamp = entry->stamp;
}

#ifdef LB_WASM

// The module has no disk: files that a program writes, and those that it reads without a VFS, live
// in this table.
static mjVFS memoryDisk = {NULL};

mjVFS* lb_memoryDisk(void) {
  return &memoryDisk;
}

// Its root is the working folder: "/a.xml" and "a.xml" are one file.
static const char* diskName(const char* path) {
  return path + (path[0] == '/');
}

static bool readDisk(lbFile* file, const char* path) {
  const Entry* entry = findEntry(&memoryDisk, diskName(path));
  if (!entry || !entry->bytes) {
    return false;
  }
  giveContent(file, entry);
  return true;
}

static bool writeDisk(const char* name, const void* bytes, size_t count) {
  lb_vfsRemove(&memoryDisk, diskName(name));
  return count <= INT_MAX &&
         mj_addBufferVFS(&memoryDisk, diskName(name), bytes, (int)count) == VFS_OK;
}

#else

static bool readDisk(lbFile* file, const char* path) {
  FILE* stream = fopen(path, "rb");
  if (!stream) {
    return false;
  }
  bool good = fseek(stream, 0, SEEK_END) == 0;
  long count = good ? ftell(stream) : -1;
  good = good && count >= 0 && count < LONG_MAX && fseek(stream, 0, SEEK_SET) == 0;
  file->owned = good ? lb_tryAlloc((size_t)count + 1) : NULL;
  file->count = good && !file->owned ? (size_t)count + 1 : 0;  // what memory did not suffice for
  good = file->owned && fread(file->owned, 1, (size_t)count, stream) == (size_t)count;
  fclose(stream);
  if (!good) {
    lb_free(file->owned);
    file->owned = NULL;
    return false;
  }
  file->bytes = file->owned;
  file->count = (size_t)count;
  return true;
}

static bool writeDisk(const char* name, const void* bytes, size_t count) {
  FILE* stream = fopen(name, "wb");
  if (!stream) {
    return false;
  }
  bool written = fwrite(bytes, 1, count, stream) == count;
  return fclose(stream) == 0 && written;
}

#endif

const mjpResourceProvider* lb_findProvider(const char* path, const mjVFS* vfs) {
  const mjpResourceProvider* provider = mjp_getResourceProvider(path);
  const Table* table = vfs ? vfs->impl_ : NULL;
  const Entry* innermost = NULL;
  size_t longest = 0;
  for (int i = 0; table && !provider && i < table->count; i++) {
    const Entry* entry = &table->entries[i];
    size_t length = entry->mount ? strlen(entry->name) : 0;
    bool isAround =
        length && strncmp(path, entry->name, length) == 0 && (path[length] == '/' || !path[length]);
    innermost = isAround && length > longest ? entry : innermost;
    longest = isAround && length > longest ? length : longest;
  }
  return innermost ? innermost->mount->provider : provider;
}

// A copy of what a provider has under a name.
static bool readProvided(lbFile* file, char* path, const mjVFS* vfs,
                         const mjpResourceProvider* provider) {
  mjResource resource = {.name = path, .provider = provider, .vfs = vfs};
  if (!provider->open(&resource)) {
    return false;
  }
  const void* bytes = NULL;
  int count = provider->read(&resource, &bytes);
  if (count >= 0) {
    char* copy = lb_alloc((size_t)count + 1);
    if (count) {
      memcpy(copy, bytes, (size_t)count);
    }
    copy[count] = 0;
    *file = (lbFile){.bytes = copy, .count = (size_t)count, .owned = copy};
  }
  provider->close(&resource);
  return count >= 0;
}

bool lb_openFile(lbFile* file, const char* directory, const char* name, const mjVFS* vfs) {
  *file = (lbFile){0};

  // a name with a scheme of its own stands for itself, another one continues the folder's
  char* full = lb_joinPath(mjp_getResourceProvider(name) ? NULL : directory, name);
  const mjpResourceProvider* provider = lb_findProvider(full, vfs);
  bool provided = provider && readProvided(file, full, vfs, provider);
  lb_free(full);
  if (provider) {
    return provided;
  }
  const Entry* entry = lookUp(directory, name, vfs);
  if (entry) {
    giveContent(file, entry);
    return entry->bytes != NULL;
  }
  char* path = lb_joinPath(directory, name);
  bool read = readDisk(file, path);
  lb_free(path);
  if (!read && file->count) {
    lb_error("Could not allocate memory for file '%s' (%zu bytes)", name, file->count);
  }
  return read;
}

bool lb_writeFile(const char* name, const void* bytes, size_t count, const mjVFS* vfs) {
  char* path = lb_joinPath(NULL, name);
  const mjpResourceProvider* provider = lb_findProvider(path, vfs);
  mjResource resource = {.name = path, .vfs = vfs, .provider = provider};
  bool done = provider ? provider->write && provider->write(&resource, bytes, (mjtSize)count) >= 0
                       : writeDisk(name, bytes, count);
  lb_free(path);
  return done;
}

void lb_closeFile(lbFile* file) {
  lb_free(file->owned);
  *file = (lbFile){0};
}

void mj_defaultVFS(mjVFS* vfs) {
  LB_REQUIRE(vfs);
  vfs->impl_ = lb_allocZero(sizeof(Table));
}

// Releases what an entry holds; a mounted folder is unmounted.
static void freeEntry(const Entry* entry) {
  mjResource* mount = entry->mount;
  if (mount && mount->provider->unmount) {
    mount->provider->unmount(mount);
  }
  lb_free(mount);
  lb_free(entry->bytes);
  lb_free(entry->name);
}

// Makes room for one more entry, so that adding it cannot fail.
static void reserveEntry(mjVFS* vfs) {
  if (!vfs->impl_) {
    mj_defaultVFS(vfs);
  }
  Table* table = vfs->impl_;
  lb_arrayReserve((void**)&table->entries, table->count, &table->capacity, 1, sizeof(Entry));
}

// Takes over name and bytes, or frees them when the name is taken. There is room for them.
static int addEntry(mjVFS* vfs, Entry entry) {
  Table* table = vfs->impl_;
  bool found;
  int place = findPlace(table, entry.name, &found);
  if (found) {
    lb_free(entry.name);
    lb_free(entry.bytes);
    return VFS_REPEATED;
  }
  int last = lb_arrayGrow((void**)&table->entries, &table->count, &table->capacity, sizeof entry);
  memmove(table->entries + place + 1, table->entries + place,
          (size_t)(last - place) * sizeof(Entry));
  static _Atomic(uint64_t) added;
  entry.stamp = ++added;
  table->entries[place] = entry;
  return VFS_OK;
}

int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  LB_REQUIRE(vfs && name);
  if (nbuffer < 0 || (!buffer && nbuffer)) {
    return VFS_FAILED;
  }
  size_t count = (size_t)nbuffer;
  reserveEntry(vfs);
  char* path = lb_joinPath(NULL, name);
  void* bytes = lb_tryAlloc(count + 1);
  if (!bytes) {
    lb_free(path);
    lb_error("Could not allocate memory for file '%s' (%zu bytes)", name, count);
  }
  if (count) {
    memcpy(bytes, buffer, count);
  }
  return addEntry(vfs, (Entry){.name = path, .bytes = bytes, .count = count});
}

int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  LB_REQUIRE(vfs && filename);
  lbFile file = {0};
  char* path = lb_joinPath(directory, filename);
  bool read = readDisk(&file, path) && file.count <= INT_MAX;
  int result =
      read ? mj_addBufferVFS(vfs, smallLast(path), file.bytes, (int)file.count) : VFS_FAILED;
  lb_free(path);
  lb_closeFile(&file);
  return result;
}

int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider) {
  if (!provider || !provider->open || !provider->read || !provider->close) {
    return VFS_FAILED;
  }
  reserveEntry(vfs);
  char* name = lb_joinPath(NULL, filepath);
  if (findEntry(vfs, name)) {
    lb_free(name);
    return VFS_REPEATED;
  }
  mjResource* mount = lb_tryAlloc(sizeof *mount);
  if (!mount) {
    lb_free(name);
    lb_error("Could not allocate memory for the folder '%s'", filepath);
  }
  *mount = (mjResource){.name = name, .vfs = vfs, .provider = provider};
  if (provider->mount && !provider->mount(mount)) {
    lb_free(mount);
    lb_free(name);
    return VFS_FAILED;
  }
  return addEntry(vfs, (Entry){.name = name, .mount = mount});
}

static int removeEntry(mjVFS* vfs, Entry* entry) {
  if (!entry) {
    return VFS_FAILED;
  }
  Table* table = vfs->impl_;
  freeEntry(entry);
  memmove(entry, entry + 1, (size_t)(table->entries + table->count - entry - 1) * sizeof(Entry));
  table->count--;
  return VFS_OK;
}

bool lb_vfsRemove(mjVFS* vfs, const char* name) {
  char* path = lb_joinPath(NULL, name);
  int result = removeEntry(vfs, findEntry(vfs, path));
  lb_free(path);
  return result == VFS_OK;
}

int mj_unmountVFS(mjVFS* vfs, const char* filename) {
  LB_REQUIRE(filename);
  Entry* entry = findStored(vfs, NULL, filename);
  return removeEntry(vfs, entry && entry->mount ? entry : NULL);
}

int mj_deleteFileVFS(mjVFS* vfs, const char* filename) {
  LB_REQUIRE(filename);
  return removeEntry(vfs, findStored(vfs, NULL, filename));
}

int mj_containsBufferVFS(mjVFS* vfs, const char* name) {
  LB_REQUIRE(name);
  const Entry* entry = findStored(vfs, NULL, name);
  return entry && entry->bytes;
}

int mj_containsFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  LB_REQUIRE(filename);
  return findStored(vfs, directory, filename) != NULL;
}

void mj_deleteVFS(mjVFS* vfs) {
  LB_REQUIRE(vfs);
  Table* table = vfs->impl_;
  if (!table) {
    return;
  }
  for (int i = 0; i < table->count; i++) {
    freeEntry(&table->entries[i]);
  }
  lb_free(table->entries);
  lb_free(table);
  vfs->impl_ = NULL;
}
