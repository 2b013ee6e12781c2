/* program-builder.h: short words for programs written by hand
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "program.h"

#include <stdarg.h>

G_BEGIN_DECLS

enum
{
  NONE = -1,
  BG = LS_TASK_PRIORITY_BACKGROUND,
  UV = LS_TASK_PRIORITY_USER_VISIBLE,
  UB = LS_TASK_PRIORITY_USER_BLOCKING
};

enum
{
  LATEST = -1
};

static inline GPtrArray *
body (Op *first,
      ...)
{
  GPtrArray *array = body_new ();
  va_list arguments;

  va_start (arguments, first);
  for (Op *op = first; op != NULL; op = va_arg (arguments, Op *))
    g_ptr_array_add (array, op);
  va_end (arguments);
  return array;
}

static inline Op *
with_body (Op        *op,
           GPtrArray *statements)
{
  op->body = statements;
  return op;
}

static inline Op *
print (const char *text)
{
  Op *op = op_new (OP_LOG, 0, 0, 0, 0, 0);

  op->text = text;
  return op;
}

static inline Op *
post (int        signal,
      int        priority,
      int        delay,
      GPtrArray *statements)
{
  return with_body (op_new (OP_POST, signal, priority, delay, 0, 0), statements);
}

static inline Op *
post_print (int         priority,
            const char *text)
{
  return post (NONE, priority, 0, body (print (text), NULL));
}

static inline Op *
then (int        promise,
      GPtrArray *on_fulfilled,
      GPtrArray *on_rejected)
{
  Op *op = op_new (OP_THEN, promise, 0, 0, 0, 0);

  op->body = on_fulfilled;
  op->body2 = on_rejected;
  return op;
}

static inline Op *
then_print (const char *text)
{
  return then (LATEST, body (print (text), NULL), NULL);
}

static inline Op *
catch_print (const char *text)
{
  return then (LATEST, NULL, body (print (text), NULL));
}

static inline Op *
microtask (GPtrArray *statements)
{
  return with_body (op_new (OP_MICROTASK, 0, 0, 0, 0, 0), statements);
}

static inline Op *
timeout (int        milliseconds,
         GPtrArray *statements)
{
  return with_body (op_new (OP_TIMEOUT, milliseconds, 0, 0, 0, 0), statements);
}

static inline Op *
controller (int priority)
{
  return op_new (OP_CONTROLLER, priority, 0, 0, 0, 0);
}

/* TaskSignal.any([abort source], { priority: signal }) */
static inline Op *
any_with_source (int abort_source,
                 int priority_source)
{
  return op_new (OP_TASK_ANY, abort_source, NONE, NONE, priority_source, 0);
}

static inline Op *
set_priority (int index,
              int priority)
{
  return op_new (OP_SET_PRIORITY, index, priority, 0, 0, 0);
}

static inline Op *
abort_with (int index)
{
  return op_new (OP_ABORT, index, 1, 0, 0, 0);
}

static inline Op *
on_abort (int        signal,
          GPtrArray *statements)
{
  return with_body (op_new (OP_LISTEN, signal, 0, 0, 0, 0), statements);
}

static inline Op *
on_priority_change (int        signal,
                    GPtrArray *statements)
{
  return with_body (op_new (OP_HANDLER, signal, 1, 0, 0, 0), statements);
}

/* await scheduler.yield() */
static inline Op *
await_yield (void)
{
  return op_new (OP_YIELD, 1, NONE, NONE, 0, 0);
}

/* scheduler.yield() */
static inline Op *
start_yield (void)
{
  return op_new (OP_YIELD, 0, NONE, NONE, 0, 0);
}

static inline Op *
new_promise (void)
{
  return op_new (OP_PROMISE, 0, 0, 0, 0, 0);
}

static inline Op *
settle (int promise)
{
  return op_new (OP_SETTLE, promise, 0, 0, 0, 0);
}

static inline Op *
reject (int promise)
{
  return op_new (OP_SETTLE, promise, 2, 0, 0, 0);
}

static inline Op *
await (int promise)
{
  return op_new (OP_AWAIT, promise, 0, 0, 0, 0);
}

static inline Op *
await_caught (int promise)
{
  return op_new (OP_AWAIT, promise, 1, 0, 0, 0);
}

static inline Op *
call_async (GPtrArray *statements)
{
  return with_body (op_new (OP_ASYNC, 0, 0, 0, 0, 0), statements);
}

static inline Op *
give (int promise)
{
  return op_new (OP_RETURN, promise, 0, 0, 0, 0);
}

static inline Op *
throw_error (void)
{
  return op_new (OP_THROW, 1, 0, 0, 0, 0);
}

G_END_DECLS
