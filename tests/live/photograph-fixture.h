/* photograph-fixture.h: photographs of a browser's queues that tests take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-page-watch.h"

/* What has come of one. */
typedef struct
{
  LsPagePhotograph *photograph;
  GError           *error;
  gboolean          is_there;
} Taken;

void              photograph_begin (LsPageWatch  *watch,
                                    GCancellable *cancellable,
                                    Taken        *taken);
void              photograph_wait  (const Taken  *taken);
LsPagePhotograph *photograph_take  (LsPageWatch  *watch,
                                    GError      **error);
