/* ls-page-firefox.c: speaks to Firefox by WebDriver BiDi
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-firefox-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-json-private.h"

/* Of what Firefox says of an error. */
#define MAX_REASON 200
/* A number between 0 and 1 is shorter. */
#define MAX_NUMBER 40
/* What a script says where its document may come back. */
#define SLEEPS "sleeps"
/* A message that is longer is none of those that are read. */
#define MAX_NOTICE (1024 * 1024)
/* How many documents that have told nothing are asked in a round. */
#define MAX_ASKED 50

/* A script tells something: the number that it calls itself, and batches, or that it goes to sleep. */
static void
take_text (LsPageClient *self,
           const char   *realm,
           const char   *text,
           gsize         length)
{
  const char *end = text != NULL ? memchr (text, ' ', MIN (length, MAX_NUMBER)) : NULL;
  g_autofree char *script = end != NULL ? g_strndup (text, end - text) : NULL;
  LsFirefoxPlace *place = end != NULL ? ls_page_firefox_identify (self->firefox, realm, script) : NULL;
  LsPageSession *session = ls_firefox_place_get_session (place, self);

  if (session == NULL)
    return;
  for (const char *line = end + 1; line < text + length;)
    {
      const char *next = memchr (line, '\n', text + length - line);
      const gsize n = (next != NULL ? next : text + length) - line;

      if (n == strlen (SLEEPS) && memcmp (line, SLEEPS, n) == 0)
        place->sleeps = TRUE;
      else
        {
          g_autofree char *batch = g_strndup (line, n);

          ls_page_session_take_batch (session, place->number, batch, n);
        }
      line += n + 1;
    }
}

/* Calls a function with a channel in a document. @function: JavaScript, as a string of JSON. Returns the number of the call */
static guint64
call_function (LsPageClient         *self,
               const LsFirefoxPlace *place,
               const char           *function)
{
  return ls_page_client_call (self, NULL, "script.callFunction",
                              "\"functionDeclaration\":%s,\"arguments\":[{\"type\":\"channel\",\"value\":{\"channel\":\"%s\"}}],"
                              "\"target\":{\"realm\":\"%s\"},\"awaitPromise\":false",
                              function, self->binding, place->realm);
}

/* Puts the script into what runs already. */
static void
add_scripts (LsPageClient *self)
{
  for (guint i = 0; i < self->firefox->places->len; i++)
    {
      const LsFirefoxPlace *place = g_ptr_array_index (self->firefox->places, i);

      if (place->script == NULL && place->realm != NULL)
        call_function (self, place, self->late_script);
    }
}

static void
navigate (LsPageClient *self,
          const char   *context)
{
  g_autofree char *address = NULL;

  if (self->address == NULL || !ls_page_is_plain (context))
    return;
  address = ls_page_quote (self->address);
  g_clear_pointer (&self->address, g_free);
  ls_page_client_expect (self,
                         ls_page_client_call (self, NULL, "browsingContext.navigate",
                                              "\"context\":\"%s\",\"url\":%s,\"wait\":\"none\"", context, address),
                         LS_PAGE_CALL_NAVIGATE, 0);
}

/* The script is there for all documents that come. */
static void
begin (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  if (self->browser == NULL)
    {
      add_scripts (self);
      if (self->address != NULL)
        ls_page_client_expect (self, ls_page_client_call (self, NULL, "browsingContext.create", "%s", "\"type\":\"tab\""),
                               LS_PAGE_CALL_CREATE, 0);
      return;
    }
  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (!session->is_worker)
      {
        navigate (self, session->id);
        return;
      }
  ls_page_client_report (self, _("The browser has no page"));
  g_main_loop_quit (self->loop);
}

/* Firefox takes one client at a time. */
static void
refuse (LsPageClient         *self,
        const LsPageEnvelope *envelope)
{
  g_autofree char *reason = envelope->error != NULL ? g_utf8_make_valid (envelope->error, strnlen (envelope->error, MAX_REASON))
                                                    : g_strdup ("");
  g_autofree char *problem = NULL;

  if (strstr (reason, "Maximum number of active sessions") != NULL)
    problem = g_strdup (_("Another program watches or drives this Firefox, which takes one at a time, or did so when it was "
                           "killed: then start Firefox again"));
  else
    problem = g_strdup_printf (_("The browser cannot be watched: %s"), reason);
  ls_page_client_report (self, problem);
  g_main_loop_quit (self->loop);
}

static void
on_session (LsPageClient         *self,
            const LsPageEnvelope *envelope)
{
  if (envelope->has_error)
    {
      refuse (self, envelope);
      return;
    }
  self->has_session = TRUE;
  ls_page_client_call (self, NULL, "session.subscribe", "\"events\":[%s]",
                       "\"script.message\",\"script.realmCreated\",\"script.realmDestroyed\",\"browsingContext.contextCreated\","
                       "\"browsingContext.contextDestroyed\",\"browsingContext.navigationCommitted\","
                       "\"browsingContext.fragmentNavigated\",\"browsingContext.historyUpdated\"");
  ls_page_client_expect (self,
                         ls_page_client_call (self, NULL, "script.addPreloadScript",
                                              "\"functionDeclaration\":%s,\"arguments\":[{\"type\":\"channel\",\"value\":"
                                              "{\"channel\":\"%s\"}}]",
                                              self->script, self->binding),
                         LS_PAGE_CALL_READY, 0);
}

static void
report_failure (LsPageClient         *self,
                const LsPageEnvelope *envelope)
{
  const char *error = envelope->error != NULL ? envelope->error : "";
  g_autofree char *reason = NULL, *problem = NULL;

  if (g_str_has_prefix (error, "Error: "))
    error += strlen ("Error: ");
  else if (strstr (error, "NS_ERROR_MALFORMED_URI") != NULL)
    {
      ls_page_client_report (self, _("The browser does not take the address: expected one such as https://example.org/"));
      return;
    }
  reason = g_utf8_make_valid (error, strnlen (error, MAX_REASON));
  problem = g_strdup_printf (_("The page could not be opened: %s"), reason);
  ls_page_client_report (self, problem);
}

static void
on_answer (LsPageClient         *self,
           LsPageEnvelope       *envelope,
           const LsPageCall     *call,
           const char           *text,
           gsize                 length)
{
  LsFirefoxPlace *place = ls_page_firefox_find (self->firefox, call->context);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *result;

  if (place != NULL && (call->kind == LS_PAGE_CALL_PULL || call->kind == LS_PAGE_CALL_CONNECT))
    place->is_asked = FALSE;
  /* What the page threw. */
  if (envelope->exception == NULL)
    envelope->exception = g_steal_pointer (&envelope->error);
  if (ls_page_client_take_answer (self, ls_firefox_place_get_session (place, self), envelope, call))
    return;
  envelope->error = g_steal_pointer (&envelope->exception);
  switch (call->kind)
    {
    case LS_PAGE_CALL_SESSION:
      on_session (self, envelope);
      break;
    case LS_PAGE_CALL_CONNECT:
      if (place != NULL && place->realm != NULL && envelope->value != NULL)
        {
          g_autofree char *realm = g_strdup (place->realm);

          take_text (self, realm, envelope->value, envelope->value_length);
        }
      break;
    case LS_PAGE_CALL_READY:
      if (!envelope->has_error)
        begin (self);
      else
        refuse (self, envelope);
      break;
    case LS_PAGE_CALL_CREATE:
      root = length <= MAX_NOTICE ? ls_json_parse ("create", text, length, NULL, NULL) : NULL;
      result = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? ls_json_peek_object (json_node_get_object (root), "result") : NULL;
      if (result != NULL)
        {
          g_autofree char *context = ls_page_dup_member (result, "context", 100);

          navigate (self, context);
        }
      else
        report_failure (self, envelope);
      break;
    case LS_PAGE_CALL_NAVIGATE:
      if (envelope->has_error)
        report_failure (self, envelope);
      break;
    default:
      break;
    }
}

/* What LsPageProtocol wants */

static void
take (LsPageClient *self,
      const char   *text,
      gsize         length)
{
  g_auto (LsPageEnvelope) envelope = { 0 };
  g_autoptr (JsonNode) root = NULL;
  JsonObject *parameters;
  LsPageCall call;

  if (!ls_page_envelope_read (&envelope, text, length))
    return;
  if (g_strcmp0 (envelope.method, "script.message") == 0)
    {
      if (g_strcmp0 (envelope.channel, self->binding) == 0 && envelope.realm != NULL)
        take_text (self, envelope.realm, envelope.payload, envelope.payload_length);
    }
  else if (envelope.method != NULL && length <= MAX_NOTICE)
    {
      root = ls_json_parse (envelope.method, text, length, NULL, NULL);
      parameters = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? ls_json_peek_object (json_node_get_object (root), "params") : NULL;
      if (parameters != NULL)
        ls_page_firefox_on_notice (self, envelope.method, parameters);
    }
  else if (ls_page_client_find_call (self, envelope.id, &call))
    on_answer (self, &envelope, &call, text, length);
}

static void
open_browser (LsPageClient *self)
{
  self->firefox = ls_page_firefox_new ();
  ls_page_client_make_scripts (self, LS_PAGE_TRANSPORT_FIREFOX);
  ls_page_writer_set_preset (self->writer, "gecko");
  /* Else Firefox would answer what the page asks the user. */
  ls_page_client_expect (self,
                         ls_page_client_call (self, NULL, "session.new", "%s",
                                              "\"capabilities\":{\"alwaysMatch\":{\"unhandledPromptBehavior\":"
                                              "{\"default\":\"ignore\"}}}"),
                         LS_PAGE_CALL_SESSION, 0);
}

static guint64
evaluate (LsPageSession     *session,
          const LsPageRealm *realm,
          const char        *expression)
{
  const LsFirefoxPlace *place = ls_page_firefox_find (session->client->firefox, realm->context);
  g_autofree char *quoted = NULL;

  if (place == NULL || place->realm == NULL)
    return 0;
  quoted = ls_page_quote (expression);
  return ls_page_client_call (session->client, NULL, "script.evaluate",
                              "\"expression\":%s,\"target\":{\"realm\":\"%s\"},\"awaitPromise\":false", quoted, place->realm);
}

/* Gives the script of a document a channel: Firefox does not say which of its names are those of documents that have come back, and
 * the channel of such a one is dead. */
static guint64
connect (LsPageClient   *self,
         LsFirefoxPlace *place)
{
  g_autofree char *text = g_strdup_printf ("channel => globalThis['%s']?.connect(channel)", self->binding);
  g_autofree char *quoted = ls_page_quote (text);

  return call_function (self, place, quoted);
}

/* What a document that has told nothing has to tell may be too little for it to do so by itself. */
static void
tick (LsPageClient *self)
{
  guint n = 0;

  for (guint i = 0; i < self->firefox->places->len && n < MAX_ASKED; i++)
    {
      LsFirefoxPlace *place = g_ptr_array_index (self->firefox->places, i);
      LsPageSession *session = ls_firefox_place_get_session (place, self);
      const LsPageRealm realm = { .context = place->number };
      const gboolean is_known = place->script != NULL;
      guint64 call;

      if (place->realm == NULL || place->is_asked || session == NULL || self->address != NULL ||
          ls_page_session_find_realm (session, place->number) != NULL)
        continue;
      call = is_known ? ls_page_session_command (session, &realm, "drain()") : connect (self, place);
      place->is_asked = TRUE;
      n++;
      ls_page_client_expect (self, call, is_known ? LS_PAGE_CALL_PULL : LS_PAGE_CALL_CONNECT, place->number);
    }
}

/* Firefox takes nobody else before its session ends, and forgets the script then. */
static void
close_browser (LsPageClient *self)
{
  if (self->browser == NULL && !self->has_session)
    return;
  self->n_leaving++;
  ls_page_client_expect (self,
                         ls_page_client_call (self, NULL, self->browser != NULL ? "browser.close" : "session.end", "%s", ""),
                         LS_PAGE_CALL_LEAVE, 0);
}

const LsPageProtocol ls_page_firefox = {
  .open = open_browser,
  .send = ls_page_devtools_send,
  .take = take,
  .tick = tick,
  .evaluate = evaluate,
  .close = close_browser,
};
