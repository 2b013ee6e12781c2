/* ls-watch-pane.c: says which program is being watched, and holds it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-watch-pane.h"

#include <glib/gi18n.h>

#include "ls-session-live.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsWatchPane:
 *
 * Takes the place of the program where a program is watched that runs elsewhere: what it is called, whether it runs, is held or has
 * ended, how much it has done, and what is missing. Its buttons hold the program, step it and let it go.
 */
struct _LsWatchPane
{
  GtkBox        parent_instance;

  GtkWidget    *title;
  GtkWidget    *state;
  GtkWidget    *buttons;
  GtkWidget    *dispatches;
  GtkWidget    *processes;
  GtkWidget    *lost_title;
  GtkWidget    *lost;
  GtkWidget    *problem_box;
  GtkWidget    *problem;

  LsDebugger   *debugger;
  GSignalGroup *watch_signals;
};

G_DEFINE_FINAL_TYPE (LsWatchPane, ls_watch_pane, GTK_TYPE_BOX)

/* Returns (transfer full) what the program does at this moment. */
static char *
describe_state (LsWatchPane *self,
                LsWatch     *watch)
{
  const guint32 task = ls_watch_get_held_task (watch);
  g_autofree char *name = NULL;
  LsState *state;

  if (ls_watch_has_ended (watch))
    return g_strdup (_("Watching has ended"));
  if (!ls_watch_is_held (watch))
    return g_strdup (_("Running"));
  /* The view may be at another moment. */
  state = ls_player_get_names (ls_debugger_get_player (self->debugger), ls_trace_get_length (ls_watch_get_trace (watch)));
  name = task != 0 && ls_state_get_task (state, task) != NULL ? ls_text_format_task (state, task) : NULL;
  /* Translators: %s is what the program is about to run */
  return name != NULL ? g_strdup_printf (_("Held before “%s”"), name) : g_strdup (_("Held"));
}

static void
show_number (GtkWidget *label,
             guint64    number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (label), text);
}

static void
update (LsWatchPane *self)
{
  LsWatch *watch = ls_debugger_get_watch (self->debugger);
  g_autofree char *state = NULL;

  if (watch == NULL)
    return;
  state = describe_state (self, watch);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->state)), state) != 0)
    gtk_label_set_label (GTK_LABEL (self->state), state);
  ls_widget_set_class (self->state, "warning", ls_watch_is_held (watch));
  gtk_widget_set_visible (self->buttons, !ls_watch_has_ended (watch));
  show_number (self->dispatches, ls_trace_get_n_turns (ls_watch_get_trace (watch)));
  show_number (self->processes, ls_watch_get_n_processes (watch));
  show_number (self->lost, ls_watch_get_n_lost (watch));
  gtk_widget_set_visible (self->lost_title, ls_watch_get_n_lost (watch) > 0);
  gtk_widget_set_visible (self->lost, ls_watch_get_n_lost (watch) > 0);
  ls_widget_show_text (self->problem, ls_watch_get_problem (watch));
  gtk_widget_set_visible (self->problem_box, ls_watch_get_problem (watch) != NULL);
}

static void
on_session_changed (LsWatchPane *self)
{
  LsWatch *watch = ls_debugger_get_watch (self->debugger);
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autofree char *title = session != NULL ? ls_text_shorten (ls_session_get_title (session)) : NULL;

  g_signal_group_set_target (self->watch_signals, watch);
  gtk_widget_set_visible (GTK_WIDGET (self), watch != NULL);
  ls_widget_show_text (self->title, title);
  update (self);
}

static void
ls_watch_pane_dispose (GObject *object)
{
  LsWatchPane *self = LS_WATCH_PANE (object);

  g_clear_object (&self->watch_signals);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_watch_pane_parent_class)->dispose (object);
}

static void
ls_watch_pane_class_init (LsWatchPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_watch_pane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-watch-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, title);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, state);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, buttons);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, dispatches);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, processes);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, lost_title);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, lost);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, problem_box);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, problem);
}

static void
ls_watch_pane_init (LsWatchPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->watch_signals = g_signal_group_new (LS_TYPE_WATCH);
  g_signal_group_connect_swapped (self->watch_signals, "changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->watch_signals, "held", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->watch_signals, "ended", G_CALLBACK (update), self);
}

/**
 * ls_watch_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose session to describe
 *
 * Shows the program that @debugger's session watches. The pane is hidden for other sessions.
 */
void
ls_watch_pane_set_debugger (LsWatchPane *self,
                            LsDebugger  *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
}
