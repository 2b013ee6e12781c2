/* ls-timeline-rows.c: the visible tracks of a timeline and their order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-scene-private.h"

#include <glib/gi18n.h>

/* The most signals that have rows of their own before the user asks for them. */
#define MAX_SIGNAL_ROWS 6

#define SIGNALS_NICK "signals"

static const char *const default_order[] = { "input", "frames", "phases", "user-blocking", "user-visible", "background", "microtasks",
                                             "queued", SIGNALS_NICK, "rendering", "timers", "idle", "other", "long-tasks", "browser",
                                             "timings", "log", NULL };

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
  gboolean is_there = g_ptr_array_find_with_equal_func (nicks, nick, g_str_equal, &index);

  if (is_there && !wanted)
    g_ptr_array_remove_index (nicks, index);
  else if (!is_there && wanted)
    g_ptr_array_add (nicks, g_strdup (nick));
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

  g_ptr_array_extend (strings, nicks, NULL, NULL);
  g_ptr_array_add (strings, NULL);
  g_settings_set_strv (self->settings, key, (const char *const *) strings->pdata);
}

/* Loads the order of tracks. Tracks that are not in the settings come last, since the settings may be older or wrong. */
static void
load_order (LsTimelineScene *self)
{
  g_auto (GStrv) strings = g_settings_get_strv (self->settings, "timeline-order");

  g_ptr_array_set_size (self->order, 0);
  for (guint i = 0; strings[i] != NULL; i++)
    if (g_strv_contains (default_order, strings[i]))
      set_nick (self->order, strings[i], TRUE);
  for (guint i = 0; default_order[i] != NULL; i++)
    set_nick (self->order, default_order[i], TRUE);
}

/* Reads from the settings which tracks to show. */
void
ls_timeline_scene_load_rows (LsTimelineScene *self)
{
  load_nicks (self, self->hidden, "timeline-hidden");
  load_nicks (self, self->pinned, "timeline-pinned");
  load_order (self);
  ls_timeline_scene_load_folded (self);
  self->expanded = g_settings_get_boolean (self->settings, "timeline-signals");
}

static char *
dup_nick (LsTimelineScene *self,
          guint            track)
{
  g_autofree char *name = NULL;
  const LsTrack *data;

  if (track == LS_TIMELINE_ROW_SIGNALS)
    return g_strdup (SIGNALS_NICK);
  if (track < LS_N_TRACKS)
    return g_strdup (ls_track_kind_to_nick (track));
  data = ls_timeline_model_get_track (self->model, track);
  if (data->kind < LS_N_TRACKS)
    {
      name = ls_timeline_model_format_agent (self->model, data->agent);
      return g_strconcat ("agent:", name, ":", ls_track_kind_to_nick (data->kind), NULL);
    }
  name = ls_timeline_model_format_kind (self->model, track);
  return g_strconcat ("signal:", name, NULL);
}

static gboolean
has_agents (LsTimelineScene *self)
{
  return ls_timeline_model_get_n_agents (self->model) > 1;
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
is_used (LsTimelineScene       *self,
         const LsTimelineAgent *agent,
         guint                  kind)
{
  const LsTrack *track = ls_timeline_model_get_track (self->model, agent->first_track + kind);

  return !ls_span_list_is_empty (track->spans) || track->marks->len > 0 ||
         (kind == LS_TRACK_IDLE && !ls_span_list_is_empty (agent->gaps)) ||
         (kind == LS_TRACK_QUEUED && !ls_queue_lengths_is_empty (agent->queued));
}

static guint
get_used (LsTimelineScene       *self,
          const LsTimelineAgent *agent)
{
  const gboolean is_alone = !has_agents (self);
  /* What is watched has not said yet what kind of loop it has. */
  const gboolean has_priorities = !agent->lacks_priorities && ls_timeline_model_get_n_read (self->model) > 0;
  guint used = 0;

  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    if (is_alone)
      used |= ((kind <= LS_TRACK_BACKGROUND && has_priorities && !self->in_lesson) ||
               (kind < LS_TRACK_BATON && is_used (self, agent, kind)))
              << kind;
    else
      /* Each agent has a row, whatever it does. */
      used |= (kind == LS_TRACK_BATON || is_used (self, agent, kind)) << kind;
  return used;
}

static guint
hash_used (LsTimelineScene *self)
{
  guint hash = 0;

  for (guint i = 0; i < ls_timeline_model_get_n_agents (self->model); i++)
    hash = hash * 31 + get_used (self, ls_timeline_model_get_agent (self->model, i));
  return hash;
}

/* Returns the number of tracks of signals, over all agents. */
static guint
count_signals (LsTimelineScene *self)
{
  return ls_timeline_model_get_n_tracks (self->model) - LS_N_TRACKS * ls_timeline_model_get_n_agents (self->model);
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
  gboolean many = count_signals (self) > MAX_SIGNAL_ROWS;

  if (!only_pinned && many)
    add_row (self, LS_TIMELINE_ROW_SIGNALS, FALSE);
  if (only_pinned ? self->pinned->len == 0 : many && !self->expanded)
    return;
  for (guint track = LS_N_TRACKS; track < n_tracks; track++)
    if (ls_timeline_model_get_track (self->model, track)->kind == LS_TRACK_SIGNAL &&
        ls_timeline_scene_is_pinned (self, track) == only_pinned &&
        (only_pinned || !ls_timeline_scene_is_hidden (self, track)))
      add_row (self, track, only_pinned);
}

static void
add_agent_row (LsTimelineScene       *self,
               const LsTimelineAgent *agent,
               guint                  used,
               guint                  kind,
               gboolean               only_pinned)
{
  const guint track = agent->first_track + kind;
  const gboolean pinned = ls_timeline_scene_is_pinned (self, track);

  /* A pinned track stays, even if it has nothing on it. */
  if (only_pinned ? pinned : !pinned && used & (1 << kind) && !ls_timeline_scene_is_hidden (self, track))
    add_row (self, track, only_pinned);
}

/* Adds the rows of an agent: the baton first, then the other tracks. */
static void
add_agent_rows (LsTimelineScene       *self,
                const LsTimelineAgent *agent,
                gboolean               only_pinned)
{
  const guint used = get_used (self, agent);

  if (!only_pinned && ls_timeline_scene_is_hidden (self, agent->first_track + LS_TRACK_BATON))
    return;
  if (only_pinned && self->pinned->len == 0)
    return;
  if (only_pinned)
    add_agent_row (self, agent, used, LS_TRACK_BATON, TRUE);
  else
    /* The baton's row stays at the head of its group, even if it is pinned as well. */
    add_row (self, agent->first_track + LS_TRACK_BATON, FALSE);
  if (!only_pinned && ls_timeline_scene_is_folded (self, agent->id))
    return;
  add_agent_row (self, agent, used, LS_TRACK_WAITS, only_pinned);
  add_agent_row (self, agent, used, LS_TRACK_PROMISES, only_pinned);
  for (guint i = 0; i < self->order->len; i++)
    {
      guint kind = find_kind (g_ptr_array_index (self->order, i));

      if (kind < LS_N_TRACKS)
        add_agent_row (self, agent, used, kind, only_pinned);
    }
}

/* Lists the agents from the top: the default contexts of GLib programs come before those of threads. */
static GPtrArray *
list_agents (LsTimelineScene *self)
{
  const guint n_agents = ls_timeline_model_get_n_agents (self->model);
  GPtrArray *agents = g_ptr_array_new ();

  for (int is_program = TRUE; is_program >= FALSE; is_program--)
    for (guint i = 0; i < n_agents; i++)
      {
        const LsTimelineAgent *agent = ls_timeline_model_get_agent (self->model, i);

        if (ls_timeline_model_is_program (self->model, agent->id) == is_program)
          g_ptr_array_add (agents, (gpointer) agent);
      }
  return agents;
}

/* Makes a group of rows for each of several agents. */
static void
make_rows_by_agent (LsTimelineScene *self)
{
  g_autoptr (GPtrArray) agents = list_agents (self);

  for (guint i = 0; i < agents->len; i++)
    add_agent_rows (self, g_ptr_array_index (agents, i), TRUE);
  add_signal_rows (self, TRUE);
  for (guint i = 0; i < agents->len; i++)
    add_agent_rows (self, g_ptr_array_index (agents, i), FALSE);
  if (!has_nick (self->hidden, SIGNALS_NICK) && count_signals (self) > 0)
    add_signal_rows (self, FALSE);
}

/* Makes the rows of a single agent, in the order of the settings, pinned ones first. Lessons talk of tasks rather than of how many
 * wait: that row is the last one there. */
static void
make_rows_by_order (LsTimelineScene *self)
{
  const guint n_rounds = self->in_lesson ? 2 * self->order->len : self->order->len;

  for (int pinned = TRUE; pinned >= FALSE; pinned--)
    for (guint i = 0; i < n_rounds; i++)
      {
        const char *nick = g_ptr_array_index (self->order, i % self->order->len);
        guint kind = find_kind (nick);

        if (!pinned && has_nick (self->hidden, nick))
          continue;
        if (self->in_lesson && (kind == LS_TRACK_QUEUED) != (i >= self->order->len))
          continue;
        if (kind == LS_TIMELINE_ROW_SIGNALS)
          add_signal_rows (self, pinned);
        else if (has_nick (self->pinned, nick) == pinned && (pinned || self->used & (1 << kind)))
          add_row (self, kind, pinned);
      }
}

/* Makes all rows. */
void
ls_timeline_scene_make_rows (LsTimelineScene *self)
{
  g_array_set_size (self->rows, 0);
  self->n_tracks = ls_timeline_model_get_n_tracks (self->model);
  self->used = get_used (self, ls_timeline_model_get_agent (self->model, 0));
  self->used_hash = hash_used (self);
  if (has_agents (self))
    make_rows_by_agent (self);
  else
    make_rows_by_order (self);
  g_signal_emit_by_name (self, "rows-changed");
}

/* Makes all rows again if the tracks have changed. */
void
ls_timeline_scene_update_rows (LsTimelineScene *self)
{
  if (ls_timeline_model_get_n_tracks (self->model) != self->n_tracks || hash_used (self) != self->used_hash)
    ls_timeline_scene_make_rows (self);
}

/**
 * ls_timeline_scene_get_rows:
 * @self: a scene
 * @n_rows: (out): the number of rows
 *
 * Returns: (array length=n_rows): the rows from the top, pinned ones first
 */
const LsTimelineRow *
ls_timeline_scene_get_rows (LsTimelineScene *self,
                            guint           *n_rows)
{
  *n_rows = self->rows->len;
  return (const LsTimelineRow *) self->rows->data;
}

/* How many frames were late is said in the name of their row as well: nobody has to look for them. */
static char *
format_frames (LsTimelineScene *self,
               guint            track)
{
  const guint n_late = ls_timeline_model_get_track (self->model, track)->marks->len;
  g_autofree char *name = ls_timeline_model_format_track (self->model, track);

  if (n_late == 0)
    return g_steal_pointer (&name);
  /* Translators: “Frames”, then how many of them were painted too late */
  return g_strdup_printf (ngettext ("%s, %u late", "%s, %u late", n_late), name, n_late);
}

/**
 * ls_timeline_scene_format_row:
 * @self: a scene
 * @track: a track, or %LS_TIMELINE_ROW_SIGNALS
 *
 * Returns: (transfer full): the name of the row
 */
char *
ls_timeline_scene_format_row (LsTimelineScene *self,
                              guint            track)
{
  guint n_signals = count_signals (self);

  if (track == LS_TIMELINE_ROW_SIGNALS)
    return g_strdup_printf (ngettext ("%u signal", "%u signals", n_signals), n_signals);
  if (ls_timeline_model_get_track (self->model, track)->kind == LS_TRACK_PHASES)
    return format_frames (self, track);
  return ls_timeline_model_format_track (self->model, track);
}

/* Whether the settings name a row in @nicks. */
static gboolean
is_listed (LsTimelineScene *self,
           GPtrArray       *nicks,
           guint            track)
{
  g_autofree char *nick = nicks->len > 0 ? dup_nick (self, track) : NULL;

  return nick != NULL && has_nick (nicks, nick);
}

/* Puts a row in @nicks, and takes it out of @others, or takes it out of @nicks. */
static void
set_listed (LsTimelineScene *self,
            GPtrArray       *nicks,
            GPtrArray       *others,
            guint            track,
            gboolean         wanted)
{
  g_autofree char *nick = dup_nick (self, track);

  set_nick (nicks, nick, wanted);
  if (wanted)
    set_nick (others, nick, FALSE);
  save_nicks (self, self->hidden, "timeline-hidden");
  save_nicks (self, self->pinned, "timeline-pinned");
  ls_timeline_scene_make_rows (self);
}

gboolean
ls_timeline_scene_is_hidden (LsTimelineScene *self,
                             guint            track)
{
  return is_listed (self, self->hidden, track);
}

/**
 * ls_timeline_scene_set_hidden:
 * @self: a scene
 * @track: a track, or %LS_TIMELINE_ROW_SIGNALS for all signals
 * @hidden: whether to hide the track
 *
 * Hides or shows a track, also in other windows and sessions.
 */
void
ls_timeline_scene_set_hidden (LsTimelineScene *self,
                              guint            track,
                              gboolean         hidden)
{
  set_listed (self, self->hidden, self->pinned, track, hidden);
}

gboolean
ls_timeline_scene_is_pinned (LsTimelineScene *self,
                             guint            track)
{
  return is_listed (self, self->pinned, track);
}

/**
 * ls_timeline_scene_set_pinned:
 * @self: a scene
 * @track: a track
 * @pinned: whether the track stays at the top
 *
 * Pins or unpins a track. Pinning shows a hidden track.
 */
void
ls_timeline_scene_set_pinned (LsTimelineScene *self,
                              guint            track,
                              gboolean         pinned)
{
  if (track != LS_TIMELINE_ROW_SIGNALS)
    set_listed (self, self->pinned, self->hidden, track, pinned);
}

/**
 * ls_timeline_scene_has_row:
 * @self: a scene
 * @track: a track
 *
 * Returns: whether @track may have a row. A single agent has no tracks that only tell agents apart. Several agents have only tracks
 *   with something on them.
 */
gboolean
ls_timeline_scene_has_row (LsTimelineScene *self,
                           guint            track)
{
  const LsTrack *data = ls_timeline_model_get_track (self->model, track);

  if (data->kind == LS_TRACK_SIGNAL)
    return TRUE;
  if (!has_agents (self))
    return data->kind < LS_TRACK_BATON;
  return (get_used (self, ls_timeline_model_find_agent (self->model, data->agent)) & (1 << data->kind)) != 0 ||
         ls_timeline_scene_is_pinned (self, track);
}

/**
 * ls_timeline_scene_can_move:
 * @self: a scene
 * @track: a track, or %LS_TIMELINE_ROW_SIGNALS
 *
 * Returns: whether the user can move the track past others. If there are several agents, their tracks have the same order.
 */
gboolean
ls_timeline_scene_can_move (LsTimelineScene *self,
                            guint            track)
{
  if (!has_agents (self))
    return TRUE;
  return track != LS_TIMELINE_ROW_SIGNALS && ls_timeline_model_get_track (self->model, track)->kind < LS_TRACK_BATON;
}

/**
 * ls_timeline_scene_is_expanded:
 * @self: a scene
 *
 * Returns: whether signals have rows of their own although there are many of them
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
 * @track: a track; the tracks of signals move together
 * @direction: -1 for up, 1 for down
 *
 * Moves a track past the next visible one.
 */
void
ls_timeline_scene_move (LsTimelineScene *self,
                        guint            track,
                        int              direction)
{
  const LsTrack *data = track != LS_TIMELINE_ROW_SIGNALS ? ls_timeline_model_get_track (self->model, track) : NULL;
  g_autofree char *nick = dup_nick (self, data != NULL && data->kind < LS_N_TRACKS ? data->kind : LS_TIMELINE_ROW_SIGNALS);
  guint used = self->used;
  guint index = 0;

  if (!ls_timeline_scene_can_move (self, track))
    return;
  g_ptr_array_find_with_equal_func (self->order, nick, g_str_equal, &index);
  if (has_agents (self))
    used = get_used (self, ls_timeline_model_find_agent (self->model, data->agent));
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
      if (kind == LS_TIMELINE_ROW_SIGNALS ? !has_agents (self) : used & (1 << kind) && !has_nick (self->hidden, other))
        break;
    }
  save_nicks (self, self->order, "timeline-order");
  ls_timeline_scene_make_rows (self);
}

/**
 * ls_timeline_scene_reset_rows:
 * @self: a scene
 *
 * Shows the default tracks in the default order.
 */
void
ls_timeline_scene_reset_rows (LsTimelineScene *self)
{
  g_settings_reset (self->settings, "timeline-hidden");
  g_settings_reset (self->settings, "timeline-pinned");
  g_settings_reset (self->settings, "timeline-order");
  g_settings_reset (self->settings, "timeline-folded");
  ls_timeline_scene_load_rows (self);
  ls_timeline_scene_make_rows (self);
}
