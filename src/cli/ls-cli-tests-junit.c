/* ls-cli-tests-junit.c: the outcome of tests in the XML of JUnit, which CI systems read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-cli-export.h"
#include "ls-cli-tests.h"

/* A file is a suite. What XML cannot hold, such as control characters, is escaped as it is on a terminal. */

static const char *const outcome_elements[] = { NULL, "failure", "skipped", "error" };

static void
append_attribute (GString    *xml,
                  const char *name,
                  const char *value)
{
  g_autofree char *plain = ls_cli_escape (value, -1);
  g_autofree char *escaped = g_markup_escape_text (plain, -1);

  g_string_append_printf (xml, " %s=\"%s\"", name, escaped);
}

static void
append_counts (GString   *xml,
               GPtrArray *tests,
               guint      begin,
               guint      end)
{
  guint counts[LS_CLI_N_TEST_OUTCOMES] = { 0 };

  for (guint i = begin; i < end; i++)
    counts[((LsCliTest *) g_ptr_array_index (tests, i))->outcome]++;
  g_string_append_printf (xml, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", end - begin,
                          counts[LS_CLI_TEST_FAILED], counts[LS_CLI_TEST_BROKEN], counts[LS_CLI_TEST_SKIPPED]);
}

static void
append_test (GString         *xml,
             const LsCliTest *test)
{
  const char *element = outcome_elements[test->outcome];
  g_autofree char *suite = ls_cli_test_name_suite (test);

  g_string_append (xml, "    <testcase");
  append_attribute (xml, "classname", suite);
  append_attribute (xml, "name", test->title != NULL ? test->title : test->file);
  append_attribute (xml, "file", test->file);
  if (test->line > 0)
    g_string_append_printf (xml, " line=\"%u\"", test->line);
  if (element == NULL)
    {
      g_string_append (xml, "/>\n");
      return;
    }

  g_string_append_printf (xml, ">\n      <%s", element);
  append_attribute (xml, "message", test->message != NULL ? test->message : "");
  g_string_append (xml, "/>\n    </testcase>\n");
}

static gboolean
is_same_suite (const LsCliTest *one,
               const LsCliTest *other)
{
  return g_str_equal (one->file, other->file) && g_strcmp0 (one->preset, other->preset) == 0 && one->seed == other->seed;
}

static char *
write_xml (LsCliTests *self)
{
  GString *xml = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"loopscope-cli check\"");
  guint end;

  append_counts (xml, self->tests, 0, self->tests->len);
  for (guint begin = 0; begin < self->tests->len; begin = end)
    {
      const LsCliTest *first = g_ptr_array_index (self->tests, begin);
      g_autofree char *name = ls_cli_test_name_suite (first);

      for (end = begin + 1; end < self->tests->len && is_same_suite (first, g_ptr_array_index (self->tests, end)); end++)
        ;
      g_string_append (xml, "  <testsuite");
      append_attribute (xml, "name", name);
      append_counts (xml, self->tests, begin, end);
      for (guint i = begin; i < end; i++)
        append_test (xml, g_ptr_array_index (self->tests, i));
      g_string_append (xml, "  </testsuite>\n");
    }
  g_string_append (xml, "</testsuites>\n");

  return g_string_free (xml, FALSE);
}

/* Replaces the file @path by the outcome of all tests. Returns whether that worked; if not, the user has been told. */
gboolean
ls_cli_tests_save_junit (LsCliTests *self,
                         const char *path)
{
  g_autoptr (LsCliExport) output = ls_cli_export_begin (path);
  g_autofree char *xml = write_xml (self);

  if (output == NULL)
    return FALSE;
  g_output_stream_write_all (output->stream, xml, strlen (xml), NULL, NULL, &output->error);
  return ls_cli_export_end (output);
}
