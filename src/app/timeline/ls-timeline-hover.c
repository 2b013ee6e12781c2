/* ls-timeline-hover.c: says what is at a place of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-chart.h"

#include <glib/gi18n.h>

#include "ls-choices.h"
#include "ls-text.h"

static void
append_value (GString    *text,
              const char *name,
              char       *value)
{
  g_string_append_printf (text, "\n%s %s", name, value);
  g_free (value);
}

static void
append_times (LsTimelineModel *model,
              const LsSpan    *span,
              GString         *text)
{
  append_value (text, _("Started at"), ls_timeline_model_format_time (model, span->start));
  if (span->end == LS_TIME_NEVER)
    append_value (text, _("Lasted so far"),
                  ls_timeline_model_format_duration (model, ls_timeline_model_get_end (model) - span->start));
  else
    append_value (text, _("Lasted"), ls_timeline_model_format_duration (model, span->end - span->start));
}

/* Says that a recording does not tell of a record, and what is inferred. */
static void
append_inferred (GString        *text,
                 const LsRecord *record)
{
  if (ls_clause_is_inferred (record->clause))
    g_string_append_printf (text, "\n%s", _(ls_clause_get_title (record->clause)));
}

static char *
describe_task (LsTimelineScene     *scene,
               const LsTimelineHit *hit)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  LsPlayer *player = ls_timeline_scene_get_player (scene);
  g_autofree char *departure = NULL;
  const LsTimelineTask *task = ls_timeline_model_get_task (model, hit->span->subject);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *track = ls_timeline_model_format_track (model, hit->track);
  g_autofree char *name = ls_timeline_model_format_task (model, hit->span->subject);

  g_string_append_printf (text, "%s · %s", name, track);
  append_times (model, hit->span, text);
  if (task != NULL && task->ready != 0)
    {
      const guint64 ready = ls_timeline_model_get_time (model, task->ready - 1);

      append_value (text, _("Waited"), ls_timeline_model_format_duration (model, hit->span->start - MIN (hit->span->start, ready)));
    }
  if (task != NULL && task->poster != 0)
    {
      g_autofree char *poster = ls_timeline_model_format_task (model, task->poster);

      /* Translators: the name of a task */
      g_string_append_printf (text, _("\nPosted by %s"), poster);
    }
  if (player != NULL && ls_state_is_recorded (ls_player_get_state (player)))
    departure = ls_choices_describe (ls_choices_of (player), hit->span->subject);
  if (departure != NULL)
    g_string_append_printf (text, "\n◆ %s", departure);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Describes what an agent did in a span: it had the baton, it waited at a place, or its promises waited. */
static char *
describe_agent (LsTimelineModel     *model,
                const LsTrack       *track,
                const LsTimelineHit *hit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = ls_timeline_model_format_agent (model, track->agent);
  g_autofree char *place = NULL;

  g_string_append_printf (text, "%s · ", name);
  switch (track->kind)
    {
    case LS_TRACK_BATON:
      g_string_append (text, _("has the baton"));
      break;
    case LS_TRACK_WAITS:
      place = ls_timeline_model_format_wait (model, hit->span->record);
      if (place != NULL)
        /* Translators: a place in shared memory, such as lock[0] */
        g_string_append_printf (text, _("waits at %s"), place);
      else
        g_string_append (text, _("waits"));
      break;
    default:
      g_string_append_printf (text, ngettext ("%u promise waits", "%u promises wait", hit->span->subject), hit->span->subject);
      break;
    }
  append_times (model, hit->span, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_missed (GString *text,
               guint    n_missed,
               guint64  late)
{
  g_autofree char *shown = ls_text_format_time (late);

  /* Translators: how late, such as “35 ms”, then how many times the display was refreshed without this frame */
  g_string_append_printf (text, ngettext ("\nThe frame was %s late: %u refresh missed", "\nThe frame was %s late: %u refreshes missed",
                                          n_missed),
                          shown, n_missed);
}

static char *
describe_phase (LsTimelineModel     *model,
                const LsTrack       *track,
                const LsTimelineHit *hit)
{
  g_autofree char *name = ls_timeline_model_format_track (model, hit->track);
  g_autoptr (GString) text = g_string_new (ls_trace_get_text (ls_timeline_model_get_trace (model), hit->span->subject));
  guint64 late = 0;
  const guint n_missed = ls_timeline_model_get_n_missed (model, track, hit->span, &late);

  g_string_append_printf (text, " · %s", name);
  append_times (model, hit->span, text);
  if (n_missed > 0)
    append_missed (text, n_missed, late);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_other (LsTimelineModel     *model,
                const LsTrack       *data,
                const LsTimelineHit *hit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *track = ls_timeline_model_format_track (model, hit->track);
  LsRecord record;

  ls_trace_get_record (ls_timeline_model_get_trace (model), hit->span->record, &record);
  if (data->kind == LS_TRACK_MICROTASKS)
    {
      g_string_append_printf (text, _("Microtask %u"), hit->span->subject);
      if (ls_timeline_model_get_n_agents (model) > 1)
        g_string_append_printf (text, " · %s", track);
    }
  else if (ls_task_priority_is_valid (record.priority))
    g_string_append_printf (text, "%s · %s", track, ls_task_priority_to_string (record.priority));
  else
    g_string_append (text, track);
  append_times (model, hit->span, text);
  append_inferred (text, &record);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_signal_mark (LsTimelineModel *model,
                      const LsRecord  *record)
{
  guint track = ls_timeline_model_find_signal (model, record->subject);
  g_autofree char *name = ls_timeline_model_format_track (model, track);
  const char *text = record->text != 0 ? ls_trace_get_text (ls_timeline_model_get_trace (model), record->text) : NULL;
  g_autofree char *reason = NULL;

  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_SIGNAL_PRIORITY:
      if (!ls_task_priority_is_valid (record->value) || !ls_task_priority_is_valid (record->priority))
        return g_steal_pointer (&name);
      return g_strdup_printf ("%s: %s → %s", name, ls_task_priority_to_string (record->value),
                              ls_task_priority_to_string (record->priority));
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
      /* Translators: the name of a signal; its priority could not be changed while another change of it was going on */
      return g_strdup_printf (_("%s: change refused"), name);
    default:
      reason = ls_text_shorten (text != NULL ? text : "");
      /* Translators: the name of a signal, then why it was aborted */
      return g_strdup_printf (_("%s aborted: %s"), name, reason);
    }
}

static char *
describe_mark (LsTimelineScene     *scene,
               const LsTimelineHit *hit)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  LsTrace *trace = ls_timeline_model_get_trace (model);
  LsRecord record;
  g_autoptr (GString) whole = NULL;
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  ls_trace_get_record (trace, hit->mark, &record);
  time = ls_timeline_model_format_time (model, ls_timeline_model_get_time (model, hit->mark));
  switch ((LsRecordKind) record.kind)
    {
    case LS_RECORD_SIGNAL_PRIORITY:
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
    case LS_RECORD_SIGNAL_ABORTED:
      text = describe_signal_mark (model, &record);
      break;
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_TIMER_CLEARED:
    case LS_RECORD_IDLE_REQUESTED:
    case LS_RECORD_IDLE_CANCELLED:
      if (record.object != 0)
        text = ls_timeline_model_format_task (model, record.object);
      break;
    default:
      text = ls_text_shorten (record.text != 0 ? ls_trace_get_text (trace, record.text) : "");
      break;
    }
  whole = g_string_new (text);
  g_string_append_printf (whole, "%s%s · %s", text != NULL ? "\n" : "", ls_text_record_kind (record.kind), time);
  append_inferred (whole, &record);
  if (record.kind == LS_RECORD_FRAME)
    append_missed (whole, record.level, record.value);
  return g_string_free (g_steal_pointer (&whole), FALSE);
}

static char *
describe_queued (LsTimelineModel     *model,
                 const LsTrack       *track,
                 const LsTimelineHit *hit)
{
  const guint64 time = CLAMP (hit->time, 0, ls_timeline_model_get_end (model));
  g_autofree char *queued = ls_timeline_model_format_queued (model, track->agent, time);
  g_autofree char *when = ls_timeline_model_format_time (model, time);

  if (hit->time > ls_timeline_model_get_end (model))
    return NULL;
  return g_strdup_printf ("%s\n%s", queued, when);
}

/**
 * ls_timeline_describe_hit:
 * @scene: a scene
 * @hit: the things at a place
 *
 * Returns: (transfer full) (nullable): a description of the place; %NULL if there is nothing to say
 */
char *
ls_timeline_describe_hit (LsTimelineScene     *scene,
                          const LsTimelineHit *hit)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (scene);
  const LsTrack *track;

  if (hit->row < 0)
    return NULL;
  if (hit->is_name)
    return ls_timeline_scene_format_row (scene, hit->track);
  track = hit->track != LS_TIMELINE_ROW_SIGNALS ? ls_timeline_model_get_track (model, hit->track) : NULL;
  if (track != NULL && ls_track_is_recorded (track))
    return hit->span != NULL             ? ls_timeline_model_describe_event (model, track, hit->span->subject)
           : hit->mark != G_MAXUINT32 ? ls_timeline_model_describe_event (model, track, hit->mark)
                                         : NULL;
  if (hit->mark != G_MAXUINT32)
    return describe_mark (scene, hit);
  if (track != NULL && track->kind == LS_TRACK_QUEUED)
    return describe_queued (model, track, hit);
  if (hit->span == NULL)
    return NULL;
  if (track->kind == LS_TRACK_PHASES)
    return describe_phase (model, track, hit);
  if (track->kind >= LS_TRACK_BATON && track->kind <= LS_TRACK_PROMISES)
    return describe_agent (model, track, hit);
  return track->kind < LS_TRACK_MICROTASKS ? describe_task (scene, hit) : describe_other (model, track, hit);
}
