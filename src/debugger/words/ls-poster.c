/* ls-poster.c: says who has posted a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-poster.h"

#include <glib/gi18n.h>

#include "ls-text.h"

/* Takes the line. */
static void
add_line (GString *text,
          char    *line)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
  g_free (line);
}

/* The function of a page, and its callers where they are recorded. */
static void
add_function (GString *text,
              LsState *state,
              guint32  task)
{
  LsTaskPlace place;

  if (!ls_state_find_place (state, task, &place))
    return;
  if (place.callers != NULL)
    add_line (text, g_strdup (place.callers));
  else if (place.function != NULL)
    /* Translators: a function */
    add_line (text, g_strdup_printf (_("Posted by the function “%s”"), place.function));
}

/* The function and thread of a GLib program. */
static void
add_thread (GString           *text,
            LsState           *state,
            const LsTaskState *task)
{
  LsTrace *trace = ls_state_get_trace (state);
  const char *thread = ls_trace_get_text (trace, task->origin_thread);

  if (task->origin != 0)
    /* Translators: a function, the name of a thread */
    add_line (text, g_strdup_printf (_("Posted by “%s” in the thread “%s”"), ls_trace_get_text (trace, task->origin), thread));
  else
    add_line (text, g_strdup_printf (_("Posted in the thread “%s”"), thread));
}

/**
 * ls_poster_describe:
 * @state: a state
 * @task: a task
 *
 * Returns: (transfer full) (nullable): lines that say which function, thread and task have posted @task, and when; %NULL if
 *   nothing is known
 */
char *
ls_poster_describe (LsState *state,
                    guint32  task)
{
  const LsTaskState *data = ls_state_get_task (state, task);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *at = NULL, *poster = NULL;

  if (data == NULL)
    return NULL;
  add_function (text, state, task);
  if (data->origin_thread != 0)
    add_thread (text, state, data);
  at = data->posted_at != LS_TIME_NEVER ? ls_text_format_time (data->posted_at) : NULL;
  poster = data->posted_by != 0 ? ls_text_format_task (state, data->posted_by) : NULL;
  if (poster != NULL && at != NULL)
    add_line (text, g_strdup_printf (_("Posted by %s at %s"), poster, at));
  else if (at != NULL)
    add_line (text, g_strdup_printf (_("Posted at %s"), at));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
