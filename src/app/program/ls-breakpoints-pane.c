/* ls-breakpoints-pane.c: lists all breakpoints of a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-breakpoints-pane.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-text.h"
#include "ls-session-recording.h"
#include "ls-widget.h"

/**
 * LsBreakpointsPane:
 *
 * Lists the breakpoints of a session, including those in lines of scripts. The user can switch off, change and remove each of them.
 * The pane marks the last breakpoint that stopped the program, and gives the reason.
 */
struct _LsBreakpointsPane
{
  GtkBox         parent_instance;

  GtkWidget     *reason;
  GtkWidget     *stack;
  GtkWidget     *empty;
  GtkWidget     *list;

  LsDebugger    *debugger;
  LsPlayer      *player;
  LsSession     *session;
  GSignalGroup  *session_signals;
  LsBreakpoints *lines;
  guint          update;
};

G_DEFINE_FINAL_TYPE (LsBreakpointsPane, ls_breakpoints_pane, GTK_TYPE_BOX)

static const LsBreakRule *
get_rule (LsBreakpointsPane *self,
          guint              index)
{
  return self->session != NULL ? ls_session_get_breakpoint (self->session, index) : NULL;
}

static void
replace (LsBreakpointsPane *self,
         guint              index,
         const LsBreakRule *rule,
         const char        *label)
{
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_replace_breakpoint (self->debugger, index, rule, label, &error))
    g_signal_emit_by_name (self, "report", error->message);
}

static void
edit_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LsBreakpointsPane *self = LS_BREAKPOINTS_PANE (widget);
  int index = parameter != NULL ? (int) g_variant_get_uint32 (parameter) : -1;

  if (index < 0 ? self->session != NULL : get_rule (self, index) != NULL)
    g_signal_emit_by_name (self, "edit", index);
}

static void
remove_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  LsBreakpointsPane *self = LS_BREAKPOINTS_PANE (widget);
  guint index = g_variant_get_uint32 (parameter);

  if (get_rule (self, index) != NULL)
    replace (self, index, NULL, _("remove a breakpoint"));
}

static void
toggle_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  LsBreakpointsPane *self = LS_BREAKPOINTS_PANE (widget);
  guint index = g_variant_get_uint32 (parameter);
  g_autoptr (LsBreakRule) rule = NULL;

  if (get_rule (self, index) == NULL)
    return;
  rule = ls_break_rule_copy (get_rule (self, index));
  rule->enabled = !rule->enabled;
  replace (self, index, rule, rule->enabled ? _("enable a breakpoint") : _("disable a breakpoint"));
}

static void
on_toggled (GtkWidget *check)
{
  GtkWidget *row = gtk_widget_get_ancestor (check, GTK_TYPE_LIST_BOX_ROW);

  gtk_widget_activate_action (check, "breakpoints.toggle", "u", (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)));
}

static GtkWidget *
append_button (GtkWidget  *box,
               const char *icon,
               const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "row-button");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ls_widget_set_tooltip (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
update_button (GtkWidget  *button,
               const char *name,
               const char *action,
               GVariant   *target)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
}

static GtkWidget *
append_label (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  ls_widget_wrap (label);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
row_new (void)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  ls_widget_set_tooltip (check, _("Enabled"));
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), NULL);
  append_label (texts);
  gtk_widget_add_css_class (append_label (texts), "error");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), texts);
  append_button (box, "go-jump-symbolic", _("Show the Line"));
  append_button (box, "document-edit-symbolic", _("Edit"));
  append_button (box, "user-trash-symbolic", _("Remove"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

/* The error of a condition is known only after a run begins. */
static const char *
find_error (LsBreakpointsPane *self,
            const LsBreakRule *rule)
{
  const LsBreakpointState *state = NULL;

  if (rule->kind == LS_BREAK_LINE)
    state = ls_breakpoints_find (self->lines, rule->script, rule->line);
  return state != NULL && rule->enabled ? state->error : NULL;
}

/* The check mark follows the session, also if the session rejected a change. */
static void
update_row (LsBreakpointsPane *self,
            GtkListBoxRow     *row,
            guint              index)
{
  const LsBreakRule *rule = get_rule (self, index);
  GtkWidget *check = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  GtkWidget *texts = gtk_widget_get_next_sibling (check);
  GtkWidget *label = gtk_widget_get_first_child (texts);
  GtkWidget *go = gtk_widget_get_next_sibling (texts);
  GtkWidget *edit = gtk_widget_get_next_sibling (go);
  GtkWidget *removal = gtk_widget_get_next_sibling (edit);
  g_autofree char *sentence = ls_break_rule_to_sentence (rule);
  g_autofree char *shown = ls_text_shorten (sentence);
  /* Translators: a breakpoint */
  g_autofree char *edit_name = g_strdup_printf (_("Edit: %s"), shown);
  /* Translators: a breakpoint */
  g_autofree char *removal_name = g_strdup_printf (_("Remove: %s"), shown);
  /* Translators: a breakpoint that does not stop */
  g_autofree char *name = rule->enabled ? g_strdup (shown) : g_strdup_printf (_("%s, disabled"), shown);

  g_signal_handlers_block_by_func (check, on_toggled, NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), rule->enabled);
  g_signal_handlers_unblock_by_func (check, on_toggled, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);
  gtk_label_set_label (GTK_LABEL (label), shown);
  ls_widget_set_class (label, "dim-label", !rule->enabled);
  ls_widget_show_text (gtk_widget_get_next_sibling (label), find_error (self, rule));
  gtk_widget_set_visible (go, rule->kind == LS_BREAK_LINE);
  if (rule->kind == LS_BREAK_LINE)
    {
      g_autofree char *place = g_strdup_printf ("%s:%u:1", rule->script, rule->line);
      /* Translators: a script and a line */
      g_autofree char *go_name = g_strdup_printf (_("Show %s"), place);

      update_button (go, go_name, "win.show-place", g_variant_new_string (place));
    }
  update_button (edit, edit_name, "breakpoints.edit", g_variant_new_uint32 (index));
  update_button (removal, removal_name, "breakpoints.remove", g_variant_new_uint32 (index));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Gives the focus that a widget in @from has to the same widget in @to. */
static void
move_focus (GtkListBoxRow *from,
            GtkListBoxRow *to)
{
  GtkWidget *box = gtk_list_box_row_get_child (from);
  GtkWidget *focus = gtk_widget_get_focus_child (box);
  GtkWidget *other = gtk_widget_get_first_child (gtk_list_box_row_get_child (to));

  for (GtkWidget *child = gtk_widget_get_first_child (box); focus != NULL && child != focus;
       child = gtk_widget_get_next_sibling (child))
    other = gtk_widget_get_next_sibling (other);
  if (!gtk_widget_grab_focus (other))
    gtk_widget_grab_focus (GTK_WIDGET (to));
}

/* Rows are for places in the list, so that the focus stays where it is when the user removes a breakpoint. */
static void
update (LsBreakpointsPane *self)
{
  guint n_rules = self->session != NULL ? ls_session_get_n_breakpoints (self->session) : 0;
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row;

  for (guint i = 0; i < n_rules; i++)
    {
      if (gtk_list_box_get_row_at_index (list, i) == NULL)
        gtk_list_box_append (list, row_new ());
      update_row (self, gtk_list_box_get_row_at_index (list, i), i);
    }
  while ((row = gtk_list_box_get_row_at_index (list, n_rules)) != NULL)
    {
      if (GTK_WIDGET (row) == gtk_widget_get_focus_child (self->list) && n_rules > 0)
        move_focus (row, gtk_list_box_get_row_at_index (list, n_rules - 1));
      gtk_list_box_remove (list, GTK_WIDGET (row));
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_rules > 0 ? "list" : "empty");
  gtk_label_set_label (GTK_LABEL (self->empty), self->session != NULL && ls_session_is_recorded (self->session)
                                                ? _("No breakpoints. Add one here: it stops where a recorded task does what you name.")
                                                : _("No breakpoints. Add one here, or click beside a line of code."));
}

static gboolean
update_cb (gpointer user_data)
{
  LsBreakpointsPane *self = user_data;

  self->update = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Updates in an idle source, because a button of a row may have made the change, and many lines may move at once. */
static void
queue_update (LsBreakpointsPane *self)
{
  if (self->update == 0)
    self->update = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
update_reason (LsBreakpointsPane *self)
{
  g_autofree char *reason = ls_player_get_break_reason (self->player);
  g_autofree char *shown = ls_text_shorten (reason);

  gtk_label_set_label (GTK_LABEL (self->reason), shown != NULL ? shown : "");
}

static void
on_debugger_changed (LsBreakpointsPane *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  if (session == self->session)
    return;
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "breakpoints.add", session != NULL);
  queue_update (self);
}

static void
ls_breakpoints_pane_dispose (GObject *object)
{
  LsBreakpointsPane *self = LS_BREAKPOINTS_PANE (object);

  g_clear_handle_id (&self->update, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_object (&self->lines);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_breakpoints_pane_parent_class)->dispose (object);
}

static void
ls_breakpoints_pane_class_init (LsBreakpointsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_breakpoints_pane_dispose;

  g_signal_new ("edit", LS_TYPE_BREAKPOINTS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  g_signal_new ("report", LS_TYPE_BREAKPOINTS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-breakpoints-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, reason);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, empty);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, list);
  gtk_widget_class_install_action (widget_class, "breakpoints.add", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "breakpoints.edit", "u", edit_action);
  gtk_widget_class_install_action (widget_class, "breakpoints.remove", "u", remove_action);
  gtk_widget_class_install_action (widget_class, "breakpoints.toggle", "u", toggle_action);
}

static void
ls_breakpoints_pane_init (LsBreakpointsPane *self)
{
  static const LsActionEntry entries[] = {
    { "new-breakpoint", NULL, 0, G_CALLBACK (edit_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->session_signals = g_signal_group_new (LS_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (queue_update), self);
  ls_widget_hide_when_empty (self->reason);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "breakpoints.add", FALSE);
}

/**
 * ls_breakpoints_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose breakpoints to show
 *
 * Shows the breakpoints of @debugger's session, and lets the user change them.
 */
void
ls_breakpoints_pane_set_debugger (LsBreakpointsPane *self,
                                  LsDebugger        *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  self->lines = g_object_ref (ls_debugger_get_breakpoints (debugger));
  g_signal_connect_object (debugger, "changed", G_CALLBACK (on_debugger_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lines, "changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (update_reason), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "stopped-at-breakpoint", G_CALLBACK (update_reason), self, G_CONNECT_SWAPPED);
  on_debugger_changed (self);
}
