/* ls-session-history.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-history.h"

#include "ls-session-private.h"

/**
 * LsSessionHistory:
 *
 * Undo and redo of what a user did to a session's actions and scripts: each entry has them as they were. Title, settings and
 * a program of steps are not touched.
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
  char      *label;
  JsonNode  *actions;
  JsonNode  *program;   /* NULL for a program of steps */
  GPtrArray *scripts;   /* LsScript, with @program */
} Entry;

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

  json_node_unref (entry->actions);
  g_clear_pointer (&entry->program, json_node_unref);
  g_clear_pointer (&entry->scripts, g_ptr_array_unref);
  g_free (entry->label);
  g_free (entry);
}

static Entry *
entry_new (LsSession  *session,
           const char *label)
{
  LsDocument *document = ls_session_get_document (session);
  JsonNode *actions = json_object_get_member (json_node_get_object (document->root), "actions");
  Entry *entry = g_new0 (Entry, 1);

  entry->label = g_strdup (label);
  if (actions != NULL)
    entry->actions = json_node_ref (actions);
  else
    {
      entry->actions = json_node_alloc ();
      json_node_init (entry->actions, JSON_NODE_ARRAY);
      json_node_take_array (entry->actions, json_array_new ());
    }

  if (document->program->kind == LS_PROGRAM_JAVASCRIPT)
    {
      entry->program = json_node_ref (json_object_get_member (json_node_get_object (document->root), "program"));
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
  g_return_if_fail (LS_IS_SESSION_HISTORY (self));
  g_return_if_fail (label != NULL);

  g_ptr_array_add (self->undo, entry_new (self->session, label));
  g_ptr_array_set_size (self->redo, 0);
  notify (self);
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
  g_autoptr(JsonNode) actions = NULL;
  g_autoptr(JsonNode) root = NULL;

  if (entry->program == NULL || document->program->kind != LS_PROGRAM_JAVASCRIPT)
    return ls_session_set_member (session, "actions", json_node_ref (entry->actions), error);

  actions = ls_json_replace (document->root, "/actions", entry->actions, error);
  root = actions != NULL ? ls_json_replace (actions, "/program", entry->program, error) : NULL;
  return root != NULL && ls_session_set_root (session, root, entry->scripts, error);
}

static gboolean
go (LsSessionHistory *self,
    GPtrArray        *from,
    GPtrArray        *to)
{
  g_autoptr(GError) error = NULL;
  Entry *entry = last (from);
  Entry *now;

  if (entry == NULL)
    return FALSE;

  now = entry_new (self->session, entry->label);
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
 * Gives the session the actions and scripts back that it had before the last change.
 *
 * Returns: %FALSE if there is nothing to undo, or these actions do not go with the program any more
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
 * Returns: %FALSE if there is nothing to do again, or these actions do not go with the program any more
 */
gboolean
ls_session_history_redo (LsSessionHistory *self)
{
  g_return_val_if_fail (LS_IS_SESSION_HISTORY (self), FALSE);

  return go (self, self->redo, self->undo);
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
