/* ls-live-calls.c: who posts from outside, and what is called at once
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

static LsLiveDispatch *
get_innermost (LsLiveThread *self)
{
  const guint n = self->dispatches->len;

  return n > 0 ? &g_array_index (self->dispatches, LsLiveDispatch, n - 1) : NULL;
}

/* The source has a task that was posted outside of the context's dispatches, by the function that @caller lies in. */
void
ls_live_writer_tell_origin (LsLiveWriter       *self,
                            LsLiveThread       *thread,
                            LsLiveContext      *context,
                            const LsLiveSource *source,
                            guint64             caller)
{
  const LsLiveDispatch *dispatch = get_innermost (thread);

  ls_live_emit (self, context, .kind = LS_RECORD_TASK_ORIGIN, .subject = source->task,
                .object = dispatch != NULL ? dispatch->context->task : 0, .value = ls_probe_intern (self->probe, thread->name),
                .text = ls_live_process_name_caller (thread->process, caller));
}

/* What was called at once has worked, within a dispatch. */
void
ls_live_writer_tell_call (LsLiveWriter     *self,
                          LsLiveThread     *thread,
                          const LsWireCall *record)
{
  const LsLiveDispatch *dispatch = get_innermost (thread);
  const guint64 began = record->began - MIN (record->began, self->start);
  guint32 text = ls_live_process_get_text (thread->process, record->head.source);

  if (dispatch == NULL || dispatch->context->depth == 0)
    return;
  if (text == 0)
    text = ls_live_process_name_function (thread->process, record->function);
  ls_live_emit (self, dispatch->context, .kind = LS_RECORD_WORK, .text = text,
                .value = ls_live_saturate (self->now - CLAMP (began, dispatch->began, self->now)));
}
