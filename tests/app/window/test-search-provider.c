/* test-search-provider.c: what the desktop's search finds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>

#include "ls-files.h"
#include "ls-lesson-translate-private.h"
#include "ls-lesson-view.h"
#include "ls-search-provider.h"
#include "test-window-util.h"

#define INTERFACE "org.gnome.Shell.SearchProvider2"

static GDBusConnection *bus;
static LsSearchProvider *provider;

static void
on_answer (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  GVariant **answer = user_data;

  *answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);
  if (*answer == NULL)
    *answer = g_variant_ref_sink (g_variant_new_string (error->message));
}

/* Returns (transfer full) the answer, or a string for an error. */
static GVariant *
call (const char *method,
      GVariant   *parameters)
{
  GVariant *answer = NULL;

  g_dbus_connection_call (bus, g_dbus_connection_get_unique_name (bus), "/test/SearchProvider", INTERFACE, method, parameters, NULL,
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_answer, &answer);
  test_ui_wait_for (answer != NULL);
  return answer;
}

static GVariant *
make_list (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  return g_variant_new_strv ((const char *const *) parts, -1);
}

/* Holds the results for terms, which are separated by commas, against those that are expected, likewise. @previous: NULL for all */
static void
assert_found (const char *previous,
              const char *terms,
              const char *expected)
{
  g_autoptr (GVariant) answer = NULL;
  g_autofree const char **results = NULL;
  g_autofree char *joined = NULL;

  if (previous != NULL)
    answer = call ("GetSubsearchResultSet", g_variant_new ("(@as@as)", make_list (previous), make_list (terms)));
  else
    answer = call ("GetInitialResultSet", g_variant_new ("(@as)", make_list (terms)));
  g_assert_true (g_variant_is_of_type (answer, G_VARIANT_TYPE ("(as)")));
  g_variant_get (answer, "(^a&s)", &results);
  joined = g_strjoinv (",", (char **) results);
  g_assert_cmpstr (joined, ==, expected);
}

static void
test_search_provider_find (void)
{
  assert_found (NULL, "priority,inheritance", "lessons/10-inheritance.loopscope,examples/priority-inheritance.loopscope");
  /* In any case, and with parts of words, of titles, summaries and groups. */
  assert_found (NULL, "PRIORITY,experiment,inherit", "examples/priority-inheritance.loopscope");
  assert_found (NULL, "js,nothing", "");
  assert_found (NULL, "lesson,starvation", "lessons/09-starvation.loopscope");
  assert_found (NULL, "course,75", "lessons/inp.loopscope-course");
  assert_found (NULL, "", "");
  assert_found (NULL, " ,\t", "");

  assert_found ("lessons/09-starvation.loopscope,examples/js-starvation.loopscope,examples/nothing", "starv",
                "lessons/09-starvation.loopscope,examples/js-starvation.loopscope");
  assert_found ("examples/js-starvation.loopscope", "gallery", "");
  assert_found ("", "gallery", "");
}

static void
test_search_provider_describe (void)
{
  const char *ids = "lessons/01-event-loop.loopscope,examples/photo-gallery.loopscope,examples/../../secret,,lessons/inp.loopscope-course";
  g_autoptr (GVariant) answer = call ("GetResultMetas", g_variant_new ("(@as)", make_list (ids)));
  g_autoptr (GVariant) metas = NULL;
  g_autoptr (GVariant) lesson = NULL;
  g_autoptr (GVariant) example = NULL;
  g_autoptr (GVariant) course = NULL;
  g_autoptr (GVariant) serialized = NULL;
  g_autoptr (GIcon) icon = NULL;
  const char *text;

  g_assert_true (g_variant_is_of_type (answer, G_VARIANT_TYPE ("(aa{sv})")));
  metas = g_variant_get_child_value (answer, 0);
  g_assert_cmpuint (g_variant_n_children (metas), ==, 3);
  lesson = g_variant_get_child_value (metas, 0);
  g_assert_true (g_variant_lookup (lesson, "id", "&s", &text));
  g_assert_cmpstr (text, ==, "lessons/01-event-loop.loopscope");
  g_assert_true (g_variant_lookup (lesson, "name", "&s", &text));
  g_assert_true (g_str_has_prefix (text, "Lesson 1: "));
  example = g_variant_get_child_value (metas, 1);
  g_assert_true (g_variant_lookup (example, "description", "&s", &text));
  g_assert_cmpstr (text, ==, "A bit of everything: begin here.");
  course = g_variant_get_child_value (metas, 2);
  g_assert_true (g_variant_lookup (course, "name", "&s", &text));
  g_assert_cmpstr (text, ==, "75 minutes: INP");
  serialized = g_variant_lookup_value (example, "icon", NULL);
  g_assert_nonnull (serialized);
  icon = g_icon_deserialize (serialized);
  g_assert_true (G_IS_THEMED_ICON (icon));
}

/* With German in its surroundings: titles are as the sessions have them, all else is translated, and found in both languages. */
static void
test_search_provider_translated (void)
{
  g_autoptr (GVariant) answer = call ("GetResultMetas", g_variant_new ("(@as)", make_list ("lessons/01-event-loop.loopscope,"
                                                                                         "examples/photo-gallery.loopscope")));
  g_autoptr (GVariant) metas = g_variant_get_child_value (answer, 0);
  g_autoptr (GVariant) lesson = g_variant_get_child_value (metas, 0);
  g_autoptr (GVariant) example = g_variant_get_child_value (metas, 1);
  const char *text;

  g_assert_true (g_variant_lookup (lesson, "name", "&s", &text));
  g_assert_true (g_str_has_prefix (text, "Lektion 1: "));
  g_assert_true (g_variant_lookup (example, "description", "&s", &text));
  g_assert_cmpstr (text, !=, "A bit of everything: begin here.");
  /* By what its file calls it as well: others may have told it in English. */
  assert_found (NULL, "lektion,starvation", "lessons/09-starvation.loopscope");
}

static guint
count_windows (void)
{
  return g_list_length (gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ())));
}

static void
activate (const char *id)
{
  g_autoptr (GVariant) answer = call ("ActivateResult", g_variant_new ("(s@asu)", id, make_list ("gallery"), 0));

  g_assert_true (g_variant_is_of_type (answer, G_VARIANT_TYPE_UNIT));
}

/* What is not in the list opens nothing, least of all a file. */
static void
test_search_provider_odd (void)
{
  static const char *const odd[] = { "", "/", "examples/", "examples/nothing.loopscope", "../sessions/photo-gallery.loopscope",
                                     "file:///etc/passwd", "lessons/01-event-loop.loopscope\n", "%s%n", "\360\237\230\200" };
  g_autoptr (GVariant) answer = call ("GetInitialResultSet", g_variant_new ("(s)", "not a list"));

  g_assert_true (g_variant_is_of_type (answer, G_VARIANT_TYPE_STRING));
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    activate (odd[i]);
  g_assert_cmpuint (count_windows (), ==, 0);
}

static LsWindow *
get_only_window (void)
{
  g_assert_cmpuint (count_windows (), ==, 1);
  return LS_WINDOW (gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ()))->data);
}

/* Returns (nullable) a window of the application that is not @window, nor a question. */
static LsWindow *
find_other_window (LsWindow *window)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (test_window_get_app ())); link != NULL; link = link->next)
    if (LS_IS_WINDOW (link->data) && link->data != window)
      return link->data;
  return NULL;
}

static void
test_search_provider_activate (void)
{
  LsWindow *window;
#ifdef LS_HAVE_SCRIPT
  guint lesson;
#endif

  activate ("examples/photo-gallery.loopscope");
  window = get_only_window ();
  test_window_wait_for_opening (window);
  g_assert_true (g_str_has_prefix (ls_session_get_title (test_window_get_session (window)), "Photo gallery"));

#ifdef LS_HAVE_SCRIPT
  /* What is open stays. */
  activate ("lessons/01-event-loop.loopscope");
  g_assert_true (get_only_window () == window);
  test_ui_wait_for (ls_window_get_n_views (window) == 2);
  test_window_wait_for_opening (window);
  g_assert_nonnull (ls_session_get_lesson (test_window_get_session (window)));

  /* A course begins with its first lesson. */
  activate ("lessons/inp.loopscope-course");
  test_ui_wait_for (ls_window_get_n_views (window) == 3);
  test_window_wait_for_opening (window);
  g_assert_nonnull (ls_lesson_view_get_course (LS_LESSON_VIEW (test_window_get_child (window, "lesson")), &lesson));
  g_assert_cmpuint (lesson, ==, 0);
#endif
  test_window_close (window);
}

/* A lesson of the user's own is found, also one that is written later, and a file there that is none is not. */
static void
test_search_provider_own (void)
{
  g_autofree char *folder = ls_files_get_own_folder ();
  g_autofree char *lesson = g_build_filename (folder, "mine.loopscope", NULL);
  g_autofree char *bad = g_build_filename (folder, "broken.loopscope", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("LOOPSCOPE_LESSONS_DIR"), "01-event-loop.loopscope", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  g_file_set_contents (lesson, text, length, &error);
  g_assert_no_error (error);
  g_file_set_contents (bad, "{", 1, &error);
  g_assert_no_error (error);

  assert_found (NULL, "the,event,loop,lesson,1:", "lessons/01-event-loop.loopscope,own/mine.loopscope");
  assert_found ("own/mine.loopscope,own/broken.loopscope", "event,loop", "own/mine.loopscope");
  assert_found ("own/mine.loopscope,own/broken.loopscope", "broken", "");
  g_unlink (lesson);
  g_unlink (bad);
}

/* Somebody who chooses a result while the application asks about changes, as it quits, wants to see that. */
static void
test_search_provider_quitting (void)
{
  LsWindow *window = test_window_new ("photo-gallery.loopscope", 900, 600);
  LsWindow *other;

  ls_session_set_note (test_window_get_session (window), 1, "mine");
  g_signal_emit_by_name (ls_window_get_debugger (window), "changed");
  g_action_group_activate_action (G_ACTION_GROUP (test_window_get_app ()), "quit", NULL);
  test_ui_wait_for (test_window_find_question (window) != NULL);

  activate ("examples/priorities.loopscope");
  other = find_other_window (window);
  g_assert_nonnull (other);
  test_window_wait_for_opening (other);
  test_window_answer (window, "_Discard");
  test_ui_wait_for (count_windows () == 1);
  test_ui_settle (GTK_WIDGET (other));
  g_assert_true (get_only_window () == other);
  g_assert_true (g_str_has_prefix (ls_session_get_title (test_window_get_session (other)), "Three priorities"));
  test_window_close (other);
}

static void
launch (const char *terms)
{
  g_autoptr (GVariant) answer = call ("LaunchSearch", g_variant_new ("(@asu)", make_list (terms), 0));

  g_assert_true (g_variant_is_of_type (answer, G_VARIANT_TYPE_UNIT));
}

static const char *
get_searched (LsWindow *window)
{
  GtkWidget *welcome = test_window_get_child (window, "welcome");
  GtkWidget *entry = GTK_WIDGET (gtk_widget_get_template_child (welcome, G_OBJECT_TYPE (welcome), "search"));

  return gtk_editable_get_text (GTK_EDITABLE (entry));
}

static void
test_search_provider_launch (void)
{
  LsWindow *window;

  launch ("event,loop");
  window = get_only_window ();
  g_assert_cmpstr (get_searched (window), ==, "event loop");
  /* The same page again. */
  launch ("abort");
  g_assert_cmpstr (get_searched (window), ==, "abort");
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);

  activate ("examples/photo-gallery.loopscope");
  test_window_wait_for_opening (window);
  launch ("lock");
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  g_assert_cmpstr (get_searched (window), ==, "lock");
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  const char *locale = g_getenv ("LS_TEST_LOCALEDIR");
  g_autoptr (GError) error = NULL;
  int status;

  if (locale != NULL)
    {
      if (setlocale (LC_ALL, "") == NULL || !g_str_has_prefix (setlocale (LC_MESSAGES, NULL), "de_DE"))
        g_error ("the locale de_DE.UTF-8 is not there: see with-locale");
      bindtextdomain (GETTEXT_PACKAGE, locale);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      bindtextdomain (LS_LESSONS_DOMAIN, locale);
      bind_textdomain_codeset (LS_LESSONS_DOMAIN, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
    }
  test_window_init (&argc, &argv);
  bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  provider = ls_search_provider_new (test_window_get_app ());
  g_assert_true (ls_search_provider_export (provider, bus, "/test", &error));

  if (locale != NULL)
    {
      g_test_add_func ("/search-provider/translated", test_search_provider_translated);
    }
  else
    {
      g_test_add_func ("/search-provider/find", test_search_provider_find);
      g_test_add_func ("/search-provider/describe", test_search_provider_describe);
      g_test_add_func ("/search-provider/odd", test_search_provider_odd);
      g_test_add_func ("/search-provider/activate", test_search_provider_activate);
      g_test_add_func ("/search-provider/quitting", test_search_provider_quitting);
      g_test_add_func ("/search-provider/launch", test_search_provider_launch);
      g_test_add_func ("/search-provider/own", test_search_provider_own);
    }
  status = g_test_run ();
  ls_search_provider_free (provider);
  g_object_unref (bus);
  return status;
}
