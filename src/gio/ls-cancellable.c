/* ls-cancellable.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-cancellable.h"

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"

/* What a cancellable knows of the signal that it aborts. Any thread may cancel. */
typedef struct
{
  GWeakRef      signal;
  GThread      *thread;       /* (unowned): of the loop */
  GMainContext *context;      /* of that thread */
} Target;

static void
target_clear (gpointer data)
{
  Target *self = data;

  g_weak_ref_clear (&self->signal);
  g_main_context_unref (self->context);
}

static void
target_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, target_clear);
}

static void
target_unref_closure (gpointer  self,
                      GClosure *closure)
{
  target_unref (self);
}

static gboolean
target_abort (gpointer data)
{
  Target *self = data;
  g_autoptr (LsAbortSignal) signal = g_weak_ref_get (&self->signal);

  if (signal != NULL)
    ls_abort_signal_signal_abort (signal, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *cancellable,
              Target       *self)
{
  g_autoptr (GSource) source = NULL;

  if (g_thread_self () == self->thread)
    {
      target_abort (self);
      return;
    }
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "[loopscope] abort by a cancellable");
  g_source_set_callback (source, target_abort, g_atomic_rc_box_acquire (self), target_unref);
  g_source_attach (source, self->context);
}

/* What a signal keeps as long as it lives */
typedef struct
{
  GCancellable *cancellable;
  gulong        handler;
} Source;

static void
source_free (gpointer data)
{
  Source *self = data;

  g_signal_handler_disconnect (self->cancellable, self->handler);
  g_object_unref (self->cancellable);
  g_free (self);
}

/**
 * ls_abort_signal_new_for_cancellable: (constructor)
 * @loop: an event loop
 * @cancellable: a cancellable
 *
 * Makes a signal that is aborted, with an AbortError, when @cancellable is cancelled. If another thread cancels it, that happens
 * soon afterwards, in the thread-default main context of this call. The signal must live until then: keep the reference.
 *
 * Returns: (transfer full): a signal
 */
LsAbortSignal *
ls_abort_signal_new_for_cancellable (LsEventLoop  *loop,
                                     GCancellable *cancellable)
{
  LsAbortSignal *signal;
  Source *source;
  Target *target;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail (G_IS_CANCELLABLE (cancellable), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  if (g_cancellable_is_cancelled (cancellable))
    return ls_abort_signal_new_aborted (loop, NULL);

  signal = ls_abort_signal_new_internal (loop, LS_TYPE_ABORT_SIGNAL);
  ls_abort_signal_report_creation (signal, 0, LS_TASK_PRIORITY_NONE, NULL, LS_CLAUSE_NONE);
  target = g_atomic_rc_box_new0 (Target);
  g_weak_ref_init (&target->signal, signal);
  target->thread = g_thread_self ();
  target->context = g_main_context_ref_thread_default ();
  source = g_new (Source, 1);
  source->cancellable = g_object_ref (cancellable);
  source->handler = g_signal_connect_data (cancellable, "cancelled", G_CALLBACK (on_cancelled), target, target_unref_closure, 0);
  g_object_set_data_full (G_OBJECT (signal), "ls-cancellable-source", source, source_free);
  /* Another thread may have cancelled it meanwhile. */
  if (g_cancellable_is_cancelled (cancellable))
    target_abort (target);
  return signal;
}

static void
cancel (LsAbortSignal *signal,
        gpointer       cancellable)
{
  g_cancellable_cancel (cancellable);
}

/**
 * ls_abort_signal_get_cancellable:
 * @self: a signal
 *
 * Gets a cancellable for functions of GIO, which is cancelled when @self is aborted. It is the same at each call.
 *
 * Returns: (transfer none): a cancellable
 */
GCancellable *
ls_abort_signal_get_cancellable (LsAbortSignal *self)
{
  GCancellable *cancellable;

  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), NULL);

  cancellable = g_object_get_data (G_OBJECT (self), "ls-cancellable");
  if (cancellable != NULL)
    return cancellable;
  cancellable = g_cancellable_new ();
  g_object_set_data_full (G_OBJECT (self), "ls-cancellable", cancellable, g_object_unref);
  if (ls_abort_signal_get_aborted (self))
    g_cancellable_cancel (cancellable);
  else
    ls_abort_signal_add_algorithm (self, cancel, g_object_ref (cancellable), g_object_unref);
  return cancellable;
}
