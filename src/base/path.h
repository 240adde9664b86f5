// Paths: joining, normalising, taking apart, and where the name of an asset points. No file is
// looked at. Slashes of either kind separate parts; results have forward ones.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// directory/name without "." and ".." parts, released with lb_free. An absolute name, also one with
// a drive or the prefix of a resource provider, drops the directory; directory may be NULL.
char* lb_joinPath(const char* directory, const char* name);

// Whether a path leads out of the folder that it starts from: it is absolute, or goes up.
bool lb_leadsOutside(const char* path);

// Length of the directory part of a path, with its slash; 0 when there is none. That of
// "prefix:model.xml" is the prefix of the resource provider, with its ':'.
size_t lb_directoryLength(const char* path);

// Whether a name ends so, in letters of either case.
bool lb_hasEnding(const char* name, const char* ending);

// The folder of assets of a kind, with its slash or "": the model's setting (meshdir, texturedir)
// below the folder of its main file. Either may be "" or NULL. Released with lb_free.
char* lb_assetFolder(const char* modelFolder, const char* setting);

// The name of an asset as it is looked up in that folder: without folders of its own where
// strippath says so. Part of `name`.
const char* lb_assetName(const char* name, bool isStripped);

// Both together: where the file of an asset is. Released with lb_free.
char* lb_assetPath(const char* modelFolder, const char* setting, bool isStripped, const char* name);

#ifdef __cplusplus
}
#endif
