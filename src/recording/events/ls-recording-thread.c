/* ls-recording-thread.c: what threads of a recording are called, and how to find one
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-recording-private.h"

/* How many threads a message names. */
#define MAX_NAMED 10

static char *
name_page (const LsRecordingThread *thread)
{
  if (thread->title != NULL && thread->url != NULL)
    return g_strdup_printf (C_("recording", "%s (%s)"), thread->title, thread->url);

  return g_strdup (thread->title != NULL ? thread->title : thread->url);
}

/**
 * ls_recording_dup_thread_title:
 * @self: a recording
 * @thread: which thread, from 0
 *
 * Names a thread for people: by its page or script, else by what the recording calls it.
 *
 * Returns: (transfer full): the name, in the user's language
 */
char *
ls_recording_dup_thread_title (LsRecording *self,
                               guint        thread)
{
  const LsRecordingThread *there;
  g_autofree char *page = NULL;

  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);
  g_return_val_if_fail (thread < self->threads->len, NULL);

  there = &g_array_index (self->threads, LsRecordingThread, thread);
  page = name_page (there);

  if (there->kind == LS_RECORDING_THREAD_WORKER && page != NULL)
    return g_strdup_printf (_("Worker %s"), page);
  if (there->kind == LS_RECORDING_THREAD_WORKER)
    return g_strdup_printf (_("Worker, thread %" PRIu64), there->tid);
  if (page != NULL)
    return g_steal_pointer (&page);
  if (there->name != NULL && there->process_name != NULL && !g_str_equal (there->name, there->process_name))
    return g_strdup_printf (_("%s of process %s (%" PRIu64 ")"), there->name, there->process_name, there->pid);
  if (there->name != NULL)
    return g_strdup_printf (_("%s of process %" PRIu64), there->name, there->pid);

  return g_strdup_printf (_("Thread %" PRIu64 " of process %" PRIu64), there->tid, there->pid);
}

/* Whether people may mean a thread by @wanted, in lower case: its number, its process and number, or a part of its name, title or
 * URL or of what lists call it. */
static gboolean
is_called (LsRecording *self,
           guint        index,
           const char  *wanted,
           gboolean     exactly)
{
  const LsRecordingThread *thread = &g_array_index (self->threads, LsRecordingThread, index);
  g_autofree char *listed = ls_recording_dup_thread_title (self, index);
  const char *const names[] = { thread->name, thread->title, thread->url, thread->process_name, listed };

  if (exactly)
    {
      g_autofree char *number = g_strdup_printf ("%" PRIu64, thread->tid);
      g_autofree char *both = g_strdup_printf ("%" PRIu64 "/%" PRIu64, thread->pid, thread->tid);

      if (g_str_equal (wanted, number) || g_str_equal (wanted, both))
        return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = names[i] != NULL ? g_utf8_casefold (names[i], -1) : NULL;

      if (name != NULL && (exactly ? g_str_equal (name, wanted) : strstr (name, wanted) != NULL))
        return TRUE;
    }

  return FALSE;
}

static char *
list_threads (LsRecording *self,
              GArray      *threads)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < MIN (threads->len, MAX_NAMED); i++)
    {
      guint index = g_array_index (threads, guint, i);
      const LsRecordingThread *thread = &g_array_index (self->threads, LsRecordingThread, index);
      g_autofree char *title = ls_recording_dup_thread_title (self, index);

      g_string_append_printf (list, "%s%" PRIu64 "/%" PRIu64 " %s", i > 0 ? "; " : "", thread->pid, thread->tid, title);
    }
  if (threads->len > MAX_NAMED)
    g_string_append (list, "; …");

  return g_string_free (list, FALSE);
}

/**
 * ls_recording_find_thread:
 * @self: a recording
 * @text: "PID/TID", a thread's number, or its name, its process's name, its title or URL or a part of these, in capitals or not
 * @thread: (out): which thread, from 0
 * @error: return location for an error of %LS_RECORDING_ERROR_THREAD: none or several are meant
 *
 * Finds the thread with a loop that somebody means. What is meant exactly comes before what contains @text. No other order makes
 * one of several the right one.
 *
 * Returns: whether there is one
 */
gboolean
ls_recording_find_thread (LsRecording  *self,
                          const char   *text,
                          guint        *thread,
                          GError      **error)
{
  g_autofree char *list = NULL;
  g_autofree char *wanted = NULL;

  g_return_val_if_fail (LS_IS_RECORDING (self), FALSE);
  g_return_val_if_fail (text != NULL && thread != NULL, FALSE);

  wanted = g_utf8_casefold (text, -1);
  for (guint round = 0; round < 2 && *wanted != '\0'; round++)
    {
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint i = 0; i < self->loops->len; i++)
        {
          guint index = g_array_index (self->loops, guint, i);

          if (is_called (self, index, wanted, round == 0))
            g_array_append_val (found, index);
        }

      if (found->len == 1)
        {
          *thread = g_array_index (found, guint, 0);
          return TRUE;
        }
      if (found->len > 1)
        {
          list = list_threads (self, found);
          g_set_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_THREAD,
                       _("Found several threads that “%s” may mean, expected one: %s"), text, list);
          return FALSE;
        }
    }

  list = list_threads (self, self->loops);
  if (self->loops->len == 0)
    g_set_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_THREAD,
                 _("Found no thread “%s”: the recording has no threads with tasks"), text);
  else
    g_set_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_THREAD, _("Found no thread “%s”, expected one of: %s"), text, list);
  return FALSE;
}
