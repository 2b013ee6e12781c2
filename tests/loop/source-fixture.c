/* source-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "source-fixture.h"

void
source_fixture_set_up (SourceFixture *f,
                       gconstpointer  data)
{
  loop_fixture_init (&f->f, LS_CLOCK_VIRTUAL, NULL);
  f->context = g_main_context_new ();
  f->scheduler = ls_scheduler_new (f->f.loop, NULL);
}

void
source_fixture_tear_down (SourceFixture *f,
                          gconstpointer  data)
{
  g_object_unref (f->scheduler);
  loop_fixture_end (&f->f);
  g_main_context_unref (f->context);
}

/* Iterates the context until nothing is ready. */
void
source_fixture_iterate (SourceFixture *f)
{
  while (g_main_context_iteration (f->context, FALSE))
    ;
}
