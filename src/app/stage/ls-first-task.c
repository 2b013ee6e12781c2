/* ls-first-task.c: what the stage shows of an empty session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-first-task.h"

/**
 * LsFirstTask:
 *
 * Tells the user of an empty session how to begin, and has the button for it. It is visible as long as the session has no program
 * and the user has done nothing in it.
 */
struct _LsFirstTask
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (LsFirstTask, ls_first_task, ADW_TYPE_BIN)

static void
on_changed (LsFirstTask *self,
            LsDebugger  *debugger)
{
  gtk_widget_set_visible (GTK_WIDGET (self), ls_debugger_is_empty (debugger));
}

static void
ls_first_task_class_init (LsFirstTaskClass *klass)
{
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass), "/io/github/loopscope/Loopscope/ls-first-task.ui");
}

static void
ls_first_task_init (LsFirstTask *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_first_task_set_debugger:
 * @self: a page
 * @debugger: what has the session
 *
 * Shows the page whenever the session of @debugger is empty.
 */
void
ls_first_task_set_debugger (LsFirstTask *self,
                            LsDebugger  *debugger)
{
  g_signal_connect_object (debugger, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self, debugger);
}
