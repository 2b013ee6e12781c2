/* ls-search-provider.h: lessons and examples, for the search of the desktop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-application.h"

G_BEGIN_DECLS

typedef struct _LsSearchProvider LsSearchProvider;

LsSearchProvider *ls_search_provider_new      (LsApplication     *application);
void              ls_search_provider_free     (LsSearchProvider  *self);
gboolean          ls_search_provider_export   (LsSearchProvider  *self,
                                               GDBusConnection   *connection,
                                               const char        *path,
                                               GError           **error);
void              ls_search_provider_unexport (LsSearchProvider  *self);

G_END_DECLS
