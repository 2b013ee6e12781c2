/* ls-folded-list-model.c: a list in which repeats are one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-folded-list-model.h"

#include "ls-bisection-private.h"

/**
 * LsFoldedListModel:
 *
 * A list model over another one, in which consecutive items that repeat each other are one row, with the first of them as its item.
 * The user unfolds a row to see all of them. What is appended to the source, or leaves it at its beginning, costs only what it is;
 * any other change folds all anew.
 */
struct _LsFoldedListModel
{
  GObject          parent_instance;

  GListModel      *source;
  LsFoldedSameFunc same;
  gpointer         user_data;
  GArray          *rows;       /* (element-type LsFoldedRow) */
  guint            n_gone;     /* items that have left the source at its beginning: the number of its first item */
  guint            n_source;   /* items of the source */
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsFoldedListModel, ls_folded_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static LsFoldedRow *
get_row (LsFoldedListModel *self,
         guint              row)
{
  return &g_array_index (self->rows, LsFoldedRow, row);
}

static GType
ls_folded_list_model_get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (LS_FOLDED_LIST_MODEL (model)->source);
}

static guint
ls_folded_list_model_get_n_items (GListModel *model)
{
  return LS_FOLDED_LIST_MODEL (model)->rows->len;
}

static gpointer
ls_folded_list_model_get_item (GListModel *model,
                               guint       position)
{
  LsFoldedListModel *self = LS_FOLDED_LIST_MODEL (model);

  if (position >= self->rows->len)
    return NULL;
  return g_list_model_get_item (self->source, ls_folded_list_model_get_index (self, position));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = ls_folded_list_model_get_item_type;
  iface->get_n_items = ls_folded_list_model_get_n_items;
  iface->get_item = ls_folded_list_model_get_item;
}

/* Returns the row at which the last group begins, or the number of rows if there is none. */
static guint
find_last_group (LsFoldedListModel *self)
{
  const guint n_rows = self->rows->len;
  const LsFoldedRow *last = n_rows > 0 ? get_row (self, n_rows - 1) : NULL;

  if (last == NULL)
    return 0;
  return n_rows - 1 - (last->is_member ? last->n_lines : 0);
}

/* Returns how many items a row shows. */
static guint
count_lines (const LsFoldedRow *row)
{
  return row->is_member || row->is_unfolded ? 1 : row->n_lines;
}

/* Takes the items of the source from @index on into rows. */
static void
append (LsFoldedListModel *self,
        guint              index,
        guint              n_items)
{
  guint group = find_last_group (self);

  for (guint i = index; i < index + n_items; i++)
    {
      LsFoldedRow row = { .line = self->n_gone + i, .n_lines = 1 };
      LsFoldedRow *last = group < self->rows->len ? get_row (self, group) : NULL;

      if (last != NULL && i > 0 && self->same (i - 1, i, self->user_data))
        {
          last->n_lines++;
          if (!last->is_unfolded)
            continue;
          row.is_member = TRUE;
          row.n_lines = last->n_lines - 1;
          g_array_append_val (self->rows, row);
        }
      else
        {
          group = self->rows->len;
          g_array_append_val (self->rows, row);
        }
    }
}

/* Takes away the first items of the source. Returns how many rows are gone. @is_cut: (out): whether the row that is the first one
 * now has lost some of its items. */
static guint
remove_first (LsFoldedListModel *self,
              guint              n_items,
              gboolean          *is_cut)
{
  const guint line = self->n_gone + n_items;
  LsBisection search = { 0, self->rows->len };
  LsFoldedRow *first;
  guint n_rows;

  self->n_gone = line;
  *is_cut = FALSE;
  /* The first row that has an item that is left. */
  while (ls_bisection_next (&search))
    {
      const LsFoldedRow *data = get_row (self, search.middle);

      ls_bisection_tell (&search, data->line + count_lines (data) <= line);
    }
  n_rows = search.low;
  if (n_rows == self->rows->len)
    {
      g_array_set_size (self->rows, 0);
      return n_rows;
    }
  first = get_row (self, n_rows);
  if (first->is_member)
    {
      guint n_members = 0;

      /* The group goes on with its members that are left. */
      for (; n_rows + n_members < self->rows->len && get_row (self, n_rows + n_members)->is_member; n_members++)
        get_row (self, n_rows + n_members)->n_lines = n_members;
      *first = (LsFoldedRow) { .line = line, .n_lines = n_members, .is_unfolded = n_members > 1 };
      *is_cut = TRUE;
    }
  else if (first->line < line)
    {
      first->n_lines -= line - first->line;
      first->line = line;
      *is_cut = TRUE;
    }
  g_array_remove_range (self->rows, 0, n_rows);
  return n_rows;
}

static void
on_items_changed (LsFoldedListModel *self,
                  guint              position,
                  guint              n_removed,
                  guint              n_added)
{
  const guint n_before = self->rows->len;
  guint n_rows;
  gboolean is_cut;

  self->n_source = self->n_source - n_removed + n_added;
  if (n_removed == 0 && n_added > 0 && position + n_added == self->n_source)
    {
      const guint group = find_last_group (self);

      append (self, position, n_added);
      /* The last group may have grown: the views update its row. */
      n_rows = n_before - MIN (group, n_before);
      g_list_model_items_changed (G_LIST_MODEL (self), n_before - n_rows, n_rows, self->rows->len - (n_before - n_rows));
    }
  else if (position == 0 && n_added == 0 && self->n_source > 0)
    {
      n_rows = remove_first (self, n_removed, &is_cut);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, n_rows + is_cut, is_cut);
    }
  else
    {
      self->n_gone = 0;
      g_array_set_size (self->rows, 0);
      append (self, 0, self->n_source);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->rows->len);
    }
}

static void
ls_folded_list_model_finalize (GObject *object)
{
  LsFoldedListModel *self = LS_FOLDED_LIST_MODEL (object);

  g_clear_object (&self->source);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (ls_folded_list_model_parent_class)->finalize (object);
}

static void
ls_folded_list_model_class_init (LsFoldedListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_folded_list_model_finalize;
}

static void
ls_folded_list_model_init (LsFoldedListModel *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (LsFoldedRow));
}

/**
 * ls_folded_list_model_new:
 * @source: the items
 * @same: tells which item repeats the one before it
 * @user_data: the data of the caller, for @same
 *
 * Returns: (transfer full): a list whose rows are all folded
 */
LsFoldedListModel *
ls_folded_list_model_new (GListModel       *source,
                          LsFoldedSameFunc  same,
                          gpointer          user_data)
{
  LsFoldedListModel *self = g_object_new (LS_TYPE_FOLDED_LIST_MODEL, NULL);

  self->source = g_object_ref (source);
  self->same = same;
  self->user_data = user_data;
  self->n_source = g_list_model_get_n_items (source);
  append (self, 0, self->n_source);
  g_signal_connect_object (source, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ls_folded_list_model_get_row:
 * @self: a list
 * @row: index of a row
 * @data: (out caller-allocates): the row
 *
 * Returns: whether there is such a row
 */
gboolean
ls_folded_list_model_get_row (LsFoldedListModel *self,
                              guint              row,
                              LsFoldedRow       *data)
{
  *data = (LsFoldedRow) { 0 };
  if (row >= self->rows->len)
    return FALSE;
  *data = *get_row (self, row);
  return TRUE;
}

/**
 * ls_folded_list_model_get_index:
 * @self: a list
 * @row: index of a row
 *
 * Returns: the index of the row's item in the source
 */
guint
ls_folded_list_model_get_index (LsFoldedListModel *self,
                                guint              row)
{
  g_return_val_if_fail (row < self->rows->len, 0);

  return get_row (self, row)->line - self->n_gone;
}

/**
 * ls_folded_list_model_toggle:
 * @self: a list
 * @line: the number of the first item of a group
 *
 * Unfolds a group, or folds it again. Does nothing if no group of several items begins there.
 */
void
ls_folded_list_model_toggle (LsFoldedListModel *self,
                             guint              line)
{
  LsBisection search = { 0, self->rows->len };
  LsFoldedRow *group;
  guint n_others;

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, get_row (self, search.middle)->line < line);
  if (search.low == self->rows->len)
    return;
  group = get_row (self, search.low);
  if (group->line != line || group->n_lines == 1 || group->is_member)
    return;
  n_others = group->n_lines - 1;
  group->is_unfolded = !group->is_unfolded;
  if (group->is_unfolded)
    {
      g_autofree LsFoldedRow *members = g_new (LsFoldedRow, n_others);

      for (guint i = 0; i < n_others; i++)
        members[i] = (LsFoldedRow) { .line = line + 1 + i, .n_lines = 1 + i, .is_member = TRUE };
      g_array_insert_vals (self->rows, search.low + 1, members, n_others);
      g_list_model_items_changed (G_LIST_MODEL (self), search.low + 1, 0, n_others);
    }
  else
    {
      g_array_remove_range (self->rows, search.low + 1, n_others);
      g_list_model_items_changed (G_LIST_MODEL (self), search.low + 1, n_others, 0);
    }
}
