// Both storages of the Hessian against each other.

#pragma once

#include "check.h"
#include "solver/hessian_storage.h"
#include "solver/problem_support.h"

// Fails unless a Hessian in this storage solves like the other one: after it was factored, after an
// update of rank one, and after that was taken back. Problems that either storage can hold.
void assertSolvesLikeTheOther(bool sparse);

// Fails unless an update that leaves nothing positive is refused.
void assertUpdateMayFail(bool sparse);
