/* ls-lesson-moment-private.h: a page of a lesson about a moment of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-session.h"
#include "ls-trace.h"

G_BEGIN_DECLS

JsonNode *ls_lesson_page_new_for_moment (LsSession *session,
                                         LsTrace   *trace,
                                         gsize      position);

G_END_DECLS
