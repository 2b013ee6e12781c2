/* ls-page-target.h: a page or worker that is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LS_PAGE_FIRST_ERROR:
 *
 * The first HTTP status that tells of an error, as [struct@PageTarget] may have it (RFC 9110, 15.5).
 */
#define LS_PAGE_FIRST_ERROR 400

#define LS_TYPE_PAGE_TARGET (ls_page_target_get_type ())

/**
 * LsPageTarget:
 * @id: the browser's name for it
 * @kind: what the browser calls its kind: "page", "iframe", "worker", "shared_worker", "service_worker"
 * @title: its title, or an empty string
 * @address: its address; without what follows a question mark or a number sign, unless whole addresses were asked for
 * @has_crashed: whether it is gone, and its browser has not opened it again
 * @is_late: whether it ran before it was watched, so that what it had posted until then is not known
 * @is_closed: whether the browser lets nobody in, so that nothing of it is known: a worker of Firefox
 * @is_held: whether it stands still before what is next
 * @asks: whether it waits for an answer to a dialog, such as that of `alert()`, and stands still until then: of Chromium alone
 * @status: the HTTP status with which the page came that the watch has opened, such as 404; 0 for any other page, and in browsers
 *   other than Chromium
 *
 * A page, a frame of another process or a worker of a browser, as it was when it was asked for.
 */
typedef struct
{
  char    *id;
  char    *kind;
  char    *title;
  char    *address;
  gboolean has_crashed;
  gboolean is_late;
  gboolean is_closed;
  gboolean is_held;
  gboolean asks;
  guint    status;
} LsPageTarget;

LS_AVAILABLE_IN_1_0
GType         ls_page_target_get_type (void);
LS_AVAILABLE_IN_1_0
LsPageTarget *ls_page_target_copy     (const LsPageTarget *self);
LS_AVAILABLE_IN_1_0
void          ls_page_target_free     (LsPageTarget       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageTarget, ls_page_target_free)

G_END_DECLS
