/* ls-session-lints.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-lints.h"

#include "ls-json-members-private.h"
#include "ls-session-private.h"

#include <glib/gi18n-lib.h>

/* In the file: "lints": {"suppress": [{"kind": "long-task"}, {"kind": "starved-task", "name": "metrics"}]}. */

static const LsJsonMember members[] = {
  { .name = "kind", .type = LS_JSON_WORD, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSuppression, kind),
    .expected = NC_("expected", "a kind of lint such as “long-task”"),
    .from_string = ls_lint_kind_from_string },
  { .name = "name", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsSuppression, name) },
  { NULL }
};

/* Reads an element of "suppress". */
gpointer
ls_suppression_read (LsJsonReader *reader,
                     JsonNode     *node)
{
  LsSuppression *self = g_new0 (LsSuppression, 1);

  ls_json_read_object (reader, node, NC_("expected", "an object with “kind”"), members, self);
  return self;
}

void
ls_suppression_free (gpointer data)
{
  LsSuppression *self = data;

  g_free (self->name);
  g_free (self);
}

/**
 * ls_session_get_n_suppressions:
 * @self: a session
 *
 * Counts the suppressions of lints.
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
 * Gets one of the suppressions of lints.
 *
 * Returns: whether there is one
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

/* Copies what the session has at "/lints/suppress", except for the element @but; unknown members stay. */
static JsonArray *
copy_array (LsSession *self,
            guint      but)
{
  JsonObject *lints = ls_json_peek_object (json_node_get_object (ls_session_get_document (self)->root), "lints");
  JsonArray *old = lints != NULL ? ls_json_peek_array (lints, "suppress") : NULL;
  JsonArray *array = json_array_new ();

  ls_json_add_elements (array, old, 0, but);
  if (but < G_MAXUINT)
    ls_json_add_elements (array, old, but + 1, G_MAXUINT);
  return array;
}

/* Takes @array. */
static gboolean
set_array (LsSession *self,
           JsonArray *array)
{
  JsonObject *root = json_node_get_object (ls_session_get_document (self)->root);
  JsonObject *lints = ls_json_copy_object (ls_json_peek_object (root, "lints"));

  json_object_set_array_member (lints, "suppress", array);
  return ls_session_set_member (self, "lints", ls_json_take_object (lints), NULL);
}

/**
 * ls_session_add_suppression:
 * @self: a session
 * @kind: a kind of lint
 * @name: (nullable): the name of what a lint is about, for lints of this name alone; %NULL for all lints of this kind
 *
 * Suppresses some lints. Call [method@Undo.push] with %LS_SESSION_PART_LINTS before, so that this can be undone.
 *
 * Returns: whether the session has changed: %FALSE if it suppressed just this before, or @name is no UTF-8
 */
gboolean
ls_session_add_suppression (LsSession  *self,
                            LsLintKind  kind,
                            const char *name)
{
  JsonObject *object;
  JsonArray *array;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail ((guint) kind < LS_N_LINT_KINDS, FALSE);

  if (find (self, kind, name, NULL) || (name != NULL && !g_utf8_validate (name, -1, NULL)))
    return FALSE;

  array = copy_array (self, G_MAXUINT);
  object = json_object_new ();
  json_object_set_string_member (object, "kind", ls_lint_kind_to_string (kind));
  if (name != NULL)
    json_object_set_string_member (object, "name", name);
  json_array_add_object_element (array, object);
  return set_array (self, array);
}

/**
 * ls_session_remove_suppression:
 * @self: a session
 * @kind: a kind of lint
 * @name: (nullable): as for [method@Session.add_suppression]
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
 * Tells whether the session suppresses lints of a kind and a name.
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
 * Tells whether the session suppresses a lint.
 *
 * Returns: whether the session suppresses it
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

/**
 * ls_session_get_lint_limits:
 * @self: a session
 * @limits: (out caller-allocates): from when on something in its runs is a lint
 *
 * A session that was made from a recording has the limits of recordings: its waits are those of a machine with other work.
 */
void
ls_session_get_lint_limits (LsSession    *self,
                            LsLintLimits *limits)
{
  g_return_if_fail (LS_IS_SESSION (self));
  g_return_if_fail (limits != NULL);

  *limits = (LsLintLimits) LS_LINT_LIMITS_INIT;
  limits->is_measured = ls_session_get_document (self)->has_measured_waits;
}
