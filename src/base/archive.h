// Zip archives as folders of files (.mjz, .zip): "robot.mjz" holds the files below "robot.mjz/".
//
// An archive keeps a copy of its bytes, and is shared by all specs whose files are in it, so that
// files are found as long as one of them lives, wherever the archive came from. A file is unpacked
// when it is opened. Names are looked up whole, then by their last part alone, whatever its folder
// and capitals, as in a VFS; either way the cost does not grow with the number of files.
//
//   archive = lb_archiveOpen("robot.mjz", &file)    one reference
//   lb_openFileIn(&part, archive, folder, name, vfs)
//   lb_archiveShare(archive), lb_archiveRelease(archive)
//
// Hostile archives: see base/zip.h; besides, no more than MAX_UNPACKED bytes are unpacked in all.

#pragma once

#include "base/vfs.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lbArchive_ lbArchive;

// Takes over what the file holds, or copies it; the caller closes the file. outer: the archive that
// this one is in, NULL: none; what that unpacked counts here too. Error: no readable archive.
lbArchive* lb_archiveOpen(const char* path, lbFile* file, const lbArchive* outer);

// One more reference, and one less; NULL is no archive.
lbArchive* lb_archiveShare(lbArchive* archive);
void lb_archiveRelease(lbArchive* archive);

// Path of the file that the archive is a model of: "robot.mjz/model.xml". That is model.xml, else
// one called like the archive, else the only XML file, else of those that hold a model that no
// other includes the one in the fewest folders. Valid as long as the archive. Error: there is none.
const char* lb_archiveMain(lbArchive* archive);

// Whether the archive holds exactly directory + name.
bool lb_archiveHas(const lbArchive* archive, const char* directory, const char* name);

// Opens directory + name as lb_openFile does, in the archive before anywhere else; archive may be
// NULL. A name that leads out of the archive is looked for outside, then inside by its last part.
// Error: the file is in the archive, and damaged or too large.
bool lb_openFileIn(lbFile* file, lbArchive* archive, const char* directory, const char* name,
                   const mjVFS* vfs);

#ifdef __cplusplus
}
#endif
