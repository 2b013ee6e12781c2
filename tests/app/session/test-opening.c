/* test-opening.c: reading sessions that are large, or lie where reading takes long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ls-compat.h"
#include "ls-program-rows.h"
#include "ls-program-view.h"

/* A file that has nothing until somebody writes into it. */
typedef struct
{
  char    *folder;
  char    *path;
  GFile   *file;
  GThread *writer;
  gboolean is_written;  /* atomic: the writer is done */
  char    *text;
} Slow;

static void
slow_set_up (Slow          *slow,
             gconstpointer  name)
{
  slow->folder = g_dir_make_tmp ("loopscope-opening-XXXXXX", NULL);
  slow->path = g_build_filename (slow->folder, name != NULL ? name : "slow.loopscope", NULL);
  slow->file = g_file_new_for_path (slow->path);
  g_assert_cmpint (mkfifo (slow->path, 0600), ==, 0);
}

static gpointer
write_thread (gpointer data)
{
  Slow *slow = data;
  int fd = open (slow->path, O_WRONLY | O_CLOEXEC);
  gsize length = strlen (slow->text);

  g_assert_cmpint (fd, >=, 0);
  for (gsize done = 0; done < length;)
    {
      gssize n = write (fd, slow->text + done, length - done);

      if (n < 0)
        break;
      done += n;
    }
  close (fd);
  g_atomic_int_set (&slow->is_written, TRUE);
  return NULL;
}

/* Who was to read may have been cancelled before it began, and then nobody would ever let the writer begin. */
static void
take_the_rest (Slow *slow)
{
  struct pollfd poll_fd = { open (slow->path, O_RDWR | O_NONBLOCK | O_CLOEXEC), POLLIN, 0 };
  char bytes[4096];

  g_assert_cmpint (poll_fd.fd, >=, 0);
  while (!g_atomic_int_get (&slow->is_written))
    if (poll (&poll_fd, 1, 1) > 0)
      g_assert_cmpint (read (poll_fd.fd, bytes, sizeof bytes), !=, 0);
  g_thread_join (slow->writer);
  close (poll_fd.fd);
}

/* What whoever reads the file has waited for. */
static void
slow_write (Slow       *slow,
            const char *text)
{
  slow->text = g_strdup (text);
  slow->writer = g_thread_new ("writer", write_thread, slow);
}

static void
slow_tear_down (Slow          *slow,
                gconstpointer  name)
{
  if (slow->writer != NULL)
    take_the_rest (slow);
  g_unlink (slow->path);
  g_rmdir (slow->folder);
  g_object_unref (slow->file);
  g_free (slow->path);
  g_free (slow->folder);
  g_free (slow->text);
}

static const char session_text[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"It came\","
  "  \"program\": { \"kind\": \"steps\", \"main\": [{ \"op\": \"log\", \"text\": \"here\" }] } }";

static const char *
get_stack_page (LsSessionView *view)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (test_view_get_child (view, "stack")));
}

static gboolean
says (GtkWidget  *root,
      const char *text)
{
  return test_ui_find (root, GTK_TYPE_LABEL, text) != NULL;
}

/* A label that says @text among other things. */
static GtkWidget *
find_text (GtkWidget  *root,
           const char *text)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_text (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static const char *
get_title (LsWindow *window)
{
  return adw_window_title_get_title (ADW_WINDOW_TITLE (test_window_get_part (window, "title")));
}

/* While a file is read, the window says so, in a tab of its own, and the others can be used. */
static void
test_opening_slow (Slow          *slow,
                   gconstpointer  unused)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  LsSessionView *first = ls_window_get_view (window);
  LsSessionView *view;

  ls_window_open (window, slow->file);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  view = ls_window_get_view (window);
  g_assert_true (view != first);
  g_assert_cmpstr (get_title (window), ==, "slow.loopscope");
  g_assert_true (adw_tab_page_get_loading (adw_tab_view_get_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), GTK_WIDGET (view))));
  g_assert_false (gtk_widget_get_visible (test_window_get_part (window, "post_task")));

  test_ui_wait_for (says (test_view_get_child (view, "opening_page"), "Opening “slow.loopscope”…"));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpstr (get_stack_page (view), ==, "opening");
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)), test_view_get_child (view, "opening_page")));
  test_ui_save_picture (GTK_WIDGET (window), "opening");

  ls_window_show_view (window, first);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.step", NULL));
  test_ui_wait_for (ls_state_get_turn (ls_player_get_state (ls_session_view_get_player (first))) == 2);
  /* It is not read twice. */
  ls_window_open (window, slow->file);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_true (ls_window_get_view (window) == view);

  slow_write (slow, session_text);
  test_window_wait_for_opening (window);
  test_window_wait (window);
  g_assert_cmpstr (get_stack_page (view), ==, "session");
  g_assert_cmpstr (get_title (window), ==, "It came");
  g_assert_cmpuint (ls_player_get_step (ls_session_view_get_player (view)), ==, 1);
  g_assert_true (g_file_equal (ls_debugger_get_file (ls_session_view_get_debugger (view)), slow->file));
  g_assert_true (gtk_widget_get_visible (test_window_get_part (window, "post_task")));
  test_window_close (window);
}

/* Escape, or the button, gives it up: where there was nothing, the window welcomes again. */
static void
test_opening_cancel (Slow          *slow,
                     gconstpointer  unused)
{
  LsWindow *window = test_window_new (NULL, 1000, 700);

  ls_window_open (window, slow->file);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  /* Nothing flashes where reading takes no time. */
  g_assert_cmpstr (get_stack_page (ls_window_get_view (window)), ==, "welcome");
  test_ui_wait_for (g_str_equal (get_stack_page (ls_window_get_view (window)), "opening"));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (test_ui_press (test_window_get_child (window, "opening_page"), GDK_KEY_Escape, 0));
  g_assert_cmpstr (get_stack_page (ls_window_get_view (window)), ==, "welcome");
  g_assert_null (ls_session_file_get_opening (ls_session_view_get_file (ls_window_get_view (window))));
  g_assert_cmpstr (get_title (window), ==, "Loopscope");

  /* What comes too late changes nothing. */
  slow_write (slow, session_text);
  g_clear_pointer (&slow->writer, g_thread_join);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (ls_window_has_session (window));
  test_window_close (window);
}

/* In a tab of its own, the tab goes, and the one that was seen before is seen again. */
static void
test_opening_cancel_tab (Slow          *slow,
                         gconstpointer  unused)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  LsSessionView *first = ls_window_get_view (window);

  ls_window_add_view (window);
  ls_window_show_view (window, first);
  ls_window_open (window, slow->file);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 3);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel-opening", NULL));
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  g_assert_true (ls_window_get_view (window) == first);
  g_assert_cmpuint (ls_player_get_step (ls_session_view_get_player (first)), ==, 1);
  slow_write (slow, session_text);
  test_window_close (window);
}

/* What comes to nothing leaves what was there, and says why. */
static void
test_opening_error (Slow          *slow,
                    gconstpointer  unused)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  LsSessionView *first = ls_window_get_view (window);

  ls_window_open (window, slow->file);
  slow_write (slow, "{ \"format\": \"loopscope-session\", \"version\": 1, ");
  test_window_wait_for_opening (window);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_true (ls_window_get_view (window) == first);
  g_assert_cmpstr (get_stack_page (first), ==, "session");
  g_assert_nonnull (find_text (test_view_get_child (first, "toasts"), "the end of the file"));
  test_window_close (window);
}

/* What was made in the tab meanwhile is not lost. */
static void
test_opening_modified (Slow          *slow,
                       gconstpointer  unused)
{
  LsWindow *window = test_window_new (NULL, 1000, 700);
  g_autoptr (LsSession) session = NULL;

  test_window_activate (window, "win.open-empty", NULL);
  ls_window_open (window, slow->file);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  session = g_object_ref (test_window_get_session (window));
  ls_session_set_title (session, "Mine");
  slow_write (slow, session_text);
  test_window_wait_for_opening (window);
  g_assert_true (test_window_get_session (window) == session);
  g_assert_cmpstr (get_title (window), ==, "• Mine");
  /* What is to become of it is asked first. */
  g_assert_nonnull (test_window_find_question (window));
  test_window_answer (window, "_Cancel");
  g_assert_true (test_window_get_session (window) == session);
  test_window_close (window);
}

/* Closed, and even quit, while the file is still read. */
static void
test_opening_close (Slow          *slow,
                    gconstpointer  unused)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  LsSessionView *view;

  ls_window_open (window, slow->file);
  view = ls_window_get_view (window);
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &view);
  adw_tab_view_close_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), adw_tab_view_get_page (ADW_TAB_VIEW (test_window_get_part (window, "tabs")), GTK_WIDGET (view)));
  test_ui_wait_for (view == NULL);
  ls_window_open (window, slow->file);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  test_ui_wait_for (window == NULL);
  slow_write (slow, session_text);
}

typedef struct
{
  char  *path;
  GFile *file;
} Large;

#define N_STEPS 200000
#define FRAMES 3

static void
large_set_up (Large         *large,
              gconstpointer  unused)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("loopscope-large-XXXXXX.loopscope", &large->path, &error);

  g_assert_no_error (error);
  close (fd);
  g_string_append (text, "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"Large\","
                         "  \"program\": { \"kind\": \"steps\", \"main\": [");
  for (guint i = 0; i < N_STEPS; i++)
    g_string_append_printf (text, "%s{\"op\":\"log\",\"text\":\"%u\"}", i > 0 ? ",\n" : "", i);
  g_string_append (text, "] } }");
  g_assert_true (g_file_set_contents (large->path, text->str, text->len, NULL));
  large->file = g_file_new_for_path (large->path);
}

static void
large_tear_down (Large         *large,
                 gconstpointer  unused)
{
  g_unlink (large->path);
  g_object_unref (large->file);
  g_free (large->path);
}

/* What this thread has computed, in µs. */
static gint64
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static LsProgramRows *
get_rows (LsWindow *window)
{
  GtkWidget *list = test_ui_find (test_ui_find (test_window_get_child (window, "program"), LS_TYPE_PROGRAM_VIEW, NULL), GTK_TYPE_LIST_VIEW, NULL);

  return LS_PROGRAM_ROWS (gtk_no_selection_get_model (GTK_NO_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (list)))));
}

static gboolean
is_open (LsWindow *window)
{
  return ls_window_has_session (window) && ls_session_file_get_opening (ls_session_view_get_file (ls_window_get_view (window))) == NULL && !ls_player_is_pending (test_window_get_player (window)) &&
         !ls_program_rows_is_filling (get_rows (window));
}

/* Opens @file, goes on until it is seen with all its rows, and measures what holds up the window. */
static gint64
open_and_measure (LsWindow *window,
                  GFile    *file)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  gint64 last_frame = G_MAXINT64 - FRAMES;
  gint64 longest = 0;

  ls_window_open (window, file);
  while (gdk_frame_clock_get_frame_counter (clock) < last_frame + FRAMES)
    {
      gint64 begin = get_work ();

      if (g_main_context_iteration (NULL, FALSE))
        longest = MAX (longest, get_work () - begin);
      else
        g_main_context_iteration (NULL, TRUE);
      if (!is_open (window))
        continue;
      last_frame = MIN (last_frame, gdk_frame_clock_get_frame_counter (clock));
      gtk_widget_queue_draw (GTK_WIDGET (window));
    }
  return longest;
}

static void
test_opening_large (Large         *large,
                    gconstpointer  unused)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 700);
  g_autoptr (GFile) small = test_window_get_example ("priorities.loopscope");
  gint64 longest_of_small, longest;

  longest_of_small = open_and_measure (window, small);
  longest = open_and_measure (window, large->file);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_rows (window))), ==, N_STEPS + 1);
  g_test_message ("longest iteration: %" G_GINT64_FORMAT " µs, %" G_GINT64_FORMAT " µs for a small session", longest,
                  longest_of_small);
  /* What a tab takes to be laid out for the first time is another matter. */
  if (g_test_perf ())
    g_assert_cmpint (longest, <, longest_of_small + 50000);
  test_window_close (window);
}

/* A file that nothing can be is not read to its end: it would take more memory than there is. */
static void
test_opening_too_large (Large         *large,
                        gconstpointer  unused)
{
  LsWindow *window = test_window_new (NULL, 1000, 700);

  g_assert_cmpint (truncate (large->path, (goffset) 1 << 40), ==, 0);
  test_window_open (window, large->file);
  g_assert_false (ls_window_has_session (window));
  g_assert_cmpstr (get_stack_page (ls_window_get_view (window)), ==, "welcome");
  g_assert_true (says (test_window_get_child (window, "welcome"), "Could Not Open the File"));
  test_window_close (window);
}

static void
gone_cb (gpointer  data,
         GObject  *object)
{
  g_atomic_pointer_set ((GThread **) data, g_thread_self ());
}

/* To free what is large takes longer than a frame: the window does not do it. */
static void
test_opening_drop (void)
{
  g_autoptr (GString) text = g_string_new ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"steps\","
                                           "\"main\":[{\"op\":\"log\",\"text\":\"first\"}");
  GThread *replaced = NULL, *closed = NULL;
  LsWindow *window;

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, ",{\"op\":\"log\",\"text\":\"a\"}");
  g_string_append (text, "],\"bodies\":{}}}");
  window = test_window_new_session (text->str, 1000, 700);
  g_object_weak_ref (G_OBJECT (test_window_get_session (window)), gone_cb, &replaced);
  g_assert_true (ls_debugger_open_empty (ls_window_get_debugger (window), NULL));
  test_ui_wait_for (g_atomic_pointer_get (&replaced) != NULL);
  g_assert_true (replaced != g_thread_self ());
  test_window_close (window);

  window = test_window_new_session (text->str, 1000, 700);
  g_object_weak_ref (G_OBJECT (test_window_get_session (window)), gone_cb, &closed);
  test_window_close (window);
  test_ui_wait_for (g_atomic_pointer_get (&closed) != NULL);
  g_assert_true (closed != g_thread_self ());
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);
  /* Whoever was to read may have gone. */
  signal (SIGPIPE, SIG_IGN);

  g_test_add ("/opening/slow", Slow, NULL, slow_set_up, test_opening_slow, slow_tear_down);
  g_test_add ("/opening/cancel", Slow, NULL, slow_set_up, test_opening_cancel, slow_tear_down);
  g_test_add ("/opening/cancel-tab", Slow, NULL, slow_set_up, test_opening_cancel_tab, slow_tear_down);
  g_test_add ("/opening/error", Slow, NULL, slow_set_up, test_opening_error, slow_tear_down);
  g_test_add ("/opening/modified", Slow, NULL, slow_set_up, test_opening_modified, slow_tear_down);
  g_test_add ("/opening/close", Slow, NULL, slow_set_up, test_opening_close, slow_tear_down);
  g_test_add ("/opening/large", Large, NULL, large_set_up, test_opening_large, large_tear_down);
  g_test_add ("/opening/too-large", Large, NULL, large_set_up, test_opening_too_large, large_tear_down);
  g_test_add_func ("/opening/drop", test_opening_drop);

  return g_test_run ();
}
