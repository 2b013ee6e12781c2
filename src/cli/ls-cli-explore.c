/* ls-cli-explore.c: loopscope-cli explore
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
#include "ls-session-explore.h"

/* A checkpoint begins with this line. The session's digest follows, then the explorer's own data. */
#define CHECKPOINT_HEAD "loopscope-explore 1\n"

/* A run of a JavaScript program spends most of its time on making realms. Unless the user asks for something else, explore runs
 * this many random schedules, … */
#define JAVASCRIPT_RUNS 100

/* … or runs for this long, in µs. */
#define JAVASCRIPT_TIME (60 * G_USEC_PER_SEC)

/* The options of “explore”. */
typedef struct
{
  char             *bound;
  char             *seed;
  char             *runs;
  char             *overtaking;
  char             *states;
  char             *seconds;
  char             *save;
  char             *checkpoint;
  gboolean          resume;
  gboolean          first;
  gboolean          json;
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
  g_free (self->save);
  g_free (self->checkpoint);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Exploring, exploring_clear)

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
      !ls_cli_parse_number (command, "--time", self->seconds, 1, 1000000, &seconds))
    return FALSE;
  options.bounds_preemptions = self->bound != NULL;
  options.max_preemptions = bound;
  if (self->seed != NULL)
    options.mode = LS_EXPLORE_RANDOM;
  options.max_overtaking = overtaking;
  if (self->seconds != NULL)
    options.max_time = seconds * G_USEC_PER_SEC;
  options.stop_at_first = self->first;
  self->options = options;

  if (self->runs != NULL && self->seed == NULL)
    return ls_cli_usage_error (command, _("--runs needs --random")) == LS_CLI_OK;
  if (self->seed != NULL && self->bound != NULL)
    return ls_cli_usage_error (command, _("--random and --bound cannot be combined")) == LS_CLI_OK;
  if (self->resume && self->checkpoint == NULL)
    return ls_cli_usage_error (command, _("--resume needs --checkpoint FILE")) == LS_CLI_OK;
  return TRUE;
}

/* Checkpoints: lines for what they are and whose, then bytes. */

static char *
get_head (LsSession *session)
{
  g_autofree char *key = ls_session_explorer_get_key (session);

  return g_strconcat (CHECKPOINT_HEAD, key, "\n", NULL);
}

static gboolean
load_checkpoint (Exploring  *self,
                 LsExplorer *explorer,
                 LsSession  *session)
{
  g_autofree char *head = get_head (session);
  g_autofree char *name = g_filename_display_name (self->checkpoint);
  g_autofree char *contents = NULL;
  g_autofree char *sum = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const gsize head_length = strlen (head), sum_length = 64;
  gsize length;

  if (!g_file_get_contents (self->checkpoint, &contents, &length, &error))
    {
      ls_cli_message ("%s", error->message);
      return FALSE;
    }
  if (length < strlen (CHECKPOINT_HEAD) || memcmp (contents, CHECKPOINT_HEAD, strlen (CHECKPOINT_HEAD)) != 0)
    {
      ls_cli_message (_("%s: expected a checkpoint written by “loopscope-cli explore”"), name);
      return FALSE;
    }
  if (length < head_length + sum_length + 1 || memcmp (contents, head, head_length) != 0)
    {
      ls_cli_message (_("%s: the checkpoint belongs to another session, or to an earlier version of this one"), name);
      return FALSE;
    }
  bytes = g_bytes_new (contents + head_length + sum_length + 1, length - head_length - sum_length - 1);
  sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (memcmp (contents + head_length, sum, sum_length) != 0)
    {
      ls_cli_message (_("%s: the checkpoint is damaged"), name);
      return FALSE;
    }
  if (!ls_explorer_load (explorer, bytes, &error))
    {
      ls_cli_message ("%s: %s", name, error->message);
      return FALSE;
    }
  return TRUE;
}

static gboolean
save_checkpoint (Exploring  *self,
                 LsExplorer *explorer,
                 LsSession  *session)
{
  g_autofree char *head = get_head (session);
  g_autoptr (GBytes) bytes = ls_explorer_save (explorer);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  g_byte_array_append (file, (const guint8 *) head, strlen (head));
  g_byte_array_append (file, (const guint8 *) sum, strlen (sum));
  g_byte_array_append (file, (const guint8 *) "\n", 1);
  g_byte_array_append (file, data, length);
  if (g_file_set_contents (self->checkpoint, (const char *) file->data, file->len, &error))
    return TRUE;
  ls_cli_message ("%s", error->message);
  return FALSE;
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

/* What it has come to */

static void
append_finding (GString               *out,
                const LsFoundSchedule *found)
{
  g_string_append (out, ls_finding_to_string (found->finding));
  if (found->agent != 0)
    g_string_append_printf (out, " (%s %u)", _("agent"), found->agent);
  g_string_append_printf (out, ": %s\n", found->message);
  g_string_append_printf (out, "  %s [", _("schedule"));
  for (guint i = 0; i < found->schedule->len; i++)
    g_string_append_printf (out, "%s%u", i > 0 ? ", " : "", g_array_index (found->schedule, guint32, i));
  g_string_append (out, "]\n");
  for (guint i = 0; i < found->lines->len; i++)
    g_string_append_printf (out, "    %s\n", (const char *) g_ptr_array_index (found->lines, i));
}

static void
append_summary (GString         *out,
                LsExplorer      *explorer,
                LsExploreStatus  status,
                Exploring       *self)
{
  const gboolean is_complete = status == LS_EXPLORE_COMPLETE;
  g_autofree char *n_schedules = ls_explorer_format_n_schedules (explorer);

  if (self->options.mode == LS_EXPLORE_RANDOM)
    g_string_append_printf (out, _("%" PRIu64 " random schedules"), ls_explorer_get_n_runs (explorer));
  else if (!is_complete)
    g_string_append_printf (out, _("Some of the schedules: %" PRIu64 " states, %" PRIu64 " runs"), ls_explorer_get_n_states (explorer),
                            ls_explorer_get_n_runs (explorer));
  else if (self->options.bounds_preemptions)
    g_string_append_printf (out, _("All %s schedules with at most %d preemptions: %" PRIu64 " states, %" PRIu64 " runs"),
                            n_schedules, (int) self->options.max_preemptions, ls_explorer_get_n_states (explorer),
                            ls_explorer_get_n_runs (explorer));
  else
    g_string_append_printf (out, _("All %s schedules: %" PRIu64 " states, %" PRIu64 " runs"), n_schedules,
                            ls_explorer_get_n_states (explorer), ls_explorer_get_n_runs (explorer));
  if (ls_explorer_get_n_findings (explorer) == 0)
    g_string_append_printf (out, "; %s", _("no findings"));
  g_string_append_c (out, '\n');
}

static void
write_finding (LsJsonWriter          *json,
               const LsFoundSchedule *found)
{
  ls_json_begin (json, NULL, '{', FALSE);
  ls_json_string (json, "finding", ls_finding_to_string (found->finding));
  ls_json_int (json, "agent", found->agent);
  ls_json_string (json, "message", found->message);
  ls_json_begin (json, "schedule", '[', FALSE);
  for (guint i = 0; i < found->schedule->len; i++)
    ls_json_int (json, NULL, g_array_index (found->schedule, guint32, i));
  ls_json_end (json, ']');
  ls_json_begin (json, "steps", '[', FALSE);
  for (guint i = 0; i < found->lines->len; i++)
    ls_json_string (json, NULL, g_ptr_array_index (found->lines, i));
  ls_json_end (json, ']');
  ls_json_end (json, '}');
}

static void
print_json (LsExplorer      *explorer,
            LsExploreStatus  status,
            GPtrArray       *findings)
{
  g_autofree char *n_schedules = ls_explorer_format_n_schedules (explorer);
  g_autofree char *text = NULL;
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_string (&json, "status", ls_explore_status_to_string (status));
  ls_json_int (&json, "states", ls_explorer_get_n_states (explorer));
  ls_json_int (&json, "runs", ls_explorer_get_n_runs (explorer));
  ls_json_int (&json, "steps", ls_explorer_get_n_steps (explorer));
  if (status == LS_EXPLORE_COMPLETE)
    {
      ls_json_string (&json, "schedules", n_schedules);
      ls_json_bool (&json, "endless", ls_explorer_is_endless (explorer));
    }
  ls_json_begin (&json, "findings", '[', FALSE);
  for (guint i = 0; i < findings->len; i++)
    write_finding (&json, g_ptr_array_index (findings, i));
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  text = ls_json_writer_finish (&json);
  ls_cli_write_text (text);
}

static void
print_report (Exploring       *self,
              LsExplorer      *explorer,
              LsExploreStatus  status,
              GPtrArray       *findings)
{
  g_autoptr (GString) out = NULL;

  if (self->json)
    {
      print_json (explorer, status, findings);
      return;
    }

  out = g_string_new (NULL);
  append_summary (out, explorer, status, self);
  for (guint i = 0; i < findings->len; i++)
    append_finding (out, g_ptr_array_index (findings, i));
  ls_cli_write_lines (out->str);
}

/* Saves the session with the shortest schedule to a finding. */
static gboolean
save_session (Exploring *self,
              LsSession *session,
              GPtrArray *findings)
{
  const LsFoundSchedule *shortest = g_ptr_array_index (findings, 0);
  g_autoptr (LsSession) found = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i < findings->len; i++)
    {
      const LsFoundSchedule *other = g_ptr_array_index (findings, i);

      if (other->n_steps < shortest->n_steps)
        shortest = other;
    }
  found = ls_session_new_with_schedule (session, (const guint32 *) (gpointer) shortest->schedule->data, shortest->schedule->len,
                                        &error);
  if (found != NULL)
    {
      file = g_file_new_for_commandline_arg (self->save);
      if (ls_session_save (found, file, &error))
        return TRUE;
    }
  ls_cli_message ("%s", error->message);
  return FALSE;
}

static int
explore (Exploring *self,
         LsSession *session)
{
  const gboolean is_javascript = ls_program_get_kind (ls_session_get_program (session)) == LS_PROGRAM_JAVASCRIPT;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsExplorer) explorer = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  LsExploreStatus status;
  gboolean ok = TRUE;

  if (is_javascript && self->runs == NULL)
    self->options.n_runs = JAVASCRIPT_RUNS;
  if (is_javascript && self->seconds == NULL && self->seed == NULL)
    self->options.max_time = JAVASCRIPT_TIME;
  explorer = ls_session_explorer_new (session, &self->options, &error);
  if (explorer == NULL)
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_BAD_INPUT;
    }
  if (self->resume && g_file_test (self->checkpoint, G_FILE_TEST_EXISTS) && !load_checkpoint (self, explorer, session))
    return LS_CLI_BAD_INPUT;
  /* Write a first checkpoint now: a bad path shows before hours are spent, and a killed program leaves one behind. */
  if (self->checkpoint != NULL && !save_checkpoint (self, explorer, session))
    return LS_CLI_OUTPUT_FAILED;
  if (isatty (STDERR_FILENO))
    ls_explorer_set_progress (explorer, show_progress, NULL, NULL);

  status = ls_explorer_run (explorer, cancellable);
  if (isatty (STDERR_FILENO))
    g_printerr ("\r\033[K");
  /* Save before printing: if the reader of the output has gone, printing ends the program. */
  if (self->checkpoint != NULL)
    ok = save_checkpoint (self, explorer, session);
  findings = ls_session_explorer_dup_findings (explorer);
  if (self->save != NULL && findings->len > 0)
    ok = save_session (self, session, findings) && ok;
  print_report (self, explorer, status, findings);

  if (!ok)
    return LS_CLI_OUTPUT_FAILED;
  if (findings->len > 0)
    return LS_CLI_EXPECTATION_FAILED;
  return status == LS_EXPLORE_COMPLETE ? LS_CLI_OK : LS_CLI_BUDGET_EXCEEDED;
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
    { "first", 0, 0, G_OPTION_ARG_NONE, &self.first, N_("Stop at the first finding"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self.json, N_("Print JSON"), NULL },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &self.save,
      N_("Write a session that replays the shortest schedule found"), N_("FILE") },
    { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &self.checkpoint, N_("Write progress to this file"), N_("FILE") },
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
