/* ls-session-view-analysis.c: the panes that look at the whole run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-break-dialog.h"
#include "ls-breakpoints-pane.h"
#include "ls-lints-pane.h"
#include "ls-statistics-pane.h"
#include "ls-text.h"

/* The tab says how many there are. */
static void
on_n_lints (LsSessionView *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->lints);
  guint n_lints = ls_lints_pane_get_n_lints (LS_LINTS_PANE (self->lints));
  /* Translators: the title of a tab, with how many lints there are */
  g_autofree char *title = n_lints > 0 ? g_strdup_printf (_("Lints (%u)"), n_lints) : g_strdup (_("Lints"));

  gtk_stack_page_set_title (page, title);
}

/* A dialog edits the breakpoint that was at a place when it was opened. */
typedef struct
{
  LsSessionView *view;
  LsSession     *session;
  LsBreakRule   *rule;     /* NULL for a new one */
} Edit;

static void
edit_free (gpointer  data,
           GClosure *closure)
{
  Edit *edit = data;

  g_clear_pointer (&edit->rule, ls_break_rule_free);
  g_object_unref (edit->session);
  g_free (edit);
}

static void
on_break_done (GtkWidget         *dialog,
               const LsBreakRule *rule,
               gpointer           user_data)
{
  Edit *edit = user_data;
  LsSessionView *self = edit->view;
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autoptr (GError) error = NULL;
  guint index = 0;

  if (session != edit->session)
    return;
  while (edit->rule != NULL && index < ls_session_get_n_breakpoints (session) &&
         !ls_break_rule_equal (ls_session_get_breakpoint (session, index), edit->rule))
    index++;
  if (edit->rule != NULL && index < ls_session_get_n_breakpoints (session))
    ls_debugger_replace_breakpoint (self->debugger, index, rule, _("change a breakpoint"), &error);
  else
    ls_debugger_add_breakpoint (self->debugger, rule, _("add a breakpoint"), &error);
  if (error != NULL)
    ls_session_view_report (self, error->message);
}

static void
edit_breakpoint (LsSessionView *self,
                 int       index)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  const LsBreakRule *rule = index >= 0 && session != NULL ? ls_session_get_breakpoint (session, index) : NULL;
  g_autoptr (LsBreakRule) fresh = ls_break_rule_new (LS_BREAK_TASK_START);
  GtkWidget *dialog;
  Edit *edit;

  if (session == NULL)
    return;
  dialog = ls_break_dialog_new (rule != NULL ? rule : fresh, rule == NULL);
  edit = g_new0 (Edit, 1);
  edit->view = self;
  edit->session = g_object_ref (session);
  edit->rule = rule != NULL ? ls_break_rule_copy (rule) : NULL;
  g_signal_connect_data (dialog, "done", G_CALLBACK (on_break_done), edit, edit_free, 0);
  ls_session_view_present_dialog (self, dialog, rule == NULL ? _("Add Breakpoint") : _("Edit Breakpoint"), 460, 470);
}

static void
add_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  edit_breakpoint (LS_SESSION_VIEW (widget), -1);
}

/* Which breakpoint stopped and why, for as long as the position is there. */
static void
update_break_banner (LsSessionView *self)
{
  g_autofree char *reason = ls_player_get_break_reason (self->player);
  g_autofree char *shown = ls_text_shorten (reason);
  g_autofree char *text = NULL;

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->break_banner), shown != NULL);
  if (shown == NULL)
    return;
  /* Translators: why a breakpoint stopped, a sentence */
  text = g_strdup_printf (_("Stopped: %s"), shown);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->break_reason)), text) != 0)
    gtk_label_set_label (GTK_LABEL (self->break_reason), text);
  gtk_widget_set_visible (self->break_reason, *text != '\0');
}

static void
on_stopped_at_breakpoint (LsSessionView *self)
{
  update_break_banner (self);
  if (gtk_revealer_get_reveal_child (GTK_REVEALER (self->break_banner)))
    ls_compat_announce (self->break_reason, gtk_label_get_label (GTK_LABEL (self->break_reason)));
}

static void
show_view_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  const char *view = parameter != NULL ? g_variant_get_string (parameter, NULL) : strrchr (name, '-') + 1;
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (self->bottom_stack), view);

  if (page == NULL)
    return;
  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child (GTK_STACK (self->bottom_stack), page);
  gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

/**
 * ls_session_view_install_analysis_actions:
 * @widget_class: the view's class
 *
 * Installs the actions that show panes at the bottom.
 */
void
ls_session_view_install_analysis_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-view", "s", show_view_action);
  gtk_widget_class_install_action (widget_class, "win.show-view-lints", NULL, show_view_action);
  gtk_widget_class_install_action (widget_class, "win.show-view-breakpoints", NULL, show_view_action);
  gtk_widget_class_install_action (widget_class, "win.new-breakpoint", NULL, add_action);
  gtk_widget_class_install_action (widget_class, "win.show-view-statistics", NULL, show_view_action);
}

/**
 * ls_session_view_connect_analysis:
 * @self: a view
 *
 * Lets the panes look at the run.
 */
void
ls_session_view_connect_analysis (LsSessionView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (self->bottom_switcher);

  /* Tabs as wide as the widest one have no room in a narrow window. */
  if (GTK_IS_BOX_LAYOUT (layout))
    gtk_box_layout_set_homogeneous (GTK_BOX_LAYOUT (layout), FALSE);
  g_signal_connect_object (self->lints, "notify::n-lints", G_CALLBACK (on_n_lints), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->breakpoints, "edit", G_CALLBACK (edit_breakpoint), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->events, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->breakpoints, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->player, "changed", G_CALLBACK (update_break_banner), self);
  g_signal_connect_swapped (self->player, "stopped-at-breakpoint", G_CALLBACK (on_stopped_at_breakpoint), self);
  ls_breakpoints_pane_set_debugger (LS_BREAKPOINTS_PANE (self->breakpoints), self->debugger);
  ls_lints_pane_set_debugger (LS_LINTS_PANE (self->lints), self->debugger);
  ls_statistics_pane_set_player (LS_STATISTICS_PANE (self->statistics), self->player);
}
