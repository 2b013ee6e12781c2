/* ls-abort-controller.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-controller.h"

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"

/**
 * LsAbortController:
 *
 * DOM's AbortController: it has a signal and can abort it. Use [class@TaskController] where tasks have a priority to change.
 */
typedef struct
{
  LsAbortSignal *signal;
  LsEventLoop   *loop;    /* (unowned): of the construction alone */
  char          *name;    /* likewise */
} LsAbortControllerPrivate;

enum
{
  PROP_0,
  PROP_LOOP,
  PROP_NAME,
  PROP_SIGNAL,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_TYPE_WITH_PRIVATE (LsAbortController, ls_abort_controller, G_TYPE_OBJECT)

static void
ls_abort_controller_dispose (GObject *object)
{
  LsAbortControllerPrivate *priv = ls_abort_controller_get_instance_private (LS_ABORT_CONTROLLER (object));

  g_clear_object (&priv->signal);

  G_OBJECT_CLASS (ls_abort_controller_parent_class)->dispose (object);
}

static LsAbortSignal *
make_signal (LsAbortController *self,
             LsEventLoop       *loop,
             const char        *name)
{
  LsAbortSignal *signal = ls_abort_signal_new_internal (loop, LS_TYPE_ABORT_SIGNAL);

  ls_abort_signal_report_creation (signal, LS_RECORD_FLAG_CONTROLLER, LS_TASK_PRIORITY_NONE, NULL, LS_CLAUSE_NONE);
  ls_abort_signal_set_name (signal, name);
  return signal;
}

static void
ls_abort_controller_constructed (GObject *object)
{
  LsAbortController *self = LS_ABORT_CONTROLLER (object);
  LsAbortControllerPrivate *priv = ls_abort_controller_get_instance_private (self);
  LsEventLoop *loop = priv->loop != NULL ? priv->loop : ls_event_loop_get_thread_default ();

  G_OBJECT_CLASS (ls_abort_controller_parent_class)->constructed (object);

  LS_ASSERT_LOOP_THREAD (loop);
  priv->signal = LS_ABORT_CONTROLLER_GET_CLASS (self)->make_signal (self, loop, priv->name);
  priv->loop = NULL;
  g_clear_pointer (&priv->name, g_free);
}

static void
ls_abort_controller_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *spec)
{
  LsAbortSignal *signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (object));

  switch (id)
    {
    case PROP_LOOP:
      g_value_set_object (value, ls_abort_signal_get_loop (signal));
      break;
    case PROP_NAME:
      g_value_set_string (value, ls_abort_signal_get_name (signal));
      break;
    case PROP_SIGNAL:
      g_value_set_object (value, signal);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_abort_controller_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *spec)
{
  LsAbortControllerPrivate *priv = ls_abort_controller_get_instance_private (LS_ABORT_CONTROLLER (object));

  switch (id)
    {
    case PROP_LOOP:
      priv->loop = g_value_get_object (value);
      break;
    case PROP_NAME:
      priv->name = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_abort_controller_class_init (LsAbortControllerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = ls_abort_controller_constructed;
  object_class->dispose = ls_abort_controller_dispose;
  object_class->get_property = ls_abort_controller_get_property;
  object_class->set_property = ls_abort_controller_set_property;
  klass->make_signal = make_signal;

  /**
   * LsAbortController:loop:
   *
   * The loop of the signal; where none is given, that of the thread's default main context
   */
  properties[PROP_LOOP] = g_param_spec_object ("loop", NULL, NULL, LS_TYPE_EVENT_LOOP,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsAbortController:name:
   *
   * A name for people, of the signal
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsAbortController:signal:
   *
   * AbortController.signal; a [class@TaskSignal] where the controller is a [class@TaskController]
   */
  properties[PROP_SIGNAL] = g_param_spec_object ("signal", NULL, NULL, LS_TYPE_ABORT_SIGNAL,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
ls_abort_controller_init (LsAbortController *self)
{
}

/**
 * ls_abort_controller_new:
 * @loop: an event loop
 * @name: (nullable): a name for people, of its signal
 *
 * Makes a controller, as `new AbortController()` does.
 *
 * Returns: (transfer full): a controller with a new signal
 */
LsAbortController *
ls_abort_controller_new (LsEventLoop *loop,
                         const char  *name)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return g_object_new (LS_TYPE_ABORT_CONTROLLER, "loop", loop, "name", name, NULL);
}

/**
 * ls_abort_controller_get_signal:
 * @self: a controller
 *
 * Gets the signal that the controller aborts, `AbortController.signal`: the same one each time.
 *
 * Returns: (transfer none): AbortController.signal
 */
LsAbortSignal *
ls_abort_controller_get_signal (LsAbortController *self)
{
  g_return_val_if_fail (LS_IS_ABORT_CONTROLLER (self), NULL);

  return ((LsAbortControllerPrivate *) ls_abort_controller_get_instance_private (self))->signal;
}

/**
 * ls_abort_controller_abort:
 * @self: a controller
 * @reason: (nullable): the reason, which the signal keeps by identity; %NULL or `undefined` makes an AbortError
 *
 * AbortController.abort(). Rejects the results of the tasks posted with the signal and takes the tasks from their queues. Then it
 * fires "abort", and then does the same for the signals that depend on it. A second call does nothing.
 *
 * Listeners, handlers of the signal “abort” and cancellables of [method@AbortSignal.get_cancellable] hear of it before this
 * function returns. Handlers of the rejected promises are microtasks, and run later: in a callback of the loop when that returns,
 * and elsewhere, as in a handler of a GTK signal, when the main context comes to the loop, at the priority that
 * [method@EventLoop.attach] lists. [method@EventLoop.perform_microtask_checkpoint] runs them at once.
 */
void
ls_abort_controller_abort (LsAbortController *self,
                           const LsValue     *reason)
{
  g_return_if_fail (LS_IS_ABORT_CONTROLLER (self));

  ls_abort_signal_signal_abort (ls_abort_controller_get_signal (self), reason);
}
