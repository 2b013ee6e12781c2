/* ls-breakpoint-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-breakpoint.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

gpointer     ls_breakpoint_read  (LsJsonReader      *reader,
                                  JsonNode          *node);
JsonNode    *ls_breakpoint_write (const LsBreakRule *self,
                                  JsonNode          *previous);
JsonNode    *ls_breakpoint_list_move (JsonNode    *array,
                                      const char  *script,
                                      guint        first,
                                      guint        n_removed,
                                      guint        n_added);

G_END_DECLS
