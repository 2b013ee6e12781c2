/* program.h: programs as plain data trees, for either engine, and their logs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "driver.h"

G_BEGIN_DECLS

/**
 * OpKind:
 *
 * One statement. The letters name the members of #Op that it uses. Objects are counted in the order in which the
 * run makes them; an index is taken modulo how many there are, and a statement that needs an object of which there is
 * none does nothing, so any list of statements is a program.
 *
 * @OP_WORK: a = ms
 * @OP_LOG: text, alone on its line
 * @OP_LOG_SIGNAL: a = signal: its priority, aborted and reason
 * @OP_CONTROLLER: a = priority, or -1 for an AbortController
 * @OP_ANY: AbortSignal.any: a, b = signals or -1
 * @OP_TASK_ANY: TaskSignal.any: a, b = signals or -1, c = priority, or -1 and d = source signal
 * @OP_POST: a = signal or -1, b = priority or -1, c = delay in ms, d = 1 to log the result, e = scheduler, body
 * @OP_YIELD: a = 1 to await it, b = signal, -1 none, -2 "inherit", c = priority, -1 none, -2 "inherit", e = scheduler
 * @OP_ABORTED: AbortSignal.abort(error)
 * @OP_SIGNAL_TIMEOUT: AbortSignal.timeout(a)
 * @OP_SET_PRIORITY: a = controller, b = priority, c = 1 to throw NotAllowedError on, 0 to catch it
 * @OP_ABORT: a = controller, b = 0 default reason, 1 number, 2 error
 * @OP_LISTEN: a = signal, b = 0 abort, 1 prioritychange, c = 1 once, d = 1 to stop the event's propagation, body
 * @OP_UNLISTEN: a = listener
 * @OP_HANDLER: a = signal, b = type as above, c = 1 to remove it, body
 * @OP_MICROTASK: body
 * @OP_TIMEOUT: a = ms, body
 * @OP_INTERVAL: a = ms, b = how often it fires until it clears itself, body
 * @OP_CLEAR: a = timer
 * @OP_IDLE: body
 * @OP_CANCEL: a = idle callback
 * @OP_PROMISE: a new pending promise
 * @OP_SETTLE: a = promise made by OP_PROMISE, b = 0 resolve with a number, 1 with promise c, 2 reject
 * @OP_THEN: a = promise (-1: the latest), body = on fulfilled or NULL, body2 = on rejected or NULL
 * @OP_FINALLY: a = promise (-1: the latest), body
 * @OP_AWAIT: a = promise (-1: the latest), b = 1 to catch a rejection
 * @OP_ASYNC: calls an async function: body; its promise is the latest
 * @OP_THROW: a = 0 number, 1 error
 * @OP_RETURN: a = promise, -1 the latest, -2 a number
 */
typedef enum
{
  OP_WORK = 0,
  OP_LOG,
  OP_LOG_SIGNAL,
  OP_CONTROLLER,
  OP_ANY,
  OP_TASK_ANY,
  OP_ABORTED,
  OP_SIGNAL_TIMEOUT,
  OP_POST,
  OP_YIELD,
  OP_SET_PRIORITY,
  OP_ABORT,
  OP_LISTEN,
  OP_UNLISTEN,
  OP_HANDLER,
  OP_MICROTASK,
  OP_TIMEOUT,
  OP_INTERVAL,
  OP_CLEAR,
  OP_IDLE,
  OP_CANCEL,
  OP_PROMISE,
  OP_SETTLE,
  OP_THEN,
  OP_FINALLY,
  OP_AWAIT,
  OP_ASYNC,
  OP_THROW,
  OP_RETURN,
  N_OP_KINDS
} OpKind;

typedef struct
{
  OpKind      kind;
  guint       id;
  int         a, b, c, d, e;
  const char *text;  /* static */
  GPtrArray  *body;  /* Op, owned */
  GPtrArray  *body2; /* Op, owned */
} Op;

/**
 * Program:
 *
 * @quiet: logs only OP_LOG and OP_LOG_SIGNAL, without times
 */
typedef struct
{
  const char *preset;
  LsEdition   edition;
  gboolean    second_scheduler;
  gboolean    quiet;
  GPtrArray  *body; /* Op, owned */
} Program;

Op        *op_new              (OpKind         kind,
                                int            a,
                                int            b,
                                int            c,
                                int            d,
                                int            e);
void       op_free             (gpointer       op);
GPtrArray *body_new            (void);
gboolean   body_is_async       (GPtrArray     *body);
Program   *program_new         (const char    *preset,
                                LsEdition      edition);
void       program_free        (Program       *program);
guint      program_count       (const Program *program);
void       program_number      (Program       *program);
char      *program_to_string   (const Program *program);
Program   *program_generate    (guint32        seed);
char      *program_run         (const Program *program,
                                const Driver  *driver,
                                const LsPreset *preset);
gboolean   program_shrink      (Program       *program,
                                gboolean     (*still_fails) (const Program *program,
                                                             gpointer       user_data),
                                gpointer       user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Program, program_free)

G_END_DECLS
