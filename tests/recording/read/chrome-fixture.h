/* chrome-fixture.h: small recordings for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "ls-recording-reader.h"

/* Loads a text that must be a recording. */
static inline LsRecording *
load_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load_data ((const guint8 *) text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_true (LS_IS_RECORDING (recording));
  return recording;
}

/* Loads a list of events, written without their brackets. */
static inline LsRecording *
load_events (const char *events)
{
  g_autofree char *text = g_strdup_printf ("{\"traceEvents\": [%s]}", events);

  return load_text (text);
}

/* Finds the event of that number of a kind, on any thread. */
static inline const LsRecordingEvent *
find_event (LsRecording          *recording,
            LsRecordingEventKind  kind,
            guint                 index)
{
  for (guint thread = 0; thread < ls_recording_get_n_threads (recording); thread++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);

      for (gsize i = 0; i < n_events; i++)
        if (events[i].kind == kind && index-- == 0)
          return &events[i];
    }

  return NULL;
}

static inline guint
count_events (LsRecording          *recording,
              LsRecordingEventKind  kind)
{
  guint n = 0;

  while (find_event (recording, kind, n) != NULL)
    n++;

  return n;
}

/* The problems in one text. */
static inline char *
join_problems (LsRecording *recording)
{
  return g_strjoinv ("\n", (GStrv) ls_recording_list_problems (recording));
}

#define assert_problem(recording, part) \
  G_STMT_START { \
    g_autofree char *assert_problem_text = join_problems (recording); \
    if (strstr (assert_problem_text, part) == NULL) \
      g_error ("%s:%d: expected a problem with “%s”, found “%s”", __FILE__, __LINE__, part, assert_problem_text); \
  } G_STMT_END

#define assert_no_problem(recording) \
  G_STMT_START { \
    g_autofree char *assert_problem_text = join_problems (recording); \
    g_assert_cmpstr (assert_problem_text, ==, ""); \
  } G_STMT_END
