// Decoders and encoders: formats that a program teaches the engine, from a file to an mjSpec and
// back.
//
// Registered before models are loaded, and not undone. Registering the same thing twice is
// harmless; something else for a known content type is an error. Those of archives are built in,
// and come last.

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "api/mjp_functions.h"
#include "api/mju_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/thread.h"
#include "mjcf/encode_archive.h"
#include "mjcf/parse.h"

enum { MAX_CODECS = 256 };

static mjpDecoder decoders[MAX_CODECS];
static LB_SHARED int decoderCount = 0;
static mjpEncoder encoders[MAX_CODECS];
static LB_SHARED int encoderCount = 0;

static const char archiveType[] = "application/zip";
static const char archiveExtensions[] = ".mjz|.zip";

// Equal texts; two missing ones are equal too.
static bool sameText(const char* a, const char* b) {
  return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool isGiven(const char* text) {
  return text && text[0];
}

// Does file name `name` end in one of the extensions ".abc|.def", ignoring case?
static bool hasExtension(const char* name, const char* extensions) {
  size_t nameLength = name ? strlen(name) : 0;
  for (const char* at = extensions; isGiven(at);) {
    size_t length = strcspn(at, "|");
    if (length && nameLength >= length &&
        strncasecmp(name + nameLength - length, at, length) == 0) {
      return true;
    }
    at += length + (at[length] == '|');
  }
  return false;
}

static int isArchive(const mjResource* resource) {
  return hasExtension(resource->name, archiveExtensions);
}

static const mjpDecoder archiveDecoder = {.content_type = archiveType,
                                          .extension = archiveExtensions,
                                          .can_decode = isArchive,
                                          .decode = lb_decodeArchive};
static const mjpEncoder archiveEncoder = {.content_type = archiveType,
                                          .extension = archiveExtensions,
                                          .encode = lb_encodeArchive,
                                          .close_resource = lb_closeEncoded};

// Whether two formats are one: their content types, or without those their extensions.
static bool sameFormat(const char* typeA, const char* extensionA, const char* typeB,
                       const char* extensionB) {
  return isGiven(typeA) || isGiven(typeB) ? sameText(typeA, typeB)
                                          : sameText(extensionA, extensionB);
}

// ---------------------------------------------------------------------------------------- decoders

void mjp_defaultDecoder(mjpDecoder* decoder) {
  LB_REQUIRE(decoder);
  memset(decoder, 0, sizeof(*decoder));
}

static const mjpDecoder* decoderAt(int i) {
  return i < decoderCount ? &decoders[i] : i == decoderCount ? &archiveDecoder : NULL;
}

static void registerDecoder(void* given) {
  const mjpDecoder* decoder = given;
  if (!isGiven(decoder->content_type) && !isGiven(decoder->extension)) {
    lb_error("mjp_registerDecoder: a decoder must provide content_type or extension");
  }
  if (!decoder->decode || !decoder->can_decode) {
    lb_error("mjp_registerDecoder: a decoder must provide decode and can_decode callbacks");
  }
  const mjpDecoder* known;
  for (int i = 0; (known = decoderAt(i)); i++) {
    if (sameFormat(known->content_type, known->extension, decoder->content_type,
                   decoder->extension)) {
      if (!sameText(known->extension, decoder->extension) ||
          known->can_decode != decoder->can_decode || known->decode != decoder->decode) {
        lb_error("mjp_registerDecoder: decoder '%s' is already registered",
                 isGiven(decoder->content_type) ? decoder->content_type : decoder->extension);
      }
      return;
    }
  }
  if (decoderCount == MAX_CODECS) {
    lb_error("mjp_registerDecoder: more than %d decoders", MAX_CODECS);
  }
  mjpDecoder* slot = &decoders[decoderCount];
  *slot = *decoder;
  slot->content_type = lb_strdup(decoder->content_type);
  slot->extension = lb_strdup(decoder->extension);
  decoderCount++;
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  LB_REQUIRE(decoder);
  lb_inTurn(registerDecoder, (void*)decoder);
}

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  // a stated content type decides; else the first decoder that accepts the resource
  const mjpDecoder* decoder;
  for (int i = 0; (decoder = decoderAt(i)); i++) {
    bool fits = isGiven(content_type) ? sameText(decoder->content_type, content_type)
                                      : resource && decoder->can_decode(resource);
    if (fits) {
      return decoder;
    }
  }
  return NULL;
}

mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  const mjpDecoder* decoder = mjp_findDecoder(resource, content_type);
  if (!decoder) {
    lb_complain("no decoder found for file '%s'%s%s",
                resource && resource->name ? resource->name : "",
                isGiven(content_type) ? " of type " : "", content_type ? content_type : "");
    return NULL;
  }
  return decoder->decode(resource, vfs);
}

// ---------------------------------------------------------------------------------------- encoders

void mjp_defaultEncoder(mjpEncoder* encoder) {
  LB_REQUIRE(encoder);
  memset(encoder, 0, sizeof(*encoder));
}

static const mjpEncoder* encoderAt(int i) {
  return i < encoderCount ? &encoders[i] : i == encoderCount ? &archiveEncoder : NULL;
}

static void registerEncoder(void* given) {
  const mjpEncoder* encoder = given;
  if (!isGiven(encoder->content_type) && !isGiven(encoder->extension)) {
    lb_error("mjp_registerEncoder: an encoder must provide content_type or extension");
  }
  if (!encoder->encode || !encoder->close_resource) {
    lb_error("mjp_registerEncoder: an encoder must provide encode and close_resource callbacks");
  }
  const mjpEncoder* known;
  for (int i = 0; (known = encoderAt(i)); i++) {
    if (sameFormat(known->content_type, known->extension, encoder->content_type,
                   encoder->extension)) {
      if (!sameText(known->extension, encoder->extension) || known->encode != encoder->encode ||
          known->close_resource != encoder->close_resource) {
        lb_error("mjp_registerEncoder: encoder '%s' is already registered",
                 isGiven(encoder->content_type) ? encoder->content_type : encoder->extension);
      }
      return;
    }
  }
  if (encoderCount == MAX_CODECS) {
    lb_error("mjp_registerEncoder: more than %d encoders", MAX_CODECS);
  }
  mjpEncoder* slot = &encoders[encoderCount];
  *slot = *encoder;
  slot->content_type = lb_strdup(encoder->content_type);
  slot->extension = lb_strdup(encoder->extension);
  encoderCount++;
}

void mjp_registerEncoder(const mjpEncoder* encoder) {
  LB_REQUIRE(encoder);
  lb_inTurn(registerEncoder, (void*)encoder);
}

const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type) {
  const mjpEncoder* encoder;
  for (int i = 0; (encoder = encoderAt(i)); i++) {
    bool fits = isGiven(content_type) ? sameText(encoder->content_type, content_type)
                                      : hasExtension(filename, encoder->extension);
    if (fits) {
      return encoder;
    }
  }
  return NULL;
}
