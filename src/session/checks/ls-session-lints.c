/* ls-session-lints.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-lints.h"

#include "ls-session-private.h"

#include <glib/gi18n-lib.h>

#define EXPECTED_KIND NC_("expected", "a kind of lint such as “long-task”")

/* In the file: "lints": {"suppress": [{"kind": "long-task"}, {"kind": "starved-task", "name": "metrics"}]}. */

static LsSuppression *
read_suppression (LsJsonReader *reader,
                  JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “kind”"));
  const char *kind, *name = NULL;
  LsSuppression *self;
  LsLintKind value = 0;
  gsize mark;

  if (object == NULL)
    return NULL;

  mark = ls_json_reader_enter (reader, "kind");
  kind = ls_json_reader_string (reader, json_object_get_member (object, "kind"), EXPECTED_KIND);
  if (kind != NULL && !ls_lint_kind_from_string (kind, &value))
    ls_json_reader_unexpected (reader, json_object_get_member (object, "kind"), EXPECTED_KIND);
  ls_json_reader_leave (reader, mark);

  if (json_object_has_member (object, "name"))
    {
      mark = ls_json_reader_enter (reader, "name");
      name = ls_json_reader_string (reader, json_object_get_member (object, "name"), NC_("expected", "text"));
      ls_json_reader_leave (reader, mark);
    }
  if (reader->error != NULL)
    return NULL;

  self = g_new0 (LsSuppression, 1);
  self->kind = value;
  self->name = g_strdup (name);
  return self;
}

static void
suppression_free (gpointer data)
{
  LsSuppression *self = data;

  g_free (self->name);
  g_free (self);
}

/*< private >
 * ls_suppressions_read:
 * @reader: where in the text it is
 * @object: the session
 *
 * Returns: (transfer full): what it suppresses */
GPtrArray *
ls_suppressions_read (LsJsonReader *reader,
                      JsonObject   *object)
{
  GPtrArray *suppressions = g_ptr_array_new_with_free_func (suppression_free);
  gsize mark, inner;
  JsonObject *lints;
  JsonArray *array;

  if (!json_object_has_member (object, "lints"))
    return suppressions;

  mark = ls_json_reader_enter (reader, "lints");
  lints = ls_json_reader_object (reader, json_object_get_member (object, "lints"), NC_("expected", "an object"));
  if (lints != NULL && json_object_has_member (lints, "suppress"))
    {
      inner = ls_json_reader_enter (reader, "suppress");
      array = ls_json_reader_array (reader, json_object_get_member (lints, "suppress"), NC_("expected", "an array"));
      for (guint i = 0; array != NULL && reader->error == NULL && i < json_array_get_length (array); i++)
        {
          gsize element = ls_json_reader_enter_index (reader, i);
          LsSuppression *suppression = read_suppression (reader, json_array_get_element (array, i));

          if (suppression != NULL)
            g_ptr_array_add (suppressions, suppression);
          ls_json_reader_leave (reader, element);
        }
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);

  return suppressions;
}

/**
 * ls_session_get_n_suppressions:
 * @self: a session
 *
 * Returns: how many kinds of lints, or lints of one name, it suppresses
 */
guint
ls_session_get_n_suppressions (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), 0);

  return ls_session_get_document (self)->suppressions->len;
}

/**
 * ls_session_get_suppression:
 * @self: a session
 * @index: less than ls_session_get_n_suppressions()
 * @kind: (out): a kind of lint
 * @name: (out) (nullable) (transfer none): the name of what it is about, %NULL for all lints of this kind; valid until
 *   the session changes
 *
 * Returns: whether there is such a one
 */
gboolean
ls_session_get_suppression (LsSession   *self,
                            guint        index,
                            LsLintKind  *kind,
                            const char **name)
{
  const LsSuppression *suppression;
  GPtrArray *suppressions;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (kind != NULL && name != NULL, FALSE);

  suppressions = ls_session_get_document (self)->suppressions;
  *name = NULL;
  if (index >= suppressions->len)
    return FALSE;
  suppression = g_ptr_array_index (suppressions, index);
  *kind = suppression->kind;
  *name = suppression->name;
  return TRUE;
}

static gboolean
find (LsSession  *self,
      LsLintKind  kind,
      const char *name,
      guint      *index)
{
  GPtrArray *suppressions = ls_session_get_document (self)->suppressions;

  for (guint i = 0; i < suppressions->len; i++)
    {
      const LsSuppression *suppression = g_ptr_array_index (suppressions, i);

      if (suppression->kind != kind || g_strcmp0 (suppression->name, name) != 0)
        continue;
      if (index != NULL)
        *index = i;
      return TRUE;
    }
  return FALSE;
}

/* What the session has at "/lints/suppress", without the element @but; members that are not known stay. */
static JsonArray *
copy_array (LsSession *self,
            guint      but)
{
  JsonObject *root = json_node_get_object (ls_session_get_document (self)->root);
  JsonNode *lints = json_object_get_member (root, "lints");
  JsonArray *array = json_array_new (), *old = NULL;

  if (lints != NULL && json_object_has_member (json_node_get_object (lints), "suppress"))
    old = json_object_get_array_member (json_node_get_object (lints), "suppress");
  for (guint i = 0; old != NULL && i < json_array_get_length (old); i++)
    if (i != but)
      json_array_add_element (array, json_node_ref (json_array_get_element (old, i)));
  return array;
}

static gboolean
set_array (LsSession *self,
           JsonArray *array)
{
  JsonObject *root = json_node_get_object (ls_session_get_document (self)->root);
  JsonNode *old = json_object_get_member (root, "lints");
  JsonObject *lints = json_object_new ();
  JsonNode *node = json_node_alloc ();

  if (old != NULL)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      json_object_iter_init_ordered (&iter, json_node_get_object (old));
      while (json_object_iter_next_ordered (&iter, &name, &value))
        json_object_set_member (lints, name, json_node_ref (value));
    }
  json_object_set_array_member (lints, "suppress", array);
  json_node_init (node, JSON_NODE_OBJECT);
  json_node_take_object (node, lints);

  return ls_session_set_member (self, "lints", node, NULL);
}

/**
 * ls_session_add_suppression:
 * @self: a session
 * @kind: a kind of lint
 * @name: (nullable): the name of what a lint is about, for lints of this name alone; %NULL for all lints of this kind
 *
 * Does not want to hear of some lints any more. Call ls_session_history_push_parts()
 * with %LS_SESSION_PART_LINTS before, for this to be undone.
 *
 * Returns: whether the session has changed: %FALSE if it suppressed just this before, or @name is no UTF-8
 */
gboolean
ls_session_add_suppression (LsSession  *self,
                            LsLintKind  kind,
                            const char *name)
{
  JsonObject *suppression;
  JsonArray *array;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail ((guint) kind < LS_N_LINT_KINDS, FALSE);

  if (find (self, kind, name, NULL) || (name != NULL && !g_utf8_validate (name, -1, NULL)))
    return FALSE;

  array = copy_array (self, G_MAXUINT);
  suppression = json_object_new ();
  json_object_set_string_member (suppression, "kind", ls_lint_kind_to_string (kind));
  if (name != NULL)
    json_object_set_string_member (suppression, "name", name);
  json_array_add_object_element (array, suppression);
  return set_array (self, array);
}

/**
 * ls_session_remove_suppression:
 * @self: a session
 * @kind: a kind of lint
 * @name: (nullable): as for ls_session_add_suppression()
 *
 * Takes a suppression back.
 *
 * Returns: whether the session has changed: %FALSE if it does not suppress just this
 */
gboolean
ls_session_remove_suppression (LsSession  *self,
                               LsLintKind  kind,
                               const char *name)
{
  gboolean changed = FALSE;
  guint index;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  while (find (self, kind, name, &index) && set_array (self, copy_array (self, index)))
    changed = TRUE;
  return changed;
}

/**
 * ls_session_suppresses:
 * @self: a session
 * @kind: a kind of lint
 * @name: (nullable): the name of what a lint is about
 *
 * Returns: whether the session suppresses all lints of @kind, or those of this name
 */
gboolean
ls_session_suppresses (LsSession  *self,
                       LsLintKind  kind,
                       const char *name)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  return find (self, kind, NULL, NULL) || (name != NULL && find (self, kind, name, NULL));
}

/**
 * ls_session_suppresses_lint:
 * @self: a session
 * @lint: a lint
 * @trace: the trace that it was found in
 *
 * Returns: whether the session does not want to hear of it
 */
gboolean
ls_session_suppresses_lint (LsSession    *self,
                            const LsLint *lint,
                            LsTrace      *trace)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (lint != NULL, FALSE);
  g_return_val_if_fail (LS_IS_TRACE (trace), FALSE);

  return ls_session_suppresses (self, lint->kind, ls_trace_get_text (trace, lint->name));
}
