/* hold-fixture.h: programs that tell what they do through a pipe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"
#include "ls-watch.h"

/* How long anything may take on a machine that has other things to do. */
#define PATIENCE_MS 20000

/* A program that tells letters through a pipe, watched or not. */
typedef struct
{
  char    *folder, *path;
  int      pipe;
  LsWatch *watch;
} Fixture;

void        set_up             (Fixture       *self,
                                gconstpointer  mode);
void        tear_down          (Fixture       *self,
                                gconstpointer  mode);
char        read_letter        (Fixture *self);
guint       read_all           (Fixture *self,
                                char     letter);
void        wait_for_letter    (Fixture *self,
                                char     letter);
guint32     get_n_turns        (Fixture *self);
void        wait_for_turns     (Fixture *self,
                                guint32  n);
guint32     wait_for_held      (Fixture *self,
                                guint32  task);
char       *get_name           (Fixture *self,
                                guint32  task);
guint32     hold_before        (Fixture    *self,
                                const char *name);
guint32     find_task          (Fixture    *self,
                                const char *name);
guint32     wait_for_task      (Fixture    *self,
                                const char *name);
LsQueueType wait_for_selection (Fixture *self,
                                guint32  task);
