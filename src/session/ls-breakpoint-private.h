/* ls-breakpoint-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-breakpoint.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

LsBreakRule *ls_breakpoint_read  (LsJsonReader      *reader,
                                  JsonNode          *node);
JsonNode    *ls_breakpoint_write (const LsBreakRule *self,
                                  JsonNode          *previous);

G_END_DECLS
