/* ls-step-spec.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-step-private.h"

#include <glib/gi18n-lib.h>

/* The table of operations. The reader, the checker, the descriptions and the schema of the session format follow it. */

#define R LS_MEMBER_REQUIRED
#define MEMBERS(...) ((const LsMemberSpec[]) { __VA_ARGS__ { LS_MEMBER_NONE } })
#define TEXT(m, f) { LS_MEMBER_ ## m, LS_MEMBER_TYPE_TEXT, f, 0 },
#define LABEL(m) { LS_MEMBER_ ## m, LS_MEMBER_TYPE_LABEL, 0, 0 },
#define MAKES(m, k, f) { LS_MEMBER_ ## m, LS_MEMBER_TYPE_DEFINE, f, LS_NAMED_ ## k },
#define USES(m, k, f) { LS_MEMBER_ ## m, LS_MEMBER_TYPE_REFER, f, LS_NAMED_ ## k },
#define OF(m, t, f) { LS_MEMBER_ ## m, LS_MEMBER_TYPE_ ## t, f, 0 },

/* An element of shared memory. */
#define PLACE USES (MEMORY, MEMORY, R) OF (INDEX, OPERAND, 0)

/* Atomics.add() and the like. */
#define CHANGE PLACE OF (VALUE, OPERAND, R) MAKES (AS, VALUE, 0)

static const char *const member_names[LS_N_MEMBERS] = {
  [LS_MEMBER_AS] = "as",
  [LS_MEMBER_BODY] = "body",
  [LS_MEMBER_CATCH] = "catch",
  [LS_MEMBER_CONTROLLER] = "controller",
  [LS_MEMBER_COUNT] = "count",
  [LS_MEMBER_DELAY] = "delay",
  [LS_MEMBER_DISCRETE] = "discrete",
  [LS_MEMBER_ELSE] = "else",
  [LS_MEMBER_EQUALS] = "equals",
  [LS_MEMBER_EVENT] = "event",
  [LS_MEMBER_EVERY] = "every",
  [LS_MEMBER_EXPECTED] = "expected",
  [LS_MEMBER_FINALLY] = "finally",
  [LS_MEMBER_FULFILLED] = "fulfilled",
  [LS_MEMBER_HANDLER] = "handler",
  [LS_MEMBER_HZ] = "hz",
  [LS_MEMBER_IDLE] = "idle",
  [LS_MEMBER_INDEX] = "index",
  [LS_MEMBER_JAVASCRIPT] = "javascript",
  [LS_MEMBER_KIND] = "kind",
  [LS_MEMBER_LENGTH] = "length",
  [LS_MEMBER_LISTENER] = "listener",
  [LS_MEMBER_LOCK] = "lock",
  [LS_MEMBER_MEMORY] = "memory",
  [LS_MEMBER_MESSAGE] = "message",
  [LS_MEMBER_MS] = "ms",
  [LS_MEMBER_NAME] = "name",
  [LS_MEMBER_ONCE] = "once",
  [LS_MEMBER_PLUS] = "plus",
  [LS_MEMBER_PRIORITY] = "priority",
  [LS_MEMBER_PRIORITY_SOURCE] = "prioritySource",
  [LS_MEMBER_PROMISE] = "promise",
  [LS_MEMBER_QUEUE] = "queue",
  [LS_MEMBER_REASON] = "reason",
  [LS_MEMBER_REJECTED] = "rejected",
  [LS_MEMBER_REPEAT] = "repeat",
  [LS_MEMBER_REPLACEMENT] = "replacement",
  [LS_MEMBER_SCHEDULER] = "scheduler",
  [LS_MEMBER_SIGNAL] = "signal",
  [LS_MEMBER_SIGNALS] = "signals",
  [LS_MEMBER_TEXT] = "text",
  [LS_MEMBER_THEN] = "then",
  [LS_MEMBER_TIMEOUT] = "timeout",
  [LS_MEMBER_TIMER] = "timer",
  [LS_MEMBER_TIMES] = "times",
  [LS_MEMBER_TO] = "to",
  [LS_MEMBER_TYPE] = "type",
  [LS_MEMBER_VALUE] = "value",
  [LS_MEMBER_WORK_MS] = "workMs",
  [LS_MEMBER_WORKER] = "worker",
};

static const LsOpSpec op_specs[LS_N_STEP_OPS] = {
  [LS_STEP_OP_WORK] = { "work", MEMBERS (OF (MS, NUMBER, R)) },
  [LS_STEP_OP_LOG] = { "log", MEMBERS (TEXT (TEXT, R)) },
  [LS_STEP_OP_POST_TASK] = {
    "postTask",
    MEMBERS (OF (BODY, FUNCTION, 0) TEXT (JAVASCRIPT, 0) LABEL (NAME) OF (PRIORITY, PRIORITY, 0)
             USES (SIGNAL, ANY_SIGNAL, 0) OF (DELAY, NUMBER, 0) USES (SCHEDULER, SCHEDULER, 0) OF (COUNT, COUNT, 0)
             OF (EVERY, NUMBER, 0) MAKES (AS, PROMISE, 0))
  },
  [LS_STEP_OP_YIELD] = {
    "yield",
    MEMBERS (USES (SIGNAL, ANY_SIGNAL, LS_MEMBER_OR_INHERIT) OF (PRIORITY, PRIORITY, LS_MEMBER_OR_INHERIT)
             USES (SCHEDULER, SCHEDULER, 0))
  },
  [LS_STEP_OP_CONTROLLER] = { "controller", MEMBERS (MAKES (NAME, CONTROLLER, R) OF (PRIORITY, PRIORITY, 0)) },
  [LS_STEP_OP_ABORT_CONTROLLER] = { "abortController", MEMBERS (MAKES (NAME, ABORT_CONTROLLER, R)) },
  [LS_STEP_OP_ANY] = {
    "any",
    MEMBERS (MAKES (NAME, SIGNAL, R) { LS_MEMBER_SIGNALS, LS_MEMBER_TYPE_REFER_ALL, R, LS_NAMED_ANY_SIGNAL },
             OF (PRIORITY, PRIORITY, 0) USES (PRIORITY_SOURCE, ANY_SIGNAL, 0) OF (KIND, ANY_KIND, 0))
  },
  [LS_STEP_OP_TIMEOUT_SIGNAL] = { "timeoutSignal", MEMBERS (MAKES (NAME, SIGNAL, R) OF (MS, NUMBER, R)) },
  [LS_STEP_OP_ABORTED_SIGNAL] = { "abortedSignal", MEMBERS (MAKES (NAME, SIGNAL, R) TEXT (REASON, 0)) },
  [LS_STEP_OP_SET_PRIORITY] = { "setPriority", MEMBERS (USES (CONTROLLER, CONTROLLER, R) OF (PRIORITY, PRIORITY, R)) },
  [LS_STEP_OP_ABORT] = { "abort", MEMBERS (USES (CONTROLLER, ANY_CONTROLLER, R) TEXT (REASON, 0)) },
  [LS_STEP_OP_THROW_IF_ABORTED] = { "throwIfAborted", MEMBERS (USES (SIGNAL, ANY_SIGNAL, R)) },
  [LS_STEP_OP_ON] = {
    "on",
    MEMBERS (USES (SIGNAL, ANY_SIGNAL, R) OF (EVENT, EVENT, R) OF (BODY, FUNCTION, R) OF (ONCE, FLAG, 0)
             OF (HANDLER, FLAG, 0) MAKES (AS, LISTENER, 0))
  },
  [LS_STEP_OP_OFF] = { "off", MEMBERS (USES (LISTENER, LISTENER, R)) },
  [LS_STEP_OP_MICROTASK] = { "microtask", MEMBERS (OF (BODY, FUNCTION, R) LABEL (NAME)) },
  [LS_STEP_OP_TIMER] = {
    "timer",
    MEMBERS (OF (MS, NUMBER, R) OF (BODY, FUNCTION, R) OF (REPEAT, FLAG, 0) LABEL (NAME) MAKES (AS, TIMER, 0))
  },
  [LS_STEP_OP_CLEAR_TIMER] = { "clearTimer", MEMBERS (USES (TIMER, TIMER, R)) },
  [LS_STEP_OP_IDLE] = {
    "idle", MEMBERS (OF (BODY, FUNCTION, R) OF (TIMEOUT, NUMBER, 0) LABEL (NAME) MAKES (AS, IDLE, 0))
  },
  [LS_STEP_OP_CANCEL_IDLE] = { "cancelIdle", MEMBERS (USES (IDLE, IDLE, R)) },
  [LS_STEP_OP_POST] = {
    "post",
    MEMBERS (OF (QUEUE, QUEUE, R) OF (BODY, FUNCTION, R) LABEL (NAME) OF (DELAY, NUMBER, 0) OF (DISCRETE, FLAG, 0))
  },
  [LS_STEP_OP_FRAMES] = {
    "frames",
    MEMBERS (OF (COUNT, COUNT, R) OF (HZ, POSITIVE, 0) OF (BODY, FUNCTION, 0) OF (WORK_MS, NUMBER, 0))
  },
  [LS_STEP_OP_REPEAT] = { "repeat", MEMBERS (OF (TIMES, COUNT, R) OF (BODY, BLOCK, R)) },
  [LS_STEP_OP_AWAIT] = { "await", MEMBERS (USES (PROMISE, PROMISE, R)) },
  [LS_STEP_OP_THEN] = {
    "then",
    MEMBERS (USES (PROMISE, PROMISE, R) OF (FULFILLED, FUNCTION, 0) OF (REJECTED, FUNCTION, 0)
             OF (FINALLY, FUNCTION, 0) MAKES (AS, PROMISE, 0))
  },
  [LS_STEP_OP_THROW] = { "throw", MEMBERS (TEXT (MESSAGE, R)) },
  [LS_STEP_OP_RETURN] = { "return", MEMBERS (OF (VALUE, SCALAR, 0)) },
  [LS_STEP_OP_TRY] = {
    "try", MEMBERS (OF (BODY, BLOCK, R) OF (CATCH, BLOCK, 0) OF (FINALLY, BLOCK, 0) MAKES (AS, VALUE, 0))
  },
  [LS_STEP_OP_CALL] = { "call", MEMBERS (OF (BODY, BLOCK, R)) },
  [LS_STEP_OP_ASYNC] = { "async", MEMBERS (OF (BODY, FUNCTION, R) MAKES (AS, PROMISE, 0)) },
  [LS_STEP_OP_SCHEDULER] = { "scheduler", MEMBERS (MAKES (NAME, SCHEDULER, R)) },
  [LS_STEP_OP_PROMISE] = { "promise", MEMBERS (MAKES (AS, PROMISE, R)) },
  [LS_STEP_OP_RESOLVE] = { "resolve", MEMBERS (USES (PROMISE, PROMISE, R) OF (VALUE, SCALAR, 0)) },
  [LS_STEP_OP_REJECT] = { "reject", MEMBERS (USES (PROMISE, PROMISE, R) TEXT (REASON, 0)) },
  [LS_STEP_OP_IF] = {
    "if", MEMBERS (OF (VALUE, SCALAR, R) OF (EQUALS, SCALAR, R) OF (THEN, BLOCK, R) OF (ELSE, BLOCK, 0))
  },
  [LS_STEP_OP_LOOP] = { "loop", MEMBERS (OF (BODY, BLOCK, R)) },
  [LS_STEP_OP_BREAK] = { "break", MEMBERS () },
  [LS_STEP_OP_LET] = { "let", MEMBERS (MAKES (AS, VALUE, R) OF (VALUE, SCALAR, R) OF (PLUS, OPERAND, 0)) },
  [LS_STEP_OP_MEMORY] = { "memory", MEMBERS (MAKES (NAME, MEMORY, R) OF (LENGTH, COUNT, R) OF (TYPE, ELEMENTS, 0)) },
  [LS_STEP_OP_LOAD] = { "load", MEMBERS (PLACE MAKES (AS, VALUE, 0)) },
  [LS_STEP_OP_STORE] = { "store", MEMBERS (CHANGE) },
  [LS_STEP_OP_ADD] = { "add", MEMBERS (CHANGE) },
  [LS_STEP_OP_SUB] = { "sub", MEMBERS (CHANGE) },
  [LS_STEP_OP_AND] = { "and", MEMBERS (CHANGE) },
  [LS_STEP_OP_OR] = { "or", MEMBERS (CHANGE) },
  [LS_STEP_OP_XOR] = { "xor", MEMBERS (CHANGE) },
  [LS_STEP_OP_EXCHANGE] = { "exchange", MEMBERS (CHANGE) },
  [LS_STEP_OP_COMPARE_EXCHANGE] = {
    "compareExchange", MEMBERS (PLACE OF (EXPECTED, OPERAND, R) OF (REPLACEMENT, OPERAND, R) MAKES (AS, VALUE, 0))
  },
  [LS_STEP_OP_WAIT] = { "wait", MEMBERS (PLACE OF (VALUE, OPERAND, R) OF (TIMEOUT, NUMBER, 0) MAKES (AS, VALUE, 0)) },
  [LS_STEP_OP_WAIT_ASYNC] = {
    "waitAsync", MEMBERS (PLACE OF (VALUE, OPERAND, R) OF (TIMEOUT, NUMBER, 0) MAKES (AS, PROMISE, 0))
  },
  [LS_STEP_OP_NOTIFY] = { "notify", MEMBERS (PLACE OF (COUNT, COUNT, 0) MAKES (AS, VALUE, 0)) },
  [LS_STEP_OP_PAUSE] = { "pause", MEMBERS () },
  [LS_STEP_OP_ASYNC_LOCK] = { "asyncLock", MEMBERS (MAKES (NAME, LOCK, R) PLACE) },
  [LS_STEP_OP_FAIR_LOCK] = { "fairLock", MEMBERS (MAKES (NAME, LOCK, R) PLACE) },
  [LS_STEP_OP_LOCK] = { "lock", MEMBERS (USES (LOCK, LOCK, R)) },
  [LS_STEP_OP_UNLOCK] = { "unlock", MEMBERS (USES (LOCK, LOCK, R)) },
  [LS_STEP_OP_EXECUTE_LOCKED] = {
    "executeLocked", MEMBERS (USES (LOCK, LOCK, R) OF (BODY, FUNCTION, R) MAKES (AS, PROMISE, 0))
  },
  [LS_STEP_OP_WORKER] = { "worker", MEMBERS (MAKES (NAME, WORKER, R) OF (BODY, FUNCTION, R)) },
  [LS_STEP_OP_TERMINATE] = { "terminate", MEMBERS (USES (WORKER, WORKER, R)) },
  [LS_STEP_OP_POST_MESSAGE] = {
    "postMessage", MEMBERS (USES (TO, WORKER, R | LS_MEMBER_OR_MAIN) OF (VALUE, SCALAR, 0))
  },
  [LS_STEP_OP_ON_MESSAGE] = { "onMessage", MEMBERS (OF (BODY, FUNCTION, R)) },
  [LS_STEP_OP_SCHEDULER_WAIT] = {
    "schedulerWait",
    MEMBERS (OF (MS, NUMBER, R) USES (SIGNAL, ANY_SIGNAL, LS_MEMBER_OR_INHERIT) OF (PRIORITY, PRIORITY, LS_MEMBER_OR_INHERIT)
             USES (SCHEDULER, SCHEDULER, 0))
  },
  [LS_STEP_OP_RENDER] = {
    "render",
    MEMBERS (USES (SIGNAL, ANY_SIGNAL, LS_MEMBER_OR_INHERIT) OF (PRIORITY, PRIORITY, LS_MEMBER_OR_INHERIT)
             USES (SCHEDULER, SCHEDULER, 0))
  },
  [LS_STEP_OP_CURRENT_TASK_SIGNAL] = {
    "currentTaskSignal", MEMBERS (MAKES (NAME, SIGNAL, R) USES (SCHEDULER, SCHEDULER, 0))
  },
};

const LsOpSpec *
ls_step_op_get_spec (LsStepOp op)
{
  return &op_specs[op];
}

/* Returns whether a step of this kind suspends its body. */
gboolean
ls_step_op_awaits (LsStepOp op)
{
  return op == LS_STEP_OP_AWAIT || op == LS_STEP_OP_YIELD || op == LS_STEP_OP_SCHEDULER_WAIT || op == LS_STEP_OP_RENDER;
}

const char *
ls_step_member_name (LsStepMember member)
{
  return member_names[member];
}

/* What names can stand for, in words; the last row is for the rest. */
static const struct
{
  guint       kinds;
  const char *words;
  const char *expected;
} kind_words[] = {
  { LS_NAMED_CONTROLLER, NC_("kind", "a TaskController"), NC_("expected", "the name of a TaskController") },
  { LS_NAMED_ABORT_CONTROLLER, NC_("kind", "an AbortController"), NC_("expected", "the name of an AbortController") },
  { LS_NAMED_ANY_CONTROLLER, NC_("kind", "a controller"), NC_("expected", "the name of a controller") },
  { LS_NAMED_SIGNAL, NC_("kind", "a signal"), NC_("expected", "the name of a signal") },
  { LS_NAMED_ANY_SIGNAL, NC_("kind", "a signal or controller"), NC_("expected", "the name of a signal or controller") },
  { LS_NAMED_PROMISE, NC_("kind", "a promise"), NC_("expected", "the name of a promise") },
  { LS_NAMED_LISTENER, NC_("kind", "a listener"), NC_("expected", "the name of a listener") },
  { LS_NAMED_TIMER, NC_("kind", "a timer"), NC_("expected", "the name of a timer") },
  { LS_NAMED_IDLE, NC_("kind", "an idle callback"), NC_("expected", "the name of an idle callback") },
  { LS_NAMED_SCHEDULER, NC_("kind", "a scheduler"), NC_("expected", "the name of a scheduler") },
  { LS_NAMED_VALUE, NC_("kind", "a value"), NC_("expected", "the name of a value") },
  { LS_NAMED_MEMORY, NC_("kind", "shared memory"), NC_("expected", "the name of shared memory") },
  { LS_NAMED_LOCK, NC_("kind", "a lock"), NC_("expected", "the name of a lock") },
  { LS_NAMED_WORKER, NC_("kind", "a worker"), NC_("expected", "the name of a worker") },
  { 0, NC_("kind", "something"), NC_("expected", "the name of something") },
};

static guint
find_words (LsNamedKind kinds)
{
  guint i = 0;

  while (kind_words[i].kinds != 0 && kind_words[i].kinds != kinds)
    i++;
  return i;
}

/* Returns words such as "a controller", marked for translation with the context "kind". Exceptions show them untranslated: they are
 * the same in every language. */
const char *
ls_named_kind_words (LsNamedKind kinds)
{
  return kind_words[find_words (kinds)].words;
}

/* Returns words such as "the name of a controller", as for ls_json_expected(). */
const char *
ls_named_kind_expected (LsNamedKind kinds)
{
  return kind_words[find_words (kinds)].expected;
}

/**
 * ls_step_op_to_string:
 * @op: an operation
 *
 * Gets the name of an operation.
 *
 * Returns: (transfer none): its name in files
 */
const char *
ls_step_op_to_string (LsStepOp op)
{
  return (guint) op < LS_N_STEP_OPS ? op_specs[op].name : "unknown";
}

/**
 * ls_step_op_from_string:
 * @string: (nullable): a name
 * @op: (out): the operation of that name
 *
 * Looks up a name, as ls_step_op_to_string() has it.
 *
 * Returns: %FALSE where no operation is called @string
 */
gboolean
ls_step_op_from_string (const char *string,
                        LsStepOp   *op)
{
  for (guint i = 0; string != NULL && i < LS_N_STEP_OPS; i++)
    if (g_str_equal (op_specs[i].name, string))
      {
        *op = i;
        return TRUE;
      }

  return FALSE;
}
