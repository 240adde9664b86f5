// Resource providers: functions that open the files whose names start with a scheme of their own
// ("scheme:rest").
//
// Registration happens before files are read and is not undone. A slot number, once given, stays
// valid, and a description is copied, so that pointers to it stay valid as well. Registering the
// same provider twice is harmless.

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "api/mjp_functions.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/thread.h"

enum { MAX_PROVIDERS = 4096 };

static mjpResourceProvider* providers[MAX_PROVIDERS];
static LB_SHARED int providerCount = 0;

void mjp_defaultResourceProvider(mjpResourceProvider* provider) {
  LB_REQUIRE(provider);
  memset(provider, 0, sizeof(*provider));
}

static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A URI scheme: a letter, then letters, digits, '+', '.', '-'.
static bool isScheme(const char* prefix) {
  if (!prefix || !isLetter(prefix[0])) {
    return false;
  }
  for (const char* c = prefix + 1; *c; c++) {
    bool digit = *c >= '0' && *c <= '9';
    if (!isLetter(*c) && !digit && *c != '+' && *c != '.' && *c != '-') {
      return false;
    }
  }
  return true;
}

static int registerProvider(const mjpResourceProvider* provider) {
  if (!isScheme(provider->prefix)) {
    lb_warning("mjp_registerResourceProvider: prefix '%s' is not a URI scheme",
               provider->prefix ? provider->prefix : "");
    return -1;
  }
  if (!provider->open || !provider->read || !provider->close) {
    lb_warning("mjp_registerResourceProvider: provider '%s' needs open, read and close",
               provider->prefix);
    return -1;
  }

  // slots of providers count from 1: 0 means the default provider
  for (int i = 0; i < providerCount; i++) {
    const mjpResourceProvider* known = providers[i];
    if (strcasecmp(known->prefix, provider->prefix) == 0) {
      if (known->open != provider->open || known->read != provider->read ||
          known->close != provider->close || known->mount != provider->mount ||
          known->unmount != provider->unmount || known->write != provider->write ||
          known->getdir != provider->getdir || known->modified != provider->modified) {
        lb_warning("mjp_registerResourceProvider: provider '%s' is already registered",
                   provider->prefix);
        return -1;
      }
      return i + 1;
    }
  }

  if (providerCount == MAX_PROVIDERS) {
    lb_warning("mjp_registerResourceProvider: more than %d providers", MAX_PROVIDERS);
    return -1;
  }
  mjpResourceProvider* copy = lb_alloc(sizeof(*copy));
  *copy = *provider;
  copy->prefix = lb_strdup(provider->prefix);
  providers[providerCount] = copy;
  return ++providerCount;
}

int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  LB_REQUIRE(provider);
  lb_takeTurn();
  int slot = registerProvider(provider);
  lb_endTurn();
  return slot;
}

int mjp_resourceProviderCount(void) {
  return providerCount;
}

const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) {
  return slot >= 1 && slot <= providerCount ? providers[slot - 1] : NULL;
}

const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) {
  const char* colon = resource_name ? strchr(resource_name, ':') : NULL;
  if (!colon) {
    return NULL;
  }
  size_t length = (size_t)(colon - resource_name);
  for (int i = 0; i < providerCount; i++) {
    if (strlen(providers[i]->prefix) == length &&
        strncasecmp(providers[i]->prefix, resource_name, length) == 0) {
      return providers[i];
    }
  }
  return NULL;
}
