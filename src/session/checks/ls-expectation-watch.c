/* ls-expectation-watch.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-expectation-watch-private.h"

#include <glib/gi18n-lib.h>

#include "ls-break-rule.h"
#include "ls-expectation-moment-private.h"
#include "ls-expectation-private.h"
#include "ls-lock-holders-private.h"
#include "ls-numbers-private.h"
#include "ls-what-if.h"

/**
 * LsExpectationWatch:
 *
 * Reads a trace as it grows, and knows at which of its positions an expectation holds. Some expectations stay true, such as that a
 * task has run: the watch finds the position from which on they hold. What is expected of memory, of the holders of a lock and of
 * agents passes: these stay true from the first moment on at which they were. Others are about a moment, such as which task is
 * next: the state there tells. [method@Runner.check] looks at whole runs instead.
 */
struct _LsExpectationWatch
{
  GObject        parent_instance;

  LsExpectation *expectation;
  LsTrace       *trace;
  gsize          position;      /* records before it have been read */
  gsize          found;         /* from which on it holds, G_MAXSIZE for not yet */
  gboolean       has_failed;    /* it cannot hold in this run any more */
  gsize          failed;        /* from which on, G_MAXSIZE for not yet */
  guint          early;         /* ORDER: the line that came too early then */
  guint          n_matched;     /* LOG_CONTAINS, ORDER: lines that were seen */
  guint          n_actions;     /* tasks that have begun and not ended */
  GArray        *names;         /* guint32 text by task */
  GArray        *results;       /* guint32 promise by task, for RESULT */
  guint32        task;          /* RESULT: the first one of the name with a result */
  GArray        *signals;       /* Signal by number, for POSTED */
  LsLockHolders  holders;       /* HOLDERS */
  LsState       *state;         /* MEMORY, AGENT: at the last record that was read; NULL before */
};

typedef struct
{
  guint32 name;
  guint8  priority;
} Signal;

G_DEFINE_FINAL_TYPE (LsExpectationWatch, ls_expectation_watch, G_TYPE_OBJECT)

static void
ls_expectation_watch_finalize (GObject *object)
{
  LsExpectationWatch *self = LS_EXPECTATION_WATCH (object);

  g_clear_pointer (&self->expectation, ls_expectation_unref);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->names, g_array_unref);
  g_clear_pointer (&self->results, g_array_unref);
  g_clear_pointer (&self->signals, g_array_unref);
  g_clear_pointer (&self->state, ls_state_unref);
  ls_lock_holders_clear (&self->holders);

  G_OBJECT_CLASS (ls_expectation_watch_parent_class)->finalize (object);
}

static void
ls_expectation_watch_class_init (LsExpectationWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_expectation_watch_finalize;
}

static void
ls_expectation_watch_init (LsExpectationWatch *self)
{
  self->found = G_MAXSIZE;
  self->failed = G_MAXSIZE;
  self->names = ls_numbers_new ();
  self->results = ls_numbers_new ();
  self->signals = g_array_new (FALSE, TRUE, sizeof (Signal));
}

/**
 * ls_expectation_watch_new:
 * @expectation: an expectation of a kind that can be watched
 * @trace: a trace
 *
 * Makes a watch, which follows an expectation through a trace.
 *
 * Returns: (transfer full): a watch that has read nothing of @trace yet
 */
LsExpectationWatch *
ls_expectation_watch_new (LsExpectation *expectation,
                          LsTrace       *trace)
{
  LsExpectationWatch *self;

  g_return_val_if_fail (expectation != NULL, NULL);
  g_return_val_if_fail (ls_expectation_kind_can_be_watched (expectation->kind), NULL);
  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_object_new (LS_TYPE_EXPECTATION_WATCH, NULL);
  self->expectation = ls_expectation_ref (expectation);
  self->trace = g_object_ref (trace);
  if (expectation->kind == LS_EXPECTATION_HOLDERS)
    ls_lock_holders_init (&self->holders, expectation->name, expectation->index);
  return self;
}

/**
 * ls_expectation_watch_get_trace:
 * @self: a watch
 *
 * Gets the trace that it reads.
 *
 * Returns: (transfer none): the trace that it reads
 */
LsTrace *
ls_expectation_watch_get_trace (LsExpectationWatch *self)
{
  g_return_val_if_fail (LS_IS_EXPECTATION_WATCH (self), NULL);

  return self->trace;
}

static const char *
get_task_name (LsExpectationWatch *self,
               guint32             task)
{
  return ls_trace_get_text (self->trace, ls_numbers_get (self->names, task));
}

static Signal *
get_signal (LsExpectationWatch *self,
            guint32             signal)
{
  if (signal >= self->signals->len)
    g_array_set_size (self->signals, signal + 1);
  return &g_array_index (self->signals, Signal, signal);
}

/* Takes the next line of the log, or the first start of the next name. */
static gboolean
match_line (LsExpectationWatch *self,
            const char         *text)
{
  char **lines = self->expectation->lines;

  if (lines[self->n_matched] != NULL && g_strcmp0 (text, lines[self->n_matched]) == 0)
    self->n_matched++;
  return lines[self->n_matched] == NULL;
}

static gboolean
match_start (LsExpectationWatch *self,
             const char         *name)
{
  char **lines = self->expectation->lines;

  if (name == NULL || self->has_failed)
    return FALSE;
  /* The names before have started already, so the next place of this one is behind them. */
  for (guint i = self->n_matched; lines[i] != NULL; i++)
    if (g_str_equal (lines[i], name))
      {
        self->has_failed = i > self->n_matched;
        self->early = i;
        if (!self->has_failed)
          self->n_matched++;
        break;
      }
  return !self->has_failed && lines[self->n_matched] == NULL;
}

static gboolean
match_result (LsExpectationWatch *self,
              const LsRecord     *record)
{
  const char *state = record->kind == LS_RECORD_PROMISE_FULFILLED ? "fulfilled" : "rejected";
  const char *value = record->text != 0 ? ls_trace_get_text (self->trace, record->text) : "";

  if (self->task == 0 || ls_numbers_get (self->results, self->task) != record->subject)
    return FALSE;
  return g_str_equal (self->expectation->state, state) &&
         (self->expectation->value == NULL || g_strcmp0 (self->expectation->value, value) == 0);
}

static gboolean
match_posted (LsExpectationWatch *self,
              const LsRecord     *record)
{
  LsExpectation *expectation = self->expectation;
  guint priority = record->priority;
  const char *name;

  if (self->n_actions == 0 || record->flags & LS_RECORD_FLAG_CONTINUATION || record->value < expectation->number)
    return FALSE;
  if (priority == LS_TASK_PRIORITY_NONE)
    priority = record->object != 0 ? get_signal (self, record->object)->priority : LS_TASK_PRIORITY_NONE;
  if (priority == LS_TASK_PRIORITY_NONE)
    priority = LS_TASK_PRIORITY_USER_VISIBLE;
  if (expectation->priority != LS_TASK_PRIORITY_NONE && expectation->priority != priority)
    return FALSE;
  name = record->text != 0 ? ls_trace_get_text (self->trace, record->text) : "";
  if (expectation->name != NULL && !ls_break_pattern_match (expectation->name, name != NULL ? name : ""))
    return FALSE;
  if (expectation->signal == NULL)
    return TRUE;
  name = record->object != 0 ? ls_trace_get_text (self->trace, get_signal (self, record->object)->name) : NULL;
  return name != NULL && ls_break_pattern_match (expectation->signal, name);
}

/* An expectation means the first task with this name that has a result. The result comes before the record that names the task, or
 * after it. Tasks are numbered as they are posted. */
static void
note_task (LsExpectationWatch *self,
           guint32             task)
{
  if (self->task == 0 && ls_numbers_get (self->results, task) != 0 &&
      g_strcmp0 (get_task_name (self, task), self->expectation->name) == 0)
    self->task = task;
}

static void
note_name (LsExpectationWatch *self,
           const LsRecord     *record)
{
  if (record->text == 0)
    return;
  ls_numbers_set (self->names, record->subject, record->text);
  note_task (self, record->subject);
}

static void
note_promise (LsExpectationWatch *self,
              const LsRecord     *record)
{
  if (record->object == 0 || ls_numbers_get (self->results, record->object) != 0)
    return;
  ls_numbers_set (self->results, record->object, record->subject);
  note_task (self, record->object);
}

/* Looks at the moment after the record at @position. */
static gboolean
match_moment (LsExpectationWatch *self,
              gsize               position)
{
  g_autofree char *found = NULL;

  if (self->state == NULL)
    self->state = ls_state_new (self->trace);
  ls_state_seek (self->state, position + 1);
  found = ls_expectation_check_moment (self->expectation, self->state);
  return found == NULL;
}

/* Returns: whether the expectation holds from this record on */
static gboolean
read_record (LsExpectationWatch *self,
             const LsRecord     *record,
             gsize               position)
{
  LsExpectationKind kind = self->expectation->kind;

  if (kind == LS_EXPECTATION_HOLDERS)
    return ls_lock_holders_read (&self->holders, self->trace, record) &&
           self->holders.holders->len >= self->expectation->least;
  if (kind == LS_EXPECTATION_MEMORY || kind == LS_EXPECTATION_AGENT)
    return ls_expectation_is_about_record (self->expectation, record) && match_moment (self, position);

  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      note_name (self, record);
      return kind == LS_EXPECTATION_POSTED && match_posted (self, record);
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
      note_name (self, record);
      return FALSE;
    case LS_RECORD_TASK_STARTED:
      if (kind == LS_EXPECTATION_RAN)
        return g_strcmp0 (get_task_name (self, record->subject), self->expectation->name) == 0;
      return kind == LS_EXPECTATION_ORDER && match_start (self, get_task_name (self, record->subject));
    case LS_RECORD_PROMISE_CREATED:
      if (kind == LS_EXPECTATION_RESULT)
        note_promise (self, record);
      return FALSE;
    case LS_RECORD_PROMISE_FULFILLED:
    case LS_RECORD_PROMISE_REJECTED:
      return kind == LS_EXPECTATION_RESULT && match_result (self, record);
    case LS_RECORD_LOG:
      return kind == LS_EXPECTATION_LOG_CONTAINS && match_line (self, ls_trace_get_text (self->trace, record->text));
    case LS_RECORD_SIGNAL_CREATED:
      get_signal (self, record->subject)->priority = record->priority;
      get_signal (self, record->subject)->name = record->text;
      return FALSE;
    case LS_RECORD_SIGNAL_NAMED:
      get_signal (self, record->subject)->name = record->text;
      return FALSE;
    case LS_RECORD_SIGNAL_PRIORITY:
      get_signal (self, record->subject)->priority = record->priority;
      return FALSE;
    case LS_RECORD_ACTION:
      self->n_actions++;
      return FALSE;
    case LS_RECORD_ACTION_FINISHED:
      if (self->n_actions > 0)
        self->n_actions--;
      return FALSE;
    default:
      return FALSE;
    }
}

/* Returns: whether it holds before the first record, because it expects nothing */
static gboolean
holds_always (LsExpectationWatch *self)
{
  LsExpectationKind kind = self->expectation->kind;

  if (kind == LS_EXPECTATION_HOLDERS)
    return self->expectation->least == 0;
  return (kind == LS_EXPECTATION_ORDER || kind == LS_EXPECTATION_LOG_CONTAINS) && self->expectation->lines[0] == NULL;
}

/**
 * ls_expectation_watch_advance:
 * @self: a watch
 * @max_records: how many records to read at most
 *
 * Reads on.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_expectation_watch_advance (LsExpectationWatch *self,
                              gsize               max_records)
{
  gsize length, end;

  g_return_val_if_fail (LS_IS_EXPECTATION_WATCH (self), FALSE);

  length = ls_trace_get_length (self->trace);
  if (self->expectation->kind == LS_EXPECTATION_NEXT || self->expectation->kind == LS_EXPECTATION_SIGNAL)
    self->position = length;
  self->position = MAX (self->position, ls_trace_get_start (self->trace));
  if (holds_always (self))
    self->found = 0;
  if (self->found != G_MAXSIZE || self->has_failed)
    return FALSE;

  end = length - self->position > max_records ? self->position + max_records : length;
  while (self->position < end)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->position, &n_records);

      n_records = MIN (n_records, end - self->position);
      if (n_records == 0)
        return FALSE;
      for (gsize i = 0; i < n_records; i++)
        if (read_record (self, &records[i], self->position + i))
          {
            self->found = self->position + i + 1;
            return FALSE;
          }
        else if (self->has_failed)
          {
            self->failed = self->position + i + 1;
            return FALSE;
          }
      self->position += n_records;
    }

  return !self->has_failed && self->position < length;
}

static gboolean
is_next (LsExpectationWatch *self,
         LsState            *state)
{
  guint32 task = ls_state_get_next_task (state);
  const LsTaskState *data = task != 0 ? ls_state_get_task (ls_state_get_ahead (state), task) : NULL;

  return data != NULL && data->name != 0 &&
         g_strcmp0 (ls_trace_get_text (self->trace, data->name), self->expectation->name) == 0;
}

static gboolean
signal_is_so (LsExpectationWatch *self,
              LsState            *state)
{
  guint32 id = ls_what_if_find_signal (state, self->expectation->name, NULL);
  const LsSignalState *signal = id != 0 ? ls_state_get_signal (state, id) : NULL;

  if (signal == NULL)
    return FALSE;
  if (self->expectation->priority != LS_TASK_PRIORITY_NONE && signal->priority != self->expectation->priority)
    return FALSE;
  return self->expectation->aborted == -1 || !!signal->aborted == self->expectation->aborted;
}

/**
 * ls_expectation_watch_holds:
 * @self: a watch
 * @state: a state of its trace, at a position that has been read
 *
 * Tells whether the expectation holds at the position of @state.
 *
 * Returns: whether the expectation holds at the position of @state
 */
gboolean
ls_expectation_watch_holds (LsExpectationWatch *self,
                            LsState            *state)
{
  g_return_val_if_fail (LS_IS_EXPECTATION_WATCH (self), FALSE);
  g_return_val_if_fail (state != NULL, FALSE);
  g_return_val_if_fail (ls_state_get_trace (state) == self->trace, FALSE);

  if (self->expectation->kind == LS_EXPECTATION_NEXT)
    return is_next (self, state);
  if (self->expectation->kind == LS_EXPECTATION_SIGNAL)
    return signal_is_so (self, state);
  return self->found <= ls_state_get_position (state);
}

/* Returns (transfer full) (nullable) why it cannot hold any more after the position of @state, NULL if it still can. @is_over:
 * nothing comes after that position */
char *
ls_expectation_watch_find_mistake (LsExpectationWatch *self,
                                   LsState            *state,
                                   gboolean            is_over)
{
  const LsExpectationKind kind = self->expectation->kind;
  char **lines = self->expectation->lines;

  if (self->failed <= ls_state_get_position (state))
    return g_strdup_printf (_("“%s” began before “%s”."), lines[self->early], lines[self->n_matched]);
  /* What has come before is no mistake, and the user can still make the others come true. */
  if (!is_over || self->found != G_MAXSIZE || kind == LS_EXPECTATION_NEXT || kind == LS_EXPECTATION_SIGNAL ||
      kind == LS_EXPECTATION_POSTED)
    return NULL;
  if (kind == LS_EXPECTATION_LOG_CONTAINS && self->n_matched > 0 && lines[self->n_matched] != NULL)
    return g_strdup_printf (_("The run is over, and “%s” has not come after “%s”."), lines[self->n_matched],
                            lines[self->n_matched - 1]);
  if (kind == LS_EXPECTATION_LOG_CONTAINS && lines[self->n_matched] != NULL)
    return g_strdup_printf (_("The run is over, and “%s” has not come."), lines[self->n_matched]);
  return g_strdup (_("The run is over, and this has not happened."));
}
