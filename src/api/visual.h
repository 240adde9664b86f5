// The abstract scene: what a renderer needs to know, computed from mjModel and mjData.

#pragma once

#include "data.h"
#include "model.h"
#include "visual_enums.h"

// What the mouse has selected, and how it pulls it. Poses in world coordinates.
typedef struct mjvPerturb_ {
  int select;           // selected body, 0 for none
  int flexselect;       // selected flex, -1 for none
  int skinselect;       // selected skin, -1 for none
  int active;           // what the mouse does now (mjtPertBit)
  int active2;          // the same for a second source
  mjtNum refpos[3];     // where the inertial frame is pulled to
  mjtNum refquat[4];    // how the inertial frame is turned
  mjtNum refselpos[3];  // where the selected point is pulled to
  mjtNum localpos[3];   // selected point in the frame of the body
  mjtNum localmass;     // mass felt at the selected point
  mjtNum scale;         // distance for one height of the picture
} mjvPerturb;

// The camera of a viewer, as the mouse moves it.
typedef struct mjvCamera_ {
  int type;          // mjtCamera
  int fixedcamid;    // camera of the model, for mjCAMERA_FIXED
  int trackbodyid;   // body followed, for mjCAMERA_TRACKING
  mjtNum lookat[3];  // point looked at
  mjtNum distance;   // from the point looked at
  mjtNum azimuth;    // degrees about the vertical
  mjtNum elevation;  // degrees, negative from above
  int orthographic;  // 0: perspective, 1: orthographic
} mjvCamera;

// A camera as a renderer needs it, in world coordinates.
typedef struct mjvGLCamera_ {
  float pos[3];          // position
  float forward[3];      // unit vector
  float up[3];           // unit vector
  float frustum_center;  // sideways offset of the frustum at the near plane
  float frustum_width;   // half width, 0: by the aspect ratio
  float frustum_bottom;  // below the axis, negative
  float frustum_top;     // above the axis
  float frustum_near;    // distance of the near plane
  float frustum_far;     // distance of the far plane
  int orthographic;      // 0: perspective, 1: orthographic
} mjvGLCamera;

// A shape to draw. Poses in world coordinates, lengths in m, colours 0 to 1.
typedef struct mjvGeom_ {
  int type;             // mjtGeom
  int dataid;           // mesh: 2 * id, + 1 for its hull; height field or plane: number; -1: none
  int objtype;          // mjtObj of what it stands for
  int objid;            // id of what it stands for
  int category;         // mjtCatBit
  int matid;            // material with texture, -1: none
  int texid;            // texture, -1: none
  int texuniform;       // cube mapping by length rather than by size
  int texcoord;         // mesh has texture coordinates
  int segid;            // number for segmentation
  float size[3];        // half sizes; see mjtGeom
  float pos[3];         // position
  float mat[9];         // orientation, row-major
  float rgba[4];        // colour and opacity
  float emission;       // light of its own
  float specular;       // strength of highlights
  float shininess;      // sharpness of highlights
  float reflectance;    // strength of reflections
  float texrepeat[2];   // repetitions of a 2D texture
  char label[100];      // text
  float camdist;        // distance from the camera, set by the renderer
  float modelrbound;    // bounding radius, 0 unless of the model
  mjtByte transparent;  // drawn in the second pass, set by the renderer
} mjvGeom;

// A light, in world coordinates, lengths in m, colours 0 to 1.
typedef struct mjvLight_ {
  int id;                // light of the model, -1: headlight
  float pos[3];          // position
  float dir[3];          // unit vector
  int type;              // mjtLightType
  int texid;             // texture of an image light, -1: none
  float attenuation[3];  // constant, linear, quadratic
  float cutoff;          // half angle of a spot, degrees
  float exponent;        // falloff inside the cone
  float ambient[3];      // colour
  float diffuse[3];      // colour
  float specular[3];     // colour
  mjtByte headlight;     // moves with the camera
  mjtByte castshadow;    // casts shadows
  float bulbradius;      // for soft shadows
  float intensity;       // candela, for physically based renderers
  float range;           // how far it reaches
  float softness;        // of the edge of the cone
} mjvLight;

// What is to be drawn.
typedef struct mjvOption_ {
  int label;                 // mjtLabel
  int frame;                 // mjtFrame
  mjtByte geomgroup[6];      // groups shown
  mjtByte sitegroup[6];      // groups shown
  mjtByte jointgroup[6];     // groups shown
  mjtByte tendongroup[6];    // groups shown
  mjtByte actuatorgroup[6];  // groups shown
  mjtByte flexgroup[6];      // groups shown
  mjtByte skingroup[6];      // groups shown
  mjtByte flags[31];         // mjtVisFlag
  int bvh_depth;             // level of bounding volumes shown
  int flex_layer;            // layer of flex elements shown
} mjvOption;

// Everything that there is to draw.
typedef struct mjvScene_ {
  int maxgeom;              // room in geoms
  int ngeom;                // geoms in the scene
  mjvGeom* geoms;           // (maxgeom)
  int* geomorder;           // (maxgeom) drawing order, for renderers
  int nflex;                // flexes
  int* flexedgeadr;         // (nflex) first edge
  int* flexedgenum;         // (nflex)
  int* flexvertadr;         // (nflex) first vertex
  int* flexvertnum;         // (nflex)
  int* flexfaceadr;         // (nflex) first face
  int* flexfacenum;         // (nflex) room in faces
  int* flexfaceused;        // (nflex) faces shown
  int* flexedge;            // vertex pairs
  float* flexvert;          // positions (3 each)
  float* flexface;          // corners of faces (9 each)
  float* flexnormal;        // normals of corners (9 each)
  float* flextexcoord;      // texture coordinates of corners (6 each)
  mjtByte flexvertopt;      // vertices are shown
  mjtByte flexedgeopt;      // edges are shown
  mjtByte flexfaceopt;      // faces are shown
  mjtByte flexskinopt;      // skin is shown
  int nskin;                // skins
  int* skinfacenum;         // (nskin)
  int* skinvertadr;         // (nskin) first vertex
  int* skinvertnum;         // (nskin)
  float* skinvert;          // positions (3 each)
  float* skinnormal;        // normals (3 each)
  int nlight;               // lights in the scene
  mjvLight lights[100];     // headlight first
  mjvGLCamera camera[2];    // left and right eye
  mjtByte enabletransform;  // the room transform below is on
  float translate[3];       // room = rotate * model * scale + translate
  float rotate[4];          // quaternion
  float scale;              // factor
  int stereo;               // mjtStereo
  mjtByte flags[11];        // mjtRndFlag
  int framewidth;           // of the border, pixels
  float framergb[3];        // of the border
  int status;               // 1: geoms were left out
} mjvScene;

// A two-dimensional plot of lines. Colours 0 to 1.
typedef struct mjvFigure_ {
  int flg_legend;             // whether the legend is shown
  int flg_ticklabel[2];       // whether ticks have labels: x, y
  int flg_extend;             // whether ranges grow with the data
  int flg_barplot;            // whether lines are isolated bars
  int flg_selection;          // whether there is a vertical selection line
  int flg_symmetric;          // whether the y range is symmetric
  float linewidth;            // width of lines, pixels
  float gridwidth;            // width of grid lines, pixels
  int gridsize[2];            // number of grid points: x, y
  float gridrgb[3];           // colour of the grid, 0 to 1
  float figurergba[4];        // colour of the figure, 0 to 1
  float panergba[4];          // colour of the pane, 0 to 1
  float legendrgba[4];        // colour of the legend, 0 to 1
  float textrgb[3];           // colour of text, 0 to 1
  float linergb[100][3];      // colours of the lines, 0 to 1
  float range[2][2];          // range of each axis; min >= max: by the data
  char xformat[20];           // format of x ticks, as of C's printf
  char yformat[20];           // format of y ticks, as of C's printf
  char minwidth[20];          // text that sets the smallest width of y ticks
  char title[1000];           // title of the figure
  char xlabel[100];           // label of the x axis
  char linename[100][100];    // names of the lines, for the legend
  int legendoffset;           // rows that the legend is moved down
  int subplot;                // which subplot is drawn; -1: none
  int highlight[2];           // point that is marked, pixels
  int highlightid;            // line that is marked; -1: by highlight
  float selection;            // x of the selection line
  int linepnt[100];           // number of points of each line
  float linedata[100][2002];  // points of the lines: x, y, x, y, ...
  int xaxispixel[2];          // range of the x axis, pixels; an output
  int yaxispixel[2];          // range of the y axis, pixels; an output
  float xaxisdata[2];         // range of the x axis in the data; an output
  float yaxisdata[2];         // range of the y axis in the data; an output
} mjvFigure;
