/* ls-stage.c: the priorities, their lanes and what is around them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage.h"

#include "ls-delayed-card.h"
#include "ls-microtasks-card.h"
#include "ls-priority-card.h"
#include "ls-running-card.h"

/**
 * LsStage:
 *
 * What waits at which priority, what runs, and what will come, at the player's position.
 */
struct _LsStage
{
  GtkWidget  parent_instance;

  GtkWidget *scroller;
  GtkWidget *user_blocking;
  GtkWidget *user_visible;
  GtkWidget *background;
  GtkWidget *running;
  GtkWidget *microtasks;
  GtkWidget *delayed;

  LsPlayer  *player;
  GArray    *queues[LS_N_EFFECTIVE_PRIORITIES];
};

G_DEFINE_FINAL_TYPE (LsStage, ls_stage, GTK_TYPE_WIDGET)

static int
compare_queues (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  LsState *state = user_data;
  const LsQueueState *queue_a = ls_state_get_queue (state, *(const guint32 *) a);
  const LsQueueState *queue_b = ls_state_get_queue (state, *(const guint32 *) b);
  guint32 order_a = ls_state_get_task (state, queue_a->tasks.first)->enqueue_order;
  guint32 order_b = ls_state_get_task (state, queue_b->tasks.first)->enqueue_order;

  return order_a < order_b ? -1 : order_a > order_b;
}

/* Of the queues that there ever were only those are looked at that have tasks. */
static void
collect_queues (LsStage *self,
                LsState *state)
{
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      guint32 queue = ls_state_get_first_runnable_queue (state, i);

      g_array_set_size (self->queues[i], 0);
      for (; queue != 0; queue = ls_state_get_queue (state, queue)->next_runnable)
        g_array_append_val (self->queues[i], queue);
      g_array_sort_with_data (self->queues[i], compare_queues, state);
    }
}

static void
update (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  GtkWidget *cards[LS_N_TASK_PRIORITIES] = { self->background, self->user_visible, self->user_blocking };

  collect_queues (self, state);
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    {
      GArray *const queues[2] = { self->queues[ls_effective_priority (i, FALSE)],
                                  self->queues[ls_effective_priority (i, TRUE)] };

      ls_priority_card_update (LS_PRIORITY_CARD (cards[i]), self->player, i, queues);
    }
  ls_running_card_update (LS_RUNNING_CARD (self->running), self->player);
  ls_microtasks_card_update (LS_MICROTASKS_CARD (self->microtasks), self->player);
  ls_delayed_card_update (LS_DELAYED_CARD (self->delayed), self->player);
}

static void
ls_stage_dispose (GObject *object)
{
  LsStage *self = LS_STAGE (object);
  GtkWidget *child;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_stage_parent_class)->dispose (object);
}

static void
ls_stage_finalize (GObject *object)
{
  LsStage *self = LS_STAGE (object);

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    g_clear_pointer (&self->queues[i], g_array_unref);

  G_OBJECT_CLASS (ls_stage_parent_class)->finalize (object);
}

static void
ls_stage_class_init (LsStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_stage_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_stage_finalize;

  g_type_ensure (LS_TYPE_PRIORITY_CARD);
  g_type_ensure (LS_TYPE_RUNNING_CARD);
  g_type_ensure (LS_TYPE_MICROTASKS_CARD);
  g_type_ensure (LS_TYPE_DELAYED_CARD);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-stage.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsStage, user_blocking);
  gtk_widget_class_bind_template_child (widget_class, LsStage, user_visible);
  gtk_widget_class_bind_template_child (widget_class, LsStage, background);
  gtk_widget_class_bind_template_child (widget_class, LsStage, running);
  gtk_widget_class_bind_template_child (widget_class, LsStage, microtasks);
  gtk_widget_class_bind_template_child (widget_class, LsStage, delayed);
}

static void
ls_stage_init (LsStage *self)
{
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    self->queues[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_widget_init_template (GTK_WIDGET (self));
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
  g_signal_connect_swapped (player, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (player, "selection-changed", G_CALLBACK (update), self);
  update (self);
}
