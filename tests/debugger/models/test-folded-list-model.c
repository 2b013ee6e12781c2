/* test-folded-list-model.c: repeats as one row, against folding all anew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-folded-list-model.h"
#include "ls-id-list-model.h"

typedef struct
{
  LsIdListModel     *source;
  LsFoldedListModel *folded;
  GArray            *ids;        /* (element-type guint32): what the source has; equal hundreds are equal lines */
  GPtrArray         *mirror;     /* (element-type GObject): the rows' items as a view knows them */
  guint              n_compared;
} Test;

static gboolean
same (guint    first,
      guint    second,
      gpointer user_data)
{
  Test *test = user_data;

  test->n_compared++;
  return ls_id_list_model_get_id (test->source, first) / 100000 == ls_id_list_model_get_id (test->source, second) / 100000;
}

/* A view that follows the signals. */
static void
on_items_changed (Test  *test,
                  guint  position,
                  guint  n_removed,
                  guint  n_added)
{
  g_assert_cmpuint (position + n_removed, <=, test->mirror->len);
  if (n_removed > 0)
    g_ptr_array_remove_range (test->mirror, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (test->mirror, position + i, g_list_model_get_item (G_LIST_MODEL (test->folded), position + i));
}

static void
begin (Test *test)
{
  test->source = ls_id_list_model_new ();
  test->ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  test->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  test->folded = ls_folded_list_model_new (G_LIST_MODEL (test->source), same, test);
  g_signal_connect_swapped (test->folded, "items-changed", G_CALLBACK (on_items_changed), test);
}

static void
end (Test *test)
{
  g_signal_handlers_disconnect_by_data (test->folded, test);
  g_clear_object (&test->folded);
  g_clear_object (&test->source);
  g_array_unref (test->ids);
  g_ptr_array_unref (test->mirror);
}

static void
set_ids (Test *test)
{
  ls_id_list_model_set_ids (test->source, (const guint32 *) (gpointer) test->ids->data, test->ids->len);
}

static guint32
get_id (Test *test,
        guint index)
{
  return g_array_index (test->ids, guint32, index);
}

/* All rows, in their order, show all items of the source once, and those of a group follow one another. */
static void
check (Test *test)
{
  const guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (test->folded));
  guint index = 0;

  g_assert_cmpuint (test->mirror->len, ==, n_rows);
  for (guint row = 0; row < n_rows;)
    {
      LsFoldedRow group;
      guint n_same = 1;

      g_assert_true (ls_folded_list_model_get_row (test->folded, row, &group));
      g_assert_false (group.is_member);
      while (index + n_same < test->ids->len && get_id (test, index + n_same) / 100000 == get_id (test, index) / 100000)
        n_same++;
      g_assert_cmpuint (group.n_lines, ==, n_same);
      g_assert_cmpuint (ls_folded_list_model_get_index (test->folded, row), ==, index);
      for (guint i = 0; i < (group.is_unfolded ? n_same : 1); i++, row++)
        {
          g_autoptr (LsIdItem) item = g_list_model_get_item (G_LIST_MODEL (test->folded), row);
          LsFoldedRow member;

          g_assert_true (ls_folded_list_model_get_row (test->folded, row, &member));
          g_assert_cmpint (member.is_member, ==, i > 0);
          g_assert_cmpuint (member.line, ==, group.line + i);
          g_assert_cmpuint (ls_id_item_get_id (item), ==, get_id (test, index + i));
          g_assert_cmpuint (ls_id_item_get_id (g_ptr_array_index (test->mirror, row)), ==, get_id (test, index + i));
        }
      index += n_same;
    }
  g_assert_cmpuint (index, ==, test->ids->len);
}

static void
append (Test  *test,
        guint  n,
        guint *kind)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 id;

      *kind += g_test_rand_int_range (0, 3) == 0;
      id = *kind * 100000 + test->ids->len + 1;
      g_array_append_val (test->ids, id);
    }
}

static void
test_random (void)
{
  for (guint round = 0; round < 60; round++)
    {
      Test test = { 0 };
      guint kind = 1;

      begin (&test);
      for (guint i = 0; i < 60; i++)
        {
          const guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (test.folded));
          LsFoldedRow row;

          switch (g_test_rand_int_range (0, 6))
            {
            case 0:
            case 1:
              append (&test, g_test_rand_int_range (1, 12), &kind);
              set_ids (&test);
              break;
            case 2:
              g_array_remove_range (test.ids, 0, g_test_rand_int_range (0, MIN (test.ids->len, 8) + 1));
              set_ids (&test);
              break;
            case 3:
              if (test.ids->len > 0 && i % 20 == 0)
                g_array_remove_range (test.ids, test.ids->len / 2, 1);
              set_ids (&test);
              break;
            default:
              if (n_rows > 0 &&
                  ls_folded_list_model_get_row (test.folded, g_test_rand_int_range (0, n_rows), &row))
                ls_folded_list_model_toggle (test.folded, row.line);
              break;
            }
          check (&test);
        }
      end (&test);
    }
}

/* A row that is unfolded stays so while more comes, and a line that is no group's beginning is none. */
static void
test_unfolded (void)
{
  static const guint32 ids[] = { 100001, 200001, 200002, 200003, 300001, 300002, 300003, 300004 };
  Test test = { 0 };
  LsFoldedRow row;

  begin (&test);
  g_array_append_vals (test.ids, ids, 6);
  set_ids (&test);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (test.folded)), ==, 3);
  ls_folded_list_model_toggle (test.folded, 0);
  ls_folded_list_model_toggle (test.folded, 2);
  ls_folded_list_model_toggle (test.folded, 99);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (test.folded)), ==, 3);
  ls_folded_list_model_toggle (test.folded, 4);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (test.folded)), ==, 4);
  g_array_append_vals (test.ids, ids + 6, 2);
  set_ids (&test);
  check (&test);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (test.folded)), ==, 6);
  /* What leaves at the beginning cuts a group, and the rest keeps its number. */
  g_array_remove_range (test.ids, 0, 5);
  set_ids (&test);
  check (&test);
  g_assert_true (ls_folded_list_model_get_row (test.folded, 0, &row));
  g_assert_true (row.is_unfolded);
  g_assert_cmpuint (row.n_lines, ==, 3);
  ls_folded_list_model_toggle (test.folded, row.line);
  check (&test);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (test.folded)), ==, 1);
  g_assert_false (ls_folded_list_model_get_row (test.folded, 1, &row));
  end (&test);
}

/* What is appended is compared once, however long the list is. */
static void
test_cost (void)
{
  Test test = { 0 };
  guint kind = 1;

  begin (&test);
  append (&test, 50000, &kind);
  set_ids (&test);
  for (guint i = 0; i < 20; i++)
    {
      test.n_compared = 0;
      append (&test, 100, &kind);
      set_ids (&test);
      g_assert_cmpuint (test.n_compared, <=, 100);
    }
  end (&test);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/folded-list-model/random", test_random);
  g_test_add_func ("/folded-list-model/unfolded", test_unfolded);
  g_test_add_func ("/folded-list-model/cost", test_cost);

  return g_test_run ();
}
