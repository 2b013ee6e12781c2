/* ls-source-pane.c: the text of a script that a recording is about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-source-pane.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "ls-place.h"
#include "ls-script-text.h"
#include "ls-text-view.h"
#include "ls-widget.h"

/* Highlighting longer lines takes too long. */
#define MAX_HIGHLIGHTED 3000

/* A script that begins further down in its page is numbered from 1. */
#define MAX_FIRST_LINE 100000

/**
 * LsSourcePane:
 *
 * Shows the text of a recorded page's script, read-only, at a line. It says where the text is from, and what makes it doubtful.
 */
struct _LsSourcePane
{
  GtkBox           parent_instance;

  GtkWidget       *name;
  GtkWidget       *note;
  GtkWidget       *scrolled;
  GtkWidget       *view;

  LsSources       *sources;
  GCancellable    *cancellable;  /* of the text that is looked for */
  LsPlace          place;        /* what is shown or looked for; points into @text */
  char            *text;
  GtkSourceBuffer *buffer;
  guint            idle;
};

G_DEFINE_FINAL_TYPE (LsSourcePane, ls_source_pane, GTK_TYPE_BOX)

static void
update_scheme (LsSourcePane *self)
{
  ls_text_view_use_scheme (self->buffer);
}

/* The view has lines of which no height is known before it has its size. */
static gboolean
scroll_cb (gpointer user_data)
{
  LsSourcePane *self = user_data;

  self->idle = 0;
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)), 0.1, TRUE,
                                0, 0.35);
  return G_SOURCE_REMOVE;
}

static void
set_text (LsSourcePane *self,
          const char   *text)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  gsize longest;
  g_autofree char *shown = ls_script_text_cut_lines (text, &longest);

  gtk_source_buffer_set_language (self->buffer, longest <= MAX_HIGHLIGHTED
                                                ? gtk_source_language_manager_get_language (languages, "js") : NULL);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), shown != NULL ? shown : text, -1);
}

/* Says where the text is from, in a sentence for each thing that one should know. */
static void
show_note (LsSourcePane   *self,
           const LsSource *source)
{
  const char *origin = source->origin == LS_SOURCE_FROM_RECORDING ? _("The recording has this text.")
                       : source->origin == LS_SOURCE_FROM_PAGE ? _("The page has this text.")
                       : source->origin == LS_SOURCE_BESIDE
                       ? _("This is a file beside the recording. It may have changed since then.")
                       : _("This is the file of this address. It may have changed since then.");
  g_autofree char *text = NULL;

  text = source->first_line == 0
         ? g_strdup_printf ("%s %s", origin, _("The recording does not say at which line of the page the script begins."))
         : g_strdup (origin);
  gtk_label_set_label (GTK_LABEL (self->note), text);
  ls_widget_set_tooltip (self->note, source->path);
}

static void
show_source (LsSourcePane   *self,
             const LsSource *source)
{
  const guint before = source->first_line > 1 && source->first_line <= MAX_FIRST_LINE ? source->first_line - 1 : 0;
  g_autofree char *lines = before > 0 ? g_strnfill (before, '\n') : NULL;
  g_autofree char *text = before > 0 ? g_strconcat (lines, source->text, NULL) : NULL;
  GtkTextIter iter;
  guint line = source->first_line > 0 ? self->place.line - (source->first_line - 1 - before) : 1;

  show_note (self, source);
  set_text (self, text != NULL ? text : source->text);
  if (line > (guint) gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (self->buffer)))
    {
      line = 1;
      gtk_label_set_label (GTK_LABEL (self->note), _("This text has no such line: it is not what the page ran."));
    }
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (self->view), source->first_line > 0);
  gtk_source_view_set_highlight_current_line (GTK_SOURCE_VIEW (self->view), source->first_line > 0);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), source->first_line > 0);
  ls_script_text_get_iter (GTK_TEXT_BUFFER (self->buffer), &iter, line, self->place.column);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &iter);
  if (self->idle == 0)
    self->idle = g_idle_add (scroll_cb, self);
  gtk_widget_set_visible (self->scrolled, TRUE);
  gtk_widget_grab_focus (self->view);
}

static void
on_loaded (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LsSourcePane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSource) source = ls_sources_load_finish (LS_SOURCES (object), result, &error);

  /* Another place may have been asked for since, or the pane may be gone. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable || g_cancellable_is_cancelled (self->cancellable))
    return;
  if (source != NULL)
    show_source (self, source);
  else
    gtk_label_set_label (GTK_LABEL (self->note), error->message);
}

static void
ls_source_pane_dispose (GObject *object)
{
  LsSourcePane *self = LS_SOURCE_PANE (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->view != NULL)
    ls_text_view_drop_source (GTK_SCROLLED_WINDOW (self->scrolled));
  self->view = NULL;
  g_clear_object (&self->buffer);
  g_clear_object (&self->sources);

  G_OBJECT_CLASS (ls_source_pane_parent_class)->dispose (object);
}

static void
ls_source_pane_finalize (GObject *object)
{
  LsSourcePane *self = LS_SOURCE_PANE (object);

  g_clear_object (&self->cancellable);
  g_free (self->text);

  G_OBJECT_CLASS (ls_source_pane_parent_class)->finalize (object);
}

static void
ls_source_pane_class_init (LsSourcePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_source_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_source_pane_finalize;

  ls_text_view_init_schemes ();
  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-source-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSourcePane, name);
  gtk_widget_class_bind_template_child (widget_class, LsSourcePane, note);
  gtk_widget_class_bind_template_child (widget_class, LsSourcePane, scrolled);
  gtk_widget_class_bind_template_child (widget_class, LsSourcePane, view);
  gtk_widget_class_bind_template_child_full (widget_class, "close", FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, ls_source_pane_close);
}

static void
ls_source_pane_init (LsSourcePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->buffer = gtk_source_buffer_new (NULL);
  ls_text_view_set_buffer (GTK_TEXT_VIEW (self->view), GTK_TEXT_BUFFER (self->buffer));
  ls_text_view_follow_wrapping (GTK_TEXT_VIEW (self->view));
  ls_text_view_hold_offset (GTK_TEXT_VIEW (self->view));
  ls_text_view_set_code (self->scrolled);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self, G_CONNECT_SWAPPED);
  update_scheme (self);
}

/**
 * ls_source_pane_set_sources:
 * @self: a pane
 * @sources: where texts are from
 *
 * Says where the pane looks for texts.
 */
void
ls_source_pane_set_sources (LsSourcePane *self,
                            LsSources    *sources)
{
  g_return_if_fail (self->sources == NULL);

  self->sources = g_object_ref (sources);
}

/**
 * ls_source_pane_show_place:
 * @self: a pane
 * @place: "url:line" or "url:line:column"
 *
 * Shows the pane, with a line of a script as soon as its text has been found; else it says that the text is not at hand.
 */
void
ls_source_pane_show_place (LsSourcePane *self,
                           const char   *place)
{
  g_autofree char *text = g_strdup (place);
  g_autofree char *name = NULL;
  g_autofree char *url = NULL;

  if (!ls_place_parse (&self->place, text))
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  name = ls_place_format (&self->place);
  url = ls_place_dup_script (&self->place);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  ls_widget_set_tooltip (self->name, url);
  gtk_label_set_label (GTK_LABEL (self->note), _("Looking for the text…"));
  ls_widget_set_tooltip (self->note, NULL);
  gtk_widget_set_visible (self->scrolled, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ls_sources_load_async (self->sources, place, self->cancellable, on_loaded, g_object_ref (self));
}

/**
 * ls_source_pane_close:
 * @self: a pane
 *
 * Hides the pane, and lets the text go.
 */
void
ls_source_pane_close (LsSourcePane *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), "", 0);
}
