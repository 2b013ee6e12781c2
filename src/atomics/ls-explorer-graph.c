/* ls-explorer-graph.c: the graph of the states that an explorer has reached
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explorer-private.h"

#define FIRST_INDEX_SIZE 1024

void
ls_state_graph_init (LsStateGraph *self)
{
  self->nodes = g_array_new (FALSE, FALSE, sizeof (LsStateNode));
  self->edges = g_array_new (FALSE, FALSE, sizeof (LsStateEdge));
  self->index = NULL;
  self->index_size = 0;
}

void
ls_state_graph_clear (LsStateGraph *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_free (self->index);
}

static void
state_graph_put (LsStateGraph *self,
                 guint32       node)
{
  gsize place = ls_state_graph_get (self, node)->key.a;

  while (self->index[place & (self->index_size - 1)] != LS_NO_STATE)
    place++;
  self->index[place & (self->index_size - 1)] = node;
}

static void
state_graph_grow (LsStateGraph *self)
{
  g_free (self->index);
  self->index_size = MAX (self->index_size * 2, FIRST_INDEX_SIZE);
  self->index = g_new (guint32, self->index_size);
  for (gsize i = 0; i < self->index_size; i++)
    self->index[i] = LS_NO_STATE;
  for (guint i = 0; i < self->nodes->len; i++)
    state_graph_put (self, i);
}

/* Returns the state with @key, or LS_NO_STATE where the explorer has not reached it. */
guint32
ls_state_graph_find (LsStateGraph *self,
                     const LsHash *key)
{
  if (self->index_size == 0)
    return LS_NO_STATE;
  for (gsize place = key->a;; place++)
    {
      const guint32 node = self->index[place & (self->index_size - 1)];

      if (node == LS_NO_STATE || ls_hash_equal (&ls_state_graph_get (self, node)->key, key))
        return node;
    }
}

/* Adds a state. The caller adds its edges before it adds another state. */
guint32
ls_state_graph_add (LsStateGraph *self,
                    const LsHash *key,
                    gboolean      is_indexed)
{
  const LsStateNode node = { .key = *key, .first_edge = self->edges->len };

  g_array_append_val (self->nodes, node);
  if (is_indexed && (gsize) self->nodes->len * 2 > self->index_size)
    state_graph_grow (self);
  else if (is_indexed)
    state_graph_put (self, self->nodes->len - 1);
  return self->nodes->len - 1;
}

void
ls_state_graph_add_edge (LsStateGraph *self,
                         guint32       node,
                         guint32       agent)
{
  const LsStateEdge edge = { .agent = agent, .child = LS_NO_STATE };

  g_array_append_val (self->edges, edge);
  ls_state_graph_get (self, node)->n_edges++;
}

/* Removes the last node, which is not in the index. */
void
ls_state_graph_drop_last (LsStateGraph *self)
{
  g_array_set_size (self->edges, ls_state_graph_get (self, self->nodes->len - 1)->first_edge);
  g_array_set_size (self->nodes, self->nodes->len - 1);
}

LsCount
ls_count_add (LsCount a,
              LsCount b)
{
  return a > LS_COUNT_MAX - b ? LS_COUNT_MAX : a + b;
}

char *
ls_count_format (LsCount count)
{
  char digits[41];
  gsize at = sizeof digits - 1;

  digits[at] = '\0';
  do
    {
      digits[--at] = '0' + (char) (count % 10);
      count /= 10;
    }
  while (count > 0);
  return g_strdup (digits + at);
}

/* Marks a state as explored: all its edges have been tried. */
void
ls_state_graph_finish (LsStateGraph *self,
                       guint32       node)
{
  LsStateNode *state = ls_state_graph_get (self, node);

  state->n_schedules = state->n_edges == 0;
  for (guint32 i = 0; i < state->n_edges; i++)
    {
      const guint32 child = ls_state_graph_get_edge (self, node, i)->child;

      if (child != LS_NO_STATE)
        state->n_schedules = ls_count_add (state->n_schedules, ls_state_graph_get (self, child)->n_schedules);
    }
  state->is_explored = TRUE;
}

typedef struct
{
  guint32 node;
  guint32 next;     /* edge */
} Visit;

enum
{
  NOT_SEEN,
  ON_THE_WAY,
  SEEN
};

/* Marks all states as explored, each after those that follow it. @is_endless: (out): whether a way leads in a circle. Returns
 * FALSE where nobody has tried one of the edges. */
gboolean
ls_state_graph_finish_all (LsStateGraph *self,
                           gboolean     *is_endless)
{
  g_autofree guint8 *seen = g_new0 (guint8, MAX (self->nodes->len, 1));
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (Visit));
  gboolean is_complete = TRUE;
  Visit visit = { 0 };

  *is_endless = FALSE;
  if (self->nodes->len == 0)
    return FALSE;
  g_array_append_val (way, visit);
  seen[0] = ON_THE_WAY;
  while (way->len > 0)
    {
      Visit *top = &g_array_index (way, Visit, way->len - 1);
      guint32 child;

      if (top->next == ls_state_graph_get (self, top->node)->n_edges)
        {
          ls_state_graph_finish (self, top->node);
          seen[top->node] = SEEN;
          g_array_set_size (way, way->len - 1);
          continue;
        }
      child = ls_state_graph_get_edge (self, top->node, top->next++)->child;
      if (child == LS_NO_STATE)
        {
          is_complete = FALSE;
          continue;
        }
      *is_endless |= seen[child] == ON_THE_WAY;
      if (seen[child] != NOT_SEEN)
        continue;
      seen[child] = ON_THE_WAY;
      visit.node = child;
      g_array_append_val (way, visit);
    }
  return is_complete;
}

/* Returns (transfer none) (nullable) the edge of a state that an agent takes. */
static LsStateEdge *
find_edge (LsStateGraph *self,
           guint32       node,
           guint32       agent)
{
  for (guint32 i = 0; i < ls_state_graph_get (self, node)->n_edges; i++)
    if (ls_state_graph_get_edge (self, node, i)->agent == agent)
      return ls_state_graph_get_edge (self, node, i);
  return NULL;
}

/* Adds what another graph of the same exploration knows. The edges of a state that both have are those that this one has: they
 * can differ where an agent spins, and at the end of the longest schedule. */
void
ls_state_graph_merge (LsStateGraph       *self,
                      const LsStateGraph *other)
{
  g_autofree guint32 *nodes = g_new (guint32, MAX (other->nodes->len, 1));

  for (guint32 i = 0; i < other->nodes->len; i++)
    {
      const LsStateNode *node = ls_state_graph_get (other, i);

      nodes[i] = ls_state_graph_find (self, &node->key);
      if (nodes[i] == LS_NO_STATE)
        {
          nodes[i] = ls_state_graph_add (self, &node->key, TRUE);
          for (guint32 edge = 0; edge < node->n_edges; edge++)
            ls_state_graph_add_edge (self, nodes[i], ls_state_graph_get_edge (other, i, edge)->agent);
        }
      ls_state_graph_get (self, nodes[i])->findings |= node->findings;
    }
  for (guint32 i = 0; i < other->nodes->len; i++)
    for (guint32 edge = 0; edge < ls_state_graph_get (other, i)->n_edges; edge++)
      {
        const LsStateEdge *from = ls_state_graph_get_edge (other, i, edge);
        LsStateEdge *to = find_edge (self, nodes[i], from->agent);

        if (to == NULL)
          continue;
        to->findings |= from->findings;
        if (to->child == LS_NO_STATE && from->child != LS_NO_STATE)
          to->child = nodes[from->child];
      }
}

gsize
ls_state_graph_get_size (const LsStateGraph *self)
{
  return self->nodes->len * sizeof (LsStateNode) + self->edges->len * sizeof (LsStateEdge) + self->index_size * sizeof (guint32);
}

typedef struct
{
  guint32 node;     /* the state before, on the first way */
  guint32 agent;
} Step;

static GArray *
trace_back (const Step *from,
            guint32     node,
            guint32     last_agent)
{
  GArray *schedule = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (last_agent != 0)
    g_array_append_val (schedule, last_agent);
  for (; node != 0; node = from[node].node)
    g_array_append_val (schedule, from[node].agent);
  for (guint i = 0; i < schedule->len / 2; i++)
    {
      guint32 *numbers = (guint32 *) (gpointer) schedule->data;
      const guint32 other = numbers[schedule->len - 1 - i];

      numbers[schedule->len - 1 - i] = numbers[i];
      numbers[i] = other;
    }
  return schedule;
}

/* Returns the shortest way from the beginning to @finding (breadth first), or NULL. */
GArray *
ls_state_graph_shortest (const LsStateGraph *self,
                         LsFinding           finding)
{
  const guint32 bit = (guint32) 1 << finding;
  const guint32 n_nodes = self->nodes->len;
  g_autofree Step *from = g_new (Step, MAX (n_nodes, 1));
  g_autofree guint32 *queue = g_new (guint32, MAX (n_nodes, 1));
  guint32 head = 0, tail = 0;

  if (n_nodes == 0)
    return NULL;
  for (guint32 i = 0; i < n_nodes; i++)
    from[i].node = LS_NO_STATE;
  from[0].node = 0;
  queue[tail++] = 0;
  while (head < tail)
    {
      const guint32 node = queue[head++];
      const LsStateNode *state = ls_state_graph_get (self, node);

      if ((state->findings & bit) != 0)
        return trace_back (from, node, 0);
      for (guint32 i = 0; i < state->n_edges; i++)
        if ((ls_state_graph_get_edge (self, node, i)->findings & bit) != 0)
          return trace_back (from, node, ls_state_graph_get_edge (self, node, i)->agent);
      for (guint32 i = 0; i < state->n_edges; i++)
        {
          const LsStateEdge *edge = ls_state_graph_get_edge (self, node, i);

          if (edge->child == LS_NO_STATE || from[edge->child].node != LS_NO_STATE)
            continue;
          from[edge->child] = (Step) { node, edge->agent };
          queue[tail++] = edge->child;
        }
    }
  return NULL;
}

/* Checks nodes and edges that were read, and makes the index. */
gboolean
ls_state_graph_rebuild (LsStateGraph *self)
{
  guint32 next_edge = 0;

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const LsStateNode *node = ls_state_graph_get (self, i);

      if (node->first_edge != next_edge || node->n_edges > self->edges->len - next_edge)
        return FALSE;
      next_edge += node->n_edges;
    }
  if (next_edge != self->edges->len)
    return FALSE;
  for (guint32 i = 0; i < self->edges->len; i++)
    {
      const guint32 child = g_array_index (self->edges, LsStateEdge, i).child;

      if (child != LS_NO_STATE && child >= self->nodes->len)
        return FALSE;
    }
  self->index_size = FIRST_INDEX_SIZE;
  while ((gsize) self->nodes->len * 2 > self->index_size)
    self->index_size *= 2;
  self->index_size /= 2;
  state_graph_grow (self);
  return TRUE;
}
