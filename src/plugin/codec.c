// Decoders and encoders: formats that a program teaches the engine, from a file to an mjSpec and
// back.
//
// Registered before models are loaded, and not undone. Registering the same thing twice is
// harmless; something else for a known content type is an error.

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "api/mjp_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/memory.h"

enum { MAX_CODECS = 256 };

static mjpDecoder decoders[MAX_CODECS];
static int decoderCount = 0;
static mjpEncoder encoders[MAX_CODECS];
static int encoderCount = 0;

// Equal texts; two missing ones are equal too.
static bool sameText(const char* a, const char* b) {
  return a && b ? strcmp(a, b) == 0 : a == b;
}

// Does file name `name` end in `extension` (which has its dot), ignoring case?
static bool hasExtension(const char* name, const char* extension) {
  if (!name || !extension || !extension[0]) {
    return false;
  }
  size_t nameLength = strlen(name), extensionLength = strlen(extension);
  return nameLength >= extensionLength &&
         strcasecmp(name + nameLength - extensionLength, extension) == 0;
}

void mjp_defaultDecoder(mjpDecoder* decoder) {
  memset(decoder, 0, sizeof(*decoder));
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  if (!decoder->content_type || !decoder->decode || !decoder->can_decode) {
    lb_error("mjp_registerDecoder: a decoder needs content_type, can_decode and decode");
  }
  for (int i = 0; i < decoderCount; i++) {
    if (sameText(decoders[i].content_type, decoder->content_type)) {
      if (!sameText(decoders[i].extension, decoder->extension) ||
          decoders[i].can_decode != decoder->can_decode || decoders[i].decode != decoder->decode) {
        lb_error("mjp_registerDecoder: another decoder is registered for '%s'",
                 decoder->content_type);
      }
      return;
    }
  }
  if (decoderCount == MAX_CODECS) {
    lb_error("mjp_registerDecoder: more than %d decoders", MAX_CODECS);
  }
  mjpDecoder* slot = &decoders[decoderCount++];
  *slot = *decoder;
  slot->content_type = lb_strdup(decoder->content_type);
  slot->extension = lb_strdup(decoder->extension);
}

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  // a stated content type decides; else the first decoder that accepts the resource
  for (int i = 0; i < decoderCount; i++) {
    if (content_type && content_type[0]) {
      if (sameText(decoders[i].content_type, content_type)) {
        return &decoders[i];
      }
    } else if (resource && decoders[i].can_decode(resource)) {
      return &decoders[i];
    }
  }
  return NULL;
}

mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  const mjpDecoder* decoder = mjp_findDecoder(resource, content_type);
  if (!decoder || !decoder->decode) {
    lb_error("no decoder found for file '%s'%s%s", resource->name,
             content_type && *content_type ? " of type " : "", content_type ? content_type : "");
  }
  return decoder->decode(resource, vfs);
}

void mjp_defaultEncoder(mjpEncoder* encoder) {
  memset(encoder, 0, sizeof(*encoder));
}

void mjp_registerEncoder(const mjpEncoder* encoder) {
  if (!encoder->content_type || !encoder->encode) {
    lb_error("mjp_registerEncoder: an encoder needs content_type and encode");
  }
  for (int i = 0; i < encoderCount; i++) {
    if (sameText(encoders[i].content_type, encoder->content_type)) {
      if (!sameText(encoders[i].extension, encoder->extension) ||
          encoders[i].encode != encoder->encode) {
        lb_error("mjp_registerEncoder: another encoder is registered for '%s'",
                 encoder->content_type);
      }
      return;
    }
  }
  if (encoderCount == MAX_CODECS) {
    lb_error("mjp_registerEncoder: more than %d encoders", MAX_CODECS);
  }
  mjpEncoder* slot = &encoders[encoderCount++];
  *slot = *encoder;
  slot->content_type = lb_strdup(encoder->content_type);
  slot->extension = lb_strdup(encoder->extension);
}

const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type) {
  for (int i = 0; i < encoderCount; i++) {
    if (content_type && content_type[0]) {
      if (sameText(encoders[i].content_type, content_type)) {
        return &encoders[i];
      }
    } else if (hasExtension(filename, encoders[i].extension)) {
      return &encoders[i];
    }
  }
  return NULL;
}
