// Checks of contacts; see contact_check.h.

#include "data/contact_check.h"

#include "base/error.h"

static void checkId(const char* caller, const char* what, int id, int count) {
  if (id >= count) {
    lb_error("%s: a contact names %s %d, and there are %d", caller, what, id, count);
  }
}

void lb_checkContact(const mjModel* m, const mjContact* con, const char* caller) {
  enum { MOST = 6 };  // rows of an elliptic cone
  if (con->dim < 0 || con->dim > MOST) {
    lb_error("%s: Invalid condim value: %d, a contact has 0 to %d", caller, con->dim, MOST);
  }
  for (int i = 0; i < 2; i++) {
    int flex = con->flex[i];
    checkId(caller, "geom", con->geom[i], (int)m->ngeom);
    if (con->geom[i] < 0 && flex >= 0) {
      checkId(caller, "flex", flex, (int)m->nflex);
      checkId(caller, "flex element", con->elem[i], m->flex_elemnum[flex]);
      checkId(caller, "flex vertex", con->vert[i], m->flex_vertnum[flex]);
    }
  }
}
