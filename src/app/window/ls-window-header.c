/* ls-window-header.c: the header bar of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-menu.h"
#include "ls-page-watch.h"
#include "ls-preset-button.h"
#include "ls-preset.h"
#include "ls-speed.h"
#include "ls-transport.h"
#include "ls-widget.h"

/* A trace says within so many records how its loops are made. */
#define N_RECORDS_OF_LOOPS 256

/* In pixels, for text of the usual size. */
#define WIDE_WIDTH 1220
#define MEDIUM_WIDTH 1100
#define SMALL_WIDTH 1000
#define NARROW_WIDTH 620

/* Returns how much room @width pixels are. Text that is twice as large needs twice as many. */
LsRoom
ls_window_find_room (LsWindow *self,
                     int       width)
{
  double scaled;
  int dpi;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-xft-dpi", &dpi, NULL);
  scaled = width / MAX (dpi / (96.0 * PANGO_SCALE), 1);
  return scaled >= WIDE_WIDTH     ? LS_ROOM_WIDE
         : scaled >= MEDIUM_WIDTH ? LS_ROOM_MEDIUM
         : scaled >= SMALL_WIDTH  ? LS_ROOM_SMALL
         : scaled >= NARROW_WIDTH ? LS_ROOM_NARROW
                                  : LS_ROOM_TINY;
}

/* Shows the session's title, and below it the time and the step. */
void
ls_window_update_title (LsWindow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;

  if (self->view == NULL)
    return;
  title = ls_session_view_make_title (self->view);
  subtitle = ls_session_view_make_subtitle (self->view);
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), title);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), subtitle);
  /* What is cut off can be read there. */
  ls_widget_set_tooltip (self->title, subtitle);
  /* Each change makes the window manager look up the window. */
  if (g_strcmp0 (gtk_window_get_title (GTK_WINDOW (self)), title) != 0)
    gtk_window_set_title (GTK_WINDOW (self), title);
}

/* A clock that people expect needs no room: the main menu has it as well. */
static gboolean
has_other_clock (LsWindow *self)
{
  LsDebugger *debugger = ls_window_get_debugger (self);
  LsSession *session = debugger != NULL ? ls_debugger_get_session (debugger) : NULL;

  return session != NULL && (ls_debugger_get_clock (debugger) != LS_CLOCK_VIRTUAL ||
                             ls_session_get_settings (session)->clock != LS_CLOCK_VIRTUAL);
}

/* Shows words on the two buttons that have them, or icons. */
static void
show_words (LsWindow *self)
{
  if (self->room == LS_ROOM_TINY)
    {
      adw_split_button_set_icon_name (ADW_SPLIT_BUTTON (self->open), "document-open-symbolic");
      gtk_button_set_icon_name (GTK_BUTTON (self->post_task), "list-add-symbolic");
    }
  else
    {
      adw_split_button_set_label (ADW_SPLIT_BUTTON (self->open), _("Open"));
      gtk_button_set_label (GTK_BUTTON (self->post_task), _("Post Task…"));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->post_task), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Post Task…"), -1);
}

/* Shows in the header bar the controls of the session that there is room for. */
void
ls_window_update_header (LsWindow *self)
{
  gboolean has_session = ls_window_has_session (self);

  gtk_widget_set_visible (self->session_controls, has_session);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "present")),
                               has_session || self->is_presenting);
  gtk_widget_set_visible (self->speed, self->room < LS_ROOM_NARROW);
  gtk_widget_set_visible (self->clock, self->room < LS_ROOM_SMALL && has_other_clock (self));
  gtk_widget_set_visible (self->preset, has_session && self->room < LS_ROOM_SMALL);
  ls_transport_set_compact (LS_TRANSPORT (self->transport), self->room > LS_ROOM_WIDE);
  show_words (self);
  ls_window_update_title (self);
}

/* A menu button makes a new label for each text, also for the same one, and GTK lays out the whole window again for that. */
static void
show_choice (GtkWidget  *button,
             const char *label)
{
  if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), label) != 0)
    gtk_menu_button_set_label (GTK_MENU_BUTTON (button), label);
}

/* Shows a speed: see ls_speed_list(). */
void
ls_window_show_speed (LsWindow   *self,
                      const char *speed)
{
  g_autofree char *label = ls_speed_describe (speed);

  show_choice (self->speed, label);
}

static void
set_state (LsWindow   *self,
           const char *name,
           const char *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (state));
}

/* What was recorded has the settings that it had. */
static void
enable_settings (LsWindow  *self,
                 gboolean   is_recorded,
                 LsLiveRun *live_run)
{
  const gboolean has_scheduler = LS_IS_PAGE_WATCH (live_run) && !ls_page_watch_is_node (LS_PAGE_WATCH (live_run));
  static const char *const names[] = { "preset", "edition", "clock" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), names[i])), !is_recorded);
  gtk_widget_set_sensitive (self->preset, !is_recorded);
  ls_widget_set_tooltip (self->post_task, live_run != NULL ? has_scheduler ? _("Post a Task in the Page")
                                                                           : _("You Cannot Post Tasks to a Watched Program")
                                          : is_recorded ? _("You Cannot Post Tasks to a Recording")
                                                        : _("Post a Task at This Position"));
}

static void
show_experiments (LsWindow      *self,
                  LsExperiments  experiments,
                  gboolean       is_recorded)
{
  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    {
      g_autofree char *name = g_strconcat (LS_WINDOW_EXPERIMENT, ls_experiment_to_string (1u << i), NULL);

      g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)),
                                 g_variant_new_boolean ((experiments & 1u << i) != 0));
      g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), !is_recorded);
    }
}

/* A run may have another clock than the session. */
static void
show_clock (LsWindow    *self,
            LsClockKind  clock,
            LsClockKind  of_session)
{
  show_choice (self->clock, clock == LS_CLOCK_VIRTUAL ? _("Virtual clock") : _("Real clock"));
  ls_widget_set_tooltip (self->clock, clock == of_session ? _("Clock of the session")
                                                          : _("Clock of this run; the session uses another one"));
  gtk_widget_set_visible (self->clock, self->room < LS_ROOM_SMALL && has_other_clock (self));
}

/* Returns (nullable) the preset of what was recorded, which the position need not have reached. */
static const char *
get_recorded_preset (LsPlayer *player)
{
  LsTrace *trace = ls_player_get_trace (player);

  if (trace == NULL)
    return NULL;
  return ls_state_get_preset (ls_player_get_names (player, MIN (ls_trace_get_start (trace) + N_RECORDS_OF_LOOPS,
                                                                ls_trace_get_length (trace))));
}

/* What was recorded is compared with a preset, which its trace names. Node.js has none that is like it. */
static void
show_preset (LsWindow         *self,
             LsDebugger       *debugger,
             const LsSettings *settings)
{
  LsRecording *recording = ls_debugger_get_recording (debugger);
  const gboolean is_node = recording != NULL && ls_recording_get_format (recording) == LS_RECORDING_FORMAT_NODE;

  if (ls_debugger_is_recorded (debugger))
    ls_preset_button_show_recorded (LS_PRESET_BUTTON (self->preset),
                                    is_node ? NULL : get_recorded_preset (ls_debugger_get_player (debugger)));
  else
    ls_preset_button_update (LS_PRESET_BUTTON (self->preset), settings);
}

/* Shows the settings of the session, and how fast it runs. */
void
ls_window_update_settings (LsWindow *self)
{
  LsDebugger *debugger = ls_window_get_debugger (self);
  g_autofree char *speed = NULL;
  const LsSettings *settings;

  if (debugger == NULL)
    return;
  speed = ls_speed_get (ls_debugger_get_player (debugger));
  set_state (self, "speed", speed);
  ls_window_show_speed (self, speed);
  if (!ls_window_has_session (self))
    return;
  settings = ls_session_get_settings (ls_debugger_get_session (debugger));
  set_state (self, "preset", settings->preset);
  set_state (self, "edition", ls_edition_to_string (settings->edition));
  show_experiments (self, settings->experiments, ls_debugger_is_recorded (debugger));
  enable_settings (self, ls_debugger_is_recorded (debugger), ls_debugger_get_live_run (debugger));
  set_state (self, "clock", ls_clock_kind_to_string (settings->clock));
  show_preset (self, debugger, settings);
  show_clock (self, ls_debugger_get_clock (debugger), settings->clock);
}

static void
show_zoom (LsWindow *self)
{
  int percent = g_settings_get_double (self->settings, "text-zoom") * 100 + 0.5;
  /* Translators: the size of text */
  g_autofree char *label = g_strdup_printf (_("%d%%"), percent);
  g_autofree char *name = g_strdup_printf (_("Text at %d%%, reset"), percent);

  gtk_button_set_label (GTK_BUTTON (self->zoom_label), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom_label), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* Makes the menus that list what the library knows: speeds by steps, then speeds by time, and the presets. */
static void
fill_menus (LsWindow *self)
{
  const char *const *speeds = ls_speed_list ();
  const char *const *presets = ls_settings_list_presets ();
  g_autoptr (GMenu) steps = g_menu_new ();
  g_autoptr (GMenu) times = g_menu_new ();

  for (guint i = 0; speeds[i] != NULL; i++)
    {
      g_autofree char *label = ls_speed_describe (speeds[i]);

      ls_menu_append (g_str_has_suffix (speeds[i], "/s") ? steps : times, label, "win.speed", g_variant_new_string (speeds[i]));
    }
  g_menu_append_section (self->speed_menu, NULL, G_MENU_MODEL (steps));
  g_menu_append_section (self->speed_menu, _("By Loop Time"), G_MENU_MODEL (times));
  for (guint i = 0; presets[i] != NULL; i++)
    ls_menu_append (self->preset_menu, _(ls_preset_lookup (presets[i])->title), "win.preset", g_variant_new_string (presets[i]));
}

void
ls_window_init_header (LsWindow *self)
{
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->menu));

  fill_menus (self);
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (popover), self->zoom, "zoom");
  g_signal_connect_object (self->settings, "changed::text-zoom", G_CALLBACK (show_zoom), self, G_CONNECT_SWAPPED);
  show_zoom (self);
}
