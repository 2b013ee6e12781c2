/* ls-timeline-rows.c: which tracks of a timeline are shown, in which order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-scene-private.h"

#include <glib/gi18n.h>

/* So many signals have rows of their own without being asked for. */
#define MAX_SIGNAL_ROWS 6

#define SIGNALS_NICK "signals"

static const char *const default_order[] = { "user-blocking", "user-visible", "background", "microtasks", SIGNALS_NICK,
                                             "rendering", "timers", "idle", "other", "log" };

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

/* Reads which tracks are wanted. */
void
ls_timeline_scene_load_rows (LsTimelineScene *self)
{
  load_nicks (self, self->hidden, "timeline-hidden");
  load_nicks (self, self->pinned, "timeline-pinned");
  load_order (self);
  self->expanded = g_settings_get_boolean (self->settings, "timeline-signals");
}

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

  return !ls_span_list_is_empty (track->spans) || track->marks->len > 0 ||
         (kind == LS_TRACK_IDLE && !ls_span_list_is_empty (ls_timeline_model_get_gaps (self->model)));
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

/* Makes the rows anew. */
void
ls_timeline_scene_make_rows (LsTimelineScene *self)
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
  g_signal_emit_by_name (self, "rows-changed");
}

/* Makes the rows anew if there are other tracks. */
void
ls_timeline_scene_update_rows (LsTimelineScene *self)
{
  if (ls_timeline_model_get_n_tracks (self->model) != self->n_tracks || get_used (self) != self->used)
    ls_timeline_scene_make_rows (self);
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
  ls_timeline_scene_make_rows (self);
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
  ls_timeline_scene_make_rows (self);
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
  ls_timeline_scene_make_rows (self);
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
  ls_timeline_scene_make_rows (self);
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
  ls_timeline_scene_make_rows (self);
}
