// An MJCF document into a spec: order of the sections.
//
// Settings and default classes come first wherever they stand, because everything below is read
// under them. The tree comes last, so that what it generates (flexcomp, composite, attach) follows
// what is written out, and replicates find what refers to them. A section may appear several times.

#include "mjcf/read.h"

#include <string.h>

void lb_readMjcf(lbReader* reader, lbXml* root) {
  static const struct {
    int element;
    void (*read)(lbReader* reader, const lbXml* node);
  } sections[] = {
      {LB_ELEM_COMPILER, lb_readCompiler},
      {LB_ELEM_OPTION, lb_readOption},
      {LB_ELEM_SIZE, lb_readSize},
      {LB_ELEM_DEFAULT, lb_readDefaults},
      {LB_ELEM_EXTENSION, lb_readExtension},
      {LB_ELEM_CUSTOM, lb_readCustom},
      {LB_ELEM_VISUAL, lb_readVisual},
      {LB_ELEM_STATISTIC, lb_readStatistic},
      {LB_ELEM_ASSET, lb_readAssets},
      {LB_ELEM_CONTACT, lb_readContact},
      {LB_ELEM_DEFORMABLE, lb_readDeformable},
      {LB_ELEM_EQUALITY, lb_readEquality},
      {LB_ELEM_TENDON, lb_readTendon},
      {LB_ELEM_ACTUATOR, lb_readActuators},
      {LB_ELEM_SENSOR, lb_readSensors},
      {LB_ELEM_KEYFRAME, lb_readKeyframe},
      {LB_ELEM_WORLDBODY, lb_readWorld},
  };
  lb_expandIncludes(reader, root);
  lb_validate(root);
  const char* name = lb_xmlValue(root, "model");
  if (name) {
    lb_setText(reader->spec->s.modelname, name);
  }
  for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
    for (const lbXml* section = root->child; section; section = section->next) {
      if (section->kind == sections[i].element) {
        sections[i].read(reader, section);
      }
    }
  }
}
