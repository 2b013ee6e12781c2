/* ls-cli-test262.h: tests of ECMAScript's test suite
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli-session.h"

G_BEGIN_DECLS

/* What asynchronous tests print, with what is wrong behind it, when they have failed. */
#define LS_CLI_TEST_FAILURE "Test262:AsyncTestFailure:"

/* LsCliTestWatch: what is seen of a test while it runs. Start from zeros; cleared by ls_cli_test_watch_clear(). */
typedef struct
{
  char    *exception;       /* (nullable): the first that nothing caught, as it is reported */
  char    *failure;         /* (nullable): what an asynchronous test has said of itself */
  gboolean is_complete;     /* an asynchronous test has said that it has passed */
} LsCliTestWatch;

/* ls-cli-test262-metadata.c: what a test says of itself in its front matter */
typedef struct
{
  char **includes;
  char **flags;
  char  *negative_type;     /* (nullable): of the exception that is expected */
} LsCliTestMetadata;

void     ls_cli_test_metadata_read     (LsCliTestMetadata       *self,
                                        const char              *text);
void     ls_cli_test_metadata_clear    (LsCliTestMetadata       *self);
gboolean ls_cli_test_metadata_has_flag (const LsCliTestMetadata *self,
                                        const char              *flag);

/* ls-cli-test262-trail.c */
char    *ls_cli_test_find_place        (LsSession               *session,
                                        const char              *name,
                                        LsRunnerOptions          options,
                                        GCancellable            *cancellable);

/* ls-cli-test262.c */
void     ls_cli_test_watch_see         (LsCliTestWatch          *self,
                                        LsRunnerOutput           kind,
                                        const char              *text);
char    *ls_cli_test_watch_judge       (const LsCliTestWatch    *self,
                                        const LsCliTestMetadata *metadata,
                                        LsRunner                *runner);
void     ls_cli_test_watch_clear       (LsCliTestWatch          *self);
LsSession *ls_cli_load_test           (char                   **paths);
int      ls_cli_run_tests              (const char              *harness,
                                        char                   **paths,
                                        const LsCliRunOptions   *options);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsCliTestMetadata, ls_cli_test_metadata_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsCliTestWatch, ls_cli_test_watch_clear)

G_END_DECLS
