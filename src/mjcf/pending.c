// Functions whose turn has not come yet; each says so.

#include "mjcf/composite.h"
#include "mjcf/flex_mesh.h"
#include "mjcf/replicate.h"

#include "api/mj_functions.h"

#define PENDING(name) lb_error("%s is not implemented yet", name)

void lb_readUrdf(lbReader* reader, lbXml* root) {
  PENDING("URDF");
}
int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  PENDING("mj_printSchema");
}
