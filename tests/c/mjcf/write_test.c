// Writing MJCF: what is written reads back as the same elements, and writing again gives the same
// text.

#include "mjcf/parse_support.h"

static const char everything[] =
    "<mujoco model='all &amp; more'><compiler angle='radian' autolimits='false'/>"
    "<option timestep='.001' gravity='0 0 -1'><flag energy='enable' contact='disable'/></option>"
    "<size memory='2M' nuserdata='3'/><visual><rgba fog='1 0 0 1'/></visual>"
    "<statistic extent='2'/>"
    "<default><joint damping='.3'/><default class='c'><geom type='box' size='.1 .2 .3'/>"
    "<general ctrlrange='-1 1'/></default></default>"
    "<asset><texture name='t' type='2d' builtin='checker' width='8' height='8'/>"
    "<material name='m' texture='t' rgba='.1 .2 .3 1'/>"
    "<mesh name='tet' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
    "<hfield name='h' size='1 1 1 1' nrow='2' ncol='3' elevation='1 2 3 4 5 6'/></asset>"
    "<worldbody><light name='l' dir='0 1 -1'/><camera name='c' mode='targetbody' target='b'/>"
    "<frame pos='1 2 3' euler='0 0 .5'><body name='b' childclass='c' gravcomp='1'>"
    "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><joint name='j' range='-1 1'/>"
    "<geom name='g' material='m' euler='.1 .2 .3'/><site name='s'/></body>"
    "<geom name='cap' type='capsule' size='.1' fromto='0 0 0 1 1 1'/></frame>"
    "<body name='f'><freejoint name='free'/><geom name='ball' size='.1'/></body></worldbody>"
    "<contact><pair geom1='g' geom2='ball' friction='2'/><exclude body1='b' body2='f'/></contact>"
    "<equality><weld name='w' body1='b' body2='f' torquescale='2'/><joint joint1='j'/></equality>"
    "<tendon><spatial name='sp'><site site='s'/><geom geom='ball'/></spatial>"
    "<fixed name='fx'><joint joint='j' coef='2'/></fixed></tendon>"
    "<actuator><position name='p' joint='j' kp='3' dampratio='1' inheritrange='1'/>"
    "<pid joint='j' kp='1' ki='2' input='pos vel'/>"
    "<dcmotor joint='j' motorconst='.5' resistance='2' inductance='.001' input='voltage'/>"
    "<general class='c' tendon='fx' dyntype='filter' dynprm='.1'/></actuator>"
    "<sensor><jointpos joint='j'/><framepos objtype='site' objname='s' reftype='body' refname='f'/>"
    "<contact geom1='g' data='found dist' num='2'/><distance geom1='g' geom2='ball'/>"
    "<user dim='2'/></sensor>"
    "<custom><numeric name='n' size='3' data='1 2'/><text name='x' data='a&lt;b'/>"
    "<tuple name='tu'><element objtype='body' objname='b' prm='2'/></tuple></custom>"
    "<keyframe><key name='k' time='2' ctrl='1 2 3 4'/></keyframe></mujoco>";

static void written_models_read_back_and_write_the_same_again(void** state) {
  mjSpec* first = parseModel(everything);
  char* once = savedText(first);
  mjSpec* second = parseModel(once);
  char* twice = savedText(second);
  assert_string_equal(once, twice);
  for (int type = mjOBJ_BODY; type < mjNOBJECT; type++) {
    if (lb_structOf((mjtObj)type)) {
      assert_int_equal(countOf(first, (mjtObj)type), countOf(second, (mjtObj)type));
    }
  }
  free(once);
  free(twice);
  mj_deleteSpec(first);
  mj_deleteSpec(second);
}

static void values_survive_writing(void** state) {
  mjSpec* first = parseModel(everything);
  char* text = savedText(first);
  mjSpec* second = parseModel(text);
  assert_string_equal(mjs_getString(second->modelname), "all & more");
  assert_int_equal(second->memory, 2 << 20);
  assert_int_equal(second->option.disableflags, mjDSBL_CONTACT);
  const mjsGeom* a = mjs_asGeom(mjs_findElement(first, mjOBJ_GEOM, "g"));
  const mjsGeom* b = mjs_asGeom(mjs_findElement(second, mjOBJ_GEOM, "g"));
  double quat[4];
  assert_string_equal(mjs_resolveOrientation(quat, 0, "xyz", &a->alt), "");
  assert_memory_equal(quat, b->quat, sizeof quat);
  assert_memory_equal(a->size, b->size, sizeof a->size);
  const mjsHField* h1 = mjs_asHField(mjs_findElement(first, mjOBJ_HFIELD, "h"));
  const mjsHField* h2 = mjs_asHField(mjs_findElement(second, mjOBJ_HFIELD, "h"));
  assert_memory_equal(h1->userdata->items, h2->userdata->items, 6 * sizeof(float));
  const mjsActuator* p = mjs_asActuator(mjs_findElement(second, mjOBJ_ACTUATOR, "p"));
  assert_float_equal(p->biasprm[2], 1, 0);
  assert_float_equal(p->inheritrange, 1, 0);
  free(text);
  mj_deleteSpec(first);
  mj_deleteSpec(second);
}

static void a_copy_writes_the_same_text(void** state) {
  mjSpec* spec = parseModel(everything);
  mjSpec* copy = mj_copySpec(spec);
  char* a = savedText(spec);
  mj_deleteSpec(spec);
  char* b = savedText(copy);
  assert_string_equal(a, b);
  free(a);
  free(b);
  mj_deleteSpec(copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(written_models_read_back_and_write_the_same_again),
      cmocka_unit_test(values_survive_writing),
      cmocka_unit_test(a_copy_writes_the_same_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
