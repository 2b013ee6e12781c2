/* page-fixture.h: a browser that shows pages of the tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "ls-page-watch.h"

/* Pages are served on this machine, and a browser is watched. */
typedef struct
{
  SoupServer  *server;
  guint        port;
  LsPageWatch *watch;
  char        *refusal;
  guint        flags;      /* LsPageWatchFlags: what the test was given */
} Fixture;

void     set_up         (Fixture           *self,
                         gconstpointer      data);
void     tear_down      (Fixture           *self,
                         gconstpointer      data);
void     launch         (Fixture           *self,
                         const char        *page);
gboolean has_text       (Fixture           *self,
                         const char        *text);
void     wait_for_texts (Fixture           *self,
                         const char *const *texts);
void     stop           (Fixture           *self);
void     test_random    (Fixture           *self,
                         gconstpointer      data);
void     test_delays    (Fixture           *self,
                         gconstpointer      data);
guint32  find_waiting   (Fixture           *self,
                         const char        *name);
