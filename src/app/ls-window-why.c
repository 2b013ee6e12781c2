/* ls-window-why.c: asking why, and what if
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-why-card.h"

static void
show_card (LsWindow *self)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-inspector", g_variant_new_boolean (TRUE));
}

static void
why_then_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 task = g_variant_get_uint32 (parameter);

  show_card (self);
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  ls_why_card_explain_then (LS_WHY_CARD (self->why), task);
}

static void
why_before_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 task, other;

  g_variant_get (parameter, "(uu)", &task, &other);
  show_card (self);
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  ls_why_card_explain_before (LS_WHY_CARD (self->why), task, other);
}

/**
 * ls_window_install_why_actions:
 * @widget_class: the window's class
 *
 * Installs the actions that explain the past and that run it with something changed.
 */
void
ls_window_install_why_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.why-then", "u", why_then_action);
  gtk_widget_class_install_action (widget_class, "win.why-before", "(uu)", why_before_action);
}
