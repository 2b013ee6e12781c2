/* ls-page-target.c: pages and workers that are watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

G_DEFINE_BOXED_TYPE (LsPageTarget, ls_page_target, ls_page_target_copy, ls_page_target_free)

/**
 * ls_page_target_copy:
 * @self: a target
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsPageTarget *
ls_page_target_copy (const LsPageTarget *self)
{
  LsPageTarget *copy = g_new (LsPageTarget, 1);

  *copy = (LsPageTarget) { .id = g_strdup (self->id), .kind = g_strdup (self->kind), .title = g_strdup (self->title),
                           .address = g_strdup (self->address), .has_crashed = self->has_crashed, .is_late = self->is_late,
                           .is_closed = self->is_closed, .is_held = self->is_held, .asks = self->asks,
                           .status = self->status };
  return copy;
}

/**
 * ls_page_target_free:
 * @self: (transfer full): a target
 *
 * Frees a target.
 */
void
ls_page_target_free (LsPageTarget *self)
{
  g_free (self->id);
  g_free (self->kind);
  g_free (self->title);
  g_free (self->address);
  g_free (self);
}

/**
 * ls_page_watch_list_targets:
 * @self: a watch
 *
 * Lists what can be watched.
 *
 * Returns: (transfer full) (element-type LsPageTarget): the pages, frames of other processes and workers that there are, in no
 *   order
 */
GPtrArray *
ls_page_watch_list_targets (LsPageWatch *self)
{
  GPtrArray *targets = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_page_target_free);
  LsPageReport *report = ls_page_watch_get_report (self);

  g_mutex_lock (&report->lock);
  for (guint i = 0; report->targets != NULL && i < report->targets->len; i++)
    g_ptr_array_add (targets, ls_page_target_copy (g_ptr_array_index (report->targets, i)));
  g_mutex_unlock (&report->lock);
  return targets;
}
