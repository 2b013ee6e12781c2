/* ls-page-browser-private.h: a browser that is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A browser with a profile of its own, which goes away with it. Chromium listens on no port: it reads messages from its descriptor
 * 3 and writes them to descriptor 4. Firefox listens on a port of the loopback that the system has chosen. */
typedef struct _LsPageBrowser LsPageBrowser;

typedef enum
{
  LS_PAGE_BROWSER_CHROMIUM,
  LS_PAGE_BROWSER_FIREFOX
} LsPageBrowserKind;

/* What a Firefox says. */
typedef struct
{
  /* It listens at a WebSocket of this machine. */
  void   (*found) (gpointer    user_data,
                   const char *address);
  /* It is gone. */
  void   (*ended) (gpointer    user_data);
  gpointer user_data;
} LsPageBrowserEvents;

char          *ls_page_browser_find     (LsPageBrowserKind kind);
LsPageBrowser *ls_page_browser_launch   (LsPageBrowserKind kind,
                                         gboolean        is_headless,
                                         GError        **error);
gboolean       ls_page_browser_listens  (LsPageBrowser  *self);
void           ls_page_browser_read     (LsPageBrowser  *self,
                                         const LsPageBrowserEvents *events);
void           ls_page_browser_free     (LsPageBrowser  *self);
int            ls_page_browser_take_from (LsPageBrowser *self);
int            ls_page_browser_take_to  (LsPageBrowser  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageBrowser, ls_page_browser_free)

G_END_DECLS
