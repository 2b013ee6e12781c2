/* test-pictures.c: what the window looks like, to be looked at, and what nobody may miss in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "test-pixels.h"
#include "test-window-util.h"

#include "ls-events-table.h"
#include "ls-priority-card.h"
#include "ls-program-pane.h"
#include "ls-signal-tree.h"
#include "ls-source-card.h"
#include "ls-stage.h"
#include "ls-task-chip.h"
#include "ls-timeline-chart.h"
#include "ls-transport.h"
#include "ls-welcome.h"
#include "ls-why-card.h"

#define N_PLACES 5

static const char *
get_task_name (LsPlayer *player,
               guint32   task)
{
  return ls_trace_get_text (ls_player_get_trace (player), ls_state_get_task (ls_player_get_state (player), task)->name);
}

static GtkWidget *
find_chip (GtkWidget *root,
           guint32    task)
{
  if (LS_IS_TASK_CHIP (root) && gtk_widget_get_mapped (root) && ls_task_chip_get_task (LS_TASK_CHIP (root)) == task)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_chip (child, task);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
check_chip (const TestPixels *picture,
            GtkWidget        *root,
            LsPlayer         *player,
            guint32           task)
{
  GtkWidget *chip = find_chip (root, task);

  g_assert_nonnull (chip);
  g_assert_true (test_pixels_has_whole (picture, chip));
  test_pixels_check_label (picture, test_pixels_find_label (chip, get_task_name (player, task)), 4.5);
}

/* The three priorities, each with its color at the side where lines begin, and all queues that have tasks by their oldest one. */
static void
check_stage (const TestPixels *picture,
             GtkWidget        *stage,
             LsPlayer         *player)
{
  static const guint32 colors[LS_N_TASK_PRIORITIES] = { 0xff1c71d8, 0xffe5a50a, 0xffc01c28 };
  LsState *state = ls_player_get_state (player);
  guint n_cards = 0, n_queues = 0;

  for (GtkWidget *card = test_ui_find (stage, LS_TYPE_PRIORITY_CARD, NULL); card != NULL; card = gtk_widget_get_next_sibling (card))
    if (LS_IS_PRIORITY_CARD (card))
      {
        LsTaskPriority priority = ls_priority_card_get_priority (LS_PRIORITY_CARD (card));
        gboolean is_rtl = gtk_widget_get_direction (card) == GTK_TEXT_DIR_RTL;
        graphene_rect_t part;
        int bar;

        g_assert_true (test_pixels_has_whole (picture, card));
        g_assert_true (test_pixels_get_part (picture, card, &part));
        bar = part.origin.x + (is_rtl ? part.size.width - 3 : 2);
        test_pixels_check_label (picture, test_ui_find (card, GTK_TYPE_LABEL, ls_task_priority_to_string (priority)), 4.5);
        g_assert_cmphex (test_pixels_get (picture, bar, part.origin.y + part.size.height / 2), ==, colors[priority - LS_TASK_PRIORITY_BACKGROUND]);
        n_cards++;
      }
  g_assert_cmpuint (n_cards, ==, G_N_ELEMENTS (colors));

  for (guint32 queue = 1; queue <= ls_state_get_n_queues (state); queue++)
    {
      const LsQueueState *data = ls_state_get_queue (state, queue);

      if (data->tasks.length == 0)
        continue;
      check_chip (picture, stage, player, data->tasks.first);
      n_queues++;
    }
  g_assert_cmpuint (n_queues, ==, 5);
}

/* How much of @widget has the color of a priority, or about it: what is still to come is paler. */
static guint
count_hue (const TestPixels *picture,
           GtkWidget        *widget,
           double            from,
           double            to)
{
  graphene_rect_t part;
  guint n = 0;

  g_assert_true (test_pixels_get_part (picture, widget, &part));
  for (int y = ceilf (part.origin.y); y + 1 <= part.origin.y + part.size.height; y++)
    for (int x = ceilf (part.origin.x); x + 1 <= part.origin.x + part.size.width; x++)
      {
        guint32 pixel = test_pixels_get (picture, x, y);
        float red = (pixel >> 16 & 0xff) / 255.f, green = (pixel >> 8 & 0xff) / 255.f, blue = (pixel & 0xff) / 255.f;
        float hue, saturation, value;

        gtk_rgb_to_hsv (red, green, blue, &hue, &saturation, &value);
        hue = hue > 0.9 ? hue - 1 : hue;
        n += saturation > 0.3 && hue >= from && hue < to;
      }
  return n;
}

/* All priorities have run for a while. */
static void
check_timeline (const TestPixels *picture,
                GtkWidget        *chart)
{
  g_assert_true (test_pixels_has_whole (picture, chart));
  g_assert_cmpuint (count_hue (picture, chart, -0.04, 0.04), >, 1000);
  g_assert_cmpuint (count_hue (picture, chart, 0.08, 0.16), >, 1000);
  g_assert_cmpuint (count_hue (picture, chart, 0.55, 0.65), >, 1000);
}

/* What is at the side as well, where there is room for it. */
static void
check_panes (const TestPixels *picture,
             LsPlayer         *player)
{
  LsState *state = ls_player_get_state (player);
  GtkWidget *program = test_ui_find (picture->window, LS_TYPE_PROGRAM_PANE, NULL);
  GtkWidget *why = test_ui_find (picture->window, LS_TYPE_WHY_CARD, NULL);
  GtkWidget *running = test_ui_find (picture->window, LS_TYPE_SOURCE_CARD, NULL);

  g_assert_true (test_pixels_has_whole (picture, program));
  /* The program is at the place that ran last. */
  g_assert_true (test_pixels_has_whole (picture, test_ui_find_class (program, "current")));
  g_assert_true (test_pixels_has_whole (picture, test_ui_find (picture->window, LS_TYPE_SIGNAL_TREE, NULL)));
  test_pixels_check_label (picture, test_pixels_find_label (why, get_task_name (player, ls_state_get_next_task (state))), 4.5);
  g_assert_true (test_pixels_has_whole (picture, running));
  check_chip (picture, running, player, ls_state_get_busy_task (state));
}

static void
check_window (const TestPixels *picture,
              LsPlayer         *player,
              AdwColorScheme    scheme)
{
  GtkWidget *stage = test_ui_find (picture->window, LS_TYPE_STAGE, NULL);
  gboolean is_wide = picture->width > 1000;
  graphene_rect_t part;
  double luminance;

  g_assert_true (test_pixels_get_part (picture, stage, &part));
  luminance = test_pixels_get_luminance (test_pixels_get (picture, part.origin.x + 2, part.origin.y + part.size.height - 2));
  if (scheme == ADW_COLOR_SCHEME_FORCE_DARK)
    g_assert_cmpfloat (luminance, <, 0.1);
  else
    g_assert_cmpfloat (luminance, >, 0.8);

  g_assert_true (test_pixels_has_whole (picture, test_ui_find (picture->window, LS_TYPE_TRANSPORT, NULL)));
  check_stage (picture, stage, player);
  check_timeline (picture, test_ui_find (picture->window, LS_TYPE_TIMELINE_CHART, NULL));
  if (is_wide)
    check_panes (picture, player);
  g_assert_cmpuint (test_pixels_check_labels (picture, picture->window), >, is_wide ? 120 : 40);
}

/* The step at which the most lanes have tasks, while something runs. */
static guint32
find_busiest_step (LsPlayer *player)
{
  LsTrace *trace = ls_player_get_trace (player);
  g_autoptr (LsState) state = ls_state_new (trace);
  guint32 best = 1;
  guint best_score = 0;

  for (guint32 step = 1; step <= ls_trace_get_n_steps (trace); step++)
    {
      guint lanes = 0;
      guint score;

      ls_state_seek (state, ls_trace_find_step (trace, step));
      for (guint32 queue = 1; queue <= ls_state_get_n_queues (state); queue++)
        {
          const LsQueueState *data = ls_state_get_queue (state, queue);

          if (data->tasks.length > 0)
            lanes |= 1u << data->effective_priority;
        }
      score = 4 * (lanes >> 5 & 1) + 2 * (lanes >> 1 & 1) + (lanes >> 2 & 3) + (lanes >> 4 & 1) +
              2 * (ls_state_get_busy_task (state) != 0);
      if (score > best_score)
        {
          best = step;
          best_score = score;
        }
    }

  return best;
}

/* Where the parts of the window are, as distances from the side where lines begin. */
static void
find_places (const TestPixels *picture,
             float            *places)
{
  const GType types[N_PLACES] = {
    LS_TYPE_TRANSPORT, LS_TYPE_PROGRAM_PANE, LS_TYPE_STAGE, LS_TYPE_SOURCE_CARD, LS_TYPE_WHY_CARD,
  };

  for (guint i = 0; i < N_PLACES; i++)
    {
      graphene_rect_t part;

      g_assert_true (test_pixels_get_part (picture, test_ui_find (picture->window, types[i], NULL), &part));
      places[i] = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL ? picture->width - part.origin.x - part.size.width
                                                                          : part.origin.x;
    }
}

/* @places: (nullable): where the parts of the larger window are */
static void
take_pictures (AdwColorScheme scheme,
               const char    *scheme_name,
               float         *places)
{
  static const int sizes[][2] = { { 1360, 860 }, { 800, 600 } };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LsWindow *window = test_window_new (TEST_EXAMPLE, sizes[i][0], sizes[i][1]);
      LsPlayer *player = test_window_get_player (window);
      g_autofree char *name = g_strdup_printf ("window-%s-%dx%d", scheme_name, sizes[i][0], sizes[i][1]);
      g_auto (TestPixels) picture = { 0 };

      test_window_activate (window, "win.to-end", NULL);
      test_window_go_to (window, find_busiest_step (player));
      test_ui_settle (GTK_WIDGET (window));
      test_pixels_take (&picture, GTK_WIDGET (window), name);
      g_assert_cmpint (picture.width, ==, sizes[i][0]);
      g_assert_cmpint (picture.height, ==, sizes[i][1]);
      check_window (&picture, player, scheme);
      if (i == 0 && places != NULL)
        find_places (&picture, places);
      test_window_close (window);
    }
}

static void
test_pictures_light (void)
{
  take_pictures (ADW_COLOR_SCHEME_FORCE_LIGHT, "light", NULL);
}

static void
test_pictures_dark (void)
{
  take_pictures (ADW_COLOR_SCHEME_FORCE_DARK, "dark", NULL);
}

/* Everything is on the other side. */
static void
test_pictures_rtl (void)
{
  float ltr[N_PLACES], rtl[N_PLACES];

  take_pictures (ADW_COLOR_SCHEME_FORCE_LIGHT, "light", ltr);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  take_pictures (ADW_COLOR_SCHEME_FORCE_LIGHT, "rtl", rtl);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  for (guint i = 0; i < N_PLACES; i++)
    g_assert_cmpfloat (fabsf (ltr[i] - rtl[i]), <=, 2);
}

/* The color behind a number in the table of events. */
static guint32
get_row_color (const TestPixels *picture,
               GtkWidget        *table,
               gsize             number)
{
  g_autofree char *text = g_strdup_printf ("%zu", number);
  GtkWidget *cell = test_pixels_find_label (table, text);
  graphene_rect_t part;

  test_pixels_check_label (picture, cell, 4.5);
  g_assert_true (test_pixels_get_part (picture, cell, &part));
  return test_pixels_get (picture, part.origin.x + 1, part.origin.y + 1);
}

/* The start, and another page below. */
static void
test_pictures_pages (void)
{
  static const char *const choices[] = { "Open…", "New Program", "Empty Session", "Lessons", "1. The event loop" };
  LsWindow *window = test_window_new (NULL, 1360, 860);
  g_auto (TestPixels) welcome = { 0 };
  g_auto (TestPixels) events = { 0 };
  g_autofree char *n_events = NULL;
  GtkWidget *start, *table;

  test_pixels_take (&welcome, GTK_WIDGET (window), "window-welcome");
  start = test_ui_find (welcome.window, LS_TYPE_WELCOME, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    test_pixels_check_label (&welcome, test_pixels_find_label (start, choices[i]), 3);
  g_assert_cmpuint (test_pixels_check_labels (&welcome, welcome.window), >, 12);
  test_window_close (window);

  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 20);
  test_window_activate (window, "win.search", NULL);
  for (guint i = 0; i < 5; i++)
    test_ui_settle (GTK_WIDGET (window));
  test_pixels_take (&events, GTK_WIDGET (window), "window-events");
  table = test_ui_find (events.window, LS_TYPE_EVENTS_TABLE, NULL);
  g_assert_true (test_pixels_has_whole (&events, table));
  g_assert_false (gtk_widget_get_mapped (test_ui_find (events.window, LS_TYPE_TIMELINE_CHART, NULL)));
  n_events = g_strdup_printf ("%zu events", ls_trace_get_length (ls_player_get_trace (test_window_get_player (window))));
  test_pixels_check_label (&events, test_pixels_find_label (table, n_events), 2);
  test_pixels_check_label (&events, test_pixels_find_label (table, "Any priority"), 4.5);
  /* The record of the position is on screen, and its row is told from those beside it. */
  {
    gsize position = ls_player_get_position (test_window_get_player (window));
    guint32 color = get_row_color (&events, table, position);

    g_assert_cmphex (color, !=, get_row_color (&events, table, position - 1));
    g_assert_cmphex (color, !=, get_row_color (&events, table, position + 1));
  }
  g_assert_cmpuint (test_pixels_check_labels (&events, table), >, 25);
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT

/* The color behind a line of the program, where it has no text. */
static guint32
get_line_color (const TestPixels *picture,
                GtkTextView      *view,
                guint             line)
{
  GdkRectangle where;
  GtkTextIter iter;
  graphene_rect_t part;
  int x, y;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, line - 1);
  gtk_text_view_get_iter_location (view, &iter, &where);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, where.x, where.y, &x, &y);
  g_assert_true (test_pixels_get_part (picture, GTK_WIDGET (view), &part));
  return test_pixels_get (picture, part.origin.x + x + 4, part.origin.y + y + where.height / 2);
}

/* A program at a breakpoint: the line that is about to run, and what the run stopped at. */
static void
test_pictures_program (void)
{
  LsWindow *window = test_window_new (NULL, 1360, 860);
  LsDebugger *debugger = ls_window_get_debugger (window);
  GtkTextView *view;
  g_auto (TestPixels) picture = { 0 };

  test_window_activate (window, "win.new-program", "s", "gallery");
  view = test_window_get_text_view (window);
  test_window_activate (window, "win.to-end", NULL);
  ls_breakpoints_add (ls_debugger_get_breakpoints (debugger), "gallery.js", 9, 9);
  test_window_activate (window, "win.to-breakpoint-back", NULL);
  test_window_activate (window, "win.to-breakpoint-back", NULL);
  test_ui_settle (GTK_WIDGET (window));
  test_pixels_take (&picture, GTK_WIDGET (window), "window-program");
  test_pixels_check_label (&picture, test_pixels_find_label (picture.window, "gallery.js:9:5"), 4.5);
  g_assert_cmphex (get_line_color (&picture, view, 8), ==, get_line_color (&picture, view, 10));
  g_assert_cmphex (get_line_color (&picture, view, 9), !=, get_line_color (&picture, view, 10));
  check_chip (&picture, test_ui_find (picture.window, LS_TYPE_SOURCE_CARD, NULL), test_window_get_player (window),
              ls_state_get_running_task (ls_player_get_state (test_window_get_player (window))));
  g_assert_cmpuint (test_pixels_check_labels (&picture, picture.window), >, 50);
  test_window_close (window);
}

#endif

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/pictures/light", test_pictures_light);
  g_test_add_func ("/pictures/dark", test_pictures_dark);
  g_test_add_func ("/pictures/right-to-left", test_pictures_rtl);
  g_test_add_func ("/pictures/pages", test_pictures_pages);

#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/pictures/program", test_pictures_program);
#endif

  return g_test_run ();
}
