/* test-snippets.c: the short programs to start from; no widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-program.h"

#include "ls-script.h"
#include "ls-snippets.h"

/* Each of the programs to begin with runs without an error. */
static void
test_snippets (void)
{
  for (guint i = 0; i < ls_snippets_get_n (); i++)
    {
      const char *id = ls_snippets_get_id (i);
      g_autofree char *text = ls_snippets_load (id);
      g_autoptr (LsDebugger) debugger = NULL;
      LsTrace *trace;

      g_assert_nonnull (text);
      g_assert_null (strstr (text, "SPDX"));
      debugger = test_program_new (text);
      g_assert_true (ls_debugger_is_javascript (debugger));
      g_assert_false (ls_debugger_get_modified (debugger));
      test_program_to_end (debugger);
      trace = ls_player_get_trace (ls_debugger_get_player (debugger));
      for (gsize position = 0; position < ls_trace_get_length (trace); position++)
        {
          LsRecord record;

          ls_trace_get_record (trace, position, &record);
          if (record.kind == LS_RECORD_EXCEPTION || record.kind == LS_RECORD_PROMISE_UNHANDLED)
            g_error ("%s: %s", id, ls_trace_get_text (trace, record.text));
        }
      if (!g_str_equal (id, "empty"))
        g_assert_cmpuint (ls_trace_get_n_steps (trace), >, 3);
    }
}

int
main (int   argc,
      char *argv[])
{
  test_program_init (&argc, &argv);
  ls_script_register ();

  g_test_add_func ("/snippets", test_snippets);

  return g_test_run ();
}
