/* ls-script-scheduler.c: the natives of Scheduler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include <math.h>

#include "ls-event-loop-private.h"
#include "ls-scheduler-private.h"

/* How the engine settles a slot, see docs/javascript.md. */
enum
{
  SETTLE_RETURNED = 0,
  SETTLE_THREW = 1,
  SETTLE_REASON = 2
};

/* The results of runTask, see docs/javascript.md. */
enum
{
  RUN_RETURNED = 0,
  RUN_THREW = 1,
  RUN_SETTLED = 2
};

static LsScriptSlot *
get_slot (LsScriptRealm *self,
          guint32        slot)
{
  LsScriptSlot *place;

  if (slot >= self->slots->len)
    g_ptr_array_set_size (self->slots, slot + 1);
  place = g_ptr_array_index (self->slots, slot);
  if (place == NULL)
    {
      place = g_new0 (LsScriptSlot, 1);
      place->realm = self;
      place->slot = slot;
      g_ptr_array_index (self->slots, slot) = place;
    }
  return place;
}

/* Settles the program's promise. The slot keeps the result or the exception of the callback, so neither passes through here. */
static void
settle (LsPromiseState  state,
        const LsValue  *value,
        gpointer        data)
{
  LsScriptSlot *slot = data;
  LsScriptRealm *self = slot->realm;
  JSValueRef arguments[3] = { JSValueMakeNumber (self->context, slot->slot), NULL, NULL };
  guint mode = SETTLE_RETURNED;
  gsize n_arguments = 2;

  if (slot->is_settled)
    {
      slot->is_settled = FALSE;
      return;
    }
  if (state == LS_PROMISE_REJECTED)
    mode = value == NULL || value->type == LS_VALUE_UNDEFINED ? SETTLE_THREW : SETTLE_REASON;
  if (mode == SETTLE_REASON)
    arguments[n_arguments++] = ls_script_realm_from_ls_value (self, value);
  arguments[1] = JSValueMakeNumber (self->context, mode);
  ls_script_realm_call (self, LS_SCRIPT_HOOK_SETTLE_TASK, n_arguments, arguments);
}

static const LsPromiseHost promise_host = { settle };

static LsCompletion
run_task (const LsValue *argument,
          LsValue       *result,
          gpointer       data)
{
  LsScriptSlot *slot = data;
  LsScriptRealm *self = slot->realm;
  JSValueRef arguments[1] = { JSValueMakeNumber (self->context, slot->slot) };
  JSValueRef returned = ls_script_realm_call (self, LS_SCRIPT_HOOK_RUN_TASK, 1, arguments);
  const double how = returned != NULL ? JSValueToNumber (self->context, returned, NULL) : RUN_RETURNED;

  slot->is_settled = how == RUN_SETTLED;
  return how == RUN_THREW ? LS_COMPLETION_THROW : LS_COMPLETION_NORMAL;
}

/* postTask (slot, signal, priority, delay, name) */
LS_SCRIPT_LOCKED_NATIVE (native_post_task, 5)
{
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  g_autofree char *name = ls_script_events_get_name (self, arguments[4]);
  LsScriptSlot *slot = get_slot (self, ls_jsc_to_uint (context, arguments[0]));
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[1]);
  const guint priority = ls_jsc_to_uint (context, arguments[2]);

  options.signal = handle != NULL ? handle->signal : NULL;
  options.priority = ls_task_priority_is_valid (priority) ? priority : LS_TASK_PRIORITY_NONE;
  options.delay = JSValueToNumber (context, arguments[3], NULL);
  options.name = name;
  ls_scheduler_post_task_hosted (self->scheduler, run_task, slot, &options, &promise_host);
  slot->promise = self->words[LS_SCRIPT_WORD_LAST_PROMISE];
  return JSValueMakeNumber (context, slot->promise);
}

/* refuse (signal, name, method): a call with an aborted signal, for the trace. method: a number, as in scheduler.js */
LS_SCRIPT_LOCKED_NATIVE (native_refuse, 3)
{
  static const LsClause clauses[] = {
    LS_CLAUSE_SCHEDULE_POST_TASK, LS_CLAUSE_SCHEDULE_YIELD, LS_CLAUSE_EXPERIMENT_WAIT, LS_CLAUSE_EXPERIMENT_RENDER,
  };
  const guint method = MIN (ls_jsc_to_uint (context, arguments[2]), G_N_ELEMENTS (clauses) - 1);
  g_autofree char *name = ls_script_events_get_name (self, arguments[1]);
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);

  if (handle != NULL)
    ls_scheduler_refuse_hosted (self->scheduler, handle->signal, name, clauses[method]);
  return NULL;
}

/* Reads a priority source: a handle, or the number of a priority, for which there is a signal as well. */
static LsTaskSignal *
get_priority_source (LsScriptRealm *self,
                     JSValueRef     value)
{
  LsScriptHandle *handle = ls_script_handle_get (self, value);
  guint number;

  if (handle != NULL && LS_IS_TASK_SIGNAL (handle->signal))
    return LS_TASK_SIGNAL (handle->signal);
  number = handle == NULL ? ls_jsc_to_uint (self->context, value) : LS_TASK_PRIORITY_NONE;
  return ls_scheduling_context_get_fixed_signal (self->loop, ls_task_priority_is_valid (number) ? number
                                                                                               : LS_TASK_PRIORITY_USER_VISIBLE);
}

/* Reads the first three arguments of yield(), wait() and render(): slot, abort, priority. */
static LsScriptSlot *
get_request (LsScriptRealm         *self,
             const JSValueRef      *arguments,
             LsContinuationRequest *request)
{
  LsScriptSlot *slot = get_slot (self, ls_jsc_to_uint (self->context, arguments[0]));
  LsScriptHandle *abort_source = ls_script_handle_get (self, arguments[1]);

  request->abort_source = abort_source != NULL ? abort_source->signal : NULL;
  request->priority_source = get_priority_source (self, arguments[2]);
  request->host = &promise_host;
  request->host_data = slot;
  return slot;
}

static JSValueRef
keep_promise (LsScriptRealm *self,
              LsScriptSlot  *slot)
{
  slot->promise = self->words[LS_SCRIPT_WORD_LAST_PROMISE];
  return JSValueMakeNumber (self->context, slot->promise);
}

/* yield (slot, abort, priority) */
LS_SCRIPT_LOCKED_NATIVE (native_yield, 3)
{
  LsContinuationRequest request;
  LsScriptSlot *slot = get_request (self, arguments, &request);

  ls_scheduler_yield_hosted (self->scheduler, &request);
  return keep_promise (self, slot);
}

/* schedulerWait (slot, abort, priority, delay) */
LS_SCRIPT_LOCKED_NATIVE (native_wait, 4)
{
  LsContinuationRequest request;
  LsScriptSlot *slot = get_request (self, arguments, &request);

  ls_scheduler_wait_hosted (self->scheduler, trunc (JSValueToNumber (context, arguments[3], NULL)), &request);
  return keep_promise (self, slot);
}

/* schedulerRender (slot, abort, priority) */
LS_SCRIPT_LOCKED_NATIVE (native_render, 3)
{
  LsContinuationRequest request;
  LsScriptSlot *slot = get_request (self, arguments, &request);

  ls_scheduler_render_hosted (self->scheduler, &request);
  return keep_promise (self, slot);
}

/* currentTaskSignal (abort, priority) → a handle of the signal of a scheduling state with these sources */
LS_SCRIPT_NATIVE (native_current_task_signal, 2)
{
  LsScriptHandle *abort_source = ls_script_handle_get (self, arguments[0]);
  g_autoptr (LsTaskSignal) signal = ls_current_task_signal_new (self->loop, abort_source != NULL ? abort_source->signal : NULL,
                                                                get_priority_source (self, arguments[1]));

  return ls_script_handle_adopt (self, LS_ABORT_SIGNAL (signal));
}

/* runningTask (): the number of the task whose turn it is, or 0 */
LS_SCRIPT_LOCKED_NATIVE (native_running_task, 0)
{
  return JSValueMakeNumber (context, self->loop->current_task);
}

/* runningPriority (): the priority of the queue from which the running scheduler task was taken */
LS_SCRIPT_LOCKED_NATIVE (native_running_priority, 0)
{
  return JSValueMakeNumber (context, self->loop->current_queue != NULL ? self->loop->current_queue->priority
                                                                       : LS_TASK_PRIORITY_USER_VISIBLE);
}

/* raise (slot, source, priority, task): for priority inheritance. source: as in yield(), or null where only the priority is known;
 * task: the one that awaits, or 0 */
LS_SCRIPT_LOCKED_NATIVE (native_raise, 4)
{
  LsScriptSlot *slot = get_slot (self, ls_jsc_to_uint (context, arguments[0]));
  const guint32 task = ls_jsc_to_uint (context, arguments[3]);
  const guint priority = ls_jsc_to_uint (context, arguments[2]);

  if (ls_task_priority_is_valid (priority))
    ls_priority_inheritance_raise (self->loop, slot->promise,
                                   JSValueIsNull (context, arguments[1]) ? NULL : get_priority_source (self, arguments[1]),
                                   priority, task != 0 ? task : self->loop->current_task);
  return NULL;
}

/* The next two natives take their arguments in words: the slot, the abort source (a signal's number or 0), and the priority
 * source (a signal's number, −priority, or 0). For a real argument, JavaScriptCore would take its lock at each access. The
 * natives serve programs without a trace. They return in a word whether there is a task: there is none if the abort source is
 * aborted. */
static LsAbortSignal *
get_signal (LsScriptRealm *self,
            LsScriptWord   word)
{
  const gint32 id = self->words[word];
  LsScriptHandle *handle = id > 0 ? g_hash_table_lookup (self->handles_by_id, GINT_TO_POINTER (id)) : NULL;

  return handle != NULL ? handle->signal : NULL;
}

static LsTaskPriority
get_priority (LsScriptRealm  *self,
              LsTaskPriority  otherwise)
{
  const gint32 source = self->words[LS_SCRIPT_WORD_PRIORITY_SOURCE];

  return ls_task_priority_is_valid (-source) ? (LsTaskPriority) -source : otherwise;
}

static gboolean
accept (LsScriptRealm *self,
        LsAbortSignal *abort_source)
{
  self->words[LS_SCRIPT_WORD_ACCEPTED] = abort_source == NULL || !ls_abort_signal_get_aborted (abort_source);
  return self->words[LS_SCRIPT_WORD_ACCEPTED];
}

/* post () */
LS_SCRIPT_NATIVE (native_post, 0)
{
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;

  options.signal = get_signal (self, LS_SCRIPT_WORD_ABORT_SOURCE);
  options.priority = get_priority (self, LS_TASK_PRIORITY_NONE);
  if (accept (self, options.signal))
    {
      LsScriptSlot *slot = get_slot (self, self->words[LS_SCRIPT_WORD_SLOT]);

      ls_scheduler_post_task_hosted (self->scheduler, run_task, slot, &options, &promise_host);
      slot->promise = self->words[LS_SCRIPT_WORD_LAST_PROMISE];
    }
  return NULL;
}

/* continueLater () */
LS_SCRIPT_NATIVE (native_continue_later, 0)
{
  LsAbortSignal *abort_source = get_signal (self, LS_SCRIPT_WORD_ABORT_SOURCE);
  LsAbortSignal *priority_source = get_signal (self, LS_SCRIPT_WORD_PRIORITY_SOURCE);

  if (accept (self, abort_source))
    {
      LsScriptSlot *slot = get_slot (self, self->words[LS_SCRIPT_WORD_SLOT]);
      const LsTaskPriority priority = get_priority (self, LS_TASK_PRIORITY_USER_VISIBLE);
      const LsContinuationRequest request = {
        .abort_source = abort_source,
        .priority_source = LS_IS_TASK_SIGNAL (priority_source) ? LS_TASK_SIGNAL (priority_source)
                                                               : ls_scheduling_context_get_fixed_signal (self->loop, priority),
        .host = &promise_host,
        .host_data = slot,
      };

      ls_scheduler_yield_hosted (self->scheduler, &request);
      slot->promise = self->words[LS_SCRIPT_WORD_LAST_PROMISE];
    }
  return NULL;
}

/* noteSettled (promise, rejected, text): the result of a task's promise, for the trace */
LS_SCRIPT_LOCKED_NATIVE (native_note_settled, 3)
{
  g_autofree char *text = NULL;

  if (self->probe == NULL)
    return NULL;
  text = JSValueIsUndefined (context, arguments[2]) ? NULL : ls_jsc_to_utf8 (self->context, arguments[2]);
  ls_event_loop_emit (self->loop,
                      .kind = JSValueToBoolean (context, arguments[1]) ? LS_RECORD_PROMISE_REJECTED
                                                                       : LS_RECORD_PROMISE_FULFILLED,
                      .subject = ls_jsc_to_uint (self->context, arguments[0]),
                      .text = ls_probe_intern (self->probe, text), .clause = LS_CLAUSE_ECMA_PROMISE_RESOLVE);
  return NULL;
}

const LsScriptNative ls_script_scheduler_natives[] = {
  { "postTask", native_post_task },
  { "post", native_post },
  { "continueLater", native_continue_later },
  { "refuse", native_refuse },
  { "yield", native_yield },
  { "schedulerWait", native_wait },
  { "schedulerRender", native_render },
  { "currentTaskSignal", native_current_task_signal },
  { "runningTask", native_running_task },
  { "runningPriority", native_running_priority },
  { "raise", native_raise },
  { "noteSettled", native_note_settled },
  { NULL },
};
