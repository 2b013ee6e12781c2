/* ls-session-view-picture.c: pictures of parts of the view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-picture-dialog.h"
#include "ls-stage.h"
#include "ls-timeline.h"

/* On a screen with many pixels a picture may be pasted at twice its size. */
#define COPY_SCALE 2

/* A picture on its way to the clipboard. */
typedef struct
{
  LsSessionView *view;    /* owned */
  GtkWidget     *studio;  /* owned */
} Copy;

static gboolean
has_focus (LsSessionView  *self,
           GtkWidget *pane)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

static LsPictureSubject
get_subject (LsSessionView *self)
{
  if (has_focus (self, self->timeline))
    return LS_PICTURE_TIMELINE_PART;
  if (has_focus (self, self->signals))
    return LS_PICTURE_SIGNALS;
  return LS_PICTURE_STAGE;
}

/* A hidden pane has no width: its picture has a usual one. */
static int
get_width (GtkWidget *widget,
           int        usual)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0 ? gtk_widget_get_width (widget) : usual;
}

static void
get_widths (LsSessionView *self,
            int      *widths)
{
  widths[LS_PICTURE_STAGE] = get_width (self->stage, 800);
  widths[LS_PICTURE_SIGNALS] = get_width (self->signals, 320);
  widths[LS_PICTURE_TIMELINE] = get_width (self->timeline, 1200);
  widths[LS_PICTURE_TIMELINE_PART] = widths[LS_PICTURE_TIMELINE];
}

static char *
get_name (LsSessionView *self)
{
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : g_strdup (ls_session_file_get_title (self->file));
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return *name != '\0' ? g_steal_pointer (&name) : g_strdup (_("picture"));
}

static void
on_done (LsSessionView *self,
         const char    *text)
{
  ls_session_view_tell (self, text, NULL, NULL, 0);
}

static void
export_picture_action (LsSessionView *self,
                       const char    *name,
                       GVariant      *parameter)
{
  int widths[LS_PICTURE_TIMELINE_PART + 1];
  g_autofree char *file_name = NULL;
  GtkWidget *dialog;

  if (!ls_session_view_has_session (self))
    return;
  ls_player_set_running (self->player, FALSE);
  get_widths (self, widths);
  file_name = get_name (self);
  dialog = ls_picture_dialog_new (self->debugger, ls_timeline_get_scene (LS_TIMELINE (self->timeline)), file_name,
                                  widths);
  ls_picture_dialog_set_page (LS_PICTURE_DIALOG (dialog), ls_stage_get_page (LS_STAGE (self->stage)));
  g_signal_connect_object (dialog, "done", G_CALLBACK (on_done), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Export Picture"), 520, 640);
}

/* Copying */

static void
copy_free (Copy *copy)
{
  GtkWidget *parent = gtk_widget_get_parent (copy->studio);

  if (parent != NULL)
    gtk_box_remove (GTK_BOX (parent), copy->studio);
  g_object_unref (copy->studio);
  g_object_unref (copy->view);
  g_free (copy);
}

static void
rendered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  Copy *copy = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ls_picture_render_finish (result, &error);
  g_autoptr (GdkTexture) texture = bytes != NULL ? gdk_texture_new_from_bytes (bytes, &error) : NULL;

  /* The view may have been closed since. */
  if (gtk_widget_get_parent (copy->studio) != NULL && gtk_widget_get_realized (GTK_WIDGET (copy->view)))
    {
      if (texture != NULL)
        gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (copy->view)), texture);
      ls_session_view_tell (copy->view, texture != NULL ? _("Copied the picture") : error->message, NULL, NULL, 0);
    }
  copy_free (copy);
}

static void
ready_cb (LsPictureStudio *studio,
          gpointer         user_data)
{
  Copy *copy = g_new0 (Copy, 1);
  g_autoptr (GskRenderNode) node = ls_picture_studio_take (studio);
  int width, height;

  copy->view = g_object_ref (LS_SESSION_VIEW (user_data));
  copy->studio = g_object_ref (GTK_WIDGET (studio));
  if (node == NULL)
    {
      copy_free (copy);
      return;
    }
  ls_picture_studio_get_size (studio, &width, &height);
  g_signal_handlers_disconnect_by_func (studio, ready_cb, user_data);
  ls_picture_render_async (node, width, height, COPY_SCALE, LS_PICTURE_PNG, NULL, NULL, NULL, rendered_cb, copy);
}

/* Copies a picture of the pane that has the focus, or else of the stage. */
static void
copy_picture_action (LsSessionView *self,
                     const char    *name,
                     GVariant      *parameter)
{
  LsPictureSubject subject = get_subject (self);
  int widths[LS_PICTURE_TIMELINE_PART + 1];
  GtkWidget *studio;

  if (!ls_session_view_has_session (self))
    return;
  get_widths (self, widths);
  studio = ls_picture_studio_new ();
  gtk_accessible_update_state (GTK_ACCESSIBLE (studio), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (self->content), studio);
  ls_picture_studio_set_page (LS_PICTURE_STUDIO (studio), ls_stage_get_page (LS_STAGE (self->stage)));
  ls_picture_studio_set_subject (LS_PICTURE_STUDIO (studio), subject, self->debugger,
                                 ls_timeline_get_scene (LS_TIMELINE (self->timeline)));
  ls_picture_studio_set_width (LS_PICTURE_STUDIO (studio), widths[subject]);
  g_signal_connect (studio, "ready", G_CALLBACK (ready_cb), self);
}

const LsActionEntry ls_session_view_picture_actions[] = {
  { "export-picture", NULL, LS_NEEDS_SESSION, G_CALLBACK (export_picture_action) },
  { "copy-picture", NULL, LS_NEEDS_SESSION, G_CALLBACK (copy_picture_action) },
  { NULL },
};
