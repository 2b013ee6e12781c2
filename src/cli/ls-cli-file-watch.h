/* ls-cli-file-watch.h: waits until files change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _LsCliFileWatch LsCliFileWatch;

LsCliFileWatch *ls_cli_file_watch_new  (char           **paths,
                                        const char      *output);
void            ls_cli_file_watch_free (LsCliFileWatch  *self);
char           *ls_cli_file_watch_wait (LsCliFileWatch  *self,
                                        GCancellable    *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCliFileWatch, ls_cli_file_watch_free)

G_END_DECLS
