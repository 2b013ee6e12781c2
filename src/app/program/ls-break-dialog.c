/* ls-break-dialog.c: asks what stops the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-break-dialog.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"

/* The queue drop-down offers each queue by itself, all queues together, and then the queue types. */
#define N_QUEUE_CHOICES 2

/**
 * LsBreakDialog:
 *
 * Asks what stops the program. The dialog has a field for each member of the selected kind of breakpoint, and explains the
 * breakpoint in a sentence. It emits "done" with the breakpoint, and closes itself.
 */
struct _LsBreakDialog
{
  GtkWidget    parent_instance;

  GtkWidget   *title;
  GtkWidget   *accept;
  GtkWidget   *kind;
  GtkWidget   *script;
  GtkWidget   *line;
  GtkWidget   *condition;
  GtkWidget   *task;
  GtkWidget   *signal;
  GtkWidget   *priority;
  GtkWidget   *text;
  GtkWidget   *time;
  GtkWidget   *queue;
  GtkWidget   *count;
  GtkWidget   *agent;
  GtkWidget   *memory;
  GtkWidget   *index;
  GtkWidget   *value;
  GtkWidget   *hits;
  GtkWidget   *from;
  GtkWidget   *every;
  GtkWidget   *sentence;

  LsBreakRule *rule;       /* the breakpoint to edit */
  gboolean     is_filling;
};

enum
{
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsBreakDialog, ls_break_dialog, GTK_TYPE_WIDGET)

static const struct
{
  LsBreakKind kind;
  const char *title;
} kinds[] = {
  { LS_BREAK_TASK_START, N_("A task starts") },
  { LS_BREAK_PRIORITY, N_("A task of a priority starts") },
  { LS_BREAK_PRIORITY_CHANGE, N_("A priority changes") },
  { LS_BREAK_ABORT, N_("A signal is aborted") },
  { LS_BREAK_SIGNAL, N_("Anything happens to a signal") },
  { LS_BREAK_TIME, N_("A time has come") },
  { LS_BREAK_LOG, N_("A line is logged") },
  { LS_BREAK_QUEUE_LENGTH, N_("A queue holds too many tasks") },
  { LS_BREAK_WAIT, N_("A task has waited too long") },
  { LS_BREAK_LINE, N_("A line of a script runs") },
  { LS_BREAK_AGENT_RUN, N_("Another agent goes on") },
  { LS_BREAK_AGENT_WAIT, N_("An agent comes to wait") },
  { LS_BREAK_AGENT_NOTIFIED, N_("An agent is notified") },
  { LS_BREAK_MEMORY, N_("Shared memory changes") },
  { LS_BREAK_LOCK, N_("An agent gets a lock") },
};

static LsBreakKind
get_kind (LsBreakDialog *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->kind));

  return selected < G_N_ELEMENTS (kinds) ? kinds[selected].kind : LS_BREAK_TASK_START;
}

static char *
dup_text (GtkWidget *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));

  return *text != '\0' ? g_strdup (text) : NULL;
}

/* Reads a number from @least to @most. Marks the row and returns FALSE if its text is anything else. */
static gboolean
read_number (GtkWidget *row,
             double     least,
             double     most,
             double    *number)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));
  char *end = NULL;
  gboolean is_number;

  *number = g_strtod (text, &end);
  is_number = end != text && *end == '\0' && isfinite (*number) && *number >= least && *number <= most;
  if (is_number)
    gtk_widget_remove_css_class (row, "error");
  else
    gtk_widget_add_css_class (row, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                               is_number ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  return is_number;
}

/* Makes a breakpoint from the fields. Returns NULL if a number is not valid. */
static LsBreakRule *
make_rule (LsBreakDialog *self)
{
  LsBreakKind kind = get_kind (self);
  LsBreakMembers members = ls_break_kind_get_members (kind);
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (kind);
  gboolean valid = TRUE;
  double number;

  rule->enabled = self->rule->enabled;
  if (members & LS_BREAK_MEMBER_SCRIPT)
    {
      rule->script = dup_text (self->script);
      valid = read_number (self->line, 1, G_MAXINT, &number) && valid;
      rule->line = valid ? (guint) number : 1;
    }
  if (members & LS_BREAK_MEMBER_CONDITION)
    rule->condition = dup_text (self->condition);
  if (members & LS_BREAK_MEMBER_TASK)
    rule->task = dup_text (self->task);
  if (members & LS_BREAK_MEMBER_SIGNAL)
    rule->signal = dup_text (self->signal);
  if (members & LS_BREAK_MEMBER_TEXT)
    rule->text = dup_text (self->text);
  if (members & LS_BREAK_MEMBER_PRIORITY)
    {
      guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->priority));

      rule->priority = selected >= 1 && selected <= LS_N_TASK_PRIORITIES ? LS_N_TASK_PRIORITIES - selected
                                                                         : LS_TASK_PRIORITY_NONE;
    }
  if (members & LS_BREAK_MEMBER_TIME)
    {
      valid = read_number (self->time, 0, 1e12, &number) && valid;
      rule->time = valid ? (guint64) (number * 1000 + 0.5) : 0;
    }
  if (members & LS_BREAK_MEMBER_QUEUE)
    {
      guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->queue));

      rule->queue = selected == 0   ? LS_BREAK_QUEUE_ANY
                    : selected == 1 ? LS_BREAK_QUEUE_ALL
                                    : (int) (selected - N_QUEUE_CHOICES);
    }
  if (members & LS_BREAK_MEMBER_COUNT)
    {
      valid = read_number (self->count, 0, G_MAXUINT32 - 1, &number) && valid;
      rule->count = valid ? (guint32) number : 0;
    }
  if (members & LS_BREAK_MEMBER_AGENT)
    rule->agent = dup_text (self->agent);
  if (members & LS_BREAK_MEMBER_MEMORY)
    {
      rule->memory = dup_text (self->memory);
      if (*gtk_editable_get_text (GTK_EDITABLE (self->index)) != '\0')
        {
          valid = read_number (self->index, 0, LS_BREAK_INDEX_ANY - 1, &number) && valid;
          rule->index = valid ? (guint32) number : 0;
        }
      else
        gtk_widget_remove_css_class (self->index, "error");
    }
  if (members & LS_BREAK_MEMBER_VALUE)
    {
      rule->value = dup_text (self->value);
      if (rule->value == NULL || ls_break_value_is_valid (rule->value))
        gtk_widget_remove_css_class (self->value, "error");
      else
        {
          gtk_widget_add_css_class (self->value, "error");
          valid = FALSE;
        }
    }
  if (members & LS_BREAK_MEMBER_HITS)
    {
      valid = read_number (self->from, 1, G_MAXUINT32 - 1, &number) && valid;
      rule->from = valid ? (guint32) number : 1;
      valid = read_number (self->every, 1, G_MAXUINT32 - 1, &number) && valid;
      rule->every = valid ? (guint32) number : 1;
    }
  return valid ? g_steal_pointer (&rule) : NULL;
}

static void
update_sentence (LsBreakDialog *self)
{
  g_autoptr (LsBreakRule) rule = NULL;
  g_autofree char *sentence = NULL;
  gboolean is_complete;

  if (self->is_filling)
    return;
  rule = make_rule (self);
  is_complete = rule != NULL && ls_break_rule_is_complete (rule);
  if (rule == NULL && gtk_widget_has_css_class (self->value, "error"))
    /* Translators: which values elements of shared memory can have */
    sentence = g_strdup (_("The new value must be a whole number: in an Int32Array from −2147483648 to 2147483647, in a "
                           "BigInt64Array from −9223372036854775808 to 9223372036854775807"));
  else if (rule == NULL)
    sentence = g_strdup (_("A number is not valid"));
  else if (!is_complete && rule->kind == LS_BREAK_PRIORITY)
    sentence = g_strdup (_("Choose a priority"));
  else if (!is_complete)
    sentence = g_strdup (_("Something is missing"));
  else
    sentence = ls_break_rule_to_sentence (rule);
  gtk_label_set_label (GTK_LABEL (self->sentence), sentence);
  gtk_widget_set_sensitive (self->accept, is_complete);
}

static void
on_kind_selected (LsBreakDialog *self)
{
  LsBreakMembers members = ls_break_kind_get_members (get_kind (self));
  const struct
  {
    GtkWidget      *widget;
    LsBreakMembers  member;
  } fields[] = {
    { self->script, LS_BREAK_MEMBER_SCRIPT }, { self->line, LS_BREAK_MEMBER_SCRIPT },
    { self->condition, LS_BREAK_MEMBER_CONDITION }, { self->task, LS_BREAK_MEMBER_TASK },
    { self->signal, LS_BREAK_MEMBER_SIGNAL }, { self->priority, LS_BREAK_MEMBER_PRIORITY },
    { self->text, LS_BREAK_MEMBER_TEXT }, { self->time, LS_BREAK_MEMBER_TIME },
    { self->queue, LS_BREAK_MEMBER_QUEUE }, { self->count, LS_BREAK_MEMBER_COUNT },
    { self->hits, LS_BREAK_MEMBER_HITS }, { self->agent, LS_BREAK_MEMBER_AGENT },
    { self->memory, LS_BREAK_MEMBER_MEMORY }, { self->index, LS_BREAK_MEMBER_MEMORY },
    { self->value, LS_BREAK_MEMBER_VALUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    gtk_widget_set_visible (fields[i].widget, (members & fields[i].member) != 0);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->text),
                                 get_kind (self) == LS_BREAK_ABORT ? _("Reason contains") : _("Text contains"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->time),
                                 get_kind (self) == LS_BREAK_WAIT ? _("Longer than (ms)") : _("Time (ms)"));
  update_sentence (self);
}

static void
on_accept (LsBreakDialog *self)
{
  g_autoptr (LsBreakRule) rule = make_rule (self);

  if (rule == NULL || !ls_break_rule_is_complete (rule))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit (self, signals[DONE], 0, rule);
  g_object_unref (self);
}

static void
on_cancel (LsBreakDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
set_text (GtkWidget  *row,
          const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

static void
set_number (GtkWidget *row,
            double     number)
{
  g_autofree char *text = g_strdup_printf ("%.15g", number);

  set_text (row, text);
}

static void
fill (LsBreakDialog *self)
{
  const LsBreakRule *rule = self->rule;

  self->is_filling = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == rule->kind)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->kind), i);
  set_text (self->script, rule->script);
  set_number (self->line, MAX (rule->line, 1));
  set_text (self->condition, rule->condition);
  set_text (self->task, rule->task);
  set_text (self->signal, rule->signal);
  set_text (self->text, rule->text);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->priority), (guint) rule->priority < LS_N_TASK_PRIORITIES
                                                                ? LS_N_TASK_PRIORITIES - rule->priority
                                                                : 0);
  set_number (self->time, rule->time / 1000.0);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->queue), rule->queue == LS_BREAK_QUEUE_ANY   ? 0
                                                           : rule->queue == LS_BREAK_QUEUE_ALL ? 1
                                                                                               : rule->queue + N_QUEUE_CHOICES);
  set_number (self->count, rule->count);
  set_text (self->agent, rule->agent);
  set_text (self->memory, rule->memory);
  if (rule->index != LS_BREAK_INDEX_ANY)
    set_number (self->index, rule->index);
  else
    set_text (self->index, NULL);
  set_text (self->value, rule->value);
  set_number (self->from, rule->from);
  set_number (self->every, rule->every);
  self->is_filling = FALSE;
  on_kind_selected (self);
}

static void
ls_break_dialog_dispose (GObject *object)
{
  LsBreakDialog *self = LS_BREAK_DIALOG (object);
  GtkWidget *child;

  self->is_filling = TRUE;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_break_dialog_parent_class)->dispose (object);
}

static void
ls_break_dialog_finalize (GObject *object)
{
  g_clear_pointer (&LS_BREAK_DIALOG (object)->rule, ls_break_rule_free);

  G_OBJECT_CLASS (ls_break_dialog_parent_class)->finalize (object);
}

static void
ls_break_dialog_class_init (LsBreakDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_break_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_break_dialog_finalize;

  signals[DONE] = g_signal_new ("done", LS_TYPE_BREAK_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                LS_TYPE_BREAK_RULE);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-break-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, title);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, kind);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, script);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, line);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, condition);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, task);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, signal);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, priority);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, text);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, time);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, queue);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, count);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, agent);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, memory);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, index);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, value);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, hits);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, from);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, every);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, sentence);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
  gtk_widget_class_bind_template_callback (widget_class, update_sentence);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
}

static void
ls_break_dialog_init (LsBreakDialog *self)
{
  g_autoptr (GtkStringList) kind_names = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) priorities = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) queues = gtk_string_list_new (NULL);

  self->is_filling = TRUE;
  self->rule = ls_break_rule_new (LS_BREAK_TASK_START);
  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    gtk_string_list_append (kind_names, _(kinds[i].title));
  gtk_string_list_append (priorities, C_("priority", "Any"));
  for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
    gtk_string_list_append (priorities, ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - i));
  gtk_string_list_append (queues, _("Any queue by itself"));
  gtk_string_list_append (queues, _("All queues together"));
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    gtk_string_list_append (queues, ls_queue_type_to_string (i));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->kind), G_LIST_MODEL (kind_names));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->priority), G_LIST_MODEL (priorities));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->queue), G_LIST_MODEL (queues));
  fill (self);
}

/**
 * ls_break_dialog_new:
 * @rule: the breakpoint to begin with
 * @is_new: whether the dialog adds a breakpoint
 *
 * Returns: a dialog that asks what stops the program
 */
GtkWidget *
ls_break_dialog_new (const LsBreakRule *rule,
                     gboolean           is_new)
{
  LsBreakDialog *self = g_object_new (LS_TYPE_BREAK_DIALOG, NULL);

  ls_break_rule_free (self->rule);
  self->rule = ls_break_rule_copy (rule);
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), is_new ? _("Add Breakpoint") : _("Edit Breakpoint"));
  gtk_button_set_label (GTK_BUTTON (self->accept), is_new ? _("_Add") : _("_Change"));
  fill (self);
  return GTK_WIDGET (self);
}
