/* ls-cli-tests.h: the outcome of tests, as TAP, JSON and JUnit's XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli.h"

G_BEGIN_DECLS

typedef enum
{
  LS_CLI_TEST_PASSED,
  LS_CLI_TEST_FAILED,
  LS_CLI_TEST_SKIPPED,
  LS_CLI_TEST_BROKEN,    /* its file could not be read or run */
  LS_CLI_N_TEST_OUTCOMES
} LsCliTestOutcome;

/* A test: what a file is expected to show. All texts but @file may be NULL. */
typedef struct
{
  char             *file;
  char             *preset;     /* of several with which the file is run */
  gboolean          has_seed;   /* the file is run with the seeds of an option */
  guint32           seed;
  char             *title;
  LsCliTestOutcome  outcome;
  char             *message;    /* what was found instead, or why it was skipped */
  guint             line;       /* of @file, where the expectation is; 0 for none */
} LsCliTest;

/* How tests are told of, and those that there have been. */
typedef struct
{
  GPtrArray *tests;             /* LsCliTest */
  gboolean   is_json;           /* JSON in the end instead of TAP as it comes */
  gboolean   has_plan;
} LsCliTests;

LsCliTests *ls_cli_tests_new        (gboolean           is_json);
void        ls_cli_tests_free       (LsCliTests        *self);
void        ls_cli_tests_plan       (LsCliTests        *self,
                                     guint64            n_tests);
void        ls_cli_tests_add        (LsCliTests        *self,
                                     const LsCliTest   *test);
void        ls_cli_tests_end        (LsCliTests        *self);
char       *ls_cli_test_name_suite  (const LsCliTest   *test);
gboolean    ls_cli_tests_save_junit (LsCliTests        *self,
                                     const char        *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCliTests, ls_cli_tests_free)

G_END_DECLS
