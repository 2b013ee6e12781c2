/* crawler.c: follows links, gives slow pages up, and stops when it has enough
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc crawler.c $(pkg-config --cflags --libs loopscope-1 libsoup-3.0) -o crawler
 *
 * The site is in this program as well, so that it needs no network: a start page, three pages that it links to, of which one never
 * answers, and thirty below these.
 */

#include <libsoup/soup.h>
#include <loopscope.h>

#define ENOUGH 10
#define TIMEOUT_MS 3000

typedef struct
{
  LsScheduler       *scheduler;
  LsAbortController *stop;       /* ends all that goes on */
  SoupSession       *session;
  GUri              *site;
  GRegex            *link;
  GMainLoop         *main_loop;
  GPtrArray         *level;      /* Page: what is being loaded */
  GPtrArray         *found;      /* char: links to load next */
  guint              n_open;     /* how many of the level are not done */
  guint              n_pages;
} Crawl;

typedef struct
{
  Crawl         *crawl;
  char          *path;
  LsAbortSignal *signal;
  char          *text;
  char          *outcome;
} Page;

static void
page_free (gpointer data)
{
  Page *page = data;

  g_object_unref (page->signal);
  g_free (page->path);
  g_free (page->text);
  g_free (page->outcome);
  g_free (page);
}

static LsCompletion
finish_loading (const LsValue *argument,
                LsValue       *result,
                gpointer       data)
{
  Page *page = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  const char *text;

  bytes = soup_session_send_and_read_finish (page->crawl->session, G_ASYNC_RESULT (ls_value_get_object (argument)), &error);
  if (bytes == NULL)
    {
      /* The signal knows better than the error why nothing came: TimeoutError or AbortError. */
      if (ls_abort_signal_throw_if_aborted (page->signal, result) == LS_COMPLETION_NORMAL)
        ls_value_take_exception (result, ls_exception_new_for_error (error));
      return LS_COMPLETION_THROW;
    }
  text = g_bytes_get_data (bytes, &size);
  page->text = g_strndup (text != NULL ? text : "", size);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
find_links (const LsValue *argument,
            LsValue       *result,
            gpointer       data)
{
  Page *page = data;
  Crawl *crawl = page->crawl;
  g_autoptr (GMatchInfo) match = NULL;
  guint n_links = 0;

  for (g_regex_match (crawl->link, page->text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_ptr_array_add (crawl->found, g_match_info_fetch (match, 1));
      n_links++;
    }
  page->outcome = g_strdup_printf ("%u links", n_links);
  if (++crawl->n_pages == ENOUGH)
    ls_abort_controller_abort (crawl->stop, NULL);
  return LS_COMPLETION_NORMAL;
}

/* The work with a page is a task. One that waits is removed when the signal is aborted. */
static LsCompletion
post_find_links (const LsValue *argument,
                 LsValue       *result,
                 gpointer       data)
{
  Page *page = data;
  const LsPostTaskOptions options = { .priority = LS_TASK_PRIORITY_BACKGROUND, .signal = page->signal };
  g_autoptr (LsPromise) done = ls_scheduler_post_task (page->crawl->scheduler, find_links, page, NULL, &options);

  ls_value_set_promise (result, done);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
note_failure (const LsValue *argument,
              LsValue       *result,
              gpointer       data)
{
  Page *page = data;

  /* The page that was enough has aborted its own task. */
  if (page->outcome == NULL)
    page->outcome = g_strdup (ls_exception_get_name (ls_value_get_exception (argument)));
  return LS_COMPLETION_NORMAL;
}

static void load_level (Crawl *crawl);

static void
print_level (Crawl *crawl)
{
  guint n_given_up = 0;

  if (!ls_abort_signal_get_aborted (ls_abort_controller_get_signal (crawl->stop)))
    {
      for (guint i = 0; i < crawl->level->len; i++)
        {
          Page *page = g_ptr_array_index (crawl->level, i);

          g_print ("%s: %s\n", page->path, page->outcome);
        }
      return;
    }
  for (guint i = 0; i < crawl->level->len; i++)
    n_given_up += g_str_equal (((Page *) g_ptr_array_index (crawl->level, i))->outcome, "AbortError");
  g_print ("%u pages are enough: %u given up\n", crawl->n_pages, n_given_up);
  g_main_loop_quit (crawl->main_loop);
}

static LsCompletion
end_page (const LsValue *argument,
          LsValue       *result,
          gpointer       data)
{
  Crawl *crawl = data;

  if (--crawl->n_open > 0)
    return LS_COMPLETION_NORMAL;
  print_level (crawl);
  if (crawl->found->len > 0 && !ls_abort_signal_get_aborted (ls_abort_controller_get_signal (crawl->stop)))
    load_level (crawl);
  else
    g_main_loop_quit (crawl->main_loop);
  return LS_COMPLETION_NORMAL;
}

/* Each page has a signal that is aborted after a time, or when all is to end. */
static void
load_page (Crawl *crawl,
           Page  *page)
{
  LsEventLoop *loop = ls_scheduler_get_loop (crawl->scheduler);
  g_autoptr (LsAbortSignal) timeout = ls_abort_signal_new_timeout (loop, TIMEOUT_MS);
  LsAbortSignal *signals[] = { ls_abort_controller_get_signal (crawl->stop), timeout };
  g_autoptr (GUri) uri = g_uri_parse_relative (crawl->site, page->path, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (SoupMessage) message = soup_message_new_from_uri (SOUP_METHOD_GET, uri);
  g_autoptr (LsPromise) loaded = ls_promise_new (loop);
  g_autoptr (LsPromise) read = ls_promise_then (loaded, finish_loading, page, NULL);
  g_autoptr (LsPromise) parsed = ls_promise_then (read, post_find_links, page, NULL);
  g_autoptr (LsPromise) caught = ls_promise_catch (parsed, note_failure, page, NULL);
  g_autoptr (LsPromise) ended = ls_promise_then (caught, end_page, crawl, NULL);

  page->signal = ls_abort_signal_any (loop, signals, G_N_ELEMENTS (signals));
  soup_session_send_and_read_async (crawl->session, message, G_PRIORITY_DEFAULT, ls_abort_signal_get_cancellable (page->signal),
                                    ls_promise_resolve_with_result, ls_promise_ref (loaded));
}

static void
load_level (Crawl *crawl)
{
  g_autoptr (GPtrArray) paths = g_steal_pointer (&crawl->found);

  crawl->found = g_ptr_array_new_with_free_func (g_free);
  g_clear_pointer (&crawl->level, g_ptr_array_unref);
  crawl->level = g_ptr_array_new_with_free_func (page_free);
  crawl->n_open = paths->len;
  for (guint i = 0; i < paths->len; i++)
    {
      Page *page = g_new0 (Page, 1);

      page->crawl = crawl;
      page->path = g_strdup (g_ptr_array_index (paths, i));
      g_ptr_array_add (crawl->level, page);
      load_page (crawl, page);
    }
}

static void
answer (SoupServer        *server,
        SoupServerMessage *message,
        const char        *path,
        GHashTable        *query,
        gpointer           user_data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (g_str_equal (path, "/slow"))
    {
      soup_server_message_pause (message);
      return;
    }
  if (g_str_equal (path, "/"))
    g_string_append (text, "<a href=\"/news\">News</a> <a href=\"/slow\">Archive</a> <a href=\"/docs\">Manual</a>");
  else if (g_str_equal (path, "/news") || g_str_equal (path, "/docs"))
    for (int i = 1; i <= 15; i++)
      g_string_append_printf (text, "<a href=\"%s/%d\">%d</a>\n", path, i, i);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "text/html", SOUP_MEMORY_COPY, text->str, text->len);
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (SoupServer) server = g_object_new (SOUP_TYPE_SERVER, NULL);
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (GRegex) link = g_regex_new ("href=\"([^\"]*)\"", 0, 0, NULL);
  LsScheduler *scheduler = ls_scheduler_get_thread_default ();
  g_autoptr (LsAbortController) stop = ls_abort_controller_new (ls_scheduler_get_loop (scheduler), "stop");
  Crawl crawl = { scheduler, stop, session, NULL, link, main_loop, NULL, g_ptr_array_new_with_free_func (g_free), 0, 0 };
  GSList *uris;

  soup_server_add_handler (server, NULL, answer, NULL, NULL);
  if (!soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  uris = soup_server_get_uris (server);
  crawl.site = g_uri_ref (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);

  g_ptr_array_add (crawl.found, g_strdup ("/"));
  load_level (&crawl);
  g_main_loop_run (main_loop);

  soup_session_abort (session);
  soup_server_disconnect (server);
  g_ptr_array_unref (crawl.level);
  g_ptr_array_unref (crawl.found);
  g_uri_unref (crawl.site);
  return 0;
}
