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

#include "../use_model.h"

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
  static const int32_t wild[] = {0,       -1,     1,         0x7fffffff, -0x7fffffff - 1,
                                 0x10000, 200000, 0x40000000};
  uint32_t random = seed * 2654435761u + 1;
  File bad = *good;
  switch (seed % 4) {
    case 0:
      bad.size = randomBits(&random) % (good->size + 1);
      break;
    case 1:
      for (uint32_t n = 1 + randomBits(&random) % 8; n; n--) {
        bad.bytes[randomBits(&random) % good->size] ^=
            (unsigned char)(1 << randomBits(&random) % 8);
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
  checkDamage(
      "<mujoco><asset><mesh file='a.stl'/></asset><worldbody><geom type='mesh' mesh='a'/>"
      "</worldbody></mujoco>",
      "a.stl", &f);
}

static void damaged_obj_files_load_or_are_refused(void** state) {
  File f = {.size = 0};
  static const char text[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\no part\nf 1/1/1 3/1/1 2/1/1\n"
      "f 1/1 2/1 4/1\nf 1//1 4//1 3//1\nf -3 -2 -1\n";
  put(&f, text, sizeof text - 1);
  checkDamage(
      "<mujoco><asset><mesh file='a.obj'/></asset><worldbody><geom type='mesh' mesh='a'/>"
      "</worldbody></mujoco>",
      "a.obj", &f);
}

static void damaged_msh_files_load_or_are_refused(void** state) {
  File f = {.size = 0};
  put(&f, (int32_t[]){4, 0, 0, 4}, 16);
  put(&f, corners, sizeof corners);
  put(&f, faces, sizeof faces);
  checkDamage(
      "<mujoco><asset><mesh file='a.msh'/></asset><worldbody><geom type='mesh' mesh='a'/>"
      "</worldbody></mujoco>",
      "a.msh", &f);
}

static void damaged_height_fields_load_or_are_refused(void** state) {
  File f = {.size = 0};
  put(&f, (int32_t[]){3, 2}, 8);
  put(&f, (float[]){0, 1, 2, 3, 4, 5}, 24);
  checkDamage(
      "<mujoco><asset><hfield name='a' file='a.bin' size='1 1 1 1'/></asset><worldbody>"
      "<geom type='hfield' hfield='a'/></worldbody></mujoco>",
      "a.bin", &f);
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
  checkDamage(
      "<mujoco><asset><skin name='a' file='a.skn'/></asset><worldbody><body name='b'>"
      "<geom size='1'/></body></worldbody></mujoco>",
      "a.skn", &f);
}

static void damaged_png_files_load_or_are_refused(void** state) {
  // 2 x 2 grey pixels in one stored block
  static const unsigned char png[] = {
      0x89, 'P',  'N',  'G', 13, 10, 26,  10,  0,   0,   0,    13,   'I',  'H',  'D',
      'R',  0,    0,    0,   2,  0,  0,   0,   2,   8,   0,    0,    0,    0,    0x57,
      0xdd, 0x52, 0xf8, 0,   0,  0,  17,  'I', 'D', 'A', 'T',  0x78, 1,    1,    6,
      0,    0xf9, 0xff, 0,   10, 20, 0,   30,  40,  1,   0x4d, 0,    0x65, 0x87, 0xca,
      0x47, 0x9e, 0,    0,   0,  0,  'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
  File f = {.size = 0};
  put(&f, png, sizeof png);
  checkDamage(
      "<mujoco><asset><texture name='a' type='2d' file='a.png'/></asset><worldbody/>"
      "</mujoco>",
      "a.png", &f);
}

// 8 x 8 grey pixels: one quantisation table of ones, codes of one bit, one block without detail.
static void damaged_jpeg_files_load_or_are_refused(void** state) {
  static const unsigned char frame[] = {0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0};
  static const unsigned char codes[2][22] = {{0xff, 0xc4, 0, 20, 0x00, 1},
                                             {0xff, 0xc4, 0, 20, 0x10, 1}};
  static const unsigned char scan[] = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0xff, 0xd9};
  unsigned char table[71] = {0xff, 0xd8, 0xff, 0xdb, 0, 67, 0};
  memset(table + 7, 1, 64);
  File f;
  static const char xml[] =
      "<mujoco><asset><texture name='a' type='2d' file='a.jpg'/></asset><worldbody/></mujoco>";
  // without tables of codes, with one, and whole
  for (size_t given = 0; given <= 2; given++) {
    f.size = 0;
    put(&f, table, sizeof table);
    put(&f, frame, sizeof frame);
    put(&f, codes, given * sizeof *codes);
    put(&f, scan, sizeof scan);
    assert_int_equal(load(xml, "a.jpg", &f), given == 2);
  }
  checkDamage(xml, "a.jpg", &f);
  // one block of what are said to be 858 million pixels
  static const unsigned char huge[] = {0x74, 0x79, 0x70, 0x65};
  memcpy(f.bytes + sizeof table + 5, huge, sizeof huge);
  assert_false(load(xml, "a.jpg", &f));
}

static void damaged_gmsh_files_load_or_are_refused(void** state) {
  static const char* text[2] = {
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n"
      "1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n",
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
      "$EndNodes\n$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n"};
  for (int i = 0; i < 2; i++) {
    File f = {.size = 0};
    put(&f, text[i], strlen(text[i]));
    checkDamage(
        "<mujoco><worldbody><flexcomp name='a' type='gmsh' file='a.msh' dim='3'/>"
        "</worldbody></mujoco>",
        "a.msh", &f);
  }
}

static void checkDamagedMain(const char* name, const char* text) {
  File f = {.size = 0};
  put(&f, text, strlen(text));
  size_t before = lb_liveBlocks();
  for (uint32_t i = 0; i <= ROUNDS; i++) {
    File bad = i ? damage(&f, i) : f;
    mjVFS vfs;
    char error[500] = "";
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, name, bad.bytes, (int)bad.size);
    mjModel* m = mj_loadXML(name, &vfs, error, sizeof error);
    assert_true(m || error[0]);
    assert_true(m || i);
    mj_deleteModel(m);
    mj_freeLastXML();
    mj_deleteVFS(&vfs);
    assert_int_equal(lb_liveBlocks(), before);
  }
}

static void damaged_mjcf_files_load_or_are_refused(void** state) {
  checkDamagedMain(
      "a.xml",
      "<mujoco model='m'><option timestep='.01'/><default><geom size='.1'/><default class='c'>"
      "<joint damping='1'/></default></default><asset><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 "
      "1'"
      "/><material name='r' rgba='1 0 0 1'/></asset><worldbody><body name='a' pos='0 0 "
      "1'><freejoint/>"
      "<geom type='mesh' mesh='t' material='r'/><replicate count='2' offset='1 0 0'><body><joint "
      "name='j' class='c' axis='0 1 0'/><geom/><site "
      "name='s'/></body></replicate></body></worldbody>"
      "<actuator><position joint='j0' kp='2'/></actuator><sensor><gyro "
      "site='s1'/></sensor></mujoco>");
}

static void damaged_urdf_files_load_or_are_refused(void** state) {
  checkDamagedMain(
      "a.urdf",
      "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
      "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='b'><collision><origin xyz='0 0 1' "
      "rpy='0 1 0'/><geometry><cylinder radius='.1' length='1'/></geometry></collision></link>"
      "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 1 0'/>"
      "<limit lower='-1' upper='1' effort='10' velocity='2'/></joint></robot>");
}

// Everything with lists of ids: hull graphs, polygons, hierarchies, skins, flexes, paths.
static const char richModel[] =
    "<mujoco><size memory='1M'/><asset><mesh name='t' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
    "<hfield name='h' nrow='2' ncol='2' size='2 2 1 1' elevation='0 1 2 3'/><texture name='x' "
    "type='2d' builtin='checker' width='4' height='4'/><material name='r' texture='x'/><skin "
    "name='k' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='a' bindpos='0 0 0' bindquat='1 0 "
    "0 0'"
    " vertid='0 1 2' vertweight='1 1 1'/></skin></asset><worldbody><light/><camera name='c'/><geom "
    "type='hfield' hfield='h' material='r'/><body name='a' pos='0 0 .4'><freejoint/><geom "
    "type='mesh' "
    "mesh='t'/><site name='s'/><body pos='1 0 0'><joint name='j'/><geom name='g' type='cylinder' "
    "size='.1 .3'/><site name='e'/></body></body><body pos='.2 0 .3'><freejoint/><geom type='mesh' "
    "mesh='t'/></body><flexcomp name='f' type='grid' dim='2' count='3 2 1' spacing='.2 .2 .2' "
    "pos='0 0 2' radius='.05' mass='1'><edge "
    "equality='true'/></flexcomp></worldbody><tendon><spatial "
    "name='n'><site site='s'/><geom geom='g'/><site site='e'/></spatial></tendon><equality><joint "
    "joint1='j'/></equality><actuator><motor tendon='n'/><position joint='j'/></actuator><sensor>"
    "<jointpos joint='j'/><gyro site='s'/><tendonpos tendon='n'/></sensor></mujoco>";

static void damaged_model_files_load_or_are_refused(void** state) {
  mjSpec* spec = mj_parseXMLString(richModel, NULL, NULL, 0);
  mjModel* m = mj_compile(spec, NULL);
  assert_string_equal(mjs_getError(spec), "");
  int size = (int)mj_sizeModel(m);
  unsigned char* good = malloc((size_t)size);
  unsigned char* bad = malloc((size_t)size);
  mj_saveModel(m, NULL, good, size);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mjModel* whole = mj_loadModelBuffer(good, size);
  assert_non_null(whole);
  assert_true(useModel(whole));
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
      useModel(loaded);
    }
    mj_deleteModel(loaded);
    assert_int_equal(lb_liveBlocks(), before);
  }
  free(good);
  free(bad);
}

// Saves the model as it is and expects that it is not read again.
static void expectRefused(const mjModel* m) {
  int size = (int)mj_sizeModel(m);
  char* file = malloc((size_t)size);
  mj_saveModel(m, NULL, file, size);
  assert_null(mj_loadModelBuffer(file, size));
  free(file);
}

static void startData(void* context) {
  mj_deleteData(mj_makeData(context));
}

static void data_that_cannot_start_leaves_nothing_behind(void** state) {
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><body sleep='init'><freejoint/>"
      "<geom size='.1'/></body><body pos='.1 0 0'><freejoint/><geom size='.1'/></body></worldbody>"
      "</mujoco>",
      NULL, NULL, 0);
  spec->option.enableflags = 0;  // or the compiler would find out
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  assert_non_null(m);
  m->opt.enableflags = mjENBL_SLEEP;
  size_t before = lb_liveBlocks();
  assert_false(lb_protect(startData, m));
  assert_int_equal(lb_liveBlocks(), before);
  mj_deleteModel(m);
}

static void ids_that_lead_astray_are_refused(void** state) {
  mjSpec* spec = mj_parseXMLString(richModel, NULL, NULL, 0);
  mjModel* m = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  assert_non_null(m);
#define REFUSED(field, value)             \
  {                                       \
    __typeof__(m->field) good = m->field; \
    m->field = (value);                   \
    expectRefused(m);                     \
    m->field = good;                      \
  }
  REFUSED(body_parentid[2], 3)
  REFUSED(body_parentid[2], -1)
  REFUSED(body_rootid[0], 1)
  REFUSED(body_treeid[2], 1)
  REFUSED(body_jntnum[1], 0)
  REFUSED(body_geomadr[1], 2)
  REFUSED(jnt_qposadr[0], 0x7fffffff)
  REFUSED(jnt_dofadr[1], 0)
  REFUSED(dof_parentid[6], -1)
  REFUSED(tree_dofadr[1], 0)
  REFUSED(tree_dofnum[0], 9)
  REFUSED(tree_sleep_policy[0], 77)
  REFUSED(geom_type[1], mjGEOM_HFIELD + 100)
  REFUSED(geom_type[2], mjGEOM_SDF)
  REFUSED(tendon_adr[0], 1)
  REFUSED(tendon_num[0], 2)
  REFUSED(tendon_treeid[0], -1)
  REFUSED(ten_J_colind[1], -1)
  REFUSED(wrap_type[0], mjWRAP_JOINT)
  REFUSED(actuator_trntype[0], mjTRN_SO3)
  REFUSED(actuator_trntype[1], mjTRN_SLIDERCRANK)
  REFUSED(actuator_gaintype[0], mjGAIN_SO3)
  REFUSED(sensor_type[0], mjSENS_BALLQUAT)
  REFUSED(sensor_type[1], mjSENS_CAMPROJECTION)
  REFUSED(sensor_objtype[1], mjOBJ_JOINT)
  REFUSED(sensor_objid[2], 1)
  REFUSED(sensor_dim[1], 2)
  REFUSED(sensor_adr[1], 0)
  REFUSED(body_weldid[0], 1)
  REFUSED(body_weldid[1], 2)
  REFUSED(eq_obj1id[0], m->neq + 1000)
  REFUSED(eq_type[0], mjEQ_DISTANCE)
  REFUSED(wrap_type[0], mjWRAP_SPHERE)
  REFUSED(wrap_prm[1], m->nsite)
  REFUSED(mesh_pathadr[0], (int)m->npaths)
  REFUSED(flex_bvhadr[0], (int)m->nbvh)
  mj_deleteModel(m);
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
      cmocka_unit_test(damaged_jpeg_files_load_or_are_refused),
      cmocka_unit_test(damaged_gmsh_files_load_or_are_refused),
      cmocka_unit_test(damaged_mjcf_files_load_or_are_refused),
      cmocka_unit_test(damaged_urdf_files_load_or_are_refused),
      cmocka_unit_test(damaged_model_files_load_or_are_refused),
      cmocka_unit_test(data_that_cannot_start_leaves_nothing_behind),
      cmocka_unit_test(ids_that_lead_astray_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
