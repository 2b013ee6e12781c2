/* ls-live-writer.c: makes a trace of what programs tell of their main loops
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

/* More of them are not shown. */
#define MAX_DEPTH 256
#define MAX_TEXTS 100000

static void
context_free (gpointer data)
{
  LsLiveContext *self = data;

  if (self == NULL)
    return;
  ls_id_map_clear (&self->sources);
  ls_id_map_clear (&self->early);
  g_clear_pointer (&self->clocks, g_array_unref);
  g_free (self);
}

static void
thread_free (gpointer data)
{
  LsLiveThread *self = data;

  g_clear_pointer (&self->stream, ls_live_stream_free);
  g_array_unref (self->dispatches);
  g_free (self->name);
  g_free (self);
}

static void
process_free (gpointer data)
{
  LsLiveProcess *self = data;

  g_ptr_array_unref (self->contexts);
  g_ptr_array_unref (self->gone);
  g_ptr_array_unref (self->threads);
  ls_id_map_clear (&self->texts);
  g_free (self->name);
  g_free (self);
}

static int
compare_delays (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const LsLiveDelay *one = a, *other = b;

  if (one->due != other->due)
    return one->due < other->due ? -1 : 1;
  return (one->task > other->task) - (one->task < other->task);
}

/**
 * ls_live_writer_new:
 * @probe: of the trace, which must outlive the writer
 *
 * Returns: (transfer full): a writer that has written nothing
 */
LsLiveWriter *
ls_live_writer_new (LsProbe *probe)
{
  LsLiveWriter *self = g_new0 (LsLiveWriter, 1);

  self->probe = probe;
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->agents = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->delays = g_tree_new_full (compare_delays, NULL, g_free, NULL);
  ls_live_targets_init (&self->targets);
  return self;
}

void
ls_live_writer_free (LsLiveWriter *self)
{
  ls_live_targets_clear (&self->targets);
  g_tree_unref (self->delays);
  g_array_unref (self->agents);
  g_ptr_array_unref (self->processes);
  g_free (self);
}

/* Returns (transfer none) a program with @name. @find_name (nullable) knows its functions. */
LsLiveProcess *
ls_live_writer_add_process (LsLiveWriter   *self,
                            const char     *name,
                            LsLiveNameFunc  find_name,
                            gpointer        user_data)
{
  LsLiveProcess *process = g_new0 (LsLiveProcess, 1);
  g_autoptr (GString) plain = g_string_new (name);

  process->writer = self;
  /* In the name of a context, the first ": " ends the program's name, and "tmux: server" has one of its own. */
  g_string_replace (plain, ": ", ":", 0);
  process->name = g_string_free (g_steal_pointer (&plain), FALSE);
  process->find_name = find_name;
  process->user_data = user_data;
  process->contexts = g_ptr_array_new_with_free_func (context_free);
  process->gone = g_ptr_array_new_with_free_func (context_free);
  process->threads = g_ptr_array_new_with_free_func (thread_free);
  ls_id_map_init (&process->texts, sizeof (guint32));
  g_ptr_array_add (self->processes, process);
  return process;
}

/* Returns (transfer none) a thread of a program. */
LsLiveThread *
ls_live_process_add_thread (LsLiveProcess *self,
                            const char    *name)
{
  LsLiveThread *thread = g_new0 (LsLiveThread, 1);

  thread->process = self;
  thread->name = g_strdup (name);
  thread->dispatches = g_array_new (FALSE, FALSE, sizeof (LsLiveDispatch));
  g_ptr_array_add (self->threads, thread);
  return thread;
}

/* Returns the time of the last record, in µs. */
guint64
ls_live_writer_get_time (LsLiveWriter *self)
{
  return self->now;
}

/* Returns the agent of the first default context whose program is there, or was last; before there is one, that of the
 * first trace of a program's own. 0 before there is either. */
guint32
ls_live_writer_get_main_agent (LsLiveWriter *self)
{
  return self->main_process != NULL ? self->main_process->main_agent : self->first_stream_agent;
}

/* Returns whether a thread's ring has what another version of the library tells, and cannot be read. */
gboolean
ls_live_thread_is_foreign (LsLiveThread *self)
{
  return self->stream != NULL && self->stream->is_foreign;
}

/* Whether there were more contexts than agents, so that some of them share one or were not seen. */
gboolean
ls_live_writer_lacks_contexts (LsLiveWriter *self)
{
  return self->lacks_contexts;
}

static void
begin_context (LsLiveWriter  *self,
               LsLiveContext *context)
{
  context->agent = ls_live_writer_add_agent (self, context->name);
  context->quiet_since = self->now;
  ls_live_emit (self, context, .kind = LS_RECORD_LOOP_STARTED, .text = ls_probe_intern (self->probe, "glib"),
                .value = LS_EDITION_2025, .level = LS_CLOCK_MONOTONIC, .flags = LS_RECORD_FLAG_RECORDED,
                .clause = LS_CLAUSE_PRESET);
  for (guint i = LS_QUEUE_TYPE_SOURCES; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      const char *name = ls_queue_type_get_source_priority_name (i);

      ls_live_emit (self, context, .kind = LS_RECORD_PRESET_QUEUE, .queue = i, .level = i - LS_QUEUE_TYPE_SOURCES,
                    .text = name != NULL ? ls_probe_intern (self->probe, name) : 0, .clause = LS_CLAUSE_PRESET);
    }
}

/* Contexts and names */

/* A context is gone: another one has its number. That gets an agent of its own as long as there are some, then that of this one. */
static void
end_context (LsLiveWriter  *self,
             LsLiveContext *context,
             guint16        use)
{
  LsLiveProcess *process = context->process;
  LsLiveSource *source;
  guint32 id;

  for (guint32 i = 0; (source = ls_id_map_next (&context->sources, &i, &id)) != NULL;)
    ls_live_writer_tell_end (self, context, source);
  ls_id_map_clear (&context->sources);
  ls_id_map_clear (&context->early);
  if (self->agents->len >= LS_LIVE_MAX_AGENTS)
    {
      context->use = use;
      self->lacks_contexts = TRUE;
      return;
    }
  ls_live_emit (self, context, .kind = LS_RECORD_AGENT_STATE, .subject = context->agent, .level = LS_AGENT_STATE_ENDED,
                .clause = LS_CLAUSE_RECORDED);
  g_ptr_array_add (process->gone, context);
  process->contexts->pdata[context->number] = NULL;
}

/* Returns NULL where there are too many. */
static LsLiveContext *
get_context (LsLiveThread       *thread,
             const LsRingRecord *record)
{
  const guint number = record->head.context;
  LsLiveProcess *process = thread->process;
  LsLiveWriter *self = process->writer;
  LsLiveContext *context = number < process->contexts->len ? g_ptr_array_index (process->contexts, number) : NULL;
  gboolean is_default;

  if (context != NULL && record->head.kind == LS_WIRE_CONTEXT && record->context.use != context->use)
    {
      end_context (self, context, record->context.use);
      context = g_ptr_array_index (process->contexts, number);
    }
  if (context != NULL)
    return context;
  if (number >= LS_LIVE_MAX_AGENTS || self->agents->len >= LS_LIVE_MAX_AGENTS)
    {
      self->lacks_contexts = TRUE;
      return NULL;
    }
  if (number >= process->contexts->len)
    g_ptr_array_set_size (process->contexts, number + 1);
  context = g_new0 (LsLiveContext, 1);
  ls_id_map_init (&context->sources, sizeof (LsLiveSource));
  ls_id_map_init (&context->early, sizeof (guint8));
  context->process = process;
  context->number = number;
  context->use = record->head.kind == LS_WIRE_CONTEXT ? record->context.use : 0;
  is_default = record->head.kind == LS_WIRE_CONTEXT && record->context.is_default != 0;
  context->name = ls_live_thread_name_context (thread, is_default);
  context->teller = is_default ? NULL : thread;
  g_ptr_array_index (process->contexts, number) = context;
  begin_context (self, context);
  if (is_default)
    process->main_agent = context->agent;
  if (is_default && (self->main_process == NULL || self->main_process->is_gone))
    self->main_process = process;
  return context;
}

/* When a source is due next that began to wait at @since; LS_LIVE_NEVER where nobody knows. */
static guint64
get_due (const LsLiveSource *source,
         guint64             since)
{
  if (source->interval != LS_WIRE_NO_INTERVAL)
    return since + (guint64) source->interval * 1000;
  return source->sort == LS_WIRE_SORT_IDLE ? since : LS_LIVE_NEVER;
}

/* When a source is due again after its dispatch. @record (nullable): says that this has ended */
static guint64
get_next_due (LsLiveWriter         *self,
              const LsLiveSource   *source,
              const LsLiveDispatch *dispatch,
              const LsWireDispatch *record)
{
  if (source->sort == LS_WIRE_SORT_TIMEOUT && record != NULL && record->due != 0)
    return ls_live_writer_convert_time (self, record->due);
  /* A source of another kind may be ready again at any time, or never. */
  if (source->sort == LS_WIRE_SORT_CUSTOM)
    return LS_LIVE_NEVER;
  return get_due (source, source->sort == LS_WIRE_SORT_TIMEOUT ? dispatch->began : self->now);
}

/* What tells */

/* The source was known by its dispatches alone: now its program says what it is. */
static void
learn_source (LsLiveWriter       *self,
              LsLiveThread       *thread,
              LsLiveContext      *context,
              LsLiveSource       *source,
              const LsWireSource *record)
{
  source->name = ls_live_process_name_source (thread->process, record);
  source->sort = record->sort;
  source->is_lost = FALSE;
  source->is_found = TRUE;
  ls_live_writer_tell_source (self, context, source, LS_RECORD_FLAG_OUTSIDE);
}

static void
on_source (LsLiveWriter       *self,
           LsLiveThread       *thread,
           LsLiveContext      *context,
           const LsWireSource *record)
{
  LsLiveSource *source = ls_id_map_get (&context->sources, record->head.source);
  const guint8 outside = ls_live_thread_get_outside (thread, context);
  guint64 due;

  if (record->head.source == 0)
    return;
  if (source != NULL && record->head.kind == LS_WIRE_FOUND)
    {
      if (source->is_lost)
        learn_source (self, thread, context, source, record);
      return;
    }
  /* GLib gives no number twice. */
  if (source == NULL && ls_id_map_remove (&context->early, record->head.source))
    return;
  if (source != NULL && source->is_found)
    {
      /* The loop's own thread was faster than the one that has attached the source. */
      source->is_found = FALSE;
      source->interval = record->interval;
      if (source->task != 0 && outside != 0)
        ls_live_writer_tell_origin (self, thread, context, source, record->caller);
      return;
    }
  if (source == NULL)
    source = ls_id_map_add (&context->sources, record->head.source);
  else
    ls_live_writer_tell_end (self, context, source);
  *source = (LsLiveSource) { .name = ls_live_process_name_source (thread->process, record), .interval = record->interval,
                       .priority = record->priority, .sort = record->sort, .is_found = record->head.kind == LS_WIRE_FOUND };
  ls_live_writer_tell_source (self, context, source, source->is_found ? LS_RECORD_FLAG_OUTSIDE : outside);
  /* Nobody knows since when one waits that was found. */
  due = ls_live_is_attached (&record->head) || source->sort == LS_WIRE_SORT_IDLE ? get_due (source, self->now) : LS_LIVE_NEVER;
  ls_live_writer_add_task (self, context, record->head.source, source, due, outside);
  if (!source->is_found && outside != 0)
    ls_live_writer_tell_origin (self, thread, context, source, record->caller);
}

static void
on_begin (LsLiveWriter         *self,
          LsLiveThread         *thread,
          LsLiveContext        *context,
          const LsWireDispatch *record)
{
  LsLiveSource *source = ls_id_map_get (&context->sources, record->head.source);
  LsLiveDispatch dispatch = { .context = context, .source = record->head.source, .began = self->now };

  if (record->head.source == 0 || thread->dispatches->len >= MAX_DEPTH)
    return;
  if (context->teller != NULL)
    ls_live_thread_take_context (thread, context);
  if (source == NULL)
    {
      /* Its record was lost. */
      source = ls_id_map_add (&context->sources, record->head.source);
      *source = (LsLiveSource) { .priority = record->priority, .interval = LS_WIRE_NO_INTERVAL, .is_lost = TRUE,
                           .name = ls_probe_intern (self->probe, "source") };
      ls_live_writer_tell_source (self, context, source, LS_RECORD_FLAG_OUTSIDE);
    }
  dispatch.name = source->name;
  dispatch.due = source->task != 0 ? source->due : LS_LIVE_NEVER;
  g_array_append_val (thread->dispatches, dispatch);
  if (context->depth > 0)
    {
      /* What it has waited for is over: the turn is that of another source. */
      ls_live_writer_remove_task (self, context, source);
      context->depth++;
      return;
    }

  if (source->task == 0)
    ls_live_writer_add_task (self, context, record->head.source, source, LS_LIVE_NEVER, LS_RECORD_FLAG_OUTSIDE);
  if (source->is_delayed)
    ls_live_writer_end_delay (self, context, source, source->due != LS_LIVE_NEVER);
  ls_live_writer_leave_queue (self, context, source, TRUE);
  context->task = source->task;
  ls_live_targets_remove (&self->targets, source->task);
  source->task = 0;
  ls_live_emit (self, context, .kind = LS_RECORD_TASK_SELECTED, .subject = context->task, .value = ++context->turn,
                .queue = source->queue, .level = source->queue - LS_QUEUE_TYPE_SOURCES,
                .flags = source->is_delayed_work ? LS_RECORD_FLAG_DELAYED_WORK : 0);
  context->depth = 1;
  ls_live_emit (self, context, .kind = LS_RECORD_TASK_STARTED, .subject = context->task, .queue = source->queue);
}

/* Ends the innermost dispatch of the thread. @record (nullable): says so; NULL if that was lost */
static void
end_dispatch (LsLiveWriter         *self,
              LsLiveThread         *thread,
              const LsWireDispatch *record)
{
  LsLiveDispatch dispatch = g_array_index (thread->dispatches, LsLiveDispatch, thread->dispatches->len - 1);
  LsLiveContext *context = dispatch.context;
  LsLiveSource *source = ls_id_map_get (&context->sources, dispatch.source);

  g_array_set_size (thread->dispatches, thread->dispatches->len - 1);
  if (context->depth == 0)
    return;
  ls_live_writer_end_phase (self, &dispatch);
  ls_live_emit (self, context, .kind = LS_RECORD_WORK, .value = ls_live_saturate (self->now - dispatch.began),
                .text = dispatch.name);
  if (source != NULL && record != NULL && !record->stays)
    {
      ls_live_writer_end_source (self, context, dispatch.source, source);
    }
  else if (source != NULL && source->task == 0)
    {
      const guint64 due = get_next_due (self, source, &dispatch, record);

      ls_live_writer_add_task (self, context, dispatch.source, source, due, 0);
    }
  if (--context->depth > 0)
    return;
  context->depth = 1;
  ls_live_emit (self, context, .kind = LS_RECORD_TASK_FINISHED, .subject = context->task);
  ls_live_emit (self, context, .kind = LS_RECORD_TURN_ENDED, .value = context->turn);
  context->depth = 0;
  context->task = 0;
}

static void
on_end (LsLiveWriter         *self,
        LsLiveThread         *thread,
        LsLiveContext        *context,
        const LsWireDispatch *record)
{
  guint i = thread->dispatches->len;

  while (i > 0 && (g_array_index (thread->dispatches, LsLiveDispatch, i - 1).context != context ||
                   g_array_index (thread->dispatches, LsLiveDispatch, i - 1).source != record->head.source))
    i--;
  if (i == 0)
    return;
  while (thread->dispatches->len > i)
    end_dispatch (self, thread, NULL);
  end_dispatch (self, thread, record);
}

static void
on_text (LsLiveWriter       *self,
         LsLiveProcess      *process,
         const LsRingRecord *record)
{
  const char *text = ls_ring_record_get_text (record);
  guint32 *place;

  if (text == NULL || record->head.source == 0 || process->texts.n_items >= MAX_TEXTS ||
      ls_id_map_get (&process->texts, record->head.source) != NULL)
    return;
  place = ls_id_map_add (&process->texts, record->head.source);
  *place = ls_probe_intern (self->probe, text);
}

static void
go_on_to (LsLiveWriter *self,
          guint64       time)
{
  ls_live_writer_end_delays (self, time);
  self->now = MAX (self->now, time);
}

/* Returns (transfer none) the trace that the thread's ring is of: each has a ring of its own. */
static LsLiveStream *
get_stream (LsLiveThread *self)
{
  if (self->stream == NULL)
    self->stream = ls_live_stream_new (self->process, ++self->process->n_streams);
  return self->stream;
}

/* Goes on to @time. Returns the context of a record, NULL if nothing is to be written. */
static LsLiveContext *
go_on (LsLiveWriter       *self,
       LsLiveThread       *thread,
       const LsRingRecord *record,
       guint64             time)
{
  go_on_to (self, time);
  return get_context (thread, record);
}

/* Most sources get a name right after they were attached, and a task has the name that it is posted with. So the record waits for
 * the next one. Returns whether that is the name. */
static gboolean
write_held (LsLiveWriter       *self,
            LsLiveThread       *thread,
            const LsRingRecord *next)
{
  LsLiveThread *held_thread = g_steal_pointer (&self->held_thread);
  LsRingRecord record = { .source = self->held };
  gboolean is_name;
  LsLiveContext *context;

  if (held_thread == NULL)
    return FALSE;
  is_name = next != NULL && thread == held_thread && next->head.kind == LS_WIRE_NAMED &&
            next->head.context == record.head.context && next->head.source == record.head.source;
  if (is_name)
    record.source.name = next->change.text;
  context = go_on (self, held_thread, &record, self->held_time);
  if (context != NULL)
    on_source (self, held_thread, context, &record.source);
  return is_name;
}

/**
 * ls_live_writer_flush:
 * @self: a writer
 * @before: a time in µs
 *
 * Writes what happened before that and is still held back.
 */
void
ls_live_writer_flush (LsLiveWriter *self,
                      guint64       before)
{
  if (self->held_thread != NULL && self->held_time + self->start < before)
    write_held (self, NULL, NULL);
}

/**
 * ls_live_writer_write:
 * @self: a writer
 * @thread: who told
 * @record: what
 * @time: of the record in µs, as all times in it; one that is before that of the last record counts as the same
 *
 * Writes what follows from a record, now or with the next one.
 */
void
ls_live_writer_write (LsLiveWriter       *self,
                      LsLiveThread       *thread,
                      const LsRingRecord *record,
                      guint64             time)
{
  LsLiveContext *context;

  if (!self->has_begun)
    {
      self->has_begun = TRUE;
      self->start = time;
    }
  time -= MIN (time, self->start);
  if (record->head.kind == LS_WIRE_TEXT)
    {
      on_text (self, thread->process, record);
      return;
    }
  if (record->head.kind == LS_WIRE_SKIP || write_held (self, thread, record))
    return;
  if (ls_live_is_attached (&record->head))
    {
      self->held_thread = thread;
      self->held = record->source;
      self->held_time = time;
      return;
    }
  if (record->head.kind >= LS_WIRE_STREAM)
    {
      go_on_to (self, time);
      ls_live_stream_write (get_stream (thread), record);
      return;
    }
  context = go_on (self, thread, record, time);
  if (context == NULL)
    return;
  switch (record->head.kind)
    {
    case LS_WIRE_FOUND:
      on_source (self, thread, context, &record->source);
      break;
    case LS_WIRE_BEGIN:
      on_begin (self, thread, context, &record->dispatch);
      break;
    case LS_WIRE_END:
      on_end (self, thread, context, &record->dispatch);
      break;
    case LS_WIRE_SLEPT:
      ls_live_writer_tell_sleep (self, context, record->sleep.began - MIN (record->sleep.began, self->start));
      break;
    case LS_WIRE_CALLED:
      ls_live_writer_tell_call (self, thread, &record->call);
      break;
    case LS_WIRE_FRAME:
      ls_live_writer_tell_phase (self, thread, &record->frame);
      break;
    case LS_WIRE_READY:
      ls_live_writer_tell_ready (self, context, &record->ready);
      break;
    case LS_WIRE_READY_TIME:
      ls_live_writer_set_ready_time (self, thread, context, &record->ready_time);
      break;
    case LS_WIRE_DESTROYED:
    case LS_WIRE_PRIORITY:
    case LS_WIRE_NAMED:
      ls_live_writer_change_source (self, thread, context, &record->change);
      break;
    default:
      break;
    }
}
