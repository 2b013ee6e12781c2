/* ls-record-item.c: a record of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-record-item-private.h"

struct _LsRecordItem
{
  GObject  parent_instance;

  GHashTable *items;    /* the table of its model; NULL once another item has its place */
  gsize       position;
  LsRecord    record;
};

G_DEFINE_FINAL_TYPE (LsRecordItem, ls_record_item, G_TYPE_OBJECT)

static void
take_from_items (LsRecordItem *self)
{
  if (self->items == NULL)
    return;
  g_hash_table_remove (self->items, GSIZE_TO_POINTER (self->position));
  g_clear_pointer (&self->items, g_hash_table_unref);
}

static void
ls_record_item_finalize (GObject *object)
{
  take_from_items (LS_RECORD_ITEM (object));

  G_OBJECT_CLASS (ls_record_item_parent_class)->finalize (object);
}

static void
ls_record_item_class_init (LsRecordItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_record_item_finalize;
}

static void
ls_record_item_init (LsRecordItem *self)
{
}

/**
 * ls_record_item_get_position:
 * @self: an item
 *
 * Returns: the record's index in the trace
 */
gsize
ls_record_item_get_position (LsRecordItem *self)
{
  return self->position;
}

/**
 * ls_record_item_get_record:
 * @self: an item
 *
 * Returns: the record; its kind is %LS_RECORD_NONE if the trace has dropped it
 */
const LsRecord *
ls_record_item_get_record (LsRecordItem *self)
{
  return &self->record;
}

/* Makes the item stand for the record at @position, %NULL if that is gone, in the table of the items by position. Another item that
 * has this place is only a copy from now on. */
void
ls_record_item_set (LsRecordItem   *self,
                    GHashTable     *items,
                    gsize           position,
                    const LsRecord *record)
{
  LsRecordItem *other = g_hash_table_lookup (items, GSIZE_TO_POINTER (position));

  take_from_items (self);
  if (other != NULL)
    take_from_items (other);
  self->position = position;
  self->record = record != NULL ? *record : (LsRecord) { .kind = LS_RECORD_NONE };
  self->items = g_hash_table_ref (items);
  g_hash_table_insert (items, GSIZE_TO_POINTER (position), self);
}

gboolean
ls_record_item_has_place (LsRecordItem *self,
                          gsize         position)
{
  return self->items != NULL && self->position == position;
}

/* The records at the positions are other ones now, so no item keeps its place. */
void
ls_record_items_clear (GHashTable *items)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    g_clear_pointer (&((LsRecordItem *) item)->items, g_hash_table_unref);
  g_hash_table_remove_all (items);
}
