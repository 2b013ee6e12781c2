/* ls-break-rule.h: at what a run is to be stopped
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LsBreakKind:
 * @LS_BREAK_LINE: a statement of a line of a script begins
 * @LS_BREAK_TASK_START: a task starts
 * @LS_BREAK_PRIORITY_CHANGE: a signal's priority changes
 * @LS_BREAK_ABORT: a signal is aborted
 * @LS_BREAK_SIGNAL: anything happens to a signal
 * @LS_BREAK_PRIORITY: a task of a priority starts
 * @LS_BREAK_TIME: a time has come
 * @LS_BREAK_LOG: a line is printed
 * @LS_BREAK_QUEUE_LENGTH: a queue comes to hold more than so many tasks
 * @LS_BREAK_WAIT: a task has waited for longer than so long
 * @LS_BREAK_AGENT_RUN: another agent goes on than before
 * @LS_BREAK_AGENT_WAIT: an agent comes to wait at a place in shared memory, be it with a promise
 * @LS_BREAK_AGENT_NOTIFIED: one who waits there is woken by a notification
 * @LS_BREAK_MEMORY: an element of shared memory becomes another one
 * @LS_BREAK_LOCK: an agent gets a lock of the library
 *
 * What a breakpoint looks for.
 */
typedef enum
{
  LS_BREAK_LINE,
  LS_BREAK_TASK_START,
  LS_BREAK_PRIORITY_CHANGE,
  LS_BREAK_ABORT,
  LS_BREAK_SIGNAL,
  LS_BREAK_PRIORITY,
  LS_BREAK_TIME,
  LS_BREAK_LOG,
  LS_BREAK_QUEUE_LENGTH,
  LS_BREAK_WAIT,
  LS_BREAK_AGENT_RUN,
  LS_BREAK_AGENT_WAIT,
  LS_BREAK_AGENT_NOTIFIED,
  LS_BREAK_MEMORY,
  LS_BREAK_LOCK
} LsBreakKind;

/**
 * LS_N_BREAK_KINDS:
 *
 * How many values [enum@BreakKind] has.
 */
#define LS_N_BREAK_KINDS (LS_BREAK_LOCK + 1)

/**
 * LsBreakMembers:
 * @LS_BREAK_MEMBER_SCRIPT: script and line
 * @LS_BREAK_MEMBER_CONDITION: condition
 * @LS_BREAK_MEMBER_TASK: task
 * @LS_BREAK_MEMBER_SIGNAL: signal
 * @LS_BREAK_MEMBER_PRIORITY: priority
 * @LS_BREAK_MEMBER_TEXT: text
 * @LS_BREAK_MEMBER_TIME: time
 * @LS_BREAK_MEMBER_QUEUE: queue
 * @LS_BREAK_MEMBER_COUNT: count
 * @LS_BREAK_MEMBER_HITS: from and every
 * @LS_BREAK_MEMBER_AGENT: agent
 * @LS_BREAK_MEMBER_MEMORY: memory and index
 * @LS_BREAK_MEMBER_VALUE: value
 *
 * Members of [struct@BreakRule] that a kind of breakpoint looks at.
 */
typedef enum
{
  LS_BREAK_MEMBER_SCRIPT = 1 << 0,
  LS_BREAK_MEMBER_CONDITION = 1 << 1,
  LS_BREAK_MEMBER_TASK = 1 << 2,
  LS_BREAK_MEMBER_SIGNAL = 1 << 3,
  LS_BREAK_MEMBER_PRIORITY = 1 << 4,
  LS_BREAK_MEMBER_TEXT = 1 << 5,
  LS_BREAK_MEMBER_TIME = 1 << 6,
  LS_BREAK_MEMBER_QUEUE = 1 << 7,
  LS_BREAK_MEMBER_COUNT = 1 << 8,
  LS_BREAK_MEMBER_HITS = 1 << 9,
  LS_BREAK_MEMBER_AGENT = 1 << 10,
  LS_BREAK_MEMBER_MEMORY = 1 << 11,
  LS_BREAK_MEMBER_VALUE = 1 << 12
} LsBreakMembers;

/**
 * LS_BREAK_QUEUE_ANY:
 *
 * In `queue` of [struct@BreakRule]: each queue by itself, those of the loop and those of schedulers.
 */
#define LS_BREAK_QUEUE_ANY (-1)

/**
 * LS_BREAK_QUEUE_ALL:
 *
 * In `queue` of [struct@BreakRule]: all queues together.
 */
#define LS_BREAK_QUEUE_ALL (-2)

/**
 * LS_BREAK_INDEX_ANY:
 *
 * In `index` of [struct@BreakRule]: any element.
 */
#define LS_BREAK_INDEX_ANY G_MAXUINT32

typedef struct _LsBreakRule LsBreakRule;

/**
 * LsBreakRule:
 * @kind: what it looks for
 * @enabled: whether it stops at all
 * @script: (nullable): the script's name: of %LS_BREAK_LINE
 * @line: its line, from 1
 * @condition: (nullable): an expression in JavaScript; stops only where it is true: of %LS_BREAK_LINE
 * @task: (nullable): a pattern for the name of the task that starts or waits, else of the task that runs then
 * @signal: (nullable): a pattern for the name of the signal that something happens to; of a task: that it was posted with;
 *   of a queue: that it belongs to
 * @priority: the priority of the task that starts or waits, of the queue, or that the signal has now; else that of the task
 *   that runs then. %LS_TASK_PRIORITY_NONE: any. %LS_BREAK_PRIORITY needs one
 * @text: (nullable): what the line that is printed contains; of %LS_BREAK_ABORT: the reason
 * @time: in µs: when, or how long a task has waited
 * @queue: which queue's length: an [enum@QueueType], %LS_BREAK_QUEUE_ANY or %LS_BREAK_QUEUE_ALL.
 *   %LS_QUEUE_TYPE_WEB_SCHEDULING: all tasks of schedulers together
 * @count: how many tasks a queue may hold
 * @from: the first time that it stops, of all the times that all else holds; from 1
 * @every: it stops at each so manieth time from there on; from 1
 * @agent: (nullable): a pattern for the name of the agent that goes on, waits, is woken, or gets the lock; else of the one whose
 *   task it is, or that runs then. The main agent of a run without others is called “main”, one that has no name by its number
 * @memory: (nullable): a pattern for the name of the block of shared memory; one that has no name is called by its number
 * @index: which element of it, in elements of the type that it is used with; %LS_BREAK_INDEX_ANY for any
 * @value: (nullable): what the element becomes, a whole number in decimal digits
 *
 * A breakpoint: plain data. ls_break_kind_get_members() says which members a kind looks at; the others are as
 * ls_break_rule_new() makes them.
 *
 * Patterns have * for any text and ? for any character; a backslash takes the next character as it is. A controller's
 * signal is called as its controller.
 */
struct _LsBreakRule
{
  LsBreakKind    kind;
  gboolean       enabled;
  char          *script;
  guint          line;
  char          *condition;
  char          *task;
  char          *signal;
  LsTaskPriority priority;
  char          *text;
  guint64        time;
  int            queue;
  guint32        count;
  guint32        from;
  guint32        every;
  char          *agent;
  char          *memory;
  guint32        index;
  char          *value;
};

#define LS_TYPE_BREAK_RULE (ls_break_rule_get_type ())

LS_AVAILABLE_IN_1_0
GType          ls_break_rule_get_type     (void);
LS_AVAILABLE_IN_1_0
LsBreakRule   *ls_break_rule_new          (LsBreakKind        kind);
LS_AVAILABLE_IN_1_0
LsBreakRule   *ls_break_rule_new_for_line (const char        *script,
                                           guint              line,
                                           const char        *condition);
LS_AVAILABLE_IN_1_0
LsBreakRule   *ls_break_rule_copy         (const LsBreakRule *self);
LS_AVAILABLE_IN_1_0
void           ls_break_rule_free         (LsBreakRule       *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_break_rule_equal        (const LsBreakRule *self,
                                           const LsBreakRule *other);
LS_AVAILABLE_IN_1_0
gboolean       ls_break_rule_is_complete  (const LsBreakRule *self);
LS_AVAILABLE_IN_1_0
char          *ls_break_rule_to_sentence  (const LsBreakRule *self);
LS_AVAILABLE_IN_1_0
LsBreakMembers ls_break_kind_get_members  (LsBreakKind        kind);
LS_AVAILABLE_IN_1_0
const char    *ls_break_kind_to_string    (LsBreakKind        kind);
LS_AVAILABLE_IN_1_0
gboolean       ls_break_kind_from_string  (const char        *string,
                                           LsBreakKind       *kind);
LS_AVAILABLE_IN_1_0
gboolean       ls_break_value_is_valid    (const char        *value);
LS_AVAILABLE_IN_1_0
char          *ls_break_pattern_escape    (const char        *name);
LS_AVAILABLE_IN_1_0
gboolean       ls_break_pattern_match     (const char        *pattern,
                                           const char        *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsBreakRule, ls_break_rule_free)

G_END_DECLS
