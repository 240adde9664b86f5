// mjSpec and its elements: the editable model, as read from a file or built by calls, before
// compilation.

#pragma once

#include "model_enums.h"
#include "option.h"
#include "spec_enums.h"
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

typedef struct mjsElement_ {
  mjtObj elemtype;
  uint64_t signature;
} mjsElement;

typedef struct mjsCompiler_ {
  mjtBool autolimits;
  double boundmass;
  double boundinertia;
  double settotalmass;
  mjtBool balanceinertia;
  mjtBool fitaabb;
  mjtBool degree;
  char eulerseq[3];
  mjtBool discardvisual;
  mjtBool usethread;
  mjtBool fusestatic;
  mjtInertiaFromGeom inertiafromgeom;
  int inertiagrouprange[2];
  mjtBool saveinertial;
  mjtBool alignfree;
  mjtConflict conflict;
  mjLROpt LRopt;
  mjString* meshdir;
  mjString* texturedir;
  uint64_t authored;
} mjsCompiler;

typedef struct mjsAuthored_ {
  uint64_t option;
  int disableflags;
  int enableflags;
  int disableactuator;
  uint64_t visual_global;
  uint64_t visual_quality;
  uint64_t visual_headlight;
  uint64_t visual_map;
  uint64_t visual_scale;
  uint64_t visual_rgba;
} mjsAuthored;

typedef struct mjSpec_ {
  mjsElement* element;
  mjString* modelname;
  mjsCompiler compiler;
  mjtBool strippath;
  mjOption option;
  mjVisual visual;
  mjStatistic stat;
  mjtSize memory;
  int nemax;
  int nuserdata;
  int nuser_body;
  int nuser_jnt;
  int nuser_geom;
  int nuser_site;
  int nuser_cam;
  int nuser_tendon;
  int nuser_actuator;
  int nuser_sensor;
  int nkey;
  int njmax;
  int nconmax;
  mjtSize nstack;
  mjString* comment;
  mjString* modelfiledir;
  mjtBool hasImplicitPluginElem;
  mjsAuthored authored;
} mjSpec;

typedef struct mjsOrientation_ {
  mjtOrientation type;
  double axisangle[4];
  double xyaxes[6];
  double zaxis[3];
  double euler[3];
} mjsOrientation;

typedef struct mjsPlugin_ {
  mjsElement* element;
  mjString* name;
  mjString* plugin_name;
  mjtBool active;
  mjString* info;
} mjsPlugin;

typedef struct mjsBody_ {
  mjsElement* element;
  mjString* childclass;
  double pos[3];
  double quat[4];
  mjsOrientation alt;
  double mass;
  double ipos[3];
  double iquat[4];
  double inertia[3];
  mjsOrientation ialt;
  double fullinertia[6];
  mjtBool mocap;
  double gravcomp;
  mjtSleepPolicy sleep;
  mjtByte simple;
  mjDoubleVec* userdata;
  mjtBool explicitinertial;
  mjsPlugin plugin;
  mjString* info;
} mjsBody;

typedef struct mjsFrame_ {
  mjsElement* element;
  mjString* childclass;
  double pos[3];
  double quat[4];
  mjsOrientation alt;
  mjString* info;
} mjsFrame;

typedef struct mjsJoint_ {
  mjsElement* element;
  mjtJoint type;
  double pos[3];
  double axis[3];
  double ref;
  mjtAlignFree align;
  double stiffness[3];
  double springref;
  double springdamper[2];
  mjtLimited limited;
  double range[2];
  double margin;
  mjtNum solref_limit[2];
  mjtNum solimp_limit[5];
  mjtLimited actfrclimited;
  double actfrcrange[2];
  double armature;
  double damping[3];
  double frictionloss;
  mjtNum solref_friction[2];
  mjtNum solimp_friction[5];
  int group;
  mjtBool actgravcomp;
  mjDoubleVec* userdata;
  mjString* info;
} mjsJoint;

typedef struct mjsGeom_ {
  mjsElement* element;
  mjtGeom type;
  double pos[3];
  double quat[4];
  mjsOrientation alt;
  double fromto[6];
  double size[3];
  int contype;
  int conaffinity;
  int condim;
  int priority;
  double friction[3];
  double solmix;
  mjtNum solref[2];
  mjtNum solimp[5];
  double margin;
  double gap;
  double surfacevel[6];
  double adhesion;
  double mass;
  double density;
  mjtGeomInertia typeinertia;
  mjtNum fluid_ellipsoid;
  mjtNum fluid_coefs[5];
  mjString* material;
  float rgba[4];
  int group;
  mjString* hfieldname;
  mjString* meshname;
  double fitscale;
  mjDoubleVec* userdata;
  mjsPlugin plugin;
  mjString* info;
} mjsGeom;

typedef struct mjsSite_ {
  mjsElement* element;
  double pos[3];
  double quat[4];
  mjsOrientation alt;
  double fromto[6];
  double size[3];
  mjtGeom type;
  mjString* material;
  int group;
  float rgba[4];
  mjDoubleVec* userdata;
  mjString* info;
} mjsSite;

typedef struct mjsCamera_ {
  mjsElement* element;
  double pos[3];
  double quat[4];
  mjsOrientation alt;
  mjtCamLight mode;
  mjString* targetbody;
  mjtProjection proj;
  int resolution[2];
  int output;
  double fovy;
  double ipd;
  float intrinsic[4];
  float sensor_size[2];
  float focal_length[2];
  float focal_pixel[2];
  float principal_length[2];
  float principal_pixel[2];
  mjDoubleVec* userdata;
  mjString* info;
} mjsCamera;

typedef struct mjsLight_ {
  mjsElement* element;
  double pos[3];
  double dir[3];
  mjtCamLight mode;
  mjString* targetbody;
  mjtBool active;
  mjtLightType type;
  mjString* texture;
  mjtBool castshadow;
  float bulbradius;
  float intensity;
  float range;
  float attenuation[3];
  float cutoff;
  float softness;
  float exponent;
  float ambient[3];
  float diffuse[3];
  float specular[3];
  mjString* info;
} mjsLight;

typedef struct mjsFlex_ {
  mjsElement* element;
  int contype;
  int conaffinity;
  int condim;
  int priority;
  double friction[3];
  double solmix;
  mjtNum solref[2];
  mjtNum solimp[5];
  double margin;
  double gap;
  int dim;
  double radius;
  double size[3];
  mjtBool internal;
  mjtBool flatskin;
  mjtFlexSelf selfcollide;
  int passive;
  int activelayers;
  int group;
  double edgestiffness;
  double edgedamping;
  float rgba[4];
  mjString* material;
  double young;
  double poisson;
  double damping;
  double thickness;
  int elastic2d;
  int cellcount[3];
  int order;
  mjStringVec* nodebody;
  mjStringVec* vertbody;
  mjDoubleVec* node;
  mjDoubleVec* vert;
  mjIntVec* elem;
  mjFloatVec* texcoord;
  mjIntVec* elemtexcoord;
  mjString* info;
} mjsFlex;

typedef struct mjsMesh_ {
  mjsElement* element;
  mjString* content_type;
  mjString* file;
  double refpos[3];
  double refquat[4];
  double scale[3];
  mjtMeshInertia inertia;
  mjtBool smoothnormal;
  mjtBool needsdf;
  int maxhullvert;
  mjFloatVec* uservert;
  mjFloatVec* usernormal;
  mjFloatVec* usertexcoord;
  mjIntVec* userface;
  mjIntVec* userfacenormal;
  mjIntVec* userfacetexcoord;
  mjsPlugin plugin;
  mjString* material;
  int octree_maxdepth;
  mjString* info;
} mjsMesh;

typedef struct mjsHField_ {
  mjsElement* element;
  mjString* content_type;
  mjString* file;
  double size[4];
  int nrow;
  int ncol;
  mjFloatVec* userdata;
  mjString* info;
} mjsHField;

typedef struct mjsSkin_ {
  mjsElement* element;
  mjString* file;
  mjString* material;
  float rgba[4];
  float inflate;
  int group;
  mjFloatVec* vert;
  mjFloatVec* texcoord;
  mjIntVec* face;
  mjStringVec* bodyname;
  mjFloatVec* bindpos;
  mjFloatVec* bindquat;
  mjIntVecVec* vertid;
  mjFloatVecVec* vertweight;
  mjString* info;
} mjsSkin;

typedef struct mjsTexture_ {
  mjsElement* element;
  mjtTexture type;
  mjtColorSpace colorspace;
  mjtBuiltin builtin;
  mjtMark mark;
  double rgb1[3];
  double rgb2[3];
  double markrgb[3];
  double random;
  int height;
  int width;
  int nchannel;
  mjString* content_type;
  mjString* file;
  int gridsize[2];
  char gridlayout[12];
  mjStringVec* cubefiles;
  mjByteVec* data;
  mjtBool hflip;
  mjtBool vflip;
  mjString* info;
} mjsTexture;

typedef struct mjsMaterial_ {
  mjsElement* element;
  mjStringVec* textures;
  mjtBool texuniform;
  float texrepeat[2];
  float emission;
  float specular;
  float shininess;
  float reflectance;
  float metallic;
  float roughness;
  float rgba[4];
  mjString* info;
} mjsMaterial;

typedef struct mjsPair_ {
  mjsElement* element;
  mjString* geomname1;
  mjString* geomname2;
  int condim;
  mjtNum solref[2];
  mjtNum solreffriction[2];
  mjtNum solimp[5];
  double margin;
  double gap;
  double adhesion;
  double friction[5];
  mjString* info;
} mjsPair;

typedef struct mjsExclude_ {
  mjsElement* element;
  mjString* bodyname1;
  mjString* bodyname2;
  mjString* info;
} mjsExclude;

typedef struct mjsEquality_ {
  mjsElement* element;
  mjtEq type;
  double data[11];
  mjtBool active;
  mjString* name1;
  mjString* name2;
  mjtObj objtype;
  mjtNum solref[2];
  mjtNum solimp[5];
  mjString* info;
} mjsEquality;

typedef struct mjsTendon_ {
  mjsElement* element;
  double stiffness[3];
  double springlength[2];
  double damping[3];
  double frictionloss;
  mjtNum solref_friction[2];
  mjtNum solimp_friction[5];
  double armature;
  mjtLimited limited;
  mjtLimited actfrclimited;
  double range[2];
  double actfrcrange[2];
  double margin;
  mjtNum solref_limit[2];
  mjtNum solimp_limit[5];
  mjString* material;
  double width;
  float rgba[4];
  int group;
  mjDoubleVec* userdata;
  mjString* info;
} mjsTendon;

typedef struct mjsWrap_ {
  mjsElement* element;
  mjtWrap type;
  mjString* info;
} mjsWrap;

typedef struct mjsActuator_ {
  mjsElement* element;
  mjtGain gaintype;
  double gainprm[10];
  mjtBias biastype;
  double biasprm[10];
  mjtDyn dyntype;
  double dynprm[10];
  int actdim;
  int ctrlspec;
  double velrange[2];
  double ffrange[2];
  mjtBool actearly;
  mjtTrn trntype;
  double gear[6];
  mjString* target;
  mjString* refsite;
  mjString* slidersite;
  double cranklength;
  double lengthrange[2];
  double inheritrange;
  double damping[3];
  double armature;
  mjtLimited ctrllimited;
  double ctrlrange[2];
  mjtLimited forcelimited;
  double forcerange[2];
  mjtLimited actlimited;
  double actrange[2];
  int group;
  int nsample;
  int interp;
  double delay;
  mjDoubleVec* userdata;
  mjsPlugin plugin;
  mjString* info;
} mjsActuator;

typedef struct mjsSensor_ {
  mjsElement* element;
  mjtSensor type;
  mjtObj objtype;
  mjString* objname;
  mjtObj reftype;
  mjString* refname;
  int intprm[3];
  mjtDataType datatype;
  mjtStage needstage;
  int dim;
  double cutoff;
  double noise;
  int nsample;
  int interp;
  double delay;
  double interval[2];
  mjDoubleVec* userdata;
  mjsPlugin plugin;
  mjString* info;
} mjsSensor;

typedef struct mjsNumeric_ {
  mjsElement* element;
  mjDoubleVec* data;
  int size;
  mjString* info;
} mjsNumeric;

typedef struct mjsText_ {
  mjsElement* element;
  mjString* data;
  mjString* info;
} mjsText;

typedef struct mjsTuple_ {
  mjsElement* element;
  mjIntVec* objtype;
  mjStringVec* objname;
  mjDoubleVec* objprm;
  mjString* info;
} mjsTuple;

typedef struct mjsKey_ {
  mjsElement* element;
  double time;
  mjDoubleVec* qpos;
  mjDoubleVec* qvel;
  mjDoubleVec* act;
  mjDoubleVec* mpos;
  mjDoubleVec* mquat;
  mjDoubleVec* ctrl;
  mjString* info;
} mjsKey;

typedef struct mjsDefault_ {
  mjsElement* element;
  mjsJoint* joint;
  mjsGeom* geom;
  mjsSite* site;
  mjsCamera* camera;
  mjsLight* light;
  mjsFlex* flex;
  mjsMesh* mesh;
  mjsMaterial* material;
  mjsPair* pair;
  mjsEquality* equality;
  mjsTendon* tendon;
  mjsActuator* actuator;
} mjsDefault;
