/* ls-finding-text.h: what can go wrong with agents that share memory, in words
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster.h"
#include "ls-clause.h"

G_BEGIN_DECLS

const char *ls_finding_get_title        (LsFinding finding);
const char *ls_finding_get_explanation  (LsFinding finding);
const char *ls_finding_get_advice       (LsFinding finding);
gboolean    ls_finding_get_clause       (LsFinding finding,
                                         LsClause *clause);

G_END_DECLS
