/* ls-expectation-moment-private.h: what a moment of a run has of an expectation about agents
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-state.h"

G_BEGIN_DECLS

gboolean ls_expectation_is_about_record (LsExpectation  *self,
                                         const LsRecord *record);
char    *ls_expectation_check_moment    (LsExpectation  *self,
                                         LsState        *state);
char    *ls_expectation_check_holders   (LsExpectation  *self,
                                         LsTrace        *trace);

G_END_DECLS
