/* test-live.c: programs that run elsewhere, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-window-util.h"

#include "ls-session-view-private.h"
#include "ls-running-list.h"
#include "ls-watch-dialog.h"
#include "ls-watch-pane.h"
#include "ls-watch.h"
#include "ls-why-card.h"

/* A window that watches a program, which goes on until nobody reads its pipe. */
typedef struct
{
  char     *folder, *path;
  int       pipe;
  LsWindow *window;
  GPid       pid;        /* of a program that carries nothing, 0 for none */
} Fixture;

static LsSessionView *
get_view (Fixture *self)
{
  return ls_window_get_view (self->window);
}

static LsDebugger *
get_debugger (Fixture *self)
{
  return ls_window_get_debugger (self->window);
}

static LsWatch *
get_watch (Fixture *self)
{
  return LS_WATCH (ls_debugger_get_live_run (get_debugger (self)));
}

static guint32
get_n_turns (Fixture *self)
{
  return ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (get_watch (self))));
}

/* The pipe must not be full. Returns TRUE. */
static gboolean
drain (Fixture *self)
{
  char letters[4096];

  while (self->pipe >= 0 && read (self->pipe, letters, sizeof letters) > 0)
    ;
  return TRUE;
}

#define wait_for(self, expression) test_ui_wait_for (drain (self) && (expression))

static void
prepare (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("live-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "pipe", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  self->pipe = open (self->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  g_assert_cmpint (self->pipe, >=, 0);
  self->window = test_window_new (NULL, 1300, 850);
}

static void
set_up (Fixture       *self,
        gconstpointer  mode)
{
  const char *arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL, NULL };

  prepare (self);
  arguments[2] = self->path;
  ls_session_view_watch (get_view (self), arguments, NULL, NULL);
  g_assert_nonnull (get_watch (self));
  wait_for (self, get_n_turns (self) > 10);
}

/* The program runs already when the window comes to it. */
static void
set_up_joined (Fixture       *self,
               gconstpointer  mode)
{
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LD_PRELOAD", g_getenv ("LOOPSCOPE_PRELOAD"), TRUE);
  const char *arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL, NULL };
  g_autoptr (GError) error = NULL;
  char letter;
  GPid pid;

  prepare (self);
  arguments[2] = self->path;
  environment = g_environ_setenv (environment, "LOOPSCOPE_TRACE", "listen", TRUE);
  g_spawn_async (NULL, (char **) arguments, environment, G_SPAWN_DEFAULT, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  test_ui_wait_for (read (self->pipe, &letter, 1) == 1);
  ls_session_view_join (get_view (self), pid);
  g_assert_nonnull (get_watch (self));
  wait_for (self, get_n_turns (self) > 10);
}

/* The program runs, and carries nothing of ours. */
static void
set_up_alone (Fixture       *self,
              gconstpointer  mode)
{
  const char *arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL, NULL };
  g_autoptr (GError) error = NULL;
  char letter;

  prepare (self);
  arguments[2] = self->path;
  g_spawn_async (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &self->pid, &error);
  g_assert_no_error (error);
  test_ui_wait_for (read (self->pipe, &letter, 1) == 1);
}

static void
end_program (Fixture *self)
{
  if (self->pipe >= 0)
    close (self->pipe);
  self->pipe = -1;
}

static void
tear_down (Fixture       *self,
           gconstpointer  mode)
{
  end_program (self);
  test_window_close (self->window);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

static gboolean
is_enabled (Fixture    *self,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), action);
}

/* Whether the pane has a label with @text. */
static gboolean
pane_says (Fixture    *self,
           const char *text)
{
  return test_ui_find (test_window_get_child (self->window, "watch"), GTK_TYPE_LABEL, text) != NULL;
}

/* The window follows the program, until the user looks at a moment. */
static void
test_follow (Fixture       *self,
             gconstpointer  mode)
{
  LsPlayer *player = test_window_get_player (self->window);
  g_autofree char *title = ls_session_view_make_title (get_view (self));
  g_autofree char *subtitle = NULL;
  guint32 n_turns, step;
  gsize position;

  g_assert_cmpstr (title, ==, "watched");
  g_assert_true (gtk_widget_get_mapped (test_window_get_child (self->window, "watch")));
  g_assert_false (gtk_widget_get_mapped (test_window_get_child (self->window, "program")));
  g_assert_false (gtk_widget_get_mapped (test_window_get_child (self->window, "recording")));
  g_assert_true (pane_says (self, "Running"));
  g_assert_true (ls_player_get_running (player));
  wait_for (self, ls_player_get_step (player) > 10);
  wait_for (self, test_ui_shows (test_window_get_child (self->window, "stage"), "dispatches went to priority 0"));
  subtitle = ls_session_view_make_subtitle (get_view (self));
  g_assert_nonnull (strstr (subtitle, "live"));

  test_window_activate (self->window, "win.run", NULL);
  g_assert_false (ls_player_get_running (player));
  position = ls_player_get_position (player);
  n_turns = get_n_turns (self);
  wait_for (self, get_n_turns (self) > n_turns + 10);
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
  /* The moment may be within a dispatch, and then its beginning comes first. */
  test_window_activate (self->window, "win.step-back", NULL);
  wait_for (self, ls_player_get_position (player) < position);
  step = ls_player_get_step (player);
  test_window_activate (self->window, "win.step-back", NULL);
  wait_for (self, ls_player_get_step (player) < step);
  g_assert_true (ls_debugger_is_live (get_debugger (self)));

  /* Then it follows again. */
  test_window_activate (self->window, "win.run", NULL);
  n_turns = get_n_turns (self);
  wait_for (self, ls_player_get_step (player) > n_turns);
}

/* The menu offers nothing that is there only for programs of a session. */
static void
test_menu (Fixture       *self,
           gconstpointer  mode)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (test_window_get_part (self->window, "menu"));

  g_assert_false (is_enabled (self, "what-if"));
  gtk_menu_button_popup (button);
  g_assert_true (test_ui_shows (GTK_WIDGET (gtk_menu_button_get_popover (button)), "What is watched yields by itself"));
  g_assert_false (test_ui_shows (GTK_WIDGET (gtk_menu_button_get_popover (button)), "Preset"));
}

/* What nobody sees is not written. */
static void
test_hidden (Fixture       *self,
             gconstpointer  mode)
{
  GtkWidget *pane = test_window_get_child (self->window, "watch");
  GtkLabel *turns = GTK_LABEL (gtk_widget_get_template_child (pane, LS_TYPE_WATCH_PANE, "turns"));
  g_autofree char *before = NULL;
  guint32 n_turns;

  gtk_widget_set_child_visible (pane, FALSE);
  g_assert_false (gtk_widget_get_mapped (pane));
  before = g_strdup (gtk_label_get_label (turns));
  n_turns = get_n_turns (self);
  wait_for (self, get_n_turns (self) > n_turns + 10);
  g_assert_cmpstr (gtk_label_get_label (turns), ==, before);
  gtk_widget_set_child_visible (pane, TRUE);
  g_assert_true (gtk_widget_get_mapped (pane));
  g_assert_cmpuint (g_ascii_strtoull (gtk_label_get_label (turns), NULL, 10), >, n_turns + 10);
}

static gboolean
why_says (Fixture    *self,
          const char *text)
{
  g_autofree char *why = ls_why_card_dup_text (LS_WHY_CARD (test_window_get_child (self->window, "why")));

  return strstr (why, text) != NULL;
}

/* A held program says so in its title, and what it is held before is next. */
static void
test_hold (Fixture       *self,
           gconstpointer  mode)
{
  g_autofree char *title = NULL;
  guint32 n_turns;

  g_assert_true (is_enabled (self, "hold-program") && !is_enabled (self, "let-program-go"));
  test_window_activate (self->window, "win.hold-program", NULL);
  g_assert_true (is_enabled (self, "let-program-go"));
  wait_for (self, pane_says (self, "Held before “busy”") && test_ui_shows (test_window_get_child (self->window, "watch"), "What is held stands still until you step it or let it go. ") && why_says (self, "Next: “busy”\n“busy” runs next: ") && why_says (self, "The program is held before it."));
  g_assert_cmpint (ls_state_get_next_basis (ls_player_get_state (test_window_get_player (self->window))), ==, LS_NEXT_HELD);
  title = ls_session_view_make_title (get_view (self));
  g_assert_cmpstr (title, ==, "watched (held)");
  test_window_activate (self->window, "win.run", NULL);
  wait_for (self, test_ui_shows (GTK_WIDGET (self->window), "paused · "));
  n_turns = get_n_turns (self);
  test_window_activate (self->window, "win.step-program", NULL);
  wait_for (self, get_n_turns (self) == n_turns + 1 && ls_live_run_is_held (LS_LIVE_RUN (get_watch (self))) && is_enabled (self, "let-program-go"));
  test_window_activate (self->window, "win.let-program-go", NULL);
  wait_for (self, get_n_turns (self) > n_turns + 10);
  wait_for (self, pane_says (self, "Running"));
  g_assert_false (is_enabled (self, "let-program-go"));
}

/* Returns the last task of this name, 0 for none. */
static guint32
find_task (Fixture    *self,
           const char *name)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (get_watch (self)));
  guint32 task = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_INCOMING && g_strcmp0 (ls_trace_get_text (trace, record.text), name) == 0)
        task = record.subject;
    }
  return task;
}

static gboolean
has_source (Fixture    *self,
            const char *name)
{
  gboolean found;

  ls_watch_get_priority (get_watch (self), find_task (self, name), &found);
  return found;
}

/* The user changes the priority of a source, and takes another one away. */
static void
test_act (Fixture       *self,
          gconstpointer  mode)
{
  guint32 task;
  gboolean found;

  wait_for (self, find_task (self, "later") != 0);
  task = find_task (self, "later");
  g_assert_cmpint (ls_watch_get_priority (get_watch (self), task, &found), ==, G_PRIORITY_LOW);
  g_assert_true (found);
  test_window_activate (self->window, "win.set-source-priority", "(ui)", task, 120);
  wait_for (self, ls_watch_get_priority (get_watch (self), find_task (self, "later"), &found) == 120);
  wait_for (self, test_ui_find (GTK_WIDGET (self->window), GTK_TYPE_LABEL, "“later” has the priority 120") != NULL);
  test_window_activate (self->window, "win.undo", NULL);
  wait_for (self, ls_watch_get_priority (get_watch (self), find_task (self, "later"), &found) == G_PRIORITY_LOW);
  test_window_activate (self->window, "win.redo", NULL);
  wait_for (self, ls_watch_get_priority (get_watch (self), find_task (self, "later"), &found) == 120);
  test_window_activate (self->window, "win.remove-source", "u", find_task (self, "late"));
  wait_for (self, !has_source (self, "late"));
  /* What is gone, or never was, is a message. */
  test_window_activate (self->window, "win.remove-source", "u", find_task (self, "late"));
  wait_for (self, test_ui_shows (GTK_WIDGET (self->window), "is no longer waiting"));
  test_window_activate (self->window, "win.run-source", "u", 4000000000u);
  test_window_activate (self->window, "win.hold-before", "u", 0);
  g_assert_true (ls_debugger_is_live (get_debugger (self)));
}

/* What was seen stays when the program ends. */
static void
test_end (Fixture       *self,
          gconstpointer  mode)
{
  LsPlayer *player = test_window_get_player (self->window);

  g_assert_true (is_enabled (self, "stop"));
  end_program (self);
  wait_for (self, !ls_debugger_get_working (get_debugger (self)) && !ls_player_get_running (player));
  g_assert_false (ls_debugger_is_live (get_debugger (self)));
  wait_for (self, !is_enabled (self, "hold-program"));
  wait_for (self, pane_says (self, "Watching has ended"));
  g_assert_cmpuint (ls_player_get_step (player), ==, ls_trace_get_n_steps (ls_player_get_trace (player)));
  g_assert_true (is_enabled (self, "save-trace"));
}

/* A program that is not watched any more goes on. */
static void
test_stop (Fixture       *self,
           gconstpointer  mode)
{
  char letter;

  test_window_activate (self->window, "win.stop", NULL);
  wait_for (self, !ls_debugger_get_working (get_debugger (self)));
  g_assert_false (ls_debugger_is_live (get_debugger (self)));
  drain (self);
  test_ui_wait_for (read (self->pipe, &letter, 1) == 1);
}

static void
take_arguments (LsWatchDialog  *dialog,
                char          **arguments,
                char          **taken)
{
  *taken = g_strjoinv ("|", arguments);
}

static void
test_dialog (void)
{
  GtkWidget *dialog = ls_watch_dialog_new ();
  GtkWidget *command = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "command"));
  GtkWidget *error = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "error"));
  GtkWidget *accept = test_ui_find (dialog, GTK_TYPE_BUTTON, "_Watch");
  g_autofree char *taken = NULL;

  test_ui_new_window (dialog, 500, 600);
  g_signal_connect (dialog, "watch", G_CALLBACK (take_arguments), &taken);
  g_assert_nonnull (accept);
  g_signal_emit_by_name (accept, "clicked");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (error)), ==, "Expected a command, such as “gtk4-demo”");
  gtk_editable_set_text (GTK_EDITABLE (command), "no-such-program --yes");
  g_assert_false (gtk_widget_get_visible (error));
  g_signal_emit_by_name (accept, "clicked");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (error)), ==, "There is no program “no-such-program”");
  gtk_editable_set_text (GTK_EDITABLE (command), "sh -c 'one");
  g_signal_emit_by_name (accept, "clicked");
  g_assert_true (gtk_widget_get_visible (error));
  g_assert_null (taken);
  gtk_editable_set_text (GTK_EDITABLE (command), "sh -c 'one two'");
  g_signal_emit_by_name (accept, "clicked");
  g_assert_cmpstr (taken, ==, "sh|-c|one two");
}

/* What desktop files say, and what is started for it. */
static const char *const command_lines[][2] = {
  { "sh %U", "sh" },
  { "sh --uri=%u -c %f one", "sh|--uri=|-c|one" },
  { "sh 100%% %%u %i%c '' %", "sh|100%|%u||%" },
  { "sh --title=%c%k", "sh|--title=" },
};

/* Applications of these command lines, in a folder that is looked into from now on. */
static char *
install_applications (void)
{
  char *folder = g_dir_make_tmp ("applications-XXXXXX", NULL);
  g_autofree char *applications = g_build_filename (folder, "applications", NULL);
  g_autofree char *folders = g_strdup_printf ("%s:%s", folder, g_getenv ("XDG_DATA_DIRS"));

  g_assert_cmpint (g_mkdir (applications, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (command_lines); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/test-%u.desktop", applications, i);
      g_autofree char *text = g_strdup_printf ("[Desktop Entry]\nType=Application\nName=Test %u\nExec=%s\n", i, command_lines[i][0]);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
    }
  g_setenv ("XDG_DATA_DIRS", folders, TRUE);
  return folder;
}

static void
uninstall_applications (char *folder)
{
  g_autofree char *applications = g_build_filename (folder, "applications", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (command_lines); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/test-%u.desktop", applications, i);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (applications), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

/* The places for files in the command lines of desktop files are left out. */
static void
test_command_lines (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (command_lines); i++)
    {
      GtkWidget *dialog = ls_watch_dialog_new ();
      GtkWidget *applications = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "applications"));
      g_autofree char *name = g_strdup_printf ("Test %u", i);
      GtkWidget *title = test_ui_find (applications, GTK_TYPE_LABEL, name);
      g_autofree char *taken = NULL;

      g_assert_nonnull (title);
      test_ui_new_window (dialog, 500, 600);
      g_signal_connect (dialog, "watch", G_CALLBACK (take_arguments), &taken);
      g_signal_emit_by_name (gtk_widget_get_ancestor (title, ADW_TYPE_ACTION_ROW), "activated");
      g_assert_cmpstr (taken, ==, command_lines[i][1]);
    }
}

/* The row of a program in the dialog, NULL if it has none. */
static GtkWidget *
find_program (GtkWidget *list,
              GPid       pid)
{
  g_autofree char *number = g_strdup_printf ("%d · ", pid);
  GtkWidget *box = GTK_WIDGET (gtk_widget_get_template_child (list, LS_TYPE_RUNNING_LIST, "list"));

  for (GtkWidget *row = gtk_widget_get_first_child (box); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), number))
      return row;
  return NULL;
}

static void
take_pid (LsWatchDialog *dialog,
          guint          pid,
          guint         *taken)
{
  *taken = pid;
}

/* The dialog lists programs that carry nothing, finds them by what is typed, and notices when they end. */
static void
test_others (Fixture       *self,
             gconstpointer  mode)
{
  GtkWidget *dialog = ls_watch_dialog_new ();
  GtkWidget *others = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "others"));
  GtkWidget *running = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "running"));
  GtkWidget *search = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "search"));
  g_autofree char *problem = ls_watch_explain_debugger ();
  guint taken = 0;
  GtkWidget *row;

  test_ui_new_window (dialog, 500, 600);
  g_signal_connect (dialog, "join", G_CALLBACK (take_pid), &taken);
  test_ui_wait_for ((row = find_program (others, self->pid)) != NULL);
  g_assert_null (find_program (running, self->pid));
  g_assert_null (find_program (others, getpid ()));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==, "watched");
  gtk_editable_set_text (GTK_EDITABLE (search), "no such program");
  test_ui_wait_for (!gtk_widget_get_visible (row));
  gtk_editable_set_text (GTK_EDITABLE (search), "WATCHED");
  test_ui_wait_for (gtk_widget_get_visible (row));
  /* Where none can be joined, that is said. */
  g_assert_true (gtk_widget_is_sensitive (row) == (problem == NULL));
  g_assert_true (test_ui_shows (others, "gdb is needed") || test_ui_shows (others, "ptrace_scope") || problem == NULL);
  gtk_widget_activate (row);
  g_assert_cmpint (taken, ==, problem == NULL ? self->pid : 0);

  dialog = ls_watch_dialog_new ();
  others = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "others"));
  test_ui_new_window (dialog, 500, 600);
  test_ui_wait_for (find_program (others, self->pid) != NULL);
  end_program (self);
  test_ui_wait_for (find_program (others, self->pid) == NULL);
}

/* Without gdb, none of them can be joined. */
static void
test_no_debugger (Fixture       *self,
                  gconstpointer  mode)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  GtkWidget *dialog, *others;

  g_setenv ("PATH", "/nowhere", TRUE);
  dialog = ls_watch_dialog_new ();
  others = GTK_WIDGET (gtk_widget_get_template_child (dialog, LS_TYPE_WATCH_DIALOG, "others"));
  test_ui_new_window (dialog, 500, 600);
  test_ui_wait_for (find_program (others, self->pid) != NULL);
  g_assert_false (gtk_widget_is_sensitive (find_program (others, self->pid)));
  g_assert_true (test_ui_shows (others, "gdb is needed to join them"));
  ls_session_view_join (get_view (self), self->pid);
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (self->window), "install gdb"));
  g_setenv ("PATH", path, TRUE);
}

/* While gdb joins a program, the window says so, and nobody has to wait for it. */
static void
test_joining (Fixture       *self,
              gconstpointer  mode)
{
  g_autofree char *problem = ls_watch_explain_debugger ();
  g_autofree char *message = NULL, *place = NULL;

  /* build-aux/deps installs gdb. It may still be of no use: a kernel whose ptrace_scope forbids it lets nobody be joined, and the
   * test before this one sees that the dialog says so. */
  if (problem != NULL)
    {
      g_test_skip (problem);
      return;
    }
  ls_session_view_join (get_view (self), self->pid);
  g_assert_true (ls_watch_is_joining (get_watch (self)));
  g_assert_true (pane_says (self, "Joining: gdb holds the program for about a second"));
  g_assert_nonnull (test_ui_find (test_window_get_child (self->window, "watch"), GTK_TYPE_BUTTON, "_Cancel"));
  test_window_activate (self->window, "win.stop", NULL);
  wait_for (self, !ls_debugger_get_working (get_debugger (self)) && ls_live_run_has_ended (LS_LIVE_RUN (get_watch (self))));
  message = ls_debugger_get_message (get_debugger (self), &place);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_true (pane_says (self, "Watching has ended"));
}

int
main (int    argc,
      char **argv)
{
  char *folder = install_applications ();
  int status;

  test_window_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/live/" name, Fixture, "starving", set_up, func, tear_down)
  ADD ("follow", test_follow);
  ADD ("hidden", test_hidden);
  ADD ("menu", test_menu);
  ADD ("hold", test_hold);
  ADD ("act", test_act);
  ADD ("end", test_end);
  ADD ("stop", test_stop);
#undef ADD
  g_test_add ("/live/follow-joined", Fixture, "starving", set_up_joined, test_follow, tear_down);
  g_test_add ("/live/hold-joined", Fixture, "starving", set_up_joined, test_hold, tear_down);
  g_test_add ("/live/others", Fixture, "starving", set_up_alone, test_others, tear_down);
  g_test_add ("/live/no-debugger", Fixture, "starving", set_up_alone, test_no_debugger, tear_down);
  g_test_add ("/live/joining", Fixture, "starving", set_up_alone, test_joining, tear_down);
  g_test_add_func ("/live/dialog", test_dialog);
  g_test_add_func ("/live/command-lines", test_command_lines);
  status = g_test_run ();
  uninstall_applications (folder);
  return status;
}
