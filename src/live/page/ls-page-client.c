/* ls-page-client.c: the thread that speaks to a browser
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "ls-json-private.h"
#include "ls-live-run-private.h"
#include "ls-source-private.h"

/* After so many rounds without an answer a page is interrupted. */
#define MAX_SILENT_ROUNDS 10
/* A frame. */
#define WRITE_MS 16
/* Events of several agents come in any order within this time. */
#define ORDER_US 300000
/* Node.js, which also answers while functions run. */
#define LAST_NODE_MS 3000

GSource *
ls_page_client_begin_timeout (LsPageClient *self,
                              guint         ms,
                              GSourceFunc   callback)
{
  GSource *source = g_timeout_source_new (ms);

  g_source_set_callback (source, callback, self, NULL);
  g_source_attach (source, self->context);
  return source;
}

/* Returns (transfer full) @text as a string of JSON. It is in ASCII: workers of Node.js take no other messages. */
char *
ls_page_quote (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);
  g_autofree char *quoted = json_to_string (node, FALSE);
  GString *plain = g_string_sized_new (strlen (quoted));

  for (const char *at = quoted; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (c < 0x80)
        g_string_append_c (plain, c);
      else if (c < 0x10000)
        g_string_append_printf (plain, "\\u%04x", c);
      else
        g_string_append_printf (plain, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10), 0xdc00 + ((c - 0x10000) & 0x3ff));
    }
  return g_string_free (plain, FALSE);
}

/* The report */

static void
report_counts (LsPageClient *self)
{
  g_mutex_lock (&self->report->lock);
  ls_page_writer_get_prediction (self->writer, &self->report->prediction);
  self->report->n_lost = ls_page_writer_get_n_lost (self->writer);
  self->report->n_agents = ls_page_writer_get_n_agents (self->writer);
  self->report->main_agent = ls_page_writer_get_main_agent (self->writer);
  g_mutex_unlock (&self->report->lock);
}

/* Tells the owner that there is one more worker which nobody is let into. */
void
ls_page_client_report_closed (LsPageClient *self)
{
  g_mutex_lock (&self->report->lock);
  self->report->n_closed++;
  g_mutex_unlock (&self->report->lock);
}

static void
report_no_hold (LsPageClient *self)
{
  g_mutex_lock (&self->report->lock);
  self->report->cannot_hold = TRUE;
  self->report->tells_held = TRUE;
  g_mutex_unlock (&self->report->lock);
  ls_page_watch_tell_changed (self->watch);
}

/* Tells the owner what is wrong: the first thing counts. */
void
ls_page_client_report (LsPageClient *self,
                       const char   *problem)
{
  g_mutex_lock (&self->report->lock);
  if (self->report->problem == NULL)
    self->report->problem = g_strdup (problem);
  g_mutex_unlock (&self->report->lock);
  ls_page_watch_tell_changed (self->watch);
}

/* Writing */

static void
write_before (LsPageClient *self,
              guint64       before)
{
  if (!ls_page_writer_write (self->writer, before))
    return;
  report_counts (self);
  ls_trace_forget (self->trace, LS_LIVE_RUN_KEPT_RECORDS);
  ls_trace_tell_growth (self->trace);
  ls_page_watch_tell_changed (self->watch);
}

static gboolean
write_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  write_before (self, g_get_real_time () - ORDER_US);
  return G_SOURCE_CONTINUE;
}

/* Writes what has come, in the next frame. */
void
ls_page_client_write_soon (LsPageClient *self)
{
  if (self->writing == NULL)
    self->writing = ls_page_client_begin_timeout (self, WRITE_MS, write_cb);
}

/* Writes all that has come. */
void
ls_page_client_write_all (LsPageClient *self)
{
  write_before (self, G_MAXUINT64);
}

/* Messages */

/* Sends a method with parameters, as JSON without its braces. Returns the number of the call. */
guint64
ls_page_client_call (LsPageClient *self,
                     const char   *session,
                     const char   *method,
                     const char   *parameters,
                     ...)
{
  g_autofree char *text = NULL;
  const guint64 number = ++self->n_calls;
  va_list arguments;

  va_start (arguments, parameters);
  text = g_strdup_vprintf (parameters, arguments);
  va_end (arguments);
  self->protocol->send (self, session, number, method, text);
  return number;
}

/* The answer to this call is of interest. Returns (transfer none) what more can be said of it. */
LsPageCall *
ls_page_client_expect (LsPageClient   *self,
                       guint64         call,
                       LsPageCallKind  kind,
                       gint64          context)
{
  LsPageCall *made = g_new (LsPageCall, 1);
  guint64 *key = g_new (guint64, 1);

  *key = call;
  *made = (LsPageCall) { .kind = kind, .context = context };
  g_hash_table_replace (self->calls, key, made);
  return made;
}

/* Returns whether a call of this number is to be answered, and forgets it. */
gboolean
ls_page_client_find_call (LsPageClient *self,
                          gint64        number,
                          LsPageCall   *call)
{
  const guint64 key = number;
  const LsPageCall *known = number > 0 ? g_hash_table_lookup (self->calls, &key) : NULL;

  if (known == NULL)
    return FALSE;
  *call = *known;
  g_hash_table_remove (self->calls, &key);
  return TRUE;
}

/* The answer to a command of the script. @session: (nullable): that it was sent to. Returns %FALSE where it was another call */
gboolean
ls_page_client_take_answer (LsPageClient         *self,
                            LsPageSession        *session,
                            const LsPageEnvelope *envelope,
                            const LsPageCall     *call)
{
  switch (call->kind)
    {
    case LS_PAGE_CALL_PULL:
      if (session != NULL)
        ls_page_session_on_pulled (session, envelope, call->context);
      return TRUE;
    case LS_PAGE_CALL_ACT:
      ls_page_client_on_acted (self, envelope, call->act);
      G_GNUC_FALLTHROUGH;
    case LS_PAGE_CALL_STOP:
      if (session != NULL)
        ls_page_session_on_called (session);
      return TRUE;
    case LS_PAGE_CALL_LEAVE:
      if (session != NULL)
        session->n_leaving -= session->n_leaving > 0;
      else
        self->n_leaving -= self->n_leaving > 0;
      return TRUE;
    default:
      return FALSE;
    }
}

static void
message_cb (gpointer    user_data,
            const char *text,
            gsize       length)
{
  LsPageClient *self = user_data;

  self->protocol->take (self, text, length);
}

static gboolean
last_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  g_main_loop_quit (self->loop);
  return G_SOURCE_REMOVE;
}

/* Nothing is waited for any longer than that. */
void
ls_page_client_set_stopping (LsPageClient *self,
                             guint         ms)
{
  ls_clear_source (&self->stopping);
  self->stopping = ls_page_client_begin_timeout (self, ms, last_cb);
}

/* Pages that stay in one task tell nothing unless they are interrupted, the last time when the watch ends. */
static void
interrupt_silent (LsPageClient *self)
{
  const guint n_rounds = self->stopping != NULL ? LS_PAGE_MAX_LAST_SILENT_ROUNDS : MAX_SILENT_ROUNDS;

  if (self->is_node || !ls_page_client_interrupt_silent (self, n_rounds) || self->stopping == NULL || self->waits_for_busy)
    return;
  self->waits_for_busy = TRUE;
  ls_page_client_set_stopping (self, LS_PAGE_LAST_BUSY_MS);
}

static gboolean
pull_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  interrupt_silent (self);
  self->protocol->tick (self);
  ls_page_client_pull (self);
  return G_SOURCE_CONTINUE;
}

static void
opened_cb (gpointer user_data)
{
  static const LsPageProtocol *const protocols[] = {
    [LS_PAGE_TRANSPORT_CHROMIUM] = &ls_page_chromium,
    [LS_PAGE_TRANSPORT_NODE] = &ls_page_node,
    [LS_PAGE_TRANSPORT_FIREFOX] = &ls_page_firefox,
  };
  LsPageClient *self = user_data;

  self->is_open = TRUE;
  if (self->transport != NULL)
    self->protocol = protocols[ls_page_transport_get_kind (self->transport)];
  g_mutex_lock (&self->report->lock);
  self->report->cannot_photograph = self->protocol != &ls_page_chromium;
  g_mutex_unlock (&self->report->lock);
  if (self->protocol->interrupt == NULL)
    report_no_hold (self);
  self->protocol->open (self);
  self->pulling = ls_page_client_begin_timeout (self, LS_PAGE_PULL_MS, pull_cb);
}

static void
closed_cb (gpointer      user_data,
           const GError *error)
{
  LsPageClient *self = user_data;

  /* A program ends as it likes, and how is said elsewhere. */
  if (error != NULL && (self->program == NULL || !self->is_open))
    ls_page_client_report (self, error->message);
  else if (self->program == NULL && (!self->is_open || self->address != NULL))
    ls_page_client_report (self, _("The browser ended before the page was there"));
  self->is_open = FALSE;
  g_main_loop_quit (self->loop);
}

/* The thread */

static gboolean
stop_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  self->is_stopped = TRUE;
  /* The owner runs this where the thread has ended meanwhile. */
  if (self->stopping != NULL || g_atomic_int_get (&self->has_ended))
    return G_SOURCE_REMOVE;
  if (self->is_node)
    self->protocol->tick (self);
  ls_page_client_pull_last (self);
  /* A program that has only just begun has told more than has come. */
  if (!self->is_open || (!ls_page_client_is_pulling (self) && (!self->is_node || ls_page_writer_get_n_agents (self->writer) > 0)))
    g_main_loop_quit (self->loop);
  ls_page_client_set_stopping (self, self->is_node ? LAST_NODE_MS : LS_PAGE_LAST_MS);
  return G_SOURCE_REMOVE;
}

/* Where the browser is gone, writing to its pipe is to fail and not to end the program. */
static void
block_sigpipe (void)
{
  sigset_t signals;

  sigemptyset (&signals);
  sigaddset (&signals, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
}

static void
connect_to (gpointer    user_data,
            const char *address)
{
  LsPageClient *self = user_data;
  const LsPageTransportEvents events = { .opened = opened_cb, .message = message_cb, .closed = closed_cb, .user_data = self };

  if (self->transport == NULL)
    self->transport = ls_page_transport_new_for_address (address, &events);
}

/* What follows if it was connected is said by the connection. */
static void
browser_ended_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  if (self->transport == NULL)
    closed_cb (self, NULL);
}

static void
program_ended_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  g_main_loop_quit (self->loop);
}

/* A program that goes on without its inspector is waited for, as it writes to a pipe of ours. */
static void
end_program (LsPageClient *self)
{
  while (!ls_page_program_has_ended (self->program))
    {
      if (self->is_stopped)
        ls_page_program_end (self->program);
      g_main_context_iteration (self->context, TRUE);
    }
  g_mutex_lock (&self->report->lock);
  self->report->wait_status = ls_page_program_get_status (self->program);
  g_mutex_unlock (&self->report->lock);
}

/* What was watched last stays in the list, held by nobody. */
static void
end_sessions (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    session->is_held = FALSE;
  ls_page_client_report_held (self);
  g_hash_table_remove_all (self->sessions);
}

static gpointer
run (gpointer user_data)
{
  LsPageClient *self = user_data;
  const LsPageTransportEvents events = { .opened = opened_cb, .message = message_cb, .closed = closed_cb, .user_data = self };
  const LsPageProgramEvents program_events = { .found = connect_to, .ended = program_ended_cb, .user_data = self };

  const LsPageBrowserEvents browser_events = { .found = connect_to, .ended = browser_ended_cb, .user_data = self };

  block_sigpipe ();
  g_main_context_push_thread_default (self->context);
  if (self->browser != NULL && ls_page_browser_listens (self->browser))
    ls_page_browser_read (self->browser, &browser_events);
  else if (self->browser != NULL)
    {
      self->transport = ls_page_transport_new_for_pipes (ls_page_browser_take_from (self->browser),
                                                         ls_page_browser_take_to (self->browser), &events);
      opened_cb (self);
    }
  else if (self->program != NULL)
    ls_page_program_start (self->program, &program_events);
  else
    connect_to (self, self->browser_address);
  g_main_loop_run (self->loop);

  ls_clear_source (&self->pulling);
  ls_clear_source (&self->writing);
  ls_clear_source (&self->stopping);
  ls_page_client_leave_browser (self);
  ls_page_client_end_tracing (self);
  ls_clear_source (&self->stopping);
  self->is_over = TRUE;
  end_sessions (self);
  ls_clear_source (&self->writing);
  write_before (self, G_MAXUINT64);
  g_clear_pointer (&self->transport, ls_page_transport_free);
  if (self->program != NULL)
    end_program (self);
  g_clear_pointer (&self->program, ls_page_program_free);
  g_clear_pointer (&self->browser, ls_page_browser_free);
  g_atomic_int_set (&self->has_ended, TRUE);
  g_hash_table_remove_all (self->texts);
  /* What libsoup has put off until later. */
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_main_context_pop_thread_default (self->context);
  ls_trace_set_growing (self->trace, FALSE);
  ls_page_watch_tell_ended (self->watch);
  return NULL;
}

/* Returns (transfer full) what speaks to a browser, once it is started. */
LsPageClient *
ls_page_client_new (LsPageWatch      *watch,
                    LsPageReport     *report,
                    LsTrace          *trace,
                    LsPageWatchFlags  flags)
{
  LsPageClient *self = g_new0 (LsPageClient, 1);

  self->watch = watch;
  self->report = report;
  self->protocol = &ls_page_chromium;
  self->flags = flags;
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->trace = trace;
  self->writer = ls_page_writer_new (ls_trace_get_probe (trace));
  self->sessions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, ls_page_session_free);
  self->calls = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, ls_page_text_give_up);
  /* Pages must not find it by its name. */
  self->binding = g_strdup_printf ("_%08x%08x", g_random_int (), g_random_int ());
  ls_page_client_make_scripts (self, LS_PAGE_TRANSPORT_CHROMIUM);
  return self;
}

/* Starts the thread. From now on, the owner may do nothing but stop and free. */
void
ls_page_client_start (LsPageClient *self)
{
  ls_trace_set_controllable (self->trace, TRUE);
  ls_trace_set_growing (self->trace, TRUE);
  self->thread = g_thread_new ("page", run, self);
}

/* Ends the thread, soon. Any thread may call it. */
void
ls_page_client_stop (LsPageClient *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, stop_cb, self, NULL);
  g_source_attach (source, self->context);
}

/* Does something. Any thread may call it. @act: (transfer full) */
void
ls_page_client_act (LsPageClient *self,
                    LsPageAct    *act)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  act->client = self;
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, ls_page_act_run, act, ls_page_act_free);
  g_source_attach (source, self->context);
}

/* Refuses what was asked for when the thread was about to end. The owner calls it, when it has ended. */
void
ls_page_client_drop_acts (LsPageClient *self)
{
  while (g_main_context_iteration (self->context, FALSE))
    ;
}

/* Waits for the end of the thread. */
void
ls_page_client_free (LsPageClient *self)
{
  if (self->thread != NULL)
    {
      ls_page_client_stop (self);
      g_thread_join (self->thread);
    }
  g_clear_pointer (&self->browser, ls_page_browser_free);
  g_clear_pointer (&self->program, ls_page_program_free);
  g_hash_table_unref (self->sessions);
  g_hash_table_unref (self->calls);
  g_hash_table_unref (self->texts);
  g_clear_pointer (&self->firefox, ls_page_firefox_free);
  ls_page_writer_free (self->writer);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_free (self->browser_address);
  g_free (self->binding);
  g_free (self->script);
  g_free (self->late_script);
  g_free (self->address);
  g_free (self->created);
  g_strfreev (self->names);
  g_free (self);
}
