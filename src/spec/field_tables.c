// Fields of the public spec structs and their defaults, from api/spec_fields.h and
// api/option_fields.h; see fields.h.
//
// Kind, length and place of a field follow from the declaration of its struct.

#include "spec/fields.h"

#include <math.h>

#include "spec/element.h"

// clang-format off

// One field, in a scope where Struct is the name of its struct.
#define FIELD(field)                                              \
  {                                                               \
    .name = #field, .kind = LB_FIELD_KIND(((Struct*)0)->field),            \
    .count = LB_FIELD_COUNT(((Struct*)0)->field),                          \
    .last = LB_FIELD_LAST(((Struct*)0)->field),                   \
    .offset = (unsigned short)offsetof(Struct, field)             \
  },

// clang-format on

#define ROW(type, name, ...) FIELD(name)

// Structs inside a struct, by the names they have there; their fields are flattened.
#define PART(type, name, meaning) PART_##name
#define PART_IN_PART(type, name, meaning) PART_##name
#define PART_alt LB_ORIENTATION_FIELDS(ROW_ALT, NO_PART)
#define PART_ialt LB_ORIENTATION_FIELDS(ROW_IALT, NO_PART)
#define PART_plugin LB_PLUGIN_FIELDS(ROW_PLUGIN, NO_PART)
#define PART_compiler LB_COMPILER_FIELDS(ROW_COMPILER, PART_IN_PART)
#define PART_LRopt LB_LENGTHRANGE_FIELDS(ROW_LENGTHRANGE, NO_PART)
#define PART_option LB_OPTION_FIELDS(ROW_OPTION, NO_PART)
#define PART_visual                                         \
  LB_VISUAL_GLOBAL_FIELDS(ROW_VISUAL_GLOBAL, NO_PART)       \
  LB_VISUAL_QUALITY_FIELDS(ROW_VISUAL_QUALITY, NO_PART)     \
  LB_VISUAL_HEADLIGHT_FIELDS(ROW_VISUAL_HEADLIGHT, NO_PART) \
  LB_VISUAL_MAP_FIELDS(ROW_VISUAL_MAP, NO_PART)             \
  LB_VISUAL_SCALE_FIELDS(ROW_VISUAL_SCALE, NO_PART)         \
  LB_VISUAL_RGBA_FIELDS(ROW_VISUAL_RGBA, NO_PART)
#define PART_stat LB_STATISTIC_FIELDS(ROW_STAT, NO_PART)
#define PART_authored LB_AUTHORED_FIELDS(ROW_AUTHORED, NO_PART)

#define ROW_ALT(type, name, ...) FIELD(alt.name)
#define ROW_IALT(type, name, ...) FIELD(ialt.name)
#define ROW_PLUGIN(type, name, ...) FIELD(plugin.name)
#define ROW_COMPILER(type, name, ...) FIELD(compiler.name)
#define ROW_LENGTHRANGE(type, name, ...) FIELD(compiler.LRopt.name)
#define ROW_OPTION(type, name, ...) FIELD(option.name)
#define ROW_VISUAL_GLOBAL(type, name, ...) FIELD(visual.global.name)
#define ROW_VISUAL_QUALITY(type, name, ...) FIELD(visual.quality.name)
#define ROW_VISUAL_HEADLIGHT(type, name, ...) FIELD(visual.headlight.name)
#define ROW_VISUAL_MAP(type, name, ...) FIELD(visual.map.name)
#define ROW_VISUAL_SCALE(type, name, ...) FIELD(visual.scale.name)
#define ROW_VISUAL_RGBA(type, name, ...) FIELD(visual.rgba.name)
#define ROW_STAT(type, name, ...) FIELD(stat.name)
#define ROW_AUTHORED(type, name, ...) FIELD(authored.name)
#define NO_PART(type, name, meaning)

// The fields and defaults of one kind of element, as a function of its name.
#define DESCRIBE(word, Name, objtype, TABLE)                                        \
  static const lbStruct* word##Struct(void) {                                       \
    typedef mjs##Name Struct;                                                       \
    static const lbField fields[] = {TABLE(ROW, PART)};                             \
    static const Struct defaults = {TABLE(LB_DEFAULT, NO_PART)};                    \
    static const lbStruct layout = {.kind = #word,                                  \
                                    .type = objtype,                                \
                                    .blockSize = sizeof(lb##Name),                  \
                                    .publicOffset = offsetof(lb##Name, s),          \
                                    .publicSize = sizeof(Struct),                   \
                                    .fieldCount = sizeof fields / sizeof fields[0], \
                                    .fields = fields,                               \
                                    .defaults = &defaults};                         \
    return &layout;                                                                 \
  }

DESCRIBE(body, Body, mjOBJ_BODY, LB_BODY_FIELDS)
DESCRIBE(joint, Joint, mjOBJ_JOINT, LB_JOINT_FIELDS)
DESCRIBE(geom, Geom, mjOBJ_GEOM, LB_GEOM_FIELDS)
DESCRIBE(site, Site, mjOBJ_SITE, LB_SITE_FIELDS)
DESCRIBE(camera, Camera, mjOBJ_CAMERA, LB_CAMERA_FIELDS)
DESCRIBE(light, Light, mjOBJ_LIGHT, LB_LIGHT_FIELDS)
DESCRIBE(flex, Flex, mjOBJ_FLEX, LB_FLEX_FIELDS)
DESCRIBE(mesh, Mesh, mjOBJ_MESH, LB_MESH_FIELDS)
DESCRIBE(skin, Skin, mjOBJ_SKIN, LB_SKIN_FIELDS)
DESCRIBE(hfield, HField, mjOBJ_HFIELD, LB_HFIELD_FIELDS)
DESCRIBE(texture, Texture, mjOBJ_TEXTURE, LB_TEXTURE_FIELDS)
DESCRIBE(material, Material, mjOBJ_MATERIAL, LB_MATERIAL_FIELDS)
DESCRIBE(pair, Pair, mjOBJ_PAIR, LB_PAIR_FIELDS)
DESCRIBE(exclude, Exclude, mjOBJ_EXCLUDE, LB_EXCLUDE_FIELDS)
DESCRIBE(equality, Equality, mjOBJ_EQUALITY, LB_EQUALITY_FIELDS)
DESCRIBE(tendon, Tendon, mjOBJ_TENDON, LB_TENDON_FIELDS)
DESCRIBE(actuator, Actuator, mjOBJ_ACTUATOR, LB_ACTUATOR_FIELDS)
DESCRIBE(sensor, Sensor, mjOBJ_SENSOR, LB_SENSOR_FIELDS)
DESCRIBE(numeric, Numeric, mjOBJ_NUMERIC, LB_NUMERIC_FIELDS)
DESCRIBE(text, Text, mjOBJ_TEXT, LB_TEXT_FIELDS)
DESCRIBE(tuple, Tuple, mjOBJ_TUPLE, LB_TUPLE_FIELDS)
DESCRIBE(key, Key, mjOBJ_KEY, LB_KEY_FIELDS)
DESCRIBE(plugin, Plugin, mjOBJ_PLUGIN, LB_PLUGIN_FIELDS)
DESCRIBE(frame, Frame, mjOBJ_FRAME, LB_FRAME_FIELDS)
DESCRIBE(wrap, Wrap, mjOBJ_UNKNOWN, LB_WRAP_FIELDS)

const lbStruct* lb_structOf(mjtObj type) {
  static const lbStruct* (*const structs[LB_SPEC_LISTS])(void) = {
      [mjOBJ_BODY] = bodyStruct,         [mjOBJ_JOINT] = jointStruct,
      [mjOBJ_GEOM] = geomStruct,         [mjOBJ_SITE] = siteStruct,
      [mjOBJ_CAMERA] = cameraStruct,     [mjOBJ_LIGHT] = lightStruct,
      [mjOBJ_FLEX] = flexStruct,         [mjOBJ_MESH] = meshStruct,
      [mjOBJ_SKIN] = skinStruct,         [mjOBJ_HFIELD] = hfieldStruct,
      [mjOBJ_TEXTURE] = textureStruct,   [mjOBJ_MATERIAL] = materialStruct,
      [mjOBJ_PAIR] = pairStruct,         [mjOBJ_EXCLUDE] = excludeStruct,
      [mjOBJ_EQUALITY] = equalityStruct, [mjOBJ_TENDON] = tendonStruct,
      [mjOBJ_ACTUATOR] = actuatorStruct, [mjOBJ_SENSOR] = sensorStruct,
      [mjOBJ_NUMERIC] = numericStruct,   [mjOBJ_TEXT] = textStruct,
      [mjOBJ_TUPLE] = tupleStruct,       [mjOBJ_KEY] = keyStruct,
      [mjOBJ_PLUGIN] = pluginStruct,     [LB_LIST_FRAME] = frameStruct,
  };
  int list = lb_listIndex(type);
  return list >= 0 && structs[list] ? structs[list]() : NULL;
}

const lbStruct* lb_wrapStruct(void) {
  return wrapStruct();
}

const lbField* lb_specFields(int* count) {
  typedef mjSpec Struct;
  static const lbField fields[] = {LB_SPEC_FIELDS(ROW, PART)};
  *count = sizeof fields / sizeof fields[0];
  return fields;
}

const mjSpec* lb_specDefaults(void) {
  static const mjSpec defaults = {
      LB_SPEC_FIELDS(LB_DEFAULT, NO_PART).compiler = {LB_COMPILER_FIELDS(LB_DEFAULT, NO_PART)},
      .stat = {LB_STATISTIC_FIELDS(LB_DEFAULT, NO_PART)},
  };
  return &defaults;
}
