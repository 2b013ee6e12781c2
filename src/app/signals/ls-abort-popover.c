/* ls-abort-popover.c: asks for the reason of an abort
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-abort-popover.h"

/**
 * LsAbortPopover:
 *
 * The popover of a controller's button to abort, with an entry for the reason. When the user confirms, it activates "win.abort".
 */
struct _LsAbortPopover
{
  GtkPopover parent_instance;

  GtkWidget *reason;

  guint32    signal;
};

G_DEFINE_FINAL_TYPE (LsAbortPopover, ls_abort_popover, GTK_TYPE_POPOVER)

static void
on_abort (LsAbortPopover *self)
{
  g_autofree char *reason = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->reason)));
  g_autoptr (GtkWidget) button = g_object_ref (gtk_widget_get_parent (GTK_WIDGET (self)));
  guint32 signal = self->signal;

  gtk_popover_popdown (GTK_POPOVER (self));
  gtk_editable_set_text (GTK_EDITABLE (self->reason), "");
  gtk_widget_activate_action (button, "win.abort", "(us)", signal, reason);
}

static void
ls_abort_popover_class_init (LsAbortPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-abort-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, LsAbortPopover, reason);
  gtk_widget_class_bind_template_callback (widget_class, on_abort);
}

static void
ls_abort_popover_init (LsAbortPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_abort_popover_get_for_button:
 * @button: a menu button without another popover
 *
 * Returns the popover of @button. Callers call it when @button needs its popover, since there are many such buttons and users press
 * few of them.
 *
 * Returns: (transfer none): the popover of @button, a new one if @button has none
 */
LsAbortPopover *
ls_abort_popover_get_for_button (GtkMenuButton *button)
{
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  if (popover == NULL)
    {
      popover = GTK_POPOVER (g_object_new (LS_TYPE_ABORT_POPOVER, NULL));
      gtk_menu_button_set_popover (button, GTK_WIDGET (popover));
    }
  return LS_ABORT_POPOVER (popover);
}

/**
 * ls_abort_popover_set_signal:
 * @self: a popover
 * @signal: the signal of a controller
 *
 * Sets what the popover aborts.
 */
void
ls_abort_popover_set_signal (LsAbortPopover *self,
                             guint32         signal)
{
  self->signal = signal;
}
