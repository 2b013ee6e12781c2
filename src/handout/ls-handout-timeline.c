/* ls-handout-timeline.c: what ran up to a moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-moment.h"

#include <glib/gi18n.h>

#include "ls-record-walk-private.h"
#include "ls-trace-cursor-private.h"
#include "ls-trace-names-private.h"

#define MAX_TRACKS 16
#define MAX_SPANS 400     /* of one track */
#define MAX_LOG 40        /* lines */

typedef struct
{
  LsState         *state;
  LsHandoutFigure *figure;
  GHashTable      *tracks;   /* by name */
  guint64          now;
  guint            n_more;   /* turns of names that there is no room for */
} Builder;

static void
add_span (Builder *self,
          guint32  task,
          guint64  start,
          guint64  end)
{
  LsTrace *trace = ls_state_get_trace (self->state);
  const LsTaskState *data = ls_state_get_task (self->state, task);
  const char *text = data != NULL ? ls_trace_get_text (trace, data->name) : NULL;
  const LsHandoutSpan span = { start, MAX (start, end) };
  g_autofree char *name = text != NULL ? ls_names_shorten (g_strdup (text)) : ls_names_task_numbered (self->state, task);
  LsHandoutTrack *track;

  if (data != NULL && ls_state_get_n_agents (self->state) > 1)
    {
      g_autofree char *plain = g_steal_pointer (&name), *who = ls_names_shorten (ls_names_agent (self->state, data->agent));

      name = g_strdup_printf ("%s: %s", who, plain);
    }
  track = g_hash_table_lookup (self->tracks, name);
  if (track == NULL && self->figure->tracks->len == MAX_TRACKS)
    {
      self->n_more++;
      return;
    }
  if (track == NULL)
    {
      track = ls_handout_figure_add_track (self->figure, name, NULL);
      g_hash_table_insert (self->tracks, track->title, track);
    }
  if (track->spans->len < MAX_SPANS)
    g_array_append_val (track->spans, span);
}

/* Adds the turns that are over, and those that go on. */
static void
read_turns (Builder *self)
{
  LsTrace *trace = ls_state_get_trace (self->state);
  LsRecordWalk walk = { .trace = trace, .position = ls_trace_get_start (trace), .end = ls_state_get_position (self->state) };
  const LsRecord *record;
  LsTraceCursor cursor;
  LsCursorTurn *turn;
  guint32 i = 0;

  ls_trace_cursor_init (&cursor, NULL, 0);
  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (ls_trace_cursor_advance (&cursor, record, walk.position - 1))
      add_span (self, cursor.over.task, cursor.over.began_at, cursor.over.ended_at);
  if (cursor.turn.task != 0)
    add_span (self, cursor.turn.task, cursor.turn.began_at, cursor.turn.in_callback ? self->now : cursor.turn.ended_at);
  while ((turn = ls_trace_cursor_next_other (&cursor, &i, NULL)) != NULL)
    if (turn->task != 0)
      add_span (self, turn->task, turn->began_at, turn->in_callback ? self->now : turn->ended_at);
  ls_trace_cursor_clear (&cursor);
}

/* Draws what has run up to @now, in µs. Returns (transfer full) (nullable): NULL if nothing has */
LsHandoutFigure *
ls_handout_draw_timeline (LsState *state,
                          guint64  now)
{
  g_autoptr (LsHandoutFigure) figure = ls_handout_figure_new ();
  g_autoptr (GHashTable) tracks = g_hash_table_new (g_str_hash, g_str_equal);
  Builder builder = { state, figure, tracks, now, 0 };

  read_turns (&builder);
  if (figure->tracks->len == 0 || now == 0)
    return NULL;
  if (builder.n_more > 0)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("%u more turn", "%u more turns", builder.n_more), builder.n_more);

      ls_handout_figure_add_track (figure, more, NULL);
    }
  figure->now = now;
  ls_handout_figure_set_span (figure, 0, figure->now);
  return g_steal_pointer (&figure);
}

/* Draws the span of time in which the reader is to place bars, or has placed them. @order: (element-type guint): the bar of each
 * line */
LsHandoutFigure *
ls_handout_draw_bars (LsBarsKey *key,
                      GArray    *order,
                      gboolean   is_solved)
{
  LsHandoutFigure *figure = ls_handout_figure_new ();

  figure->unit = ls_bars_key_get_span (key, &figure->begin, &figure->end);
  figure->is_empty_grid = !is_solved;
  for (guint i = 0; i < MIN (order->len, MAX_TRACKS); i++)
    {
      const LsBar *bar = ls_bars_key_get_bar (key, g_array_index (order, guint, i));
      const LsHandoutSpan span = { bar->start, bar->start + bar->length };
      g_autofree char *name = ls_names_shorten (g_strdup (bar->name)), *length = ls_names_say_duration (bar->length);
      LsHandoutTrack *track = ls_handout_figure_add_track (figure, name, length);

      if (is_solved)
        g_array_append_val (track->spans, span);
    }
  return figure;
}

/* Returns (transfer full) (nullable) the last lines that have been printed. */
char *
ls_handout_list_log (LsState *state)
{
  LsTrace *trace = ls_state_get_trace (state);
  LsRecordWalk walk = { .trace = trace, .position = ls_trace_get_start (trace), .end = ls_state_get_position (state) };
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  const LsRecord *record;
  GString *text;

  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (record->kind == LS_RECORD_LOG && ls_trace_get_text (trace, record->text) != NULL)
      g_ptr_array_add (lines, (char *) ls_trace_get_text (trace, record->text));
  if (lines->len == 0)
    return NULL;
  text = g_string_new (lines->len > MAX_LOG ? "…" : NULL);
  for (guint i = lines->len > MAX_LOG ? lines->len - MAX_LOG : 0; i < lines->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", (const char *) g_ptr_array_index (lines, i));
  return g_string_free (text, FALSE);
}
