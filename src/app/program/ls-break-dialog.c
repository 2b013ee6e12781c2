/* ls-break-dialog.c: asks what stops the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-break-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"
#include "ls-widget.h"

/* The queue drop-down offers each queue by itself, all queues together, and then the queue types. */
#define N_QUEUE_CHOICES 2

typedef enum
{
  FIELD_TEXT,
  FIELD_VALUE,
  FIELD_NUMBER,
  FIELD_NUMBER_OR_ANY,     /* nothing means LS_BREAK_INDEX_ANY */
  FIELD_TIME,              /* in ms, in a rule in µs */
  FIELD_PRIORITY,
  FIELD_QUEUE
} FieldType;

enum
{
  FIELD_OF_TEXT = 6,
  FIELD_OF_TIME = 7,
  FIELD_OF_VALUE = 12,
  N_FIELDS = 16
};

/* A row of the dialog: what it asks for, and where a rule has that. */
static const struct
{
  const char     *name;
  const char     *title;
  LsBreakMembers  member;
  FieldType       type;
  gsize           offset;
  double          least;
  double          most;
} fields[N_FIELDS] = {
  { "script", N_("Script"), LS_BREAK_MEMBER_SCRIPT, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, script) },
  { "line", N_("Line"), LS_BREAK_MEMBER_SCRIPT, FIELD_NUMBER, G_STRUCT_OFFSET (LsBreakRule, line), 1, G_MAXINT },
  { "condition", N_("Condition, in JavaScript"), LS_BREAK_MEMBER_CONDITION, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, condition) },
  { "task", N_("Task"), LS_BREAK_MEMBER_TASK, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, task) },
  { "signal", N_("Signal"), LS_BREAK_MEMBER_SIGNAL, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, signal) },
  { "priority", N_("Priority"), LS_BREAK_MEMBER_PRIORITY, FIELD_PRIORITY },
  [FIELD_OF_TEXT] = { "text", N_("Text contains"), LS_BREAK_MEMBER_TEXT, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, text) },
  [FIELD_OF_TIME] = { "time", N_("Time (ms)"), LS_BREAK_MEMBER_TIME, FIELD_TIME, G_STRUCT_OFFSET (LsBreakRule, time), 0, 1e12 },
  { "queue", N_("Queue"), LS_BREAK_MEMBER_QUEUE, FIELD_QUEUE },
  { "count", N_("More tasks than"), LS_BREAK_MEMBER_COUNT, FIELD_NUMBER, G_STRUCT_OFFSET (LsBreakRule, count), 0, G_MAXUINT32 - 1 },
  { "memory", N_("Shared memory"), LS_BREAK_MEMBER_MEMORY, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, memory) },
  { "index", N_("Index (empty for any)"), LS_BREAK_MEMBER_MEMORY, FIELD_NUMBER_OR_ANY, G_STRUCT_OFFSET (LsBreakRule, index), 0,
    LS_BREAK_INDEX_ANY - 1 },
  [FIELD_OF_VALUE] = { "value", N_("New value (empty for any)"), LS_BREAK_MEMBER_VALUE, FIELD_VALUE,
                       G_STRUCT_OFFSET (LsBreakRule, value) },
  { "agent", N_("Agent"), LS_BREAK_MEMBER_AGENT, FIELD_TEXT, G_STRUCT_OFFSET (LsBreakRule, agent) },
  { "from", N_("First hit that stops"), LS_BREAK_MEMBER_HITS, FIELD_NUMBER, G_STRUCT_OFFSET (LsBreakRule, from), 1, G_MAXUINT32 - 1 },
  { "every", N_("Then every … hits"), LS_BREAK_MEMBER_HITS, FIELD_NUMBER, G_STRUCT_OFFSET (LsBreakRule, every), 1, G_MAXUINT32 - 1 },
};

/**
 * LsBreakDialog:
 *
 * Asks what stops the program. The dialog has a field for each member of the selected kind of breakpoint, and explains the
 * breakpoint in a sentence. It emits "done" with the breakpoint, and closes itself.
 */
struct _LsBreakDialog
{
  GtkBox       parent_instance;

  GtkWidget   *title;
  GtkWidget   *accept;
  GtkWidget   *kind;
  GtkWidget   *members;
  GtkWidget   *hits;
  GtkWidget   *sentence;

  GtkWidget   *rows[N_FIELDS];
  LsBreakRule *rule;       /* the breakpoint to edit */
  gboolean     is_filling;
};

G_DEFINE_FINAL_TYPE (LsBreakDialog, ls_break_dialog, GTK_TYPE_BOX)

static const struct
{
  LsBreakKind kind;
  const char *title;
} kinds[] = {
  { LS_BREAK_TASK_START, N_("A task starts") },
  { LS_BREAK_PRIORITY, N_("A task with a priority starts") },
  { LS_BREAK_PRIORITY_CHANGE, N_("A priority changes") },
  { LS_BREAK_ABORT, N_("A signal is aborted") },
  { LS_BREAK_SIGNAL, N_("Anything happens to a signal") },
  { LS_BREAK_TIME, N_("A time is reached") },
  { LS_BREAK_LOG, N_("A line is logged") },
  { LS_BREAK_QUEUE_LENGTH, N_("A queue gets too long") },
  { LS_BREAK_WAIT, N_("A task waits too long") },
  { LS_BREAK_LINE, N_("A line of a script runs") },
  { LS_BREAK_AGENT_RUN, N_("Another agent continues") },
  { LS_BREAK_AGENT_WAIT, N_("An agent starts to wait") },
  { LS_BREAK_AGENT_NOTIFIED, N_("An agent is notified") },
  { LS_BREAK_MEMORY, N_("Shared memory changes") },
  { LS_BREAK_LOCK, N_("An agent acquires a lock") },
};

static LsBreakKind
get_kind (LsBreakDialog *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->kind));

  return selected < G_N_ELEMENTS (kinds) ? kinds[selected].kind : LS_BREAK_TASK_START;
}

/* Marks a row whose text is wrong. Returns whether it is right. */
static gboolean
mark (GtkWidget *row,
      gboolean   is_right)
{
  ls_widget_set_class (row, "error", !is_right);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                               is_right ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  return is_right;
}

static gboolean
read_number (const char *text,
             double      least,
             double      most,
             double     *number)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *end = NULL;

  *number = g_strtod (stripped, &end);
  return end != stripped && *end == '\0' && isfinite (*number) && *number >= least && *number <= most;
}

/* Reads a row into @rule. Marks the row and returns FALSE if its text is not valid. */
static gboolean
read_field (LsBreakDialog *self,
            guint          i,
            LsBreakRule   *rule)
{
  GtkWidget *row = self->rows[i];
  gpointer member = G_STRUCT_MEMBER_P (rule, fields[i].offset);
  const char *text = GTK_IS_EDITABLE (row) ? gtk_editable_get_text (GTK_EDITABLE (row)) : NULL;
  guint selected = ADW_IS_COMBO_ROW (row) ? adw_combo_row_get_selected (ADW_COMBO_ROW (row)) : 0;
  double number = 0;

  switch (fields[i].type)
    {
    case FIELD_TEXT:
    case FIELD_VALUE:
      *(char **) member = *text != '\0' ? g_strdup (text) : NULL;
      return fields[i].type == FIELD_TEXT || mark (row, *text == '\0' || ls_break_value_is_valid (text));
    case FIELD_PRIORITY:
      rule->priority = selected >= 1 && selected <= LS_N_TASK_PRIORITIES ? LS_TASK_PRIORITY_USER_BLOCKING - (selected - 1)
                                                                         : LS_TASK_PRIORITY_NONE;
      return TRUE;
    case FIELD_QUEUE:
      rule->queue = selected == 0   ? LS_BREAK_QUEUE_ANY
                    : selected == 1 ? LS_BREAK_QUEUE_ALL
                                    : (int) (selected - N_QUEUE_CHOICES);
      return TRUE;
    case FIELD_NUMBER_OR_ANY:
      if (*text == '\0')
        return mark (row, TRUE);
      break;
    case FIELD_NUMBER:
    case FIELD_TIME:
    default:
      break;
    }
  if (!mark (row, read_number (text, fields[i].least, fields[i].most, &number)))
    return FALSE;
  if (fields[i].type == FIELD_TIME)
    rule->time = (guint64) (number * 1000 + 0.5);
  else
    *(guint32 *) member = (guint32) number;
  return TRUE;
}

/* Makes a breakpoint from the fields. Returns NULL if one of them is not valid. */
static LsBreakRule *
make_rule (LsBreakDialog *self)
{
  LsBreakKind kind = get_kind (self);
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (kind);
  gboolean valid = TRUE;

  rule->enabled = self->rule->enabled;
  for (guint i = 0; i < N_FIELDS; i++)
    if (ls_break_kind_get_members (kind) & fields[i].member)
      valid = read_field (self, i, rule) && valid;
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
  if (rule == NULL && gtk_widget_has_css_class (self->rows[FIELD_OF_VALUE], "error"))
    /* Translators: which values elements of shared memory can have */
    sentence = g_strdup (_("The new value must be a whole number: in an Int32Array from −2147483648 to 2147483647, in a "
                           "BigInt64Array from −9223372036854775808 to 9223372036854775807"));
  else if (rule == NULL)
    sentence = g_strdup (_("A number is invalid"));
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

  if (self->is_filling)
    return;
  for (guint i = 0; i < N_FIELDS; i++)
    gtk_widget_set_visible (self->rows[i], (members & fields[i].member) != 0);
  gtk_widget_set_visible (self->hits, (members & LS_BREAK_MEMBER_HITS) != 0);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[FIELD_OF_TEXT]),
                                 get_kind (self) == LS_BREAK_ABORT ? _("Reason contains") : _("Text contains"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[FIELD_OF_TIME]),
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
  g_signal_emit_by_name (self, "done", rule);
  g_object_unref (self);
}

static void
fill_field (LsBreakDialog *self,
            guint          i)
{
  const LsBreakRule *rule = self->rule;
  gconstpointer member = G_STRUCT_MEMBER_P (rule, fields[i].offset);
  g_autofree char *text = NULL;
  guint selected = 0;

  switch (fields[i].type)
    {
    case FIELD_PRIORITY:
      selected = ls_task_priority_is_valid (rule->priority) ? LS_TASK_PRIORITY_USER_BLOCKING - rule->priority + 1 : 0;
      break;
    case FIELD_QUEUE:
      selected = rule->queue == LS_BREAK_QUEUE_ANY   ? 0
                 : rule->queue == LS_BREAK_QUEUE_ALL ? 1
                                                     : rule->queue + N_QUEUE_CHOICES;
      break;
    case FIELD_TEXT:
    case FIELD_VALUE:
      text = g_strdup (*(char *const *) member);
      break;
    case FIELD_TIME:
      text = g_strdup_printf ("%.15g", rule->time / 1000.0);
      break;
    case FIELD_NUMBER_OR_ANY:
    case FIELD_NUMBER:
    default:
      if (fields[i].type == FIELD_NUMBER || rule->index != LS_BREAK_INDEX_ANY)
        text = g_strdup_printf ("%.15g", MAX (*(const guint32 *) member, fields[i].least));
      break;
    }
  if (ADW_IS_COMBO_ROW (self->rows[i]))
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->rows[i]), selected);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->rows[i]), text != NULL ? text : "");
}

static void
fill (LsBreakDialog *self)
{
  self->is_filling = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == self->rule->kind)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->kind), i);
  for (guint i = 0; i < N_FIELDS; i++)
    fill_field (self, i);
  self->is_filling = FALSE;
  on_kind_selected (self);
}

static GtkWidget *
row_new (LsBreakDialog *self,
         guint          i)
{
  GtkWidget *row;

  if (fields[i].type == FIELD_PRIORITY || fields[i].type == FIELD_QUEUE)
    {
      row = adw_combo_row_new ();
      g_signal_connect_object (row, "notify::selected", G_CALLBACK (update_sentence), self, G_CONNECT_SWAPPED);
    }
  else
    {
      row = adw_entry_row_new ();
      if (fields[i].type != FIELD_TEXT)
        adw_entry_row_set_input_purpose (ADW_ENTRY_ROW (row), GTK_INPUT_PURPOSE_NUMBER);
      g_signal_connect_object (row, "changed", G_CALLBACK (update_sentence), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (row, "entry-activated", G_CALLBACK (on_accept), self, G_CONNECT_SWAPPED);
    }
  gtk_widget_set_name (row, fields[i].name);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(fields[i].title));
  return row;
}

static void
ls_break_dialog_dispose (GObject *object)
{
  LsBreakDialog *self = LS_BREAK_DIALOG (object);

  self->is_filling = TRUE;
  g_clear_pointer (&self->rule, ls_break_rule_free);

  G_OBJECT_CLASS (ls_break_dialog_parent_class)->dispose (object);
}

static void
ls_break_dialog_class_init (LsBreakDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_break_dialog_dispose;

  g_signal_new ("done", LS_TYPE_BREAK_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_BREAK_RULE);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-break-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, title);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, kind);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, members);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, hits);
  gtk_widget_class_bind_template_child (widget_class, LsBreakDialog, sentence);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, ls_compat_close_dialog);
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
  gtk_string_list_append (queues, _("Each queue"));
  gtk_string_list_append (queues, _("All queues together"));
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    gtk_string_list_append (queues, ls_queue_type_to_string (i));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->kind), G_LIST_MODEL (kind_names));
  for (guint i = 0; i < N_FIELDS; i++)
    {
      GtkWidget *group = fields[i].member == LS_BREAK_MEMBER_HITS ? self->hits : self->members;

      self->rows[i] = row_new (self, i);
      if (ADW_IS_COMBO_ROW (self->rows[i]))
        adw_combo_row_set_model (ADW_COMBO_ROW (self->rows[i]),
                                 G_LIST_MODEL (fields[i].type == FIELD_QUEUE ? queues : priorities));
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), self->rows[i]);
    }
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
