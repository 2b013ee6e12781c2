/* ls-event-listeners-private.h: the listeners of a signal
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-event-loop.h"
#include "ls-event.h"

G_BEGIN_DECLS

/** LsEventListeners: the event listener list of DOM, with event handler attributes among the listeners. */
typedef struct
{
  GPtrArray *items;       /* (nullable) LsListenerItem, by id; some are removed */
  GArray    *types;       /* (nullable) LsListenerTypeInfo, one for each type */
  guint      n_removed;   /* how many items are removed */
  guint      last_id;
} LsEventListeners;

void     ls_event_listeners_clear       (LsEventListeners *self);
guint    ls_event_listeners_add         (LsEventListeners *self,
                                         const char       *type,
                                         LsEventListener   listener,
                                         LsListenerFlags   flags,
                                         gpointer          user_data,
                                         GDestroyNotify    destroy);
const char *ls_event_listeners_remove   (LsEventListeners *self,
                                         guint             id);
void     ls_event_listeners_set_handler (LsEventListeners *self,
                                         const char       *type,
                                         LsEventListener   handler,
                                         gpointer          user_data,
                                         GDestroyNotify    destroy);
guint    ls_event_listeners_count       (LsEventListeners *self,
                                         const char       *type);
void     ls_event_listeners_dispatch    (LsEventListeners *self,
                                         LsEventLoop      *loop,
                                         LsEvent          *event);

G_END_DECLS
