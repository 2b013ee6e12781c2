/* ls-window-start.c: a window that is seen before what it shows is made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

/* Where no frame comes, as behind a lock screen, the rest does not wait for one. */
#define PATIENCE 500  /* ms */

/* What waits for the first frame. */
struct _LsWindowStart
{
  LsWindow           *window;    /* not owned: owns this */
  GPtrArray          *files;     /* to be opened */
  GtkEventController *events;
  GdkFrameClock      *clock;     /* whose first frame it is, NULL until the window is mapped */
  guint               source;
};

static gboolean
finish_cb (gpointer user_data)
{
  LsWindowStart *start = user_data;

  start->source = 0;
  ls_window_finish_start (start->window);
  return G_SOURCE_REMOVE;
}

static void
set_source (LsWindowStart *start,
            guint          source)
{
  g_clear_handle_id (&start->source, g_source_remove);
  start->source = source;
}

static void
forget_clock (LsWindowStart *start)
{
  if (start->clock != NULL)
    g_signal_handlers_disconnect_by_data (start->clock, start);
  g_clear_object (&start->clock);
}

/* What the user does comes after this, at a window that is whole. */
static void
on_first_frame (LsWindowStart *start)
{
  forget_clock (start);
  set_source (start, g_idle_add_full (G_PRIORITY_HIGH, finish_cb, start, NULL));
}

static void
on_mapped (LsWindowStart *start)
{
  forget_clock (start);
  start->clock = g_object_ref (gtk_widget_get_frame_clock (GTK_WIDGET (start->window)));
  g_signal_connect_swapped (start->clock, "after-paint", G_CALLBACK (on_first_frame), start);
}

/* Somebody is quicker than the first frame. */
static gboolean
on_event (LsWindowStart *start,
          GdkEvent      *event)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_KEY_PRESS:
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      ls_window_finish_start (start->window);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
start_free (LsWindowStart *start)
{
  set_source (start, 0);
  forget_clock (start);
  g_signal_handlers_disconnect_by_data (start->window, start);
  g_signal_handlers_disconnect_by_data (start->events, start);
  g_object_unref (start->events);
  g_ptr_array_unref (start->files);
  g_free (start);
}

/**
 * ls_window_start:
 * @application: the application
 * @files: (array length=n_files) (nullable): what to open, nothing for the welcome page
 * @n_files: how many
 *
 * Presents a window. It appears at once, with nothing in it. What it shows takes longer to make and to lay out, and comes after
 * the first frame; so does its icon, for which GTK reads the icon theme.
 *
 * Returns: the window
 */
LsWindow *
ls_window_start (GtkApplication  *application,
                 GFile          **files,
                 guint            n_files)
{
  LsWindow *self = ls_window_new_without_tabs (application);
  LsWindowStart *start = g_new0 (LsWindowStart, 1);

  start->window = self;
  start->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (start->files, g_object_ref (files[i]));
  start->events = g_object_ref (gtk_event_controller_legacy_new ());
  gtk_event_controller_set_propagation_phase (start->events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (start->events, "event", G_CALLBACK (on_event), start);
  gtk_widget_add_controller (GTK_WIDGET (self), start->events);
  g_signal_connect_data (self, "map", G_CALLBACK (on_mapped), start, NULL, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  start->source = g_timeout_add (PATIENCE, finish_cb, start);
  self->start = start;
  gtk_widget_set_visible (adw_application_window_get_content (ADW_APPLICATION_WINDOW (self)), FALSE);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}

/**
 * ls_window_finish_start:
 * @self: a window
 *
 * Shows at once what ls_window_start() put off, if it has not come yet.
 */
void
ls_window_finish_start (LsWindow *self)
{
  LsWindowStart *start = g_steal_pointer (&self->start);

  if (start == NULL)
    return;
  gtk_window_set_default_icon_name (LS_APP_ID);
  ls_window_add_view (self);
  ls_window_open_files (self, (GFile **) start->files->pdata, start->files->len);
  gtk_widget_set_visible (adw_application_window_get_content (ADW_APPLICATION_WINDOW (self)), TRUE);
  gtk_widget_remove_controller (GTK_WIDGET (self), start->events);
  start_free (start);
}

void
ls_window_dispose_start (LsWindow *self)
{
  g_clear_pointer (&self->start, start_free);
}
