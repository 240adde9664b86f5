// Enumerations of the abstract scene (mjv_).

#pragma once

typedef enum mjtCatBit_ {
  mjCAT_STATIC = 1,
  mjCAT_DYNAMIC = 2,
  mjCAT_DECOR = 4,
  mjCAT_ALL = 7,
} mjtCatBit;

typedef enum mjtMouse_ {
  mjMOUSE_NONE = 0,
  mjMOUSE_ROTATE_V = 1,
  mjMOUSE_ROTATE_H = 2,
  mjMOUSE_MOVE_V = 3,
  mjMOUSE_MOVE_H = 4,
  mjMOUSE_ZOOM = 5,
  mjMOUSE_MOVE_V_REL = 6,
  mjMOUSE_MOVE_H_REL = 7,
  mjMOUSE_TURN_V = 8,
  mjMOUSE_TURN_H = 9,
} mjtMouse;

typedef enum mjtPertBit_ {
  mjPERT_TRANSLATE = 1,
  mjPERT_ROTATE = 2,
} mjtPertBit;

typedef enum mjtCamera_ {
  mjCAMERA_FREE = 0,
  mjCAMERA_TRACKING = 1,
  mjCAMERA_FIXED = 2,
  mjCAMERA_USER = 3,
} mjtCamera;

typedef enum mjtLabel_ {
  mjLABEL_NONE = 0,
  mjLABEL_BODY = 1,
  mjLABEL_JOINT = 2,
  mjLABEL_GEOM = 3,
  mjLABEL_SITE = 4,
  mjLABEL_CAMERA = 5,
  mjLABEL_LIGHT = 6,
  mjLABEL_TENDON = 7,
  mjLABEL_ACTUATOR = 8,
  mjLABEL_CONSTRAINT = 9,
  mjLABEL_FLEX = 10,
  mjLABEL_SKIN = 11,
  mjLABEL_SELECTION = 12,
  mjLABEL_SELPNT = 13,
  mjLABEL_CONTACTPOINT = 14,
  mjLABEL_CONTACTFORCE = 15,
  mjLABEL_ISLAND = 16,
  mjNLABEL = 17,
} mjtLabel;

typedef enum mjtFrame_ {
  mjFRAME_NONE = 0,
  mjFRAME_BODY = 1,
  mjFRAME_GEOM = 2,
  mjFRAME_SITE = 3,
  mjFRAME_CAMERA = 4,
  mjFRAME_LIGHT = 5,
  mjFRAME_CONTACT = 6,
  mjFRAME_WORLD = 7,
  mjNFRAME = 8,
} mjtFrame;

typedef enum mjtVisFlag_ {
  mjVIS_CONVEXHULL = 0,
  mjVIS_TEXTURE = 1,
  mjVIS_JOINT = 2,
  mjVIS_CAMERA = 3,
  mjVIS_ACTUATOR = 4,
  mjVIS_ACTIVATION = 5,
  mjVIS_LIGHT = 6,
  mjVIS_TENDON = 7,
  mjVIS_RANGEFINDER = 8,
  mjVIS_CONSTRAINT = 9,
  mjVIS_INERTIA = 10,
  mjVIS_SCLINERTIA = 11,
  mjVIS_PERTFORCE = 12,
  mjVIS_PERTOBJ = 13,
  mjVIS_CONTACTPOINT = 14,
  mjVIS_ISLAND = 15,
  mjVIS_CONTACTFORCE = 16,
  mjVIS_CONTACTSPLIT = 17,
  mjVIS_TRANSPARENT = 18,
  mjVIS_AUTOCONNECT = 19,
  mjVIS_COM = 20,
  mjVIS_SELECT = 21,
  mjVIS_STATIC = 22,
  mjVIS_SKIN = 23,
  mjVIS_FLEXVERT = 24,
  mjVIS_FLEXEDGE = 25,
  mjVIS_FLEXFACE = 26,
  mjVIS_FLEXSKIN = 27,
  mjVIS_BODYBVH = 28,
  mjVIS_MESHBVH = 29,
  mjVIS_SDFITER = 30,
  mjNVISFLAG = 31,
} mjtVisFlag;

typedef enum mjtRndFlag_ {
  mjRND_SHADOW = 0,
  mjRND_WIREFRAME = 1,
  mjRND_REFLECTION = 2,
  mjRND_ADDITIVE = 3,
  mjRND_SKYBOX = 4,
  mjRND_FOG = 5,
  mjRND_HAZE = 6,
  mjRND_DEPTH = 7,
  mjRND_SEGMENT = 8,
  mjRND_IDCOLOR = 9,
  mjRND_CULL_FACE = 10,
  mjNRNDFLAG = 11,
} mjtRndFlag;

typedef enum mjtStereo_ {
  mjSTEREO_NONE = 0,
  mjSTEREO_QUADBUFFERED = 1,
  mjSTEREO_SIDEBYSIDE = 2,
} mjtStereo;
