// Scalar types and array sizes shared by every public struct.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define mjVERSION_HEADER 3012000  // version of the interface that limber implements

typedef double mjtNum;          // all simulation numbers
typedef unsigned char mjtByte;  // small counts and categories
typedef bool mjtBool;           // true or false
typedef int64_t mjtSize;        // sizes and addresses that may exceed 2^31

#define mjPI 3.14159265358979323846  // pi
#define mjMAXVAL 1E10                // largest magnitude allowed in qpos, qvel, qacc
#define mjMINMU 1E-5                 // smallest friction coefficient
#define mjMINIMP 0.0001              // smallest constraint impedance
#define mjMAXIMP 0.9999              // largest constraint impedance
#define mjMINVAL 1E-15               // smallest value in a denominator
#define mjMAXCONPAIR 50              // largest number of contacts per geom pair
#define mjMAXTREEDEPTH 50            // depth of bounding volume hierarchies
#define mjMINAWAKE 10                // slow steps before a tree may fall asleep

#define mjNEQDATA 11        // numbers per equality constraint in eq_data
#define mjNDYN 10           // actuator dynamics parameters
#define mjNGAIN 10          // actuator gain parameters
#define mjNBIAS 10          // actuator bias parameters
#define mjNFLUID 12         // fluid interaction parameters per geom
#define mjNREF 2            // solver reference parameters
#define mjNIMP 5            // solver impedance parameters
#define mjNPOLY 2           // higher polynomial coefficients of stiffness and damping
#define mjNSENS 3           // integer parameters per sensor
#define mjNSOLVER 200       // solver iterations recorded per island
#define mjNISLAND 20        // islands with solver statistics
#define mjNGROUP 6          // visibility groups
#define mjMAXLIGHT 100      // lights in a scene
#define mjMAXOVERLAY 500    // characters of an overlay text
#define mjMAXLINE 100       // lines in a figure
#define mjMAXLINEPNT 1001   // points in a line of a figure
#define mjMAXPLANEGRID 200  // divisions of a plane that is drawn as a grid

// Marks the public functions; they keep their names in every build.
#define LB_API
