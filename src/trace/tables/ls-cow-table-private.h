/* ls-cow-table-private.h: arrays whose copies share what they have in common
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LS_COW_NODE_SHIFT 6
#define LS_COW_NODE_PAGES (1u << LS_COW_NODE_SHIFT)

/* Pages and nodes are shared by the tables whose reference they count. Only the holder of the last reference may
 * write; anyone else copies first. */
typedef struct
{
  gint                  ref_count;   /* atomic */
  guint32               unused[3];   /* items begin at a multiple of 16 */
  guint8                items[];
} LsCowPage;

typedef struct
{
  gint                  ref_count;   /* atomic */
  LsCowPage            *pages[LS_COW_NODE_PAGES];
} LsCowNode;

/* An array of items of a fixed size that grows by itself, is zero where nothing was written, and is copied in the time
 * that it takes to copy a pointer for each 64 pages. A table belongs to one thread at a time, its pages do not. */
typedef struct
{
  LsCowNode           **nodes;       /* from first_node on */
  guint32               first_node;  /* the number of the first node that is left */
  guint32               n_nodes;
  guint32               n_allocated_nodes;
  guint32               n_items;     /* one more than the highest index written */
  guint32               item_size;
  guint32               page_shift;  /* 1 << page_shift items a page */
  guint32               n_pages;
  gsize                *account;     /* atomic: bytes in pages and nodes of all tables with this account */
} LsCowTable;

/* Whether an item may be dropped. It may be one that was never written. */
typedef gboolean (*LsCowForgetFunc) (gconstpointer item,
                                     gconstpointer data);

/* What was done to a node of one table, for other tables that share it. */
typedef struct
{
  LsCowNode            *before, *after;   /* references; NULL for none */
  guint32               n_pages;          /* how many pages fewer @after has */
} LsCowForgottenNode;

typedef struct
{
  LsCowForgottenNode   *nodes;            /* NULL for none */
  guint32               first_node;
  guint32               n_nodes;
} LsCowForgotten;

void     ls_cow_table_init      (LsCowTable       *self,
                                 guint32           item_size,
                                 guint32           page_shift,
                                 gsize            *account);
void     ls_cow_table_init_copy (LsCowTable       *self,
                                 const LsCowTable *other);
void     ls_cow_table_clear     (LsCowTable       *self);
gpointer ls_cow_table_edit_slow (LsCowTable       *self,
                                 guint32           index);
gsize    ls_cow_table_get_bytes (const LsCowTable *self);
void     ls_cow_table_forget    (LsCowTable       *self,
                                 guint32           n_items,
                                 guint32           spared,
                                 LsCowForgetFunc   may_forget,
                                 gconstpointer     data,
                                 LsCowForgotten   *forgotten);
void     ls_cow_table_clear_forgotten (const LsCowTable *self,
                                       LsCowForgotten   *forgotten);

/* The first index from @index on near which something was written and not forgotten; n_items where there is none. */
static inline guint32
ls_cow_table_skip (const LsCowTable *self,
                   guint32           index)
{
  while (index < self->n_items)
    {
      guint32 page_index = index >> self->page_shift;
      guint32 node_index = MAX (page_index >> LS_COW_NODE_SHIFT, self->first_node);
      const LsCowNode *node;

      if (node_index != page_index >> LS_COW_NODE_SHIFT)
        {
          index = node_index << (LS_COW_NODE_SHIFT + self->page_shift);
          continue;
        }
      /* Indices go up to G_MAXUINT32: no sum that overflows may be compared. */
      if (node_index - self->first_node >= self->n_nodes)
        break;
      node = self->nodes[node_index - self->first_node];
      if (node != NULL && node->pages[page_index & (LS_COW_NODE_PAGES - 1)] != NULL)
        return index;
      if (node == NULL && node_index + 1 - self->first_node >= self->n_nodes)
        break;
      index = node == NULL ? (node_index + 1) << (LS_COW_NODE_SHIFT + self->page_shift)
                           : (page_index + 1) << self->page_shift;
    }

  return self->n_items;
}

/* The item of this index, to read; NULL where nothing was ever written near it. */
static inline gconstpointer
ls_cow_table_peek (const LsCowTable *self,
                   guint32           index)
{
  guint32 page_index = index >> self->page_shift;
  guint32 node_index = (page_index >> LS_COW_NODE_SHIFT) - self->first_node;
  const LsCowNode *node;
  const LsCowPage *page;

  /* The difference is unsigned: an index before the first node is past the last one as well. */
  if (G_UNLIKELY (index >= self->n_items || node_index >= self->n_nodes))
    return NULL;
  node = self->nodes[node_index];
  if (G_UNLIKELY (node == NULL))
    return NULL;
  page = node->pages[page_index & (LS_COW_NODE_PAGES - 1)];
  if (G_UNLIKELY (page == NULL))
    return NULL;
  return page->items + (gsize) (index & ((1u << self->page_shift) - 1)) * self->item_size;
}

/* The items from this index to the end of their page, to read; NULL where nothing was ever written near it. @n_items: (out): how
 * many indices these are, also where there is nothing */
static inline gconstpointer
ls_cow_table_peek_run (const LsCowTable *self,
                       guint32           index,
                       guint32          *n_items)
{
  const guint32 n_items_of_page = 1u << self->page_shift;

  *n_items = MIN (n_items_of_page - (index & (n_items_of_page - 1)), self->n_items - index);
  return ls_cow_table_peek (self, index);
}

/* The item of this index, to write. */
static inline gpointer
ls_cow_table_edit (LsCowTable *self,
                   guint32     index)
{
  guint32 page_index = index >> self->page_shift;
  guint32 node_index = (page_index >> LS_COW_NODE_SHIFT) - self->first_node;

  if (G_LIKELY (index < self->n_items && node_index < self->n_nodes))
    {
      LsCowNode *node = self->nodes[node_index];

      if (G_LIKELY (node != NULL && g_atomic_int_get (&node->ref_count) == 1))
        {
          LsCowPage *page = node->pages[page_index & (LS_COW_NODE_PAGES - 1)];

          if (G_LIKELY (page != NULL && g_atomic_int_get (&page->ref_count) == 1))
            return page->items + (gsize) (index & ((1u << self->page_shift) - 1)) * self->item_size;
        }
    }

  return ls_cow_table_edit_slow (self, index);
}

G_END_DECLS
