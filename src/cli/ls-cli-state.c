/* ls-cli-state.c: loopscope-cli state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-state-format.h"

static int
print_state (const LsCliCommand *command,
             char              **arguments,
             LsCliRunOptions    *options,
             guint32             step,
             guint32             agent,
             gboolean            json)
{
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsState) state = NULL;
  g_autofree char *text = NULL;
  int exit_status;

  ls_cli_watch_interrupt ();
  runner = ls_cli_open (command, arguments, options, &exit_status);
  if (runner == NULL)
    return exit_status;
  state = ls_cli_run_to_step (command, arguments[0], runner, step, &exit_status);
  if (state == NULL)
    return exit_status;

  if (agent != 0 && agent != 1 && ls_state_get_agent (state, agent) == NULL)
    return ls_cli_usage_error (command, _("After step %u there is no agent %u"), step, agent);
  ls_state_set_agent (state, agent);
  text = json ? ls_state_to_json (state) : ls_state_to_text (state);
  ls_cli_write_answer (text, json);
  return LS_CLI_OK;
}

/* Runs a session up to a step, and prints what is queued and running there. */
int
ls_cli_command_state (const LsCliCommand *command,
                      char              **arguments)
{
  g_auto (LsCliRunOptions) options = { 0 };
  g_autofree char *step = NULL, *agent = NULL;
  guint64 agent_number = 0;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "step", 0, 0, G_OPTION_ARG_STRING, &step, N_("After which step; 0 is the beginning"), N_("N") },
    { "agent", 0, 0, G_OPTION_ARG_STRING, &agent, N_("Show the loop of this agent instead of the running one"), N_("N") },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_("Print JSON"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  guint64 number;
  int exit_status;

  if (!ls_cli_parse_run (command, NULL, entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_parse_step (command, step, &number) ||
      !ls_cli_parse_number (command, "--agent", agent, 1, G_MAXUINT32, &agent_number) ||
      !ls_cli_run_options_apply (&options, command) ||
      !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;

  return print_state (command, rest, &options, (guint32) number, (guint32) agent_number, json);
}
