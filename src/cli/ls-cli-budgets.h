/* ls-cli-budgets.h: what must not be exceeded, so that “lint” is a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli.h"
#include "ls-json-writer-private.h"
#include "ls-lint.h"
#include "ls-session.h"

G_BEGIN_DECLS

typedef struct _LsCliBudgets LsCliBudgets;

LsCliBudgets *ls_cli_budgets_new   (const LsCliCommand  *command,
                                    char               **texts);
void          ls_cli_budgets_free  (LsCliBudgets        *self);
void          ls_cli_budgets_begin (LsCliBudgets        *self);
void          ls_cli_budgets_add_lint (LsCliBudgets     *self,
                                    const LsLint        *lint);
gboolean      ls_cli_budgets_check (LsCliBudgets        *self,
                                    LsSession           *session,
                                    LsTrace             *trace,
                                    const char          *name,
                                    LsJsonWriter        *json,
                                    gboolean            *is_exceeded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCliBudgets, ls_cli_budgets_free)

G_END_DECLS
