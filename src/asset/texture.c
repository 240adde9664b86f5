// Texture building. Colours are turned into bytes by scaling with 255 and cutting off.
//
// COMPAT: MS-01: procedural pictures always hold three bytes per pixel; when the texture declares
// another number of channels the bytes keep that packed order and the remainder is zero.

#include "asset/texture.h"

#include "base/cache.h"
#include "base/error.h"
#include "base/path.h"
#include "math/libm.h"

#include <string.h>

#define FACE_COUNT 6
#define MAX_TEXTURE_BYTES ((int64_t)1 << 30)

static const char faceLetters[FACE_COUNT + 1] = "RLUDFB";

// 64-bit Mersenne twister (Matsumoto and Nishimura 2004): the generator behind random marks.
typedef struct Twister_ {
  uint64_t state[312];
  int next;
} Twister;

static void seedTwister(Twister* t, uint64_t seed) {
  t->state[0] = seed;
  for (int i = 1; i < 312; i++) {
    t->state[i] = 6364136223846793005u * (t->state[i - 1] ^ (t->state[i - 1] >> 62)) + (uint64_t)i;
  }
  t->next = 312;
}

// Uniform in [0, 1).
static double drawUniform(Twister* t) {
  const uint64_t upper = 0xFFFFFFFF80000000u, lower = 0x7FFFFFFFu;
  if (t->next == 312) {
    for (int k = 0; k < 312; k++) {
      uint64_t x = (t->state[k] & upper) | (t->state[(k + 1) % 312] & lower);
      t->state[k] = t->state[(k + 156) % 312] ^ (x >> 1) ^ ((x & 1) ? 0xB5026F5AA96619E9u : 0);
    }
    t->next = 0;
  }
  uint64_t x = t->state[t->next++];
  x ^= (x >> 29) & 0x5555555555555555u;
  x ^= (x << 17) & 0x71D67FFFEDA60000u;
  x ^= (x << 37) & 0xFFF7EEE000000000u;
  x ^= x >> 43;
  return (double)x * 0x1p-64;
}

static mjtByte cutOff(double scaled) {
  return scaled > 0 && scaled < 4294967296.0 ? (mjtByte)(uint32_t)scaled : 0;
}

static mjtByte colorByte(double intensity) {
  return cutOff(intensity * 255);
}

// Repeats the first `done` bytes of a block until it is full, doubling them.
static void repeatBytes(mjtByte* block, size_t done, size_t bytes) {
  for (; done < bytes; done *= 2) {
    memcpy(block + done, block, done < bytes - done ? done : bytes - done);
  }
}

static void fillPixels(mjtByte* pixels, size_t count, const double rgb[3]) {
  for (int k = 0; k < 3 && count; k++) {
    pixels[k] = colorByte(rgb[k]);
  }
  repeatBytes(pixels, 3, 3 * count);
}

typedef enum Gradient_ { GRADIENT_RADIAL, GRADIENT_SIDE, GRADIENT_UP, GRADIENT_DOWN } Gradient;

// Where a pixel at (x, y) in [-1, 1] of a picture or cube face lies between the two colours.
static double gradientPosition(Gradient kind, double x, double y) {
  switch (kind) {
    case GRADIENT_RADIAL:
      return 1 - 2 * sqrt(x * x + y * y);
    case GRADIENT_SIDE:
      return lb_asin(y / sqrt(1 + x * x + y * y)) / (0.5 * mjPI);
    default: {
      double elevation = 1 - lb_acos(1 / sqrt(1 + x * x + y * y)) / (0.5 * mjPI);
      return kind == GRADIENT_UP ? elevation : -elevation;
    }
  }
}

// How many nodes the table of a gradient's colours has, and how near to the next byte a colour
// from it may come: a hundred times the error of interpolation.
#define NODE_COUNT 1024
#define NODE_GUARD (1.0f / 256)

typedef float Color __attribute__((vector_size(16)));
typedef int32_t Bytes __attribute__((vector_size(16)));

// A gradient that is being drawn. Its colour depends on a single number: the distance from the
// middle, on sides y / sqrt(1 + x^2). It is costly, so it is interpolated between nodes and
// computed only where it comes near to the next byte.
typedef struct GradientPen_ {
  const mjsTexture* texture;
  Gradient kind;
  int width;
  double first, scale;  // node = (number - first) * scale
  double* columns;      // x^2, on sides 1 / sqrt(1 + x^2) (width)
  Color nodes[NODE_COUNT + 1];
} GradientPen;

// The colour, 0 to 255: from rgb2 (position -1) to rgb1 (position 1) along a soft step.
static void shadeAt(const GradientPen* pen, double x, double y, double color[3]) {
  const mjsTexture* t = pen->texture;
  double position = gradientPosition(pen->kind, x, y);
  double share = 0.5 * (1 + position / sqrt(1 + position * position) * sqrt(2));
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  for (int k = 0; k < 3; k++) {
    color[k] = (share * t->rgb1[k] + (1 - share) * t->rgb2[k]) * 255;
  }
}

static double columnX(const GradientPen* pen, int col) {
  return 2.0 * col / (pen->width - 1) - 1;
}

static void startPen(GradientPen* pen) {
  const mjsTexture* t = pen->texture;
  bool isSide = pen->kind == GRADIENT_SIDE;
  // radial gradients end at distance 1, where their share is 0
  double last = pen->kind == GRADIENT_RADIAL || isSide ? 1 : sqrt(2);
  pen->first = isSide ? -1 : 0;
  pen->scale = (NODE_COUNT - 1) / (last - pen->first);
  for (int i = 0; i <= NODE_COUNT; i++) {
    double at = pen->first + i / pen->scale, color[3];
    shadeAt(pen, isSide ? 0 : at, isSide ? at : 0, color);
    for (int k = 0; k < 3; k++) {
      // the same byte whatever the share; 0 comes near to another byte: nothing is interpolated
      bool inRange = t->rgb1[k] >= 0 && t->rgb1[k] <= 1 && t->rgb2[k] >= 0 && t->rgb2[k] <= 1;
      bool isFixed = t->rgb1[k] == t->rgb2[k] && (t->rgb1[k] == 0 || t->rgb1[k] == 1);
      pen->nodes[i][k] = (float)(!inRange ? 0 : isFixed ? t->rgb1[k] * 255 + 0.5 : color[k]);
    }
    pen->nodes[i][3] = 0.5f;
  }
  for (int col = 0; col < pen->width; col++) {
    double x = columnX(pen, col);
    pen->columns[col] = isSide ? 1 / sqrt(1 + x * x) : x * x;
  }
}

static void drawPixel(const GradientPen* pen, mjtByte* line, int col, double y) {
  double color[3];
  shadeAt(pen, columnX(pen, col), y, color);
  for (int k = 0; k < 3; k++) {
    line[3 * col + k] = cutOff(color[k]);
  }
}

// A row: pixel and mirror image at once, which differ by rounding only.
static inline __attribute__((always_inline)) void drawGradientRow(const GradientPen* pen,
                                                                  mjtByte* line, double y,
                                                                  bool isSide) {
  for (int col = 0, other = pen->width - 1; col <= other; col++, other--) {
    double column = pen->columns[col];
    double number = isSide ? y * column : sqrt(y * y + column);
    double at = (number - pen->first) * pen->scale;
    at = at < NODE_COUNT - 1 ? at : NODE_COUNT - 1;
    int node = (int)at;
    float share = (float)(at - node);
    Color color = pen->nodes[node] + share * (pen->nodes[node + 1] - pen->nodes[node]);
    Bytes bytes = __builtin_convertvector(color, Bytes);
    Color rest = color - __builtin_convertvector(bytes, Color);
    Bytes clear = (rest > NODE_GUARD) & (rest < 1 - NODE_GUARD);
    // (the number is none in pictures of a single row or column)
    if (number >= pen->first && (clear[0] & clear[1] & clear[2])) {
      for (int k = 0; k < 3; k++) {
        line[3 * col + k] = line[3 * other + k] = (mjtByte)bytes[k];
      }
    } else {
      drawPixel(pen, line, col, y);
      drawPixel(pen, line, other, y);
    }
  }
}

static void drawSideRow(const GradientPen* pen, mjtByte* line, double y) {
  drawGradientRow(pen, line, y, true);
}

static void drawRadialRow(const GradientPen* pen, mjtByte* line, double y) {
  drawGradientRow(pen, line, y, false);
}

// Called through a table: functions of their own (base/compiler.h, LB_OWN_FUNCTION).
typedef void RowPainter(const GradientPen* pen, mjtByte* line, double y);
static RowPainter* const rowPainters[2] = {drawRadialRow, drawSideRow};

// The pattern is symmetric about the middle row except on sides: what mirrors exactly (the grid is
// rounded) is copied.
static void drawGradient(mjtByte* pixels, const mjsTexture* t, Gradient kind, int width,
                         int height) {
  size_t stride = 3 * (size_t)width;
  GradientPen* pen = lb_alloc(sizeof *pen + lb_checkedSize(width, sizeof(double)));
  *pen = (GradientPen){t, kind, width, .columns = (double*)(pen + 1)};
  startPen(pen);
  for (int line = 0; line < height; line++) {
    double y = 1 - 2.0 * line / (height - 1);
    int mirror = height - 1 - line;
    if (kind != GRADIENT_SIDE && mirror < line && y == -(1 - 2.0 * mirror / (height - 1))) {
      memcpy(pixels + line * stride, pixels + mirror * stride, stride);
    } else {
      rowPainters[kind == GRADIENT_SIDE](pen, pixels + line * stride, y);
    }
  }
  lb_free(pen);
}

static void drawChecker(mjtByte* pixels, const double rgb1[3], const double rgb2[3], int width,
                        int height) {
  size_t stride = 3 * (size_t)width, left = (size_t)(width / 2);
  for (int half = 0; half < 2; half++) {
    mjtByte* first = pixels + (half ? height / 2 * stride : 0);
    size_t rows = (size_t)(half ? height - height / 2 : height / 2);
    if (rows) {
      fillPixels(first, left, half ? rgb2 : rgb1);
      fillPixels(first + 3 * left, width - left, half ? rgb1 : rgb2);
      repeatBytes(first, stride, rows * stride);
    }
  }
}

static void drawFlat(mjtByte* pixels, const double rgb[3], int width, int height) {
  fillPixels(pixels, (size_t)width * height, rgb);
}

static void drawMark(mjtByte* pixels, const mjsTexture* t, Twister* random, int width, int height) {
  if (t->mark == mjMARK_NONE) {
    return;
  }
  if (t->mark == mjMARK_RANDOM) {
    for (size_t i = 0, count = (size_t)width * height; i < count; i++) {
      if (drawUniform(random) < t->random) {
        fillPixels(pixels + 3 * i, 1, t->markrgb);
      }
    }
    return;
  }
  // two rows and two columns, the same ones for a cross
  bool isCross = t->mark == mjMARK_CROSS;
  for (int k = 0; k < 2; k++) {
    int row = isCross ? height / 2 : k * (height - 1), col = isCross ? width / 2 : k * (width - 1);
    fillPixels(pixels + 3 * (size_t)row * width, (size_t)width, t->markrgb);
    for (int i = 0; i < height; i++) {
      fillPixels(pixels + 3 * ((size_t)i * width + col), 1, t->markrgb);
    }
  }
}

// One picture, or face `face` of a cube (-1: a plain picture).
static void drawPattern(mjtByte* pixels, const mjsTexture* t, int face, int width, int height) {
  static const Gradient faceGradient[FACE_COUNT] = {GRADIENT_SIDE, GRADIENT_SIDE, GRADIENT_UP,
                                                    GRADIENT_DOWN, GRADIENT_SIDE, GRADIENT_SIDE};
  switch (t->builtin) {
    case mjBUILTIN_GRADIENT:
      drawGradient(pixels, t, face < 0 ? GRADIENT_RADIAL : faceGradient[face], width, height);
      break;
    case mjBUILTIN_CHECKER: {
      bool swapped = face >= 4;
      drawChecker(pixels, swapped ? t->rgb2 : t->rgb1, swapped ? t->rgb1 : t->rgb2, width, height);
      break;
    }
    default:
      drawFlat(pixels, face == 3 ? t->rgb2 : t->rgb1, width, height);
      break;
  }
}

// The first cube face with the same pattern as `face`: it is drawn once and copied.
static int patternTwin(mjtBuiltin builtin, int face) {
  bool isSide = face != 2 && face != 3;
  switch (builtin) {
    case mjBUILTIN_GRADIENT:
      return isSide ? 0 : face;
    case mjBUILTIN_CHECKER:
      return face >= 4 ? 4 : 0;
    default:
      return face == 3 ? 3 : 0;
  }
}

// All faces; three bytes per pixel, whatever the number of channels.
static void drawFaces(mjtByte* pixels, const mjsTexture* t, const lbImage* image) {
  int faces = t->type != mjTEXTURE_2D ? FACE_COUNT : 1, faceHeight = image->height / faces;
  size_t faceBytes = (size_t)image->width * 3 * faceHeight;
  Twister random;
  seedTwister(&random, 42);
  for (int face = 0; face < faces; face++) {
    mjtByte* target = pixels + face * faceBytes;
    int twin = faces > 1 ? patternTwin(t->builtin, face) : face;
    if (twin < face && t->mark != mjMARK_RANDOM) {
      memcpy(target, pixels + twin * faceBytes, faceBytes);
      continue;
    }
    drawPattern(target, t, faces > 1 ? face : -1, t->width, faceHeight);
    drawMark(target, t, &random, t->width, faceHeight);
  }
}

lbTexturePixels lb_drawTexture(const mjsTexture* t) {
  bool isCube = t->type != mjTEXTURE_2D;
  int faceHeight = isCube ? t->width : t->height, faces = isCube ? FACE_COUNT : 1;
  if (t->width < 1 || faceHeight < 1) {
    lb_error("Invalid %s of builtin texture", t->width < 1 ? "width" : "height");
  }
  if (t->nchannel < 1) {
    lb_error("Invalid nchannel of builtin texture");
  }
  if ((unsigned)t->builtin > mjBUILTIN_FLAT || (unsigned)t->mark > mjMARK_RANDOM) {
    lb_error("Invalid %s of builtin texture",
             (unsigned)t->builtin > mjBUILTIN_FLAT ? "builtin" : "mark");
  }
  int64_t pixels = lb_sizeProduct(lb_sizeProduct(t->width, faceHeight), faces);
  int64_t asked = lb_sizeProduct(pixels, t->nchannel);
  if (pixels > MAX_TEXTURE_BYTES / 3 || asked > MAX_TEXTURE_BYTES) {
    lb_error("builtin texture is too large");
  }
  size_t drawn = 3 * (size_t)pixels, bytes = (size_t)asked;
  lbTexturePixels texture = {
      .image = {.width = t->width, .height = faceHeight * faces, .channels = t->nchannel},
      .colorspace = t->colorspace};

  // everything that the picture depends on is the key
  struct {
    int choice[6];
    double number[10];
  } how = {.choice = {faces, (int)t->builtin, (int)t->mark, t->width, faceHeight, t->nchannel}};
  memcpy(how.number, t->rgb1, sizeof t->rgb1);
  memcpy(how.number + 3, t->rgb2, sizeof t->rgb2);
  memcpy(how.number + 6, t->markrgb, sizeof t->markrgb);
  how.number[9] = t->random;
  lbCacheEntry* entry = lb_cacheFind(&how, sizeof how, "", 0, 0);
  if (!entry->value && drawn == bytes) {
    // the first time it is drawn where it is wanted; what comes back is worth keeping
    entry->value = entry;
    texture.builtin = t;
    return texture;
  }
  if (!entry->value || entry->value == entry) {
    mjtByte* drawing = lb_regionAllocRaw(&entry->region, drawn > bytes ? drawn : bytes);
    memset(drawing + (drawn < bytes ? drawn : bytes), 0, drawn < bytes ? bytes - drawn : 0);
    drawFaces(drawing, t, &texture.image);
    entry->value = drawing;
  }
  texture.image.pixels = entry->value;
  return texture;
}

// Pixels of a file in any format that textures know; `later`: files may be measured only.
static lbImage decodeFile(lbRegion* region, const mjsTexture* t, lbTextureFile file, bool later) {
  bool named = file.contentType && file.contentType[0];
  const char* type = named ? file.contentType : "";
  if (named ? !strcmp(type, "image/ktx") : lb_hasEnding(file.name, ".ktx")) {
    // a KTX file is kept as it is: one row of bytes for the renderer to interpret
    if (!file.size || file.size > INT32_MAX) {
      lb_error("texture file '%s' is empty or too large", file.name);
    }
    lbImage raw = {.width = (int)file.size, .height = 1, .channels = 1};
    raw.pixels = lb_regionAlloc(region, file.size);
    memcpy(raw.pixels, file.bytes, file.size);
    return raw;
  }
  if (named ? strcmp(type, "image/png")
            : !lb_hasEnding(file.name, ".png") && !lb_hasEnding(file.name, ".jpg") &&
                  !lb_hasEnding(file.name, ".jpeg")) {
    lb_error("unsupported content type: '%s'", type);
  }
  return (later ? lb_measureImage : lb_decodeImage)(file.name, file.bytes, file.size, t->nchannel,
                                                    t->hflip, t->vflip);
}

static mjtColorSpace resolveColorspace(const mjsTexture* t, const lbImage* image) {
  if (t->colorspace != mjCOLORSPACE_AUTO) {
    return t->colorspace;
  }
  return image->isSrgb ? mjCOLORSPACE_SRGB : mjCOLORSPACE_LINEAR;
}

static void checkFaces(int width, int channels) {
  if (width > 16384) {
    lb_error("cube texture face is larger than 16384 pixels");
  }
  if (lb_sizeProduct((int64_t)FACE_COUNT * width * width, channels) > MAX_TEXTURE_BYTES) {
    lb_error("cube texture of six faces of %d pixels is too large", width);
  }
}

// A stack of six faces, not painted yet.
static lbImage makeFaces(lbRegion* region, int width, int channels) {
  checkFaces(width, channels);
  return (lbImage){
      .width = width,
      .height = FACE_COUNT * width,
      .channels = channels,
      .pixels = lb_regionAllocRaw(region, (size_t)FACE_COUNT * width * width * channels)};
}

// Paints a face: one pixel, doubled until the face is full.
static void fillFace(lbImage* faces, int face, const double rgb[3]) {
  size_t n = (size_t)faces->channels, bytes = (size_t)faces->width * faces->width * n;
  mjtByte* pixels = faces->pixels + face * bytes;
  for (size_t k = 0; k < n; k++) {
    pixels[k] = k < 3 ? colorByte(rgb[k]) : 255;
  }
  repeatBytes(pixels, n, bytes);
}

// Copies the first square of rows that are `stride` bytes apart to a face.
static void copyFace(lbImage* faces, int face, const mjtByte* from, size_t stride) {
  size_t line = (size_t)faces->width * faces->channels;
  for (int row = 0; row < faces->width; row++) {
    memcpy(faces->pixels + ((size_t)face * faces->width + row) * line, from + row * stride, line);
  }
}

// Turns a picture into a grid of faces, as the texture's layout letters say.
static void layOutGrid(const mjsTexture* t, lbTexturePixels* texture) {
  lbImage* image = &texture->image;
  int rows = t->gridsize[0], cols = t->gridsize[1];
  if (image->width / cols != image->height / rows || image->width % cols || image->height % rows) {
    lb_error("PNG size must be integer multiple of gridsize in texture '%s'", texture->source.name);
  }
  if (rows == 1 && cols == 1) {
    return;
  }
  texture->grid = *image;
  texture->blank = t->rgb1;
  image->width /= cols;
  image->height = FACE_COUNT * image->width;
  image->pixels = NULL;
  checkFaces(image->width, image->channels);
  for (int cell = rows * cols - 1; cell >= 0; cell--) {
    char letter = t->gridlayout[cell];
    const char* found = letter && letter != '.' ? strchr(faceLetters, letter) : NULL;
    if (letter && letter != '.' && !found) {
      lb_error("gridlayout symbol is not among '.RLUDFB' in texture");
    }
    // (cells count from 1; the last one with a letter has the face)
    if (found && !texture->cells[found - faceLetters]) {
      texture->cells[found - faceLetters] = cell + 1;
    }
  }
}

void lb_checkGrid(const mjsTexture* t) {
  int rows = t->gridsize[0], cols = t->gridsize[1];
  if (t->type != mjTEXTURE_2D && (rows < 1 || cols < 1 || lb_sizeProduct(rows, cols) > 12)) {
    lb_error("gridsize must be non-zero and no more than 12 squares in texture");
  }
}

lbTexturePixels lb_loadTexture(lbRegion* region, const mjsTexture* t, lbTextureFile file) {
  lbImage image = decodeFile(region, t, file, true);
  lbTexturePixels texture = {
      .image = image, .colorspace = resolveColorspace(t, &image), .source = file};
  if (t->type != mjTEXTURE_2D) {
    layOutGrid(t, &texture);
  }
  return texture;
}

void lb_writeTexture(mjtByte* out, size_t room, const lbTexturePixels* texture) {
  lbImage image = texture->image, grid = texture->grid;
  const lbTextureFile* file = &texture->source;
  if (grid.width) {
    size_t n = (size_t)grid.channels, stride = grid.width * n;
    const mjtByte* pixels = grid.pixels;
    if (!pixels) {
      pixels = lb_decodeBriefly(&stride, &grid, file->name, file->bytes, file->size);
    }
    image.pixels = out;
    for (int face = 0, cols = grid.width / image.width; face < FACE_COUNT; face++) {
      int cell = texture->cells[face] - 1;
      if (cell < 0) {
        fillFace(&image, face, texture->blank);
      } else {
        size_t first = cell / cols * stride + cell % cols * n;
        copyFace(&image, face, pixels + first * image.width, stride);
      }
    }
  } else if (texture->builtin) {
    drawFaces(out, texture->builtin, &image);
  } else if (image.pixels) {
    memcpy(out, image.pixels, (size_t)image.width * image.height * image.channels);
  } else {
    lb_decodeMeasured(out, room, &image, file->name, file->bytes, file->size);
  }
}

lbTexturePixels lb_loadCubeTexture(lbRegion* region, const mjsTexture* t,
                                   const lbTextureFile files[FACE_COUNT]) {
  lbTexturePixels texture = {.colorspace = t->colorspace};
  bool loaded[FACE_COUNT] = {false};
  for (int face = 0; face < FACE_COUNT; face++) {
    if (!files[face].bytes) {
      continue;
    }
    lbImage image = decodeFile(region, t, files[face], false);
    if (image.width != image.height) {
      lb_error("Non-square PNG file '%s' in cube or skybox", files[face].name);
    }
    if (!texture.image.pixels) {
      texture.image = makeFaces(region, image.width, image.channels);
      texture.colorspace = resolveColorspace(t, &image);
    }
    if (image.width != texture.image.width) {
      lb_error("PNG file '%s' has incompatible size in texture", files[face].name);
    }
    copyFace(&texture.image, face, image.pixels, (size_t)image.width * image.channels);
    loaded[face] = true;
  }
  if (!texture.image.pixels) {
    lb_error(
        "No cubefiles_ defined in cube or skybox texture, no file, no builtin pattern and no data");
  }
  for (int face = 0; face < FACE_COUNT; face++) {
    if (!loaded[face]) {
      fillFace(&texture.image, face, t->rgb1);
    }
  }
  return texture;
}

lbTexturePixels lb_userTexture(lbRegion* region, const mjsTexture* t, const void* data,
                               size_t size) {
  bool sound = t->width > 0 && t->height > 0 && t->nchannel > 0;
  int64_t expected = sound ? lb_sizeProduct(lb_sizeProduct(t->width, t->height), t->nchannel) : 0;
  if (!sound || (uint64_t)expected != size) {
    lb_error("Texture buffer has incorrect size, given %zu expected %lld", size,
             (long long)expected);
  }
  lbImage image = {.width = t->width, .height = t->height, .channels = t->nchannel};
  image.pixels = lb_regionAllocRaw(region, size);
  memcpy(image.pixels, data, size);
  lb_flipImage(&image, t->hflip, t->vflip);
  return (lbTexturePixels){.image = image, .colorspace = t->colorspace};
}
