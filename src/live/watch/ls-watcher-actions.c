/* ls-watcher-actions.c: holds programs, and changes what they are going to do
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-watcher-private.h"

#include <unistd.h>

#include "ls-trace-growth-private.h"

/* An action waits for the watcher's thread, which is the only one that speaks with programs. */
typedef struct
{
  LsWatcher         *watcher;      /* (unowned) */
  LsWatcherAction    action;
  LsWireCommandKind  kind;         /* of LS_WATCHER_COMMAND */
  LsLiveProcess     *process;      /* NULL for all */
  guint64            source;       /* LS_WIRE_SOURCE() */
  int                value;
} Request;

static LsWatchedProgram *
find_program (LsWatcher     *self,
              LsLiveProcess *process)
{
  for (guint i = 0; i < self->programs->len; i++)
    {
      LsWatchedProgram *program = g_ptr_array_index (self->programs, i);

      if (program->process == process && program->control != NULL)
        return program;
    }
  return NULL;
}

static void
wake_thread (LsWatchedRing *ring)
{
  const guint64 one = 1;

  /* Where that fails, the thread looks by itself. */
  if (ring->event_fd >= 0 && write (ring->event_fd, &one, sizeof one) < 0)
    g_debug ("a thread that is watched cannot be woken");
}

static void
wake_program (LsWatcher        *self,
              LsWatchedProgram *program)
{
  for (guint i = 0; i < self->rings->len; i++)
    {
      LsWatchedRing *ring = g_ptr_array_index (self->rings, i);

      if (ring->program == program)
        wake_thread (ring);
    }
}

/* Lets a program know what is to be held. */
void
ls_watcher_apply_hold (LsWatcher        *self,
                       LsWatchedProgram *program)
{
  if (program->control == NULL)
    return;
  ls_control_set_hold (program->control, self->holds_all, program->process == self->hold_process ? self->hold_at : 0);
  wake_program (self, program);
}

static void
set_hold (LsWatcher     *self,
          gboolean       all,
          LsLiveProcess *process,
          guint64        at)
{
  self->holds_all = all;
  self->hold_process = process;
  self->hold_at = at;
  for (guint i = 0; i < self->programs->len; i++)
    ls_watcher_apply_hold (self, g_ptr_array_index (self->programs, i));
}

/* A thread that was let go has not heard of it yet. */
static gboolean
is_held (const LsWatchedRing *ring)
{
  return ring->held != 0 && ring->held != ring->let_go;
}

/* Returns the thread that has been held for longest, NULL if none is. */
static LsWatchedRing *
find_held (LsWatcher *self)
{
  LsWatchedRing *first = NULL;

  for (guint i = 0; i < self->rings->len; i++)
    {
      LsWatchedRing *ring = g_ptr_array_index (self->rings, i);

      if (is_held (ring) && (first == NULL || ring->held_order < first->held_order))
        first = ring;
    }
  return first;
}

static int
compare_held (gconstpointer a,
              gconstpointer b)
{
  const LsWatchedRing *first = *(LsWatchedRing *const *) a, *second = *(LsWatchedRing *const *) b;

  return first->held_order < second->held_order ? -1 : first->held_order > second->held_order;
}

/* Tells those who look at the trace what is next: of each thread, and first of the one that a step lets go. Returns whether that is
 * new. */
static gboolean
tell_trace (LsWatcher *self)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new ();
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->rings->len; i++)
    {
      LsWatchedRing *ring = g_ptr_array_index (self->rings, i);

      if (is_held (ring))
        g_ptr_array_add (held, ring);
    }
  g_ptr_array_sort (held, compare_held);
  for (guint i = 0; i < held->len; i++)
    g_array_append_val (tasks, ((LsWatchedRing *) g_ptr_array_index (held, i))->held_task);
  return ls_trace_set_held (self->trace, (const guint32 *) tasks->data, tasks->len);
}

/* Looks which threads are held, of which all records have been read. Tells the maker if another one comes first. @time: in µs */
void
ls_watcher_look_for_held (LsWatcher *self,
                          guint64    time)
{
  LsWatchedRing *first;
  gboolean is_other;

  for (guint i = 0; i < self->rings->len; i++)
    {
      LsWatchedRing *ring = g_ptr_array_index (self->rings, i);
      const guint64 held = ring->has_next || ls_ring_reader_is_broken (ring->reader) ? 0 : ls_ring_reader_get_held (ring->reader);

      if (held == ring->held)
        continue;
      ring->held = held;
      ring->let_go = 0;
      if (held == 0)
        continue;
      ring->held_order = ++self->n_held;
      ring->held_task = ls_live_writer_hold (self->writer, ring->thread, held, time);
    }
  while (self->n_steps > 0 && (first = find_held (self)) != NULL)
    {
      self->n_steps--;
      first->let_go = first->held;
      ls_ring_reader_step (first->reader);
      wake_thread (first);
    }
  first = find_held (self);
  /* Publish first: whoever learns that a thread is held must find the records from before that. */
  ls_probe_publish (ls_trace_get_probe (self->trace));
  is_other = tell_trace (self);
  g_mutex_lock (&self->lock);
  is_other |= self->status.is_held != (first != NULL) || (first != NULL && self->status.held_order != first->held_order);
  self->status.is_held = first != NULL;
  self->status.held_order = first != NULL ? first->held_order : 0;
  self->status.held_task = first != NULL ? first->held_task : 0;
  g_mutex_unlock (&self->lock);
  if (is_other)
    ls_watcher_tell (self, LS_WATCHER_HELD);
}

static void
command (LsWatcher     *self,
         const Request *request)
{
  LsWatchedProgram *program = find_program (self, request->process);

  /* A program that has gone by now needs nothing, and one that leaves 64 commands undone does nothing. */
  if (program != NULL && ls_control_give (program->control, request->kind, request->source, request->value))
    wake_program (self, program);
}

static gboolean
act_cb (gpointer user_data)
{
  const Request *request = user_data;
  LsWatcher *self = request->watcher;

  switch (request->action)
    {
    case LS_WATCHER_HOLD:
      set_hold (self, TRUE, NULL, 0);
      break;
    case LS_WATCHER_HOLD_AT:
      set_hold (self, FALSE, request->process, request->source);
      break;
    case LS_WATCHER_STEP:
      set_hold (self, TRUE, NULL, 0);
      self->n_steps++;
      ls_watcher_drain (self);
      break;
    case LS_WATCHER_LET_GO:
      self->n_steps = 0;
      set_hold (self, FALSE, NULL, 0);
      break;
    case LS_WATCHER_COMMAND:
      command (self, request);
      break;
    default:
      break;
    }
  return G_SOURCE_REMOVE;
}

/* Asks the thread for @action. @kind, @target (nullable), @value: of a command, or of what to hold at */
void
ls_watcher_act (LsWatcher          *self,
                LsWatcherAction     action,
                LsWireCommandKind   kind,
                const LsLiveTarget *target,
                int                 value)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  Request *request = g_new0 (Request, 1);

  *request = (Request) { .watcher = self, .action = action, .kind = kind, .process = target != NULL ? target->process : NULL,
                         .source = target != NULL ? target->source : 0, .value = value };
  g_source_set_priority (source, G_PRIORITY_HIGH);
  g_source_set_callback (source, act_cb, request, g_free);
  g_source_attach (source, self->context);
}
