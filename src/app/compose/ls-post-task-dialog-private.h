/* ls-post-task-dialog-private.h: what the files of the dialog share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-post-task-dialog.h"

#include <json-glib/json-glib.h>

#include "ls-steps-model.h"

G_BEGIN_DECLS

struct _LsPostTaskDialog
{
  GtkBox         parent_instance;

  GtkWidget     *name;
  GtkWidget     *body;
  GtkWidget     *work_row;
  GtkWidget     *work;
  GtkWidget     *log;
  GtkWidget     *priority;
  GtkWidget     *signal;
  GtkWidget     *delay;
  GtkWidget     *steps_row;
  GtkWidget     *steps;
  GtkWidget     *javascript_row;
  GtkWidget     *javascript;
  GtkWidget     *count;
  GtkWidget     *every_row;
  GtkWidget     *every;
  GtkWidget     *error;
  GtkWidget     *title;
  GtkWidget     *accept;
  GtkWidget     *moment;

  GSettings     *settings;
  LsDebugger    *debugger;
  LsStepsModel  *model;         /* of the user's own steps */
  guint          n_bodies;      /* of the program: they follow the simple one */
  gboolean       waiting;       /* to post when the JavaScript is checked */
  char          *original;      /* the step of the action that it edits, as JSON; NULL for a new one */
};

/* The choices in the list of bodies, in their order. */
typedef enum
{
  LS_POST_TASK_SIMPLE,
  LS_POST_TASK_BODY,
  LS_POST_TASK_STEPS,
  LS_POST_TASK_JAVASCRIPT
} LsPostTaskKind;

/* ls-post-task-dialog-fill.c */
void        ls_post_task_dialog_fill       (LsPostTaskDialog *self,
                                            LsStep           *step);
void        ls_post_task_dialog_choose     (GtkWidget        *row,
                                            const char       *text);
JsonObject *ls_post_task_dialog_begin_step (LsPostTaskDialog *self);

G_END_DECLS
