/* ls-session-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-breakpoint-private.h"
#include "ls-expectation-private.h"
#include "ls-json-members-private.h"
#include "ls-lesson-private.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads the JSON tree of a session. */

#define FORMAT_NAME "loopscope-session"
#define FORMAT_VERSION 1

static gpointer
read_mark (LsJsonReader *reader,
           JsonNode     *node,
           const char   *member)
{
  const LsJsonMember members[] = {
    { .name = "step", .type = LS_JSON_COUNT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsMark, step) },
    { .name = member, .type = LS_JSON_TEXT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsMark, text) },
    { NULL }
  };
  g_autoptr (LsMark) self = ls_mark_new (0, NULL);

  return ls_json_read_object (reader, node, NC_("expected", "an object with “step”"), members, self) ? g_steal_pointer (&self)
                                                                                                   : NULL;
}

static gpointer
read_bookmark (LsJsonReader *reader,
               JsonNode     *node)
{
  return read_mark (reader, node, "title");
}

static gpointer
read_note (LsJsonReader *reader,
           JsonNode     *node)
{
  return read_mark (reader, node, "text");
}

/* Settings are read before the program, but the default budget depends on the program's kind. */
static guint64
default_step_budget (JsonObject *object)
{
  JsonNode *program = json_object_get_member (object, "program");
  JsonNode *kind = program != NULL && JSON_NODE_HOLDS_OBJECT (program)
                     ? json_object_get_member (json_node_get_object (program), "kind") : NULL;
  const char *text = kind != NULL && JSON_NODE_HOLDS_VALUE (kind) ? json_node_get_string (kind) : NULL;

  return g_strcmp0 (text, ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT)) == 0
           ? LS_SETTINGS_DEFAULT_JAVASCRIPT_STEP_BUDGET : LS_SETTINGS_DEFAULT_STEP_BUDGET;
}

static void
read_agent (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  const guint32 agent = ls_json_reader_integer (reader, node, 1, LS_SESSION_MAX_AGENT_NUMBER,
                                                NC_("expected", "the number of an agent, from 1 to 4095"));

  g_array_append_val ((GArray *) data, agent);
}

/* Reads which agent goes on, each time that two or more could. */
static void
read_schedule (LsJsonReader *reader,
               JsonNode     *node,
               gpointer      data)
{
  LsDocument *self = data;

  self->schedule = g_array_new (FALSE, FALSE, sizeof (guint32));
  ls_json_reader_each (reader, node, NC_("expected", "an array of numbers of agents"), read_agent, self->schedule);
}

static void
read_lesson (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  LsDocument *self = data;

  if (reader->error == NULL)
    self->lesson = ls_lesson_read (reader, node, self->root);
}

static const LsJsonMember first_members[] = {
  { .name = "title", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsDocument, title) },
  { .name = "description", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsDocument, description) },
  { NULL }
};

static const LsJsonMember list_members[] = {
  { .name = "actions", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsDocument, actions), .read_element = ls_action_read },
  { .name = "expectations", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsDocument, expectations),
    .read_element = ls_expectation_read },
  { .name = "bookmarks", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsDocument, bookmarks), .read_element = read_bookmark },
  { .name = "notes", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsDocument, notes), .read_element = read_note },
  { .name = "breakpoints", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsDocument, breakpoints),
    .read_element = ls_breakpoint_read },
  { NULL }
};

static const LsJsonMember suppress_members[] = {
  { .name = "suppress", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsDocument, suppressions),
    .read_element = ls_suppression_read },
  { .name = "asRecorded", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsDocument, has_measured_waits) },
  { NULL }
};

static const LsJsonMember last_members[] = {
  { .name = "lints", .type = LS_JSON_OBJECT, .members = suppress_members, .expected = NC_("expected", "an object") },
  { .name = "schedule", .type = LS_JSON_VALUE, .read = read_schedule },
  { .name = "lesson", .type = LS_JSON_VALUE, .read = read_lesson },
  { NULL }
};

static void
read_settings (LsDocument   *self,
               LsJsonReader *reader,
               JsonObject   *object)
{
  gsize mark = ls_json_reader_enter (reader, "settings");

  self->settings = ls_settings_read (reader, json_object_get_member (object, "settings"), default_step_budget (object));
  ls_json_reader_leave (reader, mark);
}

static void
read_members (LsDocument           *self,
              LsJsonReader         *reader,
              JsonObject           *object,
              const LsScriptLoader *loader)
{
  gsize mark;

  ls_json_read_members (reader, object, first_members, self);
  read_settings (self, reader, object);

  mark = ls_json_reader_enter (reader, "program");
  self->program = ls_program_read (reader, json_object_get_member (object, "program"), loader);
  ls_json_reader_leave (reader, mark);

  ls_json_read_members (reader, object, list_members, self);
  if (reader->error == NULL && self->breakpoints->len > LS_SESSION_MAX_BREAKPOINTS)
    {
      mark = ls_json_reader_enter (reader, "breakpoints");
      ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %u breakpoints, expected at most %d"),
                           self->breakpoints->len, LS_SESSION_MAX_BREAKPOINTS);
      ls_json_reader_leave (reader, mark);
    }
  ls_json_read_members (reader, object, last_members, self);

  if (reader->error == NULL)
    ls_program_check (self->program, reader, self->actions);
}

static LsDocument *
document_new (JsonNode *root)
{
  LsDocument *self = g_new0 (LsDocument, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->root = json_node_ref (root);
  self->title = g_strdup ("");
  self->description = g_strdup ("");
  self->actions = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
  self->expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  self->bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_mark_free);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_mark_free);
  self->breakpoints = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  self->suppressions = g_ptr_array_new_with_free_func (ls_suppression_free);
  return self;
}

/* Reads the tree of a session, which must not change any more. @name: what messages call it; @loader: where the texts of scripts
 * beside it come from */
LsDocument *
ls_document_read (const char            *name,
                  JsonNode              *root,
                  const LsScriptLoader  *loader,
                  GError               **error)
{
  g_autoptr (LsDocument) self = document_new (root);
  LsJsonReader reader;
  JsonObject *object;

  ls_json_reader_init (&reader, name, loader->watch);
  object = ls_json_reader_object (&reader, root, NC_("expected", "an object with “format”: “loopscope-session”"));
  if (object != NULL)
    ls_json_reader_check_format (&reader, object, FORMAT_NAME, FORMAT_VERSION);
  if (reader.error == NULL)
    read_members (self, &reader, object, loader);

  return ls_json_reader_finish (&reader, error) ? g_steal_pointer (&self) : NULL;
}

/* Reads @root, which is the tree of @other, without a lesson, with other settings. @name: what messages call it */
LsDocument *
ls_document_read_settings (LsDocument  *other,
                           const char  *name,
                           JsonNode    *root,
                           GError     **error)
{
  g_autoptr (LsDocument) self = g_new0 (LsDocument, 1);
  JsonObject *object = json_node_get_object (root);
  LsJsonReader reader;

  g_return_val_if_fail (other->lesson == NULL, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->root = json_node_ref (root);
  self->title = g_strdup (other->title);
  self->description = g_strdup (other->description);
  self->program = ls_program_ref (other->program);
  self->actions = g_ptr_array_ref (other->actions);
  self->expectations = g_ptr_array_ref (other->expectations);
  self->bookmarks = g_ptr_array_ref (other->bookmarks);
  self->notes = g_ptr_array_ref (other->notes);
  self->breakpoints = g_ptr_array_ref (other->breakpoints);
  self->suppressions = g_ptr_array_ref (other->suppressions);
  self->has_measured_waits = other->has_measured_waits;
  self->schedule = other->schedule != NULL ? g_array_ref (other->schedule) : NULL;

  ls_json_reader_init (&reader, name, NULL);
  read_settings (self, &reader, object);
  return ls_json_reader_finish (&reader, error) ? g_steal_pointer (&self) : NULL;
}

guint64
ls_document_get_default_step_budget (LsDocument *self)
{
  return default_step_budget (json_node_get_object (self->root));
}

LsDocument *
ls_document_ref (LsDocument *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_document_unref (LsDocument *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->settings, ls_settings_free);
  g_clear_pointer (&self->program, ls_program_unref);
  g_clear_pointer (&self->actions, g_ptr_array_unref);
  g_clear_pointer (&self->expectations, g_ptr_array_unref);
  g_clear_pointer (&self->bookmarks, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->breakpoints, g_ptr_array_unref);
  g_clear_pointer (&self->suppressions, g_ptr_array_unref);
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  g_clear_pointer (&self->schedule, g_array_unref);
  g_clear_pointer (&self->root, json_node_unref);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}
