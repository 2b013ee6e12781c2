/* ls-cli-merge.c: loopscope-cli merge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-exploration.h"
#include "ls-cli-session.h"
#include "ls-session-explore.h"

/* Says what is wrong with a piece. Returns %LS_CLI_BAD_INPUT. */
static int
refuse (const char   *file,
        const GError *error)
{
  g_autofree char *name = ls_cli_display_name (file);

  ls_cli_message ("%s: %s", name, error->message);
  return LS_CLI_BAD_INPUT;
}

/* Adds a piece to the explorer, which the first one makes: it knows what was explored. */
static int
add_piece (LsExplorer       **explorer,
           LsSession         *session,
           LsExploreOptions  *options,
           const char        *file)
{
  g_autoptr (GBytes) piece = ls_cli_read_checkpoint (session, file);
  g_autoptr (GError) error = NULL;

  if (piece == NULL)
    return LS_CLI_BAD_INPUT;
  if (*explorer == NULL)
    {
      if (!ls_explorer_peek_options (piece, options, &error))
        return refuse (file, error);
      options->piece = options->n_pieces = 0;
      *explorer = ls_session_explorer_new (session, options, &error);
    }
  if (*explorer == NULL || !ls_explorer_add_piece (*explorer, piece, &error))
    return refuse (file, error);
  return LS_CLI_OK;
}

static int
merge (LsSession  *session,
       char      **files,
       const char *save,
       gboolean    is_json)
{
  g_autoptr (LsExplorer) explorer = NULL;
  g_autoptr (GError) error = NULL;
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  for (guint i = 0; files[i] != NULL; i++)
    {
      const int status = add_piece (&explorer, session, &options, files[i]);

      if (status != LS_CLI_OK)
        return status;
    }
  if (!ls_explorer_join_pieces (explorer, &error))
    {
      ls_cli_message ("%s", error->message);
      return LS_CLI_BAD_INPUT;
    }
  return ls_cli_report_exploration (explorer, session, &options, save, is_json);
}

/* Makes one exploration of the pieces that “explore --piece” has written, and says what it has come to. */
int
ls_cli_command_merge (const LsCliCommand *command,
                      char              **arguments)
{
  g_autofree char *save = NULL;
  gboolean is_json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &is_json, N_("Print JSON"), NULL },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &save, N_("Write a session that replays the shortest schedule found"), N_("FILE") },
    { NULL }
  };
  g_autoptr (GOptionContext) context = ls_cli_context_new (command, NULL);
  g_auto (GStrv) rest = g_strdupv (arguments);
  LsCliRunOptions options = { 0 };
  g_autoptr (LsSession) session = NULL;
  char *file[] = { NULL, NULL };
  int exit_status;

  ls_cli_context_add (context, entries);
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;
  if (g_strv_length (rest) < 2)
    return ls_cli_usage_error (command, _("Expected a session, and the pieces of its exploration"));
  file[0] = rest[0];
  session = ls_cli_load (command, file, &options, &exit_status);
  if (session == NULL)
    return exit_status;
  return ls_cli_need_program (command, session, rest[0], "merge") ? merge (session, rest + 1, save, is_json) : LS_CLI_BAD_USAGE;
}
