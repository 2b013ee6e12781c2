/* test-task-list.c: the list of the tasks that wait
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>

#include <ls-task-controller.h>
#include <ls-task-list-model.h>

typedef struct
{
  LsEventLoop      *loop;
  LsScheduler      *scheduler;
  LsTaskListModel  *list;
  GPtrArray        *mirror;     /* the items, as the signals tell of them */
  GString          *changes;    /* "position-removed+added " of each signal */
  GString          *ran;
} Fixture;

/* Applies what the signal says, and holds it against what the list has. */
static void
on_items_changed (GListModel *list,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Fixture    *f)
{
  g_assert_cmpuint (position + n_removed, <=, f->mirror->len);
  g_string_append_printf (f->changes, "%u-%u+%u ", position, n_removed, n_added);
  if (n_removed > 0)
    g_ptr_array_remove_range (f->mirror, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (f->mirror, position + i, g_list_model_get_item (list, position + i));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, f->mirror->len);
  g_assert_null (g_list_model_get_item (list, f->mirror->len));
  for (guint i = 0; i < f->mirror->len; i++)
    {
      g_autoptr (LsWaitingTask) item = g_list_model_get_item (list, i);

      g_assert_true (item == g_ptr_array_index (f->mirror, i));
    }
}

static void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  f->loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  f->scheduler = ls_scheduler_new (f->loop, NULL);
  f->list = ls_task_list_model_new (f->scheduler);
  f->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  f->changes = g_string_new (NULL);
  f->ran = g_string_new (NULL);
  g_signal_connect (f->list, "items-changed", G_CALLBACK (on_items_changed), f);
}

static void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  g_ptr_array_unref (f->mirror);
  g_assert_finalize_object (f->list);
  if (f->loop != NULL)
    g_assert_finalize_object (f->loop);
  g_assert_finalize_object (f->scheduler);
  g_string_free (f->changes, TRUE);
  g_string_free (f->ran, TRUE);
}

static LsCompletion
note (const LsValue *argument,
      LsValue       *result,
      gpointer       user_data)
{
  Fixture *f = user_data;

  g_string_append_c (f->ran, '.');
  return LS_COMPLETION_NORMAL;
}

static void
post (Fixture        *f,
      const char     *name,
      LsTaskPriority  priority,
      double          delay)
{
  const LsPostTaskOptions options = { .name = name, .priority = priority, .delay = delay };

  ls_promise_unref (ls_scheduler_post_task (f->scheduler, note, f, NULL, &options));
}

static void
post_with_signal (Fixture          *f,
                  const char       *name,
                  LsTaskController *controller,
                  double            delay)
{
  const LsPostTaskOptions options = { .name = name, .signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller)),
                                      .delay = delay };
  g_autoptr (LsPromise) promise = ls_scheduler_post_task (f->scheduler, note, f, NULL, &options);

  ls_promise_unref (ls_promise_catch (promise, note, f, NULL));
}

/* Returns: (transfer full): the names in the list, delayed tasks in parentheses */
static char *
read_list (LsTaskListModel *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (LsWaitingTask) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      const char *name = ls_waiting_task_get_name (item);

      if (name == NULL)
        name = "-";
      g_string_append_printf (text, "%s%s%s%s ", ls_waiting_task_get_delayed (item) ? "(" : "", name,
                              ls_waiting_task_get_continuation (item) ? "↻" : "", ls_waiting_task_get_delayed (item) ? ")" : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_list (Fixture    *f,
             const char *expected)
{
  g_autofree char *text = NULL;

  ls_task_list_model_update (f->list);
  text = read_list (f->list);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_changes (Fixture    *f,
                const char *expected)
{
  g_assert_cmpstr (f->changes->str, ==, expected);
  g_string_truncate (f->changes, 0);
}

static void
test_order (Fixture       *f,
            gconstpointer  data)
{
  post (f, "b1", LS_TASK_PRIORITY_BACKGROUND, 0);
  post (f, "v1", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post (f, "late", LS_TASK_PRIORITY_USER_BLOCKING, 20);
  post (f, "soon", LS_TASK_PRIORITY_BACKGROUND, 10);
  post (f, "u1", LS_TASK_PRIORITY_USER_BLOCKING, 0);
  post (f, "v2", LS_TASK_PRIORITY_NONE, 0);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_BACKGROUND, (LsTaskFunc) g_free, NULL, NULL);
  assert_list (f, "u1 v1 v2 b1 - (soon) (late) ");
  assert_changes (f, "0-0+7 ");
  ls_event_loop_run_turn (f->loop);
  assert_list (f, "v1 v2 b1 - (soon) (late) ");
  assert_changes (f, "0-1+0 ");
  post (f, "u2", LS_TASK_PRIORITY_USER_BLOCKING, 0);
  post (f, "v3", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post (f, "soonest", LS_TASK_PRIORITY_USER_VISIBLE, 5);
  assert_list (f, "u2 v1 v2 v3 b1 - (soonest) (soon) (late) ");
  assert_changes (f, "0-0+1 3-0+1 6-0+1 ");
  ls_event_loop_run (f->loop, 3);
  assert_list (f, "v3 b1 - (soonest) (soon) (late) ");
  assert_changes (f, "0-3+0 ");
  ls_event_loop_run (f->loop, 100);
  assert_list (f, "");
  assert_changes (f, "0-6+0 ");
  ls_task_list_model_update (f->list);
  assert_changes (f, "");
}

static void
note_notify (GObject    *object,
             GParamSpec *spec,
             Fixture    *f)
{
  g_string_append_printf (f->changes, "%s ", spec->name);
}

/* A task is the same item in another place. */
static void
test_priority (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  g_autoptr (LsWaitingTask) item = NULL;

  post_with_signal (f, "d1", controller, 0);
  post (f, "v1", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post_with_signal (f, "d2", controller, 0);
  post_with_signal (f, "d3", controller, 7);
  assert_list (f, "v1 d1 d2 (d3) ");
  assert_changes (f, "0-0+4 ");
  item = g_list_model_get_item (G_LIST_MODEL (f->list), 1);
  g_signal_connect (item, "notify", G_CALLBACK (note_notify), f);
  ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  assert_list (f, "d1 d2 v1 (d3) ");
  assert_changes (f, "priority 0-0+2 3-2+0 ");
  g_assert_true (item == g_ptr_array_index (f->mirror, 0));
  g_assert_cmpint (ls_waiting_task_get_priority (item), ==, LS_TASK_PRIORITY_USER_BLOCKING);
  g_assert_cmpint (ls_waiting_task_get_priority (g_ptr_array_index (f->mirror, 3)), ==, LS_TASK_PRIORITY_USER_BLOCKING);

  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  assert_list (f, "v1 ");
  assert_changes (f, "0-2+0 1-1+0 ");
  g_assert_cmpstr (ls_waiting_task_get_name (item), ==, "d1");
}

/* A delayed task has no queue, and shows the priority of its signal all the same. */
static void
test_delay (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  g_autoptr (LsWaitingTask) item = NULL;

  post_with_signal (f, "d", controller, 4);
  assert_list (f, "(d) ");
  item = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  g_assert_cmpuint (ls_waiting_task_get_due (item), ==, 4000);
  assert_changes (f, "0-0+1 ");
  g_signal_connect (item, "notify", G_CALLBACK (note_notify), f);
  ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_USER_VISIBLE, NULL);
  assert_list (f, "(d) ");
  assert_changes (f, "priority ");

  /* Its delay ends while another task runs. */
  post (f, "v", LS_TASK_PRIORITY_USER_BLOCKING, 0);
  ls_event_loop_work (f->loop, 5000);
  post (f, "u", LS_TASK_PRIORITY_USER_BLOCKING, 0);
  ls_event_loop_run_turn (f->loop);
  assert_list (f, "u d ");
  assert_changes (f, "delayed due 0-1+2 ");
  g_assert_true (item == g_ptr_array_index (f->mirror, 1));
  g_assert_cmpuint (ls_waiting_task_get_due (item), ==, 0);
}

static LsCompletion
yield (const LsValue *argument,
       LsValue       *result,
       gpointer       user_data)
{
  Fixture *f = user_data;

  ls_promise_unref (ls_scheduler_yield (f->scheduler, NULL));
  return LS_COMPLETION_NORMAL;
}

/* Names are those of the program: there is no trace here. */
static void
test_continuation (Fixture       *f,
                   gconstpointer  data)
{
  const LsPostTaskOptions options = { .name = "long", .priority = LS_TASK_PRIORITY_USER_VISIBLE };

  ls_promise_unref (ls_scheduler_post_task (f->scheduler, yield, f, NULL, &options));
  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post (f, "u", LS_TASK_PRIORITY_BACKGROUND, 0);
  ls_event_loop_run_turn (f->loop);
  assert_list (f, "long↻ v u ");
}

/* The main context brings the list up to date, once for all that has happened. */
static void
test_context (Fixture       *f,
              gconstpointer  data)
{
  for (guint i = 0; i < 1000; i++)
    post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  ls_event_loop_run (f->loop, 400);
  assert_changes (f, "");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  assert_changes (f, "0-0+600 ");
  ls_event_loop_attach (f->loop, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (f->mirror->len, ==, 0);
  g_assert_cmpuint (f->ran->len, ==, 1000);
}

static void
assert_noticed (Fixture    *f,
                const char *expected)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  assert_changes (f, expected);
}

/* The context hears of all that can change the list. */
static void
test_noticed (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr (LsTaskController) controller = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  g_autoptr (LsTaskController) delayed = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_BACKGROUND, NULL);
  g_autoptr (LsWaitingTask) item = NULL;

  post_with_signal (f, "d", delayed, 9);
  assert_noticed (f, "0-0+1 ");
  item = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  g_signal_connect (item, "notify", G_CALLBACK (note_notify), f);
  ls_task_controller_set_priority (delayed, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  assert_noticed (f, "priority ");
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (delayed), NULL);
  assert_noticed (f, "0-1+0 ");

  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post_with_signal (f, "c", controller, 0);
  post_with_signal (f, "c", controller, 0);
  assert_noticed (f, "0-0+3 ");
  ls_task_controller_set_priority (controller, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  assert_noticed (f, "0-0+2 3-2+0 ");
  ls_event_loop_run_turn (f->loop);
  assert_noticed (f, "0-1+0 ");
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  assert_noticed (f, "0-1+0 ");
  assert_noticed (f, "");
}

static void
test_properties (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr (LsScheduler) scheduler = NULL;
  GType type;
  guint n;

  g_signal_connect (f->list, "notify", G_CALLBACK (note_notify), f);
  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  ls_task_list_model_update (f->list);
  assert_changes (f, "0-0+1 n-items ");
  g_object_get (f->list, "scheduler", &scheduler, "item-type", &type, "n-items", &n, NULL);
  g_assert_true (scheduler == f->scheduler);
  g_assert_true (type == LS_TYPE_WAITING_TASK);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (f->list)) == type);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (ls_task_list_model_get_scheduler (f->list) == scheduler);
}

/* Each list has the tasks of its scheduler, and those that are there already. */
static void
test_lists (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr (LsScheduler) other = ls_scheduler_new (f->loop, NULL);
  g_autoptr (LsTaskListModel) first = NULL;
  g_autoptr (LsTaskListModel) second = ls_task_list_model_new (other);
  g_autofree char *text = NULL;

  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post (f, "d", LS_TASK_PRIORITY_USER_VISIBLE, 1);
  first = ls_task_list_model_new (f->scheduler);
  text = read_list (first);
  g_assert_cmpstr (text, ==, "v (d) ");
  assert_list (f, "v (d) ");
  ls_task_list_model_update (second);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (second)), ==, 0);
  g_clear_object (&first);
  ls_scheduler_post (other, LS_TASK_PRIORITY_BACKGROUND, (LsTaskFunc) g_free, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (second)), ==, 1);
}

static void
on_change_do_more (GListModel *list,
                   guint       position,
                   guint       n_removed,
                   guint       n_added,
                   Fixture    *f)
{
  if (n_added == 0)
    return;
  post (f, "more", LS_TASK_PRIORITY_USER_BLOCKING, 0);
  ls_event_loop_run (f->loop, 2);
  ls_task_list_model_update (f->list);
}

static void
test_reentrance (Fixture       *f,
                 gconstpointer  data)
{
  gulong id = g_signal_connect (f->list, "items-changed", G_CALLBACK (on_change_do_more), f);

  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post (f, "u", LS_TASK_PRIORITY_USER_BLOCKING, 0);
  post (f, "b", LS_TASK_PRIORITY_BACKGROUND, 0);
  /* What the list shows is what was there before the handler ran two of these. */
  ls_task_list_model_update (f->list);
  assert_changes (f, "0-0+3 ");
  g_signal_handler_disconnect (f->list, id);
  assert_list (f, "v b ");
  assert_changes (f, "0-1+0 ");
}

static void
on_change_end (GListModel *list,
               guint       position,
               guint       n_removed,
               guint       n_added,
               Fixture    *f)
{
  if (f->loop != NULL)
    g_assert_finalize_object (g_steal_pointer (&f->loop));
}

/* A handler may end the loop, and a list may outlive it. */
static void
test_end (Fixture       *f,
          gconstpointer  data)
{
  g_signal_connect (f->list, "items-changed", G_CALLBACK (on_change_end), f);
  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  post (f, "u", LS_TASK_PRIORITY_USER_BLOCKING, 30);
  ls_task_list_model_update (f->list);
  assert_changes (f, "0-0+2 ");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  assert_changes (f, "0-2+0 ");
}

static void
unref_list (GListModel *list)
{
  g_object_unref (list);
}

/* A handler may drop the last reference to the list. */
static void
test_dropped (Fixture       *f,
              gconstpointer  data)
{
  LsTaskListModel *list = ls_task_list_model_new (f->scheduler);
  gpointer gone = list;

  g_object_add_weak_pointer (G_OBJECT (list), &gone);
  g_signal_connect (list, "items-changed", G_CALLBACK (unref_list), NULL);
  post (f, "v", LS_TASK_PRIORITY_USER_VISIBLE, 0);
  ls_task_list_model_update (list);
  g_assert_null (gone);
  assert_list (f, "v ");
}

/* Runs a turn: that of the task that the list shows first, if it could run. Of delayed tasks that are due at once the priority
 * decides. */
static void
run_first (Fixture *f)
{
  g_autoptr (LsWaitingTask) first = NULL;
  gboolean can_run;

  ls_task_list_model_update (f->list);
  first = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  can_run = first != NULL && !ls_waiting_task_get_delayed (first);
  ls_event_loop_run_turn (f->loop);
  ls_task_list_model_update (f->list);
  g_assert_false (can_run && g_ptr_array_find (f->mirror, first, NULL));
}

/* What the list shows first runs first, and the signals tell all of it, whatever happens. */
static void
test_random (Fixture       *f,
             gconstpointer  data)
{
  static const LsTaskPriority priorities[] = { LS_TASK_PRIORITY_BACKGROUND, LS_TASK_PRIORITY_USER_VISIBLE,
                                               LS_TASK_PRIORITY_USER_BLOCKING };
  LsTaskController *controllers[4];
  GRand *rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++)
    controllers[i] = ls_task_controller_new (f->loop, LS_TASK_PRIORITY_USER_VISIBLE, NULL);
  for (guint i = 0; i < 4000; i++)
    {
      LsTaskController **controller = &controllers[g_rand_int_range (rand, 0, G_N_ELEMENTS (controllers))];
      const LsTaskPriority priority = priorities[g_rand_int_range (rand, 0, 3)];
      g_autofree char *name = g_strdup_printf ("%u", i);

      switch (g_rand_int_range (rand, 0, 12))
        {
        case 0 ... 2:
          post (f, name, priority, g_rand_boolean (rand) ? g_rand_int_range (rand, 1, 50) : 0);
          break;
        case 3 ... 5:
          post_with_signal (f, name, *controller, g_rand_boolean (rand) ? g_rand_int_range (rand, 1, 50) : 0);
          break;
        case 6:
          ls_task_controller_set_priority (*controller, priority, NULL);
          break;
        case 7:
          if (g_rand_int_range (rand, 0, 8) > 0)
            break;
          ls_abort_controller_abort (LS_ABORT_CONTROLLER (*controller), NULL);
          g_object_unref (*controller);
          *controller = ls_task_controller_new (f->loop, priority, NULL);
          break;
        case 8 ... 10:
          run_first (f);
          break;
        default:
          {
            g_autoptr (LsTaskListModel) fresh = NULL;
            g_autofree char *expected = NULL;

            fresh = ls_task_list_model_new (f->scheduler);
            expected = read_list (fresh);
            assert_list (f, expected);
          }
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (controllers); i++)
    g_object_unref (controllers[i]);
  g_rand_free (rand);
}

static gpointer
make_list (gpointer scheduler)
{
  return g_object_new (LS_TYPE_TASK_LIST_MODEL, "scheduler", scheduler, NULL);
}

/* A list belongs to the thread of its loop, also where a binding makes it with its properties. */
static void
test_thread (Fixture       *f,
             gconstpointer  data)
{
  GThread *thread;

  g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, "*pthread_equal*");
  thread = g_thread_new ("other", make_list, f->scheduler);
  g_object_unref (g_thread_join (thread));
  g_test_assert_expected_messages ();
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/task-list/order", test_order);
  ADD ("/task-list/priority", test_priority);
  ADD ("/task-list/delay", test_delay);
  ADD ("/task-list/continuation", test_continuation);
  ADD ("/task-list/context", test_context);
  ADD ("/task-list/noticed", test_noticed);
  ADD ("/task-list/properties", test_properties);
  ADD ("/task-list/lists", test_lists);
  ADD ("/task-list/reentrance", test_reentrance);
  ADD ("/task-list/end", test_end);
  ADD ("/task-list/dropped", test_dropped);
  ADD ("/task-list/thread", test_thread);
  ADD ("/task-list/random", test_random);
  return g_test_run ();
}
