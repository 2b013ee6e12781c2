/* ls-trace-part.c: a part of a trace, as a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-part-private.h"

#include "ls-trace-growth-private.h"
#include "ls-trace-private.h"

/* Tells @probe all texts from number @first on. A new trace gives the same numbers to the same texts in the same order, so that
 * records need not change. */
void
ls_trace_copy_texts (LsTrace *self,
                     LsProbe *probe,
                     guint    first)
{
  const guint n_texts = ls_trace_get_n_texts (self);

  for (guint32 text = first; text <= n_texts; text++)
    ls_probe_intern (probe, ls_trace_get_text (self, text));
}

/* Tells @probe the records from @first to before @end. */
void
ls_trace_copy_records (LsTrace *self,
                       LsProbe *probe,
                       gsize    first,
                       gsize    end)
{
  while (first < end)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (self, first, &n_records);

      n_records = MIN (n_records, end - first);
      for (gsize i = 0; i < n_records; i++)
        ls_probe_emit (probe, &records[i]);
      first += n_records;
    }
}

/* Returns (transfer full): a trace for the first records of this one, which has none yet. @hides_next: whether nobody is to suppose
 * what follows its last record, so that no task is next there */
LsTrace *
ls_trace_new_part (LsTrace  *self,
                   gboolean  hides_next)
{
  LsTrace *part = ls_trace_new ();

  ls_trace_begin_like (part, self);
  ls_trace_get_growth (part)->hides_next = hides_next;
  return part;
}

/* Adds to @part all records before @end that it has not. */
void
ls_trace_extend_part (LsTrace *self,
                      LsTrace *part,
                      gsize    end)
{
  LsProbe *probe = ls_trace_get_probe (part);

  ls_trace_copy_texts (self, probe, ls_trace_get_n_texts (part) + 1);
  ls_trace_copy_records (self, probe, ls_trace_get_length (part), MIN (end, ls_trace_get_length (self)));
  ls_probe_publish (probe);
}

gboolean
ls_trace_get_hides_next (LsTrace *self)
{
  return ls_trace_get_growth (self)->hides_next;
}
