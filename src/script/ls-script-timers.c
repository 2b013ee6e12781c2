/* ls-script-timers.c: the natives of timers, idle callbacks and tasks on the loop's queues
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"

/* A function of the prelude that takes a number. */
typedef struct
{
  LsScriptRealm *realm;
  LsScriptHook   hook;
  guint32        id;
} Callback;

static LsCompletion
run_callback (const LsValue *argument,
              LsValue       *result,
              gpointer       data)
{
  Callback *callback = data;
  LsScriptRealm *self = callback->realm;
  JSValueRef arguments[1] = { JSValueMakeNumber (self->context, callback->id) };

  ls_script_realm_call (self, callback->hook, 1, arguments);
  return LS_COMPLETION_NORMAL;
}

static Callback *
callback_new (LsScriptRealm *self,
              LsScriptHook   hook)
{
  Callback *callback = g_new (Callback, 1);

  *callback = (Callback) { .realm = self, .hook = hook };
  return callback;
}

/* setTimer (repeats, timeout, name) */
LS_SCRIPT_LOCKED_NATIVE (native_set_timer, 3)
{
  g_autofree char *name = ls_script_events_get_name (self, arguments[2]);
  const double timeout = JSValueToNumber (context, arguments[1], NULL);
  Callback *callback;

  if (self->loop->shut_down)
    return JSValueMakeNumber (context, 0);
  callback = callback_new (self, LS_SCRIPT_HOOK_TIMER);
  callback->id = (JSValueToBoolean (context, arguments[0]) ? ls_event_loop_set_interval : ls_event_loop_set_timeout) (
      self->loop, timeout > G_MININT32 && timeout < G_MAXINT32 ? (gint32) timeout : 0, name, run_callback, callback,
      g_free);
  return JSValueMakeNumber (context, self->loop->numbers->last_timer);
}

LS_SCRIPT_NATIVE (native_clear_timer, 1)
{
  ls_event_loop_clear_timer (self->loop, ls_jsc_to_uint (self->context, arguments[0]));
  return NULL;
}

/* requestIdle (timeout, name) */
LS_SCRIPT_LOCKED_NATIVE (native_request_idle, 2)
{
  g_autofree char *name = ls_script_events_get_name (self, arguments[1]);
  Callback *callback;

  if (self->loop->shut_down)
    return JSValueMakeNumber (context, 0);
  callback = callback_new (self, LS_SCRIPT_HOOK_IDLE);
  callback->id = ls_event_loop_request_idle_callback (self->loop, ls_jsc_to_uint (self->context, arguments[0]), name,
                                                      run_callback, callback, g_free);
  return JSValueMakeNumber (context, callback->id);
}

LS_SCRIPT_NATIVE (native_cancel_idle, 1)
{
  ls_event_loop_cancel_idle_callback (self->loop, ls_jsc_to_uint (self->context, arguments[0]));
  return NULL;
}

LS_SCRIPT_NATIVE (native_idle_remaining, 0)
{
  /* HTML: a deadline object can be asked at any time. */
  if (self->loop->preset.idle_deadline_is_live && !ls_event_loop_get_idle_timed_out (self->loop))
    return JSValueMakeNumber (context, ls_idle_period_get_live_remaining (self->loop));
  return JSValueMakeNumber (context, ls_event_loop_get_idle_time_remaining (self->loop));
}

LS_SCRIPT_NATIVE (native_idle_timed_out, 0)
{
  return JSValueMakeBoolean (context, ls_event_loop_get_idle_timed_out (self->loop));
}

/* postLoopTask (queue, id, delay, name) */
LS_SCRIPT_LOCKED_NATIVE (native_post_loop_task, 4)
{
  g_autofree char *name = ls_script_events_get_name (self, arguments[3]);
  g_autofree char *queue = ls_jsc_to_utf8 (self->context, arguments[0]);
  LsQueueType type = LS_QUEUE_TYPE_DEFAULT;
  Callback *callback;
  double delay;

  if (self->loop->shut_down)
    return NULL;
  if (queue == NULL || !ls_queue_type_from_string (queue, &type))
    {
      *exception = ls_script_realm_string (self, "no such queue");
      return NULL;
    }
  delay = JSValueToNumber (context, arguments[2], NULL);
  callback = callback_new (self, LS_SCRIPT_HOOK_LOOP_TASK);
  callback->id = ls_jsc_to_uint (self->context, arguments[1]);
  ls_event_loop_post (self->loop, type, delay > 0 ? (guint64) (delay * 1000 + .5) : 0, LS_POST_NONE, name, run_callback,
                      callback, g_free);
  return NULL;
}

const LsScriptNative ls_script_timers_natives[] = {
  { "setTimer", native_set_timer },
  { "clearTimer", native_clear_timer },
  { "requestIdle", native_request_idle },
  { "cancelIdle", native_cancel_idle },
  { "idleRemaining", native_idle_remaining },
  { "idleTimedOut", native_idle_timed_out },
  { "postLoopTask", native_post_loop_task },
  { NULL },
};
