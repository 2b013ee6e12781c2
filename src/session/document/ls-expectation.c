/* ls-expectation.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-expectation-private.h"

#include "ls-json-members-private.h"

#include <glib/gi18n-lib.h>

#define EXPECTED_MEMBERS \
  NC_("expected", "one of “log”, “logContains”, “order”, “ran”, “notRan”, “result”, “next”, “unhandledRejections”, “finished”, " \
                  "“signal”, “posted”, “memory”, “unlocked”, “nobodyWaits”, “waited”, “uncaught”, “longestTurn”, “missedFrames”, " \
                  "“never”, “holders” and “agent”")

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
  { .name = "index", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsExpectation, index) },
  { .name = "equals", .type = LS_JSON_INTEGER, .offset = G_STRUCT_OFFSET (LsExpectation, minimum),
    .expected = NC_("expected", "a whole number of 64 bits") },
  { .name = "atLeast", .type = LS_JSON_INTEGER, .offset = G_STRUCT_OFFSET (LsExpectation, minimum),
    .expected = NC_("expected", "a whole number of 64 bits") },
  { .name = "atMost", .type = LS_JSON_INTEGER, .offset = G_STRUCT_OFFSET (LsExpectation, maximum),
    .expected = NC_("expected", "a whole number of 64 bits") },
  { NULL }
};

/* Of an expectation that measures something: a number of milliseconds, or a plain one. */
#define BOUNDS(kind, what) \
  { .name = "atLeast", .type = kind, .offset = G_STRUCT_OFFSET (LsExpectation, least), .expected = what }, \
  { .name = "atMost", .type = kind, .offset = G_STRUCT_OFFSET (LsExpectation, most), .expected = what }

static const LsJsonMember waited_members[] = {
  { .name = "task", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of a task") },
  BOUNDS (LS_JSON_TIME, NC_("expected", "milliseconds, 0 or more")),
  { NULL }
};

static const LsJsonMember time_members[] = {
  BOUNDS (LS_JSON_TIME, NC_("expected", "milliseconds, 0 or more")),
  { NULL }
};

static const LsJsonMember number_members[] = {
  BOUNDS (LS_JSON_COUNT64, NULL),
  { NULL }
};

static const LsJsonMember holders_members[] = {
  { .name = "memory", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of shared memory") },
  { .name = "index", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsExpectation, index) },
  BOUNDS (LS_JSON_COUNT64, NULL),
  { NULL }
};

static void
read_bounds (LsJsonReader       *reader,
             JsonNode           *node,
             const char         *expected,
             const LsJsonMember *members,
             LsExpectation      *self)
{
  self->least = 0;
  self->most = G_MAXUINT64;
  if (!ls_json_read_object (reader, node, expected, members, self))
    return;

  if (!json_object_has_member (json_node_get_object (node), "atLeast") &&
      !json_object_has_member (json_node_get_object (node), "atMost"))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found neither, expected “atMost”, “atLeast” or both"));
  else if (self->least > self->most)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found an “atLeast” that is more than “atMost”, which nothing can be"));
}

static void
read_waited (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  read_bounds (reader, node, NC_("expected", "an object with “task” and “atMost”"), waited_members, data);
}

static void
read_longest_turn (LsJsonReader *reader,
                   JsonNode     *node,
                   gpointer      data)
{
  read_bounds (reader, node, NC_("expected", "an object with “atMost”"), time_members, data);
}

static void
read_missed_frames (LsJsonReader *reader,
                    JsonNode     *node,
                    gpointer      data)
{
  read_bounds (reader, node, NC_("expected", "an object with “atMost”"), number_members, data);
}

static void
read_holders (LsJsonReader *reader,
              JsonNode     *node,
              gpointer      data)
{
  read_bounds (reader, node, NC_("expected", "an object with “memory” and “atLeast”"), holders_members, data);
}

static const char *const agent_states[] = { "running", "runnable", "waiting", "idle", "ended", NULL };

static const LsJsonMember agent_members[] = {
  { .name = "name", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, name),
    .expected = NC_("expected", "the name of an agent") },
  { .name = "is", .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsExpectation, state),
    .among = agent_states, .expected = NC_("expected", "“running”, “runnable”, “waiting”, “idle” or “ended”") },
  { NULL }
};

/* Without a line it would expect nothing. */
static void
read_never (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  LsExpectation *self = data;

  read_lines (reader, node, data);
  if (reader->error == NULL && *self->lines == NULL)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found no line, expected at least one"));
}

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
  [LS_EXPECTATION_WAITED] = { .name = "waited", .type = LS_JSON_VALUE, .read = read_waited },
  [LS_EXPECTATION_UNCAUGHT] = { .name = "uncaught", .type = LS_JSON_VALUE, .read = read_lines },
  [LS_EXPECTATION_LONGEST_TURN] = { .name = "longestTurn", .type = LS_JSON_VALUE, .read = read_longest_turn },
  [LS_EXPECTATION_MISSED_FRAMES] = { .name = "missedFrames", .type = LS_JSON_VALUE, .read = read_missed_frames },
  [LS_EXPECTATION_NEVER] = { .name = "never", .type = LS_JSON_VALUE, .read = read_never },
  [LS_EXPECTATION_HOLDERS] = { .name = "holders", .type = LS_JSON_VALUE, .read = read_holders },
  [LS_EXPECTATION_AGENT] = { .name = "agent", .type = LS_JSON_OBJECT, .members = agent_members,
                             .expected = NC_("expected", "an object with “name” and “is”") },
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
  if (kind == LS_EXPECTATION_NEXT || kind == LS_EXPECTATION_SIGNAL || kind == LS_EXPECTATION_AGENT)
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
    case LS_EXPECTATION_MEMORY:
    case LS_EXPECTATION_HOLDERS:
    case LS_EXPECTATION_AGENT:
      return TRUE;
    case LS_EXPECTATION_LOG:
    case LS_EXPECTATION_NOT_RAN:
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
    case LS_EXPECTATION_FINISHED:
    case LS_EXPECTATION_UNLOCKED:
    case LS_EXPECTATION_NOBODY_WAITS:
    case LS_EXPECTATION_WAITED:
    case LS_EXPECTATION_UNCAUGHT:
    case LS_EXPECTATION_LONGEST_TURN:
    case LS_EXPECTATION_MISSED_FRAMES:
    case LS_EXPECTATION_NEVER:
    default:
      return FALSE;
    }
}
