/* ls-page-text.c: the text of a script that a page has, for whoever wants to read it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>

/* How long the browser may take, and how often it is looked whether somebody has cancelled. */
#define MAX_WAIT_US (3 * G_USEC_PER_SEC)
#define LOOK_US (G_USEC_PER_SEC / 10)

/* A text that a thread waits for. */
struct _LsPageText
{
  GMutex   lock;
  GCond    cond;
  char    *address;      /* as places have it */
  guint    line;         /* from 1 */
  char    *text;         /* NULL if nobody has it */
  guint    first_line;   /* of the text in its file */
  gboolean is_done;
};

static void
text_clear (gpointer data)
{
  LsPageText *self = data;

  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
  g_free (self->address);
  g_free (self->text);
}

static void
text_unref (LsPageText *self)
{
  g_atomic_rc_box_release_full (self, text_clear);
}

/* @text: (transfer full) (nullable) */
static void
finish (LsPageText *self,
        char       *text)
{
  g_mutex_lock (&self->lock);
  g_free (self->text);
  self->text = text;
  self->is_done = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
}

/* Nobody is going to find the text any more. @text: (transfer full) */
void
ls_page_text_give_up (gpointer text)
{
  LsPageText *self = text;

  if (!self->is_done)
    finish (self, NULL);
  text_unref (self);
}

/* On the client's thread: asks the browser. @text: (transfer full) */
void
ls_page_client_find_text (LsPageClient *self,
                          LsPageText   *text)
{
  const gboolean is_full = (self->flags & LS_PAGE_WATCH_FULL_URLS) != 0;
  GHashTableIter iter;
  LsPageSession *session;
  gint64 id, *key;
  guint first_line;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (ls_page_scripts_find (session->scripts, text->address, text->line, is_full, &id, &first_line))
      {
        g_mutex_lock (&text->lock);
        text->first_line = first_line;
        g_mutex_unlock (&text->lock);
        key = g_memdup2 (&(gint64) { ++self->n_texts }, sizeof (gint64));
        g_hash_table_insert (self->texts, key, text);
        ls_page_client_expect (self,
                               ls_page_client_call (self, session->id, "Debugger.getScriptSource",
                                                    "\"scriptId\":\"%" G_GINT64_FORMAT "\"", id),
                               LS_PAGE_CALL_TEXT, *key);
        return;
      }
  ls_page_text_give_up (text);
}

/* On the client's thread: the browser has answered. @source: (transfer full) (nullable) */
void
ls_page_client_take_text (LsPageClient *self,
                          gint64        number,
                          char         *source)
{
  LsPageText *text = g_hash_table_lookup (self->texts, &number);

  if (text != NULL)
    finish (text, g_steal_pointer (&source));
  g_hash_table_remove (self->texts, &number);
  g_free (source);
}

/* Returns (transfer full) (nullable) the text, if it comes in time. */
static char *
wait_for (LsPageText   *self,
          guint        *first_line,
          GCancellable *cancellable)
{
  const gint64 end = g_get_monotonic_time () + MAX_WAIT_US;
  char *text;

  g_mutex_lock (&self->lock);
  while (!self->is_done && g_get_monotonic_time () < end && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait_until (&self->cond, &self->lock, g_get_monotonic_time () + LOOK_US);
  text = g_steal_pointer (&self->text);
  *first_line = self->first_line;
  g_mutex_unlock (&self->lock);
  return text;
}

/**
 * ls_page_watch_load_script:
 * @self: a watch
 * @address: the address of a script, as in places of the trace
 * @line: a line of it, from 1
 * @first_line: (out): the line of the file at which the text begins, from 1
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Asks the browser for the text of a script that a page or worker has now. It waits, so it is for threads that may; any thread may
 * call it.
 *
 * Returns: (transfer full) (nullable): the text; %NULL with @error set if no page has such a script, or does not answer
 */
char *
ls_page_watch_load_script (LsPageWatch   *self,
                           const char    *address,
                           guint          line,
                           guint         *first_line,
                           GCancellable  *cancellable,
                           GError       **error)
{
  LsPageClient *client;
  LsPageText *wanted;
  LsPageAct *act;
  char *text = NULL;

  g_return_val_if_fail (LS_IS_PAGE_WATCH (self) && address != NULL && first_line != NULL, NULL);

  client = ls_page_watch_peek_client (self);
  *first_line = 1;
  if (client != NULL && !g_atomic_int_get (&client->has_ended))
    {
      wanted = g_atomic_rc_box_new0 (LsPageText);
      g_mutex_init (&wanted->lock);
      g_cond_init (&wanted->cond);
      wanted->address = g_strdup (address);
      wanted->line = line;
      act = g_new0 (LsPageAct, 1);
      act->kind = LS_PAGE_ACT_TEXT;
      act->wanted = g_atomic_rc_box_acquire (wanted);
      ls_page_client_act (client, act);
      text = wait_for (wanted, first_line, cancellable);
      text_unref (wanted);
    }
  if (text == NULL)
    /* Translators: the address of a script */
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("No page has “%s” any more."), address);
  return text;
}
