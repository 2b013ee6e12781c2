/* test-consistency.h: whether a trace of agents that ran at the same time says what can be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "test-trace-times.h"

/* What the trace says of each element, list and thing follows from what it has said before. */
static inline void
test_assert_consistent (LsTrace *trace)
{
  g_autoptr (GHashTable) cells = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) waiting = g_hash_table_new (NULL, NULL), running = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) started = g_hash_table_new (NULL, NULL);
  guint agent = 1, n_to_remove = 0;
  LsRecord before = { 0 };

  test_assert_times (trace);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      g_autofree char *place = NULL;
      const char *text, *was, *is;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (n_to_remove > 0)
        g_assert_true (record.kind == LS_RECORD_WAITER_REMOVED || record.kind == LS_RECORD_AGENT_STATE);
      switch (record.kind)
        {
        case LS_RECORD_AGENT_RUN:
          g_assert_cmpuint (record.subject, !=, agent);
          g_assert_cmpuint (record.level, ==, 0);
          agent = record.subject;
          break;
        case LS_RECORD_ATOMIC_OPERATION:
          if (record.subject == 0)
            break;
          text = ls_trace_get_text (trace, record.text);
          is = strrchr (text, ' ') + 1;
          place = g_strdup_printf ("%u[%u]", record.subject, record.object);
          was = g_hash_table_lookup (cells, place);
          if (was == NULL)
            was = "0";
          if (strstr (text, ": was ") != NULL)
            {
              const char *told = strstr (text, ": was ") + strlen (": was ");

              g_assert_true (g_str_has_prefix (told, was) && told[strlen (was)] == ',');
            }
          else
            g_assert_cmpstr (is, ==, was);
          g_hash_table_insert (cells, g_strdup (place), g_strdup (is));
          break;
        case LS_RECORD_WAITER_ADDED:
          g_assert_true (g_hash_table_add (waiting, GUINT_TO_POINTER (record.subject)));
          break;
        case LS_RECORD_WAITER_REMOVED:
          g_assert_true (g_hash_table_remove (waiting, GUINT_TO_POINTER (record.subject)));
          n_to_remove -= n_to_remove > 0;
          break;
        case LS_RECORD_AGENT_STATE:
          /* Who waits without blocking goes on. */
          if (record.level == LS_AGENT_STATE_WAITING)
            g_assert_true (before.kind == LS_RECORD_WAITER_ADDED && before.level == 0);
          break;
        case LS_RECORD_NOTIFY:
          n_to_remove = record.subject;
          break;
        case LS_RECORD_TASK_STARTED:
          g_assert_true (g_hash_table_add (started, GUINT_TO_POINTER (record.subject)));
          g_assert_true (g_hash_table_insert (running, GUINT_TO_POINTER (agent), GUINT_TO_POINTER (record.subject)));
          break;
        case LS_RECORD_TASK_FINISHED:
          g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (running, GUINT_TO_POINTER (agent))), ==, record.subject);
          g_hash_table_remove (running, GUINT_TO_POINTER (agent));
          break;
        default:
          break;
        }
      before = record;
    }
}
