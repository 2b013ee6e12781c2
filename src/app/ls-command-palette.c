/* ls-command-palette.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-command-palette.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

/**
 * LsCommandPalette:
 *
 * The window's commands as a list that typing narrows. Return runs the first one that is left.
 */
struct _LsCommandPalette
{
  GtkWidget  parent_instance;

  GtkWidget *search;
  GtkWidget *list;
};

typedef struct
{
  const char *title;
  const char *action;
  const char *accelerator;    /* (nullable) */
} Command;

static const Command commands[] = {
  { N_("Run or pause"), "win.run", "space" },
  { N_("Step"), "win.step", "F10" },
  { N_("Step back"), "win.step-back", "<Shift>F10" },
  { N_("Step by a whole task"), "win.step-task", "<Control>F10" },
  { N_("Step back by a whole task"), "win.step-task-back", "<Control><Shift>F10" },
  { N_("Step to the next statement"), "win.step-statement", "F11" },
  { N_("Back to the statement before"), "win.step-statement-back", "<Shift>F11" },
  { N_("Step over calls"), "win.step-over", "F12" },
  { N_("Step back over calls"), "win.step-over-back", "<Shift>F12" },
  { N_("Step out of the function"), "win.step-out", "<Control>F12" },
  { N_("Step back out of the function"), "win.step-out-back", "<Control><Shift>F12" },
  { N_("On to the next record"), "win.next-record", "period" },
  { N_("Back to the record before"), "win.previous-record", "comma" },
  { N_("To the next breakpoint"), "win.to-breakpoint", "F5" },
  { N_("Back to a breakpoint"), "win.to-breakpoint-back", "<Shift>F5" },
  { N_("To the line of the cursor"), "win.run-to-cursor", "<Control>F5" },
  { N_("Back to the line of the cursor"), "win.run-to-cursor-back", "<Control><Shift>F5" },
  { N_("To the start"), "win.to-start", "Home" },
  { N_("To the end"), "win.to-end", "End" },
  { N_("Run the program again"), "win.run-again", "<Control>r" },
  { N_("Stop the program"), "win.stop", "<Control><Shift>r" },
  { N_("Set or remove a breakpoint"), "win.toggle-breakpoint", "<Control>b" },
  { N_("Condition of a breakpoint"), "win.edit-breakpoint", "<Control><Shift>b" },
  { N_("Find in the program"), "win.find", NULL },
  { N_("Replace in the program"), "win.replace", "<Control>h" },
  { N_("Find next"), "win.find-next", "<Control>g" },
  { N_("Find previous"), "win.find-previous", "<Control><Shift>g" },
  { N_("Go to a line"), "win.go-to-line", "<Control>l" },
  { N_("Show the next script"), "win.next-script", "<Alt>Page_Down" },
  { N_("Show the script before"), "win.previous-script", "<Alt>Page_Up" },
  { N_("Evaluate an expression"), "win.evaluate", "<Control>e" },
  { N_("Post a task"), "win.post-task", "<Control>Return" },
  { N_("Add a signal"), "win.add-signal", NULL },
  { N_("Yield from the running task"), "win.yield", NULL },
  { N_("Undo"), "win.undo", "<Control>z" },
  { N_("Redo"), "win.redo", "<Control><Shift>z" },
  { N_("Search events"), "win.search", "<Control>f" },
  { N_("Add a bookmark"), "win.bookmark", "<Control>d" },
  { N_("Write a note"), "win.note", "<Control><Shift>d" },
  { N_("To the next bookmark or note"), "win.next-mark", "F2" },
  { N_("Back to a bookmark or note"), "win.previous-mark", "<Shift>F2" },
  { N_("Show the other stage"), "win.other-stage", "F4" },
  { N_("Add a breakpoint of any kind"), "win.new-breakpoint", NULL },
  { N_("Show breakpoints"), "win.show-view-breakpoints", NULL },
  { N_("Show lints"), "win.show-view-lints", NULL },
  { N_("Show statistics: what waited and ran longest"), "win.show-view-statistics", NULL },
  { N_("Show or hide the program"), "win.show-program", "F9" },
  { N_("Show or hide the inspector"), "win.show-inspector", "<Shift>F9" },
  { N_("Show or hide events and log"), "win.show-events", "<Control>F9" },
  { N_("New session"), "app.new-window", "<Control>n" },
  { N_("Open"), "win.open", "<Control>o" },
  { N_("Save"), "win.save", "<Control>s" },
  { N_("Save as"), "win.save-as", "<Control><Shift>s" },
  { N_("Export a picture"), "win.export-picture", NULL },
  { N_("Copy a picture"), "win.copy-picture", NULL },
  { N_("Keyboard shortcuts"), "win.shortcuts", "question" },
  { N_("Quit"), "app.quit", "<Control>q" },
};

enum
{
  COMMAND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsCommandPalette, ls_command_palette, GTK_TYPE_WIDGET)

static const Command *
row_get_command (GtkListBoxRow *row)
{
  return &commands[gtk_list_box_row_get_index (row)];
}

static GtkWidget *
make_row (const Command *command)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (_(command->title));

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_margin_bottom (box, 4);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), title);
  if (command->accelerator != NULL)
    {
      guint keyval = 0;
      GdkModifierType modifiers = 0;
      g_autofree char *label = NULL;
      GtkWidget *keys;

      gtk_accelerator_parse (command->accelerator, &keyval, &modifiers);
      label = gtk_accelerator_get_label (keyval, modifiers);
      keys = gtk_label_new (label);
      gtk_widget_add_css_class (keys, "keys");
      gtk_box_append (GTK_BOX (box), keys);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _(command->title), -1);
  return row;
}

static gboolean
row_matches (GtkListBoxRow *row,
             gpointer       user_data)
{
  LsCommandPalette *self = user_data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *wanted = g_utf8_casefold (text, -1);
  g_autofree char *title = g_utf8_casefold (_(row_get_command (row)->title), -1);

  return strstr (title, wanted) != NULL;
}

static void
run (LsCommandPalette *self,
     GtkListBoxRow    *row)
{
  const char *action = row_get_command (row)->action;

  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit (self, signals[COMMAND], 0, action);
  g_object_unref (self);
}

static void
on_search_changed (LsCommandPalette *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

static void
on_search_activate (LsCommandPalette *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i);

      if (row_matches (row, self))
        {
          run (self, row);
          return;
        }
    }
}

static void
on_cancel (LsCommandPalette *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
on_row_activated (LsCommandPalette *self,
                  GtkListBoxRow    *row)
{
  run (self, row);
}

static void
ls_command_palette_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_command_palette_parent_class)->dispose (object);
}

static void
ls_command_palette_class_init (LsCommandPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_command_palette_dispose;

  /**
   * LsCommandPalette::command:
   * @self: a palette
   * @action: the detailed name of an action
   *
   * A command was chosen; the palette has closed.
   */
  signals[COMMAND] = g_signal_new ("command", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-command-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, LsCommandPalette, search);
  gtk_widget_class_bind_template_child (widget_class, LsCommandPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ls_command_palette_init (LsCommandPalette *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (&commands[i]));
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), row_matches, self, NULL);
}

/**
 * ls_command_palette_new:
 *
 * Returns: (transfer floating): the content of a dialog
 */
GtkWidget *
ls_command_palette_new (void)
{
  return g_object_new (LS_TYPE_COMMAND_PALETTE, NULL);
}
