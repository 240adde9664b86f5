// Zip archives as folders of files; see base/archive.h.

#include "base/archive.h"

#include "base/compiler.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/zip.h"

#include <string.h>
#include <strings.h>

#define MAX_UNPACKED ((size_t)1 << 30)

typedef struct Part_ {
  const lbZipEntry* entry;
  const char* name;  // normalised: folders with '/', no "." and ".."
  const char* last;  // its last part
  bool isCounted;    // among the unpacked bytes
  bool isIncluded;   // another file names it as one to include
} Part;

struct lbArchive_ {
  int references;
  char* path;       // of the archive itself
  lbRegion region;  // names and tables
  void* bytes;      // owned
  Part* parts;      // files, folders left out
  int partCount;
  lbMap byName;
  lbMap byLast;  // by the last part in small letters
  size_t unpacked;
  const char* main;  // path of the model, NULL: not looked for yet
};

// --- looking up

static int small(int c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static uint32_t hashSmall(const char* text) {
  uint32_t hash = LB_HASH_START;
  for (; *text; text++) {
    hash = lb_hashStep(hash, (uint32_t)small((unsigned char)*text));
  }
  return hash;
}

static Part* findName(const lbArchive* archive, const char* name) {
  uint32_t slot;
  Part* part = lb_mapFirst(&archive->byName, lb_hashText(name), &slot);
  while (part && strcmp(part->name, name) != 0) {
    part = lb_mapNext(&archive->byName, &slot);
  }
  return part;
}

static Part* findLast(const lbArchive* archive, const char* name) {
  const char* last = name + lb_directoryLength(name);
  uint32_t slot;
  Part* part = lb_mapFirst(&archive->byLast, hashSmall(last), &slot);
  while (part && strcasecmp(part->last, last) != 0) {
    part = lb_mapNext(&archive->byLast, &slot);
  }
  return part;
}

// Puts a part under a hash, after those that are there: of equal names the first is found.
static void put(lbMap* map, uint32_t hash, Part* part) {
  uint32_t slot;
  void* other = lb_mapFirst(map, hash, &slot);
  while (other) {
    other = lb_mapNext(map, &slot);
  }
  map->slots[slot] = part;
}

static void addPart(lbArchive* archive, const lbZipEntry* entry) {
  size_t length = strlen(entry->name);
  if (!length || entry->name[length - 1] == '/' || strncmp(entry->name, "__MACOSX/", 9) == 0) {
    return;
  }
  char* path = lb_joinPath(NULL, entry->name[0] == '/' ? entry->name + 1 : entry->name);
  Part* part = &archive->parts[archive->partCount];
  *part = (Part){.entry = entry, .name = lb_regionStrdup(&archive->region, path)};
  lb_free(path);
  part->last = part->name + lb_directoryLength(part->name);
  if (findName(archive, part->name)) {
    lb_error("'%s' is not a readable zip archive: it holds '%s' twice", archive->path, part->name);
  }
  archive->partCount++;
  put(&archive->byName, lb_hashText(part->name), part);
  // (hostile archives may hold many files of one last part; one is found)
  if (!findLast(archive, part->name)) {
    put(&archive->byLast, hashSmall(part->last), part);
  }
}

// --- opening

typedef struct Opening_ {
  lbArchive* archive;
  const char* path;
  lbFile* file;
} Opening;

static void fill(void* context) {
  Opening* o = context;
  lbArchive* archive = o->archive;
  size_t size = o->file->count;
  archive->path = lb_joinPath(NULL, o->path);
  if (o->file->owned) {
    archive->bytes = o->file->owned;
    o->file->owned = NULL;
  } else {
    archive->bytes = lb_alloc(size + 1);
    memcpy(archive->bytes, o->file->bytes, size);
  }
  *o->file = (lbFile){0};
  lbZip zip = lb_zipOpen(&archive->region, archive->bytes, size, archive->path);
  archive->parts = lb_regionAlloc(&archive->region, (size_t)zip.count * sizeof *archive->parts);
  archive->byName = lb_regionMap(&archive->region, (size_t)zip.count);
  archive->byLast = lb_regionMap(&archive->region, (size_t)zip.count);
  for (int i = 0; i < zip.count; i++) {
    addPart(archive, &zip.entries[i]);
  }
}

lbArchive* lb_archiveOpen(const char* path, lbFile* file, const lbArchive* outer) {
  lbArchive* archive = lb_allocZero(sizeof *archive);
  archive->references = 1;
  archive->unpacked = outer ? outer->unpacked : 0;
  if (!lb_protect(fill, &(Opening){archive, path, file})) {
    lb_archiveRelease(archive);
    lb_raiseAgain();
  }
  return archive;
}

lbArchive* lb_archiveShare(lbArchive* archive) {
  if (archive) {
    archive->references++;
  }
  return archive;
}

void lb_archiveRelease(lbArchive* archive) {
  if (!archive || --archive->references > 0) {
    return;
  }
  lb_regionFree(&archive->region);
  lb_free(archive->bytes);
  lb_free(archive->path);
  lb_free(archive);
}

// --- files

// The content of a part, in a block of its own; NULL when it is empty.
static void* unpack(lbArchive* archive, Part* part) {
  if (!part->isCounted && part->entry->size > MAX_UNPACKED - archive->unpacked) {
    lb_error("'%s' is not a readable zip archive: it unpacks to more than %d MB", archive->path,
             (int)(MAX_UNPACKED >> 20));
  }
  void* content = lb_zipRead(part->entry, archive->path);
  archive->unpacked += part->isCounted ? 0 : part->entry->size;
  part->isCounted = true;
  return content;
}

static bool openPart(lbFile* file, lbArchive* archive, Part* part) {
  if (!part) {
    return false;
  }
  void* content = unpack(archive, part);
  *file = (lbFile){.bytes = content ? content : "", .count = part->entry->size, .owned = content};
  return true;
}

// The part of a path below the archive, NULL: it is not below.
static const char* nameInside(const lbArchive* archive, const char* path) {
  size_t length = strlen(archive->path);
  bool isInside = strncmp(path, archive->path, length) == 0 && path[length] == '/';
  return isInside ? path + length + 1 : NULL;
}

bool lb_archiveHas(const lbArchive* archive, const char* directory, const char* name) {
  char* path = lb_joinPath(directory, name);
  const char* inside = nameInside(archive, path);
  bool has = inside && findName(archive, inside);
  lb_free(path);
  return has;
}

bool lb_openFileIn(lbFile* file, lbArchive* archive, const char* directory, const char* name,
                   const mjVFS* vfs) {
  *file = (lbFile){0};
  if (!archive) {
    return lb_openFile(file, directory, name, vfs);
  }
  char* path = lb_joinPath(directory, name);
  const char* inside = nameInside(archive, path);
  Part* whole = inside ? findName(archive, inside) : NULL;
  Part* last = findLast(archive, path);
  lb_free(path);
  if (inside && (whole || last)) {
    return openPart(file, archive, whole ? whole : last);
  }
  return lb_openFile(file, directory, name, vfs) || openPart(file, archive, last);
}

// --- the model

// Whether a text has a root element <mujoco> or <robot>.
static bool holdsModel(const char* text) {
  const char* at = strchr(text, '<');
  while (at && (at[1] == '!' || at[1] == '?')) {
    at = strncmp(at, "<!--", 4) == 0 ? strstr(at, "-->") : strchr(at, '>');
    at = at ? strchr(at, '<') : NULL;
  }
  if (!at) {
    return false;
  }
  size_t length = strcspn(at + 1, " \t\r\n/>");
  return (length == 6 && strncmp(at + 1, "mujoco", 6) == 0) ||
         (length == 5 && strncasecmp(at + 1, "robot", 5) == 0);
}

// Marks the parts that a text names in file="...".
static void markIncluded(lbArchive* archive, char* text) {
  for (char* at = strstr(text, "file="); at; at = strstr(at, "file=")) {
    at += 5;
    char quote = *at;
    char* end = quote == '"' || quote == '\'' ? strchr(at + 1, quote) : NULL;
    if (!end) {
      continue;
    }
    *end = 0;
    Part* part = findLast(archive, at + 1);
    if (part) {
      part->isIncluded = true;
    }
    at = end + 1;
  }
}

static int depth(const char* name) {
  int count = 0;
  for (; *name; name++) {
    count += *name == '/';
  }
  return count;
}

// Of the XML files that hold a model and that no other names, the one in the fewest folders, the
// first of those. All of them are read once.
static Part* findShallowest(lbArchive* archive) {
  Part* best = NULL;
  bool* isModel = lb_regionAlloc(&archive->region, (size_t)archive->partCount + 1);
  for (int i = 0; i < archive->partCount; i++) {
    Part* part = &archive->parts[i];
    char* content = lb_hasEnding(part->name, ".xml") ? unpack(archive, part) : NULL;
    if (!content) {
      continue;
    }
    // (nothing is named in the last byte)
    content[part->entry->size - 1] = 0;
    isModel[i] = holdsModel(content);
    markIncluded(archive, content);
    lb_free(content);
  }
  for (int i = 0; i < archive->partCount; i++) {
    Part* part = &archive->parts[i];
    if (isModel[i] && !part->isIncluded && (!best || depth(part->name) < depth(best->name))) {
      best = part;
    }
  }
  return best;
}

// The only part that ends in .xml, else in .urdf.
static Part* findOnly(lbArchive* archive) {
  static const char* const endings[] = {".xml", ".urdf"};
  for (int k = 0; k < 2; k++) {
    Part* only = NULL;
    int count = 0;
    for (int i = 0; i < archive->partCount; i++) {
      if (lb_hasEnding(archive->parts[i].name, endings[k])) {
        only = &archive->parts[i];
        count++;
      }
    }
    if (count) {
      return count == 1 ? only : NULL;
    }
  }
  return NULL;
}

LB_APART const char* lb_archiveMain(lbArchive* archive) {
  if (archive->main) {
    return archive->main;
  }
  const char* last = archive->path + lb_directoryLength(archive->path);
  const char* dot = strrchr(last, '.');
  int stem = (int)(dot ? (size_t)(dot - last) : strlen(last));
  const char* own = lb_regionPrintf(&archive->region, "%.*s.xml", stem, last);
  Part* part = findName(archive, "model.xml");
  part = part ? part : findName(archive, own);
  part = part ? part : findOnly(archive);
  part = part ? part : findShallowest(archive);
  if (!part) {
    lb_error("no root XML file found in archive '%s', expected model.xml, %s or another XML file",
             archive->path, own);
  }
  archive->main = lb_regionPrintf(&archive->region, "%s/%s", archive->path, part->name);
  return archive->main;
}
