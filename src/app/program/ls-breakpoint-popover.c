/* ls-breakpoint-popover.c: asks when a line stops the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-breakpoint-popover.h"

#include <glib/gi18n.h>

#include "ls-widget.h"

/**
 * LsBreakpointPopover:
 *
 * Asks for the condition of a breakpoint, and whether the breakpoint is enabled. The popover takes the condition when the user
 * presses Return or closes it. Escape restores the old condition.
 */
struct _LsBreakpointPopover
{
  GtkPopover     parent_instance;

  GtkWidget     *title;
  GtkWidget     *condition;
  GtkWidget     *error;
  GtkWidget     *enabled;

  LsBreakpoints *breakpoints;
  char          *script;
  guint          line;
};

G_DEFINE_FINAL_TYPE (LsBreakpointPopover, ls_breakpoint_popover, GTK_TYPE_POPOVER)

static void
apply (LsBreakpointPopover *self)
{
  if (self->breakpoints == NULL)
    return;
  ls_breakpoints_set_enabled (self->breakpoints, self->script, self->line,
                              gtk_check_button_get_active (GTK_CHECK_BUTTON (self->enabled)));
  ls_breakpoints_set_condition (self->breakpoints, self->script, self->line,
                                gtk_editable_get_text (GTK_EDITABLE (self->condition)));
}

static void
forget (LsBreakpointPopover *self)
{
  g_clear_object (&self->breakpoints);
  g_clear_pointer (&self->script, g_free);
}

static void
show_error (LsBreakpointPopover *self,
            const char          *error)
{
  gboolean is_wrong = error != NULL;

  ls_widget_show_text (self->error, error);
  ls_widget_set_class (self->condition, "error", is_wrong);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->condition), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->condition), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  is_wrong ? error : "", -1);
}

static void
on_activate (LsBreakpointPopover *self)
{
  apply (self);
  forget (self);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
on_remove (LsBreakpointPopover *self)
{
  if (self->breakpoints != NULL)
    ls_breakpoints_remove (self->breakpoints, self->script, self->line);
  forget (self);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
on_key_pressed (LsBreakpointPopover *self,
                guint                keyval)
{
  if (keyval == GDK_KEY_Escape)
    forget (self);
  return GDK_EVENT_PROPAGATE;
}

static void
ls_breakpoint_popover_closed (GtkPopover *popover)
{
  LsBreakpointPopover *self = LS_BREAKPOINT_POPOVER (popover);

  apply (self);
  forget (self);
}

static void
ls_breakpoint_popover_dispose (GObject *object)
{
  forget (LS_BREAKPOINT_POPOVER (object));

  G_OBJECT_CLASS (ls_breakpoint_popover_parent_class)->dispose (object);
}

static void
ls_breakpoint_popover_class_init (LsBreakpointPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_breakpoint_popover_dispose;
  GTK_POPOVER_CLASS (klass)->closed = ls_breakpoint_popover_closed;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/loopscope/Loopscope/ls-breakpoint-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointPopover, title);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointPopover, condition);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointPopover, error);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointPopover, enabled);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
}

static void
ls_breakpoint_popover_init (LsBreakpointPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_breakpoint_popover_edit:
 * @self: a popover
 * @breakpoints: breakpoints
 * @script: the name of a script
 * @line: a line of it with a breakpoint
 *
 * Shows the popover for a breakpoint.
 */
void
ls_breakpoint_popover_edit (LsBreakpointPopover *self,
                            LsBreakpoints       *breakpoints,
                            const char          *script,
                            guint                line)
{
  const LsBreakpointState *breakpoint = ls_breakpoints_find (breakpoints, script, line);
  g_autofree char *title = g_strdup_printf (_("Breakpoint at line %u"), line);

  g_return_if_fail (breakpoint != NULL);

  apply (self);
  forget (self);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_editable_set_text (GTK_EDITABLE (self->condition), breakpoint->condition != NULL ? breakpoint->condition : "");
  show_error (self, breakpoint->error);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->enabled), breakpoint->enabled);
  self->breakpoints = g_object_ref (breakpoints);
  self->script = g_strdup (script);
  self->line = line;
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->condition);
}
