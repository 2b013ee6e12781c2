/* ls-statistics-json-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-writer-private.h"
#include "ls-statistics.h"

G_BEGIN_DECLS

void ls_statistics_write_json (LsStatistics *self,
                               LsJsonWriter *json);

G_END_DECLS
