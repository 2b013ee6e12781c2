/* ls-recording-scripts-private.h: the texts of scripts that a recording has
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*< private >
 * LS_RECORDING_SCRIPTS:
 *
 * The category of the events that have the texts of scripts. */
#define LS_RECORDING_SCRIPTS "disabled-by-default-devtools.v8-source-rundown-sources"

gboolean  ls_recording_scripts_is_text (const char    *name,
                                        gsize          length);
char     *ls_recording_scripts_load    (GFile         *file,
                                        const char    *url,
                                        guint          line,
                                        guint         *first_line,
                                        GCancellable  *cancellable,
                                        GError       **error);

G_END_DECLS
