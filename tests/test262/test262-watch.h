/* test262-watch.h: whether a test passes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-runner.h"

#include "test262-metadata.h"

G_BEGIN_DECLS

/* An asynchronous test prints this when it has passed. */
#define TEST262_COMPLETE "Test262:AsyncTestComplete"

/* One that has failed prints this, with what is wrong behind it. */
#define TEST262_FAILURE "Test262:AsyncTestFailure:"

/* The runner puts this before an exception of a script, behind the place if that is known. */
#define TEST262_UNCAUGHT "Uncaught "

/* Test262Watch: what is seen of a test while it runs. Start from zeros; cleared by test262_watch_clear(). */
typedef struct
{
  char    *exception;       /* (nullable): the first that nothing caught, as it is reported */
  char    *failure;         /* (nullable): what an asynchronous test has said of itself */
  gboolean is_complete;     /* an asynchronous test has said that it has passed */
} Test262Watch;

void  test262_watch_see   (Test262Watch          *self,
                           LsRunnerOutput         kind,
                           const char            *text);
char *test262_watch_judge (const Test262Watch    *self,
                           const Test262Metadata *metadata,
                           LsRunner              *runner);
void  test262_watch_clear (Test262Watch          *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Test262Watch, test262_watch_clear)

G_END_DECLS
