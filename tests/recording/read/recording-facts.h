/* recording-facts.h: samples, and what is counted in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording.h"

/* The columns of the table of facts that comes with the samples. */
typedef struct
{
  guint n_posts;
  guint n_runs;
  guint n_aborts;
  guint n_changes;
  guint n_yields;
  guint n_continues;
  guint n_aborted_yields;
  guint n_linked;
} Facts;

G_GNUC_UNUSED static GBytes *
load_sample (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "recording", "samples", name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (contents, length);
}

static void
count_thread (const LsRecordingEvent *events,
              gsize                   n_events,
              Facts                  *facts)
{
  g_autoptr (GHashTable) posted = g_hash_table_new (NULL, NULL);
  guint64 task_end = 0;
  gboolean resumes = FALSE;

  for (gsize i = 0; i < n_events; i++)
    {
      const LsRecordingEvent *event = &events[i];
      gpointer key = GSIZE_TO_POINTER ((gsize) event->id);

      switch (event->kind)
        {
        case LS_RECORDING_EVENT_TASK:
          task_end = event->time + event->duration;
          resumes = FALSE;
          break;
        case LS_RECORDING_EVENT_POST:
          facts->n_posts++;
          g_hash_table_insert (posted, key, GUINT_TO_POINTER (event->priority + 1));
          break;
        case LS_RECORDING_EVENT_RUN:
          facts->n_runs++;
          facts->n_changes += g_hash_table_contains (posted, key)
                              && GPOINTER_TO_UINT (g_hash_table_lookup (posted, key)) != event->priority + 1u;
          break;
        case LS_RECORDING_EVENT_ABORT:
          facts->n_aborts++;
          break;
        case LS_RECORDING_EVENT_YIELD:
          facts->n_yields++;
          break;
        case LS_RECORDING_EVENT_CONTINUE:
          facts->n_continues++;
          resumes = TRUE;
          break;
        case LS_RECORDING_EVENT_ABORT_YIELD:
          facts->n_aborted_yields++;
          break;
        case LS_RECORDING_EVENT_MICROTASKS:
          facts->n_linked += resumes && event->time <= task_end;
          resumes = FALSE;
          break;
        default:
          break;
        }
    }
}

/* Counts what the scheduler did on all threads. Continuations are linked to the microtasks that come next in their task. */
G_GNUC_UNUSED static Facts
count_facts (LsRecording *recording)
{
  Facts facts = { 0 };

  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      count_thread (events, n_events, &facts);
    }

  return facts;
}
