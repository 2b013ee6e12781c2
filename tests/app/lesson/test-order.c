/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-lesson-util.h"

#include "ls-lesson-order.h"
#include "ls-lesson-order-row.h"

/* Pages of lessons that ask for an order: the learner moves rows, and the run says what is right. */

#define PROGRAM \
  "setTimeout(function timer() { console.log('timer'); }, 0);\\n" \
  "Promise.resolve().then(function show() { console.log('shown'); });\\n" \
  "Promise.resolve().then(function next() { console.log('next'); });\\n" \
  "console.log('end');"
#define QUESTION \
  "\"question\":{\"text\":\"Put the lines into order\",\"lines\":[\"end\",\"timer\",\"shown\",\"lost\",\"next\"],\"because\":\"Tasks are last.\"}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Order\",\"program\":{\"kind\":\"javascript\",\"source\":\"" PROGRAM "\"}," \
  "\"lesson\":{\"id\":\"order\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"]," QUESTION "},{\"title\":\"U\",\"text\":[\"Q\"]}]}}"

static const char *
get_row_text (GtkWidget *row)
{
  return gtk_label_get_label (GTK_LABEL (gtk_widget_get_template_child (row, LS_TYPE_LESSON_ORDER_ROW, "text")));
}

/* Returns the row with a text. */
static GtkWidget *
get_row (LsWindow   *window,
         const char *text)
{
  GtkWidget *row = gtk_widget_get_first_child (get_asked (window, "order", "rows"));

  while (!LS_IS_LESSON_ORDER_ROW (row) || !g_str_equal (get_row_text (row), text))
    row = gtk_widget_get_next_sibling (row);
  return row;
}

/* Returns the rows as they stand. */
static char *
dup_rows (LsWindow *window)
{
  GString *rows = g_string_new (NULL);

  for (int i = 0; gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_asked (window, "order", "rows")), i) != NULL; i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (get_asked (window, "order", "rows")), i));

      g_string_append_printf (rows, "%s%s", i > 0 ? "," : "", LS_IS_LESSON_ORDER_ROW (row) ? get_row_text (row) : "-");
    }
  return g_string_free (rows, FALSE);
}

static void
assert_rows (LsWindow   *window,
             const char *expected)
{
  g_autofree char *rows = dup_rows (window);

  g_assert_cmpstr (rows, ==, expected);
}

static void
press (LsWindow   *window,
       const char *text,
       const char *button)
{
  g_signal_emit_by_name (gtk_widget_get_template_child (get_row (window, text), LS_TYPE_LESSON_ORDER_ROW, button), "clicked");
}

static void
press_often (LsWindow   *window,
             const char *text,
             const char *button)
{
  for (guint i = 0; i < 6; i++)
    press (window, text, button);
}

/* Moves rows with their buttons until they stand like this; "-" parts off those that never come. */
static void
arrange (LsWindow   *window,
         const char *wanted)
{
  g_auto (GStrv) texts = g_strsplit (wanted, ",", -1);
  guint never = 0;

  while (!g_str_equal (texts[never], "-"))
    never++;
  for (guint i = never; i > 0; i--)
    press_often (window, texts[i - 1], "up");
  for (guint i = never + 1; texts[i] != NULL; i++)
    press_often (window, texts[i], "down");
  assert_rows (window, wanted);
}

static void
answer (LsWindow *window)
{
  g_signal_emit_by_name (get_asked (window, "order", "commit"), "clicked");
  test_ui_wait_for (gtk_widget_get_mapped (get_verdict_part (get_part (window, "order"), "feedback_box")));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static const char *
get_feedback (LsWindow *window)
{
  return gtk_label_get_text (GTK_LABEL (get_verdict_part (get_part (window, "order"), "feedback")));
}

static LsWindow *
order_window (void)
{
  return lesson_session_window (SESSION, 1360, 860, 0);
}

static guint
count_lines (LsWindow *window)
{
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));
  guint n_lines = 0;

  for (gsize i = 0; i < ls_player_get_position (test_window_get_player (window)); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n_lines += record.kind == LS_RECORD_LOG;
    }
  return n_lines;
}

/* Nothing is known before there is an answer; then the first wrong pair is marked, and what comes first shows. */
static void
test_wrong (void)
{
  LsWindow *window = order_window ();

  g_assert_true (gtk_widget_get_mapped (get_part (window, "order")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "question")));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  g_assert_false (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  arrange (window, "end,timer,shown,next,-,lost");
  answer (window);
  g_assert_true (g_str_has_prefix (get_feedback (window), "Not quite. “shown” comes before “timer”. "));
  g_assert_nonnull (strstr (get_feedback (window), "runs first"));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, 0);
  g_assert_true (gtk_widget_has_css_class (get_row (window, "end"), "right"));
  g_assert_true (gtk_widget_has_css_class (get_row (window, "timer"), "wrong"));
  g_assert_true (gtk_widget_has_css_class (get_row (window, "shown"), "wrong"));
  g_assert_false (gtk_widget_has_css_class (get_row (window, "next"), "wrong"));
  g_assert_false (gtk_widget_has_css_class (get_row (window, "next"), "right"));
  gtk_test_accessible_assert_property (get_row (window, "shown"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Not in its place");
  g_assert_false (gtk_widget_get_visible (get_verdict_part (get_part (window, "order"), "because")));
  g_assert_true (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  /* “end” and “shown” have come: the step of the first of the pair. */
  g_assert_cmpuint (count_lines (window), ==, 2);
  test_window_close (window);
}

static const struct
{
  const char *rows;
  const char *feedback;
} answers[] = {
  { "end,next,shown,timer,-,lost", "Not quite. “shown” comes before “next”. Microtasks in the turn of task 1 “main.js” print both. They run in the "
    "order in which they were queued: " },
  { "shown,end,next,timer,-,lost", "Not quite. “end” comes before “shown”. The callback of task 1 “main.js” prints the one." },
  { "end,shown,lost,next,timer,-", "Not quite. “lost” never comes." },
  { "end,shown,next,-,timer,lost", "Not quite. “timer” does come, at 0 ms." },
  { "end,shown,next,timer,-,lost", "Correct." },
};

/* The reason is that of the run. A learner may try as often as they like. */
static void
test_again (void)
{
  LsWindow *window = order_window ();

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      arrange (window, answers[i].rows);
      answer (window);
      if (!g_str_has_prefix (get_feedback (window), answers[i].feedback))
        g_error ("found “%s”, expected “%s”", get_feedback (window), answers[i].feedback);
      g_assert_true (gtk_widget_get_visible (get_verdict_part (get_part (window, "order"), "again_box")) == (i + 1 < G_N_ELEMENTS (answers)));
      if (i + 1 < G_N_ELEMENTS (answers))
        g_signal_emit_by_name (get_verdict_part (get_part (window, "order"), "again"), "clicked");
    }
  g_assert_true (gtk_widget_get_visible (get_verdict_part (get_part (window, "order"), "because")));
  g_assert_true (gtk_widget_has_css_class (get_row (window, "lost"), "right"));
  test_window_close (window);
}

/* The solution comes when it is asked for. It is restored with the page, and forgotten from the start on. */
static void
test_back (void)
{
  LsWindow *window = order_window ();
  g_autofree char *shuffled = dup_rows (window);

  arrange (window, "timer,end,shown,next,lost,-");
  answer (window);
  act (window, "lesson.next");
  g_assert_false (gtk_widget_get_visible (get_part (window, "order")));
  act (window, "lesson.back");
  test_ui_wait_for (gtk_widget_get_mapped (get_verdict_part (get_part (window, "order"), "feedback_box")));
  assert_rows (window, "timer,end,shown,next,lost,-");
  g_assert_true (g_str_has_prefix (get_feedback (window), "Not quite. “end” comes before “timer”."));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, 0);

  g_signal_emit_by_name (get_verdict_part (get_part (window, "order"), "solution"), "clicked");
  assert_rows (window, "end,shown,next,timer,-,lost");
  g_assert_cmpstr (get_feedback (window), ==, "This is the order.");
  g_assert_false (gtk_widget_get_visible (get_verdict_part (get_part (window, "order"), "again_box")));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_cmpuint (count_lines (window), ==, 1);
  act (window, "lesson.next");
  act (window, "lesson.back");
  test_ui_wait_for (gtk_widget_get_mapped (get_verdict_part (get_part (window, "order"), "feedback_box")));
  assert_rows (window, "end,shown,next,timer,-,lost");
  assert_noted (window, FALSE, "timer → end → shown → next → lost:wrong 0 1 0");

  act (window, "lesson.restart");
  assert_rows (window, shuffled);
  g_assert_true (gtk_widget_get_visible (get_asked (window, "order", "commit")));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  test_window_close (window);
}

/* A page that is left while the run is looked for gets no answer. */
static void
test_left (void)
{
  LsWindow *window = order_window ();

  g_signal_emit_by_name (get_asked (window, "order", "commit"), "clicked");
  act (window, "lesson.next");
  act (window, "lesson.back");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (get_verdict_part (get_part (window, "order"), "feedback_box")));
  g_assert_true (gtk_widget_get_sensitive (get_asked (window, "order", "commit")));
  answer (window);
  g_signal_emit_by_name (get_verdict_part (get_part (window, "order"), "again"), "clicked");
  g_signal_emit_by_name (get_asked (window, "order", "commit"), "clicked");
  test_window_close (window);
}

/* The order is that of the lesson's run, also where the user has made another one, which stays where it is. */
static void
test_changed (void)
{
  LsWindow *window = order_window ();
  LsPlayer *player = test_window_get_player (window);
  gsize position;

  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('timer'); console.log('end');", -1);
  test_window_activate (window, "win.run-again", NULL);
  test_ui_wait_for (gtk_widget_get_visible (get_part (window, "notice")) && !ls_player_is_pending (player));
  position = ls_player_get_position (player);
  arrange (window, "end,shown,next,timer,-,lost");
  answer (window);
  g_assert_cmpstr (get_feedback (window), ==, "Correct.");
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

static gboolean
key (LsWindow        *window,
     guint            keyval,
     GdkModifierType  state)
{
  gboolean was_handled = FALSE;

  g_signal_emit_by_name (test_ui_find_controller (get_asked (window, "order", "rows"), GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed",
                         keyval, 0, state, &was_handled);
  return was_handled;
}

/* A window without a window manager has the focus while the pointer is in it. */
static GtkWindow *
cover_window (LsWindow *window)
{
  GtkWindow *cover = GTK_WINDOW (gtk_window_new ());

  gtk_window_set_default_size (cover, 4000, 4000);
  gtk_window_present (cover);
  test_ui_wait_for (!gtk_window_is_active (GTK_WINDOW (window)));
  return cover;
}

/* With the keyboard: rows know their places, and the focus stays on the row. */
static void
test_keyboard (void)
{
  LsWindow *window = order_window ();
  GtkWidget *row = get_row (window, "shown");
  GtkWindow *cover;

  arrange (window, "end,shown,timer,-,lost,next");
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL, "shown, 2 of 3");
  gtk_test_accessible_assert_property (get_row (window, "lost"), GTK_ACCESSIBLE_PROPERTY_LABEL, "lost, Never comes");
  gtk_widget_grab_focus (row);
  g_assert_true (key (window, GDK_KEY_Up, GDK_ALT_MASK));
  assert_rows (window, "shown,end,timer,-,lost,next");
  g_assert_true (gtk_widget_is_focus (row));
  g_assert_true (key (window, GDK_KEY_Up, GDK_ALT_MASK));
  assert_rows (window, "shown,end,timer,-,lost,next");
  g_assert_false (key (window, GDK_KEY_Up, 0));
  for (guint i = 0; i < 3; i++)
    g_assert_true (key (window, GDK_KEY_Down, GDK_ALT_MASK));
  assert_rows (window, "end,timer,-,shown,lost,next");
  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL, "shown, Never comes");
  gtk_test_accessible_assert_property (get_row (window, "timer"), GTK_ACCESSIBLE_PROPERTY_LABEL, "timer, 2 of 2");

  /* A button that has done all it can hands on to its row. */
  gtk_widget_grab_focus (GTK_WIDGET (gtk_widget_get_template_child (row, LS_TYPE_LESSON_ORDER_ROW, "down")));
  press (window, "shown", "down");
  press (window, "shown", "down");
  assert_rows (window, "end,timer,-,lost,next,shown");
  g_assert_true (gtk_widget_is_focus (row));

  /* Nothing moves once it is answered. The focus stays in the window, which another one covers. */
  gtk_widget_grab_focus (get_asked (window, "order", "commit"));
  cover = cover_window (window);
  g_signal_emit_by_name (get_asked (window, "order", "commit"), "clicked");
  g_assert_true (gtk_widget_is_focus (get_row (window, "end")));
  answer (window);
  g_assert_true (gtk_widget_is_focus (get_verdict_part (get_part (window, "order"), "again")));
  gtk_window_destroy (cover);
  gtk_widget_grab_focus (row);
  g_assert_true (key (window, GDK_KEY_Up, GDK_ALT_MASK));
  assert_rows (window, "end,timer,-,lost,next,shown");
  test_window_close (window);
}

static gboolean
is_slot_shown (LsWindow *window)
{
  return gtk_widget_get_visible (get_asked (window, "order", "slot"));
}

static void
drag_to (LsWindow  *window,
         GtkWidget *row,
         double     y)
{
  GtkWidget *asks = get_part (window, "order"), *rows = get_asked (window, "order", "rows");
  GtkEventController *source = test_ui_find_controller (rows, GTK_TYPE_DRAG_SOURCE);
  GtkEventController *target = test_ui_find_controller (asks, GTK_TYPE_DROP_TARGET);
  GdkContentProvider *content = NULL;
  graphene_point_t point = { 10, gtk_widget_get_height (row) / 2 };
  GdkDragAction action = 0;
  gboolean was_dropped = FALSE;

  g_assert_true (gtk_widget_compute_point (row, rows, &point, &point));
  g_signal_emit_by_name (source, "prepare", (double) point.x, (double) point.y, &content);
  g_assert_nonnull (content);
  g_object_unref (content);
  g_signal_emit_by_name (target, "motion", 10.0, y, &action);
  g_assert_cmpuint (action, ==, GDK_ACTION_MOVE);
  g_signal_emit_by_name (target, "drop", NULL, 10.0, y, &was_dropped);
  g_signal_emit_by_name (source, "drag-end", NULL, FALSE);
  test_ui_settle (GTK_WIDGET (window));
}

/* There is a place for what never comes, also while it is empty, and what is dropped on it or below it comes there. */
static void
test_never (void)
{
  LsWindow *window = order_window ();
  GtkWidget *asks = get_part (window, "order"), *never = get_asked (window, "order", "never");
  graphene_point_t point = { 10, 10 };

  arrange (window, "shown,end,timer,lost,next,-");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (is_slot_shown (window));
  gtk_test_accessible_assert_property (never, GTK_ACCESSIBLE_PROPERTY_LABEL, "Never comes: nothing");
  g_assert_true (gtk_widget_compute_point (never, asks, &point, &point));
  drag_to (window, get_row (window, "lost"), point.y);
  assert_rows (window, "shown,end,timer,next,-,lost");
  g_assert_false (is_slot_shown (window));
  gtk_test_accessible_assert_property (never, GTK_ACCESSIBLE_PROPERTY_LABEL, "Never comes");

  arrange (window, "shown,end,timer,lost,next,-");
  test_ui_settle (GTK_WIDGET (window));
  drag_to (window, get_row (window, "lost"), gtk_widget_get_height (asks) - 5);
  assert_rows (window, "shown,end,timer,next,-,lost");
  /* Once more stays as it is. */
  drag_to (window, get_row (window, "lost"), gtk_widget_get_height (asks) - 5);
  assert_rows (window, "shown,end,timer,next,-,lost");
  /* Once it is answered that all of them come, there is no place with nothing in it. */
  arrange (window, "shown,end,timer,lost,next,-");
  answer (window);
  g_assert_false (gtk_widget_get_visible (never));
  g_signal_emit_by_name (get_verdict_part (asks, "again"), "clicked");
  g_assert_true (gtk_widget_get_visible (never));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/order/wrong", test_wrong);
  g_test_add_func ("/order/again", test_again);
  g_test_add_func ("/order/back", test_back);
  g_test_add_func ("/order/left", test_left);
  g_test_add_func ("/order/changed", test_changed);
  g_test_add_func ("/order/keyboard", test_keyboard);
  g_test_add_func ("/order/never", test_never);

  return g_test_run ();
}
