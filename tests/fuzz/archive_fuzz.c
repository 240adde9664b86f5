// Archives: either the input is one, damaged in any way, or it is cut into files that are packed
// into one, so that models inside are read too. It opens or is refused, what opens can be saved
// as an archive again, and nothing stays behind.

#include "api/limber.h"
#include "base/memory.h"
#include "base/zip.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const names[] = {"a.xml",   "b.xml",     "m/a.obj",      "a.png",
                                    "x/a.xml", "../up.xml", "M/A.OBJ",      "/root.xml",
                                    "m/",      "model.xml", "c:\\d\\e.xml", "a.mjz"};

static void ignore(const char* message) {
  (void)message;
}

// Files of up to 255 x 8 bytes: name, length, content.
static void pack(lbZipWriter* writer, const uint8_t* bytes, size_t count) {
  size_t at = 0;
  while (at + 2 <= count) {
    const char* name = names[bytes[at] % (sizeof names / sizeof *names)];
    size_t size = (size_t)bytes[at + 1] * 8, left = count - at - 2;
    size = size < left ? size : left;
    lb_zipAdd(writer, name, bytes + at + 2, size);
    at += 2 + size;
  }
  lb_zipEnd(writer);
}

static void open(const void* bytes, size_t count) {
  char error[1000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.mjz", bytes, (int)count);
  mj_deleteModel(mj_loadXML("a.mjz", &vfs, error, sizeof error));
  mjSpec* spec = mj_parse("a.mjz", "application/zip", &vfs, error, sizeof error);
  mjModel* model = spec ? mj_compile(spec, &vfs) : NULL;
  if (model) {
    mj_encode(spec, model, "b.mjz", "application/zip", &vfs, error, sizeof error);
    remove("b.mjz");
  }
  mj_deleteModel(model);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
  mj_freeLastXML();
  mj_clearCache(mj_getCache());
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  if (count < 1) {
    return 0;
  }
  mju_user_warning = ignore;
  size_t before = lb_liveBlocks();
  if (bytes[0] & 1) {
    lbZipWriter writer = {0};
    pack(&writer, bytes + 1, count - 1);
    open(writer.bytes.items, writer.bytes.count);
    lb_zipFree(&writer);
  } else {
    open(bytes + 1, count - 1);
  }
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}
