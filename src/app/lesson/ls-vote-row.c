/* ls-vote-row.c: an answer for which a class raises its hands
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-vote-row.h"

#include <glib/gi18n.h>

#include "ls-widget.h"

/**
 * LsVoteRow:
 *
 * An answer with its number, and for each round of a vote a bar with the count. “count”, with the index of the answer, is emitted
 * where a hand is to be counted, and “chosen” where the answer was chosen as that of the class.
 */
struct _LsVoteRow
{
  GtkBox      parent_instance;

  GtkWidget  *choice;
  GtkWidget  *number;
  GtkWidget  *text;
  GtkWidget  *first;
  GtkWidget  *first_count;
  GtkWidget  *second_box;
  GtkWidget  *second;
  GtkWidget  *second_count;
  GtkWidget  *count;

  guint       index;
};

G_DEFINE_FINAL_TYPE (LsVoteRow, ls_vote_row, GTK_TYPE_BOX)

static void
on_clicked (LsVoteRow *self)
{
  g_signal_emit_by_name (self, "count", self->index);
}

static void
on_toggled (LsVoteRow *self)
{
  g_signal_emit_by_name (self, "chosen");
}

static void
show_count (GtkWidget *bar,
            GtkWidget *label,
            guint      count,
            guint      most)
{
  g_autofree char *text = g_strdup_printf ("%u", count);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), most > 0 ? (double) count / most : 0);
  gtk_label_set_label (GTK_LABEL (label), text);
}

/**
 * ls_vote_row_update:
 * @self: a row
 * @vote: the vote
 *
 * Shows the counts of the answer.
 *
 * Returns: (transfer full): what assistive technology says of them
 */
char *
ls_vote_row_update (LsVoteRow   *self,
                    LsClassVote *vote)
{
  const guint most = ls_class_vote_get_most (vote);
  const guint first = ls_class_vote_get (vote, 0, self->index);
  const guint second = ls_class_vote_get (vote, 1, self->index);
  const gboolean is_second = ls_class_vote_get_round (vote) > 0;
  const char *text = gtk_label_get_text (GTK_LABEL (self->text));
  g_autofree char *hands = NULL;
  char *words;

  show_count (self->first, self->first_count, first, most);
  show_count (self->second, self->second_count, second, most);
  gtk_widget_set_visible (self->second_box, is_second);
  ls_widget_set_class (self->first, "dim-label", is_second);
  ls_widget_set_class (self->first_count, "dim-label", is_second);
  hands = g_strdup_printf (ngettext ("%u hand", "%u hands", is_second ? second : first), is_second ? second : first);
  /* Translators: an answer to a question, “5 hands” that were raised for it, and how many were raised in the vote before */
  words = is_second ? g_strdup_printf (_("%s: %s, %u in the first vote"), text, hands, first)
                    /* Translators: an answer to a question, and “5 hands” that were raised for it */
                    : g_strdup_printf (_("%s: %s"), text, hands);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return words;
}

/**
 * ls_vote_row_get_index:
 * @self: a row
 *
 * Returns: the index of its answer
 */
guint
ls_vote_row_get_index (LsVoteRow *self)
{
  return self->index;
}

/**
 * ls_vote_row_is_chosen:
 * @self: a row
 *
 * Returns: whether its answer is that of the class
 */
gboolean
ls_vote_row_is_chosen (LsVoteRow *self)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (self->choice));
}

/**
 * ls_vote_row_choose:
 * @self: a row
 * @is_chosen: whether its answer is that of the class
 *
 * Chooses the answer of the class.
 */
void
ls_vote_row_choose (LsVoteRow *self,
                    gboolean   is_chosen)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->choice), is_chosen);
}

/**
 * ls_vote_row_mark:
 * @self: a row
 * @is_right: whether its answer is right
 *
 * The question was answered: shows the right answer, and takes no more hands.
 */
void
ls_vote_row_mark (LsVoteRow *self,
                  gboolean   is_right)
{
  ls_widget_set_class (GTK_WIDGET (self), "right", is_right);
  if (is_right)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _("The correct answer"), -1);
  gtk_widget_set_sensitive (self->count, FALSE);
  gtk_widget_set_sensitive (self->choice, FALSE);
}

static void
ls_vote_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_VOTE_ROW);

  G_OBJECT_CLASS (ls_vote_row_parent_class)->dispose (object);
}

static void
ls_vote_row_class_init (LsVoteRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_vote_row_dispose;

  /**
   * LsVoteRow::count:
   * @self: a row
   * @answer: the index of its answer
   *
   * A hand is to be counted.
   */
  g_signal_new ("count", LS_TYPE_VOTE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  /**
   * LsVoteRow::chosen:
   * @self: a row
   *
   * Its answer was chosen as that of the class, or is it no more.
   */
  g_signal_new ("chosen", LS_TYPE_VOTE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-vote-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, choice);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, number);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, text);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, first);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, first_count);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, second_box);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, second);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, second_count);
  gtk_widget_class_bind_template_child (widget_class, LsVoteRow, count);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
}

static void
ls_vote_row_init (LsVoteRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_vote_row_new:
 * @index: the index of an answer
 * @number: the number that it is called by, from 1
 * @text: the answer
 * @group: (nullable): another row of the vote
 *
 * Returns: a row for the answer
 */
GtkWidget *
ls_vote_row_new (guint       index,
                 guint       number,
                 const char *text,
                 LsVoteRow  *group)
{
  LsVoteRow *self = g_object_new (LS_TYPE_VOTE_ROW, NULL);
  g_autofree char *digits = g_strdup_printf ("%u", number);
  g_autofree char *label = NULL;

  self->index = index;
  gtk_label_set_label (GTK_LABEL (self->number), digits);
  ls_widget_show_prose (self->text, text);
  /* Translators: an answer to a question */
  label = g_strdup_printf (_("Count a Hand for “%s”"), gtk_label_get_text (GTK_LABEL (self->text)));
  ls_widget_set_tooltip (self->count, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->count), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (group != NULL)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (self->choice), GTK_CHECK_BUTTON (group->choice));
  return GTK_WIDGET (self);
}
