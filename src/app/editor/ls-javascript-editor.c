/* ls-javascript-editor.c: an editor for the body of a task in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-javascript-editor.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "ls-script-indenter.h"
#include "ls-script-text.h"
#include "ls-syntax-check.h"
#include "ls-text-view.h"

/**
 * LsJavascriptEditor:
 *
 * A small text in JavaScript. The editor checks the text while the user types, underlines an error and describes it below. It emits
 * "changed" when the text changes, and "checked" when the result of a check is known.
 */
struct _LsJavascriptEditor
{
  GtkBox         parent_instance;

  GtkWidget     *scrolled;
  GtkWidget     *view;
  GtkWidget     *error;
  GtkWidget     *hint;

  GtkTextBuffer *buffer;
  GtkTextTag    *error_tag;
  LsSyntaxCheck *check;
};

G_DEFINE_FINAL_TYPE (LsJavascriptEditor, ls_javascript_editor, GTK_TYPE_BOX)

static void
update_scheme (LsJavascriptEditor *self)
{
  ls_text_view_use_scheme (GTK_SOURCE_BUFFER (self->buffer));
}

static void
show_error (LsJavascriptEditor  *self,
            const LsSourceCheck *result)
{
  gboolean is_wrong = result != NULL && result->message != NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->error_tag, &start, &end);
  if (is_wrong)
    {
      g_autofree char *text = g_strdup_printf (_("Line %u: %s"), result->line, result->message);

      ls_script_text_mark_word (self->buffer, self->error_tag, &start, result->line, result->column);
      gtk_label_set_label (GTK_LABEL (self->error), text);
    }
  else
    {
      gtk_label_set_label (GTK_LABEL (self->error), "");
    }
  gtk_widget_set_visible (self->error, is_wrong);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_label (GTK_LABEL (is_wrong ? self->error : self->hint)), -1);
}

static void
on_text_changed (LsJavascriptEditor *self)
{
  show_error (self, NULL);
  g_signal_emit_by_name (self, "changed");
}

static void
on_check_done (LsJavascriptEditor *self)
{
  show_error (self, ls_syntax_check_get_result (self->check));
  g_signal_emit_by_name (self, "checked");
}

static gboolean
on_query_tooltip (GtkWidget  *view,
                  int         x,
                  int         y,
                  gboolean    keyboard,
                  GtkTooltip *tooltip,
                  gpointer    user_data)
{
  LsJavascriptEditor *self = LS_JAVASCRIPT_EDITOR (user_data);
  GtkTextIter iter;

  if (!ls_text_view_get_tooltip_iter (GTK_TEXT_VIEW (view), x, y, keyboard, &iter) ||
      !gtk_text_iter_has_tag (&iter, self->error_tag))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (GTK_LABEL (self->error)));
  return TRUE;
}

static gboolean
ls_javascript_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (LS_JAVASCRIPT_EDITOR (widget)->view);
}

static void
ls_javascript_editor_dispose (GObject *object)
{
  LsJavascriptEditor *self = LS_JAVASCRIPT_EDITOR (object);

  if (self->check != NULL)
    g_object_run_dispose (G_OBJECT (self->check));
  g_clear_object (&self->check);
  if (self->buffer != NULL)
    ls_text_view_drop_source (GTK_SCROLLED_WINDOW (self->scrolled));
  g_clear_object (&self->buffer);

  G_OBJECT_CLASS (ls_javascript_editor_parent_class)->dispose (object);
}

static void
ls_javascript_editor_class_init (LsJavascriptEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_javascript_editor_dispose;
  widget_class->grab_focus = ls_javascript_editor_grab_focus;

  g_signal_new ("changed", LS_TYPE_JAVASCRIPT_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("checked", LS_TYPE_JAVASCRIPT_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  ls_text_view_init_schemes ();
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-javascript-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, LsJavascriptEditor, scrolled);
  gtk_widget_class_bind_template_child (widget_class, LsJavascriptEditor, view);
  gtk_widget_class_bind_template_child (widget_class, LsJavascriptEditor, error);
  gtk_widget_class_bind_template_child (widget_class, LsJavascriptEditor, hint);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
}

static void
ls_javascript_editor_init (LsJavascriptEditor *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkSourceLanguage *language = gtk_source_language_manager_get_language (languages, "js");

  gtk_widget_init_template (GTK_WIDGET (self));
  self->buffer = g_object_ref (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));
  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self->buffer), language);
  gtk_source_buffer_set_implicit_trailing_newline (GTK_SOURCE_BUFFER (self->buffer), FALSE);
  self->error_tag = gtk_text_buffer_create_tag (self->buffer, NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  ls_text_view_set_code (self->scrolled);
  ls_script_indenter_attach (GTK_SOURCE_VIEW (self->view));
  update_scheme (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self,
                           G_CONNECT_SWAPPED);
  self->check = ls_syntax_check_new (self->buffer, TRUE);
  g_signal_connect_object (self->check, "done", G_CALLBACK (on_check_done), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
  show_error (self, NULL);
}

/**
 * ls_javascript_editor_get_text:
 * @self: an editor
 *
 * Returns: (transfer full): its text
 */
char *
ls_javascript_editor_get_text (LsJavascriptEditor *self)
{
  return ls_text_view_dup_text (self->buffer);
}

/**
 * ls_javascript_editor_set_text:
 * @self: an editor
 * @text: a text
 *
 * Replaces the text. The user cannot undo this.
 */
void
ls_javascript_editor_set_text (LsJavascriptEditor *self,
                               const char         *text)
{
  gtk_text_buffer_begin_irreversible_action (self->buffer);
  gtk_text_buffer_set_text (self->buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (self->buffer);
}

/**
 * ls_javascript_editor_get_pending:
 * @self: an editor
 *
 * Asks whether a check is still pending, and lets it begin at once. The editor emits "checked" at its end.
 *
 * Returns: %FALSE if the result is known already, or no check will run
 */
gboolean
ls_javascript_editor_get_pending (LsJavascriptEditor *self)
{
  ls_syntax_check_hurry (self->check);
  return ls_syntax_check_get_pending (self->check);
}

/**
 * ls_javascript_editor_get_error:
 * @self: an editor
 *
 * Returns: (transfer none) (nullable): the error of the text; %NULL if it has none, or none is known yet
 */
const char *
ls_javascript_editor_get_error (LsJavascriptEditor *self)
{
  const LsSourceCheck *result = ls_syntax_check_get_result (self->check);

  return result != NULL ? result->message : NULL;
}

/**
 * ls_javascript_editor_go_to_error:
 * @self: an editor
 *
 * Puts the cursor at the error of the text, and gives the editor the focus.
 */
void
ls_javascript_editor_go_to_error (LsJavascriptEditor *self)
{
  const LsSourceCheck *result = ls_syntax_check_get_result (self->check);
  GtkTextIter iter;

  gtk_widget_grab_focus (self->view);
  if (result == NULL || result->message == NULL)
    return;
  ls_script_text_get_iter (self->buffer, &iter, result->line, result->column);
  gtk_text_buffer_place_cursor (self->buffer, &iter);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (self->buffer), 0, FALSE, 0, 0);
}
