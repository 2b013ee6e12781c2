/* ls-agent-program-private.h: agents that run programs of steps
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-agent-cluster.h"
#include "ls-agent-threads-private.h"
#include "ls-async-lock.h"
#include "ls-expectation.h"
#include "ls-fair-lock.h"
#include "ls-interpreter-private.h"
#include "ls-session.h"

G_BEGIN_DECLS

typedef struct _LsAgentProgram LsAgentProgram;

/* How many agents a run may have, and how many bytes of shared memory. */
#define LS_AGENT_PROGRAM_MAX_AGENTS LS_SESSION_MAX_AGENTS
#define LS_AGENT_PROGRAM_MAX_MEMORY (16 * 1024 * 1024)

/* What a name of shared memory or of a lock stands for. */
typedef struct
{
  guint32       memory;     /* the number of the block */
  LsElementType type;
  guint64       index;
  gboolean      is_lock;
} LsNamedPlace;

/*< private >
 * LsAgentProgram:
 * @cluster: (unowned) (nullable): whose agents run
 * @threads: (unowned) (nullable): the agents, where they run at the same time
 * @mutex: guards @ref_count, @interpreters, @log, @places and @n_memory_bytes
 * @program: what they run
 * @host: who runs it
 * @interpreters: (element-type LsInterpreter): (unowned): of each agent, with those that have ended
 * @log: what all of them print
 * @places: (element-type utf8 LsNamedPlace): of shared memory and locks, by their names
 * @is_explored: whether agents tell an explorer what state they are in
 * @observed: (nullable): for an explorer, the names whose values make a difference to what agents do
 * @n_memory_bytes: how much shared memory was made
 * @step_done: (nullable): called after each callback that an agent's loop has run
 *
 * What the interpreters of one run have in common. */
struct _LsAgentProgram
{
  pthread_mutex_t          mutex;   /* no GMutex: the thread sanitizer knows this one */
  guint                    ref_count;
  LsAgentCluster          *cluster;
  LsAgentThreads          *threads;
  LsProgram               *program;
  const LsInterpreterHost *host;
  GPtrArray               *interpreters;
  GPtrArray               *log;
  GHashTable              *places;
  gboolean                 is_explored;
  GHashTable              *observed;
  guint64                  n_memory_bytes;
  void                   (*step_done) (gpointer user_data);
};

LsAgentProgram *ls_agent_program_new         (LsAgentCluster          *cluster,
                                              LsAgentThreads          *threads,
                                              LsProgram               *program,
                                              const LsInterpreterHost *host);
LsAgentProgram *ls_agent_program_ref         (LsAgentProgram          *self);
void            ls_agent_program_unref       (LsAgentProgram          *self);
void            ls_agent_program_add         (LsAgentProgram          *self,
                                              LsInterpreter           *interpreter,
                                              LsAgent                 *agent);
LsAgent        *ls_agent_program_add_main    (LsAgentProgram          *self);
LsAgent        *ls_agent_program_spawn       (LsAgentProgram          *self,
                                              LsInterpreter           *creator,
                                              const char              *name,
                                              LsBody                  *body);
LsInterpreter  *ls_agent_program_find        (LsAgentProgram          *self,
                                              LsAgent                 *agent);
void            ls_agent_program_note_place  (LsAgentProgram          *self,
                                              const char              *name,
                                              const LsTypedArray      *array,
                                              guint64                  index,
                                              gboolean                 is_lock);
void            ls_agent_program_stop        (LsAgentProgram          *self);
void            ls_agent_program_log         (LsAgentProgram          *self,
                                              const char              *text);
LsAgent        *ls_agent_program_get_main    (LsAgentProgram          *self);
gboolean        ls_agent_program_is_full     (LsAgentProgram          *self);
LsSharedMemory *ls_agent_program_create_memory (LsAgentProgram        *self,
                                              guint64                  length,
                                              const char              *name,
                                              GError                 **error);
gboolean        ls_agent_program_reserve     (LsAgentProgram          *self,
                                              guint64                  n_bytes);
gboolean        ls_agent_program_find_place  (LsAgentProgram          *self,
                                              const char              *name,
                                              LsNamedPlace            *place,
                                              LsSharedMemory         **memory);
guint64         ls_agent_program_count_waiters (LsAgentProgram        *self);

/* ls-interpreter-state.c */
GHashTable     *ls_program_find_observed     (LsProgram               *program);

/* ls-expectation-agents.c */
gboolean        ls_expectation_is_about_agents (LsExpectation         *self);
gboolean        ls_expectation_is_invariant  (LsExpectation           *self);
char           *ls_expectation_check_agents  (LsExpectation           *self,
                                              LsAgentProgram          *agents,
                                              gboolean                 is_end);

G_END_DECLS
