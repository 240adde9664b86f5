// Binary models: whatever a file says, loading refuses it, or the model can be stepped, drawn and
// inverted. Damaged bytes are mostly refused at once; so the input changes single numbers of the
// options, sizes and arrays of sound models: to any value, a small one, or one that is special for
// the type of the number (the size of another array, the end of the range, infinity).

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/fields.h"
#include "model/model.h"

#include "../c/use_model.h"
#include "models.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define X(name, meaning) +1
enum { SIZES = 0 LB_MODEL_SIZES(X) };
#undef X

// what a patch changes besides the arrays, in the order of the file
enum { SIZE_TABLE, OPTION, VISUAL, STATISTIC, HEAD_PARTS };
enum { MAX_FIELDS = 1000, PATCH = 8, HEADER_BYTES = 20, MAX_PATCHES = 8, MAX_MEMORY = 1 << 27 };

typedef struct {
  char* file;
  int size;
  size_t headStart[HEAD_PARTS + 1];
  size_t start[MAX_FIELDS];  // of the arrays in the file, and the file's end
  mjtSize sizes[SIZES];
} Source;

static Source sources[FUZZ_MODELS];

static void compileSource(int which) {
  char error[1000] = "";
  Source* s = &sources[which];
  mjSpec* spec = mj_parseXMLString(fuzzModels[which], NULL, error, sizeof error);
  mjModel* model = spec ? mj_compile(spec, NULL) : NULL;
  if (!model) {
    lb_warning("source %d: %s %s", which, error, spec ? mjs_getError(spec) : "");
    abort();
  }
  s->size = (int)mj_sizeModel(model);
  s->file = malloc((size_t)s->size);
  mj_saveModel(model, NULL, s->file, s->size);
  s->start[lb_publishedFieldCount] = (size_t)s->size;
  for (int i = lb_publishedFieldCount - 1; i >= 0; i--) {
    s->start[i] = s->start[i + 1] - lb_fieldBytes(&lb_modelFields[i], model, NULL);
  }
  const size_t parts[HEAD_PARTS] = {sizeof s->sizes, sizeof(mjOption), sizeof(mjVisual),
                                    sizeof(mjStatistic)};
  s->headStart[0] = HEADER_BYTES;
  for (int i = 0; i < HEAD_PARTS; i++) {
    s->headStart[i + 1] = s->headStart[i] + parts[i];
  }
  memcpy(s->sizes, s->file + HEADER_BYTES, sizeof s->sizes);
  if (!useModel(model)) {
    lb_warning("source %d: %s", which, lb_lastError());
    abort();
  }
  mj_deleteModel(model);
  mj_deleteSpec(spec);
}

// warnings are wanted results here
static void ignore(const char* message) {
  (void)message;
}

static int64_t specialInteger(const Source* s, int64_t now, uint32_t choice) {
  const int64_t fixed[] = {0,         1,       2,       -1,      -2,     INT32_MAX,
                           INT32_MIN, 1 << 16, now + 1, now - 1, 2 * now};
  enum { FIXED = sizeof fixed / sizeof *fixed };
  choice %= FIXED + 3 * SIZES;
  return choice < FIXED ? fixed[choice] : s->sizes[(choice - FIXED) / 3] + (choice - FIXED) % 3 - 1;
}

static double specialNumber(double now, uint32_t choice) {
  const double special[] = {NAN,   INFINITY, -INFINITY,    0,   -1, 1e300, -1e300, 1e-300,  1e10,
                            -1e10, 1e20,     2147483648.0, 0.5, 1,  3,     -now,   now + 1, 1e4};
  return special[choice % (sizeof special / sizeof *special)];
}

// The kind of the number at a place in the file and how many bytes it has.
static lbItemKind kindAt(int part, size_t offset, size_t* bytes) {
  if (part == SIZE_TABLE) {
    *bytes = sizeof(mjtSize);
    return LB_ITEM_SIZE;
  }
  bool isNum = part == STATISTIC || (part == OPTION && offset < offsetof(mjOption, integrator));
  *bytes = isNum ? sizeof(mjtNum) : sizeof(int32_t);
  return isNum ? LB_ITEM_NUM : part == OPTION || offset % 8 ? LB_ITEM_INT : LB_ITEM_FLOAT;
}

static void putSpecial(const Source* s, char* at, lbItemKind kind, uint32_t choice) {
  int64_t integer = 0;
  double number;
  float small;
  switch (kind) {
    case LB_ITEM_NUM:
      memcpy(&number, at, sizeof number);
      number = specialNumber(number, choice);
      memcpy(at, &number, sizeof number);
      return;
    case LB_ITEM_FLOAT:
      memcpy(&small, at, sizeof small);
      small = (float)specialNumber(small, choice);
      memcpy(at, &small, sizeof small);
      return;
    case LB_ITEM_INT:
      memcpy(&integer, at, 4);
      integer = specialInteger(s, (int32_t)integer, choice);
      memcpy(at, &integer, 4);
      return;
    case LB_ITEM_SIZE:
      memcpy(&integer, at, 8);
      integer = specialInteger(s, integer, choice);
      memcpy(at, &integer, 8);
      return;
    default:
      *at = (char)choice;
  }
}

// One patch: what (9 bits: part of the head or array; 2 bits: any, small or special), item, value.
static void damage(char* file, const Source* s, const uint8_t patch[PATCH]) {
  uint16_t item;
  int32_t value;
  int field = (patch[0] + 256 * (patch[1] & 1)) % (lb_publishedFieldCount + HEAD_PARTS);
  memcpy(&item, patch + 2, sizeof item);
  memcpy(&value, patch + 4, sizeof value);
  bool isHead = field >= lb_publishedFieldCount;
  int part = field - lb_publishedFieldCount;
  size_t start = isHead ? s->headStart[part] : s->start[field];
  size_t end = isHead ? s->headStart[part + 1] : s->start[field + 1];
  size_t bytes = isHead ? 4 : lb_modelFields[field].itemSize;
  if (!(patch[1] & 4)) {
    value = patch[1] & 2 ? value % 64 : value;
    size_t words = (end - start) / sizeof value;
    if (words) {
      memcpy(file + start + sizeof value * (item % words), &value, sizeof value);
    }
    return;
  }
  size_t offset = end > start ? bytes * item % (end - start) : 0;
  lbItemKind kind = isHead ? kindAt(part, offset, &bytes) : (lbItemKind)lb_modelFields[field].kind;
  offset -= offset % bytes;
  if (start + offset + bytes <= end) {
    putSpecial(s, file + start + offset, kind, (uint32_t)value);
  }
}

// Data of any size can be asked for; the test only makes small ones.
static bool isSmall(const mjModel* m) {
  const mjtSize sizes[] = {m->narena, m->nuserdata, m->nsensordata, m->npluginstate, m->nhistory,
                           m->nJmom,  m->nJten,     m->nJfe,        m->nJfv};
  mjtSize sum = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    sum += sizes[i] < MAX_MEMORY ? sizes[i] : MAX_MEMORY;
  }
  return sum < MAX_MEMORY / 8;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  if (count < 1) {
    return 0;
  }
  Source* s = &sources[bytes[0] % FUZZ_MODELS];
  if (!s->file) {
    compileSource(bytes[0] % FUZZ_MODELS);
    mju_user_warning = ignore;
  }
  size_t before = lb_liveBlocks();
  char* file = malloc((size_t)s->size);
  memcpy(file, s->file, (size_t)s->size);
  for (size_t i = 1; i + PATCH <= count && i < MAX_PATCHES * PATCH; i += PATCH) {
    damage(file, s, bytes + i);
  }
  mjModel* m = mj_loadModelBuffer(file, s->size);
  free(file);
  if (m && isSmall(m)) {
    useFewIterations(m);
    useModel(m);
  }
  mj_deleteModel(m);
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}
