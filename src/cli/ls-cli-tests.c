/* ls-cli-tests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli-tests.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-character-private.h"
#include "ls-json-writer-private.h"

static void
test_free (gpointer data)
{
  LsCliTest *self = data;

  g_free (self->file);
  g_free (self->preset);
  g_free (self->title);
  g_free (self->message);
  g_free (self);
}

/* Returns (transfer full) a report without tests, which prints TAP, or JSON in the end. */
LsCliTests *
ls_cli_tests_new (gboolean is_json)
{
  LsCliTests *self = g_new0 (LsCliTests, 1);

  self->tests = g_ptr_array_new_with_free_func (test_free);
  self->is_json = is_json;
  if (!is_json)
    ls_cli_write ("TAP version 13\n", -1);

  return self;
}

void
ls_cli_tests_free (LsCliTests *self)
{
  g_ptr_array_unref (self->tests);
  g_free (self);
}

/* Tells how many tests there will be, where that is known before the first one. */
void
ls_cli_tests_plan (LsCliTests *self,
                   guint64     n_tests)
{
  g_autofree char *plan = g_strdup_printf ("1..%" PRIu64 "\n", n_tests);

  self->has_plan = TRUE;
  if (!self->is_json)
    ls_cli_write (plan, -1);
}

/* In TAP a “#” begins a directive. */
static void
append_description (GString    *string,
                    const char *text)
{
  g_autofree char *escaped = ls_cli_escape (text, -1);

  for (const char *p = escaped; *p != '\0'; p++)
    {
      if (*p == '#')
        g_string_append_c (string, '\\');
      g_string_append_c (string, *p);
    }
}

/* Every JSON string is a YAML string too. */
static void
append_quoted (GString    *string,
               const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (string, '"');
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '"' || c == '\\')
        g_string_append_printf (string, "\\%c", (char) c);
      else if (c == '\n')
        g_string_append (string, "\\n");
      else if (c == '\t')
        g_string_append (string, "\\t");
      else if (ls_character_is_unsafe (c) || c == 0xfeff)
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_unichar (string, c);
    }
  g_string_append_c (string, '"');
}

/* Returns (transfer full) the file of a test, and with what of several it is run: “FILE (gecko)”. */
char *
ls_cli_test_name_suite (const LsCliTest *test)
{
  g_autofree char *seed = test->has_seed ? g_strdup_printf (C_("run", "seed %u"), test->seed) : NULL;
  const char *variant = test->preset != NULL ? test->preset : seed;

  return variant != NULL ? g_strdup_printf ("%s (%s)", test->file, variant) : g_strdup (test->file);
}

static void
print_test (LsCliTests      *self,
            const LsCliTest *test)
{
  const gboolean is_good = test->outcome == LS_CLI_TEST_PASSED || test->outcome == LS_CLI_TEST_SKIPPED;
  g_autoptr (GString) string = g_string_new (is_good ? "ok" : "not ok");
  g_autofree char *suite = ls_cli_test_name_suite (test);

  g_string_append_printf (string, " %u - ", self->tests->len);
  append_description (string, suite);
  if (test->title != NULL)
    {
      g_string_append (string, ": ");
      append_description (string, test->title);
    }
  /* The word is TAP's. */
  if (test->outcome == LS_CLI_TEST_SKIPPED)
    g_string_append_printf (string, " # SKIP %s", test->message);
  g_string_append_c (string, '\n');

  if (!is_good && test->message != NULL)
    {
      g_string_append (string, "  ---\n  message: ");
      append_quoted (string, test->message);
      g_string_append (string, "\n  ...\n");
    }

  ls_cli_write (string->str, string->len);
}

/* Tells of a test, which is copied. */
void
ls_cli_tests_add (LsCliTests      *self,
                  const LsCliTest *test)
{
  LsCliTest *copy = g_new (LsCliTest, 1);

  *copy = *test;
  copy->file = g_strdup (test->file);
  copy->preset = g_strdup (test->preset);
  copy->title = g_strdup (test->title);
  copy->message = g_strdup (test->message);
  g_ptr_array_add (self->tests, copy);
  if (!self->is_json)
    print_test (self, copy);
}

static void
write_string (LsJsonWriter *json,
              const char   *name,
              const char   *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid != NULL)
    ls_json_string (json, name, valid);
}

static void
print_json (LsCliTests *self)
{
  static const char *const outcomes[] = { "passed", "failed", "skipped", "broken" };
  guint counts[LS_CLI_N_TEST_OUTCOMES] = { 0 };
  g_autofree char *text = NULL;
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_begin (&json, "tests", '[', TRUE);
  for (guint i = 0; i < self->tests->len; i++)
    {
      const LsCliTest *test = g_ptr_array_index (self->tests, i);

      counts[test->outcome]++;
      ls_json_begin (&json, NULL, '{', FALSE);
      write_string (&json, "file", test->file);
      write_string (&json, "preset", test->preset);
      if (test->has_seed)
        ls_json_int (&json, "seed", test->seed);
      write_string (&json, "title", test->title);
      ls_json_string (&json, "outcome", outcomes[test->outcome]);
      write_string (&json, "message", test->message);
      if (test->line > 0)
        ls_json_int (&json, "line", test->line);
      ls_json_end (&json, '}');
    }
  ls_json_end (&json, ']');
  for (guint i = 0; i < LS_CLI_N_TEST_OUTCOMES; i++)
    ls_json_int (&json, outcomes[i], counts[i]);
  ls_json_end (&json, '}');

  text = ls_json_writer_finish (&json);
  ls_cli_write_text (text);
}

/* Prints what is left to print when there are no more tests. */
void
ls_cli_tests_end (LsCliTests *self)
{
  if (self->is_json)
    print_json (self);
  else if (!self->has_plan)
    ls_cli_tests_plan (self, self->tests->len);
}
