/* ls-event-listeners.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-listeners-private.h"

/* What is called. A handler may be replaced while it runs: its data stays until it returns. */
typedef struct
{
  guint           ref_count;
  LsEventListener listener;
  gpointer        user_data;
  GDestroyNotify  destroy;
} LsListenerCallback;

typedef struct
{
  guint               ref_count;
  guint               id;
  const char         *type;          /* interned */
  LsListenerCallback *callback;
  LsListenerFlags     flags;
  gboolean            is_handler;    /* the on… attribute */
  gboolean            is_removed;
} LsListenerItem;

static LsListenerCallback *
listener_callback_new (LsEventListener listener,
                       gpointer        user_data,
                       GDestroyNotify  destroy)
{
  LsListenerCallback *callback = g_new (LsListenerCallback, 1);

  *callback = (LsListenerCallback) { 1, listener, user_data, destroy };
  return callback;
}

static void
listener_callback_unref (LsListenerCallback *callback)
{
  if (--callback->ref_count > 0)
    return;
  if (callback->destroy != NULL)
    callback->destroy (callback->user_data);
  g_free (callback);
}

static LsListenerItem *
listener_item_ref (LsListenerItem *item)
{
  item->ref_count++;
  return item;
}

static void
listener_item_unref (gpointer data)
{
  LsListenerItem *item = data;

  if (--item->ref_count > 0)
    return;
  listener_callback_unref (item->callback);
  g_free (item);
}

void
ls_event_listeners_clear (LsEventListeners *self)
{
  g_autoptr (GPtrArray) items = g_steal_pointer (&self->items);

  for (guint i = 0; items != NULL && i < items->len; i++)
    ((LsListenerItem *) g_ptr_array_index (items, i))->is_removed = TRUE;
}

static LsListenerItem *
event_listeners_append (LsEventListeners *self,
                        const char       *type,
                        LsEventListener   listener,
                        gpointer          user_data,
                        GDestroyNotify    destroy)
{
  LsListenerItem *item = g_new0 (LsListenerItem, 1);

  item->ref_count = 1;
  item->id = ++self->last_id;
  item->type = g_intern_string (type);
  item->callback = listener_callback_new (listener, user_data, destroy);
  if (self->items == NULL)
    self->items = g_ptr_array_new_with_free_func (listener_item_unref);
  g_ptr_array_add (self->items, item);
  return item;
}

guint
ls_event_listeners_add (LsEventListeners *self,
                        const char       *type,
                        LsEventListener   listener,
                        LsListenerFlags   flags,
                        gpointer          user_data,
                        GDestroyNotify    destroy)
{
  LsListenerItem *item = event_listeners_append (self, type, listener, user_data, destroy);

  item->flags = flags;
  return item->id;
}

static void
event_listeners_remove_index (LsEventListeners *self,
                              guint             index)
{
  LsListenerItem *item = g_ptr_array_index (self->items, index);

  item->is_removed = TRUE;
  g_ptr_array_remove_index (self->items, index);
}

/* Returns: (nullable): the type that the listener was for */
const char *
ls_event_listeners_remove (LsEventListeners *self,
                           guint             id)
{
  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      LsListenerItem *item = g_ptr_array_index (self->items, i);
      const char *type = item->type;

      if (item->id != id || item->is_handler)
        continue;
      event_listeners_remove_index (self, i);
      return type;
    }

  return NULL;
}

/* HTML: event handlers. Another handler takes the place of the one before; none at all gives the place up. */
void
ls_event_listeners_set_handler (LsEventListeners *self,
                                const char       *type,
                                LsEventListener   handler,
                                gpointer          user_data,
                                GDestroyNotify    destroy)
{
  LsListenerItem *item;

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      item = g_ptr_array_index (self->items, i);
      if (!item->is_handler || !g_str_equal (item->type, type))
        continue;
      if (handler == NULL)
        event_listeners_remove_index (self, i);
      else
        {
          LsListenerCallback *old = item->callback;

          item->callback = listener_callback_new (handler, user_data, destroy);
          listener_callback_unref (old);
        }
      return;
    }
  if (handler == NULL)
    return;
  item = event_listeners_append (self, type, handler, user_data, destroy);
  item->is_handler = TRUE;
}

guint
ls_event_listeners_count (LsEventListeners *self,
                          const char       *type)
{
  guint n = 0;

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    if (g_str_equal (((LsListenerItem *) g_ptr_array_index (self->items, i))->type, type))
      n++;
  return n;
}

static void
event_listeners_invoke (LsEventListeners *self,
                        LsEventLoop      *loop,
                        LsListenerItem   *item,
                        LsEvent          *event)
{
  LsListenerCallback *callback = item->callback;
  g_auto (LsValue) result = LS_VALUE_INIT;

  if (item->flags & LS_LISTENER_ONCE)
    ls_event_listeners_remove (self, item->id);
  callback->ref_count++;
  if (callback->listener (event, &result, callback->user_data) == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (loop, &result);
  listener_callback_unref (callback);
}

/* DOM: inner invoke. The listeners of now; those that are removed meanwhile are not called. */
void
ls_event_listeners_dispatch (LsEventListeners *self,
                             LsEventLoop      *loop,
                             LsEvent          *event)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (listener_item_unref);

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      LsListenerItem *item = g_ptr_array_index (self->items, i);

      if (g_str_equal (item->type, event->type))
        g_ptr_array_add (items, listener_item_ref (item));
    }
  for (guint i = 0; i < items->len && !event->stop_immediate_propagation; i++)
    {
      LsListenerItem *item = g_ptr_array_index (items, i);

      if (!item->is_removed)
        event_listeners_invoke (self, loop, item, event);
    }
}
