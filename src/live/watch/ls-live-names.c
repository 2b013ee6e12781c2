/* ls-live-names.c: what contexts and sources are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

/* Returns what a context is called of which @self has told, or which it runs: the name of the program for the default one, that of
 * the thread for others. A thread that has several gives them numbers. A thread that nobody has named has the name of its program
 * from the system, which would tell nothing. */
guint32
ls_live_thread_name_context (LsLiveThread *self,
                             gboolean      is_default)
{
  LsProbe *probe = self->process->writer->probe;
  g_autofree char *name = NULL;

  if (is_default)
    return ls_probe_intern (probe, self->process->name);
  if (g_str_has_prefix (self->process->name, self->name))
    {
      name = g_strdup_printf ("%s: context %u", self->process->name, ++self->process->n_contexts);
      return ls_probe_intern (probe, name);
    }
  self->n_contexts++;
  name = self->n_contexts == 1 ? g_strdup_printf ("%s: %s", self->process->name, self->name)
                               : g_strdup_printf ("%s: %s %u", self->process->name, self->name, self->n_contexts);
  return ls_probe_intern (probe, name);
}

/* A context runs for the first time, in a thread that may have a name where that which has told of it has none, or another one. */
void
ls_live_thread_take_context (LsLiveThread  *self,
                             LsLiveContext *context)
{
  const gboolean is_told = context->teller == self;

  context->teller = NULL;
  if (is_told || g_str_has_prefix (self->process->name, self->name))
    return;
  context->name = ls_live_thread_name_context (self, FALSE);
  ls_live_writer_name_agent (self->process->writer, context->agent, context->name);
}

/* Returns the text of the trace that a program calls @number, 0 if it has not told that. */
guint32
ls_live_process_get_text (LsLiveProcess *self,
                          guint32        number)
{
  const guint32 *text = ls_id_map_get (&self->texts, number);

  return text != NULL ? *text : 0;
}

/* Returns the text of the trace that is the name of a function, 0 if it has none. */
guint32
ls_live_process_name_function (LsLiveProcess *self,
                               guint64        address)
{
  const char *name = self->find_name != NULL && address != 0 ? self->find_name (self->user_data, address) : NULL;

  return name != NULL ? ls_probe_intern (self->writer->probe, name) : 0;
}

/* The same of the function that a call returns to at @address. The call may be its last instruction. */
guint32
ls_live_process_name_caller (LsLiveProcess *self,
                             guint64        address)
{
  return ls_live_process_name_function (self, address != 0 ? address - 1 : 0);
}

/* Returns what a source is called: by its own name, by its function, or by its kind. */
guint32
ls_live_process_name_source (LsLiveProcess      *self,
                             const LsWireSource *source)
{
  static const char *const names[LS_WIRE_N_SORTS] = {
    [LS_WIRE_SORT_CUSTOM] = "source", [LS_WIRE_SORT_IDLE] = "idle", [LS_WIRE_SORT_TIMEOUT] = "timeout", [LS_WIRE_SORT_CHILD] = "child",
    [LS_WIRE_SORT_IO] = "channel", [LS_WIRE_SORT_FD] = "descriptor", [LS_WIRE_SORT_SIGNAL] = "signal",
  };
  g_autofree char *name = NULL;
  guint32 text = ls_live_process_get_text (self, source->name);

  /* A GTask is known by what it was tagged with, or by who has returned it. */
  if (text == 0 && source->head.kind == LS_WIRE_RETURNED)
    text = ls_live_process_name_function (self, source->data);
  if (text == 0 && source->head.kind == LS_WIRE_RETURNED)
    text = ls_live_process_name_caller (self, source->caller);
  if (text == 0)
    text = ls_live_process_name_function (self, source->callback);
  if (text != 0)
    return text;
  if (source->sort == LS_WIRE_SORT_TIMEOUT && source->interval != LS_WIRE_NO_INTERVAL)
    name = g_strdup_printf ("timeout of %u ms", source->interval);
  return ls_probe_intern (self->writer->probe, name != NULL ? name : names[source->sort < LS_WIRE_N_SORTS ? source->sort : 0]);
}
