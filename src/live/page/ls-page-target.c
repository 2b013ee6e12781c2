/* ls-page-target.c: a page or worker that is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-target.h"

G_DEFINE_BOXED_TYPE (LsPageTarget, ls_page_target, ls_page_target_copy, ls_page_target_free)

/**
 * ls_page_target_copy:
 * @self: a target
 *
 * Returns: (transfer full): a copy
 */
LsPageTarget *
ls_page_target_copy (const LsPageTarget *self)
{
  LsPageTarget *copy = g_new (LsPageTarget, 1);

  *copy = (LsPageTarget) { .id = g_strdup (self->id), .kind = g_strdup (self->kind), .title = g_strdup (self->title),
                           .address = g_strdup (self->address), .is_late = self->is_late,
                           .is_closed = self->is_closed };
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
