/* ls-step-runner.c: what each step does, as calls of the engine
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"

#include <math.h>

#define DEFAULT_FRAME_RATE 60
#define SCHEDULER_WEIGHT 9   /* how many statements making one counts as: a scheduler is large, and stays while it has tasks */
#define WORK_SLICE 5000   /* µs of work on the monotonic clock before the host is asked whether to go on */

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
ls_callback_data_new (LsInterpreter *interpreter,
                      LsBody        *body)
{
  LsCallbackData *callback = g_new0 (LsCallbackData, 1);

  callback->interpreter = interpreter;
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
get_name (LsStep     *self,
          LsBody     *body,
          const char *fallback)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);

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
ls_step_name_promise (LsStep        *self,
                      LsInterpreter *interpreter,
                      LsPromise     *promise)
{
  const char *as = ls_step_get_text (self, LS_MEMBER_AS);

  if (as == NULL)
    return;
  ls_promise_set_name (promise, as);
  ls_program_scope_set (interpreter, as, LS_NAMED_PROMISE)->promise = ls_promise_ref (promise);
}

static void
name_number (LsStep        *self,
             LsInterpreter *interpreter,
             LsNamedKind    kind,
             guint32        id)
{
  const char *as = ls_step_get_text (self, LS_MEMBER_AS);

  if (as != NULL)
    ls_program_scope_set (interpreter, as, kind)->id = id;
}

/* Returns: (transfer full): the text of a member with its variables filled in, "" if there is none; NULL with *@value set after an
 * error */
char *
ls_step_expand (LsStep       *self,
                LsStepMember  member,
                LsActivation *activation,
                LsValue      *value)
{
  const char *text = ls_step_get_text (self, member);

  return text != NULL ? ls_program_scope_expand (activation, text, value) : g_strdup ("");
}

/* Reads a member that is a scalar. Returns FALSE with *@value set to an exception after an error. */
gboolean
ls_step_get_scalar (LsStep       *self,
                    LsStepMember  member,
                    LsActivation *activation,
                    LsValue      *value)
{
  JsonNode *node = json_object_get_member (json_node_get_object (self->json), ls_step_member_name (member));
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
      text = ls_step_expand (self, member, activation, value);
      if (text == NULL)
        return FALSE;
      ls_value_set_string (value, text);
    }

  return TRUE;
}

static LsOutcome
run_work (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsValue       *value)
{
  guint64 duration = ls_microseconds_of_ms (ls_step_get_number (self, LS_MEMBER_MS, 0));

  if (ls_event_loop_get_clock_kind (interpreter->loop) == LS_CLOCK_MONOTONIC)
    for (; duration > WORK_SLICE; duration -= WORK_SLICE)
      {
        ls_event_loop_work (interpreter->loop, WORK_SLICE);
        if (!ls_interpreter_may_go_on (interpreter))
          return LS_OUTCOME_STOP;
      }

  ls_event_loop_work (interpreter->loop, duration);
  return ls_interpreter_may_go_on (interpreter) ? LS_OUTCOME_NORMAL : LS_OUTCOME_STOP;
}

static LsOutcome
run_log (LsStep        *self,
         LsInterpreter *interpreter,
         LsActivation  *activation,
         LsValue       *value)
{
  g_autofree char *text = ls_step_expand (self, LS_MEMBER_TEXT, activation, value);

  if (text == NULL)
    return LS_OUTCOME_THROW;
  ls_interpreter_log (interpreter, text);
  return LS_OUTCOME_NORMAL;
}

static gboolean
find_scheduler (LsStep        *self,
                LsInterpreter *interpreter,
                LsScheduler  **scheduler,
                LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_SCHEDULER);
  LsNamed *named;

  *scheduler = interpreter->scheduler;
  if (name == NULL)
    return TRUE;
  named = ls_program_scope_find (interpreter, name, LS_NAMED_SCHEDULER, value);
  if (named != NULL)
    *scheduler = named->scheduler;
  return named != NULL;
}

/* The promise is the program's own unless somebody asks for it here. */
static void
post_javascript (LsStep                  *self,
                 LsInterpreter           *interpreter,
                 const LsPostTaskOptions *options,
                 gboolean                 is_last)
{
  const LsInterpreterHost *host = interpreter->host;
  g_autoptr (LsPromise) result = NULL;

  if (is_last && ls_step_find_value (self, LS_MEMBER_AS) != NULL)
    result = ls_promise_new (interpreter->loop);
  host->post_javascript (self, options, result, host->user_data);
  if (result != NULL)
    ls_step_name_promise (self, interpreter, result);
}

static LsOutcome
run_post_task (LsStep        *self,
               LsInterpreter *interpreter,
               LsActivation  *activation,
               LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  const char *signal = ls_step_get_text (self, LS_MEMBER_SIGNAL);
  guint64 count = ls_step_get_count (self, LS_MEMBER_COUNT, 1);
  double delay = ls_step_get_number (self, LS_MEMBER_DELAY, 0);
  double every = ls_step_get_number (self, LS_MEMBER_EVERY, 0);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;
  LsScheduler *scheduler;

  if (!find_scheduler (self, interpreter, &scheduler, value))
    return LS_OUTCOME_THROW;
  if (ls_step_get_javascript (self) != NULL && interpreter->agent != NULL && ls_agent_get_id (interpreter->agent) != 1)
    {
      ls_value_take_exception (value, ls_exception_new ("NotSupportedError", "Only the main agent has JavaScript among steps"));
      return LS_OUTCOME_THROW;
    }
  if (signal != NULL)
    {
      options.signal = ls_program_scope_find_signal (interpreter, signal, value);
      if (options.signal == NULL)
        return LS_OUTCOME_THROW;
    }
  options.priority = ls_step_get_count (self, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_NONE);
  options.name = get_name (self, body, "task");

  for (guint64 i = 0; i < count; i++)
    {
      g_autoptr (LsPromise) promise = NULL;

      /* The step itself is counted already. */
      if (i > 0)
        ls_interpreter_count (interpreter, 1);
      if (interpreter->stopped)
        return LS_OUTCOME_STOP;
      options.delay = delay + i * every;
      if (ls_step_get_javascript (self) != NULL)
        {
          post_javascript (self, interpreter, &options, i == count - 1);
          continue;
        }
      promise = ls_scheduler_post_task (scheduler, ls_step_call_back, ls_callback_data_new (interpreter, body), g_free, &options);
      if (i == count - 1)
        ls_step_name_promise (self, interpreter, promise);
    }
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_yield (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  const char *signal = ls_step_get_text (self, LS_MEMBER_SIGNAL);
  const char *priority = ls_step_get_text (self, LS_MEMBER_PRIORITY);
  LsYieldOptions options = LS_YIELD_OPTIONS_INIT;
  g_autoptr (LsPromise) promise = NULL;
  LsScheduler *scheduler;

  if (!find_scheduler (self, interpreter, &scheduler, value))
    return LS_OUTCOME_THROW;
  options.inherit_signal = g_strcmp0 (signal, "inherit") == 0;
  options.inherit_priority = g_strcmp0 (priority, "inherit") == 0;
  options.priority = ls_step_get_count (self, LS_MEMBER_PRIORITY, LS_TASK_PRIORITY_NONE);
  if (signal != NULL && !options.inherit_signal)
    {
      options.signal = ls_program_scope_find_signal (interpreter, signal, value);
      if (options.signal == NULL)
        return LS_OUTCOME_THROW;
    }

  promise = ls_scheduler_yield (scheduler, &options);
  ls_value_set_promise (value, promise);
  return LS_OUTCOME_AWAIT;
}

static LsOutcome
run_microtask (LsStep        *self,
               LsInterpreter *interpreter,
               LsActivation  *activation,
               LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);

  ls_event_loop_queue_microtask (interpreter->loop, get_name (self, body, "microtask"), ls_step_call_back,
                                 ls_callback_data_new (interpreter, body), g_free);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_timer (LsStep        *self,
           LsInterpreter *interpreter,
           LsActivation  *activation,
           LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  gint32 timeout = saturate_to (ls_step_get_number (self, LS_MEMBER_MS, 0), G_MAXINT32);
  const char *name = get_name (self, body, "timer");
  LsCallbackData *callback = ls_callback_data_new (interpreter, body);
  guint32 id;

  if (ls_step_get_count (self, LS_MEMBER_REPEAT, FALSE))
    id = ls_event_loop_set_interval (interpreter->loop, timeout, name, ls_step_call_back, callback, g_free);
  else
    id = ls_event_loop_set_timeout (interpreter->loop, timeout, name, ls_step_call_back, callback, g_free);
  name_number (self, interpreter, LS_NAMED_TIMER, id);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_clear_timer (LsStep        *self,
                 LsInterpreter *interpreter,
                 LsActivation  *activation,
                 LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_TIMER), LS_NAMED_TIMER, value);

  if (named == NULL)
    return LS_OUTCOME_THROW;
  ls_event_loop_clear_timer (interpreter->loop, named->id);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_idle (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  guint32 timeout = saturate_to (ls_step_get_number (self, LS_MEMBER_TIMEOUT, 0), G_MAXUINT32);

  name_number (self, interpreter, LS_NAMED_IDLE,
               ls_event_loop_request_idle_callback (interpreter->loop, timeout, get_name (self, body, "idle"), ls_step_call_back,
                                                    ls_callback_data_new (interpreter, body), g_free));
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_cancel_idle (LsStep        *self,
                 LsInterpreter *interpreter,
                 LsActivation  *activation,
                 LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_IDLE), LS_NAMED_IDLE, value);

  if (named == NULL)
    return LS_OUTCOME_THROW;
  ls_event_loop_cancel_idle_callback (interpreter->loop, named->id);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_post (LsStep        *self,
          LsInterpreter *interpreter,
          LsActivation  *activation,
          LsValue       *value)
{
  LsBody *body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  LsQueueType queue = ls_step_get_count (self, LS_MEMBER_QUEUE, LS_QUEUE_TYPE_DEFAULT);

  ls_event_loop_post (interpreter->loop, queue, ls_microseconds_of_ms (ls_step_get_number (self, LS_MEMBER_DELAY, 0)),
                      ls_step_get_count (self, LS_MEMBER_DISCRETE, FALSE) ? LS_POST_DISCRETE : LS_POST_NONE,
                      get_name (self, body, ls_queue_type_to_string (queue)), ls_step_call_back,
                      ls_callback_data_new (interpreter, body), g_free);
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
  if (frames->work > 0)
    ls_event_loop_work (frames->interpreter->loop, frames->work);
  if (frames->remaining > 0)
    post_frame (frames);
  return frames->body != NULL ? ls_interpreter_call (frames->interpreter, frames->body, FALSE, NULL, result)
                              : LS_COMPLETION_NORMAL;
}

static LsOutcome
run_frames (LsStep        *self,
            LsInterpreter *interpreter,
            LsActivation  *activation,
            LsValue       *value)
{
  Frames *frames;

  if (ls_step_get_count (self, LS_MEMBER_COUNT, 0) == 0)
    return LS_OUTCOME_NORMAL;

  frames = g_new0 (Frames, 1);
  frames->ref_count = 1;
  frames->interpreter = interpreter;
  frames->body = ls_interpreter_find_body (interpreter, self, LS_MEMBER_BODY);
  frames->work = ls_microseconds_of_ms (ls_step_get_number (self, LS_MEMBER_WORK_MS, 0));
  frames->remaining = ls_step_get_count (self, LS_MEMBER_COUNT, 0);
  frames->period = CLAMP (1e6 / ls_step_get_number (self, LS_MEMBER_HZ, DEFAULT_FRAME_RATE), 1, 0x1p53);
  frames->start = ls_event_loop_get_time (interpreter->loop);
  post_frame (frames);
  frames_unref (frames);
  return LS_OUTCOME_NORMAL;
}

/* Returns: (transfer full) (nullable): the promise that the step names; *@value is what it throws without one. */
LsPromise *
ls_step_find_promise (LsStep        *self,
                      LsInterpreter *interpreter,
                      LsValue       *value)
{
  LsNamed *named = ls_program_scope_find (interpreter, ls_step_get_text (self, LS_MEMBER_PROMISE),
                                          LS_NAMED_PROMISE, value);

  return named != NULL ? ls_promise_ref (named->promise) : NULL;
}

static LsOutcome
run_scheduler (LsStep        *self,
               LsInterpreter *interpreter,
               LsActivation  *activation,
               LsValue       *value)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);

  ls_interpreter_count (interpreter, SCHEDULER_WEIGHT);
  ls_program_scope_set (interpreter, name, LS_NAMED_SCHEDULER)->scheduler = ls_scheduler_new (interpreter->loop, name);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_promise (LsStep        *self,
             LsInterpreter *interpreter,
             LsActivation  *activation,
             LsValue       *value)
{
  g_autoptr (LsPromise) promise = ls_promise_new (interpreter->loop);

  ls_step_name_promise (self, interpreter, promise);
  return LS_OUTCOME_NORMAL;
}

static LsOutcome
run_settle (LsStep        *self,
            LsInterpreter *interpreter,
            LsActivation  *activation,
            LsValue       *value)
{
  g_autoptr (LsPromise) promise = ls_step_find_promise (self, interpreter, value);
  g_auto (LsValue) result = LS_VALUE_INIT;

  if (promise == NULL)
    return LS_OUTCOME_THROW;
  if (!ls_step_get_scalar (self, self->op == LS_STEP_OP_RESOLVE ? LS_MEMBER_VALUE : LS_MEMBER_REASON, activation, &result))
    {
      ls_value_copy (&result, value);
      return LS_OUTCOME_THROW;
    }

  if (self->op == LS_STEP_OP_RESOLVE)
    ls_promise_resolve (promise, &result);
  else
    ls_promise_reject (promise, &result);
  return LS_OUTCOME_NORMAL;
}

static const LsRunStep run_functions[LS_N_STEP_OPS] = {
  [LS_STEP_OP_WORK] = run_work,
  [LS_STEP_OP_LOG] = run_log,
  [LS_STEP_OP_POST_TASK] = run_post_task,
  [LS_STEP_OP_YIELD] = run_yield,
  [LS_STEP_OP_CONTROLLER] = ls_step_run_on_signals,
  [LS_STEP_OP_ABORT_CONTROLLER] = ls_step_run_on_signals,
  [LS_STEP_OP_ANY] = ls_step_run_on_signals,
  [LS_STEP_OP_TIMEOUT_SIGNAL] = ls_step_run_on_signals,
  [LS_STEP_OP_ABORTED_SIGNAL] = ls_step_run_on_signals,
  [LS_STEP_OP_SET_PRIORITY] = ls_step_run_on_signals,
  [LS_STEP_OP_ABORT] = ls_step_run_on_signals,
  [LS_STEP_OP_THROW_IF_ABORTED] = ls_step_run_on_signals,
  [LS_STEP_OP_ON] = ls_step_run_on_signals,
  [LS_STEP_OP_OFF] = ls_step_run_on_signals,
  [LS_STEP_OP_MICROTASK] = run_microtask,
  [LS_STEP_OP_TIMER] = run_timer,
  [LS_STEP_OP_CLEAR_TIMER] = run_clear_timer,
  [LS_STEP_OP_IDLE] = run_idle,
  [LS_STEP_OP_CANCEL_IDLE] = run_cancel_idle,
  [LS_STEP_OP_POST] = run_post,
  [LS_STEP_OP_FRAMES] = run_frames,
  [LS_STEP_OP_REPEAT] = ls_step_run_control,
  [LS_STEP_OP_AWAIT] = ls_step_run_control,
  [LS_STEP_OP_THEN] = ls_step_run_control,
  [LS_STEP_OP_THROW] = ls_step_run_control,
  [LS_STEP_OP_RETURN] = ls_step_run_control,
  [LS_STEP_OP_TRY] = ls_step_run_control,
  [LS_STEP_OP_CALL] = ls_step_run_control,
  [LS_STEP_OP_ASYNC] = ls_step_run_control,
  [LS_STEP_OP_SCHEDULER] = run_scheduler,
  [LS_STEP_OP_PROMISE] = run_promise,
  [LS_STEP_OP_RESOLVE] = run_settle,
  [LS_STEP_OP_REJECT] = run_settle,
  [LS_STEP_OP_IF] = ls_step_run_control,
  [LS_STEP_OP_LOOP] = ls_step_run_control,
  [LS_STEP_OP_BREAK] = ls_step_run_control,
  [LS_STEP_OP_LET] = ls_step_run_on_agents,
  [LS_STEP_OP_MEMORY] = ls_step_run_on_agents,
  [LS_STEP_OP_LOAD] = ls_step_run_on_agents,
  [LS_STEP_OP_STORE] = ls_step_run_on_agents,
  [LS_STEP_OP_ADD] = ls_step_run_on_agents,
  [LS_STEP_OP_SUB] = ls_step_run_on_agents,
  [LS_STEP_OP_AND] = ls_step_run_on_agents,
  [LS_STEP_OP_OR] = ls_step_run_on_agents,
  [LS_STEP_OP_XOR] = ls_step_run_on_agents,
  [LS_STEP_OP_EXCHANGE] = ls_step_run_on_agents,
  [LS_STEP_OP_COMPARE_EXCHANGE] = ls_step_run_on_agents,
  [LS_STEP_OP_WAIT] = ls_step_run_on_agents,
  [LS_STEP_OP_WAIT_ASYNC] = ls_step_run_on_agents,
  [LS_STEP_OP_NOTIFY] = ls_step_run_on_agents,
  [LS_STEP_OP_PAUSE] = ls_step_run_on_agents,
  [LS_STEP_OP_ASYNC_LOCK] = ls_step_run_on_agents,
  [LS_STEP_OP_FAIR_LOCK] = ls_step_run_on_agents,
  [LS_STEP_OP_LOCK] = ls_step_run_on_agents,
  [LS_STEP_OP_UNLOCK] = ls_step_run_on_agents,
  [LS_STEP_OP_EXECUTE_LOCKED] = ls_step_run_on_agents,
  [LS_STEP_OP_WORKER] = ls_step_run_on_workers,
  [LS_STEP_OP_TERMINATE] = ls_step_run_on_workers,
  [LS_STEP_OP_POST_MESSAGE] = ls_step_run_on_workers,
  [LS_STEP_OP_ON_MESSAGE] = ls_step_run_on_workers,
};

/* Runs a step. *@value: what it throws, returns or awaits. */
LsOutcome
ls_step_run (LsStep       *self,
             LsActivation *activation,
             LsValue      *value)
{
  return run_functions[self->op] (self, activation->interpreter, activation, value);
}
