/* ls-cli-photograph.c: loopscope-cli record --photograph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli.h"
#include "ls-cli-record.h"

struct _LsCliPhotograph
{
  LsPageWatch  *watch;
  GSource      *timing;      /* until it is taken, NULL: at the end */
  gboolean      is_wanted;   /* and has not begun */
  gboolean      is_json;
  gboolean      is_under_way, is_last, has_failed;
};

static void
taken_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  LsCliPhotograph *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsPagePhotograph) photograph = ls_page_watch_photograph_finish (LS_PAGE_WATCH (object), result, &error);
  g_autofree char *text = NULL;

  self->is_under_way = FALSE;
  if (photograph == NULL)
    {
      self->has_failed = TRUE;
      ls_cli_message ("%s", error->message);
    }
  else if (self->is_json)
    {
      text = ls_page_photograph_to_json (photograph);
      ls_cli_write_text (text);
    }
  else
    {
      text = ls_page_photograph_to_text (photograph);
      ls_cli_write_lines (text);
    }
  if (self->is_last)
    ls_live_run_stop (LS_LIVE_RUN (self->watch));
}

static void
begin (LsCliPhotograph *self)
{
  self->is_wanted = FALSE;
  self->is_under_way = TRUE;
  ls_page_watch_photograph_async (self->watch, NULL, taken_cb, self);
}

static gboolean
timing_cb (gpointer user_data)
{
  LsCliPhotograph *self = user_data;

  if (self->is_wanted)
    begin (self);
  return G_SOURCE_REMOVE;
}

/* Returns (transfer full) what takes a photograph, if @options want one. */
LsCliPhotograph *
ls_cli_photograph_new (LsPageWatch           *watch,
                       const LsCliRecordPage *options)
{
  LsCliPhotograph *self = g_new0 (LsCliPhotograph, 1);

  self->watch = watch;
  self->is_wanted = options->photographs;
  self->is_json = options->is_json;
  if (options->photograph_at == 0)
    return self;
  self->timing = g_timeout_source_new_seconds (options->photograph_at);
  g_source_set_callback (self->timing, timing_cb, self, NULL);
  return self;
}

/* From now on, the time until the photograph counts. */
void
ls_cli_photograph_begin_time (LsCliPhotograph *self)
{
  if (self->timing != NULL)
    g_source_attach (self->timing, NULL);
}

/* Takes the photograph that is still wanted, and stops watching then. Returns FALSE where none is. */
gboolean
ls_cli_photograph_take (LsCliPhotograph *self)
{
  if (self->is_wanted)
    begin (self);
  self->is_last = self->is_under_way;
  return self->is_under_way;
}

/* Returns whether the photograph that was wanted is taken. */
gboolean
ls_cli_photograph_free (LsCliPhotograph *self)
{
  gboolean is_right;

  while (self->is_under_way)
    g_main_context_iteration (NULL, TRUE);
  if (self->is_wanted)
    ls_cli_message (_("There is no photograph: the browser ended before"));
  is_right = !self->is_wanted && !self->has_failed;
  if (self->timing != NULL)
    g_source_destroy (self->timing);
  g_clear_pointer (&self->timing, g_source_unref);
  g_free (self);
  return is_right;
}
