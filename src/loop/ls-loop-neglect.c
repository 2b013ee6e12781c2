/* ls-loop-neglect.c: tells of loops whose tasks nothing will ever run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* How long the main context of a program goes round before a loop that runs nothing is strange, in s. Programs may take a while
 * until they attach a loop, and time in which the context did not go round does not count. */
#define PATIENCE 5

/* Other threads may run the context of the source. They look at the thread and at nothing else. */
typedef struct
{
  pthread_t    thread;
  LsEventLoop *loop;      /* (unowned): it destroys the source before it goes */
  guint        n_seconds; /* in which the context went round */
} Watch;

static gboolean
tell_of_neglect (gpointer data)
{
  Watch *watch = data;
  LsEventLoop *self = watch->loop;

  if (!pthread_equal (watch->thread, pthread_self ()))
    return G_SOURCE_REMOVE;
  if (++watch->n_seconds < PATIENCE)
    return G_SOURCE_CONTINUE;
  g_clear_pointer (&self->neglect, g_source_unref);
  if (self->turn == 0 && self->context == NULL && self->shared_clock == NULL && self->wake == NULL &&
      (ls_event_loop_has_runnable (self) || self->wake_ups.length > 0))
    g_message ("Tasks have waited for %d s in an event loop that nothing runs so far: put it on a main context with "
               "ls_event_loop_attach(), or run it with ls_event_loop_run()", PATIENCE);
  return G_SOURCE_REMOVE;
}

/* A loop that is on no main context has got a task. Who runs it may come later: looks again after a while. */
void
ls_loop_neglect_begin (LsEventLoop *self)
{
  GMainContext *context = g_main_context_get_thread_default ();
  Watch *watch = g_new (Watch, 1);

  self->may_be_neglected = FALSE;
  *watch = (Watch) { .thread = self->thread, .loop = self };
  self->neglect = g_timeout_source_new_seconds (1);
  g_source_set_static_name (self->neglect, "[loopscope] a loop that nothing runs");
  g_source_set_callback (self->neglect, tell_of_neglect, watch, g_free);
  g_source_attach (self->neglect, context);
}

void
ls_loop_neglect_end (LsEventLoop *self)
{
  self->may_be_neglected = FALSE;
  if (self->neglect == NULL)
    return;
  g_source_destroy (self->neglect);
  g_clear_pointer (&self->neglect, g_source_unref);
}

/* The last reference goes, and with it the loop. A program whose tasks could run, and that has never seen one run, did not mean
 * that. */
void
ls_loop_neglect_note_end (LsEventLoop *self)
{
  if (self->clock == LS_CLOCK_VIRTUAL || self->is_run_by_hand || self->shut_down || self->turn > 0 ||
      !ls_event_loop_has_runnable (self))
    return;
  g_message ("An event loop has gone before it ran the tasks that were posted to it: neither its main context nor its schedulers "
             "keep it. Keep a reference as long as it is to run; ls_event_loop_shut_down() ends it");
}
