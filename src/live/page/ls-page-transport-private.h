/* ls-page-transport-private.h: messages to a browser and from it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A longer message from the browser is left out. */
#define LS_PAGE_MAX_MESSAGE (16 * 1024 * 1024)

/* Messages are JSON. They go over two pipes, where each ends with a zero byte, or over a WebSocket. A transport belongs to the
 * thread in whose default main context it was made. */
typedef struct _LsPageTransport LsPageTransport;

/* Who is at the other end. Pipes lead to Chromium. */
typedef enum
{
  LS_PAGE_TRANSPORT_CHROMIUM,
  LS_PAGE_TRANSPORT_NODE,
  LS_PAGE_TRANSPORT_FIREFOX
} LsPageTransportKind;

typedef void (*LsPageMessageFunc) (gpointer      user_data,
                                   const char   *text,
                                   gsize         length);

/* @error: (nullable): why nothing comes any more; NULL if the browser has closed */
typedef void (*LsPageClosedFunc)  (gpointer      user_data,
                                   const GError *error);

/* A WebSocket is there. */
typedef void (*LsPageOpenedFunc)  (gpointer      user_data);

typedef struct
{
  LsPageOpenedFunc  opened;
  LsPageMessageFunc message;
  LsPageClosedFunc  closed;
  gpointer          user_data;
} LsPageTransportEvents;

LsPageTransport *ls_page_transport_new_for_pipes (int                          from,
                                                  int                          to,
                                                  const LsPageTransportEvents *events);
LsPageTransport *ls_page_transport_new_for_address (const char                  *address,
                                                  const LsPageTransportEvents *events);
void             ls_page_transport_free         (LsPageTransport             *self);
void             ls_page_transport_send         (LsPageTransport             *self,
                                                 const char                  *text);
gboolean         ls_page_transport_has_unsent   (LsPageTransport             *self);
LsPageTransportKind ls_page_transport_get_kind  (LsPageTransport             *self);
guint            ls_page_transport_get_n_skipped (LsPageTransport            *self);
char            *ls_page_address_parse          (const char                  *text,
                                                 GError                     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageTransport, ls_page_transport_free)

G_END_DECLS
