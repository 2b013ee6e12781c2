/* ls-cli-explore.c: loopscope-cli explore
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "ls-cli-exploration.h"
#include "ls-cli-session.h"
#include "ls-session-explore.h"

/* A run of a JavaScript program spends most of its time on making realms. Unless the user asks for something else, explore runs
 * this many random schedules, … */
#define JAVASCRIPT_RUNS 100

/* … or runs for this long, in µs. */
#define JAVASCRIPT_TIME (60 * G_USEC_PER_SEC)

/* More threads than there may be processors only get in each other's way. */
#define MAX_JOBS 256

/* The options of “explore”. */
typedef struct
{
  char             *bound;
  char             *seed;
  char             *runs;
  char             *overtaking;
  char             *states;
  char             *seconds;
  char             *jobs;
  char             *piece;
  char             *save;
  char             *checkpoint;
  gboolean          resume;
  gboolean          first;
  gboolean          json;
  guint64           n_jobs;
  LsExploreOptions  options;
} Exploring;

static void
exploring_clear (Exploring *self)
{
  g_free (self->bound);
  g_free (self->seed);
  g_free (self->runs);
  g_free (self->overtaking);
  g_free (self->states);
  g_free (self->seconds);
  g_free (self->jobs);
  g_free (self->piece);
  g_free (self->save);
  g_free (self->checkpoint);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Exploring, exploring_clear)

/* Reads “K/N”. */
static gboolean
read_piece (const LsCliCommand *command,
            const char         *text,
            LsExploreOptions   *options)
{
  const char *slash = strchr (text, '/');
  g_autofree char *piece = slash != NULL ? g_strndup (text, slash - text) : NULL;
  guint64 k, n;

  if (slash == NULL || !g_ascii_string_to_unsigned (slash + 1, 10, 1, LS_EXPLORE_MAX_PIECES, &n, NULL) ||
      !g_ascii_string_to_unsigned (piece, 10, 1, n, &k, NULL))
    return ls_cli_usage_error (command, _("“%s” is not a piece: expected K/N, the number of a piece and how many there are (%u at most)"),
                               text, LS_EXPLORE_MAX_PIECES) == LS_CLI_OK;
  options->piece = k;
  options->n_pieces = n;
  return TRUE;
}

static gboolean
read_options (Exploring          *self,
              const LsCliCommand *command)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  guint64 bound = 0, overtaking = options.max_overtaking, seconds = 0;

  if (!ls_cli_parse_number (command, "--bound", self->bound, 0, 1000, &bound) ||
      !ls_cli_parse_number (command, "--random", self->seed, 0, G_MAXUINT64, &options.seed) ||
      !ls_cli_parse_number (command, "--runs", self->runs, 1, G_MAXINT64, &options.n_runs) ||
      !ls_cli_parse_number (command, "--overtaking", self->overtaking, 1, 1000, &overtaking) ||
      !ls_cli_parse_number (command, "--states", self->states, 1, G_MAXINT64, &options.max_states) ||
      !ls_cli_parse_number (command, "--time", self->seconds, 1, 1000000, &seconds) ||
      !ls_cli_parse_number (command, "--jobs", self->jobs, 0, MAX_JOBS, &self->n_jobs))
    return FALSE;
  if (self->jobs == NULL)
    self->n_jobs = 1;
  else if (self->n_jobs == 0)
    self->n_jobs = CLAMP (g_get_num_processors (), 1, MAX_JOBS);
  options.bounds_preemptions = self->bound != NULL;
  options.max_preemptions = bound;
  if (self->seed != NULL)
    options.mode = LS_EXPLORE_RANDOM;
  options.max_overtaking = overtaking;
  if (self->seconds != NULL)
    options.max_time = seconds * G_USEC_PER_SEC;
  options.stop_at_first = self->first;
  if (self->piece != NULL && !read_piece (command, self->piece, &options))
    return FALSE;
  self->options = options;

  if (self->runs != NULL && self->seed == NULL)
    return ls_cli_usage_error (command, _("--runs needs --random")) == LS_CLI_OK;
  if (self->seed != NULL && self->bound != NULL)
    return ls_cli_usage_error (command, _("--random and --bound cannot be combined")) == LS_CLI_OK;
  if (self->resume && self->checkpoint == NULL)
    return ls_cli_usage_error (command, _("--resume needs --checkpoint FILE")) == LS_CLI_OK;
  if (self->piece != NULL && self->checkpoint == NULL)
    return ls_cli_usage_error (command, _("--piece needs --checkpoint FILE")) == LS_CLI_OK;
  if (self->jobs != NULL && self->checkpoint != NULL)
    return ls_cli_usage_error (command, _("--jobs and --checkpoint cannot be combined")) == LS_CLI_OK;
  return TRUE;
}

/* Shows progress on a terminal, in one line that is overwritten. */
static void
show_progress (LsExplorer *explorer,
               gpointer    user_data)
{
  g_printerr ("\r\033[K");
  /* Translators: how far an exploration has come: how many states it has seen, in how many runs, what it has found */
  g_printerr (_("%" PRIu64 " states, %" PRIu64 " runs, %u findings"), ls_explorer_get_n_states (explorer),
              ls_explorer_get_n_runs (explorer), ls_explorer_get_n_findings (explorer));
}

/* Goes on from the checkpoint, if there is one. */
static gboolean
load_checkpoint (Exploring  *self,
                 LsExplorer *explorer,
                 LsSession  *session)
{
  g_autofree char *name = g_filename_display_name (self->checkpoint);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (self->checkpoint, G_FILE_TEST_EXISTS))
    return TRUE;
  bytes = ls_cli_read_checkpoint (session, self->checkpoint);
  if (bytes == NULL)
    return FALSE;
  if (ls_explorer_load (explorer, bytes, &error))
    return TRUE;
  ls_cli_message ("%s: %s", name, error->message);
  return FALSE;
}

static int
explore (Exploring *self,
         LsSession *session)
{
  const gboolean is_javascript = ls_program_get_kind (ls_session_get_program (session)) == LS_PROGRAM_JAVASCRIPT;
  g_autoptr (GPtrArray) explorers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  LsExplorer *explorer;
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  gboolean ok = TRUE;
  int exit_status;

  if (is_javascript && self->runs == NULL)
    self->options.n_runs = JAVASCRIPT_RUNS;
  if (is_javascript && self->seconds == NULL && self->seed == NULL)
    self->options.max_time = JAVASCRIPT_TIME;
  do
    {
      explorer = ls_session_explorer_new (session, &self->options, &error);
      if (explorer == NULL)
        {
          ls_cli_message ("%s", error->message);
          return LS_CLI_BAD_INPUT;
        }
      g_ptr_array_add (explorers, explorer);
    }
  while (explorers->len < self->n_jobs);
  explorer = g_ptr_array_index (explorers, 0);
  if (self->resume && !load_checkpoint (self, explorer, session))
    return LS_CLI_BAD_INPUT;
  /* Write a first checkpoint now: a bad path shows before hours are spent, and a killed program leaves one behind. */
  if (self->checkpoint != NULL && !ls_cli_write_checkpoint (explorer, session, self->checkpoint))
    return LS_CLI_OUTPUT_FAILED;
  if (isatty (STDERR_FILENO))
    ls_explorer_set_progress (explorer, show_progress, NULL, NULL);

  if (explorers->len > 1)
    ls_explorer_run_together ((LsExplorer **) explorers->pdata, explorers->len, cancellable);
  else
    ls_explorer_run (explorer, cancellable);
  if (isatty (STDERR_FILENO))
    g_printerr ("\r\033[K");
  /* Save before printing: if the reader of the output has gone, printing ends the program. */
  if (self->checkpoint != NULL)
    ok = ls_cli_write_checkpoint (explorer, session, self->checkpoint);
  exit_status = ls_cli_report_exploration (explorer, session, &self->options, self->save, self->json);
  return ok ? exit_status : LS_CLI_OUTPUT_FAILED;
}

/* Runs the agents of a session under all schedules that make a difference, and says what goes wrong under which. */
int
ls_cli_command_explore (const LsCliCommand *command,
                        char              **arguments)
{
  g_auto (Exploring) self = { 0 };
  const GOptionEntry entries[] = {
    { "bound", 0, 0, G_OPTION_ARG_STRING, &self.bound, N_("Try only schedules with at most this many preemptions"), N_("N") },
    { "random", 0, 0, G_OPTION_ARG_STRING, &self.seed, N_("Try random schedules, drawn from this seed"), N_("SEED") },
    { "runs", 0, 0, G_OPTION_ARG_STRING, &self.runs, N_("Try this many random schedules (default: 1000, or 100 for JavaScript)"), N_("N") },
    { "overtaking", 0, 0, G_OPTION_ARG_STRING, &self.overtaking,
      N_("Let a woken agent go back to waiting at most this many times in a row"), N_("N") },
    { "states", 0, 0, G_OPTION_ARG_STRING, &self.states, N_("Stop after this many states"), N_("N") },
    { "time", 0, 0, G_OPTION_ARG_STRING, &self.seconds,
      N_("Stop after this many seconds (default for JavaScript: 60)"), N_("SECONDS") },
    { "jobs", 0, 0, G_OPTION_ARG_STRING, &self.jobs,
      N_("Explore on this many threads at once, 0: one for each processor (default: 1)"), N_("N") },
    { "first", 0, 0, G_OPTION_ARG_NONE, &self.first, N_("Stop at the first finding"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self.json, N_("Print JSON"), NULL },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &self.save,
      N_("Write a session that replays the shortest schedule found"), N_("FILE") },
    { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &self.checkpoint, N_("Write progress to this file"), N_("FILE") },
    { "piece", 0, 0, G_OPTION_ARG_STRING, &self.piece,
      N_("Explore only piece K of N, into the checkpoint; “merge” makes the whole of all of them"), N_("K/N") },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &self.resume, N_("Continue from the checkpoint, if there is one"), NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = ls_cli_context_new (command, NULL);
  g_auto (GStrv) rest = g_strdupv (arguments);
  LsCliRunOptions options = { .reads_on = TRUE };
  g_autoptr (LsSession) session = NULL;
  int exit_status;

  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;
  if (!read_options (&self, command) || !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;

  ls_cli_watch_interrupt ();
  session = ls_cli_load (command, rest, &options, &exit_status);
  if (session == NULL)
    return exit_status;
  return ls_cli_need_program (command, session, rest[0], "explore") ? explore (&self, session) : LS_CLI_BAD_USAGE;
}
