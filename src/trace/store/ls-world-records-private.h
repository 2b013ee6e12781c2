/* ls-world-records-private.h: a state as the records that make it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-world-private.h"

G_BEGIN_DECLS

GArray *ls_world_list_records (const LsWorld *world);

G_END_DECLS
