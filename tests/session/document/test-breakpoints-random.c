/* Breakpoints stop in programs at random where whole states, of which nothing is remembered, say that they have to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "ls-break-matcher.h"
#include "ls-state.h"
#include "session-util.h"

static const char *const priorities[] = { "background", "user-visible", "user-blocking" };

static void add_steps (GString *out, GRand *rand, guint depth);

static void
add_step (GString *out,
          GRand   *rand,
          guint    depth)
{
  guint name = g_rand_int_range (rand, 0, 4), signal = g_rand_int_range (rand, 0, 3);
  const char *priority = priorities[g_rand_int_range (rand, 0, 3)];

  switch (g_rand_int_range (rand, 0, depth > 0 ? 12 : 6))
    {
    case 0:
      g_string_append_printf (out, "{\"op\":\"work\",\"ms\":%d}", g_rand_int_range (rand, 0, 9));
      break;
    case 1:
      g_string_append_printf (out, "{\"op\":\"log\",\"text\":\"line %u\"}", name);
      break;
    case 2:
      g_string_append_printf (out, "{\"op\":\"setPriority\",\"controller\":\"c%u\",\"priority\":\"%s\"}", signal, priority);
      break;
    case 3:
      g_string_append_printf (out, "{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"yield\"},{\"op\":\"work\",\"ms\":1}]}");
      break;
    case 4:
      if (g_rand_int_range (rand, 0, 6) == 0)
        g_string_append_printf (out, "{\"op\":\"abort\",\"controller\":\"c%u\",\"reason\":\"gone\"}", signal);
      else
        g_string_append (out, "{\"op\":\"work\",\"ms\":2}");
      break;
    case 5:
      g_string_append (out, "{\"op\":\"microtask\",\"body\":[{\"op\":\"log\",\"text\":\"line micro\"}]}");
      break;
    case 6:
      g_string_append_printf (out, "{\"op\":\"post\",\"queue\":\"input\",\"name\":\"t%u\",\"delay\":%d,\"body\":[", name,
                              g_rand_int_range (rand, 0, 5));
      add_steps (out, rand, depth - 1);
      g_string_append (out, "]}");
      break;
    case 7:
      g_string_append_printf (out, "{\"op\":\"timer\",\"ms\":%d,\"name\":\"t%u\",\"body\":[", g_rand_int_range (rand, 0, 20),
                              name);
      add_steps (out, rand, depth - 1);
      g_string_append (out, "]}");
      break;
    default:
      g_string_append_printf (out, "{\"op\":\"postTask\",\"name\":\"t%u\",\"delay\":%d", name,
                              g_rand_int_range (rand, 0, 4) == 0 ? 7 : 0);
      if (g_rand_boolean (rand))
        g_string_append_printf (out, ",\"priority\":\"%s\"", priority);
      if (g_rand_boolean (rand))
        g_string_append_printf (out, ",\"signal\":\"c%u\"", signal);
      g_string_append (out, ",\"body\":[");
      add_steps (out, rand, depth - 1);
      g_string_append (out, "]}");
      break;
    }
}

static void
add_steps (GString *out,
           GRand   *rand,
           guint    depth)
{
  guint n = g_rand_int_range (rand, 1, 5);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      add_step (out, rand, depth);
    }
}

static char *
random_program (GRand *rand)
{
  GString *out = g_string_new ("{\"op\":\"controller\",\"name\":\"c0\",\"priority\":\"background\"},"
                               "{\"op\":\"controller\",\"name\":\"c1\"},"
                               "{\"op\":\"controller\",\"name\":\"c2\",\"priority\":\"user-blocking\"}");

  for (guint i = 0; i < 6; i++)
    {
      g_string_append_c (out, ',');
      add_step (out, rand, 4);
    }
  return g_string_free (out, FALSE);
}

/* The naive matcher: looks at whole states, and at nothing that a matcher remembers. */

typedef struct
{
  const LsBreakRule *rule;
  LsTrace           *trace;
  LsState           *before, *after;
  GHashTable        *told;        /* WAIT: waits that were looked at, by task */
  guint32            running_queue;
  guint64            n_hits;
} Naive;

static gboolean
name_matches (Naive      *self,
              const char *pattern,
              guint32     text)
{
  return pattern == NULL || (text != 0 && ls_break_pattern_match (pattern, ls_trace_get_text (self->trace, text)));
}

static gboolean
signal_matches (Naive   *self,
                LsState *state,
                guint32  id)
{
  const LsSignalState *signal = id != 0 ? ls_state_get_signal (state, id) : NULL;

  return self->rule->signal == NULL || (signal != NULL && name_matches (self, self->rule->signal, signal->name));
}

static gboolean
task_matches (Naive    *self,
              LsState  *state,
              guint32   id,
              guint32   queue_id,
              gboolean  with_signal,
              gboolean  with_priority)
{
  const LsBreakRule *rule = self->rule;
  const LsTaskState *task = id != 0 ? ls_state_get_task (state, id) : NULL;
  const LsQueueState *queue = queue_id != 0 ? ls_state_get_queue (state, queue_id) : NULL;
  guint priority;

  if (rule->task == NULL && !(with_signal && rule->signal != NULL) &&
      !(with_priority && rule->priority != LS_TASK_PRIORITY_NONE))
    return TRUE;
  if (task == NULL)
    return FALSE;
  priority = task->status == LS_TASK_STATUS_QUEUED && queue != NULL ? queue->priority : task->priority;
  if (task->status == LS_TASK_STATUS_RUNNING && queue_id == 0)
    priority = LS_TASK_PRIORITY_NONE;
  return name_matches (self, rule->task, task->name) &&
         (!with_priority || rule->priority == LS_TASK_PRIORITY_NONE || rule->priority == priority) &&
         (!with_signal || signal_matches (self, state, task->signal) ||
          (queue != NULL && signal_matches (self, state, queue->signal)));
}

static guint32
loop_length (LsState *state,
             guint    type)
{
  const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);

  if (queue == NULL)
    return 0;
  return queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_INCOMING].length +
         queue->work_queues[LS_WORK_QUEUE_IMMEDIATE_WORK].length + queue->work_queues[LS_WORK_QUEUE_DELAYED_WORK].length;
}

static gboolean
is_too_long (Naive   *self,
             LsState *state,
             guint32  id)
{
  const LsQueueState *queue = id <= ls_state_get_n_queues (state) ? ls_state_get_queue (state, id) : NULL;

  return queue != NULL && queue->id != 0 && queue->tasks.length > self->rule->count &&
         (self->rule->priority == LS_TASK_PRIORITY_NONE || self->rule->priority == queue->priority) &&
         signal_matches (self, state, queue->signal);
}

static guint
total_length (LsState *state,
              gboolean with_loop)
{
  guint n = 0;

  for (guint id = 1; id <= ls_state_get_n_queues (state); id++)
    n += ls_state_get_queue (state, id)->tasks.length;
  for (guint type = 0; with_loop && type < LS_N_QUEUE_TYPES; type++)
    n += loop_length (state, type);
  return n;
}

static gboolean
naive_length (Naive *self)
{
  const LsBreakRule *rule = self->rule;

  if (rule->queue == LS_BREAK_QUEUE_ALL || rule->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    {
      gboolean all = rule->queue == LS_BREAK_QUEUE_ALL;

      return total_length (self->after, all) > rule->count && total_length (self->before, all) <= rule->count;
    }
  if (rule->queue >= 0)
    return loop_length (self->after, rule->queue) > rule->count && loop_length (self->before, rule->queue) <= rule->count;

  for (guint id = 1; id <= ls_state_get_n_queues (self->after); id++)
    if (is_too_long (self, self->after, id) && !is_too_long (self, self->before, id))
      return TRUE;
  for (guint type = 0; rule->priority == LS_TASK_PRIORITY_NONE && rule->signal == NULL && type < LS_N_QUEUE_TYPES; type++)
    if (loop_length (self->after, type) > rule->count && loop_length (self->before, type) <= rule->count)
      return TRUE;
  return FALSE;
}

static gboolean
naive_wait (Naive          *self,
            const LsRecord *record)
{
  gboolean found = FALSE;

  for (guint32 id = 1; id <= ls_state_get_n_tasks (self->before); id++)
    {
      const LsTaskState *task = ls_state_get_task (self->before, id);
      g_autofree guint64 *key = NULL;

      if (task == NULL || (task->status != LS_TASK_STATUS_QUEUED && task->status != LS_TASK_STATUS_INCOMING) ||
          record->time - task->queued_at <= self->rule->time)
        continue;
      key = g_new (guint64, 1);
      *key = (guint64) id << 40 | task->queued_at;
      if (!g_hash_table_add (self->told, g_steal_pointer (&key)))
        continue;
      found |= task_matches (self, self->before, id, task->queue, TRUE, TRUE);
    }
  return found;
}

static gboolean
naive_matches (Naive          *self,
               const LsRecord *record)
{
  const LsBreakRule *rule = self->rule;
  guint32 running = ls_state_get_running_task (self->after);
  const LsSignalState *signal;

  switch (rule->kind)
    {
    case LS_BREAK_TASK_START:
    case LS_BREAK_PRIORITY:
      return record->kind == LS_RECORD_TASK_STARTED &&
             task_matches (self, self->after, record->subject, self->running_queue, TRUE, TRUE);
    case LS_BREAK_PRIORITY_CHANGE:
      return record->kind == LS_RECORD_SIGNAL_PRIORITY && signal_matches (self, self->after, record->subject) &&
             (rule->priority == LS_TASK_PRIORITY_NONE || rule->priority == record->priority) &&
             task_matches (self, self->after, running, self->running_queue, FALSE, FALSE);
    case LS_BREAK_ABORT:
    case LS_BREAK_SIGNAL:
      if (record->kind < LS_RECORD_SIGNAL_CREATED || record->kind > LS_RECORD_EVENT_END ||
          (rule->kind == LS_BREAK_ABORT && record->kind != LS_RECORD_SIGNAL_ABORTED))
        return FALSE;
      signal = ls_state_get_signal (self->after, record->subject);
      return !(signal->flags & LS_RECORD_FLAG_INTERNAL) && signal_matches (self, self->after, record->subject) &&
             (rule->text == NULL || strstr (ls_trace_get_text (self->trace, record->text), rule->text) != NULL) &&
             task_matches (self, self->after, running, self->running_queue, FALSE, TRUE);
    case LS_BREAK_TIME:
      return self->n_hits == 0 && record->time >= rule->time;
    case LS_BREAK_LOG:
      return record->kind == LS_RECORD_LOG && strstr (ls_trace_get_text (self->trace, record->text), rule->text) != NULL &&
             task_matches (self, self->after, running, self->running_queue, TRUE, TRUE);
    case LS_BREAK_QUEUE_LENGTH:
      return naive_length (self);
    case LS_BREAK_WAIT:
      return naive_wait (self, record);
    case LS_BREAK_LINE:
    case LS_BREAK_AGENT_RUN:
    case LS_BREAK_AGENT_WAIT:
    case LS_BREAK_AGENT_NOTIFIED:
    case LS_BREAK_MEMORY:
    case LS_BREAK_LOCK:
    default:
      g_assert_not_reached ();
    }
}

static char *
naive_positions (LsTrace           *trace,
                 const LsBreakRule *rule)
{
  g_autoptr (LsState) before = ls_state_new (trace);
  g_autoptr (LsState) after = ls_state_new (trace);
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Naive self = { .rule = rule, .trace = trace, .before = before, .after = after, .told = told };
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      ls_state_seek (before, i);
      ls_state_seek (after, i + 1);
      if (record.kind == LS_RECORD_TASK_SELECTED)
        self.running_queue = record.object;
      if (!naive_matches (&self, &record))
        continue;
      self.n_hits++;
      if (self.n_hits >= rule->from && (self.n_hits - rule->from) % rule->every == 0)
        g_string_append_printf (out, "%" G_GSIZE_FORMAT " ", i + 1);
    }
  return g_string_free (out, FALSE);
}

static char *
found_positions (LsTrace           *trace,
                 const LsBreakRule *rule)
{
  g_autoptr (GPtrArray) rules = g_ptr_array_new ();
  g_autoptr (LsBreakMatcher) matcher = NULL;
  GString *out = g_string_new (NULL);
  gsize position = 0;
  LsBreakResult result;

  g_ptr_array_add (rules, (gpointer) rule);
  matcher = ls_break_matcher_new (trace, rules);
  while ((result = ls_break_matcher_forward (matcher, position, G_MAXSIZE, 100, &position)) != LS_BREAK_NOT_FOUND)
    if (result == LS_BREAK_FOUND)
      g_string_append_printf (out, "%" G_GSIZE_FORMAT " ", position);
  return g_string_free (out, FALSE);
}

static const char *const random_rules[] = {
  "{\"on\":\"task-start\"}",
  "{\"on\":\"task-start\",\"task\":\"t1\",\"every\":2}",
  "{\"on\":\"task-start\",\"signal\":\"c*\",\"from\":2}",
  "{\"on\":\"task-start\",\"task\":\"t?\",\"priority\":\"user-visible\"}",
  "{\"on\":\"priority\",\"priority\":\"background\"}",
  "{\"on\":\"prioritychange\"}",
  "{\"on\":\"prioritychange\",\"signal\":\"c1\",\"priority\":\"user-blocking\"}",
  "{\"on\":\"prioritychange\",\"task\":\"t*\"}",
  "{\"on\":\"abort\"}",
  "{\"on\":\"abort\",\"text\":\"gone\",\"signal\":\"c0\"}",
  "{\"on\":\"signal\",\"signal\":\"c2\"}",
  "{\"on\":\"signal\",\"signal\":\"c*\",\"priority\":\"background\"}",
  "{\"on\":\"time\",\"ms\":9.5}",
  "{\"on\":\"log\",\"text\":\"line\"}",
  "{\"on\":\"log\",\"text\":\"line 1\",\"task\":\"t*\"}",
  "{\"on\":\"log\",\"text\":\"line\",\"signal\":\"c?\"}",
  "{\"on\":\"queue-length\",\"length\":0}",
  "{\"on\":\"queue-length\",\"length\":1}",
  "{\"on\":\"queue-length\",\"length\":0,\"priority\":\"user-blocking\"}",
  "{\"on\":\"queue-length\",\"length\":1,\"signal\":\"c*\"}",
  "{\"on\":\"queue-length\",\"length\":2,\"queue\":\"all\"}",
  "{\"on\":\"queue-length\",\"length\":1,\"queue\":\"input\"}",
  "{\"on\":\"queue-length\",\"length\":2,\"queue\":\"web-scheduling\"}",
  "{\"on\":\"wait\",\"ms\":0}",
  "{\"on\":\"wait\",\"ms\":3}",
  "{\"on\":\"wait\",\"ms\":2,\"priority\":\"background\"}",
  "{\"on\":\"wait\",\"ms\":1,\"task\":\"t2\",\"every\":2}",
  "{\"on\":\"wait\",\"ms\":1,\"signal\":\"c1\"}",
};

static void
test_random_programs (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint n_hits[G_N_ELEMENTS (random_rules)] = { 0 };

  for (guint round = 0; round < 200; round++)
    {
      g_autofree char *program = random_program (rand);
      g_autoptr (LsSession) session = session_new (program, "", "");
      g_autoptr (LsRunner) runner = runner_new (session);
      LsTrace *trace = ls_runner_get_trace (runner);

      ls_runner_run_to_end (runner, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (random_rules); i++)
        {
          g_autoptr (LsBreakRule) rule = break_rule_new (random_rules[i]);
          g_autofree char *expected = naive_positions (trace, rule);
          g_autofree char *found = found_positions (trace, rule);

          if (!g_str_equal (found, expected))
            g_error ("round %u, %s:\n%s\n%s\n%s", round, random_rules[i], found, expected, program);
          n_hits[i] += *found != '\0';
        }
    }
  /* Each of them has found something somewhere. */
  for (guint i = 0; i < G_N_ELEMENTS (random_rules); i++)
    if (n_hits[i] == 0)
      g_error ("%s never hit", random_rules[i]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/breakpoints/random/programs", test_random_programs);

  return g_test_run ();
}
