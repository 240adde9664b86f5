// What the tables of fields have in common (option_fields.h, spec_fields.h): the columns, the
// shared defaults, and the declaration of a struct's members.
//
// A row is one field of a public struct:
//
//   X(type, name, count, default, attribute, model, "meaning")
//
//   count      1: a plain member, else the length of the array
//   default    a number, an enum value or NULL; VALUES(...) for arrays, where zeros follow
//   attribute  where MJCF has it; NONE where the element's reader does that, or nothing:
//     NUMBERS(place, "name", least)    numbers, at least so many, at most what the array holds
//     LIST(place, "name")              any number of numbers
//     YESNO(place, "name")             false or true
//     WORD(place, "name", words)       a word; KEYWORDS(words, ...) of mjcf/keywords.inc
//     WORDS(place, "name", words)      some of these words
//     STRING(place, "name")            text
//     PATH(place, "name", "folder")    name of a file, in the folder that <compiler> names so
//     NAME_OF(place, "name", "kind")   name of an element
//              place: position among the attributes of the element, from 0 without a gap, in the
//              order in which they are written and mj_printSchema lists them. Rules of
//              mjcf/schema.h (REQUIRED, NODEFAULT, POSITIVE, ...) may follow as a last argument.
//   model      of elements: the array of mjModel that takes the value over, one for one
//     INTO(array)      compiling fills it, mj_copyBack reads it back
//     FILL(array)      compiling fills it; copying back does nothing, or more than a copy
//     BACK(array)      the other way round
//     POLY(array)      a number into `array`, the rest into `arraypoly`; both ways
//     DOF(array), DOFPOLY(array)       the same for every degree of freedom of a joint, both ways
//     USER(object)     into `object_user`, whose rows are `nuser_object` long; both ways
//     NONE             the compiler computes something from it, or it is used by the compiler only
//              of settings: what attaching a model makes of two values, see spec/conflict.c
//     MINIMUM, MAXIMUM       the smaller, the larger one
//     REFUSE                 neither: an error
//     NONE                   the parent's value, without a word
//   meaning    unit, frame and shape; lengths are metres and angles radians unless said otherwise
//
//   PART(type, name, "meaning") is a struct inside the struct, with a table of its own.
//
// From these rows come the structs, the tables that copy, compare, reset and free them
// (spec/field_tables.c), the defaults, the attributes of MJCF, filling and copying back
// (compile/model_fields.c), the JavaScript classes with their types, and the documentation.
// CONTRIBUTING.md says how to add one.

#pragma once

// Declares the member of a row.
#define LB_DECLARE(type, name, count, initial, attribute, model, meaning) type name LB_DIM_##count;
#define LB_DECLARE_PART(type, name, meaning) type name;
#define LB_DIM_1
#define LB_DIM_2 [2]
#define LB_DIM_3 [3]
#define LB_DIM_4 [4]
#define LB_DIM_5 [5]
#define LB_DIM_6 [6]
#define LB_DIM_10 [10]
#define LB_DIM_11 [11]
#define LB_DIM_12 [12]

// Defaults that many fields share.
#define LB_SOLREF VALUES(0.02, 1)                   // time constant, s, and damping ratio
#define LB_SOLIMP VALUES(0.9, 0.95, 0.001, 0.5, 2)  // dmin, dmax, width, midpoint, power
#define LB_NO_ROTATION VALUES(1, 0, 0, 0)           // unit quaternion
#define LB_GRAY VALUES(0.5f, 0.5f, 0.5f, 1)
