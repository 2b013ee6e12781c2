/* ls-cli.h: what the commands of loopscope-cli share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-types.h"

G_BEGIN_DECLS

/** LsCliExit: how loopscope-cli ends. */
typedef enum
{
  LS_CLI_OK = 0,
  LS_CLI_EXPECTATION_FAILED = 1,
  LS_CLI_BAD_USAGE = 2,
  LS_CLI_BAD_INPUT = 3,
  LS_CLI_BUDGET_EXCEEDED = 4,
  LS_CLI_OUTPUT_FAILED = 5
} LsCliExit;

typedef struct _LsCliCommand LsCliCommand;

/* Does what @command is for. @arguments: those after the command's name */
typedef int LsCliCommandFunc (const LsCliCommand *command,
                              char              **arguments);

struct _LsCliCommand
{
  const char       *name;        /* the word on the command line */
  const char       *arguments;   /* what follows the options in the usage line */
  const char       *summary;     /* a line for the list of commands */
  LsCliCommandFunc *run;
};

/* ls-cli-options.c: options */
GOptionContext     *ls_cli_program_context_new (const char   *arguments);
GOptionContext     *ls_cli_context_new   (const LsCliCommand *command,
                                          const char         *description);
void                ls_cli_context_add   (GOptionContext     *context,
                                          const GOptionEntry *entries);
gboolean            ls_cli_parse         (const LsCliCommand *command,
                                          GOptionContext     *context,
                                          char             ***arguments,
                                          int                *exit_status);

/* ls-cli.c: usage */
int                 ls_cli_run           (char              **arguments);
const LsCliCommand *ls_cli_find_command  (const char         *name);
const LsCliCommand *ls_cli_get_command   (guint               index);
int                 ls_cli_refuse_command (const char        *word);
char               *ls_cli_list_commands (void);
LsCliExit           ls_cli_get_worse     (LsCliExit           one,
                                          LsCliExit           other);
int                 ls_cli_usage_error   (const LsCliCommand *command,
                                          const char         *format,
                                          ...) G_GNUC_PRINTF (2, 3);
int                 ls_cli_refuse_value  (const LsCliCommand *command,
                                          char              **names,
                                          const char         *format,
                                          ...) G_GNUC_PRINTF (3, 4);
gboolean            ls_cli_parse_number  (const LsCliCommand *command,
                                          const char         *option,
                                          const char         *string,
                                          guint64             min,
                                          guint64             max,
                                          guint64            *number);
gboolean            ls_cli_parse_step    (const LsCliCommand *command,
                                          const char         *string,
                                          guint64            *step);
gboolean            ls_cli_need_one_session (const LsCliCommand *command,
                                          char              **arguments);
gboolean            ls_cli_need_files    (const LsCliCommand *command,
                                          char              **arguments);

/* ls-cli-completion-values.c: values of options */
char              **ls_cli_list_values   (const LsCliCommand *command,
                                          const char         *option);

/* ls-cli-output.c: standard output and messages */
void                ls_cli_write         (const char         *data,
                                          gssize              length);
void                ls_cli_write_text    (const char         *text);
void                ls_cli_write_lines   (const char         *text);
void                ls_cli_write_shown   (const char         *text);
void                ls_cli_write_answer  (const char         *text,
                                          gboolean            is_json);
void                ls_cli_flush         (void);
gboolean            ls_cli_write_failed  (void);
int                 ls_cli_finish_output (int                 exit_status);
char               *ls_cli_escape        (const char         *text,
                                          gssize              length);
void                ls_cli_message       (const char         *format,
                                          ...) G_GNUC_PRINTF (1, 2);
void                ls_cli_end_stuck     (const char         *message) G_GNUC_NORETURN;
void                ls_cli_write_error   (const char         *text);
void                ls_cli_program_error (const char         *format,
                                          ...) G_GNUC_PRINTF (1, 2);

/* ls-cli-names.c: what programs may have meant */
const char         *ls_cli_find_meant_name (const char       *message);

/* ls-cli-interrupt.c: Ctrl-C */
GCancellable       *ls_cli_watch_interrupt (void);
void                ls_cli_die_interrupted (void);

/* One file for each command. Each returns the exit status. */
LsCliCommandFunc ls_cli_command_run;
LsCliCommandFunc ls_cli_command_state;
LsCliCommandFunc ls_cli_command_explain;
LsCliCommandFunc ls_cli_command_compare;
LsCliCommandFunc ls_cli_command_check;
LsCliCommandFunc ls_cli_command_lesson;
LsCliCommandFunc ls_cli_command_grade;
LsCliCommandFunc ls_cli_command_handout;
LsCliCommandFunc ls_cli_command_lint;
LsCliCommandFunc ls_cli_command_statistics;
LsCliCommandFunc ls_cli_command_explore;
LsCliCommandFunc ls_cli_command_merge;
LsCliCommandFunc ls_cli_command_export;
LsCliCommandFunc ls_cli_command_convert;
LsCliCommandFunc ls_cli_command_record;
LsCliCommandFunc ls_cli_command_validate;
LsCliCommandFunc ls_cli_command_completion;

G_END_DECLS
