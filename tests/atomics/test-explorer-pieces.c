/* test-explorer-pieces.c: exploring in pieces, wherever it is cut
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explorer-util.h"

#define CHECKPOINT_TYPE "(s(iittutuu)(tttb)ayayayaya(uutsay)((uuuuu)ay))"

/* Exploring in pieces, through checkpoints, has the same outcome as at once. */
static void
test_checkpoint (void)
{
  const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_STORE, 0, 0 } },
                                 { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&program, &options);
  g_autoptr (GBytes) checkpoint = NULL, cut = NULL;
  g_autofree char *expected = describe (whole), *found = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsExplorer) other = NULL;
  guint n_pieces = 0;

  for (;;)
    {
      g_autoptr (LsExplorer) explorer = NULL;

      options.max_states = (++n_pieces) * 40;
      explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
      if (checkpoint != NULL)
        g_assert_true (ls_explorer_load (explorer, checkpoint, &error));
      g_clear_pointer (&checkpoint, g_bytes_unref);
      if (ls_explorer_run (explorer, NULL) == LS_EXPLORE_COMPLETE)
        {
          found = describe (explorer);
          g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, ls_explorer_get_n_schedules (whole));
          g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (whole));
          g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (whole));
          g_assert_cmpuint (ls_explorer_get_n_steps (explorer), ==, ls_explorer_get_n_steps (whole));
          assert_same_findings (explorer, whole);
          break;
        }
      g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_BUDGET);
      checkpoint = ls_explorer_save (explorer);
    }
  g_assert_cmpuint (n_pieces, >, 3);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (found, ==, "deadlock lost-wake-up ");

  /* Wrong checkpoints: each byte wrong once, and each length cut off. */
  options.max_states = 60;
  other = explore (&program, &options);
  checkpoint = ls_explorer_save (other);
  for (gsize i = 0; i < g_bytes_get_size (checkpoint); i += 7)
    {
      gsize length;
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (checkpoint, &length), g_bytes_get_size (checkpoint));
      g_autoptr (GBytes) wrong = NULL;
      g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);

      bytes[i] ^= 1 << i % 8;
      wrong = g_bytes_new (bytes, i % 2 == 0 ? length : i);
      if (ls_explorer_load (explorer, wrong, NULL))
        ls_explorer_run (explorer, NULL);
    }
}

/* An explorer that keeps no states counts the ends of its runs: the checkpoint has their number. */
static void
test_checkpoint_of_schedules (void)
{
  const Program program = { 2, { { { DO_COUNT, 1, 0 } }, { { DO_COUNT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) explorer = NULL, other = NULL;
  g_autoptr (GBytes) checkpoint = NULL;
  g_autofree char *n_schedules = NULL;

  options.mode = LS_EXPLORE_SCHEDULES;
  explorer = explore (&program, &options);
  checkpoint = ls_explorer_save (explorer);
  other = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
  g_assert_true (ls_explorer_load (other, checkpoint, NULL));
  n_schedules = ls_explorer_format_n_schedules (other);
  g_assert_cmpstr (n_schedules, ==, "6");
}

/* A checkpoint is for an explorer with the same options, except budgets. An explorer that cannot load one begins anew. */
static void
test_checkpoint_of_others (void)
{
  const Program program = { 2, { { { DO_COUNT, 1, 0 } }, { { DO_COUNT, 1, 0 } } }, 0 };
  LsExploreOptions options[6];
  g_autoptr (LsExplorer) saved = NULL;
  g_autoptr (GBytes) checkpoint = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    options[i] = (LsExploreOptions) LS_EXPLORE_OPTIONS_INIT;
  options[1].mode = LS_EXPLORE_SCHEDULES;
  options[2].bounds_preemptions = TRUE;
  options[2].max_preemptions = 1;
  options[3].seed++;
  options[4].max_overtaking = 1;
  options[5].max_steps--;
  saved = explore (&program, &options[0]);
  checkpoint = ls_explorer_save (saved);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsExplorer) explorer = explore (&program, &options[i]), anew = explore (&program, &options[i]);
      const gboolean is_loaded = ls_explorer_load (explorer, checkpoint, &error);

      g_assert_cmpint (is_loaded, ==, i == 0);
      if (is_loaded)
        {
          g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_COMPLETE);
          continue;
        }
      g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
      g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_READY);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
      g_assert_cmpuint (ls_explorer_get_n_steps (explorer), ==, 0);
      g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, 0);
      g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (anew));
      g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (anew));
      g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, ls_explorer_get_n_schedules (anew));
    }
}

/* Makes a checkpoint with another stack: the last frame of the old one once more, or without it. */
static GBytes *
change_stack (GBytes   *checkpoint,
              gboolean  is_longer)
{
  const gsize frame_size = 4 * sizeof (guint32);
  g_autoptr (GVariant) whole = g_variant_ref_sink (
    g_variant_new_from_bytes (G_VARIANT_TYPE (CHECKPOINT_TYPE), checkpoint, FALSE));
  g_autoptr (GVariant) changed = NULL;
  g_autoptr (GByteArray) stack = g_byte_array_new ();
  GVariant *children[9];
  const guint8 *bytes;
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    children[i] = g_variant_get_child_value (whole, i);
  bytes = g_variant_get_fixed_array (children[6], &length, 1);
  g_assert_cmpuint (length, >=, 2 * frame_size);
  g_byte_array_append (stack, bytes, is_longer ? length : length - frame_size);
  if (is_longer)
    g_byte_array_append (stack, bytes + length - frame_size, frame_size);
  g_variant_unref (children[6]);
  children[6] = g_variant_ref_sink (g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, stack->data, stack->len, 1));
  changed = g_variant_ref_sink (g_variant_new_tuple (children, G_N_ELEMENTS (children)));
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    g_variant_unref (children[i]);
  return g_variant_get_data_as_bytes (changed);
}

/* The stack of a checkpoint leads along the edges of its states, and where none are kept, there are no others. What an explorer saves is
 * such a checkpoint. */
static void
test_checkpoint_stack (void)
{
  static const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_STORE, 0, 0 } },
                                        { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  static const LsExploreMode modes[] = { LS_EXPLORE_EXHAUSTIVE, LS_EXPLORE_SCHEDULES, LS_EXPLORE_FULL };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      g_autoptr (LsExplorer) explorer = NULL, other = NULL;
      g_autoptr (GBytes) checkpoint = NULL, longer = NULL, shorter = NULL;

      options.mode = modes[i];
      options.max_states = 40;
      explorer = explore (&program, &options);
      g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_BUDGET);
      checkpoint = ls_explorer_save (explorer);
      longer = change_stack (checkpoint, TRUE);
      shorter = change_stack (checkpoint, FALSE);
      other = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
      g_assert_false (ls_explorer_load (other, longer, NULL));
      g_assert_true (ls_explorer_load (other, shorter, NULL) == (modes[i] == LS_EXPLORE_EXHAUSTIVE));
      g_assert_true (ls_explorer_load (other, checkpoint, NULL));
    }
}

/* An exploration in the middle, with findings */
static LsExplorer *
explore_in_part (void)
{
  static const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_STORE, 0, 0 } },
                                        { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  LsExplorer *explorer;

  options.max_states = 100;
  explorer = explore (&program, &options);
  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_BUDGET);
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 2);
  return explorer;
}

/* An explorer that has found something already loads a checkpoint with findings: they replace its own. */
static void
test_checkpoint_again (void)
{
  g_autoptr (LsExplorer) explorer = explore_in_part (), same = explore_in_part ();
  g_autoptr (GBytes) checkpoint = ls_explorer_save (explorer);
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_explorer_load (explorer, checkpoint, &error));
  g_assert_no_error (error);
  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_READY);
  g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (same));
  g_assert_cmpuint (ls_explorer_get_n_steps (explorer), ==, ls_explorer_get_n_steps (same));
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (same));
  g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, ls_explorer_get_n_schedules (same));
  assert_same_findings (explorer, same);
}

/* The members of a checkpoint: from the third one to the findings they are arrays. */
enum { ENDS = 3, NODES, EDGES, STACK, FINDINGS, SPLIT, N_MEMBERS };

/* Returns: (transfer full): @checkpoint with another member */
static GBytes *
replace_member (GBytes   *checkpoint,
                guint     index,
                GVariant *member)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (CHECKPOINT_TYPE),
                                                                               checkpoint, FALSE));
  g_autoptr (GVariant) other = NULL;
  GVariant *members[N_MEMBERS];

  for (guint i = 0; i < N_MEMBERS; i++)
    members[i] = i == index ? g_variant_ref_sink (member) : g_variant_get_child_value (variant, i);
  other = g_variant_ref_sink (g_variant_new_tuple (members, N_MEMBERS));
  for (guint i = 0; i < N_MEMBERS; i++)
    g_variant_unref (members[i]);
  return g_variant_get_data_as_bytes (other);
}

static GVariant *
get_member (GBytes *checkpoint,
            guint   index)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (CHECKPOINT_TYPE),
                                                                               checkpoint, FALSE));

  return g_variant_get_child_value (variant, index);
}

static void
assert_refused (GBytes *checkpoint)
{
  g_autoptr (LsExplorer) explorer = explore_in_part ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_explorer_load (explorer, checkpoint, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_READY);
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 0);
  g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, 0);
}

/* An array is whole items, and a finding is a known one, once. */
static void
test_broken_checkpoint (void)
{
  static const char *const findings[] = {
    "[(0, 0, 0, '', @ay []), (0, 0, 0, '', @ay [])]", "[(0, 0, 0, '', [0x01, 0x00, 0x00])]",
  };
  g_autoptr (LsExplorer) explorer = explore_in_part ();
  g_autoptr (GBytes) checkpoint = ls_explorer_save (explorer), unknown = NULL;

  for (guint i = ENDS; i < FINDINGS; i++)
    {
      g_autoptr (GVariant) whole = get_member (checkpoint, i);
      gsize length;
      const guint8 *data = g_variant_get_fixed_array (whole, &length, 1);
      g_autoptr (GBytes) same = replace_member (checkpoint, i, g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, data, length, 1));
      g_autoptr (GBytes) cut = NULL;

      g_assert_true (g_bytes_equal (same, checkpoint));
      g_assert_cmpuint (length, >, 0);
      cut = replace_member (checkpoint, i, g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, data, length - 1, 1));
      assert_refused (cut);
    }
  unknown = replace_member (checkpoint, FINDINGS, g_variant_new_parsed ("[(%u, 0, 0, '', @ay [])]", LS_N_FINDINGS));
  assert_refused (unknown);
  /* It is no piece. */
  g_clear_pointer (&unknown, g_bytes_unref);
  unknown = replace_member (checkpoint, SPLIT, g_variant_new_parsed ("((%u, %u, %u, %u, %u), @ay [])", 1, 0, 0, 0, 0));
  assert_refused (unknown);
  for (guint i = 0; i < G_N_ELEMENTS (findings); i++)
    {
      g_autoptr (GBytes) wrong = replace_member (checkpoint, FINDINGS, g_variant_new_parsed (findings[i]));

      assert_refused (wrong);
    }
}

static void
test_cancel_and_stop (void)
{
  const Program lost = { 2, { { { DO_WAIT, 1, 0 } }, { { DO_NOTIFY, 1, 0 } } }, 0 };
  const Program deadlocks = { 2, { { { DO_WAIT, 1, 0 }, { DO_LOAD, 0, 0 } }, { { DO_WAIT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &lost, NULL, &options);
  g_autoptr (LsExplorer) whole = NULL;
  g_autoptr (LsExplorer) other = NULL;

  g_cancellable_cancel (cancellable);
  whole = explore (&lost, &options);
  /* Each call ends in the middle of a run, which the next call repeats. */
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (ls_explorer_run (explorer, cancellable), ==, LS_EXPLORE_CANCELLED);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
    }
  g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (whole));
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (whole));
  g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, ls_explorer_get_n_schedules (whole));
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, ls_explorer_get_n_findings (whole));

  options.stop_at_first = TRUE;
  other = explore (&deadlocks, &options);
  g_assert_cmpint (ls_explorer_get_status (other), ==, LS_EXPLORE_FOUND);
}

/* The time runs out in the middle of a run, and the next call repeats the run. */
static void
test_time (void)
{
  const Program endless = { 1, { { { DO_FOR_EVER, 1, 0 } } }, 0 };
  const Program deadlocks = { 2, { { { DO_WAIT, 1, 0 }, { DO_LOAD, 0, 0 } }, { { DO_WAIT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&deadlocks, NULL);
  g_autofree char *expected = describe (whole), *found = NULL;
  g_autoptr (LsExplorer) last = ls_explorer_new (make_cluster, (gpointer) &deadlocks, NULL, NULL);
  g_autoptr (GBytes) checkpoint = NULL;

  options.max_time = 1;
  options.max_steps = G_MAXUINT64;
  for (options.mode = LS_EXPLORE_EXHAUSTIVE; options.mode <= LS_EXPLORE_RANDOM; options.mode++)
    {
      g_autoptr (LsExplorer) explorer = explore (&endless, &options);

      g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_BUDGET);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
      g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 0);
    }

  options = (LsExploreOptions) LS_EXPLORE_OPTIONS_INIT;
  options.max_time = 1;
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &deadlocks, NULL, &options);

      if (checkpoint != NULL)
        g_assert_true (ls_explorer_load (explorer, checkpoint, NULL));
      g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_BUDGET);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
      g_clear_pointer (&checkpoint, g_bytes_unref);
      checkpoint = ls_explorer_save (explorer);
    }
  g_assert_true (ls_explorer_load (last, checkpoint, NULL));
  g_assert_cmpint (ls_explorer_run (last, NULL), ==, LS_EXPLORE_COMPLETE);
  found = describe (last);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (ls_explorer_get_n_runs (last), ==, ls_explorer_get_n_runs (whole));
  g_assert_cmpuint (ls_explorer_get_n_steps (last), ==, ls_explorer_get_n_steps (whole));
  assert_same_findings (last, whole);
  g_assert_cmpuint (ls_explorer_get_n_states (last), ==, ls_explorer_get_n_states (whole));
  g_assert_cmpfloat (ls_explorer_get_n_schedules (last), ==, ls_explorer_get_n_schedules (whole));
}

typedef struct
{
  GCancellable *cancellable;
  guint         n_left;
} Countdown;

static gboolean
count_down (LsAgentCluster  *cluster,
            gpointer         user_data,
            GError         **error)
{
  Countdown *self = user_data;

  if (self->n_left > 0 && --self->n_left == 0)
    g_cancellable_cancel (self->cancellable);
  return TRUE;
}

/* The outcome does not depend on how often and where the search is cut. */
static void
test_cut (void)
{
  const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } },
                                 { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } },
                                 { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Countdown countdown = { cancellable, 0 };
  g_autoptr (LsExplorer) explorer = NULL, whole = NULL;
  guint n_cuts = 0;

  options.max_overtaking = 1;
  explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
  whole = explore (&program, &options);
  ls_explorer_set_invariant (explorer, count_down, &countdown, NULL);
  do
    {
      g_cancellable_reset (cancellable);
      countdown.n_left = 20 + 997 * n_cuts++;
    }
  while (ls_explorer_run (explorer, cancellable) != LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (n_cuts, >, 10);
  g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (whole));
  g_assert_cmpuint (ls_explorer_get_n_steps (explorer), ==, ls_explorer_get_n_steps (whole));
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (whole));
  assert_same_findings (explorer, whole);
  g_assert_true (ls_explorer_has_finding (whole, LS_FINDING_OVERTAKING));
  assert_about_agents (whole);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explorer/checkpoint", test_checkpoint);
  g_test_add_func ("/explorer/checkpoint-of-schedules", test_checkpoint_of_schedules);
  g_test_add_func ("/explorer/checkpoint-of-others", test_checkpoint_of_others);
  g_test_add_func ("/explorer/checkpoint-stack", test_checkpoint_stack);
  g_test_add_func ("/explorer/checkpoint-again", test_checkpoint_again);
  g_test_add_func ("/explorer/broken-checkpoint", test_broken_checkpoint);
  g_test_add_func ("/explorer/cancel-and-stop", test_cancel_and_stop);
  g_test_add_func ("/explorer/time", test_time);
  g_test_add_func ("/explorer/cut", test_cut);
  return g_test_run ();
}
