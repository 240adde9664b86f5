// Faults of models: the words of an error, and what is known of it as fields.
//
// Who finds a fault fills an lbFault and says what is wrong. lb_faultText puts the two together; no
// other function writes places or expectations into messages, and none reads them back. Faults that
// are found together are collected in lbProblems and raised as one error.

#pragma once

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lbPlaceKind_ {
  LB_PLACE_NONE,   // the fault is not one of an element
  LB_PLACE_XML,    // an element of a document: "Element 'geom', line 3, column 5, file 'a.xml'"
  LB_PLACE_MODEL,  // an element of a model: "Element name 'g', id 0, line 3, column 5 (<geom>)"
} lbPlaceKind;

// What is known of a fault; texts may be NULL.
typedef struct lbFault_ {
  const char* attribute;  // at fault
  const char* expected;   // what should be there instead; the message ends with it
  bool isChoice;          // expected lists all that may be there
  const char* missing;    // name of a file that was not found
  const char* asset;      // name of a file that is read for an element
  bool quotesLast;        // the words quote the last error: what is known of that one goes first
  lbPlaceKind place;
  const char* element;  // XML element
  const char* name;     // of the element in the model
  int id;               // of the element in the model, LB_PLACE_MODEL only
  const char* file;     // in which the fault is
  int line;             // in that file, counted from 1; 0: it was not read from XML
  int column;           // in that line, counted from 1
} lbFault;

// "<words>, expected <expected>\n<place>", cut where there is no room.
void lb_faultText(char* text, size_t size, const lbFault* fault, const char* words);

// Only the place, with its line feed; "" when there is none.
void lb_placeText(char* text, size_t size, const lbFault* fault);

// What is known of a fault as fields, after those of the last error when the fault quotes it.
void lb_faultFields(lbErrorFields* fields, const lbFault* fault);

// Makes one fault the last error, without raising it; printf format.
void lb_setLastFault(const lbFault* fault, const char* format, ...) LB_PRINTF(2, 3);

// Raises one fault; printf format.
LB_NORETURN void lb_raiseFault(const lbFault* fault, const char* format, ...) LB_PRINTF(2, 3);

// Problems that are told together: their texts one after the other, and the fields of the first
// with the missing files of all. Starts as zeros.
typedef struct lbProblems_ {
  char text[LB_REPORT_SIZE];
  int length;  // of the text
  int more;    // number of problems that found no room
  lbErrorFields fields;
} lbProblems;

// Adds a problem whose message is complete. size: bytes of the text that are used, at most
// LB_REPORT_SIZE.
void lb_addProblem(lbProblems* problems, int size, const char* message,
                   const lbErrorFields* fields);

// Ends the text with the number of problems that found no room, if any; nothing is added then.
void lb_finishProblems(lbProblems* problems);

#ifdef __cplusplus
}
#endif
