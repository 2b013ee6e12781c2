/* ls-commands.h: the commands of the program, with their titles and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_COMMAND_MAX_KEYS 3

/* The sections of the list of keyboard shortcuts, in their order. */
typedef enum
{
  LS_COMMANDS_TIME,
  LS_COMMANDS_PROGRAM,
  LS_COMMANDS_ACTING,
  LS_COMMANDS_LOOKING,
  LS_COMMANDS_LESSONS,
  LS_COMMANDS_MARKS,
  LS_COMMANDS_TIMELINE,
  LS_COMMANDS_SESSIONS,
  LS_COMMANDS_TABS,
  LS_COMMANDS_APPLICATION,
  LS_COMMANDS_RUN,

  LS_N_COMMAND_SECTIONS
} LsCommandSection;

typedef struct _LsCommand LsCommand;

/**
 * LsCommand:
 * @section: the section of the command
 * @title: its title, in English: for _()
 * @action: (nullable): a detailed action; %NULL for a key that a widget handles without an action
 * @everywhere: keys of the application, which work wherever the focus is
 * @window: keys of the window, which the focused widget may handle first; the second is the same key on another keyboard
 * @there: a key that GTK handles, or a widget that has the focus
 * @is_hidden: whether the palette leaves it out
 *
 * A command. Keys have the format of gtk_accelerator_parse().
 */
struct _LsCommand
{
  LsCommandSection  section;
  const char       *title;
  const char       *action;
  const char       *everywhere[LS_COMMAND_MAX_KEYS + 1];
  const char       *window[LS_COMMAND_MAX_KEYS + 1];
  const char       *there;
  gboolean          is_hidden;
};

/* The palette asks for the number itself, so this is not an action of the window. */
#define LS_COMMAND_GO_TO_STEP "palette.go-to-step"

const LsCommand *ls_commands_get               (guint            *n_commands);
const LsCommand *ls_commands_find              (const char       *action);
const char      *ls_commands_get_section_title (LsCommandSection  section);
void             ls_commands_install           (GtkApplication   *application);
void             ls_commands_install_bindings  (GtkWidgetClass   *window_class);
gboolean         ls_commands_takes_characters  (GtkWidget        *widget);
const char      *ls_command_get_key            (const LsCommand  *self);
char            *ls_command_dup_key_label      (const char       *key);

G_END_DECLS
