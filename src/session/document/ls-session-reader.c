/* ls-session-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-breakpoint-private.h"
#include "ls-expectation-private.h"
#include "ls-lesson-private.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* The JSON tree of a session to what it says. */

#define FORMAT_NAME "loopscope-session"
#define FORMAT_VERSION 1

typedef gpointer (*ReadElement) (LsJsonReader *reader,
                                 JsonNode     *node);

static void
check_format (LsJsonReader *reader,
              JsonObject   *object)
{
  JsonNode *node = json_object_get_member (object, "format");
  gsize mark = ls_json_reader_enter (reader, "format");
  g_autofree char *expected = ls_json_quote (FORMAT_NAME);
  const char *format = ls_json_reader_string (reader, node, expected);
  guint64 version;

  if (format != NULL && !g_str_equal (format, FORMAT_NAME))
    {
      g_autofree char *found = ls_json_describe (node);

      ls_json_reader_fail (reader, LS_SESSION_ERROR_FORMAT, _("found %s, expected %s"), found, expected);
    }
  ls_json_reader_leave (reader, mark);

  mark = ls_json_reader_enter (reader, "version");
  version = ls_json_reader_integer (reader, json_object_get_member (object, "version"), 0, G_MAXINT32,
                                    NC_("expected", "version 1 of the format"));
  if (reader->error == NULL && version != FORMAT_VERSION)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_FORMAT,
                         version > FORMAT_VERSION
                           ? _("found version %" PRIu64 " of the format, expected version %d; a newer Loopscope made this file")
                           : _("found version %" PRIu64 " of the format, expected version %d"), version, FORMAT_VERSION);
  ls_json_reader_leave (reader, mark);
}

static char *
read_text (LsJsonReader *reader,
           JsonObject   *object,
           const char   *member)
{
  gsize mark;
  char *text;

  if (!json_object_has_member (object, member))
    return g_strdup ("");

  mark = ls_json_reader_enter (reader, member);
  text = g_strdup (ls_json_reader_string (reader, json_object_get_member (object, member), NC_("expected", "text")));
  ls_json_reader_leave (reader, mark);
  return text;
}

static GPtrArray *
read_list (LsJsonReader   *reader,
           JsonObject     *object,
           const char     *member,
           ReadElement     read,
           GDestroyNotify  destroy)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (destroy);
  JsonArray *array;
  gsize mark;

  if (!json_object_has_member (object, member))
    return list;

  mark = ls_json_reader_enter (reader, member);
  array = ls_json_reader_array (reader, json_object_get_member (object, member), NC_("expected", "an array"));
  for (guint i = 0; array != NULL && reader->error == NULL && i < json_array_get_length (array); i++)
    {
      gsize inner = ls_json_reader_enter_index (reader, i);
      gpointer element = read (reader, json_array_get_element (array, i));

      if (element != NULL)
        g_ptr_array_add (list, element);
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);

  return list;
}

static LsMark *
read_mark (LsJsonReader *reader,
           JsonNode     *node,
           const char   *member)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “step”"));
  const char *text;
  guint32 step;
  gsize mark;

  if (object == NULL)
    return NULL;

  mark = ls_json_reader_enter (reader, "step");
  step = ls_json_reader_integer (reader, json_object_get_member (object, "step"), 0, G_MAXUINT32, NULL);
  ls_json_reader_leave (reader, mark);
  mark = ls_json_reader_enter (reader, member);
  text = ls_json_reader_string (reader, json_object_get_member (object, member), NC_("expected", "text"));
  ls_json_reader_leave (reader, mark);

  return reader->error == NULL ? ls_mark_new (step, text) : NULL;
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

/* Settings come before the program, but what they are unless given depends on it. */
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

/* Who goes where two agents or more could. */
static void
read_schedule (LsDocument   *self,
               LsJsonReader *reader,
               JsonObject   *object)
{
  JsonNode *node = json_object_get_member (object, "schedule");
  JsonArray *array;
  gsize mark;

  if (node == NULL)
    return;

  mark = ls_json_reader_enter (reader, "schedule");
  array = ls_json_reader_array (reader, node, NC_("expected", "an array of numbers of agents"));
  self->schedule = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; array != NULL && reader->error == NULL && i < json_array_get_length (array); i++)
    {
      gsize inner = ls_json_reader_enter_index (reader, i);
      const guint32 agent = ls_json_reader_integer (reader, json_array_get_element (array, i), 1, LS_SESSION_MAX_AGENT_NUMBER,
                                                    NC_("expected", "the number of an agent, from 1 to 4095"));

      g_array_append_val (self->schedule, agent);
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);
}

static void
read_members (LsDocument           *self,
              LsJsonReader         *reader,
              JsonObject           *object,
              const LsScriptLoader *loader)
{
  gsize mark;

  self->title = read_text (reader, object, "title");
  self->description = read_text (reader, object, "description");

  mark = ls_json_reader_enter (reader, "settings");
  self->settings = ls_settings_read (reader, json_object_get_member (object, "settings"),
                                     default_step_budget (object));
  ls_json_reader_leave (reader, mark);

  mark = ls_json_reader_enter (reader, "program");
  self->program = ls_program_read (reader, json_object_get_member (object, "program"), loader);
  ls_json_reader_leave (reader, mark);

  self->actions = read_list (reader, object, "actions", (ReadElement) ls_action_read,
                             (GDestroyNotify) ls_action_unref);
  self->expectations = read_list (reader, object, "expectations", (ReadElement) ls_expectation_read,
                                  (GDestroyNotify) ls_expectation_unref);
  self->bookmarks = read_list (reader, object, "bookmarks", read_bookmark, (GDestroyNotify) ls_mark_free);
  self->notes = read_list (reader, object, "notes", read_note, (GDestroyNotify) ls_mark_free);
  self->breakpoints = read_list (reader, object, "breakpoints", (ReadElement) ls_breakpoint_read,
                                 (GDestroyNotify) ls_break_rule_free);
  if (reader->error == NULL && self->breakpoints->len > LS_SESSION_MAX_BREAKPOINTS)
    {
      mark = ls_json_reader_enter (reader, "breakpoints");
      ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %u breakpoints, expected %d at most"),
                           self->breakpoints->len, LS_SESSION_MAX_BREAKPOINTS);
      ls_json_reader_leave (reader, mark);
    }
  self->suppressions = ls_suppressions_read (reader, object);
  read_schedule (self, reader, object);
  if (reader->error == NULL && json_object_has_member (object, "lesson"))
    {
      mark = ls_json_reader_enter (reader, "lesson");
      self->lesson = ls_lesson_read (reader, json_object_get_member (object, "lesson"), self->root);
      ls_json_reader_leave (reader, mark);
    }

  if (reader->error == NULL)
    ls_program_check (self->program, reader, self->actions);
}

/*< private >
 * ls_document_read:
 * @name: what the text is called in messages
 * @root: its tree, which must not change any more
 * @loader: where the texts of scripts beside it come from
 * @error: return location for an error
 *
 * Returns: (transfer full): what it says, or %NULL with @error set */
LsDocument *
ls_document_read (const char            *name,
                  JsonNode              *root,
                  const LsScriptLoader  *loader,
                  GError               **error)
{
  g_autoptr (LsDocument) self = g_new0 (LsDocument, 1);
  LsJsonReader reader;
  JsonObject *object;

  g_atomic_ref_count_init (&self->ref_count);
  self->root = json_node_ref (root);

  ls_json_reader_init (&reader, name);
  reader.watch = loader->watch;
  object = ls_json_reader_object (&reader, root, NC_("expected", "an object with “format”: “loopscope-session”"));
  if (object != NULL)
    check_format (&reader, object);
  if (reader.error == NULL)
    read_members (self, &reader, object, loader);

  return ls_json_reader_finish (&reader, error) ? g_steal_pointer (&self) : NULL;
}

/*< private >
 * ls_document_read_settings:
 * @other: what the session said, without a lesson
 * @name: what the text is called in messages
 * @root: the tree of @other with other settings
 * @error: return location for an error
 *
 * Returns: (transfer full): what it says now, or %NULL with @error set */
LsDocument *
ls_document_read_settings (LsDocument  *other,
                           const char  *name,
                           JsonNode    *root,
                           GError     **error)
{
  g_autoptr (LsDocument) self = g_new0 (LsDocument, 1);
  JsonObject *object = json_node_get_object (root);
  LsJsonReader reader;
  gsize mark;

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
  self->schedule = other->schedule != NULL ? g_array_ref (other->schedule) : NULL;

  ls_json_reader_init (&reader, name);
  mark = ls_json_reader_enter (&reader, "settings");
  self->settings = ls_settings_read (&reader, json_object_get_member (object, "settings"), default_step_budget (object));
  ls_json_reader_leave (&reader, mark);

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

/* One level of a tree with the value at the rest of @pointer replaced; shares all else with @node. */
static JsonNode *
replace_below (JsonNode    *node,
               char       **names,
               JsonNode    *value)
{
  JsonNode *copy;

  if (names[0] == NULL)
    return json_node_ref (value);

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_object_new ();
      JsonNode *old = json_object_get_member (json_node_get_object (node), names[0]);
      JsonNode *below = replace_below (old, names + 1, value);
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      if (below != NULL)
        {
          json_object_iter_init_ordered (&iter, json_node_get_object (node));
          while (json_object_iter_next_ordered (&iter, &name, &member))
            json_object_set_member (object, name, g_str_equal (name, names[0]) ? json_node_ref (below)
                                                                               : json_node_ref (member));
          if (old == NULL)
            json_object_set_member (object, names[0], json_node_ref (below));
          json_node_unref (below);
          copy = json_node_alloc ();
          json_node_init (copy, JSON_NODE_OBJECT);
          json_node_take_object (copy, object);
          return copy;
        }
      json_object_unref (object);
    }
  else if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *old = json_node_get_array (node);
      guint length = json_array_get_length (old);
      guint64 index;

      if (g_str_equal (names[0], "-"))
        index = length;
      else if (!g_ascii_string_to_unsigned (names[0], 10, 0, length, &index, NULL))
        return NULL;

      {
        JsonNode *below = replace_below (index < length ? json_array_get_element (old, index) : NULL, names + 1, value);
        JsonArray *array;

        if (below == NULL)
          return NULL;
        array = json_array_sized_new (length + 1);
        for (guint i = 0; i < length; i++)
          json_array_add_element (array, i == index ? json_node_ref (below)
                                                    : json_node_ref (json_array_get_element (old, i)));
        if (index == length)
          json_array_add_element (array, json_node_ref (below));
        json_node_unref (below);
        copy = json_node_alloc ();
        json_node_init (copy, JSON_NODE_ARRAY);
        json_node_take_array (copy, array);
        return copy;
      }
    }

  return NULL;
}

/*< private >
 * ls_json_replace:
 * @root: a tree
 * @pointer: a JSON pointer into it; a last name that is not there adds a member, "-" an element
 * @value: what is to be there
 * @error: return location for an error
 *
 * Returns: (transfer full): another tree, which shares with @root what is the same */
JsonNode *
ls_json_replace (JsonNode    *root,
                 const char  *pointer,
                 JsonNode    *value,
                 GError     **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *shown = ls_json_display_pointer (pointer);
  JsonNode *result;

  if ((*pointer != '\0' && *pointer != '/') || !g_utf8_validate (pointer, -1, NULL))
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                   _("session: %s: found no JSON pointer, expected one in UTF-8 that begins with “/”"), shown);
      return NULL;
    }

  /* What stands before the first “/” is nothing. */
  names = g_strsplit (pointer, "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GString) name = g_string_new (names[i]);

      g_string_replace (name, "~1", "/", 0);
      g_string_replace (name, "~0", "~", 0);
      g_free (names[i]);
      names[i] = g_strdup (name->str);
    }

  result = replace_below (root, names[0] != NULL ? names + 1 : names, value);
  if (result == NULL)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 _("session: %s: found nothing at this pointer, expected a place in the session"), shown);
  return result;
}
