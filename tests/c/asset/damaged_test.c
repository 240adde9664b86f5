// Damaged asset files: each loads or is refused with an error, and nothing stays behind. The debug
// build runs this under AddressSanitizer and UndefinedBehaviorSanitizer.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/limber.h"
#include "base/error.h"
#include "base/memory.h"

enum { ROUNDS = 300, MAX_FILE = 4096 };

// A wild size that no array of the file bounds is refused when the memory is asked for.
const char* __asan_default_options(void);
const char* __asan_default_options(void) {
  return "allocator_may_return_null=1";
}

typedef struct File_ {
  unsigned char bytes[MAX_FILE];
  size_t size;
} File;

static uint32_t randomBits(uint32_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

static void put(File* f, const void* bytes, size_t size) {
  memcpy(f->bytes + f->size, bytes, size);
  f->size += size;
}

// Cuts the file, flips bits, writes a wild number into its head, or makes it longer.
static File damage(const File* good, uint32_t seed) {
  static const int32_t wild[] = {0, -1, 1, 0x7fffffff, -0x7fffffff - 1, 0x10000, 200000, 0x40000000};
  uint32_t random = seed * 2654435761u + 1;
  File bad = *good;
  switch (seed % 4) {
    case 0:
      bad.size = randomBits(&random) % (good->size + 1);
      break;
    case 1:
      for (uint32_t n = 1 + randomBits(&random) % 8; n; n--) {
        bad.bytes[randomBits(&random) % good->size] ^= (unsigned char)(1 << randomBits(&random) % 8);
      }
      break;
    case 2: {
      size_t room = good->size < 104 ? good->size : 104;
      memcpy(bad.bytes + randomBits(&random) % (room - 3), &wild[randomBits(&random) % 8], 4);
      break;
    }
    default:
      for (uint32_t n = randomBits(&random) % 64; n; n--) {
        bad.bytes[bad.size++] = (unsigned char)randomBits(&random);
      }
  }
  return bad;
}

// Loads a model that uses the file; true when it loads.
static bool load(const char* xml, const char* name, const File* file) {
  mjVFS vfs;
  char error[500] = "";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, name, file->bytes, (int)file->size);
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  bool loaded = m != NULL;
  if (!loaded) {
    assert_true(error[0] != 0);
  }
  mj_deleteModel(m);
  mj_freeLastXML();
  mj_deleteVFS(&vfs);
  return loaded;
}

static void checkDamage(const char* xml, const char* name, const File* good) {
  assert_true(load(xml, name, good));
  size_t before = lb_liveBlocks();
  for (uint32_t i = 0; i < ROUNDS; i++) {
    File bad = damage(good, i);
    load(xml, name, &bad);
    assert_int_equal(lb_liveBlocks(), before);
  }
}

static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static void damaged_stl_files_load_or_are_refused(void** state) {
  File f = {.size = 80};
  put(&f, &(int32_t){4}, 4);
  for (int i = 0; i < 4; i++) {
    f.size += 12;
    for (int k = 0; k < 3; k++) {
      put(&f, corners[faces[i][k]], 12);
    }
    f.size += 2;
  }
  checkDamage("<mujoco><asset><mesh file='a.stl'/></asset><worldbody><geom type='mesh' mesh='a'/>"
              "</worldbody></mujoco>", "a.stl", &f);
}

static void damaged_obj_files_load_or_are_refused(void** state) {
  File f = {.size = 0};
  static const char text[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\no part\nf 1/1/1 3/1/1 2/1/1\n"
      "f 1/1 2/1 4/1\nf 1//1 4//1 3//1\nf -3 -2 -1\n";
  put(&f, text, sizeof text - 1);
  checkDamage("<mujoco><asset><mesh file='a.obj'/></asset><worldbody><geom type='mesh' mesh='a'/>"
              "</worldbody></mujoco>", "a.obj", &f);
}

static void damaged_msh_files_load_or_are_refused(void** state) {
  File f = {.size = 0};
  put(&f, (int32_t[]){4, 0, 0, 4}, 16);
  put(&f, corners, sizeof corners);
  put(&f, faces, sizeof faces);
  checkDamage("<mujoco><asset><mesh file='a.msh'/></asset><worldbody><geom type='mesh' mesh='a'/>"
              "</worldbody></mujoco>", "a.msh", &f);
}

static void damaged_height_fields_load_or_are_refused(void** state) {
  File f = {.size = 0};
  put(&f, (int32_t[]){3, 2}, 8);
  put(&f, (float[]){0, 1, 2, 3, 4, 5}, 24);
  checkDamage("<mujoco><asset><hfield name='a' file='a.bin' size='1 1 1 1'/></asset><worldbody>"
              "<geom type='hfield' hfield='a'/></worldbody></mujoco>", "a.bin", &f);
}

static void damaged_skins_load_or_are_refused(void** state) {
  File f = {.size = 0};
  char name[40] = "b";
  put(&f, (int32_t[]){4, 0, 4, 1}, 16);
  put(&f, corners, sizeof corners);
  put(&f, faces, sizeof faces);
  put(&f, name, sizeof name);
  put(&f, (float[]){0, 0, 0, 1, 0, 0, 0}, 28);
  put(&f, (int32_t[]){4, 0, 1, 2, 3}, 20);
  put(&f, (float[]){1, 1, 1, 1}, 16);
  checkDamage("<mujoco><asset><skin name='a' file='a.skn'/></asset><worldbody><body name='b'>"
              "<geom size='1'/></body></worldbody></mujoco>", "a.skn", &f);
}

static void damaged_png_files_load_or_are_refused(void** state) {
  // 2 x 2 grey pixels in one stored block
  static const unsigned char png[] = {
      0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 2, 0, 0, 0, 2,
      8, 0, 0, 0, 0, 0x57, 0xdd, 0x52, 0xf8, 0, 0, 0, 17, 'I', 'D', 'A', 'T', 0x78, 1, 1, 6, 0,
      0xf9, 0xff, 0, 10, 20, 0, 30, 40, 1, 0x4d, 0, 0x65, 0, 0, 0, 0, 0, 0, 0, 0, 'I', 'E', 'N',
      'D', 0xae, 0x42, 0x60, 0x82};
  File f = {.size = 0};
  put(&f, png, sizeof png);
  checkDamage("<mujoco><asset><texture name='a' type='2d' file='a.png'/></asset><worldbody/>"
              "</mujoco>", "a.png", &f);
}

static void makeAndDelete(void* model) {
  mj_deleteData(mj_makeData(model));
}

static void damaged_model_files_load_or_are_refused(void** state) {
  static const char xml[] =
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><body><joint name='j'/>"
      "<geom type='box' size='1 1 1'/></body></body></worldbody><actuator><motor joint='j'/>"
      "</actuator><sensor><jointpos joint='j'/></sensor></mujoco>";
  mjSpec* spec = mj_parseXMLString(xml, NULL, NULL, 0);
  mjModel* m = mj_compile(spec, NULL);
  int size = (int)mj_sizeModel(m);
  unsigned char* good = malloc((size_t)size);
  unsigned char* bad = malloc((size_t)size);
  mj_saveModel(m, NULL, good, size);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mjModel* whole = mj_loadModelBuffer(good, size);
  assert_non_null(whole);
  mj_deleteModel(whole);
  size_t before = lb_liveBlocks();
  for (uint32_t i = 0; i < 4 * ROUNDS; i++) {
    uint32_t random = i * 2654435761u + 1;
    memcpy(bad, good, (size_t)size);
    int length = i % 4 ? size : (int)(randomBits(&random) % (uint32_t)size);
    for (uint32_t n = 1 + i % 3; i % 4 && n; n--) {
      uint32_t at = randomBits(&random) % (uint32_t)(i % 2 ? size : size < 900 ? size : 900);
      bad[at] ^= (unsigned char)(1 << randomBits(&random) % 8);
    }
    mjModel* loaded = mj_loadModelBuffer(bad, length);
    if (loaded && loaded->narena < (1 << 28)) {
      lb_protect(makeAndDelete, loaded);
    }
    mj_deleteModel(loaded);
    assert_int_equal(lb_liveBlocks(), before);
  }
  free(good);
  free(bad);
}

static void ignore(const char* message) {
}

int main(void) {
  mju_user_warning = ignore;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damaged_stl_files_load_or_are_refused),
      cmocka_unit_test(damaged_obj_files_load_or_are_refused),
      cmocka_unit_test(damaged_msh_files_load_or_are_refused),
      cmocka_unit_test(damaged_height_fields_load_or_are_refused),
      cmocka_unit_test(damaged_skins_load_or_are_refused),
      cmocka_unit_test(damaged_png_files_load_or_are_refused),
      cmocka_unit_test(damaged_model_files_load_or_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
