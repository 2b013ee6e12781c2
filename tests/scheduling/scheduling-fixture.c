/* scheduling-fixture.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

#define N_RECORDS 4096

typedef struct
{
  void         (*test) (void);
  const char    *preset;
  LsEdition      edition;
  gboolean       is_recorded;
  gconstpointer  data;
  LsExperiments  experiments;
} Case;

typedef struct
{
  LsProbe    base;
  LsRecord   records[N_RECORDS];
  GPtrArray *strings;
} Recorder;

typedef struct
{
  gpointer  object;
  gpointer *location;
} Watched;

LsEventLoop *loop;
LsScheduler *scheduler;
gconstpointer test_data;

static GString *log_text;
static GPtrArray *kept;
static GPtrArray *watched;
static Recorder recorder;

/* The recorder */

static void
recorder_refill (LsProbe *probe)
{
  g_error ("More than %d records", N_RECORDS);
}

static guint32
recorder_intern (LsProbe    *probe,
                 const char *string)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (recorder.strings, string, g_str_equal, &index))
    {
      index = recorder.strings->len;
      g_ptr_array_add (recorder.strings, g_strdup (string));
    }
  return index + 1;
}

static void
recorder_publish (LsProbe *probe)
{
}

static LsProbe *
recorder_reset (void)
{
  recorder.base = (LsProbe) { recorder.records, recorder.records + N_RECORDS, recorder_refill, recorder_intern,
                              recorder_publish };
  return &recorder.base;
}

void
clear_records (void)
{
  recorder.base.cursor = recorder.records;
}

static void
append_number (GString    *line,
               const char *name,
               guint       number)
{
  if (number != 0)
    g_string_append_printf (line, " %s=%u", name, number);
}

static void
append_record (GString        *text,
               const LsRecord *record)
{
  g_string_append_printf (text, "%s %u", ls_record_kind_to_string (record->kind), record->subject);
  append_number (text, "object", record->object);
  append_number (text, "value", record->value);
  if (record->text != 0)
    g_string_append_printf (text, " text=%s", (char *) g_ptr_array_index (recorder.strings, record->text - 1));
  if (record->priority != LS_TASK_PRIORITY_NONE)
    g_string_append_printf (text, " %s", ls_task_priority_to_string (record->priority));
  append_number (text, "flags", record->flags);
  if (record->clause != LS_CLAUSE_NONE)
    g_string_append_printf (text, " (%s", ls_clause_get_nick (record->clause));
  if (record->step != 0)
    g_string_append_printf (text, " %u", record->step);
  g_string_append (text, record->clause != LS_CLAUSE_NONE ? ")\n" : "\n");
}

void
expect_records_at (const char *file,
                   int         line,
                   const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const LsRecord *record = recorder.records; record < recorder.base.cursor; record++)
    append_record (text, record);
  if (!g_str_equal (text->str, expected))
    g_error ("%s:%d: the records are\n%s\nexpected were\n%s", file, line, text->str, expected);
  clear_records ();
}

const LsRecord *
last_record (LsRecordKind kind)
{
  for (const LsRecord *record = recorder.base.cursor; record > recorder.records; record--)
    if (record[-1].kind == kind)
      return record - 1;

  g_error ("No record %s", ls_record_kind_to_string (kind));
}

/* Tests */

static void
report (LsEventLoop   *reporting_loop,
        const LsValue *exception,
        LsPromise     *promise,
        gpointer       user_data)
{
  g_autofree char *text = describe (exception);

  if (promise == NULL)
    say ("reported:%s", text);
}

static void
set_up (gpointer      *fixture,
        gconstpointer  data)
{
  const Case *test_case = data;
  LsPreset preset = *ls_preset_lookup (test_case->preset);

  preset.experiments = test_case->experiments;
  log_text = g_string_new (NULL);
  kept = g_ptr_array_new_with_free_func (g_object_unref);
  watched = g_ptr_array_new_with_free_func (g_free);
  recorder.strings = g_ptr_array_new_with_free_func (g_free);
  loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, &preset, test_case->edition,
                                        test_case->is_recorded ? recorder_reset () : NULL);
  ls_event_loop_set_report_func (loop, report, NULL, NULL);
  scheduler = ls_scheduler_new (loop, NULL);
  clear_records ();
}

static void
run_case (gpointer      *fixture,
          gconstpointer  data)
{
  const Case *test_case = data;

  test_data = test_case->data;
  test_case->test ();
}

static void
tear_down (gpointer      *fixture,
           gconstpointer  data)
{
  watch_object (loop, NULL);
  watch_object (scheduler, NULL);
  g_clear_pointer (&kept, g_ptr_array_unref);
  g_clear_object (&scheduler);
  g_clear_object (&loop);
  for (guint i = 0; i < watched->len; i++)
    if (((Watched *) g_ptr_array_index (watched, i))->object != NULL)
      g_error ("The %s number %u of the test is still alive",
               G_OBJECT_TYPE_NAME (((Watched *) g_ptr_array_index (watched, i))->object), i);
  g_clear_pointer (&watched, g_ptr_array_unref);
  g_clear_pointer (&recorder.strings, g_ptr_array_unref);
  expect ("");
  g_string_free (g_steal_pointer (&log_text), TRUE);
  g_free ((gpointer) data);
}

static void
add_case (const char *path,
          Case        test_case)
{
  g_test_add_vtable (path, sizeof (gpointer), g_memdup2 (&test_case, sizeof test_case), (GTestFixtureFunc) set_up,
                     (GTestFixtureFunc) run_case, (GTestFixtureFunc) tear_down);
}

void
add_test (const char *path,
          void      (*test) (void))
{
  add_case (path, (Case) { test, LS_DEFAULT_PRESET, LS_EDITION_2025, FALSE, NULL, 0 });
}

void
add_test_2023 (const char *path,
               void      (*test) (void))
{
  add_case (path, (Case) { test, LS_DEFAULT_PRESET, LS_EDITION_2023_YIELD_OPTIONS, FALSE, NULL, 0 });
}

void
add_test_preset (const char *path,
                 const char *preset,
                 void      (*test) (void))
{
  add_case (path, (Case) { test, preset, LS_EDITION_2025, TRUE, NULL, 0 });
}

void
add_test_recorded (const char *path,
                   void      (*test) (void))
{
  add_case (path, (Case) { test, LS_DEFAULT_PRESET, LS_EDITION_2025, TRUE, NULL, 0 });
}

void
add_test_experiments (const char    *path,
                      LsExperiments  experiments,
                      void         (*test) (void))
{
  add_case (path, (Case) { test, LS_DEFAULT_PRESET, LS_EDITION_2025, TRUE, NULL, experiments });
}

void
add_test_full (const char    *path,
               LsEdition      edition,
               gboolean       is_recorded,
               void         (*test) (void),
               gconstpointer  data)
{
  add_case (path, (Case) { test, LS_DEFAULT_PRESET, edition, is_recorded, data, 0 });
}

static void
watched_gone (gpointer  data,
              GObject  *object)
{
  Watched *item = data;

  item->object = NULL;
  if (item->location != NULL)
    *item->location = NULL;
}

void
watch_object (gpointer  object,
              gpointer *location)
{
  Watched *item = g_new (Watched, 1);

  *item = (Watched) { object, location };
  g_ptr_array_add (watched, item);
  g_object_weak_ref (object, watched_gone, item);
}

/* Words */

char *
describe (const LsValue *value)
{
  if (value->type == LS_VALUE_EXCEPTION)
    return g_strdup (ls_exception_get_name (value->as.exception));
  if (value->type == LS_VALUE_STRING)
    return g_strdup (value->as.string);
  return ls_value_to_string (value);
}

void
say (const char *format,
     ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (log_text->len > 0)
    g_string_append_c (log_text, ' ');
  g_string_append_vprintf (log_text, format, arguments);
  va_end (arguments);
}

void
expect_log (const char *file,
            int         line,
            const char *expected)
{
  if (!g_str_equal (log_text->str, expected))
    g_error ("%s:%d: the log is \"%s\", expected was \"%s\"", file, line, log_text->str, expected);
  g_string_truncate (log_text, 0);
}

void
run (void)
{
  ls_event_loop_perform_microtask_checkpoint (loop);
  ls_event_loop_run (loop, 10000);
  g_assert_true (ls_event_loop_is_idle (loop));
}

LsCompletion
say_it (const LsValue *argument,
        LsValue       *result,
        gpointer       user_data)
{
  say ("%s", (const char *) user_data);
  return LS_COMPLETION_NORMAL;
}

/* Logs "NAME:PRIORITY" of the scheduling state, "NAME:none" where there is none, with a "*" behind for an abort source. */
LsCompletion
say_priority (const LsValue *argument,
              LsValue       *result,
              gpointer       user_data)
{
  static const char *const letters[] = { [BG] = "bg", [UV] = "uv", [UB] = "ub" };
  LsAbortSignal *abort_source;
  LsTaskSignal *priority_source;

  ls_scheduler_get_current_state (scheduler, &abort_source, &priority_source);
  say ("%s:%s%s", (const char *) user_data,
       priority_source != NULL ? letters[ls_task_signal_get_priority (priority_source)] : "none",
       abort_source != NULL ? "*" : "");
  return LS_COMPLETION_NORMAL;
}

LsCompletion
throw_it (const LsValue *argument,
          LsValue       *result,
          gpointer       user_data)
{
  ls_value_set_string (result, user_data);
  return LS_COMPLETION_THROW;
}

LsCompletion
return_it (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  ls_value_set_string (result, user_data);
  return LS_COMPLETION_NORMAL;
}

/* Logs NAME, yields, and logs "NAME+". */
LsCompletion
yield_it (const LsValue *argument,
          LsValue       *result,
          gpointer       user_data)
{
  g_autofree char *resumed = g_strdup_printf ("%s+", (const char *) user_data);

  say ("%s", (const char *) user_data);
  yield_then (say_it, g_intern_string (resumed));
  return LS_COMPLETION_NORMAL;
}

/* @user_data is a controller. */
LsCompletion
abort_it (const LsValue *argument,
          LsValue       *result,
          gpointer       user_data)
{
  say ("abort");
  abort_with (user_data, "r");
  return LS_COMPLETION_NORMAL;
}

/* @user_data is a function. */
LsCompletion
call_it (const LsValue *argument,
         LsValue       *result,
         gpointer       user_data)
{
  ((void (*) (void)) user_data) ();
  return LS_COMPLETION_NORMAL;
}

LsCompletion
say_event (LsEvent  *event,
           LsValue  *result,
           gpointer  user_data)
{
  say ("%s", (const char *) user_data);
  return LS_COMPLETION_NORMAL;
}

LsCompletion
throw_event (LsEvent  *event,
             LsValue  *result,
             gpointer  user_data)
{
  ls_value_set_string (result, user_data);
  return LS_COMPLETION_THROW;
}

LsPromise *
post_with (LsScheduler             *on,
           LsCallback               callback,
           gpointer                 data,
           const LsPostTaskOptions *options)
{
  return ls_scheduler_post_task (on, callback, data, NULL, options);
}

void
drop (LsPromise *promise)
{
  g_assert_nonnull (promise);
  ls_promise_unref (promise);
}

void
expect_rejected (LsPromise  *promise,
                 const char *reason)
{
  g_autofree char *text = NULL;

  g_assert_nonnull (promise);
  g_assert_cmpint (ls_promise_get_state (promise), ==, LS_PROMISE_REJECTED);
  text = describe (ls_promise_get_result (promise));
  g_assert_cmpstr (text, ==, reason);
  drop (promise);
}

static LsCompletion
say_value (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  g_autofree char *text = describe (argument);

  say ("%s=%s", (const char *) user_data, text);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
say_reason (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  g_autofree char *text = describe (argument);

  say ("%s!%s", (const char *) user_data, text);
  return LS_COMPLETION_NORMAL;
}

void
watch (LsPromise  *promise,
       const char *name)
{
  g_assert_nonnull (promise);
  drop (ls_promise_then_full (promise, say_value, (gpointer) name, NULL, say_reason, (gpointer) name, NULL));
  drop (promise);
}

void
then (LsPromise     *promise,
      LsCallback     callback,
      gconstpointer  data)
{
  drop (ls_promise_then (promise, callback, (gpointer) data, NULL));
  drop (promise);
}

void
yield_then (LsCallback    callback,
            gconstpointer data)
{
  then (ls_scheduler_yield (scheduler, NULL), callback, data);
}

void
microtask (LsCallback    callback,
           gconstpointer data)
{
  ls_event_loop_queue_microtask (loop, NULL, callback, (gpointer) data, NULL);
}

/* Takes over @object. */
gpointer
keep (gpointer object)
{
  g_assert_nonnull (object);
  watch_object (object, NULL);
  g_ptr_array_add (kept, object);
  return object;
}

LsTaskController *
controller (LsTaskPriority priority)
{
  LsTaskController *self = keep (ls_task_controller_new (loop, priority, NULL));

  watch_object (ls_task_controller_get_task_signal (self), NULL);
  return self;
}

LsAbortController *
abort_controller (void)
{
  LsAbortController *self = keep (ls_abort_controller_new (loop, NULL));

  watch_object (ls_abort_controller_get_signal (self), NULL);
  return self;
}

LsAbortSignal *
signal_of (gpointer abort_controller)
{
  return ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (abort_controller));
}

LsTaskSignal *
task_signal_of (LsTaskController *task_controller)
{
  return ls_task_controller_get_task_signal (task_controller);
}

void
set_priority (LsTaskController *task_controller,
              LsTaskPriority    priority)
{
  g_autoptr (GError) error = NULL;

  ls_task_controller_set_priority (task_controller, priority, &error);
  g_assert_no_error (error);
}

void
abort_with (gpointer    abort_controller,
            const char *reason)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  if (reason != NULL)
    ls_value_set_string (&value, reason);
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (abort_controller), reason != NULL ? &value : NULL);
}

LsTaskSignal *
any_following (LsTaskSignal *source)
{
  return keep (ls_task_signal_any_with_source (loop, NULL, 0, source));
}

LsTaskSignal *
any_fixed (LsAbortSignal  *abort_source,
           LsTaskPriority  priority)
{
  return keep (ls_task_signal_any (loop, &abort_source, abort_source != NULL ? 1 : 0, priority));
}

guint
listen (gpointer         signal,
        const char      *type,
        LsEventListener  listener,
        const char      *name)
{
  return ls_abort_signal_add_listener (signal, type, listener, LS_LISTENER_NONE, (gpointer) name, NULL);
}
