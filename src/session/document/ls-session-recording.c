/* ls-session-recording.c: a session that shows what was recorded, and runs no program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-recording.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-replay.h"
#include "ls-session-private.h"
#include "ls-trace-file.h"

#define MAX_ANNOTATIONS 1000

/* How many records the trace keeps in which the steps of annotations are looked for. */
#define KEPT_RECORDS 100000

/* What only goes with a program that can run. */
static const char *const lists_of_program[] = { "actions", "expectations", "schedule" };

static void
origin_clear (gpointer data)
{
  LsSessionOrigin *self = data;

  g_clear_object (&self->recording);
  g_clear_object (&self->trace);
  g_clear_object (&self->live_run);
  g_clear_pointer (&self->threads, g_array_unref);
  g_free (self->problem);
  g_clear_pointer (&self->dropped, json_object_unref);
}

void
ls_session_origin_unref (LsSessionOrigin *self)
{
  g_atomic_rc_box_release_full (self, origin_clear);
}

/* Takes what @origin has. */
void
ls_session_set_origin (LsSession       *self,
                       LsSessionOrigin *origin)
{
  self->origin = g_atomic_rc_box_dup (sizeof *origin, origin);
  ls_session_set_modified (self, FALSE);
}

/* Annotations */

typedef struct
{
  guint64     time;   /* µs */
  const char *text;
} Annotation;

static int
compare_annotations (gconstpointer a,
                     gconstpointer b)
{
  const Annotation *first = a;
  const Annotation *second = b;

  return (first->time > second->time) - (first->time < second->time);
}

/* Returns: (transfer full) (element-type Annotation): what somebody wrote into the recording, in order */
static GArray *
list_annotations (LsRecording *recording)
{
  GArray *annotations = g_array_new (FALSE, FALSE, sizeof (Annotation));

  for (guint thread = 0; thread < ls_recording_get_n_threads (recording); thread++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);

      for (gsize i = 0; i < n_events && annotations->len < MAX_ANNOTATIONS; i++)
        {
          const Annotation annotation = { events[i].time / 1000, ls_recording_get_text (recording, events[i].text) };

          if (events[i].kind == LS_RECORDING_EVENT_ANNOTATION && annotation.text != NULL && *annotation.text != '\0')
            g_array_append_val (annotations, annotation);
        }
    }
  g_array_sort (annotations, compare_annotations);
  return annotations;
}

/* Makes bookmarks of what somebody wrote into the recording. Bookmarks belong to steps, which only a replay tells. */
static void
add_annotations (LsSession             *self,
                 const LsSessionOrigin *origin)
{
  g_autoptr (GArray) annotations = list_annotations (origin->recording);
  const guint *threads = (const guint *) (gpointer) origin->threads->data;
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (LsReplay) replay = NULL;
  gboolean more = TRUE;

  if (annotations->len == 0)
    return;
  trace = ls_trace_new ();
  replay = ls_replay_new (origin->recording, threads, origin->threads->len, ls_trace_get_probe (trace));
  for (guint i = 0; i < annotations->len; i++)
    {
      const Annotation *annotation = &g_array_index (annotations, Annotation, i);
      guint32 step;

      while (more && ls_replay_get_time (replay) < annotation->time)
        {
          more = ls_replay_step (replay);
          ls_trace_forget (trace, KEPT_RECORDS);
        }
      step = ls_trace_get_n_steps (trace);
      if (step > 0)
        ls_session_set_bookmark (self, step, annotation->text);
    }
}

/* Returns: (transfer none) (nullable): the busiest loop with its agents; those of its page if it is a worker */
static const guint *
list_busiest (LsRecording *recording,
              guint       *n_threads)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  guint thread;

  *n_threads = 0;
  if (n_loops == 0)
    return NULL;
  thread = loops[0];
  for (guint i = 1; i < n_loops && ls_recording_get_thread (recording, thread)->kind == LS_RECORDING_THREAD_WORKER; i++)
    {
      const LsRecordingThread *other = ls_recording_get_thread (recording, loops[i]);

      if (other->kind == LS_RECORDING_THREAD_MAIN && other->pid == ls_recording_get_thread (recording, loops[0])->pid)
        thread = loops[i];
    }
  return ls_recording_list_agents_of (recording, thread, n_threads);
}

/**
 * ls_session_new_for_recording:
 * @recording: a recording
 * @threads: (array length=n_threads) (nullable): which threads of it are to be shown: the first one is the main agent, the others
 *   are its workers; %NULL for the first loop of ls_recording_list_loops() with its agents, or for its page with its workers if it
 *   is a worker
 * @n_threads: how many they are
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes a session that shows a recording: its run is the recorded one. It has no program and no actions, and cannot be saved; its
 * bookmarks are at first what somebody wrote into the recording.
 *
 * Returns: (transfer full): the session, or %NULL with @error set if the recording has no thread that could be shown
 */
LsSession *
ls_session_new_for_recording (LsRecording  *recording,
                              const guint  *threads,
                              guint         n_threads,
                              GError      **error)
{
  LsSessionOrigin origin = { 0 };
  g_autofree char *title = NULL;
  g_autofree char *valid = NULL;
  LsSession *self;

  g_return_val_if_fail (LS_IS_RECORDING (recording), NULL);
  g_return_val_if_fail (threads != NULL || n_threads == 0, NULL);

  if (n_threads == 0)
    threads = list_busiest (recording, &n_threads);
  for (guint i = 0; i < n_threads; i++)
    g_return_val_if_fail (threads[i] < ls_recording_get_n_threads (recording), NULL);
  if (n_threads == 0)
    {
      const char *const *problems = ls_recording_list_problems (recording);

      /* What is wrong with the file may be the reason, and nobody else will tell it. */
      if (problems != NULL && problems[0] != NULL)
        g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                     _("The recording has no thread with tasks of a scheduler or of an event loop. %s"), problems[0]);
      else
        g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                             _("The recording has no thread with tasks of a scheduler or of an event loop"));
      return NULL;
    }

  title = ls_recording_dup_thread_title (recording, threads[0]);
  valid = g_utf8_make_valid (title, -1);
  self = ls_session_new ();
  ls_session_set_title (self, valid);
  origin.recording = g_object_ref (recording);
  origin.threads = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (guint)), threads, n_threads);
  add_annotations (self, &origin);
  ls_session_set_origin (self, &origin);
  return self;
}

/* Reads the session that has run. What was done in its run is in the trace. Returns: (transfer full) (nullable)
 *
 * @dropped: (transfer full): gets what the session does not have any more */
static LsSession *
read_session_of_trace (const char  *text,
                       JsonObject **dropped,
                       GError     **error)
{
  g_autoptr (JsonObject) members = json_object_new ();
  g_autoptr (LsSession) self = ls_session_new_from_data ("session", text, -1, error);

  for (guint i = 0; self != NULL && i < G_N_ELEMENTS (lists_of_program); i++)
    {
      JsonNode *list = json_object_get_member (json_node_get_object (self->document->root), lists_of_program[i]);

      if (list == NULL)
        continue;
      json_object_set_member (members, lists_of_program[i], json_node_ref (list));
      if (!ls_session_set_member (self, lists_of_program[i], ls_json_take_array (json_array_new ()), error))
        return NULL;
    }
  if (self != NULL)
    *dropped = g_steal_pointer (&members);
  return g_steal_pointer (&self);
}

/* Returns: (transfer full): the tree with the text of each script that lies beside the session, for where only the tree goes */
static JsonNode *
embed_scripts (LsSession *self,
               JsonNode  *root)
{
  JsonObject *program = json_object_get_object_member (json_node_get_object (root), "program");
  JsonArray *list = program != NULL ? ls_json_peek_array (program, "scripts") : NULL;
  g_autoptr (JsonArray) embedded = NULL;
  g_autoptr (JsonNode) list_node = NULL;
  g_autoptr (JsonNode) program_node = NULL;
  JsonNode *with_texts;

  if (list == NULL || ls_program_get_kind (self->document->program) != LS_PROGRAM_JAVASCRIPT)
    return root;

  embedded = json_array_new ();
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      LsScript *script = ls_program_get_script (self->document->program, i);
      JsonObject *object = ls_json_copy_object (json_array_get_object_element (list, i));

      if (script->file != NULL)
        {
          ls_json_remove_member (object, "file");
          json_object_set_string_member (object, "name", script->name);
          json_object_set_string_member (object, "source", script->text);
        }
      json_array_add_object_element (embedded, object);
    }
  list_node = ls_json_take_array (g_steal_pointer (&embedded));
  program_node = ls_json_with_member (json_object_get_member (json_node_get_object (root), "program"), "scripts", list_node);
  with_texts = ls_json_with_member (root, "program", program_node);
  json_node_unref (root);
  return with_texts;
}

/* Returns: (transfer full): the tree of a session as it is saved with its trace: with what its run did not need any more, so that
 * it is the same however often it is saved and opened */
JsonNode *
ls_session_dup_recorded_root (LsSession *self)
{
  g_autoptr (JsonNode) root = json_node_ref (self->document->root);
  JsonObject *dropped = self->origin != NULL ? self->origin->dropped : NULL;

  for (guint i = 0; dropped != NULL && i < G_N_ELEMENTS (lists_of_program); i++)
    if (json_object_has_member (dropped, lists_of_program[i]))
      {
        JsonNode *list = json_object_get_member (dropped, lists_of_program[i]);
        JsonNode *next = ls_json_with_member (root, lists_of_program[i], list);

        json_node_unref (root);
        root = next;
      }
  return g_steal_pointer (&root);
}

/* Returns: (transfer full) (nullable): what is wrong with a file whose trace or whose session cannot be read as it should */
static char *
join_problems (const char   *problem,
               const GError *error)
{
  g_autofree char *lost = NULL;

  if (error == NULL)
    return g_strdup (problem);
  /* Translators: %s says where in the session what was found, and what was expected */
  lost = g_strdup_printf (_("The session that was saved with the trace cannot be read, so its program and its bookmarks are not shown (%s)."),
                          error->message);
  return problem != NULL ? g_strjoin (" ", problem, lost, NULL) : g_steal_pointer (&lost);
}

/**
 * ls_session_new_for_trace:
 * @trace: a trace that grows no more, such as one from a file
 * @session: (nullable): the session that has run, as ls_session_to_trace_data() writes it
 * @problem: (nullable): what is wrong with the file of the trace, a sentence
 *
 * Makes a session that shows a trace: its run is the one in the trace. It has the program of @session to look at, and its bookmarks
 * and notes. It has no actions, and cannot be saved. If the trace is of a recording that it has with it, the session shows that, as
 * [ctor@Session.new_for_recording] does. If @session cannot be read, ls_session_get_recorded_problem() says why.
 *
 * Returns: (transfer full): the session
 */
LsSession *
ls_session_new_for_trace (LsTrace    *trace,
                          const char *session,
                          const char *problem)
{
  LsSessionOrigin origin = { 0 };
  LsRecording *recording;
  const guint *threads;
  guint n_threads;
  g_autoptr (GError) error = NULL;
  LsSession *self = NULL;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  if (session != NULL)
    self = read_session_of_trace (session, &origin.dropped, &error);
  if (self == NULL)
    self = ls_session_new ();
  origin.problem = join_problems (problem, error);
  recording = ls_trace_get_recording (trace, &threads, &n_threads);
  if (recording != NULL)
    {
      origin.recording = g_object_ref (recording);
      origin.threads = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (guint)), threads, n_threads);
    }
  else
    origin.trace = g_object_ref (trace);
  ls_session_set_origin (self, &origin);
  return self;
}

/**
 * ls_session_to_trace_data:
 * @self: a session
 * @length: (out) (optional): the text's length in bytes
 *
 * Writes a session as text that goes along with its trace, as ls_session_to_data() does. Scripts that lie beside the session are in
 * it, since they do not lie beside the trace.
 *
 * Returns: (transfer full): the text
 */
char *
ls_session_to_trace_data (LsSession *self,
                          gsize     *length)
{
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  root = embed_scripts (self, ls_session_dup_recorded_root (self));
  return ls_json_format (root, length);
}

/**
 * ls_session_is_recorded:
 * @self: a session
 *
 * Tells whether the session shows what has run elsewhere, and runs no program itself.
 *
 * Returns: whether it shows a recording, a trace from a file or a program that runs elsewhere, and runs no program itself
 */
gboolean
ls_session_is_recorded (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  return self->origin != NULL;
}

/**
 * ls_session_refuse_recorded:
 * @self: a session
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Checks whether the session has a program that can run in another way than it did. A recording has not.
 *
 * Returns: %TRUE with @error set to why not, if the session shows a recording, a trace from a file or a program that runs
 *   elsewhere; else %FALSE
 */
gboolean
ls_session_refuse_recorded (LsSession  *self,
                            GError    **error)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  if (self->origin == NULL)
    return FALSE;
  g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                       self->origin->live_run != NULL
                         ? _("This program runs on its own: it cannot run again or in another way here")
                         : self->origin->recording != NULL
                         ? _("This is a recording, which has no program: convert it to a session to change something")
                         : _("This is a trace from a file, which has no program that could run: you cannot change it"));
  return TRUE;
}

/**
 * ls_session_get_recording:
 * @self: a session
 *
 * Gets the recording that it shows.
 *
 * Returns: (transfer none) (nullable): the recording that it shows; %NULL for a session that shows none
 */
LsRecording *
ls_session_get_recording (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->origin != NULL ? self->origin->recording : NULL;
}

/**
 * ls_session_get_recording_threads:
 * @self: a session
 * @n_threads: (out): how many they are
 *
 * Tells which threads of the recording are shown.
 *
 * Returns: (transfer none) (nullable) (array length=n_threads): which threads of the recording are shown, the main agent first;
 *   %NULL for a session that shows no recording
 */
const guint *
ls_session_get_recording_threads (LsSession *self,
                                  guint     *n_threads)
{
  GArray *threads;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);
  g_return_val_if_fail (n_threads != NULL, NULL);

  threads = self->origin != NULL ? self->origin->threads : NULL;
  *n_threads = threads != NULL ? threads->len : 0;
  return threads != NULL ? (const guint *) (gpointer) threads->data : NULL;
}

/**
 * ls_session_get_recorded_trace:
 * @self: a session
 *
 * Gets the trace that it shows.
 *
 * Returns: (transfer none) (nullable): the trace that it shows; %NULL for a session that is not of [ctor@Session.new_for_trace]
 */
LsTrace *
ls_session_get_recorded_trace (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->origin != NULL ? self->origin->trace : NULL;
}

/**
 * ls_session_get_recorded_problem:
 * @self: a session
 *
 * Tells what is wrong with the file of the trace that the session shows.
 *
 * Returns: (transfer none) (nullable): what is wrong with the file of the trace that it shows, a sentence
 */
const char *
ls_session_get_recorded_problem (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->origin != NULL ? self->origin->problem : NULL;
}

/* Refuses a tree for a session that shows a recording, if the tree has what only a program can have. */
gboolean
ls_session_check_recorded (LsSession  *self,
                           JsonNode   *root,
                           GError    **error)
{
  JsonObject *object = json_node_get_object (root);

  if (self->origin == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (lists_of_program); i++)
    {
      JsonArray *array = ls_json_peek_array (object, lists_of_program[i]);

      if (array != NULL && json_array_get_length (array) > 0)
        return !ls_session_refuse_recorded (self, error);
    }
  if (json_object_get_member (object, "program") !=
      json_object_get_member (json_node_get_object (self->document->root), "program"))
    return !ls_session_refuse_recorded (self, error);
  return TRUE;
}
