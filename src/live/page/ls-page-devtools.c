/* ls-page-devtools.c: speaks to Chromium by the DevTools protocol, most of which Node.js shares
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-json-private.h"

/* More pages and workers are left alone. */
#define MAX_SESSIONS 500
#define MAX_REASON 200
/* After so many rounds of pulls, the browser is asked for the titles of its pages. */
#define ROUNDS_OF_TITLES 10
/* A set-up is lost where the page changes its process. */
#define AGAIN_MS 50
#define MAX_SET_UPS 20
/* A notice that is longer is none of those that are read. */
#define MAX_NOTICE (1024 * 1024)

/* Messages */

/* Implements send() of LsPageProtocol. */
void
ls_page_devtools_send (LsPageClient *self,
                       const char   *session,
                       guint64       number,
                       const char   *method,
                       const char   *parameters)
{
  g_autofree char *of = session != NULL ? g_strdup_printf (",\"sessionId\":\"%s\"", session) : g_strdup ("");
  g_autofree char *text = g_strdup_printf ("{\"id\":%" G_GUINT64_FORMAT ",\"method\":\"%s\"%s,\"params\":{%s}}", number, method,
                                           of, parameters);

  if (self->transport != NULL)
    ls_page_transport_send (self->transport, text);
}

/* Implements evaluate(). */
guint64
ls_page_devtools_evaluate (LsPageSession     *session,
                           const LsPageRealm *realm,
                           const char        *expression)
{
  g_autofree char *quoted = ls_page_quote (expression);

  return ls_page_client_call (session->client, session->id, "Runtime.evaluate",
                              "\"expression\":%s,\"contextId\":%" G_GINT64_FORMAT ",\"returnByValue\":true,\"silent\":true", quoted,
                              realm->context);
}

/* Implements interrupt(). */
void
ls_page_devtools_interrupt (LsPageSession *session)
{
  ls_page_client_call (session->client, session->id, "Debugger.pause", "%s", "");
}

/* Implements resume(). */
void
ls_page_devtools_resume (LsPageSession *session)
{
  ls_page_client_call (session->client, session->id, "Debugger.resume", "%s", "");
}

/* Attaches to all pages, or all workers and frames of a page, that are and will be. */
static void
attach_all (LsPageClient *self,
            const char   *session)
{
  ls_page_client_call (self, session, "Target.setAutoAttach", "%s",
                       "\"autoAttach\":true,\"waitForDebuggerOnStart\":true,\"flatten\":true");
}

/* Sets up */

/* The order matters: a binding is lost without Runtime.enable when a page changes its process, and each Error that a page makes
 * costs twice as much with stacks for the debugger. */
static void
set_up (LsPageSession *self)
{
  LsPageClient *client = self->client;

  self->n_set_ups++;
  ls_page_client_call (client, self->id, "Runtime.enable", "%s", "");
  ls_page_client_call (client, self->id, "Runtime.setMaxCallStackSizeToCapture", "%s", "\"size\":0");
  ls_page_client_call (client, self->id, "Runtime.addBinding", "\"name\":\"%s\"", client->binding);
  /* It costs the page nothing, and one that never rests would not come to it later. */
  ls_page_client_call (client, self->id, "Debugger.enable", "%s", "");
  attach_all (client, self->id);
  if (!self->is_worker)
    {
      ls_page_client_call (client, self->id, "Page.enable", "%s", "");
      ls_page_client_call (client, self->id, "Page.addScriptToEvaluateOnNewDocument", "\"runImmediately\":true,\"source\":%s",
                           client->script);
    }
  else if (!self->waits)
    {
      ls_page_client_call (client, self->id, "Runtime.evaluate", "\"expression\":%s", client->late_script);
    }
  else
    {
      /* A worker that waits has no timers and no scheduler yet, and to look at its location crashes the renderer: it goes on up to
       * its first statement. */
      ls_page_client_call (client, self->id, "Debugger.setInstrumentationBreakpoint", "%s",
                           "\"instrumentation\":\"beforeScriptExecution\"");
    }
  self->ready_call = ls_page_client_call (client, self->id, "Runtime.runIfWaitingForDebugger", "%s", "");
  ls_page_client_expect (client, self->ready_call, LS_PAGE_CALL_READY, 0);
}

static gboolean
again_cb (gpointer user_data)
{
  LsPageSession *self = user_data;

  g_clear_pointer (&self->again, g_source_unref);
  set_up (self);
  return G_SOURCE_REMOVE;
}

/* Commands that were on their way while the page changed its process are lost, and what they set as well. */
static void
set_up_again (LsPageSession *self)
{
  self->waits = FALSE;
  if (self->again != NULL || self->n_set_ups >= MAX_SET_UPS)
    return;
  self->again = g_timeout_source_new (AGAIN_MS);
  g_source_set_callback (self->again, again_cb, self, NULL);
  g_source_attach (self->again, self->client->context);
}

/* The page that is to be opened goes into the first one that is there, or the one that was made for it. */
static void
open_address (LsPageSession *self)
{
  LsPageClient *client = self->client;
  g_autofree char *address = NULL;

  if (client->address == NULL || self->is_worker || strcmp (self->kind, "page") != 0 || !self->is_ready ||
      (client->browser == NULL && g_strcmp0 (client->created, self->target) != 0))
    return;
  address = ls_page_quote (client->address);
  self->awaits_status = g_ascii_strncasecmp (client->address, "http", 4) == 0;
  g_clear_pointer (&client->address, g_free);
  /* Until the document has come: later it would tell of each request, which costs the page something. */
  if (self->awaits_status)
    ls_page_client_call (client, self->id, "Network.enable", "%s", "");
  ls_page_client_expect (client, ls_page_client_call (client, self->id, "Page.navigate", "\"url\":%s", address),
                         LS_PAGE_CALL_NAVIGATE, 0);
}

static void
set_status (LsPageSession *self,
            guint          status)
{
  if (self->status == status)
    return;
  self->status = status;
  ls_page_client_report_targets (self->client);
}

/* The page that was opened has come, or will not come. */
static void
await_no_status (LsPageSession *self)
{
  if (!self->awaits_status)
    return;
  self->awaits_status = FALSE;
  g_clear_pointer (&self->opened, g_free);
  g_clear_pointer (&self->came, g_free);
  ls_page_client_call (self->client, self->id, "Network.disable", "%s", "");
}

/* The browser says in an answer which document it opens, and in a notice with which status one has come: either may be first. */
static void
find_status (LsPageSession *self)
{
  if (self->opened == NULL || g_strcmp0 (self->opened, self->came) != 0)
    return;
  set_status (self, self->came_with);
  await_no_status (self);
}

/* Something has come that the page has asked for. The frame of the page itself bears the name of the target. */
static void
on_response (LsPageSession *self,
             JsonObject    *parameters)
{
  JsonObject *response = ls_json_peek_object (parameters, "response");
  JsonNode *status = response != NULL ? json_object_get_member (response, "status") : NULL;
  g_autofree char *type = ls_page_dup_member (parameters, "type", 100);
  g_autofree char *frame = ls_page_dup_member (parameters, "frameId", 100);

  if (!self->awaits_status || strcmp (type, "Document") != 0 || g_strcmp0 (frame, self->target) != 0)
    return;
  g_free (self->came);
  self->came = ls_page_dup_member (parameters, "loaderId", 100);
  self->came_with = status != NULL && JSON_NODE_HOLDS_VALUE (status) ? CLAMP (json_node_get_int (status), 0, 999) : 0;
  find_status (self);
}

/* The browser says whether it opens the page. @result: (nullable): what it answers, NULL for an error */
static void
on_opened (LsPageSession *self,
           JsonObject    *result)
{
  g_autofree char *reason = result != NULL ? ls_page_dup_member (result, "errorText", MAX_REASON) : NULL;
  g_autofree char *problem = NULL;

  if (result == NULL)
    problem = g_strdup (_("The browser does not take the address: expected one such as https://example.org/"));
  else if (strcmp (reason, "net::ERR_ABORTED") == 0)
    problem = g_strdup (_("The page could not be opened: the browser gave it up, as it does for a download, for an answer without "
                          "content, and where another address is opened meanwhile"));
  else if (*reason != '\0')
    problem = g_strdup_printf (_("The page could not be opened: %s"), reason);
  if (self->awaits_status && result != NULL && strcmp (reason, "net::ERR_ABORTED") != 0)
    {
      self->opened = ls_page_dup_member (result, "loaderId", 100);
      find_status (self);
    }
  if (problem == NULL)
    return;
  await_no_status (self);
  ls_page_client_report (self->client, problem);
}

/* Nobody tells with which status the next document comes. */
static void
on_navigating (LsPageSession *self,
               JsonObject    *parameters)
{
  g_autofree char *type = ls_page_dup_member (parameters, "navigationType", 100);
  g_autofree char *frame = ls_page_dup_member (parameters, "frameId", 100);

  if (g_strcmp0 (frame, self->target) != 0 || strcmp (type, "sameDocument") == 0 || strcmp (type, "historySameDocument") == 0)
    return;
  if (self->opened != NULL)
    await_no_status (self);
  set_status (self, 0);
}

static void
on_attached (LsPageClient *self,
             JsonObject   *parameters)
{
  static const char *const kinds[] = { "page", "iframe", "worker", "shared_worker", "service_worker" };
  JsonObject *info = ls_json_peek_object (parameters, "targetInfo");
  g_autofree char *id = ls_page_dup_member (parameters, "sessionId", 100);
  g_autofree char *kind = info != NULL ? ls_page_dup_member (info, "type", 100) : g_strdup ("");
  LsPageSession *session;
  guint i;

  if (!ls_page_is_plain (id))
    return;
  for (i = 0; i < G_N_ELEMENTS (kinds) && strcmp (kind, kinds[i]) != 0; i++)
    ;
  if (i == G_N_ELEMENTS (kinds) || g_hash_table_size (self->sessions) >= MAX_SESSIONS || g_hash_table_contains (self->sessions, id))
    {
      ls_page_client_call (self, id, "Runtime.runIfWaitingForDebugger", "%s", "");
      return;
    }
  session = ls_page_client_add_session (self, id, kind, info);
  session->is_worker = i >= 2;
  session->waits = ls_json_peek_boolean (parameters, "waitingForDebugger", FALSE);
  set_up (session);
  ls_page_client_report_targets (self);
}

/* What the browser says */

/* Whether it is the script that stops, and not a statement of the page. */
static gboolean
is_ours (LsPageClient *self,
         JsonObject   *parameters)
{
  JsonArray *frames = ls_json_peek_array (parameters, "callFrames");
  JsonNode *first = frames != NULL && json_array_get_length (frames) > 0 ? json_array_get_element (frames, 0) : NULL;
  g_autofree char *name = NULL;

  if (first == NULL || !JSON_NODE_HOLDS_OBJECT (first))
    return FALSE;
  name = ls_page_dup_member (json_node_get_object (first), "functionName", 100);
  return strcmp (name, self->binding) == 0;
}

static void
on_paused (LsPageSession *self,
           JsonObject    *parameters)
{
  g_autofree char *reason = ls_page_dup_member (parameters, "reason", 100);

  if (strcmp (reason, "instrumentation") == 0 && self->waits)
    {
      self->waits = FALSE;
      ls_page_client_call (self->client, self->id, "Runtime.evaluate", "\"expression\":%s", self->client->script);
      /* It goes on as well, and the breakpoint is gone. */
      ls_page_client_call (self->client, self->id, "Debugger.disable", "%s", "");
      ls_page_client_call (self->client, self->id, "Debugger.enable", "%s", "");
      return;
    }
  if (self->client->is_node && ls_page_session_on_node_paused (self, reason))
    return;
  ls_page_session_on_paused (self, is_ours (self->client, parameters));
}

/* The browser says what it has. */
static void
update_targets (LsPageClient *self,
                JsonObject   *result)
{
  JsonArray *targets = ls_json_peek_array (result, "targetInfos");
  gboolean has_changed = FALSE;

  for (guint i = 0; targets != NULL && i < json_array_get_length (targets); i++)
    {
      JsonNode *info = json_array_get_element (targets, i);

      if (JSON_NODE_HOLDS_OBJECT (info))
        has_changed |= ls_page_client_update_target (self, json_node_get_object (info));
    }
  if (has_changed)
    ls_page_client_report_targets (self);
}

/* A notice whose parameters are of interest, as a tree. */
static void
on_read_notice (LsPageClient         *self,
                LsPageSession        *session,
                const LsPageEnvelope *envelope,
                JsonObject           *parameters)
{
  if (self->is_node && ls_page_node_reads (envelope->method))
    ls_page_client_on_node_notice (self, session, envelope->method, parameters);
  else if (strcmp (envelope->method, "Target.attachedToTarget") == 0)
    on_attached (self, parameters);
  else if (strcmp (envelope->method, "Target.detachedFromTarget") == 0)
    {
      g_autofree char *id = ls_page_dup_member (parameters, "sessionId", 100);

      if (g_hash_table_remove (self->sessions, id))
        {
          ls_page_client_report_held (self);
          ls_page_client_report_targets (self);
        }
    }
  else if (strcmp (envelope->method, "Target.targetInfoChanged") == 0)
    {
      JsonObject *info = ls_json_peek_object (parameters, "targetInfo");

      if (info != NULL && ls_page_client_update_target (self, info))
        ls_page_client_report_targets (self);
    }
  else if (session != NULL && strcmp (envelope->method, "Debugger.scriptParsed") == 0)
    ls_page_scripts_add (session->scripts, parameters);
  else if (session != NULL && strcmp (envelope->method, "Network.responseReceived") == 0)
    on_response (session, parameters);
  else if (session != NULL && strcmp (envelope->method, "Page.frameStartedNavigating") == 0)
    on_navigating (session, parameters);
  else if (session != NULL)
    on_paused (session, parameters);
}

static JsonObject *
get_member (JsonNode   *root,
            const char *member)
{
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? ls_json_peek_object (json_node_get_object (root), member) : NULL;
}

/* The browser tells something. @session: (nullable): of which */
static void
on_notice (LsPageClient         *self,
           LsPageSession        *session,
           const LsPageEnvelope *envelope,
           const char           *text,
           gsize                 length)
{
  static const char *const read[] = { "Target.attachedToTarget", "Target.detachedFromTarget", "Target.targetInfoChanged",
                                      "Debugger.paused", "Debugger.scriptParsed", "Network.responseReceived",
                                      "Page.frameStartedNavigating", NULL };

  /* What its documents say later may not come any more, however long the address is to which it goes. */
  if (session != NULL && strcmp (envelope->method, "Page.frameStartedNavigating") == 0)
    ls_page_session_pull (session);
  if (session != NULL && strcmp (envelope->method, "Runtime.bindingCalled") == 0)
    {
      if (g_strcmp0 (envelope->name, self->binding) == 0 && envelope->payload != NULL)
        ls_page_session_take_batch (session, envelope->context, envelope->payload, envelope->payload_length);
    }
  else if (session != NULL && strcmp (envelope->method, "Runtime.executionContextDestroyed") == 0)
    ls_page_session_forget_realms (session, envelope->context);
  else if (session != NULL && strcmp (envelope->method, "Runtime.executionContextsCleared") == 0)
    {
      ls_page_session_forget_realms (session, 0);
      ls_page_scripts_forget (session->scripts);
    }
  else if (session != NULL && strcmp (envelope->method, "Debugger.scriptParsed") == 0 && !ls_page_scripts_take_more (session->scripts))
    return;
  else if (session != NULL && strcmp (envelope->method, "Debugger.resumed") == 0)
    ls_page_session_on_resumed (session);
  else if (session != NULL && g_str_has_prefix (envelope->method, "Page.javascriptDialog"))
    {
      session->asks = strcmp (envelope->method, "Page.javascriptDialogOpening") == 0;
      ls_page_client_report_targets (self);
    }
  else if (session != NULL && self->is_node && strcmp (envelope->method, "Debugger.scriptParsed") == 0)
    ls_page_session_on_node_script (session, text, length);
  else if (session != NULL && strcmp (envelope->method, "Inspector.targetCrashed") == 0)
    {
      ls_page_session_on_resumed (session);
      session->asks = FALSE;
      session->n_commands = 0;
      session->resumes_then = FALSE;
      ls_page_session_forget_realms (session, 0);
      ls_page_session_report_crash (session);
    }
  else if (ls_page_client_on_tracing_notice (self, envelope->method, text, length))
    return;
  else if (length <= MAX_NOTICE &&
           (g_strv_contains (read, envelope->method) || (self->is_node && ls_page_node_reads (envelope->method))))
    {
      g_autoptr (JsonNode) root = ls_json_parse (envelope->method, text, length, NULL, NULL);
      JsonObject *parameters = get_member (root, "params");

      if (parameters != NULL)
        on_read_notice (self, session, envelope, parameters);
    }
}

static void
open_in (const char    *id,
         LsPageSession *session,
         gpointer       user_data)
{
  open_address (session);
}

/* The browser answers. @call: (nullable): what was expected of it */
static void
on_answer (LsPageClient         *self,
           LsPageSession        *session,
           const LsPageEnvelope *envelope,
           const LsPageCall     *call,
           const char           *text,
           gsize                 length)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *result;

  if (envelope->has_error && session != NULL && strstr (text, "navigated or closed") != NULL)
    set_up_again (session);
  if (call == NULL || ls_page_client_take_answer (self, session, envelope, call))
    return;
  switch (call->kind)
    {
    case LS_PAGE_CALL_SOURCE:
      if (session != NULL)
        ls_page_session_on_source (session, call->context, text, length);
      break;
    case LS_PAGE_CALL_TEXT:
      ls_page_client_take_text (self, call->context, ls_page_read_source (text, length));
      break;
    case LS_PAGE_CALL_PHOTOGRAPH:
      ls_page_client_on_tracing_answer (self, session, envelope, call, text, length);
      break;
    case LS_PAGE_CALL_READY:
      if (session == NULL || envelope->has_error || session->ready_call != (guint64) envelope->id || session->again != NULL)
        break;
      session->is_ready = TRUE;
      open_address (session);
      break;
    case LS_PAGE_CALL_NODE:
      if (session != NULL)
        ls_page_session_begin_node (session);
      break;
    case LS_PAGE_CALL_CREATE:
      root = length <= MAX_NOTICE ? ls_json_parse ("createTarget", text, length, NULL, NULL) : NULL;
      result = get_member (root, "result");
      if (result == NULL)
        break;
      self->created = ls_page_dup_member (result, "targetId", 100);
      g_hash_table_foreach (self->sessions, (GHFunc) open_in, NULL);
      break;
    case LS_PAGE_CALL_TARGETS:
      root = length <= MAX_NOTICE ? ls_json_parse ("getTargets", text, length, NULL, NULL) : NULL;
      result = get_member (root, "result");
      if (result != NULL)
        update_targets (self, result);
      break;
    case LS_PAGE_CALL_NAVIGATE:
      root = length <= MAX_NOTICE ? ls_json_parse ("navigate", text, length, NULL, NULL) : NULL;
      result = get_member (root, "result");
      if (session != NULL && (result != NULL || envelope->has_error))
        on_opened (session, result);
      break;
    default:
      break;
    }
}

/* Takes a message whose envelope has been read. @session: (nullable): of which it is */
void
ls_page_devtools_read (LsPageClient         *self,
                       LsPageSession        *session,
                       const LsPageEnvelope *envelope,
                       const char           *text,
                       gsize                 length)
{
  LsPageCall call;

  if (envelope->method != NULL)
    on_notice (self, session, envelope, text, length);
  else if (envelope->id > 0)
    on_answer (self, session, envelope, ls_page_client_find_call (self, envelope->id, &call) ? &call : NULL, text, length);
}

/* Chromium */

static void
take (LsPageClient *self,
      const char   *text,
      gsize         length)
{
  g_auto (LsPageEnvelope) envelope = { 0 };

  LsPageSession *session;

  if (!ls_page_envelope_read (&envelope, text, length))
    return;
  session = envelope.session != NULL ? g_hash_table_lookup (self->sessions, envelope.session) : NULL;
  ls_page_devtools_read (self, session, &envelope, text, length);
}

static void
open_browser (LsPageClient *self)
{
  attach_all (self, NULL);
  /* Says when an address changes. */
  ls_page_client_call (self, NULL, "Target.setDiscoverTargets", "\"discover\":%s", "true");
  if (self->browser == NULL && self->address != NULL)
    ls_page_client_expect (self, ls_page_client_call (self, NULL, "Target.createTarget", "\"url\":\"about:blank\""),
                           LS_PAGE_CALL_CREATE, 0);
}

/* The browser does not say when a title changes. */
static void
tick (LsPageClient *self)
{
  if (++self->n_rounds % ROUNDS_OF_TITLES == 0)
    ls_page_client_expect (self, ls_page_client_call (self, NULL, "Target.getTargets", "%s", ""), LS_PAGE_CALL_TARGETS, 0);
}

static void
close_browser (LsPageClient *self)
{
  if (self->browser != NULL)
    ls_page_client_call (self, NULL, "Browser.close", "%s", "");
}

const LsPageProtocol ls_page_chromium = {
  .open = open_browser,
  .send = ls_page_devtools_send,
  .take = take,
  .tick = tick,
  .evaluate = ls_page_devtools_evaluate,
  .close = close_browser,
  .interrupt = ls_page_devtools_interrupt,
  .resume = ls_page_devtools_resume,
};
