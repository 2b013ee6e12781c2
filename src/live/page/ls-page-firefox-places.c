/* ls-page-firefox-places.c: the pages, documents and workers of a Firefox
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-firefox-private.h"

#include <string.h>

/* More pages, workers and documents are left alone. */
#define MAX_SESSIONS 500
#define MAX_PLACES 2000
/* Documents of a page that may come back; the browser keeps no more. */
#define MAX_SLEEPING 8
/* What Firefox shows instead of a page that has crashed. */
#define CRASHED "about:tabcrashed"

static void
place_free (gpointer data)
{
  LsFirefoxPlace *self = data;

  g_free (self->realm);
  g_free (self->script);
  g_free (self->session);
  g_free (self);
}

/* Returns (transfer full) nothing yet. */
LsPageFirefox *
ls_page_firefox_new (void)
{
  LsPageFirefox *self = g_new0 (LsPageFirefox, 1);

  self->places = g_ptr_array_new_with_free_func (place_free);
  self->pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
ls_page_firefox_free (LsPageFirefox *self)
{
  g_ptr_array_unref (self->places);
  g_hash_table_unref (self->pages);
  g_free (self);
}

static LsFirefoxPlace *
find_realm (LsPageFirefox *self,
            const char    *realm)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      LsFirefoxPlace *place = g_ptr_array_index (self->places, i);

      if (g_strcmp0 (place->realm, realm) == 0)
        return place;
    }
  return NULL;
}

static LsFirefoxPlace *
find_script (LsPageFirefox *self,
             const char    *script)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      LsFirefoxPlace *place = g_ptr_array_index (self->places, i);

      if (g_strcmp0 (place->script, script) == 0)
        return place;
    }
  return NULL;
}

/* Returns (transfer none) (nullable) a document by its number. */
LsFirefoxPlace *
ls_page_firefox_find (LsPageFirefox *self,
                      gint64         number)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      LsFirefoxPlace *place = g_ptr_array_index (self->places, i);

      if (place->number == number)
        return place;
    }
  return NULL;
}

/* Returns (transfer none) (nullable) the page of a document. @self: (nullable) */
LsPageSession *
ls_firefox_place_get_session (LsFirefoxPlace *self,
                              LsPageClient   *client)
{
  return self != NULL ? g_hash_table_lookup (client->sessions, self->session) : NULL;
}

/* A document is gone for ever. */
static void
forget (LsPageClient   *self,
        LsFirefoxPlace *place)
{
  LsPageSession *session = ls_firefox_place_get_session (place, self);

  if (session != NULL)
    ls_page_session_forget_realms (session, place->number);
  g_ptr_array_remove (self->firefox->places, place);
}

/* Pages and workers */

static void
add_page (LsPageClient *self,
          JsonObject   *parameters)
{
  LsPageFirefox *firefox = self->firefox;
  g_autofree char *id = ls_page_dup_member (parameters, "context", 100);
  g_autofree char *parent = ls_page_dup_member (parameters, "parent", 100);
  const char *page = *parent != '\0' ? g_hash_table_lookup (firefox->pages, parent) : id;

  if (!ls_page_is_plain (id) || page == NULL || g_hash_table_contains (firefox->pages, id) ||
      g_hash_table_size (firefox->pages) >= MAX_PLACES ||
      (*parent == '\0' && (g_hash_table_size (self->sessions) >= MAX_SESSIONS || g_hash_table_contains (self->sessions, id))))
    return;
  g_hash_table_insert (firefox->pages, g_strdup (id), g_strdup (page));
  if (*parent != '\0')
    return;
  json_object_set_string_member (parameters, "targetId", id);
  ls_page_client_add_session (self, id, "page", parameters);
  ls_page_client_report_targets (self);
}

static gboolean
is_of_page (gpointer key,
            gpointer value,
            gpointer page)
{
  return strcmp (value, page) == 0;
}

static void
remove_page (LsPageClient *self,
             const char   *id)
{
  g_autofree char *page = g_strdup (id);

  if (!g_hash_table_contains (self->sessions, page))
    {
      g_hash_table_remove (self->firefox->pages, page);
      return;
    }
  for (guint i = self->firefox->places->len; i-- > 0;)
    if (strcmp (((LsFirefoxPlace *) g_ptr_array_index (self->firefox->places, i))->session, page) == 0)
      g_ptr_array_remove_index (self->firefox->places, i);
  g_hash_table_foreach_remove (self->firefox->pages, is_of_page, page);
  g_hash_table_remove (self->sessions, page);
  ls_page_client_report_targets (self);
}

/* Firefox tells of workers, and lets nobody in. */
static void
add_worker (LsPageClient *self,
            const char   *realm,
            JsonObject   *parameters)
{
  g_autofree char *address = ls_page_dup_member (parameters, "origin", 8000);
  LsPageSession *session;

  if (g_hash_table_size (self->sessions) >= MAX_SESSIONS || g_hash_table_contains (self->sessions, realm))
    return;
  json_object_set_string_member (parameters, "targetId", realm);
  json_object_set_string_member (parameters, "url", address);
  session = ls_page_client_add_session (self, realm, "worker", parameters);
  session->is_worker = session->is_closed = TRUE;
  ls_page_client_report_closed (self);
  ls_page_client_report_targets (self);
}

/* Documents */

static void
on_realm_created (LsPageClient *self,
                  JsonObject   *parameters)
{
  LsPageFirefox *firefox = self->firefox;
  g_autofree char *realm = ls_page_dup_member (parameters, "realm", 100);
  g_autofree char *kind = ls_page_dup_member (parameters, "type", 100);
  g_autofree char *context = ls_page_dup_member (parameters, "context", 100);
  const char *page = g_hash_table_lookup (firefox->pages, context);
  LsFirefoxPlace *place;

  if (!ls_page_is_plain (realm))
    return;
  if (g_str_has_suffix (kind, "worker"))
    {
      add_worker (self, realm, parameters);
      return;
    }
  if (strcmp (kind, "window") != 0 || page == NULL || firefox->places->len >= MAX_PLACES || find_realm (firefox, realm) != NULL)
    return;
  place = g_new0 (LsFirefoxPlace, 1);
  place->realm = g_strdup (realm);
  place->session = g_strdup (page);
  place->number = ++firefox->n_places;
  g_ptr_array_add (firefox->places, place);
}

/* It may come back. Of those that do not, the oldest goes. */
static void
put_to_sleep (LsPageClient   *self,
              LsFirefoxPlace *place)
{
  LsPageFirefox *firefox = self->firefox;
  LsFirefoxPlace *oldest = NULL;
  guint n = 0;

  g_clear_pointer (&place->realm, g_free);
  for (guint i = 0; i < firefox->places->len; i++)
    {
      LsFirefoxPlace *other = g_ptr_array_index (firefox->places, i);

      if (other->realm != NULL || strcmp (other->session, place->session) != 0)
        continue;
      oldest = oldest != NULL ? oldest : other;
      n++;
    }
  if (n > MAX_SLEEPING)
    forget (self, oldest);
}

static void
on_realm_destroyed (LsPageClient *self,
                    JsonObject   *parameters)
{
  g_autofree char *realm = ls_page_dup_member (parameters, "realm", 100);
  LsFirefoxPlace *place = find_realm (self->firefox, realm);

  if (place != NULL && place->sleeps)
    put_to_sleep (self, place);
  else if (place != NULL)
    forget (self, place);
  else if (g_hash_table_remove (self->sessions, realm))
    ls_page_client_report_targets (self);
}

/* Returns (transfer none) (nullable) the document that a message is from. @realm: Firefox's name of it. @script: its script's */
LsFirefoxPlace *
ls_page_firefox_identify (LsPageFirefox *self,
                          const char    *realm,
                          const char    *script)
{
  LsFirefoxPlace *place = find_script (self, script);
  LsFirefoxPlace *there = find_realm (self, realm);

  if (place == NULL)
    {
      if (there != NULL && there->script == NULL)
        there->script = g_strdup (script);
      return there;
    }
  if (there == place || there == NULL)
    return place;
  /* It has come back under another name. */
  if (there->script != NULL)
    return NULL;
  g_free (place->realm);
  place->realm = g_steal_pointer (&there->realm);
  place->sleeps = FALSE;
  g_ptr_array_remove (self->places, there);
  return place;
}

static void
on_navigated (LsPageClient *self,
              JsonObject   *parameters)
{
  g_autofree char *id = ls_page_dup_member (parameters, "context", 100);
  g_autofree char *address = ls_page_dup_member (parameters, "url", 8000);
  LsPageSession *session = g_hash_table_lookup (self->sessions, id);

  if (session != NULL && g_str_has_prefix (address, CRASHED))
    {
      ls_page_session_report_crash (session);
      return;
    }
  json_object_set_string_member (parameters, "targetId", id);
  if (ls_page_client_update_target (self, parameters))
    ls_page_client_report_targets (self);
}

/* Firefox tells of a page, document or worker. */
void
ls_page_firefox_on_notice (LsPageClient *self,
                           const char   *method,
                           JsonObject   *parameters)
{
  if (strcmp (method, "script.realmCreated") == 0)
    on_realm_created (self, parameters);
  else if (strcmp (method, "script.realmDestroyed") == 0)
    on_realm_destroyed (self, parameters);
  else if (strcmp (method, "browsingContext.contextCreated") == 0)
    add_page (self, parameters);
  else if (strcmp (method, "browsingContext.contextDestroyed") == 0)
    {
      g_autofree char *id = ls_page_dup_member (parameters, "context", 100);

      remove_page (self, id);
    }
  else if (g_str_has_prefix (method, "browsingContext."))
    on_navigated (self, parameters);
}
