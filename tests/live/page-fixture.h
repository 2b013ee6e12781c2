/* page-fixture.h: pages of the tests that are watched in a browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "ls-page-watch.h"

/* A server of pages, and a watch. */
typedef struct
{
  SoupServer  *server;
  guint        port;
  LsPageWatch *watch;
  char        *refusal;
  gboolean     is_ready;   /* a page has asked for “ready” */
} Fixture;

/* A test, as the tables of tests have them. */
typedef struct
{
  const char *name;
  void      (*run) (Fixture       *self,
                    gconstpointer  data);
  gconstpointer data;
} PageTest;

void        set_up          (Fixture            *self,
                             gconstpointer       data);
void        tear_down       (Fixture            *self,
                             gconstpointer       data);
void        launch          (Fixture            *self,
                             const char         *page,
                             LsPageWatchFlags    flags);
gboolean    has_text        (Fixture            *self,
                             const char         *text);
void        wait_for_texts  (Fixture            *self,
                             const char *const  *texts);
void        wait_for_end    (Fixture            *self);
void        stop            (Fixture            *self);
void        wait_until_held (Fixture            *self,
                             guint32             before);
const char *get_name        (Fixture            *self,
                             guint32             task);
guint32     find_waiting    (Fixture            *self,
                             const char         *name);
void        test_random     (Fixture            *self,
                             gconstpointer       data);
void        test_delays     (Fixture            *self,
                             gconstpointer       data);
int         run_in_browser  (const char         *suite,
                             LsPageWatchFlags    flags,
                             const PageTest     *tests,
                             guint               n_tests);
