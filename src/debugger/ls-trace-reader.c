/* ls-trace-reader.c: goes on with something that reads a trace, without holding up the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-trace-reader.h"

#define RECORDS_AT_ONCE 2000

/* In µs: how long a slice takes at most, and how often @changed is called at most. */
#define SLICE 3000
#define FRAME 16000

/**
 * LsTraceReader:
 *
 * Reads a player's trace as it grows: in slices of a few milliseconds, when nothing else is to be done, so that no frame waits
 * for it.
 */
struct _LsTraceReader
{
  GSignalGroup             *signals;      /* of the player */
  LsTraceReaderFunc         advance;
  LsTraceReaderChangedFunc  changed;
  gpointer                  user_data;
  gboolean                  is_active;
  gboolean                  is_behind;    /* there is more to read */
  gint64                    told;         /* when @changed was called last */
  guint                     idle;
};

static gboolean
idle_cb (gpointer user_data)
{
  LsTraceReader *self = user_data;
  gint64 start = g_get_monotonic_time ();
  gint64 now;

  do
    {
      self->is_behind = self->advance (RECORDS_AT_ONCE, self->user_data);
      now = g_get_monotonic_time ();
    }
  while (self->is_behind && now - start < SLICE);

  if (self->is_behind)
    {
      if (now - self->told >= FRAME)
        {
          self->told = now;
          self->changed (FALSE, self->user_data);
        }
      return G_SOURCE_CONTINUE;
    }
  self->idle = 0;
  self->told = now;
  self->changed (FALSE, self->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * ls_trace_reader_wake:
 * @self: a reader
 *
 * Lets the reader look again whether there is more to read.
 */
void
ls_trace_reader_wake (LsTraceReader *self)
{
  self->is_behind = TRUE;
  if (self->is_active && self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, idle_cb, self, NULL);
}

static void
on_trace_changed (LsTraceReader *self)
{
  self->told = 0;
  self->changed (TRUE, self->user_data);
  ls_trace_reader_wake (self);
}

/**
 * ls_trace_reader_new:
 * @player: whose trace to read
 * @advance: reads on
 * @changed: called when @advance has read something
 * @user_data: for both
 *
 * Returns: (transfer full): a reader, which is active
 */
LsTraceReader *
ls_trace_reader_new (LsPlayer                 *player,
                     LsTraceReaderFunc         advance,
                     LsTraceReaderChangedFunc  changed,
                     gpointer                  user_data)
{
  LsTraceReader *self = g_new0 (LsTraceReader, 1);

  self->advance = advance;
  self->changed = changed;
  self->user_data = user_data;
  self->is_active = TRUE;
  self->signals = g_signal_group_new (LS_TYPE_PLAYER);
  g_signal_group_connect_swapped (self->signals, "grew", G_CALLBACK (ls_trace_reader_wake), self);
  g_signal_group_connect_swapped (self->signals, "trace-changed", G_CALLBACK (on_trace_changed), self);
  g_signal_group_set_target (self->signals, player);
  on_trace_changed (self);
  return self;
}

void
ls_trace_reader_free (LsTraceReader *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->signals);
  g_free (self);
}

/**
 * ls_trace_reader_set_active:
 * @self: a reader
 * @active: whether to read
 *
 * Pauses the reader, or lets it go on. Views that are hidden pause theirs.
 */
void
ls_trace_reader_set_active (LsTraceReader *self,
                            gboolean       active)
{
  self->is_active = active;
  if (!active)
    g_clear_handle_id (&self->idle, g_source_remove);
  else if (self->is_behind)
    ls_trace_reader_wake (self);
}

/**
 * ls_trace_reader_get_behind:
 * @self: a reader
 *
 * Returns: whether there is more to read
 */
gboolean
ls_trace_reader_get_behind (LsTraceReader *self)
{
  return self->is_behind;
}
