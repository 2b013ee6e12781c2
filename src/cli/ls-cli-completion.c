/* ls-cli-completion.c: loopscope-cli completion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-completion.h"

static const struct
{
  const char *name;
  char     *(*write) (void);
} shells[] = {
  { "bash", ls_cli_completion_bash },
  { "zsh", ls_cli_completion_zsh },
  { "fish", ls_cli_completion_fish },
};

static char **
list_shells (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shells); i++)
    g_strv_builder_add (names, shells[i].name);
  return g_strv_builder_end (names);
}

/* Prints the script by which a shell completes the commands, their options and the values of these. */
int
ls_cli_command_completion (const LsCliCommand *command,
                           char              **arguments)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  context = ls_cli_context_new (command, _("Packages install the scripts where shells look for them. Otherwise:\n  bash: loopscope-cli completion bash > ~/.local/share/bash-completion/completions/loopscope-cli\n  zsh:  loopscope-cli completion zsh > DIR/_loopscope-cli, for a DIR of $fpath\n  fish: loopscope-cli completion fish > ~/.config/fish/completions/loopscope-cli.fish"));
  if (!ls_cli_parse (command, context, &rest, &exit_status))
    return exit_status;

  if (rest[0] == NULL || rest[1] != NULL)
    return ls_cli_usage_error (command, _("Expected one shell: bash, zsh or fish"));
  for (guint i = 0; i < G_N_ELEMENTS (shells); i++)
    if (g_str_equal (rest[0], shells[i].name))
      {
        g_autofree char *script = shells[i].write ();

        ls_cli_write (script, -1);
        return LS_CLI_OK;
      }

  return ls_cli_refuse_value (command, list_shells (), _("“%s” is not a shell"), rest[0]);
}
