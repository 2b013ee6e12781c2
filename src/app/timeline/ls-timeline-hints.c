/* ls-timeline-hints.c: what the header of a timeline says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-hints.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-roomy.h"
#include "ls-widget.h"

/**
 * LsTimelineHints:
 *
 * Says in the header of the pane what the bookmark or note at the position is about. Where there is none, it says how to measure
 * and to move, while the timeline is visible. A button explains the signs of the timeline.
 */
struct _LsTimelineHints
{
  GtkBox      parent_instance;

  GtkWidget  *mark;
  GtkWidget  *mark_text;
  GtkWidget  *hint;
  GtkWidget  *legend;

  LsTimeline *timeline;
  LsDebugger *debugger;
};

G_DEFINE_FINAL_TYPE (LsTimelineHints, ls_timeline_hints, GTK_TYPE_BOX)

/* Returns what the bookmarks and notes at a step say, on lines of their own; NULL if there are none. */
static char *
find_text (LsSession *session,
           guint32    step)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n_bookmarks = ls_session_get_n_bookmarks (session);
  const guint n_marks = n_bookmarks + ls_session_get_n_notes (session);

  for (guint i = 0; i < n_marks; i++)
    {
      const LsMark *mark = i < n_bookmarks ? ls_session_get_bookmark (session, i) : ls_session_get_note (session, i - n_bookmarks);

      if (mark->step == step)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " ·\n" : "", mark->text);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
update (LsTimelineHints *self)
{
  LsTimelineScene *scene;
  LsSession *session;
  gboolean is_shown;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  if (self->timeline == NULL || gtk_widget_in_destruction (GTK_WIDGET (self->timeline)))
    return;
  scene = ls_timeline_get_scene (self->timeline);
  session = ls_debugger_get_session (self->debugger);
  is_shown = gtk_widget_get_mapped (GTK_WIDGET (self->timeline));
  if (session != NULL)
    text = find_text (session, ls_player_get_step (ls_debugger_get_player (self->debugger)));
  gtk_widget_set_visible (self->mark, text != NULL);
  gtk_widget_set_visible (self->hint, text == NULL && is_shown);
  gtk_widget_set_visible (self->legend, is_shown);
  if (g_strcmp0 (text, ls_timeline_scene_get_note (scene)) == 0)
    return;
  ls_timeline_scene_set_note (scene, text);
  if (text == NULL)
    return;
  line = g_strdelimit (g_strdup (text), "\n", ' ');
  gtk_label_set_label (GTK_LABEL (self->mark_text), line);
  ls_widget_set_tooltip (self->mark_text, text);
  ls_compat_announce (self->mark_text, text);
}

static void
ls_timeline_hints_dispose (GObject *object)
{
  LsTimelineHints *self = LS_TIMELINE_HINTS (object);

  g_clear_object (&self->timeline);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_timeline_hints_parent_class)->dispose (object);
}

static void
ls_timeline_hints_class_init (LsTimelineHintsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_hints_dispose;

  g_type_ensure (LS_TYPE_ROOMY);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-timeline-hints.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTimelineHints, mark);
  gtk_widget_class_bind_template_child (widget_class, LsTimelineHints, mark_text);
  gtk_widget_class_bind_template_child (widget_class, LsTimelineHints, hint);
  gtk_widget_class_bind_template_child (widget_class, LsTimelineHints, legend);
  gtk_widget_class_set_css_name (widget_class, "timelinehints");
}

static void
ls_timeline_hints_init (LsTimelineHints *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_timeline_hints_set_timeline:
 * @self: hints
 * @timeline: the timeline that they are about
 * @debugger: the debugger whose session has the marks
 *
 * Says what there is to say of @timeline, and what the marks of @debugger's session say at its position.
 */
void
ls_timeline_hints_set_timeline (LsTimelineHints *self,
                                LsTimeline      *timeline,
                                LsDebugger      *debugger)
{
  g_return_if_fail (self->timeline == NULL);

  self->timeline = g_object_ref (timeline);
  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (timeline, "map", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (timeline, "unmap", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_debugger_get_player (debugger), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_debugger_get_player (debugger), "trace-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
