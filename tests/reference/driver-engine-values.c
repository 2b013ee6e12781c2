/* driver-engine-values.c: values and callbacks between programs and the engine
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "driver-engine-private.h"

/* Keeps a reference that the driver was given. */
gpointer
engine_keep_object (Engine   *engine,
                    gpointer  object)
{
  g_ptr_array_add (engine->objects, object);
  return object;
}

gpointer
engine_keep_promise (Engine    *engine,
                     LsPromise *promise)
{
  g_ptr_array_add (engine->promises, promise);
  return promise;
}

LsException *
engine_keep_exception (Engine      *engine,
                       LsException *exception)
{
  g_ptr_array_add (engine->exceptions, exception);
  return exception;
}

void
engine_to_ls (Engine            *engine,
              const DriverValue *value,
              LsValue           *ls_value)
{
  switch (value->type)
    {
    case DRIVER_NUMBER:
      ls_value_set_number (ls_value, value->number);
      break;
    case DRIVER_ERROR:
      ls_value_set_exception (ls_value,
                              value->object != NULL
                              ? value->object
                              : engine_keep_exception (engine, ls_exception_new (value->name, value->message)));
      break;
    case DRIVER_PROMISE:
      ls_value_set_promise (ls_value, value->object);
      break;
    case DRIVER_UNDEFINED:
    default:
      ls_value_set_undefined (ls_value);
      break;
    }
}

DriverValue
engine_from_ls (Engine        *engine,
                const LsValue *ls_value)
{
  DriverValue value = { DRIVER_UNDEFINED };

  switch (ls_value->type)
    {
    case LS_VALUE_UNDEFINED:
      break;
    case LS_VALUE_NUMBER:
      value.type = DRIVER_NUMBER;
      value.number = ls_value->as.number;
      break;
    case LS_VALUE_EXCEPTION:
      value.type = DRIVER_ERROR;
      value.object = engine_keep_exception (engine, ls_exception_ref (ls_value->as.exception));
      value.name = ls_exception_get_name (value.object);
      value.message = ls_exception_get_message (value.object);
      break;
    case LS_VALUE_PROMISE:
      value.type = DRIVER_PROMISE;
      value.object = engine_keep_promise (engine, ls_promise_ref (ls_value->as.promise));
      break;
    case LS_VALUE_BOOLEAN:
    case LS_VALUE_STRING:
    case LS_VALUE_OBJECT:
    case LS_VALUE_BOXED:
    default:
      g_assert_not_reached ();
    }
  return value;
}

static LsCompletion
call (Closure        *closure,
      DriverCallback  callback,
      const LsValue  *argument,
      LsValue        *result)
{
  DriverValue driver_argument = engine_from_ls (closure->engine, argument);
  DriverValue driver_result = { DRIVER_UNDEFINED };
  gboolean threw = callback (&driver_argument, &driver_result, closure->user_data);

  engine_to_ls (closure->engine, &driver_result, result);
  return threw ? LS_COMPLETION_THROW : LS_COMPLETION_NORMAL;
}

LsCompletion
engine_call_callback (const LsValue *argument,
                      LsValue       *result,
                      gpointer       data)
{
  return call (data, ((Closure *) data)->callback, argument, result);
}

LsCompletion
engine_call_on_rejected (const LsValue *argument,
                         LsValue       *result,
                         gpointer       data)
{
  return call (data, ((Closure *) data)->on_rejected, argument, result);
}

LsCompletion
engine_call_listener (LsEvent  *event,
                      LsValue  *result,
                      gpointer  data)
{
  Closure *closure = data;
  DriverValue driver_result = { DRIVER_UNDEFINED };
  gboolean stop = FALSE;
  gboolean threw = closure->listener (event->target, event->type, event->previous_priority, &stop, &driver_result,
                                      closure->user_data);

  if (stop)
    event->stop_immediate_propagation = TRUE;
  engine_to_ls (closure->engine, &driver_result, result);
  return threw ? LS_COMPLETION_THROW : LS_COMPLETION_NORMAL;
}

Closure *
engine_closure_new (Engine         *engine,
                    DriverCallback  callback,
                    DriverCallback  on_rejected,
                    gpointer        user_data)
{
  Closure *closure = g_new0 (Closure, 1);

  g_ptr_array_add (engine->closures, closure);
  closure->engine = engine;
  closure->callback = callback;
  closure->on_rejected = on_rejected;
  closure->user_data = user_data;
  return closure;
}

Closure *
engine_listener_closure_new (Engine         *engine,
                             DriverListener  listener,
                             gpointer        user_data)
{
  Closure *closure = engine_closure_new (engine, NULL, NULL, user_data);

  closure->listener = listener;
  return closure;
}
