/* ls-commands.c: the commands of the program, with their titles and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-commands.h"

#include <glib/gi18n.h>
#include <string.h>

/* The only table of keys. The application and the window take their keys from here. The command palette and the list of keyboard
 * shortcuts show the commands in this order. */
static const LsCommand commands[] = {
#define SECTION(name) .section = LS_COMMANDS_##name
  { SECTION (TIME), N_("Run or pause"), "win.run", .there = "space" },
  { SECTION (TIME), N_("Step"), "win.step", { "F10" } },
  { SECTION (TIME), N_("Step back"), "win.step-back", { "<Shift>F10" } },
  { SECTION (TIME), N_("Step one callback"), "win.step-callback", { "<Control>F10" } },
  { SECTION (TIME), N_("Step back one callback"), "win.step-callback-back", { "<Control><Shift>F10" } },
  { SECTION (TIME), N_("Next statement"), "win.step-statement", { "F11" } },
  { SECTION (TIME), N_("Previous statement"), "win.step-statement-back", { "<Shift>F11" } },
  { SECTION (TIME), N_("Step over calls"), "win.step-over", { "F12" } },
  { SECTION (TIME), N_("Step back over calls"), "win.step-over-back", { "<Shift>F12" } },
  { SECTION (TIME), N_("Step out of the function"), "win.step-out", { "<Control>F12" } },
  { SECTION (TIME), N_("Step back out of the function"), "win.step-out-back", { "<Control><Shift>F12" } },
  { SECTION (TIME), N_("Next event"), "win.next-record", .window = { "period" } },
  { SECTION (TIME), N_("Previous event"), "win.previous-record", .window = { "comma" } },
  { SECTION (TIME), N_("Run to the next breakpoint"), "win.to-breakpoint", { "F8" } },
  { SECTION (TIME), N_("Run back to a breakpoint"), "win.to-breakpoint-back", { "<Shift>F8" } },
  { SECTION (TIME), N_("Run to the cursor"), "win.run-to-cursor", { "<Control>F8" } },
  { SECTION (TIME), N_("Run back to the cursor"), "win.run-to-cursor-back", { "<Control><Shift>F8" } },
  { SECTION (TIME), N_("Go to the start"), "win.to-start", .window = { "Home" } },
  { SECTION (TIME), N_("Go to the end"), "win.to-end", .window = { "End" } },
  { SECTION (TIME), N_("Go to step…"), LS_COMMAND_GO_TO_STEP },

  { SECTION (PROGRAM), N_("Run the program again"), "win.run-again", { "<Control>r" } },
  { SECTION (PROGRAM), N_("Run for real, with threads and the real clock"), "win.run-for-real" },
  { SECTION (PROGRAM), N_("Stop the program"), "win.stop", { "<Control><Shift>r" } },
  { SECTION (PROGRAM), N_("Hold the watched program"), "win.hold-program" },
  { SECTION (PROGRAM), N_("Let the watched program run one source"), "win.step-program" },
  { SECTION (PROGRAM), N_("Let the watched program go"), "win.let-program-go" },
  { SECTION (PROGRAM), N_("Set or remove a breakpoint"), "win.toggle-breakpoint", { "<Control>b" } },
  { SECTION (PROGRAM), N_("Edit the condition of a breakpoint"), "win.edit-breakpoint", { "<Control><Shift>b" } },
  { SECTION (PROGRAM), N_("Add a breakpoint"), "win.new-breakpoint" },
  { SECTION (PROGRAM), N_("Find in the program"), "win.find" },
  { SECTION (PROGRAM), N_("Replace in the program"), "win.replace", { "<Control>h" } },
  { SECTION (PROGRAM), N_("Find next"), "win.find-next", { "<Control>g", "F3" } },
  { SECTION (PROGRAM), N_("Find previous"), "win.find-previous", { "<Control><Shift>g", "<Shift>F3" } },
  { SECTION (PROGRAM), N_("Go to line"), "win.go-to-line", { "<Control>l" } },
  { SECTION (PROGRAM), N_("Next script"), "win.next-script", { "<Alt>Page_Down" } },
  { SECTION (PROGRAM), N_("Previous script"), "win.previous-script", { "<Alt>Page_Up" } },
  { SECTION (PROGRAM), N_("Evaluate an expression"), "win.evaluate", { "<Control>e" } },

  /* In the text of a program, Control with Return runs the program. */
  { SECTION (ACTING), N_("Post a task"), "win.post-task", .window = { "<Control>Return", "<Control>KP_Enter" } },
  { SECTION (ACTING), N_("Add a signal"), "win.add-signal" },
  { SECTION (ACTING), N_("Yield from the running task"), "win.yield" },
  { SECTION (ACTING), N_("What if: compare with a change"), "win.what-if" },
  { SECTION (ACTING), N_("Explore the agents’ schedules"), "win.explore" },
  { SECTION (ACTING), N_("Undo"), "win.undo", { "<Control>z" } },
  { SECTION (ACTING), N_("Redo"), "win.redo", { "<Control><Shift>z" } },
  { SECTION (ACTING), N_("Open the menu of a task or queue"), NULL, .there = "Menu" },

  { SECTION (LOOKING), N_("Find"), "win.find-here", { "<Control>f" } },
  { SECTION (LOOKING), N_("Search events"), "win.search" },
  { SECTION (LOOKING), N_("Deselect"), "win.unselect", .window = { "Escape" } },
  { SECTION (LOOKING), N_("Show the next stage"), "win.other-stage", .window = { "F4" } },
  { SECTION (LOOKING), N_("Next pane"), "win.next-pane", { "F6" } },
  { SECTION (LOOKING), N_("Previous pane"), "win.previous-pane", { "<Shift>F6" } },
  { SECTION (LOOKING), N_("Show the timeline"), "win.show-view::timeline" },
  { SECTION (LOOKING), N_("Show the events"), "win.show-view::events" },
  { SECTION (LOOKING), N_("Show the log"), "win.show-view::log" },
  { SECTION (LOOKING), N_("Show breakpoints"), "win.show-view-breakpoints" },
  { SECTION (LOOKING), N_("Show your actions"), "win.show-view-actions" },
  { SECTION (LOOKING), N_("Show problems"), "win.show-view-lints" },
  { SECTION (LOOKING), N_("Show statistics"), "win.show-view-statistics" },
  { SECTION (LOOKING), N_("Show the facts about the recording"), "win.show-recording" },
  { SECTION (LOOKING), N_("Show or hide the program"), "win.show-program", { "F9" } },
  { SECTION (LOOKING), N_("Show or hide the inspector"), "win.show-inspector", { "<Shift>F9" } },
  { SECTION (LOOKING), N_("Show or hide the bottom pane"), "win.show-events", { "<Control>F9" } },
  /* A remote control sends either. */
  { SECTION (LOOKING), N_("Present, or end the presentation"), "win.present", { "F5", "<Shift>F5" } },
  { SECTION (LOOKING), N_("Next page, in a presentation"), NULL, .there = "Page_Down" },
  { SECTION (LOOKING), N_("Previous page, in a presentation"), NULL, .there = "Page_Up" },
  { SECTION (LOOKING), N_("Make the screen black, in a presentation"), NULL, .there = "b" },
  { SECTION (LOOKING), N_("Larger text"), "win.text-larger", { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
  { SECTION (LOOKING), N_("Smaller text"), "win.text-smaller", { "<Control>minus", "<Control>KP_Subtract" } },
  { SECTION (LOOKING), N_("Normal text size"), "win.text-normal", { "<Control>0", "<Control>KP_0" } },
  { SECTION (LOOKING), N_("Export a picture"), "win.export-picture" },
  { SECTION (LOOKING), N_("Copy a picture"), "win.copy-picture" },

  { SECTION (LESSONS), N_("Show all lessons"), "win.open-lessons" },
  { SECTION (LESSONS), N_("Next page of the lesson"), "win.lesson-next", { "F7" } },
  { SECTION (LESSONS), N_("Previous page of the lesson"), "win.lesson-back", { "<Shift>F7" } },
  { SECTION (LESSONS), N_("Show the moment of this lesson page"), "win.lesson-show", { "<Control>F7" } },
  { SECTION (LESSONS), N_("Class vote"), "win.lesson-vote" },
  { SECTION (LESSONS), N_("Save the answers"), "win.lesson-save" },
  { SECTION (LESSONS), N_("Start the lesson again"), "win.lesson-restart" },
  { SECTION (LESSONS), N_("Leave the lesson"), "win.lesson-leave" },
  { SECTION (LESSONS), N_("Write a lesson, or see it as learners do"), "win.write-lesson", { "<Control><Shift>e" } },

  { SECTION (MARKS), N_("Add a bookmark"), "win.bookmark", { "<Control>d" } },
  { SECTION (MARKS), N_("Write a note"), "win.note", { "<Control><Shift>d" } },
  { SECTION (MARKS), N_("Next bookmark or note"), "win.next-mark", { "F2" } },
  { SECTION (MARKS), N_("Previous bookmark or note"), "win.previous-mark", { "<Shift>F2" } },

  /* The chart handles these keys itself: see ls-timeline-input.c. */
  { SECTION (TIMELINE), N_("Step"), NULL, .there = "Right" },
  { SECTION (TIMELINE), N_("Step back"), NULL, .there = "Left" },
  { SECTION (TIMELINE), N_("Next task in the track"), NULL, .there = "<Control>Right" },
  { SECTION (TIMELINE), N_("Previous task in the track"), NULL, .there = "<Control>Left" },
  { SECTION (TIMELINE), N_("Next or previous track"), NULL, .there = "Down" },
  { SECTION (TIMELINE), N_("Select a time range"), NULL, .there = "<Shift>Right" },
  { SECTION (TIMELINE), N_("Clear the range"), NULL, .there = "Escape" },
  { SECTION (TIMELINE), N_("Zoom in"), NULL, .there = "w" },
  { SECTION (TIMELINE), N_("Zoom out"), NULL, .there = "s" },
  { SECTION (TIMELINE), N_("Pan right"), NULL, .there = "d" },
  { SECTION (TIMELINE), N_("Pan left"), NULL, .there = "a" },
  { SECTION (TIMELINE), N_("Show the whole run"), NULL, .there = "f" },
  { SECTION (TIMELINE), N_("Zoom to the range or the selected task"), NULL, .there = "z" },

  { SECTION (SESSIONS), N_("New session"), "app.new-window", { "<Control>n" } },
  { SECTION (SESSIONS), N_("New empty session"), "win.open-empty" },
  { SECTION (SESSIONS), N_("Open"), "win.open", { "<Control>o" } },
  { SECTION (SESSIONS), N_("Watch a program"), "win.watch-program", { "<Control><Shift>o" } },
  { SECTION (SESSIONS), N_("Watch a page"), "win.watch-page" },
  { SECTION (SESSIONS), N_("Watch a script in Node.js"), "win.watch-node" },
  { SECTION (SESSIONS), N_("Photograph the browser’s queues"), "win.photograph-queues" },
  { SECTION (SESSIONS), N_("Save"), "win.save", { "<Control>s" } },
  { SECTION (SESSIONS), N_("Save as"), "win.save-as", { "<Control><Shift>s" } },
  { SECTION (SESSIONS), N_("Save the trace"), "win.save-trace" },
  { SECTION (SESSIONS), N_("Export the trace for DevTools"), "win.export-trace::chrome" },
  { SECTION (SESSIONS), N_("Export the trace for Perfetto"), "win.export-trace::perfetto" },
  { SECTION (SESSIONS), N_("Export the trace for Sysprof"), "win.export-trace::sysprof" },
  { SECTION (SESSIONS), N_("Copy the session’s path"), "win.copy-path" },
  { SECTION (SESSIONS), N_("Read no more of the recording"), "win.stop-reading" },
  { SECTION (SESSIONS), N_("Copy the recording helper"), "win.copy-recording-helper" },
  { SECTION (SESSIONS), N_("Restore all unsaved sessions"), "app.restore-all" },

  { SECTION (TABS), N_("New tab"), "win.new-tab", { "<Control>t" } },
  { SECTION (TABS), N_("Close tab"), "win.close-tab", { "<Control>w" } },
  { SECTION (TABS), N_("Close other tabs"), "win.close-other-tabs" },
  { SECTION (TABS), N_("Reopen closed tab"), "win.reopen-tab", { "<Control><Shift>t" } },
  /* GTK or libadwaita handles these keys. */
  { SECTION (TABS), N_("Next tab"), "win.next-tab", .there = "<Control>Page_Down" },
  { SECTION (TABS), N_("Previous tab"), "win.previous-tab", .there = "<Control>Page_Up" },
  { SECTION (TABS), N_("Move tab right"), "win.move-tab-forward", .there = "<Control><Shift>Page_Down" },
  { SECTION (TABS), N_("Move tab left"), "win.move-tab-back", .there = "<Control><Shift>Page_Up" },
  { SECTION (TABS), N_("Go to tab 1 to 9"), NULL, .there = "<Alt>1" },
  { SECTION (TABS), N_("Move tab to a new window"), "win.move-tab-to-window" },

  { SECTION (APPLICATION), N_("Close window"), "window.close", { "<Control><Shift>w" } },
  { SECTION (APPLICATION), N_("Run a command by name"), "win.commands", .window = { "slash", "<Shift>slash" },
    .is_hidden = TRUE },
  { SECTION (APPLICATION), N_("Help"), "win.help", { "F1" } },
  { SECTION (APPLICATION), N_("Keyboard shortcuts"), "win.shortcuts", { "<Control>question" }, { "question", "<Shift>question" } },
  { SECTION (APPLICATION), N_("Preferences"), "app.preferences", { "<Control>comma" } },
  { SECTION (APPLICATION), N_("About Loopscope"), "app.about" },
  { SECTION (APPLICATION), N_("Quit"), "app.quit", { "<Control>q" } },

  { SECTION (RUN), N_("Speed: 1 step/s"), "win.speed::1/s" },
  { SECTION (RUN), N_("Speed: 2 steps/s"), "win.speed::2/s" },
  { SECTION (RUN), N_("Speed: 5 steps/s"), "win.speed::5/s" },
  { SECTION (RUN), N_("Speed: 10 steps/s"), "win.speed::10/s" },
  { SECTION (RUN), N_("Speed: 30 steps/s"), "win.speed::30/s" },
  { SECTION (RUN), N_("Speed: 0.01×"), "win.speed::0.01" },
  { SECTION (RUN), N_("Speed: 0.05×"), "win.speed::0.05" },
  { SECTION (RUN), N_("Speed: 0.1×"), "win.speed::0.1" },
  { SECTION (RUN), N_("Speed: 0.5×"), "win.speed::0.5" },
  { SECTION (RUN), N_("Speed: 1×"), "win.speed::1" },
  { SECTION (RUN), N_("Speed: 10×"), "win.speed::10" },
  { SECTION (RUN), N_("Speed: 100×"), "win.speed::100" },
  { SECTION (RUN), N_("Speed: Maximum"), "win.speed::0" },
  { SECTION (RUN), N_("Preset: Specification"), "win.preset::spec" },
  { SECTION (RUN), N_("Preset: Chromium"), "win.preset::blink" },
  { SECTION (RUN), N_("Preset: Chromium in 2021"), "win.preset::blink-2021" },
  { SECTION (RUN), N_("Preset: Firefox"), "win.preset::gecko" },
  { SECTION (RUN), N_("Preset: Fair"), "win.preset::fair" },
  { SECTION (RUN), N_("Edition: 2025"), "win.edition::2025" },
  { SECTION (RUN), N_("Edition: 2023, yield with options"), "win.edition::2023-yield-options" },
  { SECTION (RUN), N_("Experiment: scheduler.wait()"), "win.experiment-wait" },
  { SECTION (RUN), N_("Experiment: scheduler.render()"), "win.experiment-render" },
  { SECTION (RUN), N_("Experiment: scheduler.currentTaskSignal"), "win.experiment-currentTaskSignal" },
  { SECTION (RUN), N_("Experiment: priority inheritance"), "win.experiment-priorityInheritance" },
  { SECTION (RUN), N_("Clock: virtual"), "win.clock::virtual" },
  { SECTION (RUN), N_("Clock: real"), "win.clock::monotonic" },
#undef SECTION
};

static const char *const section_titles[LS_N_COMMAND_SECTIONS] = {
  [LS_COMMANDS_TIME] = N_("Time"),
  [LS_COMMANDS_PROGRAM] = N_("Program"),
  [LS_COMMANDS_ACTING] = N_("Actions"),
  [LS_COMMANDS_LOOKING] = N_("View"),
  [LS_COMMANDS_LESSONS] = N_("Lessons"),
  [LS_COMMANDS_MARKS] = N_("Bookmarks and notes"),
  [LS_COMMANDS_TIMELINE] = N_("Timeline (when focused)"),
  [LS_COMMANDS_SESSIONS] = N_("Sessions"),
  [LS_COMMANDS_TABS] = N_("Tabs"),
  [LS_COMMANDS_APPLICATION] = N_("Application"),
  [LS_COMMANDS_RUN] = N_("Run settings"),
};

/**
 * ls_commands_get:
 * @n_commands: (out): the number of commands
 *
 * Returns: (transfer none): all commands, grouped by section
 */
const LsCommand *
ls_commands_get (guint *n_commands)
{
  g_return_val_if_fail (n_commands != NULL, NULL);

  *n_commands = G_N_ELEMENTS (commands);
  return commands;
}

/**
 * ls_commands_find:
 * @action: the name of an action, or a detailed one
 *
 * Returns: (transfer none) (nullable): the first command with that action; any target matches if @action has none
 */
const LsCommand *
ls_commands_find (const char *action)
{
  gsize length;

  g_return_val_if_fail (action != NULL, NULL);

  length = strlen (action);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].action != NULL && strncmp (commands[i].action, action, length) == 0 &&
        (commands[i].action[length] == '\0' || commands[i].action[length] == ':'))
      return &commands[i];
  return NULL;
}

/**
 * ls_commands_get_section_title:
 * @section: a section
 *
 * Returns: (transfer none): the title of @section
 */
const char *
ls_commands_get_section_title (LsCommandSection section)
{
  g_return_val_if_fail ((guint) section < LS_N_COMMAND_SECTIONS, NULL);

  return _(section_titles[section]);
}

/**
 * ls_commands_install:
 * @application: the application
 *
 * Sets the keys of the application.
 */
void
ls_commands_install (GtkApplication *application)
{
  g_return_if_fail (GTK_IS_APPLICATION (application));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i].everywhere[0] != NULL)
      gtk_application_set_accels_for_action (application, commands[i].action, (const char **) commands[i].everywhere);
}

/* Runs a command of a key that types a character, unless the user types or nothing has the focus. */
static gboolean
on_character (GtkWidget *widget,
              GVariant  *arguments,
              gpointer   user_data)
{
  const char *action;

  if (!ls_commands_takes_characters (widget))
    return FALSE;
  g_variant_get (arguments, "(&s)", &action);
  return gtk_widget_activate_action (widget, action, NULL);
}

/* The key is of a command that is not possible now: else the key would not have come this far. Lets the view say why, as a key that
 * does nothing looks broken. */
static gboolean
on_refused (GtkWidget *widget,
            GVariant  *arguments,
            gpointer   user_data)
{
  const char *action;

  g_variant_get (arguments, "(&s)", &action);
  return g_str_has_prefix (action, "win.") &&
         gtk_widget_activate_action (widget, "win.say-refusal", "s", action + strlen ("win."));
}

static void
add_refusal (GtkWidgetClass *window_class,
             const char     *key,
             const char     *action)
{
  GdkModifierType modifiers;
  guint keyval;

  if (!gtk_accelerator_parse (key, &keyval, &modifiers))
    g_assert_not_reached ();
  if (!g_unichar_isgraph (gdk_keyval_to_unicode (keyval)))
    gtk_widget_class_add_binding (window_class, keyval, modifiers, on_refused, "(s)", action);
}

/**
 * ls_commands_takes_characters:
 * @widget: a widget in a window
 *
 * Asks whether a key that types a character is a command now. It is not while a text has the focus, even one that cannot be edited:
 * the user means to type. Nor is it while nothing has the focus, as just after a popover with an entry has gone.
 *
 * Returns: whether it is
 */
gboolean
ls_commands_takes_characters (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && !GTK_IS_TEXT_VIEW (focus) && !GTK_IS_EDITABLE (focus);
}

/**
 * ls_commands_install_bindings:
 * @window_class: the class of the window, which has the actions
 *
 * Sets the keys of the window. Keys without Control are bindings of the window, so that entries and lists handle them first.
 */
void
ls_commands_install_bindings (GtkWidgetClass *window_class)
{
  g_return_if_fail (GTK_IS_WIDGET_CLASS (window_class));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint j = 0; commands[i].everywhere[j] != NULL; j++)
      add_refusal (window_class, commands[i].everywhere[j], commands[i].action);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint j = 0; commands[i].window[j] != NULL; j++)
      {
        guint keyval;
        GdkModifierType modifiers;

        if (!gtk_accelerator_parse (commands[i].window[j], &keyval, &modifiers))
          g_assert_not_reached ();
        if (g_unichar_isgraph (gdk_keyval_to_unicode (keyval)) && (modifiers & ~GDK_SHIFT_MASK) == 0)
          gtk_widget_class_add_binding (window_class, keyval, modifiers, on_character, "(s)", commands[i].action);
        else
          gtk_widget_class_add_binding_action (window_class, keyval, modifiers, commands[i].action, NULL);
      }
}

/**
 * ls_command_get_key:
 * @self: a command
 *
 * Returns: (transfer none) (nullable): the key to show where there is room for only one
 */
const char *
ls_command_get_key (const LsCommand *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->window[0] != NULL ? self->window[0] : self->everywhere[0] != NULL ? self->everywhere[0] : self->there;
}

/**
 * ls_command_dup_key_label:
 * @key: a key of a command
 *
 * Returns: (transfer full): the key as people read it, in the user's language
 */
char *
ls_command_dup_key_label (const char *key)
{
  guint keyval;
  GdkModifierType modifiers;

  g_return_val_if_fail (key != NULL, NULL);

  if (!gtk_accelerator_parse (key, &keyval, &modifiers))
    g_return_val_if_reached (NULL);
  return gtk_accelerator_get_label (keyval, modifiers);
}
