/* ls-step-field.c: one member of a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-step-field.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"
#include "ls-javascript-editor.h"
#include "ls-menu.h"
#include "ls-typed-array.h"
#include "ls-widget.h"

/**
 * LsStepField:
 *
 * Shows the name of a member, and a control that fits its type. If the typed value does not fit the type, the field keeps it and
 * shows an error below it.
 */
struct _LsStepField
{
  GtkBox              parent_instance;

  GtkWidget          *box;
  GtkWidget          *title;
  GtkWidget          *error;

  LsStepsModel       *model;
  JsonObject         *step;
  const LsMemberSpec *spec;
  GtkWidget          *control;
  gboolean            filling;
};

G_DEFINE_FINAL_TYPE (LsStepField, ls_step_field, GTK_TYPE_BOX)

static const char *const titles[LS_N_MEMBERS] = {
  [LS_MEMBER_AS] = N_("Name in the program"),
  [LS_MEMBER_BODY] = N_("Body"),
  [LS_MEMBER_CATCH] = N_("Catch"),
  [LS_MEMBER_CONTROLLER] = N_("Controller"),
  [LS_MEMBER_COUNT] = N_("Number"),
  [LS_MEMBER_DELAY] = N_("Delay (ms)"),
  [LS_MEMBER_DISCRETE] = N_("Discrete input"),
  [LS_MEMBER_ELSE] = N_("Else"),
  [LS_MEMBER_EQUALS] = N_("Equals"),
  [LS_MEMBER_EVENT] = N_("Event"),
  [LS_MEMBER_EVERY] = N_("Every (ms)"),
  [LS_MEMBER_EXPECTED] = N_("Expected"),
  [LS_MEMBER_FINALLY] = N_("Finally"),
  [LS_MEMBER_FULFILLED] = N_("Fulfilled"),
  [LS_MEMBER_HANDLER] = N_("As an attribute"),
  [LS_MEMBER_HZ] = N_("Rate (Hz)"),
  [LS_MEMBER_IDLE] = N_("Idle callback"),
  [LS_MEMBER_INDEX] = N_("Index"),
  [LS_MEMBER_JAVASCRIPT] = N_("JavaScript"),
  [LS_MEMBER_KIND] = N_("Kind"),
  [LS_MEMBER_LENGTH] = N_("Length"),
  [LS_MEMBER_LISTENER] = N_("Listener"),
  [LS_MEMBER_LOCK] = N_("Lock"),
  [LS_MEMBER_MEMORY] = N_("Shared memory"),
  [LS_MEMBER_MESSAGE] = N_("Message"),
  [LS_MEMBER_MS] = N_("Time (ms)"),
  [LS_MEMBER_NAME] = N_("Name"),
  [LS_MEMBER_ONCE] = N_("Once"),
  [LS_MEMBER_PLUS] = N_("Plus"),
  [LS_MEMBER_PRIORITY] = N_("Priority"),
  [LS_MEMBER_PRIORITY_SOURCE] = N_("Priority of"),
  [LS_MEMBER_PROMISE] = N_("Promise"),
  [LS_MEMBER_QUEUE] = N_("Queue"),
  [LS_MEMBER_REASON] = N_("Reason"),
  [LS_MEMBER_REJECTED] = N_("Rejected"),
  [LS_MEMBER_REPEAT] = N_("Repeat"),
  [LS_MEMBER_REPLACEMENT] = N_("Replacement"),
  [LS_MEMBER_SCHEDULER] = N_("Scheduler"),
  [LS_MEMBER_SIGNAL] = N_("Signal"),
  [LS_MEMBER_SIGNALS] = N_("Signals"),
  [LS_MEMBER_TEXT] = N_("Text"),
  [LS_MEMBER_THEN] = N_("Then"),
  [LS_MEMBER_TIMEOUT] = N_("Timeout (ms)"),
  [LS_MEMBER_TIMER] = N_("Timer"),
  [LS_MEMBER_TIMES] = N_("Times"),
  [LS_MEMBER_TO] = N_("To"),
  [LS_MEMBER_TYPE] = N_("Type"),
  [LS_MEMBER_VALUE] = N_("Value"),
  [LS_MEMBER_WORK_MS] = N_("Work (ms)"),
  [LS_MEMBER_WORKER] = N_("Worker"),
};

/**
 * ls_step_field_get_title:
 * @member: an LsStepMember
 *
 * Returns: (transfer none): the title of @member
 */
const char *
ls_step_field_get_title (guint member)
{
  return _(titles[member]);
}

/**
 * ls_step_field_get_member:
 * @self: a field
 *
 * Returns: (transfer none): the name of the member in files
 */
const char *
ls_step_field_get_member (LsStepField *self)
{
  return ls_step_member_name (self->spec->member);
}

/**
 * ls_step_field_show_error:
 * @self: a field
 * @message: (nullable): the error of its value
 *
 * Shows the error of the value until the user changes the value.
 */
void
ls_step_field_show_error (LsStepField *self,
                          const char  *message)
{
  ls_widget_show_text (self->error, message);
  ls_widget_set_class (self->control, "error", message != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_STATE_INVALID,
                               message != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  if (message != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/**
 * ls_step_field_get_error:
 * @self: a field
 *
 * Returns: (transfer none) (nullable): the error of the value
 */
const char *
ls_step_field_get_error (LsStepField *self)
{
  if (LS_IS_JAVASCRIPT_EDITOR (self->control))
    return ls_javascript_editor_get_error (LS_JAVASCRIPT_EDITOR (self->control));
  return gtk_widget_get_visible (self->error) ? gtk_label_get_label (GTK_LABEL (self->error)) : NULL;
}

/**
 * ls_step_field_get_pending:
 * @self: a field
 *
 * Returns: whether a check of the value is still pending
 */
gboolean
ls_step_field_get_pending (LsStepField *self)
{
  return LS_IS_JAVASCRIPT_EDITOR (self->control) &&
         ls_javascript_editor_get_pending (LS_JAVASCRIPT_EDITOR (self->control));
}

static JsonNode *
get_value (LsStepField *self)
{
  return json_object_get_member (self->step, ls_step_field_get_member (self));
}

/* Returns NULL if @value is not a string. */
static const char *
get_string (JsonNode *value)
{
  return value != NULL && JSON_NODE_HOLDS_VALUE (value) ? json_node_get_string (value) : NULL;
}

static gboolean
is_required (LsStepField *self)
{
  return self->spec->flags & LS_MEMBER_REQUIRED;
}

static JsonNode *
string_node (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

/* Makes a number for the file, or a string if @text is not a valid number. */
static JsonNode *
number_node (const char  *text,
             double       minimum,
             gboolean     is_whole,
             const char  *expected,
             const char **wrong)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *rest;
  double number = g_ascii_strtod (stripped, &rest);

  /* Accepts a decimal comma. */
  if (*rest == ',')
    {
      *rest = '.';
      number = g_ascii_strtod (stripped, &rest);
    }
  if (*stripped == '\0' || *rest != '\0' || !isfinite (number) || number < minimum ||
      (is_whole && (number != floor (number) || number >= 0x1p53)))
    {
      *wrong = expected;
      return string_node (text);
    }
  if (number == floor (number) && fabs (number) < 0x1p53)
    return json_node_init_int (json_node_alloc (), number);
  return json_node_init_double (json_node_alloc (), number);
}

static JsonNode *
names_node (const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  JsonArray *array = json_array_new ();
  JsonNode *node = json_node_alloc ();

  for (guint i = 0; names[i] != NULL; i++)
    if (*g_strstrip (names[i]) != '\0')
      json_array_add_string_element (array, names[i]);
  json_node_init_array (node, array);
  json_array_unref (array);
  return node;
}

/* Makes a JSON value if @text is one, or else a string. */
static JsonNode *
scalar_node (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;

  if (json_parser_load_from_data (parser, text, -1, NULL) && (root = json_parser_get_root (parser)) != NULL &&
      (JSON_NODE_HOLDS_VALUE (root) || JSON_NODE_HOLDS_NULL (root)))
    return json_node_copy (root);
  return string_node (text);
}

/* Makes a number if @text is a whole number, or else a string. */
static JsonNode *
operand_node (const char *text)
{
  g_autoptr (JsonNode) node = scalar_node (text);

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    return g_steal_pointer (&node);
  return string_node (text);
}

static JsonNode *
value_of_text (LsStepField *self,
               const char  *text,
               const char **wrong)
{
  *wrong = NULL;
  if (*text == '\0' && !is_required (self))
    return NULL;
  switch ((LsMemberType) self->spec->type)
    {
    case LS_MEMBER_TYPE_NUMBER:
      return number_node (text, 0, FALSE, _("Expected a number of 0 or more"), wrong);
    case LS_MEMBER_TYPE_POSITIVE:
      return number_node (text, G_MINDOUBLE, FALSE, _("Expected a number greater than 0"), wrong);
    case LS_MEMBER_TYPE_COUNT:
      return number_node (text, 0, TRUE, _("Expected a whole number of 0 or more"), wrong);
    case LS_MEMBER_TYPE_REFER_ALL:
      return names_node (text);
    case LS_MEMBER_TYPE_SCALAR:
      return scalar_node (text);
    case LS_MEMBER_TYPE_OPERAND:
      return operand_node (text);
    case LS_MEMBER_TYPE_LABEL:
    case LS_MEMBER_TYPE_DEFINE:
    case LS_MEMBER_TYPE_REFER:
      *wrong = *text == '\0' ? _("Expected a name") : NULL;
      return string_node (text);
    default:
      return string_node (text);
    }
}

static void
take_value (LsStepField *self,
            JsonNode    *value,
            const char  *wrong)
{
  ls_step_field_show_error (self, wrong);
  ls_steps_model_set_member (self->model, self->step, ls_step_field_get_member (self), value);
}

static void
on_text_changed (LsStepField *self)
{
  const char *wrong;
  JsonNode *value;

  if (self->filling)
    return;
  value = value_of_text (self, gtk_editable_get_text (GTK_EDITABLE (self->control)), &wrong);
  take_value (self, value, wrong);
}

static void
on_switched (LsStepField *self)
{
  gboolean active = gtk_switch_get_active (GTK_SWITCH (self->control));

  if (!self->filling)
    take_value (self, active || is_required (self) ? json_node_init_boolean (json_node_alloc (), active) : NULL, NULL);
}

static void
on_chosen (LsStepField *self)
{
  GtkDropDown *drop_down = GTK_DROP_DOWN (self->control);
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (drop_down));
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (self->filling || selected == GTK_INVALID_LIST_POSITION)
    return;
  /* The first choice for an optional member leaves it out. */
  take_value (self, selected == 0 && !is_required (self) ? NULL : string_node (gtk_string_list_get_string (names, selected)),
              NULL);
}

static void
on_javascript_changed (LsStepField *self)
{
  g_autofree char *text = NULL;

  if (self->filling)
    return;
  text = ls_javascript_editor_get_text (LS_JAVASCRIPT_EDITOR (self->control));
  ls_steps_model_set_member (self->model, self->step, ls_step_field_get_member (self), string_node (text));
}

static char *
text_of_value (LsStepField *self)
{
  JsonNode *value = get_value (self);

  if (value == NULL || JSON_NODE_HOLDS_OBJECT (value))
    return g_strdup ("");
  if (JSON_NODE_HOLDS_ARRAY (value))
    {
      JsonArray *names = json_node_get_array (value);
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < json_array_get_length (names); i++)
        {
          const char *name = get_string (json_array_get_element (names, i));

          if (name != NULL)
            g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", name);
        }
      return g_string_free (text, FALSE);
    }
  if (get_string (value) != NULL)
    {
      /* A string that would read as another type without its quotes keeps them. */
      g_autoptr (JsonNode) other = self->spec->type == LS_MEMBER_TYPE_SCALAR ? scalar_node (json_node_get_string (value))
                                   : self->spec->type == LS_MEMBER_TYPE_OPERAND ? operand_node (json_node_get_string (value))
                                                                                : NULL;

      if (other == NULL || json_node_equal (other, value))
        return json_node_dup_string (value);
    }
  return json_to_string (value, FALSE);
}

/* Takes over the name that the user picked from a list. */
static void
pick_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsStepField *self = LS_STEP_FIELD (widget);
  const char *picked = g_variant_get_string (parameter, NULL);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->control));
  g_autofree char *more = NULL;

  if (self->spec->type == LS_MEMBER_TYPE_REFER_ALL && *text != '\0')
    more = g_strdup_printf ("%s, %s", text, picked);
  gtk_editable_set_text (GTK_EDITABLE (self->control), more != NULL ? more : picked);
  gtk_widget_grab_focus (self->control);
}

static void
add_names (LsStepField *self)
{
  const char *const *names = ls_steps_model_get_signals (self->model);
  g_autoptr (GMenu) menu = NULL;
  GtkWidget *button;

  if (!(self->spec->kinds & LS_NAMED_ANY_SIGNAL) || names == NULL || names[0] == NULL)
    return;
  menu = g_menu_new ();
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *label = ls_menu_escape (names[i]);

      ls_menu_append (menu, label, "field.pick", g_variant_new_string (names[i]));
    }
  button = gtk_menu_button_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  ls_widget_set_tooltip (button, _("Choose the name of a signal"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Choose the name of a signal"), -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (self->box), button);
}

static GtkWidget *
entry_new (LsStepField *self)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *text = text_of_value (self);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  /* The steps editor undoes typing in this entry. */
  gtk_editable_set_enable_undo (GTK_EDITABLE (entry), FALSE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 6);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
  if (self->spec->type == LS_MEMBER_TYPE_NUMBER || self->spec->type == LS_MEMBER_TYPE_POSITIVE ||
      self->spec->type == LS_MEMBER_TYPE_COUNT)
    gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_NUMBER);
  if (self->spec->type == LS_MEMBER_TYPE_REFER_ALL)
    gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("Names, separated by commas"));
  return entry;
}

static GtkWidget *
choice_new (LsStepField *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const char *text = get_string (get_value (self));
  GtkWidget *drop_down;

  if (!is_required (self))
    gtk_string_list_append (names, _("Not set"));
  if (self->spec->type == LS_MEMBER_TYPE_PRIORITY)
    for (guint i = 0; i < LS_N_TASK_PRIORITIES; i++)
      gtk_string_list_append (names, ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING - i));
  else if (self->spec->type == LS_MEMBER_TYPE_QUEUE)
    for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
      {
        if (ls_queue_type_is_valid (i))
          gtk_string_list_append (names, ls_queue_type_to_string (i));
      }
  else if (self->spec->type == LS_MEMBER_TYPE_ELEMENTS)
    for (guint i = 0; i < LS_N_ELEMENT_TYPES; i++)
      gtk_string_list_append (names, ls_element_type_to_string (i));
  else
    {
      gtk_string_list_append (names, "abort");
      gtk_string_list_append (names, self->spec->type == LS_MEMBER_TYPE_EVENT ? "prioritychange" : "task");
    }
  if (self->spec->flags & LS_MEMBER_OR_INHERIT)
    gtk_string_list_append (names, "inherit");
  drop_down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (names)), NULL);
  for (guint i = 0; text != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (names)); i++)
    if (g_str_equal (gtk_string_list_get_string (names, i), text))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), i);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  ls_compat_label_drop_down (GTK_DROP_DOWN (drop_down), ls_step_field_get_title (self->spec->member));
  return drop_down;
}

static GtkWidget *
control_new (LsStepField *self)
{
  JsonNode *value = get_value (self);
  GtkWidget *control;

  if (self->spec->member == LS_MEMBER_JAVASCRIPT)
    {
      g_autofree char *text = text_of_value (self);

      control = g_object_new (LS_TYPE_JAVASCRIPT_EDITOR, NULL);
      ls_javascript_editor_set_text (LS_JAVASCRIPT_EDITOR (control), text);
      g_signal_connect_object (control, "changed", G_CALLBACK (on_javascript_changed), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (control, "checked", G_CALLBACK (ls_steps_model_tell_checked), self->model, G_CONNECT_SWAPPED);
      return control;
    }
  switch ((LsMemberType) self->spec->type)
    {
    case LS_MEMBER_TYPE_FLAG:
      control = gtk_switch_new ();
      gtk_widget_set_halign (control, GTK_ALIGN_START);
      gtk_switch_set_active (GTK_SWITCH (control), value != NULL && JSON_NODE_HOLDS_VALUE (value) &&
                                                   json_node_get_value_type (value) == G_TYPE_BOOLEAN &&
                                                   json_node_get_boolean (value));
      g_signal_connect_object (control, "notify::active", G_CALLBACK (on_switched), self, G_CONNECT_SWAPPED);
      return control;
    case LS_MEMBER_TYPE_PRIORITY:
    case LS_MEMBER_TYPE_QUEUE:
    case LS_MEMBER_TYPE_EVENT:
    case LS_MEMBER_TYPE_ANY_KIND:
    case LS_MEMBER_TYPE_ELEMENTS:
      return choice_new (self);
    default:
      return entry_new (self);
    }
}

static gboolean
ls_step_field_grab_focus (GtkWidget *widget)
{
  LsStepField *self = LS_STEP_FIELD (widget);

  return self->control != NULL && gtk_widget_grab_focus (self->control);
}

static void
ls_step_field_dispose (GObject *object)
{
  LsStepField *self = LS_STEP_FIELD (object);

  self->filling = TRUE;
  self->control = NULL;
  g_clear_object (&self->model);
  g_clear_pointer (&self->step, json_object_unref);

  G_OBJECT_CLASS (ls_step_field_parent_class)->dispose (object);
}

static void
ls_step_field_class_init (LsStepFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_step_field_dispose;
  widget_class->grab_focus = ls_step_field_grab_focus;

  gtk_widget_class_install_action (widget_class, "field.pick", "s", pick_action);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-step-field.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStepField, box);
  gtk_widget_class_bind_template_child (widget_class, LsStepField, title);
  gtk_widget_class_bind_template_child (widget_class, LsStepField, error);
}

static void
ls_step_field_init (LsStepField *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_step_field_new:
 * @model: steps
 * @step: one of them
 * @spec: one of its members, but not a body
 *
 * Returns: a field to edit the member
 */
GtkWidget *
ls_step_field_new (LsStepsModel       *model,
                   JsonObject         *step,
                   const LsMemberSpec *spec)
{
  LsStepField *self = g_object_new (LS_TYPE_STEP_FIELD, NULL);
  const char *title = ls_step_field_get_title (spec->member);
  const char *wrong = NULL;

  self->model = g_object_ref (model);
  self->step = json_object_ref (step);
  self->spec = spec;
  gtk_label_set_label (GTK_LABEL (self->title), title);
  self->control = control_new (self);
  gtk_widget_set_hexpand (self->control, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->control);
  if (LS_IS_JAVASCRIPT_EDITOR (self->control))
    gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), GTK_ORIENTATION_VERTICAL);
  else if (!GTK_IS_DROP_DOWN (self->control))
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  if (GTK_IS_ENTRY (self->control))
    {
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->control));

      add_names (self);
      /* A new step has empty names at first. They are not shown as errors. */
      if (get_value (self) != NULL && *text != '\0')
        {
          g_autoptr (JsonNode) same = value_of_text (self, text, &wrong);

          if (wrong != NULL)
            ls_step_field_show_error (self, wrong);
        }
    }
  return GTK_WIDGET (self);
}
