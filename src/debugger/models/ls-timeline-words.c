/* ls-timeline-words.c: what the tracks, tasks, agents and times of a timeline are called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-place.h"
#include "ls-text.h"
#include "ls-typed-array.h"

static const struct
{
  const char *nick;
  const char *title;
} track_kinds[] = {
  [LS_TRACK_USER_BLOCKING] = { "user-blocking", NULL },
  [LS_TRACK_USER_VISIBLE] = { "user-visible", NULL },
  [LS_TRACK_BACKGROUND] = { "background", NULL },
  [LS_TRACK_RENDERING] = { "rendering", NC_("track", "Rendering") },
  [LS_TRACK_TIMERS] = { "timers", NC_("track", "Timers") },
  [LS_TRACK_IDLE] = { "idle", NC_("track", "Idle") },
  [LS_TRACK_OTHER] = { "other", NC_("track", "Other sources") },
  [LS_TRACK_MICROTASKS] = { "microtasks", NC_("track", "Microtasks") },
  [LS_TRACK_LOG] = { "log", NC_("track", "Log") },
  [LS_TRACK_PHASES] = { "phases", NC_("track", "Frames") },
  /* Translators: how many tasks of the scheduler were queued */
  [LS_TRACK_QUEUED] = { "queued", NC_("track", "Tasks queued") },
  /* Translators: input by the user, until the frame that shows its effect */
  [LS_TRACK_INPUT] = { "input", NC_("track", "Input") },
  [LS_TRACK_FRAMES] = { "frames", NC_("track", "Frames") },
  [LS_TRACK_LONG_TASKS] = { "long-tasks", NC_("track", "Long tasks") },
  /* Translators: what the browser did: layout, painting, loading … */
  [LS_TRACK_BROWSER] = { "browser", NC_("track", "Browser work") },
  /* Translators: the marks and measures of the program: performance.mark(), performance.measure() */
  [LS_TRACK_TIMINGS] = { "timings", NC_("track", "User timing") },
  /* Translators: when an agent had the baton, that is, when it ran and the others did not */
  [LS_TRACK_BATON] = { "baton", NC_("track", "Baton") },
  /* Translators: when an agent was suspended in Atomics.wait() */
  [LS_TRACK_WAITS] = { "waits", NC_("track", "Waiting") },
  /* Translators: when promises of Atomics.waitAsync() were pending */
  [LS_TRACK_PROMISES] = { "promises", NC_("track", "Async waits") },
};

/**
 * ls_timeline_model_get_task_name:
 * @self: a model
 * @task: a task
 *
 * Tells tasks with the same name from others, without making the name.
 *
 * Returns: a number that two tasks share if ls_timeline_model_format_task() returns the same for both; 0 if @task has no name
 */
guint32
ls_timeline_model_get_task_name (LsTimelineModel *self,
                                 guint32          task)
{
  const LsTimelineTask *data = ls_timeline_model_get_task (self, task);
  LsRecord record;

  if (data == NULL || data->posted == 0 || data->posted <= ls_trace_get_start (self->trace))
    return 0;
  ls_trace_get_record (self->trace, data->posted - 1, &record);
  if (record.text == 0)
    return 0;
  return record.text * 2 + ((record.kind == LS_RECORD_TASK_POSTED || record.kind == LS_RECORD_TASK_QUEUED) &&
                            (record.flags & LS_RECORD_FLAG_CONTINUATION) != 0);
}

/**
 * ls_timeline_model_format_task:
 * @self: a model
 * @task: a task
 *
 * Returns: (transfer full): the text of ls_text_format_task(), for any task that the model has read; this needs no state
 */
char *
ls_timeline_model_format_task (LsTimelineModel *self,
                               guint32          task)
{
  const LsTimelineTask *data = ls_timeline_model_get_task (self, task);
  g_autofree char *name = NULL;
  gboolean is_continuation;
  LsRecord record;
  LsPlace place;

  if (data == NULL || data->posted == 0 || data->posted <= ls_trace_get_start (self->trace))
    return g_strdup_printf (_("Task %u"), task);
  ls_trace_get_record (self->trace, data->posted - 1, &record);
  is_continuation = (record.kind == LS_RECORD_TASK_POSTED || record.kind == LS_RECORD_TASK_QUEUED) &&
                    (record.flags & LS_RECORD_FLAG_CONTINUATION);
  name = record.text != 0 ? ls_text_shorten (ls_trace_get_text (self->trace, record.text)) : NULL;
  if (name == NULL || *name == '\0')
    {
      if (!ls_place_of_record (&place, self->trace, data->posted - 1))
        return g_strdup_printf (_("Task %u"), task);
      /* Translators: a task without a name, by the line of the program that posted it */
      return g_strdup_printf (is_continuation ? _("line %u ↻") : _("line %u"), place.line);
    }
  return is_continuation ? g_strdup_printf ("%s ↻", name) : g_steal_pointer (&name);
}

/**
 * ls_timeline_model_format_time:
 * @self: a model
 * @time: µs, or the place of a step
 *
 * Returns: (transfer full): the time or the step in words
 */
char *
ls_timeline_model_format_time (LsTimelineModel *self,
                               guint64          time)
{
  if (!self->by_step)
    return ls_text_format_time (time);
  return g_strdup_printf (_("step %u"), (guint) (time / LS_TIMELINE_STEP));
}

/**
 * ls_timeline_model_format_duration:
 * @self: a model
 * @duration: µs, or the width of steps
 *
 * Returns: (transfer full): the duration or the number of steps in words
 */
char *
ls_timeline_model_format_duration (LsTimelineModel *self,
                                   guint64          duration)
{
  guint n_steps = duration / LS_TIMELINE_STEP;

  if (!self->by_step)
    return ls_text_format_time (duration);
  return g_strdup_printf (ngettext ("%u step", "%u steps", n_steps), n_steps);
}

/**
 * ls_timeline_model_format_kind:
 * @self: a model
 * @track: a track
 *
 * Returns: (transfer full): the name of the track among those of its agent
 */
char *
ls_timeline_model_format_kind (LsTimelineModel *self,
                               guint            track)
{
  const LsTrack *data = ls_timeline_model_peek_track (self, track);
  g_autofree char *name = NULL;

  if (data->kind < LS_N_TRACKS)
    return g_strdup (track_kinds[data->kind].title != NULL ? g_dpgettext2 (NULL, "track", track_kinds[data->kind].title)
                                                           : track_kinds[data->kind].nick);
  name = data->name != 0 ? ls_text_shorten (ls_trace_get_text (self->trace, data->name)) : NULL;
  if (name == NULL || *name == '\0')
    return g_strdup_printf (data->is_inferred ? _("Signal %u (inferred)") : _("Signal %u"), data->signal);
  return g_steal_pointer (&name);
}

/**
 * ls_timeline_model_format_track:
 * @self: a model
 * @track: a track
 *
 * Returns: (transfer full): the name of the track, with that of its agent if there are several
 */
char *
ls_timeline_model_format_track (LsTimelineModel *self,
                                guint            track)
{
  g_autofree char *name = ls_timeline_model_format_kind (self, track);
  g_autofree char *agent = NULL;

  if (!ls_timeline_model_has_agents (self))
    return g_steal_pointer (&name);
  agent = ls_timeline_model_format_agent (self, ls_timeline_model_peek_track (self, track)->agent);
  /* These stand for themselves. Of an agent with a long name, such as a page's, nothing else would be to be read. */
  if (ls_timeline_model_peek_track (self, track)->kind >= LS_N_TRACKS)
    return g_strdup_printf ("%s · %s", name, agent);
  /* Translators: the name of an agent (a worker, or the main one), then of a track, such as “Microtasks” */
  return g_strdup_printf (_("%s: %s"), agent, name);
}

/**
 * ls_track_kind_to_nick:
 * @kind: below %LS_N_TRACKS
 *
 * Returns: the name of the kind in settings
 */
const char *
ls_track_kind_to_nick (LsTrackKind kind)
{
  return track_kinds[kind].nick;
}

/**
 * ls_timeline_model_format_agent:
 * @self: a model
 * @agent: an agent
 *
 * Returns: (transfer full): the name of the agent, the same as elsewhere in the window
 */
char *
ls_timeline_model_format_agent (LsTimelineModel *self,
                                guint32          agent)
{
  const LsTimelineAgent *data = ls_timeline_model_find_agent (self, agent);
  g_autofree char *name = data != NULL && data->name != 0 ? ls_text_shorten (ls_trace_get_text (self->trace, data->name)) : NULL;

  if (name != NULL && *name != '\0')
    return g_steal_pointer (&name);
  /* Translators: an agent (a worker, or the main one) that has no name, by its number */
  return agent == 1 ? g_strdup (C_("agent", "main")) : g_strdup_printf (_("agent %u"), agent);
}

/**
 * ls_timeline_model_format_agent_briefly:
 * @self: a model
 * @agent: an agent
 *
 * Where room is short, the context of a thread needs no program in front of its name, if that program has an agent of its own.
 *
 * Returns: (transfer full): the name of the agent, or the end of it that tells it from others of its program
 */
char *
ls_timeline_model_format_agent_briefly (LsTimelineModel *self,
                                        guint32          agent)
{
  g_autofree char *name = ls_timeline_model_format_agent (self, agent);
  const char *thread = ls_agent_name_get_thread (name);
  gsize length;

  if (thread == NULL)
    return g_steal_pointer (&name);
  length = thread - name - strlen (": ");
  for (guint i = 0; i < self->agents->len; i++)
    {
      const LsTimelineAgent *other = &((const LsTimelineReader *) g_ptr_array_index (self->agents, i))->base;
      const char *program = other->name != 0 ? ls_trace_get_text (self->trace, other->name) : NULL;

      if (program != NULL && strlen (program) == length && strncmp (program, name, length) == 0)
        return g_strdup (thread);
    }
  return g_steal_pointer (&name);
}

/**
 * ls_timeline_model_is_program:
 * @self: a model
 * @agent: an agent
 *
 * Returns: whether the agent is the default context of a GLib program that has contexts of threads besides
 */
gboolean
ls_timeline_model_is_program (LsTimelineModel *self,
                              guint32          agent)
{
  const LsTimelineAgent *data = ls_timeline_model_find_agent (self, agent);

  return data != NULL && data->name != 0 && g_hash_table_contains (self->programs, ls_trace_get_text (self->trace, data->name));
}

/**
 * ls_timeline_model_format_queued:
 * @self: a model
 * @agent: an agent
 * @time: µs, or the place of a step
 *
 * Returns: (transfer full): how many tasks of @agent were queued at @time, in words
 */
char *
ls_timeline_model_format_queued (LsTimelineModel *self,
                                 guint32          agent,
                                 guint64          time)
{
  static const LsTaskPriority priorities[] = { LS_TASK_PRIORITY_USER_BLOCKING, LS_TASK_PRIORITY_USER_VISIBLE,
                                               LS_TASK_PRIORITY_BACKGROUND };
  const LsTimelineAgent *data = ls_timeline_model_find_agent (self, agent);
  g_autoptr (GString) text = g_string_new (NULL);
  LsQueueLength length = { 0 };
  guint32 total;

  if (data != NULL)
    ls_queue_lengths_get (data->queued, time, &length);
  total = ls_queue_length_get_total (&length);
  if (total == 0)
    return g_strdup (_("No tasks queued"));
  g_string_append_printf (text, ngettext ("%u task queued", "%u tasks queued", total), total);
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    if (length.by_priority[priorities[i]] > 0)
      g_string_append_printf (text, " · %s %u", ls_task_priority_to_string (priorities[i]), length.by_priority[priorities[i]]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_timeline_model_format_wait:
 * @self: a model
 * @record: position of a record that says which agent waits and where
 *
 * Returns: (transfer full) (nullable): the place in shared memory; %NULL if the record does not say it
 */
char *
ls_timeline_model_format_wait (LsTimelineModel *self,
                               guint32          record)
{
  g_autofree char *name = NULL;
  LsRecord data;
  guint32 text;
  gsize size;

  if (record < ls_trace_get_start (self->trace) || record >= ls_trace_get_length (self->trace))
    return NULL;
  ls_trace_get_record (self->trace, record, &data);
  if (data.kind != LS_RECORD_WAITER_ADDED && data.kind != LS_RECORD_AGENT_STATE)
    return NULL;
  if (data.object == 0)
    return NULL;
  size = data.kind == LS_RECORD_WAITER_ADDED && data.queue < LS_N_ELEMENT_TYPES ? ls_element_type_get_size (data.queue)
                                                                               : sizeof (gint32);
  text = GPOINTER_TO_UINT (g_hash_table_lookup (self->memories, GUINT_TO_POINTER (data.object)));
  name = text != 0 ? ls_text_shorten (ls_trace_get_text (self->trace, text)) : NULL;
  if (name == NULL || *name == '\0')
    {
      g_free (name);
      /* Translators: a block of shared memory that has no name, by its number */
      name = g_strdup_printf (_("memory %u"), data.object);
    }
  return g_strdup_printf ("%s[%u]", name, (guint) (data.value / size));
}
