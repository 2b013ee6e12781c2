/* ls-page-tracing.c: has a browser record its own queues for a moment
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-json-private.h"
#include "ls-page-photograph-private.h"
#include "ls-source-private.h"

#define MAX_STREAM (64 * 1024 * 1024)
#define READ_SIZE (512 * 1024)
/* A page that has not answered in this time is interrupted, again and again. */
#define PATIENCE_MS 300
/* How long pages may take to answer then. */
#define STAMP_MS 3000
/* How long all of it may take. */
#define LIMIT_MS 20000
#define MAX_ANSWER (1024 * 1024)
#define MAX_ASKED 500

/* What an answer is for: in LsPageCall::step. */
typedef enum
{
  STEP_PROCESSES,
  STEP_START,
  STEP_STAMP,
  STEP_END,
  STEP_READ
} Step;

/* A document or worker that puts a stamp into the recording. */
typedef struct
{
  char      *session, *name;
  gint64     context;
  guint      stamp;
  gboolean   has_answered, is_interrupted;
  GArray    *waiting;     /* (element-type LsPageWaiting) */
  gboolean   is_held;
  LsPageHeld held;
} Asked;

struct _LsPageTracing
{
  LsPageClient    *client;
  GTask           *task;        /* NULL: nobody waits for it any more */
  GPtrArray       *asked;       /* (element-type Asked) */
  guint            n_answers;   /* that are to come */
  LsPageSnapshots *snapshots;
  char            *stamp, *stream;
  gsize            n_bytes;
  gint64           started;
  GSource         *waiting, *stamping, *limit, *cancelling;
  gboolean         is_recording, has_ended;   /* the browser has said that it began; it is to end */
};

static void
asked_free (gpointer data)
{
  Asked *self = data;

  g_clear_pointer (&self->waiting, g_array_unref);
  g_free (self->session);
  g_free (self->name);
  g_free (self);
}

static void
tracing_free (LsPageTracing *self)
{
  ls_clear_source (&self->waiting);
  ls_clear_source (&self->stamping);
  ls_clear_source (&self->limit);
  ls_clear_source (&self->cancelling);
  g_clear_object (&self->task);
  g_ptr_array_unref (self->asked);
  ls_page_snapshots_free (self->snapshots);
  g_free (self->stamp);
  g_free (self->stream);
  g_free (self);
}

static void
fail (LsPageTracing *self,
      int            code,
      const char    *message)
{
  if (self->task != NULL)
    ls_page_answer (g_steal_pointer (&self->task), NULL, g_error_new_literal (G_IO_ERROR, code, message));
}

static void
finish (LsPageTracing *self)
{
  self->client->tracing = NULL;
  tracing_free (self);
}

static void
expect (LsPageTracing *self,
        guint64        call,
        Step           step,
        gint64         context)
{
  ls_page_client_expect (self->client, call, LS_PAGE_CALL_PHOTOGRAPH, context)->step = step;
}

static void
tell_end (LsPageTracing *self)
{
  expect (self, ls_page_client_call (self->client, NULL, "Tracing.end", "%s", ""), STEP_END, 0);
}

/* The browser ends no recording that it is still beginning. */
static void
end_recording (LsPageTracing *self)
{
  if (self->has_ended)
    return;
  self->has_ended = TRUE;
  ls_clear_source (&self->waiting);
  ls_clear_source (&self->stamping);
  if (self->is_recording)
    tell_end (self);
}

static gboolean
stamping_cb (gpointer user_data)
{
  end_recording (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
limit_cb (gpointer user_data)
{
  LsPageTracing *self = user_data;

  fail (self, G_IO_ERROR_TIMED_OUT, _("The browser did not say what is in its queues in time"));
  end_recording (self);
  finish (self);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  LsPageTracing *self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->task != NULL && g_cancellable_set_error_if_cancelled (cancellable, &error))
    ls_page_answer (g_steal_pointer (&self->task), NULL, g_steal_pointer (&error));
  end_recording (self);
  return G_SOURCE_REMOVE;
}

static GSource *
attach (LsPageTracing *self,
        GSource       *source,
        GSourceFunc    callback)
{
  g_source_set_callback (source, callback, self, NULL);
  g_source_attach (source, self->client->context);
  return source;
}

/* Begins a photograph. Any that cannot be taken is refused. @task: (transfer full) */
void
ls_page_client_photograph (LsPageClient *self,
                           GTask        *task)
{
  LsPageTracing *tracing;
  GError *error = NULL;

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    ;
  else if (!self->is_open || self->is_leaving)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, _("No browser is there to look into"));
  else if (self->is_node)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _("Node.js does not say what is in its queues: only Chromium can be photographed"));
  else if (self->protocol == &ls_page_firefox)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _("Firefox does not say what is in its queues: only Chromium can be photographed"));
  else if (self->tracing != NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_PENDING, _("A photograph is already being taken"));
  if (error != NULL)
    {
      ls_page_answer (task, NULL, error);
      return;
    }
  tracing = self->tracing = g_new0 (LsPageTracing, 1);
  tracing->client = self;
  tracing->task = task;
  tracing->asked = g_ptr_array_new_with_free_func (asked_free);
  /* The name is new for each, so that no stamp counts that a page has kept. */
  tracing->stamp = g_strdup_printf ("%s%08x:", self->binding, g_random_int ());
  tracing->snapshots = ls_page_snapshots_new (tracing->stamp);
  tracing->started = g_get_monotonic_time ();
  tracing->limit = attach (tracing, g_timeout_source_new (LIMIT_MS), limit_cb);
  if (g_task_get_cancellable (task) != NULL)
    tracing->cancelling = attach (tracing, g_cancellable_source_new (g_task_get_cancellable (task)), G_SOURCE_FUNC (cancelled_cb));
  expect (tracing, ls_page_client_call (self, NULL, "SystemInfo.getProcessInfo", "%s", ""), STEP_PROCESSES, 0);
}

/* The browser waits until all processes record, and a page that is busy lets it wait. */
static gboolean
starting_cb (gpointer user_data)
{
  LsPageTracing *self = user_data;
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->client->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (ls_page_session_is_pulling (session))
      ls_page_session_interrupt (session);
  return G_SOURCE_CONTINUE;
}

static void
start (LsPageTracing *self,
       const char    *processes,
       gsize          length)
{
  g_autofree char *configuration = ls_page_tracing_configure (processes, length);

  self->waiting = attach (self, g_timeout_source_new (PATIENCE_MS), starting_cb);
  expect (self,
          ls_page_client_call (self->client, NULL, "Tracing.start",
                               "\"transferMode\":\"ReturnAsStream\",\"streamFormat\":\"proto\",\"perfettoConfig\":\"%s\"",
                               configuration),
          STEP_START, 0);
}

/* Ends what is under way where nobody speaks with the browser any more: that ends the recording, too. */
void
ls_page_client_end_tracing (LsPageClient *self)
{
  if (self->tracing == NULL)
    return;
  fail (self->tracing, G_IO_ERROR_CLOSED, _("Watching has ended before the photograph was there"));
  finish (self->tracing);
}

/* Stamps */

static void
ask (LsPageTracing *self,
     LsPageSession *session,
     LsPageRealm   *realm)
{
  Asked *asked = g_new0 (Asked, 1);

  asked->session = g_strdup (session->id);
  asked->context = realm->context;
  asked->name = g_strdup (*session->title != '\0' ? session->title : session->address);
  asked->stamp = self->asked->len + 1;
  asked->is_held = session->is_held;
  asked->is_interrupted = session->n_commands > 0 && !session->is_held;
  asked->held = session->held;
  asked->waiting = g_array_new (FALSE, FALSE, sizeof (LsPageWaiting));
  g_ptr_array_add (self->asked, asked);
  self->n_answers++;
  expect (self,
          ls_page_client_call (self->client, session->id, "Runtime.evaluate",
                               "\"expression\":\"globalThis['%s']?.photograph('%s%u')\",\"contextId\":%" G_GINT64_FORMAT
                               ",\"returnByValue\":true,\"silent\":true",
                               self->client->binding, self->stamp, asked->stamp, realm->context),
          STEP_STAMP, realm->context);
}

/* Pages that have not answered are interrupted. */
static gboolean
asking_cb (gpointer user_data)
{
  LsPageTracing *self = user_data;

  for (guint i = 0; i < self->asked->len; i++)
    {
      Asked *asked = g_ptr_array_index (self->asked, i);
      LsPageSession *session = asked->has_answered ? NULL : g_hash_table_lookup (self->client->sessions, asked->session);

      if (session == NULL)
        continue;
      asked->is_interrupted = TRUE;
      ls_page_session_interrupt (session);
    }
  return G_SOURCE_CONTINUE;
}

static void
on_started (LsPageTracing *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  ls_clear_source (&self->waiting);

  g_hash_table_iter_init (&iter, self->client->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    for (guint i = 0; i < session->realms->len && self->asked->len < MAX_ASKED; i++)
      ask (self, session, g_ptr_array_index (session->realms, i));
  if (self->n_answers > 0)
    self->waiting = attach (self, g_timeout_source_new (PATIENCE_MS), asking_cb);
  if (self->n_answers > 0)
    self->stamping = attach (self, g_timeout_source_new (STAMP_MS), stamping_cb);
  else
    end_recording (self);
}

/* The page has put its stamp into the recording and told what had happened until then: that is what the model has now. */
static void
on_stamped (LsPageTracing        *self,
            LsPageSession        *session,
            const LsPageEnvelope *envelope,
            gint64                context)
{
  for (guint i = 0; session != NULL && i < self->asked->len; i++)
    {
      Asked *asked = g_ptr_array_index (self->asked, i);
      LsPageAgent *agent = ls_page_session_find_agent (session, context);

      if (asked->context != context || strcmp (asked->session, session->id) != 0 || asked->has_answered)
        continue;
      asked->has_answered = envelope->value != NULL && !envelope->has_error && agent != NULL;
      if (!asked->has_answered)
        break;
      if (envelope->value_length > 0)
        ls_page_session_take_batch (session, context, envelope->value, envelope->value_length);
      ls_page_client_write_all (self->client);
      ls_page_agent_list_waiting (agent, asked->waiting);
      break;
    }
  self->n_answers -= self->n_answers > 0;
  if (self->n_answers == 0)
    end_recording (self);
}

/* The photograph */

static void
add_name (LsPhotographThread *thread,
          const char         *name)
{
  const guint n = g_strv_length (thread->names);

  if (g_strv_contains ((const char *const *) thread->names, name))
    return;
  thread->names = g_renew (char *, thread->names, n + 2);
  thread->names[n] = g_strdup (name);
  thread->names[n + 1] = NULL;
}

static void
set_held (LsPhotographThread *thread,
          const Asked        *asked,
          LsTrace            *trace)
{
  const char *name = asked->held.text != 0 ? ls_trace_get_text (trace, asked->held.text) : NULL;

  thread->is_held |= asked->is_held;
  if (!asked->is_held || (asked->held.task == 0 && name == NULL))
    return;
  thread->held_task = asked->held.task;
  g_free (thread->held_name);
  thread->held_name = g_strdup (name != NULL ? name : "");
}

/* Adds the thread of a document or worker, with all others on it. @number: of the thread, 0 for one that is not known */
static void
add_thread (LsPageTracing    *self,
            LsPagePhotograph *photograph,
            const Asked      *first,
            guint32           number)
{
  LsPhotographThread *thread = ls_page_photograph_add_thread (photograph);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (LsPageWaiting));

  for (guint i = 0; i < self->asked->len; i++)
    {
      const Asked *asked = g_ptr_array_index (self->asked, i);

      if (asked != first && (number == 0 || ls_page_snapshots_find_thread (self->snapshots, asked->stamp) != number))
        continue;
      add_name (thread, asked->name);
      thread->is_interrupted |= asked->is_interrupted;
      set_held (thread, asked, self->client->trace);
      g_array_append_vals (waiting, asked->waiting->data, asked->waiting->len);
    }
  if (number != 0)
    ls_page_snapshots_read_queues (self->snapshots, number, thread);
  thread->has_answered = thread->queues->len > 0;
  if (thread->has_answered)
    ls_photograph_thread_join (thread, waiting, self->client->trace);
  ls_photograph_thread_sort (thread);
}

static LsPagePhotograph *
make_photograph (LsPageTracing *self)
{
  LsPagePhotograph *photograph = ls_page_photograph_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  photograph->duration = g_get_monotonic_time () - self->started;
  for (guint i = 0; i < self->asked->len; i++)
    {
      const Asked *asked = g_ptr_array_index (self->asked, i);
      const guint32 number = ls_page_snapshots_find_thread (self->snapshots, asked->stamp);

      if (number == 0 || g_hash_table_add (seen, GUINT_TO_POINTER (number)))
        add_thread (self, photograph, asked, number);
    }
  return photograph;
}

static void
close_stream (LsPageClient *client,
              const char   *stream)
{
  ls_page_client_call (client, NULL, "IO.close", "\"handle\":\"%s\"", stream);
}

static void
on_complete (LsPageTracing *self)
{
  close_stream (self->client, self->stream);
  if (self->task != NULL)
    ls_page_answer (g_steal_pointer (&self->task), make_photograph (self), NULL);
  finish (self);
}

/* The recording */

static void
read_more (LsPageTracing *self)
{
  expect (self, ls_page_client_call (self->client, NULL, "IO.read", "\"handle\":\"%s\",\"size\":%d", self->stream, READ_SIZE),
          STEP_READ, 0);
}

static void
on_read (LsPageTracing *self,
         const char    *text,
         gsize          length)
{
  g_autoptr (JsonNode) root = length <= MAX_ANSWER ? ls_json_parse ("read", text, length, NULL, NULL) : NULL;
  JsonObject *result = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? ls_json_peek_object (json_node_get_object (root), "result")
                                                                     : NULL;
  g_autofree char *data = result != NULL ? ls_page_dup_member (result, "data", MAX_ANSWER) : NULL;

  if (result == NULL)
    {
      fail (self, G_IO_ERROR_INVALID_DATA, _("The browser does not give its recording"));
      on_complete (self);
      return;
    }
  if (*data != '\0' && ls_json_peek_boolean (result, "base64Encoded", FALSE))
    {
      gsize n_bytes;
      guint8 *bytes = (guint8 *) g_base64_decode_inplace (data, &n_bytes);

      self->n_bytes += n_bytes;
      ls_page_snapshots_feed (self->snapshots, bytes, n_bytes);
    }
  if (ls_json_peek_boolean (result, "eof", TRUE) || self->n_bytes >= MAX_STREAM || self->task == NULL)
    on_complete (self);
  else
    read_more (self);
}

/* Takes a notice that is about the recording. Returns whether it was. */
gboolean
ls_page_client_on_tracing_notice (LsPageClient *self,
                                  const char   *method,
                                  const char   *text,
                                  gsize         length)
{
  LsPageTracing *tracing = self->tracing;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *stream = NULL;
  JsonObject *parameters;

  if (strcmp (method, "Tracing.tracingComplete") != 0)
    return FALSE;
  root = length <= MAX_ANSWER ? ls_json_parse (method, text, length, NULL, NULL) : NULL;
  parameters = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? ls_json_peek_object (json_node_get_object (root), "params") : NULL;
  stream = parameters != NULL ? ls_page_dup_member (parameters, "stream", 100) : g_strdup ("");
  if (ls_page_is_plain (stream) && tracing != NULL && tracing->has_ended && tracing->stream == NULL)
    {
      tracing->stream = g_steal_pointer (&stream);
      read_more (tracing);
      return TRUE;
    }
  /* It came too late, or the browser was full before it was told to end. */
  if (ls_page_is_plain (stream))
    close_stream (self, stream);
  if (tracing != NULL && tracing->stream == NULL)
    {
      fail (tracing, G_IO_ERROR_INVALID_DATA, _("The browser does not give its recording"));
      finish (tracing);
    }
  return TRUE;
}

/* Takes an answer that is about the recording. @session: (nullable): whose it is */
void
ls_page_client_on_tracing_answer (LsPageClient         *self,
                                  LsPageSession        *session,
                                  const LsPageEnvelope *envelope,
                                  const LsPageCall     *call,
                                  const char           *text,
                                  gsize                 length)
{
  LsPageTracing *tracing = self->tracing;

  if (tracing == NULL)
    return;
  switch (call->step)
    {
    case STEP_PROCESSES:
      if (!tracing->has_ended)
        start (tracing, text, length);
      else
        finish (tracing);
      break;
    case STEP_START:
      if (!envelope->has_error)
        {
          tracing->is_recording = TRUE;
          if (!tracing->has_ended)
            on_started (tracing);
          else
            tell_end (tracing);
          break;
        }
      /* One recording can be made at a time. */
      fail (tracing, G_IO_ERROR_BUSY, _("The browser cannot be photographed: perhaps another program is recording it"));
      finish (tracing);
      break;
    case STEP_STAMP:
      if (!tracing->has_ended)
        on_stamped (tracing, session, envelope, call->context);
      break;
    case STEP_END:
      if (!envelope->has_error)
        break;
      fail (tracing, G_IO_ERROR_FAILED, _("The browser does not give its recording"));
      finish (tracing);
      break;
    default:
      on_read (tracing, text, length);
      break;
    }
}
