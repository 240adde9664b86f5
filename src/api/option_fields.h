// Fields of the settings: simulation options, visual options, model statistics, and what mjSpec has
// for the whole model; field_table.h explains the columns.

#pragma once

#include "field_table.h"

// clang-format off
// mjOption
#define LB_OPTION_FIELDS(X, PART) \
  X(mjtNum, timestep, 1, 0.002, NUMBERS(0, "timestep", 1), MINIMUM, "length of one step, s") \
  X(mjtNum, impratio, 1, 1, NUMBERS(1, "impratio", 1), REFUSE, \
    "ratio of frictional to normal impedance of elliptic contacts") \
  X(mjtNum, tolerance, 1, 1e-8, NUMBERS(2, "tolerance", 1), MINIMUM, \
    "the solver stops when an iteration improves less than this") \
  X(mjtNum, ls_tolerance, 1, 0.01, NUMBERS(3, "ls_tolerance", 1), MINIMUM, \
    "tolerance of the line search") \
  X(mjtNum, noslip_tolerance, 1, 1e-6, NUMBERS(4, "noslip_tolerance", 1), MINIMUM, \
    "tolerance of the noslip solver") \
  X(mjtNum, ccd_tolerance, 1, 1e-6, NUMBERS(5, "ccd_tolerance", 1), MINIMUM, \
    "tolerance of convex collision, m") \
  X(mjtNum, sleep_tolerance, 1, 1e-3, NUMBERS(6, "sleep_tolerance", 1), MINIMUM, \
    "speed below which a tree may fall asleep") \
  X(mjtNum, gravity, 3, VALUES(0, 0, -9.81), NUMBERS(7, "gravity", 3), REFUSE, \
    "acceleration of gravity, m/s^2, world") \
  X(mjtNum, wind, 3, VALUES(0), NUMBERS(8, "wind", 3), REFUSE, \
    "velocity of the medium, m/s, world") \
  X(mjtNum, magnetic, 3, VALUES(0, -0.5, 0), NUMBERS(9, "magnetic", 3), REFUSE, \
    "magnetic flux, for magnetometers, world") \
  X(mjtNum, density, 1, 0, NUMBERS(10, "density", 1), REFUSE, "density of the medium, kg/m^3") \
  X(mjtNum, viscosity, 1, 0, NUMBERS(11, "viscosity", 1), REFUSE, "viscosity of the medium, Pa s") \
  X(mjtNum, o_margin, 1, 0, NUMBERS(12, "o_margin", 1), REFUSE, \
    "margin of all contacts when override is on, m") \
  X(mjtNum, o_solref, 2, LB_SOLREF, NUMBERS(13, "o_solref", 1), REFUSE, \
    "solref of all contacts when override is on") \
  X(mjtNum, o_solimp, 5, LB_SOLIMP, NUMBERS(14, "o_solimp", 1), REFUSE, \
    "solimp of all contacts when override is on") \
  X(mjtNum, o_friction, 5, VALUES(1, 1, 0.005, 0.0001, 0.0001), \
    NUMBERS(15, "o_friction", 1), REFUSE, "friction of all contacts when override is on") \
  X(int, integrator, 1, mjINT_EULER, WORD(16, "integrator", integrator), REFUSE, \
    "how the state advances") \
  X(int, cone, 1, mjCONE_PYRAMIDAL, WORD(17, "cone", cone), REFUSE, "shape of the friction cone") \
  X(int, jacobian, 1, mjJAC_AUTO, WORD(18, "jacobian", jacobian), REFUSE, \
    "storage of constraint Jacobians") \
  X(int, solver, 1, mjSOL_NEWTON, WORD(19, "solver", solver), REFUSE, "constraint solver") \
  X(int, iterations, 1, 100, NUMBERS(20, "iterations", 1), MAXIMUM, \
    "most iterations of the solver") \
  X(int, ls_iterations, 1, 50, NUMBERS(21, "ls_iterations", 1), MAXIMUM, \
    "most iterations of the line search") \
  X(int, noslip_iterations, 1, 0, NUMBERS(22, "noslip_iterations", 1), MAXIMUM, \
    "iterations of the noslip solver") \
  X(int, ccd_iterations, 1, 35, NUMBERS(23, "ccd_iterations", 1), MAXIMUM, \
    "most iterations of convex collision") \
  X(int, disableflags, 1, 0, NONE, NONE, "features that are off, bits of mjtDisableBit") \
  X(int, enableflags, 1, 0, NONE, NONE, "features that are on, bits of mjtEnableBit") \
  X(int, disableactuator, 1, 0, NONE, NONE, "groups of actuators that are off, one bit each") \
  X(int, sdf_initpoints, 1, 40, NUMBERS(25, "sdf_initpoints", 1), MAXIMUM, \
    "starting points of collision with signed distances") \
  X(int, sdf_iterations, 1, 10, NUMBERS(24, "sdf_iterations", 1), MAXIMUM, \
    "iterations of collision with signed distances")

// mjVisual, by its parts
#define LB_VISUAL_GLOBAL_FIELDS(X, PART) \
  X(int, cameraid, 1, -1, NUMBERS(0, "cameraid", 1), NONE, \
    "camera to start with; -1: the free one") \
  X(int, orthographic, 1, 0, YESNO(1, "orthographic"), NONE, \
    "parallel projection of the free camera") \
  X(float, fovy, 1, 45, NUMBERS(2, "fovy", 1), NONE, \
    "vertical field of view, degrees; of orthographic cameras the height, m") \
  X(float, ipd, 1, 0.068f, NUMBERS(3, "ipd", 1), NONE, "distance of the eyes, m") \
  X(float, azimuth, 1, 90, NUMBERS(4, "azimuth", 1), NONE, "azimuth of the free camera, degrees") \
  X(float, elevation, 1, -45, NUMBERS(5, "elevation", 1), NONE, \
    "elevation of the free camera, degrees") \
  X(float, linewidth, 1, 1, NUMBERS(6, "linewidth", 1), NONE, "width of lines, pixels") \
  X(float, glow, 1, 0.3f, NUMBERS(7, "glow", 1), NONE, "glow of what is selected, 0 to 1") \
  X(float, realtime, 1, 1, NUMBERS(10, "realtime", 1, ABOVE_0), MINIMUM, \
    "speed to start with, simulated seconds for a second of the clock") \
  X(int, offwidth, 1, 640, NUMBERS(8, "offwidth", 1), NONE, \
    "width of the offscreen picture, pixels") \
  X(int, offheight, 1, 480, NUMBERS(9, "offheight", 1), NONE, \
    "height of the offscreen picture, pixels") \
  X(int, ellipsoidinertia, 1, 0, YESNO(11, "ellipsoidinertia"), NONE, \
    "inertias are drawn as ellipsoids instead of boxes") \
  X(int, bvactive, 1, 0, YESNO(12, "bvactive"), NONE, "only active bounding volumes are drawn")

#define LB_VISUAL_QUALITY_FIELDS(X, PART) \
  X(int, shadowsize, 1, 4096, NUMBERS(0, "shadowsize", 1), NONE, \
    "width and height of shadow maps, pixels") \
  X(int, offsamples, 1, 4, NUMBERS(1, "offsamples", 1), NONE, \
    "samples of each pixel of the offscreen picture") \
  X(int, numslices, 1, 28, NUMBERS(2, "numslices", 1), NONE, "slices of round shapes") \
  X(int, numstacks, 1, 16, NUMBERS(3, "numstacks", 1), NONE, "stacks of round shapes") \
  X(int, numquads, 1, 4, NUMBERS(4, "numquads", 1), NONE, "quads of planes")

#define LB_VISUAL_HEADLIGHT_FIELDS(X, PART) \
  X(float, ambient, 3, VALUES(0.1f, 0.1f, 0.1f), NUMBERS(0, "ambient", 3), NONE, \
    "ambient colour, 0 to 1") \
  X(float, diffuse, 3, VALUES(0.4f, 0.4f, 0.4f), NUMBERS(1, "diffuse", 3), NONE, \
    "diffuse colour, 0 to 1") \
  X(float, specular, 3, VALUES(0.5f, 0.5f, 0.5f), NUMBERS(2, "specular", 3), NONE, \
    "specular colour, 0 to 1") \
  X(int, active, 1, 1, NUMBERS(3, "active", 1), NONE, "whether the headlight is on")

#define LB_VISUAL_MAP_FIELDS(X, PART) \
  X(float, stiffness, 1, 100, NUMBERS(0, "stiffness", 1), NONE, \
    "force of mouse springs for a distance") \
  X(float, stiffnessrot, 1, 500, NUMBERS(1, "stiffnessrot", 1), NONE, \
    "torque of mouse springs for an angle") \
  X(float, force, 1, 0.005f, NUMBERS(2, "force", 1), NONE, \
    "length of force arrows for a force, m/N") \
  X(float, torque, 1, 0.1f, NUMBERS(3, "torque", 1), NONE, \
    "length of torque arrows for a torque, m/(N m)") \
  X(float, alpha, 1, 0.3f, NUMBERS(4, "alpha", 1), NONE, "opacity in transparent mode, 0 to 1") \
  X(float, fogstart, 1, 3, NUMBERS(5, "fogstart", 1), NONE, \
    "distance where fog begins, in extents") \
  X(float, fogend, 1, 10, NUMBERS(6, "fogend", 1), NONE, \
    "distance where fog is complete, in extents") \
  X(float, znear, 1, 0.01f, NUMBERS(7, "znear", 1, POSITIVE), MINIMUM, "near plane, in extents") \
  X(float, zfar, 1, 50, NUMBERS(8, "zfar", 1), MAXIMUM, "far plane, in extents") \
  X(float, haze, 1, 0.3f, NUMBERS(9, "haze", 1), NONE, "width of haze at the horizon") \
  X(float, shadowclip, 1, 1, NUMBERS(10, "shadowclip", 1), NONE, \
    "half width of directional shadows, in extents") \
  X(float, shadowscale, 1, 0.6f, NUMBERS(11, "shadowscale", 1), NONE, \
    "part of a spot light's cone that gets shadows") \
  X(float, actuatortendon, 1, 2, NUMBERS(12, "actuatortendon", 1), NONE, \
    "width of actuated tendons, in widths of tendons")

#define LB_VISUAL_SCALE_FIELDS(X, PART) \
  X(float, forcewidth, 1, 0.1f, NUMBERS(0, "forcewidth", 1), NONE, \
    "width of force arrows, in mean sizes") \
  X(float, contactwidth, 1, 0.3f, NUMBERS(1, "contactwidth", 1), NONE, \
    "width of contact points, in mean sizes") \
  X(float, contactheight, 1, 0.1f, NUMBERS(2, "contactheight", 1), NONE, \
    "height of contact points, in mean sizes") \
  X(float, connect, 1, 0.2f, NUMBERS(3, "connect", 1), NONE, \
    "width of lines between bodies, in mean sizes") \
  X(float, com, 1, 0.4f, NUMBERS(4, "com", 1), NONE, "size of centres of mass, in mean sizes") \
  X(float, camera, 1, 0.3f, NUMBERS(5, "camera", 1), NONE, "size of cameras, in mean sizes") \
  X(float, light, 1, 0.3f, NUMBERS(6, "light", 1), NONE, "size of lights, in mean sizes") \
  X(float, selectpoint, 1, 0.2f, NUMBERS(7, "selectpoint", 1), NONE, \
    "size of the selected point, in mean sizes") \
  X(float, jointlength, 1, 1, NUMBERS(8, "jointlength", 1), NONE, \
    "length of joint arrows, in mean sizes") \
  X(float, jointwidth, 1, 0.1f, NUMBERS(9, "jointwidth", 1), NONE, \
    "width of joint arrows, in mean sizes") \
  X(float, actuatorlength, 1, 0.7f, NUMBERS(10, "actuatorlength", 1), NONE, \
    "length of actuators, in mean sizes") \
  X(float, actuatorwidth, 1, 0.2f, NUMBERS(11, "actuatorwidth", 1), NONE, \
    "width of actuators, in mean sizes") \
  X(float, framelength, 1, 1, NUMBERS(12, "framelength", 1), NONE, \
    "length of frame axes, in mean sizes") \
  X(float, framewidth, 1, 0.1f, NUMBERS(13, "framewidth", 1), NONE, \
    "width of frame axes, in mean sizes") \
  X(float, constraint, 1, 0.1f, NUMBERS(14, "constraint", 1), NONE, \
    "width of equality constraints, in mean sizes") \
  X(float, slidercrank, 1, 0.2f, NUMBERS(15, "slidercrank", 1), NONE, \
    "width of slider cranks, in mean sizes") \
  X(float, frustum, 1, 10, NUMBERS(16, "frustum", 1), NONE, "length of frustums, in mean sizes")

#define LB_VISUAL_RGBA_FIELDS(X, PART) \
  X(float, fog, 4, VALUES(0, 0, 0, 1), NUMBERS(0, "fog", 4), NONE, "colour of fog") \
  X(float, haze, 4, VALUES(1, 1, 1, 1), NUMBERS(1, "haze", 4), NONE, "colour of haze") \
  X(float, force, 4, VALUES(1, 0.5f, 0.5f, 1), NUMBERS(2, "force", 4), NONE, \
    "colour of force arrows") \
  X(float, inertia, 4, VALUES(0.8f, 0.2f, 0.2f, 0.6f), NUMBERS(3, "inertia", 4), NONE, \
    "colour of inertias") \
  X(float, joint, 4, VALUES(0.2f, 0.6f, 0.8f, 1), NUMBERS(4, "joint", 4), NONE, \
    "colour of joints") \
  X(float, actuator, 4, VALUES(0.2f, 0.25f, 0.2f, 1), NUMBERS(5, "actuator", 4), NONE, \
    "colour of actuators at rest") \
  X(float, actuatornegative, 4, VALUES(0.2f, 0.6f, 0.9f, 1), \
    NUMBERS(6, "actuatornegative", 4), NONE, "colour of actuators at their lowest") \
  X(float, actuatorpositive, 4, VALUES(0.9f, 0.4f, 0.2f, 1), \
    NUMBERS(7, "actuatorpositive", 4), NONE, "colour of actuators at their highest") \
  X(float, com, 4, VALUES(0.9f, 0.9f, 0.9f, 1), NUMBERS(8, "com", 4), NONE, \
    "colour of centres of mass") \
  X(float, camera, 4, VALUES(0.6f, 0.9f, 0.6f, 1), NUMBERS(9, "camera", 4), NONE, \
    "colour of cameras") \
  X(float, light, 4, VALUES(0.6f, 0.6f, 0.9f, 1), NUMBERS(10, "light", 4), NONE, \
    "colour of lights") \
  X(float, selectpoint, 4, VALUES(0.9f, 0.9f, 0.1f, 1), NUMBERS(11, "selectpoint", 4), NONE, \
    "colour of the selected point") \
  X(float, connect, 4, VALUES(0.2f, 0.2f, 0.8f, 1), NUMBERS(12, "connect", 4), NONE, \
    "colour of lines between bodies") \
  X(float, contactpoint, 4, VALUES(0.9f, 0.6f, 0.2f, 1), NUMBERS(13, "contactpoint", 4), NONE, \
    "colour of contact points") \
  X(float, contactforce, 4, VALUES(0.7f, 0.9f, 0.9f, 1), NUMBERS(14, "contactforce", 4), NONE, \
    "colour of contact forces") \
  X(float, contactfriction, 4, VALUES(0.9f, 0.8f, 0.4f, 1), \
    NUMBERS(15, "contactfriction", 4), NONE, "colour of friction forces") \
  X(float, contacttorque, 4, VALUES(0.9f, 0.7f, 0.9f, 1), NUMBERS(16, "contacttorque", 4), NONE, \
    "colour of contact torques") \
  X(float, contactgap, 4, VALUES(0.5f, 0.8f, 0.9f, 1), NUMBERS(17, "contactgap", 4), NONE, \
    "colour of contacts in the gap") \
  X(float, rangefinder, 4, VALUES(1, 1, 0.1f, 1), NUMBERS(18, "rangefinder", 4), NONE, \
    "colour of rangefinder rays") \
  X(float, constraint, 4, VALUES(0.9f, 0, 0, 1), NUMBERS(19, "constraint", 4), NONE, \
    "colour of equality constraints") \
  X(float, slidercrank, 4, VALUES(0.5f, 0.3f, 0.8f, 1), NUMBERS(20, "slidercrank", 4), NONE, \
    "colour of slider cranks") \
  X(float, crankbroken, 4, VALUES(0.9f, 0, 0, 1), NUMBERS(21, "crankbroken", 4), NONE, \
    "colour of cranks that cannot reach") \
  X(float, frustum, 4, VALUES(1, 1, 0, 0.2f), NUMBERS(22, "frustum", 4), NONE, \
    "colour of frustums") \
  X(float, bv, 4, VALUES(0, 1, 0, 0.5f), NUMBERS(23, "bv", 4), NONE, "colour of bounding volumes") \
  X(float, bvactive, 4, VALUES(1, 0, 0, 0.5f), NUMBERS(24, "bvactive", 4), NONE, \
    "colour of active bounding volumes")

// mjStatistic: figures of the model, which scale the picture; NAN: the compiler computes it
#define LB_STATISTIC_FIELDS(X, PART) \
  X(mjtNum, meaninertia, 1, NAN, NUMBERS(0, "meaninertia", 1), NONE, "mean diagonal inertia") \
  X(mjtNum, meanmass, 1, NAN, NUMBERS(1, "meanmass", 1), NONE, "mean mass of a body, kg") \
  X(mjtNum, meansize, 1, NAN, NUMBERS(2, "meansize", 1), NONE, \
    "mean size of a body, m; scales decorations") \
  X(mjtNum, extent, 1, NAN, NUMBERS(3, "extent", 1, POSITIVE), NONE, \
    "half the size of the model, m") \
  X(mjtNum, center, 3, VALUES(NAN), NUMBERS(4, "center", 3), NONE, \
    "centre of the model, m, world")

// mjLROpt: how length ranges of actuators are found
#define LB_LENGTHRANGE_FIELDS(X, PART) \
  X(int, mode, 1, mjLRMODE_MUSCLE, WORD(0, "mode", lrmode), NONE, \
    "which actuators get a length range") \
  X(int, useexisting, 1, 1, YESNO(1, "useexisting"), NONE, "length ranges that are given stay") \
  X(int, uselimit, 1, 0, YESNO(2, "uselimit"), NONE, \
    "limits of joints and tendons give the range where there are some") \
  X(mjtNum, accel, 1, 20, NUMBERS(3, "accel", 1), NONE, "acceleration that is aimed for") \
  X(mjtNum, maxforce, 1, 0, NUMBERS(4, "maxforce", 1), NONE, \
    "largest force that pulls; 0: no bound") \
  X(mjtNum, timeconst, 1, 1, NUMBERS(5, "timeconst", 1), NONE, "time constant of the damping, s") \
  X(mjtNum, timestep, 1, 0.01, NUMBERS(6, "timestep", 1), NONE, \
    "step of the simulation that finds the range, s") \
  X(mjtNum, inttotal, 1, 10, NUMBERS(7, "inttotal", 1), NONE, "simulated time, s") \
  X(mjtNum, interval, 1, 2, NUMBERS(8, "interval", 1), NONE, \
    "time at the end over which the range is measured, s") \
  X(mjtNum, tolrange, 1, 0.05, NUMBERS(9, "tolrange", 1), NONE, \
    "how much the range may still change")

// mjsCompiler: options of the compiler
#define LB_COMPILER_FIELDS(X, PART) \
  X(mjtBool, autolimits, 1, true, YESNO(0, "autolimits"), NONE, \
    "a range alone makes limited true") \
  X(double, boundmass, 1, 0, NUMBERS(1, "boundmass", 1), NONE, \
    "smallest mass of a moving body, kg") \
  X(double, boundinertia, 1, 0, NUMBERS(2, "boundinertia", 1), NONE, \
    "smallest diagonal inertia of a moving body, kg m^2") \
  X(double, settotalmass, 1, -1, NUMBERS(3, "settotalmass", 1), NONE, \
    "scales all masses so that they add up to this, kg; negative: off") \
  X(mjtBool, balanceinertia, 1, false, YESNO(4, "balanceinertia"), NONE, \
    "replaces diagonal inertias that no body can have by their mean") \
  X(mjtBool, fitaabb, 1, false, YESNO(8, "fitaabb"), NONE, \
    "primitives are fitted to a mesh's box instead of its inertia") \
  X(mjtBool, degree, 1, true, NONE, NONE, "angles are given in degrees") \
  X(char, eulerseq, 3, VALUES('x', 'y', 'z'), NONE, NONE, \
    "axes of euler angles in order, as letters; small ones turn with the body") \
  X(mjtBool, discardvisual, 1, false, YESNO(12, "discardvisual"), NONE, \
    "drops geoms that neither collide nor weigh, and assets that only they use") \
  X(mjtBool, usethread, 1, true, YESNO(13, "usethread"), NONE, \
    "accepted; compilation uses one thread") \
  X(mjtBool, fusestatic, 1, false, YESNO(14, "fusestatic"), NONE, \
    "bodies without joints become part of their parents") \
  X(mjtInertiaFromGeom, inertiafromgeom, 1, mjINERTIAFROMGEOM_AUTO, \
    WORD(15, "inertiafromgeom", FalseTrueAuto), NONE, \
    "where inertias come from, mjtInertiaFromGeom") \
  X(int, inertiagrouprange, 2, VALUES(0, mjNGROUP - 1), NUMBERS(16, "inertiagrouprange", 2), NONE, \
    "first and last group of geoms that count for inertias") \
  X(mjtBool, saveinertial, 1, false, YESNO(17, "saveinertial"), NONE, \
    "saved files always have inertial") \
  X(mjtBool, alignfree, 1, false, YESNO(19, "alignfree"), NONE, \
    "free bodies have their frames at the centre of mass") \
  X(mjtConflict, conflict, 1, mjCONFLICT_WARNING, WORD(20, "conflict", conflict), NONE, \
    "what attaching does when both models set an option, mjtConflict") \
  PART(mjLROpt, LRopt, "how length ranges of actuators are found") \
  X(mjString*, meshdir, 1, NULL, STRING(10, "meshdir"), NONE, \
    "folder of meshes, height fields, skins and flexes") \
  X(mjString*, texturedir, 1, NULL, STRING(11, "texturedir"), NONE, "folder of textures") \
  X(uint64_t, authored, 1, 0, NONE, NONE, "which options the model's text sets")

// mjsAuthored: which settings the text of the model gave
#define LB_AUTHORED_FIELDS(X, PART) \
  X(uint64_t, option, 1, 0, NONE, NONE, "bits of the fields of option that were set") \
  X(int, disableflags, 1, 0, NONE, NONE, "bits of disableflags that were set") \
  X(int, enableflags, 1, 0, NONE, NONE, "bits of enableflags that were set") \
  X(int, disableactuator, 1, 0, NONE, NONE, "whether disableactuator was set") \
  X(uint64_t, visual_global, 1, 0, NONE, NONE, \
    "bits of the fields of visual.global that were set") \
  X(uint64_t, visual_quality, 1, 0, NONE, NONE, \
    "bits of the fields of visual.quality that were set") \
  X(uint64_t, visual_headlight, 1, 0, NONE, NONE, \
    "bits of the fields of visual.headlight that were set") \
  X(uint64_t, visual_map, 1, 0, NONE, NONE, "bits of the fields of visual.map that were set") \
  X(uint64_t, visual_scale, 1, 0, NONE, NONE, "bits of the fields of visual.scale that were set") \
  X(uint64_t, visual_rgba, 1, 0, NONE, NONE, "bits of the fields of visual.rgba that were set")

// mjSpec: the model as a whole
#define LB_SPEC_FIELDS(X, PART) \
  X(mjString*, modelname, 1, NULL, NONE, NONE, "name of the model") \
  PART(mjsCompiler, compiler, "options of the compiler") \
  X(mjtBool, strippath, 1, false, NONE, NONE, "file names lose their folders") \
  PART(mjOption, option, "options of the simulation") \
  PART(mjVisual, visual, "options of the picture") \
  PART(mjStatistic, stat, "figures of the model, which scale the picture") \
  X(mjtSize, memory, 1, -1, NONE, MAXIMUM, "bytes of the arena; -1: by the compiler") \
  X(int, nemax, 1, 0, NONE, NONE, "most rows of equalities") \
  X(int, nuserdata, 1, 0, NUMBERS(4, "nuserdata", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "numbers of mjData.userdata") \
  X(int, nuser_body, 1, -1, NUMBERS(6, "nuser_body", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each body") \
  X(int, nuser_jnt, 1, -1, NUMBERS(7, "nuser_jnt", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each joint") \
  X(int, nuser_geom, 1, -1, NUMBERS(8, "nuser_geom", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each geom") \
  X(int, nuser_site, 1, -1, NUMBERS(9, "nuser_site", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each site") \
  X(int, nuser_cam, 1, -1, NUMBERS(10, "nuser_cam", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each camera") \
  X(int, nuser_tendon, 1, -1, NUMBERS(11, "nuser_tendon", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each tendon") \
  X(int, nuser_actuator, 1, -1, NUMBERS(12, "nuser_actuator", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each actuator") \
  X(int, nuser_sensor, 1, -1, NUMBERS(13, "nuser_sensor", 1, AT_LEAST_MINUS_1), MAXIMUM, \
    "user numbers of each sensor") \
  X(int, nkey, 1, 0, NUMBERS(5, "nkey", 1), MAXIMUM, "number of keyframes") \
  X(int, njmax, 1, -1, NUMBERS(1, "njmax", 1, NOT_EMPTY), MAXIMUM, "former bound on constraints") \
  X(int, nconmax, 1, -1, NUMBERS(2, "nconmax", 1, NOT_EMPTY), MAXIMUM, "former bound on contacts") \
  X(mjtSize, nstack, 1, -1, NUMBERS(3, "nstack", 1, NOT_EMPTY), NONE, "former size of the stack, in numbers") \
  X(mjString*, comment, 1, NULL, NONE, NONE, "comment at the head of the file") \
  X(mjString*, modelfiledir, 1, NULL, NONE, NONE, "folder of the model's file") \
  X(mjtBool, hasImplicitPluginElem, 1, false, NONE, NONE, \
    "whether plugins are declared inside other elements") \
  PART(mjsAuthored, authored, "which options the model's text sets")

// Flags of mjOption by bit, as messages and lists of switches name them, and as <flag> of MJCF does:
// X(bit, "name", "attribute").
#define LB_DISABLE_FLAGS(X) \
  X(mjDSBL_CONSTRAINT, "Constraint", "constraint") \
  X(mjDSBL_EQUALITY, "Equality", "equality") \
  X(mjDSBL_FRICTIONLOSS, "Frictionloss", "frictionloss") \
  X(mjDSBL_LIMIT, "Limit", "limit") \
  X(mjDSBL_CONTACT, "Contact", "contact") \
  X(mjDSBL_SPRING, "Spring", "spring") \
  X(mjDSBL_DAMPER, "Damper", "damper") \
  X(mjDSBL_GRAVITY, "Gravity", "gravity") \
  X(mjDSBL_CLAMPCTRL, "Clampctrl", "clampctrl") \
  X(mjDSBL_WARMSTART, "Warmstart", "warmstart") \
  X(mjDSBL_FILTERPARENT, "Filterparent", "filterparent") \
  X(mjDSBL_ACTUATION, "Actuation", "actuation") \
  X(mjDSBL_REFSAFE, "Refsafe", "refsafe") \
  X(mjDSBL_SENSOR, "Sensor", "sensor") \
  X(mjDSBL_MIDPHASE, "Midphase", "midphase") \
  X(mjDSBL_EULERDAMP, "Eulerdamp", "eulerdamp") \
  X(mjDSBL_AUTORESET, "AutoReset", "autoreset") \
  X(mjDSBL_NATIVECCD, "NativeCCD", "nativeccd") \
  X(mjDSBL_ISLAND, "Island", "island") \
  X(mjDSBL_MULTICCD, "MultiCCD", "multiccd")

#define LB_ENABLE_FLAGS(X) \
  X(mjENBL_OVERRIDE, "Override", "override") \
  X(mjENBL_ENERGY, "Energy", "energy") \
  X(mjENBL_FWDINV, "Fwdinv", "fwdinv") \
  X(mjENBL_INVDISCRETE, "InvDiscrete", "invdiscrete") \
  X(mjENBL_SLEEP, "Sleep", "sleep") \
  X(mjENBL_DIAGEXACT, "DiagExact", "diagexact")

// Enable bits beyond the published ones.
#define LB_MORE_FLAGS(X) X(mjENBL_IPC, "IPC", "ipc") X(mjENBL_MIDPOINT, "Midpoint", "midpoint")
// clang-format on
