/* ls-script-events.c: makes records of the events that JavaScript has written to the buffer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"
#include "ls-scheduler-private.h"

/* The most statements that run before the realm asks the host whether the program may go on. */
#define COUNT_INTERVAL 1000

enum
{
  EVENT_STATEMENT = 1,   /* statement, depth */
  EVENT_QUEUED = 2,      /* kind, promise, name */
  EVENT_BEGUN = 3,       /* abort source, priority source */
  EVENT_FINISHED = 4,    /* threw */
  EVENT_BREAKPOINT = 5,  /* breakpoint */
  EVENT_GO = 6,          /* statement, depth, activation; negative if the function may be suspended */
  EVENT_FULFILLED = 7    /* promise: the promise of a task, fulfilled with undefined */
};

static guint32
statement_get_place (LsScriptRealm *self,
                     guint32        id)
{
  LsScriptStatement *statement;

  if (id >= self->statements->len)
    return 0;
  statement = &g_array_index (self->statements, LsScriptStatement, id);
  if (statement->place == 0 && self->probe != NULL)
    {
      const LsScriptSource *source = g_ptr_array_index (self->sources, statement->script);
      g_autofree char *place = g_strdup_printf ("%s:%u:%u", source->url, statement->line, statement->column);

      statement->place = ls_probe_intern (self->probe, place);
    }
  return statement->place;
}

/* Reads the name of an object for the trace.
 *
 * Returns: (transfer full) (nullable): the name; NULL without a trace or a name */
char *
ls_script_events_get_name (LsScriptRealm *self,
                           JSValueRef     given)
{
  g_autofree char *name = NULL;

  if (self->probe != NULL && JSValueIsString (self->context, given))
    name = ls_jsc_to_utf8 (self->context, given);
  return name != NULL && *name != '\0' ? g_steal_pointer (&name) : NULL;
}

static void
report_statement (LsScriptRealm *self,
                  guint32        id,
                  guint32        depth,
                  gint32         activation)
{
  const guint32 function = id < self->statements->len
                               ? g_array_index (self->statements, LsScriptStatement, id).function
                               : 0;

  self->statement++;
  self->last_statement = id;
  ls_event_loop_emit (self->loop, .kind = LS_RECORD_STATEMENT, .subject = function + 1, .object = ABS (activation),
                      .value = self->statement, .text = statement_get_place (self, id), .level = MIN (depth, 255),
                      .flags = activation < 0 ? LS_RECORD_FLAG_SUSPENDS : 0, .clause = LS_CLAUSE_SESSION);
}

static void
report_queued (LsScriptRealm   *self,
               LsMicrotaskKind  kind,
               guint32          promise,
               guint32          name)
{
  const guint32 id = ++self->loop->numbers->last_microtask;
  const LsClause clause = kind == LS_MICROTASK_CALLBACK   ? LS_CLAUSE_QUEUE_MICROTASK
                          : kind == LS_MICROTASK_THENABLE ? LS_CLAUSE_ECMA_THENABLE_JOB
                                                          : LS_CLAUSE_HOST_ENQUEUE_PROMISE_JOB;

  g_array_append_val (self->job_ids, id);
  ls_event_loop_emit (self->loop, .kind = LS_RECORD_MICROTASK_QUEUED, .subject = id, .object = promise, .value = kind,
                      .text = name, .clause = clause);
}

static void
report_begun (LsScriptRealm *self,
              guint32        abort_source,
              gint32         priority_source)
{
  guint32 signal = 0;
  guint8 priority = LS_TASK_PRIORITY_NONE;

  if (self->first_job_id < self->job_ids->len)
    self->current_job = g_array_index (self->job_ids, guint32, self->first_job_id++);
  if (self->first_job_id > 4096 && self->first_job_id * 2 > self->job_ids->len)
    {
      g_array_remove_range (self->job_ids, 0, self->first_job_id);
      self->first_job_id = 0;
    }
  if (priority_source > 0)
    {
      LsScriptHandle *handle = g_hash_table_lookup (self->handles_by_id, GINT_TO_POINTER (priority_source));

      signal = priority_source;
      if (handle != NULL && LS_IS_TASK_SIGNAL (handle->signal))
        priority = ls_task_signal_get_priority (LS_TASK_SIGNAL (handle->signal));
    }
  else if (ls_task_priority_is_valid (-priority_source))
    {
      priority = -priority_source;
      signal = ls_abort_signal_get_id (LS_ABORT_SIGNAL (ls_scheduling_context_get_fixed_signal (self->loop, priority)));
    }
  self->statement = 0;
  ls_event_loop_emit (self->loop, .kind = LS_RECORD_MICROTASK_STARTED, .subject = self->current_job,
                      .object = abort_source, .value = signal, .priority = priority,
                      .clause = LS_CLAUSE_HTML_MICROTASK_CHECKPOINT);
}

/* Makes records of the events in the buffer, and empties it. */
void
ls_script_events_flush (LsScriptRealm *self)
{
  const gint32 *event = self->events;
  const gint32 *end = event + MIN (self->words[LS_SCRIPT_WORD_EVENTS], LS_SCRIPT_N_EVENTS - 4);
  const guint32 statement = self->statement;

  self->words[LS_SCRIPT_WORD_EVENTS] = 0;
  if (self->probe == NULL)
    return;
  ls_event_loop_update_clock (self->loop);
  while (event < end)
    switch (*event)
      {
      case EVENT_STATEMENT:
        report_statement (self, event[1], event[2], 0);
        event += 3;
        break;

      case EVENT_GO:
        report_statement (self, event[1], event[2], event[3]);
        event += 4;
        break;

      case EVENT_QUEUED:
        report_queued (self, event[1], event[2], event[3]);
        event += 4;
        break;

      case EVENT_BEGUN:
        report_begun (self, event[1], event[2]);
        event += 3;
        break;

      case EVENT_FINISHED:
        ls_event_loop_emit (self->loop, .kind = LS_RECORD_MICROTASK_FINISHED, .subject = self->current_job,
                            .flags = event[1] ? LS_RECORD_FLAG_THREW : 0,
                            .clause = LS_CLAUSE_HTML_MICROTASK_CHECKPOINT);
        event += 2;
        break;

      case EVENT_FULFILLED:
        ls_event_loop_emit (self->loop, .kind = LS_RECORD_PROMISE_FULFILLED, .subject = event[1],
                            .clause = LS_CLAUSE_ECMA_PROMISE_RESOLVE);
        event += 2;
        break;

      case EVENT_BREAKPOINT:
        ls_event_loop_emit (self->loop, .kind = LS_RECORD_BREAKPOINT, .subject = event[1],
                            .text = statement_get_place (self, self->last_statement),
                            .clause = LS_CLAUSE_SESSION);
        event += 2;
        break;

      default:
        g_warning ("The prelude has written an event of kind %d", *event);
        event = end;
        break;
      }
  if (self->statement != statement)
    self->host->count (self->host, self->statement > statement ? self->statement - statement : self->statement);
}

/* The loop is about to call program code. */
void
ls_script_events_begin_callback (LsScriptRealm *self)
{
  self->statement = 0;
  self->n_counted = 0;
  self->words[LS_SCRIPT_WORD_STATEMENT] = 0;
  self->words[LS_SCRIPT_WORD_DEPTH] = 0;
  self->words[LS_SCRIPT_WORD_MATCHING] = 0;
  self->words[LS_SCRIPT_WORD_STATEMENT_LIMIT] = 1;
}

/* The program has reached the statement limit: the host wants to act at this statement, or statements have to be counted. */
void
ls_script_events_check_statement (LsScriptRealm *self)
{
  const guint32 n = self->words[LS_SCRIPT_WORD_STATEMENT];
  guint32 next;

  if (n < (guint32) self->words[LS_SCRIPT_WORD_STATEMENT_LIMIT])
    return;
  if (self->probe == NULL)
    {
      self->host->count (self->host, n - self->n_counted);
      self->n_counted = n;
    }
  next = self->host->statement (self->host, n);
  self->words[LS_SCRIPT_WORD_STATEMENT_LIMIT] = MIN (next, MIN (n + COUNT_INTERVAL, G_MAXINT32));
  if (!self->host->may_go_on (self->host))
    ls_script_realm_stop (self, NULL);
}
