/* ls-timeline-range.c: a range of time and its totals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-scene-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-text.h"

#define MAX_AGENTS_IN_LINE 8

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

static void
tell_range (LsTimelineScene *self)
{
  g_signal_emit_by_name (self, "range-changed");
  g_signal_emit_by_name (self, "changed");
}

/**
 * ls_timeline_scene_set_range:
 * @self: a scene
 * @anchor: the end of the range that stays when the user extends it, in µs
 * @other: the other end
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
  tell_range (self);
}

void
ls_timeline_scene_clear_range (LsTimelineScene *self)
{
  if (!self->has_range)
    return;
  self->has_range = FALSE;
  tell_range (self);
}

/**
 * ls_timeline_scene_extend_range:
 * @self: a scene
 * @time: µs
 *
 * Extends the selected range up to @time. Without a range, this selects from the position up to @time.
 */
void
ls_timeline_scene_extend_range (LsTimelineScene *self,
                                double           time)
{
  ls_timeline_scene_set_range (self, self->has_range ? self->anchor : ls_timeline_scene_get_now (self), time);
}

/**
 * ls_timeline_scene_step_range:
 * @self: a scene with a player
 * @back: whether to go back
 *
 * Steps, and extends the range up to the new position. If the step still has to run, the range follows when the position changes.
 */
void
ls_timeline_scene_step_range (LsTimelineScene *self,
                              gboolean         back)
{
  if (!self->has_range)
    ls_timeline_scene_extend_range (self, ls_timeline_scene_get_now (self));
  self->extending = TRUE;
  ls_player_step_by (self->player, LS_STEPPING_TURN, back);
  if (!ls_player_is_pending (self->player))
    {
      ls_timeline_scene_extend_range (self, ls_timeline_scene_get_now (self));
      self->extending = FALSE;
    }
}

/* Adds the totals of an agent. */
static void
add_totals (LsTimelineScene       *self,
            const LsTimelineAgent *agent,
            guint64                from,
            guint64                to,
            LsTimelineTotals      *totals)
{
  const gboolean is_alone = ls_timeline_model_get_n_agents (self->model) == 1;
  const guint64 before = MIN (to, ls_timeline_model_get_agents_time (self->model));

  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    {
      const LsSpanList *spans = ls_timeline_model_get_track (self->model, agent->first_track + kind)->spans;
      guint first, last, longest;
      guint64 sum;

      if (ls_span_list_is_empty (spans))
        continue;
      first = ls_span_list_find (spans, from);
      last = ls_span_list_find_starting (spans, to, first);
      longest = ls_span_list_find_longest (spans, from, to);
      /* A span that ends exactly where the range begins is outside, unless it has no duration. */
      while (first < last && ls_span_list_get (spans, first)->end == from &&
             ls_span_list_get (spans, first)->start < from)
        first++;
      sum = ls_span_list_sum (spans, from, to);
      totals->busy_by_track[kind] += sum;
      if (kind == LS_TRACK_MICROTASKS)
        totals->microtasks += sum;
      else if (kind == LS_TRACK_BATON)
        totals->ran += is_alone ? 0 : sum;
      else if (kind == LS_TRACK_WAITS)
        totals->waited += sum;
      if (kind >= LS_TRACK_MICROTASKS)
        continue;
      totals->n_by_track[kind] += last - first;
      totals->n_tasks += last - first;
      totals->busy += sum;
      /* Without other agents there is no baton. */
      if (agent->id == 1 && before > from)
        totals->ran += before == to ? sum : ls_span_list_sum (spans, from, before);
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
  totals->idle += ls_span_list_sum (agent->gaps, from, to);
}

/**
 * ls_timeline_scene_get_totals:
 * @self: a scene
 * @from: µs
 * @to: µs
 * @totals: (out caller-allocates): the totals of the range
 *
 * Adds up a range for all agents. A long range costs no more than a short one.
 */
void
ls_timeline_scene_get_totals (LsTimelineScene  *self,
                              guint64           from,
                              guint64           to,
                              LsTimelineTotals *totals)
{
  *totals = (LsTimelineTotals) { 0 };
  to = MIN (to, ls_timeline_model_get_end (self->model));
  for (guint i = 0; i < ls_timeline_model_get_n_agents (self->model); i++)
    add_totals (self, ls_timeline_model_get_agent (self->model, i), from, to, totals);
}

/**
 * ls_timeline_scene_get_agent_totals:
 * @self: a scene
 * @agent: an agent
 * @from: µs
 * @to: µs
 * @totals: (out caller-allocates): the totals of the agent
 *
 * Adds up a range for one agent.
 */
void
ls_timeline_scene_get_agent_totals (LsTimelineScene  *self,
                                    guint32           agent,
                                    guint64           from,
                                    guint64           to,
                                    LsTimelineTotals *totals)
{
  const LsTimelineAgent *data = ls_timeline_model_find_agent (self->model, agent);

  *totals = (LsTimelineTotals) { 0 };
  if (data != NULL)
    add_totals (self, data, from, MIN (to, ls_timeline_model_get_end (self->model)), totals);
}

/* Appends the totals of each agent, for as many agents as fit on a line. */
static void
append_agents (LsTimelineScene *self,
               guint64          from,
               guint64          to,
               GString         *text)
{
  const guint n_agents = ls_timeline_model_get_n_agents (self->model);
  guint n_shown = 0, n_more = 0;

  for (guint i = 0; i < n_agents; i++)
    {
      const LsTimelineAgent *agent = ls_timeline_model_get_agent (self->model, i);
      g_autofree char *name = NULL;
      g_autofree char *ran = NULL;
      g_autofree char *waited = NULL;
      LsTimelineTotals totals;

      ls_timeline_scene_get_agent_totals (self, agent->id, from, to, &totals);
      if (totals.n_tasks == 0 && totals.ran == 0 && totals.waited == 0)
        continue;
      if (n_shown == MAX_AGENTS_IN_LINE)
        {
          n_more++;
          continue;
        }
      n_shown++;
      name = ls_timeline_model_format_agent (self->model, agent->id);
      ran = ls_timeline_model_format_duration (self->model, totals.ran);
      waited = ls_timeline_model_format_duration (self->model, totals.waited);
      g_string_append (text, " · ");
      g_string_append_printf (text, "%s: ", name);
      g_string_append_printf (text, ngettext ("%u task", "%u tasks", totals.n_tasks), totals.n_tasks);
      g_string_append (text, ", ");
      /* Translators: for how long an agent (a worker, or the main one) ran */
      g_string_append_printf (text, _("ran %s"), ran);
      if (totals.waited > 0)
        {
          g_string_append (text, ", ");
          /* Translators: for how long an agent was suspended in Atomics.wait() */
          g_string_append_printf (text, _("waited %s"), waited);
        }
    }
  if (n_more > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%u more agent", "%u more agents", n_more), n_more);
    }
}

/**
 * ls_timeline_scene_describe_range:
 * @self: a scene
 *
 * Returns: (transfer full) (nullable): the totals of the selected range, on one line; %NULL if there is no range
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
  start = ls_timeline_model_format_time (self->model, from);
  stop = ls_timeline_model_format_time (self->model, to);
  duration = ls_timeline_model_format_duration (self->model, to - from);
  busy = ls_timeline_model_format_duration (self->model, totals.busy);
  idle = ls_timeline_model_format_duration (self->model, totals.idle);
  /* Translators: a range of time: where it begins and ends, how long it is */
  g_string_append_printf (text, _("%s – %s: %s"), start, stop, duration);
  g_string_append_printf (text, " · ");
  g_string_append_printf (text, ngettext ("%u task", "%u tasks", totals.n_tasks), totals.n_tasks);
  if (ls_timeline_model_get_n_agents (self->model) > 1)
    {
      append_agents (self, from, to, text);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  g_string_append_printf (text, " · ");
  /* Translators: how much of a range of time something ran, and in how much of it there was nothing to do */
  g_string_append_printf (text, _("busy %s (%.0f %%) · idle %s"), busy, 100.0 * totals.busy / (to - from), idle);
  for (guint kind = 0; kind <= LS_TRACK_OTHER; kind++)
    {
      g_autofree char *name = ls_timeline_model_format_track (self->model, kind);
      g_autofree char *time = ls_timeline_model_format_duration (self->model, totals.busy_by_track[kind]);

      if (totals.n_by_track[kind] > 0)
        g_string_append_printf (text, " · %s %u, %s", name, totals.n_by_track[kind], time);
    }
  if (totals.longest != 0)
    {
      g_autofree char *name = ls_timeline_model_format_task (self->model, totals.longest);
      g_autofree char *time = ls_timeline_model_format_duration (self->model, totals.longest_duration);

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
 * Shows the selected range, or without one the selected task.
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
  /* Leaves some room around the range, so that its ends are visible. */
  ls_time_axis_show (self->axis, from - MAX (1, (to - from) * 0.05), to + MAX (1, (to - from) * 0.05));
}
