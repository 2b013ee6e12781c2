/* ls-cli-session.h: how the commands get and run a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli.h"
#include "ls-runner.h"

G_BEGIN_DECLS

/* The options of every command that runs a session, as they were given. They start from zeros. */
typedef struct
{
  char           *preset;
  char           *edition;
  char          **experiments;
  char           *clock;
  gboolean        is_real;
  char           *budget;
  char           *memory;
  char           *keep_records;
  char           *thread;          /* of a recording */
  gboolean        lists_threads;
  gboolean        takes_all_presets;   /* whether --preset=all is among the presets of the command */
  gboolean        has_all_presets;     /* that is what was given; the runner's options have none then */
  gboolean        reads_on;        /* an interrupt does not end the reading of the FILE, but what comes after it */
  LsRunnerOptions runner;   /* the runner's options, which ls_cli_run_options_apply() makes of the rest */
} LsCliRunOptions;

gboolean   ls_cli_parse_run         (const LsCliCommand  *command,
                                     const char          *description,
                                     const GOptionEntry  *entries,
                                     LsCliRunOptions     *options,
                                     gboolean             can_be_real,
                                     char              ***arguments,
                                     int                 *exit_status);
gboolean   ls_cli_parse_preset      (const LsCliCommand  *command,
                                     const char          *string);
gboolean   ls_cli_parse_experiments (const LsCliCommand  *command,
                                     char               **names,
                                     LsExperiments       *experiments,
                                     gboolean            *is_given);
gboolean   ls_cli_parse_priority    (const LsCliCommand  *command,
                                     const char          *string,
                                     LsTaskPriority      *priority);
gboolean   ls_cli_parse_edition     (const LsCliCommand  *command,
                                     const char          *string,
                                     LsEdition           *edition,
                                     gboolean            *is_given);
gboolean   ls_cli_run_options_apply (LsCliRunOptions     *self,
                                     const LsCliCommand  *command);
void       ls_cli_run_options_clear (LsCliRunOptions     *self);

LsSession *ls_cli_load              (const LsCliCommand  *command,
                                     char               **arguments,
                                     LsCliRunOptions     *options,
                                     int                 *exit_status);
LsRunner  *ls_cli_prepare           (LsSession           *session,
                                     LsRunnerOptions     *options);
LsRunner  *ls_cli_open              (const LsCliCommand  *command,
                                     char               **arguments,
                                     LsCliRunOptions     *options,
                                     int                 *exit_status);
LsState   *ls_cli_run_to_step       (const LsCliCommand  *command,
                                     const char          *argument,
                                     LsRunner            *runner,
                                     guint32              step,
                                     int                 *exit_status);
gboolean   ls_cli_report_budget     (LsRunner            *runner,
                                     const char          *name);
void       ls_cli_report_actions    (LsRunner            *runner,
                                     const char          *name);
void       ls_cli_report_schedule   (LsRunner            *runner,
                                     const char          *name);
char      *ls_cli_display_name      (const char          *argument);

/* ls-cli-recording.c */
LsSession *ls_cli_read              (const char          *argument,
                                     GCancellable        *cancellable);
LsSession *ls_cli_choose_thread     (const LsCliCommand  *command,
                                     LsSession           *session,
                                     const char          *argument,
                                     const LsCliRunOptions *options,
                                     int                 *exit_status);
gboolean   ls_cli_need_program      (const LsCliCommand  *command,
                                     LsSession           *session,
                                     const char          *argument,
                                     const char          *option);
int        ls_cli_list_threads      (const LsCliCommand  *command,
                                     char               **arguments,
                                     gboolean             as_json);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsCliRunOptions, ls_cli_run_options_clear)

G_END_DECLS
