/* ls-event-listeners.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-listeners-private.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsEvent, ls_event)

/* A function and its data. A program may replace a handler while it runs: the data stays until the function returns. */
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
  LsListenerCallback *callback;      /* NULL once it is removed */
  LsListenerFlags     flags;
  gboolean            is_handler;    /* it is an on… attribute */
  gboolean            is_removed;
} LsListenerItem;

/* There are few types, and there can be many listeners. */
typedef struct
{
  const char     *type;
  guint           n_listeners;
  LsListenerItem *handler;
} LsListenerTypeInfo;

/* How many removed items stay in the list before it is compacted. */
#define MIN_REMOVED 16

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
  g_clear_pointer (&item->callback, listener_callback_unref);
  g_free (item);
}

void
ls_event_listeners_clear (LsEventListeners *self)
{
  g_autoptr (GPtrArray) items = g_steal_pointer (&self->items);

  g_clear_pointer (&self->types, g_array_unref);
  for (guint i = 0; items != NULL && i < items->len; i++)
    ((LsListenerItem *) g_ptr_array_index (items, i))->is_removed = TRUE;
}

/* Returns: (nullable): the entry of @type, valid until a type is added */
static LsListenerTypeInfo *
event_listeners_find_type (LsEventListeners *self,
                           const char       *type)
{
  for (guint i = 0; self->types != NULL && i < self->types->len; i++)
    {
      LsListenerTypeInfo *info = &g_array_index (self->types, LsListenerTypeInfo, i);

      if (g_str_equal (info->type, type))
        return info;
    }

  return NULL;
}

static LsListenerTypeInfo *
event_listeners_ensure_type (LsEventListeners *self,
                             const char       *type)
{
  LsListenerTypeInfo *info = event_listeners_find_type (self, type);
  const LsListenerTypeInfo fresh = { .type = g_intern_string (type) };

  if (info != NULL)
    return info;
  if (self->types == NULL)
    self->types = g_array_new (FALSE, FALSE, sizeof (LsListenerTypeInfo));
  g_array_append_val (self->types, fresh);
  return &g_array_index (self->types, LsListenerTypeInfo, self->types->len - 1);
}

static LsListenerItem *
event_listeners_append (LsEventListeners *self,
                        const char       *type,
                        LsEventListener   listener,
                        gpointer          user_data,
                        GDestroyNotify    destroy)
{
  LsListenerTypeInfo *info = event_listeners_ensure_type (self, type);
  LsListenerItem *item = g_new0 (LsListenerItem, 1);

  item->ref_count = 1;
  item->id = ++self->last_id;
  item->type = info->type;
  item->callback = listener_callback_new (listener, user_data, destroy);
  if (self->items == NULL)
    self->items = g_ptr_array_new_with_free_func (listener_item_unref);
  g_ptr_array_add (self->items, item);
  info->n_listeners++;
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

/* Compacts the list once most of its items are removed. */
static void
event_listeners_compact (LsEventListeners *self)
{
  GPtrArray *items;

  if (self->n_removed < MIN_REMOVED || self->n_removed < self->items->len / 2)
    return;

  items = g_ptr_array_new_full (self->items->len - self->n_removed, listener_item_unref);
  for (guint i = 0; i < self->items->len; i++)
    {
      LsListenerItem *item = g_ptr_array_index (self->items, i);

      if (!item->is_removed)
        g_ptr_array_add (items, listener_item_ref (item));
    }
  g_ptr_array_unref (self->items);
  self->items = items;
  self->n_removed = 0;
}

static void
event_listeners_remove_item (LsEventListeners *self,
                             LsListenerItem   *item)
{
  LsListenerCallback *callback = g_steal_pointer (&item->callback);
  LsListenerTypeInfo *info = event_listeners_find_type (self, item->type);

  item->is_removed = TRUE;
  info->n_listeners--;
  if (item->is_handler)
    info->handler = NULL;
  self->n_removed++;
  event_listeners_compact (self);
  listener_callback_unref (callback);
}

static LsListenerItem *
event_listeners_find (LsEventListeners *self,
                      guint             id)
{
  guint low = 0, high = self->items != NULL ? self->items->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      LsListenerItem *item = g_ptr_array_index (self->items, middle);

      if (item->id == id)
        return item;
      if (item->id < id)
        low = middle + 1;
      else
        high = middle;
    }

  return NULL;
}

/* Returns: (nullable): the type of the removed listener */
const char *
ls_event_listeners_remove (LsEventListeners *self,
                           guint             id)
{
  LsListenerItem *item = event_listeners_find (self, id);
  const char *type;

  if (item == NULL || item->is_removed || item->is_handler)
    return NULL;
  type = item->type;
  event_listeners_remove_item (self, item);
  return type;
}

/* HTML: event handlers. A new handler takes the place of the old one; NULL gives the place up. */
void
ls_event_listeners_set_handler (LsEventListeners *self,
                                const char       *type,
                                LsEventListener   handler,
                                gpointer          user_data,
                                GDestroyNotify    destroy)
{
  LsListenerTypeInfo *info = event_listeners_find_type (self, type);
  LsListenerItem *item = info != NULL ? info->handler : NULL;

  if (item != NULL && handler == NULL)
    event_listeners_remove_item (self, item);
  else if (item != NULL)
    {
      LsListenerCallback *old = item->callback;

      item->callback = listener_callback_new (handler, user_data, destroy);
      listener_callback_unref (old);
    }
  else if (handler != NULL)
    {
      item = event_listeners_append (self, type, handler, user_data, destroy);
      item->is_handler = TRUE;
      event_listeners_find_type (self, type)->handler = item;
    }
}

guint
ls_event_listeners_count (LsEventListeners *self,
                          const char       *type)
{
  LsListenerTypeInfo *info = event_listeners_find_type (self, type);

  return info != NULL ? info->n_listeners : 0;
}

static void
event_listeners_invoke (LsEventListeners *self,
                        LsEventLoop      *loop,
                        LsListenerItem   *item,
                        LsEvent          *event)
{
  LsListenerCallback *callback = item->callback;
  g_auto (LsValue) result = LS_VALUE_INIT;

  callback->ref_count++;
  if (item->flags & LS_LISTENER_ONCE)
    ls_event_listeners_remove (self, item->id);
  if (callback->listener (event, &result, callback->user_data) == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (loop, &result);
  listener_callback_unref (callback);
}

/* DOM: inner invoke. Calls the current listeners, but not those that are removed meanwhile. */
void
ls_event_listeners_dispatch (LsEventListeners *self,
                             LsEventLoop      *loop,
                             LsEvent          *event)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (listener_item_unref);

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      LsListenerItem *item = g_ptr_array_index (self->items, i);

      if (!item->is_removed && g_str_equal (item->type, event->type))
        g_ptr_array_add (items, listener_item_ref (item));
    }
  for (guint i = 0; i < items->len && !event->stop_immediate_propagation; i++)
    {
      LsListenerItem *item = g_ptr_array_index (items, i);

      if (!item->is_removed)
        event_listeners_invoke (self, loop, item, event);
    }
}
