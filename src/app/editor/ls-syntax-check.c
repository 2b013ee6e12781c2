/* ls-syntax-check.c: checks JavaScript while the user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-syntax-check.h"

#include "ls-text-view.h"

#define QUIET 300                   /* ms without an edit before a check begins */
#define MAX_LENGTH (1024 * 1024)    /* characters: larger texts are checked only when they run */

/**
 * LsSyntaxCheck:
 *
 * Checks the text of a buffer on another thread, some time after the last edit, and keeps the result for the present text. A new
 * edit cancels a running check. The object emits "done" when there is a result, or when there will be none.
 */
struct _LsSyntaxCheck
{
  GObject        parent_instance;

  GtkTextBuffer *buffer;        /* (nullable): its owner holds this object */
  gboolean       is_body;
  char          *name;          /* (nullable): of the script */
  guint          timeout;
  GCancellable  *cancellable;   /* of the running check, NULL for none */
  LsSourceCheck *result;        /* of the present text, NULL for none */
};

G_DEFINE_FINAL_TYPE (LsSyntaxCheck, ls_syntax_check, G_TYPE_OBJECT)

static void
on_checked (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LsSyntaxCheck) self = user_data;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  LsSourceCheck *check = ls_source_check_finish (result, NULL);

  if (cancellable != self->cancellable)
    {
      g_clear_pointer (&check, ls_source_check_free);
      return;
    }
  g_clear_object (&self->cancellable);
  self->result = check;
  g_signal_emit_by_name (self, "done");
}

/* Drops the result and the running check, which belong to an older text. */
static void
forget (LsSyntaxCheck *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->result, ls_source_check_free);
}

static gboolean
timeout_cb (gpointer user_data)
{
  LsSyntaxCheck *self = user_data;
  g_autofree char *text = ls_text_view_dup_text (self->buffer);
  const char *script = self->name != NULL ? self->name : "main.js";

  self->timeout = 0;
  self->cancellable = g_cancellable_new ();
  ls_source_check_async (text, self->is_body ? NULL : script, self->cancellable, on_checked, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
on_text_changed (LsSyntaxCheck *self)
{
  forget (self);
  if (ls_source_check_is_possible () && gtk_text_buffer_get_char_count (self->buffer) <= MAX_LENGTH)
    self->timeout = g_timeout_add (QUIET, timeout_cb, self);
}

static void
ls_syntax_check_dispose (GObject *object)
{
  LsSyntaxCheck *self = LS_SYNTAX_CHECK (object);

  forget (self);
  g_clear_weak_pointer (&self->buffer);

  G_OBJECT_CLASS (ls_syntax_check_parent_class)->dispose (object);
}

static void
ls_syntax_check_finalize (GObject *object)
{
  g_free (LS_SYNTAX_CHECK (object)->name);

  G_OBJECT_CLASS (ls_syntax_check_parent_class)->finalize (object);
}

static void
ls_syntax_check_class_init (LsSyntaxCheckClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_syntax_check_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_syntax_check_finalize;

  g_signal_new ("done", LS_TYPE_SYNTAX_CHECK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_syntax_check_init (LsSyntaxCheck *self)
{
}

/**
 * ls_syntax_check_new:
 * @buffer: a text; the owner of the check disposes of the check before @buffer
 * @is_body: whether the text is the body of a task rather than a script
 *
 * Returns: (transfer full): a check, which starts by itself
 */
LsSyntaxCheck *
ls_syntax_check_new (GtkTextBuffer *buffer,
                     gboolean       is_body)
{
  LsSyntaxCheck *self = g_object_new (LS_TYPE_SYNTAX_CHECK, NULL);

  g_set_weak_pointer (&self->buffer, buffer);
  self->is_body = is_body;
  /* Before others hear of it, so that they see nothing that was known of the text before. */
  g_signal_connect_object (buffer, "changed", G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
  on_text_changed (self);
  return self;
}

/**
 * ls_syntax_check_set_name:
 * @self: a check
 * @name: the name of the script, which says what it is written in
 *
 * Names the script. Without a name it is in JavaScript.
 */
void
ls_syntax_check_set_name (LsSyntaxCheck *self,
                          const char    *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
}

/**
 * ls_syntax_check_get_pending:
 * @self: a check
 *
 * Returns: whether a result is still to come
 */
gboolean
ls_syntax_check_get_pending (LsSyntaxCheck *self)
{
  return self->timeout != 0 || self->cancellable != NULL;
}

/**
 * ls_syntax_check_get_result:
 * @self: a check
 *
 * Returns: (transfer none) (nullable): the result for the present text
 */
const LsSourceCheck *
ls_syntax_check_get_result (LsSyntaxCheck *self)
{
  return self->result;
}

/**
 * ls_syntax_check_hurry:
 * @self: a check
 *
 * Checks the text now, without waiting for further edits, because a caller waits for the result.
 */
void
ls_syntax_check_hurry (LsSyntaxCheck *self)
{
  if (self->timeout == 0)
    return;
  g_clear_handle_id (&self->timeout, g_source_remove);
  timeout_cb (self);
}
