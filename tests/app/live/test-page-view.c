/* test-page-view.c: pages of a browser that runs, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include "ls-page-dialog.h"
#include "ls-page-view.h"
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
  g_assert_false (is_enabled (self, "show-what-if"));
}

/* A page is held, goes on by a task, and says before which. What comes next is what the specification says. */
static void
test_hold (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *title = NULL;
  guint32 n_turns;

  test_window_activate (self->window, "win.hold-program", NULL);
  test_ui_wait_for (is_enabled (self, "let-program-go") && ls_live_run_get_held_task (LS_LIVE_RUN (get_watch (self))) != 0);
  test_ui_wait_for (test_ui_shows (get_pane (self), "Held before “"));
  title = ls_session_view_make_title (ls_window_get_view (self->window));
  g_assert_true (g_str_has_suffix (title, "(held)"));
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
  undo = test_ui_find (GTK_WIDGET (self->window), GTK_TYPE_BUTTON, "_Undo");
  g_assert_nonnull (undo);
  g_signal_emit_by_name (undo, "clicked");
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_PRIORITY, signal) == 2);
  test_window_activate (self->window, "win.abort", "(us)", signal, "enough");
  test_ui_wait_for (count_records (self, LS_RECORD_SIGNAL_ABORTED, signal) == 1);
  /* A signal that is not there is no mishap. */
  test_window_activate (self->window, "win.abort", "(us)", 4000000000u, "");
  test_window_activate (self->window, "win.set-priority", "(uu)", signal, 99);
  g_assert_true (ls_debugger_is_live (get_debugger (self)));
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
  /* The image was posted before it. */
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (self->window), "Next so far: “loadImage”"));
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

/* A task that the user posts runs in the page. */
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
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_part (self, "source"))), ==, "");
  test_ui_wait_for (find_task (self, "fromOutside") != 0);
  /* What a page is called is no markup. */
  gtk_editable_set_text (GTK_EDITABLE (get_part (self, "source")), "document.title = 'Fish & <Chips>'");
  g_signal_emit_by_name (post, "clicked");
  test_ui_wait_for (test_ui_find (get_part (self, "targets"), GTK_TYPE_LABEL, "Fish & <Chips>") != NULL);
  /* What cannot be done is said. */
  gtk_editable_set_text (GTK_EDITABLE (get_part (self, "source")), "this is not JavaScript");
  g_signal_emit_by_name (post, "clicked");
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (self->window), "SyntaxError"));
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
  /* Nothing is supposed to follow any more. */
  g_assert_false (test_ui_shows (GTK_WIDGET (self->window), "Next so far"));
  g_assert_false (is_enabled (self, "hold-program"));
  g_assert_true (is_enabled (self, "save-trace"));
}

/* Firefox cannot hold a page, and so nothing offers it; what acts on one does so there as well. */
static void
test_firefox (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "app", "live", "shop.html", NULL);
  g_autofree char *address = g_filename_to_uri (path, NULL, NULL);
  Fixture self = { 0 };

  if (!ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX))
    {
      g_test_skip ("There is no Firefox: build-aux/deps test installs it");
      return;
    }
  self.window = test_window_new (NULL, 1300, 850);
  ls_session_view_watch_page (ls_window_get_view (self.window), address, LS_PAGE_WATCH_HEADLESS | LS_PAGE_WATCH_FIREFOX);
  test_ui_wait_for (get_n_turns (&self) > 10);
  g_assert_false (is_enabled (&self, "hold-program"));
  g_assert_false (is_enabled (&self, "step-program"));
  g_assert_false (is_enabled (&self, "hold-before-name"));
  g_assert_true (is_enabled (&self, "set-priority"));
  test_ui_wait_for (!gtk_widget_get_visible (get_part (&self, "holds")));
  g_assert_true (test_ui_shows (get_pane (&self), "Firefox cannot hold it"));
  gtk_editable_set_text (GTK_EDITABLE (get_part (&self, "source")), "globalThis.scheduler.postTask(function ours() {})");
  g_signal_emit_by_name (get_part (&self, "post"), "clicked");
  test_ui_wait_for (find_task (&self, "ours") != 0);
  tear_down (&self, NULL);
}

static void
take_page (LsPageDialog  *dialog,
           const char    *address,
           const char    *browser,
           guint          flags,
           char         **taken)
{
  *taken = g_strdup_printf ("%s|%s|%u", address, browser, flags);
}

/* The browser is one of those that are installed. */
static void
test_browsers (void)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  GtkWidget *dialog = ls_page_dialog_new ();
  AdwComboRow *row = ADW_COMBO_ROW (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "browser"));
  const guint n = ls_page_watch_can_launch (LS_PAGE_WATCH_NONE) + ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX);
  g_autofree char *taken = NULL;

  test_ui_new_window (dialog, 500, 600);
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (row)), ==, n);
  g_signal_connect (dialog, "watch", G_CALLBACK (take_page), &taken);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "address")), "about:blank");
  adw_combo_row_set_selected (row, n - 1);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch"), "clicked");
  g_assert_cmpstr (taken, ==, ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX) ? "about:blank||4" : "about:blank||0");
  g_setenv ("PATH", "/nowhere", TRUE);
  dialog = ls_page_dialog_new ();
  test_ui_new_window (dialog, 500, 600);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "browser"))));
  g_setenv ("PATH", path, TRUE);
}

/* @typed is completed to @expected. */
static void
check_dialog (const char *typed,
              gboolean    is_joined,
              const char *port,
              const char *expected)
{
  GtkWidget *dialog = ls_page_dialog_new ();
  GtkWidget *error = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "error"));
  g_autofree char *taken = NULL;

  test_ui_new_window (dialog, 500, 600);
  g_signal_connect (dialog, "watch", G_CALLBACK (take_page), &taken);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "address")), typed);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "port")), port);
  gtk_switch_set_active (GTK_SWITCH (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "is_joined")), is_joined);
  gtk_switch_set_active (GTK_SWITCH (gtk_widget_get_template_child (dialog, LS_TYPE_PAGE_DIALOG, "is_hidden")), TRUE);
  g_signal_emit_by_name (test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch"), "clicked");
  g_assert_cmpstr (taken, ==, expected);
  g_assert_true (gtk_widget_get_visible (error) == (expected == NULL));
}

static void
test_dialog (void)
{
  check_dialog ("", FALSE, "9222", NULL);
  check_dialog ("   ", FALSE, "9222", NULL);
  check_dialog ("example.com/a?b", FALSE, "9222", "https://example.com/a?b||1");
  check_dialog (" http://example.com ", FALSE, "", "http://example.com||1");
  check_dialog ("localhost:8000", FALSE, "9222", "http://localhost:8000||1");
  check_dialog ("127.0.0.1", FALSE, "9222", "http://127.0.0.1||1");
  check_dialog ("localhostess.example", FALSE, "9222", "https://localhostess.example||1");
  check_dialog ("javascript:1+1", FALSE, "9222", "javascript:1+1||1");
  check_dialog ("example.com:8080", FALSE, "9222", "https://example.com:8080||1");
  check_dialog ("/tmp/a b.html", FALSE, "9222", "file:///tmp/a%20b.html||1");
  check_dialog ("about:blank", FALSE, "9222", "about:blank||1");
  check_dialog ("", TRUE, " 9222 ", "|9222|0");
  check_dialog ("example.com", TRUE, "9222", "https://example.com|9222|0");
  check_dialog ("", TRUE, " ", NULL);
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

/* What cannot be watched is said, and the window stays as it is. */
static void
test_refused (void)
{
  LsWindow *window = test_window_new (NULL, 1300, 850);

  ls_session_view_join_browser (ls_window_get_view (window), "example.com:9222", NULL, LS_PAGE_WATCH_NONE);
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "example.com"));
  g_assert_null (ls_debugger_get_live_run (ls_window_get_debugger (window)));
  test_window_close (window);
}

/* Nobody listens at a port. */
static void
test_nobody (void)
{
  LsWindow *window = test_window_new (NULL, 1300, 850);
  LsDebugger *debugger = ls_window_get_debugger (window);

  ls_session_view_join_browser (ls_window_get_view (window), "1", NULL, LS_PAGE_WATCH_NONE);
  test_ui_wait_for (ls_debugger_get_live_run (debugger) != NULL && !ls_debugger_is_live (debugger) &&
                    !ls_debugger_get_working (debugger));
  test_ui_wait_for (test_ui_find (test_window_get_child (window, "watch"), GTK_TYPE_LABEL, "Watching has ended") != NULL);
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
  ADD ("names", test_names);
  ADD ("post", test_post);
  ADD ("stop", test_stop);
  g_test_add_func ("/page-view/dialog", test_dialog);
  g_test_add_func ("/page-view/browsers", test_browsers);
  g_test_add_func ("/page-view/firefox", test_firefox);
  g_test_add_func ("/page-view/refused", test_refused);
  g_test_add_func ("/page-view/secret", test_secret);
  g_test_add_func ("/page-view/nobody", test_nobody);
  return g_test_run ();
}
