// The files that a model needs, found while they come.
//
// A search starts with the name of the main file. It tells which files it wants, one after the
// other; whoever runs it reads them where it can (from disk, over the network, from an archive),
// and gives texts back, which may name more. Nothing is compiled; elements that nobody knows are
// passed over, and so are texts that are no XML. Names point where the reader and the compiler
// look:
//   include         from the folder of the main file, else of the file that includes
//   assets          from meshdir or texturedir, below the folder of the main file; the settings of
//   a
//                   model hold for all its parts, so assets are wanted when all its parts are known
//   attached model  from the folder of the main file; it has folders and settings of its own
//   package://      (URDF) from a folder of that name around the model
// Each file is parsed once and each name resolved once: the cost is that of the texts.

#pragma once

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbSearch_ lbSearch;

// One file that a search wants. js/sim/references.js reads this struct.
typedef struct lbWanted_ {
  int isText;             // its text is wanted, because it may name others
  const char* path;       // under which the compiler looks for it
  int placeCount;         // number of places, 1 to 3
  const char* places[3];  // where it may be, to be tried in order
  const char* element;    // XML element that names it, NULL: the main file
  const char* file;       // in which that is
  int line;               // in that file, counted from 1
  int column;             // in that line, counted from 1
} lbWanted;

// A search for all that a main file needs; it is the first file that is wanted.
lbSearch* lb_startSearch(const char* mainFile);
void lb_endSearch(lbSearch* search);

// Name of the main file's root element, "" while it is not there or when it is no XML.
const char* lb_rootElement(const lbSearch* search);

// The next file that is wanted, each once; NULL: none, until another file is given. Valid as long
// as the search.
const lbWanted* lb_nextWanted(lbSearch* search);

// Gives the text of a file that was wanted as text, found at one of its places; place -1: it is
// nowhere. The text is not kept. Returns false when it is no XML: lb_lastError tells why.
bool lb_giveFile(lbSearch* search, const lbWanted* wanted, int place, const char* text, int length);

#ifdef __cplusplus
}
#endif
