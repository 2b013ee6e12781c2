/* ls-watch.c: watches the main loops of a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-watch.h"

#include "ls-joinable-private.h"
#include "ls-live-run-private.h"
#include "ls-watcher-private.h"

/**
 * LsWatch:
 *
 * Starts a program with a library that tells what its main loops do, and makes a trace of that while it runs. The program is as
 * it is otherwise, and never waits for the watch. What it starts is watched as well.
 *
 * A thread that sleeps is held when something is ready. A step lets the thread go that has been held for longest, for exactly one
 * dispatch; while nothing is held, the next dispatch is the one.
 *
 * All the work is done on a thread of the watch's own: it reads, looks symbols up and writes the trace, which any thread may read
 * while it grows. The functions of the watch belong to the thread that made it. Signals are emitted there, by its default main
 * context, and once for all that has happened since the last time.
 */
struct _LsWatch
{
  GObject    parent_instance;

  LsTrace   *trace;
  LsWatcher *watcher;
  gboolean   has_begun, has_ended;
  gboolean   is_to_hold;
  char      *started;       /* what the program is called that was started, NULL for none */
};

static void init_live_run (LsLiveRunInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsWatch, ls_watch, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (LS_TYPE_LIVE_RUN, init_live_run))

static void
on_events (LsWatcherEvents events,
           gpointer        user_data)
{
  g_autoptr (LsWatch) self = g_object_ref (user_data);

  if ((events & LS_WATCHER_CHANGED) != 0)
    ls_live_run_emit_changed (LS_LIVE_RUN (self));
  if ((events & LS_WATCHER_HELD) != 0)
    ls_live_run_emit_held (LS_LIVE_RUN (self));
  if ((events & LS_WATCHER_ENDED) == 0 || self->has_ended)
    return;
  self->has_ended = TRUE;
  ls_live_run_emit_ended (LS_LIVE_RUN (self));
}

static void
ls_watch_dispose (GObject *object)
{
  LsWatch *self = LS_WATCH (object);

  g_clear_pointer (&self->watcher, ls_watcher_free);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->started, g_free);

  G_OBJECT_CLASS (ls_watch_parent_class)->dispose (object);
}

static void
ls_watch_class_init (LsWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_watch_dispose;
}

static void
ls_watch_init (LsWatch *self)
{
  self->trace = ls_trace_new ();
  self->watcher = ls_watcher_new (self->trace, on_events, self);
}

/**
 * ls_watch_new:
 *
 * Makes a watch of programs, which watches nothing yet.
 *
 * Returns: (transfer full): a watch of nothing yet, which belongs to the calling thread. When it is freed, it stops.
 */
LsWatch *
ls_watch_new (void)
{
  return g_object_new (LS_TYPE_WATCH, NULL);
}

/**
 * ls_watch_set_surroundings:
 * @self: a watch of nothing yet
 * @folder: (nullable): the working directory of the program, %NULL for that of this one
 * @environment: (nullable) (array zero-terminated=1): its environment, as g_get_environ() has it; %NULL for that of this one
 *
 * Says where [method@Watch.launch] starts a program.
 */
void
ls_watch_set_surroundings (LsWatch            *self,
                           const char         *folder,
                           const char *const  *environment)
{
  g_return_if_fail (LS_IS_WATCH (self));
  g_return_if_fail (!self->has_begun);

  ls_watcher_set_surroundings (self->watcher, folder, environment);
}

/**
 * ls_watch_launch:
 * @self: a watch of nothing yet
 * @arguments: a program, looked for in PATH, and its arguments
 * @error: return location for an error
 *
 * Starts a program and watches it. It has the standard streams and the environment of this one, and LD_PRELOAD and LOOPSCOPE_TRACE
 * besides.
 *
 * Returns: %FALSE with @error set if it could not be started
 */
gboolean
ls_watch_launch (LsWatch            *self,
                 const char *const  *arguments,
                 GError            **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);
  g_return_val_if_fail (!self->has_begun && arguments != NULL && arguments[0] != NULL, FALSE);

  self->has_begun = ls_watcher_launch (self->watcher, arguments, error);
  if (self->has_begun)
    self->started = g_path_get_basename (arguments[0]);
  return self->has_begun;
}

/**
 * ls_watch_list_programs:
 *
 * Lists the programs of this user that carry the library, and that nobody watches.
 *
 * Returns: (transfer full) (element-type LsWatchProgram): them, by number
 */
GPtrArray *
ls_watch_list_programs (void)
{
  return ls_joinable_list ();
}

/**
 * ls_watch_list_others:
 *
 * Lists the programs of this user that use GLib and do not carry the library: ls_watch_join() needs a debugger for them. Any thread
 * may call it; it looks at all processes, which takes some time.
 *
 * Returns: (transfer full) (element-type LsWatchProgram): them, by number
 */
GPtrArray *
ls_watch_list_others (void)
{
  return ls_joinable_list_others ();
}

/**
 * ls_watch_explain_debugger:
 *
 * Tells why programs that carry nothing cannot be joined.
 *
 * Returns: (transfer full) (nullable): a sentence: why those of ls_watch_list_others() cannot be joined; %NULL if they may be
 */
char *
ls_watch_explain_debugger (void)
{
  return ls_joinable_explain_debugger ();
}

/**
 * ls_watch_join:
 * @self: a watch of nothing yet
 * @pid: the number of a program that runs
 * @error: return location for an error
 *
 * Watches a program from now on. The sources that it has are found; what happened before is not known, which
 * ls_watch_get_problem() says. One that does not carry the library gets it by gdb, on the watch's own thread: that takes about a
 * second, during which the program stands still. If that fails, the watch ends, and ls_watch_get_problem() says why. The watch also
 * ends when the program does.
 *
 * Returns: %FALSE with @error set if there is no such program, or it cannot be joined
 */
gboolean
ls_watch_join (LsWatch  *self,
               guint     pid,
               GError  **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);
  g_return_val_if_fail (!self->has_begun, FALSE);

  self->has_begun = ls_watcher_join (self->watcher, pid, error);
  return self->has_begun;
}

static void
ls_watch_stop (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  on_events (ls_watcher_stop (self->watcher) | LS_WATCHER_ENDED, self);
}

static gboolean
ls_watch_has_ended (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return self->has_ended;
}

static LsTrace *
ls_watch_get_trace (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return self->trace;
}

static LsWatcherStatus
get_status (LsWatch *self)
{
  LsWatcherStatus status;

  ls_watcher_get_status (self->watcher, &status);
  return status;
}

/**
 * ls_watch_is_joining:
 * @self: a watch
 *
 * Tells whether a program is just being joined.
 *
 * Returns: whether a debugger is at work to put the library into the program. Where the watch is stopped meanwhile, this stays so,
 *   and the debugger finishes what it has begun
 */
gboolean
ls_watch_is_joining (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);

  return get_status (self).is_joining;
}

/**
 * ls_watch_get_wait_status:
 * @self: a watch
 *
 * Tells how the program ended.
 *
 * Returns: how the program ended, as waitpid() says it; 0 as long as it has not
 */
int
ls_watch_get_wait_status (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), 0);

  return get_status (self).wait_status;
}

/**
 * ls_watch_dup_name:
 * @self: a watch
 *
 * Tells what is watched where something else was started. A shell, or a program that only prepares the way for another one, uses no
 * GLib: what they start does.
 *
 * Returns: (transfer full) (nullable): what the program is called that runs, the first of several; %NULL before one has told
 *   something, and where it is called as what was started
 */
char *
ls_watch_dup_name (LsWatch *self)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (LS_IS_WATCH (self), NULL);

  name = ls_watcher_dup_name (self->watcher);
  /* The system cuts names. */
  if (name == NULL || (self->started != NULL && g_str_has_prefix (self->started, name)))
    return NULL;
  return g_steal_pointer (&name);
}

/**
 * ls_watch_get_n_processes:
 * @self: a watch
 *
 * Counts the programs that have told something.
 *
 * Returns: how many programs with GLib have told something: the one that was started, and those that it has started
 */
guint
ls_watch_get_n_processes (LsWatch *self)
{
  g_return_val_if_fail (LS_IS_WATCH (self), 0);

  return get_status (self).n_processes;
}

static guint32
ls_watch_get_main_agent (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return get_status (self).main_agent;
}

static guint64
ls_watch_get_n_lost (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return get_status (self).n_lost;
}

static char *
ls_watch_dup_problem (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return g_strdup (get_status (self).problem);
}

/* Acting */

/* Remembers what is wanted. */
static void
set_to_hold (LsWatch  *self,
             gboolean  is_to_hold)
{
  if (self->is_to_hold == is_to_hold)
    return;
  self->is_to_hold = is_to_hold;
  ls_live_run_emit_held (LS_LIVE_RUN (self));
}

static void
ls_watch_hold (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  ls_watcher_act (self->watcher, LS_WATCHER_HOLD, LS_WIRE_COMMAND_NONE, NULL, 0);
  set_to_hold (self, TRUE);
}

static gboolean
act_on_task (LsWatch            *self,
             LsWatcherAction     action,
             LsWireCommandKind   kind,
             guint32             task,
             int                 value,
             GError            **error)
{
  LsLiveTarget target;

  if (!ls_live_writer_find_target (self->watcher->writer, task, &target, error))
    return FALSE;
  ls_watcher_act (self->watcher, action, kind, &target, value);
  return TRUE;
}

/**
 * ls_watch_hold_at:
 * @self: a watch
 * @task: a task of the trace that waits
 * @error: return location for an error
 *
 * Holds the thread that is going to dispatch the source which @task is. All others go on, and so does whatever was held until now.
 *
 * Returns: %FALSE with @error set if the task waits no more or its program is over
 */
gboolean
ls_watch_hold_at (LsWatch  *self,
                  guint32   task,
                  GError  **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);

  if (!act_on_task (self, LS_WATCHER_HOLD_AT, LS_WIRE_COMMAND_NONE, task, 0, error))
    return FALSE;
  set_to_hold (self, TRUE);
  return TRUE;
}

static void
ls_watch_step (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  ls_watcher_act (self->watcher, LS_WATCHER_STEP, LS_WIRE_COMMAND_NONE, NULL, 0);
  set_to_hold (self, TRUE);
}

static void
ls_watch_let_go (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  ls_watcher_act (self->watcher, LS_WATCHER_LET_GO, LS_WIRE_COMMAND_NONE, NULL, 0);
  set_to_hold (self, FALSE);
}

static gboolean
ls_watch_is_held (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return get_status (self).is_held;
}

static guint32
ls_watch_get_held_task (LsLiveRun *run)
{
  LsWatch *self = LS_WATCH (run);

  return get_status (self).held_task;
}

/**
 * ls_watch_set_priority:
 * @self: a watch
 * @task: a task of the trace that waits
 * @priority: a priority of GLib, such as %G_PRIORITY_DEFAULT; small numbers come first
 * @error: return location for an error
 *
 * Gives the source which @task is another priority. Its thread does that when its callback is over, or at once if it sleeps or is
 * held. The priority counts from the next iteration of the loop on: what has been chosen for this one stays so. In the trace, the
 * source goes on as another task if that means another queue. The number of the old one is still good for these functions.
 *
 * Returns: %FALSE with @error set if the task waits no more or its program is over
 */
gboolean
ls_watch_set_priority (LsWatch  *self,
                       guint32   task,
                       int       priority,
                       GError  **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);

  return act_on_task (self, LS_WATCHER_COMMAND, LS_WIRE_COMMAND_PRIORITY, task, priority, error);
}

/**
 * ls_watch_get_priority:
 * @self: a watch
 * @task: a task of the trace
 * @found: (out) (optional): whether it waits
 *
 * Gets the GLib priority of a source that waits.
 *
 * Returns: the priority of GLib that the source has by what has been told until now; 0 if the task waits no more
 */
int
ls_watch_get_priority (LsWatch  *self,
                       guint32   task,
                       gboolean *found)
{
  LsLiveTarget target = { 0 };
  gboolean is_found;

  g_return_val_if_fail (LS_IS_WATCH (self), 0);

  is_found = ls_live_writer_find_target (self->watcher->writer, task, &target, NULL);
  if (found != NULL)
    *found = is_found;
  return is_found ? target.priority : 0;
}

/**
 * ls_watch_remove:
 * @self: a watch
 * @task: a task of the trace that waits
 * @error: return location for an error
 *
 * Destroys the source which @task is, on its own thread as in ls_watch_set_priority(). It does not run any more, even if it was
 * chosen for this iteration or is held. That cannot be undone.
 *
 * Returns: %FALSE with @error set if the task waits no more or its program is over
 */
gboolean
ls_watch_remove (LsWatch  *self,
                 guint32   task,
                 GError  **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);

  return act_on_task (self, LS_WATCHER_COMMAND, LS_WIRE_COMMAND_REMOVE, task, 0, error);
}

/**
 * ls_watch_run_now:
 * @self: a watch
 * @task: a task of the trace that waits
 * @error: return location for an error
 *
 * Has the source which @task is dispatched first in the next iteration of its loop, ready or not. GLib does that itself, on the
 * loop's own thread: the source is due at once and has the highest priority until then, and gets back what it had. A timeout
 * begins a new interval then. One that waits for a descriptor may find nothing there. While the program is held, what was chosen
 * for this iteration comes before.
 *
 * Returns: %FALSE with @error set if the task waits no more or its program is over
 */
gboolean
ls_watch_run_now (LsWatch  *self,
                  guint32   task,
                  GError  **error)
{
  g_return_val_if_fail (LS_IS_WATCH (self), FALSE);

  return act_on_task (self, LS_WATCHER_COMMAND, LS_WIRE_COMMAND_RUN, task, 0, error);
}

static gboolean
ls_watch_is_to_hold (LsLiveRun *run)
{
  return LS_WATCH (run)->is_to_hold;
}

static void
init_live_run (LsLiveRunInterface *interface)
{
  interface->stop = ls_watch_stop;
  interface->has_ended = ls_watch_has_ended;
  interface->get_trace = ls_watch_get_trace;
  interface->get_main_agent = ls_watch_get_main_agent;
  interface->get_n_lost = ls_watch_get_n_lost;
  interface->dup_problem = ls_watch_dup_problem;
  interface->hold = ls_watch_hold;
  interface->step = ls_watch_step;
  interface->let_go = ls_watch_let_go;
  interface->is_held = ls_watch_is_held;
  interface->is_to_hold = ls_watch_is_to_hold;
  interface->get_held_task = ls_watch_get_held_task;
}
