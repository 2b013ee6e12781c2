/* ls-joinable-private.h: programs that run and can be watched from now on
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GPtrArray *ls_joinable_list     (void);
GPtrArray *ls_joinable_list_others (void);
char      *ls_joinable_complete_name (guint    pid,
                                 const char   *name);
char      *ls_joinable_explain_debugger (void);
char      *ls_joinable_explain_scope (const char *scope,
                                 gboolean      is_root);
gboolean   ls_joinable_check    (guint         pid,
                                 gboolean     *listens,
                                 GError      **error);
gboolean   ls_joinable_connect  (guint         pid,
                                 GSocket     **carried,
                                 GSocket     **used,
                                 GError      **error);
GSocket   *ls_joinable_connect_used (guint     pid);
char     **ls_joinable_get_gdb  (guint         pid,
                                 const char   *library,
                                 GError      **error);
char      *ls_joinable_explain  (guint         pid,
                                 const char   *output);

G_END_DECLS
