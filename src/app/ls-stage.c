/* ls-stage.c: the priorities, their lanes and what is around them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include "ls-delayed-card.h"
#include "ls-microtasks-card.h"
#include "ls-priority-card.h"
#include "ls-queue-box.h"
#include "ls-running-card.h"
#include "ls-stage-flights.h"
#include "ls-task-card.h"
#include "ls-task-chip.h"

/* Chips fly after a move of so many steps at most, for so many ms; not at all if moves follow each other faster. */
#define MAX_STEPS 3
#define FLIGHT_TIME 260
#define SHORTEST_FLIGHT 70

/**
 * LsStage:
 *
 * What waits at which priority, what runs, and what will come, at the player's position. The card of a task is in
 * ls-stage-card.c, what can be done with it in ls-stage-menu.c and ls-stage-drag.c.
 */
G_DEFINE_FINAL_TYPE (LsStage, ls_stage, GTK_TYPE_WIDGET)

static void
show_scheduler (LsStage *self)
{
  GtkWidget *cards[LS_N_TASK_PRIORITIES] = { self->background, self->user_visible, self->user_blocking };

  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    ls_priority_card_update (LS_PRIORITY_CARD (cards[i]), self->player, i);
  ls_running_card_update (LS_RUNNING_CARD (self->running), self->player);
  ls_microtasks_card_update (LS_MICROTASKS_CARD (self->microtasks), self->player);
  ls_delayed_card_update (LS_DELAYED_CARD (self->delayed), self->player);
}

static void
show_page (LsStage *self)
{
  show_scheduler (self);
  ls_stage_update_card (self);
}

/* How long chips fly to where they are now, in ms; 0 if they shall not. */
static guint
get_flight_time (LsStage *self)
{
  guint32 step = ls_player_get_step (self->player);
  guint32 n_steps = step > self->step ? step - self->step : self->step - step;
  gint64 now = g_get_monotonic_time ();
  gint64 elapsed = (now - self->shown_at) / 1000;

  self->step = step;
  self->shown_at = now;
  if (n_steps > MAX_STEPS || elapsed < SHORTEST_FLIGHT ||
      (ls_player_get_running (self->player) && ls_player_get_speed (self->player) == LS_SPEED_MAXIMUM))
    return 0;
  return ls_player_get_running (self->player) ? MIN (elapsed, FLIGHT_TIME) : FLIGHT_TIME;
}

static void
show_position (LsStage *self)
{
  ls_stage_flights_remember (LS_STAGE_FLIGHTS (self->flights), self->pages);
  show_page (self);
  ls_stage_flights_take_off (LS_STAGE_FLIGHTS (self->flights), self->pages, get_flight_time (self));
}

static gboolean
late_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsStage *self = LS_STAGE (widget);

  if (ls_player_is_pending (self->player) && ls_player_get_position (self->player) == 0)
    return G_SOURCE_CONTINUE;
  self->late = 0;
  self->restarted = FALSE;
  show_position (self);
  return G_SOURCE_REMOVE;
}

static void
stop_waiting (LsStage *self)
{
  if (self->late != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->late);
  self->late = 0;
  self->restarted = FALSE;
}

static void
on_trace_changed (LsStage *self)
{
  self->restarted = TRUE;
}

/* A run that starts anew, because the user did something to it, is at its first record only until it is where it was:
 * nobody wants to see that. */
static void
on_changed (LsStage *self)
{
  if (self->restarted && ls_player_get_position (self->player) == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      if (self->late == 0)
        self->late = gtk_widget_add_tick_callback (GTK_WIDGET (self), late_cb, NULL, NULL);
      return;
    }
  stop_waiting (self);
  show_position (self);
}

static void
on_selection_changed (LsStage *self)
{
  if (self->late == 0)
    show_page (self);
}

/* The chip or queue box that @widget is or is in. One of @task and @queue is set. */
GtkWidget *
ls_stage_find_target (LsStage   *self,
                      GtkWidget *widget,
                      guint32   *task,
                      guint32   *queue)
{
  *task = 0;
  *queue = 0;
  for (; widget != NULL && widget != GTK_WIDGET (self); widget = gtk_widget_get_parent (widget))
    {
      if (GTK_IS_POPOVER (widget))
        return NULL;
      if (LS_IS_TASK_CHIP (widget))
        {
          *task = ls_task_chip_get_task (LS_TASK_CHIP (widget));
          return *task != 0 ? widget : NULL;
        }
      if (LS_IS_QUEUE_BOX (widget))
        {
          *queue = ls_queue_box_get_queue (LS_QUEUE_BOX (widget));
          return *queue != 0 ? widget : NULL;
        }
    }
  return NULL;
}

static void
ls_stage_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_stage_parent_class)->root (widget);

  ls_stage_follow_focus (LS_STAGE (widget), GTK_WIDGET (gtk_widget_get_root (widget)));
}

static void
ls_stage_unroot (GtkWidget *widget)
{
  LsStage *self = LS_STAGE (widget);

  if (self->card != NULL)
    ls_stage_hide_card (self);
  ls_stage_follow_focus (self, NULL);
  stop_waiting (self);

  GTK_WIDGET_CLASS (ls_stage_parent_class)->unroot (widget);
}

static void
ls_stage_dispose (GObject *object)
{
  LsStage *self = LS_STAGE (object);
  GtkWidget *child;

  stop_waiting (self);
  ls_stage_follow_focus (self, NULL);
  if (self->card != NULL)
    ls_stage_hide_card (self);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  ls_stage_dispose_menu (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->card = NULL;

  G_OBJECT_CLASS (ls_stage_parent_class)->dispose (object);
}

static void
ls_stage_class_init (LsStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_stage_dispose;
  widget_class->root = ls_stage_root;
  widget_class->unroot = ls_stage_unroot;

  g_type_ensure (LS_TYPE_PRIORITY_CARD);
  g_type_ensure (LS_TYPE_RUNNING_CARD);
  g_type_ensure (LS_TYPE_MICROTASKS_CARD);
  g_type_ensure (LS_TYPE_DELAYED_CARD);
  g_type_ensure (LS_TYPE_STAGE_FLIGHTS);
  g_type_ensure (LS_TYPE_TASK_CARD);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-stage.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStage, overlay);
  gtk_widget_class_bind_template_child (widget_class, LsStage, pages);
  gtk_widget_class_bind_template_child (widget_class, LsStage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsStage, user_blocking);
  gtk_widget_class_bind_template_child (widget_class, LsStage, user_visible);
  gtk_widget_class_bind_template_child (widget_class, LsStage, background);
  gtk_widget_class_bind_template_child (widget_class, LsStage, running);
  gtk_widget_class_bind_template_child (widget_class, LsStage, microtasks);
  gtk_widget_class_bind_template_child (widget_class, LsStage, delayed);
  gtk_widget_class_bind_template_child (widget_class, LsStage, flights);
  gtk_widget_class_bind_template_child (widget_class, LsStage, card);
  gtk_widget_class_bind_template_child (widget_class, LsStage, hint);
  ls_stage_class_init_menu (widget_class);
}

static void
ls_stage_init (LsStage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_stage_init_card (self);
  ls_stage_init_menu (self);
  ls_stage_init_drag (self);
}

/**
 * ls_stage_set_player:
 * @self: a stage
 * @player: what to show
 *
 * Shows what is at @player's position, now and after each move.
 */
void
ls_stage_set_player (LsStage  *self,
                     LsPlayer *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "trace-changed", G_CALLBACK (on_trace_changed), self);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (player, "selection-changed", G_CALLBACK (on_selection_changed), self);
  show_position (self);
}

/**
 * ls_stage_get_n_flights:
 * @self: a stage
 *
 * Returns: how many chips are on their way to where they are
 */
guint
ls_stage_get_n_flights (LsStage *self)
{
  return ls_stage_flights_get_count (LS_STAGE_FLIGHTS (self->flights));
}
