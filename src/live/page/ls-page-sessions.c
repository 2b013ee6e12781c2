/* ls-page-sessions.c: the pages and workers of a browser that are watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-source-private.h"

#define MAX_TITLE 200

static void
realm_free (gpointer data)
{
  LsPageRealm *self = data;

  ls_page_client_forget_acts (self->client, self);
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
  g_free (self->opened);
  g_free (self->came);
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
                                    .is_late = session->is_late, .is_closed = session->is_closed,
                                    .is_held = session->is_held, .asks = session->asks,
                                    .status = session->status };

      g_ptr_array_add (targets, ls_page_target_copy (&target));
    }
  g_mutex_lock (&self->report->lock);
  g_clear_pointer (&self->report->targets, g_ptr_array_unref);
  self->report->targets = g_steal_pointer (&targets);
  g_mutex_unlock (&self->report->lock);
  ls_page_watch_tell_changed (self->watch);
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

/* Documents and workers of the session, or the one of this number, are gone. */
void
ls_page_session_forget_realms (LsPageSession *self,
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

/* A page has crashed, which its owner is told. */
void
ls_page_session_report_crash (LsPageSession *self)
{
  g_autofree char *problem = g_strdup_printf (_("A page crashed: %s"), self->address);

  self->has_crashed = TRUE;
  ls_page_client_report_targets (self->client);
  ls_page_client_report (self->client, problem);
}

/* Takes what the browser says of a page or worker now. Returns whether that is something else than before. */
gboolean
ls_page_client_update_target (LsPageClient *self,
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
