/* ls-recording-facts.c: what a recording says of itself, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-recording-pane.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>

#include "ls-text.h"

static void
fact_clear (gpointer data)
{
  g_clear_pointer (&((LsRecordingFact *) data)->text, g_free);
}

static void
take_fact (GArray     *facts,
           const char *title,
           char       *text)
{
  const LsRecordingFact fact = { title, text };

  if (text != NULL && *text != '\0')
    g_array_append_val (facts, fact);
  else
    g_free (text);
}

static void
add_info (GArray      *facts,
          const char  *title,
          LsRecording *recording,
          const char  *key)
{
  const char *text = ls_recording_get_info (recording, key);

  take_fact (facts, title, text != NULL ? ls_text_shorten (text) : NULL);
}

static const char *
name_format (LsRecording *recording)
{
  switch (ls_recording_get_format (recording))
    {
    case LS_RECORDING_FORMAT_CHROME:
      return _("Chrome trace events (JSON)");
    case LS_RECORDING_FORMAT_NODE:
      return _("Node.js trace events (JSON)");
    case LS_RECORDING_FORMAT_PERFETTO:
      return _("Perfetto trace");
    case LS_RECORDING_FORMAT_FIREFOX:
      return _("Firefox profile");
    case LS_RECORDING_FORMAT_LOOPSCOPE:
      return _("Trace of Loopscope");
    case LS_RECORDING_FORMAT_NONE:
    default:
      return NULL;
    }
}

/* Returns how much the processor was slowed down. */
static char *
format_throttling (LsRecording *recording)
{
  const char *text = ls_recording_get_info (recording, "cpu-throttling");
  const double factor = text != NULL ? g_ascii_strtod (text, NULL) : 1;

  /* Translators: by how much the processor was slowed down for a recording */
  return factor > 1 ? g_strdup_printf (_("%g times slower"), factor) : NULL;
}

/* Returns (nullable) a time as tools write it: Chromium leaves out zeros, as in "2026-11-22 13:0:31", and means UTC. */
static GDateTime *
read_date (const char *text)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  GDateTime *time = g_date_time_new_from_iso8601 (text, zone);
  int year, month, day, hour, minute, second, length = 0;

  if (time == NULL &&
      sscanf (text, "%4d-%2d-%2d %2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second, &length) == 6 &&
      text[length] == '\0')
    time = g_date_time_new (zone, year, month, day, hour, minute, second);
  return time;
}

/* Returns the time of the recording for people; as it is recorded if it is no time. */
static char *
format_date (LsRecording *recording)
{
  const char *text = ls_recording_get_info (recording, "time");
  g_autoptr (GDateTime) time = text != NULL ? read_date (text) : NULL;
  g_autoptr (GDateTime) local = time != NULL ? g_date_time_to_local (time) : NULL;

  if (local != NULL)
    return g_date_time_format (local, "%c");
  return text != NULL ? ls_text_shorten (text) : NULL;
}

/**
 * ls_recording_list_facts:
 * @recording: a recording
 *
 * Returns: (transfer full) (element-type LsRecordingFact): what there is to say of it as a whole, the most important first
 */
GArray *
ls_recording_list_facts (LsRecording *recording)
{
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (LsRecordingFact));
  const guint64 n_events = ls_recording_get_n_events (recording);

  g_array_set_clear_func (facts, fact_clear);
  add_info (facts, ls_recording_get_format (recording) == LS_RECORDING_FORMAT_NODE ? _("Program") : _("Browser"), recording,
            "browser");
  add_info (facts, _("Recorded with"), recording, "source");
  take_fact (facts, _("Recorded on"), format_date (recording));
  take_fact (facts, _("Length"), ls_text_format_time (ls_recording_get_duration (recording) / 1000));
  take_fact (facts, _("Processor"), format_throttling (recording));
  add_info (facts, _("Network"), recording, "network-throttling");
  take_fact (facts, _("Format"), g_strdup (name_format (recording)));
  take_fact (facts, _("Events"), g_strdup_printf ("%'" PRIu64, n_events));
  return facts;
}

/**
 * ls_recording_describe_thread:
 * @recording: a recording
 * @thread: a thread of it
 *
 * Returns: (transfer full): what the thread is, how many tasks of the scheduler it has, and how long it was busy
 */
char *
ls_recording_describe_thread (LsRecording *recording,
                              guint        thread)
{
  const LsRecordingThread *data = ls_recording_get_thread (recording, thread);
  const guint64 n_tasks = data->n_scheduler_tasks;
  g_autofree char *busy = ls_text_format_time (data->busy);
  g_autofree char *tasks = NULL;
  const char *kind = data->kind == LS_RECORDING_THREAD_MAIN     ? _("Main thread")
                     : data->kind == LS_RECORDING_THREAD_WORKER ? _("Worker")
                                                                : _("Thread");

  if (n_tasks == 0)
    /* Translators: what a thread is, then for how long it was busy */
    return g_strdup_printf (_("%s · busy for %s"), kind, busy);
  tasks = g_strdup_printf (ngettext ("%" PRIu64 " scheduler task", "%" PRIu64 " scheduler tasks", n_tasks), n_tasks);
  /* Translators: what a thread is, then how many tasks of the scheduler it has, then for how long it was busy */
  return g_strdup_printf (_("%s · %s · busy for %s"), kind, tasks, busy);
}
