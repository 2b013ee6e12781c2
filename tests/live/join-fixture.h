/* join-fixture.h: programs that run already when somebody begins to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-watch.h"

extern char *runtime;   /* where programs listen */

/* A program that tells letters through a pipe, and ends when nobody reads them. */
typedef struct
{
  char *path;
  int   pipe;
  GPid  pid;
} Fixture;

void     init_tests      (int           *argc,
                          char        ***argv);
int      run_tests       (void);

void     set_up          (Fixture       *self,
                          gconstpointer  data);
void     tear_down       (Fixture       *self,
                          gconstpointer  data);
void     start_program   (Fixture       *self,
                          const char    *program,
                          const char    *mode,
                          const char    *trace,
                          const char    *preload);
void     wait_for_letter (Fixture       *self);
LsWatch *join            (Fixture       *self);
