/* test-english.h: tells English from German
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean test_is_english    (const char *text);
gboolean test_is_filled     (const char *text);
void     test_assert_german (const char *text,
                             const char *expected);

G_END_DECLS
