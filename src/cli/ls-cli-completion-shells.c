/* ls-cli-completion-shells.c: scripts that complete command lines, from the table of options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-cli-completion.h"

/* How the names of files end that hold a program, a course or a recording. */
static const char *const suffixes[] = {
  "loopscope", "loopscope-course", "js", "mjs", "cjs", "ts", "mts", "cts", "json", "gz", "pftrace", "perfetto-trace"
};

static const char *const shells = "bash zsh fish";

/* Returns (transfer full) a text with a backslash before each of @special. */
static char *
escape (const char *text,
        const char *special)
{
  GString *string = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      if (strchr (special, *text) != NULL)
        g_string_append_c (string, '\\');
      g_string_append_c (string, *text);
    }
  return g_string_free (string, FALSE);
}

static gboolean
is_named (const LsCliCommand *command,
          const char         *name)
{
  return g_str_equal (command->name, name);
}

/* bash */

static void
append_bash_words (GString   *script,
                   GPtrArray *options)
{
  for (guint i = 0; i < options->len; i++)
    {
      const LsCliOption *option = g_ptr_array_index (options, i);

      g_string_append_printf (script, "%s--%s%s", i > 0 ? " " : "", option->name, option->value != NULL ? "=" : "");
    }
}

static void
append_bash_values (GString            *script,
                    const LsCliCommand *command,
                    GPtrArray          *options)
{
  for (guint i = 0; i < options->len; i++)
    {
      const LsCliOption *option = g_ptr_array_index (options, i);
      g_auto (GStrv) values = ls_cli_list_values (command, option->name);
      g_autofree char *words = g_strjoinv (" ", values);

      if (option->value == NULL)
        continue;
      g_string_append_printf (script, "    %s:--%s", command->name, option->name);
      if (option->letter != 0)
        g_string_append_printf (script, " | %s:-%c", command->name, option->letter);
      if (option->is_file)
        g_string_append (script, ") _loopscope_cli_files; return ;;\n");
      else if (*words != '\0')
        g_string_append_printf (script, ") words='%s' ;;\n", words);
      else
        g_string_append (script, ") return ;;\n");
    }
}

static const char bash_begin[] =
  "# bash completion for loopscope-cli, from “loopscope-cli completion bash”\n"
  "\n"
  "_loopscope_cli_files ()\n"
  "{\n"
  "  local IFS=$'\\n'\n"
  "\n"
  "  compopt -o filenames 2>/dev/null\n"
  "  COMPREPLY=($(compgen -f -- \"$cur\"))\n"
  "}\n"
  "\n"
  "_loopscope_cli ()\n"
  "{\n"
  "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
  "  local command= option= words= i\n";

static const char bash_find[] =
  "\n"
  "  # Bash breaks words at “=”, so that --preset=bl arrives in three words.\n"
  "  if [[ $cur == = ]]; then\n"
  "    option=$prev cur=\n"
  "  elif [[ $prev == = ]]; then\n"
  "    option=${COMP_WORDS[COMP_CWORD - 2]}\n"
  "  else\n"
  "    option=$prev\n"
  "  fi\n"
  "\n"
  "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
  "    if [[ \" $commands \" == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
  "      command=${COMP_WORDS[i]}\n"
  "      break\n"
  "    fi\n"
  "  done\n"
  "\n"
  "  case $command:$option in\n";

static const char bash_files[] =
  "    esac\n"
  "\n"
  "    if [[ $command == record && $cur != -* ]]; then\n"
  "      COMPREPLY=($(compgen -c -- \"$cur\"))\n"
  "      return\n"
  "    fi\n"
  "    if [[ -n $command && $command != completion && $cur != -* ]]; then\n"
  "      local IFS=$'\\n'\n"
  "\n"
  "      compopt -o filenames 2>/dev/null\n"
  "      COMPREPLY=(";

static const char bash_end[] =
  "$(compgen -d -- \"$cur\"))\n"
  "      return\n"
  "    fi\n"
  "  fi\n"
  "\n"
  "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
  "  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then\n"
  "    compopt -o nospace 2>/dev/null\n"
  "  fi\n"
  "}\n"
  "\n"
  "complete -F _loopscope_cli loopscope-cli\n";

char *
ls_cli_completion_bash (void)
{
  g_autoptr (GString) words = g_string_new (NULL);
  GString *script = g_string_new (bash_begin);
  const LsCliCommand *command;

  g_string_append (script, "  local commands='");
  for (guint i = 0; (command = ls_cli_get_command (i)) != NULL; i++)
    g_string_append_printf (script, "%s%s", i > 0 ? " " : "", command->name);
  g_string_append (script, "'\n");
  g_string_append (script, bash_find);

  for (guint i = 0; (command = ls_cli_get_command (i)) != NULL; i++)
    {
      g_autoptr (GPtrArray) options = ls_cli_list_options (command);

      append_bash_values (script, command, options);
      g_string_append_printf (words, "      %s) words='", command->name);
      if (is_named (command, "completion"))
        g_string_append_printf (words, "%s ", shells);
      append_bash_words (words, options);
      g_string_append (words, "' ;;\n");
    }

  g_string_append (script, "  esac\n\n  if [[ -z $words ]]; then\n    case $command in\n"
                           "      '') words=\"$commands --help --version\" ;;\n");
  g_string_append (script, words->str);
  g_string_append (script, bash_files);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_string_append_printf (script, "$(compgen -f -X '!*.%s' -- \"$cur\")\n        ", suffixes[i]);
  g_string_append (script, bash_end);

  return g_string_free (script, FALSE);
}

/* zsh */

/* In what _arguments is given, colons and brackets separate. */
#define ZSH_SPECIAL "\\:[]"

static void
append_zsh_spec (GString           *script,
                 const char        *dashed,
                 const LsCliOption *option,
                 const char        *words)
{
  g_autoptr (GString) spec = g_string_new (NULL);
  g_autofree char *description = escape (option->description, ZSH_SPECIAL);
  g_autofree char *quoted = NULL;

  g_string_append_printf (spec, "*%s[%s]", dashed, description);
  if (option->value != NULL)
    {
      g_autofree char *value = escape (option->value, ZSH_SPECIAL);
      g_autofree char *escaped = escape (words, ":");

      g_string_append_printf (spec, ":%s:", value);
      if (option->is_file)
        g_string_append (spec, "_files");
      else if (*words != '\0')
        g_string_append_printf (spec, "(%s)", escaped);
    }
  quoted = g_shell_quote (spec->str);
  g_string_append_printf (script, "        %s \\\n", quoted);
}

static void
append_zsh_option (GString            *script,
                   const LsCliCommand *command,
                   const LsCliOption  *option)
{
  g_auto (GStrv) values = ls_cli_list_values (command, option->name);
  g_autofree char *words = g_strjoinv (" ", values);
  g_autofree char *name = g_strconcat ("--", option->name, option->value != NULL ? "=" : "", NULL);

  append_zsh_spec (script, name, option, words);
  if (option->letter != 0)
    {
      const char dashed[] = { '-', option->letter, option->value != NULL ? '+' : '\0', '\0' };

      append_zsh_spec (script, dashed, option, words);
    }
}

static void
append_zsh_files (GString            *script,
                  const LsCliCommand *command)
{
  if (is_named (command, "completion"))
    {
      g_string_append_printf (script, "        ':shell:(%s)'\n", shells);
      return;
    }
  if (is_named (command, "record"))
    {
      g_string_append (script, "        '*::program: _normal'\n");
      return;
    }
  g_string_append (script, "        '*:file:_files -g \"*.(");
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_string_append_printf (script, "%s%s", i > 0 ? "|" : "", suffixes[i]);
  g_string_append (script, ")(-.)\"'\n");
}

char *
ls_cli_completion_zsh (void)
{
  GString *script = g_string_new ("#compdef loopscope-cli\n"
                                  "# zsh completion for loopscope-cli, from “loopscope-cli completion zsh”\n"
                                  "\n"
                                  "_loopscope_cli ()\n"
                                  "{\n"
                                  "  local curcontext=$curcontext state line\n"
                                  "  local -a commands\n"
                                  "\n"
                                  "  commands=(\n");
  const LsCliCommand *command;

  for (guint i = 0; (command = ls_cli_get_command (i)) != NULL; i++)
    {
      g_autofree char *summary = escape (_(command->summary), ZSH_SPECIAL);
      g_autofree char *entry = g_strconcat (command->name, ":", summary, NULL);
      g_autofree char *quoted = g_shell_quote (entry);

      g_string_append_printf (script, "    %s\n", quoted);
    }
  g_string_append (script, "  )\n\n"
                           "  _arguments -C '(- *)--version' '(- *)--help' '(- *)-h' '1:command:->command' '*::argument:->argument' && return\n"
                           "  if [[ $state == command ]]; then\n"
                           "    _describe -t commands command commands\n"
                           "    return\n"
                           "  fi\n\n"
                           "  case $line[1] in\n");
  for (guint i = 0; (command = ls_cli_get_command (i)) != NULL; i++)
    {
      g_autoptr (GPtrArray) options = ls_cli_list_options (command);

      g_string_append_printf (script, "    %s)\n      _arguments \\\n", command->name);
      for (guint j = 0; j < options->len; j++)
        append_zsh_option (script, command, g_ptr_array_index (options, j));
      append_zsh_files (script, command);
      g_string_append (script, "      ;;\n");
    }
  g_string_append (script, "  esac\n}\n\n_loopscope_cli \"$@\"\n");

  return g_string_free (script, FALSE);
}

/* fish */

#define FISH "complete -c loopscope-cli"

static char *
quote_for_fish (const char *text)
{
  g_autofree char *escaped = escape (text, "\\'");

  return g_strconcat ("'", escaped, "'", NULL);
}

static void
append_fish_option (GString            *script,
                    const LsCliCommand *command,
                    const LsCliOption  *option)
{
  g_auto (GStrv) values = ls_cli_list_values (command, option->name);
  g_autofree char *words = g_strjoinv (" ", values);
  g_autofree char *description = quote_for_fish (option->description);

  g_string_append_printf (script, FISH " -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
  if (option->letter != 0)
    g_string_append_printf (script, " -s %c", option->letter);
  if (option->value != NULL)
    g_string_append (script, option->is_file ? " -r" : " -x");
  if (*words != '\0')
    g_string_append_printf (script, " -a '%s'", words);
  g_string_append_printf (script, " -d %s\n", description);
}

char *
ls_cli_completion_fish (void)
{
  GString *script = g_string_new ("# fish completion for loopscope-cli, from “loopscope-cli completion fish”\n\n"
                                  FISH " -n __fish_use_subcommand -f\n"
                                  FISH " -n __fish_use_subcommand -l version\n"
                                  FISH " -n __fish_use_subcommand -s h -l help\n");
  const LsCliCommand *command;

  for (guint i = 0; (command = ls_cli_get_command (i)) != NULL; i++)
    {
      g_autofree char *summary = quote_for_fish (_(command->summary));

      g_string_append_printf (script, FISH " -n __fish_use_subcommand -a %s -d %s\n", command->name, summary);
    }
  for (guint i = 0; (command = ls_cli_get_command (i)) != NULL; i++)
    {
      g_autoptr (GPtrArray) options = ls_cli_list_options (command);

      g_string_append_c (script, '\n');
      for (guint j = 0; j < options->len; j++)
        append_fish_option (script, command, g_ptr_array_index (options, j));
      if (is_named (command, "completion"))
        g_string_append_printf (script, FISH " -n '__fish_seen_subcommand_from completion' -f -a '%s'\n", shells);
      else if (is_named (command, "record"))
        g_string_append (script, FISH " -n '__fish_seen_subcommand_from record' -a '(__fish_complete_command)'\n");
    }

  return g_string_free (script, FALSE);
}
