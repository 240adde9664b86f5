// Runs chosen stages of the native engine on a model and a state given as files, and writes every
// field of mjData.
//
//   probe MODEL.mjb INPUT OUTPUT CALL[,CALL...]
//
// INPUT and OUTPUT hold records: name length and name, item type, count (all 64-bit little endian
// but the type, one byte), items. INPUT may set any array of mjData, the counts, and the contacts.
// CALL is a function of the table below.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/limber.h"
#include "base/error.h"
#include "data/stack.h"

enum { TYPE_NUM, TYPE_INT, TYPE_FLOAT, TYPE_BYTE, TYPE_SIZE, TYPE_CONTACT };

#define TYPE_OF(pointer)        \
  _Generic((pointer),           \
      mjtNum *: TYPE_NUM,       \
      int*: TYPE_INT,           \
      float*: TYPE_FLOAT,       \
      mjtByte*: TYPE_BYTE,      \
      mjtBool*: TYPE_BYTE,      \
      mjContact*: TYPE_CONTACT, \
      default: TYPE_SIZE)

#define CALLS(X)            \
  X(mj_forward)             \
  X(mj_inverse)             \
  X(mj_step)                \
  X(mj_step1)               \
  X(mj_step2)               \
  X(mj_kinematics)          \
  X(mj_comPos)              \
  X(mj_camlight)            \
  X(mj_flex)                \
  X(mj_tendon)              \
  X(mj_transmission)        \
  X(mj_makeM)               \
  X(mj_crb)                 \
  X(mj_factorM)             \
  X(mj_collision)           \
  X(mj_makeConstraint)      \
  X(mj_island)              \
  X(mj_projectConstraint)   \
  X(mj_comVel)              \
  X(mj_passive)             \
  X(mj_referenceConstraint) \
  X(mj_fwdPosition)         \
  X(mj_fwdVelocity)         \
  X(mj_fwdActuation)        \
  X(mj_fwdAcceleration)     \
  X(mj_fwdConstraint)       \
  X(mj_sensorPos)           \
  X(mj_sensorVel)           \
  X(mj_sensorAcc)           \
  X(mj_energyPos)           \
  X(mj_energyVel)           \
  X(mj_subtreeVel)          \
  X(mj_rnePostConstraint)   \
  X(mj_invPosition)         \
  X(mj_invVelocity)         \
  X(mj_invConstraint)       \
  X(mj_Euler)               \
  X(mj_implicit)            \
  X(mj_fwdKinematics)

static void call(const char* name, const mjModel* m, mjData* d) {
#define X(function)                   \
  if (strcmp(name, #function) == 0) { \
    function(m, d);                   \
    return;                           \
  }
  CALLS(X)
#undef X
  if (strcmp(name, "none") == 0) {
    return;
  }
  fprintf(stderr, "probe: unknown call '%s'\n", name);
  exit(2);
}

static void writeRecord(FILE* out, const char* name, int type, const void* items, size_t count,
                        size_t itemSize) {
  int64_t head[2] = {(int64_t)strlen(name), (int64_t)count};
  unsigned char kind = (unsigned char)type;
  fwrite(&head[0], 8, 1, out);
  fwrite(name, 1, (size_t)head[0], out);
  fwrite(&kind, 1, 1, out);
  fwrite(&head[1], 8, 1, out);
  if (count && items) {
    fwrite(items, itemSize, count, out);
  } else {
    char zero[8] = {0};
    for (size_t i = 0; i < count; i++) {
      fwrite(zero, itemSize, 1, out);
    }
  }
}

#define COUNTS(X) \
  X(ncon) X(ne) X(nf) X(nl) X(nefc) X(nJ) X(nA) X(nisland) X(nidof) X(efm_active) X(nefmK) X(nY)

static void writeFields(const char* path, const mjModel* m, const mjData* d) {
  FILE* out = fopen(path, "wb");
#define X(name) writeRecord(out, #name, TYPE_INT, &d->name, 1, 4);
  COUNTS(X)
#undef X
  writeRecord(out, "energy", TYPE_NUM, d->energy, 2, 8);
  writeRecord(out, "time", TYPE_NUM, &d->time, 1, 8);
#define X(type, name, rows, cols, meaning) \
  writeRecord(out, #name, TYPE_OF(d->name), d->name, (size_t)m->rows* cols, sizeof(type));
  LB_DATA_ARRAYS(X)
#undef X
#define M_ROWS(rows) m->rows
#define D_ROWS(rows) d->rows
#define X(type, name, owner, rows, cols, meaning)                                         \
  if (d->name) {                                                                          \
    writeRecord(out, #name, TYPE_OF(d->name), d->name, (size_t)owner##_ROWS(rows) * cols, \
                sizeof(type));                                                            \
  }
  LB_ARENA_ARRAYS(X)
#undef X
  fclose(out);
}

static void readInto(FILE* in, void* target, size_t capacity, size_t bytes, const char* name) {
  if (bytes > capacity) {
    fprintf(stderr, "probe: field '%s' has %zu bytes, room for %zu\n", name, bytes, capacity);
    exit(2);
  }
  if (bytes && fread(target, 1, bytes, in) != bytes) {
    exit(2);
  }
}

static void readFields(const char* path, const mjModel* m, mjData* d) {
  static const size_t itemSize[] = {8, 4, 4, 1, 8, sizeof(mjContact)};
  FILE* in = fopen(path, "rb");
  int64_t length, count;
  unsigned char kind;
  char name[100] = {0};
  while (fread(&length, 8, 1, in) == 1) {
    if (length > 99 || fread(name, 1, (size_t)length, in) != (size_t)length) {
      exit(2);
    }
    name[length] = 0;
    if (fread(&kind, 1, 1, in) != 1 || fread(&count, 8, 1, in) != 1) {
      exit(2);
    }
    size_t bytes = (size_t)count * itemSize[kind];
#define X(field)                             \
  if (strcmp(name, #field) == 0) {           \
    readInto(in, &d->field, 4, bytes, name); \
    continue;                                \
  }
    COUNTS(X)
#undef X
    if (strcmp(name, "time") == 0) {
      readInto(in, &d->time, 8, bytes, name);
      continue;
    }
#define X(type, field, rows, cols, meaning)                                    \
  if (strcmp(name, #field) == 0) {                                             \
    readInto(in, d->field, (size_t)m->rows* cols * sizeof(type), bytes, name); \
    continue;                                                                  \
  }
    LB_DATA_ARRAYS(X)
#undef X
#define X(type, field, owner, rows, cols, meaning) \
  if (strcmp(name, #field) == 0) {                 \
    d->field = lb_arenaAlloc(d, bytes, 64);        \
    readInto(in, d->field, bytes, bytes, name);    \
    continue;                                      \
  }
    LB_ARENA_ARRAYS(X)
#undef X
    fprintf(stderr, "probe: unknown field '%s'\n", name);
    exit(2);
  }
  fclose(in);
}

int main(int argc, char** argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: probe MODEL.mjb INPUT OUTPUT CALL[,CALL...]\n");
    return 2;
  }
  mjModel* m = mj_loadModel(argv[1], NULL);
  if (!m) {
    return 2;
  }
  mjData* d = mj_makeData(m);
  readFields(argv[2], m, d);
  for (char* name = strtok(argv[4], ","); name; name = strtok(NULL, ",")) {
    call(name, m, d);
  }
  writeFields(argv[3], m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
