/* ls-recorded-infer.c: what a recording does not say of signals: when priorities changed, and which tasks belong together
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recorded-units-private.h"

/* A priority that somebody saw: of a task or of a continuation of it, at a post or at a run. */
typedef struct
{
  guint64 time;
  guint32 root;
  guint32 unit;
  guint8  priority;
} Sight;

/* Between two sights the priority changed. */
typedef struct
{
  guint64 time;      /* of the later one */
  guint32 root;
  guint32 first;     /* the unit of the earlier one */
  guint32 last;      /* of the later one */
  guint8  from;
  guint8  to;
} Change;

static int
compare_sights (gconstpointer a,
                gconstpointer b)
{
  const Sight *one = a;
  const Sight *two = b;

  if (one->root != two->root)
    return one->root < two->root ? -1 : 1;
  return one->time < two->time ? -1 : one->time > two->time;
}

/* By what changed into what, then by when it had happened at the latest. */
static int
compare_changes (gconstpointer a,
                 gconstpointer b)
{
  const Change *one = a;
  const Change *two = b;

  if (one->from != two->from)
    return one->from < two->from ? -1 : 1;
  if (one->to != two->to)
    return one->to < two->to ? -1 : 1;
  if (one->last != two->last)
    return one->last < two->last ? -1 : 1;
  return one->root < two->root ? -1 : one->root > two->root;
}

static void
add_sight (GArray         *sights,
           guint32         root,
           guint64         time,
           guint32         unit,
           LsTaskPriority  priority)
{
  Sight sight = { .time = time, .root = root, .unit = unit, .priority = priority };

  if (ls_task_priority_is_valid (priority))
    g_array_append_val (sights, sight);
}

static GArray *
find_changes (LsRecordedThread *self)
{
  g_autoptr (GArray) sights = g_array_new (FALSE, FALSE, sizeof (Sight));
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (Change));

  for (guint i = 0; i < self->items->len; i++)
    {
      const LsRecordedItem *item = ls_recorded_item (self, i);

      if (item->root == LS_RECORDED_NONE || item->is_outside || ls_recorded_item (self, item->root)->has_signal)
        continue;
      add_sight (sights, item->root, item->posted, item->poster, item->priority);
      if (item->runner != LS_RECORDED_NONE)
        add_sight (sights, item->root, ls_recorded_unit (self, item->runner)->begin, item->runner, item->run_priority);
    }
  g_array_sort (sights, compare_sights);
  for (guint i = 1; i < sights->len; i++)
    {
      const Sight *before = &g_array_index (sights, Sight, i - 1);
      const Sight *sight = &g_array_index (sights, Sight, i);

      if (before->root == sight->root && before->priority != sight->priority)
        {
          Change change = { .time = sight->time, .root = sight->root, .first = before->unit, .last = sight->unit,
                            .from = before->priority, .to = sight->priority };

          g_array_append_val (changes, change);
        }
    }
  g_array_sort (changes, compare_changes);
  return changes;
}

/* Returns for each unit the last one before it that runs a script, or LS_RECORDED_NONE. */
static guint32 *
find_scripts_before (LsRecordedThread *self)
{
  guint32 *before = g_new (guint32, self->units->len + 1);
  guint32 last = LS_RECORDED_NONE;

  for (guint i = 0; i < self->units->len; i++)
    {
      before[i] = last;
      if (ls_recorded_unit (self, i)->has_script)
        last = i;
    }
  return before;
}

/* At the end of the last script before the change was seen. */
static guint32
place_change (LsRecordedThread *self,
              const Change     *change,
              const guint32    *scripts_before,
              guint32           controller)
{
  const guint32 unit = change->last != LS_RECORDED_NONE ? scripts_before[change->last] : LS_RECORDED_NONE;

  if (unit == LS_RECORDED_NONE || (change->first != LS_RECORDED_NONE && unit < change->first))
    {
      /* Within the callback that posted and went on. */
      ls_recorded_add_op (self, LS_OP_SET_PRIORITY, change->last, change->time, controller, change->to);
      ls_recorded_op (self, self->ops->len - 1)->order = 0;
      return change->last;
    }
  ls_recorded_add_op (self, LS_OP_SET_PRIORITY, unit, ls_recorded_unit (self, unit)->end, controller, change->to);
  return unit;
}

/* The tasks whose priority changed from one to another at a time at which one script could have done it have one controller. */
static void
group_changes (LsRecordedThread *self,
               GArray           *changes,
               const guint32    *n_changes)
{
  g_autofree guint32 *scripts_before = find_scripts_before (self);
  const Change *last = NULL;
  guint32 place = 0, controller = 0;

  for (guint i = 0; i < changes->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, i);
      LsRecordedItem *root = ls_recorded_item (self, change->root);
      const gboolean is_alone = n_changes[change->root] > 1 || root->controller != LS_RECORDED_NONE;

      if (is_alone)
        {
          if (root->controller == LS_RECORDED_NONE)
            root->controller = ls_recorded_add_controller (self, NULL, root->priority, TRUE);
          place_change (self, change, scripts_before, root->controller);
          continue;
        }
      if (last == NULL || last->from != change->from || last->to != change->to || change->last <= place ||
          (change->first != LS_RECORDED_NONE && change->first > place))
        {
          controller = ls_recorded_add_controller (self, NULL, change->from, TRUE);
          place = place_change (self, change, scripts_before, controller);
          last = change;
        }
      root->controller = controller;
    }
}

/* Returns whether a unit did something between two times. @next: the operation to look at first, which moves on. */
static gboolean
did_something (LsRecordedThread *self,
               guint            *next,
               guint             n_ops,
               guint32           unit,
               guint64           from,
               guint64           until)
{
  for (; *next < n_ops; (*next)++)
    {
      const LsRecordedOp *op = ls_recorded_op (self, *next);

      if (op->unit > unit || (op->unit == unit && op->time > from))
        return op->unit == unit && op->time < until;
    }
  return FALSE;
}

static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  LsRecordedThread *self = user_data;
  const LsRecordedItem *one = ls_recorded_item (self, *(const guint32 *) a);
  const LsRecordedItem *two = ls_recorded_item (self, *(const guint32 *) b);

  if (one->abort_unit != two->abort_unit)
    return one->abort_unit < two->abort_unit ? -1 : 1;
  return one->ended < two->ended ? -1 : one->ended > two->ended;
}

static void
abort_once (LsRecordedThread *self,
            GHashTable       *aborted,
            guint32           controller,
            guint32           unit,
            guint64           time)
{
  if (g_hash_table_add (aborted, GUINT_TO_POINTER (controller + 1)))
    ls_recorded_add_op (self, LS_OP_ABORT, unit, time, controller, LS_TASK_PRIORITY_NONE);
}

/* Tasks that were aborted one right after the other have one controller. Where the recording helper tells a task's signal that
 * depends on others, nobody knows which of them was aborted: the task has one more of its own. */
static void
find_aborts (LsRecordedThread *self)
{
  g_autoptr (GHashTable) aborted = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 controller = LS_RECORDED_NONE, last_unit = LS_RECORDED_NONE;
  guint64 last_time = 0;
  guint next_op = 0;

  for (guint32 i = 0; i < self->items->len; i++)
    if (ls_recorded_item (self, i)->abort_unit != LS_RECORDED_NONE && ls_recorded_item (self, i)->root != LS_RECORDED_NONE)
      g_array_append_val (ends, i);
  g_array_sort_with_data (ends, compare_ends, self);
  /* New operations come after those that are sorted. */
  for (guint i = 0, n_ops = self->ops->len; i < ends->len; i++)
    {
      const LsRecordedItem *item = ls_recorded_item (self, g_array_index (ends, guint32, i));
      LsRecordedItem *root = ls_recorded_item (self, item->root);

      if (root->has_signal)
        {
          if (ls_recorded_controller (self, root->controller)->sources != NULL)
            {
              const guint32 source = ls_recorded_add_controller (self, NULL, LS_TASK_PRIORITY_USER_VISIBLE, TRUE);
              const guint32 signal = ls_recorded_add_controller (self, NULL, LS_TASK_PRIORITY_NONE, TRUE);

              ls_recorded_controller (self, signal)->sources = g_array_new (FALSE, FALSE, sizeof (guint32));
              g_array_append_val (ls_recorded_controller (self, signal)->sources, source);
              ls_recorded_controller (self, signal)->follows = root->controller;
              root->controller = signal;
              abort_once (self, aborted, source, item->abort_unit, item->ended);
            }
          else
            abort_once (self, aborted, root->controller, item->abort_unit, item->ended);
          continue;
        }
      if (root->controller != LS_RECORDED_NONE)
        continue;
      if (controller == LS_RECORDED_NONE || item->abort_unit != last_unit ||
          ls_recorded_controller (self, controller)->priority != root->priority ||
          did_something (self, &next_op, n_ops, last_unit, last_time, item->ended))
        controller = ls_recorded_add_controller (self, NULL, root->priority, TRUE);
      root->controller = controller;
      abort_once (self, aborted, controller, item->abort_unit, item->ended);
      last_unit = item->abort_unit;
      last_time = item->ended;
    }
}

/* Whatever depends on what is aborted is so, too. Sources are older. */
static void
mark_aborted (LsRecordedThread *self)
{
  for (guint i = 0; i < self->ops->len; i++)
    if (ls_recorded_op (self, i)->kind == LS_OP_ABORT)
      ls_recorded_controller (self, ls_recorded_op (self, i)->ref)->is_aborted = TRUE;
  for (guint i = 0; i < self->controllers->len; i++)
    {
      LsRecordedController *controller = ls_recorded_controller (self, i);

      for (guint j = 0; controller->sources != NULL && j < controller->sources->len; j++)
        if (ls_recorded_controller (self, g_array_index (controller->sources, guint32, j))->is_aborted)
          controller->is_aborted = TRUE;
    }
}

/* Finds out which controllers there were, when they changed priorities and when they aborted. */
void
ls_recorded_infer (LsRecordedThread *self)
{
  g_autofree guint32 *n_changes = g_new0 (guint32, self->items->len + 1);
  g_autoptr (GArray) changes = NULL;

  ls_recorded_thread_sort_ops (self);
  find_aborts (self);
  mark_aborted (self);
  changes = find_changes (self);
  self->n_changes = changes->len;
  for (guint i = 0; i < changes->len; i++)
    {
      n_changes[g_array_index (changes, Change, i).root]++;
      g_array_append_val (self->changed, g_array_index (changes, Change, i).root);
    }
  group_changes (self, changes, n_changes);
  ls_recorded_thread_sort_ops (self);
}
