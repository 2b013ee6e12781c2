/* test-preset-page.c: the page about the presets agrees with the tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-preset.h>

static char *page;

static void
assert_on_page (const char *section,
                const char *line)
{
  const char *begin = strstr (page, section);
  const char *end = begin != NULL ? strstr (begin + 1, "\n## ") : NULL;
  g_autofree char *text = NULL;

  if (begin == NULL)
    g_error ("The page has no section “%s”", section);
  text = end != NULL ? g_strndup (begin, end - begin) : g_strdup (begin);
  if (strstr (text, line) == NULL)
    g_error ("Section “%s” has no line “%s”", section, line);
}

static void
test_preset (gconstpointer data)
{
  const LsPreset *preset = ls_preset_lookup (data);
  g_autofree char *section = g_strdup_printf ("## `%s`", preset->name);

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i) && i != LS_QUEUE_TYPE_WEB_SCHEDULING)
      {
        const guint rank = preset->queue_ranks[i];
        g_autofree char *line = g_strdup_printf ("\n| %s | %u | %s |\n", ls_queue_type_to_string (i), rank,
                                                 preset->rank_names[rank]);

        assert_on_page (section, line);
      }
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const guint rank = preset->effective_priority_ranks[i];
      g_autofree char *line = g_strdup_printf ("\n| effective priority %u (%s%s) | %u | %s |\n", i,
                                               ls_task_priority_to_string (ls_task_priority_from_effective (i)), i % 2 ? " continuations" : "", rank,
                                               preset->rank_names[rank]);

      assert_on_page (section, line);
    }
}

int
main (int   argc,
      char *argv[])
{
  const char *const *names = ls_preset_get_names ();
  g_autofree char *file = NULL;
  g_autoptr (GError) error = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  file = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "docs", "presets.md", NULL);
  g_file_get_contents (file, &page, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/preset-page/%s", names[i]);

      g_test_add_data_func (path, names[i], test_preset);
    }
  result = g_test_run ();
  g_free (page);
  return result;
}
