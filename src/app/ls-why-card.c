/* ls-why-card.c: why a task is next, or what it waits for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-why-card.h"

#include "ls-explain.h"

/**
 * LsWhyCard:
 *
 * The explanation of the selected task, or of the next one if no task is selected.
 */
struct _LsWhyCard
{
  GtkWidget  parent_instance;

  GtkWidget *title;
  GtkWidget *text;
  GtkWidget *reference;

  LsPlayer  *player;
};

G_DEFINE_FINAL_TYPE (LsWhyCard, ls_why_card, GTK_TYPE_WIDGET)

static void
set_text (GtkWidget  *label,
          const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && *text != '\0');
}

static void
update (LsWhyCard *self)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 task = 0;
  g_autoptr (LsExplanation) explanation = NULL;

  if (ls_player_get_selection (self->player, &task) == LS_SELECTION_TASK)
    explanation = ls_explain_task (state, task);
  else
    explanation = ls_explain_next (state);

  set_text (self->title, explanation->title);
  set_text (self->text, explanation->text);
  set_text (self->reference, explanation->reference);
}

static void
ls_why_card_dispose (GObject *object)
{
  LsWhyCard *self = LS_WHY_CARD (object);
  GtkWidget *child;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_why_card_parent_class)->dispose (object);
}

static void
ls_why_card_class_init (LsWhyCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_why_card_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-why-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, title);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, text);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, reference);
}

static void
ls_why_card_init (LsWhyCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_why_card_set_player:
 * @self: a card
 * @player: what to explain
 *
 * Explains what is at @player's position, now and after each move.
 */
void
ls_why_card_set_player (LsWhyCard *self,
                        LsPlayer  *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (player, "selection-changed", G_CALLBACK (update), self);
  update (self);
}
