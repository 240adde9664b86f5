// Field tables of the public spec structs and their default values; see fields.h.

#include "spec/fields.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "spec/element.h"

#define F(fieldKind, Struct, field, length)                          \
  {                                                                  \
    .name = #field, .kind = LB_FIELD_##fieldKind, .count = (length), \
    .offset = (unsigned short)offsetof(Struct, field)                \
  }

static const lbField bodyFields[] = {
    F(STRING, mjsBody, childclass, 1),
    F(DOUBLE, mjsBody, pos, 3),
    F(DOUBLE, mjsBody, quat, 4),
    F(INT, mjsBody, alt.type, 1),
    F(DOUBLE, mjsBody, alt.axisangle, 4),
    F(DOUBLE, mjsBody, alt.xyaxes, 6),
    F(DOUBLE, mjsBody, alt.zaxis, 3),
    F(DOUBLE, mjsBody, alt.euler, 3),
    F(DOUBLE, mjsBody, mass, 1),
    F(DOUBLE, mjsBody, ipos, 3),
    F(DOUBLE, mjsBody, iquat, 4),
    F(DOUBLE, mjsBody, inertia, 3),
    F(INT, mjsBody, ialt.type, 1),
    F(DOUBLE, mjsBody, ialt.axisangle, 4),
    F(DOUBLE, mjsBody, ialt.xyaxes, 6),
    F(DOUBLE, mjsBody, ialt.zaxis, 3),
    F(DOUBLE, mjsBody, ialt.euler, 3),
    F(DOUBLE, mjsBody, fullinertia, 6),
    F(BOOL, mjsBody, mocap, 1),
    F(DOUBLE, mjsBody, gravcomp, 1),
    F(INT, mjsBody, sleep, 1),
    F(BYTE, mjsBody, simple, 1),
    F(DOUBLEVEC, mjsBody, userdata, 1),
    F(BOOL, mjsBody, explicitinertial, 1),
    F(STRING, mjsBody, plugin.name, 1),
    F(STRING, mjsBody, plugin.plugin_name, 1),
    F(BOOL, mjsBody, plugin.active, 1),
    F(STRING, mjsBody, plugin.info, 1),
    F(STRING, mjsBody, info, 1),
};

static const lbField frameFields[] = {
    F(STRING, mjsFrame, childclass, 1),    F(DOUBLE, mjsFrame, pos, 3),
    F(DOUBLE, mjsFrame, quat, 4),          F(INT, mjsFrame, alt.type, 1),
    F(DOUBLE, mjsFrame, alt.axisangle, 4), F(DOUBLE, mjsFrame, alt.xyaxes, 6),
    F(DOUBLE, mjsFrame, alt.zaxis, 3),     F(DOUBLE, mjsFrame, alt.euler, 3),
    F(STRING, mjsFrame, info, 1),
};

static const lbField jointFields[] = {
    F(INT, mjsJoint, type, 1),
    F(DOUBLE, mjsJoint, pos, 3),
    F(DOUBLE, mjsJoint, axis, 3),
    F(DOUBLE, mjsJoint, ref, 1),
    F(INT, mjsJoint, align, 1),
    F(DOUBLE, mjsJoint, stiffness, 3),
    F(DOUBLE, mjsJoint, springref, 1),
    F(DOUBLE, mjsJoint, springdamper, 2),
    F(INT, mjsJoint, limited, 1),
    F(DOUBLE, mjsJoint, range, 2),
    F(DOUBLE, mjsJoint, margin, 1),
    F(DOUBLE, mjsJoint, solref_limit, 2),
    F(DOUBLE, mjsJoint, solimp_limit, 5),
    F(INT, mjsJoint, actfrclimited, 1),
    F(DOUBLE, mjsJoint, actfrcrange, 2),
    F(DOUBLE, mjsJoint, armature, 1),
    F(DOUBLE, mjsJoint, damping, 3),
    F(DOUBLE, mjsJoint, frictionloss, 1),
    F(DOUBLE, mjsJoint, solref_friction, 2),
    F(DOUBLE, mjsJoint, solimp_friction, 5),
    F(INT, mjsJoint, group, 1),
    F(BOOL, mjsJoint, actgravcomp, 1),
    F(DOUBLEVEC, mjsJoint, userdata, 1),
    F(STRING, mjsJoint, info, 1),
};

static const lbField geomFields[] = {
    F(INT, mjsGeom, type, 1),
    F(DOUBLE, mjsGeom, pos, 3),
    F(DOUBLE, mjsGeom, quat, 4),
    F(INT, mjsGeom, alt.type, 1),
    F(DOUBLE, mjsGeom, alt.axisangle, 4),
    F(DOUBLE, mjsGeom, alt.xyaxes, 6),
    F(DOUBLE, mjsGeom, alt.zaxis, 3),
    F(DOUBLE, mjsGeom, alt.euler, 3),
    F(DOUBLE, mjsGeom, fromto, 6),
    F(DOUBLE, mjsGeom, size, 3),
    F(INT, mjsGeom, contype, 1),
    F(INT, mjsGeom, conaffinity, 1),
    F(INT, mjsGeom, condim, 1),
    F(INT, mjsGeom, priority, 1),
    F(DOUBLE, mjsGeom, friction, 3),
    F(DOUBLE, mjsGeom, solmix, 1),
    F(DOUBLE, mjsGeom, solref, 2),
    F(DOUBLE, mjsGeom, solimp, 5),
    F(DOUBLE, mjsGeom, margin, 1),
    F(DOUBLE, mjsGeom, gap, 1),
    F(DOUBLE, mjsGeom, surfacevel, 6),
    F(DOUBLE, mjsGeom, adhesion, 1),
    F(DOUBLE, mjsGeom, mass, 1),
    F(DOUBLE, mjsGeom, density, 1),
    F(INT, mjsGeom, typeinertia, 1),
    F(DOUBLE, mjsGeom, fluid_ellipsoid, 1),
    F(DOUBLE, mjsGeom, fluid_coefs, 5),
    F(STRING, mjsGeom, material, 1),
    F(FLOAT, mjsGeom, rgba, 4),
    F(INT, mjsGeom, group, 1),
    F(STRING, mjsGeom, hfieldname, 1),
    F(STRING, mjsGeom, meshname, 1),
    F(DOUBLE, mjsGeom, fitscale, 1),
    F(DOUBLEVEC, mjsGeom, userdata, 1),
    F(STRING, mjsGeom, plugin.name, 1),
    F(STRING, mjsGeom, plugin.plugin_name, 1),
    F(BOOL, mjsGeom, plugin.active, 1),
    F(STRING, mjsGeom, plugin.info, 1),
    F(STRING, mjsGeom, info, 1),
};

static const lbField siteFields[] = {
    F(DOUBLE, mjsSite, pos, 3),        F(DOUBLE, mjsSite, quat, 4),
    F(INT, mjsSite, alt.type, 1),      F(DOUBLE, mjsSite, alt.axisangle, 4),
    F(DOUBLE, mjsSite, alt.xyaxes, 6), F(DOUBLE, mjsSite, alt.zaxis, 3),
    F(DOUBLE, mjsSite, alt.euler, 3),  F(DOUBLE, mjsSite, fromto, 6),
    F(DOUBLE, mjsSite, size, 3),       F(INT, mjsSite, type, 1),
    F(STRING, mjsSite, material, 1),   F(INT, mjsSite, group, 1),
    F(FLOAT, mjsSite, rgba, 4),        F(DOUBLEVEC, mjsSite, userdata, 1),
    F(STRING, mjsSite, info, 1),
};

static const lbField cameraFields[] = {
    F(DOUBLE, mjsCamera, pos, 3),
    F(DOUBLE, mjsCamera, quat, 4),
    F(INT, mjsCamera, alt.type, 1),
    F(DOUBLE, mjsCamera, alt.axisangle, 4),
    F(DOUBLE, mjsCamera, alt.xyaxes, 6),
    F(DOUBLE, mjsCamera, alt.zaxis, 3),
    F(DOUBLE, mjsCamera, alt.euler, 3),
    F(INT, mjsCamera, mode, 1),
    F(STRING, mjsCamera, targetbody, 1),
    F(INT, mjsCamera, proj, 1),
    F(INT, mjsCamera, resolution, 2),
    F(INT, mjsCamera, output, 1),
    F(DOUBLE, mjsCamera, fovy, 1),
    F(DOUBLE, mjsCamera, ipd, 1),
    F(FLOAT, mjsCamera, intrinsic, 4),
    F(FLOAT, mjsCamera, sensor_size, 2),
    F(FLOAT, mjsCamera, focal_length, 2),
    F(FLOAT, mjsCamera, focal_pixel, 2),
    F(FLOAT, mjsCamera, principal_length, 2),
    F(FLOAT, mjsCamera, principal_pixel, 2),
    F(DOUBLEVEC, mjsCamera, userdata, 1),
    F(STRING, mjsCamera, info, 1),
};

static const lbField lightFields[] = {
    F(DOUBLE, mjsLight, pos, 3),       F(DOUBLE, mjsLight, dir, 3),
    F(INT, mjsLight, mode, 1),         F(STRING, mjsLight, targetbody, 1),
    F(BOOL, mjsLight, active, 1),      F(INT, mjsLight, type, 1),
    F(STRING, mjsLight, texture, 1),   F(BOOL, mjsLight, castshadow, 1),
    F(FLOAT, mjsLight, bulbradius, 1), F(FLOAT, mjsLight, intensity, 1),
    F(FLOAT, mjsLight, range, 1),      F(FLOAT, mjsLight, attenuation, 3),
    F(FLOAT, mjsLight, cutoff, 1),     F(FLOAT, mjsLight, softness, 1),
    F(FLOAT, mjsLight, exponent, 1),   F(FLOAT, mjsLight, ambient, 3),
    F(FLOAT, mjsLight, diffuse, 3),    F(FLOAT, mjsLight, specular, 3),
    F(STRING, mjsLight, info, 1),
};

static const lbField flexFields[] = {
    F(INT, mjsFlex, contype, 1),
    F(INT, mjsFlex, conaffinity, 1),
    F(INT, mjsFlex, condim, 1),
    F(INT, mjsFlex, priority, 1),
    F(DOUBLE, mjsFlex, friction, 3),
    F(DOUBLE, mjsFlex, solmix, 1),
    F(DOUBLE, mjsFlex, solref, 2),
    F(DOUBLE, mjsFlex, solimp, 5),
    F(DOUBLE, mjsFlex, margin, 1),
    F(DOUBLE, mjsFlex, gap, 1),
    F(INT, mjsFlex, dim, 1),
    F(DOUBLE, mjsFlex, radius, 1),
    F(DOUBLE, mjsFlex, size, 3),
    F(BOOL, mjsFlex, internal, 1),
    F(BOOL, mjsFlex, flatskin, 1),
    F(INT, mjsFlex, selfcollide, 1),
    F(INT, mjsFlex, passive, 1),
    F(INT, mjsFlex, activelayers, 1),
    F(INT, mjsFlex, group, 1),
    F(DOUBLE, mjsFlex, edgestiffness, 1),
    F(DOUBLE, mjsFlex, edgedamping, 1),
    F(FLOAT, mjsFlex, rgba, 4),
    F(STRING, mjsFlex, material, 1),
    F(DOUBLE, mjsFlex, young, 1),
    F(DOUBLE, mjsFlex, poisson, 1),
    F(DOUBLE, mjsFlex, damping, 1),
    F(DOUBLE, mjsFlex, thickness, 1),
    F(INT, mjsFlex, elastic2d, 1),
    F(INT, mjsFlex, cellcount, 3),
    F(INT, mjsFlex, order, 1),
    F(STRINGVEC, mjsFlex, nodebody, 1),
    F(STRINGVEC, mjsFlex, vertbody, 1),
    F(DOUBLEVEC, mjsFlex, node, 1),
    F(DOUBLEVEC, mjsFlex, vert, 1),
    F(INTVEC, mjsFlex, elem, 1),
    F(FLOATVEC, mjsFlex, texcoord, 1),
    F(INTVEC, mjsFlex, elemtexcoord, 1),
    F(STRING, mjsFlex, info, 1),
};

static const lbField meshFields[] = {
    F(STRING, mjsMesh, content_type, 1),
    F(STRING, mjsMesh, file, 1),
    F(DOUBLE, mjsMesh, refpos, 3),
    F(DOUBLE, mjsMesh, refquat, 4),
    F(DOUBLE, mjsMesh, scale, 3),
    F(INT, mjsMesh, inertia, 1),
    F(BOOL, mjsMesh, smoothnormal, 1),
    F(BOOL, mjsMesh, needsdf, 1),
    F(INT, mjsMesh, maxhullvert, 1),
    F(FLOATVEC, mjsMesh, uservert, 1),
    F(FLOATVEC, mjsMesh, usernormal, 1),
    F(FLOATVEC, mjsMesh, usertexcoord, 1),
    F(INTVEC, mjsMesh, userface, 1),
    F(INTVEC, mjsMesh, userfacenormal, 1),
    F(INTVEC, mjsMesh, userfacetexcoord, 1),
    F(STRING, mjsMesh, plugin.name, 1),
    F(STRING, mjsMesh, plugin.plugin_name, 1),
    F(BOOL, mjsMesh, plugin.active, 1),
    F(STRING, mjsMesh, plugin.info, 1),
    F(STRING, mjsMesh, material, 1),
    F(INT, mjsMesh, octree_maxdepth, 1),
    F(STRING, mjsMesh, info, 1),
};

static const lbField hfieldFields[] = {
    F(STRING, mjsHField, content_type, 1),
    F(STRING, mjsHField, file, 1),
    F(DOUBLE, mjsHField, size, 4),
    F(INT, mjsHField, nrow, 1),
    F(INT, mjsHField, ncol, 1),
    F(FLOATVEC, mjsHField, userdata, 1),
    F(STRING, mjsHField, info, 1),
};

static const lbField skinFields[] = {
    F(STRING, mjsSkin, file, 1),
    F(STRING, mjsSkin, material, 1),
    F(FLOAT, mjsSkin, rgba, 4),
    F(FLOAT, mjsSkin, inflate, 1),
    F(INT, mjsSkin, group, 1),
    F(FLOATVEC, mjsSkin, vert, 1),
    F(FLOATVEC, mjsSkin, texcoord, 1),
    F(INTVEC, mjsSkin, face, 1),
    F(STRINGVEC, mjsSkin, bodyname, 1),
    F(FLOATVEC, mjsSkin, bindpos, 1),
    F(FLOATVEC, mjsSkin, bindquat, 1),
    F(INTVECVEC, mjsSkin, vertid, 1),
    F(FLOATVECVEC, mjsSkin, vertweight, 1),
    F(STRING, mjsSkin, info, 1),
};

static const lbField textureFields[] = {
    F(INT, mjsTexture, type, 1),         F(INT, mjsTexture, colorspace, 1),
    F(INT, mjsTexture, builtin, 1),      F(INT, mjsTexture, mark, 1),
    F(DOUBLE, mjsTexture, rgb1, 3),      F(DOUBLE, mjsTexture, rgb2, 3),
    F(DOUBLE, mjsTexture, markrgb, 3),   F(DOUBLE, mjsTexture, random, 1),
    F(INT, mjsTexture, height, 1),       F(INT, mjsTexture, width, 1),
    F(INT, mjsTexture, nchannel, 1),     F(STRING, mjsTexture, content_type, 1),
    F(STRING, mjsTexture, file, 1),      F(INT, mjsTexture, gridsize, 2),
    F(CHAR, mjsTexture, gridlayout, 12), F(STRINGVEC, mjsTexture, cubefiles, 1),
    F(BYTEVEC, mjsTexture, data, 1),     F(BOOL, mjsTexture, hflip, 1),
    F(BOOL, mjsTexture, vflip, 1),       F(STRING, mjsTexture, info, 1),
};

static const lbField materialFields[] = {
    F(STRINGVEC, mjsMaterial, textures, 1), F(BOOL, mjsMaterial, texuniform, 1),
    F(FLOAT, mjsMaterial, texrepeat, 2),    F(FLOAT, mjsMaterial, emission, 1),
    F(FLOAT, mjsMaterial, specular, 1),     F(FLOAT, mjsMaterial, shininess, 1),
    F(FLOAT, mjsMaterial, reflectance, 1),  F(FLOAT, mjsMaterial, metallic, 1),
    F(FLOAT, mjsMaterial, roughness, 1),    F(FLOAT, mjsMaterial, rgba, 4),
    F(STRING, mjsMaterial, info, 1),
};

static const lbField pairFields[] = {
    F(STRING, mjsPair, geomname1, 1),
    F(STRING, mjsPair, geomname2, 1),
    F(INT, mjsPair, condim, 1),
    F(DOUBLE, mjsPair, solref, 2),
    F(DOUBLE, mjsPair, solreffriction, 2),
    F(DOUBLE, mjsPair, solimp, 5),
    F(DOUBLE, mjsPair, margin, 1),
    F(DOUBLE, mjsPair, gap, 1),
    F(DOUBLE, mjsPair, adhesion, 1),
    F(DOUBLE, mjsPair, friction, 5),
    F(STRING, mjsPair, info, 1),
};

static const lbField excludeFields[] = {
    F(STRING, mjsExclude, bodyname1, 1),
    F(STRING, mjsExclude, bodyname2, 1),
    F(STRING, mjsExclude, info, 1),
};

static const lbField equalityFields[] = {
    F(INT, mjsEquality, type, 1),      F(DOUBLE, mjsEquality, data, 11),
    F(BOOL, mjsEquality, active, 1),   F(STRING, mjsEquality, name1, 1),
    F(STRING, mjsEquality, name2, 1),  F(INT, mjsEquality, objtype, 1),
    F(DOUBLE, mjsEquality, solref, 2), F(DOUBLE, mjsEquality, solimp, 5),
    F(STRING, mjsEquality, info, 1),
};

static const lbField tendonFields[] = {
    F(DOUBLE, mjsTendon, stiffness, 3),
    F(DOUBLE, mjsTendon, springlength, 2),
    F(DOUBLE, mjsTendon, damping, 3),
    F(DOUBLE, mjsTendon, frictionloss, 1),
    F(DOUBLE, mjsTendon, solref_friction, 2),
    F(DOUBLE, mjsTendon, solimp_friction, 5),
    F(DOUBLE, mjsTendon, armature, 1),
    F(INT, mjsTendon, limited, 1),
    F(INT, mjsTendon, actfrclimited, 1),
    F(DOUBLE, mjsTendon, range, 2),
    F(DOUBLE, mjsTendon, actfrcrange, 2),
    F(DOUBLE, mjsTendon, margin, 1),
    F(DOUBLE, mjsTendon, solref_limit, 2),
    F(DOUBLE, mjsTendon, solimp_limit, 5),
    F(STRING, mjsTendon, material, 1),
    F(DOUBLE, mjsTendon, width, 1),
    F(FLOAT, mjsTendon, rgba, 4),
    F(INT, mjsTendon, group, 1),
    F(DOUBLEVEC, mjsTendon, userdata, 1),
    F(STRING, mjsTendon, info, 1),
};

static const lbField wrapFields[] = {
    F(INT, mjsWrap, type, 1),
    F(STRING, mjsWrap, info, 1),
};

static const lbField actuatorFields[] = {
    F(INT, mjsActuator, gaintype, 1),        F(DOUBLE, mjsActuator, gainprm, 10),
    F(INT, mjsActuator, biastype, 1),        F(DOUBLE, mjsActuator, biasprm, 10),
    F(INT, mjsActuator, dyntype, 1),         F(DOUBLE, mjsActuator, dynprm, 10),
    F(INT, mjsActuator, actdim, 1),          F(INT, mjsActuator, ctrlspec, 1),
    F(DOUBLE, mjsActuator, velrange, 2),     F(DOUBLE, mjsActuator, ffrange, 2),
    F(BOOL, mjsActuator, actearly, 1),       F(INT, mjsActuator, trntype, 1),
    F(DOUBLE, mjsActuator, gear, 6),         F(STRING, mjsActuator, target, 1),
    F(STRING, mjsActuator, refsite, 1),      F(STRING, mjsActuator, slidersite, 1),
    F(DOUBLE, mjsActuator, cranklength, 1),  F(DOUBLE, mjsActuator, lengthrange, 2),
    F(DOUBLE, mjsActuator, inheritrange, 1), F(DOUBLE, mjsActuator, damping, 3),
    F(DOUBLE, mjsActuator, armature, 1),     F(INT, mjsActuator, ctrllimited, 1),
    F(DOUBLE, mjsActuator, ctrlrange, 2),    F(INT, mjsActuator, forcelimited, 1),
    F(DOUBLE, mjsActuator, forcerange, 2),   F(INT, mjsActuator, actlimited, 1),
    F(DOUBLE, mjsActuator, actrange, 2),     F(INT, mjsActuator, group, 1),
    F(INT, mjsActuator, nsample, 1),         F(INT, mjsActuator, interp, 1),
    F(DOUBLE, mjsActuator, delay, 1),        F(DOUBLEVEC, mjsActuator, userdata, 1),
    F(STRING, mjsActuator, plugin.name, 1),  F(STRING, mjsActuator, plugin.plugin_name, 1),
    F(BOOL, mjsActuator, plugin.active, 1),  F(STRING, mjsActuator, plugin.info, 1),
    F(STRING, mjsActuator, info, 1),
};

static const lbField sensorFields[] = {
    F(INT, mjsSensor, type, 1),
    F(INT, mjsSensor, objtype, 1),
    F(STRING, mjsSensor, objname, 1),
    F(INT, mjsSensor, reftype, 1),
    F(STRING, mjsSensor, refname, 1),
    F(INT, mjsSensor, intprm, 3),
    F(INT, mjsSensor, datatype, 1),
    F(INT, mjsSensor, needstage, 1),
    F(INT, mjsSensor, dim, 1),
    F(DOUBLE, mjsSensor, cutoff, 1),
    F(DOUBLE, mjsSensor, noise, 1),
    F(INT, mjsSensor, nsample, 1),
    F(INT, mjsSensor, interp, 1),
    F(DOUBLE, mjsSensor, delay, 1),
    F(DOUBLE, mjsSensor, interval, 2),
    F(DOUBLEVEC, mjsSensor, userdata, 1),
    F(STRING, mjsSensor, plugin.name, 1),
    F(STRING, mjsSensor, plugin.plugin_name, 1),
    F(BOOL, mjsSensor, plugin.active, 1),
    F(STRING, mjsSensor, plugin.info, 1),
    F(STRING, mjsSensor, info, 1),
};

static const lbField numericFields[] = {
    F(DOUBLEVEC, mjsNumeric, data, 1),
    F(INT, mjsNumeric, size, 1),
    F(STRING, mjsNumeric, info, 1),
};

static const lbField textFields[] = {
    F(STRING, mjsText, data, 1),
    F(STRING, mjsText, info, 1),
};

static const lbField tupleFields[] = {
    F(INTVEC, mjsTuple, objtype, 1),
    F(STRINGVEC, mjsTuple, objname, 1),
    F(DOUBLEVEC, mjsTuple, objprm, 1),
    F(STRING, mjsTuple, info, 1),
};

static const lbField keyFields[] = {
    F(DOUBLE, mjsKey, time, 1),    F(DOUBLEVEC, mjsKey, qpos, 1), F(DOUBLEVEC, mjsKey, qvel, 1),
    F(DOUBLEVEC, mjsKey, act, 1),  F(DOUBLEVEC, mjsKey, mpos, 1), F(DOUBLEVEC, mjsKey, mquat, 1),
    F(DOUBLEVEC, mjsKey, ctrl, 1), F(STRING, mjsKey, info, 1),
};

static const lbField pluginFields[] = {
    F(STRING, mjsPlugin, name, 1),
    F(STRING, mjsPlugin, plugin_name, 1),
    F(BOOL, mjsPlugin, active, 1),
    F(STRING, mjsPlugin, info, 1),
};

static const lbField specFields[] = {
    F(STRING, mjSpec, modelname, 1),
    F(BOOL, mjSpec, compiler.autolimits, 1),
    F(DOUBLE, mjSpec, compiler.boundmass, 1),
    F(DOUBLE, mjSpec, compiler.boundinertia, 1),
    F(DOUBLE, mjSpec, compiler.settotalmass, 1),
    F(BOOL, mjSpec, compiler.balanceinertia, 1),
    F(BOOL, mjSpec, compiler.fitaabb, 1),
    F(BOOL, mjSpec, compiler.degree, 1),
    F(CHAR, mjSpec, compiler.eulerseq, 3),
    F(BOOL, mjSpec, compiler.discardvisual, 1),
    F(BOOL, mjSpec, compiler.usethread, 1),
    F(BOOL, mjSpec, compiler.fusestatic, 1),
    F(INT, mjSpec, compiler.inertiafromgeom, 1),
    F(INT, mjSpec, compiler.inertiagrouprange, 2),
    F(BOOL, mjSpec, compiler.saveinertial, 1),
    F(BOOL, mjSpec, compiler.alignfree, 1),
    F(INT, mjSpec, compiler.conflict, 1),
    F(INT, mjSpec, compiler.LRopt.mode, 1),
    F(INT, mjSpec, compiler.LRopt.useexisting, 1),
    F(INT, mjSpec, compiler.LRopt.uselimit, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.accel, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.maxforce, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.timeconst, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.timestep, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.inttotal, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.interval, 1),
    F(DOUBLE, mjSpec, compiler.LRopt.tolrange, 1),
    F(STRING, mjSpec, compiler.meshdir, 1),
    F(STRING, mjSpec, compiler.texturedir, 1),
    F(SIZE, mjSpec, compiler.authored, 1),
    F(BOOL, mjSpec, strippath, 1),
    F(DOUBLE, mjSpec, option.timestep, 1),
    F(DOUBLE, mjSpec, option.impratio, 1),
    F(DOUBLE, mjSpec, option.tolerance, 1),
    F(DOUBLE, mjSpec, option.ls_tolerance, 1),
    F(DOUBLE, mjSpec, option.noslip_tolerance, 1),
    F(DOUBLE, mjSpec, option.ccd_tolerance, 1),
    F(DOUBLE, mjSpec, option.sleep_tolerance, 1),
    F(DOUBLE, mjSpec, option.gravity, 3),
    F(DOUBLE, mjSpec, option.wind, 3),
    F(DOUBLE, mjSpec, option.magnetic, 3),
    F(DOUBLE, mjSpec, option.density, 1),
    F(DOUBLE, mjSpec, option.viscosity, 1),
    F(DOUBLE, mjSpec, option.o_margin, 1),
    F(DOUBLE, mjSpec, option.o_solref, 2),
    F(DOUBLE, mjSpec, option.o_solimp, 5),
    F(DOUBLE, mjSpec, option.o_friction, 5),
    F(INT, mjSpec, option.integrator, 1),
    F(INT, mjSpec, option.cone, 1),
    F(INT, mjSpec, option.jacobian, 1),
    F(INT, mjSpec, option.solver, 1),
    F(INT, mjSpec, option.iterations, 1),
    F(INT, mjSpec, option.ls_iterations, 1),
    F(INT, mjSpec, option.noslip_iterations, 1),
    F(INT, mjSpec, option.ccd_iterations, 1),
    F(INT, mjSpec, option.disableflags, 1),
    F(INT, mjSpec, option.enableflags, 1),
    F(INT, mjSpec, option.disableactuator, 1),
    F(INT, mjSpec, option.sdf_initpoints, 1),
    F(INT, mjSpec, option.sdf_iterations, 1),
    F(INT, mjSpec, visual.global.cameraid, 1),
    F(INT, mjSpec, visual.global.orthographic, 1),
    F(FLOAT, mjSpec, visual.global.fovy, 1),
    F(FLOAT, mjSpec, visual.global.ipd, 1),
    F(FLOAT, mjSpec, visual.global.azimuth, 1),
    F(FLOAT, mjSpec, visual.global.elevation, 1),
    F(FLOAT, mjSpec, visual.global.linewidth, 1),
    F(FLOAT, mjSpec, visual.global.glow, 1),
    F(FLOAT, mjSpec, visual.global.realtime, 1),
    F(INT, mjSpec, visual.global.offwidth, 1),
    F(INT, mjSpec, visual.global.offheight, 1),
    F(INT, mjSpec, visual.global.ellipsoidinertia, 1),
    F(INT, mjSpec, visual.global.bvactive, 1),
    F(INT, mjSpec, visual.quality.shadowsize, 1),
    F(INT, mjSpec, visual.quality.offsamples, 1),
    F(INT, mjSpec, visual.quality.numslices, 1),
    F(INT, mjSpec, visual.quality.numstacks, 1),
    F(INT, mjSpec, visual.quality.numquads, 1),
    F(FLOAT, mjSpec, visual.headlight.ambient, 3),
    F(FLOAT, mjSpec, visual.headlight.diffuse, 3),
    F(FLOAT, mjSpec, visual.headlight.specular, 3),
    F(INT, mjSpec, visual.headlight.active, 1),
    F(FLOAT, mjSpec, visual.map.stiffness, 1),
    F(FLOAT, mjSpec, visual.map.stiffnessrot, 1),
    F(FLOAT, mjSpec, visual.map.force, 1),
    F(FLOAT, mjSpec, visual.map.torque, 1),
    F(FLOAT, mjSpec, visual.map.alpha, 1),
    F(FLOAT, mjSpec, visual.map.fogstart, 1),
    F(FLOAT, mjSpec, visual.map.fogend, 1),
    F(FLOAT, mjSpec, visual.map.znear, 1),
    F(FLOAT, mjSpec, visual.map.zfar, 1),
    F(FLOAT, mjSpec, visual.map.haze, 1),
    F(FLOAT, mjSpec, visual.map.shadowclip, 1),
    F(FLOAT, mjSpec, visual.map.shadowscale, 1),
    F(FLOAT, mjSpec, visual.map.actuatortendon, 1),
    F(FLOAT, mjSpec, visual.scale.forcewidth, 1),
    F(FLOAT, mjSpec, visual.scale.contactwidth, 1),
    F(FLOAT, mjSpec, visual.scale.contactheight, 1),
    F(FLOAT, mjSpec, visual.scale.connect, 1),
    F(FLOAT, mjSpec, visual.scale.com, 1),
    F(FLOAT, mjSpec, visual.scale.camera, 1),
    F(FLOAT, mjSpec, visual.scale.light, 1),
    F(FLOAT, mjSpec, visual.scale.selectpoint, 1),
    F(FLOAT, mjSpec, visual.scale.jointlength, 1),
    F(FLOAT, mjSpec, visual.scale.jointwidth, 1),
    F(FLOAT, mjSpec, visual.scale.actuatorlength, 1),
    F(FLOAT, mjSpec, visual.scale.actuatorwidth, 1),
    F(FLOAT, mjSpec, visual.scale.framelength, 1),
    F(FLOAT, mjSpec, visual.scale.framewidth, 1),
    F(FLOAT, mjSpec, visual.scale.constraint, 1),
    F(FLOAT, mjSpec, visual.scale.slidercrank, 1),
    F(FLOAT, mjSpec, visual.scale.frustum, 1),
    F(FLOAT, mjSpec, visual.rgba.fog, 4),
    F(FLOAT, mjSpec, visual.rgba.haze, 4),
    F(FLOAT, mjSpec, visual.rgba.force, 4),
    F(FLOAT, mjSpec, visual.rgba.inertia, 4),
    F(FLOAT, mjSpec, visual.rgba.joint, 4),
    F(FLOAT, mjSpec, visual.rgba.actuator, 4),
    F(FLOAT, mjSpec, visual.rgba.actuatornegative, 4),
    F(FLOAT, mjSpec, visual.rgba.actuatorpositive, 4),
    F(FLOAT, mjSpec, visual.rgba.com, 4),
    F(FLOAT, mjSpec, visual.rgba.camera, 4),
    F(FLOAT, mjSpec, visual.rgba.light, 4),
    F(FLOAT, mjSpec, visual.rgba.selectpoint, 4),
    F(FLOAT, mjSpec, visual.rgba.connect, 4),
    F(FLOAT, mjSpec, visual.rgba.contactpoint, 4),
    F(FLOAT, mjSpec, visual.rgba.contactforce, 4),
    F(FLOAT, mjSpec, visual.rgba.contactfriction, 4),
    F(FLOAT, mjSpec, visual.rgba.contacttorque, 4),
    F(FLOAT, mjSpec, visual.rgba.contactgap, 4),
    F(FLOAT, mjSpec, visual.rgba.rangefinder, 4),
    F(FLOAT, mjSpec, visual.rgba.constraint, 4),
    F(FLOAT, mjSpec, visual.rgba.slidercrank, 4),
    F(FLOAT, mjSpec, visual.rgba.crankbroken, 4),
    F(FLOAT, mjSpec, visual.rgba.frustum, 4),
    F(FLOAT, mjSpec, visual.rgba.bv, 4),
    F(FLOAT, mjSpec, visual.rgba.bvactive, 4),
    F(DOUBLE, mjSpec, stat.meaninertia, 1),
    F(DOUBLE, mjSpec, stat.meanmass, 1),
    F(DOUBLE, mjSpec, stat.meansize, 1),
    F(DOUBLE, mjSpec, stat.extent, 1),
    F(DOUBLE, mjSpec, stat.center, 3),
    F(SIZE, mjSpec, memory, 1),
    F(INT, mjSpec, nemax, 1),
    F(INT, mjSpec, nuserdata, 1),
    F(INT, mjSpec, nuser_body, 1),
    F(INT, mjSpec, nuser_jnt, 1),
    F(INT, mjSpec, nuser_geom, 1),
    F(INT, mjSpec, nuser_site, 1),
    F(INT, mjSpec, nuser_cam, 1),
    F(INT, mjSpec, nuser_tendon, 1),
    F(INT, mjSpec, nuser_actuator, 1),
    F(INT, mjSpec, nuser_sensor, 1),
    F(INT, mjSpec, nkey, 1),
    F(INT, mjSpec, njmax, 1),
    F(INT, mjSpec, nconmax, 1),
    F(SIZE, mjSpec, nstack, 1),
    F(STRING, mjSpec, comment, 1),
    F(STRING, mjSpec, modelfiledir, 1),
    F(BOOL, mjSpec, hasImplicitPluginElem, 1),
    F(SIZE, mjSpec, authored.option, 1),
    F(INT, mjSpec, authored.disableflags, 1),
    F(INT, mjSpec, authored.enableflags, 1),
    F(INT, mjSpec, authored.disableactuator, 1),
    F(SIZE, mjSpec, authored.visual_global, 1),
    F(SIZE, mjSpec, authored.visual_quality, 1),
    F(SIZE, mjSpec, authored.visual_headlight, 1),
    F(SIZE, mjSpec, authored.visual_map, 1),
    F(SIZE, mjSpec, authored.visual_scale, 1),
    F(SIZE, mjSpec, authored.visual_rgba, 1),
};

// Constraint parameters shared by many elements.
#define SOLREF \
  { 0.02, 1 }
#define SOLIMP \
  { 0.9, 0.95, 0.001, 0.5, 2 }
#define UNIT_QUAT \
  { 1, 0, 0, 0 }
#define GRAY \
  { 0.5f, 0.5f, 0.5f, 1 }

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

#define ROW(objtype, word, Name, low)                                                  \
  {                                                                                    \
    .kind = (word), .type = (objtype), .blockSize = sizeof(lb##Name),                  \
    .publicOffset = offsetof(lb##Name, s), .publicSize = sizeof(mjs##Name),            \
    .fieldCount = sizeof(low##Fields) / sizeof(low##Fields[0]), .fields = low##Fields, \
    .defaults = &low##Defaults                                                         \
  }

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

size_t lb_fieldItemSize(lbFieldKind kind) {
  static const unsigned char sizes[] = {
      [LB_FIELD_BOOL] = sizeof(mjtBool),
      [LB_FIELD_BYTE] = sizeof(mjtByte),
      [LB_FIELD_CHAR] = sizeof(char),
      [LB_FIELD_INT] = sizeof(int),
      [LB_FIELD_SIZE] = sizeof(mjtSize),
      [LB_FIELD_FLOAT] = sizeof(float),
      [LB_FIELD_DOUBLE] = sizeof(double),
      [LB_FIELD_STRING] = sizeof(char),
      [LB_FIELD_BYTEVEC] = sizeof(mjtByte),
      [LB_FIELD_INTVEC] = sizeof(int),
      [LB_FIELD_FLOATVEC] = sizeof(float),
      [LB_FIELD_DOUBLEVEC] = sizeof(double),
      [LB_FIELD_STRINGVEC] = sizeof(mjString),
      [LB_FIELD_INTVECVEC] = sizeof(mjIntVec),
      [LB_FIELD_FLOATVECVEC] = sizeof(mjFloatVec),
  };
  return sizes[kind];
}

int lb_containerCount(const lbField* fields, int count) {
  int containers = 0;
  for (int i = 0; i < count; i++) {
    containers += fields[i].kind >= LB_FIELD_STRING;
  }
  return containers;
}

// All containers have the same size and layout.
static mjString** containerAt(const lbField* field, const void* object) {
  return (mjString**)((char*)object + field->offset);
}

void lb_placeContainers(const lbField* fields, int count, void* object, void* slots) {
  mjString* next = slots;
  for (int i = 0; i < count; i++) {
    if (fields[i].kind >= LB_FIELD_STRING) {
      *containerAt(&fields[i], object) = next++;
    }
  }
}

static void copyContainer(lbFieldKind kind, void* target, const void* source) {
  const mjString* from = source;
  switch (kind) {
    case LB_FIELD_STRING:
      lb_setText(target, lb_text(source));
      break;
    case LB_FIELD_STRINGVEC:
      lb_clearTextVec(target);
      for (int i = 0; i < from->count; i++) {
        lb_pushText(target, lb_text(((const mjStringVec*)source)->items + i));
      }
      break;
    case LB_FIELD_INTVECVEC:
      lb_clearIntVecVec(target);
      for (int i = 0; i < from->count; i++) {
        const mjIntVec* row = ((const mjIntVecVec*)source)->items + i;
        mjs_appendIntVec(target, row->items, row->count);
      }
      break;
    case LB_FIELD_FLOATVECVEC:
      lb_clearFloatVecVec(target);
      for (int i = 0; i < from->count; i++) {
        const mjFloatVec* row = ((const mjFloatVecVec*)source)->items + i;
        mjs_appendFloatVec(target, row->items, row->count);
      }
      break;
    default:
      lb_setItems(target, from->items, from->count, lb_fieldItemSize(kind));
  }
}

static void clearContainer(lbFieldKind kind, void* container) {
  switch (kind) {
    case LB_FIELD_STRING:
      lb_clearText(container);
      break;
    case LB_FIELD_STRINGVEC:
      lb_clearTextVec(container);
      break;
    case LB_FIELD_INTVECVEC:
      lb_clearIntVecVec(container);
      break;
    case LB_FIELD_FLOATVECVEC:
      lb_clearFloatVecVec(container);
      break;
    default:
      lb_clearItems(container);
  }
}

void lb_copyFields(const lbField* fields, int count, void* target, const void* source) {
  for (int i = 0; i < count; i++) {
    const lbField* field = &fields[i];
    if (field->kind >= LB_FIELD_STRING) {
      const mjString* from = *containerAt(field, source);
      mjString* to = *containerAt(field, target);
      if (from->count || to->count) {
        copyContainer(field->kind, to, from);
      }
    } else {
      memcpy((char*)target + field->offset, (const char*)source + field->offset,
             field->count * lb_fieldItemSize(field->kind));
    }
  }
}

void lb_resetFields(const lbField* fields, int count, void* object, const void* defaults) {
  for (int i = 0; i < count; i++) {
    const lbField* field = &fields[i];
    if (field->kind >= LB_FIELD_STRING) {
      mjString* container = *containerAt(field, object);
      if (container) {
        clearContainer(field->kind, container);
      }
    } else {
      memcpy((char*)object + field->offset, (const char*)defaults + field->offset,
             field->count * lb_fieldItemSize(field->kind));
    }
  }
}

void lb_freeFields(const lbField* fields, int count, void* object) {
  for (int i = 0; i < count; i++) {
    if (fields[i].kind >= LB_FIELD_STRING) {
      clearContainer(fields[i].kind, *containerAt(&fields[i], object));
    }
  }
}

static bool sameContainer(lbFieldKind kind, const mjString* a, const mjString* b) {
  if (a->count != b->count) {
    return false;
  }
  if (kind < LB_FIELD_STRINGVEC) {
    return a->count == 0 || memcmp(a->items, b->items, a->count * lb_fieldItemSize(kind)) == 0;
  }
  lbFieldKind rowKind = kind == LB_FIELD_STRINGVEC   ? LB_FIELD_STRING
                        : kind == LB_FIELD_INTVECVEC ? LB_FIELD_INTVEC
                                                     : LB_FIELD_FLOATVEC;
  for (int i = 0; i < a->count; i++) {
    if (!sameContainer(rowKind, (const mjString*)a->items + i, (const mjString*)b->items + i)) {
      return false;
    }
  }
  return true;
}

bool lb_sameField(const lbField* field, const void* a, const void* b) {
  if (field->kind >= LB_FIELD_STRING) {
    return sameContainer(field->kind, *containerAt(field, a), *containerAt(field, b));
  }
  return memcmp((const char*)a + field->offset, (const char*)b + field->offset,
                field->count * lb_fieldItemSize(field->kind)) == 0;
}
