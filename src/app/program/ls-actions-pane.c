/* ls-actions-pane.c: lists what the user has done by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-actions-pane.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-session-recording.h"
#include "ls-widget.h"

/**
 * LsActionsPane:
 *
 * Lists the user's actions in the order of their moments: what each does, when that was, and why one was not done. The user goes to
 * an action, edits it, switches it off and on, and removes it; one that could not be kept can be tried again.
 */
struct _LsActionsPane
{
  GtkBox        parent_instance;

  GtkWidget    *stack;
  GtkWidget    *empty;
  GtkWidget    *list;
  GtkWidget    *more;

  LsDebugger   *debugger;
  LsSession    *session;
  GSignalGroup *session_signals;
  GArray       *order;        /* (element-type guint): the place in the session of the action of each row */
  guint         n_actions;
  guint         update;
};

#define MAX_ROWS 500

enum
{
  PROP_0,
  PROP_N_ACTIONS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LsActionsPane, ls_actions_pane, GTK_TYPE_BOX)

static LsAction *
get_action (LsActionsPane *self,
            guint          index)
{
  return self->session != NULL && index < ls_session_get_n_actions (self->session) ? ls_session_get_action (self->session, index)
                                                                                   : NULL;
}

/* Whether it is to be done: one whose task the run still looks for is as good as on. */
static gboolean
is_on (LsActionsPane *self,
       guint          index)
{
  LsActionOutcome outcome;

  ls_debugger_get_action_outcome (self->debugger, index, &outcome);
  return outcome.result == LS_ACTION_PENDING || ls_action_get_enabled (get_action (self, index), NULL);
}

/* Returns what an action does, short enough for a line. */
static char *
describe (LsAction *action)
{
  g_autofree char *words = ls_step_to_words (ls_action_get_step (action));

  return ls_text_shorten (words);
}

static void
tell (LsActionsPane *self,
      gboolean       is_done,
      const char    *title,
      GError        *error)
{
  if (is_done)
    g_signal_emit_by_name (self, "changed-run", title);
  else
    g_signal_emit_by_name (self, "report", error->message);
}

static void
go_action (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  LsActionsPane *self = LS_ACTIONS_PANE (widget);
  guint index = g_variant_get_uint32 (parameter);

  if (get_action (self, index) != NULL)
    ls_debugger_go_to_action (self->debugger, index);
}

static void
edit_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsActionsPane *self = LS_ACTIONS_PANE (widget);
  guint index = g_variant_get_uint32 (parameter);

  if (get_action (self, index) != NULL)
    g_signal_emit_by_name (self, "edit", index);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsActionsPane *self = LS_ACTIONS_PANE (widget);
  guint index = g_variant_get_uint32 (parameter);
  LsAction *action = get_action (self, index);
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  if (action == NULL)
    return;
  shown = describe (action);
  /* Translators: what undo would undo; then what an action does */
  label = g_strdup_printf (_("remove: %s"), shown);
  /* Translators: what an action did that is removed */
  title = g_strdup_printf (_("Removed: %s"), shown);
  tell (self, ls_debugger_remove_action (self->debugger, index, label, &error), title, error);
}

static void
switch_to (LsActionsPane *self,
           guint          index,
           gboolean       enabled)
{
  LsAction *action = get_action (self, index);
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;

  if (action == NULL)
    return;
  shown = describe (action);
  /* Translators: what undo would undo; then what an action does */
  label = g_strdup_printf (enabled ? _("switch on: %s") : _("switch off: %s"), shown);
  /* Translators: what an action does */
  title = g_strdup_printf (enabled ? _("Switched on: %s") : _("Switched off: %s"), shown);
  tell (self, ls_debugger_switch_action (self->debugger, index, enabled, label, &error), title, error);
}

static void
toggle_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsActionsPane *self = LS_ACTIONS_PANE (widget);
  guint index = g_variant_get_uint32 (parameter);

  if (get_action (self, index) != NULL)
    switch_to (self, index, !is_on (self, index));
}

/* Looks once more for the place of an action that could not be done. */
static void
retry_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  switch_to (LS_ACTIONS_PANE (widget), g_variant_get_uint32 (parameter), TRUE);
}

static guint
row_get_index (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);
  LsActionsPane *self = LS_ACTIONS_PANE (gtk_widget_get_ancestor (widget, LS_TYPE_ACTIONS_PANE));
  guint place = row != NULL ? (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) : G_MAXUINT;

  return place < self->order->len ? g_array_index (self->order, guint, place) : G_MAXUINT;
}

static void
on_toggled (GtkWidget *check)
{
  gtk_widget_activate_action (check, "actions.toggle", "u", row_get_index (check));
}

static void
on_row_activated (LsActionsPane *self,
                  GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "actions.go", "u", row_get_index (GTK_WIDGET (row)));
}

/* Delete removes the action of the row that has the focus. */
static gboolean
remove_focused (GtkWidget *widget,
                GVariant  *arguments,
                gpointer   user_data)
{
  LsActionsPane *self = LS_ACTIONS_PANE (widget);
  GtkWidget *row = gtk_widget_get_focus_child (self->list);

  if (row == NULL)
    return FALSE;
  gtk_widget_activate_action (widget, "actions.remove", "u", row_get_index (row));
  return TRUE;
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
               guint       index)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), g_variant_new_uint32 (index));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
}

static void
append_label (GtkWidget  *box,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
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
  append_label (texts, NULL);
  append_label (texts, "caption");
  append_label (texts, "error");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), texts);
  append_button (box, "view-refresh-symbolic", _("Try Again"));
  append_button (box, "go-jump-symbolic", _("Go There"));
  append_button (box, "document-edit-symbolic", _("Edit"));
  append_button (box, "user-trash-symbolic", _("Remove (Delete)"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

/* Returns when an action was done, or is to be done. @is_followed: the run still looks for where that is */
static char *
describe_moment (const LsActionOutcome *outcome,
                 gboolean               is_followed)
{
  const LsStamp *stamp = &outcome->stamp;
  g_autofree char *time = NULL;

  if (outcome->result == LS_ACTION_DONE)
    {
      time = ls_text_format_time (outcome->time);
      /* Translators: a time, and the numbers of a step and a turn */
      return g_strdup_printf (_("%s · step %u · turn %u"), time, outcome->step, stamp->turn);
    }
  if (is_followed)
    return g_strdup (ls_action_result_to_words (LS_ACTION_PENDING));
  if (stamp->statement > 0)
    return g_strdup_printf (_("Turn %u, microtask %u, statement %u"), stamp->turn, stamp->microtask, stamp->statement);
  return g_strdup_printf (_("Turn %u, after microtask %u"), stamp->turn, stamp->microtask);
}

static void
update_texts (GtkWidget             *texts,
              const char            *shown,
              const char            *when,
              gboolean               is_dim,
              const LsActionOutcome *outcome)
{
  GtkWidget *label = gtk_widget_get_first_child (texts);
  GtkWidget *moment = gtk_widget_get_next_sibling (label);

  gtk_label_set_label (GTK_LABEL (label), shown);
  ls_widget_set_class (label, "dim-label", is_dim);
  gtk_label_set_label (GTK_LABEL (moment), when);
  ls_widget_show_text (gtk_widget_get_next_sibling (moment),
                       ls_action_result_is_problem (outcome->result) ? ls_action_result_to_words (outcome->result) : NULL);
}

/* Returns the whole row in words. */
static char *
name_row (const char            *shown,
          const char            *when,
          const LsActionOutcome *outcome)
{
  if (outcome->result == LS_ACTION_DONE || outcome->result == LS_ACTION_PENDING)
    return g_strdup_printf ("%s · %s", shown, when);
  return g_strdup_printf ("%s · %s · %s", shown, when, ls_action_result_to_words (outcome->result));
}

static void
update_row (LsActionsPane *self,
            GtkListBoxRow *row,
            guint          index)
{
  LsAction *action = get_action (self, index);
  GtkWidget *check = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));
  GtkWidget *texts = gtk_widget_get_next_sibling (check);
  GtkWidget *retry = gtk_widget_get_next_sibling (texts);
  GtkWidget *go = gtk_widget_get_next_sibling (retry);
  GtkWidget *edit = gtk_widget_get_next_sibling (go);
  GtkWidget *removal = gtk_widget_get_next_sibling (edit);
  g_autofree char *shown = describe (action);
  /* Translators: an action */
  g_autofree char *retry_name = g_strdup_printf (_("Try again: %s"), shown);
  /* Translators: an action */
  g_autofree char *go_name = g_strdup_printf (_("Go to: %s"), shown);
  /* Translators: an action */
  g_autofree char *edit_name = g_strdup_printf (_("Edit: %s"), shown);
  /* Translators: an action */
  g_autofree char *removal_name = g_strdup_printf (_("Remove: %s"), shown);
  g_autofree char *name = NULL;
  g_autofree char *when = NULL;
  LsActionOutcome outcome;

  ls_debugger_get_action_outcome (self->debugger, index, &outcome);
  when = describe_moment (&outcome, outcome.result == LS_ACTION_PENDING && !ls_action_get_enabled (action, NULL));
  name = name_row (shown, when, &outcome);
  g_signal_handlers_block_by_func (check, on_toggled, NULL);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_on (self, index));
  g_signal_handlers_unblock_by_func (check, on_toggled, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);
  update_texts (texts, shown, when, !is_on (self, index), &outcome);
  gtk_widget_set_visible (retry, ls_action_result_is_problem (outcome.result) && !ls_action_get_enabled (action, NULL));
  update_button (retry, retry_name, "actions.retry", index);
  gtk_widget_set_visible (go, outcome.result == LS_ACTION_DONE);
  update_button (go, go_name, "actions.go", index);
  update_button (edit, edit_name, "actions.edit", index);
  update_button (removal, removal_name, "actions.remove", index);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static int
compare_moments (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  const guint first = *(const guint *) a, second = *(const guint *) b;
  LsActionsPane *self = user_data;
  LsActionOutcome one, other;
  int order;

  ls_debugger_get_action_outcome (self->debugger, first, &one);
  ls_debugger_get_action_outcome (self->debugger, second, &other);
  order = ls_stamp_compare (&one.stamp, &other.stamp);
  return order != 0 ? order : (first > second) - (first < second);
}

/* Lists the first actions; more than a person makes would take more time than a frame has. */
static void
sort_actions (LsActionsPane *self)
{
  g_autofree char *more = NULL;

  g_array_set_size (self->order, 0);
  for (guint i = 0; i < self->n_actions; i++)
    g_array_append_val (self->order, i);
  g_array_sort_with_data (self->order, compare_moments, self);
  if (self->n_actions > MAX_ROWS)
    {
      g_array_set_size (self->order, MAX_ROWS);
      more = g_strdup_printf (ngettext ("%u more action is not listed", "%u more actions are not listed",
                                        self->n_actions - MAX_ROWS), self->n_actions - MAX_ROWS);
    }
  ls_widget_show_text (self->more, more);
}

/* Rows are for places in the list, so that the focus stays where it is when the user removes an action. */
static void
update_rows (LsActionsPane *self)
{
  GtkListBox *list = GTK_LIST_BOX (self->list);
  GtkListBoxRow *row;

  sort_actions (self);
  for (guint i = 0; i < self->order->len; i++)
    {
      if (gtk_list_box_get_row_at_index (list, i) == NULL)
        gtk_list_box_append (list, row_new ());
      update_row (self, gtk_list_box_get_row_at_index (list, i), g_array_index (self->order, guint, i));
    }
  while ((row = gtk_list_box_get_row_at_index (list, self->order->len)) != NULL)
    {
      if (GTK_WIDGET (row) == gtk_widget_get_focus_child (self->list) && self->order->len > 0)
        gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (list, self->order->len - 1)));
      gtk_list_box_remove (list, GTK_WIDGET (row));
    }
}

/* Rows are made and changed only where they are seen; how many actions there are is always told. */
static void
update (LsActionsPane *self)
{
  guint n_actions = self->session != NULL ? ls_session_get_n_actions (self->session) : 0;
  gboolean is_other = n_actions != self->n_actions;

  self->n_actions = n_actions;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update_rows (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_actions > 0 ? "list" : "empty");
  gtk_label_set_label (GTK_LABEL (self->empty), self->session != NULL && ls_session_is_recorded (self->session)
                                                ? _("What was recorded stays as it is: there are no actions.")
                                                : _("No actions. You can post tasks, abort signals and change priorities at any "
                                                    "position."));
  if (is_other)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ACTIONS]);
}

static gboolean
update_cb (gpointer user_data)
{
  LsActionsPane *self = user_data;

  self->update = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Updates in an idle source, because a button of a row may have made the change, and a run reports many things at once. */
static void
queue_update (LsActionsPane *self)
{
  if (self->update == 0)
    self->update = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
on_debugger_changed (LsActionsPane *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  if (session == self->session)
    return;
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  queue_update (self);
}

static void
ls_actions_pane_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_N_ACTIONS:
      g_value_set_uint (value, ls_actions_pane_get_n_actions (LS_ACTIONS_PANE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_actions_pane_dispose (GObject *object)
{
  LsActionsPane *self = LS_ACTIONS_PANE (object);

  g_clear_handle_id (&self->update, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_actions_pane_parent_class)->dispose (object);
}

static void
ls_actions_pane_finalize (GObject *object)
{
  g_array_unref (LS_ACTIONS_PANE (object)->order);

  G_OBJECT_CLASS (ls_actions_pane_parent_class)->finalize (object);
}

static void
ls_actions_pane_class_init (LsActionsPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ls_actions_pane_get_property;
  object_class->dispose = ls_actions_pane_dispose;
  object_class->finalize = ls_actions_pane_finalize;

  properties[PROP_N_ACTIONS] = g_param_spec_uint ("n-actions", NULL, NULL, 0, G_MAXUINT, 0,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_signal_new ("edit", LS_TYPE_ACTIONS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("changed-run", LS_TYPE_ACTIONS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("report", LS_TYPE_ACTIONS_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-actions-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsActionsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsActionsPane, empty);
  gtk_widget_class_bind_template_child (widget_class, LsActionsPane, list);
  gtk_widget_class_bind_template_child (widget_class, LsActionsPane, more);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_install_action (widget_class, "actions.go", "u", go_action);
  gtk_widget_class_install_action (widget_class, "actions.edit", "u", edit_action);
  gtk_widget_class_install_action (widget_class, "actions.remove", "u", remove_action);
  gtk_widget_class_install_action (widget_class, "actions.toggle", "u", toggle_action);
  gtk_widget_class_install_action (widget_class, "actions.retry", "u", retry_action);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, remove_focused, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Delete, 0, remove_focused, NULL);
}

static void
ls_actions_pane_init (LsActionsPane *self)
{
  self->order = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->session_signals = g_signal_group_new (LS_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (queue_update), self);
  g_signal_connect (self, "map", G_CALLBACK (queue_update), NULL);
}

/**
 * ls_actions_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose actions to show
 *
 * Shows the actions of @debugger's session, and lets the user change them.
 */
void
ls_actions_pane_set_debugger (LsActionsPane *self,
                              LsDebugger    *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (on_debugger_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "actions-changed", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "restarted", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  on_debugger_changed (self);
}

/* Returns how many actions are listed. */
guint
ls_actions_pane_get_n_actions (LsActionsPane *self)
{
  return self->n_actions;
}
