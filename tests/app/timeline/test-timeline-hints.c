/* test-timeline-hints.c: the header of the timeline, and the flags of its ruler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-pixels.h"
#include "test-timeline-util.h"

#include "ls-timeline-hints.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-ruler.h"

/* Bookmarks and notes are said where the position is. */
static void
test_note (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  LsDebugger *debugger = ls_window_get_debugger (shown.window);
  GtkWidget *hints = test_window_get_child (shown.window, "timeline_hints");
  GtkWidget *text = test_ui_find (hints, GTK_TYPE_LABEL, "mark_text");
  GtkWidget *hint = test_ui_find (hints, GTK_TYPE_LABEL, "hint");
  g_autofree char *said = NULL;
  g_autofree char *silent = NULL;

  ls_debugger_set_marks (debugger, 5, "a bookmark", "and a note", "mark");
  ls_debugger_set_marks (debugger, 7, "another", NULL, "mark");
  test_window_go_to (shown.window, 4);
  test_ui_settle (hints);
  g_assert_false (gtk_widget_get_mapped (text));
  g_assert_true (gtk_widget_get_mapped (hint));
  g_assert_null (ls_timeline_scene_get_note (shown.scene));
  silent = ls_timeline_chart_describe (shown.chart);
  g_assert_null (strstr (silent, "Note: "));

  test_window_go_to (shown.window, 5);
  test_ui_settle (hints);
  g_assert_true (gtk_widget_get_mapped (text));
  g_assert_false (gtk_widget_get_mapped (hint));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (text)), ==, "a bookmark · and a note");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (text), ==, "a bookmark ·\nand a note");
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "a bookmark ·\nand a note");
  /* Assistive technology reads it with the position. */
  said = ls_timeline_chart_describe (shown.chart);
  g_assert_true (g_str_has_suffix (said, ". Note: a bookmark ·\nand a note"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (shown.chart), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, said);

  /* A note that changes or goes while the position is there. */
  ls_debugger_set_marks (debugger, 5, NULL, "only a note", "mark");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (text)), ==, "only a note");
  test_window_activate (shown.window, "win.undo", NULL);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (text)), ==, "a bookmark · and a note");
  ls_debugger_set_marks (debugger, 5, NULL, NULL, "mark");
  test_ui_settle (hints);
  g_assert_false (gtk_widget_get_mapped (text));

  /* They are said whatever page is shown. The hint and the legend are the timeline's. */
  test_window_go_to (shown.window, 7);
  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (shown.window, "bottom_stack")), "log");
  test_ui_settle (hints);
  g_assert_true (gtk_widget_get_mapped (text));
  g_assert_false (gtk_widget_get_visible (test_ui_find (hints, GTK_TYPE_MENU_BUTTON, "legend")));
  test_window_go_to (shown.window, 8);
  g_assert_false (gtk_widget_get_visible (hint));
  gtk_stack_set_visible_child_name (GTK_STACK (test_window_get_child (shown.window, "bottom_stack")), "timeline");
  g_assert_true (gtk_widget_get_visible (hint));
  test_window_close (shown.window);
}

/* The legend has every sign that marks have. */
static void
test_legend (void)
{
  static const char *const signs[] = { "▼", "▽", "✕", "▲", "•", "↻", "⚑" };
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  GtkWidget *hints = test_window_get_child (shown.window, "timeline_hints");
  GtkWidget *legend = test_ui_find (hints, GTK_TYPE_MENU_BUTTON, "legend");
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (legend)));

  g_assert_true (gtk_widget_get_mapped (legend));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (legend), GTK_ACCESSIBLE_PROPERTY_LABEL, "Legend of the timeline");
  gtk_menu_button_popup (GTK_MENU_BUTTON (legend));
  test_ui_wait_for (gtk_widget_get_mapped (popover));
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    g_assert_nonnull (test_pixels_find_label (popover, signs[i]));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (legend));
  test_window_close (shown.window);
}

typedef struct
{
  GArray  *labels, *flags;     /* (element-type graphene_rect_t) */
} Ruler;

static void
look (GskRenderNode *node,
      float          x,
      float          y,
      Ruler         *ruler)
{
  graphene_rect_t bounds;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        look (gsk_container_node_get_child (node, i), x, y, ruler);
      break;
    case GSK_TRANSFORM_NODE:
      {
        float dx = 0, dy = 0;

        gsk_transform_to_translate (gsk_transform_node_get_transform (node), &dx, &dy);
        look (gsk_transform_node_get_child (node), x + dx, y + dy, ruler);
        break;
      }
    case GSK_CLIP_NODE:
      look (gsk_clip_node_get_child (node), x, y, ruler);
      break;
    case GSK_TEXT_NODE:
    case GSK_COLOR_NODE:
    case GSK_BORDER_NODE:
      gsk_render_node_get_bounds (node, &bounds);
      graphene_rect_offset (&bounds, x, y);
      if (gsk_render_node_get_node_type (node) == GSK_TEXT_NODE)
        g_array_append_val (ruler->labels, bounds);
      else if (bounds.size.width == 9)
        g_array_append_val (ruler->flags, bounds);
      break;
    default:
      break;
    }
}

/* However many flags there are, they leave the labels free. */
static void
test_flags (void)
{
  TestTimeline shown = test_timeline_show (TEST_EXAMPLE, 1360, 860);
  LsDebugger *debugger = ls_window_get_debugger (shown.window);
  GtkWidget *ruler = test_ui_find (GTK_WIDGET (shown.timeline), LS_TYPE_TIMELINE_RULER, NULL);
  const int height = gtk_widget_get_height (ruler);
  Ruler seen = { g_array_new (FALSE, FALSE, sizeof (graphene_rect_t)), g_array_new (FALSE, FALSE, sizeof (graphene_rect_t)) };
  g_autoptr (GskRenderNode) node = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  for (guint32 step = 1; step <= 60; step++)
    ls_debugger_set_marks (debugger, step, "here", step % 2 ? "a note" : NULL, "mark");
  test_ui_settle (ruler);
  g_assert_cmpint (gtk_widget_get_height (ruler), ==, height);
  GTK_WIDGET_GET_CLASS (ruler)->snapshot (ruler, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  look (node, 0, 0, &seen);
  g_assert_cmpuint (seen.labels->len, >, 8);
  g_assert_cmpuint (seen.flags->len, >=, 90);
  for (guint i = 0; i < seen.labels->len; i++)
    for (guint j = 0; j < seen.flags->len; j++)
      g_assert_false (graphene_rect_intersection (&g_array_index (seen.labels, graphene_rect_t, i),
                                                  &g_array_index (seen.flags, graphene_rect_t, j), NULL));
  for (guint j = 0; j < seen.flags->len; j++)
    {
      const graphene_rect_t *flag = &g_array_index (seen.flags, graphene_rect_t, j);

      g_assert_cmpfloat (flag->origin.y + flag->size.height, <=, height);
    }
  g_array_unref (seen.labels);
  g_array_unref (seen.flags);
  test_window_close (shown.window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/timeline/hints/note", test_note);
  g_test_add_func ("/timeline/hints/legend", test_legend);
  g_test_add_func ("/timeline/hints/flags", test_flags);

  return g_test_run ();
}
