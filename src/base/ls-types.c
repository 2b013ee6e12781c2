/* ls-types.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-names-private.h"
#include "ls-types.h"

#include <string.h>

static const char *const priority_names[LS_N_TASK_PRIORITIES + 1] = { NULL, "background", "user-visible", "user-blocking" };
static const char *const edition_names[] = { "2025", "2023-yield-options" };
static const char *const experiment_names[LS_N_EXPERIMENTS] = { "wait", "render", "currentTaskSignal", "priorityInheritance" };
static const char *const clock_names[] = { "virtual", "monotonic" };
static const char *const work_queue_names[LS_N_WORK_QUEUES] = {
  "immediate incoming", "immediate work", "delayed incoming", "delayed work"
};

static const char *const queue_type_names[LS_N_QUEUE_TYPES] = {
  [LS_QUEUE_TYPE_CONTROL] = "control",
  [LS_QUEUE_TYPE_DEFAULT] = "default",
  [LS_QUEUE_TYPE_FRAME_LOADING] = "frame-loading",
  [LS_QUEUE_TYPE_COMPOSITOR] = "compositor",
  [LS_QUEUE_TYPE_IDLE] = "idle",
  [LS_QUEUE_TYPE_TEST] = "test",
  [LS_QUEUE_TYPE_FRAME_LOADING_CONTROL] = "frame-loading-control",
  [LS_QUEUE_TYPE_FRAME_THROTTLEABLE] = "frame-throttleable",
  [LS_QUEUE_TYPE_FRAME_DEFERRABLE] = "frame-deferrable",
  [LS_QUEUE_TYPE_FRAME_PAUSABLE] = "frame-pausable",
  [LS_QUEUE_TYPE_FRAME_UNPAUSABLE] = "frame-unpausable",
  [LS_QUEUE_TYPE_V8] = "v8",
  [LS_QUEUE_TYPE_INPUT] = "input",
  [LS_QUEUE_TYPE_DETACHED] = "detached",
  [LS_QUEUE_TYPE_OTHER] = "other",
  [LS_QUEUE_TYPE_WEB_SCHEDULING] = "web-scheduling",
  [LS_QUEUE_TYPE_NON_WAKING] = "non-waking",
  [LS_QUEUE_TYPE_IPC_TRACKING_FOR_CACHED_PAGES] = "ipc-tracking-for-cached-pages",
};

/* The priorities of sources that have a queue each in traces of GLib programs. The queues between them are for all others. */
static const int source_priorities[] = { -100, 0, 100, 110, 120, 200, 300 };

static const char *const source_queue_names[] = {
  "glib:..-101", "glib:-100", "glib:-99..-1", "glib:0", "glib:1..99", "glib:100", "glib:101..109", "glib:110", "glib:111..119",
  "glib:120", "glib:121..199", "glib:200", "glib:201..299", "glib:300", "glib:301.."
};

/* What GLib, and GTK for 110 and 120, call these priorities. */
static const char *const source_priority_names[] = {
  NULL, "HIGH", NULL, "DEFAULT", NULL, "HIGH_IDLE", NULL, "RESIZE", NULL, "REDRAW", NULL, "DEFAULT_IDLE", NULL, "LOW", NULL
};

G_STATIC_ASSERT (G_N_ELEMENTS (source_priority_names) == G_N_ELEMENTS (source_queue_names));
G_STATIC_ASSERT (G_N_ELEMENTS (source_queue_names) == 2 * G_N_ELEMENTS (source_priorities) + 1);
G_STATIC_ASSERT (LS_QUEUE_TYPE_SOURCES + G_N_ELEMENTS (source_queue_names) == LS_N_TRACE_QUEUE_TYPES);

/* Finds @name (nullable) among names, some of which may be NULL; leaves @index alone where it is none of them. */
gboolean
ls_find_name (const char *const *names,
              gsize              n_names,
              const char        *name,
              guint             *index)
{
  for (guint i = 0; name != NULL && i < n_names; i++)
    if (names[i] != NULL && g_str_equal (names[i], name))
      {
        *index = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * ls_task_priority_to_string:
 * @priority: a priority
 *
 * Gets the name of a priority.
 *
 * Returns: (transfer none): the specification's word for @priority, or "none"
 */
const char *
ls_task_priority_to_string (LsTaskPriority priority)
{
  return ls_task_priority_is_valid (priority) ? priority_names[priority] : "none";
}

/**
 * ls_task_priority_from_string:
 * @string: (nullable): a word
 * @priority: (out): the priority of that name
 *
 * Looks up a name, as ls_task_priority_to_string() has it.
 *
 * Returns: %FALSE where @string is no TaskPriority; @priority then keeps its value
 */
gboolean
ls_task_priority_from_string (const char     *string,
                              LsTaskPriority *priority)
{
  return ls_find_name (priority_names, G_N_ELEMENTS (priority_names), string, (guint *) priority);
}

/**
 * ls_effective_priority:
 * @priority: a priority, not %LS_TASK_PRIORITY_NONE
 * @is_continuation: whether the queue holds continuations
 *
 * Computes the effective priority by the table in §2.4.
 *
 * Returns: 0 to 5
 */
guint
ls_effective_priority (LsTaskPriority priority,
                       gboolean       is_continuation)
{
  return ((guint) priority - LS_TASK_PRIORITY_BACKGROUND) * 2 + (is_continuation ? 1 : 0);
}

/**
 * ls_edition_to_string:
 * @edition: an edition
 *
 * Gets the name of an edition.
 *
 * Returns: (transfer none): its name in files and on the command line
 */
const char *
ls_edition_to_string (LsEdition edition)
{
  return (guint) edition < G_N_ELEMENTS (edition_names) ? edition_names[edition] : "unknown";
}

/**
 * ls_edition_from_string:
 * @string: (nullable): a name
 * @edition: (out): the edition of that name
 *
 * Looks up a name, as ls_edition_to_string() has it.
 *
 * Returns: %FALSE where no edition has the name @string
 */
gboolean
ls_edition_from_string (const char *string,
                        LsEdition  *edition)
{
  return ls_find_name (edition_names, G_N_ELEMENTS (edition_names), string, (guint *) edition);
}

/**
 * ls_experiment_to_string:
 * @experiment: one experiment
 *
 * Gets the name of one experiment.
 *
 * Returns: (transfer none): its name in files and on the command line
 */
const char *
ls_experiment_to_string (LsExperiments experiment)
{
  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    if ((guint) experiment == 1u << i)
      return experiment_names[i];

  return "unknown";
}

/**
 * ls_experiment_from_string:
 * @string: (nullable): a name
 * @experiment: (out): the experiment of that name
 *
 * Looks up a name, as ls_experiment_to_string() has it.
 *
 * Returns: %FALSE where no experiment has the name @string; @experiment then keeps its value
 */
gboolean
ls_experiment_from_string (const char    *string,
                           LsExperiments *experiment)
{
  guint index;

  if (!ls_find_name (experiment_names, G_N_ELEMENTS (experiment_names), string, &index))
    return FALSE;
  *experiment = 1u << index;
  return TRUE;
}

/**
 * ls_experiments_to_string:
 * @experiments: a set of experiments
 *
 * Gets the names of a set of experiments.
 *
 * Returns: (transfer full) (nullable): their names, with commas between them; %NULL for the empty set
 */
char *
ls_experiments_to_string (LsExperiments experiments)
{
  GString *out = NULL;

  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    if (experiments & 1u << i)
      {
        if (out == NULL)
          out = g_string_new (NULL);
        else
          g_string_append (out, ", ");
        g_string_append (out, experiment_names[i]);
      }

  return out != NULL ? g_string_free (out, FALSE) : NULL;
}

/**
 * ls_clock_kind_to_string:
 * @kind: a clock
 *
 * Gets the name of a clock.
 *
 * Returns: (transfer none): its name in files and on the command line
 */
const char *
ls_clock_kind_to_string (LsClockKind kind)
{
  return (guint) kind < G_N_ELEMENTS (clock_names) ? clock_names[kind] : "unknown";
}

/**
 * ls_clock_kind_from_string:
 * @string: (nullable): a name
 * @kind: (out): the clock of that name
 *
 * Looks up a name, as ls_clock_kind_to_string() has it.
 *
 * Returns: %FALSE where no clock has the name @string
 */
gboolean
ls_clock_kind_from_string (const char  *string,
                           LsClockKind *kind)
{
  return ls_find_name (clock_names, G_N_ELEMENTS (clock_names), string, (guint *) kind);
}

/**
 * ls_queue_type_is_valid:
 * @type: a number
 *
 * Tells whether @type is one of [enum@QueueType].
 *
 * Returns: whether @type is one of [enum@QueueType]
 */
gboolean
ls_queue_type_is_valid (guint type)
{
  return type < LS_N_QUEUE_TYPES && queue_type_names[type] != NULL;
}

/**
 * ls_queue_type_is_of_sources:
 * @type: a number
 *
 * Tells whether a queue of the sources of a GLib program has this number.
 *
 * Returns: whether a queue of the sources of a GLib program has this number
 */
gboolean
ls_queue_type_is_of_sources (guint type)
{
  return type >= LS_QUEUE_TYPE_SOURCES && type < LS_N_TRACE_QUEUE_TYPES;
}

/**
 * ls_agent_name_get_thread:
 * @name: (nullable): the name of an agent
 *
 * The main contexts of a GLib program are agents. The default one has the program's name, that of another thread is called
 * "PROGRAM: THREAD".
 *
 * Returns: (transfer none) (nullable): the thread in @name, %NULL if it names none
 */
const char *
ls_agent_name_get_thread (const char *name)
{
  const char *end = name != NULL ? strstr (name, ": ") : NULL;

  return end != NULL && end[2] != '\0' ? end + 2 : NULL;
}

/**
 * ls_queue_type_is_known:
 * @type: a number
 *
 * Tells whether a trace can have a queue with this number.
 *
 * Returns: whether a trace can have a queue with this number: that of an engine, or of the sources of a GLib program
 */
gboolean
ls_queue_type_is_known (guint type)
{
  return ls_queue_type_is_valid (type) || ls_queue_type_is_of_sources (type);
}

/**
 * ls_queue_type_for_source_priority:
 * @priority: the priority of a GSource
 *
 * Finds the queue of the sources of a priority.
 *
 * Returns: the queue of sources with this priority, %LS_QUEUE_TYPE_SOURCES or more; a lower number is served first
 */
guint
ls_queue_type_for_source_priority (int priority)
{
  guint place = 0;

  while (place < G_N_ELEMENTS (source_priorities) && source_priorities[place] < priority)
    place++;
  return LS_QUEUE_TYPE_SOURCES + 2 * place + (place < G_N_ELEMENTS (source_priorities) && source_priorities[place] == priority);
}

/**
 * ls_queue_type_get_source_priority:
 * @type: a number
 *
 * Gets the priorities of a queue of sources.
 *
 * Returns: (transfer none) (nullable): the priority of the sources in the queue, such as “200” or “121..199”; %NULL if no queue of
 *   sources has this number
 */
const char *
ls_queue_type_get_source_priority (guint type)
{
  return ls_queue_type_is_of_sources (type) ? strchr (source_queue_names[type - LS_QUEUE_TYPE_SOURCES], ':') + 1 : NULL;
}

/**
 * ls_queue_type_get_source_priority_name:
 * @type: a number
 *
 * Gets what GLib or GTK call the priority of a queue of sources.
 *
 * Returns: (transfer none) (nullable): what GLib or GTK call the priority of the sources in the queue, without what all such names
 *   begin with: “DEFAULT_IDLE”; %NULL if it has no name
 */
const char *
ls_queue_type_get_source_priority_name (guint type)
{
  return ls_queue_type_is_of_sources (type) ? source_priority_names[type - LS_QUEUE_TYPE_SOURCES] : NULL;
}

/**
 * ls_queue_type_to_string:
 * @type: a queue type, or a queue of a trace's GLib program
 *
 * Gets the name of a queue.
 *
 * Returns: (transfer none): its name in files and on the command line
 */
const char *
ls_queue_type_to_string (LsQueueType type)
{
  if (ls_queue_type_is_of_sources (type))
    return source_queue_names[type - LS_QUEUE_TYPE_SOURCES];
  return ls_queue_type_is_valid (type) ? queue_type_names[type] : "unknown";
}

/**
 * ls_queue_type_from_string:
 * @string: (nullable): a name
 * @type: (out): the queue type of that name
 *
 * Looks up a name, as ls_queue_type_to_string() has it.
 *
 * Returns: %FALSE where no queue type has the name @string
 */
gboolean
ls_queue_type_from_string (const char  *string,
                           LsQueueType *type)
{
  return ls_find_name (queue_type_names, G_N_ELEMENTS (queue_type_names), string, (guint *) type);
}

/**
 * ls_work_queue_kind_to_string:
 * @kind: one of the four work queues
 *
 * Gets the name of a work queue.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_work_queue_kind_to_string (LsWorkQueueKind kind)
{
  return (guint) kind < LS_N_WORK_QUEUES ? work_queue_names[kind] : "unknown";
}

static const char *const element_type_names[LS_N_ELEMENT_TYPES] = {
  [LS_ELEMENT_INT8] = "Int8Array",
  [LS_ELEMENT_UINT8] = "Uint8Array",
  [LS_ELEMENT_INT16] = "Int16Array",
  [LS_ELEMENT_UINT16] = "Uint16Array",
  [LS_ELEMENT_INT32] = "Int32Array",
  [LS_ELEMENT_UINT32] = "Uint32Array",
  [LS_ELEMENT_BIGINT64] = "BigInt64Array",
  [LS_ELEMENT_BIGUINT64] = "BigUint64Array",
};

/**
 * ls_element_type_to_string:
 * @type: an element type
 *
 * Gets the name of an element type.
 *
 * Returns: (transfer none): the name of the arrays of @type, such as "Int32Array"
 */
const char *
ls_element_type_to_string (LsElementType type)
{
  return (guint) type < LS_N_ELEMENT_TYPES ? element_type_names[type] : "unknown";
}

/**
 * ls_element_type_from_string:
 * @string: (nullable): the name of an array's constructor
 * @type: (out): the element type of its arrays
 *
 * Looks up a name, as ls_element_type_to_string() has it.
 *
 * Returns: %FALSE where ECMAScript has no such arrays, or Atomics do not work on them
 */
gboolean
ls_element_type_from_string (const char    *string,
                             LsElementType *type)
{
  return ls_find_name (element_type_names, G_N_ELEMENTS (element_type_names), string, (guint *) type);
}

static const char *const operation_names[LS_N_OPERATION_KINDS] = {
  [LS_OPERATION_START] = "start",
  [LS_OPERATION_LOAD] = "load",
  [LS_OPERATION_STORE] = "store",
  [LS_OPERATION_ADD] = "add",
  [LS_OPERATION_SUB] = "sub",
  [LS_OPERATION_AND] = "and",
  [LS_OPERATION_OR] = "or",
  [LS_OPERATION_XOR] = "xor",
  [LS_OPERATION_EXCHANGE] = "exchange",
  [LS_OPERATION_COMPARE_EXCHANGE] = "compareExchange",
  [LS_OPERATION_WAIT] = "wait",
  [LS_OPERATION_WAIT_ASYNC] = "waitAsync",
  [LS_OPERATION_NOTIFY] = "notify",
  [LS_OPERATION_RESUME] = "resume",
  [LS_OPERATION_TASK] = "task",
  [LS_OPERATION_POST] = "post",
  [LS_OPERATION_SPAWN] = "spawn",
  [LS_OPERATION_TERMINATE] = "terminate",
  [LS_OPERATION_PAUSE] = "pause",
};

/**
 * ls_operation_kind_to_string:
 * @kind: a kind of operation
 *
 * Gets the name of a kind of operation.
 *
 * Returns: (transfer none): the name of @kind, as ECMAScript has it where it does
 */
const char *
ls_operation_kind_to_string (LsOperationKind kind)
{
  return (guint) kind < LS_N_OPERATION_KINDS ? operation_names[kind] : "unknown";
}

/**
 * ls_agent_state_to_string:
 * @state: a state
 *
 * Gets the name of a state of an agent.
 *
 * Returns: (transfer none): the name
 */
const char *
ls_agent_state_to_string (LsAgentState state)
{
  static const char *const names[] = { "running", "runnable", "waiting", "idle", "ended" };

  return (guint) state < G_N_ELEMENTS (names) ? names[state] : "unknown";
}
