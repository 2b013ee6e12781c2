/* test-task-thread.c: who drops a task that a thread worked on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-thread-private.h"

/* What a task is for: an object that only one thread may use. */
typedef struct
{
  GThread  *finalized_on;
  GThread  *worker;
  gboolean  is_returned;
  GMutex    lock;
  GCond     changed;
  gboolean  is_let_go;
} Owner;

static void
finalized (gpointer data)
{
  Owner *owner = data;

  g_atomic_pointer_set (&owner->finalized_on, g_thread_self ());
}

static void
work (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  g_assert_true (G_IS_OBJECT (source));
  g_assert_nonnull (cancellable);
  g_task_return_pointer (task, g_thread_self (), NULL);
}

/* A thread that keeps the task until whoever asked has the result and has let go of all: what happens to GIO's now and then. */
static gpointer
linger (gpointer data)
{
  GTask *task = data;
  Owner *owner = g_task_get_task_data (task);

  g_mutex_lock (&owner->lock);
  while (!owner->is_let_go)
    g_cond_wait (&owner->changed, &owner->lock);
  g_mutex_unlock (&owner->lock);
  g_object_unref (task);
  return NULL;
}

static void
returned_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  Owner *owner = user_data;

  owner->worker = g_task_propagate_pointer (G_TASK (result), NULL);
  owner->is_returned = TRUE;
}

/* Asks from this thread, in its default context. */
static void
ask (Owner    *owner,
     gboolean  lingers)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GMainContext *context = g_main_context_get_thread_default ();
  GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
  GTask *task = g_task_new (source, cancellable, returned_cb, owner);
  GThread *thread = NULL;

  g_object_set_data_full (source, "owner", owner, finalized);
  g_task_set_task_data (task, owner, NULL);
  ls_task_run_in_thread (task, work);
  if (lingers)
    thread = g_thread_new ("lingers", linger, g_object_ref (task));
  g_object_unref (task);
  g_object_unref (source);

  while (!owner->is_returned)
    g_main_context_iteration (context, TRUE);
  g_assert_nonnull (owner->worker);
  g_assert_true (owner->worker != g_thread_self ());
  if (lingers)
    {
      while (g_main_context_iteration (context, FALSE))
        ;
      g_assert_null (g_atomic_pointer_get (&owner->finalized_on));
      g_mutex_lock (&owner->lock);
      owner->is_let_go = TRUE;
      g_cond_signal (&owner->changed);
      g_mutex_unlock (&owner->lock);
      g_thread_join (thread);
    }
  while (g_atomic_pointer_get (&owner->finalized_on) == NULL)
    g_main_context_iteration (context, TRUE);
  g_assert_true (owner->finalized_on == g_thread_self ());
}

/* The thread lets go of the task last. */
static void
test_last (void)
{
  Owner owner = { 0 };

  ask (&owner, TRUE);
}

/* Whoever lets go last by chance. */
static void
test_often (void)
{
  for (guint i = 0; i < 500; i++)
    {
      Owner owner = { 0 };

      ask (&owner, FALSE);
    }
}

static gpointer
ask_thread (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  g_main_context_push_thread_default (context);
  ask (data, TRUE);
  g_main_context_pop_thread_default (context);
  return NULL;
}

/* A task of another thread comes back to that one. */
static void
test_context (void)
{
  Owner owner = { 0 };

  g_thread_join (g_thread_new ("asks", ask_thread, &owner));
  g_assert_nonnull (owner.finalized_on);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/task-thread/last", test_last);
  g_test_add_func ("/task-thread/often", test_often);
  g_test_add_func ("/task-thread/context", test_context);

  return g_test_run ();
}
