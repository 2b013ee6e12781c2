/* ls-prose-private.h: texts that a person has written, with signs for code and emphasis
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ls_prose_to_markup (const char *text);

G_END_DECLS
