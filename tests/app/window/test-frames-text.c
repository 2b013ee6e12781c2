/* test-frames-text.c: what texts and choosers cost in a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-frames.h"

#include "ls-column-layout.h"
#include "ls-name-matcher.h"
#include "ls-text-block.h"
#include "ls-thing-chooser.h"
#include "ls-widget.h"

/* Names are looked at once, numbers by how they begin, whatever the case. */
static void
test_frames_matcher (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsNameMatcher *matcher = ls_name_matcher_new ();
  guint32 decode = ls_probe_intern (ls_trace_get_probe (trace), "Decode 2");
  guint32 layout = ls_probe_intern (ls_trace_get_probe (trace), "layout");

  g_assert_true (ls_name_matcher_is_empty (matcher));
  g_assert_true (ls_name_matcher_matches (matcher, trace, 7, 0));
  ls_name_matcher_set_text (matcher, " DECO ");
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (ls_name_matcher_matches (matcher, trace, 1, decode));
      g_assert_false (ls_name_matcher_matches (matcher, trace, 1, layout));
      g_assert_false (ls_name_matcher_matches (matcher, trace, 1, 0));
    }
  ls_name_matcher_set_text (matcher, "2");
  g_assert_true (ls_name_matcher_matches (matcher, trace, 1, decode));
  g_assert_true (ls_name_matcher_matches (matcher, trace, 21, layout));
  g_assert_false (ls_name_matcher_matches (matcher, trace, 12, layout));
  ls_name_matcher_free (matcher);
}

/* A task among a hundred thousand is found by its number, also by who does not wait for it. */
static void
test_frames_choose (void)
{
  g_autoptr (LsPlayer) player = test_frames_new_player (test_trace_new_queued (100000));
  GtkWidget *chooser = g_object_new (LS_TYPE_THING_CHOOSER, NULL);
  GtkWidget *search = test_ui_find (chooser, GTK_TYPE_SEARCH_ENTRY, NULL);
  GtkWidget *list = test_ui_find (chooser, GTK_TYPE_LIST_BOX, NULL);
  GtkWidget *note = test_ui_find (chooser, GTK_TYPE_LABEL, "note");
  GtkWindow *window;

  ls_thing_chooser_set_player (LS_THING_CHOOSER (chooser), player, TRUE);
  ls_player_seek (player, ls_player_get_length (player));
  window = test_ui_new_window (chooser, 400, 400);
  test_ui_wait_for (test_frames_count_rows (list) == 40);
  gtk_editable_set_text (GTK_EDITABLE (search), "99999");
  g_signal_emit_by_name (search, "search-changed");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpuint (test_frames_count_rows (list), ==, 1);
  gtk_editable_set_text (GTK_EDITABLE (search), "there is none");
  g_signal_emit_by_name (search, "search-changed");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpuint (test_frames_count_rows (list), ==, 0);
  g_assert_true (gtk_widget_get_visible (note));
  gtk_window_destroy (window);
}

static GtkWidget *
new_row (gboolean with_column)
{
  GtkWidget *row = adw_action_row_new ();

  if (with_column)
    ls_column_layout_use_in_row (ADW_ACTION_ROW (row));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), "JavaScript: continuations starve their equals");
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), "A task that yields in a loop comes back before every task of its priority "
                                                     "that has been posted since, so that none of them runs for a long time");
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  return row;
}

/* A row with a column of texts is what it is without, at all widths, but does not look for how narrow its texts can be. */
static void
test_frames_column (void)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *rows[] = { new_row (FALSE), new_row (TRUE) };
  GtkWidget *titles = gtk_widget_get_parent (test_ui_find (rows[1], GTK_TYPE_LABEL, "title"));
  GtkWindow *window;
  int natural[2], minimum[2];

  g_assert_true (LS_IS_COLUMN_LAYOUT (gtk_widget_get_layout_manager (titles)));
  for (guint i = 0; i < 2; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), rows[i]);
  window = test_ui_new_window (list, 800, 400);
  test_ui_settle (GTK_WIDGET (window));
  for (guint i = 0; i < 2; i++)
    gtk_widget_measure (rows[i], GTK_ORIENTATION_HORIZONTAL, -1, &minimum[i], &natural[i], NULL, NULL);
  g_assert_cmpint (minimum[0], ==, minimum[1]);
  g_assert_cmpint (natural[0], ==, natural[1]);
  for (int width = minimum[0]; width < 1000; width += 17)
    {
      static const char *const names[] = { "title", "subtitle" };
      int heights[2];

      for (guint i = 0; i < 2; i++)
        {
          gtk_widget_measure (rows[i], GTK_ORIENTATION_VERTICAL, width, NULL, &heights[i], NULL, NULL);
          gtk_widget_size_allocate (rows[i], &(GtkAllocation) { 0, 0, width, heights[i] }, -1);
        }
      g_assert_cmpint (heights[0], ==, heights[1]);
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        {
          graphene_rect_t bounds[2];

          for (guint i = 0; i < 2; i++)
            g_assert_true (gtk_widget_compute_bounds (test_ui_find (rows[i], GTK_TYPE_LABEL, names[k]), rows[i], &bounds[i]));
          g_assert_true (graphene_rect_equal (&bounds[0], &bounds[1]));
        }
    }
  /* Whatever the height. */
  gtk_widget_measure (titles, GTK_ORIENTATION_HORIZONTAL, 200, &minimum[0], &natural[0], NULL, NULL);
  gtk_widget_measure (titles, GTK_ORIENTATION_HORIZONTAL, -1, &minimum[1], &natural[1], NULL, NULL);
  g_assert_cmpint (minimum[0], ==, minimum[1]);
  g_assert_cmpint (natural[0], ==, natural[1]);
  gtk_window_destroy (window);
}

static const char lorem[] =
  "Its queue (user-visible, task) has effective priority %u and is the only runnable queue. It is the oldest runnable task "
  "there (enqueue order %u).\nIt starts when “again” and its microtasks are done: averyverylongwordthatfitsnowhere.";

static GtkWidget *
new_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  ls_widget_wrap (label);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  return label;
}

static GtkWidget *
new_block (void)
{
  GtkWidget *block = g_object_new (LS_TYPE_TEXT_BLOCK, NULL);

  gtk_widget_add_css_class (block, "caption");
  return block;
}

static void
assert_label (GtkWidget  *block,
              const char *expected)
{
  g_autofree char *label = NULL;

  g_object_get (block, "label", &label, NULL);
  g_assert_cmpstr (label, ==, expected);
}

/* A text that passes is as high as in a label, at all widths, and laid out once. */
static void
test_frames_text (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = new_label ();
  GtkWidget *block = new_block ();
  g_autofree char *first = g_strdup_printf (lorem, 1, 2);
  GtkWindow *window;
  guint n_layouts;
  int height, least, natural;

  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), block);
  gtk_label_set_label (GTK_LABEL (label), first);
  ls_text_block_set_text (LS_TEXT_BLOCK (block), first);
  window = test_ui_new_window (box, 300, 400);
  test_ui_settle (GTK_WIDGET (window));
  gtk_widget_measure (block, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (block, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  for (int width = 60; width < 700; width += 13)
    {
      int heights[2];

      gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, width, &heights[0], NULL, NULL, NULL);
      gtk_widget_measure (block, GTK_ORIENTATION_VERTICAL, width, &heights[1], NULL, NULL, NULL);
      g_assert_cmpint (heights[0], ==, heights[1]);
      g_assert_true (width > natural || heights[1] >= least);
    }
  /* A box need not give more than the natural width, and asks for the height first. */
  gtk_widget_measure (block, GTK_ORIENTATION_VERTICAL, natural, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, ==, least);
  gtk_widget_queue_resize (block);
  test_ui_settle (GTK_WIDGET (window));
  height = gtk_widget_get_height (block);
  g_assert_cmpint (height, ==, gtk_widget_get_height (label));

  n_layouts = ls_text_block_get_n_layouts (LS_TEXT_BLOCK (block));
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *text = g_strdup_printf (lorem, i, 9 - i);

      ls_text_block_set_text (LS_TEXT_BLOCK (block), text);
      ls_text_block_set_text (LS_TEXT_BLOCK (block), text);
      assert_label (block, text);
      test_ui_settle (GTK_WIDGET (window));
    }
  g_assert_cmpint (gtk_widget_get_height (block), ==, height);
  g_assert_cmpuint (ls_text_block_get_n_layouts (LS_TEXT_BLOCK (block)) - n_layouts, ==, 9);

  ls_text_block_set_text (LS_TEXT_BLOCK (block), "one line");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_height (block), <, height / 2);
  gtk_label_set_label (GTK_LABEL (label), "one line");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_height (block), ==, gtk_widget_get_height (label));
  gtk_window_destroy (window);
}

/* At full speed nobody can select what Why says; when the run pauses, everybody can. */
static void
test_frames_why (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *text = test_ui_find (test_window_get_child (window, "why"), GTK_TYPE_LABEL, "text");
  GtkWidget *passing = test_ui_find (test_window_get_child (window, "why"), LS_TYPE_TEXT_BLOCK, "passing_text");

  test_window_activate (window, "win.step", NULL);
  test_window_wait (window);
  g_assert_true (gtk_widget_get_visible (text));
  g_assert_false (gtk_widget_get_visible (passing));
  ls_player_set_speed (player, LS_SPEED_MAXIMUM);
  ls_player_set_running (player, TRUE);
  g_assert_false (gtk_widget_get_visible (text));
  g_assert_true (gtk_widget_get_visible (passing));
  assert_label (passing, gtk_label_get_label (GTK_LABEL (text)));
  ls_player_set_running (player, FALSE);
  g_assert_true (gtk_widget_get_visible (text));
  g_assert_false (gtk_widget_get_visible (passing));
  test_window_close (window);
}

void
test_frames_add_text (void)
{
  g_test_add_func ("/frames/matcher", test_frames_matcher);
  g_test_add_func ("/frames/choose", test_frames_choose);
  g_test_add_func ("/frames/column", test_frames_column);
  g_test_add_func ("/frames/text", test_frames_text);
  g_test_add_func ("/frames/why", test_frames_why);
}
