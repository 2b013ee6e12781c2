/* test262-session.h: sessions of a harness and a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

char     *test262_read_file   (const char  *path,
                               GError     **error);
gboolean  test262_add_script  (LsSession  **session,
                               const char  *name,
                               const char  *text,
                               GError     **error);
char     *test262_choose_name (LsSession   *session,
                               const char  *path);

G_END_DECLS
