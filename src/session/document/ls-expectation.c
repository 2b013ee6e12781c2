/* ls-expectation.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-expectation-private.h"

#include "ls-json-members-private.h"
#include "ls-trace-names-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define EXPECTED_MEMBERS \
  NC_("expected", "one of “log”, “logContains”, “order”, “ran”, “notRan”, “result”, “next”, “unhandledRejections”, “finished”, " \
                  "“signal”, “posted”, “memory”, “unlocked”, “nobodyWaits”, “waited” and “uncaught”")

G_DEFINE_BOXED_TYPE (LsExpectation, ls_expectation, ls_expectation_ref, ls_expectation_unref)

#define PRIORITY_MEMBER \
  { .name = "priority", .type = LS_JSON_WORD, .offset = G_STRUCT_OFFSET (LsExpectation, priority), \
    .expected = NC_("expected", "“user-blocking”, “user-visible” or “background”"), .from_string = ls_task_priority_from_string }

static void
read_lines (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  LsExpectation *self = data;

  self->lines = ls_json_reader_strings (reader, node, NC_("expected", "an array of text"), NC_("expected", "text"));
}

static const char *const states[] = { "fulfilled", "rejected", "pending", NULL };

static const LsJsonMember result_members[] = {
  { .name = "task", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of a task") },
  { .name = "state", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, state),
    .among = states, .expected = NC_("expected", "“fulfilled”, “rejected” or “pending”") },
  { .name = "value", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, value) },
  { NULL }
};

static const LsJsonMember signal_members[] = {
  { .name = "name", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of a signal") },
  PRIORITY_MEMBER,
  { .name = "aborted", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsExpectation, aborted) },
  { NULL }
};

static void
read_signal (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  LsExpectation *self = data;

  if (ls_json_read_object (reader, node, NC_("expected", "an object with “name”"), signal_members, self) &&
      self->priority == LS_TASK_PRIORITY_NONE && self->aborted == -1)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found neither, expected “priority” or “aborted”"));
}

static const LsJsonMember posted_members[] = {
  { .name = "name", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "a pattern for the name of a task") },
  { .name = "signal", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, signal),
    .expected = NC_("expected", "a pattern for the name of a signal") },
  PRIORITY_MEMBER,
  { .name = "delay", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsExpectation, number),
    .expected = NC_("expected", "a whole number of milliseconds, 0 or more") },
  { NULL }
};

static const LsJsonMember memory_members[] = {
  { .name = "name", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of shared memory") },
  { .name = "index", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsExpectation, index),
    .expected = NC_("expected", "a whole number, 0 or more") },
  { .name = "equals", .type = LS_JSON_INTEGER, .offset = G_STRUCT_OFFSET (LsExpectation, minimum),
    .expected = NC_("expected", "a whole number of 64 bits") },
  { .name = "atLeast", .type = LS_JSON_INTEGER, .offset = G_STRUCT_OFFSET (LsExpectation, minimum),
    .expected = NC_("expected", "a whole number of 64 bits") },
  { .name = "atMost", .type = LS_JSON_INTEGER, .offset = G_STRUCT_OFFSET (LsExpectation, maximum),
    .expected = NC_("expected", "a whole number of 64 bits") },
  { NULL }
};

static const LsJsonMember waited_members[] = {
  { .name = "task", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of a task") },
  { .name = "atMost", .type = LS_JSON_TIME, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, time),
    .expected = NC_("expected", "milliseconds, 0 or more") },
  { NULL }
};

static const LsJsonMember always_member = {
  .name = "always", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsExpectation, flag)
};

static void
read_memory (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  LsExpectation *self = data;
  gboolean has_value, has_bounds;
  JsonObject *object;

  self->minimum = G_MININT64;
  self->maximum = G_MAXINT64;
  if (!ls_json_read_object (reader, node, NC_("expected", "an object with “name”"), memory_members, self))
    return;

  object = json_node_get_object (node);
  has_value = json_object_has_member (object, "equals");
  has_bounds = json_object_has_member (object, "atLeast") || json_object_has_member (object, "atMost");
  if (has_value == has_bounds)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         has_value ? _("found both, expected either “equals”, or “atLeast”, “atMost” or both of these")
                                   : _("found none, expected either “equals”, or “atLeast”, “atMost” or both of these"));
  if (has_value)
    self->maximum = self->minimum;
  ls_json_read_member (reader, object, &always_member, self);
}

static const LsJsonMember at_members[] = {
  { .name = "step", .type = LS_JSON_COUNT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, number) },
  { NULL }
};

static void
read_at (LsJsonReader *reader,
         JsonNode     *node,
         gpointer      data)
{
  LsExpectation *self = data;

  self->has_step = ls_json_read_object (reader, node, NC_("expected", "an object with “step”"), at_members, self);
}

/* The members of which each expectation has one. */
static const LsJsonMember kind_members[] = {
  [LS_EXPECTATION_LOG] = { .name = "log", .type = LS_JSON_VALUE, .read = read_lines },
  [LS_EXPECTATION_LOG_CONTAINS] = { .name = "logContains", .type = LS_JSON_VALUE, .read = read_lines },
  [LS_EXPECTATION_ORDER] = { .name = "order", .type = LS_JSON_VALUE, .read = read_lines },
  [LS_EXPECTATION_RAN] = { .name = "ran", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, name),
                           .expected = NC_("expected", "the name of a task") },
  [LS_EXPECTATION_NOT_RAN] = { .name = "notRan", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, name),
                               .expected = NC_("expected", "the name of a task") },
  [LS_EXPECTATION_RESULT] = { .name = "result", .type = LS_JSON_OBJECT, .members = result_members,
                              .expected = NC_("expected", "an object with “task” and “state”") },
  [LS_EXPECTATION_NEXT] = { .name = "next", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, name),
                            .expected = NC_("expected", "the name of a task") },
  [LS_EXPECTATION_UNHANDLED_REJECTIONS] = { .name = "unhandledRejections", .type = LS_JSON_COUNT,
                                            .offset = G_STRUCT_OFFSET (LsExpectation, number),
                                            .expected = NC_("expected", "a whole number, 0 or more") },
  [LS_EXPECTATION_FINISHED] = { .name = "finished", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsExpectation, flag) },
  [LS_EXPECTATION_SIGNAL] = { .name = "signal", .type = LS_JSON_VALUE, .read = read_signal },
  [LS_EXPECTATION_POSTED] = { .name = "posted", .type = LS_JSON_OBJECT, .members = posted_members,
                              .expected = NC_("expected", "an object that describes a task") },
  [LS_EXPECTATION_MEMORY] = { .name = "memory", .type = LS_JSON_VALUE, .read = read_memory },
  [LS_EXPECTATION_UNLOCKED] = { .name = "unlocked", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, name),
                                .expected = NC_("expected", "the name of a lock") },
  [LS_EXPECTATION_NOBODY_WAITS] = { .name = "nobodyWaits", .type = LS_JSON_FLAG,
                                    .offset = G_STRUCT_OFFSET (LsExpectation, flag) },
  [LS_EXPECTATION_WAITED] = { .name = "waited", .type = LS_JSON_OBJECT, .members = waited_members,
                              .expected = NC_("expected", "an object with “task” and “atMost”") },
  [LS_EXPECTATION_UNCAUGHT] = { .name = "uncaught", .type = LS_JSON_VALUE, .read = read_lines },
};

static gboolean
find_kind (LsJsonReader      *reader,
           JsonObject        *object,
           LsExpectationKind *kind)
{
  int found = -1;

  for (guint i = 0; i < G_N_ELEMENTS (kind_members); i++)
    {
      if (!json_object_has_member (object, kind_members[i].name))
        continue;
      if (found != -1)
        {
          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found both “%s” and “%s”, expected %s"),
                               kind_members[found].name, kind_members[i].name, ls_json_expected (EXPECTED_MEMBERS));
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

static const LsJsonMember title_member = {
  .name = "title", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsExpectation, title)
};

/* An expectation of a lesson need not say at which step it holds, and cannot hold always. */
static LsExpectation *
read_expectation (LsJsonReader *reader,
                  JsonNode     *node,
                  gboolean      is_in_lesson)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an expectation: an object"));
  LsJsonMember at = { .name = "at", .type = LS_JSON_VALUE, .read = read_at };
  g_autoptr (LsExpectation) self = NULL;
  LsExpectationKind kind;

  if (object == NULL || !find_kind (reader, object, &kind))
    return NULL;

  self = g_new0 (LsExpectation, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->priority = LS_TASK_PRIORITY_NONE;
  self->aborted = -1;
  ls_json_read_member (reader, object, &title_member, self);
  ls_json_read_member (reader, object, &kind_members[kind], self);
  if (kind == LS_EXPECTATION_MEMORY && self->flag && is_in_lesson)
    {
      gsize mark = ls_json_reader_enter (reader, "memory");
      gsize inner = ls_json_reader_enter (reader, "always");

      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           _("found true, expected false in a lesson, which is about moments"));
      ls_json_reader_leave (reader, inner);
      ls_json_reader_leave (reader, mark);
    }

  at.is_required = kind == LS_EXPECTATION_NEXT && !is_in_lesson;
  if (kind == LS_EXPECTATION_NEXT || kind == LS_EXPECTATION_SIGNAL)
    ls_json_read_member (reader, object, &at, self);

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

/* Reads an element of "expectations". Returns NULL after an error. */
gpointer
ls_expectation_read (LsJsonReader *reader,
                     JsonNode     *node)
{
  return read_expectation (reader, node, FALSE);
}

/* Reads an expectation of a lesson's page, which says when it holds where the expectation does not. Returns NULL after an error. */
LsExpectation *
ls_expectation_read_in_lesson (LsJsonReader *reader,
                               JsonNode     *node)
{
  return read_expectation (reader, node, TRUE);
}

/* Returns “a”, “b”, or a word for none. */
char *
ls_expectation_quote_all (const char *const *lines)
{
  /* Translators: what ends a text in quotation marks and begins the next */
  g_autofree char *joined = g_strjoinv (_("”, “"), (char **) lines);

  return *lines != NULL ? g_strdup_printf (_("“%s”"), joined) : g_strdup (C_("found", "nothing"));
}

/* Adds the lines of a text to @lines, each without blanks at its end. */
void
ls_expectation_split_line (const char *text,
                           GPtrArray  *lines)
{
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);

  if (parts[0] == NULL)
    g_ptr_array_add (lines, g_strdup (""));
  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (lines, g_strchomp (g_strdup (parts[i])));
}

static char *
describe_signal (LsExpectation *self)
{
  g_autofree char *text = NULL;

  if (self->priority == LS_TASK_PRIORITY_NONE)
    text = g_strdup_printf (self->aborted ? _("Signal “%s” is aborted") : _("Signal “%s” is not aborted"), self->name);
  else
    text = g_strdup_printf (self->aborted == -1 ? _("Signal “%s” has priority %s")
                            : self->aborted     ? _("Signal “%s” has priority %s and is aborted")
                                                : _("Signal “%s” has priority %s and is not aborted"),
                            self->name, ls_task_priority_to_string (self->priority));
  /* Translators: a sentence, such as “Signal “c” is aborted” */
  return self->has_step ? g_strdup_printf (_("At step %u: %s"), self->number, text) : g_steal_pointer (&text);
}

static char *
describe_memory (LsExpectation *self)
{
  g_autofree char *value = NULL;

  if (self->minimum == self->maximum)
    value = g_strdup_printf ("%" PRId64, self->minimum);
  else if (self->minimum == G_MININT64)
    value = g_strdup_printf (C_("value", "at most %" PRId64), self->maximum);
  else if (self->maximum == G_MAXINT64)
    value = g_strdup_printf (C_("value", "at least %" PRId64), self->minimum);
  else
    value = g_strdup_printf (C_("value", "from %" PRId64 " to %" PRId64), self->minimum, self->maximum);
  /* Translators: the name of shared memory, the index of an element, and a number or “at most 5” */
  return g_strdup_printf (self->flag ? _("%s[%" PRIu64 "] is always %s") : _("%s[%" PRIu64 "] is %s"), self->name, self->index,
                          value);
}

static char *
describe_posted (LsExpectation *self)
{
  const char *priority = self->priority != LS_TASK_PRIORITY_NONE ? ls_task_priority_to_string (self->priority) : NULL;
  g_autofree char *text = NULL;

  if (self->name != NULL && priority != NULL && self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s” with priority %s and signal “%s”"), self->name, priority,
                            self->signal);
  else if (self->name != NULL && priority != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s” with priority %s"), self->name, priority);
  else if (self->name != NULL && self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s” with signal “%s”"), self->name, self->signal);
  else if (self->name != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s”"), self->name);
  else if (priority != NULL && self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task with priority %s and signal “%s”"), priority, self->signal);
  else if (priority != NULL)
    text = g_strdup_printf (_("An action posts a task with priority %s"), priority);
  else if (self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task with signal “%s”"), self->signal);
  else
    text = g_strdup (_("An action posts a task"));
  /* Translators: a sentence, such as “An action posts a task”, and the least delay of the task */
  return self->number > 0 ? g_strdup_printf (_("%s, with a delay of at least %u ms"), text, self->number)
                          : g_steal_pointer (&text);
}

/* Returns the title of an expectation, or what it expects in words. */
char *
ls_expectation_describe (LsExpectation *self)
{
  g_autofree char *lines = self->lines != NULL ? ls_expectation_quote_all ((const char *const *) self->lines) : NULL;
  g_autofree char *time = NULL;

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
      return self->has_step ? g_strdup_printf (_("At step %u, the next task is “%s”"), self->number, self->name)
                            : g_strdup_printf (_("The next task is “%s”"), self->name);
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rejection is not handled", "%u rejections are not handled",
                                           self->number),
                              self->number);
    case LS_EXPECTATION_FINISHED:
      return g_strdup (self->flag ? _("The run finishes") : _("The run does not finish"));
    case LS_EXPECTATION_SIGNAL:
      return describe_signal (self);
    case LS_EXPECTATION_POSTED:
      return describe_posted (self);
    case LS_EXPECTATION_MEMORY:
      return describe_memory (self);
    case LS_EXPECTATION_UNLOCKED:
      return g_strdup_printf (_("The lock “%s” is free"), self->name);
    case LS_EXPECTATION_NOBODY_WAITS:
      return g_strdup (self->flag ? _("No agent is left waiting") : _("An agent is left waiting"));
    case LS_EXPECTATION_WAITED:
      time = ls_names_say_duration (self->time);
      /* Translators: a task, and a time such as “16 ms” */
      return g_strdup_printf (_("“%s” waits %s at most"), self->name, time);
    case LS_EXPECTATION_UNCAUGHT:
      return *self->lines != NULL ? g_strdup_printf (_("Nothing catches the errors %s"), lines)
                                  : g_strdup (_("All errors are caught"));
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * ls_expectation_ref:
 * @self: an expectation
 *
 * Takes a reference.
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
  g_free (self->script);
  g_clear_pointer (&self->places, g_array_unref);
  g_free (self);
}

/**
 * ls_expectation_get_kind:
 * @self: an expectation
 *
 * Tells what the expectation looks at.
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
 * Gets the title that the session gives it.
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
 * Tells whether expectations of a kind can be watched while a session runs.
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
    case LS_EXPECTATION_WAITED:
    case LS_EXPECTATION_UNCAUGHT:
    default:
      return FALSE;
    }
}
