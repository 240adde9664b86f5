// Texture pixels: procedural patterns and image files, as one picture or as six cube faces.

#pragma once

#include "api/spec.h"
#include "asset/image.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

// A file held in memory; bytes NULL means that the texture names no such file.
typedef struct lbTextureFile_ {
  const char* name;
  const char* path;         // for messages
  const char* contentType;  // "" to go by the name's extension
  const void* bytes;
  size_t size;
} lbTextureFile;

// A picture with the colour space it was found to have. Cube textures stack their faces from top to
// bottom: right, left, up, down, front, back; a square one is repeated on all faces.
typedef struct lbTexturePixels_ {
  lbImage image;
  mjtColorSpace colorspace;
  lbTextureFile
      source;  // image.pixels NULL: of the pixels, which are decoded when they are written
  const mjsTexture* builtin;  // NULL, or image.pixels is, and its pattern is drawn when written
  lbImage grid;               // width not 0: the file's picture, whose squares are the faces
  int cells[6];               // of the grid, counting from 1; 0: the face is blank
  const double* blank;        // its colour
} lbTexturePixels;

// Writes the pixels to `out`, behind which there is more room: `room` bytes in all.
void lb_writeTexture(mjtByte* out, size_t room, const lbTexturePixels* texture);

// Draws the texture's builtin pattern, or has lb_writeTexture draw it; kept pixels belong to the
// asset cache. Raises an error for illegal sizes.
lbTexturePixels lb_drawTexture(const mjsTexture* texture);

// Raises an error for a grid of cube faces that has no cells, or more than 12.
void lb_checkGrid(const mjsTexture* texture);

// Makes the texture from one file: a picture, a square cube face, or a grid of cube faces.
lbTexturePixels lb_loadTexture(lbRegion* region, const mjsTexture* texture, lbTextureFile file);

// Makes a cube texture from one file per face; faces without a file take the colour rgb1.
lbTexturePixels lb_loadCubeTexture(lbRegion* region, const mjsTexture* texture,
                                   const lbTextureFile files[6]);

// The texture for pixels given by the user in texture->data (size bytes at `data`).
lbTexturePixels lb_userTexture(lbRegion* region, const mjsTexture* texture, const void* data,
                               size_t size);

#ifdef __cplusplus
}
#endif
