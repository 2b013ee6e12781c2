/* program-cases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

void program_cases_add (const char *folder,
                        const char *prefix,
                        const char *suffix,
                        const char *preset);

G_END_DECLS
