/* ls-script-indenter.c: indents JavaScript while it is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script-indenter.h"

#include <string.h>

/* A bracket that is not closed within this many characters is not looked for further, so that typing does not wait for it. */
#define MAX_DISTANCE 100000

/**
 * LsScriptIndenter:
 *
 * Gives a new line the indentation of the line before it, and more after an opening bracket. A closing bracket at the beginning of
 * a line gets the indentation of the line that has its opening bracket. Brackets in strings and comments do not count.
 */
struct _LsScriptIndenter
{
  GObject parent_instance;
};

static void indenter_init (GtkSourceIndenterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsScriptIndenter, ls_script_indenter, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GTK_SOURCE_TYPE_INDENTER, indenter_init))

static gboolean
is_opening (gunichar c)
{
  return c == '{' || c == '(' || c == '[';
}

static gboolean
is_closing (gunichar c)
{
  return c == '}' || c == ')' || c == ']';
}

static gunichar
get_partner (gunichar opening)
{
  return opening == '{' ? '}' : opening == '(' ? ')' : ']';
}

static gboolean
is_space (gunichar c)
{
  return c == ' ' || c == '\t';
}

/* Whether @iter is in a comment, or in a string or the like as well if @strings is set. */
static gboolean
is_text (GtkSourceBuffer   *buffer,
         const GtkTextIter *iter,
         gboolean           strings)
{
  return gtk_source_buffer_iter_has_context_class (buffer, iter, "comment") ||
         (strings && gtk_source_buffer_iter_has_context_class (buffer, iter, "string"));
}

/* Returns the white space that the line of @iter begins with. */
static char *
dup_indent (const GtkTextIter *iter)
{
  GtkTextIter start = *iter, end;

  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  while (!gtk_text_iter_ends_line (&end) && is_space (gtk_text_iter_get_char (&end)))
    gtk_text_iter_forward_char (&end);
  return gtk_text_iter_get_slice (&start, &end);
}

/* Returns what one level of indentation is in @view, below a line with @indent. */
static char *
dup_unit (GtkSourceView *view,
          const char    *indent)
{
  int width = gtk_source_view_get_indent_width (view);

  if (strchr (indent, '\t') != NULL || !gtk_source_view_get_insert_spaces_instead_of_tabs (view))
    return g_strdup ("\t");
  return g_strnfill (width > 0 ? width : (int) gtk_source_view_get_tab_width (view), ' ');
}

/* Returns the opening bracket that the line of @iter ends with but for a comment, or 0. */
static gunichar
find_opening (GtkSourceBuffer   *buffer,
              const GtkTextIter *iter)
{
  GtkTextIter start = *iter, end = *iter;

  gtk_text_iter_set_line_offset (&start, 0);
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_source_buffer_ensure_highlight (buffer, &start, &end);
  while (gtk_text_iter_compare (&end, &start) > 0 && gtk_text_iter_backward_char (&end))
    {
      gunichar c = gtk_text_iter_get_char (&end);

      if (!is_space (c) && !is_text (buffer, &end, FALSE))
        return is_opening (c) && !is_text (buffer, &end, TRUE) ? c : 0;
    }
  return 0;
}

/* Moves @iter from a closing bracket back to its opening one. Returns FALSE if there is none. */
static gboolean
go_to_opening (GtkSourceBuffer *buffer,
               GtkTextIter     *iter)
{
  guint depth = 0;

  for (guint i = 0; i < MAX_DISTANCE && gtk_text_iter_backward_char (iter); i++)
    {
      gunichar c = gtk_text_iter_get_char (iter);

      if ((!is_opening (c) && !is_closing (c)) || is_text (buffer, iter, TRUE))
        continue;
      if (is_closing (c))
        depth++;
      else if (depth-- == 0)
        return TRUE;
    }
  return FALSE;
}

/* Indents the line that begins at @iter and is new. */
static void
indent_line (GtkSourceView *view,
             GtkTextIter   *iter)
{
  GtkTextBuffer *buffer = gtk_text_iter_get_buffer (iter);
  GtkTextIter before = *iter, end = *iter;
  g_autofree char *indent = NULL;
  g_autofree char *unit = NULL;
  g_autofree char *text = NULL;
  gunichar opening;

  gtk_text_iter_backward_line (&before);
  indent = dup_indent (&before);
  unit = dup_unit (view, indent);
  opening = find_opening (GTK_SOURCE_BUFFER (buffer), &before);
  text = g_strconcat (indent, opening != 0 ? unit : "", NULL);
  /* The rest of a line that was broken begins there without the space in which it was broken. */
  while (!gtk_text_iter_ends_line (&end) && is_space (gtk_text_iter_get_char (&end)))
    gtk_text_iter_forward_char (&end);
  gtk_text_buffer_delete (buffer, iter, &end);
  gtk_text_buffer_insert (buffer, iter, text, -1);
  /* Between two brackets there is a line for what is typed next, and one for the closing bracket. */
  if (opening != 0 && gtk_text_iter_get_char (iter) == get_partner (opening))
    {
      g_autofree char *rest = g_strconcat ("\n", indent, NULL);
      int offset = gtk_text_iter_get_offset (iter);

      gtk_text_buffer_insert (buffer, iter, rest, -1);
      gtk_text_buffer_get_iter_at_offset (buffer, iter, offset);
      gtk_text_buffer_place_cursor (buffer, iter);
    }
}

/* Indents the line of the closing bracket before @iter as that of its opening bracket, if nothing else is before it. */
static void
indent_closing (GtkTextIter *iter)
{
  GtkTextBuffer *buffer = gtk_text_iter_get_buffer (iter);
  int column = gtk_text_iter_get_line_offset (iter);
  GtkTextIter start = *iter, end, opening;
  g_autofree char *before = dup_indent (iter);
  g_autofree char *indent = NULL;

  if (g_utf8_strlen (before, -1) != column - 1)
    return;
  gtk_text_iter_set_line_offset (&start, 0);
  gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (buffer), &start, iter);
  end = *iter;
  gtk_text_iter_backward_char (&end);
  opening = end;
  if (is_text (GTK_SOURCE_BUFFER (buffer), &end, TRUE) || !go_to_opening (GTK_SOURCE_BUFFER (buffer), &opening))
    return;
  indent = dup_indent (&opening);
  if (g_str_equal (indent, before))
    return;
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, indent, -1);
  *iter = start;
  gtk_text_iter_forward_char (iter);
}

static gboolean
ls_script_indenter_is_trigger (GtkSourceIndenter *indenter,
                               GtkSourceView     *view,
                               const GtkTextIter *location,
                               GdkModifierType    state,
                               guint              keyval)
{
  if ((state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 && (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter))
    return FALSE;
  return keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_braceright ||
         keyval == GDK_KEY_bracketright || keyval == GDK_KEY_parenright;
}

static void
ls_script_indenter_indent (GtkSourceIndenter *indenter,
                           GtkSourceView     *view,
                           GtkTextIter       *iter)
{
  GtkTextIter before = *iter;

  if (gtk_text_iter_starts_line (iter) && gtk_text_iter_get_line (iter) > 0)
    indent_line (view, iter);
  else if (gtk_text_iter_backward_char (&before) && is_closing (gtk_text_iter_get_char (&before)))
    indent_closing (iter);
}

static void
indenter_init (GtkSourceIndenterInterface *iface)
{
  iface->is_trigger = ls_script_indenter_is_trigger;
  iface->indent = ls_script_indenter_indent;
}

static void
ls_script_indenter_class_init (LsScriptIndenterClass *klass)
{
}

static void
ls_script_indenter_init (LsScriptIndenter *self)
{
}

/**
 * ls_script_indenter_attach:
 * @view: a view of a text in JavaScript
 *
 * Indents what the user types in @view from now on. Tab and Shift+Tab, which the view handles itself, indent the selected lines.
 */
void
ls_script_indenter_attach (GtkSourceView *view)
{
  g_autoptr (LsScriptIndenter) self = g_object_new (LS_TYPE_SCRIPT_INDENTER, NULL);

  gtk_source_view_set_auto_indent (view, TRUE);
  gtk_source_view_set_indenter (view, GTK_SOURCE_INDENTER (self));
}
