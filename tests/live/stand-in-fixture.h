/* stand-in-fixture.h: a program that stands in for a browser, and is watched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-page-watch.h"

/* What begins so is for a stand-in for Firefox. */
#define FIREFOX "firefox "

typedef struct
{
  char        *folder;     /* has the program that stands in for the browser, and its log */
  char        *log;
  char        *link;       /* to it, with the name of the browser */
  char        *path;       /* as it was */
  gboolean     is_firefox;
  LsPageWatch *watch;
} Fixture;

void     set_up          (Fixture          *self,
                          gconstpointer     data);
void     tear_down       (Fixture          *self,
                          gconstpointer     data);
void     launch          (Fixture          *self,
                          LsPageWatchFlags  flags);
void     wait_for_end    (Fixture          *self);
void     watch           (Fixture          *self,
                          LsPageWatchFlags  flags);
gboolean has_text        (LsTrace          *trace,
                          const char       *text);
void     assert_problem  (Fixture          *self,
                          const char       *part);
void     wait_for_agents (Fixture          *self);
void     list_acts       (Fixture          *self,
                          GString          *list);
void     wait_for_act    (Fixture          *self,
                          GString          *list,
                          const char       *last);
void     test_page       (Fixture          *self,
                          gconstpointer     data);
void     test_full_urls  (Fixture          *self,
                          gconstpointer     data);
void     test_hostile    (Fixture          *self,
                          gconstpointer     data);
void     test_joined     (Fixture          *self,
                          gconstpointer     data);
void     test_keeps      (Fixture          *self,
                          gconstpointer     data);
