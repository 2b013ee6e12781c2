/* ls-session-check.h: holds a run against a session's expectations
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

typedef struct _LsCheckResult LsCheckResult;

/**
 * LsCheckResult:
 * @title: the expectation's title, or what it expects
 * @passed: whether the run showed it
 * @message: (nullable): what was found instead, if it did not
 * @script: (nullable): the script whose comments have the expectation
 * @line: the line there, from 1; of an expectation of several lines the one that did not come true
 * @measured: (nullable): what the run came to, such as “12 ms”, where the expectation is a bound, be it kept or not
 *
 * The outcome of one expectation: plain data.
 */
struct _LsCheckResult
{
  char    *title;
  gboolean passed;
  char    *message;
  char    *script;
  guint    line;
  char    *measured;
};

#define LS_TYPE_CHECK_RESULT (ls_check_result_get_type ())

LS_AVAILABLE_IN_1_0
GType          ls_check_result_get_type (void);
LS_AVAILABLE_IN_1_0
LsCheckResult *ls_check_result_copy     (const LsCheckResult   *self);
LS_AVAILABLE_IN_1_0
void           ls_check_result_free     (LsCheckResult         *self);

LS_AVAILABLE_IN_1_0
gboolean       ls_session_check         (LsSession             *session,
                                         const LsRunnerOptions *options,
                                         GPtrArray            **results,
                                         GError               **error);
LS_AVAILABLE_IN_1_0
GPtrArray     *ls_runner_check          (LsRunner              *runner);
LS_AVAILABLE_IN_1_0
GPtrArray     *ls_runner_check_expectations (LsRunner          *runner,
                                         GPtrArray             *expectations);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCheckResult, ls_check_result_free)

G_END_DECLS
