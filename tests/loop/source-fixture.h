/* source-fixture.h: a loop with a scheduler, and a main context that it is attached to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <ls-scheduler.h>

#include "loop-fixture.h"

G_BEGIN_DECLS

typedef struct
{
  LoopFixture   f;
  GMainContext *context;
  LsScheduler  *scheduler;
} SourceFixture;

void source_fixture_set_up    (SourceFixture *f,
                               gconstpointer  data);
void source_fixture_tear_down (SourceFixture *f,
                               gconstpointer  data);
void source_fixture_iterate   (SourceFixture *f);

G_END_DECLS
