/* ls-event-loop-new.c: making event loops, and what they have in common with those of their cluster
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-enums.h"
#include "ls-event-loop-private.h"
#include "ls-loop-marks-private.h"
#include "ls-probe-outlet-private.h"
#include "ls-promise-private.h"

/* What a loop is made of that no public property says */
typedef struct
{
  const LsPreset *preset;        /* (nullable) */
  LsProbe        *probe;         /* (nullable) */
  guint64        *shared_clock;  /* (nullable) */
  LsNumberSpace  *numbers;       /* (nullable) */
} LsLoopParts;

/**
 * LsEventLoop:
 *
 * An event loop as HTML and Chromium have it: task queues of many types, each with four work queues, timers, microtasks, idle
 * callbacks and a clock. Schedulers ([class@Scheduler]) add their task queues to it. A preset says which queue is served first.
 *
 * Drive it by hand with [method@EventLoop.step] or [method@EventLoop.run], or let a [struct@GLib.MainContext] drive it with
 * [method@EventLoop.attach]. A loop belongs to the thread that made it. Other threads call [method@EventLoop.post_from_thread].
 */
G_DEFINE_FINAL_TYPE (LsEventLoop, ls_event_loop, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_CLOCK,
  PROP_PRESET,
  PROP_EDITION,
  PROP_QUANTUM,
  PROP_PROBE,
  PROP_PARTS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void
event_loop_report_rule (LsEventLoop  *self,
                        LsPresetRule  rule,
                        guint         value)
{
  if (value > 0)
    ls_event_loop_emit (self, .kind = LS_RECORD_PRESET_RULE, .subject = rule, .value = value,
                        .text = ls_probe_intern (self->probe, ls_preset_rule_to_string (rule)),
                        .clause = LS_CLAUSE_PRESET);
}

static void
event_loop_report_preset (LsEventLoop *self)
{
  const LsPreset *preset = &self->preset;

  ls_event_loop_emit (self, .kind = LS_RECORD_LOOP_STARTED, .text = ls_probe_intern (self->probe, preset->name),
                      .object = preset->experiments, .value = self->edition, .level = self->clock,
                      .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (ls_queue_type_is_valid (i))
      ls_event_loop_emit (self, .kind = LS_RECORD_PRESET_QUEUE, .queue = i, .level = preset->queue_ranks[i],
                          .text = ls_probe_intern (self->probe, preset->rank_names[preset->queue_ranks[i]]),
                          .clause = LS_CLAUSE_PRESET);
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const guint8 rank = preset->effective_priority_ranks[i];

      ls_event_loop_emit (self, .kind = LS_RECORD_PRESET_PRIORITY, .value = i, .level = rank,
                          .text = ls_probe_intern (self->probe, preset->rank_names[rank]), .clause = LS_CLAUSE_PRESET);
    }
  event_loop_report_rule (self, LS_PRESET_RULE_MAX_DELAYED_PICKS, preset->max_delayed_picks);
  event_loop_report_rule (self, LS_PRESET_RULE_FAIR_AFTER, preset->fair_after);
}

/* Copies the table of a preset by its name. Does nothing for NULL where there is a table already. */
static void
event_loop_set_preset (LsEventLoop *self,
                       const char  *name)
{
  const LsPreset *preset = ls_preset_lookup (name);

  if (preset == NULL)
    g_warning ("There is no preset “%s”: expected one of ls_preset_get_names()", name);
  if (name != NULL || self->preset.name == NULL)
    self->preset = preset != NULL ? *preset : *ls_preset_lookup (NULL);
}

/* Takes over what ls_event_loop_new_sharing() was given. @parts (nullable): none for a loop of g_object_new() */
static void
event_loop_set_parts (LsEventLoop       *self,
                      const LsLoopParts *parts)
{
  if (parts == NULL)
    return;
  if (parts->preset != NULL)
    self->preset = *parts->preset;
  self->probe = parts->probe;
  if (parts->numbers != NULL)
    {
      ls_event_loop_share (self, parts->shared_clock, parts->numbers);
      /* The agents of a model throw what they are made to throw. Who runs them asks for it. */
      self->report = NULL;
    }
}

/* Lets an outlet have the records of a loop. The loops of a cluster that reports nothing are a model's, and there may be thousands
 * of them. */
static void
event_loop_open_outlet (LsEventLoop *self)
{
  LsProbe *probe = self->probe;

  if (G_LIKELY (ls_probe_outlet == NULL) || (probe == NULL && self->numbers != &self->own_numbers))
    return;
  self->probe = ls_probe_outlet->open (probe, self->clock == LS_CLOCK_MONOTONIC ? (gint64) self->clock_start : -1);
  self->owns_probe = probe == NULL && self->probe != NULL;
}

static void
ls_event_loop_constructed (GObject *object)
{
  LsEventLoop *self = LS_EVENT_LOOP (object);

  G_OBJECT_CLASS (ls_event_loop_parent_class)->constructed (object);

  self->clock_start = g_get_monotonic_time ();
  /* Whoever watches the program sees that its tasks wait, and is to see no source that the program does not have. */
  self->may_be_neglected = self->clock == LS_CLOCK_MONOTONIC && self->numbers == &self->own_numbers && ls_probe_outlet == NULL;
  event_loop_open_outlet (self);
  /* Runs that the explorer tries out have no marks: they took place in no real time. */
  if (self->probe != NULL || self->numbers == &self->own_numbers)
    self->marks = ls_loop_marks_new ();
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      self->preset.queue_ranks[i] = MIN (self->preset.queue_ranks[i], LS_PRESET_MAX_RANKS - 1);
      self->queues[i].rank = self->preset.queue_ranks[i];
    }
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    self->preset.effective_priority_ranks[i] = MIN (self->preset.effective_priority_ranks[i], LS_PRESET_MAX_RANKS - 1);
  if (self->probe != NULL)
    event_loop_report_preset (self);
}

static void
ls_event_loop_dispose (GObject *object)
{
  LsEventLoop *self = LS_EVENT_LOOP (object);

  ls_loop_neglect_note_end (self);
  self->space->loop_was_ended |= self->shut_down;
  ls_event_loop_shut_down (self);

  G_OBJECT_CLASS (ls_event_loop_parent_class)->dispose (object);
}

static void
ls_event_loop_finalize (GObject *object)
{
  LsEventLoop *self = LS_EVENT_LOOP (object);

  if (self->report_destroy != NULL)
    self->report_destroy (self->report_data);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->timers, g_hash_table_unref);
  g_clear_pointer (&self->idle_callbacks, g_hash_table_unref);
  g_clear_pointer (&self->rejections, g_ptr_array_unref);
  ls_runnable_queues_clear (&self->scheduler_queues);
  ls_wake_up_queue_clear (&self->wake_ups);
  ls_microtask_queue_clear (&self->microtasks);
  ls_pool_clear (&self->task_pool);
  self->space->loop = NULL;
  g_clear_pointer (&self->space, ls_loop_space_unref);
  if (self->owns_probe)
    ls_probe_outlet->close (self->probe);
  g_clear_pointer (&self->given_probe, ls_probe_unref);
  g_clear_pointer (&self->marks, ls_loop_marks_free);

  G_OBJECT_CLASS (ls_event_loop_parent_class)->finalize (object);
}

static void
ls_event_loop_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *spec)
{
  LsEventLoop *self = LS_EVENT_LOOP (object);

  switch (id)
    {
    case PROP_CLOCK:
      g_value_set_enum (value, self->clock);
      break;
    case PROP_PRESET:
      g_value_set_string (value, self->preset.name);
      break;
    case PROP_EDITION:
      g_value_set_enum (value, self->edition);
      break;
    case PROP_QUANTUM:
      g_value_set_uint64 (value, self->quantum);
      break;
    case PROP_PROBE:
      g_value_set_boxed (value, self->given_probe);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_event_loop_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *spec)
{
  LsEventLoop *self = LS_EVENT_LOOP (object);

  switch (id)
    {
    case PROP_CLOCK:
      self->clock = g_value_get_enum (value);
      break;
    case PROP_PRESET:
      event_loop_set_preset (self, g_value_get_string (value));
      break;
    case PROP_EDITION:
      self->edition = g_value_get_enum (value);
      break;
    case PROP_QUANTUM:
      ls_event_loop_set_quantum (self, g_value_get_uint64 (value));
      break;
    case PROP_PROBE:
      self->given_probe = g_value_dup_boxed (value);
      if (self->given_probe != NULL)
        self->probe = self->given_probe;
      break;
    case PROP_PARTS:
      event_loop_set_parts (self, g_value_get_pointer (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_event_loop_class_init (LsEventLoopClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = ls_event_loop_constructed;
  object_class->dispose = ls_event_loop_dispose;
  object_class->finalize = ls_event_loop_finalize;
  object_class->get_property = ls_event_loop_get_property;
  object_class->set_property = ls_event_loop_set_property;

  /**
   * LsEventLoop:clock:
   *
   * The kind of clock
   */
  properties[PROP_CLOCK] = g_param_spec_enum ("clock", NULL, NULL, LS_TYPE_CLOCK_KIND, LS_CLOCK_VIRTUAL,
                                              G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsEventLoop:preset:
   *
   * The name of the preset whose table says which queue is served first
   */
  properties[PROP_PRESET] = g_param_spec_string ("preset", NULL, NULL, NULL,
                                                 G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsEventLoop:edition:
   *
   * The text of the specification that the loop's schedulers follow
   */
  properties[PROP_EDITION] = g_param_spec_enum ("edition", NULL, NULL, LS_TYPE_EDITION, LS_EDITION_2025,
                                                G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsEventLoop:quantum:
   *
   * How long the loop runs before other sources of its main context go first, in µs. See [method@EventLoop.set_quantum]
   */
  properties[PROP_QUANTUM] = g_param_spec_uint64 ("quantum", NULL, NULL, 1, G_MAXUINT64, LS_DEFAULT_QUANTUM,
                                                  G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * LsEventLoop:probe:
   *
   * What the loop reports to, for example [method@Trace.get_probe]. The loop keeps the probe's owner alive
   */
  properties[PROP_PROBE] = g_param_spec_boxed ("probe", NULL, NULL, LS_TYPE_PROBE,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * LsEventLoop:parts: (skip)
   *
   * Of this library alone: what no other property can say
   */
  properties[PROP_PARTS] = g_param_spec_pointer ("parts", NULL, NULL,
                                                 G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

/* What nobody catches is printed, unless the program says otherwise. */
static void
warn_of_exception (LsEventLoop   *self,
                   const LsValue *exception,
                   LsPromise     *promise,
                   gpointer       user_data)
{
  g_autofree char *text = ls_value_to_string (exception);

  if (promise != NULL && promise->label != NULL)
    g_warning ("Unhandled rejection of promise %u of task “%s”: %s", ls_promise_get_id (promise), promise->label, text);
  else if (promise != NULL)
    g_warning ("Unhandled rejection of promise %u: %s", ls_promise_get_id (promise), text);
  else
    g_warning ("Uncaught exception: %s", text);
}

static void
ls_event_loop_init (LsEventLoop *self)
{
  self->report = warn_of_exception;
  self->thread = pthread_self ();
  self->next_enqueue_order = 1;
  self->numbers = &self->own_numbers;
  self->quantum = LS_DEFAULT_QUANTUM;
  self->timers = g_hash_table_new (NULL, NULL);
  self->idle_callbacks = g_hash_table_new (NULL, NULL);
  self->rejections = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  ls_pool_init (&self->task_pool, sizeof (LsPlainTask));
  self->space = ls_loop_space_new (self, sizeof (LsPromise), sizeof (LsReaction));
}

/**
 * ls_event_loop_new:
 * @clock: the kind of clock
 *
 * Makes an event loop with the default preset and edition, which reports to nobody.
 *
 * Returns: (transfer full): a loop with the default preset and edition, without a probe
 */
LsEventLoop *
ls_event_loop_new (LsClockKind clock)
{
  return ls_event_loop_new_with_preset (clock, NULL, LS_EDITION_2025, NULL);
}

/**
 * ls_event_loop_new_with_preset: (skip)
 * @clock: the kind of clock
 * @preset: (nullable): a table, or %NULL for %LS_DEFAULT_PRESET; the loop copies the table and not its strings
 * @edition: the text of the specification that the schedulers follow
 * @probe: (nullable): the probe that the loop reports to; must outlive the loop
 *
 * Makes an event loop.
 *
 * Returns: (transfer full): a loop
 */
LsEventLoop *
ls_event_loop_new_with_preset (LsClockKind     clock,
                               const LsPreset *preset,
                               LsEdition       edition,
                               LsProbe        *probe)
{
  return ls_event_loop_new_sharing (clock, preset, edition, probe, NULL, NULL);
}

/* Makes a loop of an agent cluster. The loop reads and advances @shared_clock (nullable, µs) and takes its numbers from @numbers
 * (nullable); both hold for the records of its preset already. They must outlive the loop, or its ls_event_loop_stop_sharing().
 * */
LsEventLoop *
ls_event_loop_new_sharing (LsClockKind     clock,
                           const LsPreset *preset,
                           LsEdition       edition,
                           LsProbe        *probe,
                           guint64        *shared_clock,
                           LsNumberSpace  *numbers)
{
  const LsLoopParts parts = { preset, probe, shared_clock, numbers };

  return g_object_new (LS_TYPE_EVENT_LOOP, "clock", clock, "edition", edition, "parts", &parts, NULL);
}

/* Joins @clock and @numbers. The things that the loop has made so far keep their numbers. */
void
ls_event_loop_share (LsEventLoop   *self,
                     guint64       *clock,
                     LsNumberSpace *numbers)
{
  if (self->numbers == numbers)
    return;
  ls_event_loop_write_numbers (self);
  for (gsize i = 0; i < sizeof *numbers / sizeof (guint32); i++)
    {
      guint32 *shared = (guint32 *) numbers + i;

      *shared = MAX (*shared, *((const guint32 *) self->numbers + i));
    }
  self->numbers = numbers;
  *clock = MAX (*clock, self->now);
  self->now = *clock;
  self->shared_clock = clock;
  ls_event_loop_read_numbers (self);
}

/* Copies the shared clock and numbers. From here on the loop counts by itself. */
void
ls_event_loop_stop_sharing (LsEventLoop *self)
{
  if (self->numbers == &self->own_numbers)
    return;
  self->own_numbers = *self->numbers;
  self->numbers = &self->own_numbers;
  self->now = *self->shared_clock;
  self->shared_clock = NULL;
}

/* A language host counts promises by itself while it runs. Other loops have made promises meanwhile. */
void
ls_event_loop_read_numbers (LsEventLoop *self)
{
  if (self->foreign_jobs.last_promise != NULL)
    *self->foreign_jobs.last_promise = self->numbers->last_promise;
}

void
ls_event_loop_write_numbers (LsEventLoop *self)
{
  if (self->foreign_jobs.last_promise != NULL)
    self->numbers->last_promise = MAX (self->numbers->last_promise, *self->foreign_jobs.last_promise);
}
