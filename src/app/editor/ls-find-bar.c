/* ls-find-bar.c: finds text and lines in a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-find-bar.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-script-text.h"
#include "ls-widget.h"

/**
 * LsFindBar:
 *
 * A bar below a view. It finds text in the view in both directions, replaces text, or goes to a line. Escape closes it.
 */
struct _LsFindBar
{
  AdwBin                  parent_instance;

  GtkWidget              *revealer;
  GtkWidget              *stack;
  GtkWidget              *entry;
  GtkWidget              *count;
  GtkWidget              *match_case;
  GtkWidget              *with_replace;
  GtkWidget              *replacement;
  GtkWidget              *line;

  GtkSourceView          *view;            /* (unowned) (nullable) */
  GtkSourceSearchContext *context;         /* of the view's present buffer */
  GtkTextMark            *from;            /* where a search while typing begins */
};

G_DEFINE_FINAL_TYPE (LsFindBar, ls_find_bar, ADW_TYPE_BIN)

static void
update_count (LsFindBar *self)
{
  GtkTextIter start, end;
  int n_found, place;
  g_autofree char *text = NULL;

  if (self->context == NULL || *gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
    {
      gtk_label_set_label (GTK_LABEL (self->count), "");
      gtk_widget_remove_css_class (self->entry, "error");
      return;
    }
  n_found = gtk_source_search_context_get_occurrences_count (self->context);
  gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), &start, &end);
  place = gtk_source_search_context_get_occurrence_position (self->context, &start, &end);
  if (n_found < 0)
    return;
  if (place > 0)
    /* Translators: which of how many places that were found */
    text = g_strdup_printf (_("%d of %d"), place, n_found);
  else
    text = g_strdup_printf ("%d", n_found);
  gtk_label_set_label (GTK_LABEL (self->count), text);
  ls_widget_set_class (self->entry, "error", n_found == 0);
}

static void
drop_context (LsFindBar *self)
{
  if (self->context == NULL)
    return;
  if (self->from != NULL && !gtk_text_mark_get_deleted (self->from))
    gtk_text_buffer_delete_mark (gtk_text_mark_get_buffer (self->from), self->from);
  g_clear_object (&self->from);
  g_clear_object (&self->context);
}

static void
ensure_context (LsFindBar *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  g_autoptr (GtkSourceSearchSettings) settings = NULL;

  if (self->context != NULL &&
      GTK_TEXT_BUFFER (gtk_source_search_context_get_buffer (self->context)) == buffer)
    return;
  drop_context (self);
  settings = gtk_source_search_settings_new ();
  gtk_source_search_settings_set_wrap_around (settings, TRUE);
  gtk_source_search_settings_set_search_text (settings, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  gtk_source_search_settings_set_case_sensitive (
      settings, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->match_case)));
  self->context = gtk_source_search_context_new (GTK_SOURCE_BUFFER (buffer), settings);
  g_signal_connect_object (self->context, "notify::occurrences-count", G_CALLBACK (update_count), self,
                           G_CONNECT_SWAPPED);
}

static void
take_text (LsFindBar *self)
{
  ensure_context (self);
  gtk_source_search_settings_set_search_text (gtk_source_search_context_get_settings (self->context),
                                              gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

/* Lets a search while typing begin at the present cursor. */
static void
set_from (LsFindBar *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter start, end;

  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  if (self->from == NULL)
    self->from = g_object_ref (gtk_text_buffer_create_mark (buffer, NULL, &start, TRUE));
  else
    gtk_text_buffer_move_mark (buffer, self->from, &start);
}

/* The view shows another script. */
static void
on_buffer_changed (LsFindBar *self)
{
  drop_context (self);
  if (!gtk_revealer_get_reveal_child (GTK_REVEALER (self->revealer)))
    return;
  ensure_context (self);
  set_from (self);
  update_count (self);
}

/* Selects the next match from @iter on. */
static gboolean
select_from (LsFindBar   *self,
             GtkTextIter *iter,
             gboolean     backwards)
{
  GtkTextIter start, end;
  gboolean found;

  found = backwards ? gtk_source_search_context_backward (self->context, iter, &start, &end, NULL)
                    : gtk_source_search_context_forward (self->context, iter, &start, &end, NULL);
  if (found)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));

      gtk_text_buffer_select_range (buffer, &start, &end);
      gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer), 0.15, FALSE, 0, 0);
    }
  update_count (self);
  if (!found && *gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
    ls_compat_announce (self->entry, _("Not found"));
  return found;
}

static void
on_search_changed (LsFindBar *self)
{
  GtkTextIter iter;

  if (self->view == NULL || !gtk_revealer_get_reveal_child (GTK_REVEALER (self->revealer)))
    return;
  take_text (self);
  if (self->from == NULL)
    return;
  gtk_text_buffer_get_iter_at_mark (gtk_text_mark_get_buffer (self->from), &iter, self->from);
  select_from (self, &iter, FALSE);
}

static void
on_case_toggled (LsFindBar *self)
{
  if (self->view == NULL)
    return;
  ensure_context (self);
  gtk_source_search_settings_set_case_sensitive (
      gtk_source_search_context_get_settings (self->context),
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->match_case)));
  update_count (self);
}

static void
on_next (LsFindBar *self)
{
  ls_find_bar_find_next (self, FALSE);
}

static void
on_previous (LsFindBar *self)
{
  ls_find_bar_find_next (self, TRUE);
}

/* Returns whether there is anything to replace. The entry reports typing with a delay, so this takes its present text. */
static gboolean
prepare_to_replace (LsFindBar *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0' ||
      !gtk_text_view_get_editable (GTK_TEXT_VIEW (self->view)))
    {
      gtk_widget_error_bell (self->replacement);
      return FALSE;
    }
  take_text (self);
  return TRUE;
}

/* Replaces the selection if it is a match, and selects the next match. */
static void
on_replace (LsFindBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->replacement));
  GtkTextIter start, end;

  if (!prepare_to_replace (self))
    return;
  gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), &start, &end);
  select_from (self, gtk_source_search_context_replace (self->context, &start, &end, text, -1, NULL) ? &end : &start, FALSE);
}

static void
on_replace_all (LsFindBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->replacement));
  g_autofree char *message = NULL;
  guint n;

  if (!prepare_to_replace (self))
    return;
  n = gtk_source_search_context_replace_all (self->context, text, -1, NULL);
  message = g_strdup_printf (ngettext ("%u match replaced", "%u matches replaced", n), n);
  gtk_label_set_label (GTK_LABEL (self->count), message);
  ls_compat_announce (self->replacement, message);
}

/* Parses a line, or a line and a column. */
static gboolean
parse_line (const char *text,
            guint      *line,
            guint      *column)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  guint64 number = 1;

  for (guint i = 0; parts[i] != NULL; i++)
    g_strstrip (parts[i]);
  if (parts[0] == NULL || !g_ascii_string_to_unsigned (parts[0], 10, 1, G_MAXINT, &number, NULL))
    return FALSE;
  *line = number;
  number = 1;
  if (parts[1] != NULL && *parts[1] != '\0' &&
      !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXINT, &number, NULL))
    return FALSE;
  *column = number;
  return TRUE;
}

static void
on_line_changed (LsFindBar *self)
{
  gtk_widget_remove_css_class (self->line, "error");
}

static void
on_line_activate (LsFindBar *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter iter;
  guint line, column;

  if (!parse_line (gtk_editable_get_text (GTK_EDITABLE (self->line)), &line, &column))
    {
      gtk_widget_add_css_class (self->line, "error");
      gtk_widget_error_bell (self->line);
      ls_compat_announce (self->line, _("Expected a line number, or a line and column such as 12:5"));
      return;
    }
  ls_script_text_get_iter (buffer, &iter, line, column);
  gtk_text_buffer_place_cursor (buffer, &iter);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (buffer), 0.15, TRUE, 0, 0.4);
  ls_find_bar_close (self);
}

static void
close_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  ls_find_bar_close (LS_FIND_BAR (widget));
}

static void
ls_find_bar_dispose (GObject *object)
{
  LsFindBar *self = LS_FIND_BAR (object);

  drop_context (self);

  G_OBJECT_CLASS (ls_find_bar_parent_class)->dispose (object);
}

static void
ls_find_bar_class_init (LsFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_find_bar_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, stack);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, entry);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, count);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, match_case);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, with_replace);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, replacement);
  gtk_widget_class_bind_template_child (widget_class, LsFindBar, line);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_case_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, ls_find_bar_close);
  gtk_widget_class_bind_template_callback (widget_class, on_replace);
  gtk_widget_class_bind_template_callback (widget_class, on_replace_all);
  gtk_widget_class_bind_template_callback (widget_class, on_line_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_line_activate);

  gtk_widget_class_install_action (widget_class, "find-bar.close", NULL, close_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "find-bar.close", NULL);
}

static void
ls_find_bar_init (LsFindBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_find_bar_set_view:
 * @self: a find bar
 * @view: (nullable): the view to search; %NULL when the view goes away
 *
 * Sets the view that the bar searches.
 */
void
ls_find_bar_set_view (LsFindBar     *self,
                      GtkSourceView *view)
{
  drop_context (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, on_buffer_changed, self);
  self->view = view;
  if (view != NULL)
    g_signal_connect_object (view, "notify::buffer", G_CALLBACK (on_buffer_changed), self, G_CONNECT_SWAPPED);
}

static void
reveal (LsFindBar  *self,
        const char *page,
        GtkWidget  *entry)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
  gtk_widget_set_visible (self->revealer, TRUE);
  gtk_editable_select_region (GTK_EDITABLE (entry), 0, -1);
  gtk_widget_grab_focus (entry);
}

/**
 * ls_find_bar_find:
 * @self: a find bar
 *
 * Opens the bar for a search. The search begins with the text that is selected in the view.
 */
void
ls_find_bar_find (LsFindBar *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter start, end;

  ensure_context (self);
  set_from (self);
  gtk_text_buffer_get_selection_bounds (buffer, &start, &end);
  gtk_source_search_context_set_highlight (self->context, TRUE);
  if (!gtk_text_iter_equal (&start, &end) && gtk_text_iter_get_line (&start) == gtk_text_iter_get_line (&end))
    {
      g_autofree char *text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);

      gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
    }
  reveal (self, "find", self->entry);
  update_count (self);
}

/**
 * ls_find_bar_replace:
 * @self: a find bar
 *
 * Opens the bar for a search, with an entry for the replacement.
 */
void
ls_find_bar_replace (LsFindBar *self)
{
  ls_find_bar_find (self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->with_replace), TRUE);
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
    gtk_widget_grab_focus (self->replacement);
}

/**
 * ls_find_bar_find_next:
 * @self: a find bar
 * @backwards: whether to go to the match before the present one
 *
 * Goes to the next match. The search wraps around at the end of the text.
 */
void
ls_find_bar_find_next (LsFindBar *self,
                       gboolean   backwards)
{
  GtkTextIter start, end;

  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
    {
      ls_find_bar_find (self);
      return;
    }
  take_text (self);
  gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), &start, &end);
  select_from (self, backwards ? &start : &end, backwards);
}

/**
 * ls_find_bar_go_to_line:
 * @self: a find bar
 *
 * Opens the bar to ask for a line, and goes there.
 */
void
ls_find_bar_go_to_line (LsFindBar *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  g_autofree char *number = NULL;
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  number = g_strdup_printf ("%d", gtk_text_iter_get_line (&iter) + 1);
  gtk_editable_set_text (GTK_EDITABLE (self->line), number);
  reveal (self, "line", self->line);
}

void
ls_find_bar_close (LsFindBar *self)
{
  if (self->context != NULL)
    gtk_source_search_context_set_highlight (self->context, FALSE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
  gtk_widget_set_visible (self->revealer, FALSE);
  if (self->view != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}
