/* ls-program-pane-actions.c: what the user can do in a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-pane-private.h"

#include "ls-actions.h"
#include "ls-compat.h"

/* Runs to the line of the cursor, or to the first line below it that has code. */
static void
run_to_cursor_action (LsProgramPane *self,
                      const char    *name)
{
  LsScriptBuffer *buffer = ls_script_view_get_buffer (self->script);
  guint line = buffer != NULL ? ls_script_buffer_find_code (buffer, ls_script_view_get_cursor_line (self->script)) : 0;
  guint run_line = buffer != NULL ? ls_script_buffer_find_run_line (buffer, line) : 0;
  g_autoptr (LsBreakpoints) cursor = NULL;

  if (run_line == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  cursor = ls_breakpoints_new ();
  ls_breakpoints_add (cursor, ls_script_buffer_get_name (buffer), line, run_line);
  ls_player_run_to (self->player, cursor, g_str_has_suffix (name, "-back"));
}

static void
breakpoint_action (LsProgramPane *self,
                   const char    *name)
{
  if (self->buffers->len == 0)
    return;
  ls_actions_reveal (GTK_WIDGET (self));
  if (g_str_equal (name, "edit-breakpoint"))
    ls_script_view_edit_breakpoint (self->script, ls_script_view_get_cursor_line (self->script));
  else
    ls_script_view_toggle_breakpoint (self->script, ls_script_view_get_cursor_line (self->script));
}

static void
find_action (LsProgramPane *self,
             const char    *name)
{
  LsFindBar *bar = ls_script_view_get_find_bar (self->script);

  if (self->buffers->len == 0)
    return;
  ls_actions_reveal (GTK_WIDGET (self));
  if (g_str_equal (name, "find"))
    ls_find_bar_find (bar);
  else if (g_str_equal (name, "replace"))
    ls_find_bar_replace (bar);
  else if (g_str_equal (name, "go-to-line"))
    ls_find_bar_go_to_line (bar);
  else
    ls_find_bar_find_next (bar, g_str_equal (name, "find-previous"));
}

/* Shows another script of the program, and continues at the other end after the last one. */
static void
switch_script_action (LsProgramPane *self,
                      const char    *name)
{
  guint n = self->buffers->len;
  guint selected = gtk_drop_down_get_selected (self->scripts);

  ls_actions_reveal (GTK_WIDGET (self));
  if (n < 2)
    return;
  gtk_drop_down_set_selected (self->scripts, (selected + (g_str_equal (name, "next-script") ? 1 : n - 1)) % n);
  gtk_widget_grab_focus (ls_script_view_get_text_view (self->script));
  ls_compat_announce (GTK_WIDGET (self), ls_script_buffer_get_name (ls_script_view_get_buffer (self->script)));
}

static void
evaluate_action (LsProgramPane *self)
{
  ls_actions_reveal (GTK_WIDGET (self));
  ls_watch_list_focus (self->watches);
}

/* Shows a place in the text that runs, and puts the cursor there. */
void
ls_program_pane_show_place (LsProgramPane *self,
                            const LsPlace *place)
{
  LsScriptBuffer *buffer = ls_program_pane_find_buffer (self, place);
  guint line = buffer != NULL ? ls_script_buffer_from_run_line (buffer, place->line) : 0;

  if (buffer == NULL)
    return;
  ls_program_pane_show_buffer (self, buffer);
  if (line > 0)
    ls_script_view_go_to (self->script, line, place->column);
}

static void
show_place_action (LsProgramPane *self,
                   const char    *name,
                   GVariant      *parameter)
{
  LsPlace place;

  if (!ls_place_parse (&place, g_variant_get_string (parameter, NULL)))
    return;
  ls_actions_reveal (GTK_WIDGET (self));
  ls_program_pane_show_place (self, &place);
}

/* Adds the actions that the window has for the pane. */
void
ls_program_pane_add_actions (LsProgramPane *self)
{
  static const LsActionEntry entries[] = {
    { "run-to-cursor", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (run_to_cursor_action) },
    { "run-to-cursor-back", NULL, LS_NEEDS_SCRIPT | LS_NEEDS_PAST, G_CALLBACK (run_to_cursor_action) },
    { "toggle-breakpoint", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (breakpoint_action) },
    { "edit-breakpoint", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (breakpoint_action) },
    { "find", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (find_action) },
    { "find-next", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (find_action) },
    { "find-previous", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (find_action) },
    { "go-to-line", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (find_action) },
    { "replace", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (find_action) },
    { "next-script", NULL, 0, G_CALLBACK (switch_script_action) },
    { "previous-script", NULL, 0, G_CALLBACK (switch_script_action) },
    { "evaluate", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (evaluate_action) },
    { "show-place", "s", 0, G_CALLBACK (show_place_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
}
