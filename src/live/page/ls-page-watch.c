/* ls-page-watch.c: watches the schedulers of pages in a running browser
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>

#include "ls-live-run-private.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsPagePrediction, ls_page_prediction)

/**
 * LsPageWatch:
 *
 * Starts Chromium, Firefox or Node.js, or joins one that runs here, and makes a trace of what the schedulers of its pages, frames
 * and workers, or of the program and its workers, do while they do it. A script in each of them tells; what they do stays as it is.
 * What is held stands before a callback or a continuation, which in the trace has begun; breakpoints hold also what was let go. All
 * speaking with the browser is done by a thread of the watch's own. Its signals are emitted in the main context that was the
 * thread's default where the watch was made, and its functions are called there.
 */

struct _LsPageWatch
{
  GObject       parent_instance;

  LsTrace      *trace;
  LsPageClient *client;
  GMainContext *context;
  LsPageReport  report;
  gboolean      is_to_hold, is_stopped;
  guint64       n_acts;
  char         *folder;          /* of a Node.js that is to be started, NULL: that of this process */
  GStrv         environment;     /* likewise */
};

static guint acted_signal;

static void init_live_run (LsLiveRunInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsPageWatch, ls_page_watch, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (LS_TYPE_LIVE_RUN, init_live_run))

static void
ls_page_watch_dispose (GObject *object)
{
  LsPageWatch *self = LS_PAGE_WATCH (object);

  g_clear_pointer (&self->client, ls_page_client_free);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (ls_page_watch_parent_class)->dispose (object);
}

static void
ls_page_watch_finalize (GObject *object)
{
  LsPageWatch *self = LS_PAGE_WATCH (object);

  g_clear_pointer (&self->report.targets, g_ptr_array_unref);
  g_free (self->report.problem);
  g_mutex_clear (&self->report.lock);
  g_free (self->folder);
  g_strfreev (self->environment);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (ls_page_watch_parent_class)->finalize (object);
}

static void
ls_page_watch_class_init (LsPageWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_page_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_page_watch_finalize;

  /**
   * LsPageWatch::acted:
   * @self: a watch
   * @act: the number of what was asked for
   * @why: (nullable): a sentence: why it cannot be done
   *
   * The page has done what was asked for, or could not.
   */
  acted_signal = g_signal_new ("acted", LS_TYPE_PAGE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                               G_TYPE_UINT64, G_TYPE_STRING);
}

static void
ls_page_watch_init (LsPageWatch *self)
{
  self->trace = ls_trace_new ();
  self->context = g_main_context_ref_thread_default ();
  g_mutex_init (&self->report.lock);
}

/**
 * ls_page_watch_new:
 *
 * Makes a watch of pages, which watches nothing yet.
 *
 * Returns: (transfer full): a watch of nothing yet
 */
LsPageWatch *
ls_page_watch_new (void)
{
  return g_object_new (LS_TYPE_PAGE_WATCH, NULL);
}

/* Signals, from the thread */

static void
free_weak_ref (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

static void
invoke (LsPageWatch *self,
        GSourceFunc  callback)
{
  GWeakRef *ref = g_new (GWeakRef, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  g_weak_ref_init (ref, self);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, callback, ref, free_weak_ref);
  g_source_attach (source, self->context);
}

static gboolean
changed_cb (gpointer user_data)
{
  g_autoptr (LsPageWatch) self = g_weak_ref_get (user_data);
  gboolean tells_held;

  if (self == NULL)
    return G_SOURCE_REMOVE;
  g_mutex_lock (&self->report.lock);
  self->report.has_changed = FALSE;
  tells_held = self->report.tells_held;
  self->report.tells_held = FALSE;
  g_mutex_unlock (&self->report.lock);
  if (tells_held)
    ls_live_run_emit_held (LS_LIVE_RUN (self));
  ls_live_run_emit_changed (LS_LIVE_RUN (self));
  return G_SOURCE_REMOVE;
}

static gboolean
ended_cb (gpointer user_data)
{
  g_autoptr (LsPageWatch) self = g_weak_ref_get (user_data);

  if (self == NULL || self->report.has_ended)
    return G_SOURCE_REMOVE;
  self->report.has_ended = TRUE;
  ls_page_client_drop_acts (self->client);
  ls_live_run_emit_ended (LS_LIVE_RUN (self));
  return G_SOURCE_REMOVE;
}

/* Called by the thread: there is more to see. Signals that nobody has got yet are one. */
void
ls_page_watch_tell_changed (LsPageWatch *self)
{
  gboolean has_changed;

  g_mutex_lock (&self->report.lock);
  has_changed = self->report.has_changed;
  self->report.has_changed = TRUE;
  g_mutex_unlock (&self->report.lock);
  if (!has_changed)
    invoke (self, changed_cb);
}

/* Called by the thread, as the last thing that it does. */
void
ls_page_watch_tell_ended (LsPageWatch *self)
{
  invoke (self, ended_cb);
}

typedef struct
{
  GWeakRef watch;
  guint64  act;
  char    *why;
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *self = data;

  g_weak_ref_clear (&self->watch);
  g_free (self->why);
  g_free (self);
}

static gboolean
acted_cb (gpointer user_data)
{
  Outcome *outcome = user_data;
  g_autoptr (LsPageWatch) self = g_weak_ref_get (&outcome->watch);

  if (self != NULL)
    g_signal_emit (self, acted_signal, 0, outcome->act, outcome->why);
  return G_SOURCE_REMOVE;
}

/* Called by the thread: an act has been done, or cannot be. @why: (nullable) */
void
ls_page_watch_tell_acted (LsPageWatch *self,
                          guint64      act,
                          const char  *why)
{
  Outcome *outcome = g_new (Outcome, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  g_weak_ref_init (&outcome->watch, self);
  outcome->act = act;
  outcome->why = g_strdup (why);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, acted_cb, outcome, outcome_free);
  g_source_attach (source, self->context);
}

/* Returns the number of an act that is to be done. */
guint64
ls_page_watch_count_act (LsPageWatch *self)
{
  return ++self->n_acts;
}

/* Returns (transfer none) (nullable) what speaks to the browser; NULL where nothing does any more. */
LsPageClient *
ls_page_watch_get_client (LsPageWatch *self)
{
  return self->report.has_ended ? NULL : self->client;
}

/* Returns (transfer none) (nullable) what speaks to the browser, or has done so. Any thread may call it. */
LsPageClient *
ls_page_watch_peek_client (LsPageWatch *self)
{
  return self->client;
}

/* Remembers what is wanted. */
void
ls_page_watch_set_to_hold (LsPageWatch *self,
                           gboolean     is_to_hold)
{
  if (self->is_to_hold == is_to_hold)
    return;
  self->is_to_hold = is_to_hold;
  ls_live_run_emit_held (LS_LIVE_RUN (self));
}

LsPageReport *
ls_page_watch_get_report (LsPageWatch *self)
{
  return &self->report;
}

/* Public */

static LsPageBrowserKind
get_kind (LsPageWatchFlags flags)
{
  return (flags & LS_PAGE_WATCH_FIREFOX) != 0 ? LS_PAGE_BROWSER_FIREFOX : LS_PAGE_BROWSER_CHROMIUM;
}

/**
 * ls_page_watch_can_launch:
 * @flags: how
 *
 * Tells whether a browser is there to be started.
 *
 * Returns: whether the browser of @flags is installed
 */
gboolean
ls_page_watch_can_launch (LsPageWatchFlags flags)
{
  g_autofree char *program = ls_page_browser_find (get_kind (flags));

  return program != NULL;
}

/**
 * ls_page_watch_launch:
 * @self: a watch of nothing yet
 * @address: what to open
 * @flags: how
 * @error: return location for an error
 *
 * Starts Chromium with a profile of its own, which is removed at the end, and opens a page in it. No port is opened. With
 * %LS_PAGE_WATCH_FIREFOX, it is Firefox, which listens on a port of the loopback as long as it runs. Without a screen the browser
 * shows no window. What goes wrong later ends the watch, and ls_live_run_dup_problem() says it. The thread that calls this must
 * live as long as the watch.
 *
 * Returns: %FALSE with @error set if it could not be started
 */
gboolean
ls_page_watch_launch (LsPageWatch       *self,
                      const char        *address,
                      LsPageWatchFlags   flags,
                      GError           **error)
{
  LsPageBrowser *browser;

  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), FALSE);
  g_return_val_if_fail (self->client == NULL && address != NULL, FALSE);

  browser = ls_page_browser_launch (get_kind (flags), (flags & LS_PAGE_WATCH_HEADLESS) != 0, error);
  if (browser == NULL)
    return FALSE;
  self->report.cannot_hold = self->report.cannot_photograph = (flags & LS_PAGE_WATCH_FIREFOX) != 0;
  self->client = ls_page_client_new (self, &self->report, self->trace, flags);
  self->client->browser = browser;
  self->client->address = g_strdup (address);
  ls_page_client_start (self->client);
  return TRUE;
}

/**
 * ls_page_watch_join:
 * @self: a watch of nothing yet
 * @browser: where it listens on this machine: a port, or an address such as ws://127.0.0.1:9222/…
 * @address: (nullable): what to open in a page of its own; %NULL to watch the pages that there are
 * @flags: how
 * @error: return location for an error
 *
 * Joins a browser that was started with `--remote-debugging-port`, or a Node.js with `--inspect`, which opens no page. What was posted
 * before is not known. What goes wrong later ends the watch, and ls_page_watch_dup_problem() says it.
 *
 * Returns: %FALSE with @error set if @browser is not on this machine
 */
gboolean
ls_page_watch_join (LsPageWatch       *self,
                    const char        *browser,
                    const char        *address,
                    LsPageWatchFlags   flags,
                    GError           **error)
{
  char *place;

  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), FALSE);
  g_return_val_if_fail (self->client == NULL && browser != NULL, FALSE);

  place = ls_page_address_parse (browser, error);
  if (place == NULL)
    return FALSE;
  self->client = ls_page_client_new (self, &self->report, self->trace, flags);
  self->client->browser_address = place;
  self->client->address = g_strdup (address);
  ls_page_client_start (self->client);
  return TRUE;
}

/**
 * ls_page_watch_set_surroundings:
 * @self: a watch of nothing yet
 * @folder: (nullable): the working directory of the program, %NULL for that of this one
 * @environment: (nullable) (array zero-terminated=1): its environment, as g_get_environ() has it; %NULL for that of this one
 *
 * Says where [method@PageWatch.launch_node] starts a program.
 */
void
ls_page_watch_set_surroundings (LsPageWatch       *self,
                                const char        *folder,
                                const char *const *environment)
{
  g_return_if_fail (LS_IS_PAGE_WATCH (self));
  g_return_if_fail (self->client == NULL);

  g_free (self->folder);
  g_strfreev (self->environment);
  self->folder = g_strdup (folder);
  self->environment = g_strdupv ((char **) environment);
}

/**
 * ls_page_watch_launch_node:
 * @self: a watch of nothing yet
 * @arguments: (array zero-terminated=1): a script and its arguments, or options of Node.js before it
 * @error: return location for an error
 *
 * Starts Node.js with its inspector on a free port of the loopback, and watches the program and its workers from their first
 * statements on. It has the standard streams of this process; its standard error goes through a pipe. The watch ends with the
 * program. What goes wrong later ends it too, and ls_live_run_dup_problem() says it.
 *
 * Returns: %FALSE with @error set if it could not be started
 */
gboolean
ls_page_watch_launch_node (LsPageWatch        *self,
                           const char *const  *arguments,
                           GError            **error)
{
  LsPageProgram *program;

  g_return_val_if_fail (LS_IS_PAGE_WATCH (self), FALSE);
  g_return_val_if_fail (self->client == NULL && arguments != NULL, FALSE);

  program = ls_page_program_launch (arguments, self->folder, (const char *const *) self->environment, error);
  if (program == NULL)
    return FALSE;
  self->client = ls_page_client_new (self, &self->report, self->trace, LS_PAGE_WATCH_NONE);
  self->client->program = program;
  self->report.is_node = self->report.cannot_photograph = TRUE;
  ls_page_client_start (self->client);
  return TRUE;
}

/**
 * ls_page_watch_is_stopped:
 * @self: a watch
 *
 * Tells whether the watch is over because somebody wanted it.
 *
 * Returns: whether ls_live_run_stop() has ended the watch
 */
gboolean
ls_page_watch_is_stopped (LsPageWatch *self)
{
  return self->is_stopped;
}

static void
ls_page_watch_stop (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  if (self->client == NULL || self->report.has_ended)
    return;
  self->is_stopped = TRUE;
  ls_page_client_stop (self->client);
}

static gboolean
ls_page_watch_has_ended (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  return self->report.has_ended;
}

static LsTrace *
ls_page_watch_get_trace (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  return self->trace;
}

static char *
ls_page_watch_dup_problem (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  char *problem;

  g_mutex_lock (&self->report.lock);
  problem = g_strdup (self->report.problem);
  g_mutex_unlock (&self->report.lock);
  return problem;
}

/**
 * ls_page_watch_check_browser:
 * @browser: where a browser may listen, as ls_page_watch_join() takes it
 * @error: return location for an error
 *
 * Checks where a browser may listen, before anybody connects.
 *
 * Returns: %FALSE with @error set if @browser is no such place, or not on this machine
 */
gboolean
ls_page_watch_check_browser (const char  *browser,
                             GError     **error)
{
  g_autofree char *place = NULL;

  g_return_val_if_fail (browser != NULL, FALSE);

  place = ls_page_address_parse (browser, error);
  return place != NULL;
}

/**
 * ls_page_watch_clean_address:
 * @address: an address
 * @flags: how pages are watched
 *
 * Removes from an address what may be secret in it.
 *
 * Returns: (transfer full): @address as a watch keeps it: without what may be secret in it, unless @flags has
 *   %LS_PAGE_WATCH_FULL_URLS
 */
char *
ls_page_watch_clean_address (const char       *address,
                             LsPageWatchFlags  flags)
{
  g_return_val_if_fail (address != NULL, NULL);

  return ls_page_clean_address (address, (flags & LS_PAGE_WATCH_FULL_URLS) != 0);
}

static guint32
ls_page_watch_get_main_agent (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  guint32 agent;

  g_mutex_lock (&self->report.lock);
  agent = self->report.main_agent;
  g_mutex_unlock (&self->report.lock);
  return agent;
}

static guint64
ls_page_watch_get_n_lost (LsLiveRun *run)
{
  LsPageWatch *self = LS_PAGE_WATCH (run);

  guint64 n_lost;

  g_mutex_lock (&self->report.lock);
  n_lost = self->report.n_lost;
  g_mutex_unlock (&self->report.lock);
  return n_lost;
}

static gboolean
ls_page_watch_is_to_hold (LsLiveRun *run)
{
  return LS_PAGE_WATCH (run)->is_to_hold;
}

static void
init_live_run (LsLiveRunInterface *interface)
{
  interface->stop = ls_page_watch_stop;
  interface->has_ended = ls_page_watch_has_ended;
  interface->get_trace = ls_page_watch_get_trace;
  interface->get_main_agent = ls_page_watch_get_main_agent;
  interface->get_n_lost = ls_page_watch_get_n_lost;
  interface->dup_problem = ls_page_watch_dup_problem;
  interface->can_hold = ls_page_watch_can_hold;
  interface->hold = ls_page_watch_hold;
  interface->step = ls_page_watch_step;
  interface->let_go = ls_page_watch_let_go;
  interface->is_held = ls_page_watch_is_held;
  interface->is_to_hold = ls_page_watch_is_to_hold;
  interface->get_held_task = ls_page_watch_get_held_task;
}
