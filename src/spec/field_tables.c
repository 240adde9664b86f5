// Field tables of the public spec structs and their default values; see fields.h.
//
// A row names a struct and a field; kind, length and place follow from the declaration in
// api/spec.h.

#include "spec/fields.h"

#include <math.h>

#include "spec/element.h"

#define AT(Struct, field) (((Struct*)0)->field)

// clang-format off

// lbFieldKind of a field; what is not listed is an int or an enum.
#define KIND(field)                           \
  _Generic((field),                           \
           mjtBool: LB_FIELD_BOOL,            \
           mjtByte: LB_FIELD_BYTE,            \
           char*: LB_FIELD_CHAR,              \
           int64_t: LB_FIELD_SIZE,            \
           uint64_t: LB_FIELD_SIZE,           \
           float: LB_FIELD_FLOAT,             \
           float*: LB_FIELD_FLOAT,            \
           double: LB_FIELD_DOUBLE,           \
           double*: LB_FIELD_DOUBLE,          \
           mjString*: LB_FIELD_STRING,        \
           mjByteVec*: LB_FIELD_BYTEVEC,      \
           mjIntVec*: LB_FIELD_INTVEC,        \
           mjFloatVec*: LB_FIELD_FLOATVEC,    \
           mjDoubleVec*: LB_FIELD_DOUBLEVEC,  \
           mjStringVec*: LB_FIELD_STRINGVEC,  \
           mjIntVecVec*: LB_FIELD_INTVECVEC,  \
           mjFloatVecVec*: LB_FIELD_FLOATVECVEC, \
           default: LB_FIELD_INT)

// Length of a plain array, 1 for everything else.
#define COUNT(field)                          \
  (sizeof(field) / _Generic((field),          \
                            char*: sizeof(char), int*: sizeof(int), float*: sizeof(float), \
                            double*: sizeof(double), default: sizeof(field)))

#define F(Struct, field)                                          \
  {                                                               \
    .name = #field, .kind = KIND(AT(Struct, field)),              \
    .count = COUNT(AT(Struct, field)),                            \
    .offset = (unsigned short)offsetof(Struct, field)             \
  }

#define ORIENTATION(Struct, alt)                                                   \
  F(Struct, alt.type), F(Struct, alt.axisangle), F(Struct, alt.xyaxes),            \
  F(Struct, alt.zaxis), F(Struct, alt.euler)
#define POSE(Struct) F(Struct, pos), F(Struct, quat), ORIENTATION(Struct, alt)
#define PLUGIN(Struct)                                                             \
  F(Struct, plugin.name), F(Struct, plugin.plugin_name), F(Struct, plugin.active), \
  F(Struct, plugin.info)

static const lbField bodyFields[] = {
    F(mjsBody, childclass), POSE(mjsBody), F(mjsBody, mass), F(mjsBody, ipos), F(mjsBody, iquat),
    F(mjsBody, inertia), ORIENTATION(mjsBody, ialt), F(mjsBody, fullinertia), F(mjsBody, mocap),
    F(mjsBody, gravcomp), F(mjsBody, sleep), F(mjsBody, simple), F(mjsBody, userdata),
    F(mjsBody, explicitinertial), PLUGIN(mjsBody), F(mjsBody, info),
};

static const lbField frameFields[] = {
    F(mjsFrame, childclass), POSE(mjsFrame), F(mjsFrame, info),
};

static const lbField jointFields[] = {
    F(mjsJoint, type), F(mjsJoint, pos), F(mjsJoint, axis), F(mjsJoint, ref), F(mjsJoint, align),
    F(mjsJoint, stiffness), F(mjsJoint, springref), F(mjsJoint, springdamper), F(mjsJoint, limited),
    F(mjsJoint, range), F(mjsJoint, margin), F(mjsJoint, solref_limit), F(mjsJoint, solimp_limit),
    F(mjsJoint, actfrclimited), F(mjsJoint, actfrcrange), F(mjsJoint, armature),
    F(mjsJoint, damping), F(mjsJoint, frictionloss), F(mjsJoint, solref_friction),
    F(mjsJoint, solimp_friction), F(mjsJoint, group), F(mjsJoint, actgravcomp),
    F(mjsJoint, userdata), F(mjsJoint, info),
};

static const lbField geomFields[] = {
    F(mjsGeom, type), POSE(mjsGeom), F(mjsGeom, fromto), F(mjsGeom, size), F(mjsGeom, contype),
    F(mjsGeom, conaffinity), F(mjsGeom, condim), F(mjsGeom, priority), F(mjsGeom, friction),
    F(mjsGeom, solmix), F(mjsGeom, solref), F(mjsGeom, solimp), F(mjsGeom, margin), F(mjsGeom, gap),
    F(mjsGeom, surfacevel), F(mjsGeom, adhesion), F(mjsGeom, mass), F(mjsGeom, density),
    F(mjsGeom, typeinertia), F(mjsGeom, fluid_ellipsoid), F(mjsGeom, fluid_coefs),
    F(mjsGeom, material), F(mjsGeom, rgba), F(mjsGeom, group), F(mjsGeom, hfieldname),
    F(mjsGeom, meshname), F(mjsGeom, fitscale), F(mjsGeom, userdata), PLUGIN(mjsGeom),
    F(mjsGeom, info),
};

static const lbField siteFields[] = {
    POSE(mjsSite), F(mjsSite, fromto), F(mjsSite, size), F(mjsSite, type), F(mjsSite, material),
    F(mjsSite, group), F(mjsSite, rgba), F(mjsSite, userdata), F(mjsSite, info),
};

static const lbField cameraFields[] = {
    POSE(mjsCamera), F(mjsCamera, mode), F(mjsCamera, targetbody), F(mjsCamera, proj),
    F(mjsCamera, resolution), F(mjsCamera, output), F(mjsCamera, fovy), F(mjsCamera, ipd),
    F(mjsCamera, intrinsic), F(mjsCamera, sensor_size), F(mjsCamera, focal_length),
    F(mjsCamera, focal_pixel), F(mjsCamera, principal_length), F(mjsCamera, principal_pixel),
    F(mjsCamera, userdata), F(mjsCamera, info),
};

static const lbField lightFields[] = {
    F(mjsLight, pos), F(mjsLight, dir), F(mjsLight, mode), F(mjsLight, targetbody),
    F(mjsLight, active), F(mjsLight, type), F(mjsLight, texture), F(mjsLight, castshadow),
    F(mjsLight, bulbradius), F(mjsLight, intensity), F(mjsLight, range), F(mjsLight, attenuation),
    F(mjsLight, cutoff), F(mjsLight, softness), F(mjsLight, exponent), F(mjsLight, ambient),
    F(mjsLight, diffuse), F(mjsLight, specular), F(mjsLight, info),
};

static const lbField flexFields[] = {
    F(mjsFlex, contype), F(mjsFlex, conaffinity), F(mjsFlex, condim), F(mjsFlex, priority),
    F(mjsFlex, friction), F(mjsFlex, solmix), F(mjsFlex, solref), F(mjsFlex, solimp),
    F(mjsFlex, margin), F(mjsFlex, gap), F(mjsFlex, dim), F(mjsFlex, radius), F(mjsFlex, size),
    F(mjsFlex, internal), F(mjsFlex, flatskin), F(mjsFlex, selfcollide), F(mjsFlex, passive),
    F(mjsFlex, activelayers), F(mjsFlex, group), F(mjsFlex, edgestiffness), F(mjsFlex, edgedamping),
    F(mjsFlex, rgba), F(mjsFlex, material), F(mjsFlex, young), F(mjsFlex, poisson),
    F(mjsFlex, damping), F(mjsFlex, thickness), F(mjsFlex, elastic2d), F(mjsFlex, cellcount),
    F(mjsFlex, order), F(mjsFlex, nodebody), F(mjsFlex, vertbody), F(mjsFlex, node),
    F(mjsFlex, vert), F(mjsFlex, elem), F(mjsFlex, texcoord), F(mjsFlex, elemtexcoord),
    F(mjsFlex, info),
};

static const lbField meshFields[] = {
    F(mjsMesh, content_type), F(mjsMesh, file), F(mjsMesh, refpos), F(mjsMesh, refquat),
    F(mjsMesh, scale), F(mjsMesh, inertia), F(mjsMesh, smoothnormal), F(mjsMesh, needsdf),
    F(mjsMesh, maxhullvert), F(mjsMesh, uservert), F(mjsMesh, usernormal), F(mjsMesh, usertexcoord),
    F(mjsMesh, userface), F(mjsMesh, userfacenormal), F(mjsMesh, userfacetexcoord), PLUGIN(mjsMesh),
    F(mjsMesh, material), F(mjsMesh, octree_maxdepth), F(mjsMesh, info),
};

static const lbField hfieldFields[] = {
    F(mjsHField, content_type), F(mjsHField, file), F(mjsHField, size), F(mjsHField, nrow),
    F(mjsHField, ncol), F(mjsHField, userdata), F(mjsHField, info),
};

static const lbField skinFields[] = {
    F(mjsSkin, file), F(mjsSkin, material), F(mjsSkin, rgba), F(mjsSkin, inflate),
    F(mjsSkin, group), F(mjsSkin, vert), F(mjsSkin, texcoord), F(mjsSkin, face),
    F(mjsSkin, bodyname), F(mjsSkin, bindpos), F(mjsSkin, bindquat), F(mjsSkin, vertid),
    F(mjsSkin, vertweight), F(mjsSkin, info),
};

static const lbField textureFields[] = {
    F(mjsTexture, type), F(mjsTexture, colorspace), F(mjsTexture, builtin), F(mjsTexture, mark),
    F(mjsTexture, rgb1), F(mjsTexture, rgb2), F(mjsTexture, markrgb), F(mjsTexture, random),
    F(mjsTexture, height), F(mjsTexture, width), F(mjsTexture, nchannel),
    F(mjsTexture, content_type), F(mjsTexture, file), F(mjsTexture, gridsize),
    F(mjsTexture, gridlayout), F(mjsTexture, cubefiles), F(mjsTexture, data), F(mjsTexture, hflip),
    F(mjsTexture, vflip), F(mjsTexture, info),
};

static const lbField materialFields[] = {
    F(mjsMaterial, textures), F(mjsMaterial, texuniform), F(mjsMaterial, texrepeat),
    F(mjsMaterial, emission), F(mjsMaterial, specular), F(mjsMaterial, shininess),
    F(mjsMaterial, reflectance), F(mjsMaterial, metallic), F(mjsMaterial, roughness),
    F(mjsMaterial, rgba), F(mjsMaterial, info),
};

static const lbField pairFields[] = {
    F(mjsPair, geomname1), F(mjsPair, geomname2), F(mjsPair, condim), F(mjsPair, solref),
    F(mjsPair, solreffriction), F(mjsPair, solimp), F(mjsPair, margin), F(mjsPair, gap),
    F(mjsPair, adhesion), F(mjsPair, friction), F(mjsPair, info),
};

static const lbField excludeFields[] = {
    F(mjsExclude, bodyname1), F(mjsExclude, bodyname2), F(mjsExclude, info),
};

static const lbField equalityFields[] = {
    F(mjsEquality, type), F(mjsEquality, data), F(mjsEquality, active), F(mjsEquality, name1),
    F(mjsEquality, name2), F(mjsEquality, objtype), F(mjsEquality, solref), F(mjsEquality, solimp),
    F(mjsEquality, info),
};

static const lbField tendonFields[] = {
    F(mjsTendon, stiffness), F(mjsTendon, springlength), F(mjsTendon, damping),
    F(mjsTendon, frictionloss), F(mjsTendon, solref_friction), F(mjsTendon, solimp_friction),
    F(mjsTendon, armature), F(mjsTendon, limited), F(mjsTendon, actfrclimited), F(mjsTendon, range),
    F(mjsTendon, actfrcrange), F(mjsTendon, margin), F(mjsTendon, solref_limit),
    F(mjsTendon, solimp_limit), F(mjsTendon, material), F(mjsTendon, width), F(mjsTendon, rgba),
    F(mjsTendon, group), F(mjsTendon, userdata), F(mjsTendon, info),
};

static const lbField wrapFields[] = {
    F(mjsWrap, type), F(mjsWrap, info),
};

static const lbField actuatorFields[] = {
    F(mjsActuator, gaintype), F(mjsActuator, gainprm), F(mjsActuator, biastype),
    F(mjsActuator, biasprm), F(mjsActuator, dyntype), F(mjsActuator, dynprm),
    F(mjsActuator, actdim), F(mjsActuator, ctrlspec), F(mjsActuator, velrange),
    F(mjsActuator, ffrange), F(mjsActuator, actearly), F(mjsActuator, trntype),
    F(mjsActuator, gear), F(mjsActuator, target), F(mjsActuator, refsite),
    F(mjsActuator, slidersite), F(mjsActuator, cranklength), F(mjsActuator, lengthrange),
    F(mjsActuator, inheritrange), F(mjsActuator, damping), F(mjsActuator, armature),
    F(mjsActuator, ctrllimited), F(mjsActuator, ctrlrange), F(mjsActuator, forcelimited),
    F(mjsActuator, forcerange), F(mjsActuator, actlimited), F(mjsActuator, actrange),
    F(mjsActuator, group), F(mjsActuator, nsample), F(mjsActuator, interp), F(mjsActuator, delay),
    F(mjsActuator, userdata), PLUGIN(mjsActuator), F(mjsActuator, info),
};

static const lbField sensorFields[] = {
    F(mjsSensor, type), F(mjsSensor, objtype), F(mjsSensor, objname), F(mjsSensor, reftype),
    F(mjsSensor, refname), F(mjsSensor, intprm), F(mjsSensor, datatype), F(mjsSensor, needstage),
    F(mjsSensor, dim), F(mjsSensor, cutoff), F(mjsSensor, noise), F(mjsSensor, nsample),
    F(mjsSensor, interp), F(mjsSensor, delay), F(mjsSensor, interval), F(mjsSensor, userdata),
    PLUGIN(mjsSensor), F(mjsSensor, info),
};

static const lbField numericFields[] = {
    F(mjsNumeric, data), F(mjsNumeric, size), F(mjsNumeric, info),
};

static const lbField textFields[] = {
    F(mjsText, data), F(mjsText, info),
};

static const lbField tupleFields[] = {
    F(mjsTuple, objtype), F(mjsTuple, objname), F(mjsTuple, objprm), F(mjsTuple, info),
};

static const lbField keyFields[] = {
    F(mjsKey, time), F(mjsKey, qpos), F(mjsKey, qvel), F(mjsKey, act), F(mjsKey, mpos),
    F(mjsKey, mquat), F(mjsKey, ctrl), F(mjsKey, info),
};

static const lbField pluginFields[] = {
    F(mjsPlugin, name), F(mjsPlugin, plugin_name), F(mjsPlugin, active), F(mjsPlugin, info),
};

static const lbField specFields[] = {
    F(mjSpec, modelname), F(mjSpec, compiler.autolimits), F(mjSpec, compiler.boundmass),
    F(mjSpec, compiler.boundinertia), F(mjSpec, compiler.settotalmass),
    F(mjSpec, compiler.balanceinertia), F(mjSpec, compiler.fitaabb), F(mjSpec, compiler.degree),
    F(mjSpec, compiler.eulerseq), F(mjSpec, compiler.discardvisual), F(mjSpec, compiler.usethread),
    F(mjSpec, compiler.fusestatic), F(mjSpec, compiler.inertiafromgeom),
    F(mjSpec, compiler.inertiagrouprange), F(mjSpec, compiler.saveinertial),
    F(mjSpec, compiler.alignfree), F(mjSpec, compiler.conflict), F(mjSpec, compiler.LRopt.mode),
    F(mjSpec, compiler.LRopt.useexisting), F(mjSpec, compiler.LRopt.uselimit),
    F(mjSpec, compiler.LRopt.accel), F(mjSpec, compiler.LRopt.maxforce),
    F(mjSpec, compiler.LRopt.timeconst), F(mjSpec, compiler.LRopt.timestep),
    F(mjSpec, compiler.LRopt.inttotal), F(mjSpec, compiler.LRopt.interval),
    F(mjSpec, compiler.LRopt.tolrange), F(mjSpec, compiler.meshdir), F(mjSpec, compiler.texturedir),
    F(mjSpec, compiler.authored), F(mjSpec, strippath), F(mjSpec, option.timestep),
    F(mjSpec, option.impratio), F(mjSpec, option.tolerance), F(mjSpec, option.ls_tolerance),
    F(mjSpec, option.noslip_tolerance), F(mjSpec, option.ccd_tolerance),
    F(mjSpec, option.sleep_tolerance), F(mjSpec, option.gravity), F(mjSpec, option.wind),
    F(mjSpec, option.magnetic), F(mjSpec, option.density), F(mjSpec, option.viscosity),
    F(mjSpec, option.o_margin), F(mjSpec, option.o_solref), F(mjSpec, option.o_solimp),
    F(mjSpec, option.o_friction), F(mjSpec, option.integrator), F(mjSpec, option.cone),
    F(mjSpec, option.jacobian), F(mjSpec, option.solver), F(mjSpec, option.iterations),
    F(mjSpec, option.ls_iterations), F(mjSpec, option.noslip_iterations),
    F(mjSpec, option.ccd_iterations), F(mjSpec, option.disableflags), F(mjSpec, option.enableflags),
    F(mjSpec, option.disableactuator), F(mjSpec, option.sdf_initpoints),
    F(mjSpec, option.sdf_iterations), F(mjSpec, visual.global.cameraid),
    F(mjSpec, visual.global.orthographic), F(mjSpec, visual.global.fovy),
    F(mjSpec, visual.global.ipd), F(mjSpec, visual.global.azimuth),
    F(mjSpec, visual.global.elevation), F(mjSpec, visual.global.linewidth),
    F(mjSpec, visual.global.glow), F(mjSpec, visual.global.realtime),
    F(mjSpec, visual.global.offwidth), F(mjSpec, visual.global.offheight),
    F(mjSpec, visual.global.ellipsoidinertia), F(mjSpec, visual.global.bvactive),
    F(mjSpec, visual.quality.shadowsize), F(mjSpec, visual.quality.offsamples),
    F(mjSpec, visual.quality.numslices), F(mjSpec, visual.quality.numstacks),
    F(mjSpec, visual.quality.numquads), F(mjSpec, visual.headlight.ambient),
    F(mjSpec, visual.headlight.diffuse), F(mjSpec, visual.headlight.specular),
    F(mjSpec, visual.headlight.active), F(mjSpec, visual.map.stiffness),
    F(mjSpec, visual.map.stiffnessrot), F(mjSpec, visual.map.force), F(mjSpec, visual.map.torque),
    F(mjSpec, visual.map.alpha), F(mjSpec, visual.map.fogstart), F(mjSpec, visual.map.fogend),
    F(mjSpec, visual.map.znear), F(mjSpec, visual.map.zfar), F(mjSpec, visual.map.haze),
    F(mjSpec, visual.map.shadowclip), F(mjSpec, visual.map.shadowscale),
    F(mjSpec, visual.map.actuatortendon), F(mjSpec, visual.scale.forcewidth),
    F(mjSpec, visual.scale.contactwidth), F(mjSpec, visual.scale.contactheight),
    F(mjSpec, visual.scale.connect), F(mjSpec, visual.scale.com), F(mjSpec, visual.scale.camera),
    F(mjSpec, visual.scale.light), F(mjSpec, visual.scale.selectpoint),
    F(mjSpec, visual.scale.jointlength), F(mjSpec, visual.scale.jointwidth),
    F(mjSpec, visual.scale.actuatorlength), F(mjSpec, visual.scale.actuatorwidth),
    F(mjSpec, visual.scale.framelength), F(mjSpec, visual.scale.framewidth),
    F(mjSpec, visual.scale.constraint), F(mjSpec, visual.scale.slidercrank),
    F(mjSpec, visual.scale.frustum), F(mjSpec, visual.rgba.fog), F(mjSpec, visual.rgba.haze),
    F(mjSpec, visual.rgba.force), F(mjSpec, visual.rgba.inertia), F(mjSpec, visual.rgba.joint),
    F(mjSpec, visual.rgba.actuator), F(mjSpec, visual.rgba.actuatornegative),
    F(mjSpec, visual.rgba.actuatorpositive), F(mjSpec, visual.rgba.com),
    F(mjSpec, visual.rgba.camera), F(mjSpec, visual.rgba.light), F(mjSpec, visual.rgba.selectpoint),
    F(mjSpec, visual.rgba.connect), F(mjSpec, visual.rgba.contactpoint),
    F(mjSpec, visual.rgba.contactforce), F(mjSpec, visual.rgba.contactfriction),
    F(mjSpec, visual.rgba.contacttorque), F(mjSpec, visual.rgba.contactgap),
    F(mjSpec, visual.rgba.rangefinder), F(mjSpec, visual.rgba.constraint),
    F(mjSpec, visual.rgba.slidercrank), F(mjSpec, visual.rgba.crankbroken),
    F(mjSpec, visual.rgba.frustum), F(mjSpec, visual.rgba.bv), F(mjSpec, visual.rgba.bvactive),
    F(mjSpec, stat.meaninertia), F(mjSpec, stat.meanmass), F(mjSpec, stat.meansize),
    F(mjSpec, stat.extent), F(mjSpec, stat.center), F(mjSpec, memory), F(mjSpec, nemax),
    F(mjSpec, nuserdata), F(mjSpec, nuser_body), F(mjSpec, nuser_jnt), F(mjSpec, nuser_geom),
    F(mjSpec, nuser_site), F(mjSpec, nuser_cam), F(mjSpec, nuser_tendon), F(mjSpec, nuser_actuator),
    F(mjSpec, nuser_sensor), F(mjSpec, nkey), F(mjSpec, njmax), F(mjSpec, nconmax),
    F(mjSpec, nstack), F(mjSpec, comment), F(mjSpec, modelfiledir),
    F(mjSpec, hasImplicitPluginElem), F(mjSpec, authored.option), F(mjSpec, authored.disableflags),
    F(mjSpec, authored.enableflags), F(mjSpec, authored.disableactuator),
    F(mjSpec, authored.visual_global), F(mjSpec, authored.visual_quality),
    F(mjSpec, authored.visual_headlight), F(mjSpec, authored.visual_map),
    F(mjSpec, authored.visual_scale), F(mjSpec, authored.visual_rgba),
};

// clang-format on

// Constraint parameters shared by many elements.
#define SOLREF {0.02, 1}
#define SOLIMP {0.9, 0.95, 0.001, 0.5, 2}
#define UNIT_QUAT {1, 0, 0, 0}
#define GRAY {0.5f, 0.5f, 0.5f, 1}

static const mjsBody bodyDefaults = {
    .quat = UNIT_QUAT, .ipos = {NAN}, .iquat = UNIT_QUAT, .fullinertia = {NAN}, .simple = 1};

static const mjsFrame frameDefaults = {.quat = UNIT_QUAT};

static const mjsJoint jointDefaults = {
    .type = mjJNT_HINGE,
    .axis = {0, 0, 1},
    .align = mjALIGNFREE_AUTO,
    .limited = mjLIMITED_AUTO,
    .solref_limit = SOLREF,
    .solimp_limit = SOLIMP,
    .actfrclimited = mjLIMITED_AUTO,
    .solref_friction = SOLREF,
    .solimp_friction = SOLIMP,
};

static const mjsGeom geomDefaults = {
    .type = mjGEOM_SPHERE,
    .quat = UNIT_QUAT,
    .fromto = {NAN},
    .contype = 1,
    .conaffinity = 1,
    .condim = 3,
    .friction = {1, 0.005, 0.0001},
    .solmix = 1,
    .solref = SOLREF,
    .solimp = SOLIMP,
    .mass = NAN,
    .density = 1000,
    .fluid_coefs = {0.5, 0.25, 1.5, 1, 1},
    .rgba = GRAY,
    .fitscale = 1,
};

static const mjsSite siteDefaults = {.quat = UNIT_QUAT,
                                     .fromto = {NAN},
                                     .size = {0.005, 0.005, 0.005},
                                     .type = mjGEOM_SPHERE,
                                     .rgba = GRAY};

static const mjsCamera cameraDefaults = {
    .quat = UNIT_QUAT, .resolution = {1, 1}, .output = mjCAMOUT_RGB, .fovy = 45, .ipd = 0.068};

static const mjsLight lightDefaults = {
    .dir = {0, 0, -1},
    .active = true,
    .type = mjLIGHT_SPOT,
    .castshadow = true,
    .bulbradius = 0.02f,
    .range = 10,
    .attenuation = {1, 0, 0},
    .cutoff = 45,
    .softness = 0.2f,
    .exponent = 10,
    .diffuse = {0.7f, 0.7f, 0.7f},
    .specular = {0.3f, 0.3f, 0.3f},
};

static const mjsFlex flexDefaults = {
    .contype = 1,
    .conaffinity = 1,
    .condim = 3,
    .friction = {1, 0.005, 0.0001},
    .solmix = 1,
    .solref = SOLREF,
    .solimp = SOLIMP,
    .dim = 2,
    .radius = 0.005,
    .selfcollide = mjFLEXSELF_AUTO,
    .activelayers = 1,
    .rgba = GRAY,
    .thickness = -1,
    .cellcount = {1, 1, 1},
};

static const mjsMesh meshDefaults = {.refquat = UNIT_QUAT,
                                     .scale = {1, 1, 1},
                                     .inertia = mjMESH_INERTIA_LEGACY,
                                     .maxhullvert = -1,
                                     .octree_maxdepth = 6};

static const mjsHField hfieldDefaults = {.nrow = 0};

static const mjsSkin skinDefaults = {.rgba = GRAY};

static const mjsTexture textureDefaults = {
    .type = mjTEXTURE_CUBE,
    .rgb1 = {0.8, 0.8, 0.8},
    .rgb2 = {0.5, 0.5, 0.5},
    .random = 0.01,
    .nchannel = 3,
    .gridsize = {1, 1},
    .gridlayout = {'.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'},
};

static const mjsMaterial materialDefaults = {.texrepeat = {1, 1},
                                             .specular = 0.5f,
                                             .shininess = 0.5f,
                                             .metallic = -1,
                                             .roughness = -1,
                                             .rgba = {1, 1, 1, 1}};

static const mjsPair pairDefaults = {
    .condim = 3, .solref = SOLREF, .solimp = SOLIMP, .friction = {1, 1, 0.005, 0.0001, 0.0001}};

static const mjsExclude excludeDefaults = {.element = NULL};

// data: polynomial y = x of joint and tendon couplings, and the torque scale of a weld at the end.
static const mjsEquality equalityDefaults = {
    .data = {[1] = 1, [10] = 1}, .active = true, .solref = SOLREF, .solimp = SOLIMP};

static const mjsTendon tendonDefaults = {
    .springlength = {-1, -1},
    .solref_friction = SOLREF,
    .solimp_friction = SOLIMP,
    .limited = mjLIMITED_AUTO,
    .solref_limit = SOLREF,
    .solimp_limit = SOLIMP,
    .width = 0.003,
    .rgba = GRAY,
};

static const mjsWrap wrapDefaults = {.type = mjWRAP_NONE};

static const mjsActuator actuatorDefaults = {
    .gainprm = {1},
    .dynprm = {1},
    .actdim = -1,
    .trntype = mjTRN_UNDEFINED,
    .gear = {1},
    .ctrllimited = mjLIMITED_AUTO,
    .forcelimited = mjLIMITED_AUTO,
    .actlimited = mjLIMITED_AUTO,
};

static const mjsSensor sensorDefaults = {.needstage = mjSTAGE_ACC};
static const mjsNumeric numericDefaults = {.size = 0};
static const mjsText textDefaults = {.element = NULL};
static const mjsTuple tupleDefaults = {.element = NULL};
static const mjsKey keyDefaults = {.time = 0};
static const mjsPlugin pluginDefaults = {.active = false};

#define ROW(objtype, word, Name, low)                          \
  {.kind = (word),                                             \
   .type = (objtype),                                          \
   .blockSize = sizeof(lb##Name),                              \
   .publicOffset = offsetof(lb##Name, s),                      \
   .publicSize = sizeof(mjs##Name),                            \
   .fieldCount = sizeof(low##Fields) / sizeof(low##Fields[0]), \
   .fields = low##Fields,                                      \
   .defaults = &low##Defaults}

static const lbStruct structs[LB_SPEC_LISTS] = {
    [mjOBJ_BODY] = ROW(mjOBJ_BODY, "body", Body, body),
    [mjOBJ_JOINT] = ROW(mjOBJ_JOINT, "joint", Joint, joint),
    [mjOBJ_GEOM] = ROW(mjOBJ_GEOM, "geom", Geom, geom),
    [mjOBJ_SITE] = ROW(mjOBJ_SITE, "site", Site, site),
    [mjOBJ_CAMERA] = ROW(mjOBJ_CAMERA, "camera", Camera, camera),
    [mjOBJ_LIGHT] = ROW(mjOBJ_LIGHT, "light", Light, light),
    [mjOBJ_FLEX] = ROW(mjOBJ_FLEX, "flex", Flex, flex),
    [mjOBJ_MESH] = ROW(mjOBJ_MESH, "mesh", Mesh, mesh),
    [mjOBJ_SKIN] = ROW(mjOBJ_SKIN, "skin", Skin, skin),
    [mjOBJ_HFIELD] = ROW(mjOBJ_HFIELD, "hfield", HField, hfield),
    [mjOBJ_TEXTURE] = ROW(mjOBJ_TEXTURE, "texture", Texture, texture),
    [mjOBJ_MATERIAL] = ROW(mjOBJ_MATERIAL, "material", Material, material),
    [mjOBJ_PAIR] = ROW(mjOBJ_PAIR, "pair", Pair, pair),
    [mjOBJ_EXCLUDE] = ROW(mjOBJ_EXCLUDE, "exclude", Exclude, exclude),
    [mjOBJ_EQUALITY] = ROW(mjOBJ_EQUALITY, "equality", Equality, equality),
    [mjOBJ_TENDON] = ROW(mjOBJ_TENDON, "tendon", Tendon, tendon),
    [mjOBJ_ACTUATOR] = ROW(mjOBJ_ACTUATOR, "actuator", Actuator, actuator),
    [mjOBJ_SENSOR] = ROW(mjOBJ_SENSOR, "sensor", Sensor, sensor),
    [mjOBJ_NUMERIC] = ROW(mjOBJ_NUMERIC, "numeric", Numeric, numeric),
    [mjOBJ_TEXT] = ROW(mjOBJ_TEXT, "text", Text, text),
    [mjOBJ_TUPLE] = ROW(mjOBJ_TUPLE, "tuple", Tuple, tuple),
    [mjOBJ_KEY] = ROW(mjOBJ_KEY, "key", Key, key),
    [mjOBJ_PLUGIN] = ROW(mjOBJ_PLUGIN, "plugin", Plugin, plugin),
    [LB_LIST_FRAME] = ROW(mjOBJ_FRAME, "frame", Frame, frame),
};

static const lbStruct wrapStruct = ROW(mjOBJ_UNKNOWN, "wrap", Wrap, wrap);

const lbStruct* lb_structOf(mjtObj type) {
  int list = lb_listIndex(type);
  return list >= 0 && structs[list].blockSize ? &structs[list] : NULL;
}

const lbStruct* lb_wrapStruct(void) {
  return &wrapStruct;
}

const lbField* lb_specFields(int* count) {
  *count = sizeof specFields / sizeof specFields[0];
  return specFields;
}
