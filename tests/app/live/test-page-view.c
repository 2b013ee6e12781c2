/* test-page-view.c: pages of a browser that runs, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>

#include "test-window-util.h"

#include "ls-choices-view.h"
#include "ls-choices.h"
#include "ls-inspector.h"
#include "ls-page-photograph-private.h"
#include "ls-page-view.h"
#include "ls-photograph-dialog.h"
#include "ls-session-view-private.h"
#include "ls-watch-pane.h"

/* A window that watches a page, without a window of the browser's. */
typedef struct
{
  LsWindow *window;
} Fixture;

static LsDebugger *
get_debugger (Fixture *self)
{
  return ls_window_get_debugger (self->window);
}

static LsPageWatch *
get_watch (Fixture *self)
{
  return LS_PAGE_WATCH (ls_debugger_get_live_run (get_debugger (self)));
}

static LsTrace *
get_trace (Fixture *self)
{
  return ls_live_run_get_trace (LS_LIVE_RUN (get_watch (self)));
}

static guint32
get_n_turns (Fixture *self)
{
  return ls_trace_get_n_turns (get_trace (self));
}

static GtkWidget *
get_pane (Fixture *self)
{
  return test_window_get_child (self->window, "watch");
}

static GtkWidget *
get_part (Fixture    *self,
          const char *name)
{
  GtkWidget *view = test_ui_find (get_pane (self), LS_TYPE_PAGE_VIEW, NULL);

  return GTK_WIDGET (gtk_widget_get_template_child (view, LS_TYPE_PAGE_VIEW, name));
}

static gboolean
pane_says (Fixture    *self,
           const char *text)
{
  return test_ui_find (get_pane (self), GTK_TYPE_LABEL, text) != NULL;
}

static gboolean
is_enabled (Fixture    *self,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), action);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "app", "live", "shop.html", NULL);
  g_autofree char *address = g_filename_to_uri (path, NULL, NULL);

  self->window = test_window_new (NULL, 1300, 850);
  ls_session_view_watch_page (ls_window_get_view (self->window), address, LS_PAGE_WATCH_HEADLESS);
  g_assert_true (ls_debugger_is_live (get_debugger (self)));
  test_ui_wait_for (get_n_turns (self) > 10);
}

/* The browser ends with its tab. */
static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LsPageWatch) watch = g_object_ref (get_watch (self));

  test_window_close (self->window);
  ls_debugger_finish_leaving ();
  g_assert_true (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
}

/* What was posted last under this name, 0 for nothing. */
static guint32
find_task (Fixture    *self,
           const char *name)
{
  LsTrace *trace = get_trace (self);
  guint32 task = 0;

  for (gsize i = ls_trace_get_start (trace); i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_POSTED && g_strcmp0 (ls_trace_get_text (trace, record.text), name) == 0)
        task = record.subject;
    }
  return task;
}

/* The signal that a task with this name was posted with, once the window has come to it. */
static guint32
find_signal_of (Fixture    *self,
                const char *name)
{
  LsPlayer *player = test_window_get_player (self->window);
  const LsTaskState *task;
  guint32 id;

  test_ui_wait_for (find_task (self, name) != 0);
  id = find_task (self, name);
  test_ui_wait_for (ls_state_get_task (ls_player_get_state (player), id) != NULL);
  task = ls_state_get_task (ls_player_get_state (player), id);
  return task->signal;
}

static guint
count_records (Fixture      *self,
               LsRecordKind  kind,
               guint32       subject)
{
  LsTrace *trace = get_trace (self);
  guint n = 0;

  for (gsize i = ls_trace_get_start (trace); i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n += record.kind == kind && record.subject == subject;
    }
  return n;
}

/* The window says what the browser has, and follows it. */
static void
test_follow (Fixture       *self,
             gconstpointer  data)
{
  LsPlayer *player = test_window_get_player (self->window);
  LsPagePrediction prediction;

  g_assert_true (gtk_widget_get_mapped (get_pane (self)));
  g_assert_true (pane_says (self, "Watched Page"));
  g_assert_true (pane_says (self, "Running"));
  test_ui_wait_for (test_ui_find (get_part (self, "targets"), GTK_TYPE_LABEL, "Shop") != NULL);
  g_assert_true (ls_player_get_running (player));
  test_ui_wait_for (ls_player_get_step (player) > 10);
  ls_page_watch_get_prediction (get_watch (self), &prediction);
  test_ui_wait_for (g_ascii_strtoull (gtk_label_get_label (GTK_LABEL (get_part (self, "as_predicted"))), NULL, 10) > prediction.n_same);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_part (self, "otherwise"))), ==, "0");
  test_ui_wait_for (ls_departures_get_n_choices (ls_choices_get_departures (ls_choices_of (player))) > 0);
  g_assert_false (gtk_widget_get_visible (test_ui_find (GTK_WIDGET (self->window), LS_TYPE_CHOICES_VIEW, NULL)));
  g_assert_false (is_enabled (self, "show-what-if"));
}

/* A page is held, goes on by a task, and says before which. What comes next is what the specification says. */
static void
test_hold (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *title = NULL, *subtitle = NULL;
  guint32 n_turns;

  test_window_activate (self->window, "win.hold-program", NULL);
  test_ui_wait_for (is_enabled (self, "let-program-go") && ls_live_run_get_held_task (LS_LIVE_RUN (get_watch (self))) != 0);
  test_ui_wait_for (test_ui_shows (get_pane (self), "Held before “"));
  title = ls_session_view_make_title (ls_window_get_view (self->window));
  g_assert_true (g_str_has_suffix (title, "(held)"));
  /* Where the view does not go along, the page does not go on either. */
  test_window_activate (self->window, "win.run", NULL);
  subtitle = ls_session_view_make_subtitle (ls_window_get_view (self->window));
  g_assert_true (g_str_has_prefix (subtitle, "paused · "));
  test_window_activate (self->window, "win.run", NULL);
  n_turns = get_n_turns (self);
  for (guint i = 0; i < 5; i++)
    test_window_activate (self->window, "win.step-program", NULL);
  test_ui_wait_for (get_n_turns (self) > n_turns);
  /* Whether the page is held at this moment or between two steps. */
  g_assert_true (is_enabled (self, "let-program-go"));
  test_window_activate (self->window, "win.let-program-go", NULL);
  g_assert_false (ls_live_run_is_to_hold (LS_LIVE_RUN (get_watch (self))));
  n_turns = get_n_turns (self);
  test_ui_wait_for (get_n_turns (self) > n_turns + 20);
  test_ui_wait_for (pane_says (self, "Running"));
}

/* Returns the last priority that a controller gave its signal. */
static guint
get_priority (Fixture *self,
              guint32  signal)
{
  LsState *state = ls_player_get_names (test_window_get_player (self->window), ls_trace_get_length (get_trace (self)));

  return ls_state_get_signal (state, signal)->priority;
}

/* The controller of a task's signal changes its priority, and takes it back; it aborts. */
static void
test_act (Fixture       *self,
          gconstpointer  data)
{
  const guint32 signal = find_signal_of (self, "loadImage");
  GtkWidget *undo;

  g_assert_cmpuint (signal, !=, 0);
  g_assert_true (is_enabled (self, "set-priority"));
  test_window_activate (self->window, "win.set-priority", "(uu)", signal, LS_TASK_PRIORITY_USER_BLOCKING);
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_PRIORITY, signal) == 1);
  test_ui_wait_for ((undo = test_ui_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "_Undo")) != NULL);
  g_signal_emit_by_name (undo, "clicked");
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_PRIORITY, signal) == 2);
  /* So do the keys of undo and redo. */
  g_assert_false (is_enabled (self, "undo"));
  test_ui_wait_for (is_enabled (self, "redo"));
  test_window_activate (self->window, "win.redo", NULL);
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_PRIORITY, signal) == 3);
  g_assert_false (is_enabled (self, "redo"));
  g_assert_cmpuint (get_priority (self, signal), ==, LS_TASK_PRIORITY_USER_BLOCKING);
  test_window_activate (self->window, "win.undo", NULL);
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_PRIORITY, signal) == 4);
  g_assert_cmpuint (get_priority (self, signal), ==, LS_TASK_PRIORITY_BACKGROUND);
  test_window_activate (self->window, "win.abort", "(us)", signal, "enough");
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_ABORTED, signal) == 1);
  /* A signal that is not there is no mishap. */
  test_window_activate (self->window, "win.abort", "(us)", 4000000000u, "");
  test_window_activate (self->window, "win.set-priority", "(uu)", signal, 99);
  g_assert_true (ls_debugger_is_live (get_debugger (self)));
}

static void
count_acted (guint *n)
{
  (*n)++;
}

/* What cannot be done any more is not told as done: the document is gone, and so are its controllers. */
static void
test_gone (Fixture       *self,
           gconstpointer  data)
{
  const guint32 signal = find_signal_of (self, "loadImage");
  guint n_acted = 0;

  gtk_editable_set_text (GTK_EDITABLE (get_part (self, "source")), "location.reload()");
  g_signal_emit_by_name (get_part (self, "post"), "clicked");
  test_ui_wait_for (ls_live_run_get_main_agent (LS_LIVE_RUN (get_watch (self))) == 2);
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_FINALIZED, signal) == 1);
  g_signal_connect_swapped (get_watch (self), "acted", G_CALLBACK (count_acted), &n_acted);
  test_window_activate (self->window, "win.set-priority", "(uu)", signal, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_null (test_ui_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "_Undo"));
  test_window_activate (self->window, "win.abort", "(us)", signal, "enough");
  g_assert_false (test_ui_shows (GTK_WIDGET (self->window), "Aborted"));
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (self->window), "is gone"));
  g_assert_null (test_ui_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "_Undo"));
  g_assert_false (test_ui_shows (GTK_WIDGET (self->window), "Aborted"));
  /* A newer message takes the place of an older one, which does not come back. */
  test_ui_wait_for (n_acted >= 2);
  ls_session_view_withdraw_act (ls_window_get_view (self->window));
  test_ui_wait_for (!test_ui_shows (GTK_WIDGET (self->window), "is gone"));
}

/* The details of a task say where it was posted, and show the line: the page is asked for the script. Signals have the names of
 * their variables. */
static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  LsPlayer *player = test_window_get_player (self->window);
  const guint32 signal = find_signal_of (self, "loadImage");
  const guint32 task = find_task (self, "loadImage");
  GtkWidget *inspector = test_window_get_child (self->window, "inspector"), *source = test_window_get_child (self->window, "source");
  GtkWidget *place = GTK_WIDGET (gtk_widget_get_template_child (inspector, LS_TYPE_INSPECTOR, "place"));

  test_ui_wait_for (ls_state_get_signal (ls_player_get_state (player), signal)->name != 0);
  g_assert_cmpstr (ls_trace_get_text (get_trace (self), ls_state_get_signal (ls_player_get_state (player), signal)->name), ==, "feed");
  test_ui_wait_for (ls_state_get_task (ls_player_get_state (player), task) != NULL);
  ls_player_select (player, LS_SELECTION_TASK, task);
  test_ui_wait_for (gtk_widget_get_visible (place));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (place)), ==, "Posted in shop.html:5");
  g_signal_emit_by_name (place, "clicked");
  test_ui_wait_for (test_ui_shows (source, "The page has this text."));
  g_assert_true (gtk_widget_get_mapped (source));
}

/* The action follows the page, which may have been held only now. */
static void
let_go (Fixture *self)
{
  test_ui_wait_for (is_enabled (self, "let-program-go"));
  test_window_activate (self->window, "win.let-program-go", NULL);
}

/* Tasks are held by their name, as long as the user wants that. */
static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  GtkWidget *remove;
  guint32 held, n_turns;

  test_window_activate (self->window, "win.hold-before-name", "s", "onInput");
  test_ui_wait_for (is_enabled (self, "let-program-go"));
  test_ui_wait_for (pane_says (self, "Held before “onInput”"));
  /* It has not begun, so time that passes is not its own. */
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (self->window), "Next: “onInput”"));
  g_assert_true (gtk_widget_get_visible (get_part (self, "names")));
  held = ls_live_run_get_held_task (LS_LIVE_RUN (get_watch (self)));
  let_go (self);
  /* The next one comes soon. */
  test_ui_wait_for (ls_live_run_get_held_task (LS_LIVE_RUN (get_watch (self))) > held);
  test_ui_wait_for (pane_says (self, "Held before “onInput”"));
  remove = test_ui_find (get_part (self, "names"), GTK_TYPE_BUTTON, NULL);
  g_signal_emit_by_name (remove, "clicked");
  g_assert_false (gtk_widget_get_visible (get_part (self, "names")));
  let_go (self);
  n_turns = get_n_turns (self);
  test_ui_wait_for (get_n_turns (self) > n_turns + 20);
  g_assert_false (ls_live_run_is_held (LS_LIVE_RUN (get_watch (self))));
  /* The entry does the same, and twice is once. */
  for (guint i = 0; i < 2; i++)
    {
      gtk_editable_set_text (GTK_EDITABLE (get_part (self, "name")), " loadImage ");
      g_signal_emit_by_name (get_part (self, "name"), "activate");
    }
  test_ui_wait_for (pane_says (self, "Held before “loadImage”"));
  g_assert_cmpuint (test_ui_count (get_part (self, "names"), GTK_TYPE_BUTTON), ==, 1);
}

/* A task that the user posts runs in the page. What cannot be done is said, and stays to be put right. */
static void
test_post (Fixture       *self,
           gconstpointer  data)
{
  GtkWidget *post = get_part (self, "post");

  g_assert_false (gtk_widget_get_sensitive (post));
  test_window_activate (self->window, "win.post-task", NULL);
  gtk_editable_set_text (GTK_EDITABLE (get_part (self, "source")), "scheduler.postTask(function fromOutside() {})");
  g_assert_true (gtk_widget_get_sensitive (post));
  g_signal_emit_by_name (post, "clicked");
  test_ui_wait_for (*gtk_editable_get_text (GTK_EDITABLE (get_part (self, "source"))) == '\0');
  test_ui_wait_for (find_task (self, "fromOutside") != 0);
  /* What a page is called is no markup. */
  gtk_editable_set_text (GTK_EDITABLE (get_part (self, "source")), "document.title = 'Fish & <Chips>'");
  g_signal_emit_by_name (post, "clicked");
  test_ui_wait_for (test_ui_find (get_part (self, "targets"), GTK_TYPE_LABEL, "Fish & <Chips>") != NULL);
  test_ui_wait_for (g_str_equal (gtk_window_get_title (GTK_WINDOW (self->window)), "Fish & <Chips>"));
  test_ui_wait_for (*gtk_editable_get_text (GTK_EDITABLE (get_part (self, "source"))) == '\0');
  gtk_editable_set_text (GTK_EDITABLE (get_part (self, "source")), "this is not JavaScript");
  g_signal_emit_by_name (post, "clicked");
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (self->window), "SyntaxError"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_part (self, "source"))), ==, "this is not JavaScript");
}

/* The browser's own queues are shown while the page runs and while it is held, and can be copied. */
static void
test_photograph (Fixture       *self,
                 gconstpointer  data)
{
  GtkWidget *dialog, *again;

  test_window_activate (self->window, "win.photograph-queues", NULL);
  dialog = ls_window_get_dialog (self->window);
  g_assert_true (LS_IS_PHOTOGRAPH_DIALOG (dialog));
  again = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PHOTOGRAPH_DIALOG, "again"));
  g_assert_false (gtk_widget_get_sensitive (again));
  test_ui_wait_for (test_ui_find (dialog, ADW_TYPE_EXPANDER_ROW, NULL) != NULL);
  g_assert_true (test_ui_shows (dialog, "_TQ"));
  g_assert_true (test_ui_shows (dialog, "Browser and model both have"));
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "C_opy"), "clicked");
  g_assert_true (test_ui_shows (dialog, "Copied"));

  ls_live_run_hold (LS_LIVE_RUN (get_watch (self)));
  test_ui_wait_for (ls_live_run_get_held_task (LS_LIVE_RUN (get_watch (self))) != 0);
  g_signal_emit_by_name (again, "clicked");
  test_ui_wait_for (test_ui_shows (dialog, "Held before “"));
  ls_live_run_let_go (LS_LIVE_RUN (get_watch (self)));
  /* It is closed while another one is taken. */
  g_signal_emit_by_name (again, "clicked");
  test_window_close_dialog (self->window);
  g_assert_true (ls_debugger_is_live (get_debugger (self)));
}

/* What was seen stays when the browser has ended, and while a page is held. */
static void
test_stop (Fixture       *self,
           gconstpointer  data)
{
  test_window_activate (self->window, "win.hold-program", NULL);
  test_ui_wait_for (is_enabled (self, "let-program-go"));
  test_window_activate (self->window, "win.stop", NULL);
  test_ui_wait_for (!ls_debugger_get_working (get_debugger (self)) && ls_live_run_has_ended (LS_LIVE_RUN (get_watch (self))));
  test_ui_wait_for (pane_says (self, "Watching has ended"));
  g_assert_false (gtk_widget_get_visible (get_part (self, "acts")));
  g_assert_false (is_enabled (self, "set-priority"));
  g_assert_false (is_enabled (self, "photograph-queues"));
  /* Nothing is supposed to follow any more. */
  g_assert_false (test_ui_shows (GTK_WIDGET (self->window), "Next so far"));
  g_assert_false (is_enabled (self, "hold-program"));
  g_assert_true (is_enabled (self, "save-trace"));
  /* Another view of what was seen knows no pages any more, and has no heading for them. */
  ls_page_view_set_watch (LS_PAGE_VIEW (test_ui_find (get_pane (self), LS_TYPE_PAGE_VIEW, NULL)), NULL);
  ls_page_view_set_watch (LS_PAGE_VIEW (test_ui_find (get_pane (self), LS_TYPE_PAGE_VIEW, NULL)), get_watch (self));
  g_assert_false (gtk_widget_get_visible (get_part (self, "targets_title")));
}

static gboolean
has_entry (const char *folder,
           const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Returns (transfer full) (nullable) the name of what there is in a folder. */
static char *
find_entry (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return g_strdup (g_dir_read_name (dir));
}

/* When the system ends the application, the browser ends as well, and leaves no profile. */
static void
test_terminated (gconstpointer data)
{
  g_autofree char *page = g_test_build_filename (G_TEST_DIST, "app", "live", "shop.html", NULL);
  g_autofree char *folder = g_dir_make_tmp ("page-view-XXXXXX", NULL);
  g_autofree char *profile = NULL, *path = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "TMPDIR", folder, TRUE);
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=0", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("LS_TEST_APP"), "--watch-page", page, NULL);
  g_assert_no_error (error);
  test_ui_wait_for ((profile = find_entry (folder)) != NULL);
  path = g_build_filename (folder, profile, NULL);
  test_ui_wait_for (has_entry (path, "Default"));
  g_subprocess_send_signal (process, GPOINTER_TO_INT (data));
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  g_assert_no_errno (g_rmdir (folder));
}

/* What only one side has is marked, and names that are long do not widen the dialog. */
static void
test_queues (void)
{
  g_autoptr (LsPagePhotograph) photograph = ls_page_photograph_new ();
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  LsPhotographThread *thread = ls_page_photograph_add_thread (photograph);
  LsPhotographQueue *queue = ls_photograph_thread_add_queue (thread, g_strdup ("WEB_SCHEDULING_TQ"));
  LsPhotographTask *task = g_atomic_rc_box_new0 (LsPhotographTask);
  LsPhotographMissing *missing = g_atomic_rc_box_new0 (LsPhotographMissing);
  GtkWidget *dialog = ls_photograph_dialog_new (watch);

  g_strfreev (thread->names);
  thread->names = g_new0 (char *, 2);
  thread->names[0] = g_strnfill (100000, 'w');
  thread->has_answered = TRUE;
  queue->priority = 5;
  queue->sizes[LS_PHOTOGRAPH_IMMEDIATE] = 500;
  task->posted_from = g_strdup ("DOMTask@third_party/blink/renderer/core/scheduler/dom_task.cc:83");
  task->name = g_strdup ("");
  task->age = -1;
  g_ptr_array_add (queue->tasks, task);
  missing->name = g_strnfill (100000, 'm');
  missing->task = 7;
  g_ptr_array_add (thread->missing, missing);
  test_ui_new_window (dialog, 620, 560);
  /* Nothing is watched. */
  test_ui_wait_for (test_ui_shows (dialog, "No browser is there"));
  ls_photograph_dialog_show (LS_PHOTOGRAPH_DIALOG (dialog), photograph);
  test_ui_settle (dialog);
  g_assert_true (test_ui_shows (dialog, "Only in the browser: DOMTask@"));
  g_assert_true (test_ui_shows (dialog, "and 499 more"));
  g_assert_true (test_ui_shows (dialog, "Only in the Model"));
  g_assert_cmpint (gtk_widget_get_width (dialog), <=, 620);
}

/* Firefox cannot hold a page, and so nothing offers it; what acts on one does so there as well. */
static void
test_firefox (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "app", "live", "shop.html", NULL);
  g_autofree char *address = g_filename_to_uri (path, NULL, NULL);
  Fixture self = { 0 };

  /* build-aux/deps installs it, so that nothing is skipped where it has run: a distribution may lack it. */
  if (!ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX))
    {
      g_test_skip ("There is no Firefox: build-aux/deps firefox installs it");
      return;
    }
  self.window = test_window_new (NULL, 1300, 850);
  ls_session_view_watch_page (ls_window_get_view (self.window), address, LS_PAGE_WATCH_HEADLESS | LS_PAGE_WATCH_FIREFOX);
  test_ui_wait_for (get_n_turns (&self) > 10);
  g_assert_false (is_enabled (&self, "hold-program"));
  g_assert_false (is_enabled (&self, "step-program"));
  g_assert_false (is_enabled (&self, "hold-before-name"));
  g_assert_false (is_enabled (&self, "photograph-queues"));
  g_assert_true (is_enabled (&self, "set-priority"));
  test_ui_wait_for (!gtk_widget_get_visible (get_part (&self, "holds")));
  g_assert_false (gtk_widget_get_visible (get_part (&self, "photograph")));
  g_assert_true (test_ui_shows (get_pane (&self), "Firefox cannot hold it"));
  gtk_editable_set_text (GTK_EDITABLE (get_part (&self, "source")), "globalThis.scheduler.postTask(function ours() {})");
  g_signal_emit_by_name (get_part (&self, "post"), "clicked");
  test_ui_wait_for (find_task (&self, "ours") != 0);
  tear_down (&self, NULL);
}

/* What may be secret in an address is not in the title, from which the name of a file is made. */
static void
test_secret (void)
{
  LsWindow *window = test_window_new (NULL, 1300, 850);
  g_autofree char *title = NULL;

  ls_session_view_join_browser (ls_window_get_view (window), "1", "https://user:secret@localhost:1/a?token=1", LS_PAGE_WATCH_NONE);
  title = ls_session_view_make_title (ls_window_get_view (window));
  g_assert_cmpstr (title, ==, "https://localhost:1/a");
  test_window_close (window);
  ls_debugger_finish_leaving ();
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/page-view/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("follow", test_follow);
  ADD ("hold", test_hold);
  ADD ("act", test_act);
  ADD ("gone", test_gone);
  ADD ("names", test_names);
  ADD ("places", test_places);
  ADD ("post", test_post);
  ADD ("photograph", test_photograph);
  ADD ("stop", test_stop);
  g_test_add_func ("/page-view/queues", test_queues);
  g_test_add_data_func ("/page-view/terminated", GINT_TO_POINTER (SIGTERM), test_terminated);
  g_test_add_data_func ("/page-view/interrupted", GINT_TO_POINTER (SIGINT), test_terminated);
  g_test_add_data_func ("/page-view/hung-up", GINT_TO_POINTER (SIGHUP), test_terminated);
  g_test_add_func ("/page-view/firefox", test_firefox);
  g_test_add_func ("/page-view/secret", test_secret);
  return g_test_run ();
}
