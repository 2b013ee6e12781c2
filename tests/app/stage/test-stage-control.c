/* test-stage-control.c: what is done to tasks on the stage: with the menu, and by dragging
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-script-util.h"
#include "test-stage-util.h"
#include "test-window-util.h"

#include "ls-queue-box.h"
#include "ls-stage-private.h"
#include "ls-task-control.h"
#include "ls-task-javascript.h"

static gboolean
is_enabled (LsStage    *stage,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (stage->menu_actions), name);
}

static void
open_menu (LsStage   *stage,
           GtkWidget *widget)
{
  gtk_widget_grab_focus (widget);
  g_assert_true (test_ui_press (widget, GDK_KEY_Menu, 0));
  g_assert_true (gtk_widget_get_visible (stage->menu));
}

static void
on_text (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_control_menu (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  g_autoptr (GVariant) state = NULL;
  g_autofree char *text = NULL;

  g_assert_false (test_ui_press (GTK_WIDGET (stage), GDK_KEY_F10, GDK_SHIFT_MASK));
  open_menu (stage, test_stage_find_chip (GTK_WIDGET (stage), 8 + 1 + 38 + 1));
  g_assert_true (is_enabled (stage, "why"));
  g_assert_true (is_enabled (stage, "priority"));
  g_assert_true (is_enabled (stage, "abort"));
  g_assert_true (is_enabled (stage, "break"));
  state = g_action_group_get_action_state (G_ACTION_GROUP (stage->menu_actions), "priority");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "user-blocking");
  g_action_group_activate_action (G_ACTION_GROUP (stage->menu_actions), "copy", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (stage)), NULL, on_text, &text);
  test_ui_wait_for (text != NULL);
  g_assert_cmpstr (text, ==,
                   "scheduler.postTask(({ \"decode 2\"() { /* … */ } })[\"decode 2\"], { signal: c1.signal });");
  gtk_popover_popdown (GTK_POPOVER (stage->menu));

  /* A static queue has no controller, and a task without signal nothing that aborts it. */
  open_menu (stage, test_stage_find_chip (GTK_WIDGET (stage), 51));
  g_assert_false (is_enabled (stage, "priority"));
  g_assert_false (is_enabled (stage, "abort"));
  g_assert_true (is_enabled (stage, "copy"));
  gtk_popover_popdown (GTK_POPOVER (stage->menu));
  gtk_window_destroy (window);
}

/* The pointer's second button and a finger that stays open the same menu; the card makes room for it. */
static void
test_control_menu_pointer (void)
{
  static GType (*const types[]) (void) = { gtk_gesture_click_get_type, gtk_gesture_long_press_get_type };
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = test_stage_new_window (player, 900, &stage);
  GtkWidget *chip = test_stage_find_chip (GTK_WIDGET (stage), 51);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkEventController *gesture = test_ui_find_controller (GTK_WIDGET (stage), types[i] ());
      double x = bounds.origin.x + 4, y = bounds.origin.y + 4;

      /* What the real pointer sees of the menu's end comes first. */
      test_stage_rest ();
      test_ui_settle (GTK_WIDGET (window));
      test_stage_hover (stage, chip);
      test_ui_wait_for (gtk_widget_get_visible (stage->card));
      if (i == 0)
        g_signal_emit_by_name (gesture, "pressed", 1, x, y);
      else
        g_signal_emit_by_name (gesture, "pressed", x, y);
      g_assert_true (gtk_widget_get_visible (stage->menu));
      g_assert_cmpuint (stage->menu_task, ==, 51);
      g_assert_false (gtk_widget_get_visible (stage->card));
      gtk_popover_popdown (GTK_POPOVER (stage->menu));
      test_ui_wait_for (!gtk_widget_get_visible (stage->menu));

      /* Beside all chips there is none. */
      if (i == 0)
        g_signal_emit_by_name (gesture, "pressed", 1, 1.0, 1.0);
      else
        g_signal_emit_by_name (gesture, "pressed", 1.0, 1.0);
      g_assert_false (gtk_widget_get_visible (stage->menu));
    }
  gtk_window_destroy (window);
}

/* What the menu does to a session. */
static void
test_control_menu_acts (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsSession *session = test_window_get_session (window);
  GActionGroup *actions = G_ACTION_GROUP (stage->menu_actions);
  GtkWidget *box;
  guint32 signal, selected;

  test_window_go_to (window, 11);
  test_ui_settle (GTK_WIDGET (window));
  signal = test_window_find_signal (window, "c2 prefetch");
  box = test_ui_find (stage->background, LS_TYPE_QUEUE_BOX, NULL);
  open_menu (stage, test_ui_find (box, GTK_TYPE_BUTTON, "header"));
  g_assert_cmpuint (stage->menu_queue, !=, 0);
  g_action_group_activate_action (actions, "why", NULL);
  g_assert_cmpint (ls_player_get_selection (player, &selected), ==, LS_SELECTION_TASK);
  g_assert_cmpuint (ls_state_get_task (ls_player_get_state (player), selected)->queue, ==, stage->menu_queue);
  g_action_group_activate_action (actions, "break", NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 1);
  g_assert_cmpstr (ls_session_get_breakpoint (session, 0)->signal, ==, "c2 prefetch");
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (ls_session_get_n_breakpoints (session), ==, 0);
  g_action_group_activate_action (actions, "timeline", NULL);
  g_assert_cmpint (ls_player_get_selection (player, &selected), ==, LS_SELECTION_TASK);

  g_action_group_activate_action (actions, "priority", g_variant_new_string ("user-blocking"));
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_BLOCKING);
  test_ui_wait_for (test_ui_find (stage->user_blocking, LS_TYPE_QUEUE_BOX, NULL) != NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);

  g_action_group_activate_action (actions, "abort", NULL);
  test_window_wait (window);
  g_assert_true (ls_state_get_signal (ls_player_get_state (player), signal)->aborted);
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT

#define LONG_PROGRAM                                                               \
  "const c = new TaskController ({ priority: 'background' });\n"                   \
  "scheduler.postTask (function victim () {}, { signal: c.signal });\n"            \
  "let n = 0;\n"                                                                   \
  "(function step () {\n"                                                          \
  "  if (n++ < 30000)\n"                                                           \
  "    scheduler.postTask (step);\n"                                               \
  "}) ();\n"

/* The session runs again, and another one is shown before it has come back to its place: what the user chose is done to the first. */
static void
test_control_menu_hidden (void)
{
  LsWindow *window = test_window_new_program (LONG_PROGRAM, 1000, 700);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsSession *session = test_window_get_session (window);
  LsPlayer *player = test_window_get_player (window);
  guint n_actions = ls_session_get_n_actions (session), n_other;

  test_window_go_to (window, 25000);
  /* The first task is the script. */
  stage->menu_task = 2;
  g_assert_cmpuint (ls_task_control_find_abort (ls_player_get_state (player), stage->menu_task, 0, NULL), !=, 0);
  ls_debugger_run_again (ls_window_get_debugger (window), NULL);
  g_assert_true (ls_player_is_returning (player));
  g_action_group_activate_action (G_ACTION_GROUP (stage->menu_actions), "abort", NULL);
  ls_window_show_view (window, ls_window_add_view (window));
  g_assert_true (ls_debugger_open_empty (ls_window_get_debugger (window), NULL));
  g_assert_true (test_window_get_session (window) != session);
  n_other = ls_session_get_n_actions (test_window_get_session (window));
  g_assert_true (ls_player_is_returning (player));
  test_ui_wait_for (ls_session_get_n_actions (session) == n_actions + 1);
  g_assert_cmpuint (ls_session_get_n_actions (test_window_get_session (window)), ==, n_other);
  test_window_close (window);
}

#endif

/* One right after the other, before the session has run up to there again: both are done there, in this order. */
static void
test_control_menu_at_once (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  GActionGroup *actions = G_ACTION_GROUP (stage->menu_actions);
  LsSession *session = test_window_get_session (window);
  guint n_actions = ls_session_get_n_actions (session);
  guint32 signal;
  LsStamp first, second;

  test_window_go_to (window, 11);
  signal = test_window_find_signal (window, "c2 prefetch");
  stage->menu_task = ls_state_get_next_task (ls_player_get_state (player));
  gtk_widget_activate_action (GTK_WIDGET (ls_window_get_view (window)), "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_BLOCKING);
  g_action_group_activate_action (actions, "abort", NULL);
  gtk_widget_activate_action (GTK_WIDGET (ls_window_get_view (window)), "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_VISIBLE);
  test_ui_wait_for (ls_session_get_n_actions (session) == n_actions + 3);
  test_window_wait (window);
  g_assert_true (ls_state_get_signal (ls_player_get_state (player), signal)->aborted);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_VISIBLE);
  ls_action_get_stamp (ls_session_get_action (session, n_actions), &first);
  ls_action_get_stamp (ls_session_get_action (session, n_actions + 2), &second);
  g_assert_cmpint (ls_stamp_compare (&first, &second), ==, 0);
  test_window_close (window);

  /* A window that is closed meanwhile does nothing more. */
  window = test_window_new (TEST_EXAMPLE, 1360, 860);
  test_window_go_to (window, 11);
  signal = test_window_find_signal (window, "c2 prefetch");
  gtk_widget_activate_action (GTK_WIDGET (ls_window_get_view (window)), "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_VISIBLE);
  gtk_widget_activate_action (GTK_WIDGET (ls_window_get_view (window)), "win.abort", "(us)", signal, "");
  test_window_close (window);
}

static GdkContentProvider *
pick_up (LsStage   *stage,
         GtkWidget *widget)
{
  GtkEventController *source = test_ui_find_controller (GTK_WIDGET (stage), GTK_TYPE_DRAG_SOURCE);
  GdkContentProvider *provider = NULL;
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (stage), &bounds));
  g_signal_emit_by_name (source, "prepare", (double) bounds.origin.x + 4, (double) bounds.origin.y + 4, &provider);
  return provider;
}

static gboolean
drop_at (GdkContentProvider *provider,
         GtkWidget          *widget,
         double              x,
         double              y)
{
  GtkEventController *target = test_ui_find_controller (widget, GTK_TYPE_DROP_TARGET);
  g_autofree GType *types = NULL;
  GValue value = G_VALUE_INIT;
  gboolean accepted = FALSE;

  types = g_memdup2 (gdk_content_formats_get_gtypes (gtk_drop_target_get_formats (GTK_DROP_TARGET (target)), NULL),
                     sizeof (GType));
  g_value_init (&value, types[0]);
  g_assert_true (gdk_content_provider_get_value (provider, &value, NULL));
  g_signal_emit_by_name (target, "drop", &value, x, y, &accepted);
  g_value_unset (&value);
  return accepted;
}

static gboolean
drop (GdkContentProvider *provider,
      GtkWidget          *card)
{
  return drop_at (provider, card, 10, 10);
}

/* On the row of the main thread that is called @name. */
static gboolean
drop_on_row (GdkContentProvider *provider,
             LsStage            *stage,
             const char         *name)
{
  GtkWidget *label = test_ui_find (stage->thread, GTK_TYPE_LABEL, name);
  graphene_point_t point;

  g_assert_nonnull (label);
  g_assert_true (gtk_widget_compute_point (label, stage->thread, &GRAPHENE_POINT_INIT (2, 2), &point));
  return drop_at (provider, stage->thread, point.x, point.y);
}

/* The rows of priorities take what the cards of the scheduler take; the others say why not. */
static void
test_control_drag_to_row (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  g_autoptr (GdkContentProvider) provider = NULL;
  guint32 signal, next;

  test_window_go_to (window, 11);
  test_ui_settle (GTK_WIDGET (window));
  signal = test_window_find_signal (window, "c2 prefetch");
  next = ls_state_get_next_task (ls_player_get_state (player));
  provider = pick_up (stage, test_stage_find_chip (GTK_WIDGET (stage), next));
  g_assert_nonnull (provider);
  ls_stage_show_other (stage);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (drop_on_row (provider, stage, "input"));
  g_assert_false (drop_on_row (provider, stage, "background"));
  g_assert_true (drop_on_row (provider, stage, "user-blocking"));
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_BLOCKING);
  test_window_close (window);
}

static void
test_control_drag (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  g_autoptr (GdkContentProvider) provider = NULL;
  guint32 signal, next;
  GtkWidget *chip;

  test_window_go_to (window, 11);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_null (pick_up (stage, stage->microtasks));
  signal = test_window_find_signal (window, "c2 prefetch");
  next = ls_state_get_next_task (ls_player_get_state (player));
  chip = test_stage_find_chip (GTK_WIDGET (stage), next);
  provider = pick_up (stage, chip);
  g_assert_nonnull (provider);

  /* Where it is already there is nothing to do. */
  g_assert_false (drop (provider, stage->background));
  g_assert_true (drop (provider, stage->user_visible));
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_VISIBLE);
  test_ui_wait_for (test_stage_find_chip (stage->user_visible, next) != NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);
  test_window_close (window);
}

/* The session runs again, and the chips fly from where they were before that. */
static void
test_control_fly_after_drop (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  g_autoptr (GdkContentProvider) provider = NULL;
  guint32 next;
  GtkWidget *chip;

  test_window_go_to (window, 11);
  test_ui_settle (GTK_WIDGET (window));
  test_stage_set_animations (TRUE);
  next = ls_state_get_next_task (ls_player_get_state (test_window_get_player (window)));
  chip = test_stage_find_chip (GTK_WIDGET (stage), next);
  provider = pick_up (stage, chip);
  test_stage_rest ();
  g_assert_true (drop (provider, stage->user_visible));
  /* What was there is seen until it is there again. */
  g_assert_true (test_stage_find_chip (stage->background, next) != NULL || test_stage_find_chip (stage->user_visible, next) != NULL);
  test_ui_wait_for (test_stage_find_chip (stage->user_visible, next) != NULL);
  g_assert_cmpuint (ls_stage_get_n_flights (stage), >=, 1);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  test_stage_assert_all_seen (GTK_WIDGET (stage));
  test_window_close (window);
  test_stage_set_animations (FALSE);
}

static void
assert_refused (LsState        *state,
                guint32         task,
                LsTaskPriority  priority,
                const char     *expected)
{
  g_autofree char *reason = NULL;

  g_assert_cmpuint (ls_task_control_can_change (state, task, 0, priority, &reason), ==, 0);
  g_assert_cmpstr (reason, ==, expected);
}

static void
test_control_refusals (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  LsState *state = ls_player_get_state (player);
  g_autofree char *reason = NULL;

  g_assert_cmpuint (ls_task_control_can_change (state, 48, 0, LS_TASK_PRIORITY_USER_VISIBLE, NULL), ==, 1);
  assert_refused (state, 48, LS_TASK_PRIORITY_USER_BLOCKING, "“c1” is already user-blocking");
  assert_refused (state, 51, LS_TASK_PRIORITY_BACKGROUND, "Static queue: no controller can change its priority");
  assert_refused (state, 1, LS_TASK_PRIORITY_BACKGROUND, "The task has ended");
  g_assert_cmpuint (ls_task_control_find_abort (state, 48, 0, &reason), ==, 1);
  g_assert_null (reason);
  g_assert_cmpuint (ls_task_control_find_abort (state, 51, 0, &reason), ==, 0);
  g_assert_cmpstr (reason, ==, "No signal: it cannot be aborted");
}

static void
assert_javascript (const char *name,
                   guint32     delay,
                   guint       priority,
                   const char *expected)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  g_autoptr (LsState) state = NULL;
  g_autofree char *text = NULL;
  LsRecord record = { .kind = LS_RECORD_TASK_POSTED, .subject = 1, .value = delay, .priority = priority,
                      .queue = LS_QUEUE_TYPE_WEB_SCHEDULING };

  record.text = ls_probe_intern (probe, name);
  ls_probe_emit (probe, &record);
  ls_probe_publish (probe);
  state = ls_state_new (trace);
  ls_state_seek (state, 1);
  text = ls_task_to_javascript (state, NULL, 1);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_control_javascript (void)
{
  assert_javascript ("decode", 0, LS_TASK_PRIORITY_NONE, "scheduler.postTask(function decode() { /* … */ });");
  assert_javascript (NULL, 20, LS_TASK_PRIORITY_BACKGROUND,
                     "scheduler.postTask(() => { /* … */ }, { priority: \"background\", delay: 20 });");
  /* Words that name no function in a module, and text that would end what it is in. */
  assert_javascript ("await", 0, LS_TASK_PRIORITY_NONE,
                     "scheduler.postTask(({ \"await\"() { /* … */ } })[\"await\"]);");
  assert_javascript ("a\"\\\n\xe2\x80\xa8*/", 0, LS_TASK_PRIORITY_NONE,
                     "scheduler.postTask(({ \"a\\\"\\\\\\n\\u2028*/\"() { /* … */ } })[\"a\\\"\\\\\\n\\u2028*/\"]);");
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage/control/menu", test_control_menu);
  g_test_add_func ("/stage/control/menu-pointer", test_control_menu_pointer);
  g_test_add_func ("/stage/control/menu-acts", test_control_menu_acts);
  g_test_add_func ("/stage/control/drag", test_control_drag);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/stage/control/menu-hidden", test_control_menu_hidden);
#endif
  g_test_add_func ("/stage/control/menu-at-once", test_control_menu_at_once);
  g_test_add_func ("/stage/control/drag-to-row", test_control_drag_to_row);
  g_test_add_func ("/stage/control/fly-after-drop", test_control_fly_after_drop);
  g_test_add_func ("/stage/control/refusals", test_control_refusals);
  g_test_add_func ("/stage/control/javascript", test_control_javascript);

  return g_test_run ();
}
