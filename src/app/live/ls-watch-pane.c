/* ls-watch-pane.c: says what is being watched, and holds it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-watch-pane.h"

#include <glib/gi18n.h>

#include "ls-page-view.h"
#include "ls-text.h"
#include "ls-watch.h"
#include "ls-widget.h"

/* What a program and a page have other words for. */
typedef struct
{
  const char *heading;
  const char *hold, *step, *let_go, *stop;   /* tooltips */
  const char *turns, *origins;
  const char *hint;
} Words;

/**
 * LsWatchPane:
 *
 * Takes the place of the program where something is watched that runs elsewhere, a program, a page or a Node.js: what it is called,
 * whether it runs, is held or has ended, how much it has done, and what is missing. Its buttons hold it, step it and let it go.
 */
struct _LsWatchPane
{
  GtkBox        parent_instance;

  GtkWidget    *heading;
  GtkWidget    *title;
  GtkWidget    *state;
  GtkWidget    *buttons;
  GtkWidget    *acts;
  GtkWidget    *joining;
  GtkWidget    *hold;
  GtkWidget    *step;
  GtkWidget    *let_go;
  GtkWidget    *stop;
  GtkWidget    *page;
  GtkWidget    *turns_title;
  GtkWidget    *turns;
  GtkWidget    *origins_title;
  GtkWidget    *origins;
  GtkWidget    *lost_title;
  GtkWidget    *lost;
  GtkWidget    *problem_box;
  GtkWidget    *problem;
  GtkWidget    *hint;

  LsDebugger   *debugger;
  GSignalGroup *live_signals;
  const Words  *words;           /* that it uses */
};

static const Words program_words = {
  .heading = N_("Watched Program"),
  .hold = N_("Stop the Program Before It Runs the Next Source"),
  .step = N_("Let the Program Run One Source"),
  .let_go = N_("Let the Program Run On"),
  .stop = N_("The Program Goes On Without Being Watched"),
  .turns = N_("Dispatches"),
  .origins = N_("Processes"),
  .hint = N_("The program runs on its own. Pause to look at a moment and step back while it goes on; run to follow it again."),
};

static const Words page_words = {
  .heading = N_("Watched Page"),
  .hold = N_("Stop the Page Before It Runs the Next Task"),
  .step = N_("Let the Page Run One Task"),
  .let_go = N_("Let the Page Run On"),
  .stop = N_("A Browser That Loopscope Started Ends, Another One Goes On"),
  .turns = N_("Turns"),
  .origins = N_("Documents and workers"),
  .hint = N_("The page runs on its own. Pause to look at a moment and step back while it goes on; run to follow it again."),
};

static const Words node_words = {
  .heading = "Node.js",
  .hold = N_("Stop the Program Before It Runs the Next Callback"),
  .step = N_("Let the Program Run One Callback"),
  .let_go = N_("Let the Program Run On"),
  .stop = N_("A Program That Loopscope Started Ends, Another One Goes On"),
  .turns = N_("Turns"),
  .origins = N_("Program and workers"),
  .hint = N_("The program runs on its own. Pause to look at a moment and step back while it goes on; run to follow it again."),
};

G_DEFINE_FINAL_TYPE (LsWatchPane, ls_watch_pane, GTK_TYPE_BOX)

/* Whether a debugger is putting the library into a program. */
static gboolean
is_joining (LsLiveRun *live_run)
{
  return LS_IS_WATCH (live_run) && !ls_live_run_has_ended (live_run) && ls_watch_is_joining (LS_WATCH (live_run));
}

/* Returns (transfer full) what the program or the page does at this moment. */
static char *
describe_state (LsWatchPane *self,
                LsLiveRun   *live_run)
{
  const guint32 task = ls_live_run_get_held_task (live_run);
  g_autofree char *name = NULL, *words = NULL;
  LsState *state;

  if (ls_live_run_has_ended (live_run))
    return g_strdup (_("Watching has ended"));
  if (is_joining (live_run))
    return g_strdup (_("Joining: gdb holds the program for about a second"));
  if (!ls_live_run_is_held (live_run))
    return g_strdup (ls_live_run_is_to_hold (live_run) ? _("Running; to be held before what it runs next")
                                                       : _("Running"));
  /* The view may be at another moment. */
  state = ls_player_get_names (ls_debugger_get_player (self->debugger), ls_trace_get_length (ls_live_run_get_trace (live_run)));
  name = task != 0 && ls_state_get_task (state, task) != NULL ? ls_text_format_task (state, task) : NULL;
  if (name == NULL && LS_IS_PAGE_WATCH (live_run))
    words = ls_page_watch_describe_held (LS_PAGE_WATCH (live_run));
  if (words != NULL)
    return g_steal_pointer (&words);
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

static const Words *
get_words (LsLiveRun *live_run)
{
  if (!LS_IS_PAGE_WATCH (live_run))
    return &program_words;
  return ls_page_watch_is_node (LS_PAGE_WATCH (live_run)) ? &node_words : &page_words;
}

/* It may turn out later that what was joined is no browser. */
static void
use_words (LsWatchPane *self,
           const Words *words)
{
  if (words == self->words)
    return;
  self->words = words;
  gtk_label_set_label (GTK_LABEL (self->heading), _(words->heading));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _(words->heading), -1);
  ls_widget_set_tooltip (self->hold, _(words->hold));
  ls_widget_set_tooltip (self->step, _(words->step));
  ls_widget_set_tooltip (self->let_go, _(words->let_go));
  ls_widget_set_tooltip (self->stop, _(words->stop));
  gtk_label_set_label (GTK_LABEL (self->turns_title), _(words->turns));
  gtk_label_set_label (GTK_LABEL (self->origins_title), _(words->origins));
}

static const char *
describe_way (LsWatchPane *self,
              LsLiveRun   *live_run)
{
  if (ls_live_run_is_held (live_run))
    return _("What is held stands still until you step it or let it go. Time goes on: what becomes due meanwhile runs afterwards.");
  if (!ls_live_run_can_hold (live_run))
    return _("The page runs on its own, and Firefox cannot hold it. Pause to look at a moment and step back while it goes on; run to "
             "follow it again.");
  return _(self->words->hint);
}

/* What runs may be another program than the one that was started. */
static void
show_title (LsWatchPane *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autofree char *name = LS_IS_WATCH (live_run) ? ls_watch_dup_name (LS_WATCH (live_run)) : NULL;
  const char *title = name == NULL && session != NULL ? ls_session_get_title (session) : name;
  g_autofree char *shown = title != NULL ? ls_text_shorten (title) : NULL;

  ls_widget_show_text (self->title, shown);
}

static void
update (LsWatchPane *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);
  g_autofree char *state = NULL, *problem = NULL;
  gboolean has_ended;
  guint64 n_lost;

  /* There is news in each frame: a hidden pane shows it when it is shown. */
  if (live_run == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  use_words (self, get_words (live_run));
  show_title (self);
  state = describe_state (self, live_run);
  problem = ls_live_run_dup_problem (live_run);
  has_ended = ls_live_run_has_ended (live_run);
  n_lost = ls_live_run_get_n_lost (live_run);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->state)), state) != 0)
    gtk_label_set_label (GTK_LABEL (self->state), state);
  ls_widget_set_class (self->state, "warning", !has_ended && ls_live_run_is_held (live_run));
  gtk_widget_set_visible (self->buttons, !has_ended);
  gtk_widget_set_visible (self->acts, !is_joining (live_run));
  gtk_widget_set_visible (self->joining, is_joining (live_run));
  gtk_button_set_label (GTK_BUTTON (self->stop), is_joining (live_run) ? _("_Cancel") : _("Stop _Watching"));
  gtk_widget_set_visible (self->hint, !has_ended);
  gtk_label_set_label (GTK_LABEL (self->hint), describe_way (self, live_run));
  show_number (self->turns, ls_trace_get_n_turns (ls_live_run_get_trace (live_run)));
  show_number (self->origins, LS_IS_PAGE_WATCH (live_run) ? ls_page_watch_get_n_agents (LS_PAGE_WATCH (live_run))
                                                          : ls_watch_get_n_processes (LS_WATCH (live_run)));
  show_number (self->lost, n_lost);
  gtk_widget_set_visible (self->lost_title, n_lost > 0);
  gtk_widget_set_visible (self->lost, n_lost > 0);
  ls_widget_show_text (self->problem, problem);
  gtk_widget_set_visible (self->problem_box, problem != NULL);
}

static void
on_session_changed (LsWatchPane *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);

  g_signal_group_set_target (self->live_signals, live_run);
  gtk_widget_set_visible (GTK_WIDGET (self), live_run != NULL);
  show_title (self);
  use_words (self, get_words (live_run));
  ls_page_view_set_watch (LS_PAGE_VIEW (self->page), LS_IS_PAGE_WATCH (live_run) ? LS_PAGE_WATCH (live_run) : NULL);
  update (self);
}

static void
ls_watch_pane_dispose (GObject *object)
{
  LsWatchPane *self = LS_WATCH_PANE (object);

  g_clear_object (&self->live_signals);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_watch_pane_parent_class)->dispose (object);
}

static void
ls_watch_pane_class_init (LsWatchPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_watch_pane_dispose;

  g_type_ensure (LS_TYPE_PAGE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-watch-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, heading);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, title);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, state);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, buttons);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, acts);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, joining);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, hold);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, step);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, let_go);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, stop);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, page);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, turns_title);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, turns);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, origins_title);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, origins);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, lost_title);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, lost);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, problem_box);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, problem);
  gtk_widget_class_bind_template_child (widget_class, LsWatchPane, hint);
  gtk_widget_class_bind_template_callback (widget_class, update);
}

static void
ls_watch_pane_init (LsWatchPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->live_signals = g_signal_group_new (LS_TYPE_LIVE_RUN);
  g_signal_group_connect_swapped (self->live_signals, "changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->live_signals, "held", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->live_signals, "ended", G_CALLBACK (update), self);
}

/**
 * ls_watch_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose session to describe
 *
 * Shows the program or page that @debugger's session watches. The pane is hidden for other sessions.
 */
void
ls_watch_pane_set_debugger (LsWatchPane *self,
                            LsDebugger  *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  ls_page_view_set_player (LS_PAGE_VIEW (self->page), ls_debugger_get_player (debugger));
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
}

/**
 * ls_watch_pane_hold_before:
 * @self: a pane
 * @name: the name of a function
 *
 * Holds the page that is watched before each task whose callback has that name.
 *
 * Returns: %FALSE if there are too many names
 */
gboolean
ls_watch_pane_hold_before (LsWatchPane *self,
                           const char  *name)
{
  return ls_page_view_hold_before (LS_PAGE_VIEW (self->page), name);
}

/**
 * ls_watch_pane_focus_post:
 * @self: a pane
 *
 * Lets the user type what a task in the page that is watched is to run.
 */
void
ls_watch_pane_focus_post (LsWatchPane *self)
{
  ls_page_view_focus_post (LS_PAGE_VIEW (self->page));
}
