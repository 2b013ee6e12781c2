/* ls-cli-recording.c: recordings on the command line: which thread is looked at, and what its reader has to say
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "ls-cli-session.h"
#include "ls-json-writer-private.h"
#include "ls-session-recording.h"

/* What is wrong with the file of a trace. */
static void
report_trace (LsSession  *session,
              const char *name)
{
  const char *problem = ls_session_get_recorded_problem (session);

  if (problem != NULL)
    ls_cli_message (_("%s: warning: %s"), name, problem);
}

/* Tells what the reader found wrong, or what the recording does not say: everything else is there. */
static void
report (const char         *name,
        const char *const  *warnings)
{
  for (guint i = 0; warnings != NULL && warnings[i] != NULL; i++)
    ls_cli_message (_("%s: warning: %s"), name, warnings[i]);
}

/* Tells which of several loops is shown. */
static void
report_thread (LsSession  *session,
               const char *name)
{
  LsRecording *recording = ls_session_get_recording (session);
  guint n_loops, n_threads;
  const guint *loops;
  const guint *threads = ls_session_get_recording_threads (session, &n_threads);
  const LsRecordingThread *thread = ls_recording_get_thread (recording, threads[0]);
  g_autofree char *title = ls_recording_dup_thread_title (recording, threads[0]);

  loops = ls_recording_list_loops (recording, &n_loops);
  if (n_loops > 1 && threads[0] != loops[0])
    /* Translators: a file, the title of a page, numbers of a process and a thread, how many threads there are */
    ls_cli_message (ngettext ("%s: shows “%s” (%" PRIu64 "/%" PRIu64 "), the page of the busiest worker of %u thread; --thread chooses "
                              "another",
                              "%s: shows “%s” (%" PRIu64 "/%" PRIu64 "), the page of the busiest worker of %u threads; --thread chooses "
                              "another", n_loops),
                    name, title, thread->pid, thread->tid, n_loops);
  else if (n_loops > 1)
    /* Translators: a file, the title of a page, numbers of a process and a thread, how many threads there are */
    ls_cli_message (ngettext ("%s: shows “%s” (%" PRIu64 "/%" PRIu64 "), the busiest of %u thread; --thread chooses another",
                              "%s: shows “%s” (%" PRIu64 "/%" PRIu64 "), the busiest of %u threads; --thread chooses another", n_loops),
                    name, title, thread->pid, thread->tid, n_loops);
}

static gboolean
is_of_program (const LsCliRunOptions *options,
               const char           **option)
{
  const struct
  {
    const char *name;
    gboolean    is_given;
  } candidates[] = {
    { "--preset", options->preset != NULL },
    { "--edition", options->edition != NULL },
    { "--experiment", options->experiments != NULL },
    { "--clock", options->clock != NULL },
    { "--real", options->is_real },
    { "--can-block", options->runner.main_can_block },
  };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (candidates[i].is_given)
      {
        *option = candidates[i].name;
        return TRUE;
      }
  return FALSE;
}

/* Returns whether the session of the FILE @argument can be run in another way, for @option. If not, the user has been told. */
gboolean
ls_cli_need_program (const LsCliCommand *command,
                     LsSession          *session,
                     const char         *argument,
                     const char         *option)
{
  g_autofree char *name = ls_cli_display_name (argument);

  if (!ls_session_is_recorded (session))
    return TRUE;
  if (ls_session_get_recording (session) == NULL)
    /* Translators: a file, then what was asked for, such as --preset or “explore” */
    ls_cli_usage_error (command, _("%s is a trace, which has no program to run: %s does not apply"), name, option);
  else
    ls_cli_usage_error (command, _("%s is a recording, which has no program: %s does not apply; “loopscope-cli convert” turns it "
                                   "into a session"),
                      name, option);
  return FALSE;
}

/* Makes sure that the session of the FILE @argument shows what was asked for: a thread of a recording. Returns (transfer full)
 * (nullable) @session (transfer full) or another one; if %NULL, the user has been told, and @exit_status is how to end. */
LsSession *
ls_cli_choose_thread (const LsCliCommand    *command,
                      LsSession             *session,
                      const char            *argument,
                      const LsCliRunOptions *options,
                      int                   *exit_status)
{
  g_autoptr (LsSession) owned = session;
  g_autofree char *name = ls_cli_display_name (argument);
  LsRecording *recording = ls_session_get_recording (session);
  g_autoptr (GError) error = NULL;
  g_autofree char *wanted = NULL;
  const char *option;
  const guint *threads;
  guint thread, n_threads;

  *exit_status = LS_CLI_BAD_USAGE;
  if (is_of_program (options, &option) && !ls_cli_need_program (command, session, argument, option))
    return NULL;
  if (recording == NULL && options->thread != NULL)
    {
      ls_cli_usage_error (command, _("%s is not a recording: --thread does not apply"), name);
      return NULL;
    }
  if (recording == NULL)
    {
      report_trace (session, name);
      return g_steal_pointer (&owned);
    }

  report (name, ls_recording_list_problems (recording));
  report (name, ls_recording_list_lacks (recording));
  if (options->thread == NULL)
    {
      report_thread (session, name);
      return g_steal_pointer (&owned);
    }
  wanted = g_strdup (options->thread);
  if (wanted[strspn (wanted, "0123456789:")] == '\0')
    g_strdelimit (wanted, ":", '/');
  if (!ls_recording_find_thread (recording, wanted, &thread, &error))
    {
      ls_cli_usage_error (command, "%s: %s", name, error->message);
      return NULL;
    }
  threads = ls_recording_list_agents_of (recording, thread, &n_threads);
  session = ls_session_new_for_recording (recording, n_threads > 0 ? threads : &thread, MAX (n_threads, 1), &error);
  if (session == NULL)
    {
      ls_cli_message ("%s: %s", name, error->message);
      *exit_status = LS_CLI_BAD_INPUT;
    }
  return session;
}

/* Listing threads */

static const char *
kind_to_string (LsRecordingThreadKind kind)
{
  static const char *const names[] = {
    [LS_RECORDING_THREAD_OTHER] = "other",
    [LS_RECORDING_THREAD_MAIN] = "main",
    [LS_RECORDING_THREAD_WORKER] = "worker",
  };

  return kind < G_N_ELEMENTS (names) ? names[kind] : names[LS_RECORDING_THREAD_OTHER];
}

static void
print_threads (LsRecording *recording,
               const char  *name)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  g_autoptr (GString) lines = g_string_new (NULL);

  g_string_append_printf (lines, "%s\n  %-15s  %-6s  %9s  %14s  %s\n", name, "thread", "kind", "scheduled", "busy/ms", "page");
  for (guint i = 0; i < n_loops; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, loops[i]);
      g_autofree char *title = ls_recording_dup_thread_title (recording, loops[i]);
      g_autofree char *place = g_strdup_printf ("%" PRIu64 "/%" PRIu64, thread->pid, thread->tid);
      g_autofree char *escaped = ls_cli_escape (title, -1);
      g_autofree char *url = ls_cli_escape (thread->url != NULL ? thread->url : "", -1);
      const gboolean has_url = *url != '\0' && strstr (escaped, url) == NULL;

      g_string_append_printf (lines, "  %-15s  %-6s  %9zu  %10" PRIu64 ".%03u  %s%s%s\n", place,
                              kind_to_string (thread->kind), thread->n_scheduler_tasks, thread->busy / 1000,
                              (guint) (thread->busy % 1000), escaped, has_url ? "  " : "", has_url ? url : "");
    }
  ls_cli_write_lines (lines->str);
}

static void
add_text (LsJsonWriter *json,
          const char   *member,
          const char   *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid != NULL)
    ls_json_string (json, member, valid);
}

static void
print_threads_as_json (LsRecording *recording,
                       const char  *name)
{
  g_autofree char *text = NULL;
  LsJsonWriter json;
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  add_text (&json, "file", name);
  ls_json_begin (&json, "threads", '[', FALSE);
  for (guint i = 0; i < n_loops; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, loops[i]);
      g_autofree char *title = ls_recording_dup_thread_title (recording, loops[i]);

      ls_json_begin (&json, NULL, '{', FALSE);
      ls_json_int (&json, "pid", thread->pid);
      ls_json_int (&json, "tid", thread->tid);
      ls_json_string (&json, "kind", kind_to_string (thread->kind));
      add_text (&json, "title", title);
      add_text (&json, "url", thread->url);
      add_text (&json, "name", thread->name);
      ls_json_int (&json, "schedulerTasks", thread->n_scheduler_tasks);
      ls_json_time (&json, "busy", thread->busy);
      ls_json_end (&json, '}');
    }
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  text = ls_json_writer_finish (&json);
  ls_cli_write_text (text);
}

/* Prints for each FILE of the command line which threads of it can be looked at, the busiest first. Returns the exit status. */
int
ls_cli_list_threads (const LsCliCommand  *command,
                     char               **arguments,
                     gboolean             as_json)
{
  int exit_status = LS_CLI_OK;

  if (!ls_cli_need_files (command, arguments))
    return LS_CLI_BAD_USAGE;
  for (guint i = 0; arguments[i] != NULL; i++)
    {
      g_autofree char *name = ls_cli_display_name (arguments[i]);
      g_autofree char *shown = ls_cli_escape (name, -1);
      g_autoptr (LsSession) session = ls_cli_read (arguments[i], ls_cli_watch_interrupt ());

      if (session == NULL)
        exit_status = LS_CLI_BAD_INPUT;
      else if (ls_session_get_recording (session) == NULL)
        exit_status = ls_cli_usage_error (command, _("%s is no recording of a browser or of Node.js: it has no threads to list"), name);
      else
        {
          report (name, ls_recording_list_problems (ls_session_get_recording (session)));
          (as_json ? print_threads_as_json : print_threads) (ls_session_get_recording (session), as_json ? name : shown);
        }
      ls_cli_flush ();
    }
  return exit_status;
}

/* Reading */

/* Shown where a terminal reads messages, of files that take longer than this, in µs. */
#define PATIENCE 500000

typedef struct
{
  gint64 shown_at;   /* µs; when the next line is due */
  int    percent;
} Progress;

static void
show_progress (double   fraction,
               gpointer user_data)
{
  Progress *self = user_data;
  const int percent = (int) (fraction * 100);

  if (percent == self->percent || g_get_monotonic_time () < self->shown_at)
    return;
  self->percent = percent;
  g_printerr ("\r");
  /* Translators: how much of a file has been read, in percent */
  g_printerr (_("Reading: %d %%"), percent);
}

/* Reads the FILE @argument, and shows how far that is on a terminal. @cancellable: (nullable): ends the reading. Returns (transfer
 * full) (nullable) the session; if %NULL, the user has been told. */
LsSession *
ls_cli_read (const char   *argument,
             GCancellable *cancellable)
{
  Progress progress = { .shown_at = g_get_monotonic_time () + PATIENCE, .percent = -1 };
  g_autoptr (GError) error = NULL;
  LsSession *session =
    ls_session_new_from_path_with_progress (argument, cancellable,
                                            isatty (STDERR_FILENO) ? show_progress : NULL, &progress, &error);

  if (progress.percent >= 0)
    g_printerr ("\r\033[K");
  if (session != NULL)
    return session;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ls_cli_die_interrupted ();
  ls_cli_message ("%s", error->message);
  return NULL;
}
