/* ls-names.c: the names that steps can refer to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-names.h"

static const char *
get_name (LsState *state,
          guint32  signal)
{
  const LsSignalState *data = ls_state_get_signal (state, signal);

  /* The main agent runs the steps of the user. It does not know signals of workers. */
  if (data == NULL || !data->exists || data->flags & LS_RECORD_FLAG_INTERNAL || data->name == 0 || data->agent != 1)
    return NULL;
  return ls_trace_get_text (ls_state_get_trace (state), data->name);
}

/**
 * ls_names_list_signals:
 * @state: a state
 * @only_controllers: whether to leave out signals that have no controller
 *
 * Returns: (transfer full): the names of the signals that exist, each once
 */
char **
ls_names_list_signals (LsState  *state,
                       gboolean  only_controllers)
{
  GPtrArray *names = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 signal = 0; (signal = ls_state_find_next_signal (state, signal)) != 0;)
    {
      const char *name = get_name (state, signal);

      if (name == NULL || *name == '\0' || g_hash_table_contains (seen, name))
        continue;
      if (only_controllers && !(ls_state_get_signal (state, signal)->flags & LS_RECORD_FLAG_CONTROLLER))
        continue;
      g_hash_table_add (seen, (gpointer) name);
      g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
}

/**
 * ls_names_make_unused:
 * @state: a state
 * @prefix: the beginning of the name
 *
 * Returns: (transfer full): @prefix with the smallest number that gives a name that no signal has
 */
char *
ls_names_make_unused (LsState    *state,
                      const char *prefix)
{
  g_auto (GStrv) names = ls_names_list_signals (state, FALSE);

  for (guint i = 1;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", prefix, i);

      if (!g_strv_contains ((const char *const *) names, name))
        return g_steal_pointer (&name);
    }
}
