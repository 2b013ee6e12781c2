/* ls-cli-record-page.c: loopscope-cli record --page and --node
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <sys/wait.h>

#include "ls-cli.h"
#include "ls-cli-record.h"
#include "ls-page-watch.h"
#include "ls-source-private.h"
#include "ls-trace-file.h"

/* A browser, or Node.js, may take so long until it begins: from then on, the time counts in any case. */
#define LONGEST_START_SECONDS 30

typedef struct
{
  LsPageWatch           *watch;
  LsCliPhotograph       *photograph;
  GSource               *timing;      /* until the time begins to count, and then until it is over */
  gboolean               has_begun;   /* to count it */
  const LsCliRecordPage *options;
  gboolean               is_stopped;  /* because the time is over, or the user wants it */
  gboolean               is_told;     /* what is wrong */
  gboolean               asks_told;   /* that a page waits for an answer */
  gboolean               status_told; /* that the page is one about an error */
  gboolean               is_in_vain;  /* the page could not be opened, and there is nothing else */
} Recording;

/* A photograph of the end is taken before the end. */
static void
stop (Recording *self)
{
  self->is_stopped = TRUE;
  if (!ls_cli_photograph_take (self->photograph))
    ls_live_run_stop (LS_LIVE_RUN (self->watch));
}

static gboolean
interrupted_cb (GCancellable *cancellable,
                gpointer      user_data)
{
  stop (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
over_cb (gpointer user_data)
{
  stop (user_data);
  return G_SOURCE_REMOVE;
}

static void
set_timing (Recording   *self,
            guint        seconds,
            GSourceFunc  callback)
{
  ls_clear_source (&self->timing);
  self->timing = g_timeout_source_new_seconds (seconds);
  g_source_set_callback (self->timing, callback, self, NULL);
  g_source_attach (self->timing, NULL);
}

static void
begin_time (Recording *self)
{
  self->has_begun = TRUE;
  ls_cli_photograph_begin_time (self->photograph);
  ls_clear_source (&self->timing);
  if (self->options->seconds > 0)
    set_timing (self, self->options->seconds, over_cb);
}

static gboolean
started_cb (gpointer user_data)
{
  begin_time (user_data);
  return G_SOURCE_REMOVE;
}

/* Says what is wrong as soon as that is known. A page that has not come leaves nothing to wait for. */
static void
tell_problem (Recording *self)
{
  g_autofree char *problem = self->is_told ? NULL : ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));

  if (problem == NULL)
    return;
  ls_cli_message ("%s", problem);
  self->is_told = TRUE;
  self->is_in_vain = self->options->address != NULL &&
                     ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))) == 0;
  if (self->is_in_vain)
    ls_live_run_stop (LS_LIVE_RUN (self->watch));
}

/* Says that a page is a server's about an error. */
static void
tell_status (Recording          *self,
             const LsPageTarget *target)
{
  const LsPageWatchFlags flags = self->options->has_full_addresses ? LS_PAGE_WATCH_FULL_URLS : LS_PAGE_WATCH_NONE;
  g_autofree char *address = ls_page_watch_clean_address (self->options->address, flags);

  ls_cli_message (_("%s: the server answered with status %u"), address, target->status);
  self->status_told = TRUE;
}

/* Says what is the matter with the pages, once. A page that asks stands still until somebody answers, and only who sees its dialog
 * can do that. */
static void
tell_targets (Recording *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);

  for (guint i = 0; i < targets->len; i++)
    {
      const LsPageTarget *target = g_ptr_array_index (targets, i);

      if (target->status >= LS_PAGE_FIRST_ERROR && !self->status_told)
        tell_status (self, target);
      if (target->asks && !self->asks_told)
        {
          ls_cli_message (_("A page waits for an answer to alert(), confirm() or the like, which needs the browser's window"));
          self->asks_told = TRUE;
        }
    }
}

/* The time that the user wants counts from the first thing that a page or program tells. */
static void
changed_cb (Recording *self)
{
  tell_problem (self);
  tell_targets (self);
  if (!self->has_begun && ls_page_watch_get_n_agents (self->watch) > 0)
    begin_time (self);
}

/* Returns when the browser is over, the time is, or the user does not want to wait for that. */
static void
wait_for_end (Recording *self)
{
  LsPageWatch *watch = self->watch;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GSource) stopping = g_cancellable_source_new (ls_cli_watch_interrupt ());
  const gulong handler = g_signal_connect_swapped (watch, "ended", G_CALLBACK (g_main_loop_quit), loop);
  const gulong telling = g_signal_connect_swapped (watch, "changed", G_CALLBACK (changed_cb), self);

  g_source_set_callback (stopping, G_SOURCE_FUNC (interrupted_cb), self, NULL);
  g_source_attach (stopping, NULL);
  set_timing (self, LONGEST_START_SECONDS, started_cb);
  if (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_loop_run (loop);
  g_source_destroy (stopping);
  ls_clear_source (&self->timing);
  g_signal_handler_disconnect (watch, handler);
  g_signal_handler_disconnect (watch, telling);
  tell_problem (self);
}

/* Returns whether a photograph that was asked for is taken. */
static gboolean
watch_page (Recording *self)
{
  self->photograph = ls_cli_photograph_new (self->watch, self->options);
  wait_for_end (self);
  return ls_cli_photograph_free (self->photograph);
}

static guint
count_late (LsPageWatch *watch)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (watch);
  guint n_late = 0;

  for (guint i = 0; i < targets->len; i++)
    n_late += ((const LsPageTarget *) g_ptr_array_index (targets, i))->is_late;
  return n_late;
}

static void
report_pages (LsPageWatch *watch)
{
  const guint n_lost = MIN (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), G_MAXUINT);
  const guint n_late = count_late (watch);
  const guint n_closed = ls_page_watch_get_n_closed (watch);

  if (n_lost > 0)
    ls_cli_message (ngettext ("%u event is missing: the page made more than could be read",
                              "%u events are missing: the page made more than could be read", n_lost),
                    n_lost);
  if (n_closed > 0)
    ls_cli_message (ngettext ("%u worker was not watched: Firefox lets nobody into workers",
                              "%u workers were not watched: Firefox lets nobody into workers", n_closed),
                    n_closed);
  if (n_late > 0 && ls_page_watch_is_node (watch))
    ls_cli_message (_("The program already ran: what it had posted before is not known"));
  else if (n_late > 0)
    ls_cli_message (ngettext ("%u page or worker already ran: what it had posted before is not known",
                              "%u pages or workers already ran: what they had posted before is not known", n_late),
                    n_late);
}

/* Says that the browser ended by itself where nobody could close its window, and where it was to stay for longer. */
static void
report_browser (const Recording *self)
{
  const LsCliRecordPage *options = self->options;

  if (options->script == NULL && !self->is_stopped && !self->is_told && (options->seconds > 0 || options->is_headless))
    ls_cli_message (_("The browser ended before the recording did: it crashed, was killed or closed"));
}

static void
report_program (LsPageWatch *watch,
                const char  *script)
{
  const guint n_lost = MIN (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), G_MAXUINT);
  const int status = ls_page_watch_get_wait_status (watch);

  if (WIFSIGNALED (status))
    ls_cli_message (_("%s was ended by signal %d"), script, WTERMSIG (status));
  else if (WIFEXITED (status) && WEXITSTATUS (status) != 0)
    ls_cli_message (_("%s ended with status %d"), script, WEXITSTATUS (status));
  if (n_lost > 0)
    ls_cli_message (ngettext ("%u event is missing: the program made more than could be read",
                              "%u events are missing: the program made more than could be read", n_lost),
                    n_lost);
}

static void
report_model (const LsPagePrediction *prediction)
{
  g_autofree char *model = NULL;

  model = g_strdup_printf (_("The browser ran %" PRIu64 " scheduler tasks as the model predicted, and %" PRIu64 " otherwise; "
                             "for %" PRIu64 ", nobody can tell"),
                           prediction->n_same, prediction->n_different, prediction->n_unsure);
  ls_cli_write_text (model);
}

/* In Node.js nothing has priorities, and so no model says anything. */
static void
report (const Recording *self,
        GFile           *file)
{
  LsPageWatch *watch = self->watch;
  const LsCliRecordPage *options = self->options;
  g_autofree char *place = g_file_get_parse_name (file);
  g_autofree char *text = NULL;
  const guint32 n_turns = ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  LsPagePrediction prediction;

  if (options->script != NULL)
    report_program (watch, options->script[0]);
  else
    report_pages (watch);
  report_browser (self);
  if (options->is_json)
    return;
  text = g_strdup_printf (ngettext ("%u turn, saved to %s", "%u turns, saved to %s", n_turns), n_turns, place);
  ls_cli_write_lines (text);
  ls_page_watch_get_prediction (watch, &prediction);
  if (prediction.n_same + prediction.n_different + prediction.n_unsure > 0 || options->address != NULL)
    report_model (&prediction);
}

static gboolean
begin (LsPageWatch            *watch,
       const LsCliRecordPage  *options,
       GError                **error)
{
  LsPageWatchFlags flags = LS_PAGE_WATCH_NONE;

  if (options->is_headless)
    flags |= LS_PAGE_WATCH_HEADLESS;
  if (options->is_firefox)
    flags |= LS_PAGE_WATCH_FIREFOX;
  if (options->has_full_addresses)
    flags |= LS_PAGE_WATCH_FULL_URLS;
  if (options->has_stacks)
    flags |= LS_PAGE_WATCH_STACKS;
  if (options->script != NULL)
    return ls_page_watch_launch_node (watch, options->script, error);
  if (options->browser != NULL)
    return ls_page_watch_join (watch, options->browser, options->address, flags, error);
  return ls_page_watch_launch (watch, options->address, flags, error);
}

/* Says why nothing was told, if that was not said. */
static void
report_nothing (const Recording *self)
{
  const char *const *script = self->options->script;

  if (script != NULL)
    report_program (self->watch, script[0]);
  report_browser (self);
  if (!self->is_told)
    ls_cli_message ("%s", script != NULL ? _("The program told nothing: its script did not begin") : _("The page told nothing"));
}

/* Watches a page until its browser ends, or a program of Node.js until it does, and saves what was seen. @options: what the command
 * line says */
int
ls_cli_record_page (const LsCliRecordPage *options)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output != NULL ? options->output
                                                             : options->script != NULL ? "node.json.gz" : "page.json.gz");
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  g_autoptr (GError) error = NULL;
  Recording recording = { .watch = watch, .options = options };
  gboolean is_taken;

  if (!ls_cli_record_check_output (file, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_OUTPUT_FAILED;
    }
  ls_cli_watch_interrupt ();
  if (!begin (watch, options, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_BAD_INPUT;
    }
  is_taken = watch_page (&recording);
  if (recording.is_in_vain || ls_page_watch_get_n_agents (watch) == 0)
    {
      report_nothing (&recording);
      return LS_CLI_BAD_INPUT;
    }
  ls_trace_set_n_lost (ls_live_run_get_trace (LS_LIVE_RUN (watch)), ls_live_run_get_n_lost (LS_LIVE_RUN (watch)));
  if (!ls_trace_save (ls_live_run_get_trace (LS_LIVE_RUN (watch)), file, NULL, NULL, NULL, NULL, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_OUTPUT_FAILED;
    }
  report (&recording, file);
  ls_cli_die_interrupted ();
  return is_taken ? LS_CLI_OK : LS_CLI_BAD_INPUT;
}
