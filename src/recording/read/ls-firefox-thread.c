/* ls-firefox-thread.c: what a profile of Firefox says of a thread, until all of it is there
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-firefox-private.h"

/* How long one text is at most, and how much all texts of a table or a thread need. */
#define MAX_TEXT 4096
#define MAX_BYTES (128 * 1024 * 1024)
#define MAX_STRINGS (16 * 1024 * 1024)

#define MAX_PAGES 65536
#define MAX_EMBEDDERS 16

/* Whether the meaning has been looked up. */
#define KNOWN 0x80

typedef struct
{
  const char *text;
  guint32 number;
  guint8 meaning;
} Entry;

typedef struct
{
  guint64 window;
  guint64 embedder;
  char *url;
} Page;

struct _LsFirefoxPages
{
  GHashTable *pages;
};

void
ls_firefox_strings_init (LsFirefoxStrings *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->chunk = NULL;
  self->n_bytes = 0;
}

void
ls_firefox_strings_clear (LsFirefoxStrings *self)
{
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->chunk, g_string_chunk_free);
}

static const char *
keep (GStringChunk **chunk,
      gsize         *n_kept,
      const char    *text,
      gsize          n_bytes)
{
  n_bytes = MIN (n_bytes, MAX_TEXT);
  if (*n_kept + n_bytes > MAX_BYTES)
    return NULL;

  if (*chunk == NULL)
    *chunk = g_string_chunk_new (4096);
  *n_kept += n_bytes + 1;
  return g_string_chunk_insert_len (*chunk, text, (gssize) n_bytes);
}

/*< private >
 * ls_firefox_strings_add:
 * @self: a table
 * @text: (nullable): the next entry
 * @n_bytes: how long it is
 *
 * Adds an entry. One for which there is no room has no text.
 */
void
ls_firefox_strings_add (LsFirefoxStrings *self,
                        const char       *text,
                        gsize             n_bytes)
{
  Entry entry = { 0 };

  if (self->entries->len >= MAX_STRINGS)
    return;

  if (text != NULL)
    entry.text = keep (&self->chunk, &self->n_bytes, text, n_bytes);
  g_array_append_val (self->entries, entry);
}

static Entry *
get_entry (LsFirefoxStrings *self,
           guint32           index)
{
  return index < self->entries->len ? &g_array_index (self->entries, Entry, index) : NULL;
}

const char *
ls_firefox_strings_get (LsFirefoxStrings *self,
                        guint32           index)
{
  Entry *entry = get_entry (self, index);

  return entry != NULL ? entry->text : NULL;
}

/*< private >
 * ls_firefox_strings_get_meaning:
 * @self: a table
 * @index: an entry
 *
 * Returns: what a marker of this name is about
 */
LsFirefoxMeaning
ls_firefox_strings_get_meaning (LsFirefoxStrings *self,
                                guint32           index)
{
  Entry *entry = get_entry (self, index);

  if (entry == NULL || entry->text == NULL)
    return LS_FIREFOX_NOTHING;

  if (entry->meaning == 0)
    entry->meaning = (guint8) (KNOWN | ls_firefox_find_meaning (entry->text));
  return (LsFirefoxMeaning) (entry->meaning & ~KNOWN);
}

/*< private >
 * ls_firefox_strings_get_number:
 * @self: a table
 * @index: an entry
 * @builder: the builder; always the same one
 *
 * Returns: the text's number in the recording
 */
guint32
ls_firefox_strings_get_number (LsFirefoxStrings   *self,
                               guint32             index,
                               LsRecordingBuilder *builder)
{
  Entry *entry = get_entry (self, index);

  if (entry == NULL || entry->text == NULL)
    return 0;

  if (entry->number == 0)
    entry->number = ls_recording_builder_intern (builder, entry->text, -1);
  return entry->number;
}

/*< private >
 * ls_firefox_marker_reset:
 * @self: a marker
 *
 * Makes it one of which nothing is known.
 */
void
ls_firefox_marker_reset (LsFirefoxMarker *self)
{
  *self = (LsFirefoxMarker) {
    .latency = -1,
    .name = LS_FIREFOX_NO_TEXT,
    .text_index = LS_FIREFOX_NO_TEXT,
  };
}

LsFirefoxThread *
ls_firefox_thread_new (void)
{
  LsFirefoxThread *self = g_new0 (LsFirefoxThread, 1);

  self->markers = g_array_new (FALSE, FALSE, sizeof (LsFirefoxMarker));
  ls_firefox_strings_init (&self->strings);

  return self;
}

void
ls_firefox_thread_free (LsFirefoxThread *self)
{
  g_array_unref (self->markers);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  ls_firefox_strings_clear (&self->strings);
  g_free (self->name);
  g_free (self->process_name);
  g_free (self);
}

/*< private >
 * ls_firefox_thread_keep:
 * @self: a thread
 * @text: a text of one of its markers
 * @n_bytes: how long it is
 *
 * Returns: (nullable): a copy that the thread owns; %NULL if there are too many
 */
const char *
ls_firefox_thread_keep (LsFirefoxThread *self,
                        const char      *text,
                        gsize            n_bytes)
{
  return keep (&self->texts, &self->n_text_bytes, text, n_bytes);
}

static void
page_free (gpointer data)
{
  Page *page = data;

  g_free (page->url);
  g_free (page);
}

LsFirefoxPages *
ls_firefox_pages_new (void)
{
  LsFirefoxPages *self = g_new0 (LsFirefoxPages, 1);

  self->pages = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, page_free);

  return self;
}

void
ls_firefox_pages_free (LsFirefoxPages *self)
{
  g_hash_table_unref (self->pages);
  g_free (self);
}

/*< private >
 * ls_firefox_pages_add:
 * @self: pages
 * @window: the document's innerWindowID
 * @embedder: that of the document which it is in, 0 for none
 * @url: (nullable): its address
 *
 * Takes in a document. The first one of its number counts.
 */
void
ls_firefox_pages_add (LsFirefoxPages *self,
                      guint64         window,
                      guint64         embedder,
                      const char     *url)
{
  Page *page;

  if (url == NULL || g_hash_table_size (self->pages) >= MAX_PAGES || g_hash_table_contains (self->pages, &window))
    return;

  page = g_new (Page, 1);
  page->window = window;
  page->embedder = embedder;
  page->url = g_strndup (url, MAX_TEXT);
  g_hash_table_insert (self->pages, &page->window, page);
}

/*< private >
 * ls_firefox_pages_find_outermost:
 * @self: pages
 * @window: an innerWindowID
 *
 * Returns: (nullable): the address of the page that the document is in; %NULL if it is not known, or an empty one
 */
const char *
ls_firefox_pages_find_outermost (LsFirefoxPages *self,
                                 guint64         window)
{
  const Page *page = g_hash_table_lookup (self->pages, &window);

  for (guint i = 0; i < MAX_EMBEDDERS && page != NULL && page->embedder != 0; i++)
    {
      const Page *embedder = g_hash_table_lookup (self->pages, &page->embedder);

      if (embedder == NULL)
        break;
      page = embedder;
    }

  return page != NULL && strcmp (page->url, "about:blank") != 0 ? page->url : NULL;
}
