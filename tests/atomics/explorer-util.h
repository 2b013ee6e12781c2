/* explorer-util.h: programs of agents for the explorer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-atomics.h"
#include "ls-explorer.h"

#define MAX_AGENTS 4
#define MAX_STEPS 8

/* The operations of an agent, as a list */
typedef enum
{
  DO_END = 0,
  DO_LOAD,
  DO_STORE,
  DO_ADD,
  DO_CAS,
  DO_WAIT,
  DO_WAIT_A_MOMENT,
  DO_WAIT_ASYNC,
  DO_NOTIFY,
  DO_NOTIFY_ALL,
  DO_LOCK,
  DO_UNLOCK,
  DO_FAIR_LOCK,
  DO_FAIR_UNLOCK,
  DO_COUNT,         /* loads and stores, not atomically */
  DO_SPIN,          /* loops until the cell is not 0 */
  DO_SPIN_PAUSING,
  DO_FOR_EVER,      /* adds */
  DO_WORK,          /* lets time pass, without an operation */
  DO_TASK,          /* posts itself a task, which loads the cell and then posts itself another one that appends the value to it */
  DO_POST,          /* posts such a task to the first agent */
  DO_LOAD_AND_TELL, /* looks at the clock, loads, and stores if the clock was not at 0 */
  DO_EXECUTE,
  DO_EXECUTE_THROWING,
  DO_EXECUTE_ASYNC
} Act;

typedef struct
{
  guint8 act;
  guint8 cell;
  gint8  value;
} Step;

typedef struct
{
  guint n_agents;
  Step  steps[MAX_AGENTS][MAX_STEPS];
  guint n_async;            /* the last agents are those that cannot block */
} Program;

/* Three agents with a lock each takes, and one of whom leaves it held. */
extern const Program locks;

LsAgentCluster *make_cluster        (gpointer                data);
LsExplorer     *explore             (const Program          *program,
                                     const LsExploreOptions *options);
void            assert_about_agents (LsExplorer             *explorer);
char           *describe            (LsExplorer             *explorer);
void            assert_same_findings (LsExplorer           *a,
                                      LsExplorer           *b);
void            assert_same_exploration (LsExplorer        *explorer,
                                         LsExplorer        *alone);
void            make_random_program (Program                *program);
