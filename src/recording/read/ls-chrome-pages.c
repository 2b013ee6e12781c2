/* ls-chrome-pages.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-chrome-pages-private.h"

#define MAX_PROCESSES 10000

typedef struct
{
  guint64 pid;
  gint64  time;
  char   *url;
} Page;

struct _LsChromePages
{
  LsRecordingBuilder *builder;
  GHashTable         *pages;   /* guint64 *: pid → Page: the last one */
};

static void
free_page (gpointer data)
{
  Page *page = data;

  g_free (page->url);
  g_free (page);
}

LsChromePages *
ls_chrome_pages_new (LsRecordingBuilder *builder)
{
  LsChromePages *self = g_new0 (LsChromePages, 1);

  self->builder = builder;
  self->pages = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, free_page);

  return self;
}

void
ls_chrome_pages_free (LsChromePages *self)
{
  g_hash_table_unref (self->pages);
  g_free (self);
}

/* An empty page comes before every other one, and is none. */
static void
set_page (LsChromePages *self,
          guint64        pid,
          gint64         time,
          const char    *url,
          gsize          length)
{
  Page *page = g_hash_table_lookup (self->pages, &pid);

  if (url == NULL || length == 0 || (length == strlen ("about:blank") && memcmp (url, "about:blank", length) == 0))
    return;

  if (page == NULL)
    {
      if (g_hash_table_size (self->pages) >= MAX_PROCESSES)
        return;
      page = g_new0 (Page, 1);
      page->pid = pid;
      page->time = time;
      g_hash_table_insert (self->pages, &page->pid, page);
    }

  if (time >= page->time)
    {
      page->time = time;
      g_free (page->url);
      page->url = g_strndup (url, length);
    }
}

static void
set_page_of_event (LsChromePages *self,
                   LsChromeEvent *event,
                   guint64        pid,
                   LsChromeArg    arg)
{
  gsize length;
  const char *url = ls_chrome_event_get_text (event, arg, &length);
  gboolean is_outermost;

  if (ls_chrome_event_has (event, LS_CHROME_ARG_IS_OUTERMOST))
    is_outermost = ls_chrome_event_get_integer (event, LS_CHROME_ARG_IS_OUTERMOST) != 0;
  else if (ls_chrome_event_has (event, LS_CHROME_ARG_IS_MAIN_FRAME))
    is_outermost = ls_chrome_event_get_integer (event, LS_CHROME_ARG_IS_MAIN_FRAME) != 0;
  else
    is_outermost = !ls_chrome_event_has (event, LS_CHROME_ARG_PARENT);

  if (is_outermost)
    set_page (self, pid, event->time, url, length);
}

static void
add_frames (LsChromePages *self,
            LsChromeEvent *event)
{
  for (guint i = 0; i < event->frames->len; i++)
    {
      const LsChromeFrame *frame = &g_array_index (event->frames, LsChromeFrame, i);

      if (frame->knows_outermost ? frame->is_outermost : !frame->has_parent)
        set_page (self, frame->pid != 0 ? frame->pid : event->pid, event->time, event->texts->str + frame->url, frame->url_length);
    }
}

/* What the names of threads say. */
static LsRecordingThreadKind
find_kind (const char *name)
{
  static const char *const workers[] = { "DedicatedWorker", "SharedWorker", "ServiceWorker" };

  if (g_str_equal (name, "CrRendererMain"))
    return LS_RECORDING_THREAD_MAIN;
  for (guint i = 0; i < G_N_ELEMENTS (workers); i++)
    if (g_str_has_prefix (name, workers[i]))
      return LS_RECORDING_THREAD_WORKER;
  if (strstr (name, "Worklet") != NULL)
    return LS_RECORDING_THREAD_WORKER;

  return LS_RECORDING_THREAD_OTHER;
}

static void
name_thread (LsChromePages *self,
             const char    *name,
             guint32        thread)
{
  LsRecordingThreadKind kind = find_kind (name);

  ls_recording_builder_set_thread_name (self->builder, thread, name);
  if (kind != LS_RECORDING_THREAD_OTHER)
    ls_recording_builder_set_thread_kind (self->builder, thread, kind);
}

/* Takes an event that is about a thread, a process or a page. */
void
ls_chrome_pages_add (LsChromePages   *self,
                     LsChromeEvent   *event,
                     LsChromeSubject  subject,
                     guint32          thread)
{
  LsChromeArg arg = subject == LS_CHROME_SUBJECT_PROCESS_LABELS ? LS_CHROME_ARG_LABELS : LS_CHROME_ARG_NAME;
  g_autofree char *name = NULL;
  gsize length;
  const char *text;

  switch (subject)
    {
    case LS_CHROME_SUBJECT_THREAD_NAME:
    case LS_CHROME_SUBJECT_PROCESS_NAME:
    case LS_CHROME_SUBJECT_PROCESS_LABELS:
      text = ls_chrome_event_get_text (event, arg, &length);
      if (text == NULL)
        break;
      name = g_strndup (text, length);
      if (subject == LS_CHROME_SUBJECT_THREAD_NAME)
        name_thread (self, name, thread);
      else if (subject == LS_CHROME_SUBJECT_PROCESS_NAME)
        ls_recording_builder_set_process_name (self->builder, event->pid, name);
      else
        ls_recording_builder_set_process_page (self->builder, event->pid, name, NULL);
      break;

    case LS_CHROME_SUBJECT_NODE_VERSION:
      text = ls_chrome_event_get_text (event, LS_CHROME_ARG_NODE, &length);
      if (text == NULL)
        break;
      name = g_strdup_printf ("Node.js %.*s", (int) length, text);
      ls_recording_builder_set_info (self->builder, "browser", name);
      break;

    case LS_CHROME_SUBJECT_PAGES:
      add_frames (self, event);
      break;
    case LS_CHROME_SUBJECT_COMMIT_BY_BROWSER:
      set_page_of_event (self, event, ls_chrome_event_get_integer (event, LS_CHROME_ARG_PROCESS_ID), LS_CHROME_ARG_URL);
      break;
    case LS_CHROME_SUBJECT_COMMIT:
      set_page_of_event (self, event, event->pid, LS_CHROME_ARG_URL);
      break;
    case LS_CHROME_SUBJECT_NAVIGATION:
      set_page_of_event (self, event, event->pid, LS_CHROME_ARG_DOCUMENT_URL);
      break;

    case LS_CHROME_SUBJECT_WORKER:
      thread = ls_recording_builder_know_thread (self->builder, event->pid,
                                                ls_chrome_event_get_integer (event, LS_CHROME_ARG_WORKER_THREAD));
      text = ls_chrome_event_get_text (event, LS_CHROME_ARG_URL, &length);
      name = g_strndup (text != NULL ? text : "", length);
      ls_recording_builder_set_thread_kind (self->builder, thread, LS_RECORDING_THREAD_WORKER);
      ls_recording_builder_set_thread_page (self->builder, thread, NULL, name);
      break;

    default:
      break;
    }
}

/* All events are there: the last page of a process is its page. */
void
ls_chrome_pages_end (LsChromePages *self)
{
  GHashTableIter iter;
  gpointer data;

  g_hash_table_iter_init (&iter, self->pages);
  while (g_hash_table_iter_next (&iter, NULL, &data))
    {
      const Page *page = data;

      ls_recording_builder_set_process_page (self->builder, page->pid, NULL, page->url);
    }
}
