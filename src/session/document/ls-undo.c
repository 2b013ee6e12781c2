/* ls-undo.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-undo-private.h"

#include "ls-breakpoint-private.h"
#include "ls-session-private.h"

/**
 * LsUndo:
 *
 * Undo and redo of what a user does to a session. Each entry of the stack holds what the session was before a change; once that is
 * undone, what it was after it. An entry is about some parts of the session, and leaves the others alone: undo never changes a
 * program of steps.
 */
struct _LsUndo
{
  GObject    parent_instance;

  LsSession *session;
  GPtrArray *entries;   /* LsUndoEntry, the oldest first */
  guint      n_done;    /* so many entries can be undone, the others done again */
};

/* Trees do not change, and share what is the same: an entry takes only the memory of what later changes replace. */
struct _LsUndoEntry
{
  char           *label;
  LsSessionParts  parts;
  JsonNode       *root;
  GPtrArray      *scripts;   /* LsScript; NULL for a program of steps */
  gpointer        data;
  GDestroyNotify  destroy;
};

/* Which members of a session belong to which part, and what there is where the session has none: JSON_NODE_NULL for no member. */
static const struct
{
  LsSessionParts  part;
  const char     *name;
  JsonNodeType    type;
} member_specs[] = {
  { LS_SESSION_PART_ACTIONS, "actions", JSON_NODE_ARRAY },
  { LS_SESSION_PART_BREAKPOINTS, "breakpoints", JSON_NODE_ARRAY },
  { LS_SESSION_PART_MARKS, "bookmarks", JSON_NODE_ARRAY },
  { LS_SESSION_PART_MARKS, "notes", JSON_NODE_ARRAY },
  { LS_SESSION_PART_SETTINGS, "settings", JSON_NODE_OBJECT },
  { LS_SESSION_PART_LINTS, "lints", JSON_NODE_OBJECT },
  { LS_SESSION_PART_SCHEDULE, "schedule", JSON_NODE_ARRAY },
  { LS_SESSION_PART_LESSON, "lesson", JSON_NODE_NULL },
  { LS_SESSION_PART_LESSON, "title", JSON_NODE_NULL },
  { LS_SESSION_PART_LESSON, "description", JSON_NODE_NULL },
};

G_DEFINE_FINAL_TYPE (LsUndo, ls_undo, G_TYPE_OBJECT)

void
ls_undo_entry_free (LsUndoEntry *self)
{
  if (self->destroy != NULL)
    self->destroy (self->data);
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->scripts, g_ptr_array_unref);
  g_free (self->label);
  g_free (self);
}

static void
ls_undo_finalize (GObject *object)
{
  LsUndo *self = LS_UNDO (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->entries, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_undo_parent_class)->finalize (object);
}

static void
ls_undo_class_init (LsUndoClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_undo_finalize;
}

static void
ls_undo_init (LsUndo *self)
{
  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_undo_entry_free);
}

/**
 * ls_undo_new:
 * @session: a session
 *
 * Makes an undo stack, which has nothing to undo yet.
 *
 * Returns: (transfer full): an empty undo stack of @session
 */
LsUndo *
ls_undo_new (LsSession *session)
{
  LsUndo *self;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  self = g_object_new (LS_TYPE_UNDO, NULL);
  self->session = g_object_ref (session);
  return self;
}

/* Remembers what the session is before a change of @parts. Callers add the entry once they know that the change is possible. */
LsUndoEntry *
ls_undo_remember (LsUndo         *self,
                  const char     *label,
                  LsSessionParts  parts)
{
  LsDocument *document = ls_session_get_document (self->session);
  LsUndoEntry *entry = g_new0 (LsUndoEntry, 1);

  entry->label = g_strdup (label);
  entry->parts = parts;
  entry->root = json_node_ref (document->root);
  if (document->program->kind == LS_PROGRAM_JAVASCRIPT)
    entry->scripts = g_ptr_array_ref (document->program->scripts);
  return entry;
}

/* Adds a change. @entry: (transfer full): what the session was before. What could be done again is forgotten. */
void
ls_undo_add (LsUndo      *self,
             LsUndoEntry *entry)
{
  g_ptr_array_set_size (self->entries, self->n_done);
  g_ptr_array_add (self->entries, entry);
  self->n_done++;
}

/* Returns: (nullable): what is next to be undone, or else to be done again */
LsUndoEntry *
ls_undo_peek (LsUndo   *self,
              gboolean  undo)
{
  if (undo ? self->n_done == 0 : self->n_done == self->entries->len)
    return NULL;
  return g_ptr_array_index (self->entries, undo ? self->n_done - 1 : self->n_done);
}

/* Returns how many changes can be undone. */
guint
ls_undo_get_depth (LsUndo *self)
{
  return self->n_done;
}

/* Gives @data to the entry, which frees it with @destroy. */
void
ls_undo_entry_set_data (LsUndoEntry    *self,
                        gpointer        data,
                        GDestroyNotify  destroy)
{
  self->data = data;
  self->destroy = destroy;
}

gpointer
ls_undo_entry_get_data (LsUndoEntry *self)
{
  return self->data;
}

static LsSessionParts
get_parts (LsUndo   *self,
           gboolean  undo)
{
  LsUndoEntry *entry = ls_undo_peek (self, undo);

  return entry != NULL ? entry->parts : 0;
}

static const char *
get_label (LsUndo   *self,
           gboolean  undo)
{
  LsUndoEntry *entry = ls_undo_peek (self, undo);

  return entry != NULL ? entry->label : NULL;
}

/**
 * ls_undo_push:
 * @self: an undo stack
 * @label: what is about to be done
 * @parts: what it is about to be done to
 *
 * Remembers parts of the session as they are. Call it before changing them. What could be done again is forgotten.
 */
void
ls_undo_push (LsUndo         *self,
              const char     *label,
              LsSessionParts  parts)
{
  g_return_if_fail (LS_IS_UNDO (self));
  g_return_if_fail (label != NULL);

  ls_undo_add (self, ls_undo_remember (self, label, parts));
}

/**
 * ls_undo_get_undo_parts:
 * @self: an undo stack
 *
 * Tells which parts of the session undo would change.
 *
 * Returns: what undo would change; 0 if there is nothing to undo
 */
LsSessionParts
ls_undo_get_undo_parts (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), 0);

  return get_parts (self, TRUE);
}

/**
 * ls_undo_get_redo_parts:
 * @self: an undo stack
 *
 * Tells which parts of the session redo would change.
 *
 * Returns: what redo would change; 0 if there is nothing to do again
 */
LsSessionParts
ls_undo_get_redo_parts (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), 0);

  return get_parts (self, FALSE);
}

/**
 * ls_undo_can_undo:
 * @self: an undo stack
 *
 * Tells whether there is something to undo.
 *
 * Returns: whether there is something to undo
 */
gboolean
ls_undo_can_undo (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), FALSE);

  return self->n_done > 0;
}

/**
 * ls_undo_can_redo:
 * @self: an undo stack
 *
 * Tells whether there is something to redo.
 *
 * Returns: whether there is something to redo
 */
gboolean
ls_undo_can_redo (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), FALSE);

  return self->n_done < self->entries->len;
}

/**
 * ls_undo_get_undo_label:
 * @self: an undo stack
 *
 * Gets what undo would undo, as a menu calls it.
 *
 * Returns: (transfer none) (nullable): what undo would undo
 */
const char *
ls_undo_get_undo_label (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), NULL);

  return get_label (self, TRUE);
}

/**
 * ls_undo_get_redo_label:
 * @self: an undo stack
 *
 * Gets what redo would do again, as a menu calls it.
 *
 * Returns: (transfer none) (nullable): what redo would do again
 */
const char *
ls_undo_get_redo_label (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), NULL);

  return get_label (self, FALSE);
}

/* Returns (nullable) what @entry has of a part of the session: an empty list or object, or nothing, where the session had none. */
static JsonNode *
dup_part (LsUndoEntry *entry,
          guint        index)
{
  JsonNode *member = json_object_get_member (json_node_get_object (entry->root), member_specs[index].name);

  if (member != NULL)
    return json_node_ref (member);
  if (member_specs[index].type == JSON_NODE_NULL)
    return NULL;
  return member_specs[index].type == JSON_NODE_ARRAY ? ls_json_take_array (json_array_new ())
                                                     : ls_json_take_object (json_object_new ());
}

/* Sets a member, or removes it. JSON-GLib takes over no reference where the object has just this node already. @node: (transfer
 * full) (nullable) */
static void
set_member (JsonObject *object,
            const char *name,
            JsonNode   *node)
{
  if (node == NULL)
    ls_json_remove_member (object, name);
  else if (json_object_get_member (object, name) == node)
    json_node_unref (node);
  else
    json_object_set_member (object, name, node);
}

/* Fails if the program has changed since, so that the actions of @entry do not go with it. */
static gboolean
restore (LsSession   *session,
         LsUndoEntry *entry)
{
  LsDocument *document = ls_session_get_document (session);
  g_autoptr (JsonObject) object = ls_json_copy_object (json_node_get_object (document->root));
  g_autoptr (JsonNode) root = NULL;
  gboolean with_program = entry->parts & LS_SESSION_PART_ACTIONS && entry->scripts != NULL &&
                          document->program->kind == LS_PROGRAM_JAVASCRIPT;

  for (guint i = 0; i < G_N_ELEMENTS (member_specs); i++)
    if (entry->parts & member_specs[i].part)
      set_member (object, member_specs[i].name, dup_part (entry, i));
  if (with_program)
    set_member (object, "program", json_node_ref (json_object_get_member (json_node_get_object (entry->root), "program")));

  root = ls_json_take_object (g_steal_pointer (&object));
  return ls_session_set_root (session, root, with_program ? entry->scripts : NULL, NULL);
}

/* Swaps what the session is with what the entry holds, so that what is undone can be done again. */
static gboolean
go (LsUndo   *self,
    gboolean  undo)
{
  LsUndoEntry *entry = ls_undo_peek (self, undo);
  g_autoptr (LsUndoEntry) now = NULL;

  if (entry == NULL)
    return FALSE;
  now = ls_undo_remember (self, NULL, entry->parts);
  if (!restore (self->session, entry))
    return FALSE;

  json_node_unref (entry->root);
  g_clear_pointer (&entry->scripts, g_ptr_array_unref);
  entry->root = g_steal_pointer (&now->root);
  entry->scripts = g_steal_pointer (&now->scripts);
  self->n_done += undo ? -1 : 1;
  return TRUE;
}

/**
 * ls_undo_undo:
 * @self: an undo stack
 *
 * Takes back the last change.
 *
 * Returns: %FALSE if there is nothing to undo, or it does not go with the program any more
 */
gboolean
ls_undo_undo (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), FALSE);

  return go (self, TRUE);
}

/**
 * ls_undo_redo:
 * @self: an undo stack
 *
 * Does again what was undone last.
 *
 * Returns: %FALSE if there is nothing to do again, or it does not go with the program any more
 */
gboolean
ls_undo_redo (LsUndo *self)
{
  g_return_val_if_fail (LS_IS_UNDO (self), FALSE);

  return go (self, FALSE);
}

/**
 * ls_undo_move_lines:
 * @self: an undo stack
 * @script: the name of a script
 * @first: the first line of it that was edited, from 1
 * @n_removed: so many lines are gone from there on
 * @n_added: so many are there in their place
 *
 * Moves the breakpoints that undo and redo would bring back with their lines. Callers call it after each edit of a script.
 */
void
ls_undo_move_lines (LsUndo     *self,
                    const char *script,
                    guint       first,
                    guint       n_removed,
                    guint       n_added)
{
  g_return_if_fail (LS_IS_UNDO (self));
  g_return_if_fail (script != NULL && first > 0);

  for (guint i = 0; i < self->entries->len; i++)
    {
      LsUndoEntry *entry = g_ptr_array_index (self->entries, i);
      JsonNode *list = json_object_get_member (json_node_get_object (entry->root), "breakpoints");
      g_autoptr (JsonNode) moved = NULL;
      JsonNode *root;

      if (!(entry->parts & LS_SESSION_PART_BREAKPOINTS) || list == NULL)
        continue;
      moved = ls_breakpoint_list_move (list, script, first, n_removed, n_added);
      if (moved == NULL)
        continue;
      root = ls_json_with_member (entry->root, "breakpoints", moved);
      json_node_unref (entry->root);
      entry->root = root;
    }
}

/**
 * ls_undo_clear:
 * @self: an undo stack
 *
 * Forgets everything.
 */
void
ls_undo_clear (LsUndo *self)
{
  g_return_if_fail (LS_IS_UNDO (self));

  g_ptr_array_set_size (self->entries, 0);
  self->n_done = 0;
}
