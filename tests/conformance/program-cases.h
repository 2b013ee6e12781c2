/* program-cases.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/* Sanitizers take several times as long. */
#if defined (__SANITIZE_ADDRESS__) || defined (__SANITIZE_THREAD__)
#define IS_SANITIZED TRUE
#else
#define IS_SANITIZED FALSE
#endif

G_BEGIN_DECLS

void program_cases_add (const char *folder,
                        const char *prefix,
                        const char *suffix,
                        const char *preset);

G_END_DECLS
