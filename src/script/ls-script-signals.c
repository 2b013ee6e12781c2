/* ls-script-signals.c: the natives of controllers and signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"
#include "ls-task-controller.h"

static const char *const event_types[] = { "abort", "prioritychange" };

/* JavaScriptCore calls this while it collects garbage, so no code of the engine may run here. With a trace, nothing is freed
 * before the end of the run. So the same program gives the same trace, whenever JavaScriptCore collects garbage. */
static void
handle_finalize (JSObjectRef object)
{
  LsScriptHandle *handle = JSObjectGetPrivate (object);

  if (handle->realm == NULL)
    {
      g_hash_table_remove (handle->orphans, handle);
      return;
    }
  g_hash_table_remove (handle->realm->handles, handle);
  g_ptr_array_add (handle->realm->garbage, handle);
}

void
ls_script_handle_free (LsScriptHandle *self)
{
  GHashTable *by_id = self->realm->handles_by_id;
  gpointer id = GUINT_TO_POINTER (ls_abort_signal_get_id (self->signal));

  if (g_hash_table_lookup (by_id, id) == self)
    g_hash_table_remove (by_id, id);
  for (guint i = 0; i < G_N_ELEMENTS (event_types); i++)
    if (self->listeners[i] != 0)
      ls_abort_signal_remove_listener (self->signal, self->listeners[i]);
  g_clear_object (&self->controller);
  g_clear_object (&self->signal);
  g_free (self);
}

/* Returns: (nullable): the handle that @value stands for */
LsScriptHandle *
ls_script_handle_get (LsScriptRealm *self,
                      JSValueRef     value)
{
  if (value == NULL || !JSValueIsObjectOfClass (self->context, value, self->handle_class))
    return NULL;
  return JSObjectGetPrivate ((JSObjectRef) value);
}

/* Makes an object for a signal and its controller, and takes over both. */
static JSValueRef
handle_new (LsScriptRealm     *self,
            LsAbortSignal     *signal,
            LsAbortController *controller)
{
  LsScriptHandle *handle;

  if (signal == NULL)
    {
      g_clear_object (&controller);
      return JSValueMakeUndefined (self->context);
    }
  handle = g_new0 (LsScriptHandle, 1);
  handle->realm = self;
  handle->orphans = self->machine->orphans;
  handle->signal = signal;
  handle->controller = controller;
  g_hash_table_add (self->handles, handle);
  g_hash_table_insert (self->handles_by_id, GUINT_TO_POINTER (ls_abort_signal_get_id (signal)), handle);
  handle->object = JSObjectMake (self->context, self->handle_class, handle);
  return (JSValueRef) handle->object;
}

/* Makes an object for a signal that the program has not made itself. */
JSValueRef
ls_script_handle_adopt (LsScriptRealm *self,
                        LsAbortSignal *signal)
{
  return handle_new (self, g_object_ref (signal), NULL);
}

static LsTaskPriority
to_priority (LsScriptRealm *self,
             JSValueRef     value)
{
  return CLAMP (ls_jsc_to_uint (self->context, value), LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_BLOCKING);
}

LS_SCRIPT_NATIVE (native_new_controller, 2)
{
  LsAbortController *controller;

  if (JSValueToBoolean (context, arguments[0]))
    controller = LS_ABORT_CONTROLLER (ls_task_controller_new (self->loop, to_priority (self, arguments[1]), NULL));
  else
    controller = ls_abort_controller_new (self->loop, NULL);
  return handle_new (self, g_object_ref (ls_abort_controller_get_signal (controller)), controller);
}

LS_SCRIPT_NATIVE (native_new_aborted, 1)
{
  g_auto (LsValue) reason = LS_VALUE_INIT;

  ls_script_realm_to_ls_value (self, arguments[0], &reason);
  return handle_new (self, ls_abort_signal_new_aborted (self->loop, &reason), NULL);
}

LS_SCRIPT_NATIVE (native_new_timeout, 1)
{
  const double ms = JSValueToNumber (context, arguments[0], NULL);

  return handle_new (self, ls_abort_signal_new_timeout (self->loop, ms > 0 ? (guint64) ms : 0), NULL);
}

/* Returns the signals of an array of handles. */
static GPtrArray *
get_signals (LsScriptRealm *self,
             JSValueRef     value)
{
  GPtrArray *signals = g_ptr_array_new ();
  const guint length = ls_jsc_to_uint (self->context, ls_jsc_get (self->context, value, "length"));

  for (guint i = 0; i < length; i++)
    {
      JSValueRef item = JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) value, i, NULL);
      LsScriptHandle *handle = ls_script_handle_get (self, item);

      if (handle != NULL)
        g_ptr_array_add (signals, handle->signal);
    }
  return signals;
}

LS_SCRIPT_NATIVE (native_any, 1)
{
  g_autoptr (GPtrArray) signals = NULL;

  if (!JSValueIsObject (context, arguments[0]))
    return NULL;
  signals = get_signals (self, arguments[0]);
  return handle_new (self, ls_abort_signal_any (self->loop, (LsAbortSignal **) signals->pdata, signals->len), NULL);
}

LS_SCRIPT_LOCKED_NATIVE (native_task_any, 2)
{
  g_autoptr (GPtrArray) signals = NULL;
  LsScriptHandle *source;
  LsTaskSignal *signal;

  if (!JSValueIsObject (context, arguments[0]))
    return NULL;
  signals = get_signals (self, arguments[0]);
  source = ls_script_handle_get (self, arguments[1]);
  if (source != NULL && LS_IS_TASK_SIGNAL (source->signal))
    signal = ls_task_signal_any_with_source (self->loop, (LsAbortSignal **) signals->pdata, signals->len,
                                             LS_TASK_SIGNAL (source->signal));
  else
    signal = ls_task_signal_any (self->loop, (LsAbortSignal **) signals->pdata, signals->len, to_priority (self, arguments[1]));
  return handle_new (self, signal != NULL ? LS_ABORT_SIGNAL (signal) : NULL, NULL);
}

LS_SCRIPT_LOCKED_NATIVE (native_abort, 2)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);
  g_auto (LsValue) reason = LS_VALUE_INIT;

  if (handle == NULL || handle->controller == NULL)
    return NULL;
  ls_script_realm_to_ls_value (self, arguments[1], &reason);
  ls_abort_controller_abort (handle->controller, &reason);
  return NULL;
}

LS_SCRIPT_LOCKED_NATIVE (native_set_priority, 2)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);

  if (handle == NULL || !LS_IS_TASK_CONTROLLER (handle->controller))
    return JSValueMakeBoolean (context, FALSE);
  return JSValueMakeBoolean (context, ls_task_controller_set_priority (LS_TASK_CONTROLLER (handle->controller),
                                                                       to_priority (self, arguments[1]), NULL));
}

LS_SCRIPT_NATIVE (native_aborted, 1)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);

  return JSValueMakeBoolean (context, handle != NULL && ls_abort_signal_get_aborted (handle->signal));
}

LS_SCRIPT_NATIVE (native_reason, 1)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);

  if (handle == NULL || !ls_abort_signal_get_aborted (handle->signal))
    return NULL;
  return ls_script_realm_from_ls_value (self, ls_abort_signal_get_reason (handle->signal));
}

LS_SCRIPT_NATIVE (native_priority, 1)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);

  if (handle == NULL || !LS_IS_TASK_SIGNAL (handle->signal))
    return NULL;
  return JSValueMakeNumber (context, ls_task_signal_get_priority (LS_TASK_SIGNAL (handle->signal)));
}

LS_SCRIPT_NATIVE (native_id, 1)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);

  return JSValueMakeNumber (context, handle != NULL ? ls_abort_signal_get_id (handle->signal) : 0);
}

/* The engine has this one listener for all listeners of the wrapper. */
static LsCompletion
on_event (LsEvent  *event,
          LsValue  *result,
          gpointer  data)
{
  LsScriptRealm *self = data;
  /* For the event of a timeout, or one that the user caused, no program code is on the stack. */
  JSValueRef arguments[4] = {
    JSValueMakeNumber (self->context, ls_abort_signal_get_id (event->target)),
    JSValueMakeNumber (self->context, g_str_equal (event->type, "prioritychange")),
    JSValueMakeNumber (self->context, event->previous_priority),
    JSValueMakeBoolean (self->context, self->depth == 0),
  };

  ls_script_realm_call (self, LS_SCRIPT_HOOK_FIRE_SIGNAL, G_N_ELEMENTS (arguments), arguments);
  return LS_COMPLETION_NORMAL;
}

/* listen (handle, type, count) */
LS_SCRIPT_LOCKED_NATIVE (native_listen, 3)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);
  const guint type = MIN (ls_jsc_to_uint (context, arguments[1]), 1), count = ls_jsc_to_uint (context, arguments[2]);

  if (handle == NULL)
    return NULL;
  if (count > 0 && handle->listeners[type] == 0)
    handle->listeners[type] = ls_abort_signal_add_listener (handle->signal, event_types[type], on_event,
                                                            LS_LISTENER_NONE, self, NULL);
  else if (count == 0 && handle->listeners[type] != 0)
    {
      ls_abort_signal_remove_listener (handle->signal, handle->listeners[type]);
      handle->listeners[type] = 0;
    }
  else if (count > 0 && self->probe != NULL)
    ls_event_loop_emit (self->loop, .kind = LS_RECORD_SIGNAL_LISTENERS, .subject = ls_abort_signal_get_id (handle->signal),
                        .value = count, .text = ls_probe_intern (self->probe, event_types[type]));
  return NULL;
}

LS_SCRIPT_LOCKED_NATIVE (native_name_signal, 2)
{
  LsScriptHandle *handle = ls_script_handle_get (self, arguments[0]);
  g_autofree char *name = NULL;

  if (handle == NULL || handle->is_named)
    return NULL;
  name = ls_jsc_to_utf8 (self->context, arguments[1]);
  if (name == NULL)
    return NULL;
  handle->is_named = TRUE;
  ls_abort_signal_set_name (handle->signal, name);
  if (handle->controller != NULL)
    self->host->name_controller (self->host, name, handle->controller);
  else
    self->host->name_signal (self->host, name, handle->signal);
  return NULL;
}

const JSClassDefinition ls_script_handle_class = { .class_name = "SignalHandle", .finalize = handle_finalize };

const LsScriptNative ls_script_signals_natives[] = {
  { "newController", native_new_controller },
  { "newAborted", native_new_aborted },
  { "newTimeout", native_new_timeout },
  { "any", native_any },
  { "taskAny", native_task_any },
  { "abort", native_abort },
  { "setPriority", native_set_priority },
  { "aborted", native_aborted },
  { "reason", native_reason },
  { "priority", native_priority },
  { "id", native_id },
  { "listen", native_listen },
  { "nameSignal", native_name_signal },
  { NULL },
};
