/* ls-post-task-dialog-fill.c: what the dialog shows of an action that it edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-post-task-dialog-private.h"

#include "ls-javascript-editor.h"
#include "ls-source-check.h"

/* Chooses @text in the list of @row, where the first item is none. A name that is not there at this position is added. */
static void
choose_or_add (GtkWidget  *row,
               const char *text)
{
  GtkStringList *list = GTK_STRING_LIST (adw_combo_row_get_model (ADW_COMBO_ROW (row)));
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (list));

  ls_post_task_dialog_choose (row, text);
  if (adw_combo_row_get_selected (ADW_COMBO_ROW (row)) != 0)
    return;
  gtk_string_list_append (list, text);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), n_items);
}

/* Chooses @text in the list of @row if it is there. */
void
ls_post_task_dialog_choose (GtkWidget  *row,
                            const char *text)
{
  GtkStringList *list = GTK_STRING_LIST (adw_combo_row_get_model (ADW_COMBO_ROW (row)));

  for (guint i = 1; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    if (g_str_equal (gtk_string_list_get_string (list, i), text))
      adw_combo_row_set_selected (ADW_COMBO_ROW (row), i);
}

/* Returns (transfer full) the step with what the dialog has no rows for. */
JsonObject *
ls_post_task_dialog_begin_step (LsPostTaskDialog *self)
{
  static const char *const rows[] = {
    "body", "javascript", "name", "priority", "signal", "delay", "count", "every",
  };
  g_autoptr (JsonNode) node = self->original != NULL ? json_from_string (self->original, NULL) : NULL;
  JsonObject *step;

  if (node != NULL)
    {
      step = json_node_dup_object (node);
      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        if (json_object_has_member (step, rows[i]))
          json_object_remove_member (step, rows[i]);
      return step;
    }
  step = json_object_new ();
  json_object_set_string_member (step, "op", "postTask");
  return step;
}

/* Returns whether @element is a step of this operation with one other member at most. */
static gboolean
is_plain_step (JsonArray  *body,
               guint       index,
               const char *op,
               const char *member)
{
  JsonNode *node = json_array_get_element (body, index);
  JsonObject *step = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

  return step != NULL && g_strcmp0 (json_object_get_string_member_with_default (step, "op", ""), op) == 0 &&
         json_object_has_member (step, member) && json_object_get_size (step) == 2;
}

/* Fills in a body that works and perhaps prints. Returns whether it is one. */
static gboolean
fill_simple_body (LsPostTaskDialog *self,
                  JsonArray        *body)
{
  guint n_steps = json_array_get_length (body);
  const char *text = "";
  double ms;

  if (n_steps < 1 || n_steps > 2 || !is_plain_step (body, 0, "work", "ms") ||
      (n_steps == 2 && !is_plain_step (body, 1, "log", "text")))
    return FALSE;
  ms = json_object_get_double_member (json_array_get_object_element (body, 0), "ms");
  /* The row has whole milliseconds. */
  if (ms != (guint) ms)
    return FALSE;
  if (n_steps == 2)
    text = json_object_get_string_member (json_array_get_object_element (body, 1), "text");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->work), ms);
  gtk_editable_set_text (GTK_EDITABLE (self->log), text);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->body), 0);
  return TRUE;
}

static void
fill_body (LsPostTaskDialog *self,
           JsonObject       *step)
{
  const char *javascript = json_object_get_string_member_with_default (step, "javascript", NULL);
  JsonNode *body = json_object_get_member (step, "body");
  g_autofree char *json = NULL;

  if (javascript != NULL)
    {
      ls_javascript_editor_set_text (LS_JAVASCRIPT_EDITOR (self->javascript), javascript);
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->body), self->n_bodies + 1 + ls_source_check_is_possible ());
      return;
    }
  if (body != NULL && JSON_NODE_HOLDS_VALUE (body))
    {
      ls_post_task_dialog_choose (self->body, json_node_get_string (body));
      return;
    }
  if (body == NULL || !JSON_NODE_HOLDS_ARRAY (body) || fill_simple_body (self, json_node_get_array (body)))
    return;
  json = json_to_string (body, FALSE);
  ls_steps_model_set_json (self->model, json, NULL);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->body), self->n_bodies + 1);
}

/* Shows what @step, a postTask, does. */
void
ls_post_task_dialog_fill (LsPostTaskDialog *self,
                          LsStep           *step)
{
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;
  const char *signal;
  LsTaskPriority priority;

  self->original = ls_step_to_json (step);
  node = json_from_string (self->original, NULL);
  object = json_node_get_object (node);
  gtk_editable_set_text (GTK_EDITABLE (self->name), json_object_get_string_member_with_default (object, "name", ""));
  gtk_editable_set_text (GTK_EDITABLE (self->log), "");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->delay), json_object_get_double_member_with_default (object, "delay", 0));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->count), json_object_get_int_member_with_default (object, "count", 1));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->every), json_object_get_double_member_with_default (object, "every", 0));
  if (ls_task_priority_from_string (json_object_get_string_member_with_default (object, "priority", ""), &priority))
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->priority), LS_TASK_PRIORITY_USER_BLOCKING - priority + 1);
  signal = json_object_get_string_member_with_default (object, "signal", NULL);
  if (signal != NULL)
    choose_or_add (self->signal, signal);
  fill_body (self, object);
}
