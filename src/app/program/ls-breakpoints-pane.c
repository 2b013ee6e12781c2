/* ls-breakpoints-pane.c: lists all breakpoints of a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-breakpoints-pane.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsBreakpointsPane:
 *
 * Lists the breakpoints of a session, including those in lines of scripts. The user can switch off, change and remove each of them.
 * The pane marks the last breakpoint that stopped the program, and gives the reason.
 */
struct _LsBreakpointsPane
{
  GtkWidget      parent_instance;

  GtkWidget     *reason;
  GtkWidget     *stack;
  GtkWidget     *list;

  LsDebugger    *debugger;
  LsPlayer      *player;
  LsSession     *session;     /* the session whose signals the pane watches */
  LsBreakpoints *lines;
  guint          update;
};

enum
{
  EDIT,
  REPORT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsBreakpointsPane, ls_breakpoints_pane, GTK_TYPE_WIDGET)

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
    g_signal_emit (self, signals[REPORT], 0, error->message);
}

static void
edit_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LsBreakpointsPane *self = LS_BREAKPOINTS_PANE (widget);
  int index = parameter != NULL ? (int) g_variant_get_uint32 (parameter) : -1;

  if (index < 0 ? self->session != NULL : get_rule (self, index) != NULL)
    g_signal_emit (self, signals[EDIT], 0, index);
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
  replace (self, index, rule, rule->enabled ? _("switch a breakpoint on") : _("switch a breakpoint off"));
}

static void
on_toggled (GtkWidget *check)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "index"));

  gtk_widget_activate_action (check, "breakpoints.toggle", "u", index);
}

static GtkWidget *
make_button (const char *icon,
             const char *tooltip,
             const char *name,
             const char *action,
             GVariant   *target)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "row-button");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ls_widget_set_tooltip (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
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

static GtkWidget *
make_label (const char *text,
            const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Describes the content of a row. A row with the same key stays. */
static char *
make_key (LsBreakpointsPane *self,
          const LsBreakRule *rule)
{
  g_autofree char *sentence = ls_break_rule_to_sentence (rule);
  const char *error = find_error (self, rule);

  return g_strdup_printf ("%d\x1f%s\x1f%s\x1f%u\x1f%s", rule->enabled, sentence,
                          rule->kind == LS_BREAK_LINE ? rule->script : "", rule->line, error != NULL ? error : "");
}

/* Lets the actions of a row use the breakpoint at @index. The check mark follows the session, also if the session rejected a
 * change. */
static void
set_index (GtkWidget *row,
           guint      index,
           gboolean   enabled)
{
  GtkWidget *child = gtk_widget_get_first_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const char *action = GTK_IS_BUTTON (child) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (child)) : NULL;

      if (GTK_IS_CHECK_BUTTON (child))
        {
          g_object_set_data (G_OBJECT (child), "index", GUINT_TO_POINTER (index));
          g_signal_handlers_block_by_func (child, on_toggled, NULL);
          gtk_check_button_set_active (GTK_CHECK_BUTTON (child), enabled);
          g_signal_handlers_unblock_by_func (child, on_toggled, NULL);
        }
      else if (action != NULL && g_str_has_prefix (action, "breakpoints."))
        gtk_actionable_set_action_target_value (GTK_ACTIONABLE (child), g_variant_new_uint32 (index));
    }
}

static GtkWidget *
make_row (LsBreakpointsPane *self,
          const LsBreakRule *rule,
          guint              index)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *sentence = ls_break_rule_to_sentence (rule);
  g_autofree char *shown = ls_text_shorten (sentence);
  const char *error = find_error (self, rule);
  g_autofree char *edit = NULL;
  g_autofree char *removal = NULL;
  g_autofree char *name = NULL;

  /* Translators: a breakpoint */
  edit = g_strdup_printf (_("Edit: %s"), shown);
  /* Translators: a breakpoint */
  removal = g_strdup_printf (_("Remove: %s"), shown);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), rule->enabled);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  ls_widget_set_tooltip (check, _("Whether It Stops"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);
  g_object_set_data (G_OBJECT (check), "index", GUINT_TO_POINTER (index));
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), NULL);
  gtk_box_append (GTK_BOX (texts), make_label (shown, rule->enabled ? NULL : "dim-label"));
  if (error != NULL)
    gtk_box_append (GTK_BOX (texts), make_label (error, "error"));
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), texts);
  if (rule->kind == LS_BREAK_LINE)
    {
      g_autofree char *place = g_strdup_printf ("%s:%u:1", rule->script, rule->line);
      /* Translators: a script and a line */
      g_autofree char *go = g_strdup_printf (_("Show %s"), place);

      gtk_box_append (GTK_BOX (box), make_button ("go-jump-symbolic", _("Show the Line of the Program"), go, "win.show-place",
                                                  g_variant_new_string (place)));
    }
  gtk_box_append (GTK_BOX (box), make_button ("document-edit-symbolic", _("Edit"), edit, "breakpoints.edit",
                                              g_variant_new_uint32 (index)));
  gtk_box_append (GTK_BOX (box), make_button ("user-trash-symbolic", _("Remove"), removal, "breakpoints.remove",
                                              g_variant_new_uint32 (index)));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  /* Translators: a breakpoint that does not stop */
  name = rule->enabled ? g_strdup (shown) : g_strdup_printf (_("%s, switched off"), shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

/* Returns the row with the focus, or -1. Sets @place to the child of the row that has it. */
static int
find_focus (LsBreakpointsPane *self,
            guint             *place)
{
  GtkWidget *row = gtk_widget_get_focus_child (self->list);
  GtkWidget *box, *focus;

  *place = 0;
  if (row == NULL)
    return -1;
  box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
  focus = gtk_widget_get_focus_child (box);
  for (GtkWidget *child = gtk_widget_get_first_child (box); focus != NULL && child != NULL && child != focus;
       child = gtk_widget_get_next_sibling (child))
    (*place)++;
  return gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

static void
restore_focus (LsBreakpointsPane *self,
               int                index,
               guint              place)
{
  GtkListBoxRow *row = NULL;
  GtkWidget *child;

  for (; index >= 0 && row == NULL; index--)
    row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);
  if (row == NULL)
    return;
  child = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  while (place-- > 0 && child != NULL && gtk_widget_get_next_sibling (child) != NULL)
    child = gtk_widget_get_next_sibling (child);
  if (!gtk_widget_grab_focus (child))
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* Finds the row for @key at @index or right behind it. In the second case it removes the row at @index, whose breakpoint the user
 * changed or removed. In other cases the caller makes a new row. */
static GtkWidget *
find_row (LsBreakpointsPane *self,
          guint              index,
          const char        *key)
{
  for (guint i = index; i <= index + 1; i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i));

      if (row == NULL || g_strcmp0 (g_object_get_data (G_OBJECT (row), "key"), key) != 0)
        continue;
      if (i > index)
        gtk_list_box_remove (GTK_LIST_BOX (self->list),
                             GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index)));
      return row;
    }
  return NULL;
}

static void
update (LsBreakpointsPane *self)
{
  guint n_rules = self->session != NULL ? ls_session_get_n_breakpoints (self->session) : 0;
  guint place;
  int focus = find_focus (self, &place);
  GtkWidget *focused = gtk_widget_get_focus_child (self->list);
  GtkWidget *row;

  for (guint i = 0; i < n_rules; i++)
    {
      g_autofree char *key = make_key (self, get_rule (self, i));

      row = find_row (self, i, key);
      if (row == NULL)
        {
          row = make_row (self, get_rule (self, i), i);
          g_object_set_data_full (G_OBJECT (row), "key", g_steal_pointer (&key), g_free);
          gtk_list_box_insert (GTK_LIST_BOX (self->list), row, i);
        }
      set_index (row, i, get_rule (self, i)->enabled);
    }
  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), n_rules))) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_rules > 0 ? "list" : "empty");
  if (focus >= 0 && gtk_widget_get_focus_child (self->list) != focused)
    restore_focus (self, focus, place);
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
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    g_signal_connect_swapped (session, "changed", G_CALLBACK (queue_update), self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "breakpoints.add", session != NULL);
  queue_update (self);
}

static void
ls_breakpoints_pane_dispose (GObject *object)
{
  LsBreakpointsPane *self = LS_BREAKPOINTS_PANE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->update, g_source_remove);
  if (self->debugger != NULL)
    g_signal_handlers_disconnect_by_data (self->debugger, self);
  if (self->lines != NULL)
    g_signal_handlers_disconnect_by_data (self->lines, self);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
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

  signals[EDIT] = g_signal_new ("edit", LS_TYPE_BREAKPOINTS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_INT);
  signals[REPORT] = g_signal_new ("report", LS_TYPE_BREAKPOINTS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-breakpoints-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, reason);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsBreakpointsPane, list);
  gtk_widget_class_install_action (widget_class, "breakpoints.add", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "breakpoints.edit", "u", edit_action);
  gtk_widget_class_install_action (widget_class, "breakpoints.remove", "u", remove_action);
  gtk_widget_class_install_action (widget_class, "breakpoints.toggle", "u", toggle_action);
}

static void
ls_breakpoints_pane_init (LsBreakpointsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
  g_signal_connect_swapped (debugger, "changed", G_CALLBACK (on_debugger_changed), self);
  g_signal_connect_swapped (self->lines, "changed", G_CALLBACK (queue_update), self);
  g_signal_connect_swapped (self->player, "changed", G_CALLBACK (update_reason), self);
  g_signal_connect_swapped (self->player, "stopped-at-breakpoint", G_CALLBACK (update_reason), self);
  on_debugger_changed (self);
}
