/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "session-util.h"

#define N_STEPS 20000

typedef struct
{
  char         *path;
  GFile        *file;
  GCancellable *cancellable;
  double        last;        /* what was told last */
  guint         n_told;
  double        cancel_at;   /* when that much is done */
} Fixture;

/* A session with many steps and actions, and bodies within them. */
static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GString) text =
    g_string_new ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"steps\",\"main\":[");
  int fd = g_file_open_tmp ("loopscope-loading-XXXXXX.loopscope", &fixture->path, NULL);

  close (fd);
  for (guint i = 0; i < N_STEPS; i++)
    g_string_append_printf (text, "%s{\"op\":\"repeat\",\"times\":1,\"body\":[{\"op\":\"log\",\"text\":\"%u\"}]}", i > 0 ? "," : "", i);
  g_string_append (text, "]},\"actions\":[");
  for (guint i = 0; i < N_STEPS; i++)
    g_string_append_printf (text, "%s{\"at\":{\"turn\":1},\"do\":{\"op\":\"work\",\"ms\":1}}", i > 0 ? "," : "");
  g_string_append (text, "]}");
  g_assert_true (g_file_set_contents (fixture->path, text->str, text->len, NULL));
  fixture->file = g_file_new_for_path (fixture->path);
  fixture->cancellable = g_cancellable_new ();
  fixture->cancel_at = 2;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_unlink (fixture->path);
  g_free (fixture->path);
  g_object_unref (fixture->file);
  g_object_unref (fixture->cancellable);
}

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_cmpfloat (fraction, >=, fixture->last);
  g_assert_cmpfloat (fraction, <=, 1);
  /* Whoever has given up hears nothing more. */
  g_assert_false (g_cancellable_is_cancelled (fixture->cancellable));
  fixture->last = fraction;
  fixture->n_told++;
  if (fraction >= fixture->cancel_at)
    g_cancellable_cancel (fixture->cancellable);
}

/* It is told often how far it is, and never backwards. */
static void
test_progress (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_file_with_progress (fixture->file, fixture->cancellable, progress_cb,
                                                                          fixture, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, N_STEPS);
  g_assert_cmpuint (fixture->n_told, >, 50);
  g_assert_cmpfloat (fixture->last, >, 0.9);
}

/* Given up while it is read, while its text is looked at, and while its steps are. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  unused)
{
  static const double moments[] = { 0.05, 0.3, 0.6, 0.8, 0.95 };

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      g_autoptr (GError) error = NULL;

      fixture->last = 0;
      fixture->cancel_at = moments[i];
      g_cancellable_reset (fixture->cancellable);
      g_assert_null (ls_session_new_from_file_with_progress (fixture->file, fixture->cancellable, progress_cb, fixture, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpfloat (fixture->last, <, moments[i] + 0.1);
    }
}

/* Given up before anything is read, and once the bytes of the session are there: scripts beside it are not read any more. */
static void
test_cancel_scripts (Fixture       *fixture,
                     gconstpointer  unused)
{
  static const char text[] = "{\"format\":\"loopscope-session\",\"version\":1,"
                             "\"program\":{\"kind\":\"javascript\",\"scripts\":[{\"file\":\"%s\"}]}}";
  g_autofree char *script = g_strconcat (fixture->path, ".js", NULL);
  g_autofree char *name = g_path_get_basename (script);
  g_autofree char *session_text = g_strdup_printf (text, name);
  g_autoptr (GFile) script_file = g_file_new_for_path (script);
  GFile *files[] = { fixture->file, fixture->file, script_file };
  const double moments[] = { -1, 0, -1 };

  g_assert_true (g_file_set_contents (fixture->path, session_text, -1, NULL));
  g_assert_true (g_file_set_contents (script, "a", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      fixture->last = 0;
      fixture->n_told = 0;
      fixture->cancel_at = moments[i];
      g_cancellable_reset (fixture->cancellable);
      if (moments[i] < 0)
        g_cancellable_cancel (fixture->cancellable);
      g_assert_null (ls_session_new_from_file_with_progress (files[i], fixture->cancellable, progress_cb, fixture, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (fixture->n_told, ==, moments[i] < 0 ? 0 : 1);
    }
  g_unlink (script);
}

/* Other settings take nothing with them, and share what is large. */
static void
test_settings (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (LsSession) session = ls_session_new_from_file (fixture->file, NULL, NULL);
  g_autoptr (LsSession) copy = ls_session_copy (session);
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));
  LsProgram *program = ls_session_get_program (session);

  settings->step_budget = 5;
  ls_session_set_settings (copy, settings);
  g_assert_cmpuint (ls_session_get_settings (copy)->step_budget, ==, 5);
  g_assert_cmpuint (ls_session_get_settings (session)->step_budget, !=, 5);
  g_assert_true (ls_session_get_program (copy) == program);
  g_assert_true (ls_session_get_action (copy, 1) == ls_session_get_action (session, 1));
  g_assert_cmpuint (ls_session_get_n_actions (copy), ==, N_STEPS);
  ls_session_set_title (copy, "after");
  g_assert_cmpuint (ls_session_get_settings (copy)->step_budget, ==, 5);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/loading/progress", Fixture, NULL, set_up, test_progress, tear_down);
  g_test_add ("/loading/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/loading/cancel-scripts", Fixture, NULL, set_up, test_cancel_scripts, tear_down);
  g_test_add ("/loading/settings", Fixture, NULL, set_up, test_settings, tear_down);

  return g_test_run ();
}
