/* ls-mark-popover.c: what is written at a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-mark-popover.h"

#include <glib/gi18n.h>

/**
 * LsMarkPopover:
 *
 * The popover edits the bookmark and the note of a step. It applies both when it closes, as one change that can be undone. Escape
 * discards the changes.
 */
struct _LsMarkPopover
{
  GtkPopover   parent_instance;

  GtkWidget   *heading;
  GtkWidget   *lost;
  GtkWidget   *bookmark;
  GtkWidget   *note;
  GtkWidget   *remove;

  LsDebugger  *debugger;
  LsSession   *session;      /* the session whose marks the user edits; the debugger may get another one later */
  guint32      step;
};

G_DEFINE_FINAL_TYPE (LsMarkPopover, ls_mark_popover, GTK_TYPE_POPOVER)

static char *
get_note (LsMarkPopover *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->note));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return g_strstrip (gtk_text_buffer_get_text (buffer, &start, &end, FALSE));
}

static void
set_marks (LsMarkPopover *self,
           const char    *bookmark,
           const char    *note,
           const char    *label)
{
  if (self->debugger != NULL && ls_debugger_get_session (self->debugger) == self->session)
    ls_debugger_set_marks (self->debugger, self->step, bookmark, note, label);
}

static void
apply (LsMarkPopover *self)
{
  g_autofree char *bookmark = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->bookmark))));
  g_autofree char *note = get_note (self);

  set_marks (self, bookmark, note, _("write a note"));
}

static void
forget (LsMarkPopover *self)
{
  g_clear_object (&self->debugger);
  g_clear_object (&self->session);
}

static void
on_remove (LsMarkPopover *self)
{
  set_marks (self, NULL, NULL, _("remove a note"));
  forget (self);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
on_key_pressed (LsMarkPopover   *self,
                guint            keyval,
                guint            keycode,
                GdkModifierType  state)
{
  if (keyval == GDK_KEY_Escape)
    forget (self);
  /* In the note, Return starts a new line. */
  if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter) && (state & GDK_CONTROL_MASK))
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
ls_mark_popover_closed (GtkPopover *popover)
{
  LsMarkPopover *self = LS_MARK_POPOVER (popover);

  apply (self);
  forget (self);
}

static void
ls_mark_popover_dispose (GObject *object)
{
  forget (LS_MARK_POPOVER (object));

  G_OBJECT_CLASS (ls_mark_popover_parent_class)->dispose (object);
}

static void
ls_mark_popover_class_init (LsMarkPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_mark_popover_dispose;
  GTK_POPOVER_CLASS (klass)->closed = ls_mark_popover_closed;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-mark-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, LsMarkPopover, heading);
  gtk_widget_class_bind_template_child (widget_class, LsMarkPopover, lost);
  gtk_widget_class_bind_template_child (widget_class, LsMarkPopover, bookmark);
  gtk_widget_class_bind_template_child (widget_class, LsMarkPopover, note);
  gtk_widget_class_bind_template_child (widget_class, LsMarkPopover, remove);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
}

static void
ls_mark_popover_init (LsMarkPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static const LsMark *
find_mark (LsSession *session,
           gboolean   is_note,
           guint32    step)
{
  guint n_marks = is_note ? ls_session_get_n_notes (session) : ls_session_get_n_bookmarks (session);

  for (guint i = 0; i < n_marks; i++)
    {
      const LsMark *mark = is_note ? ls_session_get_note (session, i) : ls_session_get_bookmark (session, i);

      if (mark->step == step)
        return mark;
    }
  return NULL;
}

static gboolean
is_lost (LsDebugger   *debugger,
         const LsMark *mark,
         gboolean      is_note)
{
  return mark != NULL && ls_mark_follower_is_lost (ls_debugger_get_marks (debugger), mark, is_note);
}

/**
 * ls_mark_popover_edit:
 * @self: a popover
 * @debugger: a debugger with a session
 * @step: a step
 * @focus_note: whether to focus the note instead of the bookmark
 *
 * Shows the popover for a step.
 */
void
ls_mark_popover_edit (LsMarkPopover *self,
                      LsDebugger    *debugger,
                      guint32        step,
                      gboolean       focus_note)
{
  LsSession *session = ls_debugger_get_session (debugger);
  const LsMark *bookmark = find_mark (session, FALSE, step);
  const LsMark *note = find_mark (session, TRUE, step);
  const char *title = bookmark != NULL ? bookmark->text : "";
  const char *text = note != NULL ? note->text : "";
  g_autofree char *heading = g_strdup_printf (_("Step %u"), step);

  forget (self);
  gtk_label_set_label (GTK_LABEL (self->heading), heading);
  gtk_editable_set_text (GTK_EDITABLE (self->bookmark), title);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->note)), text, -1);
  gtk_widget_set_sensitive (self->remove, *title != '\0' || *text != '\0');
  gtk_widget_set_visible (self->lost, is_lost (debugger, bookmark, FALSE) || is_lost (debugger, note, TRUE));
  self->debugger = g_object_ref (debugger);
  self->session = g_object_ref (session);
  self->step = step;
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (focus_note ? self->note : self->bookmark);
}
