/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ls-application.h"
#include "test-util.h"

static void
on_activate_quit (GApplication *application,
                  gboolean     *seen)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  g_assert_true (ADW_IS_APPLICATION_WINDOW (window));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));

  *seen = TRUE;
  gtk_window_destroy (window);
}

static void
test_application_activate (void)
{
  g_autoptr (LsApplication) application = ls_application_new ();
  gboolean seen = FALSE;

  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_signal_connect_after (application, "activate", G_CALLBACK (on_activate_quit), &seen);

  g_assert_cmpint (g_application_run (G_APPLICATION (application), 0, NULL), ==, 0);
  g_assert_true (seen);
}

/* What reaches the process that comes next. */
typedef struct
{
  GDBusConnection *connection;
  GString         *calls;
  guint            n_calls;
  gulong           handler;      /* of activation */
} Next;

typedef struct
{
  Next *next;
  char *text;
} Call;

static gboolean
add_call_cb (gpointer user_data)
{
  g_autofree Call *call = user_data;

  g_string_append (call->next->calls, call->text);
  call->next->n_calls++;
  g_free (call->text);
  return G_SOURCE_REMOVE;
}

/* On another thread. */
static GDBusMessage *
take_call (GDBusConnection *connection,
           GDBusMessage    *message,
           gboolean         incoming,
           gpointer         user_data)
{
  g_autofree char *body = NULL;
  Call *call;

  if (!incoming || g_dbus_message_get_message_type (message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL)
    return message;
  body = g_variant_print (g_dbus_message_get_body (message), FALSE);
  call = g_new (Call, 1);
  *call = (Call) { user_data, g_strdup_printf ("%s %s%s\n", g_dbus_message_get_path (message), g_dbus_message_get_member (message), body) };
  g_idle_add (add_call_cb, call);
  g_object_unref (message);
  return NULL;
}

static void
send_call (GApplication *application,
           Next         *next,
           const char   *path,
           const char   *interface,
           const char   *method,
           GVariant     *parameters)
{
  const char *name = g_dbus_connection_get_unique_name (g_application_get_dbus_connection (application));
  g_autofree char *whole = g_strconcat (g_application_get_dbus_object_path (application), path, NULL);

  g_dbus_connection_call (next->connection, name, whole, interface, method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL,
                          NULL);
}

/* Who asks for something now has seen the application run. */
static void
on_shutdown_ask (GApplication *application,
                 Next         *next)
{
  static const char interface[] = "org.freedesktop.Application";
  const char *const files[] = { "file:///a", "file:///b", NULL };
  const char *const terms[] = { "gallery", NULL };
  g_autoptr (GVariant) queued = NULL;
  g_autoptr (GError) error = NULL;
  guint32 reply;

  g_signal_handler_disconnect (application, next->handler);
  queued = g_dbus_connection_call_sync (next->connection, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
                                        g_variant_new ("(su)", g_application_get_application_id (application), 0), NULL,
                                        G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  g_variant_get (queued, "(u)", &reply);
  g_assert_cmpuint (reply, ==, 2);

  send_call (application, next, "/SearchProvider", "org.gnome.Shell.SearchProvider2", "ActivateResult",
             g_variant_new ("(s^asu)", "examples/photo-gallery.loopscope", terms, 7));
  send_call (application, next, "/SearchProvider", "org.gnome.Shell.SearchProvider2", "LaunchSearch",
             g_variant_new ("(^asu)", terms, 7));
  send_call (application, next, "", interface, "Activate", g_variant_new ("(a{sv})", NULL));
  send_call (application, next, "", interface, "Open", g_variant_new ("(^asa{sv})", files, NULL));
  send_call (application, next, "", interface, "ActivateAction", g_variant_new ("(sava{sv})", "new-window", NULL, NULL));
  g_dbus_connection_flush_sync (next->connection, NULL, NULL);
}

/* What is asked for while the application ends is not lost. */
static void
test_application_ending (void)
{
  g_autoptr (LsApplication) application = ls_application_new ();
  g_autofree char *address = g_dbus_address_get_for_bus_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GError) error = NULL;
  Next next = { .calls = g_string_new (NULL) };
  gboolean seen = FALSE;
  guint filter;

  next.connection = g_dbus_connection_new_for_address_sync (address,
                                                            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                            G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);
  g_assert_no_error (error);
  filter = g_dbus_connection_add_filter (next.connection, take_call, &next, NULL);
  next.handler = g_signal_connect_after (application, "activate", G_CALLBACK (on_activate_quit), &seen);
  g_signal_connect (application, "shutdown", G_CALLBACK (on_shutdown_ask), &next);

  g_assert_cmpint (g_application_run (G_APPLICATION (application), 0, NULL), ==, 0);
  g_assert_true (seen);
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (application)));
  test_ui_wait_for (next.n_calls == 5);
  g_assert_cmpstr (next.calls->str, ==,
                   "/io/github/loopscope/Loopscope/SearchProvider ActivateResult('examples/photo-gallery.loopscope', ['gallery'], 7)\n"
                   "/io/github/loopscope/Loopscope/SearchProvider LaunchSearch(['gallery'], 7)\n"
                   "/io/github/loopscope/Loopscope Activate({},)\n"
                   "/io/github/loopscope/Loopscope Open(['file:///a', 'file:///b'], {})\n"
                   "/io/github/loopscope/Loopscope ActivateAction('new-window', [], {})\n");

  g_dbus_connection_remove_filter (next.connection, filter);
  g_assert_true (g_dbus_connection_close_sync (next.connection, NULL, NULL));
  g_object_unref (next.connection);
  g_string_free (next.calls, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  test_ignore_first_quarks ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/application/activate", test_application_activate);

  g_test_add_func ("/application/ending", test_application_ending);

  return g_test_run ();
}
