// What programs find of the published renderer (mjr_) and user interface (mjui_): enumerations, and
// a message of the compiler in place of the functions, because limber has neither.

#pragma once

#include "visual.h"

// Where overlay texts stand.
typedef enum mjtGridPos_ {
  mjGRID_TOPLEFT = 0,      // top left
  mjGRID_TOPRIGHT = 1,     // top right
  mjGRID_BOTTOMLEFT = 2,   // bottom left
  mjGRID_BOTTOMRIGHT = 3,  // bottom right
  mjGRID_TOP = 4,          // top, centred
  mjGRID_BOTTOM = 5,       // bottom, centred
  mjGRID_LEFT = 6,         // left, centred
  mjGRID_RIGHT = 7,        // right, centred
} mjtGridPos;

// Where pictures are drawn.
typedef enum mjtFramebuffer_ {
  mjFB_WINDOW = 0,     // the window
  mjFB_OFFSCREEN = 1,  // a picture in memory
} mjtFramebuffer;

// How distances become depths of a picture.
typedef enum mjtDepthMap_ {
  mjDEPTH_ZERONEAR = 0,  // near 0, far 1
  mjDEPTH_ZEROFAR = 1,   // near 1, far 0
} mjtDepthMap;

// Sizes of fonts, percent.
typedef enum mjtFontScale_ {
  mjFONTSCALE_50 = 50,    // half size
  mjFONTSCALE_100 = 100,  // normal
  mjFONTSCALE_150 = 150,  // one and a half times normal
  mjFONTSCALE_200 = 200,  // twice normal
  mjFONTSCALE_250 = 250,  // two and a half times normal
  mjFONTSCALE_300 = 300,  // three times normal
} mjtFontScale;

// Fonts of a user interface.
typedef enum mjtFont_ {
  mjFONT_NORMAL = 0,  // normal
  mjFONT_SHADOW = 1,  // normal, with a shadow
  mjFONT_BIG = 2,     // large
} mjtFont;

// Buttons of the mouse.
typedef enum mjtButton_ {
  mjBUTTON_NONE = 0,    // none
  mjBUTTON_LEFT = 1,    // left
  mjBUTTON_RIGHT = 2,   // right
  mjBUTTON_MIDDLE = 3,  // middle
} mjtButton;

// Events of a user interface.
typedef enum mjtEvent_ {
  mjEVENT_NONE = 0,       // none
  mjEVENT_MOVE = 1,       // mouse moved
  mjEVENT_PRESS = 2,      // button pressed
  mjEVENT_RELEASE = 3,    // button released
  mjEVENT_SCROLL = 4,     // wheel turned
  mjEVENT_KEY = 5,        // key pressed
  mjEVENT_RESIZE = 6,     // window resized
  mjEVENT_REDRAW = 7,     // redraw
  mjEVENT_FILESDROP = 8,  // files dropped
} mjtEvent;

// Items of a user interface.
typedef enum mjtItem_ {
  mjITEM_END = -2,        // ends a list of items
  mjITEM_SECTION = -1,    // section
  mjITEM_SEPARATOR = 0,   // separator
  mjITEM_STATIC = 1,      // text
  mjITEM_BUTTON = 2,      // button
  mjITEM_CHECKINT = 3,    // check box for an int
  mjITEM_CHECKBYTE = 4,   // check box for a byte
  mjITEM_RADIO = 5,       // radio buttons
  mjITEM_RADIOLINE = 6,   // radio buttons in a row
  mjITEM_SELECT = 7,      // selection box
  mjITEM_SLIDERINT = 8,   // slider for an int
  mjITEM_SLIDERNUM = 9,   // slider for an mjtNum
  mjITEM_EDITINT = 10,    // ints to edit
  mjITEM_EDITNUM = 11,    // mjtNums to edit
  mjITEM_EDITFLOAT = 12,  // floats to edit
  mjITEM_EDITTXT = 13,    // text to edit
  mjNITEM = 14,           // number of kinds
} mjtItem;

// States of sections of a user interface.
typedef enum mjtSection_ {
  mjSECT_CLOSED = 0,  // closed
  mjSECT_OPEN = 1,    // open
  mjSECT_FIXED = 2,   // open, without a title
} mjtSection;

// Formats of pixels of a renderer.
typedef enum mjrPixelFormat_ {
  mjPIXEL_FORMAT_UNKNOWN = 0,   // unknown
  mjPIXEL_FORMAT_R8 = 1,        // one byte
  mjPIXEL_FORMAT_RGB8 = 2,      // three bytes
  mjPIXEL_FORMAT_RGBA8 = 3,     // four bytes
  mjPIXEL_FORMAT_R32F = 4,      // one float
  mjPIXEL_FORMAT_DEPTH32F = 5,  // depth as a float
  mjPIXEL_FORMAT_KTX = 6,       // KTX
} mjrPixelFormat;

// What numbers of a vertex are.
typedef enum mjrVertexAttributeUsage_ {
  mjVERTEX_ATTRIBUTE_USAGE_POSITION = 0,  // position
  mjVERTEX_ATTRIBUTE_USAGE_NORMAL = 1,    // normal
  mjVERTEX_ATTRIBUTE_USAGE_TANGENTS = 2,  // tangents
  mjVERTEX_ATTRIBUTE_USAGE_UV = 3,        // texture coordinates
  mjVERTEX_ATTRIBUTE_USAGE_COLOR = 4,     // colour
} mjrVertexAttributeUsage;

// Types of numbers of a vertex.
typedef enum mjrVertexAttributeType_ {
  mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 = 0,  // two floats
  mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 = 1,  // three floats
  mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 = 2,  // four floats
  mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 = 3,  // four bytes
} mjrVertexAttributeType;

// Types of indices of a renderer.
typedef enum mjrIndexType_ {
  mjINDEX_TYPE_U16 = 0,  // 16 bits
  mjINDEX_TYPE_U32 = 1,  // 32 bits
} mjrIndexType;

// What a mesh of a renderer is made of.
typedef enum mjrMeshPrimitiveType_ {
  mjMESH_PRIMITIVE_TYPE_TRIANGLES = 0,  // triangles
  mjMESH_PRIMITIVE_TYPE_LINES = 1,      // lines
} mjrMeshPrimitiveType;

// A rectangle of a window, pixels.
typedef struct mjrRect_ {
  int left;    // from the left edge
  int bottom;  // from the lower edge
  int width;   // to the right
  int height;  // upwards
} mjrRect;

// Says why a program that uses a name does not compile.
#if defined(__clang__) || __GNUC__ >= 12
#define LB_NOT_IN_LIMBER(why) __attribute__((unavailable(why)))
#elif defined(__GNUC__)
#define LB_NOT_IN_LIMBER(why) __attribute__((deprecated(why)))
#else
#define LB_NOT_IN_LIMBER(why)
#endif
#define LB_NO_RENDERER \
  LB_NOT_IN_LIMBER("limber has no OpenGL renderer: draw the mjvScene, or use limber/three")
#define LB_NO_UI LB_NOT_IN_LIMBER("limber has no OpenGL user interface")

typedef struct mjrRendererInfo_ mjrRendererInfo LB_NO_RENDERER;
typedef struct mjrContext_ mjrContext LB_NO_RENDERER;
typedef struct mjrVertexAttribute_ mjrVertexAttribute LB_NO_RENDERER;
typedef struct mjuiState_ mjuiState LB_NO_UI;
typedef struct mjuiThemeSpacing_ mjuiThemeSpacing LB_NO_UI;
typedef struct mjuiThemeColor_ mjuiThemeColor LB_NO_UI;
typedef struct mjuiItem_ mjuiItem LB_NO_UI;
typedef struct mjuiSection_ mjuiSection LB_NO_UI;
typedef struct mjUI_ mjUI LB_NO_UI;
typedef struct mjuiDef_ mjuiDef LB_NO_UI;

#ifdef __cplusplus
extern "C" {
#endif

LB_NO_RENDERER void mjr_defaultContext(struct mjrContext_* con);
LB_NO_RENDERER void mjr_defaultRendererInfo(struct mjrRendererInfo_* info);
LB_NO_RENDERER void mjr_getRendererInfo(struct mjrRendererInfo_* info);
LB_NO_RENDERER void mjr_makeContext(const mjModel* m, struct mjrContext_* con, int fontscale);
LB_NO_RENDERER void mjr_changeFont(int fontscale, struct mjrContext_* con);
LB_NO_RENDERER void mjr_addAux(int index, int width, int height, int samples,
                               struct mjrContext_* con);
LB_NO_RENDERER void mjr_freeContext(struct mjrContext_* con);
LB_NO_RENDERER void mjr_resizeOffscreen(int width, int height, struct mjrContext_* con);
LB_NO_RENDERER void mjr_uploadTexture(const mjModel* m, const struct mjrContext_* con, int texid);
LB_NO_RENDERER void mjr_uploadMesh(const mjModel* m, const struct mjrContext_* con, int meshid);
LB_NO_RENDERER void mjr_uploadHField(const mjModel* m, const struct mjrContext_* con, int hfieldid);
LB_NO_RENDERER void mjr_restoreBuffer(const struct mjrContext_* con);
LB_NO_RENDERER void mjr_setBuffer(int framebuffer, struct mjrContext_* con);
LB_NO_RENDERER void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport,
                                   const struct mjrContext_* con);
LB_NO_RENDERER void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                                   const struct mjrContext_* con);
LB_NO_RENDERER void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth,
                                   const struct mjrContext_* con);
LB_NO_RENDERER void mjr_setAux(int index, const struct mjrContext_* con);
LB_NO_RENDERER void mjr_blitAux(int index, mjrRect src, int left, int bottom,
                                const struct mjrContext_* con);
LB_NO_RENDERER void mjr_text(int font, const char* txt, const struct mjrContext_* con, float x,
                             float y, float r, float g, float b);
LB_NO_RENDERER void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay,
                                const char* overlay2, const struct mjrContext_* con);
LB_NO_RENDERER mjrRect mjr_maxViewport(const struct mjrContext_* con);
LB_NO_RENDERER void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a);
LB_NO_RENDERER void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g,
                              float b, float a, float rt, float gt, float bt,
                              const struct mjrContext_* con);
LB_NO_RENDERER void mjr_figure(mjrRect viewport, mjvFigure* fig, const struct mjrContext_* con);
LB_NO_RENDERER void mjr_render(mjrRect viewport, mjvScene* scn, const struct mjrContext_* con);
LB_NO_RENDERER void mjr_finish(void);
LB_NO_RENDERER int mjr_getError(void);
LB_NO_RENDERER int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);
LB_NO_UI void mjui_add(struct mjUI_* ui, const struct mjuiDef_* def);
LB_NO_UI void mjui_addToSection(struct mjUI_* ui, int sect, const struct mjuiDef_* def);
LB_NO_UI void mjui_resize(struct mjUI_* ui, const struct mjrContext_* con);
LB_NO_UI void mjui_update(int section, int item, const struct mjUI_* ui,
                          const struct mjuiState_* state, const struct mjrContext_* con);
LB_NO_UI struct mjuiItem_* mjui_event(struct mjUI_* ui, struct mjuiState_* state,
                                      const struct mjrContext_* con);
LB_NO_UI void mjui_render(struct mjUI_* ui, const struct mjuiState_* state,
                          const struct mjrContext_* con);

#ifdef __cplusplus
}
#endif

// (what they return has no size, so that C and C++ cannot agree on how)
LB_NO_UI struct mjuiThemeSpacing_ mjui_themeSpacing(int ind);
LB_NO_UI struct mjuiThemeColor_ mjui_themeColor(int ind);
