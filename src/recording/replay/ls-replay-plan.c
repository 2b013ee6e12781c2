/* ls-replay-plan.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-plan-private.h"

#define N_PAIRS ((LS_N_TASK_PRIORITIES + 1) * (LS_N_TASK_PRIORITIES + 1))

/* What LsReplayKey.more says of something that is under way. */
#define MORE_REPEATS 1    /* a timer or a resource goes on after it has run */
#define MORE_SIGNAL 2     /* the recording says which signal a task has */

/* A task whose priority was another one when it ran. */
typedef struct
{
  guint32 from;
  guint64 posted_at, changed_at;  /* ns; the latest time at which it can have changed */
  guint8  posted, run;
} Change;

/* What is needed to plan one thread. */
typedef struct
{
  LsRecording      *recording;
  LsReplayPlan     *plan;
  LsReplayUnits     units;
  LsReplayKeys      keys;        /* what is under way; value: its link */
  LsReplayKeys     *ends;        /* of messages and flows of all threads; value: first event of the turn, more: thread */
  LsReplayHeap      inputs;      /* events, by when their listeners began */
  GArray           *changes;     /* Change */
  guint32           slot;        /* of the thread */
  guint32           post_flow;   /* text */
  guint64           script_end;  /* ns: the end of the last turn that ran a script */
  guint64           signal;      /* the helper has said that of the next task, whose priority counts; 0 for none */
  gboolean          knows_all;   /* … and says which signals have priorities */
} Planner;

static gboolean
is_priority (guint priority)
{
  return ls_task_priority_is_valid (priority);
}

static const LsRecordingEvent *
get_event (const Planner *self,
           guint32        event)
{
  return &self->units.events[event];
}

static guint32
add_link (Planner *self,
          guint32  from)
{
  const LsReplayLink link = { from, LS_REPLAY_NOTHING, LS_REPLAY_NOTHING };

  g_array_append_val (self->plan->links, link);
  return self->plan->links->len - 1;
}

/* Timers, frames and idle callbacks are counted by each frame of a page. */
static guint32
get_other (LsReplayKeyKind         kind,
           const LsRecordingEvent *event)
{
  return kind == LS_REPLAY_KEY_TIMER || kind == LS_REPLAY_KEY_FRAME || kind == LS_REPLAY_KEY_IDLE ? event->other : 0;
}

/* Something is posted. What has its number already never runs. */
static void
begin (Planner         *self,
       LsReplayKeyKind  kind,
       guint32          i,
       guint32          more)
{
  const LsRecordingEvent *event = get_event (self, i);
  const guint32 link = add_link (self, i);
  LsReplayKey *key = ls_replay_keys_add (&self->keys, kind, event->id, get_other (kind, event));

  key->value = link;
  key->more = more;
}

static LsReplayKey *
find (Planner         *self,
      LsReplayKeyKind  kind,
      guint32          i)
{
  const LsRecordingEvent *event = get_event (self, i);

  return ls_replay_keys_get (&self->keys, kind, event->id, get_other (kind, event));
}

/* Something runs, or is taken away. @unit: (nullable): the turn in which it runs */
static void
end (Planner            *self,
     LsReplayKeyKind     kind,
     guint32             i,
     const LsReplayUnit *unit)
{
  LsReplayKey *key = find (self, kind, i);
  LsReplayLink *link;

  if (key == NULL)
    return;
  link = &g_array_index (self->plan->links, LsReplayLink, key->value);
  link->to = i;
  link->unit = unit != NULL ? unit->first : LS_REPLAY_NOTHING;
  if (unit != NULL && (key->more & MORE_REPEATS) != 0)
    key->value = add_link (self, i);
  else
    ls_replay_keys_remove (&self->keys, key);
}

static void
run_task (Planner            *self,
          guint32             i,
          const LsReplayUnit *unit)
{
  LsReplayKey *key = find (self, LS_REPLAY_KEY_TASK, i);
  const LsRecordingEvent *run = get_event (self, i), *post;
  Change change;

  if (key == NULL)
    return;
  change.from = g_array_index (self->plan->links, LsReplayLink, key->value).from;
  post = get_event (self, change.from);
  if (is_priority (post->priority) && is_priority (run->priority) && post->priority != run->priority &&
      (key->more & MORE_SIGNAL) == 0)
    {
      change.posted_at = post->time;
      change.changed_at = MAX (self->script_end, post->time);
      change.posted = post->priority;
      change.run = run->priority;
      g_array_append_val (self->changes, change);
    }
  end (self, LS_REPLAY_KEY_TASK, i, unit);
}

/* Something from elsewhere begins a turn. */
static void
note_end (Planner            *self,
          LsReplayKeyKind     kind,
          guint64             id,
          const LsReplayUnit *unit)
{
  LsReplayKey *key = ls_replay_keys_add (self->ends, kind, id, 0);

  key->value = unit->first;
  key->more = self->slot;
}

static void
post_task (Planner  *self,
           guint32   i,
           gboolean  is_yield)
{
  const LsRecordingEvent *event = get_event (self, i);
  const guint64 signal = is_yield ? 0 : self->signal;

  if (event->id != 0)
    begin (self, LS_REPLAY_KEY_TASK, i, signal != 0 ? MORE_SIGNAL : 0);
  if (!is_yield)
    self->signal = 0;
  if (signal != 0 && is_priority (event->priority))
    {
      LsReplayKey *key = ls_replay_keys_add (&self->plan->signals, LS_REPLAY_KEY_SIGNAL, signal, 0);

      if (key->value == 0)
        key->value = event->priority;
      /* Tasks have this one without a signal. */
      key->more |= !self->knows_all || event->priority != LS_TASK_PRIORITY_USER_VISIBLE;
    }
}

/* Plans what one event is about. @unit: (nullable): its turn; @is_known: whether it is said when that one's task was posted */
static void
plan_event (Planner            *self,
            guint32             i,
            const LsReplayUnit *unit,
            gboolean            is_known)
{
  const LsRecordingEvent *event = get_event (self, i);

  switch (event->kind)
    {
    case LS_RECORDING_EVENT_POST:
      post_task (self, i, FALSE);
      break;
    case LS_RECORDING_EVENT_YIELD:
      post_task (self, i, TRUE);
      break;
    case LS_RECORDING_EVENT_SIGNAL:
      self->signal = (event->flags & LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY) == 0 ? event->id : 0;
      self->knows_all = event->value != 0;
      break;
    case LS_RECORDING_EVENT_PRIORITY:
      if (event->id != 0)
        ls_replay_keys_add (&self->plan->signals, LS_REPLAY_KEY_SIGNAL, event->id, 0)->more = TRUE;
      break;
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
      if (event->id != 0 && unit != NULL)
        run_task (self, i, unit);
      break;
    case LS_RECORDING_EVENT_ABORT:
    case LS_RECORDING_EVENT_ABORT_YIELD:
      if (event->id != 0)
        end (self, LS_REPLAY_KEY_TASK, i, NULL);
      break;
    case LS_RECORDING_EVENT_TIMER_INSTALL:
      begin (self, LS_REPLAY_KEY_TIMER, i, (event->flags & LS_RECORDING_EVENT_FLAG_REPEATING) != 0 ? MORE_REPEATS : 0);
      break;
    case LS_RECORDING_EVENT_TIMER_REMOVE:
      end (self, LS_REPLAY_KEY_TIMER, i, NULL);
      break;
    case LS_RECORDING_EVENT_TIMER_FIRE:
      end (self, LS_REPLAY_KEY_TIMER, i, unit);
      break;
    case LS_RECORDING_EVENT_FRAME_REQUEST:
      begin (self, LS_REPLAY_KEY_FRAME, i, 0);
      break;
    case LS_RECORDING_EVENT_FRAME_CANCEL:
      end (self, LS_REPLAY_KEY_FRAME, i, NULL);
      break;
    case LS_RECORDING_EVENT_FRAME_FIRE:
      end (self, LS_REPLAY_KEY_FRAME, i, unit);
      break;
    case LS_RECORDING_EVENT_IDLE_REQUEST:
      begin (self, LS_REPLAY_KEY_IDLE, i, 0);
      break;
    case LS_RECORDING_EVENT_IDLE_CANCEL:
      end (self, LS_REPLAY_KEY_IDLE, i, NULL);
      break;
    case LS_RECORDING_EVENT_IDLE_FIRE:
      end (self, LS_REPLAY_KEY_IDLE, i, unit);
      break;
    case LS_RECORDING_EVENT_RESOURCE:
      if (!ls_replay_is_microtasks (self->recording, event))
        begin (self, LS_REPLAY_KEY_RESOURCE, i, MORE_REPEATS);
      break;
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      if (!ls_replay_is_microtasks (self->recording, event))
        end (self, LS_REPLAY_KEY_RESOURCE, i, unit);
      break;
    case LS_RECORDING_EVENT_MESSAGE:
      if (event->id != 0 && unit != NULL && !is_known)
        note_end (self, LS_REPLAY_KEY_MESSAGE, event->id, unit);
      break;
    case LS_RECORDING_EVENT_FLOW_END:
      if (unit != NULL && !is_known && event->text == self->post_flow)
        note_end (self, LS_REPLAY_KEY_FLOW, event->id, unit);
      break;
    case LS_RECORDING_EVENT_INPUT:
      ls_replay_heap_push (&self->inputs, event->time + event->value * G_GUINT64_CONSTANT (1000), i);
      break;
    default:
      break;
    }
}

/* Whether the recording says when the task of a turn was posted. */
static gboolean
is_posting_known (Planner            *self,
                  const LsReplayUnit *unit)
{
  if (unit->primary == LS_REPLAY_NOTHING)
    return FALSE;
  switch (get_event (self, unit->primary)->kind)
    {
    case LS_RECORDING_EVENT_TIMER_FIRE:
      return find (self, LS_REPLAY_KEY_TIMER, unit->primary) != NULL;
    case LS_RECORDING_EVENT_IDLE_FIRE:
      return find (self, LS_REPLAY_KEY_IDLE, unit->primary) != NULL;
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      return find (self, LS_REPLAY_KEY_RESOURCE, unit->primary) != NULL;
    default:
      return get_event (self, unit->primary)->id != 0 && find (self, LS_REPLAY_KEY_TASK, unit->primary) != NULL;
    }
}

/* Input that arrives becomes the task in which its listeners begin. */
static void
take_inputs (Planner            *self,
             const LsReplayUnit *unit,
             gboolean            is_known)
{
  while (ls_replay_heap_get_time (&self->inputs) <= unit->end)
    {
      const LsRecordingEvent *input = get_event (self, ls_replay_heap_get_value (&self->inputs));
      const LsReplayArrival arrival = { input->time, unit->first, FALSE };

      if (!is_known && unit->primary == LS_REPLAY_NOTHING && ls_replay_heap_get_time (&self->inputs) >= unit->start &&
          input->time <= unit->start)
        g_array_append_val (self->plan->arrivals, arrival);
      ls_replay_heap_pop (&self->inputs);
    }
}

static gboolean
is_script (const LsRecordingEvent *event)
{
  switch (event->kind)
    {
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_FRAME_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
    case LS_RECORDING_EVENT_MICROTASKS:
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      return TRUE;
    default:
      return FALSE;
    }
}

static int
compare_changes (gconstpointer a,
                 gconstpointer b)
{
  const Change *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

static int
compare_arrivals (gconstpointer a,
                  gconstpointer b)
{
  const LsReplayArrival *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static int
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  GArray *groups = data;
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  const guint64 time = g_array_index (groups, LsReplayGroup, x).time, other = g_array_index (groups, LsReplayGroup, y).time;

  if (time != other)
    return time < other ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Puts tasks into groups: those posted with one priority that ran with another one, as long as one change explains them. */
static void
make_groups (Planner *self)
{
  GArray *groups = self->plan->groups;
  guint32 open[N_PAIRS];

  for (guint i = 0; i < N_PAIRS; i++)
    open[i] = LS_REPLAY_NOTHING;
  g_array_sort (self->changes, compare_changes);
  for (guint i = 0; i < self->changes->len; i++)
    {
      const Change *change = &g_array_index (self->changes, Change, i);
      guint32 *group = &open[change->posted * (LS_N_TASK_PRIORITIES + 1) + change->run];
      LsReplayMember member = { .from = change->from };
      LsReplayGroup *to;

      if (*group == LS_REPLAY_NOTHING || change->posted_at >= g_array_index (groups, LsReplayGroup, *group).time)
        {
          const LsReplayGroup fresh = { .time = change->changed_at, .posted = change->posted, .run = change->run };

          *group = groups->len;
          g_array_append_val (groups, fresh);
        }
      to = &g_array_index (groups, LsReplayGroup, *group);
      to->time = MIN (to->time, change->changed_at);
      to->n_members++;
      member.group = *group;
      g_array_append_val (self->plan->members, member);
    }
  for (guint32 i = 0; i < groups->len; i++)
    g_array_append_val (self->plan->changes, i);
  g_array_sort_with_data (self->plan->changes, compare_groups, groups);
}

static void
plan_thread (Planner *self)
{
  LsReplayUnit unit;
  guint32 i = 0;

  while (ls_replay_units_next (&self->units, &unit))
    {
      const gboolean is_known = is_posting_known (self, &unit);
      gboolean has_script = FALSE;

      for (; i < unit.first; i++)
        plan_event (self, i, NULL, FALSE);
      for (; i < unit.last; i++)
        {
          plan_event (self, i, &unit, is_known);
          has_script |= is_script (get_event (self, i));
        }
      take_inputs (self, &unit, is_known);
      if (has_script)
        self->script_end = MAX (self->script_end, unit.end);
    }
  for (; i < self->units.n_events; i++)
    plan_event (self, i, NULL, FALSE);
  make_groups (self);
}

static guint32
find_text (LsRecording *recording,
           const char  *text)
{
  for (guint i = 1; i < ls_recording_get_n_texts (recording); i++)
    if (g_strcmp0 (ls_recording_get_text (recording, i), text) == 0)
      return i;
  return LS_REPLAY_NOTHING;
}

/* Finds where what comes from elsewhere was posted. Threads that are none of the agents post, too. */
static void
plan_arrivals (LsRecording  *recording,
               LsReplayPlan *plans,
               const guint  *threads,
               LsReplayKeys *ends,
               guint32       post_flow)
{
  for (guint thread = 0; thread < ls_recording_get_n_threads (recording) && ends->n_keys > 0; thread++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);

      for (gsize i = 0; i < n_events; i++)
        {
          const gboolean is_message = events[i].kind == LS_RECORDING_EVENT_MESSAGE_POST;
          const LsReplayKey *end;

          if (!is_message && (events[i].kind != LS_RECORDING_EVENT_FLOW_BEGIN || events[i].text != post_flow))
            continue;
          end = ls_replay_keys_get (ends, is_message ? LS_REPLAY_KEY_MESSAGE : LS_REPLAY_KEY_FLOW, events[i].id, 0);
          if (end != NULL)
            {
              const LsReplayArrival arrival = { events[i].time, end->value, threads[end->more] == thread };
              gsize n;

              if (arrival.time <= ls_recording_peek_events (recording, threads[end->more], &n)[end->value].time)
                g_array_append_val (plans[end->more].arrivals, arrival);
            }
        }
    }
}

/* Reads the events of these threads, and of all others what they posted to them. Free with ls_replay_plans_free(). */
LsReplayPlan *
ls_replay_plans_make (LsRecording *recording,
                      const guint *threads,
                      guint        n_threads)
{
  LsReplayPlan *plans = g_new0 (LsReplayPlan, n_threads);
  const guint32 post_flow = find_text (recording, LS_REPLAY_POST_FLOW);
  LsReplayKeys ends;

  ls_replay_keys_init (&ends);
  for (guint i = 0; i < n_threads; i++)
    {
      Planner planner = { .recording = recording, .plan = &plans[i], .ends = &ends, .slot = i, .post_flow = post_flow };

      plans[i].links = g_array_new (FALSE, FALSE, sizeof (LsReplayLink));
      plans[i].arrivals = g_array_new (FALSE, FALSE, sizeof (LsReplayArrival));
      plans[i].members = g_array_new (FALSE, FALSE, sizeof (LsReplayMember));
      plans[i].groups = g_array_new (FALSE, FALSE, sizeof (LsReplayGroup));
      plans[i].changes = g_array_new (FALSE, FALSE, sizeof (guint32));
      planner.changes = g_array_new (FALSE, FALSE, sizeof (Change));
      ls_replay_units_init (&planner.units, recording, threads[i]);
      ls_replay_keys_init (&plans[i].signals);
      ls_replay_keys_init (&planner.keys);
      ls_replay_heap_init (&planner.inputs);
      plan_thread (&planner);
      ls_replay_keys_clear (&planner.keys);
      ls_replay_heap_clear (&planner.inputs);
      g_array_unref (planner.changes);
    }
  plan_arrivals (recording, plans, threads, &ends, post_flow);
  ls_replay_keys_clear (&ends);
  for (guint i = 0; i < n_threads; i++)
    g_array_sort (plans[i].arrivals, compare_arrivals);
  return plans;
}

void
ls_replay_plans_free (LsReplayPlan *plans,
                      guint         n_threads)
{
  for (guint i = 0; i < n_threads; i++)
    {
      g_array_unref (plans[i].links);
      g_array_unref (plans[i].arrivals);
      g_array_unref (plans[i].members);
      g_array_unref (plans[i].groups);
      g_array_unref (plans[i].changes);
      ls_replay_keys_clear (&plans[i].signals);
    }
  g_free (plans);
}
