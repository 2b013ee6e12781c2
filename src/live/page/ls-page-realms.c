/* ls-page-realms.c: what the documents and workers of sessions tell
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More of a session are left alone. */
#define MAX_REALMS 1000
/* How many are asked in a round for what waits. */
#define MAX_PULLS 50

typedef struct
{
  LsPageClient *client;
  LsPageSession *session;
  LsPageRealm  *realm;      /* NULL: events are not of interest */
  guint64       n_events;
} Batch;

static gint64
text_cb (gpointer         user_data,
         LsPageEventKind  kind,
         guint            field,
         const char      *text,
         gsize            length)
{
  Batch *batch = user_data;
  LsPageClient *client = batch->client;
  g_autofree char *copy = NULL, *address = NULL;

  if (ls_page_event_has_stack (kind, field))
    return ls_page_writer_take_stack (client->writer, text, length, (client->flags & LS_PAGE_WATCH_FULL_URLS) != 0);
  /* A result or a reason. */
  if ((kind == LS_PAGE_EVENT_END || kind == LS_PAGE_EVENT_SETTLED || kind == LS_PAGE_EVENT_ABORT) &&
      (client->flags & LS_PAGE_WATCH_FULL_URLS) == 0 && g_strstr_len (text, length, "://") != NULL)
    {
      copy = ls_page_clean_text (text, length);
      return ls_page_writer_intern (client->writer, copy, strlen (copy));
    }
  if (kind != LS_PAGE_EVENT_BEGIN)
    return ls_page_writer_intern (client->writer, text, length);
  copy = g_strndup (text, length);
  address = ls_page_clean_address (copy, (client->flags & LS_PAGE_WATCH_FULL_URLS) != 0);
  /* Nobody else says what Node.js runs. */
  if (client->is_node && *batch->session->title == '\0')
    {
      g_free (batch->session->title);
      batch->session->title = g_path_get_basename (address);
      g_free (batch->session->address);
      batch->session->address = g_strdup (address);
      ls_page_client_report_targets (client);
    }
  return ls_page_writer_intern (client->writer, address, strlen (address));
}

static void
event_cb (gpointer           user_data,
          const LsPageEvent *event)
{
  Batch *batch = user_data;

  batch->n_events++;
  ls_page_agent_add_event (batch->realm->agent, event);
  if ((event->kind == LS_PAGE_EVENT_SIGNAL || event->kind == LS_PAGE_EVENT_ANY) && event->fields[4] != 0 && event->fields[0] > 0 &&
      event->fields[0] <= G_MAXUINT32)
    ls_page_session_name_signal (batch->session, batch->realm, event->fields[0], event->fields[4]);
}

/* Returns (transfer none) (nullable) what a context of the browser is. */
LsPageRealm *
ls_page_session_find_realm (LsPageSession *self,
                            gint64         context)
{
  for (guint i = 0; i < self->realms->len; i++)
    {
      LsPageRealm *realm = g_ptr_array_index (self->realms, i);

      if (realm->context == context)
        return realm;
    }
  return NULL;
}

/* Returns (transfer none) (nullable) the agent that has told something in a context. */
LsPageAgent *
ls_page_session_find_agent (LsPageSession *self,
                            gint64         context)
{
  const LsPageRealm *realm = ls_page_session_find_realm (self, context);

  return realm != NULL ? realm->agent : NULL;
}

/* Calls a command of the script. Returns the number of the call, 0 where it cannot be called now. */
guint64
ls_page_session_command (LsPageSession     *self,
                         const LsPageRealm *realm,
                         const char        *command)
{
  g_autofree char *expression = g_strdup_printf ("globalThis['%s']?.%s", self->client->binding, command);

  return self->client->protocol->evaluate (self, realm, expression);
}

static void
leave_realm (LsPageSession     *self,
             const LsPageRealm *realm)
{
  LsPageClient *client = self->client;
  const guint64 call = ls_page_session_command (self, realm, "leave()");

  if (call == 0)
    return;
  self->n_leaving++;
  ls_page_client_expect (client, call, LS_PAGE_CALL_LEAVE, realm->context);
}

static LsPageRealm *
add_realm (LsPageSession *self,
           gint64         context)
{
  LsPageAgent *agent = self->realms->len < MAX_REALMS ? ls_page_writer_add_agent (self->client->writer) : NULL;
  LsPageRealm *realm;

  if (agent == NULL)
    {
      ls_page_client_report (self->client, _("There are more pages, frames and workers than can be watched"));
      return NULL;
    }
  realm = g_new0 (LsPageRealm, 1);
  realm->client = self->client;
  realm->agent = agent;
  realm->context = context;
  realm->expected = 1;
  g_ptr_array_add (self->realms, realm);
  if (self->has_crashed)
    {
      self->has_crashed = FALSE;
      ls_page_client_report_targets (self->client);
    }
  if (self->client->is_leaving)
    leave_realm (self, realm);
  else
    ls_page_session_debug (self, realm);
  if (self->client->stopping != NULL && self->client->is_node && !self->client->is_leaving)
    ls_page_client_pull (self->client);
  return realm;
}

/* A page or worker has told something. */
void
ls_page_session_take_batch (LsPageSession *self,
                            gint64         context,
                            const char    *text,
                            gsize          length)
{
  Batch batch = { .client = self->client, .session = self, .realm = ls_page_session_find_realm (self, context) };
  guint64 first;

  /* Where V8 is about to end, it answers “illegal access” for what the script would have said. */
  if (length == 0 || *text != '[')
    return;
  /* The first batch of a realm is the one that begins with its first event. The empty page of a browser that was started is of no
   * interest. */
  if (batch.realm == NULL && g_str_has_prefix (text, "[1,1,") && (self->client->browser == NULL || self->client->address == NULL))
    batch.realm = add_realm (self, context);
  if (batch.realm == NULL)
    return;
  if (!ls_page_batch_read (text, length, text_cb, event_cb, &batch, &first))
    ls_page_agent_lose (batch.realm->agent, 1);
  if (first > batch.realm->expected)
    ls_page_agent_lose (batch.realm->agent, first - batch.realm->expected);
  batch.realm->expected = first + batch.n_events;
  if (ls_page_agent_is_late (batch.realm->agent) && !self->is_late)
    {
      self->is_late = TRUE;
      ls_page_client_report_targets (self->client);
    }
  ls_page_client_write_soon (self->client);
}

static gboolean
pull_realm (LsPageSession *self,
            LsPageRealm   *realm)
{
  const guint64 call = ls_page_session_command (self, realm, "drain()");

  if (call == 0)
    return FALSE;
  realm->n_pulls++;
  ls_page_client_expect (self->client, call, LS_PAGE_CALL_PULL, realm->context);
  return TRUE;
}

/* Asks a page for what waits there. */
void
ls_page_session_pull (LsPageSession *self)
{
  for (guint i = 0; i < self->realms->len; i++)
    pull_realm (self, g_ptr_array_index (self->realms, i));
}

/* Asks all pages and workers for what waits there: they tell by themselves only where there is more of it. */
void
ls_page_client_pull (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;
  guint n = 0, n_seen = 0;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    for (guint i = 0; i < session->realms->len; i++)
      {
        LsPageRealm *realm = g_ptr_array_index (session->realms, i);

        if (n_seen++ < self->pull_at || realm->n_pulls > 0 || n >= MAX_PULLS)
          continue;
        n += pull_realm (session, realm);
      }
  self->pull_at = n >= MAX_PULLS ? self->pull_at + n : 0;
}

/* Asks all of them once more. An answer that is still on its way may lack what was posted since then. */
void
ls_page_client_pull_last (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    ls_page_session_pull (session);
}

/* Returns whether a document or worker has been asked and has not answered. */
gboolean
ls_page_session_is_pulling (LsPageSession *self)
{
  for (guint i = 0; i < self->realms->len; i++)
    if (((LsPageRealm *) g_ptr_array_index (self->realms, i))->n_pulls > 0)
      return TRUE;
  return FALSE;
}

/* Returns whether any has not. */
gboolean
ls_page_client_is_pulling (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (ls_page_session_is_pulling (session))
      return TRUE;
  return FALSE;
}

/* Returns whether a page or worker has not answered that it goes on without us. */
gboolean
ls_page_client_is_awaiting_leave (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (session->n_leaving > 0)
      return TRUE;
  return FALSE;
}

/* Interrupts pages and workers that have not answered in so many rounds and are not interrupted yet: they stay in one task, and
 * answer within it. Returns whether there is any. */
gboolean
ls_page_client_interrupt_silent (LsPageClient *self,
                                 guint         n_rounds)
{
  GHashTableIter iter;
  LsPageSession *session;
  gboolean is_any = FALSE;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    {
      if ((self->is_leaving ? session->n_leaving > 0 : ls_page_session_is_pulling (session)) && !session->is_held)
        session->n_silent_rounds++;
      else
        session->n_silent_rounds = 0;
      if (session->n_silent_rounds < n_rounds || session->n_commands > 0)
        continue;
      session->n_silent_rounds = 0;
      is_any |= ls_page_session_interrupt (session);
    }
  return is_any;
}

/* Lets all pages go on without telling, those that begin from now on as well. */
void
ls_page_client_leave (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  self->is_leaving = TRUE;
  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    for (guint i = 0; i < session->realms->len; i++)
      leave_realm (session, g_ptr_array_index (session->realms, i));
}

/* A page or worker that was asked for what waits has answered. */
void
ls_page_session_on_pulled (LsPageSession        *self,
                           const LsPageEnvelope *envelope,
                           gint64                context)
{
  LsPageRealm *realm;

  if (envelope->value != NULL && envelope->value_length > 0)
    ls_page_session_take_batch (self, context, envelope->value, envelope->value_length);
  realm = ls_page_session_find_realm (self, context);
  if (realm == NULL)
    return;
  if (realm->n_pulls > 0)
    realm->n_pulls--;
  /* Node.js also answers while functions run, and then by no text. */
  if (envelope->value != NULL && !self->is_held)
    ls_page_agent_rest (realm->agent);
  if (self->client->stopping != NULL && !ls_page_client_is_pulling (self->client))
    g_main_loop_quit (self->client->loop);
}
