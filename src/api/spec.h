// mjSpec and its elements: the editable model, as read from a file or built by calls, before
// compilation.

#pragma once

#include "model_enums.h"
#include "option.h"
#include "spec_enums.h"
#include "spec_fields.h"
#include "types.h"

// Opaque containers owned by spec elements; set and read them with the mjs_set and mjs_get
// functions.
typedef struct mjString_ mjString;
typedef struct mjStringVec_ mjStringVec;
typedef struct mjByteVec_ mjByteVec;
typedef struct mjIntVec_ mjIntVec;
typedef struct mjIntVecVec_ mjIntVecVec;
typedef struct mjFloatVec_ mjFloatVec;
typedef struct mjFloatVecVec_ mjFloatVecVec;
typedef struct mjDoubleVec_ mjDoubleVec;

// What every element has in common; functions take its address.
typedef struct mjsElement_ {
  mjtObj elemtype;     // kind of the element, mjtObj
  uint64_t signature;  // hash of the structure, to compare
} mjsElement;

// Options of the compiler.
typedef struct mjsCompiler_ {
  LB_COMPILER_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsCompiler;

// Which settings the model's text gave.
typedef struct mjsAuthored_ {
  LB_AUTHORED_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsAuthored;

// A model as it can be edited, before it is compiled.
typedef struct mjSpec_ {
  mjsElement* element;  // handle that functions take
  LB_SPEC_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjSpec;

// Orientations in another form than a quaternion.
typedef struct mjsOrientation_ {
  LB_ORIENTATION_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsOrientation;

// The plugin that an element uses, or an instance of its own.
typedef struct mjsPlugin_ {
  mjsElement* element;  // handle that functions take
  LB_PLUGIN_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsPlugin;

// A body.
typedef struct mjsBody_ {
  mjsElement* element;  // handle that functions take
  LB_BODY_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsBody;

// A frame: moves what is inside, and is gone after compilation.
typedef struct mjsFrame_ {
  mjsElement* element;  // handle that functions take
  LB_FRAME_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsFrame;

// A joint.
typedef struct mjsJoint_ {
  mjsElement* element;  // handle that functions take
  LB_JOINT_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsJoint;

// A geom.
typedef struct mjsGeom_ {
  mjsElement* element;  // handle that functions take
  LB_GEOM_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsGeom;

// A site.
typedef struct mjsSite_ {
  mjsElement* element;  // handle that functions take
  LB_SITE_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsSite;

// A camera.
typedef struct mjsCamera_ {
  mjsElement* element;  // handle that functions take
  LB_CAMERA_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsCamera;

// A light.
typedef struct mjsLight_ {
  mjsElement* element;  // handle that functions take
  LB_LIGHT_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsLight;

// A flex: a soft body.
typedef struct mjsFlex_ {
  mjsElement* element;  // handle that functions take
  LB_FLEX_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsFlex;

// A mesh.
typedef struct mjsMesh_ {
  mjsElement* element;  // handle that functions take
  LB_MESH_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsMesh;

// A height field.
typedef struct mjsHField_ {
  mjsElement* element;  // handle that functions take
  LB_HFIELD_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsHField;

// A skin.
typedef struct mjsSkin_ {
  mjsElement* element;  // handle that functions take
  LB_SKIN_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsSkin;

// A texture.
typedef struct mjsTexture_ {
  mjsElement* element;  // handle that functions take
  LB_TEXTURE_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsTexture;

// A material.
typedef struct mjsMaterial_ {
  mjsElement* element;  // handle that functions take
  LB_MATERIAL_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsMaterial;

// A pair of geoms that can touch.
typedef struct mjsPair_ {
  mjsElement* element;  // handle that functions take
  LB_PAIR_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsPair;

// A pair of bodies whose geoms do not touch.
typedef struct mjsExclude_ {
  mjsElement* element;  // handle that functions take
  LB_EXCLUDE_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsExclude;

// An equality constraint.
typedef struct mjsEquality_ {
  mjsElement* element;  // handle that functions take
  LB_EQUALITY_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsEquality;

// A tendon.
typedef struct mjsTendon_ {
  mjsElement* element;  // handle that functions take
  LB_TENDON_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsTendon;

// A step on the path of a tendon.
typedef struct mjsWrap_ {
  mjsElement* element;  // handle that functions take
  LB_WRAP_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsWrap;

// An actuator.
typedef struct mjsActuator_ {
  mjsElement* element;  // handle that functions take
  LB_ACTUATOR_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsActuator;

// A sensor.
typedef struct mjsSensor_ {
  mjsElement* element;  // handle that functions take
  LB_SENSOR_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsSensor;

// Numbers for the program.
typedef struct mjsNumeric_ {
  mjsElement* element;  // handle that functions take
  LB_NUMERIC_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsNumeric;

// A text for the program.
typedef struct mjsText_ {
  mjsElement* element;  // handle that functions take
  LB_TEXT_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsText;

// A list of elements, with numbers, for the program.
typedef struct mjsTuple_ {
  mjsElement* element;  // handle that functions take
  LB_TUPLE_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsTuple;

// A keyframe.
typedef struct mjsKey_ {
  mjsElement* element;  // handle that functions take
  LB_KEY_FIELDS(LB_DECLARE, LB_DECLARE_PART)
} mjsKey;

// A default class: values of elements that leave an attribute out.
typedef struct mjsDefault_ {
  mjsElement* element;    // handle that functions take
  mjsJoint* joint;        // values of joints that leave an attribute out
  mjsGeom* geom;          // values of geoms that leave an attribute out
  mjsSite* site;          // values of sites that leave an attribute out
  mjsCamera* camera;      // values of cameras that leave an attribute out
  mjsLight* light;        // values of lights that leave an attribute out
  mjsFlex* flex;          // values of flexes that leave an attribute out
  mjsMesh* mesh;          // values of meshes that leave an attribute out
  mjsMaterial* material;  // values of materials that leave an attribute out
  mjsPair* pair;          // values of pairs that leave an attribute out
  mjsEquality* equality;  // values of equalities that leave an attribute out
  mjsTendon* tendon;      // values of tendons that leave an attribute out
  mjsActuator* actuator;  // values of actuators that leave an attribute out
} mjsDefault;
