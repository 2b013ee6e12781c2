/* ls-cli-course.h: courses on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-course-private.h"

G_BEGIN_DECLS

gboolean  ls_cli_is_course   (const char  *argument);
LsCourse *ls_cli_read_course (const char  *argument,
                              GError     **error);

G_END_DECLS
