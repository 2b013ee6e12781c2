/* ls-steps-editor.c: edits a body, as rows or as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-steps-editor.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-text-view.h"
#include "ls-widget.h"

#define MAX_ROWS 300    /* the editor shows more steps only as text */

/**
 * LsStepsEditor:
 *
 * Edits steps as rows, with undo, or as JSON. It shows errors at their places.
 */
struct _LsStepsEditor
{
  GtkBox         parent_instance;

  GtkWidget     *as_text;
  GtkWidget     *stack;
  GtkWidget     *list;
  GtkWidget     *scrolled;
  GtkWidget     *text;
  GtkWidget     *error;

  LsStepsModel  *model;
  gboolean       switching;
};

G_DEFINE_FINAL_TYPE (LsStepsEditor, ls_steps_editor, GTK_TYPE_BOX)

static gboolean
is_text (LsStepsEditor *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), "text") == 0;
}

static void
show_own_error (LsStepsEditor *self,
                const char    *message)
{
  ls_widget_show_text (self->error, message);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_STATE_INVALID,
                               message != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
update_actions (LsStepsEditor *self)
{
  gboolean rows = self->model != NULL && !is_text (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "steps.undo", rows && ls_steps_model_get_can_undo (self->model));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "steps.redo", rows && ls_steps_model_get_can_redo (self->model));
}

static LsStepList *
find_list (LsStepList *list,
           JsonArray  *steps)
{
  LsStepRow *row;

  if (ls_step_list_get_steps (list) == steps)
    return list;
  for (guint i = 0; (row = ls_step_list_get_row (list, i)) != NULL; i++)
    {
      static const char *const bodies[] = { "body", "catch", "finally", "fulfilled", "rejected" };

      for (guint j = 0; j < G_N_ELEMENTS (bodies); j++)
        {
          LsStepList *body = ls_step_row_get_body (row, bodies[j]);
          LsStepList *found = body != NULL ? find_list (body, steps) : NULL;

          if (found != NULL)
            return found;
        }
    }
  return NULL;
}

static void
rebuild (LsStepsEditor *self)
{
  gboolean too_many = ls_steps_model_count (self->model) > MAX_ROWS;

  ls_step_list_set_steps (LS_STEP_LIST (self->list), self->model,
                          too_many ? NULL : ls_steps_model_get_steps (self->model), _("Steps of the task"));
}

/* Gives the focus to the step that the user has added or moved. */
static void
on_structure_changed (LsStepsEditor *self,
                      JsonArray     *steps,
                      int            index)
{
  gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;
  LsStepList *list;
  LsStepRow *row;

  rebuild (self);
  if (!had_focus || is_text (self))
    return;
  list = steps != NULL ? find_list (LS_STEP_LIST (self->list), steps) : NULL;
  if (list == NULL)
    list = LS_STEP_LIST (self->list);
  row = ls_step_list_get_row (list, MAX (index, 0));
  gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : ls_step_list_get_add (list));
}

static void
on_changed (LsStepsEditor *self)
{
  show_own_error (self, NULL);
  update_actions (self);
}

static void
show_page (LsStepsEditor *self,
           gboolean       as_text)
{
  self->switching = TRUE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), as_text ? "text" : "rows");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->as_text), as_text);
  self->switching = FALSE;
  update_actions (self);
}

/* Shows the steps as JSON, or as rows. Returns FALSE if the text is not valid, or has too many steps for rows; the editor shows the
 * reason. */
static gboolean
set_as_text (LsStepsEditor *self,
             gboolean       as_text)
{
  g_autofree char *json = NULL;

  if (as_text == is_text (self))
    return TRUE;
  if (as_text)
    {
      json = ls_steps_model_to_json (self->model, TRUE);
      gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text)), json, -1);
    }
  else
    {
      if (!ls_steps_editor_finish (self))
        {
          show_page (self, TRUE);
          return FALSE;
        }
      if (ls_steps_model_count (self->model) > MAX_ROWS)
        {
          g_autofree char *message = g_strdup_printf (_("More than %d steps can only be edited as JSON."), MAX_ROWS);

          show_own_error (self, message);
          show_page (self, TRUE);
          return FALSE;
        }
    }
  show_page (self, as_text);
  show_own_error (self, NULL);
  return TRUE;
}

static void
on_as_text_toggled (LsStepsEditor *self)
{
  gboolean as_text = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->as_text));

  if (!self->switching && self->model != NULL && set_as_text (self, as_text) && as_text)
    gtk_widget_grab_focus (self->text);
}

static void
on_text_changed (LsStepsEditor *self)
{
  show_own_error (self, NULL);
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsStepsEditor *self = LS_STEPS_EDITOR (widget);

  if (g_str_equal (name, "steps.undo"))
    ls_steps_model_undo (self->model);
  else
    ls_steps_model_redo (self->model);
}

/* Leaves undo to a text view that has the focus. */
static gboolean
undo_shortcut (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  if (root != NULL && GTK_IS_TEXT_VIEW (gtk_root_get_focus (root)))
    return FALSE;
  return gtk_widget_activate_action (widget, user_data, NULL);
}

static void
add_undo_keys (LsStepsEditor *self)
{
  static const struct
  {
    const char *trigger;
    const char *action;
  } keys[] = {
    { "<Control>z", "steps.undo" }, { "<Control><Shift>z", "steps.redo" }, { "<Control>y", "steps.redo" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (keys[i].trigger),
                          gtk_callback_action_new (undo_shortcut, (gpointer) keys[i].action, NULL)));
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static gboolean
ls_steps_editor_grab_focus (GtkWidget *widget)
{
  LsStepsEditor *self = LS_STEPS_EDITOR (widget);
  LsStepRow *row = ls_step_list_get_row (LS_STEP_LIST (self->list), 0);

  if (is_text (self))
    return gtk_widget_grab_focus (self->text);
  return gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : ls_step_list_get_add (LS_STEP_LIST (self->list)));
}

static void
ls_steps_editor_dispose (GObject *object)
{
  LsStepsEditor *self = LS_STEPS_EDITOR (object);

  g_clear_object (&self->model);

  G_OBJECT_CLASS (ls_steps_editor_parent_class)->dispose (object);
}

static void
ls_steps_editor_class_init (LsStepsEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_steps_editor_dispose;
  widget_class->grab_focus = ls_steps_editor_grab_focus;

  g_type_ensure (LS_TYPE_STEP_LIST);
  gtk_widget_class_install_action (widget_class, "steps.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "steps.redo", NULL, undo_action);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-steps-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStepsEditor, as_text);
  gtk_widget_class_bind_template_child (widget_class, LsStepsEditor, stack);
  gtk_widget_class_bind_template_child (widget_class, LsStepsEditor, list);
  gtk_widget_class_bind_template_child (widget_class, LsStepsEditor, scrolled);
  gtk_widget_class_bind_template_child (widget_class, LsStepsEditor, text);
  gtk_widget_class_bind_template_child (widget_class, LsStepsEditor, error);
  gtk_widget_class_bind_template_callback (widget_class, on_as_text_toggled);
}

static void
ls_steps_editor_init (LsStepsEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_text_view_set_code (self->scrolled);
  g_signal_connect_object (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text)), "changed", G_CALLBACK (on_text_changed),
                           self, G_CONNECT_SWAPPED);
  add_undo_keys (self);
  update_actions (self);
}

/**
 * ls_steps_editor_set_model:
 * @self: an editor
 * @model: the steps to edit
 *
 * Shows @model's steps.
 */
void
ls_steps_editor_set_model (LsStepsEditor *self,
                           LsStepsModel  *model)
{
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "structure-changed", G_CALLBACK (on_structure_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  rebuild (self);
  if (ls_steps_model_count (model) > MAX_ROWS)
    set_as_text (self, TRUE);
  update_actions (self);
}

LsStepsModel *
ls_steps_editor_get_model (LsStepsEditor *self)
{
  return self->model;
}

/**
 * ls_steps_editor_finish:
 * @self: an editor
 *
 * Takes over the JSON that the user has typed.
 *
 * Returns: %FALSE if the JSON is not valid; the editor shows the error
 */
gboolean
ls_steps_editor_finish (LsStepsEditor *self)
{
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  if (!is_text (self))
    return TRUE;
  json = ls_text_view_dup_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text)));
  if (ls_steps_model_set_json (self->model, json, &error))
    return TRUE;
  show_own_error (self, error->message);
  gtk_widget_grab_focus (self->text);
  return FALSE;
}

/* Calls @func for each field of JavaScript in @list and below it, until @func returns TRUE. */
static gboolean
any_javascript (LsStepList  *list,
                gboolean   (*func) (LsStepField *field))
{
  static const char *const bodies[] = { "body", "catch", "finally", "fulfilled", "rejected" };
  LsStepRow *row;

  for (guint i = 0; (row = ls_step_list_get_row (list, i)) != NULL; i++)
    {
      LsStepField *field = ls_step_row_get_field (row, "javascript");

      if (field != NULL && func (field))
        return TRUE;
      for (guint j = 0; j < G_N_ELEMENTS (bodies); j++)
        {
          LsStepList *body = ls_step_row_get_body (row, bodies[j]);

          if (body != NULL && any_javascript (body, func))
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * ls_steps_editor_get_pending:
 * @self: an editor
 *
 * Returns: whether a check of JavaScript is still pending; the model emits a signal at its end
 */
gboolean
ls_steps_editor_get_pending (LsStepsEditor *self)
{
  return !is_text (self) && any_javascript (LS_STEP_LIST (self->list), ls_step_field_get_pending);
}

static gboolean
go_to_wrong (LsStepField *field)
{
  return ls_step_field_get_error (field) != NULL && gtk_widget_grab_focus (GTK_WIDGET (field));
}

/**
 * ls_steps_editor_go_to_wrong:
 * @self: an editor
 *
 * Gives the focus to the first JavaScript with an error.
 *
 * Returns: %FALSE if there is none
 */
gboolean
ls_steps_editor_go_to_wrong (LsStepsEditor *self)
{
  return !is_text (self) && any_javascript (LS_STEP_LIST (self->list), go_to_wrong);
}

/**
 * ls_steps_editor_show_error:
 * @self: an editor
 * @pointer: a JSON pointer from the array of steps, such as "/0/ms"
 * @message: the error at that place
 *
 * Shows an error at its place, and gives that place the focus.
 *
 * Returns: %FALSE if the editor does not show that place
 */
gboolean
ls_steps_editor_show_error (LsStepsEditor *self,
                            const char    *pointer,
                            const char    *message)
{
  g_auto (GStrv) parts = g_strsplit (pointer, "/", -1);
  LsStepList *list = LS_STEP_LIST (self->list);
  LsStepRow *row = NULL;

  if (is_text (self))
    {
      g_autofree char *whole = g_strdup_printf ("%s: %s", pointer, message);

      show_own_error (self, whole);
      gtk_widget_grab_focus (self->text);
      return TRUE;
    }
  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      LsStepField *field;

      if (list != NULL)
        {
          char *rest;
          guint64 index = g_ascii_strtoull (parts[i], &rest, 10);

          row = *rest == '\0' && index < G_MAXUINT ? ls_step_list_get_row (list, index) : NULL;
          list = NULL;
          if (row == NULL)
            return FALSE;
          continue;
        }
      list = ls_step_row_get_body (row, parts[i]);
      field = list == NULL ? ls_step_row_get_field (row, parts[i]) : NULL;
      if (field != NULL)
        {
          ls_step_field_show_error (field, message);
          gtk_widget_grab_focus (GTK_WIDGET (field));
          return TRUE;
        }
      if (list == NULL)
        break;
    }
  if (row == NULL)
    return FALSE;
  {
    g_autofree char *whole = g_strdup_printf ("%s: %s", pointer, message);

    show_own_error (self, whole);
    gtk_widget_grab_focus (GTK_WIDGET (row));
  }
  return TRUE;
}
