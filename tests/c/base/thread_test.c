// Signals wake who waits for them, busily or asleep; threads run what they are given.

#include "base/thread.h"
#include "check.h"

#include <string.h>
#include <time.h>

typedef struct Exchange_ {
  lbSignal ping, pong;
  int rounds;
  int sum;  // written by one thread at a time
} Exchange;

static void answer(void* context) {
  Exchange* exchange = context;
  for (int i = 0; i < exchange->rounds; i++) {
    lb_awaitSignal(&exchange->ping, (unsigned)i);
    exchange->sum += i;
    lb_raiseSignal(&exchange->pong);
  }
}

static void play(int rounds, long pause) {
  Exchange exchange = {.rounds = rounds};
  lb_initSignal(&exchange.ping);
  lb_initSignal(&exchange.pong);
  lbThread thread;
  assert_true(lb_startThread(&thread, answer, &exchange));
  for (int i = 0; i < rounds; i++) {
    if (pause) {
      nanosleep(&(struct timespec){0, pause}, NULL);
    }
    lb_raiseSignal(&exchange.ping);
    lb_awaitSignal(&exchange.pong, (unsigned)i);
    exchange.sum++;
  }
  lb_joinThread(&thread);
  assert_int_equal(exchange.sum, rounds * (rounds - 1) / 2 + rounds);
  lb_freeSignal(&exchange.ping);
  lb_freeSignal(&exchange.pong);
}

static void busy_and_sleeping_threads_are_woken(void** state) {
  play(10000, 0);
  play(20, 2000000);
}

// A message is that of the thread that asks.
static void failHere(void* context) {
  lb_error("in %s", (const char*)context);
}

static void failElsewhere(void* context) {
  assert_false(lb_protect(failHere, context));
  assert_string_equal(lb_lastError(), "in the other thread");
}

static void each_thread_has_its_own_last_error(void** state) {
  assert_false(lb_protect(failHere, "this thread"));
  lbThread thread;
  assert_true(lb_startThread(&thread, failElsewhere, "the other thread"));
  lb_joinThread(&thread);
  assert_string_equal(lb_lastError(), "in this thread");
  assert_string_equal(lb_lastErrorFields()->message, "in this thread");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(busy_and_sleeping_threads_are_woken),
      cmocka_unit_test(each_thread_has_its_own_last_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
