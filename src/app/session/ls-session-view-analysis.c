/* ls-session-view-analysis.c: the panes that look at the whole run, and at what else it could be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-break-dialog.h"
#include "ls-breakpoints-pane.h"
#include "ls-explore-pane.h"
#include "ls-lints-pane.h"
#include "ls-log-view.h"
#include "ls-rerun-pane.h"
#include "ls-statistics-pane.h"
#include "ls-text.h"
#include "ls-what-if-pane.h"
#include "ls-why-card.h"

/* The shortest time between two titles of a tab that counts what a run makes, in ms. */
#define TITLE_INTERVAL 250

/* The title of the tab says how many problems there are. */
static void
on_n_lints (LsSessionView *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->lints);
  guint n_lints = ls_lints_pane_get_n_lints (LS_LINTS_PANE (self->lints));
  /* Translators: the title of a tab, with how many problems there are */
  g_autofree char *title = n_lints > 0 ? g_strdup_printf (_("Problems %u"), n_lints) : g_strdup (_("Problems"));

  gtk_stack_page_set_title (page, title);
}

static gboolean
update_log_title (gpointer user_data)
{
  LsSessionView *self = user_data;
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->log);
  guint n_lines = ls_log_view_get_n_lines (LS_LOG_VIEW (self->log));
  /* Translators: the title of a tab, with how many lines the program has printed */
  g_autofree char *title = n_lines > 0 ? g_strdup_printf (_("Log %u"), n_lines) : g_strdup (_("Log"));

  self->log_title_source = 0;
  if (g_strcmp0 (title, gtk_stack_page_get_title (page)) != 0)
    gtk_stack_page_set_title (page, title);
  return G_SOURCE_REMOVE;
}

/* The title of the tab says how many lines there are. It changes a few times a second at most, since GTK lays out the whole header
 * again. */
static void
on_n_lines (LsSessionView *self)
{
  if (self->log_title_source == 0 && self->bottom_stack != NULL)
    self->log_title_source = g_timeout_add (TITLE_INTERVAL, update_log_title, self);
}

/* The breakpoint that a dialog edits. Others may take its place in the list meanwhile, so it is found again by what it is. */
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

/* The banner says why a breakpoint stopped, for as long as the position is there. */
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
  g_signal_emit_by_name (self, "attention");
}

/* Shows @page, one of the panes at the bottom. */
void
ls_session_view_show_page (LsSessionView *self,
                           GtkWidget     *page)
{
  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child (GTK_STACK (self->bottom_stack), page);
}

/* Shows the pane that asks what if. The focus goes to it where it is not the usual one, which takes it itself. */
void
ls_session_view_show_what_if (LsSessionView *self)
{
  ls_session_view_show_page (self, self->what_if_page);
  if (gtk_widget_get_visible (self->rerun))
    gtk_widget_child_focus (self->rerun, GTK_DIR_TAB_FORWARD);
}

static void
show_view_action (LsSessionView *self,
                  const char    *name,
                  GVariant      *parameter)
{
  const char *view = parameter != NULL ? g_variant_get_string (parameter, NULL) : name + strlen ("show-view-");
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (self->bottom_stack), view);

  if (page == NULL)
    return;
  /* The stack would remember a row that has the focus, and give it back when the row is gone. */
  if (gtk_widget_get_focus_child (self->bottom_stack) != NULL)
    gtk_root_set_focus (gtk_widget_get_root (self->bottom_stack), NULL);
  ls_session_view_show_page (self, page);
  gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

static void
show_signal_in_timeline_action (LsSessionView *self,
                                const char    *name,
                                GVariant      *parameter)
{
  ls_session_view_show_page (self, self->timeline);
  ls_player_select (self->player, LS_SELECTION_SIGNAL, g_variant_get_uint32 (parameter));
  gtk_widget_grab_focus (self->timeline);
}

/* Shows a session that was made of the one that is shown, in a tab of its own, not saved yet, at its first step. */
static void
open_beside (LsSessionView *self,
             LsSession     *session)
{
  LsSessionView *view = ls_session_view_ask_for_view (self);
  g_autoptr (GError) error = NULL;

  ls_session_set_modified (session, TRUE);
  if (ls_debugger_open_session (view->debugger, session, NULL, &error))
    ls_player_step_by (view->player, LS_STEPPING_TURN, FALSE);
  else
    ls_session_view_report (view, error->message);
}

/* All schedules of the agents */

/* The title of the tab says how much was found. */
static void
on_n_findings (LsSessionView *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->explore);
  guint n_findings = ls_explore_pane_get_n_findings (LS_EXPLORE_PANE (self->explore));
  /* Translators: the title of a tab, with how much was found */
  g_autofree char *title = n_findings > 0 ? g_strdup_printf (_("Explore %u"), n_findings) : g_strdup (_("Explore"));

  gtk_stack_page_set_title (page, title);
}

static void
on_saved (LsSessionView *self)
{
  ls_session_view_tell (self, _("Saved"), NULL, NULL, 0);
}

/* How the run ended */

static void
on_stopped (LsSessionView *self)
{
  g_autofree char *place = NULL;
  g_autofree char *message = ls_debugger_get_message (self->debugger, &place);

  gtk_widget_set_visible (self->banner_place, place != NULL);
  if (place != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->banner_place), "s", place);
  if (message != NULL && self->is_shown)
    ls_compat_announce (self->banner_label, message);
  gtk_label_set_label (GTK_LABEL (self->banner_label), message != NULL ? message : "");
  gtk_widget_set_visible (self->banner_label, message != NULL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), message != NULL);
  ls_session_view_update_status (self);
  ls_session_view_update_actions (self);
  if (message != NULL)
    g_signal_emit_by_name (self, "attention");
}

/* The banner says how a run ended until the next one begins. */
static void
hide_banner (LsSessionView *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), FALSE);
}

const LsActionEntry ls_session_view_analysis_actions[] = {
  { "show-view", "s", 0, G_CALLBACK (show_view_action) },
  { "show-view-lints", NULL, 0, G_CALLBACK (show_view_action) },
  { "show-view-breakpoints", NULL, 0, G_CALLBACK (show_view_action) },
  { "show-view-actions", NULL, 0, G_CALLBACK (show_view_action) },
  { "show-view-statistics", NULL, 0, G_CALLBACK (show_view_action) },
  { "show-signal-in-timeline", "u", 0, G_CALLBACK (show_signal_in_timeline_action) },
  { NULL },
};

/* Brings the tab of the page that is shown into view: a narrow window has no room for all tabs. */
static void
scroll_to_tab (LsSessionView *self)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (self->bottom_switcher, GTK_TYPE_VIEWPORT);
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (GTK_STACK (self->bottom_stack));
  GtkWidget *tab = gtk_widget_get_first_child (self->bottom_switcher);
  graphene_rect_t bounds;

  for (guint i = 0; tab != NULL && !gtk_selection_model_is_selected (pages, i); i++)
    tab = gtk_widget_get_next_sibling (tab);
  if (tab != NULL && gtk_widget_compute_bounds (tab, self->bottom_switcher, &bounds))
    gtk_adjustment_clamp_page (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (viewport)), bounds.origin.x,
                               bounds.origin.x + bounds.size.width);
}

/* Lets the panes look at the run. */
void
ls_session_view_connect_analysis (LsSessionView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (self->bottom_switcher);

  /* Tabs as wide as the widest one have no room in a narrow window. */
  if (GTK_IS_BOX_LAYOUT (layout))
    gtk_box_layout_set_homogeneous (GTK_BOX_LAYOUT (layout), FALSE);
  g_signal_connect_object (self->bottom_stack, "notify::visible-child", G_CALLBACK (scroll_to_tab), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->log, "notify::n-lines", G_CALLBACK (on_n_lines), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lints, "notify::n-lints", G_CALLBACK (on_n_lints), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->breakpoints, "edit", G_CALLBACK (edit_breakpoint), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->events, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->breakpoints, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_group_connect_swapped (self->player_signals, "changed", G_CALLBACK (update_break_banner), self);
  g_signal_group_connect_swapped (self->player_signals, "stopped-at-breakpoint", G_CALLBACK (on_stopped_at_breakpoint), self);
  ls_breakpoints_pane_set_debugger (LS_BREAKPOINTS_PANE (self->breakpoints), self->debugger);
  ls_session_view_connect_hand (self);
  ls_lints_pane_set_debugger (LS_LINTS_PANE (self->lints), self->debugger);
  ls_statistics_pane_set_player (LS_STATISTICS_PANE (self->statistics), self->player);
  ls_what_if_pane_set_debugger (LS_WHAT_IF_PANE (self->what_if), self->debugger);
  g_signal_connect_object (self->what_if, "open-session", G_CALLBACK (open_beside), self, G_CONNECT_SWAPPED);
  ls_rerun_pane_set_debugger (LS_RERUN_PANE (self->rerun), self->debugger);
  g_signal_connect_object (self->rerun, "open-session", G_CALLBACK (open_beside), self, G_CONNECT_SWAPPED);
  ls_explore_pane_set_debugger (LS_EXPLORE_PANE (self->explore), self->debugger);
  g_signal_connect_object (self->explore, "notify::n-findings", G_CALLBACK (on_n_findings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "open-session", G_CALLBACK (open_beside), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "used", G_CALLBACK (ls_session_view_offer_undo), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "saved", G_CALLBACK (on_saved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->explore, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_group_connect_swapped (self->debugger_signals, "restarting", G_CALLBACK (hide_banner), self);
  g_signal_group_connect_swapped (self->debugger_signals, "stopped", G_CALLBACK (on_stopped), self);
}
