/* ls-step-list.c: the steps of a body in a column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-step-list.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/**
 * LsStepList:
 *
 * Shows the steps of a body as rows, with a button to add one at the end.
 */
struct _LsStepList
{
  GtkBox        parent_instance;

  GtkWidget    *rows;
  GtkWidget    *empty;
  GtkWidget    *add;

  LsStepsModel *model;
  JsonArray    *steps;
};

G_DEFINE_FINAL_TYPE (LsStepList, ls_step_list, GTK_TYPE_BOX)

static void
on_add (LsStepList *self)
{
  if (self->steps != NULL)
    ls_steps_model_insert (self->model, self->steps, json_array_get_length (self->steps), LS_STEP_OP_WORK);
}

static gboolean
release_cb (gpointer row)
{
  g_object_unref (row);
  return G_SOURCE_REMOVE;
}

/* The user may just have chosen something in a removed row. Each row lives until that signal has ended. */
static void
clear (LsStepList *self)
{
  GtkWidget *row;

  while (self->rows != NULL && (row = gtk_widget_get_first_child (self->rows)) != NULL)
    {
      g_idle_add (release_cb, g_object_ref (row));
      gtk_box_remove (GTK_BOX (self->rows), row);
    }
  g_clear_object (&self->model);
  g_clear_pointer (&self->steps, json_array_unref);
}

static void
ls_step_list_dispose (GObject *object)
{
  LsStepList *self = LS_STEP_LIST (object);

  clear (self);
  self->rows = NULL;

  G_OBJECT_CLASS (ls_step_list_parent_class)->dispose (object);
}

static void
ls_step_list_class_init (LsStepListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_step_list_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-step-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStepList, rows);
  gtk_widget_class_bind_template_child (widget_class, LsStepList, empty);
  gtk_widget_class_bind_template_child (widget_class, LsStepList, add);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
}

static void
ls_step_list_init (LsStepList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_step_list_set_steps:
 * @self: a list
 * @model: steps
 * @steps: (nullable): the steps to show: all steps of @model or those of one body in it; %NULL for none
 * @title: a title for the steps
 *
 * Shows steps. The caller calls this again when their number or order changes.
 */
void
ls_step_list_set_steps (LsStepList   *self,
                        LsStepsModel *model,
                        JsonArray    *steps,
                        const char   *title)
{
  clear (self);
  self->model = g_object_ref (model);
  self->steps = steps != NULL ? json_array_ref (steps) : NULL;
  for (guint i = 0; steps != NULL && i < json_array_get_length (steps); i++)
    gtk_box_append (GTK_BOX (self->rows), ls_step_row_new (model, steps, i));
  gtk_widget_set_visible (self->empty, steps != NULL && json_array_get_length (steps) == 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

JsonArray *
ls_step_list_get_steps (LsStepList *self)
{
  return self->steps;
}

/**
 * ls_step_list_get_row:
 * @self: a list
 * @index: the place of a step
 *
 * Returns: (transfer none) (nullable): the row of the step
 */
LsStepRow *
ls_step_list_get_row (LsStepList *self,
                      guint       index)
{
  GtkWidget *row = gtk_widget_get_first_child (self->rows);

  while (row != NULL && index-- > 0)
    row = gtk_widget_get_next_sibling (row);
  return row != NULL ? LS_STEP_ROW (row) : NULL;
}

GtkWidget *
ls_step_list_get_add (LsStepList *self)
{
  return self->add;
}
