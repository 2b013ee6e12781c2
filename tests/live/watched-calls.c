/* watched-calls.c: a program in which GTasks return and g_main_context_invoke() is called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <string.h>

/* What posts has a name that others can see: the watcher looks for it. */
void     post_from_main   (void);
void     return_in_main   (void);
gpointer invoke_in_thread (gpointer data);
void     return_in_thread (GTask        *task,
                           gpointer      object,
                           gpointer      data,
                           GCancellable *cancellable);
void     read_async       (GTask        *task);
gboolean return_later     (gpointer      data);
gboolean count_down       (gpointer      data);
gboolean count_again      (gpointer      data);

static GMainLoop *loop;
static guint n_left, n_notified;

gboolean
count_down (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
on_ready (GObject      *object,
          GAsyncResult *result,
          gpointer      data)
{
  g_usleep (2000);
  count_down (NULL);
}

static void
run (guint n)
{
  n_left = n;
  g_main_loop_run (loop);
}

static GTask *
make_task (const char *name)
{
  GTask *task = g_task_new (NULL, NULL, on_ready, NULL);

  if (name != NULL)
    g_task_set_name (task, name);
  return task;
}

/* The functions that return tasks, each outside of all dispatches. */
void
return_in_main (void)
{
  static const char *const names[] = { "boolean", "int", "pointer", "error", "new error", "value" };
  GValue value = G_VALUE_INIT;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GTask) task = make_task (names[i]);

      switch (i)
        {
        case 0:
          g_task_return_boolean (task, TRUE);
          break;
        case 1:
          g_task_return_int (task, 1);
          break;
        case 2:
          g_task_return_pointer (task, NULL, NULL);
          break;
        case 3:
          g_task_return_error (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "error"));
          break;
        case 4:
          g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "number %u", i);
          g_assert_true (g_task_had_error (task));
          break;
        default:
          g_value_init (&value, G_TYPE_INT);
          g_task_return_value (task, &value);
          break;
        }
    }
  run (G_N_ELEMENTS (names));
}

void
read_async (GTask *task)
{
  (g_task_set_source_tag) (task, read_async);
}

/* A task without a name, but with a tag. */
static void
tag (void)
{
  GTask *task = make_task (NULL);

  read_async (task);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
  run (1);
}

void
return_in_thread (GTask        *task,
                  gpointer      object,
                  gpointer      data,
                  GCancellable *cancellable)
{
  g_task_return_boolean (task, TRUE);
}

/* A task that a thread works for; one that is waited for tells nobody. */
static void
thread (void)
{
  GTask *task = make_task ("waited for");

  g_task_run_in_thread_sync (task, return_in_thread);
  g_object_unref (task);
  task = make_task (NULL);
  g_task_run_in_thread (task, return_in_thread);
  g_object_unref (task);
  /* Else the loop may find the source before the thread has told of it. */
  g_usleep (50000);
  run (1);
}

gboolean
return_later (gpointer data)
{
  GTask *task = data;

  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
  return G_SOURCE_REMOVE;
}

/* The callback is called within the dispatch that returns the task: no source tells it. */
static void
at_once (void)
{
  g_timeout_add (5, return_later, make_task ("at once"));
  run (1);
}

gboolean
count_again (gpointer data)
{
  static guint n;

  g_usleep (1000);
  return ++n < 3 ? G_SOURCE_CONTINUE : count_down (NULL);
}

static void
on_notify (gpointer data)
{
  n_notified++;
}

static gboolean
invoke_in_dispatch (gpointer data)
{
  g_main_context_invoke_full (NULL, G_PRIORITY_LOW, count_again, NULL, on_notify);
  g_assert_cmpuint (n_notified, ==, 1);
  return G_SOURCE_REMOVE;
}

static void
invoke_now (void)
{
  /* Outside of all dispatches, nothing is held up. */
  n_left = 2;
  g_main_context_invoke (NULL, count_down, NULL);
  g_assert_cmpuint (n_left, ==, 1);
  g_idle_add (invoke_in_dispatch, NULL);
  run (1);
}

gpointer
invoke_in_thread (gpointer data)
{
  g_main_context_invoke_full (NULL, G_PRIORITY_HIGH, count_down, NULL, on_notify);
  return NULL;
}

static gboolean
start_thread (gpointer data)
{
  g_thread_join (g_thread_new ("inviter", invoke_in_thread, NULL));
  g_assert_cmpuint (n_notified, ==, 0);
  return G_SOURCE_REMOVE;
}

static void
invoke_elsewhere (void)
{
  g_idle_add (start_thread, NULL);
  run (1);
  g_assert_cmpuint (n_notified, ==, 1);
}

void
post_from_main (void)
{
  g_idle_add (count_down, NULL);
  run (1);
}

/* Contexts for one call each, which come to the same address. */
static void
add_contexts (guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMainContext) context = g_main_context_new ();
      g_autoptr (GSource) source = g_idle_source_new ();

      g_source_set_name (source, "reply");
      g_source_set_callback (source, count_down, NULL, NULL);
      g_source_attach (source, context);
      g_main_context_iteration (context, TRUE);
    }
}

static void
many_contexts (void)
{
  n_left = 2000;
  add_contexts (1500);
}

/* Contexts that are all there at once. */
static void
crowd (void)
{
  GMainContext *all[1100];

  n_left = 2000;
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    all[i] = g_main_context_new ();
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GSource) source = g_idle_source_new ();

      g_source_set_callback (source, count_down, NULL, NULL);
      g_source_attach (source, all[i]);
      g_main_context_iteration (all[i], FALSE);
      g_main_context_unref (all[i]);
    }
}

static gpointer
add_in_thread (gpointer data)
{
  add_contexts (5);
  return NULL;
}

static void
contexts (void)
{
  n_left = 100;
  add_contexts (20);
  g_thread_join (g_thread_new ("caller", add_in_thread, NULL));
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    void      (*function) (void);
  } modes[] = {
    { "returns", return_in_main }, { "tag", tag }, { "thread", thread }, { "at-once", at_once }, { "invoke-now", invoke_now },
    { "invoke-elsewhere", invoke_elsewhere }, { "post", post_from_main },
    { "contexts", contexts }, { "many-contexts", many_contexts }, { "crowd", crowd },
  };

  loop = g_main_loop_new (NULL, FALSE);
  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (modes); i++)
    if (strcmp (modes[i].name, argv[1]) == 0)
      {
        modes[i].function ();
        g_main_loop_unref (loop);
        return 0;
      }
  return 2;
}
