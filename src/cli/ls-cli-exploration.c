/* ls-cli-exploration.c: checkpoints of explorations, and what these have come to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "ls-cli-exploration.h"
#include "ls-cli-session.h"
#include "ls-json-writer-private.h"
#include "ls-session-explore.h"

/* A checkpoint begins with this line. The session's digest follows, then the explorer's own data. */
#define CHECKPOINT_HEAD "loopscope-explore 1\n"

/* Checkpoints: lines for what they are and whose, then bytes. */

static char *
get_head (LsSession *session)
{
  g_autofree char *key = ls_session_explorer_get_key (session);

  return g_strconcat (CHECKPOINT_HEAD, key, "\n", NULL);
}

/* Reads a checkpoint of a session. Returns (transfer full) (nullable) what is in it for the explorer; else it has said why not. */
GBytes *
ls_cli_read_checkpoint (LsSession  *session,
                        const char *file)
{
  g_autofree char *head = get_head (session);
  g_autofree char *name = g_filename_display_name (file);
  g_autofree char *contents = NULL;
  g_autofree char *sum = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  const gsize head_length = strlen (head), sum_length = 64;
  gsize length;

  if (!g_file_get_contents (file, &contents, &length, &error))
    {
      ls_cli_message ("%s", error->message);
      return NULL;
    }
  if (length < strlen (CHECKPOINT_HEAD) || memcmp (contents, CHECKPOINT_HEAD, strlen (CHECKPOINT_HEAD)) != 0)
    {
      ls_cli_message (_("%s: expected a checkpoint written by “loopscope-cli explore”"), name);
      return NULL;
    }
  if (length < head_length + sum_length + 1 || memcmp (contents, head, head_length) != 0)
    {
      ls_cli_message (_("%s: the checkpoint belongs to another session, or to an earlier version of this one"), name);
      return NULL;
    }
  bytes = g_bytes_new (contents + head_length + sum_length + 1, length - head_length - sum_length - 1);
  sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (memcmp (contents + head_length, sum, sum_length) != 0)
    {
      ls_cli_message (_("%s: the checkpoint is damaged"), name);
      return NULL;
    }
  return g_steal_pointer (&bytes);
}

/* Writes the checkpoint of an explorer of a session. Where that fails, it has said why. */
gboolean
ls_cli_write_checkpoint (LsExplorer *explorer,
                         LsSession  *session,
                         const char *file)
{
  g_autofree char *head = get_head (session);
  g_autoptr (GBytes) bytes = ls_explorer_save (explorer);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_autoptr (GByteArray) contents = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  g_byte_array_append (contents, (const guint8 *) head, strlen (head));
  g_byte_array_append (contents, (const guint8 *) sum, strlen (sum));
  g_byte_array_append (contents, (const guint8 *) "\n", 1);
  g_byte_array_append (contents, data, length);
  if (g_file_set_contents (file, (const char *) contents->data, contents->len, &error))
    return TRUE;
  ls_cli_message ("%s", error->message);
  return FALSE;
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
append_summary (GString                *out,
                LsExplorer             *explorer,
                const LsExploreOptions *options)
{
  const gboolean is_complete = ls_explorer_get_status (explorer) == LS_EXPLORE_COMPLETE;
  g_autofree char *n_schedules = ls_explorer_format_n_schedules (explorer);

  if (options->n_pieces > 1)
    /* Translators: “Piece 2 of 4”, of an exploration that several machines share */
    g_string_append_printf (out, _("Piece %u of %u: "), options->piece, options->n_pieces);
  if (options->mode == LS_EXPLORE_RANDOM)
    g_string_append_printf (out, _("%" PRIu64 " random schedules"), ls_explorer_get_n_runs (explorer));
  else if (options->n_pieces > 1 && is_complete)
    g_string_append_printf (out, _("%" PRIu64 " states, %" PRIu64 " runs"), ls_explorer_get_n_states (explorer),
                            ls_explorer_get_n_runs (explorer));
  else if (!is_complete)
    g_string_append_printf (out, _("Some of the schedules: %" PRIu64 " states, %" PRIu64 " runs"), ls_explorer_get_n_states (explorer),
                            ls_explorer_get_n_runs (explorer));
  else if (options->bounds_preemptions)
    g_string_append_printf (out, _("All %s schedules with at most %d preemptions: %" PRIu64 " states, %" PRIu64 " runs"),
                            n_schedules, (int) options->max_preemptions, ls_explorer_get_n_states (explorer),
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
print_json (LsExplorer             *explorer,
            const LsExploreOptions *options,
            GPtrArray              *findings)
{
  const LsExploreStatus status = ls_explorer_get_status (explorer);
  g_autofree char *n_schedules = ls_explorer_format_n_schedules (explorer);
  g_autofree char *text = NULL;
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_string (&json, "status", ls_explore_status_to_string (status));
  ls_json_int (&json, "states", ls_explorer_get_n_states (explorer));
  ls_json_int (&json, "runs", ls_explorer_get_n_runs (explorer));
  ls_json_int (&json, "steps", ls_explorer_get_n_steps (explorer));
  if (options->n_pieces > 1)
    {
      ls_json_int (&json, "piece", options->piece);
      ls_json_int (&json, "pieces", options->n_pieces);
    }
  else if (status == LS_EXPLORE_COMPLETE)
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
print_report (LsExplorer             *explorer,
              const LsExploreOptions *options,
              GPtrArray              *findings,
              gboolean                is_json)
{
  g_autoptr (GString) out = NULL;

  if (is_json)
    {
      print_json (explorer, options, findings);
      return;
    }

  out = g_string_new (NULL);
  append_summary (out, explorer, options);
  for (guint i = 0; i < findings->len; i++)
    append_finding (out, g_ptr_array_index (findings, i));
  ls_cli_write_lines (out->str);
}

/* Saves the session with the shortest schedule to a finding. */
static gboolean
save_session (LsSession  *session,
              GPtrArray  *findings,
              const char *path)
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
      file = g_file_new_for_commandline_arg (path);
      if (ls_session_save (found, file, &error))
        return TRUE;
    }
  ls_cli_message ("%s", error->message);
  return FALSE;
}

/* Saves and prints what an explorer has come to. @options: what it has explored. @save: (nullable): where the session with the
 * shortest schedule goes. Returns the exit status */
int
ls_cli_report_exploration (LsExplorer             *explorer,
                           LsSession              *session,
                           const LsExploreOptions *options,
                           const char             *save,
                           gboolean                is_json)
{
  g_autoptr (GPtrArray) findings = ls_session_explorer_dup_findings (explorer);
  const gboolean ok = save == NULL || findings->len == 0 || save_session (session, findings, save);

  print_report (explorer, options, findings, is_json);
  if (!ok)
    return LS_CLI_OUTPUT_FAILED;
  if (findings->len > 0)
    return LS_CLI_EXPECTATION_FAILED;
  return ls_explorer_get_status (explorer) == LS_EXPLORE_COMPLETE ? LS_CLI_OK : LS_CLI_BUDGET_EXCEEDED;
}
