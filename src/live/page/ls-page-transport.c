/* ls-page-transport.c: messages to a browser and from it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-transport-private.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>
#include <string.h>
#include <unistd.h>

#include "ls-json-private.h"
#include "ls-source-private.h"

#define READ_SIZE (256 * 1024)
/* A browser that takes in no more than this has stopped. */
#define MAX_UNSENT (64 * 1024 * 1024)
#define VERSION "/json/version"
/* Of Firefox, which has no such answer. */
#define SESSION "/session"
#define LIST "/json/list"
/* Of an answer that says where the WebSocket is. */
#define MAX_VERSION (64 * 1024)
/* A WebSocket cannot leave out a message: one that is longer than this ends the watch. */
#define MAX_PAYLOAD (256 * 1024 * 1024)

struct _LsPageTransport
{
  LsPageTransportEvents events;

  int         from, to;         /* -1: a WebSocket */
  GSource    *reading, *writing;
  guint8     *buffer;           /* for what is read */
  GByteArray *in;               /* a message that has come in part */
  GByteArray *out;              /* what is still to be written */
  gsize       n_written;        /* of @out */
  gboolean    skips;            /* the message is too long */
  guint       n_skipped;

  char                    *address;
  SoupSession             *session;
  SoupWebsocketConnection *socket;
  GCancellable            *cancellable;
  gboolean                 is_closed;
  gboolean                 asks_node;      /* Node.js says elsewhere where its WebSocket is */
  LsPageTransportKind      kind;
};

static void
close_with (LsPageTransport *self,
            const GError    *error)
{
  if (self->is_closed)
    return;
  self->is_closed = TRUE;
  ls_clear_source (&self->reading);
  ls_clear_source (&self->writing);
  self->events.closed (self->events.user_data, error);
}

/* Pipes */

/* Takes messages out of what was read. */
static void
take_messages (LsPageTransport *self,
               const guint8    *data,
               gsize            length)
{
  while (length > 0 && !self->is_closed)
    {
      const guint8 *end = memchr (data, 0, length);
      const gsize n = end != NULL ? (gsize) (end - data) : length;

      if (!self->skips && self->in->len + n > LS_PAGE_MAX_MESSAGE)
        {
          self->skips = TRUE;
          self->n_skipped++;
          g_byte_array_set_size (self->in, 0);
        }
      if (!self->skips && (end == NULL || self->in->len > 0))
        g_byte_array_append (self->in, data, n);
      if (end == NULL)
        return;
      if (self->in->len > 0)
        {
          g_byte_array_append (self->in, (const guint8 *) "", 1);
          self->events.message (self->events.user_data, (const char *) self->in->data, self->in->len - 1);
          g_byte_array_set_size (self->in, 0);
        }
      else if (!self->skips && n > 0)
        {
          self->events.message (self->events.user_data, (const char *) data, n);
        }
      self->skips = FALSE;
      data += n + 1;
      length -= n + 1;
    }
}

static gboolean
read_cb (int          fd,
         GIOCondition condition,
         gpointer     user_data)
{
  LsPageTransport *self = user_data;
  const gssize n = read (fd, self->buffer, READ_SIZE);

  if (n > 0)
    {
      take_messages (self, self->buffer, n);
      return G_SOURCE_CONTINUE;
    }
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return G_SOURCE_CONTINUE;
  close_with (self, NULL);
  return G_SOURCE_REMOVE;
}

static gboolean
write_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  LsPageTransport *self = user_data;
  const gssize n = write (fd, self->out->data + self->n_written, self->out->len - self->n_written);

  if (n < 0 && errno != EAGAIN && errno != EINTR)
    {
      close_with (self, NULL);
      return G_SOURCE_REMOVE;
    }
  self->n_written += MAX (n, 0);
  if (self->n_written < self->out->len)
    return G_SOURCE_CONTINUE;
  g_byte_array_set_size (self->out, 0);
  self->n_written = 0;
  ls_clear_source (&self->writing);
  return G_SOURCE_REMOVE;
}

static GSource *
watch_descriptor (int                fd,
                  GIOCondition       condition,
                  GUnixFDSourceFunc  callback,
                  gpointer           user_data)
{
  GSource *source = g_unix_fd_source_new (fd, condition);

  g_source_set_callback (source, G_SOURCE_FUNC (callback), user_data, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

static LsPageTransport *
transport_new (const LsPageTransportEvents *events)
{
  LsPageTransport *self = g_new0 (LsPageTransport, 1);

  self->events = *events;
  self->from = self->to = -1;
  self->in = g_byte_array_new ();
  self->out = g_byte_array_new ();
  self->cancellable = g_cancellable_new ();
  return self;
}

/**
 * ls_page_transport_new_for_pipes:
 * @from: descriptor that the browser writes to; the transport takes it
 * @to: descriptor that the browser reads from; likewise
 * @events: what to call
 *
 * Returns: (transfer full): a transport that is open
 */
LsPageTransport *
ls_page_transport_new_for_pipes (int                          from,
                                 int                          to,
                                 const LsPageTransportEvents *events)
{
  LsPageTransport *self = transport_new (events);

  self->from = from;
  self->to = to;
  self->buffer = g_malloc (READ_SIZE);
  g_unix_set_fd_nonblocking (from, TRUE, NULL);
  g_unix_set_fd_nonblocking (to, TRUE, NULL);
  self->reading = watch_descriptor (from, G_IO_IN | G_IO_HUP, read_cb, self);
  return self;
}

/* WebSockets */

static gboolean
is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  return g_strcmp0 (host, "localhost") == 0 || (address != NULL && g_inet_address_get_is_loopback (address));
}

/**
 * ls_page_address_parse:
 * @text: a port, HOST:PORT, or an address that begins with http:// or ws://
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the address of a browser on this machine; %NULL with @error set for any other
 */
char *
ls_page_address_parse (const char  *text,
                       GError     **error)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *whole = NULL;
  const char *host;
  gboolean is_socket;

  if (*text != '\0' && strspn (text, "0123456789") == strlen (text))
    whole = g_strdup_printf ("http://127.0.0.1:%s", text);
  else
    whole = strstr (text, "://") != NULL ? g_strdup (text) : g_strconcat ("http://", text, NULL);
  uri = g_uri_parse (whole, G_URI_FLAGS_NONE, NULL);
  if (uri == NULL || g_uri_get_port (uri) <= 0 || g_uri_get_userinfo (uri) != NULL ||
      (strcmp (g_uri_get_scheme (uri), "http") != 0 && strcmp (g_uri_get_scheme (uri), "ws") != 0))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("“%s” is not the address of a browser: expected a port, such as 9222, or ws://127.0.0.1:9222/…"), text);
      return NULL;
    }
  host = g_uri_get_host (uri);
  if (!is_loopback (host))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   _("“%s” is not on this machine: only browsers that listen on 127.0.0.1 or [::1] can be joined"), text);
      return NULL;
    }
  /* What a name means may change, and 127.0.0.1 does not. */
  if (strcmp (host, "localhost") == 0)
    host = "127.0.0.1";
  is_socket = strcmp (g_uri_get_scheme (uri), "ws") == 0;
  return g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, host, g_uri_get_port (uri),
                     is_socket ? g_uri_get_path (uri) : "", NULL, NULL);
}

static void
message_cb (SoupWebsocketConnection *socket,
            int                      type,
            GBytes                  *message,
            LsPageTransport         *self)
{
  gsize length;
  const char *text = g_bytes_get_data (message, &length);

  if (type != SOUP_WEBSOCKET_DATA_TEXT || text == NULL)
    return;
  if (length > LS_PAGE_MAX_MESSAGE)
    self->n_skipped++;
  else
    self->events.message (self->events.user_data, text, length);
}

static void
failed_cb (SoupWebsocketConnection *socket,
           GError                  *error,
           LsPageTransport         *self)
{
  close_with (self, error);
}

static void
closed_cb (SoupWebsocketConnection *socket,
           LsPageTransport         *self)
{
  close_with (self, NULL);
}

/* Returns (transfer full) the machine and port of an address. */
static char *
describe_place (const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : address;
  const gboolean is_v6 = strchr (host, ':') != NULL;

  return g_strdup_printf ("%s%s%s:%d", is_v6 ? "[" : "", host, is_v6 ? "]" : "", uri != NULL ? g_uri_get_port (uri) : 0);
}

/* Nobody is connected, and the user wants to know where it was tried. */
static void
refuse (LsPageTransport *self,
        const GError    *why)
{
  g_autofree char *place = describe_place (self->address);
  g_autoptr (GError) error = NULL;

  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    error = g_error_new (why->domain, why->code, _("Nothing listens at %s"), place);
  else if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    error = g_error_new (why->domain, why->code, _("Nobody answers at %s"), place);
  else
    /* Translators: the second %s is what the system says of it */
    error = g_error_new (why->domain, why->code, _("Neither a browser nor Node.js can be joined at %s: %s"), place, why->message);
  close_with (self, error);
}

static void
connected_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SoupWebsocketConnection) socket = soup_session_websocket_connect_finish (SOUP_SESSION (object), result, &error);
  LsPageTransport *self = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (socket == NULL)
    {
      refuse (self, error);
      return;
    }
  self->socket = g_steal_pointer (&socket);
  soup_websocket_connection_set_max_incoming_payload_size (self->socket, MAX_PAYLOAD);
  g_signal_connect (self->socket, "message", G_CALLBACK (message_cb), self);
  g_signal_connect (self->socket, "error", G_CALLBACK (failed_cb), self);
  g_signal_connect (self->socket, "closed", G_CALLBACK (closed_cb), self);
  self->events.opened (self->events.user_data);
}

static SoupMessage *
make_request (const char *address)
{
  SoupMessage *request = soup_message_new (SOUP_METHOD_GET, address);

  if (request != NULL)
    soup_message_add_flags (request, SOUP_MESSAGE_NO_REDIRECT);
  return request;
}

static void
connect_to (LsPageTransport *self,
            const char      *address)
{
  g_autoptr (SoupMessage) request = make_request (address);

  /* The addresses of Chromium are all in one folder, and those of Node.js are numbers. */
  if (g_str_has_suffix (address, SESSION))
    self->kind = LS_PAGE_TRANSPORT_FIREFOX;
  else
    self->kind = strstr (address, "/devtools/") != NULL ? LS_PAGE_TRANSPORT_CHROMIUM : LS_PAGE_TRANSPORT_NODE;
  soup_session_websocket_connect_async (self->session, request, NULL, NULL, G_PRIORITY_DEFAULT, self->cancellable, connected_cb,
                                        self);
}

static const char *
peek_member (JsonNode   *node,
             const char *member)
{
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *text = object != NULL ? json_object_get_member (object, member) : NULL;
  const char *found = text != NULL && JSON_NODE_HOLDS_VALUE (text) ? json_node_get_string (text) : NULL;

  return found != NULL ? found : "";
}

/* Returns (transfer full) (nullable) where the browser, or Node.js in a list, says that its WebSocket is; NULL as well where it is
 * a Node.js that is to be asked for its list. */
static char *
find_socket (LsPageTransport  *self,
             GError          **error)
{
  g_autoptr (JsonNode) root = ls_json_parse (self->asks_node ? LIST : VERSION, (const char *) self->in->data, self->in->len, NULL,
                                             error);
  JsonNode *target = root;

  if (root == NULL)
    return NULL;
  if (!self->asks_node && g_str_has_prefix (peek_member (root, "Browser"), "node.js/"))
    {
      self->asks_node = TRUE;
      return NULL;
    }
  if (self->asks_node && JSON_NODE_HOLDS_ARRAY (root) && json_array_get_length (json_node_get_array (root)) > 0)
    target = json_array_get_element (json_node_get_array (root), 0);
  if (*peek_member (target, "webSocketDebuggerUrl") == '\0')
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("there is no address of a debugger"));
      return NULL;
    }
  return ls_page_address_parse (peek_member (target, "webSocketDebuggerUrl"), error);
}

static void ask (LsPageTransport *self);

static void version_cb (GObject      *object,
                        GAsyncResult *result,
                        gpointer      user_data);

static void
read_version (LsPageTransport *self,
              GInputStream    *stream)
{
  g_input_stream_read_bytes_async (stream, MAX_VERSION, G_PRIORITY_DEFAULT, self->cancellable, version_cb, self);
}

/* The answer comes in parts. Of one that is too long, only the beginning counts. */
static void
version_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) part = g_input_stream_read_bytes_finish (G_INPUT_STREAM (object), result, &error);
  g_autofree char *address = NULL;
  LsPageTransport *self = user_data;
  const gboolean asked_node = self->asks_node;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (part != NULL && g_bytes_get_size (part) > 0 && self->in->len < MAX_VERSION)
    {
      g_byte_array_append (self->in, g_bytes_get_data (part, NULL), g_bytes_get_size (part));
      read_version (self, G_INPUT_STREAM (object));
      return;
    }
  if (part != NULL)
    address = find_socket (self, &error);
  g_byte_array_set_size (self->in, 0);
  if (self->asks_node && !asked_node)
    ask (self);
  else if (address == NULL)
    refuse (self, error);
  else
    connect_to (self, address);
}

static void
connect_to_firefox (LsPageTransport *self)
{
  g_autofree char *address = g_strconcat ("ws", self->address + strlen ("http"), SESSION, NULL);

  connect_to (self, address);
}

static void
answered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  SoupMessage *request = soup_session_get_async_result_message (SOUP_SESSION (object), result);
  LsPageTransport *self = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (stream == NULL)
    refuse (self, error);
  else if (soup_message_get_status (request) == SOUP_STATUS_NOT_FOUND && !self->asks_node)
    connect_to_firefox (self);
  else
    read_version (self, stream);
}

static void
ask (LsPageTransport *self)
{
  g_autofree char *place = g_strconcat (self->address, self->asks_node ? LIST : VERSION, NULL);
  g_autoptr (SoupMessage) request = make_request (place);

  soup_session_send_async (self->session, request, G_PRIORITY_DEFAULT, self->cancellable, answered_cb, self);
}

/**
 * ls_page_transport_new_for_address:
 * @address: as ls_page_address_parse() returns it
 * @events: what to call
 *
 * Returns: (transfer full): a transport that opens later, or closes with an error
 */
LsPageTransport *
ls_page_transport_new_for_address (const char                  *address,
                                   const LsPageTransportEvents *events)
{
  LsPageTransport *self = transport_new (events);

  self->address = g_strdup (address);
  /* No proxy has to do with this machine. */
  self->session = soup_session_new_with_options ("proxy-resolver", NULL, "timeout", 10, NULL);
  if (g_str_has_prefix (address, "ws:"))
    connect_to (self, address);
  else
    ask (self);
  return self;
}

/* Both */

void
ls_page_transport_free (LsPageTransport *self)
{
  self->is_closed = TRUE;
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  ls_clear_source (&self->reading);
  ls_clear_source (&self->writing);
  if (self->socket != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->socket, self);
      if (soup_websocket_connection_get_state (self->socket) == SOUP_WEBSOCKET_STATE_OPEN)
        soup_websocket_connection_close (self->socket, SOUP_WEBSOCKET_CLOSE_NORMAL, NULL);
    }
  g_clear_object (&self->socket);
  g_clear_object (&self->session);
  if (self->from >= 0)
    close (self->from);
  if (self->to >= 0)
    close (self->to);
  g_byte_array_unref (self->in);
  g_byte_array_unref (self->out);
  g_free (self->buffer);
  g_free (self->address);
  g_free (self);
}

/**
 * ls_page_transport_send:
 * @self: a transport
 * @text: a message, in JSON
 *
 * Sends a message, sooner or later. It never waits.
 */
void
ls_page_transport_send (LsPageTransport *self,
                        const char      *text)
{
  const gsize length = strlen (text) + 1;

  if (self->is_closed)
    return;
  if (self->to < 0)
    {
      if (self->socket != NULL && soup_websocket_connection_get_state (self->socket) == SOUP_WEBSOCKET_STATE_OPEN)
        soup_websocket_connection_send_text (self->socket, text);
      return;
    }
  if (self->out->len - self->n_written + length > MAX_UNSENT)
    {
      g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, _("The browser has stopped reading messages"));

      close_with (self, error);
      return;
    }
  g_byte_array_append (self->out, (const guint8 *) text, length);
  if (self->writing == NULL)
    self->writing = watch_descriptor (self->to, G_IO_OUT | G_IO_HUP | G_IO_ERR, write_cb, self);
}

/* Returns whether messages are still on their way to the browser. */
gboolean
ls_page_transport_has_unsent (LsPageTransport *self)
{
  return !self->is_closed && self->out->len > 0;
}

/* Returns who is connected. */
LsPageTransportKind
ls_page_transport_get_kind (LsPageTransport *self)
{
  return self->kind;
}

/* Returns how many messages were too long. */
guint
ls_page_transport_get_n_skipped (LsPageTransport *self)
{
  return self->n_skipped;
}
