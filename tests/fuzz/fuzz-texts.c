/* fuzz-texts.c: gives the reader of JSON what nobody wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program of its own: clang's engine looks through all code that a program has after each input, which would take a third of the time.
 * See fuzz-run.c and fuzz-libfuzzer.c.
 */

#include "ls-json-private.h"

#include "fuzz-run.h"

/* What is read can be written, on one line and on many, and then says the same. */
static int
read_json (const guint8 *bytes,
           size_t        n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = ls_json_parse ("fuzz", (const char *) bytes, n_bytes, NULL, &error);
  g_autoptr (JsonNode) again = NULL;
  g_autofree char *lines = NULL, *line = NULL, *line_again = NULL, *described = NULL;
  gsize length;

  g_assert_true ((node == NULL) == (error != NULL));
  if (node == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  described = ls_json_describe (node);
  g_assert_true (g_utf8_validate (described, -1, NULL));
  line = ls_json_format_compact (node);
  lines = ls_json_format (node, &length);
  again = ls_json_parse ("again", lines, length, NULL, &error);
  g_assert_no_error (error);
  line_again = ls_json_format_compact (again);
  g_assert_cmpstr (line, ==, line_again);
  return 0;
}

static const char *const json_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud83d", "\\ude00", "\\n", "null", "true", "false", "-0", "1e308", "1e-400", "0.1",
  "9223372036854775808", "{}", "[]", "\"\":", "\xef\xbb\xbf", "\xe2\x80\xa8", "\xc2\x85", "\x7f", "\xff", NULL
};

const char *const fuzz_name = "texts";

const FuzzTarget fuzz_targets[] = {
  { "json", { "json-words.json", "json-nested.json" }, json_words, FALSE, read_json },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);
