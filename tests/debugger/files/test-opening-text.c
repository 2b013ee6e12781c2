/* test-opening-text.c: what files of text, and what is none, are opened as
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "ls-opening.h"
#include "remove-tree.h"
#include "test-debugger-util.h"

static void
done_cb (LsOpening *opening,
         gpointer   user_data)
{
  *(gboolean *) user_data = TRUE;
}

/* What is no text in UTF-8 is refused with its name; the mark of the encoding is no part of a program. */
static void
test_opening_text (void)
{
  static const struct { const char *name; const char *text; gssize length; const char *expected; } files[] = {
    { "mark.js", "\357\273\277let a;\r\n", -1, "let a;\r\n" },
    { "mark.txt", "\357\273\277let a;\r\n", -1, "let a;\r\n" },
    { "text.txt", "console.log(2);", -1, "console.log(2);" },
    { "nul.js", "a\0b", 3, NULL },
    { "nul.txt", "a\0b", 3, NULL },
    { "latin.js", "'\351'", 3, NULL },
    { "latin.txt", "'\351'", 3, NULL },
    { "other.png", "\211PNG\r\n\032\n", -1, NULL },
    { "folder.js", NULL, 0, NULL },
    { "missing.js", NULL, -1, NULL },
  };
  g_autofree char *dir = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (dir, files[i].name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (LsOpening) opening = ls_opening_new_for_file (file, FALSE);
      g_autoptr (LsSession) session = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_done = FALSE;

      if (files[i].text != NULL)
        g_assert_true (g_file_set_contents (path, files[i].text, files[i].length, NULL));
      else if (files[i].length == 0)
        g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      g_signal_connect (opening, "done", G_CALLBACK (done_cb), &is_done);
      ls_opening_start (opening);
      test_wait_for (is_done);
      session = ls_opening_finish (opening, &error);
      g_test_message ("%s: %s", files[i].name, error != NULL ? error->message : "opened");
      g_assert_true ((session != NULL) == (files[i].expected != NULL));
      if (session != NULL)
        g_assert_cmpstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (session), 0)), ==, files[i].expected);
      else
        g_assert_nonnull (strstr (error->message, files[i].name));
    }
  test_remove_tree (dir);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/opening/text", test_opening_text);

  return g_test_run ();
}
