/* ls-application-requests.c: what others ask for while the application ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-application-private.h"

#define APPLICATION "org.freedesktop.Application"
#define BUS "org.freedesktop.DBus"

/* A call that reached this process too late. It goes to the next one, which the bus starts for that. */
typedef struct
{
  char       *path;
  const char *interface;
  const char *method;
  GVariant   *parameters;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->path);
  g_clear_pointer (&self->parameters, g_variant_unref);
  g_free (self);
}

/* Returns whether the application ends, so that the call is made again when it has ended. @path: of the object, or %NULL for that
 * of the application. @interface and @method: static strings. @parameters (nullable, may be floating): a tuple */
gboolean
ls_application_put_off (LsApplication *self,
                        const char    *path,
                        const char    *interface,
                        const char    *method,
                        GVariant      *parameters)
{
  g_autoptr (GVariant) owned = parameters != NULL ? g_variant_ref_sink (parameters) : NULL;
  Request *request;

  if (!self->is_leaving)
    return FALSE;
  request = g_new (Request, 1);
  *request = (Request) {
    .path = g_strdup (path != NULL ? path : g_application_get_dbus_object_path (G_APPLICATION (self))),
    .interface = interface,
    .method = method,
    .parameters = g_steal_pointer (&owned),
  };
  g_ptr_array_add (self->requests, request);
  return TRUE;
}

/* As ls_application_put_off() does, for an action of the application. */
gboolean
ls_application_put_off_action (LsApplication *self,
                               GSimpleAction *action,
                               GVariant      *parameter)
{
  GVariantBuilder parameters;

  if (!self->is_leaving)
    return FALSE;
  g_variant_builder_init (&parameters, G_VARIANT_TYPE ("av"));
  if (parameter != NULL)
    g_variant_builder_add (&parameters, "v", parameter);
  return ls_application_put_off (self, NULL, APPLICATION, "ActivateAction",
                                 g_variant_new ("(sava{sv})", g_action_get_name (G_ACTION (action)), &parameters, NULL));
}

/* As ls_application_put_off() does, for files; without any, for a start. */
gboolean
ls_application_put_off_open (LsApplication  *self,
                             GFile         **files,
                             int             n_files)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  if (!self->is_leaving)
    return FALSE;
  if (n_files == 0)
    return ls_application_put_off (self, NULL, APPLICATION, "Activate", g_variant_new ("(a{sv})", NULL));
  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_strv_builder_add (uris, uri);
    }
  list = g_strv_builder_end (uris);
  return ls_application_put_off (self, NULL, APPLICATION, "Open", g_variant_new ("(^asa{sv})", list, NULL));
}

/* Calls once more what was called while the application ended. All that was sent to it has arrived once it has given its name
 * away, and what is sent later is for another process. */
void
ls_application_hand_over (LsApplication *self)
{
  GApplication *application = G_APPLICATION (self);
  GDBusConnection *connection = g_application_get_dbus_connection (application);
  const char *name = g_application_get_application_id (application);
  g_autoptr (GVariant) answer = NULL;

  if (connection == NULL || (g_application_get_flags (application) & G_APPLICATION_NON_UNIQUE) != 0)
    return;
  answer = g_dbus_connection_call_sync (connection, BUS, "/org/freedesktop/DBus", BUS, "ReleaseName", g_variant_new ("(s)", name),
                                        G_VARIANT_TYPE ("(u)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  for (guint i = 0; i < self->requests->len; i++)
    {
      const Request *request = g_ptr_array_index (self->requests, i);

      g_dbus_connection_call (connection, name, request->path, request->interface, request->method, request->parameters, NULL,
                              G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
    }
  g_ptr_array_set_size (self->requests, 0);
  g_dbus_connection_flush_sync (connection, NULL, NULL);
}

/* Makes room for requests. */
void
ls_application_init_requests (LsApplication *self)
{
  self->requests = g_ptr_array_new_with_free_func (request_free);
}
