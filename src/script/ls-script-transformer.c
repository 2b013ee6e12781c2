/* ls-script-transformer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-transformer-private.h"

#include <glib/gi18n-lib.h>

#include "ls-script-machine-private.h"
#include "ls-session-error.h"

/* acorn and the transformation have a virtual machine on a thread of their own, which never ends. JavaScriptCore takes some 10
 * ms to read them, and more time when a function runs for the first time. The reading and most of the rest happen while a realm
 * is made, because the thread gets the first script before that. When no request has come for some time, the thread transforms
 * usual code in small pieces until JavaScriptCore has compiled the functions. A process that makes no realm, or ends soon, does
 * none of this. Programs cannot reach this machine. */

/* The time after which a waiting thread calls its function again, in µs. */
#define LOOK_UP 10000

/* The time without a request after which the thread reads usual code, in µs. */
#define QUIET 250000

static struct
{
  GMutex     mutex;
  GCond      changed;
  GQueue     requests;   /* LsScriptRequest */
  GThread   *thread;
} service;

/* Waits for the next request. The thread reads usual code meanwhile, once there has been no request for some time. */
static LsScriptRequest *
wait_for_request (LsScriptReader *self,
                  gboolean        is_loaded)
{
  gint64 quiet_since = g_get_monotonic_time ();
  gboolean is_quiet = FALSE;
  LsScriptRequest *request;

  g_mutex_lock (&service.mutex);
  for (;;)
    {
      request = g_queue_peek_head (&service.requests);
      if (request != NULL && request->kind != LS_SCRIPT_REQUEST_LOAD)
        break;
      if (request != NULL || is_quiet)
        {
          gboolean is_done;

          g_mutex_unlock (&service.mutex);
          is_done = !is_loaded || !ls_script_reader_read_usual (self);
          g_mutex_lock (&service.mutex);
          if (!is_done)
            continue;
          if (request != NULL)
            break;
          /* The functions are compiled, so the thread only waits from now on. */
          is_loaded = FALSE;
          is_quiet = FALSE;
        }
      else if (!is_loaded)
        g_cond_wait (&service.changed, &service.mutex);
      else if (!g_cond_wait_until (&service.changed, &service.mutex, quiet_since + QUIET))
        is_quiet = TRUE;
    }
  request = g_queue_pop_head (&service.requests);
  g_mutex_unlock (&service.mutex);
  return request;
}

static gpointer
service_run (gpointer data)
{
  LsScriptReader self = { NULL };
  const gboolean is_loaded = ls_script_machines_prepare (NULL) && ls_script_reader_load (&self);

  for (;;)
    {
      LsScriptRequest *request = wait_for_request (&self, is_loaded);

      if (is_loaded)
        switch (request->kind)
          {
          case LS_SCRIPT_REQUEST_TRANSFORM:
            ls_script_reader_transform (&self, request);
            break;

          case LS_SCRIPT_REQUEST_TRANSFORM_FOR_PROGRAM:
            ls_script_reader_transform_for_program (&self, request);
            break;

          case LS_SCRIPT_REQUEST_REFINE:
            ls_script_reader_refine (&self, request);
            break;

          case LS_SCRIPT_REQUEST_CHECK:
            ls_script_check_run (&self, request);
            break;

          case LS_SCRIPT_REQUEST_LOAD:
          default:
            request->transformed = g_new0 (LsScriptTransformed, 1);
            break;
          }
      else if (request->task != NULL)
        g_task_return_new_error (request->task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("JavaScript cannot be read here"));

      g_mutex_lock (&service.mutex);
      request->is_done = TRUE;
      g_cond_broadcast (&service.changed);
      g_mutex_unlock (&service.mutex);
      ls_script_request_unref (request);
    }
  return NULL;
}

/* For the threads that make requests */

/* Makes the thread read acorn, if no earlier request has. Does not wait for it. */
void
ls_script_transformer_start (void)
{
  g_mutex_lock (&service.mutex);
  if (service.thread == NULL)
    service.thread = g_thread_new ("ls-transformer", service_run, NULL);
  g_mutex_unlock (&service.mutex);
}

static gboolean
is_check (gconstpointer request)
{
  return ((const LsScriptRequest *) request)->kind == LS_SCRIPT_REQUEST_CHECK;
}

/* Puts a request into the queue. Requests of running programs go before those that only check typed text. */
void
ls_script_transformer_submit (LsScriptRequest *request)
{
  GList *place;

  ls_script_transformer_start ();
  g_atomic_ref_count_inc (&request->ref_count);
  g_mutex_lock (&service.mutex);
  place = service.requests.head;
  while (place != NULL && (is_check (request) || !is_check (place->data)))
    place = place->next;
  g_queue_insert_before (&service.requests, place, request);
  g_cond_broadcast (&service.changed);
  g_mutex_unlock (&service.mutex);
}

/* Waits for @request. FALSE if @may_go_on says to stop waiting. */
static gboolean
wait_for (LsScriptRequest *request,
          LsScriptMayGoOn  may_go_on,
          gpointer         data)
{
  gboolean is_done;

  g_mutex_lock (&service.mutex);
  while (!request->is_done)
    if (!g_cond_wait_until (&service.changed, &service.mutex, g_get_monotonic_time () + LOOK_UP) && may_go_on != NULL)
      {
        gboolean goes_on;

        g_mutex_unlock (&service.mutex);
        goes_on = may_go_on (data);
        g_mutex_lock (&service.mutex);
        if (!goes_on)
          break;
      }
  is_done = request->is_done;
  g_mutex_unlock (&service.mutex);
  return is_done;
}

/* Queues @request and waits for it. FALSE if @may_go_on says to stop waiting. */
static gboolean
ask (LsScriptRequest *request,
     LsScriptMayGoOn  may_go_on,
     gpointer         data)
{
  ls_script_transformer_submit (request);
  return wait_for (request, may_go_on, data);
}

/* Waits until the thread has read acorn and usual code. FALSE with @error set if the transformer does not work. */
gboolean
ls_script_transformer_load (GError **error)
{
  LsScriptRequest *request = ls_script_request_new (LS_SCRIPT_REQUEST_LOAD);
  gboolean is_loaded;

  ask (request, NULL, NULL);
  is_loaded = request->transformed != NULL;
  if (!is_loaded)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("acorn.js and transform.js cannot be loaded"));
  ls_script_request_unref (request);
  return is_loaded;
}

/* Begins to rewrite @source. @options: options of transform(), in JSON.
 *
 * Returns: (transfer full): the request for ls_script_transformer_finish() */
LsScriptRequest *
ls_script_transformer_begin (JSStringRef  source,
                             const char  *options,
                             guint        n_breakpoints)
{
  LsScriptRequest *request = ls_script_request_new (LS_SCRIPT_REQUEST_TRANSFORM);

  request->source = JSStringRetain (source);
  request->options = JSStringCreateWithUTF8CString (options);
  request->n_breakpoints = n_breakpoints;
  ls_script_transformer_submit (request);
  return request;
}

/* Waits for a request that has begun.
 *
 * Returns: (transfer full) (nullable): its result; NULL if the transformer does not work, or the caller has stopped waiting */
LsScriptTransformed *
ls_script_transformer_finish (LsScriptRequest *request,
                              LsScriptMayGoOn  may_go_on,
                              gpointer         data)
{
  LsScriptTransformed *transformed = NULL;

  if (wait_for (request, may_go_on, data))
    transformed = g_steal_pointer (&request->transformed);
  ls_script_request_unref (request);
  return transformed;
}

/* Begins a transformation and waits for it. */
LsScriptTransformed *
ls_script_transformer_run (JSStringRef      source,
                           const char      *options,
                           guint            n_breakpoints,
                           LsScriptMayGoOn  may_go_on,
                           gpointer         data)
{
  return ls_script_transformer_finish (ls_script_transformer_begin (source, options, n_breakpoints), may_go_on, data);
}

/* Rewrites code that a program compiles.
 *
 * Returns: (transfer full) (nullable): the result for the prelude, in JSON */
JSStringRef
ls_script_transformer_run_for_program (JSStringRef      source,
                                       JSStringRef      options,
                                       LsScriptMayGoOn  may_go_on,
                                       gpointer         data)
{
  LsScriptRequest *request = ls_script_request_new (LS_SCRIPT_REQUEST_TRANSFORM_FOR_PROGRAM);
  JSStringRef text = NULL;

  request->source = JSStringRetain (source);
  request->options = JSStringRetain (options);
  if (ask (request, may_go_on, data))
    text = g_steal_pointer (&request->text);
  ls_script_request_unref (request);
  return text;
}

/* Turns an error's place in the source into the one that browsers show. FALSE if the transformer cannot find it. */
gboolean
ls_script_transformer_refine (const char *url,
                              const char *source,
                              gboolean    is_reference,
                              guint      *line,
                              guint      *column)
{
  LsScriptRequest *request = ls_script_request_new (LS_SCRIPT_REQUEST_REFINE);
  gboolean is_done;

  request->options = JSStringCreateWithUTF8CString (url);
  request->source = JSStringCreateWithUTF8CString (source);
  request->is_reference = is_reference;
  request->line = *line;
  request->column = *column;
  is_done = ask (request, NULL, NULL);
  if (is_done)
    {
      *line = request->line;
      *column = request->column;
    }
  ls_script_request_unref (request);
  return is_done;
}
