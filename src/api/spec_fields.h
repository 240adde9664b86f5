// Fields of the elements of mjSpec; field_table.h explains the columns.

#pragma once

#include "field_table.h"

// clang-format off
// Every element: a text for messages.
#define LB_INFO(X) \
  X(mjString*, info, 1, NULL, NONE, NONE, "where the element comes from, for messages")

#define LB_ORIENTATION_FIELDS(X, PART) \
  X(mjtOrientation, type, 1, mjORIENTATION_QUAT, NONE, NONE, \
    "which of the others holds, mjtOrientation") \
  X(double, axisangle, 4, VALUES(0), NONE, NONE, "axis and angle") \
  X(double, xyaxes, 6, VALUES(0), NONE, NONE, "x axis and y axis") \
  X(double, zaxis, 3, VALUES(0), NONE, NONE, "z axis, turned the shortest way") \
  X(double, euler, 3, VALUES(0), NONE, NONE, "angles about the axes of eulerseq")

#define LB_PLUGIN_FIELDS(X, PART) \
  X(mjString*, name, 1, NULL, NONE, NONE, "name of the instance") \
  X(mjString*, plugin_name, 1, NULL, NONE, NONE, "name of the plugin") \
  X(mjtBool, active, 1, false, NONE, NONE, "whether the element uses the plugin") \
  LB_INFO(X)

#define LB_BODY_FIELDS(X, PART) \
  X(mjString*, childclass, 1, NULL, NAME_OF(1, "childclass", "default"), NONE, \
    "default class for everything inside") \
  X(double, pos, 3, VALUES(0), NUMBERS(2, "pos", 3), FILL(body_pos), \
    "position, m, in the frame of the parent") \
  X(double, quat, 4, LB_NO_ROTATION, NONE, FILL(body_quat), \
    "orientation as a unit quaternion (w, x, y, z), in the frame of the parent") \
  PART(mjsOrientation, alt, "orientation in another way, instead of quat") \
  X(double, mass, 1, 0, NONE, FILL(body_mass), \
    "mass, kg") \
  X(double, ipos, 3, VALUES(NAN), NONE, FILL(body_ipos), \
    "centre of mass, m, in the frame of the body") \
  X(double, iquat, 4, LB_NO_ROTATION, NONE, FILL(body_iquat), \
    "axes of the inertia as a quaternion, in the frame of the body") \
  X(double, inertia, 3, VALUES(0), NONE, FILL(body_inertia), \
    "diagonal inertia, kg m^2, about the centre of mass") \
  PART(mjsOrientation, ialt, "orientation of the inertia in another way, instead of iquat") \
  X(double, fullinertia, 6, VALUES(NAN), NONE, NONE, "inertia matrix, kg m^2: xx yy zz xy xz yz") \
  X(mjtBool, mocap, 1, false, YESNO(3, "mocap"), NONE, "moved by the program instead of physics") \
  X(double, gravcomp, 1, 0, NUMBERS(4, "gravcomp", 1), INTO(body_gravcomp), \
    "part of the weight that is compensated, 1: all of it") \
  X(mjtSleepPolicy, sleep, 1, mjSLEEP_AUTO, WORD(5, "sleep", bodysleep), NONE, \
    "whether the tree of the body may sleep") \
  X(mjtByte, simple, 1, 1, WORD(6, "simple", FalseAuto), NONE, \
    "whether the body's inertia is known to be simple") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(7, "user"), USER(body), \
    "numbers for the program; the engine passes them on") \
  X(mjtBool, explicitinertial, 1, false, NONE, NONE, "whether inertial was given") \
  PART(mjsPlugin, plugin, "plugin that the element uses") \
  LB_INFO(X)

#define LB_FRAME_FIELDS(X, PART) \
  X(mjString*, childclass, 1, NULL, NAME_OF(1, "childclass", "default"), NONE, \
    "default class for everything inside") \
  X(double, pos, 3, VALUES(0), NUMBERS(2, "pos", 3), NONE, \
    "position, m, in the frame of the parent") \
  X(double, quat, 4, LB_NO_ROTATION, NONE, NONE, \
    "orientation as a unit quaternion (w, x, y, z), in the frame of the parent") \
  PART(mjsOrientation, alt, "orientation in another way, instead of quat") \
  LB_INFO(X)

#define LB_JOINT_FIELDS(X, PART) \
  X(mjtJoint, type, 1, mjJNT_HINGE, WORD(2, "type", jointtype), FILL(jnt_type), "kind, mjtJoint") \
  X(double, pos, 3, VALUES(0), NUMBERS(4, "pos", 3), INTO(jnt_pos), \
    "position, m, in the frame of the parent") \
  X(double, axis, 3, VALUES(0, 0, 1), NUMBERS(5, "axis", 3), INTO(jnt_axis), \
    "direction, in the frame of the body") \
  X(double, ref, 1, 0, NUMBERS(18, "ref", 1), NONE, \
    "value of the joint in the pose of the file, m or rad") \
  X(mjtAlignFree, align, 1, mjALIGNFREE_AUTO, NONE, NONE, \
    "frame at the centre of mass, for free joints") \
  X(double, stiffness, 3, VALUES(0), NUMBERS(13, "stiffness", 1), POLY(jnt_stiffness), \
    "stiffness of the spring, N/m or N m/rad; then its polynomial") \
  X(double, springref, 1, 0, NUMBERS(19, "springref", 1), NONE, \
    "value at which the spring is at rest, m or rad") \
  X(double, springdamper, 2, VALUES(0), NUMBERS(6, "springdamper", 2), NONE, \
    "time constant, s, and damping ratio that give stiffness and damping") \
  X(mjtLimited, limited, 1, mjLIMITED_AUTO, WORD(7, "limited", FalseTrueAuto), FILL(jnt_limited), \
    "whether range holds, mjtLimited") \
  X(double, range, 2, VALUES(0), NUMBERS(14, "range", 2), FILL(jnt_range), \
    "lowest and highest value, m or rad") \
  X(double, margin, 1, 0, NUMBERS(17, "margin", 1), INTO(jnt_margin), \
    "distance from a limit at which it becomes active, m or rad") \
  X(mjtNum, solref_limit, 2, LB_SOLREF, NUMBERS(9, "solreflimit", 1), INTO(jnt_solref), \
    "solref of the limit") \
  X(mjtNum, solimp_limit, 5, LB_SOLIMP, NUMBERS(10, "solimplimit", 1), INTO(jnt_solimp), \
    "solimp of the limit") \
  X(mjtLimited, actfrclimited, 1, mjLIMITED_AUTO, \
    WORD(8, "actuatorfrclimited", FalseTrueAuto), FILL(jnt_actfrclimited), \
    "whether actfrcrange holds, mjtLimited") \
  X(double, actfrcrange, 2, VALUES(0), NUMBERS(15, "actuatorfrcrange", 2), INTO(jnt_actfrcrange), \
    "smallest and largest sum of actuator forces, N or N m") \
  X(double, armature, 1, 0, NUMBERS(20, "armature", 1), DOF(dof_armature), \
    "inertia that is added, kg or kg m^2") \
  X(double, damping, 3, VALUES(0), NUMBERS(21, "damping", 1), DOFPOLY(dof_damping), \
    "damping, N s/m or N m s/rad; then its polynomial") \
  X(double, frictionloss, 1, 0, NUMBERS(22, "frictionloss", 1), DOF(dof_frictionloss), \
    "dry friction, N or N m") \
  X(mjtNum, solref_friction, 2, LB_SOLREF, NUMBERS(11, "solreffriction", 1), DOF(dof_solref), \
    "solref of dry friction") \
  X(mjtNum, solimp_friction, 5, LB_SOLIMP, NUMBERS(12, "solimpfriction", 1), DOF(dof_solimp), \
    "solimp of dry friction") \
  X(int, group, 1, 0, NUMBERS(3, "group", 1), FILL(jnt_group), "visibility group, 0 to 5") \
  X(mjtBool, actgravcomp, 1, false, YESNO(16, "actuatorgravcomp"), FILL(jnt_actgravcomp), \
    "gravity compensation counts as an actuator force") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(23, "user"), USER(jnt), \
    "numbers for the program; the engine passes them on") \
  LB_INFO(X)

#define LB_GEOM_FIELDS(X, PART) \
  X(mjtGeom, type, 1, mjGEOM_SPHERE, WORD(2, "type", geomtype), FILL(geom_type), "kind, mjtGeom") \
  X(double, pos, 3, VALUES(0), NUMBERS(22, "pos", 3), FILL(geom_pos), \
    "position, m, in the frame of the parent") \
  X(double, quat, 4, LB_NO_ROTATION, NONE, FILL(geom_quat), \
    "orientation as a unit quaternion (w, x, y, z), in the frame of the parent") \
  PART(mjsOrientation, alt, "orientation in another way, instead of quat") \
  X(double, fromto, 6, VALUES(NAN), NUMBERS(21, "fromto", 6), NONE, \
    "both ends of the axis, m, instead of pos and quat") \
  X(double, size, 3, VALUES(0), NUMBERS(8, "size", 1), FILL(geom_size), \
    "sizes by type, m: radius, half lengths") \
  X(int, contype, 1, 1, NUMBERS(3, "contype", 1), FILL(geom_contype), \
    "bits that other geoms' conaffinity is compared with") \
  X(int, conaffinity, 1, 1, NUMBERS(4, "conaffinity", 1), FILL(geom_conaffinity), \
    "bits that other geoms' contype is compared with") \
  X(int, condim, 1, 3, NUMBERS(5, "condim", 1), FILL(geom_condim), \
    "dimension of contacts: 1, 3, 4 or 6") \
  X(int, priority, 1, 0, NUMBERS(7, "priority", 1), FILL(geom_priority), \
    "parameters of the higher one hold in a contact") \
  X(double, friction, 3, VALUES(1, 0.005, 0.0001), \
    NUMBERS(10, "friction", 1), INTO(geom_friction), "sliding, torsion (m), rolling (m)") \
  X(double, solmix, 1, 1, NUMBERS(14, "solmix", 1), INTO(geom_solmix), \
    "weight when parameters of two geoms are mixed") \
  X(mjtNum, solref, 2, LB_SOLREF, NUMBERS(15, "solref", 1), INTO(geom_solref), \
    "time constant, s, and damping ratio of the constraint; negative: stiffness and damping") \
  X(mjtNum, solimp, 5, LB_SOLIMP, NUMBERS(16, "solimp", 1), INTO(geom_solimp), \
    "impedance of the constraint: dmin, dmax, width, midpoint, power") \
  X(double, margin, 1, 0, NUMBERS(17, "margin", 1), INTO(geom_margin), \
    "distance below which contacts act, m") \
  X(double, gap, 1, 0, NUMBERS(18, "gap", 1), INTO(geom_gap), \
    "width beyond margin where contacts are listed but do not act, m") \
  X(double, surfacevel, 6, VALUES(0), NUMBERS(19, "surfacevel", 1), INTO(geom_surfacevel), \
    "velocity of the surface: linear, m/s, and angular, rad/s, in the frame of the geom") \
  X(double, adhesion, 1, 0, NUMBERS(20, "adhesion", 1), INTO(geom_adhesion), \
    "force that holds surfaces together, N") \
  X(double, mass, 1, NAN, NUMBERS(11, "mass", 1), NONE, \
    "mass, kg; instead of density where that is possible") \
  X(double, density, 1, 1000, NUMBERS(12, "density", 1), NONE, "mass of a volume, kg/m^3") \
  X(mjtGeomInertia, typeinertia, 1, mjINERTIA_VOLUME, YESNO(13, "shellinertia"), NONE, \
    "mass in the volume or on the surface, mjtGeomInertia") \
  X(mjtNum, fluid_ellipsoid, 1, 0, WORD(27, "fluidshape", fluidshape), NONE, \
    "interaction with the medium as an ellipsoid: 0 or 1") \
  X(mjtNum, fluid_coefs, 5, VALUES(0.5, 0.25, 1.5, 1, 1), NUMBERS(28, "fluidcoef", 1), NONE, \
    "coefficients of the interaction with the medium") \
  X(mjString*, material, 1, NULL, NAME_OF(9, "material", "material"), NONE, \
    "name of the material") \
  X(float, rgba, 4, LB_GRAY, NUMBERS(26, "rgba", 4), INTO(geom_rgba), \
    "colour and opacity, 0 to 1") \
  X(int, group, 1, 0, NUMBERS(6, "group", 1), FILL(geom_group), "visibility group, 0 to 5") \
  X(mjString*, hfieldname, 1, NULL, NAME_OF(23, "hfield", "hfield"), NONE, \
    "name of the height field") \
  X(mjString*, meshname, 1, NULL, NAME_OF(24, "mesh", "mesh"), NONE, "name of the mesh") \
  X(double, fitscale, 1, 1, NUMBERS(25, "fitscale", 1), NONE, \
    "scale of a primitive that is fitted to a mesh") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(29, "user"), USER(geom), \
    "numbers for the program; the engine passes them on") \
  PART(mjsPlugin, plugin, "plugin that the element uses") \
  LB_INFO(X)

#define LB_SITE_FIELDS(X, PART) \
  X(double, pos, 3, VALUES(0), NUMBERS(4, "pos", 3), FILL(site_pos), \
    "position, m, in the frame of the parent") \
  X(double, quat, 4, LB_NO_ROTATION, NONE, FILL(site_quat), \
    "orientation as a unit quaternion (w, x, y, z), in the frame of the parent") \
  PART(mjsOrientation, alt, "orientation in another way, instead of quat") \
  X(double, fromto, 6, VALUES(NAN), NUMBERS(7, "fromto", 6), NONE, \
    "both ends of the axis, m, instead of pos and quat") \
  X(double, size, 3, VALUES(0.005, 0.005, 0.005), NUMBERS(6, "size", 1), INTO(site_size), \
    "sizes by type, m: radius, half lengths") \
  X(mjtGeom, type, 1, mjGEOM_SPHERE, WORD(2, "type", geomtype), FILL(site_type), "kind, mjtGeom") \
  X(mjString*, material, 1, NULL, NAME_OF(5, "material", "material"), NONE, \
    "name of the material") \
  X(int, group, 1, 0, NUMBERS(3, "group", 1), FILL(site_group), "visibility group, 0 to 5") \
  X(float, rgba, 4, LB_GRAY, NUMBERS(8, "rgba", 4), INTO(site_rgba), "colour and opacity, 0 to 1") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(9, "user"), USER(site), \
    "numbers for the program; the engine passes them on") \
  X(mjString*, meshname, 1, NULL, NAME_OF(10, "mesh", "mesh"), NONE, "name of the mesh") \
  LB_INFO(X)

#define LB_CAMERA_FIELDS(X, PART) \
  X(double, pos, 3, VALUES(0), NUMBERS(7, "pos", 3), FILL(cam_pos), \
    "position, m, in the frame of the parent") \
  X(double, quat, 4, LB_NO_ROTATION, NONE, FILL(cam_quat), \
    "orientation as a unit quaternion (w, x, y, z), in the frame of the parent") \
  PART(mjsOrientation, alt, "orientation in another way, instead of quat") \
  X(mjtCamLight, mode, 1, mjCAMLIGHT_FIXED, WORD(8, "mode", camlight), FILL(cam_mode), \
    "how it moves, mjtCamLight") \
  X(mjString*, targetbody, 1, NULL, NAME_OF(9, "target", "body", NODEFAULT), NONE, \
    "name of the body to look at") \
  X(mjtProjection, proj, 1, mjPROJ_PERSPECTIVE, \
    WORD(2, "projection", projection), FILL(cam_projection), "kind of projection, mjtProjection") \
  X(int, resolution, 2, VALUES(1, 1), NUMBERS(5, "resolution", 2), FILL(cam_resolution), \
    "width and height of the picture, pixels") \
  X(int, output, 1, mjCAMOUT_RGB, WORDS(6, "output", camout), FILL(cam_output), \
    "what pictures hold, bits of mjtCamOutBit") \
  X(double, fovy, 1, 45, NUMBERS(3, "fovy", 1), INTO(cam_fovy), \
    "vertical field of view, degrees; of orthographic cameras the height, m") \
  X(double, ipd, 1, 0.068, NUMBERS(4, "ipd", 1), INTO(cam_ipd), "distance of the eyes, m") \
  X(float, intrinsic, 4, VALUES(0), NONE, FILL(cam_intrinsic), \
    "focal lengths (2) and principal point (2), m") \
  X(float, sensor_size, 2, VALUES(0), NUMBERS(14, "sensorsize", 2), FILL(cam_sensorsize), \
    "width and height of the sensor, m") \
  X(float, focal_length, 2, VALUES(0), NUMBERS(10, "focal", 2), NONE, "focal lengths, m") \
  X(float, focal_pixel, 2, VALUES(0), NUMBERS(11, "focalpixel", 2), NONE, "focal lengths, pixels") \
  X(float, principal_length, 2, VALUES(0), NUMBERS(12, "principal", 2), NONE, \
    "principal point, m") \
  X(float, principal_pixel, 2, VALUES(0), NUMBERS(13, "principalpixel", 2), NONE, \
    "principal point, pixels") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(15, "user"), USER(cam), \
    "numbers for the program; the engine passes them on") \
  LB_INFO(X)

#define LB_LIGHT_FIELDS(X, PART) \
  X(double, pos, 3, VALUES(0), NUMBERS(6, "pos", 3), INTO(light_pos), \
    "position, m, in the frame of the parent") \
  X(double, dir, 3, VALUES(0, 0, -1), NUMBERS(7, "dir", 3), INTO(light_dir), \
    "direction, in the frame of the body") \
  X(mjtCamLight, mode, 1, mjCAMLIGHT_FIXED, WORD(18, "mode", camlight), FILL(light_mode), \
    "how it moves, mjtCamLight") \
  X(mjString*, targetbody, 1, NULL, NAME_OF(19, "target", "body", NODEFAULT), NONE, \
    "name of the body to look at") \
  X(mjtBool, active, 1, true, YESNO(5, "active"), FILL(light_active), "whether the light is on") \
  X(mjtLightType, type, 1, mjLIGHT_SPOT, WORD(3, "type", lighttype), FILL(light_type), \
    "kind, mjtLightType") \
  X(mjString*, texture, 1, NULL, NAME_OF(20, "texture", "texture", NODEFAULT), NONE, \
    "texture of an image light") \
  X(mjtBool, castshadow, 1, true, YESNO(4, "castshadow"), FILL(light_castshadow), \
    "whether it throws shadows") \
  X(float, bulbradius, 1, 0.02f, NUMBERS(8, "bulbradius", 1), FILL(light_bulbradius), \
    "radius of the bulb, m; softens shadows") \
  X(float, intensity, 1, 0, NUMBERS(9, "intensity", 1), FILL(light_intensity), \
    "luminous intensity, candela; 0: the colours alone") \
  X(float, range, 1, 10, NUMBERS(10, "range", 1), FILL(light_range), \
    "distance that the light reaches, m") \
  X(float, attenuation, 3, VALUES(1, 0, 0), \
    NUMBERS(11, "attenuation", 3), INTO(light_attenuation), \
    "constant, linear and quadratic loss with distance") \
  X(float, cutoff, 1, 45, NUMBERS(12, "cutoff", 1), INTO(light_cutoff), \
    "half angle of a spot light, degrees") \
  X(float, softness, 1, 0.2f, NUMBERS(13, "softness", 1), FILL(light_softness), \
    "softness of a spot light's edge, 0 to 1") \
  X(float, exponent, 1, 10, NUMBERS(14, "exponent", 1), INTO(light_exponent), \
    "concentration of a spot light: how it fades to its edge") \
  X(float, ambient, 3, VALUES(0), NUMBERS(15, "ambient", 3), INTO(light_ambient), \
    "ambient colour, 0 to 1") \
  X(float, diffuse, 3, VALUES(0.7f, 0.7f, 0.7f), NUMBERS(16, "diffuse", 3), INTO(light_diffuse), \
    "diffuse colour, 0 to 1") \
  X(float, specular, 3, VALUES(0.3f, 0.3f, 0.3f), \
    NUMBERS(17, "specular", 3), INTO(light_specular), "specular colour, 0 to 1") \
  LB_INFO(X)

#define LB_FLEX_FIELDS(X, PART) \
  X(int, contype, 1, 1, NONE, FILL(flex_contype), \
    "bits that other geoms' conaffinity is compared with") \
  X(int, conaffinity, 1, 1, NONE, FILL(flex_conaffinity), \
    "bits that other geoms' contype is compared with") \
  X(int, condim, 1, 3, NONE, FILL(flex_condim), "dimension of contacts: 1, 3, 4 or 6") \
  X(int, priority, 1, 0, NONE, FILL(flex_priority), \
    "parameters of the higher one hold in a contact") \
  X(double, friction, 3, VALUES(1, 0.005, 0.0001), NONE, FILL(flex_friction), \
    "sliding, torsion (m), rolling (m)") \
  X(double, solmix, 1, 1, NONE, FILL(flex_solmix), \
    "weight when parameters of two geoms are mixed") \
  X(mjtNum, solref, 2, LB_SOLREF, NONE, FILL(flex_solref), \
    "time constant, s, and damping ratio of the constraint; negative: stiffness and damping") \
  X(mjtNum, solimp, 5, LB_SOLIMP, NONE, FILL(flex_solimp), \
    "impedance of the constraint: dmin, dmax, width, midpoint, power") \
  X(double, margin, 1, 0, NONE, FILL(flex_margin), \
    "distance below which contacts act, m") \
  X(double, gap, 1, 0, NONE, FILL(flex_gap), \
    "width beyond margin where contacts are listed but do not act, m") \
  X(int, dim, 1, 2, NONE, NONE, "1 line, 2 surface, 3 solid") \
  X(double, radius, 1, 0.005, NONE, FILL(flex_radius), "radius around elements, m") \
  X(double, size, 3, VALUES(0), NONE, NONE, \
    "half sizes of the box around the vertices at qpos0, m") \
  X(mjtBool, internal, 1, false, NONE, FILL(flex_internal), \
    "whether an element and its own opposite vertices collide") \
  X(mjtBool, flatskin, 1, false, NONE, FILL(flex_flatskin), \
    "whether solids are drawn with flat faces") \
  X(mjtFlexSelf, selfcollide, 1, mjFLEXSELF_AUTO, NONE, FILL(flex_selfcollide), \
    "how the flex collides with itself, mjtFlexSelf") \
  X(int, passive, 1, 0, NONE, FILL(flex_passive), "whether contacts are passive forces") \
  X(int, activelayers, 1, 1, NONE, FILL(flex_activelayers), \
    "layers of elements that take part in self collision") \
  X(int, group, 1, 0, NONE, FILL(flex_group), "visibility group, 0 to 5") \
  X(double, edgestiffness, 1, 0, NONE, FILL(flex_edgestiffness), "stiffness of edges, N/m") \
  X(double, edgedamping, 1, 0, NONE, FILL(flex_edgedamping), "damping of edges, N s/m") \
  X(float, rgba, 4, LB_GRAY, NONE, FILL(flex_rgba), "colour and opacity, 0 to 1") \
  X(mjString*, material, 1, NULL, NONE, NONE, "name of the material") \
  X(double, young, 1, 0, NONE, NONE, "Young's modulus, Pa") \
  X(double, poisson, 1, 0, NONE, NONE, "Poisson's ratio") \
  X(double, damping, 1, 0, NONE, FILL(flex_damping), "damping of the elastic strain, s") \
  X(double, thickness, 1, -1, NONE, NONE, "thickness of a shell, m") \
  X(int, elastic2d, 1, 0, NONE, NONE, \
    "what resists in a shell: 0 nothing, 1 bending, 2 stretching, 3 both") \
  X(int, cellcount, 3, VALUES(1, 1, 1), NONE, FILL(flex_cellnum), \
    "cells of interpolation in each direction") \
  X(int, order, 1, 0, NONE, NONE, "order of interpolation") \
  X(mjStringVec*, nodebody, 1, NULL, NONE, NONE, "names of the bodies of the nodes") \
  X(mjStringVec*, vertbody, 1, NULL, NONE, NONE, "names of the bodies of the vertices") \
  X(mjDoubleVec*, node, 1, NULL, NONE, NONE, "positions of the nodes, m, three each") \
  X(mjDoubleVec*, vert, 1, NULL, NONE, NONE, "positions of the vertices, m, three each") \
  X(mjIntVec*, elem, 1, NULL, NONE, NONE, "vertices of the elements, by index") \
  X(mjFloatVec*, texcoord, 1, NULL, NONE, NONE, "texture coordinates, two each") \
  X(mjIntVec*, elemtexcoord, 1, NULL, NONE, NONE, "texture coordinates of the elements, by index") \
  LB_INFO(X)

#define LB_MESH_FIELDS(X, PART) \
  X(mjString*, content_type, 1, NULL, STRING(2, "content_type", NODEFAULT), NONE, \
    "kind of file, such as model/stl") \
  X(mjString*, file, 1, NULL, PATH(3, "file", "meshdir", NODEFAULT), NONE, \
    "file to read, from the folder that compiler names") \
  X(double, refpos, 3, VALUES(0), NUMBERS(8, "refpos", 3, NODEFAULT), NONE, \
    "point that becomes the origin, m") \
  X(double, refquat, 4, LB_NO_ROTATION, NUMBERS(9, "refquat", 4, NODEFAULT), NONE, \
    "orientation that becomes none, a quaternion") \
  X(double, scale, 3, VALUES(1, 1, 1), NUMBERS(10, "scale", 3), NONE, "scale of coordinates") \
  X(mjtMeshInertia, inertia, 1, mjMESH_INERTIA_LEGACY, WORD(13, "inertia", meshinertia), NONE, \
    "how inertia comes from the triangles, mjtMeshInertia") \
  X(mjtBool, smoothnormal, 1, false, YESNO(11, "smoothnormal", NODEFAULT), NONE, \
    "normals are averaged over edges") \
  X(mjtBool, needsdf, 1, false, NONE, NONE, "whether an octree of signed distances is made") \
  X(int, maxhullvert, 1, -1, NUMBERS(12, "maxhullvert", 1, NOT_EMPTY), NONE, \
    "most vertices of the convex hull; -1: no bound") \
  X(mjFloatVec*, uservert, 1, NULL, LIST(4, "vertex", NODEFAULT), NONE, \
    "positions of vertices, m, three each") \
  X(mjFloatVec*, usernormal, 1, NULL, LIST(5, "normal", NODEFAULT), NONE, "normals, three each") \
  X(mjFloatVec*, usertexcoord, 1, NULL, LIST(6, "texcoord", NODEFAULT), NONE, \
    "texture coordinates, two each") \
  X(mjIntVec*, userface, 1, NULL, LIST(7, "face", NODEFAULT), NONE, \
    "vertices of triangles, by index") \
  X(mjIntVec*, userfacenormal, 1, NULL, NONE, NONE, "normals of triangles, by index") \
  X(mjIntVec*, userfacetexcoord, 1, NULL, NONE, NONE, \
    "texture coordinates of triangles, by index") \
  PART(mjsPlugin, plugin, "plugin that the element uses") \
  X(mjString*, material, 1, NULL, NAME_OF(16, "material", "material", NODEFAULT), NONE, \
    "name of the material") \
  X(int, octree_maxdepth, 1, 6, NONE, NONE, "deepest level of the octree") \
  LB_INFO(X)

#define LB_HFIELD_FIELDS(X, PART) \
  X(mjString*, content_type, 1, NULL, STRING(1, "content_type"), NONE, \
    "kind of file, such as model/stl") \
  X(mjString*, file, 1, NULL, PATH(2, "file", "meshdir"), NONE, \
    "file to read, from the folder that compiler names") \
  X(double, size, 4, VALUES(0), NUMBERS(5, "size", 4, REQUIRED), NONE, \
    "half width x, half width y, height, depth of the base, m") \
  X(int, nrow, 1, 0, NUMBERS(3, "nrow", 1), NONE, "rows of heights, along y") \
  X(int, ncol, 1, 0, NUMBERS(4, "ncol", 1), NONE, "columns of heights, along x") \
  X(mjFloatVec*, userdata, 1, NULL, NONE, NONE, "heights by rows, 0 to 1") \
  LB_INFO(X)

#define LB_SKIN_FIELDS(X, PART) \
  X(mjString*, file, 1, NULL, PATH(1, "file", "meshdir"), NONE, \
    "file to read, from the folder that compiler names") \
  X(mjString*, material, 1, NULL, NAME_OF(2, "material", "material"), NONE, \
    "name of the material") \
  X(float, rgba, 4, LB_GRAY, NUMBERS(3, "rgba", 4), FILL(skin_rgba), "colour and opacity, 0 to 1") \
  X(float, inflate, 1, 0, NUMBERS(4, "inflate", 1), FILL(skin_inflate), \
    "distance by which the skin is pushed out along its normals, m") \
  X(int, group, 1, 0, NUMBERS(8, "group", 1, SKIN_GROUP | NOT_EMPTY), FILL(skin_group), \
    "visibility group, 0 to 5") \
  X(mjFloatVec*, vert, 1, NULL, LIST(5, "vertex"), NONE, \
    "positions of the vertices, m, three each") \
  X(mjFloatVec*, texcoord, 1, NULL, LIST(6, "texcoord"), NONE, "texture coordinates, two each") \
  X(mjIntVec*, face, 1, NULL, LIST(7, "face"), NONE, "vertices of triangles, by index") \
  X(mjStringVec*, bodyname, 1, NULL, NONE, NONE, "names of the bodies of the bones") \
  X(mjFloatVec*, bindpos, 1, NULL, NONE, NONE, \
    "positions of the bones in the skin's pose, m, three each") \
  X(mjFloatVec*, bindquat, 1, NULL, NONE, NONE, \
    "orientations of the bones in the skin's pose, quaternions") \
  X(mjIntVecVec*, vertid, 1, NULL, NONE, NONE, "vertices of each bone, by index") \
  X(mjFloatVecVec*, vertweight, 1, NULL, NONE, NONE, "weights of these vertices") \
  LB_INFO(X)

#define LB_TEXTURE_FIELDS(X, PART) \
  X(mjtTexture, type, 1, mjTEXTURE_CUBE, WORD(1, "type", texture), NONE, \
    "kind, mjtTexture") \
  X(mjtColorSpace, colorspace, 1, mjCOLORSPACE_AUTO, WORD(2, "colorspace", colorspace), NONE, \
    "colour space of the file, mjtColorSpace") \
  X(mjtBuiltin, builtin, 1, mjBUILTIN_NONE, WORD(13, "builtin", builtin), NONE, \
    "pattern that is made, mjtBuiltin") \
  X(mjtMark, mark, 1, mjMARK_NONE, WORD(16, "mark", mark), NONE, "marks on the pattern, mjtMark") \
  X(double, rgb1, 3, VALUES(0.8, 0.8, 0.8), NUMBERS(14, "rgb1", 3), NONE, \
    "first colour of the pattern, 0 to 1") \
  X(double, rgb2, 3, VALUES(0.5, 0.5, 0.5), NUMBERS(15, "rgb2", 3), NONE, \
    "second colour of the pattern, 0 to 1") \
  X(double, markrgb, 3, VALUES(0), NUMBERS(17, "markrgb", 3), NONE, "colour of marks, 0 to 1") \
  X(double, random, 1, 0.01, NUMBERS(18, "random", 1), NONE, "share of random dots, 0 to 1") \
  X(int, height, 1, 0, NUMBERS(20, "height", 1), NONE, "height of the picture, pixels") \
  X(int, width, 1, 0, NUMBERS(19, "width", 1), NONE, "width of the picture, pixels") \
  X(int, nchannel, 1, 3, NUMBERS(23, "nchannel", 1), NONE, "channels of each pixel") \
  X(mjString*, content_type, 1, NULL, STRING(3, "content_type"), NONE, \
    "kind of file, such as model/stl") \
  X(mjString*, file, 1, NULL, PATH(4, "file", "texturedir"), NONE, \
    "file to read, from the folder that compiler names") \
  X(int, gridsize, 2, VALUES(1, 1), NUMBERS(5, "gridsize", 2), NONE, \
    "rows and columns of a picture that holds several sides") \
  X(char, gridlayout, 12, VALUES('.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'), \
    NONE, NONE, "which side is where: letters R L U D F B, dots for none") \
  X(mjStringVec*, cubefiles, 1, NULL, NONE, NONE, \
    "pictures of the sides: right, left, up, down, front, back") \
  X(mjByteVec*, data, 1, NULL, NONE, NONE, "pixels as bytes") \
  X(mjtBool, hflip, 1, false, YESNO(21, "hflip"), NONE, "turned left to right") \
  X(mjtBool, vflip, 1, false, YESNO(22, "vflip"), NONE, "turned upside down") \
  LB_INFO(X)

#define LB_MATERIAL_FIELDS(X, PART) \
  X(mjStringVec*, textures, 1, NULL, NONE, NONE, "names of textures, by mjtTextureRole") \
  X(mjtBool, texuniform, 1, false, YESNO(4, "texuniform"), FILL(mat_texuniform), \
    "whether the texture has the same size on all objects") \
  X(float, texrepeat, 2, VALUES(1, 1), NUMBERS(3, "texrepeat", 2), INTO(mat_texrepeat), \
    "repeats of the texture in each direction") \
  X(float, emission, 1, 0, NUMBERS(5, "emission", 1), INTO(mat_emission), \
    "light of its own, 0 to 1") \
  X(float, specular, 1, 0.5f, NUMBERS(6, "specular", 1), INTO(mat_specular), \
    "strength of highlights, 0 to 1") \
  X(float, shininess, 1, 0.5f, NUMBERS(7, "shininess", 1), INTO(mat_shininess), \
    "sharpness of highlights, 0 to 1") \
  X(float, reflectance, 1, 0, NUMBERS(8, "reflectance", 1), INTO(mat_reflectance), \
    "share of mirrored light, 0 to 1") \
  X(float, metallic, 1, -1, NUMBERS(9, "metallic", 1), INTO(mat_metallic), \
    "metallic part, 0 to 1; -1: not given") \
  X(float, roughness, 1, -1, NUMBERS(10, "roughness", 1), INTO(mat_roughness), \
    "roughness, 0 to 1; -1: not given") \
  X(float, rgba, 4, VALUES(1, 1, 1, 1), NUMBERS(11, "rgba", 4), INTO(mat_rgba), \
    "colour and opacity, 0 to 1") \
  LB_INFO(X)

#define LB_PAIR_FIELDS(X, PART) \
  X(mjString*, geomname1, 1, NULL, NAME_OF(2, "geom1", "geom", NODEFAULT), NONE, \
    "name of the first geom") \
  X(mjString*, geomname2, 1, NULL, NAME_OF(3, "geom2", "geom", NODEFAULT), NONE, \
    "name of the second geom") \
  X(int, condim, 1, 3, NUMBERS(4, "condim", 1), FILL(pair_dim), \
    "dimension of contacts: 1, 3, 4 or 6") \
  X(mjtNum, solref, 2, LB_SOLREF, NUMBERS(6, "solref", 1), INTO(pair_solref), \
    "time constant, s, and damping ratio of the constraint; negative: stiffness and damping") \
  X(mjtNum, solreffriction, 2, VALUES(0), \
    NUMBERS(7, "solreffriction", 1), INTO(pair_solreffriction), "solref of friction") \
  X(mjtNum, solimp, 5, LB_SOLIMP, NUMBERS(8, "solimp", 1), INTO(pair_solimp), \
    "impedance of the constraint: dmin, dmax, width, midpoint, power") \
  X(double, margin, 1, 0, NUMBERS(10, "margin", 1), INTO(pair_margin), \
    "distance below which contacts act, m") \
  X(double, gap, 1, 0, NUMBERS(9, "gap", 1), INTO(pair_gap), \
    "width beyond margin where contacts are listed but do not act, m") \
  X(double, adhesion, 1, 0, NUMBERS(11, "adhesion", 1), INTO(pair_adhesion), \
    "force that holds surfaces together, N") \
  X(double, friction, 5, VALUES(1, 1, 0.005, 0.0001, 0.0001), \
    NUMBERS(5, "friction", 1), INTO(pair_friction), "tangents (2), torsion (m), rolling (2, m)") \
  LB_INFO(X)

#define LB_EXCLUDE_FIELDS(X, PART) \
  X(mjString*, bodyname1, 1, NULL, NAME_OF(1, "body1", "body", REQUIRED), NONE, \
    "name of the first body") \
  X(mjString*, bodyname2, 1, NULL, NAME_OF(2, "body2", "body", REQUIRED), NONE, \
    "name of the second body") \
  LB_INFO(X)

#define LB_EQUALITY_FIELDS(X, PART) \
  X(mjtEq, type, 1, mjEQ_CONNECT, NONE, FILL(eq_type), "kind, mjtEq") \
  X(double, data, 11, VALUES(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1), NONE, BACK(eq_data), \
    "numbers by kind: anchor, pose, polynomial, ...") \
  X(mjtBool, active, 1, true, YESNO(2, "active"), FILL(eq_active0), \
    "whether the constraint is on at the start") \
  X(mjString*, name1, 1, NULL, NONE, NONE, "name of the first object") \
  X(mjString*, name2, 1, NULL, NONE, NONE, "name of the second object") \
  X(mjtObj, objtype, 1, mjOBJ_UNKNOWN, NONE, FILL(eq_objtype), "kind of the object, mjtObj") \
  X(mjtNum, solref, 2, LB_SOLREF, NUMBERS(3, "solref", 1), INTO(eq_solref), \
    "time constant, s, and damping ratio of the constraint; negative: stiffness and damping") \
  X(mjtNum, solimp, 5, LB_SOLIMP, NUMBERS(4, "solimp", 1), INTO(eq_solimp), \
    "impedance of the constraint: dmin, dmax, width, midpoint, power") \
  LB_INFO(X)

#define LB_TENDON_FIELDS(X, PART) \
  X(double, stiffness, 3, VALUES(0), NUMBERS(16, "stiffness", 1), POLY(tendon_stiffness), \
    "stiffness of the spring, N/m; then its polynomial") \
  X(double, springlength, 2, VALUES(-1, -1), \
    NUMBERS(12, "springlength", 1), INTO(tendon_lengthspring), \
    "lengths at rest, m: from and to; -1: that of the first pose") \
  X(double, damping, 3, VALUES(0), NUMBERS(17, "damping", 1), POLY(tendon_damping), \
    "damping, N s/m; then its polynomial") \
  X(double, frictionloss, 1, 0, NUMBERS(11, "frictionloss", 1), INTO(tendon_frictionloss), \
    "dry friction, N") \
  X(mjtNum, solref_friction, 2, LB_SOLREF, \
    NUMBERS(9, "solreffriction", 1), INTO(tendon_solref_fri), "solref of dry friction") \
  X(mjtNum, solimp_friction, 5, LB_SOLIMP, \
    NUMBERS(10, "solimpfriction", 1), INTO(tendon_solimp_fri), "solimp of dry friction") \
  X(double, armature, 1, 0, NUMBERS(18, "armature", 1), INTO(tendon_armature), \
    "inertia of motion along the tendon, kg") \
  X(mjtLimited, limited, 1, mjLIMITED_AUTO, WORD(3, "limited", FalseTrueAuto), NONE, \
    "whether range holds, mjtLimited") \
  X(mjtLimited, actfrclimited, 1, mjLIMITED_FALSE, \
    WORD(4, "actuatorfrclimited", FalseTrueAuto), NONE, "whether actfrcrange holds, mjtLimited") \
  X(double, range, 2, VALUES(0), NUMBERS(5, "range", 2), INTO(tendon_range), \
    "shortest and longest length, m") \
  X(double, actfrcrange, 2, VALUES(0), \
    NUMBERS(6, "actuatorfrcrange", 2), INTO(tendon_actfrcrange), \
    "smallest and largest sum of actuator forces, N") \
  X(double, margin, 1, 0, NUMBERS(15, "margin", 1), INTO(tendon_margin), \
    "distance from the limit at which it becomes active, m") \
  X(mjtNum, solref_limit, 2, LB_SOLREF, NUMBERS(7, "solreflimit", 1), INTO(tendon_solref_lim), \
    "solref of the limit") \
  X(mjtNum, solimp_limit, 5, LB_SOLIMP, NUMBERS(8, "solimplimit", 1), INTO(tendon_solimp_lim), \
    "solimp of the limit") \
  X(mjString*, material, 1, NULL, NAME_OF(14, "material", "material"), NONE, \
    "name of the material") \
  X(double, width, 1, 0.003, NUMBERS(13, "width", 1), INTO(tendon_width), \
    "radius of the drawn tendon, m") \
  X(float, rgba, 4, LB_GRAY, NUMBERS(19, "rgba", 4), INTO(tendon_rgba), \
    "colour and opacity, 0 to 1") \
  X(int, group, 1, 0, NUMBERS(2, "group", 1), FILL(tendon_group), "visibility group, 0 to 5") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(20, "user"), USER(tendon), \
    "numbers for the program; the engine passes them on") \
  LB_INFO(X)

#define LB_WRAP_FIELDS(X, PART) \
  X(mjtWrap, type, 1, mjWRAP_NONE, NONE, NONE, "kind, mjtWrap") \
  LB_INFO(X)

#define LB_ACTUATOR_FIELDS(X, PART) \
  X(mjtGain, gaintype, 1, mjGAIN_FIXED, NONE, FILL(actuator_gaintype), \
    "gain of the force, mjtGain") \
  X(double, gainprm, 10, VALUES(1), NONE, INTO(actuator_gainprm), "parameters of the gain") \
  X(mjtBias, biastype, 1, mjBIAS_NONE, NONE, FILL(actuator_biastype), \
    "bias of the force, mjtBias") \
  X(double, biasprm, 10, VALUES(0), NONE, INTO(actuator_biasprm), "parameters of the bias") \
  X(mjtDyn, dyntype, 1, mjDYN_NONE, NONE, FILL(actuator_dyntype), \
    "dynamics of the activation, mjtDyn") \
  X(double, dynprm, 10, VALUES(1), NONE, INTO(actuator_dynprm), "parameters of the dynamics") \
  X(int, actdim, 1, -1, NONE, NONE, "number of activations; -1: by dyntype") \
  X(int, ctrlspec, 1, 0, NONE, FILL(actuator_ctrlspec), "what controls mean: chart and inputs") \
  X(double, velrange, 2, VALUES(0), NONE, NONE, "range of velocities") \
  X(double, ffrange, 2, VALUES(0), NONE, NONE, "range of feed-forward") \
  X(mjtBool, actearly, 1, false, NONE, FILL(actuator_actearly), \
    "the force uses the activation of the next step") \
  X(mjtTrn, trntype, 1, mjTRN_UNDEFINED, NONE, FILL(actuator_trntype), "what it acts on, mjtTrn") \
  X(double, gear, 6, VALUES(1, 0, 0, 0, 0, 0), NONE, NONE, \
    "scales from force to the wrench of the transmission: translation and rotation for sites") \
  X(mjString*, target, 1, NULL, NONE, NONE, \
    "name of the joint, tendon, site or body that it acts on") \
  X(mjString*, refsite, 1, NULL, NONE, NONE, "site whose frame is the reference") \
  X(mjString*, slidersite, 1, NULL, NONE, NONE, "site of the slider") \
  X(double, cranklength, 1, 0, NONE, INTO(actuator_cranklength), "length of the crank, m") \
  X(double, lengthrange, 2, VALUES(0), NONE, NONE, "shortest and longest length, m or rad") \
  X(double, inheritrange, 1, 0, NONE, NONE, \
    "control range from the range of the target, times this") \
  X(double, damping, 3, VALUES(0), NONE, POLY(actuator_damping), \
    "damping along the transmission; then its polynomial") \
  X(double, armature, 1, 0, NONE, INTO(actuator_armature), "inertia along the transmission") \
  X(mjtLimited, ctrllimited, 1, mjLIMITED_AUTO, NONE, NONE, "whether ctrlrange holds, mjtLimited") \
  X(double, ctrlrange, 2, VALUES(0), NONE, NONE, "smallest and largest control") \
  X(mjtLimited, forcelimited, 1, mjLIMITED_AUTO, NONE, NONE, \
    "whether forcerange holds, mjtLimited") \
  X(double, forcerange, 2, VALUES(0), NONE, INTO(actuator_forcerange), \
    "smallest and largest force, N or N m") \
  X(mjtLimited, actlimited, 1, mjLIMITED_AUTO, NONE, NONE, "whether actrange holds, mjtLimited") \
  X(double, actrange, 2, VALUES(0), NONE, BACK(actuator_actrange), \
    "smallest and largest activation") \
  X(int, group, 1, 0, NONE, FILL(actuator_group), "group, for switching actuators off") \
  X(int, nsample, 1, 0, NONE, NONE, "number of samples in the history") \
  X(int, interp, 1, 0, NONE, NONE, "interpolation between samples: 0 none, 1 linear, 2 cubic") \
  X(double, delay, 1, 0, NONE, FILL(actuator_delay), "delay of the input, s") \
  X(mjDoubleVec*, userdata, 1, NULL, NONE, USER(actuator), \
    "numbers for the program; the engine passes them on") \
  PART(mjsPlugin, plugin, "plugin that the element uses") \
  LB_INFO(X)

#define LB_SENSOR_FIELDS(X, PART) \
  X(mjtSensor, type, 1, mjSENS_TOUCH, NONE, FILL(sensor_type), "kind, mjtSensor") \
  X(mjtObj, objtype, 1, mjOBJ_UNKNOWN, NONE, FILL(sensor_objtype), "kind of the object, mjtObj") \
  X(mjString*, objname, 1, NULL, NONE, NONE, "name of the object that is measured") \
  X(mjtObj, reftype, 1, mjOBJ_UNKNOWN, NONE, FILL(sensor_reftype), \
    "kind of the reference, mjtObj") \
  X(mjString*, refname, 1, NULL, NONE, NONE, "name of the reference frame's object") \
  X(int, intprm, 3, VALUES(0), NONE, FILL(sensor_intprm), "whole numbers by kind") \
  X(mjtDataType, datatype, 1, mjDATATYPE_REAL, NONE, NONE, "kind of reading, mjtDataType") \
  X(mjtStage, needstage, 1, mjSTAGE_ACC, NONE, NONE, "what must be computed before, mjtStage") \
  X(int, dim, 1, 0, NONE, NONE, "number of readings") \
  X(double, cutoff, 1, 0, NUMBERS(5, "cutoff", 1), INTO(sensor_cutoff), \
    "bound of the readings; 0: none") \
  X(double, noise, 1, 0, NUMBERS(6, "noise", 1), INTO(sensor_noise), \
    "standard deviation of noise; the engine adds none") \
  X(int, nsample, 1, 0, NUMBERS(1, "nsample", 1), NONE, "number of samples in the history") \
  X(int, interp, 1, 0, WORD(2, "interp", interp), NONE, \
    "interpolation between samples: 0 none, 1 linear, 2 cubic") \
  X(double, delay, 1, 0, NUMBERS(3, "delay", 1), FILL(sensor_delay), "delay of the reading, s") \
  X(double, interval, 2, VALUES(0), NUMBERS(4, "interval", 1), FILL(sensor_interval), \
    "period, s, and phase of sampling") \
  X(mjDoubleVec*, userdata, 1, NULL, LIST(7, "user"), USER(sensor), \
    "numbers for the program; the engine passes them on") \
  PART(mjsPlugin, plugin, "plugin that the element uses") \
  LB_INFO(X)

#define LB_NUMERIC_FIELDS(X, PART) \
  X(mjDoubleVec*, data, 1, NULL, NONE, NONE, "the values") \
  X(int, size, 1, 0, NONE, NONE, "number of values; more than data has: zeros follow") \
  LB_INFO(X)

#define LB_TEXT_FIELDS(X, PART) \
  X(mjString*, data, 1, NULL, STRING(1, "data", REQUIRED), NONE, "the text") \
  LB_INFO(X)

#define LB_TUPLE_FIELDS(X, PART) \
  X(mjIntVec*, objtype, 1, NULL, NONE, NONE, "kinds of the objects, mjtObj") \
  X(mjStringVec*, objname, 1, NULL, NONE, NONE, "names of the objects") \
  X(mjDoubleVec*, objprm, 1, NULL, NONE, NONE, "numbers that go with the objects") \
  LB_INFO(X)

#define LB_KEY_FIELDS(X, PART) \
  X(double, time, 1, 0, NUMBERS(1, "time", 1), NONE, "simulated time, s") \
  X(mjDoubleVec*, qpos, 1, NULL, LIST(2, "qpos"), NONE, "positions, m and rad (nq)") \
  X(mjDoubleVec*, qvel, 1, NULL, LIST(3, "qvel"), NONE, "velocities, m/s and rad/s (nv)") \
  X(mjDoubleVec*, act, 1, NULL, LIST(4, "act"), NONE, "activations (na)") \
  X(mjDoubleVec*, mpos, 1, NULL, LIST(5, "mpos"), NONE, \
    "positions of mocap bodies, m, world, three each") \
  X(mjDoubleVec*, mquat, 1, NULL, LIST(6, "mquat"), NONE, \
    "orientations of mocap bodies, quaternions") \
  X(mjDoubleVec*, ctrl, 1, NULL, LIST(7, "ctrl"), NONE, "controls (nu)") \
  LB_INFO(X)

// clang-format on
