/* ls-fold-button.c: how often a row of a list repeats
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-fold-button.h"

#include <glib/gi18n.h>

#include "ls-widget.h"

/**
 * LsFoldButton:
 *
 * Says how often a row of a list repeats, such as “×50”. A click shows all of the lines, or one again. It is hidden in a row that
 * does not repeat.
 */
struct _LsFoldButton
{
  GtkButton parent_instance;

  guint     line;
  guint     n_lines;
  gboolean  is_unfolded;
};

G_DEFINE_FINAL_TYPE (LsFoldButton, ls_fold_button, GTK_TYPE_BUTTON)

static void
ls_fold_button_class_init (LsFoldButtonClass *klass)
{
}

static void
ls_fold_button_init (LsFoldButton *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_add_css_class (GTK_WIDGET (self), "fold");
  gtk_widget_add_css_class (GTK_WIDGET (self), "numeric");
}

/**
 * ls_fold_button_new:
 * @action: the name of an action that takes the number of a line, as a “u”
 *
 * Returns: (transfer floating): a button that activates @action with the line of its row
 */
GtkWidget *
ls_fold_button_new (const char *action)
{
  LsFoldButton *self = g_object_new (LS_TYPE_FOLD_BUTTON, NULL);

  gtk_actionable_set_action_target (GTK_ACTIONABLE (self), "u", 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self), action);
  return GTK_WIDGET (self);
}

/**
 * ls_fold_button_show:
 * @self: a button
 * @line: the number of the row's first line
 * @n_lines: how many lines the row stands for
 * @is_unfolded: whether the others have rows of their own
 *
 * Shows how often the row repeats.
 *
 * Returns: whether that has changed
 */
gboolean
ls_fold_button_show (LsFoldButton *self,
                     guint         line,
                     guint         n_lines,
                     gboolean      is_unfolded)
{
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (self->line == line && self->n_lines == n_lines && self->is_unfolded == is_unfolded)
    return FALSE;
  self->line = line;
  self->n_lines = n_lines;
  self->is_unfolded = is_unfolded;
  gtk_widget_set_visible (GTK_WIDGET (self), n_lines > 1);
  if (n_lines <= 1)
    return TRUE;
  /* Translators: how often a line repeats */
  text = g_strdup_printf (_("×%u"), n_lines);
  name = is_unfolded ? g_strdup_printf (ngettext ("Show %u line as one", "Show %u lines as one", n_lines), n_lines)
                     : g_strdup_printf (ngettext ("Show all %u line", "Show all %u lines", n_lines), n_lines);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self), "u", line);
  gtk_button_set_label (GTK_BUTTON (self), text);
  ls_widget_set_tooltip (GTK_WIDGET (self), name);
  ls_widget_set_class (GTK_WIDGET (self), "unfolded", is_unfolded);
  ls_widget_name (GTK_WIDGET (self), "%s", name);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, is_unfolded, -1);
  return TRUE;
}
