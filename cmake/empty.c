// Keeps the list of test support sources from being empty.
typedef int lbEmptyTranslationUnit;
