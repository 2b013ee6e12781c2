/* ls-moment-group.c: asks when an action is done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-moment-group.h"

/**
 * LsMomentGroup:
 *
 * Rows of a dialog that changes an action: it is done when it was, at the position that the window shows, or at a turn, a microtask
 * and a statement that the user gives.
 */
struct _LsMomentGroup
{
  AdwPreferencesGroup  parent_instance;

  GtkWidget           *choice;
  GtkWidget           *turn_row;
  GtkWidget           *turn;
  GtkWidget           *microtask;
  GtkWidget           *statement;

  LsStamp              own;
  LsStamp              shown;
};

/* The choices, in their order. */
typedef enum
{
  CHOICE_OWN,
  CHOICE_SHOWN,
  CHOICE_OTHER
} Choice;

G_DEFINE_FINAL_TYPE (LsMomentGroup, ls_moment_group, ADW_TYPE_PREFERENCES_GROUP)

static void
show_moment (LsMomentGroup *self,
             const LsStamp *stamp)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->turn), stamp->turn);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->microtask), stamp->microtask);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->statement), stamp->statement);
}

static void
on_chosen (LsMomentGroup *self)
{
  guint choice = adw_combo_row_get_selected (ADW_COMBO_ROW (self->choice));

  gtk_widget_set_visible (self->turn_row, choice == CHOICE_OTHER);
  if (choice == CHOICE_OTHER)
    show_moment (self, &self->own);
}

static void
ls_moment_group_class_init (LsMomentGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-moment-group.ui");
  gtk_widget_class_bind_template_child (widget_class, LsMomentGroup, choice);
  gtk_widget_class_bind_template_child (widget_class, LsMomentGroup, turn_row);
  gtk_widget_class_bind_template_child (widget_class, LsMomentGroup, turn);
  gtk_widget_class_bind_template_child (widget_class, LsMomentGroup, microtask);
  gtk_widget_class_bind_template_child (widget_class, LsMomentGroup, statement);
  gtk_widget_class_bind_template_callback (widget_class, on_chosen);
}

static void
ls_moment_group_init (LsMomentGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_moment_group_set_moments:
 * @self: a group
 * @own: when the action is done now
 * @shown: the moment at the position that the window shows
 *
 * Sets what the user chooses from. The choice begins with @own.
 */
void
ls_moment_group_set_moments (LsMomentGroup *self,
                             const LsStamp *own,
                             const LsStamp *shown)
{
  self->own = *own;
  self->shown = *shown;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->choice), CHOICE_OWN);
  on_chosen (self);
}

/**
 * ls_moment_group_get_moment:
 * @self: a group
 * @stamp: (out caller-allocates): the moment that the user has chosen
 *
 * Returns: whether it is another one than the action has now
 */
gboolean
ls_moment_group_get_moment (LsMomentGroup *self,
                            LsStamp       *stamp)
{
  switch (adw_combo_row_get_selected (ADW_COMBO_ROW (self->choice)))
    {
    case CHOICE_SHOWN:
      *stamp = self->shown;
      break;
    case CHOICE_OTHER:
      *stamp = (LsStamp) {
        .turn = (guint32) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->turn)),
        .microtask = (guint32) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->microtask)),
        .statement = (guint32) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->statement)),
      };
      break;
    case CHOICE_OWN:
    default:
      *stamp = self->own;
      break;
    }
  return ls_stamp_compare (stamp, &self->own) != 0;
}
