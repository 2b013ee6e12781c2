/* ls-linter.c: reads a trace as it grows, and keeps what was found
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsLintLimits, ls_lint_limits)

/**
 * LsLinter:
 *
 * Looks for what may be wrong with a program in the trace of its run, see [enum@LintKind].
 *
 * It reads the trace from its beginning, a number of records at a time, so that an idle handler or a thread can drive it
 * while the trace grows. What it finds stays: lints are only added, in the order of the records at which they were found,
 * and counted up where they repeat. The exception are those that only the end of a run can tell, of tasks that still wait
 * and signals that were never used: ls_linter_finish() adds them, and they go away if the trace goes on after all.
 *
 * Where ls_trace_forget() drops records, what was found in them stays. What is dropped before it is read is not looked at:
 * ls_linter_get_n_forgotten() says how much that is.
 *
 * Memory is bounded by what is alive in the program at a time and by `lints_per_kind` of [struct@LintLimits]. A linter belongs to
 * one thread at a time, on which its property is notified.
 */

enum
{
  PROP_0,
  PROP_TRACE,
  PROP_N_LINTS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LsLinter, ls_linter, G_TYPE_OBJECT)

/* Lints about unnamed tasks are one to a reader. Those about unnamed signals are kept apart by number. */
static guint32
get_key_id (const LsLint *lint)
{
  return lint->name == 0 && lint->subject_kind == LS_LINT_SUBJECT_SIGNAL ? lint->id : 0;
}

static guint
hash_subject (gconstpointer data)
{
  const LsLint *lint = data;

  return (((lint->kind * 31u + lint->name) * 31u + lint->message) * 31u + get_key_id (lint)) * 31u + lint->priority
         + lint->is_continuation * 7u;
}

static gboolean
equal_subject (gconstpointer a,
               gconstpointer b)
{
  const LsLint *x = a, *y = b;

  return x->kind == y->kind && x->subject_kind == y->subject_kind && x->name == y->name && x->message == y->message
         && x->priority == y->priority && x->other_priority == y->other_priority && x->queue == y->queue
         && x->is_continuation == y->is_continuation && x->element == y->element && get_key_id (x) == get_key_id (y)
         && (x->subject_kind != LS_LINT_SUBJECT_AGENT || (x->id == y->id && x->other == y->other));
}

/* Adds a lint with count 1, or counts up the one that it repeats. Returns that, or NULL where there are too many. */
LsLint *
ls_linter_add (LsLinter     *self,
               const LsLint *found)
{
  GHashTable *by_subject = self->is_at_end ? self->by_subject_at_end : self->by_subject;
  LsLint *lint = g_hash_table_lookup (by_subject, found);

  self->serial++;
  if (lint != NULL)
    {
      lint->count += lint->count < G_MAXUINT32;
      lint->total_duration += found->duration;
      if (found->duration > lint->duration)
        {
          lint->duration = found->duration;
          lint->other_duration = found->other_duration;
          lint->amount = found->amount;
          lint->other = found->other;
          lint->other_name = found->other_name;
          lint->other_kind = found->other_kind;
          lint->worst_id = found->id;
          lint->worst_position = found->position;
        }
      return lint;
    }

  if (self->n_of_kind[found->kind] >= self->limits.lints_per_kind)
    {
      if (self->is_at_end)
        self->n_left_out_at_end++;
      else
        self->n_left_out++;
      return NULL;
    }

  lint = ls_lint_copy (found);
  lint->count = 1;
  lint->worst_id = lint->id;
  lint->worst_position = lint->position;
  lint->total_duration = lint->duration;
  g_ptr_array_add (self->lints, lint);
  g_hash_table_add (by_subject, lint);
  self->n_of_kind[lint->kind]++;

  return lint;
}

static void
ls_linter_finalize (GObject *object)
{
  LsLinter *self = LS_LINTER (object);

  ls_linter_clear_rules (self);
  g_array_unref (self->locks);
  g_hash_table_unref (self->by_subject);
  g_hash_table_unref (self->by_subject_at_end);
  g_ptr_array_unref (self->lints);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_linter_parent_class)->finalize (object);
}

static void
ls_linter_get_property (GObject    *object,
                        guint       prop_id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  LsLinter *self = LS_LINTER (object);

  switch (prop_id)
    {
    case PROP_TRACE:
      g_value_set_object (value, self->trace);
      break;
    case PROP_N_LINTS:
      g_value_set_uint (value, self->lints->len);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_linter_class_init (LsLinterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = ls_linter_finalize;
  object_class->get_property = ls_linter_get_property;

  /**
   * LsLinter:trace:
   *
   * The trace that it reads.
   */
  properties[PROP_TRACE] = g_param_spec_object ("trace", NULL, NULL, LS_TYPE_TRACE, flags);
  /**
   * LsLinter:n-lints:
   *
   * How many lints there are. Notified after each call that found some, or found one again.
   */
  properties[PROP_N_LINTS] = g_param_spec_uint ("n-lints", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ls_linter_init (LsLinter *self)
{
  self->lints = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_lint_free);
  self->by_subject = g_hash_table_new (hash_subject, equal_subject);
  self->by_subject_at_end = g_hash_table_new (hash_subject, equal_subject);
  ls_linter_init_rules (self);
}

/* Takes the limits that are given. */
static void
take_limits (LsLintLimits       *self,
             const LsLintLimits *given)
{
#define TAKE(member) self->member = given->member != 0 ? given->member : self->member
  TAKE (starved);
  TAKE (starved_background);
  TAKE (starved_recorded);
  TAKE (continuations);
  TAKE (continuations_background);
  TAKE (late_continuation);
  TAKE (user_blocking);
  TAKE (long_task);
  TAKE (long_dispatch);
  TAKE (starved_source);
  TAKE (busy_idle);
  TAKE (wake_ups);
  TAKE (microtasks);
  TAKE (notifications);
  TAKE (spins);
  TAKE (lints_per_kind);
#undef TAKE
  self->is_measured = given->is_measured;
}

/**
 * ls_linter_new:
 * @trace: a trace
 * @limits: (nullable): from when on something is a lint; what is not given is as %LS_LINT_LIMITS_INIT says
 *
 * Makes a linter, which finds likely problems in a trace.
 *
 * Returns: (transfer full): a linter that has read nothing yet
 */
LsLinter *
ls_linter_new (LsTrace            *trace,
               const LsLintLimits *limits)
{
  static const LsLintLimits defaults = LS_LINT_LIMITS_INIT;
  LsLinter *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_object_new (LS_TYPE_LINTER, NULL);
  self->trace = g_object_ref (trace);
  self->limits = defaults;
  if (limits != NULL)
    take_limits (&self->limits, limits);
  return self;
}

/**
 * ls_linter_get_trace:
 * @self: a linter
 *
 * Gets the trace that it reads.
 *
 * Returns: (transfer none): the trace that it reads
 */
LsTrace *
ls_linter_get_trace (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), NULL);

  return self->trace;
}

/* Takes back what ls_linter_finish() has added. */
static void
forget_end (LsLinter *self)
{
  self->finished = FALSE;
  self->n_left_out_at_end = 0;
  if (self->lints->len == self->n_lasting)
    return;

  self->serial++;
  g_hash_table_remove_all (self->by_subject_at_end);
  for (guint i = self->n_lasting; i < self->lints->len; i++)
    {
      const LsLint *lint = g_ptr_array_index (self->lints, i);

      self->n_of_kind[lint->kind]--;
    }
  g_ptr_array_set_size (self->lints, self->n_lasting);
}

static void
notify_if_changed (LsLinter *self,
                   guint64   serial)
{
  if (self->serial != serial)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_LINTS]);
}

/**
 * ls_linter_advance:
 * @self: a linter
 * @max_records: how many records to read at most
 *
 * Reads on. A million records take well under a second.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_linter_advance (LsLinter *self,
                   gsize     max_records)
{
  const LsRecord *records;
  guint64 serial;
  gsize n_records;

  g_return_val_if_fail (LS_IS_LINTER (self), FALSE);

  serial = self->serial;
  while (max_records > 0)
    {
      gsize start = ls_trace_get_start (self->trace);

      /* The writer may drop records while they are read. */
      if (self->position < start || self->is_overtaken)
        {
          self->n_forgotten += start > self->position ? start - self->position : 0;
          self->is_overtaken = FALSE;
          ls_linter_begin_at (self, MAX (start, self->position));
          self->serial++;
        }
      records = ls_trace_peek_records (self->trace, self->position, &n_records);
      if (records == NULL)
        break;
      if (self->finished)
        forget_end (self);
      n_records = MIN (n_records, max_records);
      for (gsize i = 0; i < n_records; i++)
        {
          ls_linter_apply (self, &records[i]);
          self->now = records[i].time;
          self->position++;
        }
      max_records -= n_records;
      self->is_overtaken = ls_trace_get_start (self->trace) > self->position - n_records;
    }
  self->n_lasting = self->finished ? self->n_lasting : self->lints->len;
  notify_if_changed (self, serial);

  return self->position < ls_trace_get_length (self->trace);
}

/**
 * ls_linter_finish:
 * @self: a linter that has read all of its trace
 *
 * Tells that the run is over, or that the trace is to be judged as if it were: adds the lints that only the end can tell,
 * after all others. If the trace goes on, the next ls_linter_advance() takes them back.
 */
void
ls_linter_finish (LsLinter *self)
{
  guint64 serial;

  g_return_if_fail (LS_IS_LINTER (self));

  if (self->finished)
    return;
  serial = self->serial;
  self->finished = TRUE;
  self->is_at_end = TRUE;
  ls_linter_look_at_end (self);
  self->is_at_end = FALSE;
  notify_if_changed (self, serial);
}

/**
 * ls_linter_get_finished:
 * @self: a linter
 *
 * Tells whether its lints include those of the end.
 *
 * Returns: whether its lints include those of the end
 */
gboolean
ls_linter_get_finished (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), FALSE);

  return self->finished;
}

/**
 * ls_linter_get_position:
 * @self: a linter
 *
 * Counts the records that the linter has read.
 *
 * Returns: how many records it has read
 */
gsize
ls_linter_get_position (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), 0);

  return self->position;
}

/**
 * ls_linter_get_n_lints:
 * @self: a linter
 *
 * Counts the lints.
 *
 * Returns: how many lints there are
 */
guint
ls_linter_get_n_lints (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), 0);

  return self->lints->len;
}

/**
 * ls_linter_get_lint:
 * @self: a linter
 * @index: less than ls_linter_get_n_lints()
 *
 * The struct stays where it is, but its count and its worst occurrence may change with the next ls_linter_advance(); one
 * of the end may then go away.
 *
 * Returns: (transfer none) (nullable): a lint
 */
const LsLint *
ls_linter_get_lint (LsLinter *self,
                    guint     index)
{
  g_return_val_if_fail (LS_IS_LINTER (self), NULL);

  return index < self->lints->len ? g_ptr_array_index (self->lints, index) : NULL;
}

/**
 * ls_linter_dup_lint: (rename-to ls_linter_get_lint)
 * @self: a linter
 * @index: less than ls_linter_get_n_lints()
 *
 * As [method@Linter.get_lint], for languages that keep what they get. The copy does not change.
 *
 * Returns: (transfer full) (nullable): a lint
 */
LsLint *
ls_linter_dup_lint (LsLinter *self,
                    guint     index)
{
  const LsLint *lint = ls_linter_get_lint (self, index);

  return lint != NULL ? ls_lint_copy (lint) : NULL;
}

/**
 * ls_linter_get_n_of_kind:
 * @self: a linter
 * @kind: a kind of lint
 *
 * Counts the lints of a kind.
 *
 * Returns: how many lints of this kind there are
 */
guint
ls_linter_get_n_of_kind (LsLinter   *self,
                         LsLintKind  kind)
{
  g_return_val_if_fail (LS_IS_LINTER (self), 0);
  g_return_val_if_fail ((guint) kind < LS_N_LINT_KINDS, 0);

  return self->n_of_kind[kind];
}

/**
 * ls_linter_get_n_left_out:
 * @self: a linter
 *
 * Counts the occurrences that were not kept.
 *
 * Returns: how many occurrences were not kept, since there were too many different lints of their kind
 */
guint64
ls_linter_get_n_left_out (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), 0);

  return self->n_left_out + self->n_left_out_at_end;
}

/**
 * ls_linter_get_n_forgotten:
 * @self: a linter
 *
 * Counts the records that the linter could not look at.
 *
 * Returns: how many records were not looked at, since they were forgotten before they were read
 */
guint64
ls_linter_get_n_forgotten (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), 0);

  return self->n_forgotten;
}

/**
 * ls_linter_get_serial:
 * @self: a linter
 *
 * Gets a number that tells whether the lints have changed.
 *
 * Returns: a number that grows whenever a lint is added, counted up or taken back, so that a view knows when to look again
 */
guint64
ls_linter_get_serial (LsLinter *self)
{
  g_return_val_if_fail (LS_IS_LINTER (self), 0);

  return self->serial;
}
