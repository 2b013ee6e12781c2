/* ls-recorded-cuts.c: writes what a unit did, with the yields that are asked for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-conversion-report-private.h"
#include "ls-recorded-writer-private.h"

/* How a unit's work is written. */
typedef struct
{
  LsRecordedWriter *writer;
  LsRecordedThread *thread;
  guint32           index;        /* the unit's */
  guint32           op;           /* the next of its operations */
  guint32           last_yield;   /* is written at the end, or LS_RECORDED_NONE */
  guint32           span;         /* the next one of the browser's in a script */
  guint64           cursor;       /* µs of the recording */
  guint64           every;        /* µs; G_MAXUINT64: no further yields */
  guint64           since;        /* µs of the program's code since the last yield */
  guint64           pending;      /* µs of work that no step is written for yet */
  guint64           tail;         /* µs that the turn goes on when the code yields for the first time */
  guint             first_step;   /* in the body */
} Work;

/* A script of a unit. */
typedef struct
{
  guint64 begin;
  guint64 end;
  guint32 span;        /* LS_RECORDED_NONE: the whole unit */
  guint64 since;       /* µs of code before it in the turn */
  guint8  is_cut;
} Script;

static guint64
scale (const Work *work,
       guint64     duration)
{
  const double factor = work->writer->options->work_scale;

  return factor > 0 ? duration * factor + 0.5 : duration;
}

static guint64
get_time (const LsRecordedUnit *unit,
          const LsRecordedOp   *op)
{
  return CLAMP (op->time, unit->begin, unit->end);
}

/* Returns the JSON pointer to the step that is written next. */
static char *
dup_place (LsRecordedWriter *self)
{
  return g_strdup_printf ("%s/%u", self->pointer->str, self->n_steps_here);
}

static void
flush_work (Work *work)
{
  if (work->pending > 0)
    ls_recorded_write_work (work->writer, work->pending);
  work->pending = 0;
}

/* Adds µs of code, with the yields that are asked for. The next one waits until there is more to do. */
static void
add_code (Work    *work,
          guint64  duration)
{
  LsRecordedWriter *self = work->writer;

  while (duration > 0)
    {
      guint64 part;

      if (self->n_steps > LS_RECORDED_MAX_STEPS)
        return;
      if (work->since >= work->every)
        {
          work->pending += work->tail;
          work->tail = 0;
          flush_work (work);
          ls_recorded_write_yield (self, LS_RECORDED_NONE);
          g_hash_table_insert (self->conversion->pieces, dup_place (self), GUINT_TO_POINTER (work->index + 1));
          self->conversion->report->n_yields++;
          work->since = 0;
        }
      part = MIN (duration, work->every - work->since);
      work->pending += part;
      work->since += part;
      duration -= part;
    }
}

/* Adds a script up to a time. What the browser does within it is one call, in which nobody can yield. */
static void
add_script (Work    *work,
            guint64  until)
{
  const LsRecordedUnit *unit = ls_recorded_unit (work->thread, work->index);
  const guint32 end = unit->first_span + unit->n_spans;

  while (work->cursor < until)
    {
      guint64 begin = until;
      guint64 duration;

      while (work->span < end && (ls_recorded_span (work->thread, work->span)->kind == LS_SPAN_SCRIPT ||
                                  ls_recorded_span (work->thread, work->span)->end <= work->cursor))
        work->span++;
      if (work->span < end)
        begin = MIN (ls_recorded_span (work->thread, work->span)->begin, until);
      if (begin > work->cursor)
        {
          add_code (work, scale (work, begin - work->cursor));
          work->cursor = begin;
          continue;
        }
      duration = scale (work, MIN (ls_recorded_span (work->thread, work->span)->end, until) - work->cursor);
      work->cursor = MIN (ls_recorded_span (work->thread, work->span)->end, until);
      work->pending += duration;
      work->since += duration;
      if (duration > work->every)
        ls_conversion_report_add_uncut (work->writer->conversion->report, ls_recorded_get_name (work->thread, work->index),
                                        duration,
                                        ls_recorded_span (work->thread, work->span)->kind == LS_SPAN_RENDERING
                                          ? LS_UNCUT_LAYOUT_IN_SCRIPT : LS_UNCUT_BROWSER);
    }
}

static void
add_work (Work     *work,
          guint64   until,
          gboolean  is_script)
{
  if (is_script && work->every != G_MAXUINT64)
    add_script (work, until);
  else if (until > work->cursor)
    work->pending += scale (work, until - work->cursor);
  work->cursor = MAX (work->cursor, until);
}

/* Writes what happened up to a time, or before it. */
static void
walk (Work     *work,
      guint64   until,
      gboolean  is_inclusive,
      gboolean  is_script)
{
  const LsRecordedUnit *unit = ls_recorded_unit (work->thread, work->index);

  for (; work->op < unit->n_ops; work->op++)
    {
      const LsRecordedOp *op = ls_recorded_op (work->thread, unit->first_op + work->op);
      const guint64 time = MAX (get_time (unit, op), work->cursor);

      if (is_inclusive ? time > until : time >= until)
        break;
      if (op->kind == LS_OP_POST && (op->ref == work->last_yield ||
                                     !ls_recorded_is_wanted (work->writer, ls_recorded_item (work->thread, op->ref))))
        continue;
      add_work (work, time, is_script);
      flush_work (work);
      ls_recorded_write_op (work->writer, op);
    }
  add_work (work, until, is_script);
}

/* Returns the last thing that a unit posts from @begin to @end if the rest of that can simply come after it, else
 * LS_RECORDED_NONE. */
static guint32
find_last_yield (LsRecordedWriter     *self,
                 const LsRecordedUnit *unit,
                 guint64               begin,
                 guint64               end)
{
  for (guint i = unit->n_ops; i > 0; i--)
    {
      const LsRecordedOp *op = ls_recorded_op (self->thread, unit->first_op + i - 1);
      const LsRecordedItem *item;

      if (op->kind != LS_OP_POST || get_time (unit, op) > end)
        continue;
      if (get_time (unit, op) < begin)
        break;
      item = ls_recorded_item (self->thread, op->ref);
      if (ls_recorded_is_wanted (self, item))
        return item->kind == LS_UNIT_CONTINUATION && item->runner != LS_RECORDED_NONE ? op->ref : LS_RECORDED_NONE;
    }

  return LS_RECORDED_NONE;
}

/* Returns whether a unit posts something that is wanted after @time. */
static gboolean
posts_after (LsRecordedWriter     *self,
             const LsRecordedUnit *unit,
             guint64               time)
{
  for (guint i = unit->n_ops; i > 0; i--)
    {
      const LsRecordedOp *op = ls_recorded_op (self->thread, unit->first_op + i - 1);

      if (get_time (unit, op) <= time)
        return FALSE;
      if (op->kind != LS_OP_POST || ls_recorded_is_wanted (self, ls_recorded_item (self->thread, op->ref)))
        return TRUE;
    }

  return FALSE;
}

/* Lists a unit's scripts, and which of them are to yield: a turn yields when code of the program has run long enough in it. */
static GArray *
list_scripts (const Work *work)
{
  const LsRecordedUnit *unit = ls_recorded_unit (work->thread, work->index);
  GArray *scripts = g_array_new (FALSE, FALSE, sizeof (Script));
  Script script = { .begin = unit->begin, .end = unit->end, .span = LS_RECORDED_NONE };
  guint64 since = 0;

  /* What a task does is its callback; the code after a yield runs as microtasks that the recording may lack. */
  if (unit->kind == LS_UNIT_TASK || unit->kind == LS_UNIT_CONTINUATION)
    g_array_append_val (scripts, script);
  else
    for (guint32 i = 0; i < unit->n_spans; i++)
      {
        const LsRecordedSpan *span = ls_recorded_span (work->thread, unit->first_span + i);

        script = (Script) { .begin = MIN (span->begin, unit->end), .end = MIN (span->end, unit->end),
                            .span = unit->first_span + i };
        if (span->kind == LS_SPAN_SCRIPT)
          g_array_append_val (scripts, script);
      }
  for (guint i = 0; i < scripts->len; i++)
    {
      Script *each = &g_array_index (scripts, Script, i);

      each->since = MIN (since, work->every);
      since += scale (work, each->end - each->begin);
      each->is_cut = since > work->every && each->end > each->begin;
    }

  return scripts;
}

/* Notes how long a unit runs that no yield can cut: all but its scripts. */
static void
note_uncut (const Work *work,
            GArray     *scripts)
{
  const LsRecordedUnit *unit = ls_recorded_unit (work->thread, work->index);
  guint64 rest = unit->end - unit->begin;
  guint64 rendering = 0;

  for (guint i = 0; i < scripts->len; i++)
    rest -= MIN (rest, g_array_index (scripts, Script, i).end - g_array_index (scripts, Script, i).begin);
  if (scale (work, rest) <= work->every)
    return;
  for (guint32 i = 0; i < unit->n_spans; i++)
    {
      const LsRecordedSpan *span = ls_recorded_span (work->thread, unit->first_span + i);

      if (span->kind == LS_SPAN_RENDERING)
        rendering += span->end - MIN (span->begin, span->end);
    }
  ls_conversion_report_add_uncut (work->writer->conversion->report, ls_recorded_get_name (work->thread, work->index),
                                  scale (work, rest),
                                  unit->kind == LS_UNIT_FRAME || rendering > rest / 2 ? LS_UNCUT_RENDERING : LS_UNCUT_BROWSER);
}

/* Writes a unit that is to yield. While its code waits to go on, the browser goes on with what it does in this turn. */
static void
write_cut (Work   *work,
           GArray *scripts)
{
  LsRecordedWriter *self = work->writer;
  const LsRecordedUnit *unit = ls_recorded_unit (work->thread, work->index);

  for (guint i = 0; i < scripts->len; i++)
    {
      const Script *script = &g_array_index (scripts, Script, i);
      const LsRecordedBody body = { .unit = work->index, .item = LS_RECORDED_NONE, .span = script->span, .since = script->since };

      if (!script->is_cut)
        continue;
      walk (work, script->begin, FALSE, FALSE);
      if (i + 1 == scripts->len && !posts_after (self, unit, script->end))
        {
          work->tail = scale (work, unit->end - script->end) + unit->rest;
          work->since = script->since;
          walk (work, script->end, TRUE, TRUE);
          work->pending += work->tail;
          work->cursor = MAX (work->cursor, unit->end);
          return;
        }
      flush_work (work);
      ls_recorded_write_async (self, &body, unit->item != LS_RECORDED_NONE ? ls_recorded_item (self->thread, unit->item)->root
                                                                           : LS_RECORDED_NONE);
      work->cursor = script->end;
      while (work->op < unit->n_ops && get_time (unit, ls_recorded_op (self->thread, unit->first_op + work->op)) <= script->end)
        work->op++;
    }
  walk (work, unit->end, TRUE, FALSE);
  work->pending += unit->rest;
}

/* Ends a body, or goes on with what a unit's last yield becomes. Returns that, or LS_RECORDED_NONE. */
static guint32
end_work (Work *work)
{
  flush_work (work);
  if (work->writer->n_steps_here == work->first_step)
    ls_recorded_write_work (work->writer, 0);
  if (work->last_yield == LS_RECORDED_NONE)
    return LS_RECORDED_NONE;
  ls_recorded_write_yield (work->writer, work->last_yield);
  return ls_recorded_item (work->thread, work->last_yield)->runner;
}

static guint64
get_every (LsRecordedWriter *self,
           guint32           index)
{
  const LsRecordedUnit *unit = ls_recorded_unit (self->thread, index);
  const guint64 every = ls_conversion_get_yield (self->options, ls_recorded_get_name (self->thread, index));

  return every > 0 && unit->end - unit->begin > self->options->longer_than ? every : G_MAXUINT64;
}

/* Writes the steps of a script that is to yield, as a body of its own. Returns the continuation that its last yield becomes, or
 * LS_RECORDED_NONE. */
guint32
ls_recorded_write_script (LsRecordedWriter     *self,
                          const LsRecordedBody *body)
{
  const LsRecordedUnit *unit = ls_recorded_unit (self->thread, body->unit);
  const LsRecordedSpan *span = ls_recorded_span (self->thread, body->span);
  const guint64 begin = MIN (span->begin, unit->end), end = MIN (span->end, unit->end);
  Work work = { .writer = self, .thread = self->thread, .index = body->unit, .cursor = begin, .span = unit->first_span,
                .every = get_every (self, body->unit), .since = body->since,
                .first_step = self->n_steps_here, .last_yield = find_last_yield (self, unit, begin, end) };

  while (work.op < unit->n_ops && get_time (unit, ls_recorded_op (self->thread, unit->first_op + work.op)) < begin)
    work.op++;
  walk (&work, end, TRUE, TRUE);
  return end_work (&work);
}

/* Writes the steps of a unit. Returns the continuation that its last yield becomes, or LS_RECORDED_NONE. */
guint32
ls_recorded_write_unit (LsRecordedWriter *self,
                        guint32           index)
{
  const LsRecordedUnit *unit = ls_recorded_unit (self->thread, index);
  Work work = { .writer = self, .thread = self->thread, .index = index, .cursor = unit->begin, .span = unit->first_span,
                .every = get_every (self, index), .pending = unit->lead, .first_step = self->n_steps_here };
  const Script *cut = NULL;

  g_hash_table_insert (self->conversion->units, dup_place (self), GUINT_TO_POINTER (index + 1));
  work.last_yield = find_last_yield (self, unit, 0, G_MAXUINT64);
  if (work.every != G_MAXUINT64)
    {
      g_autoptr (GArray) scripts = list_scripts (&work);

      note_uncut (&work, scripts);
      for (guint i = 0; i < scripts->len; i++)
        if (g_array_index (scripts, Script, i).is_cut)
          cut = &g_array_index (scripts, Script, i);
      if (cut != NULL)
        {
          const gboolean is_inline = cut == &g_array_index (scripts, Script, scripts->len - 1) &&
                                     !posts_after (self, unit, cut->end);

          /* What was posted before the last script that yields does not wait for its end. */
          work.last_yield = find_last_yield (self, unit, is_inline ? cut->begin : cut->end + 1, G_MAXUINT64);
          self->conversion->report->n_cut++;
          write_cut (&work, scripts);
        }
    }
  if (cut == NULL)
    {
      walk (&work, unit->end, TRUE, FALSE);
      work.pending += unit->rest;
    }
  return end_work (&work);
}
