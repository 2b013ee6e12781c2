/* ls-page-sessions.c: the pages and workers of a browser that are watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-json-private.h"
#include "ls-source-private.h"

/* More pages and workers are left alone. */
#define MAX_SESSIONS 500
#define MAX_TITLE 200
/* A set-up is lost where the page changes its process. */
#define AGAIN_MS 50
#define MAX_SET_UPS 20
/* A notice that is longer is none of those that are read. */
#define MAX_NOTICE (1024 * 1024)

static void
realm_free (gpointer data)
{
  LsPageRealm *self = data;

  if (self->client->is_over)
    ls_page_agent_leave (self->agent);
  else
    ls_page_agent_end (self->agent);
  g_free (self);
}

void
ls_page_session_free (gpointer session)
{
  LsPageSession *self = session;

  if (self->realms->len > 0)
    ls_page_client_write_soon (self->client);
  g_ptr_array_unref (self->realms);
  ls_page_scripts_free (self->scripts);
  ls_clear_source (&self->again);
  ls_clear_source (&self->resuming);
  g_free (self->id);
  g_free (self->target);
  g_free (self->kind);
  g_free (self->title);
  g_free (self->address);
  g_free (self);
}

/* Tells the owner which pages and workers there are. */
void
ls_page_client_report_targets (LsPageClient *self)
{
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_page_target_free);
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    {
      const LsPageTarget target = { .id = session->target, .kind = session->kind, .title = session->title,
                                    .address = session->address, .has_crashed = session->has_crashed,
                                    .is_late = session->is_late };

      g_ptr_array_add (targets, ls_page_target_copy (&target));
    }
  g_mutex_lock (&self->report->lock);
  g_clear_pointer (&self->report->targets, g_ptr_array_unref);
  self->report->targets = g_steal_pointer (&targets);
  g_mutex_unlock (&self->report->lock);
  ls_page_watch_tell_changed (self->watch);
}

/* Attaches to all pages, or all workers and frames of a page, that are and will be. */
void
ls_page_client_attach_all (LsPageClient *self,
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
  ls_page_client_attach_all (client, self->id);
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
  g_clear_pointer (&client->address, g_free);
  ls_page_client_expect (client, ls_page_client_call (client, self->id, "Page.navigate", "\"url\":%s", address),
                         LS_PAGE_CALL_NAVIGATE, 0);
}

/* Returns (transfer full) a text of @max characters at most, "" where there is none. */
char *
ls_page_dup_member (JsonObject *object,
                    const char *member,
                    gsize       max)
{
  JsonNode *node = json_object_get_member (object, member);
  const char *text = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

  if (text == NULL)
    return g_strdup ("");
  return g_utf8_strlen (text, -1) > (glong) max ? g_utf8_substring (text, 0, max) : g_strdup (text);
}

/* Returns whether a name can be put into a message as it is. */
gboolean
ls_page_is_plain (const char *id)
{
  return *id != '\0' && strspn (id, "0123456789ABCDEFabcdef-") == strlen (id);
}

/* Returns whether that is something else than before. */
static gboolean
take_info (LsPageSession *self,
           JsonObject    *info)
{
  g_autofree char *address = ls_page_dup_member (info, "url", 8000);
  g_autofree char *old_title = g_steal_pointer (&self->title);
  g_autofree char *old_address = g_steal_pointer (&self->address);

  self->title = ls_page_dup_member (info, "title", MAX_TITLE);
  self->address = ls_page_clean_address (address, (self->client->flags & LS_PAGE_WATCH_FULL_URLS) != 0);
  /* Where a page has no title, the browser says its address. */
  if (strstr (address, self->title) != NULL || strstr (self->title, "?") != NULL)
    {
      g_free (self->title);
      self->title = g_strdup ("");
    }
  return g_strcmp0 (self->title, old_title) != 0 || g_strcmp0 (self->address, old_address) != 0;
}

/* Returns (transfer none) a session that is to be set up. @info: what the browser says of it */
LsPageSession *
ls_page_client_add_session (LsPageClient *self,
                            const char   *id,
                            const char   *kind,
                            JsonObject   *info)
{
  LsPageSession *session = g_new0 (LsPageSession, 1);

  session->client = self;
  session->id = g_strdup (id);
  session->kind = g_strdup (kind);
  session->target = ls_page_dup_member (info, "targetId", 100);
  session->realms = g_ptr_array_new_with_free_func (realm_free);
  session->scripts = ls_page_scripts_new (&self->n_script_bytes);
  take_info (session, info);
  g_hash_table_insert (self->sessions, session->id, session);
  return session;
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

static void
forget_realms (LsPageSession *self,
               gint64         context)
{
  self->is_late = FALSE;
  for (guint i = self->realms->len; i-- > 0;)
    if (context == 0 || ((LsPageRealm *) g_ptr_array_index (self->realms, i))->context == context)
      g_ptr_array_remove_index (self->realms, i);
    else
      self->is_late |= ls_page_agent_is_late (((LsPageRealm *) g_ptr_array_index (self->realms, i))->agent);
  ls_page_client_report_targets (self->client);
  ls_page_client_write_soon (self->client);
}

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

/* Takes what the browser says of a page or worker now. Returns whether that is something else than before. */
static gboolean
update_target (LsPageClient *self,
               JsonObject   *info)
{
  g_autofree char *target = ls_page_dup_member (info, "targetId", 100);
  GHashTableIter iter;
  LsPageSession *session;
  gboolean has_changed = FALSE;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (strcmp (session->target, target) == 0)
      has_changed |= take_info (session, info);
  return has_changed;
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
        has_changed |= update_target (self, json_node_get_object (info));
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

      if (info != NULL && update_target (self, info))
        ls_page_client_report_targets (self);
    }
  else if (session != NULL && strcmp (envelope->method, "Debugger.scriptParsed") == 0)
    ls_page_scripts_add (session->scripts, parameters);
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
void
ls_page_client_on_notice (LsPageClient         *self,
                          LsPageSession        *session,
                          const LsPageEnvelope *envelope,
                          const char           *text,
                          gsize                 length)
{
  static const char *const read[] = { "Target.attachedToTarget", "Target.detachedFromTarget", "Target.targetInfoChanged",
                                      "Debugger.paused", "Debugger.scriptParsed", NULL };

  if (session != NULL && strcmp (envelope->method, "Runtime.bindingCalled") == 0)
    {
      if (g_strcmp0 (envelope->name, self->binding) == 0 && envelope->payload != NULL)
        ls_page_session_take_batch (session, envelope->context, envelope->payload, envelope->payload_length);
    }
  else if (session != NULL && strcmp (envelope->method, "Runtime.executionContextDestroyed") == 0)
    forget_realms (session, envelope->context);
  else if (session != NULL && strcmp (envelope->method, "Runtime.executionContextsCleared") == 0)
    {
      forget_realms (session, 0);
      ls_page_scripts_forget (session->scripts);
    }
  else if (session != NULL && strcmp (envelope->method, "Debugger.scriptParsed") == 0 && !ls_page_scripts_take_more (session->scripts))
    return;
  else if (session != NULL && strcmp (envelope->method, "Debugger.resumed") == 0)
    ls_page_session_on_resumed (session);
  else if (session != NULL && self->is_node && strcmp (envelope->method, "Debugger.scriptParsed") == 0)
    ls_page_session_on_node_script (session, text, length);
  else if (session != NULL && strcmp (envelope->method, "Inspector.targetCrashed") == 0)
    {
      g_autofree char *problem = g_strdup_printf (_("A page crashed: %s"), session->address);

      ls_page_session_on_resumed (session);
      session->n_commands = 0;
      session->resumes_then = FALSE;
      session->has_crashed = TRUE;
      forget_realms (session, 0);
      ls_page_client_report (self, problem);
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
void
ls_page_client_on_answer (LsPageClient         *self,
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
  if (call == NULL)
    return;
  switch (call->kind)
    {
    case LS_PAGE_CALL_PULL:
      if (session != NULL)
        ls_page_session_on_pulled (session, envelope, call->context);
      break;
    case LS_PAGE_CALL_ACT:
      ls_page_client_on_acted (self, envelope, call->context);
      G_GNUC_FALLTHROUGH;
    case LS_PAGE_CALL_STOP:
      if (session != NULL)
        ls_page_session_on_called (session);
      break;
    case LS_PAGE_CALL_SOURCE:
      if (session != NULL)
        ls_page_session_on_source (session, call->context, text, length);
      break;
    case LS_PAGE_CALL_TEXT:
      ls_page_client_take_text (self, call->context, ls_page_read_source (text, length));
      break;
    case LS_PAGE_CALL_LEAVE:
      self->n_leaving--;
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
      if (result != NULL && json_object_has_member (result, "errorText"))
        {
          g_autofree char *reason = ls_page_dup_member (result, "errorText", MAX_TITLE);
          g_autofree char *problem = g_strdup_printf (_("The page could not be opened: %s"), reason);

          ls_page_client_report (self, problem);
        }
      else if (envelope->has_error)
        ls_page_client_report (self, _("The browser does not take the address: expected one such as https://example.org/"));
      break;
    default:
      break;
    }
}
