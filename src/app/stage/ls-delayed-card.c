/* ls-delayed-card.c: delayed tasks, and the queues of other sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-delayed-card.h"

#include <glib/gi18n.h>

#include "ls-task-chip.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-wrap-box.h"

#define MAX_CHIPS 6
#define MAX_TIMERS 1000

/**
 * LsDelayedCard:
 *
 * The card shows the tasks that become due next, and how many tasks wait in the loop's other queues.
 */
struct _LsDelayedCard
{
  GtkWidget  parent_instance;

  GtkWidget *chips;
  GtkWidget *note;
};

G_DEFINE_FINAL_TYPE (LsDelayedCard, ls_delayed_card, GTK_TYPE_WIDGET)

static void
ls_delayed_card_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_delayed_card_parent_class)->dispose (object);
}

static void
ls_delayed_card_class_init (LsDelayedCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_delayed_card_dispose;

  g_type_ensure (LS_TYPE_WRAP_BOX);
  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-delayed-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsDelayedCard, chips);
  gtk_widget_class_bind_template_child (widget_class, LsDelayedCard, note);
}

static void
ls_delayed_card_init (LsDelayedCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static guint
count_loop_queue (LsState     *state,
                  LsQueueType  type,
                  gboolean     with_delayed)
{
  const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);
  guint n = 0;

  if (queue == NULL)
    return 0;
  for (guint i = 0; i < LS_N_WORK_QUEUES; i++)
    if (i != LS_WORK_QUEUE_DELAYED_INCOMING || with_delayed)
      n += queue->work_queues[i].length;
  return n;
}

/* Counts the timers whose tasks wait, and a repeating timer that fires now. It stops after MAX_TIMERS tasks, to stay fast. */
static char *
count_timers (LsState *state)
{
  const LsLoopQueueState *queue = ls_state_get_loop_queue (state, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  const LsTaskState *running = ls_state_get_task (state, ls_state_get_running_task (state));
  const LsTimerState *fired = running != NULL ? ls_state_get_timer (state, running->timer) : NULL;
  guint n = fired != NULL && fired->active && fired->task == running->id ? 1 : 0;
  guint n_seen = 0;
  guint32 task;

  for (guint i = 0; queue != NULL && i < LS_N_WORK_QUEUES; i++)
    {
      for (task = queue->work_queues[i].first; task != 0; task = ls_state_get_task (state, task)->next)
        {
          if (++n_seen > MAX_TIMERS)
            return g_strdup_printf (_("Timers %u or more"), n);
          if (ls_state_get_task (state, task)->is_timer)
            n++;
        }
    }
  return g_strdup_printf (_("Timers %u"), n);
}

/* Appends a part. Lines break only between parts. */
static void
append_part (GString    *text,
             const char *part)
{
  g_auto (GStrv) words = g_strsplit (part, " ", -1);
  g_autofree char *joined = g_strjoinv ("\302\240", words);

  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, joined);
}

static char *
describe_sources (LsState *state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_others = 0;
  guint n_rendering = count_loop_queue (state, LS_QUEUE_TYPE_COMPOSITOR, FALSE);
  g_autofree char *timers = count_timers (state);
  g_autofree char *input = NULL;
  g_autofree char *idle = NULL;
  g_autofree char *others = NULL;

  input = g_strdup_printf (_("Input %u"), count_loop_queue (state, LS_QUEUE_TYPE_INPUT, TRUE));
  idle = g_strdup_printf (_("Idle %u"), count_loop_queue (state, LS_QUEUE_TYPE_IDLE, TRUE));
  append_part (text, timers);
  append_part (text, input);
  append_part (text, n_rendering > 0 ? _("Rendering due") : _("Rendering 0"));
  append_part (text, idle);

  for (guint type = 0; type < LS_N_QUEUE_TYPES; type++)
    {
      if (ls_queue_type_is_valid (type) && type != LS_QUEUE_TYPE_INPUT && type != LS_QUEUE_TYPE_COMPOSITOR &&
          type != LS_QUEUE_TYPE_IDLE && type != LS_QUEUE_TYPE_WEB_SCHEDULING)
        n_others += count_loop_queue (state, type, FALSE);
    }
  if (n_others > 0)
    {
      /* Translators: the number of tasks in those queues of the event loop that this line does not name */
      others = g_strdup_printf (_("Others %u"), n_others);
      append_part (text, others);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_delayed_card_update:
 * @self: a card
 * @player: the player to show
 *
 * Shows the delayed tasks at the player's position.
 */
void
ls_delayed_card_update (LsDelayedCard *self,
                        LsPlayer      *player)
{
  LsState *state = ls_player_get_state (player);
  const LsTaskList *delayed = ls_state_get_delayed_tasks (state);
  guint64 now = ls_state_get_time (state);
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);
  guint32 task = delayed != NULL ? delayed->first : 0;
  guint n_shown = 0;
  g_autofree char *sources = describe_sources (state);
  g_autofree char *note = NULL;

  for (; task != 0 && n_shown < MAX_CHIPS; n_shown++)
    {
      const LsTaskState *data = ls_state_get_task (state, task);
      g_autofree char *remaining = ls_text_format_time (data->due_at > now ? data->due_at - now : 0);
      g_autofree char *wait = NULL;

      if (chip == NULL)
        {
          chip = ls_task_chip_new ();
          ls_wrap_box_append (LS_WRAP_BOX (self->chips), chip);
        }
      ls_task_chip_set_task (LS_TASK_CHIP (chip), player, task);
      /* Translators: a task becomes due in some milliseconds */
      wait = g_strdup_printf (_("in %s"), remaining);
      ls_task_chip_set_note (LS_TASK_CHIP (chip), wait);
      chip = gtk_widget_get_next_sibling (chip);
      task = data->next_delayed;
    }
  while (chip != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (chip);

      gtk_widget_unparent (chip);
      chip = next;
    }

  gtk_widget_set_visible (self->chips, n_shown > 0);
  if (delayed != NULL && delayed->length > n_shown)
    {
      guint n_more = delayed->length - n_shown;
      g_autofree char *more = g_strdup_printf (ngettext ("%u more delayed", "%u more delayed", n_more), n_more);

      note = g_strdup_printf ("%s\n%s", more, sources);
    }
  ls_text_block_set_text (LS_TEXT_BLOCK (self->note), note != NULL ? note : sources);
}
