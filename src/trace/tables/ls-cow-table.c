/* ls-cow-table.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-cow-table-private.h"

#include <string.h>

static gsize
page_bytes (const LsCowTable *self)
{
  return sizeof (LsCowPage) + ((gsize) self->item_size << self->page_shift);
}

static void
account_for (const LsCowTable *self,
             gssize            n_bytes)
{
  g_atomic_pointer_add (self->account, n_bytes);
}

void
ls_cow_table_init (LsCowTable *self,
                   guint32     item_size,
                   guint32     page_shift,
                   gsize      *account)
{
  *self = (LsCowTable) { .item_size = item_size, .page_shift = page_shift, .account = account };
}

void
ls_cow_table_init_copy (LsCowTable       *self,
                        const LsCowTable *other)
{
  *self = *other;
  self->n_allocated_nodes = other->n_nodes;
  self->nodes = g_memdup2 (other->nodes, other->n_nodes * sizeof *other->nodes);
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->nodes[i] != NULL)
      g_atomic_int_inc (&self->nodes[i]->ref_count);
}

static void
unref_page (const LsCowTable *self,
            LsCowPage        *page)
{
  if (page == NULL || !g_atomic_int_dec_and_test (&page->ref_count))
    return;
  account_for (self, -(gssize) page_bytes (self));
  g_free (page);
}

static void
unref_node (const LsCowTable *self,
            LsCowNode        *node)
{
  if (node == NULL || !g_atomic_int_dec_and_test (&node->ref_count))
    return;
  for (guint i = 0; i < LS_COW_NODE_PAGES; i++)
    unref_page (self, node->pages[i]);
  account_for (self, -(gssize) sizeof *node);
  g_free (node);
}

void
ls_cow_table_clear (LsCowTable *self)
{
  for (guint32 i = 0; i < self->n_nodes; i++)
    unref_node (self, self->nodes[i]);
  g_clear_pointer (&self->nodes, g_free);
  self->first_node = self->n_nodes = self->n_allocated_nodes = self->n_items = self->n_pages = 0;
}

/* What the table's pages take, whether or not they are shared. */
gsize
ls_cow_table_get_bytes (const LsCowTable *self)
{
  return self->n_pages * page_bytes (self) + self->n_nodes * sizeof (LsCowNode);
}

static void
allocate_nodes (LsCowTable *self,
                guint32     n_nodes)
{
  if (n_nodes <= self->n_allocated_nodes)
    return;
  self->n_allocated_nodes = MAX (n_nodes, self->n_allocated_nodes * 2);
  self->nodes = g_renew (LsCowNode *, self->nodes, self->n_allocated_nodes);
}

/* Where the node of this number is. */
static LsCowNode **
make_room (LsCowTable *self,
           guint32     node_index)
{
  /* The item was dropped. Only a trace that no engine wrote comes back to such an item. */
  if (G_UNLIKELY (node_index < self->first_node))
    {
      guint32 n_more = self->first_node - node_index;

      allocate_nodes (self, self->n_nodes + n_more);
      memmove (self->nodes + n_more, self->nodes, self->n_nodes * sizeof *self->nodes);
      memset (self->nodes, 0, n_more * sizeof *self->nodes);
      self->n_nodes += n_more;
      self->first_node = node_index;
    }

  node_index -= self->first_node;
  allocate_nodes (self, node_index + 1);
  while (self->n_nodes <= node_index)
    self->nodes[self->n_nodes++] = NULL;

  return &self->nodes[node_index];
}

static LsCowNode *
own_node (LsCowTable *self,
          LsCowNode  *node)
{
  LsCowNode *own;

  if (node != NULL && g_atomic_int_get (&node->ref_count) == 1)
    return node;

  own = g_new0 (LsCowNode, 1);
  account_for (self, sizeof *own);
  own->ref_count = 1;
  if (node != NULL)
    {
      for (guint i = 0; i < LS_COW_NODE_PAGES; i++)
        if ((own->pages[i] = node->pages[i]) != NULL)
          g_atomic_int_inc (&own->pages[i]->ref_count);
      unref_node (self, node);
    }

  return own;
}

static LsCowPage *
own_page (LsCowTable *self,
          LsCowPage  *page)
{
  gsize n_bytes = page_bytes (self);
  LsCowPage *own;

  if (page != NULL && g_atomic_int_get (&page->ref_count) == 1)
    return page;

  own = g_malloc (n_bytes);
  account_for (self, n_bytes);
  own->ref_count = 1;
  if (page != NULL)
    {
      memcpy (own->items, page->items, n_bytes - sizeof *own);
      unref_page (self, page);
    }
  else
    {
      memset (own->items, 0, n_bytes - sizeof *own);
      self->n_pages++;
    }

  return own;
}

gpointer
ls_cow_table_edit_slow (LsCowTable *self,
                        guint32     index)
{
  guint32 page_index = index >> self->page_shift;
  guint32 item = index & ((1u << self->page_shift) - 1);
  LsCowNode **node = make_room (self, page_index >> LS_COW_NODE_SHIFT);
  LsCowPage **page;

  *node = own_node (self, *node);
  page = &(*node)->pages[page_index & (LS_COW_NODE_PAGES - 1)];
  *page = own_page (self, *page);
  self->n_items = MAX (self->n_items, index + 1);

  return (*page)->items + (gsize) item * self->item_size;
}

static gboolean
may_forget_page (const LsCowTable *self,
                 const LsCowPage  *page,
                 LsCowForgetFunc   may_forget,
                 gconstpointer     data)
{
  for (guint32 i = 0; i < 1u << self->page_shift; i++)
    if (!may_forget (page->items + (gsize) i * self->item_size, data))
      return FALSE;

  return TRUE;
}

static void
forget_page (LsCowTable  *self,
             LsCowNode  **node,
             guint        page_index)
{
  *node = own_node (self, *node);
  unref_page (self, g_steal_pointer (&(*node)->pages[page_index]));
  self->n_pages--;
}

static void
forget_empty_node (LsCowTable  *self,
                   LsCowNode  **node)
{
  for (guint i = 0; i < LS_COW_NODE_PAGES; i++)
    if ((*node)->pages[i] != NULL)
      return;
  unref_node (self, g_steal_pointer (node));
}

/* A run of a day has dropped millions of nodes: this does not count them one by one. */
static void
forget_first_nodes (LsCowTable *self)
{
  guint32 n_empty = 0;

  while (n_empty < self->n_nodes && self->nodes[n_empty] == NULL)
    n_empty++;
  if (n_empty == 0)
    return;
  self->n_nodes -= n_empty;
  self->first_node += n_empty;
  memmove (self->nodes, self->nodes + n_empty, self->n_nodes * sizeof *self->nodes);
}

static LsCowNode *
ref_node (LsCowNode *node)
{
  if (node != NULL)
    g_atomic_int_inc (&node->ref_count);
  return node;
}

/* The note of what was done to a node; NULL for none. */
static LsCowForgottenNode *
find_forgotten (LsCowForgotten *forgotten,
                guint32         node_index)
{
  if (forgotten == NULL || node_index - forgotten->first_node >= forgotten->n_nodes)
    return NULL;
  return &forgotten->nodes[node_index - forgotten->first_node];
}

static void
note_forgotten (const LsCowTable   *self,
                LsCowForgottenNode *noted,
                LsCowNode          *before,
                LsCowNode          *after,
                guint32             n_pages)
{
  unref_node (self, noted->before);
  unref_node (self, noted->after);
  *noted = (LsCowForgottenNode) { before, ref_node (after), n_pages };
}

/* Drops pages of a node up to @n_pages of the table. The item @spared is always asked about. */
static void
forget_in_node (LsCowTable         *self,
                guint32             i,
                guint32             n_pages,
                guint32             spared,
                LsCowForgetFunc     may_forget,
                gconstpointer       data,
                LsCowForgottenNode *noted)
{
  guint32 first = (i + self->first_node) << LS_COW_NODE_SHIFT;
  guint32 spared_page = spared >> self->page_shift;
  gboolean has_spared = spared != 0 && spared_page - first < LS_COW_NODE_PAGES;
  const LsCowNode *same = noted != NULL ? noted->before : NULL;
  guint32 n_before = self->n_pages;
  LsCowNode *before;

  if (same == self->nodes[i] && same != NULL && !has_spared)
    {
      unref_node (self, self->nodes[i]);
      self->nodes[i] = ref_node (noted->after);
      self->n_pages -= noted->n_pages;
      return;
    }

  /* The node stays as it was: other tables compare theirs with it. */
  before = noted != NULL ? ref_node (self->nodes[i]) : NULL;
  for (guint j = 0; j < LS_COW_NODE_PAGES && first + j < n_pages; j++)
    {
      LsCowPage *page = self->nodes[i]->pages[j];

      if (page == NULL)
        continue;
      if (same != NULL && same->pages[j] == page && !(has_spared && first + j == spared_page)
            ? noted->after == NULL || noted->after->pages[j] == NULL
            : may_forget_page (self, page, may_forget, data))
        forget_page (self, &self->nodes[i], j);
    }
  forget_empty_node (self, &self->nodes[i]);
  if (noted != NULL && !has_spared)
    note_forgotten (self, noted, before, self->nodes[i], n_before - self->n_pages);
  else
    unref_node (self, before);
}

/* Drops those pages of the first @n_items items whose items may all be dropped: they are as if never written. @forgotten, which is
 * zero at first, carries over to other tables what was done to pages that they share. @spared, 0 for none, is an item
 * for which @may_forget can give another answer in each table. */
void
ls_cow_table_forget (LsCowTable      *self,
                     guint32          n_items,
                     guint32          spared,
                     LsCowForgetFunc  may_forget,
                     gconstpointer    data,
                     LsCowForgotten  *forgotten)
{
  guint32 n_pages = MIN (n_items, self->n_items) >> self->page_shift;
  guint32 n_nodes = (n_pages + LS_COW_NODE_PAGES - 1) >> LS_COW_NODE_SHIFT;

  n_nodes = n_nodes > self->first_node ? MIN (n_nodes - self->first_node, self->n_nodes) : 0;
  if (forgotten != NULL && forgotten->nodes == NULL && n_nodes > 0)
    *forgotten = (LsCowForgotten) { g_new0 (LsCowForgottenNode, n_nodes), self->first_node, n_nodes };
  for (guint32 i = 0; i < n_nodes; i++)
    if (self->nodes[i] != NULL)
      forget_in_node (self, i, n_pages, spared, may_forget, data, find_forgotten (forgotten, i + self->first_node));
  forget_first_nodes (self);
}

/* Any of the tables. */
void
ls_cow_table_clear_forgotten (const LsCowTable *self,
                              LsCowForgotten   *forgotten)
{
  for (guint32 i = 0; i < forgotten->n_nodes; i++)
    {
      unref_node (self, forgotten->nodes[i].before);
      unref_node (self, forgotten->nodes[i].after);
    }
  g_clear_pointer (&forgotten->nodes, g_free);
  forgotten->n_nodes = 0;
}
