/* ls-session.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session.h"

#include "ls-action-private.h"
#include "ls-plain-type-private.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"
#include "ls-step-private.h"

#include <string.h>

/**
 * LsSession:
 *
 * The document of Loopscope: a program, the settings to run it with, what the user did while it ran, and what the run
 * is expected to show. A session belongs to one thread at a time; [method@Session.copy] makes one for another thread.
 */

enum
{
  PROP_0,
  PROP_FILE,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_MODIFIED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

G_DEFINE_FINAL_TYPE (LsSession, ls_session, G_TYPE_OBJECT)
LS_DEFINE_PLAIN_TYPE (LsSessionWatch, ls_session_watch)

static const char empty_session[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"\", \"settings\": {},"
  "  \"program\": { \"kind\": \"steps\", \"main\": [], \"bodies\": {} } }";

static void
ls_session_finalize (GObject *object)
{
  LsSession *self = LS_SESSION (object);

  g_clear_pointer (&self->document, ls_document_unref);
  g_clear_pointer (&self->unmodified, ls_document_unref);
  g_clear_object (&self->file);
  g_clear_pointer (&self->saved, g_hash_table_unref);
  g_clear_pointer (&self->origin, ls_session_origin_unref);

  G_OBJECT_CLASS (ls_session_parent_class)->finalize (object);
}

static void
ls_session_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  LsSession *self = LS_SESSION (object);

  switch (prop_id)
    {
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->document->title);
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->document->description);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_session_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  LsSession *self = LS_SESSION (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      ls_session_set_title (self, g_value_get_string (value));
      break;
    case PROP_DESCRIPTION:
      ls_session_set_description (self, g_value_get_string (value));
      break;
    case PROP_MODIFIED:
      ls_session_set_modified (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_session_class_init (LsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ls_session_finalize;
  object_class->get_property = ls_session_get_property;
  object_class->set_property = ls_session_set_property;

  /**
   * LsSession:file:
   *
   * Where the session was read from or last saved to.
   */
  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsSession:title:
   *
   * What the session is called.
   */
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "",
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * LsSession:description:
   *
   * What the session shows, in sentences.
   */
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, "",
                                                      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                      G_PARAM_STATIC_STRINGS);
  /**
   * LsSession:modified:
   *
   * Whether the session differs from what was read or saved last.
   */
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE,
                                                    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                    G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * LsSession::changed:
   * @self: the session
   *
   * Something in the session has changed.
   */
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_session_init (LsSession *self)
{
  self->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ls_script_unref);
}

/* Takes @document. */
LsSession *
ls_session_new_take (LsDocument *document,
                     GFile      *file)
{
  LsSession *self = g_object_new (LS_TYPE_SESSION, NULL);

  self->document = document;
  self->unmodified = ls_document_ref (document);
  g_set_object (&self->file, file);
  ls_session_note_scripts (self, TRUE);
  return self;
}

LsDocument *
ls_session_get_document (LsSession *self)
{
  return self->document;
}

static gboolean
is_empty (JsonNode *node)
{
  return node == NULL || (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == 0) ||
         (JSON_NODE_HOLDS_OBJECT (node) && json_object_get_size (json_node_get_object (node)) == 0);
}

/* Returns whether @other has all members of @root but @except, with the same values. An empty list is as good as none. */
static gboolean
has_members (JsonNode   *other,
             JsonNode   *root,
             const char *except)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init (&iter, json_node_get_object (root));
  while (json_object_iter_next (&iter, &name, &member))
    {
      JsonNode *of_other = json_object_get_member (json_node_get_object (other), name);

      if (g_strcmp0 (name, except) == 0 || (is_empty (member) && is_empty (of_other)))
        continue;
      if (of_other == NULL || !json_node_equal (member, of_other))
        return FALSE;
    }
  return TRUE;
}

/* Of what was recorded only marks can be changed that are worth keeping: a trace that is saved has them. */
static gboolean
has_same_marks (JsonNode *root,
                JsonNode *other)
{
  static const char *const lists[] = { "bookmarks", "notes" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      JsonNode *list = json_object_get_member (json_node_get_object (root), lists[i]);
      JsonNode *of_other = json_object_get_member (json_node_get_object (other), lists[i]);

      if (!(is_empty (list) && is_empty (of_other)) && (list == NULL || of_other == NULL || !json_node_equal (list, of_other)))
        return FALSE;
    }
  return TRUE;
}

/* A script's file has no place for breakpoints, and users need not make a session of the script to have some. */
static gboolean
can_save_breakpoints (LsSession *self)
{
  g_autofree char *name = self->file != NULL ? g_file_get_basename (self->file) : NULL;

  return (name != NULL && !ls_session_path_is_script (name)) || !ls_session_is_plain_script (self);
}

/* Returns whether there is nothing to save. Parts that have not changed are the same tree, so that little is compared. */
static gboolean
is_unmodified (LsSession *self)
{
  const LsDocument *document = self->document;
  const LsDocument *unmodified = self->unmodified;
  GPtrArray *scripts = document->program->scripts;
  const char *except = can_save_breakpoints (self) ? NULL : "breakpoints";

  if (self->origin != NULL)
    return unmodified != NULL && has_same_marks (document->root, unmodified->root);
  if (unmodified == NULL || scripts->len != unmodified->program->scripts->len ||
      !has_members (unmodified->root, document->root, except) || !has_members (document->root, unmodified->root, except))
    return FALSE;
  /* The tree does not have the texts of scripts beside the session. */
  for (guint i = 0; i < scripts->len; i++)
    {
      const LsScript *script = g_ptr_array_index (scripts, i);
      const LsScript *other = g_ptr_array_index (unmodified->program->scripts, i);

      if (script != other && !g_str_equal (script->text, other->text))
        return FALSE;
    }
  return TRUE;
}

static void
take_modified (LsSession *self,
               gboolean   modified)
{
  if (self->modified == modified)
    return;
  self->modified = modified;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

/* Takes @document, and makes it the session's. */
static void
set_document (LsSession  *self,
              LsDocument *document)
{
  g_autoptr (LsDocument) old = self->document;

  self->document = document;
  ls_session_note_scripts (self, FALSE);

  g_object_freeze_notify (G_OBJECT (self));
  if (!g_str_equal (old->title, document->title))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  if (!g_str_equal (old->description, document->description))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESCRIPTION]);
  take_modified (self, !is_unmodified (self));
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, changed_signal, 0);
}

static JsonNode *
get_program (JsonNode *root)
{
  return json_object_get_member (json_node_get_object (root), "program");
}

/* Makes @root the session's tree. @scripts: (nullable) (element-type LsScript): replace those beside the session */
gboolean
ls_session_set_root (LsSession  *self,
                     JsonNode   *root,
                     GPtrArray  *scripts,
                     GError    **error)
{
  g_autoptr (GFile) folder = self->file != NULL ? g_file_get_parent (self->file) : NULL;
  LsProgram *old = self->document->program;
  LsScriptLoader loader = { .folder = folder, .modules = old->modules, .known = scripts != NULL ? scripts : old->scripts };
  LsDocument *document;

  /* A change of anything else does not read a program again that may be large. */
  if (scripts == NULL && get_program (root) == get_program (self->document->root) && old->kind == LS_PROGRAM_JAVASCRIPT)
    loader.all = old->scripts;
  if (!ls_session_check_recorded (self, root, error) || !ls_json_check_limits ("session", root, error))
    return FALSE;
  document = ls_document_read ("session", root, &loader, error);
  if (document == NULL)
    return FALSE;

  set_document (self, document);
  return TRUE;
}

/* Takes @value, and makes it a member of the session's object. */
gboolean
ls_session_set_member (LsSession   *self,
                       const char  *member,
                       JsonNode    *value,
                       GError     **error)
{
  g_autoptr (JsonNode) owned = value;
  g_autoptr (JsonNode) root = ls_json_with_member (self->document->root, member, owned);

  return ls_session_set_root (self, root, NULL, error);
}

/**
 * ls_session_new:
 *
 * Makes an empty session.
 *
 * Returns: (transfer full): a session with an empty program
 */
LsSession *
ls_session_new (void)
{
  return ls_session_new_from_data ("session", empty_session, -1, NULL);
}

/**
 * ls_session_copy:
 * @self: a session
 *
 * Copies a session, to be changed apart or used on another thread.
 *
 * Returns: (transfer full): a session with the same contents, for changing it apart or for another thread
 */
LsSession *
ls_session_copy (LsSession *self)
{
  LsSession *copy;
  GHashTableIter iter;
  gpointer file, script;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  copy = ls_session_new_take (ls_document_ref (self->document), self->file);
  g_hash_table_iter_init (&iter, self->saved);
  while (g_hash_table_iter_next (&iter, &file, &script))
    g_hash_table_replace (copy->saved, g_strdup (file), ls_script_ref (script));
  copy->modified = self->modified;
  g_clear_pointer (&copy->unmodified, ls_document_unref);
  if (self->unmodified != NULL)
    copy->unmodified = ls_document_ref (self->unmodified);
  copy->has_bom = self->has_bom;
  copy->origin = self->origin != NULL ? g_atomic_rc_box_acquire (self->origin) : NULL;
  return copy;
}

/**
 * ls_session_get_file:
 * @self: a session
 *
 * Gets the file that the session was read from or last saved to.
 *
 * Returns: (transfer none) (nullable): where it was read from or last saved to
 */
GFile *
ls_session_get_file (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->file;
}

/**
 * ls_session_get_title:
 * @self: a session
 *
 * Gets the title.
 *
 * Returns: (transfer none): its title, perhaps empty
 */
const char *
ls_session_get_title (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->title;
}

static void
set_text (LsSession  *self,
          const char *member,
          const char *old,
          const char *text)
{
  if (text == NULL)
    text = "";
  if (!g_str_equal (old, text) && g_utf8_validate (text, -1, NULL))
    ls_session_set_member (self, member, json_node_init_string (json_node_alloc (), text), NULL);
}

/**
 * ls_session_set_title:
 * @self: a session
 * @title: (nullable): a title
 *
 * Sets the title.
 */
void
ls_session_set_title (LsSession  *self,
                      const char *title)
{
  g_return_if_fail (LS_IS_SESSION (self));

  set_text (self, "title", self->document->title, title);
}

/**
 * ls_session_get_description:
 * @self: a session
 *
 * Gets what the session says that it shows.
 *
 * Returns: (transfer none): what it shows, perhaps empty
 */
const char *
ls_session_get_description (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->description;
}

/**
 * ls_session_set_description:
 * @self: a session
 * @description: (nullable): what it shows
 *
 * Sets what the session says that it shows.
 */
void
ls_session_set_description (LsSession  *self,
                            const char *description)
{
  g_return_if_fail (LS_IS_SESSION (self));

  set_text (self, "description", self->document->description, description);
}

/**
 * ls_session_get_modified:
 * @self: a session
 *
 * Tells whether the session has changed since it was read or saved last.
 *
 * Returns: whether it differs from what was read or saved last
 */
gboolean
ls_session_get_modified (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  return self->modified;
}

/**
 * ls_session_set_modified:
 * @self: a session
 * @modified: whether it differs from what was read or saved last
 *
 * Marks the session as modified or not. Once marked as modified it stays so until it is saved or marked as not modified. Once
 * marked as not modified it is modified as long as it differs from what it was then.
 */
void
ls_session_set_modified (LsSession *self,
                         gboolean   modified)
{
  g_return_if_fail (LS_IS_SESSION (self));

  g_clear_pointer (&self->unmodified, ls_document_unref);
  if (!modified)
    self->unmodified = ls_document_ref (self->document);
  take_modified (self, !!modified);
}

/* What @copy is, is what @self is when it is not modified. */
void
ls_session_set_saved (LsSession *self,
                      LsSession *copy)
{
  g_clear_pointer (&self->unmodified, ls_document_unref);
  self->unmodified = ls_document_ref (copy->document);
  take_modified (self, !is_unmodified (self));
}

/**
 * ls_session_get_settings:
 * @self: a session
 *
 * Gets how the session is run.
 *
 * Returns: (transfer none): how it is run; valid until the session changes
 */
const LsSettings *
ls_session_get_settings (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->settings;
}

/**
 * ls_session_set_settings:
 * @self: a session
 * @settings: how to run it
 *
 * Sets how the session is run.
 */
void
ls_session_set_settings (LsSession        *self,
                         const LsSettings *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) root = NULL;
  LsDocument *document = NULL;
  JsonNode *previous;

  g_return_if_fail (LS_IS_SESSION (self));
  g_return_if_fail (settings != NULL && settings->preset != NULL);

  previous = json_object_get_member (json_node_get_object (self->document->root), "settings");
  node = ls_settings_write (settings, previous != NULL ? json_node_get_object (previous) : NULL,
                            ls_document_get_default_step_budget (self->document));
  if (previous != NULL && json_node_equal (previous, node))
    return;

  /* Only the settings are read again: a window sets them for each run, also of large sessions. A lesson is read as well, since each
   * page is a session with the same settings. */
  root = ls_json_with_member (self->document->root, "settings", node);
  if (self->document->lesson != NULL)
    ls_session_set_root (self, root, NULL, &error);
  else
    document = ls_document_read_settings (self->document, "session", root, &error);
  if (document != NULL)
    set_document (self, document);
  if (error != NULL)
    g_warning ("The settings could not be set: %s", error->message);
}

/**
 * ls_session_get_program:
 * @self: a session
 *
 * Gets the program.
 *
 * Returns: (transfer none): its program; take a reference to keep it longer than until the session changes
 */
LsProgram *
ls_session_get_program (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->program;
}
