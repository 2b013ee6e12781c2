/* ls-lesson-posted.c: the code of what a page of a lesson posts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-posted.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "ls-lesson-code.h"

/* Returns (transfer full) code without blanks, nor what it ends with: so the text of a page quotes it. */
static char *
make_bare (const char *code)
{
  g_autoptr (GString) bare = g_string_new (NULL);

  for (; *code != '\0'; code++)
    if (!g_ascii_isspace (*code))
      g_string_append_c (bare, *code);
  while (bare->len > 0 && bare->str[bare->len - 1] == ';')
    g_string_truncate (bare, bare->len - 1);
  return g_string_free (g_steal_pointer (&bare), FALSE);
}

static gboolean
quotes (const LsLessonPage *page,
        const char         *code)
{
  g_autofree char *bare = make_bare (code);

  for (guint i = 0; page->text[i] != NULL; i++)
    {
      g_autofree char *text = make_bare (page->text[i]);

      if (strstr (text, bare) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Says in a comment which task it is, and with which options it is posted. */
static void
add_head (GString    *text,
          JsonObject *task)
{
  const char *priority = json_object_get_string_member_with_default (task, "priority", NULL);
  const double delay = json_object_get_double_member_with_default (task, "delay", 0);

  g_string_append_printf (text, "// %s", json_object_get_string_member_with_default (task, "name", ""));
  if (priority != NULL && delay > 0)
    g_string_append_printf (text, ": { priority: '%s', delay: %g }", priority, delay);
  else if (priority != NULL)
    g_string_append_printf (text, ": { priority: '%s' }", priority);
  else if (delay > 0)
    g_string_append_printf (text, ": { delay: %g }", delay);
  g_string_append_c (text, '\n');
}

/* Returns (transfer full) the code, and of how many tasks it is. */
static char *
write_code (const LsLessonPage *page,
            guint              *n_tasks)
{
  JsonArray *actions = page->actions != NULL ? json_node_get_array (page->actions) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; actions != NULL && i < json_array_get_length (actions); i++)
    {
      JsonNode *node = json_object_get_member (json_array_get_object_element (actions, i), "do");
      JsonObject *task = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *code = task != NULL ? json_object_get_string_member_with_default (task, "javascript", NULL) : NULL;

      if (code == NULL || quotes (page, code))
        continue;
      if (text->len > 0)
        g_string_append (text, "\n\n");
      add_head (text, task);
      g_string_append (text, code);
      (*n_tasks)++;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_lesson_posted_show:
 * @box: a label, and a [class@LessonCode]
 * @page: a page
 *
 * Shows the JavaScript of the tasks that the run of the page posts beside what the program does: the program does not have it. What
 * the text of the page quotes is left out.
 */
void
ls_lesson_posted_show (GtkWidget          *box,
                       const LsLessonPage *page)
{
  guint n_tasks = 0;
  g_autofree char *code = write_code (page, &n_tasks);

  gtk_widget_set_visible (box, n_tasks > 0);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)),
                       ngettext ("The code of this task:", "The code of these tasks:", n_tasks));
  ls_lesson_code_set_text (LS_LESSON_CODE (gtk_widget_get_last_child (box)), code);
}
