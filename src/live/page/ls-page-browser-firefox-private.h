/* ls-page-browser-firefox-private.h: how a Firefox is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-page-browser-private.h"

G_BEGIN_DECLS

/* What a Firefox writes to its standard error. */
typedef struct _LsPageFirefoxOutput LsPageFirefoxOutput;

gboolean             ls_page_firefox_write_profile (const char                 *profile,
                                                    GError                    **error);
LsPageFirefoxOutput *ls_page_firefox_output_new    (GInputStream               *stream,
                                                    const LsPageBrowserEvents  *events);
void                 ls_page_firefox_output_free   (LsPageFirefoxOutput        *self);

G_END_DECLS
