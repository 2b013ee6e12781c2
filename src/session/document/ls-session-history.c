/* ls-session-history.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-history.h"

#include "ls-breakpoint-private.h"
#include "ls-session-private.h"

/**
 * LsSessionHistory:
 *
 * Undo and redo of what a user did to a session: each entry has the parts of it that were changed as they were, and leaves
 * the other parts alone. Title and a program of steps are not touched.
 */
struct _LsSessionHistory
{
  GObject    parent_instance;

  LsSession *session;
  GPtrArray *undo;   /* Entry, the last is next */
  GPtrArray *redo;   /* Entry, the last is next */
};

typedef struct
{
  char           *label;
  LsSessionParts  parts;
  JsonNode       *members[7];   /* those of @parts, by member_specs */
  JsonNode       *program;      /* NULL for a program of steps */
  GPtrArray      *scripts;      /* LsScript, with @program */
} Entry;

/* The members of a session that the parts are. */
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
};

G_STATIC_ASSERT (G_N_ELEMENTS (member_specs) == G_N_ELEMENTS (((Entry *) NULL)->members));

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_LABEL,
  PROP_REDO_LABEL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LsSessionHistory, ls_session_history, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  for (guint i = 0; i < G_N_ELEMENTS (entry->members); i++)
    g_clear_pointer (&entry->members[i], json_node_unref);
  g_clear_pointer (&entry->program, json_node_unref);
  g_clear_pointer (&entry->scripts, g_ptr_array_unref);
  g_free (entry->label);
  g_free (entry);
}

static JsonNode *
new_empty (JsonNodeType type)
{
  JsonNode *node = json_node_alloc ();

  json_node_init (node, type);
  if (type == JSON_NODE_ARRAY)
    json_node_take_array (node, json_array_new ());
  else
    json_node_take_object (node, json_object_new ());
  return node;
}

static Entry *
entry_new (LsSession      *session,
           const char     *label,
           LsSessionParts  parts)
{
  LsDocument *document = ls_session_get_document (session);
  JsonObject *root = json_node_get_object (document->root);
  Entry *entry = g_new0 (Entry, 1);

  entry->label = g_strdup (label);
  entry->parts = parts;
  for (guint i = 0; i < G_N_ELEMENTS (member_specs); i++)
    if (parts & member_specs[i].part)
      {
        JsonNode *member = json_object_get_member (root, member_specs[i].name);

        entry->members[i] = member != NULL ? json_node_ref (member) : new_empty (member_specs[i].type);
      }

  if (parts & LS_SESSION_PART_ACTIONS && document->program->kind == LS_PROGRAM_JAVASCRIPT)
    {
      entry->program = json_node_ref (json_object_get_member (root, "program"));
      entry->scripts = g_ptr_array_ref (document->program->scripts);
    }

  return entry;
}

static Entry *
last (GPtrArray *entries)
{
  return entries->len > 0 ? g_ptr_array_index (entries, entries->len - 1) : NULL;
}

static void
notify (LsSessionHistory *self)
{
  for (guint i = PROP_CAN_UNDO; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

static void
ls_session_history_finalize (GObject *object)
{
  LsSessionHistory *self = LS_SESSION_HISTORY (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_session_history_parent_class)->finalize (object);
}

static void
ls_session_history_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  LsSessionHistory *self = LS_SESSION_HISTORY (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, ls_session_history_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, ls_session_history_can_redo (self));
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, ls_session_history_get_undo_label (self));
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, ls_session_history_get_redo_label (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_session_history_class_init (LsSessionHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = ls_session_history_finalize;
  object_class->get_property = ls_session_history_get_property;

  /**
   * LsSessionHistory:session:
   *
   * The session.
   */
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LS_TYPE_SESSION, flags);
  /**
   * LsSessionHistory:can-undo:
   *
   * Whether there is something to undo.
   */
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  /**
   * LsSessionHistory:can-redo:
   *
   * Whether there is something to redo.
   */
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  /**
   * LsSessionHistory:undo-label:
   *
   * What undo would undo.
   */
  properties[PROP_UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  /**
   * LsSessionHistory:redo-label:
   *
   * What redo would do again.
   */
  properties[PROP_REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ls_session_history_init (LsSessionHistory *self)
{
  self->undo = g_ptr_array_new_with_free_func (entry_free);
  self->redo = g_ptr_array_new_with_free_func (entry_free);
}

/**
 * ls_session_history_new:
 * @session: a session
 *
 * Returns: (transfer full): an empty history of @session
 */
LsSessionHistory *
ls_session_history_new (LsSession *session)
{
  LsSessionHistory *self;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  self = g_object_new (LS_TYPE_SESSION_HISTORY, NULL);
  self->session = g_object_ref (session);
  return self;
}

/**
 * ls_session_history_get_session:
 * @self: a history
 *
 * Returns: (transfer none): its session
 */
LsSession *
ls_session_history_get_session (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), NULL);

  return self->session;
}

/**
 * ls_session_history_push:
 * @self: a history
 * @label: what is about to be done
 *
 * Remembers the session's actions and scripts as they are. Call it before changing them. What could be redone is forgotten.
 */
void
ls_session_history_push (LsSessionHistory *self,
                         const char       *label)
{
  ls_session_history_push_parts (self, label, LS_SESSION_PART_ACTIONS);
}

/**
 * ls_session_history_push_parts:
 * @self: a history
 * @label: what is about to be done
 * @parts: what it is about to be done to
 *
 * Remembers parts of the session as they are. Call it before changing them. What could be redone is forgotten.
 */
void
ls_session_history_push_parts (LsSessionHistory *self,
                               const char       *label,
                               LsSessionParts    parts)
{
  g_return_if_fail (LS_IS_SESSION_HISTORY (self));
  g_return_if_fail (label != NULL);

  g_ptr_array_add (self->undo, entry_new (self->session, label, parts));
  g_ptr_array_set_size (self->redo, 0);
  notify (self);
}

/**
 * ls_session_history_get_undo_parts:
 * @self: a history
 *
 * Returns: what undo would change; 0 if there is nothing to undo
 */
LsSessionParts
ls_session_history_get_undo_parts (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), 0);

  return self->undo->len > 0 ? last (self->undo)->parts : 0;
}

/**
 * ls_session_history_get_redo_parts:
 * @self: a history
 *
 * Returns: what redo would change; 0 if there is nothing to do again
 */
LsSessionParts
ls_session_history_get_redo_parts (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), 0);

  return self->redo->len > 0 ? last (self->redo)->parts : 0;
}

/**
 * ls_session_history_can_undo:
 * @self: a history
 *
 * Returns: whether there is something to undo
 */
gboolean
ls_session_history_can_undo (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), FALSE);

  return self->undo->len > 0;
}

/**
 * ls_session_history_can_redo:
 * @self: a history
 *
 * Returns: whether there is something to redo
 */
gboolean
ls_session_history_can_redo (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), FALSE);

  return self->redo->len > 0;
}

/**
 * ls_session_history_get_undo_label:
 * @self: a history
 *
 * Returns: (transfer none) (nullable): what undo would undo
 */
const char *
ls_session_history_get_undo_label (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), NULL);

  return self->undo->len > 0 ? last (self->undo)->label : NULL;
}

/**
 * ls_session_history_get_redo_label:
 * @self: a history
 *
 * Returns: (transfer none) (nullable): what redo would do again
 */
const char *
ls_session_history_get_redo_label (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), NULL);

  return self->redo->len > 0 ? last (self->redo)->label : NULL;
}

static gboolean
restore (LsSession  *session,
         Entry      *entry,
         GError    **error)
{
  LsDocument *document = ls_session_get_document (session);
  g_autoptr (JsonNode) root = json_node_ref (document->root);
  gboolean with_program = entry->program != NULL && document->program->kind == LS_PROGRAM_JAVASCRIPT;

  for (guint i = 0; i < G_N_ELEMENTS (member_specs); i++)
    if (entry->members[i] != NULL)
      {
        g_autofree char *pointer = g_strconcat ("/", member_specs[i].name, NULL);
        JsonNode *next = ls_json_replace (root, pointer, entry->members[i], error);

        if (next == NULL)
          return FALSE;
        json_node_unref (root);
        root = next;
      }
  if (with_program)
    {
      JsonNode *next = ls_json_replace (root, "/program", entry->program, error);

      if (next == NULL)
        return FALSE;
      json_node_unref (root);
      root = next;
    }

  return ls_session_set_root (session, root, with_program ? entry->scripts : NULL, error);
}

static gboolean
go (LsSessionHistory *self,
    GPtrArray        *from,
    GPtrArray        *to)
{
  g_autoptr (GError) error = NULL;
  Entry *entry = last (from);
  Entry *now;

  if (entry == NULL)
    return FALSE;

  now = entry_new (self->session, entry->label, entry->parts);
  if (!restore (self->session, entry, &error))
    {
      /* The program has changed since, and these actions do not go with it. */
      entry_free (now);
      return FALSE;
    }

  g_ptr_array_add (to, now);
  g_ptr_array_remove_index (from, from->len - 1);
  notify (self);
  return TRUE;
}

/**
 * ls_session_history_undo:
 * @self: a history
 *
 * Gives the session back what it had before the last change.
 *
 * Returns: %FALSE if there is nothing to undo, or it does not go with the program any more
 */
gboolean
ls_session_history_undo (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), FALSE);

  return go (self, self->undo, self->redo);
}

/**
 * ls_session_history_redo:
 * @self: a history
 *
 * Does again what was undone last.
 *
 * Returns: %FALSE if there is nothing to do again, or it does not go with the program any more
 */
gboolean
ls_session_history_redo (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), FALSE);

  return go (self, self->redo, self->undo);
}

static void
move_lines (GPtrArray  *entries,
            const char *script,
            guint       first,
            guint       n_removed,
            guint       n_added)
{
  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = g_ptr_array_index (entries, i);

      for (guint j = 0; j < G_N_ELEMENTS (member_specs); j++)
        if (member_specs[j].part == LS_SESSION_PART_BREAKPOINTS && entry->members[j] != NULL)
          {
            JsonNode *moved = ls_breakpoint_list_move (entry->members[j], script, first, n_removed, n_added);

            if (moved == NULL)
              continue;
            json_node_unref (entry->members[j]);
            entry->members[j] = moved;
          }
    }
}

/**
 * ls_session_history_move_lines:
 * @self: a history
 * @script: the name of a script
 * @first: the first line of it that was edited, from 1
 * @n_removed: so many lines are gone from there on
 * @n_added: so many are there in their place
 *
 * Moves the breakpoints that undo and redo would bring back with their lines. Tell of each edit of a script.
 */
void
ls_session_history_move_lines (LsSessionHistory *self,
                               const char       *script,
                               guint             first,
                               guint             n_removed,
                               guint             n_added)
{
  g_return_if_fail (LS_IS_SESSION_HISTORY (self));
  g_return_if_fail (script != NULL && first > 0);

  move_lines (self->undo, script, first, n_removed, n_added);
  move_lines (self->redo, script, first, n_removed, n_added);
}

/**
 * ls_session_history_clear:
 * @self: a history
 *
 * Forgets everything.
 */
void
ls_session_history_clear (LsSessionHistory *self)
{
  g_return_if_fail (LS_IS_SESSION_HISTORY (self));

  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  notify (self);
}
