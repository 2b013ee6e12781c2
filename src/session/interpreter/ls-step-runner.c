/* ls-step-runner.c: what each step does, as calls of the engine
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"

#include <math.h>

#define DEFAULT_FRAME_RATE 60
#define SCHEDULER_WEIGHT 9   /* how many statements making one counts as: a scheduler is large, and stays while it has tasks */

/* A stream of the compositor's frames: each posts the next one. */
typedef struct
{
  guint          ref_count;
  LsInterpreter *interpreter;
  LsBody        *body;
  guint64        work;
  guint64        remaining;
  double         period;      /* µs */
  guint64        start;
} Frames;

LsCallbackData *
ls_callback_data_new (const LsStepRun *run,
                      LsBody          *body)
{
  LsCallbackData *callback = g_new0 (LsCallbackData, 1);

  callback->interpreter = run->interpreter;
  callback->body = body;
  return callback;
}

/* Calls the body of an LsCallbackData. */
LsCompletion
ls_step_call_back (const LsValue *argument,
                   LsValue       *result,
                   gpointer       user_data)
{
  LsCallbackData *callback = user_data;

  return ls_interpreter_call (callback->interpreter, callback->body, FALSE, argument, result);
}

static const char *
get_name (const LsStepRun *run,
          LsBody          *body,
          const char      *fallback)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);

  if (name == NULL && body != NULL)
    name = ls_body_get_name (body);
  return name != NULL ? name : fallback;
}

static guint32
saturate_to (double  number,
             guint32 maximum)
{
  return number < maximum ? (guint32) number : maximum;
}

void
ls_step_name_promise (const LsStepRun *run,
                      LsPromise       *promise)
{
  const char *as = ls_step_get_text (run->step, LS_MEMBER_AS);

  if (as == NULL)
    return;
  ls_promise_set_name (promise, as);
  ls_program_scope_set (run->interpreter, as, LS_NAMED_PROMISE)->promise = ls_promise_ref (promise);
}

static void
name_number (const LsStepRun *run,
             LsNamedKind      kind,
             guint32          id)
{
  const char *as = ls_step_get_text (run->step, LS_MEMBER_AS);

  if (as != NULL)
    ls_program_scope_set (run->interpreter, as, kind)->id = id;
}

LsBody *
ls_step_find_body (const LsStepRun *run,
                   LsStepMember     member)
{
  return ls_interpreter_find_body (run->interpreter, run->step, member);
}

/* Returns: what @member names; NULL where that is none of @kinds, and the step throws */
LsNamed *
ls_step_find (const LsStepRun *run,
              LsStepMember     member,
              LsNamedKind      kinds)
{
  return ls_program_scope_find (run->interpreter, ls_step_get_text (run->step, member), kinds, run->value);
}

/* Likewise, of a signal or its controller. */
LsAbortSignal *
ls_step_find_signal (const LsStepRun *run,
                     LsStepMember     member)
{
  return ls_program_scope_find_signal (run->interpreter, ls_step_get_text (run->step, member), run->value);
}

/* Returns: (transfer full): the text of a member with its variables filled in, "" if there is none; NULL with *@value set after an
 * error */
char *
ls_step_expand (const LsStepRun *run,
                LsStepMember     member,
                LsValue         *value)
{
  const char *text = ls_step_get_text (run->step, member);

  return text != NULL ? ls_program_scope_expand (run->activation, text, value) : g_strdup ("");
}

/* Reads a member that is a scalar. Returns FALSE with *@value set to an exception after an error. */
gboolean
ls_step_get_scalar (const LsStepRun *run,
                    LsStepMember     member,
                    LsValue         *value)
{
  JsonNode *node = json_object_get_member (json_node_get_object (run->step->json), ls_step_member_name (member));
  g_autofree char *text = NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;

  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    ls_value_set_boolean (value, json_node_get_boolean (node));
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    ls_value_set_number (value, json_node_get_int (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    ls_value_set_number (value, json_node_get_double (node));
  else
    {
      text = ls_step_expand (run, member, value);
      if (text == NULL)
        return FALSE;
      ls_value_set_string (value, text);
    }

  return TRUE;
}

static LsOutcome
run_work (const LsStepRun *run)
{
  const guint64 duration = ls_microseconds_of_ms (ls_step_get_number (run->step, LS_MEMBER_MS, 0));

  return ls_interpreter_work (run->interpreter, duration) ? LS_OUTCOME_NORMAL : LS_OUTCOME_STOP;
}

static LsOutcome
run_log (const LsStepRun *run)
{
  g_autofree char *text = ls_step_expand (run, LS_MEMBER_TEXT, run->value);

  if (text == NULL)
    return LS_OUTCOME_THROW;
  ls_interpreter_log (run->interpreter, text);
  return LS_OUTCOME_NORMAL;
}

static gboolean
find_scheduler (const LsStepRun  *run,
                LsScheduler     **scheduler)
{
  LsNamed *named;

  *scheduler = run->interpreter->scheduler;
  if (ls_step_get_text (run->step, LS_MEMBER_SCHEDULER) == NULL)
    return TRUE;
  named = ls_step_find (run, LS_MEMBER_SCHEDULER, LS_NAMED_SCHEDULER);
  if (named != NULL)
    *scheduler = named->scheduler;
  return named != NULL;
}

/* The promise is the program's own unless somebody asks for it here. */
static void
post_javascript (const LsStepRun         *run,
                 const LsPostTaskOptions *options,
                 gboolean                 is_last)
{
  const LsInterpreterHost *host = run->interpreter->host;
  g_autoptr (LsPromise) result = NULL;

  if (is_last && ls_step_find_value (run->step, LS_MEMBER_AS) != NULL)
    result = ls_promise_new (run->interpreter->loop);
  host->post_javascript (run->step, options, result, host->user_data);
  if (result != NULL)
    ls_step_name_promise (run, result);
}

static LsOutcome
run_post_task (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  const char *signal = ls_step_get_text (run->step, LS_MEMBER_SIGNAL);
  guint64 count = ls_step_get_count (run->step, LS_MEMBER_COUNT, 1);
  double delay = ls_step_get_number (run->step, LS_MEMBER_DELAY, 0);
  double every = ls_step_get_number (run->step, LS_MEMBER_EVERY, 0);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  LsScheduler *scheduler;

  if (!find_scheduler (run, &scheduler))
    return LS_OUTCOME_THROW;
  if (ls_step_get_javascript (run->step) != NULL && run->interpreter->agent != NULL &&
      ls_agent_get_id (run->interpreter->agent) != 1)
    return ls_step_throw (run, "NotSupportedError", "Only the main agent has JavaScript among steps");
  if (signal != NULL)
    {
      options.signal = ls_program_scope_find_signal (run->interpreter, signal, run->value);
      if (options.signal == NULL)
        return LS_OUTCOME_THROW;
    }
  options.priority = ls_step_get_count (run->step, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_NONE);
  options.name = get_name (run, body, "task");

  for (guint64 i = 0; i < count; i++)
    {
      g_autoptr (LsPromise) promise = NULL;

      /* The step itself is counted already. */
      if (i > 0)
        ls_interpreter_count (run->interpreter, 1);
      if (run->interpreter->stopped)
        return LS_OUTCOME_STOP;
      options.delay = delay + i * every;
      if (ls_step_get_javascript (run->step) != NULL)
        {
          post_javascript (run, &options, i == count - 1);
          continue;
        }
      promise = ls_scheduler_post_task (scheduler, ls_step_call_back, ls_callback_data_new (run, body), g_free, &options);
      if (i == count - 1)
        ls_step_name_promise (run, promise);
    }
  return LS_OUTCOME_NORMAL;
}

/* Reads what yield(), wait() and render() take. */
static gboolean
find_yield_options (const LsStepRun  *run,
                    LsScheduler     **scheduler,
                    LsYieldOptions   *found)
{
  const char *signal = ls_step_get_text (run->step, LS_MEMBER_SIGNAL);
  const char *priority = ls_step_get_text (run->step, LS_MEMBER_PRIORITY);
  LsYieldOptions options = LS_YIELD_OPTIONS_INIT;

  if (!find_scheduler (run, scheduler))
    return FALSE;
  options.inherit_signal = g_strcmp0 (signal, "inherit") == 0;
  options.inherit_priority = g_strcmp0 (priority, "inherit") == 0;
  options.priority = ls_step_get_count (run->step, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_NONE);
  if (signal != NULL && !options.inherit_signal)
    {
      options.signal = ls_program_scope_find_signal (run->interpreter, signal, run->value);
      if (options.signal == NULL)
        return FALSE;
    }
  *found = options;
  return TRUE;
}

static LsOutcome
run_yield (const LsStepRun *run)
{
  g_autoptr (LsPromise) promise = NULL;
  LsYieldOptions options;
  LsScheduler *scheduler;

  if (!find_yield_options (run, &scheduler, &options))
    return LS_OUTCOME_THROW;
  if (run->step->op == LS_STEP_OP_SCHEDULER_WAIT)
    promise = ls_scheduler_wait (scheduler, ls_step_get_number (run->step, LS_MEMBER_MS, 0), &options);
  else if (run->step->op == LS_STEP_OP_RENDER)
    promise = ls_scheduler_render (scheduler, &options);
  else
    promise = ls_scheduler_yield (scheduler, &options);
  ls_value_set_promise (run->value, promise);
  return LS_OUTCOME_AWAIT;
}

static LsOutcome
run_current_task_signal (const LsStepRun *run)
{
  LsTaskSignal *signal;
  LsScheduler *scheduler;

  if (!find_scheduler (run, &scheduler))
    return LS_OUTCOME_THROW;
  signal = ls_scheduler_get_current_task_signal (scheduler);
  if (signal == NULL)
    return ls_step_throw (run, "TypeError", "scheduler.currentTaskSignal is undefined: its experiment is off");
  ls_program_scope_set (run->interpreter, ls_step_get_text (run->step, LS_MEMBER_NAME), LS_NAMED_SIGNAL)->signal =
    g_object_ref (LS_ABORT_SIGNAL (signal));
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_microtask (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);

  ls_event_loop_queue_microtask (run->interpreter->loop, get_name (run, body, "microtask"), ls_step_call_back,
                                 ls_callback_data_new (run, body), g_free);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_timer (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  gint32 timeout = saturate_to (ls_step_get_number (run->step, LS_MEMBER_MS, 0), G_MAXINT32);
  const char *name = get_name (run, body, "timer");
  LsCallbackData *callback = ls_callback_data_new (run, body);
  guint32 id;

  if (ls_step_get_count (run->step, LS_MEMBER_REPEAT, FALSE))
    id = ls_event_loop_set_interval (run->interpreter->loop, timeout, name, ls_step_call_back, callback, g_free);
  else
    id = ls_event_loop_set_timeout (run->interpreter->loop, timeout, name, ls_step_call_back, callback, g_free);
  name_number (run, LS_NAMED_TIMER, id);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_clear_timer (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_TIMER, LS_NAMED_TIMER);

  if (named == NULL)
    return LS_OUTCOME_THROW;
  ls_event_loop_clear_timer (run->interpreter->loop, named->id);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_idle (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  guint32 timeout = saturate_to (ls_step_get_number (run->step, LS_MEMBER_TIMEOUT, 0), G_MAXUINT32);

  name_number (run, LS_NAMED_IDLE,
               ls_event_loop_request_idle_callback (run->interpreter->loop, timeout, get_name (run, body, "idle"),
                                                    ls_step_call_back, ls_callback_data_new (run, body), g_free));
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_cancel_idle (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_IDLE, LS_NAMED_IDLE);

  if (named == NULL)
    return LS_OUTCOME_THROW;
  ls_event_loop_cancel_idle_callback (run->interpreter->loop, named->id);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_post (const LsStepRun *run)
{
  LsBody *body = ls_step_find_body (run, LS_MEMBER_BODY);
  LsQueueType queue = ls_step_get_count (run->step, LS_MEMBER_QUEUE, LS_QUEUE_TYPE_DEFAULT);

  ls_event_loop_post (run->interpreter->loop, queue, ls_microseconds_of_ms (ls_step_get_number (run->step, LS_MEMBER_DELAY, 0)),
                      ls_step_get_count (run->step, LS_MEMBER_DISCRETE, FALSE) ? LS_POST_DISCRETE : LS_POST_NONE,
                      get_name (run, body, ls_queue_type_to_string (queue)), ls_step_call_back,
                      ls_callback_data_new (run, body), g_free);
  return LS_OUTCOME_NORMAL;
}

static void
frames_unref (gpointer data)
{
  Frames *frames = data;

  if (--frames->ref_count == 0)
    g_free (frames);
}

static LsCompletion run_frame (const LsValue *argument,
                               LsValue       *result,
                               gpointer       user_data);

/* Posts the next frame at the next tick of the display. */
static void
post_frame (Frames *frames)
{
  guint64 now = ls_event_loop_get_time (frames->interpreter->loop);
  double ticks = floor ((now - frames->start) / frames->period) + 1;
  double next = frames->start + ceil (ticks * frames->period);
  guint64 delay = next > now ? MIN (next - now, 0x1p53) : 1;

  frames->remaining--;
  frames->ref_count++;
  ls_event_loop_post (frames->interpreter->loop, LS_QUEUE_TYPE_COMPOSITOR, delay, LS_POST_NONE, "frame", run_frame,
                      frames, frames_unref);
}

static LsCompletion
run_frame (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  Frames *frames = user_data;

  if (frames->interpreter->stopped)
    return LS_COMPLETION_NORMAL;
  if (frames->work > 0 && !ls_interpreter_work (frames->interpreter, frames->work))
    return LS_COMPLETION_NORMAL;
  if (frames->remaining > 0)
    post_frame (frames);
  return frames->body != NULL ? ls_interpreter_call (frames->interpreter, frames->body, FALSE, NULL, result)
                              : LS_COMPLETION_NORMAL;
}

static LsOutcome
run_frames (const LsStepRun *run)
{
  Frames *frames;

  if (ls_step_get_count (run->step, LS_MEMBER_COUNT, 0) == 0)
    return LS_OUTCOME_NORMAL;

  frames = g_new0 (Frames, 1);
  frames->ref_count = 1;
  frames->interpreter = run->interpreter;
  frames->body = ls_step_find_body (run, LS_MEMBER_BODY);
  frames->work = ls_microseconds_of_ms (ls_step_get_number (run->step, LS_MEMBER_WORK_MS, 0));
  frames->remaining = ls_step_get_count (run->step, LS_MEMBER_COUNT, 0);
  frames->period = CLAMP (1e6 / ls_step_get_number (run->step, LS_MEMBER_HZ, DEFAULT_FRAME_RATE), 1, 0x1p53);
  frames->start = ls_event_loop_get_time (run->interpreter->loop);
  post_frame (frames);
  frames_unref (frames);
  return LS_OUTCOME_NORMAL;
}

/* Returns: (transfer full) (nullable): the promise that the step names; without one the step throws. */
LsPromise *
ls_step_find_promise (const LsStepRun *run)
{
  LsNamed *named = ls_step_find (run, LS_MEMBER_PROMISE, LS_NAMED_PROMISE);

  return named != NULL ? ls_promise_ref (named->promise) : NULL;
}

static LsOutcome
run_scheduler (const LsStepRun *run)
{
  const char *name = ls_step_get_text (run->step, LS_MEMBER_NAME);

  ls_interpreter_count (run->interpreter, SCHEDULER_WEIGHT);
  ls_program_scope_set (run->interpreter, name, LS_NAMED_SCHEDULER)->scheduler = ls_scheduler_new (run->interpreter->loop, name);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_promise (const LsStepRun *run)
{
  g_autoptr (LsPromise) promise = ls_promise_new (run->interpreter->loop);

  ls_step_name_promise (run, promise);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_settle (const LsStepRun *run)
{
  g_autoptr (LsPromise) promise = ls_step_find_promise (run);
  g_auto (LsValue) result = LS_VALUE_INIT;

  if (promise == NULL)
    return LS_OUTCOME_THROW;
  if (!ls_step_get_scalar (run, run->step->op == LS_STEP_OP_RESOLVE ? LS_MEMBER_VALUE : LS_MEMBER_REASON, &result))
    {
      ls_value_copy (&result, run->value);
      return LS_OUTCOME_THROW;
    }

  if (run->step->op == LS_STEP_OP_RESOLVE)
    ls_promise_resolve (promise, &result);
  else
    ls_promise_reject (promise, &result);
  return LS_OUTCOME_NORMAL;
}

/* What runs a step, and whether the place of the body afterwards, values and shared memory tell all that it does. */
static const struct
{
  LsOutcome (*run) (const LsStepRun *run);
  gboolean  is_pure;
} functions[LS_N_STEP_OPS] = {
  [LS_STEP_OP_WORK] = { run_work, TRUE },
  [LS_STEP_OP_LOG] = { run_log, TRUE },
  [LS_STEP_OP_POST_TASK] = { run_post_task },
  [LS_STEP_OP_YIELD] = { run_yield },
  [LS_STEP_OP_CONTROLLER] = { ls_step_run_controller },
  [LS_STEP_OP_ABORT_CONTROLLER] = { ls_step_run_abort_controller },
  [LS_STEP_OP_ANY] = { ls_step_run_any },
  [LS_STEP_OP_TIMEOUT_SIGNAL] = { ls_step_run_timeout_signal },
  [LS_STEP_OP_ABORTED_SIGNAL] = { ls_step_run_aborted_signal },
  [LS_STEP_OP_SET_PRIORITY] = { ls_step_run_set_priority },
  [LS_STEP_OP_ABORT] = { ls_step_run_abort },
  [LS_STEP_OP_THROW_IF_ABORTED] = { ls_step_run_throw_if_aborted },
  [LS_STEP_OP_ON] = { ls_step_run_on },
  [LS_STEP_OP_OFF] = { ls_step_run_off },
  [LS_STEP_OP_MICROTASK] = { run_microtask },
  [LS_STEP_OP_TIMER] = { run_timer },
  [LS_STEP_OP_CLEAR_TIMER] = { run_clear_timer },
  [LS_STEP_OP_IDLE] = { run_idle },
  [LS_STEP_OP_CANCEL_IDLE] = { run_cancel_idle },
  [LS_STEP_OP_POST] = { run_post },
  [LS_STEP_OP_FRAMES] = { run_frames },
  [LS_STEP_OP_REPEAT] = { ls_step_run_repeat, TRUE },
  [LS_STEP_OP_AWAIT] = { ls_step_run_await },
  [LS_STEP_OP_THEN] = { ls_step_run_then },
  [LS_STEP_OP_THROW] = { ls_step_run_throw, TRUE },
  [LS_STEP_OP_RETURN] = { ls_step_run_return, TRUE },
  [LS_STEP_OP_TRY] = { ls_step_run_try, TRUE },
  [LS_STEP_OP_CALL] = { ls_step_run_call, TRUE },
  [LS_STEP_OP_ASYNC] = { ls_step_run_async },
  [LS_STEP_OP_SCHEDULER] = { run_scheduler },
  [LS_STEP_OP_PROMISE] = { run_promise },
  [LS_STEP_OP_RESOLVE] = { run_settle },
  [LS_STEP_OP_REJECT] = { run_settle },
  [LS_STEP_OP_IF] = { ls_step_run_if, TRUE },
  [LS_STEP_OP_LOOP] = { ls_step_run_loop, TRUE },
  [LS_STEP_OP_BREAK] = { ls_step_run_break, TRUE },
  [LS_STEP_OP_LET] = { ls_step_run_let, TRUE },
  [LS_STEP_OP_MEMORY] = { ls_step_run_memory },
  [LS_STEP_OP_LOAD] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_STORE] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_ADD] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_SUB] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_AND] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_OR] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_XOR] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_EXCHANGE] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_COMPARE_EXCHANGE] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_WAIT] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_WAIT_ASYNC] = { ls_step_run_at_place },
  [LS_STEP_OP_NOTIFY] = { ls_step_run_at_place, TRUE },
  [LS_STEP_OP_PAUSE] = { ls_step_run_pause, TRUE },
  [LS_STEP_OP_ASYNC_LOCK] = { ls_step_run_at_place },
  [LS_STEP_OP_FAIR_LOCK] = { ls_step_run_at_place },
  [LS_STEP_OP_LOCK] = { ls_step_run_locking, TRUE },
  [LS_STEP_OP_UNLOCK] = { ls_step_run_locking, TRUE },
  [LS_STEP_OP_EXECUTE_LOCKED] = { ls_step_run_locking },
  [LS_STEP_OP_WORKER] = { ls_step_run_worker },
  [LS_STEP_OP_TERMINATE] = { ls_step_run_terminate },
  [LS_STEP_OP_POST_MESSAGE] = { ls_step_run_post_message },
  [LS_STEP_OP_ON_MESSAGE] = { ls_step_run_on_message },
  [LS_STEP_OP_SCHEDULER_WAIT] = { run_yield },
  [LS_STEP_OP_RENDER] = { run_yield },
  [LS_STEP_OP_CURRENT_TASK_SIGNAL] = { run_current_task_signal },
};

gboolean
ls_step_is_pure (LsStep *self)
{
  return functions[self->op].is_pure;
}

/* Runs a step. *@value: what it throws, returns or awaits. */
LsOutcome
ls_step_run (LsStep       *self,
             LsActivation *activation,
             LsValue      *value)
{
  return functions[self->op].run (&(LsStepRun) { self, activation->interpreter, activation, value });
}
