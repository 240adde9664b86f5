// Enumerations of the abstract scene (mjv_).

#pragma once

// Categories of geoms in a scene, bits.
typedef enum mjtCatBit_ {
  mjCAT_STATIC = 1,   // geoms of the world and of bodies that cannot move
  mjCAT_DYNAMIC = 2,  // geoms of bodies that can
  mjCAT_DECOR = 4,    // decorations: arrows, frames, labels, ...
  mjCAT_ALL = 7,      // all
} mjtCatBit;

// What moving the mouse does; V: vertically, H: horizontally.
typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,        // nothing
  mjMOUSE_ROTATE_V = 1,    // rotates about the horizontal axis of the picture and the vertical
  mjMOUSE_ROTATE_H = 2,    // rotates about axes of the horizontal plane
  mjMOUSE_MOVE_V = 3,      // moves in the vertical plane
  mjMOUSE_MOVE_H = 4,      // moves in the horizontal plane
  mjMOUSE_ZOOM = 5,        // moves nearer or away
  mjMOUSE_MOVE_V_REL = 6,  // the same, in the frame of the camera or of the body
  mjMOUSE_MOVE_H_REL = 7,  // the same, in the frame of the camera or of the body
  mjMOUSE_TURN_V = 8,      // turns the camera in place, in the vertical plane
  mjMOUSE_TURN_H = 9,      // turns the camera in place, in the horizontal plane
} mjtMouse;

// What a perturbation does to the selected body, bits.
typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,  // pulls its point to a place
  mjPERT_ROTATE = 2,     // turns it to an orientation
} mjtPertBit;

// Kinds of cameras of a viewer.
typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,      // moved by the mouse
  mjCAMERA_TRACKING = 1,  // looks at a body that it follows
  mjCAMERA_FIXED = 2,     // camera of the model
  mjCAMERA_USER = 3,      // the program sets mjvScene.camera
} mjtCamera;

// Which objects have labels.
typedef enum mjtLabel_ {
  mjLABEL_NONE = 0,           // none
  mjLABEL_BODY = 1,           // bodies
  mjLABEL_JOINT = 2,          // joints
  mjLABEL_GEOM = 3,           // geoms
  mjLABEL_SITE = 4,           // sites
  mjLABEL_CAMERA = 5,         // cameras
  mjLABEL_LIGHT = 6,          // lights
  mjLABEL_TENDON = 7,         // tendons
  mjLABEL_ACTUATOR = 8,       // actuators
  mjLABEL_CONSTRAINT = 9,     // constraints
  mjLABEL_FLEX = 10,          // flexes
  mjLABEL_SKIN = 11,          // skins
  mjLABEL_SELECTION = 12,     // the selected body
  mjLABEL_SELPNT = 13,        // the selected point, with its coordinates
  mjLABEL_CONTACTPOINT = 14,  // contacts
  mjLABEL_CONTACTFORCE = 15,  // contact forces, with their size
  mjLABEL_ISLAND = 16,        // islands
  mjNLABEL = 17,              // number of choices
} mjtLabel;

// Which objects have their frames drawn.
typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,     // none
  mjFRAME_BODY = 1,     // bodies
  mjFRAME_GEOM = 2,     // geoms
  mjFRAME_SITE = 3,     // sites
  mjFRAME_CAMERA = 4,   // cameras
  mjFRAME_LIGHT = 5,    // lights
  mjFRAME_CONTACT = 6,  // contacts
  mjFRAME_WORLD = 7,    // the world
  mjNFRAME = 8,         // number of choices
} mjtFrame;

// What is drawn besides geoms, index into mjvOption.flags.
typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,     // convex hulls in place of meshes
  mjVIS_TEXTURE = 1,        // textures
  mjVIS_JOINT = 2,          // joints
  mjVIS_CAMERA = 3,         // cameras
  mjVIS_ACTUATOR = 4,       // actuators
  mjVIS_ACTIVATION = 5,     // activations, as colours of actuators
  mjVIS_LIGHT = 6,          // lights
  mjVIS_TENDON = 7,         // tendons
  mjVIS_RANGEFINDER = 8,    // rays of rangefinders
  mjVIS_CONSTRAINT = 9,     // equality constraints, as what does not fit
  mjVIS_INERTIA = 10,       // inertias of bodies, as boxes or ellipsoids
  mjVIS_SCLINERTIA = 11,    // sizes of these follow the masses
  mjVIS_PERTFORCE = 12,     // force of the perturbation
  mjVIS_PERTOBJ = 13,       // reference of the perturbation
  mjVIS_CONTACTPOINT = 14,  // contact points
  mjVIS_ISLAND = 15,        // colours by island
  mjVIS_CONTACTFORCE = 16,  // contact forces
  mjVIS_CONTACTSPLIT = 17,  // contact forces split into normal and tangents
  mjVIS_TRANSPARENT = 18,   // moving geoms are transparent
  mjVIS_AUTOCONNECT = 19,   // lines between joints and centres of mass
  mjVIS_COM = 20,           // centres of mass of trees
  mjVIS_SELECT = 21,        // the selected point
  mjVIS_STATIC = 22,        // bodies that cannot move
  mjVIS_SKIN = 23,          // skins
  mjVIS_FLEXVERT = 24,      // vertices of flexes
  mjVIS_FLEXEDGE = 25,      // edges of flexes
  mjVIS_FLEXFACE = 26,      // faces of flexes
  mjVIS_FLEXSKIN = 27,      // smooth skins of flexes
  mjVIS_BODYBVH = 28,       // bounding volumes of bodies
  mjVIS_MESHBVH = 29,       // bounding volumes of meshes
  mjVIS_SDFITER = 30,       // iterations of collision with signed distances
  mjNVISFLAG = 31,          // number of flags
} mjtVisFlag;

// How the picture is drawn, index into mjvScene.flags.
typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,      // shadows
  mjRND_WIREFRAME = 1,   // triangles as lines
  mjRND_REFLECTION = 2,  // reflections
  mjRND_ADDITIVE = 3,    // transparent surfaces add their light
  mjRND_SKYBOX = 4,      // sky
  mjRND_FOG = 5,         // fog
  mjRND_HAZE = 6,        // haze at the horizon
  mjRND_DEPTH = 7,       // distances instead of colours
  mjRND_SEGMENT = 8,     // one colour for each object
  mjRND_IDCOLOR = 9,     // these colours are the ids themselves
  mjRND_CULL_FACE = 10,  // back faces are left out
  mjNRNDFLAG = 11,       // number of flags
} mjtRndFlag;

// How pictures for two eyes are shown.
typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,          // one picture
  mjSTEREO_QUADBUFFERED = 1,  // one buffer for each eye
  mjSTEREO_SIDEBYSIDE = 2,    // both beside each other
} mjtStereo;
