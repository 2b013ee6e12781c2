/* ls-vote-dialog.c: counts the hands that a class raises for the answers to a question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-vote-dialog.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-vote-row.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsVoteDialog:
 *
 * Shows the answers to a question large, for a class. The key of an answer's number counts a hand for it, and Backspace takes the
 * last one back. A second vote stands below the first. The answer with most hands is that of the class, unless another one is
 * chosen: “answer”, with its index, is emitted once the teacher gives it. Nothing is told before.
 */
struct _LsVoteDialog
{
  GtkBox       parent_instance;

  GtkWidget   *question;
  GtkWidget   *help;
  GtkWidget   *rows;
  GtkWidget   *total;
  GtkWidget   *again;
  GtkWidget   *undo;
  GtkWidget   *reset;
  GtkWidget   *commit;

  LsClassVote *vote;
  gboolean     is_open;   /* the question has not been answered */
  gboolean     is_held;   /* the key that counted last is down yet */
  guint        held;      /* which one it is: its code, since what a key stands for changes with Shift while it is down */
};

G_DEFINE_FINAL_TYPE (LsVoteDialog, ls_vote_dialog, GTK_TYPE_BOX)

static LsVoteRow *
find_row (LsVoteDialog *self,
          guint         number)
{
  GtkWidget *row = gtk_widget_get_first_child (self->rows);

  while (row != NULL && --number > 0)
    row = gtk_widget_get_next_sibling (row);
  return row != NULL ? LS_VOTE_ROW (row) : NULL;
}

static LsVoteRow *
find_chosen (LsVoteDialog *self)
{
  GtkWidget *row = gtk_widget_get_first_child (self->rows);

  while (row != NULL && !ls_vote_row_is_chosen (LS_VOTE_ROW (row)))
    row = gtk_widget_get_next_sibling (row);
  return row != NULL ? LS_VOTE_ROW (row) : NULL;
}

static void
update_commit (LsVoteDialog *self)
{
  gtk_widget_set_sensitive (self->commit, self->is_open && find_chosen (self) != NULL);
}

/* Says how many have voted. */
static void
update_total (LsVoteDialog *self)
{
  const guint round = ls_class_vote_get_round (self->vote);
  const guint total = ls_class_vote_get_total (self->vote, round);
  g_autofree char *hands = g_strdup_printf (ngettext ("%u hand", "%u hands", total), total);
  /* Translators: “12 hands” that a class has raised */
  g_autofree char *text = g_strdup_printf (round > 0 ? _("Second vote: %s") : _("First vote: %s"), hands);

  gtk_label_set_label (GTK_LABEL (self->total), text);
}

/* The keyboard goes on beside a button that has done all it can. */
static void
set_possible (LsVoteDialog *self,
              GtkWidget    *button,
              gboolean      is_possible)
{
  if (!is_possible && gtk_widget_is_focus (button))
    gtk_widget_child_focus (self->rows, GTK_DIR_TAB_FORWARD);
  gtk_widget_set_sensitive (button, is_possible);
}

/* Shows the counts. @told: the index of the answer to say the count of, or LS_CLASS_VOTE_NONE */
static void
update (LsVoteDialog *self,
        guint         told)
{
  const guint leader = ls_class_vote_get_leader (self->vote);
  const gboolean can_undo = ls_class_vote_can_undo (self->vote);

  for (GtkWidget *row = gtk_widget_get_first_child (self->rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      const guint index = ls_vote_row_get_index (LS_VOTE_ROW (row));
      g_autofree char *words = ls_vote_row_update (LS_VOTE_ROW (row), self->vote);

      if (self->is_open)
        ls_vote_row_choose (LS_VOTE_ROW (row), index == leader);
      if (index == told)
        ls_compat_announce (row, words);
    }
  update_total (self);
  update_commit (self);
  set_possible (self, self->undo, self->is_open && can_undo);
  set_possible (self, self->reset, self->is_open && can_undo);
  set_possible (self, self->again, self->is_open && ls_class_vote_get_round (self->vote) == 0 &&
                                   ls_class_vote_get_total (self->vote, 0) > 0);
}

static void
on_count (LsVoteDialog *self,
          guint         answer)
{
  if (!self->is_open)
    return;
  ls_class_vote_count (self->vote, answer);
  update (self, answer);
}

static void
on_undo (LsVoteDialog *self)
{
  if (!self->is_open || !ls_class_vote_can_undo (self->vote))
    return;
  ls_class_vote_undo (self->vote);
  update (self, LS_CLASS_VOTE_NONE);
  ls_compat_announce (self->total, gtk_label_get_label (GTK_LABEL (self->total)));
}

static void
on_reset (LsVoteDialog *self)
{
  ls_class_vote_reset (self->vote);
  update (self, LS_CLASS_VOTE_NONE);
  ls_compat_announce (self->total, gtk_label_get_label (GTK_LABEL (self->total)));
}

static void
on_again (LsVoteDialog *self)
{
  ls_class_vote_vote_again (self->vote);
  update (self, LS_CLASS_VOTE_NONE);
  ls_compat_announce (self->total, gtk_label_get_label (GTK_LABEL (self->total)));
}

static void
on_commit (LsVoteDialog *self)
{
  LsVoteRow *chosen = find_chosen (self);

  if (!self->is_open || chosen == NULL)
    return;
  g_signal_emit_by_name (self, "answer", ls_vote_row_get_index (chosen));
  ls_compat_close_dialog (GTK_WIDGET (self));
}

/* Returns the number of a key, 0 if it has none. The key 0 stands behind 9. */
static guint
get_number (guint keyval)
{
  if (keyval >= GDK_KEY_KP_0 && keyval <= GDK_KEY_KP_9)
    keyval = keyval - GDK_KEY_KP_0 + GDK_KEY_0;
  if (keyval == GDK_KEY_0)
    return 10;
  return keyval > GDK_KEY_0 && keyval <= GDK_KEY_9 ? keyval - GDK_KEY_0 : 0;
}

static gboolean
on_key (LsVoteDialog    *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  const guint number = get_number (keyval);
  LsVoteRow *row = number > 0 ? find_row (self, number) : NULL;
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask () & ~GDK_SHIFT_MASK;

  if ((keyval == GDK_KEY_BackSpace && modifiers == 0) || (keyval == GDK_KEY_z && modifiers == GDK_CONTROL_MASK))
    on_undo (self);
  else if (row != NULL && modifiers == 0)
    {
      /* A key that is held comes again and again, but is one hand. */
      if (!self->is_held || keycode != self->held)
        on_count (self, ls_vote_row_get_index (row));
      self->is_held = TRUE;
      self->held = keycode;
    }
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
on_key_up (LsVoteDialog    *self,
           guint            keyval,
           guint            keycode,
           GdkModifierType  state)
{
  if (keycode == self->held)
    self->is_held = FALSE;
}

/* Nobody tells when a key is let go while the keyboard is another window's. */
static void
on_focus_left (LsVoteDialog *self)
{
  self->is_held = FALSE;
}

static void
commit_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  on_commit (LS_VOTE_DIALOG (widget));
}

/**
 * ls_vote_dialog_get_vote:
 * @self: a dialog
 *
 * Returns: (transfer none): the vote that it counts
 */
LsClassVote *
ls_vote_dialog_get_vote (LsVoteDialog *self)
{
  return self->vote;
}

static void
ls_vote_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_VOTE_DIALOG);

  G_OBJECT_CLASS (ls_vote_dialog_parent_class)->dispose (object);
}

static void
ls_vote_dialog_finalize (GObject *object)
{
  g_clear_pointer (&LS_VOTE_DIALOG (object)->vote, ls_class_vote_unref);

  G_OBJECT_CLASS (ls_vote_dialog_parent_class)->finalize (object);
}

static void
ls_vote_dialog_class_init (LsVoteDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_vote_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_vote_dialog_finalize;

  /**
   * LsVoteDialog::answer:
   * @self: a dialog
   * @answer: the index of an answer
   *
   * The class gives its answer.
   */
  g_signal_new ("answer", LS_TYPE_VOTE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_VOTE_ROW);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_install_action (widget_class, "dialog.accept", NULL, commit_action);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-vote-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, question);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, help);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, total);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, again);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, undo);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, reset);
  gtk_widget_class_bind_template_child (widget_class, LsVoteDialog, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_key_up);
  gtk_widget_class_bind_template_callback (widget_class, on_focus_left);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_undo);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_commit);
  gtk_widget_class_bind_template_callback (widget_class, ls_compat_close_dialog);
}

static void
ls_vote_dialog_init (LsVoteDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_rows (LsVoteDialog       *self,
          const LsLessonPage *page,
          GArray             *order)
{
  GtkWidget *first = NULL;

  for (guint i = 0; i < order->len; i++)
    {
      const guint index = g_array_index (order, guint, i);
      const LsLessonAnswer *answer = g_ptr_array_index (page->answers, index);
      GtkWidget *row = ls_vote_row_new (index, i + 1, answer->text, first != NULL ? LS_VOTE_ROW (first) : NULL);

      first = first != NULL ? first : row;
      if (!self->is_open)
        ls_vote_row_mark (LS_VOTE_ROW (row), answer->is_right);
      g_signal_connect_swapped (row, "count", G_CALLBACK (on_count), self);
      g_signal_connect_swapped (row, "chosen", G_CALLBACK (update_commit), self);
      gtk_box_append (GTK_BOX (self->rows), row);
    }
}

/**
 * ls_vote_dialog_new:
 * @page: a page with choices
 * @order: (element-type guint): in which order to show them
 * @vote: the vote to go on with
 * @answer: the index of the answer that was given, or %LS_CLASS_VOTE_NONE: once there is one, nothing is counted any more
 *
 * Returns: a dialog that counts hands
 */
GtkWidget *
ls_vote_dialog_new (const LsLessonPage *page,
                    GArray             *order,
                    LsClassVote        *vote,
                    guint               answer)
{
  LsVoteDialog *self = g_object_new (LS_TYPE_VOTE_DIALOG, NULL);
  g_autofree char *help = NULL;

  self->vote = ls_class_vote_ref (vote);
  self->is_open = answer == LS_CLASS_VOTE_NONE;
  ls_widget_show_prose (self->question, page->question);
  /* Translators: the number of the last answer */
  help = g_strdup_printf (_("Press 1 to %u to count a hand. Backspace takes the last one back."), MIN (order->len, 9));
  gtk_label_set_label (GTK_LABEL (self->help), help);
  gtk_widget_set_visible (self->help, self->is_open);
  add_rows (self, page, order);
  update (self, LS_CLASS_VOTE_NONE);
  return GTK_WIDGET (self);
}
