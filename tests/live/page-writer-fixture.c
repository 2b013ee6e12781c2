/* page-writer-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "page-writer-fixture.h"

#include "ls-record-format.h"
#include "ls-state.h"

#include <string.h>

void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->trace = ls_trace_new ();
  self->writer = ls_page_writer_new (ls_trace_get_probe (self->trace));
  self->agent = ls_page_writer_add_agent (self->writer);
}

void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  ls_page_writer_free (self->writer);
  g_object_unref (self->trace);
}

gint64
text_cb (gpointer         user_data,
         LsPageEventKind  kind,
         guint            field,
         const char      *text,
         gsize            length)
{
  Fixture *self = user_data;

  if (ls_page_event_has_stack (kind, field))
    return ls_page_writer_take_stack (self->writer, text, length, self->is_full);
  return ls_page_writer_intern (self->writer, text, length);
}

void
event_cb (gpointer           user_data,
          const LsPageEvent *event)
{
  ls_page_agent_add_event (((Fixture *) user_data)->agent, event);
}

/* Writes the events of a batch, and the end of the agent. */
void
tell (Fixture    *self,
      const char *batch)
{
  guint64 first;

  g_assert_true (ls_page_batch_read (batch, strlen (batch), text_cb, event_cb, self, &first));
  ls_page_agent_rest (self->agent);
  ls_page_agent_end (self->agent);
  ls_page_writer_write (self->writer, G_MAXUINT64);
}

char *
list_kinds (LsTrace    *trace,
            const char *prefix)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;
      const char *name;

      ls_trace_get_record (trace, i, &record);
      name = ls_record_kind_to_string (record.kind);
      if (g_str_has_prefix (name, prefix))
        g_string_append_printf (list, "%s %u\n", name + strlen (prefix), record.subject);
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* Asserts what the records of a kind say, one a line. */
void
list_details (Fixture    *self,
              const char *kind,
              const char *expected)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (LsState) state = ls_state_new (self->trace);

  for (gsize i = 0; i < ls_trace_get_length (self->trace); i++)
    {
      g_autofree char *line = NULL;
      LsRecord record;

      ls_trace_get_record (self->trace, i, &record);
      if (!g_str_has_prefix (ls_record_kind_to_string (record.kind), kind))
        continue;
      ls_state_seek (state, i + 1);
      line = ls_trace_format_record (self->trace, i, state);
      g_string_append_printf (list, "%s\n", strstr (line, kind));
    }
  g_assert_cmpstr (list->str, ==, expected);
}
