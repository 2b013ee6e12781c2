/* ls-page-node.c: Node.js and its workers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-json-private.h"

/* More workers are left alone. */
#define MAX_WORKERS 500
/* After so many requests, a program has passed its first statement: a loop without any in it is never held. */
#define MAX_RELEASES 30
/* Where a notice says what a script is called. */
#define MAX_SCRIPT 400
/* What Node.js calls the script of a worker that is made of a text. It does not stop before its first statement by itself. */
#define TEXT_SCRIPTS "^(\\\\[worker eval\\\\]$|data:)"

/* Without Runtime.enable, since Node.js would send all that the program writes to its console. A program that waits runs up to its
 * first statement, where all is there that it can use. */
static void
set_up (LsPageSession *self)
{
  LsPageClient *client = self->client;

  ls_page_client_call (client, self->id, "Runtime.addBinding", "\"name\":\"%s\"", client->binding);
  ls_page_client_call (client, self->id, "Debugger.enable", "%s", "");
  if (!self->is_worker)
    {
      ls_page_client_call (client, self->id, "NodeRuntime.notifyWhenWaitingForDisconnect", "%s", "\"enabled\":true");
      ls_page_client_call (client, self->id, "NodeWorker.enable", "%s", "\"waitForDebuggerOnStart\":true");
    }
  if (self->is_worker && self->waits)
    ls_page_client_call (client, self->id, "Debugger.setBreakpointByUrl", "\"lineNumber\":0,\"urlRegex\":\"%s\"", TEXT_SCRIPTS);
  /* Before it answers, a program that was joined says whether it waits. */
  if (!self->is_worker && !self->waits)
    ls_page_client_expect (client, ls_page_client_call (client, self->id, "NodeRuntime.enable", "%s", ""), LS_PAGE_CALL_NODE, 0);
  else
    ls_page_session_begin_node (self);
}

/* Lets the program begin, or go on with the script. */
void
ls_page_session_begin_node (LsPageSession *self)
{
  if (!self->waits)
    ls_page_client_call (self->client, self->id, "Runtime.evaluate",
                         "\"includeCommandLineAPI\":true,\"silent\":true,\"expression\":%s", self->client->late_script);
  ls_page_client_call (self->client, self->id, "Runtime.runIfWaitingForDebugger", "%s", "");
  self->is_ready = TRUE;
}

static void
add (LsPageClient *self,
     const char   *id,
     JsonObject   *info,
     gboolean      waits)
{
  LsPageSession *session = ls_page_client_add_session (self, id, *id != '\0' ? "worker" : "node", info);

  session->is_worker = *id != '\0';
  session->waits = waits;
  set_up (session);
  ls_page_client_report_targets (self);
}

/* Gives the script to a program that runs already. */
static void
begin_late (LsPageSession *self)
{
  self->waits = FALSE;
  ls_page_client_report (self->client,
                         _("The program could not be held before its first statement: what it did until it was watched is not known"));
  ls_page_session_begin_node (self);
}

/* A script has been read. Those of Node.js itself have addresses of their own. */
void
ls_page_session_on_node_script (LsPageSession *self,
                                const char    *text,
                                gsize          length)
{
  static const char *const addresses[] = { "\"url\":\"file:", "\"url\":\"data:", "\"url\":\"[worker eval]\"" };

  if (self->waits && !self->has_script)
    for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
      self->has_script |= g_strstr_len (text, MIN (length, MAX_SCRIPT), addresses[i]) != NULL;
}

/* Returns whether this is a notice of Node.js alone that is of interest. */
gboolean
ls_page_node_reads (const char *method)
{
  return strcmp (method, "NodeWorker.attachedToWorker") == 0 || strcmp (method, "NodeWorker.detachedFromWorker") == 0 ||
         strcmp (method, "NodeRuntime.waitingForDisconnect") == 0 || strcmp (method, "NodeRuntime.waitingForDebugger") == 0;
}

/* Such a notice. A program that has done all waits only for us to go: its functions do not run any more. */
void
ls_page_client_on_node_notice (LsPageClient  *self,
                               LsPageSession *session,
                               const char    *method,
                               JsonObject    *parameters)
{
  g_autofree char *id = ls_page_dup_member (parameters, "sessionId", 100);
  JsonObject *info = ls_json_peek_object (parameters, "workerInfo");

  if (strcmp (method, "NodeRuntime.waitingForDisconnect") == 0)
    {
      self->is_open = FALSE;
      g_main_loop_quit (self->loop);
    }
  else if (strcmp (method, "NodeRuntime.waitingForDebugger") == 0)
    {
      if (session != NULL && !session->is_ready)
        session->waits = TRUE;
    }
  else if (!ls_page_is_plain (id))
    {
      return;
    }
  else if (strcmp (method, "NodeWorker.detachedFromWorker") == 0)
    {
      if (!g_hash_table_remove (self->sessions, id))
        return;
      ls_page_client_report_held (self);
      ls_page_client_report_targets (self);
    }
  else if (info != NULL && g_hash_table_size (self->sessions) < MAX_WORKERS && !g_hash_table_contains (self->sessions, id))
    {
      add (self, id, info, ls_json_peek_boolean (parameters, "waitingForDebugger", FALSE));
    }
  else
    {
      ls_page_client_call (self, id, "Runtime.runIfWaitingForDebugger", "%s", "");
    }
}

/* The program is held. Returns whether it is so before its first statement: then it gets the script, and goes on. */
gboolean
ls_page_session_on_node_paused (LsPageSession *self,
                                const char    *reason)
{
  /* Where the first statement is "debugger", there are two reasons, and this one says so. A breakpoint gives no reason. */
  if (strcmp (reason, "Break on start") != 0 && !(self->waits && strcmp (reason, "ambiguous") == 0) &&
      !(self->waits && self->is_worker && strcmp (reason, "other") == 0))
    return FALSE;
  if (self->waits)
    ls_page_client_call (self->client, self->id, "Runtime.evaluate",
                         "\"includeCommandLineAPI\":true,\"silent\":true,\"expression\":%s", self->client->script);
  self->waits = FALSE;
  ls_page_client_call (self->client, self->id, "Debugger.resume", "%s", "");
  return TRUE;
}

/* What LsPageProtocol wants */

/* To a worker, messages go in messages. */
static void
send_call (LsPageClient *self,
           const char   *session,
           guint64       number,
           const char   *method,
           const char   *parameters)
{
  g_autofree char *text = NULL, *message = NULL, *outer = NULL;

  if (session == NULL || *session == '\0')
    {
      ls_page_devtools_send (self, NULL, number, method, parameters);
      return;
    }
  text = g_strdup_printf ("{\"id\":%" G_GUINT64_FORMAT ",\"method\":\"%s\",\"params\":{%s}}", number, method, parameters);
  message = ls_page_quote (text);
  outer = g_strdup_printf ("\"sessionId\":\"%s\",\"message\":%s", session, message);
  ls_page_devtools_send (self, NULL, ++self->n_calls, "NodeWorker.sendMessageToWorker", outer);
}

/* @worker: whose message it is, "" for the program's */
static void
take_of (LsPageClient *self,
         const char   *worker,
         const char   *text,
         gsize         length)
{
  g_auto (LsPageEnvelope) envelope = { 0 };

  if (!ls_page_envelope_read (&envelope, text, length))
    return;
  if (*worker == '\0' && envelope.message != NULL && envelope.worker != NULL &&
      g_strcmp0 (envelope.method, "NodeWorker.receivedMessageFromWorker") == 0)
    take_of (self, *envelope.worker != '\0' ? envelope.worker : "?", envelope.message, envelope.message_length);
  else
    ls_page_devtools_read (self, g_hash_table_lookup (self->sessions, worker), &envelope, text, length);
}

static void
take (LsPageClient *self,
      const char   *text,
      gsize         length)
{
  take_of (self, "", text, length);
}

/* Its main session has no name. */
static void
open_program (LsPageClient *self)
{
  g_autoptr (JsonObject) info = json_object_new ();

  self->is_node = TRUE;
  g_mutex_lock (&self->report->lock);
  self->report->is_node = TRUE;
  /* What can be done is another. */
  self->report->tells_held = TRUE;
  g_mutex_unlock (&self->report->lock);
  ls_page_client_make_scripts (self, LS_PAGE_TRANSPORT_NODE);
  if (self->address != NULL)
    ls_page_client_report (self, _("Node.js opens no pages"));
  add (self, "", info, self->program != NULL);
}

/* Lets go once more what has not begun. Where Node.js comes to the request before it waits, it forgets it. Where the owner wants no
 * more, nothing is waited for. */
static void
release (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (session->waits && session->has_script && (self->is_stopped || ++session->n_releases > MAX_RELEASES))
      begin_late (session);
    else if (session->waits)
      ls_page_client_call (self, session->id, "Runtime.runIfWaitingForDebugger", "%s", "");
}

/* Node.js comes to what it is sent also while functions run. To have it stop besides is of no use, and it may hang: where it stops
 * within an expression that it was sent, and more comes at that moment, it hears nothing any more (in version 20). */
static void
interrupt (LsPageSession *self)
{
}

const LsPageProtocol ls_page_node = {
  .open = open_program,
  .send = send_call,
  .take = take,
  .tick = release,
  .evaluate = ls_page_devtools_evaluate,
  .interrupt = interrupt,
  .resume = ls_page_devtools_resume,
};
