// Asset files of every format: the first byte chooses the format, the rest is the file. It loads or
// is refused, and nothing stays behind.

#include "api/limber.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MESH(file)                                   \
  {file, "<mujoco><asset><mesh name='a' file='" file \
         "' scale='1 2 3'/></asset><worldbody>"      \
         "<body><freejoint/><geom type='mesh' mesh='a'/></body></worldbody></mujoco>"}
#define TEXTURE(file, attributes) \
  {file, "<mujoco><asset><texture name='a' file='" file "' " attributes "/></asset></mujoco>"}

static const struct {
  const char* file;
  const char* xml;
} formats[] = {
    MESH("a.stl"),
    MESH("a.obj"),
    MESH("a.msh"),
    TEXTURE("a.png", "type='cube'"),
    TEXTURE("b.png", "type='2d'"),
    TEXTURE("a.jpg", "type='2d'"),
    TEXTURE("a.ktx", "type='2d'"),
    TEXTURE("c.png", "type='cube' gridsize='3 4' gridlayout='.U..LFRB.D..'"),
    {"a.bin",
     "<mujoco><asset><hfield name='a' file='a.bin' size='1 1 1 1'/></asset><worldbody>"
     "<geom type='hfield' hfield='a'/></worldbody></mujoco>"},
    {"d.png", "<mujoco><asset><hfield name='a' file='d.png' size='1 1 1 1'/></asset></mujoco>"},
    {"a.skn",
     "<mujoco><asset><skin name='a' file='a.skn'/></asset><worldbody><body name='b'/>"
     "</worldbody></mujoco>"},
    {"g.msh",
     "<mujoco><worldbody><flexcomp name='a' type='gmsh' file='g.msh' dim='3' radius='.1'"
     " mass='1'/></worldbody></mujoco>"},
    {"f.obj",
     "<mujoco><worldbody><flexcomp name='a' type='mesh' file='f.obj' dim='2' radius='.1'"
     " mass='1'/></worldbody></mujoco>"},
    {"a.urdf", NULL},
    {"a.xml", NULL},
};

// models of the last two kinds are whole files themselves
static mjModel* load(mjVFS* vfs, int format) {
  char error[1000];
  const char* name = formats[format].file;
  if (formats[format].xml) {
    name = "m.xml";
    mj_addBufferVFS(vfs, name, formats[format].xml, (int)strlen(formats[format].xml));
  }
  return mj_loadXML(name, vfs, error, sizeof error);
}

static void ignore(const char* message) {
  (void)message;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
  if (count < 1) {
    return 0;
  }
  mju_user_warning = ignore;
  int format = bytes[0] % (int)(sizeof formats / sizeof *formats);
  size_t before = lb_liveBlocks();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, formats[format].file, bytes + 1, (int)count - 1);
  mj_deleteModel(load(&vfs, format));
  mj_freeLastXML();
  mj_deleteVFS(&vfs);
  mj_clearCache(mj_getCache());
  if (lb_liveBlocks() != before) {
    abort();
  }
  return 0;
}
