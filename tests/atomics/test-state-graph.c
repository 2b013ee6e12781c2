/* test-state-graph.c: the states that an explorer remembers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-explorer-private.h"

typedef struct
{
  LsStateGraph graph;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  unused)
{
  ls_state_graph_init (&f->graph);
}

static void
tear_down (Fixture       *f,
           gconstpointer  unused)
{
  ls_state_graph_clear (&f->graph);
}

/* Many keys of which only high bits differ, and such as lie at the end of the index: all are looked for in one place. */
static LsHash
make_key (guint i)
{
  return (LsHash) { ((guint64) i << 40) | (i % 3 == 0 ? 0xffffffu : 5), i % 2 == 0 ? 0 : i };
}

static void
assert_finds (Fixture *f,
              guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      const LsHash key = make_key (i);
      const LsHash other = { key.a, key.b + 1 };

      g_assert_cmpuint (ls_state_graph_find (&f->graph, &key), ==, i);
      g_assert_cmpuint (ls_state_graph_find (&f->graph, &other), ==, LS_NO_STATE);
    }
}

static void
test_find (Fixture       *f,
           gconstpointer  unused)
{
  const LsHash first = make_key (0), never = make_key (10000);

  g_assert_cmpuint (ls_state_graph_find (&f->graph, &first), ==, LS_NO_STATE);
  for (guint i = 0; i < 1500; i++)
    {
      const LsHash key = make_key (i);

      g_assert_cmpuint (ls_state_graph_add (&f->graph, &key, TRUE), ==, i);
      if (i == 1 || i == 511 || i == 512)
        assert_finds (f, i + 1);
    }
  assert_finds (f, 1500);
  g_assert_cmpuint (ls_state_graph_find (&f->graph, &never), ==, LS_NO_STATE);

  /* The same once they have been read. */
  g_clear_pointer (&f->graph.index, g_free);
  f->graph.index_size = 0;
  g_assert_true (ls_state_graph_rebuild (&f->graph));
  assert_finds (f, 1500);
}

/* 0 goes on to 1 and 2, 1 to 3, 2 to 3, 3 to 4 and back to 0; each way on is a step of another agent. */
static void
add_diamond (Fixture *f)
{
  static const struct
  {
    guint32 node, agent, child;
  } edges[] = { { 0, 1, 1 }, { 0, 2, 2 }, { 1, 3, 3 }, { 2, 4, 3 }, { 3, 5, 0 }, { 3, 6, 4 } };
  guint next = 0;

  for (guint32 i = 0; i < 5; i++)
    {
      const LsHash key = make_key (i);

      ls_state_graph_add (&f->graph, &key, TRUE);
      for (; next < G_N_ELEMENTS (edges) && edges[next].node == i; next++)
        {
          ls_state_graph_add_edge (&f->graph, i, edges[next].agent);
          g_array_index (f->graph.edges, LsStateEdge, next).child = edges[next].child;
        }
    }
}

static void
assert_shortest (Fixture    *f,
                 LsFinding   finding,
                 const char *expected)
{
  g_autoptr (GArray) schedule = ls_state_graph_shortest (&f->graph, finding);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; schedule != NULL && i < schedule->len; i++)
    g_string_append_printf (text, "%u ", g_array_index (schedule, guint32, i));
  g_assert_cmpstr (schedule != NULL ? text->str : NULL, ==, expected);
}

static void
test_shortest (Fixture       *f,
               gconstpointer  unused)
{
  assert_shortest (f, LS_FINDING_DEADLOCK, NULL);
  add_diamond (f);
  assert_shortest (f, LS_FINDING_DEADLOCK, NULL);

  /* At an end, and on the way there. */
  ls_state_graph_get (&f->graph, 4)->findings = 1u << LS_FINDING_DEADLOCK;
  assert_shortest (f, LS_FINDING_DEADLOCK, "1 3 6 ");
  ls_state_graph_get_edge (&f->graph, 2, 0)->findings = 1u << LS_FINDING_INVARIANT;
  assert_shortest (f, LS_FINDING_INVARIANT, "2 4 ");
  assert_shortest (f, LS_FINDING_DEADLOCK, "1 3 6 ");
  ls_state_graph_get_edge (&f->graph, 0, 1)->findings = 1u << LS_FINDING_DEADLOCK;
  assert_shortest (f, LS_FINDING_DEADLOCK, "2 ");
  ls_state_graph_get (&f->graph, 0)->findings = 1u << LS_FINDING_SPINS;
  assert_shortest (f, LS_FINDING_SPINS, "");
  assert_shortest (f, LS_FINDING_LOST_WAKE_UP, NULL);
}

static void
test_count (Fixture       *f,
            gconstpointer  unused)
{
  add_diamond (f);
  ls_state_graph_get_edge (&f->graph, 3, 0)->child = LS_NO_STATE;
  for (guint32 i = 5; i-- > 0;)
    {
      g_assert_false (ls_state_graph_get (&f->graph, i)->is_explored);
      ls_state_graph_finish (&f->graph, i);
      g_assert_true (ls_state_graph_get (&f->graph, i)->is_explored);
    }
  /* 4 is an end; two ways lead there from 0. */
  g_assert_true (ls_state_graph_get (&f->graph, 4)->n_schedules == 1);
  g_assert_true (ls_state_graph_get (&f->graph, 3)->n_schedules == 1);
  g_assert_true (ls_state_graph_get (&f->graph, 0)->n_schedules == 2);

  ls_state_graph_get (&f->graph, 1)->n_schedules = LS_COUNT_MAX;
  ls_state_graph_finish (&f->graph, 0);
  g_assert_true (ls_state_graph_get (&f->graph, 0)->n_schedules == LS_COUNT_MAX);
}

static void
assert_format (LsCount     count,
               const char *expected)
{
  g_autofree char *text = ls_count_format (count);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_numbers (void)
{
  assert_format (0, "0");
  assert_format (9, "9");
  assert_format (10, "10");
  assert_format (G_MAXUINT64, "18446744073709551615");
  assert_format (LS_COUNT_MAX, "340282366920938463463374607431768211455");
  g_assert_true (ls_count_add (LS_COUNT_MAX - 2, 1) == LS_COUNT_MAX - 1);
  g_assert_true (ls_count_add (LS_COUNT_MAX - 2, 2) == LS_COUNT_MAX);
  g_assert_true (ls_count_add (LS_COUNT_MAX - 2, 3) == LS_COUNT_MAX);
  g_assert_true (ls_count_add (0, LS_COUNT_MAX) == LS_COUNT_MAX);
}

/* What it takes in memory, and that the last state is forgotten with its ways on. */
static void
test_size (Fixture       *f,
           gconstpointer  unused)
{
  const LsHash key = make_key (9);
  gsize size;

  g_assert_cmpuint (ls_state_graph_get_size (&f->graph), ==, 0);
  add_diamond (f);
  size = ls_state_graph_get_size (&f->graph);
  g_assert_cmpuint (size - f->graph.index_size * sizeof (guint32), ==, 5 * sizeof (LsStateNode) + 6 * sizeof (LsStateEdge));
  g_assert_cmpuint (f->graph.index_size, >=, 10);

  g_assert_cmpuint (ls_state_graph_add (&f->graph, &key, FALSE), ==, 5);
  g_assert_cmpuint (ls_state_graph_find (&f->graph, &key), ==, LS_NO_STATE);
  ls_state_graph_add_edge (&f->graph, 5, 1);
  ls_state_graph_add_edge (&f->graph, 5, 2);
  g_assert_cmpuint (ls_state_graph_get (&f->graph, 5)->n_edges, ==, 2);
  g_assert_cmpuint (ls_state_graph_get_edge (&f->graph, 5, 1)->agent, ==, 2);
  g_assert_cmpuint (ls_state_graph_get_size (&f->graph), ==, size + sizeof (LsStateNode) + 2 * sizeof (LsStateEdge));
  ls_state_graph_drop_last (&f->graph);
  g_assert_cmpuint (ls_state_graph_get_size (&f->graph), ==, size);
}

/* What was read may be anything. */
static void
test_rebuild (Fixture       *f,
              gconstpointer  unused)
{
  add_diamond (f);
  g_assert_true (ls_state_graph_rebuild (&f->graph));

  ls_state_graph_get_edge (&f->graph, 3, 1)->child = 5;
  g_assert_false (ls_state_graph_rebuild (&f->graph));
  ls_state_graph_get_edge (&f->graph, 3, 1)->child = LS_NO_STATE;
  g_assert_true (ls_state_graph_rebuild (&f->graph));

  ls_state_graph_get (&f->graph, 3)->n_edges = 3;
  g_assert_false (ls_state_graph_rebuild (&f->graph));
  ls_state_graph_get (&f->graph, 3)->n_edges = 1;
  g_assert_false (ls_state_graph_rebuild (&f->graph));
  ls_state_graph_get (&f->graph, 3)->n_edges = 2;
  ls_state_graph_get (&f->graph, 1)->first_edge = 3;
  g_assert_false (ls_state_graph_rebuild (&f->graph));
  ls_state_graph_get (&f->graph, 1)->first_edge = 2;
  g_assert_true (ls_state_graph_rebuild (&f->graph));
  ls_state_graph_get (&f->graph, 4)->n_edges = G_MAXUINT32;
  g_assert_false (ls_state_graph_rebuild (&f->graph));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/state-graph/find", test_find);
  ADD ("/state-graph/shortest", test_shortest);
  ADD ("/state-graph/count", test_count);
  ADD ("/state-graph/size", test_size);
  ADD ("/state-graph/rebuild", test_rebuild);
  g_test_add_func ("/state-graph/numbers", test_numbers);

  return g_test_run ();
}
