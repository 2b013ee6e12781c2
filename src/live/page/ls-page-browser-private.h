/* ls-page-browser-private.h: a browser that is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A Chromium with a profile of its own, which goes away with it. It listens on no port: it reads messages from its descriptor 3 and
 * writes them to descriptor 4. */
typedef struct _LsPageBrowser LsPageBrowser;

char          *ls_page_browser_find     (void);
LsPageBrowser *ls_page_browser_launch   (gboolean        is_headless,
                                         GError        **error);
void           ls_page_browser_free     (LsPageBrowser  *self);
int            ls_page_browser_take_from (LsPageBrowser *self);
int            ls_page_browser_take_to  (LsPageBrowser  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageBrowser, ls_page_browser_free)

G_END_DECLS
