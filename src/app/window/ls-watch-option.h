/* ls-watch-option.h: loopscope --watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void     ls_watch_option_add  (GApplication  *application);
gboolean ls_watch_option_take (GApplication  *application,
                               char         **arguments,
                               int           *exit_status);

G_END_DECLS
