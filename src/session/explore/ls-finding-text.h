/* ls-finding-text.h: what can go wrong with agents that share memory, in words
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster.h"
#include "ls-clause.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
const char *ls_finding_get_title        (LsFinding finding);
LS_AVAILABLE_IN_1_0
const char *ls_finding_get_explanation  (LsFinding finding);
LS_AVAILABLE_IN_1_0
const char *ls_finding_get_advice       (LsFinding finding);
LS_AVAILABLE_IN_1_0
gboolean    ls_finding_get_clause       (LsFinding finding,
                                         LsClause *clause);

G_END_DECLS
