/* ls-page-view.h: what a browser has, and what can be done with its pages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-page-watch.h"
#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_PAGE_VIEW (ls_page_view_get_type ())
G_DECLARE_FINAL_TYPE (LsPageView, ls_page_view, LS, PAGE_VIEW, GtkBox)

void ls_page_view_set_player   (LsPageView  *self,
                                LsPlayer    *player);
void ls_page_view_set_watch    (LsPageView  *self,
                                LsPageWatch *watch);
gboolean ls_page_view_hold_before (LsPageView *self,
                                const char  *name);
void ls_page_view_focus_post   (LsPageView  *self);

G_END_DECLS
