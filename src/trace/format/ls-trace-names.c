/* ls-names.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-names-private.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <string.h>

#include "ls-character-private.h"

#define MAX_LENGTH 120

static const char *
get_text (LsState *state,
          guint32  text)
{
  const char *string = ls_trace_get_text (ls_state_get_trace (state), text);

  return string != NULL && *string != '\0' ? string : NULL;
}

/* Stands for characters that would change the sentence around a name. A space takes the least room in UTF-8. */
static void
clean_name (char *name)
{
  const char *next = name;
  char *end = name;

  while (*next != '\0')
    {
      const char *character = next;

      next = g_utf8_next_char (character);
      if (ls_character_is_unsafe (g_utf8_get_char (character)))
        *end++ = ' ';
      else
        end = (char *) memmove (end, character, next - character) + (next - character);
    }
  *end = '\0';
}

/* Takes @name and returns it shortened and without control characters: programs choose its length and characters. NULL for no name.
 * */
char *
ls_names_shorten (char *name)
{
  char *end = name;

  if (name == NULL)
    return NULL;
  for (guint i = 0; i < MAX_LENGTH && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  if (*end != '\0')
    {
      char *whole = name;

      end = g_utf8_find_prev_char (name, end);
      name = g_strdup_printf ("%.*s…", (int) (end - whole), whole);
      g_free (whole);
    }
  clean_name (name);
  return name;
}

/* Its name, or "task 12"; " ↻" marks a continuation. */
static char *
name_task (LsState *state,
           guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  const char *name = task != NULL ? get_text (state, task->name) : NULL;
  const char *mark = task != NULL && task->is_continuation ? " ↻" : "";

  if (name != NULL)
    return g_strconcat (name, mark, NULL);
  return g_strdup_printf ("task %u%s", id, mark);
}

/* "task 12", in the reader's language. */
static char *
say_unnamed_task (LsState *state,
                  guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);

  if (task != NULL && ls_queue_type_is_of_sources (task->queue_type))
    /* Translators: a source of GLib without a name; the number of its task */
    return g_strdup_printf (_("source (task %u)"), id);
  /* Translators: the number of a task, then a mark */
  return g_strdup_printf (_("task %u%s"), id, task != NULL && task->is_continuation ? " ↻" : "");
}

/* Its name in quotation marks, or "task 12", for sentences. */
char *
ls_names_say_task (LsState *state,
                   guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  g_autofree char *plain = NULL;

  if (task == NULL || get_text (state, task->name) == NULL)
    return say_unnamed_task (state, id);
  plain = ls_names_shorten (name_task (state, id));
  /* Translators: a name in a sentence */
  return g_strdup_printf (_("“%s”"), plain);
}

/* "idle source “name” (task 12)": what waits in a GLib program. */
static char *
say_source (LsState           *state,
            const LsTaskState *task,
            const char        *name)
{
  const LsSourceState *source = ls_state_get_source (state, task->source);

  switch (source != NULL ? source->sort : LS_SOURCE_OTHER)
    {
    case LS_SOURCE_IDLE:
      /* Translators: a source of GLib, its name; the number of its task */
      return g_strdup_printf (_("idle source “%s” (task %u)"), name, task->id);
    case LS_SOURCE_TIMEOUT:
      /* Translators: a timeout of GLib, its name; the number of its task */
      return g_strdup_printf (_("timeout “%s” (task %u)"), name, task->id);
    default:
      /* Translators: a source of GLib, its name; the number of its task */
      return g_strdup_printf (_("source “%s” (task %u)"), name, task->id);
    }
}

/* "task 12 “name”", or "task 12", for sentences; of GLib programs, "source “name” (task 12)". */
char *
ls_names_say_numbered (LsState *state,
                       guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  g_autofree char *name = NULL;

  if (task == NULL || get_text (state, task->name) == NULL)
    return say_unnamed_task (state, id);
  name = ls_names_shorten (g_strdup (get_text (state, task->name)));
  if (ls_queue_type_is_of_sources (task->queue_type))
    return say_source (state, task, name);
  /* Translators: the number of a task and its name, then a mark */
  return g_strdup_printf (_("task %u “%s%s”"), id, name, task->is_continuation ? " ↻" : "");
}

/* "12 name", or "task 12". */
char *
ls_names_task_numbered (LsState *state,
                        guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  g_autofree char *plain = name_task (state, id);

  if (task != NULL && get_text (state, task->name) != NULL)
    return g_strdup_printf ("%u %s", id, plain);
  return g_steal_pointer (&plain);
}

/* Its name, "signal 3", or "signal 3 (inferred)" where no recording tells of it; "fixed user-visible" for the engine's own signals of fixed priority. */
char *
ls_names_signal (LsState *state,
                 guint32  id)
{
  const LsSignalState *signal = ls_state_get_signal (state, id);
  const char *name = signal != NULL ? get_text (state, signal->name) : NULL;

  if (name != NULL)
    return g_strdup (name);
  if (signal != NULL && (signal->flags & LS_RECORD_FLAG_INTERNAL) != 0)
    return g_strdup_printf ("fixed %s", ls_task_priority_to_string (signal->priority));
  return g_strdup_printf (ls_state_infers_signal (state, id) ? "signal %u (inferred)" : "signal %u", id);
}

/* The same for sentences. */
char *
ls_names_say_signal (LsState *state,
                     guint32  id)
{
  const LsSignalState *signal = ls_state_get_signal (state, id);

  if (signal != NULL && get_text (state, signal->name) != NULL)
    return ls_names_shorten (ls_names_signal (state, id));
  if (signal != NULL && (signal->flags & LS_RECORD_FLAG_INTERNAL) != 0)
    /* Translators: the engine's own signal of a fixed priority, such as user-visible */
    return g_strdup_printf (_("fixed %s"), ls_task_priority_to_string (signal->priority));
  if (ls_state_infers_signal (state, id))
    /* Translators: the number of a signal that a recording does not tell of */
    return g_strdup_printf (_("signal %u (inferred)"), id);
  /* Translators: the number of a signal, then a mark */
  return g_strdup_printf (_("signal %u%s"), id, "");
}

/* Its key in the scheduler's maps: "(c1.signal, continuation)", "(user-visible, task)". */
char *
ls_names_queue (LsState            *state,
                const LsQueueState *queue)
{
  const char *kind = queue->is_continuation ? "continuation" : "task";
  g_autofree char *signal = NULL;

  if (queue->signal == 0)
    return g_strdup_printf ("(%s, %s)", ls_task_priority_to_string (queue->priority), kind);

  signal = ls_names_signal (state, queue->signal);
  return g_strdup_printf ("(%s, %s)", signal, kind);
}

/* The same for sentences. */
char *
ls_names_say_queue (LsState            *state,
                    const LsQueueState *queue)
{
  g_autofree char *owner = queue->signal != 0 ? ls_names_say_signal (state, queue->signal)
                                              : g_strdup (ls_task_priority_to_string (queue->priority));

  /* Translators: whose queue it is: a signal's or a priority's; one for tasks, the other for continuations */
  return g_strdup_printf (queue->is_continuation ? _("(%s, continuation)") : _("(%s, task)"), owner);
}

/* Returns (nullable) the priority of the sources that a main loop of GLib serves at @rank; NULL if it is no such loop. */
static const char *
get_source_priority (LsState *state,
                     guint    rank)
{
  return ls_state_has_loop_queue (state, LS_QUEUE_TYPE_SOURCES + rank)
           ? ls_queue_type_get_source_priority (LS_QUEUE_TYPE_SOURCES + rank) : NULL;
}

/* "rank 5 (High)", or "rank 5", for sentences. Of GLib's sources, "priority 0 (DEFAULT)". */
char *
ls_names_say_rank (LsState *state,
                   guint    rank)
{
  const char *name = ls_state_get_rank_name (state, rank);
  const char *priority = get_source_priority (state, rank);

  if (priority != NULL && (name == NULL || *name == '\0'))
    /* Translators: of GLib's sources: a number, or two with dots between them */
    return g_strdup_printf (_("priority %s"), priority);
  if (priority != NULL)
    /* Translators: of GLib's sources: a number, and its name, such as DEFAULT_IDLE */
    return g_strdup_printf (_("priority %s (%s)"), priority, name);
  if (name == NULL || *name == '\0')
    return g_strdup_printf (_("rank %u"), rank);
  /* Translators: the rank of a queue, and what the preset calls it */
  return g_strdup_printf (_("rank %u (%s)"), rank, _(name));
}

/* "5", or of GLib's sources, "200". */
char *
ls_names_rank_number (LsState *state,
                      guint    rank)
{
  const char *priority = get_source_priority (state, rank);

  return priority != NULL ? g_strdup (priority) : g_strdup_printf ("%u", rank);
}

/* "rank 5 (High)", or "rank 5". Of GLib's sources, "priority 0 (DEFAULT)". */
char *
ls_names_rank (LsState *state,
               guint    rank)
{
  const char *name = ls_state_get_rank_name (state, rank);
  const char *what = get_source_priority (state, rank) != NULL ? "priority" : "rank";
  g_autofree char *number = ls_names_rank_number (state, rank);

  return name != NULL && *name != '\0' ? g_strdup_printf ("%s %s (%s)", what, number, name)
                                       : g_strdup_printf ("%s %s", what, number);
}

/* "then#31": its name or kind, and its number. */
char *
ls_names_microtask (LsState *state,
                    guint32  id)
{
  const LsMicrotaskState *microtask = ls_state_get_microtask_state (state, id);
  const char *name = microtask != NULL ? get_text (state, microtask->name) : NULL;

  if (name == NULL)
    name = microtask != NULL ? ls_microtask_kind_to_string (microtask->kind) : "microtask";
  return g_strdup_printf ("%s#%u", name, id);
}

static const char *
say_microtask_kind (LsMicrotaskKind kind)
{
  switch (kind)
    {
    case LS_MICROTASK_AWAIT:
      /* Translators: a microtask that goes on with an async function; a number follows */
      return C_("microtask", "after await");
    case LS_MICROTASK_REACTION:
      /* Translators: a microtask that calls what was given to then(); a number follows */
      return C_("microtask", "then() callback");
    case LS_MICROTASK_THENABLE:
      /* Translators: a microtask that has a promise follow another one, whose then() it calls; a number follows */
      return C_("microtask", "follow a promise");
    case LS_MICROTASK_CALLBACK:
    default:
      /* Translators: a microtask of queueMicrotask(); a number follows */
      return C_("microtask", "callback");
    }
}

/* Returns "then()" or "catch()" if the microtask has nothing to call and only hands on what has become of a promise, else NULL. */
const char *
ls_names_get_skipped (LsState *state,
                      guint32  id)
{
  const LsMicrotaskState *microtask = ls_state_get_microtask_state (state, id);
  const char *name = microtask != NULL && microtask->kind == LS_MICROTASK_REACTION ? get_text (state, microtask->name) : NULL;

  return g_strcmp0 (name, "then()") == 0 || g_strcmp0 (name, "catch()") == 0 ? name : NULL;
}

/* "after await #31": its name or what it does, and its number, for people. */
char *
ls_names_say_microtask (LsState *state,
                        guint32  id)
{
  const LsMicrotaskState *microtask = ls_state_get_microtask_state (state, id);
  const char *name = microtask != NULL ? get_text (state, microtask->name) : NULL;
  const char *skipped = ls_names_get_skipped (state, id);

  if (microtask == NULL)
    return g_strdup_printf (_("Microtask %u"), id);
  if (skipped != NULL)
    /* Translators: a microtask that calls nothing and hands on a value or an error: “catch()” or “then()”, a number */
    return g_strdup_printf (_("skips %s #%u"), skipped, id);
  if (name == NULL)
    name = say_microtask_kind (microtask->kind);
  return g_strdup_printf ("%s #%u", name, id);
}

/* The first letter of the sentence that begins at @start. */
void
ls_names_capitalize (GString *string,
                     gsize    start)
{
  gunichar first = g_utf8_get_char_validated (string->str + start, -1);
  char upper[6];
  int length;

  if (first == (gunichar) -1 || first == (gunichar) -2 || !g_unichar_islower (first))
    return;
  length = g_unichar_to_utf8 (g_unichar_toupper (first), upper);
  g_string_erase (string, start, g_utf8_next_char (string->str + start) - (string->str + start));
  g_string_insert_len (string, start, upper, length);
}

/* "worker", or "agent 2". */
char *
ls_names_agent (LsState *state,
                guint32  id)
{
  const LsAgentTraceState *agent = ls_state_get_agent (state, id);
  const char *name = agent != NULL ? get_text (state, agent->name) : NULL;

  return name != NULL ? g_strdup (name) : g_strdup_printf ("agent %u", id);
}

/* The same in the language of the locale: “worker”, agent 2 */
char *
ls_names_say_agent (LsState *state,
                    guint32  id)
{
  const LsAgentTraceState *agent = ls_state_get_agent (state, id);
  const char *name = agent != NULL ? get_text (state, agent->name) : NULL;
  g_autofree char *shown = name != NULL ? ls_names_shorten (g_strdup (name)) : NULL;

  if (shown != NULL)
    return g_strdup_printf (_("“%s”"), shown);
  return g_strdup_printf (_("agent %u"), id);
}

/* "lock[0]", "memory 1[2]": the index counts elements of the size with which it was used last. */
char *
ls_names_place (LsState *state,
                guint32  memory,
                guint32  byte_index)
{
  const LsMemoryState *known = ls_state_get_memory (state, memory);
  const LsCellState *cell = ls_state_get_cell (state, memory, byte_index);
  const char *name = known != NULL ? get_text (state, known->name) : NULL;
  const guint32 index = cell != NULL ? byte_index >> (cell->type / 2) : byte_index;
  g_autofree char *short_name = NULL;

  if (name == NULL)
    return g_strdup_printf ("memory %u[%u]", memory, index);
  short_name = ls_names_shorten (g_strdup (name));
  return g_strdup_printf ("%s[%u]", short_name, index);
}

char *
ls_names_cell_value (const LsCellState *cell)
{
  if (cell->type == LS_ELEMENT_BIGUINT64)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) cell->value);
  return g_strdup_printf ("%" G_GINT64_FORMAT, cell->value);
}

/* "20 ms", "0.25 ms": as many decimals as there are. */
char *
ls_names_duration (guint64 microseconds)
{
  guint64 ms = microseconds / 1000;
  guint rest = microseconds % 1000;

  if (rest == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " ms", ms);
  if (rest % 100 == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT ".%u ms", ms, rest / 100);
  if (rest % 10 == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT ".%02u ms", ms, rest / 10);
  return g_strdup_printf ("%" G_GUINT64_FORMAT ".%03u ms", ms, rest);
}

/* The same for sentences. */
char *
ls_names_say_duration (guint64 microseconds)
{
  g_autofree char *plain = ls_names_duration (microseconds);
  g_auto (GStrv) parts = g_strsplit (plain, ".", 2);

  return g_strjoinv (nl_langinfo (RADIXCHAR), parts);
}

/* A queue of the loop by the word that people have for it, or by its name. */
const char *
ls_names_say_queue_type (LsQueueType type)
{
  switch (type)
    {
    case LS_QUEUE_TYPE_INPUT:
      return _("Input");
    case LS_QUEUE_TYPE_COMPOSITOR:
      return _("Rendering");
    case LS_QUEUE_TYPE_FRAME_THROTTLEABLE:
      return _("Timers");
    case LS_QUEUE_TYPE_IDLE:
      return _("Idle");
    case LS_QUEUE_TYPE_CONTROL:
      /* Translators: the queue in which the browser puts scripts, and what it has to do itself */
      return _("Scripts and control");
    case LS_QUEUE_TYPE_FRAME_PAUSABLE:
      /* Translators: the queue that Chromium calls frame-pausable */
      return _("Messages and the like");
    default:
      return ls_queue_type_to_string (type);
    }
}

/* A word for what an agent does. */
const char *
ls_names_say_agent_state (LsAgentState state)
{
  switch (state)
    {
    case LS_AGENT_STATE_RUNNING:
      return C_("agent", "running");
    case LS_AGENT_STATE_RUNNABLE:
      return C_("agent", "runnable");
    case LS_AGENT_STATE_WAITING:
      return C_("agent", "waiting");
    case LS_AGENT_STATE_IDLE:
      return C_("agent", "idle");
    case LS_AGENT_STATE_ENDED:
    default:
      return C_("agent", "ended");
    }
}
