/* ls-expectation.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-expectation-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define EXPECTED_MEMBERS \
  NC_("expected", "one of “log”, “logContains”, “order”, “ran”, “notRan”, “result”, “next”, “unhandledRejections”, “finished”, " \
                  "“signal”, “posted”, “memory”, “unlocked” and “nobodyWaits”")

G_DEFINE_BOXED_TYPE (LsExpectation, ls_expectation, ls_expectation_ref, ls_expectation_unref)

static const char *const kind_members[] = {
  [LS_EXPECTATION_LOG] = "log",
  [LS_EXPECTATION_LOG_CONTAINS] = "logContains",
  [LS_EXPECTATION_ORDER] = "order",
  [LS_EXPECTATION_RAN] = "ran",
  [LS_EXPECTATION_NOT_RAN] = "notRan",
  [LS_EXPECTATION_RESULT] = "result",
  [LS_EXPECTATION_NEXT] = "next",
  [LS_EXPECTATION_UNHANDLED_REJECTIONS] = "unhandledRejections",
  [LS_EXPECTATION_FINISHED] = "finished",
  [LS_EXPECTATION_SIGNAL] = "signal",
  [LS_EXPECTATION_POSTED] = "posted",
  [LS_EXPECTATION_MEMORY] = "memory",
  [LS_EXPECTATION_UNLOCKED] = "unlocked",
  [LS_EXPECTATION_NOBODY_WAITS] = "nobodyWaits",
};

static char **
read_lines (LsJsonReader *reader,
            JsonNode     *node)
{
  JsonArray *array = ls_json_reader_array (reader, node, NC_("expected", "an array of text"));
  GPtrArray *lines = g_ptr_array_new ();

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      gsize mark = ls_json_reader_enter_index (reader, i);
      const char *line = ls_json_reader_string (reader, json_array_get_element (array, i), NC_("expected", "text"));

      if (line != NULL)
        g_ptr_array_add (lines, g_strdup (line));
      ls_json_reader_leave (reader, mark);
    }
  g_ptr_array_add (lines, NULL);

  return (char **) g_ptr_array_free (lines, FALSE);
}

static const char *
read_text (LsJsonReader *reader,
           JsonObject   *object,
           const char   *member,
           const char   *expected)
{
  gsize mark = ls_json_reader_enter (reader, member);
  const char *text = ls_json_reader_string (reader, json_object_get_member (object, member), expected);

  ls_json_reader_leave (reader, mark);
  return text;
}

static void
read_result (LsJsonReader  *reader,
             JsonNode      *node,
             LsExpectation *self)
{
  const char *expected = NC_("expected", "“fulfilled”, “rejected” or “pending”");
  const char *const states[] = { "fulfilled", "rejected", "pending", NULL };
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “task” and “state”"));

  if (object == NULL)
    return;

  self->name = g_strdup (read_text (reader, object, "task", NC_("expected", "the name of a task")));
  self->state = g_strdup (read_text (reader, object, "state", expected));
  if (self->state != NULL && !g_strv_contains (states, self->state))
    {
      gsize mark = ls_json_reader_enter (reader, "state");

      ls_json_reader_unexpected (reader, json_object_get_member (object, "state"), expected);
      ls_json_reader_leave (reader, mark);
    }
  if (json_object_has_member (object, "value"))
    self->value = g_strdup (read_text (reader, object, "value", NC_("expected", "text")));
}

static void
read_at (LsJsonReader  *reader,
         JsonNode      *node,
         LsExpectation *self)
{
  gsize mark = ls_json_reader_enter (reader, "at");
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “step”"));

  if (object != NULL)
    {
      gsize inner = ls_json_reader_enter (reader, "step");

      self->number = ls_json_reader_integer (reader, json_object_get_member (object, "step"), 0, G_MAXUINT32, NULL);
      self->has_step = TRUE;
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);
}

static void
read_priority (LsJsonReader  *reader,
               JsonObject    *object,
               LsExpectation *self)
{
  const char *expected = NC_("expected", "“user-blocking”, “user-visible” or “background”");
  const char *text;
  gsize mark;

  if (!json_object_has_member (object, "priority"))
    return;

  mark = ls_json_reader_enter (reader, "priority");
  text = ls_json_reader_string (reader, json_object_get_member (object, "priority"), expected);
  if (text != NULL && !ls_task_priority_from_string (text, &self->priority))
    ls_json_reader_unexpected (reader, json_object_get_member (object, "priority"), expected);
  ls_json_reader_leave (reader, mark);
}

static void
read_signal (LsJsonReader  *reader,
             JsonNode      *node,
             LsExpectation *self)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “name”"));

  if (object == NULL)
    return;

  self->name = g_strdup (read_text (reader, object, "name", NC_("expected", "the name of a signal")));
  read_priority (reader, object, self);
  if (json_object_has_member (object, "aborted"))
    {
      gsize mark = ls_json_reader_enter (reader, "aborted");

      self->aborted = ls_json_reader_boolean (reader, json_object_get_member (object, "aborted"),
                                              NC_("expected", "true or false"));
      ls_json_reader_leave (reader, mark);
    }
  if (self->priority == LS_TASK_PRIORITY_NONE && self->aborted == -1)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found neither, expected “priority” or “aborted”"));
}

static void
read_posted (LsJsonReader  *reader,
             JsonNode      *node,
             LsExpectation *self)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object that says what task"));

  if (object == NULL)
    return;

  if (json_object_has_member (object, "name"))
    self->name = g_strdup (read_text (reader, object, "name", NC_("expected", "a pattern for the name of a task")));
  if (json_object_has_member (object, "signal"))
    self->signal = g_strdup (read_text (reader, object, "signal", NC_("expected", "a pattern for the name of a signal")));
  read_priority (reader, object, self);
  if (json_object_has_member (object, "delay"))
    {
      gsize mark = ls_json_reader_enter (reader, "delay");

      self->number = ls_json_reader_integer (reader, json_object_get_member (object, "delay"), 0, G_MAXUINT32,
                                             NC_("expected", "a whole number of milliseconds, 0 or more"));
      ls_json_reader_leave (reader, mark);
    }
}

/* An integer of 64 bits. Returns whether it is there. */
static gboolean
read_bound (LsJsonReader *reader,
            JsonObject   *object,
            const char   *member,
            gint64       *bound)
{
  JsonNode *node = json_object_get_member (object, member);
  gsize mark;

  if (node == NULL)
    return FALSE;
  mark = ls_json_reader_enter (reader, member);
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    *bound = json_node_get_int (node);
  else
    ls_json_reader_unexpected (reader, node, NC_("expected", "a whole number of 64 bits"));
  ls_json_reader_leave (reader, mark);
  return TRUE;
}

static void
read_memory (LsJsonReader  *reader,
             JsonNode      *node,
             gboolean       is_in_lesson,
             LsExpectation *self)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “name”"));
  gboolean has_value, has_bounds;
  gint64 value = 0;
  gsize mark;

  if (object == NULL)
    return;

  self->name = g_strdup (read_text (reader, object, "name", NC_("expected", "the name of shared memory")));
  if (json_object_has_member (object, "index"))
    {
      mark = ls_json_reader_enter (reader, "index");
      self->index = ls_json_reader_integer (reader, json_object_get_member (object, "index"), 0, G_MAXUINT32,
                                            NC_("expected", "a whole number, 0 or more"));
      ls_json_reader_leave (reader, mark);
    }
  self->minimum = G_MININT64;
  self->maximum = G_MAXINT64;
  has_value = read_bound (reader, object, "equals", &value);
  has_bounds = read_bound (reader, object, "atLeast", &self->minimum);
  has_bounds = read_bound (reader, object, "atMost", &self->maximum) || has_bounds;
  if (reader->error == NULL && has_value == has_bounds)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         has_value ? _("found both, expected either “equals”, or “atLeast”, “atMost” or both of these")
                                   : _("found none, expected either “equals”, or “atLeast”, “atMost” or both of these"));
  if (has_value)
    self->minimum = self->maximum = value;
  if (json_object_has_member (object, "always"))
    {
      mark = ls_json_reader_enter (reader, "always");
      self->flag = ls_json_reader_boolean (reader, json_object_get_member (object, "always"), NC_("expected", "true or false"));
      if (self->flag && is_in_lesson)
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found true, expected false in a lesson, which is about moments"));
      ls_json_reader_leave (reader, mark);
    }
}

static gboolean
find_kind (LsJsonReader      *reader,
           JsonObject        *object,
           LsExpectationKind *kind)
{
  int found = -1;

  for (guint i = 0; i < G_N_ELEMENTS (kind_members); i++)
    {
      if (!json_object_has_member (object, kind_members[i]))
        continue;
      if (found != -1)
        {
          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found both “%s” and “%s”, expected %s"),
                               kind_members[found], kind_members[i], ls_json_expected (EXPECTED_MEMBERS));
          return FALSE;
        }
      found = i;
    }

  if (found == -1)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found none, expected %s"),
                           ls_json_expected (EXPECTED_MEMBERS));
      return FALSE;
    }

  *kind = found;
  return TRUE;
}

static LsExpectation *
read_expectation (LsJsonReader *reader,
                  JsonNode     *node,
                  gboolean      needs_step)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an expectation: an object"));
  g_autoptr (LsExpectation) self = NULL;
  LsExpectationKind kind;
  JsonNode *value;
  gsize mark;

  if (object == NULL || !find_kind (reader, object, &kind))
    return NULL;

  self = g_new0 (LsExpectation, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->priority = LS_TASK_PRIORITY_NONE;
  self->aborted = -1;
  if (json_object_has_member (object, "title"))
    self->title = g_strdup (read_text (reader, object, "title", NC_("expected", "text")));

  value = json_object_get_member (object, kind_members[kind]);
  mark = ls_json_reader_enter (reader, kind_members[kind]);
  switch (kind)
    {
    case LS_EXPECTATION_LOG:
    case LS_EXPECTATION_LOG_CONTAINS:
    case LS_EXPECTATION_ORDER:
      self->lines = read_lines (reader, value);
      break;
    case LS_EXPECTATION_RAN:
    case LS_EXPECTATION_NOT_RAN:
    case LS_EXPECTATION_NEXT:
      self->name = g_strdup (ls_json_reader_string (reader, value, NC_("expected", "the name of a task")));
      break;
    case LS_EXPECTATION_RESULT:
      read_result (reader, value, self);
      break;
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      self->number = ls_json_reader_integer (reader, value, 0, G_MAXUINT32, NC_("expected", "a whole number, 0 or more"));
      break;
    case LS_EXPECTATION_FINISHED:
      self->flag = ls_json_reader_boolean (reader, value, NC_("expected", "true or false"));
      break;
    case LS_EXPECTATION_SIGNAL:
      read_signal (reader, value, self);
      break;
    case LS_EXPECTATION_POSTED:
      read_posted (reader, value, self);
      break;
    case LS_EXPECTATION_MEMORY:
      read_memory (reader, value, !needs_step, self);
      break;
    case LS_EXPECTATION_UNLOCKED:
      self->name = g_strdup (ls_json_reader_string (reader, value, NC_("expected", "the name of a lock")));
      break;
    case LS_EXPECTATION_NOBODY_WAITS:
      self->flag = ls_json_reader_boolean (reader, value, NC_("expected", "true or false"));
      break;
    default:
      g_warn_if_reached ();
    }
  ls_json_reader_leave (reader, mark);

  if ((kind == LS_EXPECTATION_NEXT && needs_step) ||
      ((kind == LS_EXPECTATION_NEXT || kind == LS_EXPECTATION_SIGNAL) && json_object_has_member (object, "at")))
    read_at (reader, json_object_get_member (object, "at"), self);

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

/* Reads an element of "expectations". Returns NULL after an error. */
LsExpectation *
ls_expectation_read (LsJsonReader *reader,
                     JsonNode     *node)
{
  return read_expectation (reader, node, TRUE);
}

/* Reads one for which a page says when it holds, unless it does so itself. Returns NULL after an error. */
LsExpectation *
ls_expectation_read_in_lesson (LsJsonReader *reader,
                               JsonNode     *node)
{
  return read_expectation (reader, node, FALSE);
}

/* “a”, “b”, or a word for none. */
char *
ls_expectation_quote_all (const char *const *lines)
{
  /* Translators: what ends a text in quotation marks and begins the next */
  g_autofree char *joined = g_strjoinv (_("”, “"), (char **) lines);

  return *lines != NULL ? g_strdup_printf (_("“%s”"), joined) : g_strdup (C_("found", "nothing"));
}

static char *
describe_signal (LsExpectation *self)
{
  g_autofree char *state = NULL;

  if (self->priority == LS_TASK_PRIORITY_NONE)
    state = g_strdup (self->aborted ? C_("signal", "is aborted") : C_("signal", "is not aborted"));
  else
    state = g_strdup_printf (self->aborted == -1 ? C_("signal", "has priority %s")
                             : self->aborted     ? C_("signal", "has priority %s and is aborted")
                                                 : C_("signal", "has priority %s and is not aborted"),
                             ls_task_priority_to_string (self->priority));
  /* Translators: a signal's name and one of the texts whose context is “signal”, such as “is aborted” */
  return self->has_step ? g_strdup_printf (_("At step %u signal “%s” %s"), self->number, self->name, state)
                        : g_strdup_printf (_("Signal “%s” %s"), self->name, state);
}

static char *
describe_memory (LsExpectation *self)
{
  g_autofree char *value = NULL;

  if (self->minimum == self->maximum)
    value = g_strdup_printf ("%" PRId64, self->minimum);
  else if (self->minimum == G_MININT64)
    value = g_strdup_printf (C_("value", "%" PRId64 " at most"), self->maximum);
  else if (self->maximum == G_MAXINT64)
    value = g_strdup_printf (C_("value", "%" PRId64 " at least"), self->minimum);
  else
    value = g_strdup_printf (C_("value", "from %" PRId64 " to %" PRId64), self->minimum, self->maximum);
  /* Translators: the name of shared memory, the index of an element, and a number or “5 at most” */
  return g_strdup_printf (self->flag ? _("%s[%" PRIu64 "] is always %s") : _("%s[%" PRIu64 "] is %s"), self->name, self->index,
                          value);
}

static char *
describe_posted (LsExpectation *self)
{
  g_autoptr (GString) task = g_string_new (C_("task", "a task"));

  if (self->name != NULL)
    g_string_append_printf (task, C_("task", " called “%s”"), self->name);
  if (self->priority != LS_TASK_PRIORITY_NONE)
    g_string_append_printf (task, C_("task", " of priority %s"), ls_task_priority_to_string (self->priority));
  if (self->signal != NULL)
    g_string_append_printf (task, C_("task", " with signal “%s”"), self->signal);
  if (self->number > 0)
    g_string_append_printf (task, C_("task", " after %u ms or more"), self->number);
  /* Translators: “a task”, followed by what it is to be like, such as “ of priority background” */
  return g_strdup_printf (_("An action posts %s"), task->str);
}

/*< private >
 * ls_expectation_describe:
 * @self: an expectation
 *
 * Returns: (transfer full): its title, or what it expects in words */
char *
ls_expectation_describe (LsExpectation *self)
{
  g_autofree char *lines = self->lines != NULL ? ls_expectation_quote_all ((const char *const *) self->lines) : NULL;

  if (self->title != NULL && *self->title != '\0')
    return g_strdup (self->title);

  switch (self->kind)
    {
    case LS_EXPECTATION_LOG:
      return g_strdup_printf (_("The log is %s"), lines);
    case LS_EXPECTATION_LOG_CONTAINS:
      return g_strdup_printf (_("The log contains %s"), lines);
    case LS_EXPECTATION_ORDER:
      return g_strdup_printf (_("Tasks start in the order %s"), lines);
    case LS_EXPECTATION_RAN:
      return g_strdup_printf (_("The task “%s” runs"), self->name);
    case LS_EXPECTATION_NOT_RAN:
      return g_strdup_printf (_("The task “%s” does not run"), self->name);
    case LS_EXPECTATION_RESULT:
      /* Translators: the second %s is “fulfilled”, “rejected” or “pending” */
      return g_strdup_printf (_("The result of “%s” is %s"), self->name, self->state);
    case LS_EXPECTATION_NEXT:
      return self->has_step ? g_strdup_printf (_("At step %u the next task is “%s”"), self->number, self->name)
                            : g_strdup_printf (_("The next task is “%s”"), self->name);
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rejection is not handled", "%u rejections are not handled",
                                           self->number),
                              self->number);
    case LS_EXPECTATION_FINISHED:
      return g_strdup (self->flag ? _("The run comes to its end") : _("The run does not come to its end"));
    case LS_EXPECTATION_SIGNAL:
      return describe_signal (self);
    case LS_EXPECTATION_POSTED:
      return describe_posted (self);
    case LS_EXPECTATION_MEMORY:
      return describe_memory (self);
    case LS_EXPECTATION_UNLOCKED:
      return g_strdup_printf (_("The lock “%s” is free"), self->name);
    case LS_EXPECTATION_NOBODY_WAITS:
      return g_strdup (self->flag ? _("Nobody is left waiting") : _("Somebody is left waiting"));
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * ls_expectation_ref:
 * @self: an expectation
 *
 * Returns: (transfer full): @self with one reference more
 */
LsExpectation *
ls_expectation_ref (LsExpectation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_expectation_unref:
 * @self: (transfer full): an expectation
 *
 * Gives a reference back.
 */
void
ls_expectation_unref (LsExpectation *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_strfreev (self->lines);
  g_free (self->title);
  g_free (self->name);
  g_free (self->state);
  g_free (self->value);
  g_free (self->signal);
  g_free (self);
}

/**
 * ls_expectation_get_kind:
 * @self: an expectation
 *
 * Returns: what it looks at
 */
LsExpectationKind
ls_expectation_get_kind (LsExpectation *self)
{
  g_return_val_if_fail (self != NULL, LS_EXPECTATION_LOG);

  return self->kind;
}

/**
 * ls_expectation_get_title:
 * @self: an expectation
 *
 * Returns: (transfer none) (nullable): its title, if the session gives it one
 */
const char *
ls_expectation_get_title (LsExpectation *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->title;
}

/**
 * ls_expectation_kind_can_be_watched:
 * @kind: a kind of expectation
 *
 * Returns: whether an expectation of this kind is one that comes true at some moment of a run
 */
gboolean
ls_expectation_kind_can_be_watched (LsExpectationKind kind)
{
  switch (kind)
    {
    case LS_EXPECTATION_LOG_CONTAINS:
    case LS_EXPECTATION_ORDER:
    case LS_EXPECTATION_RAN:
    case LS_EXPECTATION_RESULT:
    case LS_EXPECTATION_NEXT:
    case LS_EXPECTATION_SIGNAL:
    case LS_EXPECTATION_POSTED:
      return TRUE;
    case LS_EXPECTATION_LOG:
    case LS_EXPECTATION_NOT_RAN:
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
    case LS_EXPECTATION_FINISHED:
    case LS_EXPECTATION_MEMORY:
    case LS_EXPECTATION_UNLOCKED:
    case LS_EXPECTATION_NOBODY_WAITS:
    default:
      return FALSE;
    }
}
