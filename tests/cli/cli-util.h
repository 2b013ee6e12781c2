/* cli-util.h: runs loopscope-cli
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How a run of the program ended: 128 + the signal's number if a signal ended it. */
typedef struct
{
  int   status;
  char *out;
  gsize out_length;
  char *err;
} CliResult;

void          cli_result_free  (CliResult          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliResult, cli_result_free)

/* Arguments are separated by spaces. */
const char   *cli_path         (void);
CliResult    *cli_run          (const char         *arguments,
                                const char         *input);
CliResult    *cli_runv         (const char * const *arguments,
                                const char         *input,
                                gssize              input_length);
char         *cli_get_sample   (const char         *name);
CliResult    *cli_run_sample   (const char         *arguments,
                                const char         *name);
GSubprocess  *cli_spawn        (const char         *arguments,
                                GSubprocessFlags    flags);
int           cli_wait         (GSubprocess        *process);
char         *cli_temp_dir     (void);
char         *cli_write        (const char         *dir,
                                const char         *name,
                                const char         *text,
                                gssize              length);
void          cli_remove_dir   (char               *dir);

/* Each test has a folder. */
typedef struct
{
  char *dir;
} CliFixture;

void          cli_set_up       (CliFixture         *fixture,
                                gconstpointer       data);
void          cli_tear_down    (CliFixture         *fixture,
                                gconstpointer       data);

/* Runs the program, which must fail in this way. */
void          cli_assert_fails (const char         *arguments,
                                int                 status,
                                const char         *message);

/* A session of a main script and of more members of the top object (“, "expectations": …”), or "". */
char         *cli_session      (const char         *main_steps,
                                const char         *more);

#define cli_assert_ended(result, code, expected_out, expected_err) \
  G_STMT_START { \
    g_assert_cmpstr ((result)->err, ==, (expected_err)); \
    g_assert_cmpstr ((result)->out, ==, (expected_out)); \
    g_assert_cmpint ((result)->status, ==, (code)); \
  } G_STMT_END

G_END_DECLS
