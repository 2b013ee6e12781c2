/* ls-priority-card.c: a priority with its two lanes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-priority-card.h"

#include <glib/gi18n.h>

#include "ls-lane.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsPriorityCard:
 *
 * The card of a priority. It shows how much is queued at the priority, the lane of its continuations, and the lane of its tasks.
 */
struct _LsPriorityCard
{
  GtkBox          parent_instance;

  GtkWidget      *header;
  GtkWidget      *title;
  GtkWidget      *count;
  GtkWidget      *lanes;
  GtkWidget      *continuations;
  GtkWidget      *tasks;

  LsTaskPriority  priority;
  gboolean        is_folded;   /* its lanes are not seen, for nothing has been queued */
};

G_DEFINE_FINAL_TYPE (LsPriorityCard, ls_priority_card, GTK_TYPE_BOX)

static void
ls_priority_card_class_init (LsPriorityCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (LS_TYPE_LANE);
  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-priority-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPriorityCard, header);
  gtk_widget_class_bind_template_child (widget_class, LsPriorityCard, title);
  gtk_widget_class_bind_template_child (widget_class, LsPriorityCard, count);
  gtk_widget_class_bind_template_child (widget_class, LsPriorityCard, lanes);
  gtk_widget_class_bind_template_child (widget_class, LsPriorityCard, continuations);
  gtk_widget_class_bind_template_child (widget_class, LsPriorityCard, tasks);
}

static void
ls_priority_card_init (LsPriorityCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_priority_card_set_folded:
 * @self: a card
 * @is_folded: whether nothing is expected to be queued at its priority
 *
 * Shows the card as one line. It unfolds by itself if something is queued after all.
 */
void
ls_priority_card_set_folded (LsPriorityCard *self,
                             gboolean        is_folded)
{
  self->is_folded = is_folded;
  gtk_widget_set_visible (self->lanes, !is_folded);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->header),
                                  is_folded ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self->header), is_folded ? 12 : 2);
  ls_widget_set_class (GTK_WIDGET (self), "folded", is_folded);
}

/**
 * ls_priority_card_update:
 * @self: a card
 * @player: the player that the queues belong to
 * @priority: the priority to show
 *
 * Shows the queues of @priority at the player's position.
 */
void
ls_priority_card_update (LsPriorityCard *self,
                         LsPlayer       *player,
                         LsTaskPriority  priority)
{
  const char *name = ls_task_priority_to_string (priority);
  g_autofree char *count = NULL;
  guint n_queues[2];
  guint n_tasks;

  self->priority = priority;
  n_tasks = ls_lane_update (LS_LANE (self->continuations), player, ls_effective_priority (priority, TRUE), &n_queues[0]);
  n_tasks += ls_lane_update (LS_LANE (self->tasks), player, ls_effective_priority (priority, FALSE), &n_queues[1]);

  if (self->is_folded && n_queues[0] + n_queues[1] > 0)
    ls_priority_card_set_folded (self, FALSE);
  ls_widget_set_priority (GTK_WIDGET (self), priority);
  gtk_label_set_label (GTK_LABEL (self->title), name);
  if (n_queues[0] + n_queues[1] == 0)
    count = g_strdup (C_("queues", "empty"));
  else
    count = g_strdup_printf (ngettext ("%u task", "%u tasks", n_tasks), n_tasks);
  ls_text_block_set_text (LS_TEXT_BLOCK (self->count), count);
  ls_widget_name (GTK_WIDGET (self), ngettext ("%s, %u task", "%s, %u tasks", n_tasks), name, n_tasks);
}

LsTaskPriority
ls_priority_card_get_priority (LsPriorityCard *self)
{
  return self->priority;
}
