/* ls-lesson-code.c: code among the text of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-code.h"

#include <string.h>

#include "ls-text-view.h"

/* What is left of a long line stands so many characters further in than its beginning. */
#define HANGING 2

/* The part of the width that a line may be indented at most: what is left of it needs room. */
#define MOST_INDENT 0.5

#define LEAST_CHARACTERS 12

/**
 * LsLessonCode:
 *
 * Code that can be read and copied. A line that is too long goes on below its own beginning, a little further in, as in an editor.
 */
struct _LsLessonCode
{
  GtkTextView parent_instance;

  int         each;   /* the width of a character for which lines hang, in pixels; 0 for none */
  int         width;  /* of the text for which they do */
};

G_DEFINE_FINAL_TYPE (LsLessonCode, ls_lesson_code, GTK_TYPE_TEXT_VIEW)

static int
get_character_width (LsLessonCode *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  const int width = PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_char_width (metrics));

  pango_font_metrics_unref (metrics);
  return MAX (width, 1);
}

/* Returns by how many pixels a line that begins with so many blanks hangs, in a text of a width. */
static int
get_hanging (int n_blanks,
             int each,
             int width)
{
  return MIN ((n_blanks + HANGING) * each, MAX (width, 1) * MOST_INDENT);
}

/* Returns (transfer none) the tag that lets a line hang by @pixels. */
static GtkTextTag *
get_tag (GtkTextBuffer *buffer,
         int            pixels)
{
  g_autofree char *name = g_strdup_printf ("hang-%d", pixels);
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), name);

  return tag != NULL ? tag : gtk_text_buffer_create_tag (buffer, name, "indent", -pixels, NULL);
}

/* What begins with “${” is not torn apart. */
#define JOINED "${"

static void
join (GtkTextBuffer *buffer)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "joined");
  GtkTextIter at, end;

  if (tag == NULL)
    tag = gtk_text_buffer_create_tag (buffer, "joined", "allow-breaks", FALSE, NULL);
  gtk_text_buffer_get_start_iter (buffer, &at);
  while (gtk_text_iter_forward_search (&at, JOINED, 0, &at, &end, NULL))
    {
      gtk_text_buffer_apply_tag (buffer, tag, &at, &end);
      at = end;
    }
}

/* Returns (transfer full) the same for a line that is measured. */
static PangoAttrList *
make_joined (const char *line)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  for (const char *at = strstr (line, JOINED); at != NULL; at = strstr (at + 1, JOINED))
    {
      PangoAttribute *attribute = pango_attr_allow_breaks_new (FALSE);

      attribute->start_index = at - line;
      attribute->end_index = attribute->start_index + strlen (JOINED);
      pango_attr_list_insert (attributes, attribute);
    }
  return attributes;
}

/* Lets each line hang below its own beginning. */
static void
hang (LsLessonCode *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter line, end;

  self->each = get_character_width (self);
  self->width = gtk_widget_get_width (GTK_WIDGET (self));
  gtk_text_buffer_get_bounds (buffer, &line, &end);
  gtk_text_buffer_remove_all_tags (buffer, &line, &end);
  do
    {
      GtkTextIter next = line;
      int n_blanks = 0;

      while (gtk_text_iter_get_char (&next) == ' ' && gtk_text_iter_forward_char (&next))
        n_blanks++;
      next = line;
      gtk_text_iter_forward_line (&next);
      gtk_text_buffer_apply_tag (buffer, get_tag (buffer, get_hanging (n_blanks, self->each, self->width)), &line, &next);
    }
  while (gtk_text_iter_forward_line (&line));
  join (buffer);
}

/* Returns the height of the text at a width. A text view would know it only after it has got that width. */
static int
get_text_height (LsLessonCode *self,
                 int           width)
{
  g_autofree char *text = ls_text_view_dup_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self)));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (PangoLayout) layout = pango_layout_new (gtk_text_view_get_ltr_context (GTK_TEXT_VIEW (self)));
  int height = 0;

  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      PangoAttrList *joined = make_joined (lines[i]);
      int line;

      pango_layout_set_attributes (layout, joined);
      pango_attr_list_unref (joined);
      pango_layout_set_indent (layout, -get_hanging (strspn (lines[i], " "), get_character_width (self), width) * PANGO_SCALE);
      pango_layout_set_text (layout, lines[i], -1);
      pango_layout_get_pixel_size (layout, NULL, &line);
      height += line;
    }
  return height;
}

static GtkSizeRequestMode
ls_lesson_code_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ls_lesson_code_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  LsLessonCode *self = LS_LESSON_CODE (widget);

  *minimum = *natural = get_character_width (self) * LEAST_CHARACTERS;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = get_text_height (self, MAX (for_size, *minimum));
}

static gboolean
hang_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  hang (LS_LESSON_CODE (widget));
  return G_SOURCE_REMOVE;
}

static void
ls_lesson_code_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  LsLessonCode *self = LS_LESSON_CODE (widget);

  GTK_WIDGET_CLASS (ls_lesson_code_parent_class)->size_allocate (widget, width, height, baseline);

  /* No text may change while sizes are allocated. */
  if (self->width != gtk_widget_get_width (widget) || self->each != get_character_width (self))
    gtk_widget_add_tick_callback (widget, hang_cb, NULL, NULL);
}

static void
ls_lesson_code_class_init (LsLessonCodeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->get_request_mode = ls_lesson_code_get_request_mode;
  widget_class->measure = ls_lesson_code_measure;
  widget_class->size_allocate = ls_lesson_code_size_allocate;
}

static void
ls_lesson_code_init (LsLessonCode *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);

  gtk_text_view_set_editable (view, FALSE);
  gtk_text_view_set_cursor_visible (view, FALSE);
  gtk_text_view_set_accepts_tab (view, FALSE);
  gtk_text_view_set_monospace (view, TRUE);
  gtk_text_view_set_wrap_mode (view, GTK_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (GTK_WIDGET (self), "lesson-code");
  ls_text_view_set_code (GTK_WIDGET (self));
}

/**
 * ls_lesson_code_set_text:
 * @self: a view of code
 * @text: the code
 *
 * Shows @text.
 */
void
ls_lesson_code_set_text (LsLessonCode *self,
                         const char   *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter start;

  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  hang (self);
}
