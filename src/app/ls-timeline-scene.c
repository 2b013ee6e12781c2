/* ls-timeline-scene.c: what the parts of a timeline share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-scene.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-text.h"

/* Some milliseconds for each frame. */
#define RECORDS_EACH_FRAME 200000
/* So many signals have rows of their own without being asked for. */
#define MAX_SIGNAL_ROWS 6

/**
 * LsTimelineScene:
 *
 * What the parts of a timeline share: the player, the model of its trace, the axis, which tracks are rows in which order,
 * and the range of time that is selected. "changed" tells that there is something else to draw, "rows-changed" of other
 * rows, "range-changed" of another range. Which tracks are shown is kept in the settings; a signal is known there by its name.
 */
struct _LsTimelineScene
{
  GObject          parent_instance;

  LsPlayer        *player;
  LsTimelineModel *model;
  LsTimeAxis      *axis;
  GSettings       *settings;

  GArray          *rows;         /* (element-type LsTimelineRow) */
  GPtrArray       *hidden;       /* (element-type utf8) */
  GPtrArray       *pinned;       /* (element-type utf8) */
  GPtrArray       *order;        /* (element-type utf8): all of default_order */
  gboolean         expanded;
  guint            n_tracks;     /* that the rows were made for */
  guint            used;         /* tracks with something on them, a bit each */

  gboolean         has_range;
  guint64          anchor, other;
};

enum
{
  CHANGED,
  ROWS_CHANGED,
  RANGE_CHANGED,
  N_SIGNALS
};

#define SIGNALS_NICK "signals"

static const char *const default_order[] = { "user-blocking", "user-visible", "background", "microtasks", SIGNALS_NICK,
                                             "rendering", "timers", "idle", "other", "log" };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsTimelineScene, ls_timeline_scene, G_TYPE_OBJECT)

static void
on_axis_changed (LsTimelineScene *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
ls_timeline_scene_dispose (GObject *object)
{
  LsTimelineScene *self = LS_TIMELINE_SCENE (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->axis != NULL)
    g_signal_handlers_disconnect_by_data (self->axis, self);
  g_clear_object (&self->player);
  g_clear_object (&self->model);
  g_clear_object (&self->axis);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_timeline_scene_parent_class)->dispose (object);
}

static void
ls_timeline_scene_finalize (GObject *object)
{
  LsTimelineScene *self = LS_TIMELINE_SCENE (object);

  g_array_unref (self->rows);
  g_ptr_array_unref (self->hidden);
  g_ptr_array_unref (self->pinned);
  g_ptr_array_unref (self->order);

  G_OBJECT_CLASS (ls_timeline_scene_parent_class)->finalize (object);
}

static void
ls_timeline_scene_class_init (LsTimelineSceneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_timeline_scene_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_timeline_scene_finalize;

  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_TIMELINE_SCENE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[ROWS_CHANGED] = g_signal_new ("rows-changed", LS_TYPE_TIMELINE_SCENE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 0);
  signals[RANGE_CHANGED] = g_signal_new ("range-changed", LS_TYPE_TIMELINE_SCENE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
}

/* Settings */

static gboolean
has_nick (GPtrArray  *nicks,
          const char *nick)
{
  return g_ptr_array_find_with_equal_func (nicks, nick, g_str_equal, NULL);
}

static void
set_nick (GPtrArray  *nicks,
          const char *nick,
          gboolean    wanted)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (nicks, nick, g_str_equal, &index))
    {
      if (!wanted)
        g_ptr_array_remove_index (nicks, index);
    }
  else if (wanted)
    {
      g_ptr_array_add (nicks, g_strdup (nick));
    }
}

static void
load_nicks (LsTimelineScene *self,
            GPtrArray       *nicks,
            const char      *key)
{
  g_auto (GStrv) strings = g_settings_get_strv (self->settings, key);

  g_ptr_array_set_size (nicks, 0);
  for (guint i = 0; strings[i] != NULL; i++)
    set_nick (nicks, strings[i], TRUE);
}

static void
save_nicks (LsTimelineScene *self,
            GPtrArray       *nicks,
            const char      *key)
{
  g_autoptr (GPtrArray) strings = g_ptr_array_new ();

  for (guint i = 0; i < nicks->len; i++)
    g_ptr_array_add (strings, g_ptr_array_index (nicks, i));
  g_ptr_array_add (strings, NULL);
  g_settings_set_strv (self->settings, key, (const char *const *) strings->pdata);
}

/* What is not in the settings, because they are older or wrong, comes last. */
static void
load_order (LsTimelineScene *self)
{
  g_auto (GStrv) strings = g_settings_get_strv (self->settings, "timeline-order");

  g_ptr_array_set_size (self->order, 0);
  for (guint i = 0; strings[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (default_order); j++)
      if (g_str_equal (strings[i], default_order[j]))
        set_nick (self->order, strings[i], TRUE);
  for (guint j = 0; j < G_N_ELEMENTS (default_order); j++)
    set_nick (self->order, default_order[j], TRUE);
}

static void
ls_timeline_scene_init (LsTimelineScene *self)
{
  self->model = ls_timeline_model_new ();
  self->axis = ls_time_axis_new ();
  self->settings = g_settings_new ("io.github.loopscope.Loopscope");
  self->rows = g_array_new (FALSE, FALSE, sizeof (LsTimelineRow));
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  self->pinned = g_ptr_array_new_with_free_func (g_free);
  self->order = g_ptr_array_new_with_free_func (g_free);
  load_nicks (self, self->hidden, "timeline-hidden");
  load_nicks (self, self->pinned, "timeline-pinned");
  load_order (self);
  self->expanded = g_settings_get_boolean (self->settings, "timeline-signals");
  g_signal_connect_swapped (self->axis, "changed", G_CALLBACK (on_axis_changed), self);
}

LsTimelineScene *
ls_timeline_scene_new (void)
{
  return g_object_new (LS_TYPE_TIMELINE_SCENE, NULL);
}

/* Rows */

static char *
dup_nick (LsTimelineScene *self,
          guint            track)
{
  g_autofree char *name = NULL;

  if (track == LS_TIMELINE_ROW_SIGNALS)
    return g_strdup (SIGNALS_NICK);
  if (track < LS_N_TRACKS)
    return g_strdup (ls_track_kind_to_nick (track));
  name = ls_timeline_model_format_track (self->model, track);
  return g_strconcat ("signal:", name, NULL);
}

static guint
find_kind (const char *nick)
{
  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    if (g_str_equal (ls_track_kind_to_nick (kind), nick))
      return kind;
  return LS_TIMELINE_ROW_SIGNALS;
}

static gboolean
is_used (LsTimelineScene *self,
         guint            kind)
{
  const LsTrack *track = ls_timeline_model_get_track (self->model, kind);

  return ls_span_list_get_n (track->spans) > 0 || track->marks->len > 0 ||
         (kind == LS_TRACK_IDLE && ls_span_list_get_n (ls_timeline_model_get_gaps (self->model)) > 0);
}

static guint
get_used (LsTimelineScene *self)
{
  guint used = 0;

  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    used |= (kind <= LS_TRACK_BACKGROUND || is_used (self, kind)) << kind;
  return used;
}

static void
add_row (LsTimelineScene *self,
         guint            track,
         gboolean         pinned)
{
  LsTimelineRow row = { track, pinned };

  g_array_append_val (self->rows, row);
}

static void
add_signal_rows (LsTimelineScene *self,
                 gboolean         only_pinned)
{
  guint n_tracks = ls_timeline_model_get_n_tracks (self->model);
  gboolean many = n_tracks - LS_N_TRACKS > MAX_SIGNAL_ROWS;

  if (!only_pinned && many)
    add_row (self, LS_TIMELINE_ROW_SIGNALS, FALSE);
  if (only_pinned ? self->pinned->len == 0 : many && !self->expanded)
    return;
  for (guint track = LS_N_TRACKS; track < n_tracks; track++)
    if (ls_timeline_scene_is_pinned (self, track) == only_pinned &&
        (only_pinned || !ls_timeline_scene_is_hidden (self, track)))
      add_row (self, track, only_pinned);
}

static void
make_rows (LsTimelineScene *self)
{
  g_array_set_size (self->rows, 0);
  self->n_tracks = ls_timeline_model_get_n_tracks (self->model);
  self->used = get_used (self);

  for (guint i = 0; i < self->order->len; i++)
    {
      const char *nick = g_ptr_array_index (self->order, i);
      guint kind = find_kind (nick);

      if (kind == LS_TIMELINE_ROW_SIGNALS)
        add_signal_rows (self, TRUE);
      else if (has_nick (self->pinned, nick))
        add_row (self, kind, TRUE);
    }
  for (guint i = 0; i < self->order->len; i++)
    {
      const char *nick = g_ptr_array_index (self->order, i);
      guint kind = find_kind (nick);

      if (has_nick (self->hidden, nick))
        continue;
      if (kind == LS_TIMELINE_ROW_SIGNALS)
        add_signal_rows (self, FALSE);
      else if (!has_nick (self->pinned, nick) && (self->used & (1 << kind)))
        add_row (self, kind, FALSE);
    }
  g_signal_emit (self, signals[ROWS_CHANGED], 0);
}

/**
 * ls_timeline_scene_get_rows:
 * @self: a scene
 * @n_rows: (out): how many
 *
 * Returns: (array length=n_rows): what is shown, from the top, those that are pinned first
 */
const LsTimelineRow *
ls_timeline_scene_get_rows (LsTimelineScene *self,
                            guint           *n_rows)
{
  *n_rows = self->rows->len;
  return (const LsTimelineRow *) self->rows->data;
}

/**
 * ls_timeline_scene_format_row:
 * @self: a scene
 * @track: a track, or %LS_TIMELINE_ROW_SIGNALS
 *
 * Returns: (transfer full): what the row is called
 */
char *
ls_timeline_scene_format_row (LsTimelineScene *self,
                              guint            track)
{
  guint n_signals = ls_timeline_model_get_n_tracks (self->model) - LS_N_TRACKS;

  if (track == LS_TIMELINE_ROW_SIGNALS)
    return g_strdup_printf (ngettext ("%u signal", "%u signals", n_signals), n_signals);
  return ls_timeline_model_format_track (self->model, track);
}

gboolean
ls_timeline_scene_is_hidden (LsTimelineScene *self,
                             guint            track)
{
  g_autofree char *nick = NULL;

  if (self->hidden->len == 0)
    return FALSE;
  nick = dup_nick (self, track);
  return has_nick (self->hidden, nick);
}

/**
 * ls_timeline_scene_set_hidden:
 * @self: a scene
 * @track: a track, or %LS_TIMELINE_ROW_SIGNALS for all signals
 * @hidden: whether to show it no more
 *
 * Shows or hides a track, in other windows and sessions as well.
 */
void
ls_timeline_scene_set_hidden (LsTimelineScene *self,
                              guint            track,
                              gboolean         hidden)
{
  g_autofree char *nick = dup_nick (self, track);

  set_nick (self->hidden, nick, hidden);
  if (hidden)
    set_nick (self->pinned, nick, FALSE);
  save_nicks (self, self->hidden, "timeline-hidden");
  save_nicks (self, self->pinned, "timeline-pinned");
  make_rows (self);
}

gboolean
ls_timeline_scene_is_pinned (LsTimelineScene *self,
                             guint            track)
{
  g_autofree char *nick = NULL;

  if (self->pinned->len == 0)
    return FALSE;
  nick = dup_nick (self, track);
  return has_nick (self->pinned, nick);
}

/**
 * ls_timeline_scene_set_pinned:
 * @self: a scene
 * @track: a track
 * @pinned: whether it is to stay at the top
 *
 * Pins a track, which shows it if it was hidden, or unpins it.
 */
void
ls_timeline_scene_set_pinned (LsTimelineScene *self,
                              guint            track,
                              gboolean         pinned)
{
  g_autofree char *nick = dup_nick (self, track);

  if (track == LS_TIMELINE_ROW_SIGNALS)
    return;
  set_nick (self->pinned, nick, pinned);
  if (pinned)
    set_nick (self->hidden, nick, FALSE);
  save_nicks (self, self->pinned, "timeline-pinned");
  save_nicks (self, self->hidden, "timeline-hidden");
  make_rows (self);
}

/**
 * ls_timeline_scene_is_expanded:
 * @self: a scene
 *
 * Returns: whether signals have rows of their own although there are many
 */
gboolean
ls_timeline_scene_is_expanded (LsTimelineScene *self)
{
  return self->expanded;
}

void
ls_timeline_scene_set_expanded (LsTimelineScene *self,
                                gboolean         expanded)
{
  self->expanded = expanded;
  g_settings_set_boolean (self->settings, "timeline-signals", expanded);
  make_rows (self);
}

/**
 * ls_timeline_scene_move:
 * @self: a scene
 * @track: a track; those of signals move together
 * @direction: -1 for up, 1 for down
 *
 * Moves a track past the next one that is shown.
 */
void
ls_timeline_scene_move (LsTimelineScene *self,
                        guint            track,
                        int              direction)
{
  g_autofree char *nick = dup_nick (self, track < LS_N_TRACKS ? track : LS_TIMELINE_ROW_SIGNALS);
  guint index = 0;

  g_ptr_array_find_with_equal_func (self->order, nick, g_str_equal, &index);
  for (;;)
    {
      guint next = index + direction;
      gpointer other;
      guint kind;

      if (next >= self->order->len)
        break;
      other = self->order->pdata[next];
      self->order->pdata[next] = self->order->pdata[index];
      self->order->pdata[index] = other;
      index = next;
      kind = find_kind (other);
      if (kind == LS_TIMELINE_ROW_SIGNALS || (self->used & (1 << kind) && !has_nick (self->hidden, other)))
        break;
    }
  save_nicks (self, self->order, "timeline-order");
  make_rows (self);
}

/**
 * ls_timeline_scene_reset_rows:
 * @self: a scene
 *
 * Shows the tracks that are shown without having been asked for, in the usual order.
 */
void
ls_timeline_scene_reset_rows (LsTimelineScene *self)
{
  g_settings_reset (self->settings, "timeline-hidden");
  g_settings_reset (self->settings, "timeline-pinned");
  g_settings_reset (self->settings, "timeline-order");
  load_nicks (self, self->hidden, "timeline-hidden");
  load_nicks (self, self->pinned, "timeline-pinned");
  load_order (self);
  make_rows (self);
}

/* The player */

static void
on_changed (LsTimelineScene *self)
{
  ls_time_axis_reveal (self->axis, ls_timeline_scene_get_now (self), ls_player_get_running (self->player));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_grew (LsTimelineScene *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_trace_changed (LsTimelineScene *self)
{
  ls_timeline_model_set_trace (self->model, ls_player_get_trace (self->player));
  ls_timeline_scene_clear_range (self);
  ls_time_axis_reset (self->axis);
  ls_timeline_scene_read (self);
  make_rows (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ls_timeline_scene_set_player:
 * @self: a scene without a player
 * @player: whose trace to show
 *
 * Shows @player's trace and position.
 */
void
ls_timeline_scene_set_player (LsTimelineScene *self,
                              LsPlayer        *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (player, "grew", G_CALLBACK (on_grew), self);
  g_signal_connect_swapped (player, "trace-changed", G_CALLBACK (on_trace_changed), self);
  on_trace_changed (self);
}

LsPlayer *
ls_timeline_scene_get_player (LsTimelineScene *self)
{
  return self->player;
}

LsTimelineModel *
ls_timeline_scene_get_model (LsTimelineScene *self)
{
  return self->model;
}

LsTimeAxis *
ls_timeline_scene_get_axis (LsTimelineScene *self)
{
  return self->axis;
}

/**
 * ls_timeline_scene_read:
 * @self: a scene
 *
 * Reads as much of the trace as one frame has time for.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_timeline_scene_read (LsTimelineScene *self)
{
  gboolean more;

  if (self->player == NULL)
    return FALSE;
  more = ls_timeline_model_read (self->model, ls_player_get_length (self->player), RECORDS_EACH_FRAME);
  /* The whole run, also the part of it that has not been read yet, so that nothing moves while it is read. */
  ls_time_axis_set_end (self->axis, ls_player_get_end_time (self->player));
  if (ls_timeline_model_get_n_tracks (self->model) != self->n_tracks || get_used (self) != self->used)
    make_rows (self);
  return more;
}

/**
 * ls_timeline_scene_get_now:
 * @self: a scene
 *
 * Returns: the time of the player's position, in µs
 */
double
ls_timeline_scene_get_now (LsTimelineScene *self)
{
  return self->player != NULL ? ls_state_get_time (ls_player_get_state (self->player)) : 0;
}

/**
 * ls_timeline_scene_seek:
 * @self: a scene
 * @time: µs
 *
 * Moves the player to the end of the last step that was over at @time.
 */
void
ls_timeline_scene_seek (LsTimelineScene *self,
                        double           time)
{
  if (self->player == NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, ls_timeline_model_find_position (self->model, MAX (0, time)));
}

/* The range */

/**
 * ls_timeline_scene_get_range:
 * @self: a scene
 * @from: (out): µs
 * @to: (out): µs
 *
 * Returns: %FALSE if no range is selected
 */
gboolean
ls_timeline_scene_get_range (LsTimelineScene *self,
                             guint64         *from,
                             guint64         *to)
{
  *from = MIN (self->anchor, self->other);
  *to = MAX (self->anchor, self->other);
  return self->has_range && *from < *to;
}

/**
 * ls_timeline_scene_set_range:
 * @self: a scene
 * @anchor: where the range begins or ends, in µs
 * @other: where it ends or begins
 *
 * Selects a range of time.
 */
void
ls_timeline_scene_set_range (LsTimelineScene *self,
                             double           anchor,
                             double           other)
{
  double end = ls_timeline_model_get_end (self->model);

  self->has_range = TRUE;
  self->anchor = round (CLAMP (anchor, 0, end));
  self->other = round (CLAMP (other, 0, end));
  g_signal_emit (self, signals[RANGE_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
ls_timeline_scene_clear_range (LsTimelineScene *self)
{
  if (!self->has_range)
    return;
  self->has_range = FALSE;
  g_signal_emit (self, signals[RANGE_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ls_timeline_scene_extend_range:
 * @self: a scene
 * @time: µs
 *
 * Selects up to @time: from where the range that is selected was begun, or else from the position.
 */
void
ls_timeline_scene_extend_range (LsTimelineScene *self,
                                double           time)
{
  ls_timeline_scene_set_range (self, self->has_range ? self->anchor : ls_timeline_scene_get_now (self), time);
}

/**
 * ls_timeline_scene_get_totals:
 * @self: a scene
 * @from: µs
 * @to: µs
 * @totals: (out caller-allocates): what happened between
 *
 * Adds up a range; costs no more for a long one.
 */
void
ls_timeline_scene_get_totals (LsTimelineScene  *self,
                              guint64           from,
                              guint64           to,
                              LsTimelineTotals *totals)
{
  *totals = (LsTimelineTotals) { 0 };
  to = MIN (to, ls_timeline_model_get_end (self->model));
  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    {
      const LsSpanList *spans = ls_timeline_model_get_track (self->model, kind)->spans;
      guint first = ls_span_list_find (spans, from);
      guint last = ls_span_list_find_starting (spans, to, first);
      guint longest = ls_span_list_find_longest (spans, from, to);

      /* What ended just when the range begins is not in it, unless it took no time at all. */
      while (first < last && ls_span_list_get (spans, first)->end == from &&
             ls_span_list_get (spans, first)->start < from)
        first++;
      totals->busy_by_track[kind] = ls_span_list_sum (spans, from, to);
      if (kind == LS_TRACK_MICROTASKS)
        {
          totals->microtasks = totals->busy_by_track[kind];
          continue;
        }
      totals->n_by_track[kind] = last - first;
      totals->n_tasks += last - first;
      totals->busy += totals->busy_by_track[kind];
      if (longest != LS_SPAN_NONE)
        {
          const LsSpan *span = ls_span_list_get (spans, longest);
          guint64 duration = (span->end == LS_TIME_NEVER ? MAX (to, span->start) : span->end) - span->start;

          if (totals->longest == 0 || duration > totals->longest_duration)
            {
              totals->longest = span->subject;
              totals->longest_duration = duration;
            }
        }
    }
  totals->idle = ls_span_list_sum (ls_timeline_model_get_gaps (self->model), from, to);
}

/**
 * ls_timeline_scene_describe_range:
 * @self: a scene
 *
 * Returns: (transfer full) (nullable): the totals of the range that is selected, in a line; %NULL if none is
 */
char *
ls_timeline_scene_describe_range (LsTimelineScene *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *start = NULL;
  g_autofree char *stop = NULL;
  g_autofree char *duration = NULL;
  g_autofree char *busy = NULL;
  g_autofree char *idle = NULL;
  LsTimelineTotals totals;
  guint64 from, to;

  if (!ls_timeline_scene_get_range (self, &from, &to))
    return NULL;
  ls_timeline_scene_get_totals (self, from, to, &totals);
  start = ls_text_format_time (from);
  stop = ls_text_format_time (to);
  duration = ls_text_format_time (to - from);
  busy = ls_text_format_time (totals.busy);
  idle = ls_text_format_time (totals.idle);
  /* Translators: a range of time: where it begins and ends, how long it is */
  g_string_append_printf (text, _("%s – %s: %s"), start, stop, duration);
  g_string_append_printf (text, " · ");
  g_string_append_printf (text, ngettext ("%u task", "%u tasks", totals.n_tasks), totals.n_tasks);
  g_string_append_printf (text, " · ");
  /* Translators: how much of a range of time something ran, and in how much of it there was nothing to do */
  g_string_append_printf (text, _("busy %s (%.0f %%) · idle %s"), busy, 100.0 * totals.busy / (to - from), idle);
  for (guint kind = 0; kind <= LS_TRACK_OTHER; kind++)
    {
      g_autofree char *name = ls_timeline_model_format_track (self->model, kind);
      g_autofree char *time = ls_text_format_time (totals.busy_by_track[kind]);

      if (totals.n_by_track[kind] > 0)
        g_string_append_printf (text, " · %s %u, %s", name, totals.n_by_track[kind], time);
    }
  if (totals.longest != 0)
    {
      g_autofree char *name = ls_timeline_model_format_task (self->model, totals.longest);
      g_autofree char *time = ls_text_format_time (totals.longest_duration);

      g_string_append (text, " · ");
      /* Translators: the name of the task that took the longest time, and how long */
      g_string_append_printf (text, _("longest: %s, %s"), name, time);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_timeline_scene_zoom_to_selection:
 * @self: a scene
 *
 * Shows the range that is selected, or else the task.
 */
void
ls_timeline_scene_zoom_to_selection (LsTimelineScene *self)
{
  guint64 from, to;
  guint32 id;

  if (!ls_timeline_scene_get_range (self, &from, &to))
    {
      const LsSpan *span;

      if (self->player == NULL || ls_player_get_selection (self->player, &id) != LS_SELECTION_TASK)
        return;
      span = ls_timeline_model_get_task_span (self->model, id);
      if (span == NULL)
        return;
      from = span->start;
      to = span->end == LS_TIME_NEVER ? ls_timeline_model_get_end (self->model) : span->end;
    }
  /* With something around it, so that its ends are seen. */
  ls_time_axis_show (self->axis, from - MAX (1, (to - from) * 0.05), to + MAX (1, (to - from) * 0.05));
}
