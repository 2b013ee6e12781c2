/* ls-id-list-model.c: a list of numbers that makes its items on demand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-id-list-model.h"

struct _LsIdItem
{
  GObject parent_instance;
  guint32 id;
};

G_DEFINE_FINAL_TYPE (LsIdItem, ls_id_item, G_TYPE_OBJECT)

static void
ls_id_item_class_init (LsIdItemClass *klass)
{
}

static void
ls_id_item_init (LsIdItem *self)
{
}

/**
 * ls_id_item_new:
 * @id: a number
 *
 * Returns: (transfer full): an item for @id
 */
LsIdItem *
ls_id_item_new (guint32 id)
{
  LsIdItem *self = g_object_new (LS_TYPE_ID_ITEM, NULL);

  self->id = id;
  return self;
}

guint32
ls_id_item_get_id (LsIdItem *self)
{
  return self->id;
}

/**
 * LsIdListModel:
 *
 * A list model over an array of numbers. 100,000 numbers take 400 kB. A number costs an object only while it is on screen.
 */
struct _LsIdListModel
{
  GObject parent_instance;
  GArray *ids;
};

static GType
ls_id_list_model_get_item_type (GListModel *model)
{
  return LS_TYPE_ID_ITEM;
}

static guint
ls_id_list_model_get_n_items (GListModel *model)
{
  return LS_ID_LIST_MODEL (model)->ids->len;
}

static gpointer
ls_id_list_model_get_item (GListModel *model,
                           guint       position)
{
  LsIdListModel *self = LS_ID_LIST_MODEL (model);

  return position < self->ids->len ? ls_id_item_new (g_array_index (self->ids, guint32, position)) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = ls_id_list_model_get_item_type;
  iface->get_n_items = ls_id_list_model_get_n_items;
  iface->get_item = ls_id_list_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LsIdListModel, ls_id_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static void
ls_id_list_model_finalize (GObject *object)
{
  g_clear_pointer (&LS_ID_LIST_MODEL (object)->ids, g_array_unref);

  G_OBJECT_CLASS (ls_id_list_model_parent_class)->finalize (object);
}

static void
ls_id_list_model_class_init (LsIdListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_id_list_model_finalize;
}

static void
ls_id_list_model_init (LsIdListModel *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint32));
}

LsIdListModel *
ls_id_list_model_new (void)
{
  return g_object_new (LS_TYPE_ID_LIST_MODEL, NULL);
}

/**
 * ls_id_list_model_set_ids:
 * @self: a model
 * @ids: (array length=n_ids): the new numbers
 * @n_ids: how many
 *
 * Replaces the whole list. The model announces the part that differs in one signal, and nothing if the lists are equal.
 */
void
ls_id_list_model_set_ids (LsIdListModel *self,
                          const guint32 *ids,
                          guint          n_ids)
{
  guint n_old = self->ids->len;
  guint shared = MIN (n_old, n_ids);
  guint head = 0;
  guint tail = 0;

  while (head < shared && g_array_index (self->ids, guint32, head) == ids[head])
    head++;
  while (tail < shared - head && g_array_index (self->ids, guint32, n_old - 1 - tail) == ids[n_ids - 1 - tail])
    tail++;
  if (head == n_old && n_old == n_ids)
    return;

  g_array_set_size (self->ids, 0);
  g_array_append_vals (self->ids, ids, n_ids);
  g_list_model_items_changed (G_LIST_MODEL (self), head, n_old - head - tail, n_ids - head - tail);
}

/**
 * ls_id_list_model_get_id:
 * @self: a model
 * @position: a place in the list
 *
 * Returns: the number at @position, 0 beyond the end
 */
guint32
ls_id_list_model_get_id (LsIdListModel *self,
                         guint          position)
{
  return position < self->ids->len ? g_array_index (self->ids, guint32, position) : 0;
}
