/* test-loop-group.c: loops that share a thread, and what one learns of another, §5.2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-loop-group.h>
#include <ls-scheduler.h>

#define MS G_GUINT64_CONSTANT (1000)
#define N_ATTACKER_TASKS 200
#define N_VICTIM_TASKS 10

/* An origin: a loop with a scheduler, in a group. */
typedef struct
{
  LsEventLoop *loop;
  LsScheduler *scheduler;
  GString     *log;           /* of all origins */
  const char  *name;
} Origin;

static void
origin_init (Origin      *self,
             LsLoopGroup *group,
             GString     *log,
             const char  *name)
{
  self->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  self->scheduler = ls_scheduler_new (self->loop, name);
  self->log = log;
  self->name = name;
  ls_loop_group_add (group, self->loop);
}

static void
origin_clear (Origin *self)
{
  g_object_unref (self->scheduler);
  g_assert_finalize_object (self->loop);
}

static void
note (gpointer data)
{
  Origin *self = data;

  g_string_append_printf (self->log, "%s ", self->name);
}

static void
post (Origin         *self,
      LsTaskPriority  priority,
      guint           n)
{
  for (guint i = 0; i < n; i++)
    ls_scheduler_post (self->scheduler, priority, note, self, NULL);
}

typedef struct
{
  LsLoopGroupPolicy  policy;
  const char        *name;
  const char        *order;
} Policy;

/* Loop a has four user-blocking tasks, b has one of each priority, c has five background ones. Among equals the loop that has
 * waited longest goes first. */
static const Policy policies[] = {
  { LS_LOOP_GROUP_STRICT, "strict", "a b a a a b c b c c c c" },
  { LS_LOOP_GROUP_ROUND_ROBIN, "round-robin", "a b c a b c a b c a c c" },
  { LS_LOOP_GROUP_CYCLE, "cycle", "a b a a c a b c b c c c" },
};

static void
test_order (gconstpointer data)
{
  const Policy *policy = data;
  LsLoopGroup *group = ls_loop_group_new (policy->policy);
  g_autoptr (GString) log = g_string_new (NULL);
  Origin a, b, c;

  g_assert_cmpint (ls_loop_group_get_policy (group), ==, policy->policy);
  origin_init (&a, group, log, "a");
  origin_init (&b, group, log, "b");
  origin_init (&c, group, log, "c");
  g_assert_cmpuint (ls_loop_group_get_n_loops (group), ==, 3);
  g_assert_null (ls_loop_group_get_last (group));
  post (&a, LS_TASK_PRIORITY_USER_BLOCKING, 4);
  post (&b, LS_TASK_PRIORITY_BACKGROUND, 1);
  post (&b, LS_TASK_PRIORITY_USER_VISIBLE, 1);
  post (&b, LS_TASK_PRIORITY_USER_BLOCKING, 1);
  post (&c, LS_TASK_PRIORITY_BACKGROUND, 5);
  g_assert_cmpuint (ls_loop_group_run (group, G_MAXUINT64), ==, 12);
  g_assert_cmpstr (g_strchomp (log->str), ==, policy->order);
  g_assert_true (ls_loop_group_get_last (group) == c.loop);
  g_assert_false (ls_loop_group_run_turn (group));
  g_assert_finalize_object (group);
  origin_clear (&a);
  origin_clear (&b);
  origin_clear (&c);
}

/* §5.2: the attacker posts without pause and looks at the gaps. */
typedef struct
{
  Origin          base;
  LsTaskPriority  priority;
  guint64         last;
  guint           n_left;
  guint           n_gaps;
  GString        *gaps;       /* a letter for each task of the attacker */
} Attacker;

static void
attack (gpointer data)
{
  Attacker *self = data;
  const guint64 now = ls_event_loop_get_time (self->base.loop);

  g_string_append_c (self->gaps, now > self->last ? '+' : '.');
  self->n_gaps += now > self->last;
  self->last = now;
  if (--self->n_left > 0)
    ls_scheduler_post (self->base.scheduler, self->priority, attack, self, NULL);
}

static void
work (gpointer data)
{
  ls_event_loop_work (((Origin *) data)->loop, 5 * MS);
}

/* Returns the gaps that an attacker with tasks of one priority sees while a victim runs ten tasks of another. */
static char *
spy (LsLoopGroupPolicy  policy,
     LsTaskPriority     attackers,
     LsTaskPriority     victims,
     guint             *n_gaps)
{
  g_autoptr (LsLoopGroup) group = ls_loop_group_new (policy);
  Attacker attacker = { .priority = attackers, .n_left = N_ATTACKER_TASKS, .gaps = g_string_new (NULL) };
  Origin victim;

  origin_init (&attacker.base, group, NULL, "attacker");
  origin_init (&victim, group, NULL, "victim");
  ls_scheduler_post (attacker.base.scheduler, attackers, attack, &attacker, NULL);
  for (guint i = 0; i < N_VICTIM_TASKS; i++)
    ls_scheduler_post (victim.scheduler, victims, work, &victim, NULL);
  while (attacker.n_left > 0)
    g_assert_true (ls_loop_group_run_turn (group));
  *n_gaps = attacker.n_gaps;
  ls_loop_group_remove (group, attacker.base.loop);
  ls_loop_group_remove (group, victim.loop);
  origin_clear (&attacker.base);
  origin_clear (&victim);
  return g_string_free (attacker.gaps, FALSE);
}

/* Strict: the attacker sees a gap exactly where the victim's tasks have its priority or a higher one. */
static void
test_strict_leaks (void)
{
  for (int attackers = LS_TASK_PRIORITY_BACKGROUND; attackers <= LS_TASK_PRIORITY_USER_BLOCKING; attackers++)
    for (int victims = LS_TASK_PRIORITY_BACKGROUND; victims <= LS_TASK_PRIORITY_USER_BLOCKING; victims++)
      {
        guint n_gaps;
        g_autofree char *gaps = spy (LS_LOOP_GROUP_STRICT, attackers, victims, &n_gaps);

        if (victims > attackers)
          /* The victim runs all of them in one gap, before the attacker. */
          g_assert_cmpuint (n_gaps, ==, 1);
        else if (victims == attackers)
          g_assert_cmpuint (n_gaps, ==, N_VICTIM_TASKS);
        else
          g_assert_cmpuint (n_gaps, ==, 0);
      }
}

/* Round robin: the attacker sees the same, whatever the priorities are. */
static void
test_round_robin_does_not (void)
{
  guint n_gaps;
  g_autofree char *expected = spy (LS_LOOP_GROUP_ROUND_ROBIN, LS_TASK_PRIORITY_USER_BLOCKING, LS_TASK_PRIORITY_BACKGROUND,
                                   &n_gaps);

  g_assert_cmpuint (n_gaps, ==, N_VICTIM_TASKS);
  for (int attackers = LS_TASK_PRIORITY_BACKGROUND; attackers <= LS_TASK_PRIORITY_USER_BLOCKING; attackers++)
    for (int victims = LS_TASK_PRIORITY_BACKGROUND; victims <= LS_TASK_PRIORITY_USER_BLOCKING; victims++)
      {
        g_autofree char *gaps = spy (LS_LOOP_GROUP_ROUND_ROBIN, attackers, victims, &n_gaps);

        g_assert_cmpstr (gaps, ==, expected);
      }
}

/* Cycle: tasks of every lower priority make the same gaps as tasks of the attacker's own priority, as many and as long. So a gap
 * does not tell which of them ran. */
static void
test_cycle_widens (void)
{
  guint n_gaps;
  g_autofree char *background = NULL;
  g_autofree char *visible = NULL;
  g_autofree char *blocking = NULL;

  background = spy (LS_LOOP_GROUP_CYCLE, LS_TASK_PRIORITY_USER_BLOCKING, LS_TASK_PRIORITY_BACKGROUND, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, N_VICTIM_TASKS);
  visible = spy (LS_LOOP_GROUP_CYCLE, LS_TASK_PRIORITY_USER_BLOCKING, LS_TASK_PRIORITY_USER_VISIBLE, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, N_VICTIM_TASKS);
  blocking = spy (LS_LOOP_GROUP_CYCLE, LS_TASK_PRIORITY_USER_BLOCKING, LS_TASK_PRIORITY_USER_BLOCKING, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, N_VICTIM_TASKS);
  g_assert_cmpstr (background, ==, visible);
  /* The rest is one task more or less in between: the gaps of the own priority come more often. */
  g_assert_cmpstr (background, !=, blocking);
  g_assert_true (g_str_has_prefix (background, "....+...+...+...+"));
}

/* Time */

static LsCompletion
note_callback (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  Origin *self = data;

  g_string_append_printf (self->log, "%s@%u ", self->name, (guint) (ls_event_loop_get_time (self->loop) / MS));
  return LS_COMPLETION_NORMAL;
}

typedef struct
{
  Origin *worker, *other;
} Pair;

static LsCompletion
work_and_set_timer (const LsValue *argument,
                    LsValue       *result,
                    gpointer       data)
{
  Pair *pair = data;

  ls_event_loop_work (pair->worker->loop, 7 * MS);
  /* Both loops have the same time. */
  g_assert_cmpuint (ls_event_loop_get_time (pair->other->loop), ==, ls_event_loop_get_time (pair->worker->loop));
  ls_event_loop_set_timeout (pair->other->loop, 1, NULL, note_callback, pair->other, NULL);
  return LS_COMPLETION_NORMAL;
}

/* The loops share the time, and wake up in the order of their timers. */
static void
test_time (void)
{
  g_autoptr (LsLoopGroup) group = ls_loop_group_new (LS_LOOP_GROUP_ROUND_ROBIN);
  g_autoptr (GString) log = g_string_new (NULL);
  Origin a, b;
  Pair pair = { &a, &b };

  origin_init (&a, group, log, "a");
  ls_event_loop_work (a.loop, 2 * MS);
  origin_init (&b, group, log, "b");
  g_assert_cmpuint (ls_event_loop_get_time (b.loop), ==, 2 * MS);
  /* A loop with a later time takes the others along. */
  ls_loop_group_remove (group, b.loop);
  ls_event_loop_work (b.loop, 1 * MS);
  g_assert_cmpuint (ls_event_loop_get_time (a.loop), ==, 2 * MS);
  ls_loop_group_add (group, b.loop);
  g_assert_cmpuint (ls_event_loop_get_time (a.loop), ==, 3 * MS);
  ls_event_loop_set_timeout (a.loop, 20, NULL, note_callback, &a, NULL);
  ls_event_loop_set_timeout (b.loop, 10, NULL, note_callback, &b, NULL);
  ls_event_loop_set_timeout (a.loop, 5, NULL, work_and_set_timer, &pair, NULL);
  /* A loop of a group does not go on by itself. */
  g_assert_cmpuint (ls_event_loop_run (a.loop, 10), ==, 0);
  g_assert_cmpuint (ls_loop_group_run (group, 100), ==, 4);
  g_assert_cmpstr (log->str, ==, "b@15 b@16 a@23 ");
  g_assert_cmpuint (ls_event_loop_get_time (b.loop), ==, 23 * MS);

  /* Outside the group they do. */
  ls_loop_group_remove (group, b.loop);
  ls_loop_group_remove (group, b.loop);
  g_assert_cmpuint (ls_loop_group_get_n_loops (group), ==, 1);
  ls_event_loop_set_timeout (b.loop, 3, NULL, note_callback, &b, NULL);
  ls_event_loop_run (b.loop, 10);
  g_assert_cmpuint (ls_event_loop_get_time (b.loop), ==, 26 * MS);
  g_assert_cmpuint (ls_event_loop_get_time (a.loop), ==, 23 * MS);
  g_clear_object (&group);
  origin_clear (&a);
  origin_clear (&b);
}

/* Microtasks and rejections come first, whatever the policy. The group does not jump to a timer before them. */
static void
test_rest (gconstpointer policy)
{
  g_autoptr (LsLoopGroup) group = ls_loop_group_new (((const Policy *) policy)->policy);
  g_autoptr (GString) log = g_string_new (NULL);
  Origin a, b;

  origin_init (&a, group, log, "a");
  origin_init (&b, group, log, "b");
  ls_event_loop_set_timeout (a.loop, 1000, NULL, note_callback, &a, NULL);
  ls_event_loop_queue_microtask (a.loop, NULL, note_callback, &a, NULL);
  post (&b, LS_TASK_PRIORITY_USER_BLOCKING, 1);
  g_assert_true (ls_loop_group_run_turn (group));
  g_assert_cmpstr (log->str, ==, "a@0 ");
  g_assert_true (ls_loop_group_run_turn (group));
  g_assert_true (ls_loop_group_run_turn (group));
  g_assert_false (ls_loop_group_run_turn (group));
  g_assert_cmpstr (log->str, ==, "a@0 b a@1000 ");
  g_clear_object (&group);
  origin_clear (&a);
  origin_clear (&b);
}

/* Changes from inside */

static LsLoopGroup *group_inside;

static void
end_inside (gpointer data)
{
  Origin *self = data;

  note (self);
  g_assert_false (ls_loop_group_run_turn (group_inside));
  g_assert_cmpuint (ls_loop_group_run (group_inside, 10), ==, 0);
  ls_loop_group_remove (group_inside, self->loop);
}

static void
drop_group (gpointer data)
{
  note (data);
  g_object_unref (g_steal_pointer (&group_inside));
}

static void
shut_down (gpointer data)
{
  note (data);
  ls_event_loop_shut_down (((Origin *) data)->loop);
}

static void
test_inside (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  Origin a, b, c;
  gpointer weak;

  weak = group_inside = ls_loop_group_new (LS_LOOP_GROUP_ROUND_ROBIN);
  g_object_add_weak_pointer (weak, &weak);
  origin_init (&a, group_inside, log, "a");
  origin_init (&b, group_inside, log, "b");
  origin_init (&c, group_inside, log, "c");
  ls_scheduler_post (a.scheduler, LS_TASK_PRIORITY_BACKGROUND, end_inside, &a, NULL);
  post (&a, LS_TASK_PRIORITY_BACKGROUND, 1);
  ls_scheduler_post (b.scheduler, LS_TASK_PRIORITY_BACKGROUND, shut_down, &b, NULL);
  post (&b, LS_TASK_PRIORITY_BACKGROUND, 1);
  post (&c, LS_TASK_PRIORITY_BACKGROUND, 1);
  ls_scheduler_post (c.scheduler, LS_TASK_PRIORITY_BACKGROUND, drop_group, &c, NULL);
  g_assert_cmpuint (ls_loop_group_run (group_inside, 4), ==, 4);
  g_assert_cmpstr (log->str, ==, "a b c c ");
  g_assert_null (weak);
  g_assert_cmpuint (ls_event_loop_run (a.loop, 10), ==, 1);
  origin_clear (&a);
  origin_clear (&b);
  origin_clear (&c);
}

/* Cycle: the next rank below is a lower one as well. */
static void
test_cycle_next_rank (void)
{
  g_autoptr (LsLoopGroup) group = ls_loop_group_new (LS_LOOP_GROUP_CYCLE);
  g_autoptr (GString) log = g_string_new (NULL);
  Origin a, b;

  origin_init (&a, group, log, "a");
  origin_init (&b, group, log, "b");
  for (guint i = 0; i < 6; i++)
    ls_event_loop_post (a.loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, NULL, note_callback, &a, NULL);
  ls_event_loop_post (b.loop, LS_QUEUE_TYPE_INPUT, 0, LS_POST_NONE, NULL, note_callback, &b, NULL);
  ls_loop_group_run (group, G_MAXUINT64);
  g_assert_cmpstr (g_strchomp (log->str), ==, "a@0 a@0 a@0 a@0 b@0 a@0 a@0");
  g_clear_object (&group);
  origin_clear (&a);
  origin_clear (&b);
}

/* The group holds its loops, and they do not hold it. */
static void
test_lifetime (void)
{
  LsLoopGroup *group = ls_loop_group_new (LS_LOOP_GROUP_CYCLE);
  gpointer loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);

  ls_loop_group_add (group, loop);
  g_object_add_weak_pointer (loop, &loop);
  g_object_unref (loop);
  g_assert_nonnull (loop);
  ls_event_loop_set_timeout (loop, 3600 * 1000, NULL, note_callback, NULL, NULL);
  g_assert_false (ls_loop_group_run_turn (group));
  g_assert_finalize_object (group);
  g_assert_null (loop);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autofree char *path = g_strdup_printf ("/loop-group/order/%s", policies[i].name);
      g_autofree char *rest = g_strdup_printf ("/loop-group/rest/%s", policies[i].name);

      g_test_add_data_func (path, &policies[i], test_order);
      g_test_add_data_func (rest, &policies[i], test_rest);
    }
  g_test_add_func ("/loop-group/strict-leaks", test_strict_leaks);
  g_test_add_func ("/loop-group/round-robin-does-not", test_round_robin_does_not);
  g_test_add_func ("/loop-group/cycle-widens", test_cycle_widens);
  g_test_add_func ("/loop-group/cycle-next-rank", test_cycle_next_rank);
  g_test_add_func ("/loop-group/time", test_time);
  g_test_add_func ("/loop-group/inside", test_inside);
  g_test_add_func ("/loop-group/lifetime", test_lifetime);
  return g_test_run ();
}
