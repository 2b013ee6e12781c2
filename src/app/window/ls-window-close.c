/* ls-window-close.c: closing tabs and windows, and opening tabs again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-application.h"
#include "ls-compat.h"
#include "ls-unsaved-list.h"

#define MAX_CLOSED 10

/* The tabs that close once the user has said what becomes of changes. */
typedef struct
{
  LsWindow      *window;
  GPtrArray     *views;       /* (element-type LsSessionView): all of them */
  GPtrArray     *unsaved;     /* those that would lose something */
  LsUnsavedList *list;        /* asks about them, NULL for a single one */
  gboolean       whole;       /* the window closes as well */
  gboolean       goes_on;     /* the user has not cancelled */
} Closing;

/* What is needed to open a tab again that was closed. */
typedef struct
{
  LsSession *session;
  GFile     *file;
  char      *etag;
  guint32    step;
  int        place;
  LsCourse  *course;   /* (nullable): that its lesson is of */
  guint      lesson;   /* which of the lessons of that */
} Closed;

static void
closed_free (gpointer data)
{
  Closed *closed = data;

  g_object_unref (closed->session);
  g_clear_object (&closed->file);
  g_clear_pointer (&closed->course, ls_course_unref);
  g_free (closed->etag);
  g_free (closed);
}

static void
closing_free (Closing *closing)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (closing->window));

  closing->window->is_asking = FALSE;
  closing->window->is_closing = FALSE;
  if (!(closing->whole && closing->goes_on) && LS_IS_APPLICATION (application))
    ls_application_cancel_quit (LS_APPLICATION (application));
  g_ptr_array_unref (closing->views);
  g_ptr_array_unref (closing->unsaved);
  g_clear_object (&closing->list);
  g_object_unref (closing->window);
  g_free (closing);
}

static GFile *
get_file (LsSessionView *view)
{
  return ls_debugger_get_file (ls_session_view_get_debugger (view));
}

static const char *
get_title (LsSessionView *view)
{
  return ls_session_file_get_title (ls_session_view_get_file (view));
}

static gboolean
has_view (LsWindow      *self,
          LsSessionView *view)
{
  return gtk_widget_is_ancestor (GTK_WIDGET (view), self->tabs);
}

static void
close_now (Closing *closing)
{
  LsWindow *self = closing->window;

  closing->goes_on = TRUE;
  for (guint i = 0; i < closing->views->len; i++)
    {
      LsSessionView *view = g_ptr_array_index (closing->views, i);

      ls_session_view_discard (view);
      if (!closing->whole && has_view (self, view))
        adw_tab_view_close_page (ADW_TAB_VIEW (self->tabs),
                                 adw_tab_view_get_page (ADW_TAB_VIEW (self->tabs), GTK_WIDGET (view)));
    }
  if (closing->whole)
    gtk_window_close (GTK_WINDOW (self));
  closing_free (closing);
}

static void save_next (Closing *closing);

static void
on_saved (LsSessionView *view,
          gboolean       is_saved,
          gpointer       user_data)
{
  Closing *closing = user_data;

  if (!is_saved)
    {
      if (has_view (closing->window, view))
        ls_window_show_view (closing->window, view);
      closing_free (closing);
      return;
    }
  /* What was changed meanwhile is to be saved as well. */
  if (!ls_session_view_is_unsaved (view))
    g_ptr_array_remove_index (closing->unsaved, 0);
  save_next (closing);
}

static void
on_place_chosen (GFile    *file,
                 gpointer  user_data)
{
  Closing *closing = user_data;

  if (file != NULL)
    ls_session_view_save (g_ptr_array_index (closing->unsaved, 0), file, on_saved, closing);
  else
    closing_free (closing);
}

/* Saves one session after the other. Those without a file ask where. */
static void
save_next (Closing *closing)
{
  LsSessionView *view = closing->unsaved->len > 0 ? g_ptr_array_index (closing->unsaved, 0) : NULL;

  if (view == NULL)
    {
      close_now (closing);
    }
  else if (ls_session_file_fits (ls_session_view_get_file (view)))
    {
      on_place_chosen (get_file (view), closing);
    }
  else
    {
      ls_window_show_view (closing->window, view);
      ls_session_view_ask_where (view, on_place_chosen, closing);
    }
}

static void
on_answer (const char *response,
           gpointer    user_data)
{
  Closing *closing = user_data;

  if (g_str_equal (response, "discard"))
    {
      close_now (closing);
    }
  else if (g_str_equal (response, "save"))
    {
      for (guint i = closing->unsaved->len; i > 0; i--)
        if (!ls_unsaved_list_get_checked (closing->list, i - 1))
          g_ptr_array_remove_index (closing->unsaved, i - 1);
      save_next (closing);
    }
  else
    {
      closing_free (closing);
    }
}

static void
ask_about_all (Closing *closing)
{
  const LsCompatResponse responses[] = {
    { "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "discard", _("_Discard All"), ADW_RESPONSE_DESTRUCTIVE },
    { "save", _("_Save"), ADW_RESPONSE_SUGGESTED },
  };

  closing->list = g_object_ref_sink (g_object_new (LS_TYPE_UNSAVED_LIST, NULL));
  for (guint i = 0; i < closing->unsaved->len; i++)
    {
      LsSessionView *view = g_ptr_array_index (closing->unsaved, i);
      GFile *file = get_file (view);
      g_autofree char *place = file != NULL ? g_file_get_parse_name (file) : NULL;

      ls_unsaved_list_append (closing->list, get_title (view), place);
    }
  ls_compat_ask (GTK_WIDGET (closing->window), _("Save Changes?"),
                      _("These sessions have unsaved changes, which will be lost."),
                      GTK_WIDGET (closing->list), responses, G_N_ELEMENTS (responses), "save", on_answer, closing);
}

static void
on_confirmed (LsSessionView *view,
              gboolean       goes_on,
              gpointer       user_data)
{
  if (goes_on)
    close_now (user_data);
  else
    closing_free (user_data);
}

static void
ask (Closing *closing)
{
  for (guint i = 0; i < closing->views->len; i++)
    if (ls_session_view_is_unsaved (g_ptr_array_index (closing->views, i)))
      g_ptr_array_add (closing->unsaved, g_object_ref (g_ptr_array_index (closing->views, i)));
  if (closing->unsaved->len == 0)
    {
      close_now (closing);
      return;
    }
  if (closing->unsaved->len > 1)
    {
      ask_about_all (closing);
      return;
    }
  ls_window_show_view (closing->window, g_ptr_array_index (closing->unsaved, 0));
  ls_session_view_confirm (g_ptr_array_index (closing->unsaved, 0), on_confirmed, closing);
}

/* Nobody is asked about changes that are being saved, nor about sessions that went to another window meanwhile. */
static void
ask_when_saved (LsSessionView *view,
                gboolean       is_saved,
                gpointer       user_data)
{
  Closing *closing = user_data;

  for (guint i = closing->views->len; i > 0; i--)
    if (!has_view (closing->window, g_ptr_array_index (closing->views, i - 1)))
      g_ptr_array_remove_index (closing->views, i - 1);
  for (guint i = 0; i < closing->views->len; i++)
    {
      view = g_ptr_array_index (closing->views, i);
      if (ls_session_file_is_saving (ls_session_view_get_file (view)))
        {
          ls_session_view_wait_for_saves (view, ask_when_saved, closing);
          return;
        }
    }
  ask (closing);
}

/* Closes @views, after asking what is to become of changes that are not saved. */
static void
close_views (LsWindow  *self,
             GPtrArray *views,
             gboolean   whole)
{
  Closing *closing;

  if (self->is_asking)
    return;
  closing = g_new0 (Closing, 1);
  self->is_asking = TRUE;
  self->is_closing = whole;
  closing->window = g_object_ref (self);
  closing->views = g_ptr_array_ref (views);
  closing->unsaved = g_ptr_array_new_with_free_func (g_object_unref);
  closing->whole = whole;
  ask_when_saved (NULL, TRUE, closing);
}

static GPtrArray *
list_views (LsWindow *self)
{
  GPtrArray *views = g_ptr_array_new_with_free_func (g_object_unref);

  for (int i = 0; i < ls_window_get_n_views (self); i++)
    g_ptr_array_add (views, g_object_ref (ls_window_get_nth_view (self, i)));
  return views;
}

/**
 * ls_window_has_changes:
 * @self: a window
 *
 * Returns: whether something would be lost if it closed
 */
gboolean
ls_window_has_changes (LsWindow *self)
{
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    if (ls_session_view_is_unsaved (ls_window_get_nth_view (self, i)))
      return TRUE;
  return FALSE;
}

/**
 * ls_window_is_asking:
 * @self: a window
 *
 * Returns: whether the user is being asked what becomes of changes
 */
gboolean
ls_window_is_asking (LsWindow *self)
{
  return self->is_asking;
}

/* Returns whether the window may close now; if not, the user is being asked. */
gboolean
ls_window_confirm_close (LsWindow *self)
{
  g_autoptr (GPtrArray) views = list_views (self);

  if (!ls_window_has_changes (self))
    return TRUE;
  close_views (self, views, TRUE);
  return FALSE;
}

/**
 * ls_window_keep_journals:
 * @self: a window that is about to be closed
 *
 * Leaves what is not saved for the next start, so that nobody is asked about it.
 */
void
ls_window_keep_journals (LsWindow *self)
{
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    ls_journal_keeper_keep (ls_session_view_get_keeper (ls_window_get_nth_view (self, i)));
}

/* Takes ls_window_keep_journals() back. */
void
ls_window_let_journals_go (LsWindow *self)
{
  for (int i = 0; i < ls_window_get_n_views (self); i++)
    ls_journal_keeper_let_go (ls_session_view_get_keeper (ls_window_get_nth_view (self, i)));
}

/* Keeps what a tab had, so that the user can open it again. */
static void
remember (LsWindow      *self,
          LsSessionView *view)
{
  LsDebugger *debugger = ls_session_view_get_debugger (view);
  LsCourse *course;
  Closed *closed;

  if (!ls_session_view_has_session (view) || ls_session_view_is_untouched (view))
    return;
  ls_session_view_flush (view, NULL);
  closed = g_new0 (Closed, 1);
  closed->session = ls_debugger_dup_kept (debugger);
  g_set_object (&closed->file, ls_debugger_get_file (debugger));
  closed->etag = g_strdup (ls_session_file_get_etag (ls_session_view_get_file (view)));
  closed->step = ls_player_get_wanted_step (ls_debugger_get_player (debugger));
  closed->place = ls_journal_keeper_get_place (ls_session_view_get_keeper (view));
  course = ls_session_view_get_course (view, &closed->lesson);
  closed->course = course != NULL ? ls_course_ref (course) : NULL;
  g_queue_push_head (&self->closed, closed);
  if (self->closed.length > MAX_CLOSED)
    closed_free (g_queue_pop_tail (&self->closed));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.reopen-tab", TRUE);
}

static void
offer_reopening (LsWindow   *self,
                 const char *title)
{
  /* Translators: %s is a session's title */
  g_autofree char *text = g_strdup_printf (_("Closed “%s” without saving"), title);

  ls_session_view_tell (self->view, text, _("_Undo"), "win.reopen-tab", 0);
}

static gboolean
on_close_page (LsWindow   *self,
               AdwTabPage *page)
{
  g_autoptr (LsSessionView) view = g_object_ref (LS_SESSION_VIEW (adw_tab_page_get_child (page)));
  AdwTabView *tabs = ADW_TAB_VIEW (self->tabs);
  gboolean closes = !ls_session_view_is_unsaved (view);
  gboolean loses = closes && ls_session_view_get_modified (view);
  g_autofree char *title = loses ? g_strdup (get_title (view)) : NULL;

  if (closes)
    remember (self, view);
  adw_tab_view_close_page_finish (tabs, page, closes);
  if (!closes)
    {
      g_autoptr (GPtrArray) views = g_ptr_array_new_with_free_func (g_object_unref);

      g_ptr_array_add (views, g_object_ref (view));
      close_views (self, views, FALSE);
    }
  else if (loses && self->view != NULL)
    {
      offer_reopening (self, title);
    }
  return GDK_EVENT_STOP;
}

static void
close_tab_action (LsWindow   *self,
                  const char *name,
                  GVariant   *parameter)
{
  AdwTabPage *page = ls_window_get_target_page (self);

  if (ls_window_get_n_views (self) <= 1)
    gtk_window_close (GTK_WINDOW (self));
  else if (page != NULL)
    adw_tab_view_close_page (ADW_TAB_VIEW (self->tabs), page);
}

static void
close_other_tabs_action (LsWindow   *self,
                         const char *name,
                         GVariant   *parameter)
{
  g_autoptr (GPtrArray) views = list_views (self);
  AdwTabPage *page = ls_window_get_target_page (self);

  if (page == NULL)
    return;
  g_ptr_array_remove (views, adw_tab_page_get_child (page));
  close_views (self, views, FALSE);
}

static void
reopen_tab_action (LsWindow   *self,
                   const char *name,
                   GVariant   *parameter)
{
  Closed *closed = g_queue_pop_head (&self->closed);
  LsSessionView *view;
  g_autoptr (GError) error = NULL;

  if (closed == NULL)
    return;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.reopen-tab", self->closed.length > 0);
  view = ls_window_add_view_at (self, closed->place);
  if (ls_session_view_reopen (view, closed->session, closed->file, closed->etag, closed->step, &error))
    ls_session_view_set_course (view, closed->course, closed->lesson);
  else
    ls_session_view_report (view, error->message);
  closed_free (closed);
}

/* Asks from now on before a tab closes that would lose something. */
void
ls_window_init_close (LsWindow *self)
{
  g_signal_connect_object (self->tabs, "close-page", G_CALLBACK (on_close_page), self, G_CONNECT_SWAPPED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.reopen-tab", FALSE);
}

/* Forgets the tabs that were closed. */
void
ls_window_dispose_close (LsWindow *self)
{
  g_queue_clear_full (&self->closed, closed_free);
}

const LsWindowAction ls_window_close_actions[] = {
  { "win.close-tab", NULL, close_tab_action },
  { "win.close-other-tabs", NULL, close_other_tabs_action },
  { "win.reopen-tab", NULL, reopen_tab_action },
  { NULL },
};
