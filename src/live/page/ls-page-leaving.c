/* ls-page-leaving.c: lets browsers end, or go on without us
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>

#include "ls-source-private.h"

/* A page that stays in one task lets go of the script where it is interrupted. The first one has the browser wait longer. */
static gboolean
leave_cb (gpointer user_data)
{
  LsPageClient *self = user_data;

  if (ls_page_client_interrupt_silent (self, LS_PAGE_MAX_LAST_SILENT_ROUNDS) && !self->leaves_busy)
    {
      self->leaves_busy = TRUE;
      ls_page_client_set_stopping (self, LS_PAGE_LAST_BUSY_MS);
    }
  return G_SOURCE_CONTINUE;
}

/* Returns when what was sent is answered, or the time is over. */
static void
wait_for_answers (LsPageClient *self)
{
  while (self->is_open &&
         (self->n_leaving > 0 || ls_page_client_is_awaiting_leave (self) || ls_page_transport_has_unsent (self->transport)) &&
         !g_source_is_destroyed (self->stopping))
    g_main_context_iteration (self->context, TRUE);
}

/* Lets the pages of a browser that was joined go on without us. Where nobody can interrupt one, it comes to that when it rests. */
static void
leave_pages (LsPageClient *self)
{
  GSource *leaving = ls_page_client_begin_timeout (self, LS_PAGE_PULL_MS, leave_cb);

  ls_page_client_leave (self);
  ls_page_client_set_stopping (self, self->protocol->interrupt == NULL ? LS_PAGE_LAST_BUSY_MS : LS_PAGE_LAST_MS);
  wait_for_answers (self);
  ls_clear_source (&leaving);
  if (self->is_open && ls_page_client_is_awaiting_leave (self))
    ls_page_client_report (self, _("A page stays in one task: it keeps the functions that watched it until it is loaded again"));
}

/* Lets the browser end once it has the messages that are still on their way, or go on without us. A WebSocket does not say what
 * is still on its way, and drops that where it is closed: so the pages' answers count. */
void
ls_page_client_leave_browser (LsPageClient *self)
{
  if (!self->is_open)
    return;
  if (self->browser == NULL)
    leave_pages (self);
  if (self->is_open && self->protocol->close != NULL)
    {
      self->protocol->close (self);
      ls_page_client_set_stopping (self, LS_PAGE_LAST_MS);
      wait_for_answers (self);
    }
}
