/* ls-microtasks-card.c: the microtask queue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-microtasks-card.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

#define MAX_CHIPS 8

/**
 * LsMicrotasksCard:
 *
 * The card shows the first microtasks of the queue, and their number.
 */
struct _LsMicrotasksCard
{
  GtkWidget  parent_instance;

  GtkWidget *chips;
  GtkWidget *note;
};

G_DEFINE_FINAL_TYPE (LsMicrotasksCard, ls_microtasks_card, GTK_TYPE_WIDGET)

static void
ls_microtasks_card_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_microtasks_card_parent_class)->dispose (object);
}

static void
ls_microtasks_card_class_init (LsMicrotasksCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_microtasks_card_dispose;

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-microtasks-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsMicrotasksCard, chips);
  gtk_widget_class_bind_template_child (widget_class, LsMicrotasksCard, note);
}

static void
ls_microtasks_card_init (LsMicrotasksCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_microtasks_card_update:
 * @self: a card
 * @player: the player to show
 *
 * Shows the microtask queue at the player's position.
 */
void
ls_microtasks_card_update (LsMicrotasksCard *self,
                           LsPlayer         *player)
{
  LsState *state = ls_player_get_state (player);
  guint32 n_queued = 0;
  guint32 microtask = ls_state_get_first_microtask (state, &n_queued);
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);
  guint n_shown = MIN (n_queued, MAX_CHIPS);

  for (guint i = 0; i < n_shown; i++)
    {
      g_autofree char *name = ls_text_format_microtask (state, microtask);

      if (chip == NULL)
        {
          chip = gtk_label_new (NULL);
          gtk_label_set_ellipsize (GTK_LABEL (chip), PANGO_ELLIPSIZE_END);
          gtk_label_set_max_width_chars (GTK_LABEL (chip), 18);
          gtk_widget_add_css_class (chip, "microtask-chip");
          ls_wrap_box_append (LS_WRAP_BOX (self->chips), chip);
        }
      gtk_label_set_label (GTK_LABEL (chip), name);
      ls_widget_set_tooltip (chip, name);
      chip = gtk_widget_get_next_sibling (chip);
      microtask = ls_state_get_microtask_state (state, microtask)->next;
    }
  while (chip != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (chip);

      gtk_widget_unparent (chip);
      chip = next;
    }

  gtk_widget_set_visible (self->chips, n_shown > 0);
  gtk_widget_set_visible (self->note, n_shown == 0 || n_shown < n_queued);
  if (n_shown == 0)
    {
      gtk_label_set_label (GTK_LABEL (self->note), C_("microtasks", "empty"));
    }
  else if (n_shown < n_queued)
    {
      guint n_more = n_queued - n_shown;
      g_autofree char *note = g_strdup_printf (ngettext ("%u more", "%u more", n_more), n_more);

      gtk_label_set_label (GTK_LABEL (self->note), note);
    }
}
