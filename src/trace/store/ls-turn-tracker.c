/* ls-turn-tracker.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-turn-tracker-private.h"

#include "ls-trace-private.h"

/* A task is known as in a comparison of runs: by its name, by who posted it and as which one of those that this one posted under
 * that name. Here all that is in one number, so that nothing needs to be kept of tasks that are over. */

/* Those that one task posted under one name. */
struct _LsPostedGroup
{
  guint64        key;       /* first: that is what it is found by */
  guint32        count;
  LsPostedGroup *next;      /* another one of the same poster */
};

#define KIND_TASK 1
#define KIND_CONTINUATION 2
#define KIND_ACTION 3

static guint64
mix (guint64 a,
     guint64 b)
{
  a ^= b + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (a << 6) + (a >> 2);
  a ^= a >> 30;
  a *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  a ^= a >> 27;
  a *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return a ^ a >> 31;
}

static guint64
hash_text (LsTurnTracker *self,
           guint32        text)
{
  const char *string = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  guint64 hash = 0;

  for (; string != NULL && *string != '\0'; string++)
    hash = (hash ^ (guint8) *string) * G_GUINT64_CONSTANT (0x100000001b3) + 1;
  return hash;
}

/* Counts one more of those that @poster made under a name. */
static guint64
identify (LsTurnTracker *self,
          guint          kind,
          guint32        text,
          guint64        poster)
{
  guint64 key = mix (mix (hash_text (self, text), kind), poster);
  LsPostedGroup *group = g_hash_table_lookup (self->groups, &key);

  if (group == NULL)
    {
      group = g_new0 (LsPostedGroup, 1);
      group->key = key;
      g_hash_table_add (self->groups, group);
      /* Nobody's are counted to the end. */
      if (poster != 0)
        {
          group->next = self->loop.posted;
          self->loop.posted = group;
        }
    }
  return mix (key, ++group->count) | 1;
}

/* What a task is known by, which the record may be the first to name. */
static guint64
take_task (LsTurnTracker  *self,
           const LsRecord *record)
{
  gboolean is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0;
  const guint64 *known = ls_id_map_get (&self->tasks, record->subject);
  guint64 identity;

  if (record->subject == 0 || record->subject == self->loop.running)
    return 0;
  if (known != NULL && record->kind != LS_RECORD_TASK_POSTED)
    return *known;
  identity = identify (self, is_continuation ? KIND_CONTINUATION : KIND_TASK, record->text, self->loop.poster);
  *(guint64 *) ls_id_map_add (&self->tasks, record->subject) = identity;
  return identity;
}

/* A task that is over posts nothing any more. */
static void
end_turn (LsTurnTracker *self)
{
  while (self->loop.posted != NULL)
    {
      LsPostedGroup *group = self->loop.posted;

      self->loop.posted = group->next;
      g_hash_table_remove (self->groups, group);
    }
  self->loop.running = 0;
  self->loop.poster = 0;
}

static void
on_selected (LsTurnTracker  *self,
             const LsRecord *record)
{
  guint64 identity;

  end_turn (self);
  identity = take_task (self, record);
  ls_id_map_remove (&self->tasks, record->subject);
  self->loop.running = record->subject;
  self->loop.poster = identity;
  self->loop.origin = (LsStepOrigin) { .identity = identity };
}

/*< private >
 * ls_turn_tracker_init:
 * @self: (out caller-allocates): a tracker
 * @trace: what it is to read
 *
 * The tracker has to be told of all records of @trace, from the first one on. */
void
ls_turn_tracker_init (LsTurnTracker *self,
                      LsTrace       *trace)
{
  *self = (LsTurnTracker) { .trace = g_object_ref (trace) };
  self->groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  ls_id_map_init (&self->tasks, sizeof (guint64));
  ls_agent_slots_init (&self->loops, sizeof (LsTrackedLoop));
}

void
ls_turn_tracker_clear (LsTurnTracker *self)
{
  g_clear_pointer (&self->groups, g_hash_table_unref);
  ls_id_map_clear (&self->tasks);
  ls_agent_slots_clear (&self->loops);
  g_clear_object (&self->trace);
}

/*< private >
 * ls_turn_tracker_read:
 * @self: a tracker
 * @record: the next record
 * @origin: (out): where a step ends with it, what that is a step of
 *
 * Returns: whether a step ends with @record */
gboolean
ls_turn_tracker_read (LsTurnTracker  *self,
                      const LsRecord *record,
                      LsStepOrigin   *origin)
{
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
      take_task (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      ls_id_map_remove (&self->tasks, record->subject);
      break;
    case LS_RECORD_TASK_SELECTED:
      on_selected (self, record);
      break;
    case LS_RECORD_TURN_ENDED:
      end_turn (self);
      break;
    case LS_RECORD_AGENT_RUN:
      if (ls_agent_slots_wants_switch (&self->loops, record))
        ls_agent_slots_switch (&self->loops, record->subject, &self->loop);
      break;
    case LS_RECORD_ACTION:
      /* What a step of a turn is counted as does not depend on what the user does between them. */
      self->action = identify (self, KIND_ACTION, record->text, 0);
      break;
    default:
      break;
    }

  if (!ls_record_ends_step (record))
    return FALSE;
  if (record->kind == LS_RECORD_ACTION_FINISHED)
    *origin = (LsStepOrigin) { .identity = self->action };
  else
    {
      self->loop.origin.index++;
      *origin = self->loop.origin;
    }
  return TRUE;
}
