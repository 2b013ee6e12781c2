/* test-stage-chips.c: what chips on the stage do: fly, tell, be dragged, and have a menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-breakpoint.h"
#include "ls-lane.h"
#include "ls-priority-card.h"
#include "ls-queue-box.h"
#include "ls-stage-private.h"
#include "ls-task-chip.h"
#include "ls-task-control.h"
#include "ls-task-javascript.h"
#include "ls-task-popover.h"
#include "ls-window-private.h"

/* Longer than moves may follow each other for chips to fly. */
#define REST 120

static LsPlayer *
new_player (LsTrace *trace)
{
  LsPlayer *player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_to_end (player);
  g_object_unref (trace);
  return player;
}

static GtkWindow *
new_stage_window (LsPlayer  *player,
                  LsStage  **stage)
{
  GtkWidget *widget = g_object_new (LS_TYPE_STAGE, NULL);
  GtkWindow *window;

  ls_stage_set_player (LS_STAGE (widget), player);
  window = test_ui_new_window (widget, 900, 560);
  *stage = LS_STAGE (widget);
  return window;
}

static gsize
find_record (LsPlayer     *player,
             LsRecordKind  kind)
{
  LsTrace *trace = ls_player_get_trace (player);
  LsRecord record;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      ls_trace_get_record (trace, i, &record);
      if (record.kind == kind)
        return i;
    }
  g_assert_not_reached ();
}

static GtkWidget *
find_chip (GtkWidget *widget,
           guint32    task)
{
  GtkWidget *found = NULL;

  if (LS_IS_TASK_CHIP (widget) && ls_task_chip_get_task (LS_TASK_CHIP (widget)) == task &&
      !gtk_widget_has_css_class (widget, "flying"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_chip (child, task);
  return found;
}

static GtkEventController *
find_controller (GtkWidget *widget,
                 GType      type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  g_assert_not_reached ();
}

static void
rest (void)
{
  gint64 start = g_get_monotonic_time ();

  test_ui_wait_for (g_get_monotonic_time () - start > REST * 1000);
}

static void
set_animations (gboolean enabled)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", enabled, NULL);
}

/* Moves to @position when the last move is a while ago. Returns how many chips fly. */
static guint
move_to (LsStage  *stage,
         LsPlayer *player,
         gsize     position)
{
  test_ui_settle (GTK_WIDGET (stage));
  rest ();
  ls_player_seek (player, position);
  return ls_stage_get_n_flights (stage);
}

static void
assert_all_seen (GtkWidget *widget)
{
  if (LS_IS_TASK_CHIP (widget))
    g_assert_cmpfloat (gtk_widget_get_opacity (widget), ==, 1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_all_seen (child);
}

static void
test_chips_fly (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  gsize change = find_record (player, LS_RECORD_QUEUE_PRIORITY);

  set_animations (TRUE);
  move_to (stage, player, change);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);

  /* decode 1 and those after it follow their signal from background to user-blocking. */
  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  g_assert_cmpfloat (gtk_widget_get_opacity (find_chip (GTK_WIDGET (stage), 8)), ==, 0);
  test_ui_save_picture (GTK_WIDGET (window), "stage-flying");
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  assert_all_seen (GTK_WIDGET (stage));

  /* The one that is selected flies to Running. */
  move_to (stage, player, find_record (player, LS_RECORD_MICROTASK_QUEUED));
  g_assert_cmpuint (ls_stage_get_n_flights (stage), >=, 1);
  g_assert_cmpfloat (gtk_widget_get_opacity (find_chip (stage->running, 8)), ==, 0);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  gtk_window_destroy (window);
  set_animations (FALSE);
}

/* Whatever comes in between, nothing stays in the air and nothing stays unseen. */
static void
test_chips_interrupted (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  gsize change = find_record (player, LS_RECORD_QUEUE_PRIORITY);

  set_animations (TRUE);
  move_to (stage, player, change);
  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  ls_player_seek (player, change);
  g_assert_cmpuint (ls_stage_get_n_flights (stage), ==, 0);
  assert_all_seen (GTK_WIDGET (stage));
  test_ui_settle (GTK_WIDGET (window));

  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  ls_player_set_trace (player, NULL, NULL, NULL);
  test_ui_wait_for (find_chip (stage->user_blocking, 8) == NULL);
  g_assert_cmpuint (ls_stage_get_n_flights (stage), ==, 0);
  gtk_window_destroy (window);
  set_animations (FALSE);
}

static void
test_chips_still (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  gsize change = find_record (player, LS_RECORD_QUEUE_PRIORITY);
  gsize position;
  guint32 step;
  LsRecord record;

  /* The user wants none. */
  move_to (stage, player, change);
  g_assert_cmpuint (move_to (stage, player, change + 1), ==, 0);
  assert_all_seen (GTK_WIDGET (stage));

  /* A long way: a task that was queued runs, but many steps later. */
  set_animations (TRUE);
  move_to (stage, player, find_record (player, LS_RECORD_TASK_SELECTED));
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  step = ls_player_get_step (player);
  for (position = 0; position < change; position++)
    {
      ls_trace_get_record (ls_player_get_trace (player), position, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == 2)
        break;
    }
  g_assert_nonnull (find_chip (stage->background, 2));
  g_assert_cmpuint (move_to (stage, player, position + 1), ==, 0);
  g_assert_nonnull (find_chip (stage->running, 2));
  g_assert_cmpuint (ls_player_get_step (player), >, step + 2);

  /* Full speed. */
  move_to (stage, player, change);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  ls_player_set_speed (player, LS_SPEED_MAXIMUM);
  ls_player_set_running (player, TRUE);
  g_assert_cmpuint (move_to (stage, player, change + 1), ==, 0);
  ls_player_set_running (player, FALSE);
  gtk_window_destroy (window);
  set_animations (FALSE);
}

/* Nothing stays alive, even if something flies when the window goes. */
static void
test_chips_lifetime (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  GtkWidget *chip, *flights = stage->flights;
  gsize change = find_record (player, LS_RECORD_QUEUE_PRIORITY);

  set_animations (TRUE);
  move_to (stage, player, change);
  g_assert_cmpuint (move_to (stage, player, change + 1), >=, 2);
  chip = find_chip (GTK_WIDGET (stage), 8);
  gtk_widget_grab_focus (chip);
  g_assert_true (test_ui_press (chip, GDK_KEY_Menu, 0));
  g_object_add_weak_pointer (G_OBJECT (stage), (gpointer *) &stage);
  g_object_add_weak_pointer (G_OBJECT (flights), (gpointer *) &flights);
  g_object_add_weak_pointer (G_OBJECT (chip), (gpointer *) &chip);
  gtk_window_destroy (window);
  test_ui_wait_for (stage == NULL);
  g_assert_null (flights);
  g_assert_null (chip);
  set_animations (FALSE);
}

static void
hover (LsStage   *stage,
       GtkWidget *chip)
{
  GtkEventController *motion = find_controller (GTK_WIDGET (stage), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  g_signal_emit_by_name (motion, "motion", (double) bounds.origin.x + 4, (double) bounds.origin.y + 4);
}

static void
test_chips_card (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  GtkWidget *chip = find_chip (GTK_WIDGET (stage), 51);
  graphene_rect_t card, bounds;

  hover (stage, chip);
  g_assert_false (gtk_widget_get_visible (stage->card));
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "layout"));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "Task 51, queued"));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "user-visible, effective 2"));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "static"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "layout, Task 51, queued, Priority: user-visible, effective 2, Queue: static, "
                                       "Waits since: 27 ms, for 4 ms, Enqueue order: 47, Aborted by: none");
  /* Not over its chip, and within the stage. */
  g_assert_true (gtk_widget_compute_bounds (stage->card, GTK_WIDGET (stage), &card));
  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  g_assert_false (graphene_rect_intersection (&card, &bounds, NULL));
  g_assert_cmpfloat (card.origin.x + card.size.width, <=, gtk_widget_get_width (GTK_WIDGET (stage)));
  g_assert_cmpfloat (card.origin.y + card.size.height, <=, gtk_widget_get_height (GTK_WIDGET (stage)));
  test_ui_save_picture (GTK_WIDGET (window), "stage-card");

  /* Escape closes the card first; the next one comes at once. */
  g_assert_true (test_ui_press (GTK_WIDGET (stage), GDK_KEY_Escape, 0));
  g_assert_false (gtk_widget_get_visible (stage->card));
  g_assert_false (test_ui_press (GTK_WIDGET (stage), GDK_KEY_Escape, 0));
  hover (stage, find_chip (GTK_WIDGET (stage), 8));
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  hover (stage, chip);
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "Task 51, queued"));

  /* The card goes with its task, even if the chip stays for another one. */
  ls_player_seek (player, find_record (player, LS_RECORD_TASK_FINISHED));
  g_assert_cmpuint (ls_task_chip_get_task (LS_TASK_CHIP (chip)), ==, 4);
  g_assert_true (gtk_widget_get_mapped (chip));
  g_assert_false (gtk_widget_get_visible (stage->card));
  gtk_window_destroy (window);
}

static void
test_chips_card_focus (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);

  gtk_window_set_focus_visible (window, TRUE);
  gtk_widget_grab_focus (find_chip (GTK_WIDGET (stage), 51));
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  g_assert_nonnull (test_ui_find (stage->card, GTK_TYPE_LABEL, "Task 51, queued"));
  gtk_window_destroy (window);
}

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
test_chips_menu (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  g_autoptr (GVariant) state = NULL;
  g_autofree char *text = NULL;

  g_assert_false (test_ui_press (GTK_WIDGET (stage), GDK_KEY_F10, GDK_SHIFT_MASK));
  open_menu (stage, find_chip (GTK_WIDGET (stage), 8 + 1 + 38 + 1));
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
  open_menu (stage, find_chip (GTK_WIDGET (stage), 51));
  g_assert_false (is_enabled (stage, "priority"));
  g_assert_false (is_enabled (stage, "abort"));
  g_assert_true (is_enabled (stage, "copy"));
  gtk_popover_popdown (GTK_POPOVER (stage->menu));
  gtk_window_destroy (window);
}

/* The pointer's second button and a finger that stays open the same menu; the card makes room for it. */
static void
test_chips_menu_pointer (void)
{
  static GType (*const types[]) (void) = { gtk_gesture_click_get_type, gtk_gesture_long_press_get_type };
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  GtkWidget *chip = find_chip (GTK_WIDGET (stage), 51);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkEventController *gesture = find_controller (GTK_WIDGET (stage), types[i] ());
      double x = bounds.origin.x + 4, y = bounds.origin.y + 4;

      /* What the real pointer sees of the menu's end comes first. */
      rest ();
      test_ui_settle (GTK_WIDGET (window));
      hover (stage, chip);
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
test_chips_menu_acts (void)
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

/* One right after the other, before the session has run up to there again: both are done there, in this order. */
static void
test_chips_menu_at_once (void)
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
  gtk_widget_activate_action (GTK_WIDGET (window->view), "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_BLOCKING);
  g_action_group_activate_action (actions, "abort", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window->view), "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_VISIBLE);
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
  gtk_widget_activate_action (GTK_WIDGET (window->view), "win.set-priority", "(uu)", signal, (guint32) LS_TASK_PRIORITY_USER_VISIBLE);
  gtk_widget_activate_action (GTK_WIDGET (window->view), "win.abort", "(us)", signal, "");
  test_window_close (window);
}

static GdkContentProvider *
pick_up (LsStage   *stage,
         GtkWidget *widget)
{
  GtkEventController *source = find_controller (GTK_WIDGET (stage), GTK_TYPE_DRAG_SOURCE);
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
  GtkEventController *target = find_controller (widget, GTK_TYPE_DROP_TARGET);
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
test_chips_drag_to_row (void)
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
  provider = pick_up (stage, find_chip (GTK_WIDGET (stage), next));
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
test_chips_drag (void)
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
  chip = find_chip (GTK_WIDGET (stage), next);
  provider = pick_up (stage, chip);
  g_assert_nonnull (provider);

  /* Where it is already there is nothing to do. */
  g_assert_false (drop (provider, stage->background));
  g_assert_true (drop (provider, stage->user_visible));
  test_window_wait (window);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_USER_VISIBLE);
  test_ui_wait_for (find_chip (stage->user_visible, next) != NULL);
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpint (ls_state_get_signal (ls_player_get_state (player), signal)->priority, ==,
                   LS_TASK_PRIORITY_BACKGROUND);
  test_window_close (window);
}

/* The session runs again, and the chips fly from where they were before that. */
static void
test_chips_fly_after_drop (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  g_autoptr (GdkContentProvider) provider = NULL;
  guint32 next;
  GtkWidget *chip;

  test_window_go_to (window, 11);
  test_ui_settle (GTK_WIDGET (window));
  set_animations (TRUE);
  next = ls_state_get_next_task (ls_player_get_state (test_window_get_player (window)));
  chip = find_chip (GTK_WIDGET (stage), next);
  provider = pick_up (stage, chip);
  rest ();
  g_assert_true (drop (provider, stage->user_visible));
  /* What was there is seen until it is there again. */
  g_assert_true (find_chip (stage->background, next) != NULL || find_chip (stage->user_visible, next) != NULL);
  test_ui_wait_for (find_chip (stage->user_visible, next) != NULL);
  g_assert_cmpuint (ls_stage_get_n_flights (stage), >=, 1);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  assert_all_seen (GTK_WIDGET (stage));
  test_window_close (window);
  set_animations (FALSE);
}

static gboolean
promise_more (guint32  step,
              gpointer user_data)
{
  return TRUE;
}

/* While a run that starts anew is on its way back, what was there stays. */
static void
test_chips_restart (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);

  ls_player_set_trace (player, trace, promise_more, NULL);
  ls_player_step_to (player, 5);
  g_assert_true (ls_player_is_pending (player));
  rest ();
  /* Not even if there is room for more. */
  gtk_window_set_default_size (window, 1000, 600);
  test_ui_wait_for (gtk_widget_get_width (GTK_WIDGET (stage)) == 1000);
  rest ();
  test_ui_settle (GTK_WIDGET (window));
  g_assert_nonnull (find_chip (stage->user_visible, 51));

  /* If it does not come back, the start is what there is. */
  ls_player_seek (player, 0);
  test_ui_wait_for (find_chip (stage->user_visible, 51) == NULL);
  gtk_window_destroy (window);
}

/* A run with animations, in one go: nothing stays behind. */
static void
test_chips_run (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsPlayer *player = test_window_get_player (window);

  set_animations (TRUE);
  ls_player_set_speed (player, 0.05);
  ls_player_set_running (player, TRUE);
  test_ui_wait_for (!ls_player_get_running (player) || ls_player_get_step (player) > 40);
  ls_player_set_running (player, FALSE);
  test_ui_wait_for (ls_stage_get_n_flights (stage) == 0);
  assert_all_seen (GTK_WIDGET (stage));
  test_window_close (window);
  set_animations (FALSE);
}

/* From right to left cards begin where their chips end. */
static void
test_chips_right_to_left (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  graphene_rect_t card, bounds;
  GtkWindow *window;
  LsStage *stage;
  GtkWidget *chip;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = new_stage_window (player, &stage);
  chip = find_chip (GTK_WIDGET (stage), 51);
  hover (stage, chip);
  test_ui_wait_for (gtk_widget_get_visible (stage->card));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_compute_bounds (stage->card, GTK_WIDGET (stage), &card));
  g_assert_true (gtk_widget_compute_bounds (chip, GTK_WIDGET (stage), &bounds));
  g_assert_cmpfloat_with_epsilon (card.origin.x + card.size.width, bounds.origin.x + bounds.size.width, 4);
  test_ui_save_picture (GTK_WIDGET (window), "stage-card-rtl");
  gtk_stack_set_visible_child_name (GTK_STACK (stage->pages), "thread");
  test_ui_save_picture (GTK_WIDGET (window), "thread-rtl");
  gtk_window_destroy (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
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
test_chips_control (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_gallery ());
  LsState *state = ls_player_get_state (player);
  g_autofree char *reason = NULL;

  g_assert_cmpuint (ls_task_control_can_change (state, 48, 0, LS_TASK_PRIORITY_USER_VISIBLE, NULL), ==, 1);
  assert_refused (state, 48, LS_TASK_PRIORITY_USER_BLOCKING, "“c1” is user-blocking already");
  assert_refused (state, 51, LS_TASK_PRIORITY_BACKGROUND, "Static queue: no controller sets its priority");
  assert_refused (state, 1, LS_TASK_PRIORITY_BACKGROUND, "The task is over");
  g_assert_cmpuint (ls_task_control_find_abort (state, 48, 0, &reason), ==, 1);
  g_assert_null (reason);
  g_assert_cmpuint (ls_task_control_find_abort (state, 51, 0, &reason), ==, 0);
  g_assert_cmpstr (reason, ==, "No signal: nothing aborts it");
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
test_chips_javascript (void)
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

/* 100,000 rows: made as they are seen, searched without holding up a frame. */
static void
test_chips_long_list (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_queues (100000));
  GtkWidget *popover = g_object_ref_sink (ls_task_popover_new ());
  GtkWidget *search = test_ui_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL);
  gint64 start = g_get_monotonic_time ();

  ls_task_popover_set_lane (LS_TASK_POPOVER (popover), player, 2);
  g_test_message ("100,000 queues listed in %.1f ms", (g_get_monotonic_time () - start) / 1000.0);
  g_assert_cmpuint (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)), ==, 100000);
  gtk_editable_set_text (GTK_EDITABLE (search), "no such queue");
  test_ui_wait_for (test_ui_find (popover, GTK_TYPE_LABEL, "0 of 100000 queues") != NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "SOME SIGNAL");
  test_ui_wait_for (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)) == 100000);
  g_object_add_weak_pointer (G_OBJECT (popover), (gpointer *) &popover);
  g_object_unref (popover);
  g_assert_null (popover);
}

/* The oldest and the newest, and how many are between them. */
static void
test_chips_gap (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_queues (1));
  g_autoptr (LsPlayer) gallery = new_player (test_trace_new_gallery ());
  GtkWidget *box = g_object_ref_sink (ls_queue_box_new ());

  ls_queue_box_set_queue (LS_QUEUE_BOX (box), gallery, 4);
  ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 3);
  g_assert_nonnull (find_chip (box, 11));
  g_assert_nonnull (find_chip (box, 10));
  g_assert_nonnull (test_ui_find (box, GTK_TYPE_LABEL, "+35"));
  g_assert_cmpuint (ls_task_chip_get_task (LS_TASK_CHIP (test_ui_find (box, LS_TYPE_TASK_CHIP, "newest"))), ==, 47);
  g_assert_true (gtk_widget_get_visible (test_ui_find (box, LS_TYPE_TASK_CHIP, "newest")));
  ls_queue_box_set_queue (LS_QUEUE_BOX (box), player, 1);
  ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 3);
  g_assert_false (gtk_widget_get_visible (test_ui_find (box, LS_TYPE_TASK_CHIP, "newest")));
  g_object_unref (box);
}

/* What a queue box says of its width is what it has then, also where it has shown another queue before. Digits may have
 * different widths. */
static void
test_chips_measure (void)
{
  g_autoptr (LsPlayer) gallery = new_player (test_trace_new_gallery ());
  g_autoptr (LsPlayer) player = new_player (test_trace_new_queues (1));
  GtkWidget *box = ls_queue_box_new ();
  GtkWindow *window = test_ui_new_window (box, 800, 100);

  for (guint i = 0; i < 2; i++)
    for (guint n_chips = 1; n_chips <= 6; n_chips++)
      {
        int expected = 0, natural;

        ls_queue_box_set_queue (LS_QUEUE_BOX (box), gallery, 4);
        for (guint n = 1; n <= n_chips; n++)
          expected = ls_queue_box_measure (LS_QUEUE_BOX (box), n);
        ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), n_chips);
        gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
        g_assert_cmpint (ABS (natural - expected), <=, 2);

        ls_queue_box_set_queue (LS_QUEUE_BOX (box), player, 1);
        expected = ls_queue_box_measure (LS_QUEUE_BOX (box), 1);
        ls_queue_box_set_n_chips (LS_QUEUE_BOX (box), 1);
        gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
        g_assert_cmpint (ABS (natural - expected), <=, 2);
      }
  gtk_window_destroy (window);
}

static void
test_chips_more_queues (void)
{
  g_autoptr (LsPlayer) player = new_player (test_trace_new_queues (2000));
  LsStage *stage;
  GtkWindow *window = new_stage_window (player, &stage);
  GtkWidget *more;
  GtkPopover *popover;

  test_ui_wait_for (test_ui_count (GTK_WIDGET (window), LS_TYPE_QUEUE_BOX) > 1);
  more = test_ui_find (gtk_widget_get_ancestor (test_ui_find (GTK_WIDGET (stage), LS_TYPE_QUEUE_BOX, NULL),
                                                LS_TYPE_LANE), GTK_TYPE_MENU_BUTTON, "more_button");
  /* It is made when it is wanted, once. */
  g_assert_null (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more)));
  g_assert_true (gtk_widget_get_sensitive (gtk_widget_get_first_child (more)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (more));
  g_assert_cmpuint (ls_task_popover_get_n_shown (LS_TASK_POPOVER (popover)), ==, 2000);
  gtk_popover_popdown (popover);
  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  g_assert_true (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more)) == popover);
  gtk_popover_popdown (popover);
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage/chips/fly", test_chips_fly);
  g_test_add_func ("/stage/chips/interrupted", test_chips_interrupted);
  g_test_add_func ("/stage/chips/still", test_chips_still);
  g_test_add_func ("/stage/chips/lifetime", test_chips_lifetime);
  g_test_add_func ("/stage/chips/card", test_chips_card);
  g_test_add_func ("/stage/chips/card-focus", test_chips_card_focus);
  g_test_add_func ("/stage/chips/menu", test_chips_menu);
  g_test_add_func ("/stage/chips/menu-pointer", test_chips_menu_pointer);
  g_test_add_func ("/stage/chips/menu-acts", test_chips_menu_acts);
  g_test_add_func ("/stage/chips/drag", test_chips_drag);
  g_test_add_func ("/stage/chips/menu-at-once", test_chips_menu_at_once);
  g_test_add_func ("/stage/chips/drag-to-row", test_chips_drag_to_row);
  g_test_add_func ("/stage/chips/fly-after-drop", test_chips_fly_after_drop);
  g_test_add_func ("/stage/chips/restart", test_chips_restart);
  g_test_add_func ("/stage/chips/run", test_chips_run);
  g_test_add_func ("/stage/chips/right-to-left", test_chips_right_to_left);
  g_test_add_func ("/stage/chips/control", test_chips_control);
  g_test_add_func ("/stage/chips/javascript", test_chips_javascript);
  g_test_add_func ("/stage/chips/long-list", test_chips_long_list);
  g_test_add_func ("/stage/chips/gap", test_chips_gap);
  g_test_add_func ("/stage/chips/measure", test_chips_measure);
  g_test_add_func ("/stage/chips/more-queues", test_chips_more_queues);

  return g_test_run ();
}
