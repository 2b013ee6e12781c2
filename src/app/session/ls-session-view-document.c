/* ls-session-view-document.c: opening and closing sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-page-watch.h"
#include "ls-program-pane.h"
#include "ls-text.h"
#include "ls-watch.h"
#include "ls-welcome.h"
#include "ls-widget.h"

/* What the view does once the user has said what becomes of changes. */
typedef struct
{
  LsSessionView     *view;
  LsOpening         *opening;   /* what it reads then, or NULL */
  LsSession         *session;   /* what was read already, or NULL */
  char              *name;      /* of a program that it opens then, or NULL */
  char              *text;
  LsSessionViewFunc  done;      /* is told of the answer, or NULL */
  gpointer           user_data;
  gboolean           goes_on;
} Pending;

static void
pending_free (Pending *pending)
{
  if (pending->done != NULL)
    pending->done (pending->view, pending->goes_on, pending->user_data);
  g_object_unref (pending->view);
  g_clear_object (&pending->opening);
  g_clear_object (&pending->session);
  g_free (pending->name);
  g_free (pending->text);
  g_free (pending);
}

static AdwToast *
report (LsSessionView *self,
        const char    *text)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *label = gtk_label_new (text);

  ls_widget_wrap (label);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  adw_toast_set_custom_title (toast, label);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
  ls_compat_announce (self->toasts, text);
  return toast;
}

/* Puts away what was said of an act in something live. */
void
ls_session_view_withdraw_act (LsSessionView *self)
{
  AdwToast *toast = self->act_toast;

  g_clear_weak_pointer (&self->act_toast);
  if (toast != NULL)
    adw_toast_dismiss (toast);
}

/* Says why something live could not do what the user wanted, instead of what was said of it before: nobody reads a queue of such
 * messages. */
void
ls_session_view_report_act (LsSessionView *self,
                            const char    *text)
{
  ls_session_view_withdraw_act (self);
  g_set_weak_pointer (&self->act_toast, report (self, text));
}

/**
 * ls_session_view_report:
 * @self: a view
 * @text: what went wrong
 *
 * Says what went wrong, where the user is looking, in as many lines as it takes: the end, such as a file's name, may be what
 * counts.
 */
void
ls_session_view_report (LsSessionView   *self,
                        const char *text)
{
  report (self, text);
}

/**
 * ls_session_view_get_modified:
 * @self: a view
 *
 * Returns: whether there is something to save: actions, or edits of the program
 */
gboolean
ls_session_view_get_modified (LsSessionView *self)
{
  return ls_debugger_get_modified (self->debugger) || ls_program_pane_get_unsaved (LS_PROGRAM_PANE (self->program));
}

/* Returns (transfer full) (nullable) what the page that is watched calls itself, if it is the only one. */
static char *
get_page_title (LsSessionView *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);
  g_autoptr (GPtrArray) targets = LS_IS_PAGE_WATCH (live_run) ? ls_page_watch_list_targets (LS_PAGE_WATCH (live_run)) : NULL;
  const LsPageTarget *page = NULL;

  for (guint i = 0; targets != NULL && i < targets->len; i++)
    {
      const LsPageTarget *target = g_ptr_array_index (targets, i);

      if (!g_str_equal (target->kind, "page"))
        continue;
      if (page != NULL)
        return NULL;
      page = target;
    }
  return page != NULL && *page->title != '\0' ? ls_text_shorten (page->title) : NULL;
}

/* Returns (transfer full) (nullable) what calls itself something else than what the user has asked for. */
static char *
get_own_title (LsSessionView *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);
  g_autofree char *name = LS_IS_WATCH (live_run) ? ls_watch_dup_name (LS_WATCH (live_run)) : NULL;

  return name != NULL ? ls_text_shorten (name) : get_page_title (self);
}

/* Returns (transfer full) what the session is called: a file that has no title goes by its own name. */
static char *
name_session (LsSessionView *self)
{
  const char *title = ls_session_file_get_title (self->file);
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *name = *title == '\0' && file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *own_title = get_own_title (self);

  if (own_title != NULL)
    return g_steal_pointer (&own_title);
  if (*title == '\0')
    title = name != NULL ? name : _("Untitled");
  return ls_text_shorten (title);
}

/**
 * ls_session_view_make_title:
 * @self: a view
 *
 * Returns: (transfer full): the session's title, marked if it is not saved
 */
char *
ls_session_view_make_title (LsSessionView *self)
{
  LsOpening *opening = ls_session_file_get_opening (self->file);
  g_autofree char *title = NULL;

  if (!ls_session_view_has_session (self) && opening != NULL)
    return g_strdup (ls_opening_get_name (opening));
  if (!ls_session_view_has_session (self))
    return g_strdup (_("Loopscope"));
  title = name_session (self);
  if (ls_session_view_is_held (self))
    /* Translators: %s is a program that Loopscope holds */
    return g_strdup_printf (_("%s (held)"), title);
  return g_strdup_printf ("%s%s", ls_session_view_get_modified (self) ? "• " : "", title);
}

/* How many records before the position are looked at for the task that ran last. */
#define MAX_LOOK_BACK 500

/* Returns the task that ran last before the position, or 0. */
static guint32
find_last_task (LsSessionView *self)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize position = ls_player_get_position (self->player);
  gsize end = MAX (ls_player_get_start (self->player), position > MAX_LOOK_BACK ? position - MAX_LOOK_BACK : 0);
  LsRecord record;

  for (; position > end; position--)
    {
      ls_trace_get_record (trace, position - 1, &record);
      if (record.kind == LS_RECORD_TASK_FINISHED)
        return record.subject;
    }
  return 0;
}

/* Says what runs at the position, or what it lies between. */
static char *
describe_moment (LsSessionView *self)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 running = ls_state_get_busy_task (state);
  guint32 task = running != 0 ? running : find_last_task (self);
  g_autofree char *name = task != 0 && ls_state_get_task (state, task) != NULL ? ls_text_format_task (state, task) : NULL;
  g_autofree char *text = NULL;

  if (name == NULL)
    return NULL;
  if (running != 0)
    /* Translators: a task, in which the position is */
    text = g_strdup_printf (_("in “%s”"), name);
  else if (ls_player_get_curtain (self->player) != 0)
    /* Translators: a task, after which the position is */
    text = g_strdup_printf (_("after “%s”"), name);
  else if (ls_player_is_at_end (self->player))
    /* Translators: a task, after which the position is */
    text = g_strdup_printf (_("after “%s”, at the end"), name);
  else
    /* Translators: a task, after which the position is */
    text = g_strdup_printf (_("after “%s”, before the next task"), name);
  return ls_text_shorten (text);
}

/* Whether a watched program has ended, and there is nothing of it to save. */
static gboolean
has_seen_nothing (LsSessionView *self)
{
  return ls_debugger_get_live_run (self->debugger) != NULL && ls_trace_get_n_turns (ls_player_get_trace (self->player)) == 0;
}

/* Returns (transfer none) what a view of something that runs elsewhere does. */
static const char *
say_live (LsSessionView *self)
{
  if (ls_player_get_running (self->player))
    return _("live");
  if (ls_live_run_is_held (ls_debugger_get_live_run (self->debugger)))
    return C_("view", "paused");
  return ls_session_view_has_scheduler (self) ? _("paused, the page goes on") : _("paused, the program goes on");
}

/**
 * ls_session_view_make_subtitle:
 * @self: a view
 *
 * Returns: (transfer full): the time, the turn (with agents: the step), what the position lies between, from when on the run is
 *   kept, and the session's file: what matters most comes first, since the end is cut off where room is short
 */
char *
ls_session_view_make_subtitle (LsSessionView *self)
{
  GFile *file = ls_debugger_get_file (self->debugger);
  GString *text;
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *time = NULL;
  g_autofree char *moment = NULL;

  if (!ls_session_view_has_session (self))
    return g_strdup ("");
  text = g_string_new (NULL);
  if (ls_debugger_is_live (self->debugger))
    g_string_append_printf (text, "%s · ", say_live (self));
  time = ls_text_format_time (ls_state_get_time (ls_player_get_state (self->player)));
  moment = describe_moment (self);
  if (ls_state_get_n_agents (ls_player_get_state (self->player)) > 0)
    /* Translators: a time, and where the position is among the steps that are known */
    g_string_append_printf (text, _("%s · step %u of %u"), time, ls_player_get_step (self->player),
                            ls_trace_get_n_steps (ls_player_get_trace (self->player)));
  else if (ls_player_get_curtain (self->player) != 0)
    /* Translators: a time, and how many turns there have been */
    g_string_append_printf (text, _("%s · turn %u"), time, ls_state_get_turn (ls_player_get_state (self->player)));
  else
    /* Translators: a time, and where the position is among the turns that are known */
    g_string_append_printf (text, _("%s · turn %u of %u"), time, ls_state_get_turn (ls_player_get_state (self->player)),
                            ls_trace_get_n_turns (ls_player_get_trace (self->player)));
  if (moment != NULL)
    g_string_append_printf (text, " · %s", moment);
  if (ls_player_get_start (self->player) > 0)
    {
      g_autofree char *start = ls_text_format_time (ls_player_get_start_time (self->player));
      /* Translators: the time of the oldest record that has not been let go */
      g_autofree char *kept = g_strdup_printf (_("kept from %s"), start);

      g_string_append_printf (text, " · %s", kept);
    }
  if (!ls_debugger_is_live (self->debugger) && !has_seen_nothing (self))
    g_string_append_printf (text, " · %s", name != NULL ? name : _("unsaved"));
  return g_string_free (text, FALSE);
}

/* Shows the session in place of the welcome page. The focus goes to the stage, where the keys of the session work: GTK would give
 * it to the first widget of the page, which may be a text or a divider that has Home and End for itself. */
void
ls_session_view_show_session (LsSessionView *self)
{
  GtkWidget *before = gtk_stack_get_visible_child (GTK_STACK (self->stack));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "session");
  if (self->is_shown && (before != gtk_stack_get_visible_child (GTK_STACK (self->stack)) ||
                         gtk_widget_get_focus_child (self->stack) == NULL))
    gtk_widget_grab_focus (self->stage);
}

static void
open_text_now (LsSessionView   *self,
               const char *name,
               const char *text)
{
  g_autoptr (GError) error = NULL;

  if (ls_debugger_open_text (self->debugger, name, text, &error))
    ls_player_step_by (self->player, LS_STEPPING_TURN, FALSE);
  else
    ls_session_view_report (self, error->message);
}

/* Does what waited for the answer. */
static void
proceed (Pending *pending)
{
  LsSessionView *self = pending->view;

  if (pending->session != NULL)
    {
      ls_session_view_take_opened (self, pending->opening, pending->session);
    }
  else if (pending->opening != NULL)
    {
      ls_session_view_begin_opening (self, g_steal_pointer (&pending->opening));
    }
  else if (pending->text != NULL)
    {
      ls_session_view_cancel_opening (self);
      open_text_now (self, pending->name, pending->text);
    }

  pending->goes_on = TRUE;
  pending_free (pending);
}

static void ask_or_proceed (Pending *pending);

static void
on_saved (LsSessionView *self,
          gboolean       is_saved,
          gpointer       user_data)
{
  if (is_saved)
    ask_or_proceed (user_data);
  else
    pending_free (user_data);
}

static void
on_place_chosen (GFile    *file,
                 gpointer  user_data)
{
  Pending *pending = user_data;

  if (file != NULL)
    ls_session_view_save (pending->view, file, on_saved, pending);
  else
    pending_free (pending);
}

static void
on_answer (const char *response,
           gpointer    user_data)
{
  Pending *pending = user_data;
  LsSessionView *self = pending->view;

  if (g_str_equal (response, "discard"))
    {
      proceed (pending);
    }
  else if (g_str_equal (response, "save"))
    {
      if (ls_session_file_fits (self->file))
        on_place_chosen (ls_debugger_get_file (self->debugger), pending);
      else
        ls_session_view_ask_where (self, on_place_chosen, pending);
    }
  else
    {
      pending_free (pending);
    }
}

static void
ask_to_save (Pending *pending)
{
  const LsCompatResponse responses[] = {
    { "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "discard", _("_Discard"), ADW_RESPONSE_DESTRUCTIVE },
    { "save", _("_Save"), ADW_RESPONSE_SUGGESTED },
  };
  LsSessionView *self = pending->view;
  g_autofree char *title = name_session (self);
  g_autofree char *body = NULL;

  if (ls_debugger_is_recorded (self->debugger))
    {
      body = g_strdup_printf (_("Your bookmarks and notes in the recording “%s” are lost unless you save its trace."), title);
      ls_compat_ask (GTK_WIDGET (self), _("Discard Bookmarks and Notes?"), body, NULL, responses, 2, "cancel", on_answer, pending);
      return;
    }
  body = g_strdup_printf (_("“%s” has unsaved changes, which will be lost."), title);
  ls_compat_ask (GTK_WIDGET (self), _("Save Changes?"), body, NULL, responses, G_N_ELEMENTS (responses), "save", on_answer,
                 pending);
}

static void
ask_or_proceed (Pending *pending)
{
  if (ls_session_view_get_modified (pending->view))
    ask_to_save (pending);
  else
    proceed (pending);
}

/**
 * ls_session_view_open_text:
 * @self: a view
 * @name: name of the script
 * @text: a program in JavaScript
 *
 * Opens a program that has no file, after asking what is to become of changes that are not saved.
 */
void
ls_session_view_open_text (LsSessionView   *self,
                           const char *name,
                           const char *text)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->view = g_object_ref (self);
  pending->name = g_strdup (name);
  pending->text = g_strdup (text);
  ask_or_proceed (pending);
}

/* Opens something (transfer full), after asking what is to become of changes that are not saved. */
static void
ask_and_open (LsSessionView *self,
              LsOpening     *opening)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->view = g_object_ref (self);
  pending->opening = opening;
  ask_or_proceed (pending);
}

/**
 * ls_session_view_open_scripts:
 * @self: a view
 * @paths: (array zero-terminated=1): scripts' paths or URIs
 *
 * Opens a program of several scripts, which run in this order, after asking what is to become of changes that are not
 * saved.
 */
void
ls_session_view_open_scripts (LsSessionView          *self,
                              const char *const *paths)
{
  ask_and_open (self, ls_opening_new_for_scripts (paths));
}

/**
 * ls_session_view_open:
 * @self: a view
 * @file: a session file
 * @example: whether it is a template that saving is not to change
 *
 * Opens @file, after asking what is to become of changes that are not saved.
 */
void
ls_session_view_open (LsSessionView *self,
                      GFile         *file,
                      gboolean       example)
{
  ask_and_open (self, ls_opening_new_for_file (file, example));
}

/* Opens a lesson of a course, after asking what is to become of changes that are not saved. */
void
ls_session_view_open_course (LsSessionView *self,
                             LsCourse      *course,
                             guint          lesson)
{
  ask_and_open (self, ls_opening_new_for_course (course, lesson));
}

/* Shows the session that came of @opening, after asking what is to become of changes that were made meanwhile. */
void
ls_session_view_ask_for_opened (LsSessionView *self,
                                LsOpening     *opening,
                                LsSession     *session)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->view = g_object_ref (self);
  pending->opening = g_object_ref (opening);
  pending->session = g_object_ref (session);
  ask_or_proceed (pending);
}

/**
 * ls_session_view_confirm:
 * @self: a view
 * @done: is told whether to go on
 * @user_data: for @done
 *
 * Asks what is to become of changes that are not saved, if there are any.
 */
void
ls_session_view_confirm (LsSessionView     *self,
                         LsSessionViewFunc  done,
                         gpointer           user_data)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->view = g_object_ref (self);
  pending->done = done;
  pending->user_data = user_data;
  ask_or_proceed (pending);
}

/**
 * ls_session_view_is_untouched:
 * @self: a view
 *
 * Returns: whether nothing is lost if another session takes its place: there is none and none comes, or an empty one in no file
 */
gboolean
ls_session_view_is_untouched (LsSessionView *self)
{
  return ls_session_file_get_opening (self->file) == NULL && ls_session_view_is_empty (self) &&
         ls_debugger_get_file (self->debugger) == NULL && !ls_session_view_get_modified (self);
}

/**
 * ls_session_view_get_free:
 * @self: a view in a window
 *
 * Returns: (transfer none): where one more session goes: here, or into a tab of its own
 */
LsSessionView *
ls_session_view_get_free (LsSessionView *self)
{
  return ls_session_view_is_untouched (self) ? self : ls_session_view_ask_for_view (self);
}

static void
open_empty_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  LsSessionView *view = ls_session_view_get_free (self);
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_open_empty (view->debugger, &error))
    ls_session_view_report (view, error->message);
}

static void
open_lessons_action (LsSessionView *self,
                     const char    *name,
                     GVariant      *parameter)
{
  ls_welcome_show_lessons (LS_WELCOME (ls_session_view_get_free (self)->welcome));
}

const LsActionEntry ls_session_view_document_actions[] = {
  { "open-empty", NULL, 0, G_CALLBACK (open_empty_action) },
  { "open-lessons", NULL, 0, G_CALLBACK (open_lessons_action) },
  { NULL },
};
