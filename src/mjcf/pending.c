// Functions whose turn has not come yet; each says so.

#include "mjcf/composite.h"
#include "mjcf/flexcomp.h"
#include "mjcf/replicate.h"

#include "api/mj_functions.h"

#define PENDING(name) lb_error("%s is not implemented yet", name)

mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim, const char* dof,
                      const int count[3], const int cellcount[3], const double spacing[3],
                      const double scale[3], double radius, double mass, double inertiabox,
                      int equality, int rigid, int flatskin, int elastic2d, const double pos[3],
                      const double quat[4], const double origin[3], const char* file,
                      const mjVFS* vfs) {
  PENDING("mjs_makeFlex");
}
void lb_readComposite(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                      const lbDefault* def) {
  PENDING("composite");
}
void lb_readFlexcomp(lbReader* reader, const lbXml* node, lbBody* body, lbFrame* frame,
                     const lbDefault* def) {
  PENDING("flexcomp");
}
void lb_readUrdf(lbReader* reader, lbXml* root) {
  PENDING("URDF");
}
int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  PENDING("mj_saveXMLString");
}
int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  PENDING("mj_saveXML");
}
int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  PENDING("mj_printSchema");
}
