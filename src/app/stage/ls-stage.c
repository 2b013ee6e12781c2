/* ls-stage.c: the priorities, their lanes and what is around them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include <glib/gi18n.h>

#include "ls-atomics-stage.h"
#include "ls-choices.h"
#include "ls-first-task.h"
#include "ls-others-line.h"
#include "ls-preset-pane.h"
#include "ls-preset-table.h"
#include "ls-priority-card.h"
#include "ls-queue-box.h"
#include "ls-source-card.h"
#include "ls-stage-flights.h"
#include "ls-stage-rows.h"
#include "ls-task-card.h"
#include "ls-task-chip.h"
#include "ls-text.h"
#include "ls-thread-stage.h"
#include "ls-watch.h"
#include "ls-widget.h"

/* Chips fly after a move of at most MAX_STEPS steps, for FLIGHT_TIME ms. They do not fly if moves follow each other faster than
 * SHORTEST_FLIGHT ms. */
#define MAX_STEPS 2
#define FLIGHT_TIME 260
#define SHORTEST_FLIGHT 70

/**
 * LsStage:
 *
 * The stage shows the tasks that wait at each priority, the task that runs, and the tasks that will come, at the player's position.
 * ls-stage-card.c has the card of a task. ls-stage-menu.c and ls-stage-drag.c have what the user can do with a task.
 */
G_DEFINE_FINAL_TYPE (LsStage, ls_stage, GTK_TYPE_BOX)

static void
show_scheduler (LsStage *self)
{
  GtkWidget *cards[LS_N_TASK_PRIORITIES + 1] = { NULL, self->background, self->user_visible, self->user_blocking };

  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    ls_priority_card_update (LS_PRIORITY_CARD (cards[i]), self->player, i);
  ls_source_card_show_running (LS_SOURCE_CARD (self->running), self->player);
  ls_source_card_show_microtasks (LS_SOURCE_CARD (self->microtasks), self->player);
  ls_source_card_show_delayed (LS_SOURCE_CARD (self->delayed), self->player);
  ls_others_line_update (LS_OTHERS_LINE (self->others), self->player);
}

static gboolean
shows_thread (LsStage *self)
{
  return gtk_stack_get_visible_child (GTK_STACK (self->pages)) == self->thread;
}

static gboolean
shows_atomics (LsStage *self)
{
  return gtk_stack_get_visible_child (GTK_STACK (self->pages)) == self->atomics;
}

static void
show_agent_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsStage *self = LS_STAGE (widget);

  if (self->player != NULL)
    ls_player_show_agent (self->player, g_variant_get_uint32 (parameter));
}

/* Shows what the preset says beside the queues that it ranks. With experiments it is there on all pages: they change what each
 * page shows. */
static void
show_preset (LsStage *self)
{
  LsSession *session = self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;
  const LsSettings *settings = session != NULL ? ls_session_get_settings (session) : NULL;
  g_autofree char *names = settings != NULL ? ls_experiments_to_string (settings->experiments) : NULL;
  const gboolean has_scheduler = self->player == NULL ||
                                 ls_state_has_loop_queue (ls_player_get_state (self->player), LS_QUEUE_TYPE_WEB_SCHEDULING);
  g_autofree char *label = NULL;

  gtk_widget_set_visible (self->preset, has_scheduler && settings != NULL && (shows_thread (self) || names != NULL));
  if (settings == NULL)
    return;
  label = g_strdup (ls_settings_has_overrides (settings) ? _("Ranks and Rules, changed") : _("Ranks and Rules"));
  if (names != NULL)
    {
      const guint n = __builtin_popcount (settings->experiments);
      g_autofree char *alone = g_steal_pointer (&label);
      /* Translators: the names of experiments, such as “wait, render” */
      g_autofree char *tooltip = g_strdup_printf (_("What the preset ranks, and how, with the active experiments: %s"),
                                                  names);

      /* Translators: “Ranks and Rules”, and how many experiments are on */
      label = g_strdup_printf (ngettext ("%s + %u experiment", "%s + %u experiments", n), alone, n);
      ls_widget_set_tooltip (self->preset, tooltip);
    }
  else
    {
      ls_widget_set_tooltip (self->preset, _("What the preset ranks, and how"));
    }
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->preset), label);
}

static gboolean
shows_nothing (LsStage *self)
{
  return gtk_stack_get_visible_child (GTK_STACK (self->pages)) == self->nothing;
}

/* Nothing is known of a watched program whose main loop has not run, but that it has none of a browser's queues. */
static void
show_nothing (LsStage *self)
{
  LsLiveRun *live_run = self->debugger != NULL ? ls_debugger_get_live_run (self->debugger) : NULL;
  LsTrace *trace = ls_player_get_trace (self->player);
  const gboolean has_ended = live_run != NULL && ls_live_run_has_ended (live_run);
  GtkStack *pages = GTK_STACK (self->pages);

  if (!LS_IS_WATCH (live_run) || (has_ended ? ls_trace_get_n_turns (trace) : ls_trace_get_length (trace)) > 0)
    {
      if (shows_nothing (self))
        gtk_stack_set_visible_child (pages, self->thread);
      return;
    }
  adw_status_page_set_title (ADW_STATUS_PAGE (self->nothing), has_ended ? _("Nothing Was Seen") : _("Nothing Seen Yet"));
  adw_status_page_set_description (ADW_STATUS_PAGE (self->nothing),
                                   has_ended ? _("The program ended, or watching it did, before its main loop ran.")
                                             : _("The stage shows the main loop of the program once it runs."));
  gtk_stack_page_set_visible (gtk_stack_get_page (pages, gtk_stack_get_child_by_name (pages, "scheduler")), FALSE);
  gtk_stack_page_set_visible (gtk_stack_get_page (pages, self->atomics), FALSE);
  gtk_stack_set_visible_child (pages, self->nothing);
}

/* The main loop of a GLib program has no scheduler and no shared memory to show. Before its first record, the stage keeps what it
 * shows. */
static void
show_pages (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  const gboolean has_scheduler = ls_state_has_loop_queue (state, LS_QUEUE_TYPE_WEB_SCHEDULING);
  GtkStack *pages = GTK_STACK (self->pages);

  show_nothing (self);
  if (ls_player_get_position (self->player) == 0 || shows_nothing (self))
    return;
  gtk_stack_page_set_visible (gtk_stack_get_page (pages, gtk_stack_get_child_by_name (pages, "scheduler")), has_scheduler);
  gtk_stack_page_set_visible (gtk_stack_get_page (pages, self->atomics), has_scheduler);
  if (!has_scheduler && !shows_thread (self))
    gtk_stack_set_visible_child (pages, self->thread);
}

static void
show_page (LsStage *self)
{
  show_pages (self);
  ls_stage_show_agents (self);
  show_preset (self);
  if (shows_nothing (self))
    {
      ls_stage_show_record (self);
    }
  else if (shows_thread (self))
    {
      ls_thread_stage_update (LS_THREAD_STAGE (self->thread), self->player);
      ls_stage_show_record (self);
    }
  else if (shows_atomics (self))
    {
      ls_atomics_stage_update (LS_ATOMICS_STAGE (self->atomics), self->player,
                               self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL);
      ls_stage_show_record (self);
    }
  else
    {
      show_scheduler (self);
    }
  ls_stage_update_card (self);
}

/* Returns how long chips fly to their new places, in ms, or 0 if they do not fly. */
static guint
get_flight_time (LsStage *self)
{
  guint32 step = ls_player_get_step (self->player);
  guint32 n_steps = step > self->step ? step - self->step : self->step - step;
  gint64 now = g_get_monotonic_time ();
  gint64 elapsed = (now - self->shown_at) / 1000;

  self->step = step;
  self->shown_at = now;
  if (n_steps > MAX_STEPS || elapsed < SHORTEST_FLIGHT || ls_player_is_fast (self->player))
    return 0;
  return ls_player_get_running (self->player) ? MIN (elapsed, FLIGHT_TIME) : FLIGHT_TIME;
}

static void
show_position (LsStage *self)
{
  ls_stage_flights_remember (LS_STAGE_FLIGHTS (self->flights), self->pages);
  show_page (self);
  ls_stage_flights_take_off (LS_STAGE_FLIGHTS (self->flights), self->pages, get_flight_time (self));
}

static gboolean
late_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsStage *self = LS_STAGE (widget);

  if (ls_player_is_pending (self->player) && ls_player_get_position (self->player) == 0)
    return G_SOURCE_CONTINUE;
  self->late = 0;
  self->restarted = FALSE;
  show_position (self);
  return G_SOURCE_REMOVE;
}

static void
stop_waiting (LsStage *self)
{
  if (self->late != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->late);
  self->late = 0;
  self->restarted = FALSE;
}

static void
on_trace_changed (LsStage *self)
{
  self->restarted = TRUE;
  ls_stage_forget_agents (self);
}

/* When the user edits a session, it runs again, and the player is at the first record for a moment before it returns to its old
 * position. The stage waits a frame so that the user does not see that moment. */
static void
on_changed (LsStage *self)
{
  if (self->restarted && ls_player_get_position (self->player) == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      if (self->late == 0)
        self->late = gtk_widget_add_tick_callback (GTK_WIDGET (self), late_cb, NULL, NULL);
      return;
    }
  stop_waiting (self);
  show_position (self);
}

static void
on_page_changed (LsStage *self)
{
  gboolean has_records;

  g_signal_emit_by_name (self, "page-changed");
  if (self->player == NULL)
    return;
  has_records = shows_thread (self) || shows_atomics (self);
  gtk_widget_set_visible (self->records, has_records);
  ls_stage_hide_card (self);
  ls_stage_flights_finish (LS_STAGE_FLIGHTS (self->flights));
  show_page (self);
}

static void
on_preset_show (LsStage *self)
{
  if (self->debugger != NULL)
    ls_preset_pane_show (LS_PRESET_PANE (self->preset_pane), self->debugger);
}

static void
on_selection_changed (LsStage *self)
{
  if (self->late == 0)
    show_page (self);
}

/* Returns the chip or queue box that is @widget or contains it. Sets either @task or @queue. */
GtkWidget *
ls_stage_find_target (LsStage   *self,
                      GtkWidget *widget,
                      guint32   *task,
                      guint32   *queue)
{
  *task = 0;
  *queue = 0;
  for (; widget != NULL && widget != GTK_WIDGET (self); widget = gtk_widget_get_parent (widget))
    {
      if (GTK_IS_POPOVER (widget))
        return NULL;
      if (LS_IS_TASK_CHIP (widget))
        {
          *task = ls_task_chip_get_task (LS_TASK_CHIP (widget));
          return *task != 0 ? widget : NULL;
        }
      if (LS_IS_QUEUE_BOX (widget))
        {
          *queue = ls_queue_box_get_queue (LS_QUEUE_BOX (widget));
          return *queue != 0 ? widget : NULL;
        }
    }
  return NULL;
}

static void
ls_stage_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_stage_parent_class)->root (widget);

  ls_stage_follow_focus (LS_STAGE (widget), GTK_WIDGET (gtk_widget_get_root (widget)));
}

static void
ls_stage_unroot (GtkWidget *widget)
{
  LsStage *self = LS_STAGE (widget);

  if (self->card != NULL)
    ls_stage_hide_card (self);
  ls_stage_follow_focus (self, NULL);
  stop_waiting (self);

  GTK_WIDGET_CLASS (ls_stage_parent_class)->unroot (widget);
}

static void
ls_stage_dispose (GObject *object)
{
  LsStage *self = LS_STAGE (object);

  stop_waiting (self);
  ls_stage_follow_focus (self, NULL);
  if (self->card != NULL)
    ls_stage_hide_card (self);
  g_clear_object (&self->player);
  ls_stage_forget_agents (self);
  g_clear_weak_pointer (&self->debugger);
  ls_stage_dispose_menu (self);

  G_OBJECT_CLASS (ls_stage_parent_class)->dispose (object);
}

static void
ls_stage_class_init (LsStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_stage_dispose;
  widget_class->root = ls_stage_root;
  widget_class->unroot = ls_stage_unroot;

  /**
   * LsStage::page-changed:
   * @self: a stage
   *
   * Another page is shown.
   */
  g_signal_new ("page-changed", LS_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (LS_TYPE_ATOMICS_STAGE);
  g_type_ensure (LS_TYPE_FIRST_TASK);
  g_type_ensure (LS_TYPE_OTHERS_LINE);
  g_type_ensure (LS_TYPE_PRIORITY_CARD);
  g_type_ensure (LS_TYPE_SOURCE_CARD);
  g_type_ensure (LS_TYPE_STAGE_FLIGHTS);
  g_type_ensure (LS_TYPE_TASK_CARD);
  g_type_ensure (LS_TYPE_THREAD_STAGE);
  g_type_ensure (LS_TYPE_PRESET_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-stage.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStage, bar);
  gtk_widget_class_bind_template_child (widget_class, LsStage, first_task);
  gtk_widget_class_bind_template_child (widget_class, LsStage, records);
  gtk_widget_class_bind_template_child (widget_class, LsStage, record);
  gtk_widget_class_bind_template_child (widget_class, LsStage, preset);
  gtk_widget_class_bind_template_child (widget_class, LsStage, preset_pane);
  gtk_widget_class_bind_template_child (widget_class, LsStage, overlay);
  gtk_widget_class_bind_template_child (widget_class, LsStage, thread);
  gtk_widget_class_bind_template_child (widget_class, LsStage, atomics);
  gtk_widget_class_bind_template_child (widget_class, LsStage, nothing);
  gtk_widget_class_bind_template_child (widget_class, LsStage, agent);
  gtk_widget_class_bind_template_child (widget_class, LsStage, agent_names);
  gtk_widget_class_bind_template_callback (widget_class, ls_stage_choose_agent);
  gtk_widget_class_bind_template_callback (widget_class, on_page_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_preset_show);
  gtk_widget_class_bind_template_child (widget_class, LsStage, pages);
  gtk_widget_class_bind_template_child (widget_class, LsStage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsStage, user_blocking);
  gtk_widget_class_bind_template_child (widget_class, LsStage, user_visible);
  gtk_widget_class_bind_template_child (widget_class, LsStage, background);
  gtk_widget_class_bind_template_child (widget_class, LsStage, running);
  gtk_widget_class_bind_template_child (widget_class, LsStage, microtasks);
  gtk_widget_class_bind_template_child (widget_class, LsStage, delayed);
  gtk_widget_class_bind_template_child (widget_class, LsStage, others);
  gtk_widget_class_bind_template_child (widget_class, LsStage, flights);
  gtk_widget_class_bind_template_child (widget_class, LsStage, card);
  gtk_widget_class_bind_template_child (widget_class, LsStage, hint);

  gtk_widget_class_install_action (widget_class, "stage.show-agent", "u", show_agent_action);
  ls_stage_install_record_actions (widget_class);
}

static void
ls_stage_init (LsStage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_stage_init_card (self);
  ls_stage_init_menu (self);
  ls_stage_init_drag (self);
}

/* More choices are known that the preset would not have made: that of the task which is shown may be one. */
static void
on_choices_found (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  LsChoices *choices = ls_choices_of (self->player);

  if (ls_choices_find_task (choices, ls_state_get_next_task (state)) != NULL ||
      ls_choices_find_task (choices, ls_state_get_running_task (state)) != NULL)
    show_page (self);
}

/**
 * ls_stage_set_player:
 * @self: a stage
 * @player: the player to show
 *
 * Shows @player's position, now and after each move.
 */
void
ls_stage_set_player (LsStage  *self,
                     LsPlayer *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (on_trace_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_choices_of (player), "found", G_CALLBACK (on_choices_found), self, G_CONNECT_SWAPPED);
  show_position (self);
}

/**
 * ls_stage_set_debugger:
 * @self: a stage
 * @debugger: the debugger whose session the player shows
 *
 * Lets the stage show and change the table of ranks by which the session's loop chooses.
 */
void
ls_stage_set_debugger (LsStage    *self,
                       LsDebugger *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  g_set_weak_pointer (&self->debugger, debugger);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (show_preset), self, G_CONNECT_SWAPPED);
  show_preset (self);
  ls_first_task_set_debugger (LS_FIRST_TASK (self->first_task), debugger);
}

/**
 * ls_stage_show_other:
 * @self: a stage
 *
 * Shows the next stage. The order is: scheduler, main thread, shared memory.
 */
void
ls_stage_show_other (LsStage *self)
{
  ls_stage_show_page (self, shows_thread (self) ? "atomics" : shows_atomics (self) ? "scheduler" : "thread");
}

/**
 * ls_stage_show_page:
 * @self: a stage
 * @page: "scheduler", "thread" or "atomics"
 *
 * Shows one of the stages.
 *
 * Returns: whether the page exists, and has something to show in this trace
 */
gboolean
ls_stage_show_page (LsStage    *self,
                    const char *page)
{
  GtkWidget *child = gtk_stack_get_child_by_name (GTK_STACK (self->pages), page);

  if (child == NULL || !gtk_stack_page_get_visible (gtk_stack_get_page (GTK_STACK (self->pages), child)))
    return FALSE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), page);
  return TRUE;
}

/**
 * ls_stage_get_page:
 * @self: a stage
 *
 * Returns: (transfer none): the name of the stage on screen, see ls_stage_show_page()
 */
const char *
ls_stage_get_page (LsStage *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->pages));
}

/**
 * ls_stage_set_short_titles:
 * @self: a stage
 * @is_short: whether room is short
 *
 * Shortens the title of the page that has the longest one.
 */
void
ls_stage_set_short_titles (LsStage  *self,
                           gboolean  is_short)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->pages), self->thread);

  gtk_stack_page_set_title (page, is_short ? _("Main Thread") : _("All of the Main Thread"));
}

/* Returns the rows of the queues, or NULL if another page is shown. */
static GtkWidget *
get_rows (LsStage *self)
{
  GtkWidget *viewport = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->scroller));

  if (shows_thread (self) || shows_atomics (self) || gtk_widget_get_visible (self->first_task))
    return NULL;
  return gtk_viewport_get_child (GTK_VIEWPORT (viewport));
}

/**
 * ls_stage_get_natural_height:
 * @self: a stage that has a size
 *
 * Returns: the height in pixels at which the stage shows all of its page without scrolling
 */
int
ls_stage_get_natural_height (LsStage *self)
{
  GtkWidget *rows = get_rows (self);

  if (rows == NULL)
    return ls_widget_measure_height (GTK_WIDGET (self), gtk_widget_get_width (GTK_WIDGET (self)));
  /* What a scrolled window asks for does not depend on its width, but the lines of the cards do. */
  return ls_widget_measure_height (self->bar, -1) + ls_widget_measure_height (rows, gtk_widget_get_width (self->overlay));
}

/**
 * ls_stage_snap_height:
 * @self: a stage that has a size
 * @height: the height in pixels that there is for it
 * @most: by how much it may be another one
 *
 * Returns: a height near @height at which no row of the queues is cut; @height if there is none, or if another page is shown
 */
int
ls_stage_snap_height (LsStage *self,
                      int      height,
                      int      most)
{
  const int bar = ls_widget_measure_height (self->bar, -1);
  GtkWidget *rows = get_rows (self);

  return rows != NULL ? bar + ls_stage_rows_snap (rows, gtk_widget_get_width (self->overlay), height - bar, most) : height;
}

/**
 * ls_stage_get_n_flights:
 * @self: a stage
 *
 * Returns: the number of chips in flight
 */
guint
ls_stage_get_n_flights (LsStage *self)
{
  return ls_stage_flights_get_count (LS_STAGE_FLIGHTS (self->flights));
}
