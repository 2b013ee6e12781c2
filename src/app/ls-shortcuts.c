/* ls-shortcuts.c: what the keyboard can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-shortcuts.h"

#include <glib/gi18n.h>

/**
 * LsShortcuts:
 *
 * The list of keyboard shortcuts. (The toolkit's own window for them is deprecated in newer versions.)
 */
struct _LsShortcuts
{
  GtkWidget  parent_instance;

  GtkWidget *page;
};

typedef struct
{
  const char *title;            /* of a group, if there is no accelerator */
  const char *accelerator;
} Shortcut;

static const Shortcut shortcuts[] = {
  { N_("Time"), NULL },
  { N_("Run or pause"), "space" },
  { N_("Step"), "F10" },
  { N_("Step back"), "<Shift>F10" },
  { N_("Step by a whole task"), "<Control>F10" },
  { N_("Step back by a whole task"), "<Control><Shift>F10" },
  { N_("Step to the next statement"), "F11" },
  { N_("Back to the statement before"), "<Shift>F11" },
  { N_("Step over calls"), "F12" },
  { N_("Step back over calls"), "<Shift>F12" },
  { N_("Step out of the function"), "<Control>F12" },
  { N_("Step back out of the function"), "<Control><Shift>F12" },
  { N_("On to the next record"), "period" },
  { N_("Back to the record before"), "comma" },
  { N_("To the next breakpoint"), "F5" },
  { N_("Back to a breakpoint"), "<Shift>F5" },
  { N_("To the line of the cursor"), "<Control>F5" },
  { N_("Back to the line of the cursor"), "<Control><Shift>F5" },
  { N_("To the start"), "Home" },
  { N_("To the end"), "End" },
  { N_("The program"), NULL },
  { N_("Run the program again"), "<Control>r" },
  { N_("Stop the program"), "<Control><Shift>r" },
  { N_("Set or remove a breakpoint"), "<Control>b" },
  { N_("Condition of a breakpoint"), "<Control><Shift>b" },
  { N_("Find in the program, where it has the focus"), "<Control>f" },
  { N_("Replace in the program"), "<Control>h" },
  { N_("Find next"), "<Control>g" },
  { N_("Find previous"), "<Control><Shift>g" },
  { N_("Go to a line"), "<Control>l" },
  { N_("Show the next script"), "<Alt>Page_Down" },
  { N_("Show the script before"), "<Alt>Page_Up" },
  { N_("Evaluate an expression"), "<Control>e" },
  { N_("Acting"), NULL },
  { N_("Post a task"), "<Control>Return" },
  { N_("Undo"), "<Control>z" },
  { N_("Redo"), "<Control><Shift>z" },
  { N_("Menu of a task or queue"), "Menu" },
  { N_("Looking"), NULL },
  { N_("Show the other stage"), "F4" },
  { N_("Search events"), "<Control>f" },
  { N_("Show or hide the program"), "F9" },
  { N_("Show or hide the inspector"), "<Shift>F9" },
  { N_("Show or hide events and log"), "<Control>F9" },
  { N_("Lessons"), NULL },
  { N_("Next page of the lesson"), "F7" },
  { N_("Page of the lesson before"), "<Shift>F7" },
  { N_("Show what the page of the lesson is about"), "<Control>F7" },
  { N_("Bookmarks and notes"), NULL },
  { N_("Add a bookmark"), "<Control>d" },
  { N_("Write a note"), "<Control><Shift>d" },
  { N_("To the next bookmark or note"), "F2" },
  { N_("Back to a bookmark or note"), "<Shift>F2" },
  { N_("The timeline, where it has the focus"), NULL },
  { N_("Step"), "Right" },
  { N_("Step back"), "Left" },
  { N_("To the next task of a track"), "<Control>Right" },
  { N_("Back to a task of a track"), "<Control>Left" },
  { N_("Another track"), "Down" },
  { N_("Select a range of time"), "<Shift>Right" },
  { N_("Clear the range"), "Escape" },
  { N_("Zoom in"), "w" },
  { N_("Zoom out"), "s" },
  { N_("Pan to later times"), "d" },
  { N_("Pan to earlier times"), "a" },
  { N_("Show the whole run"), "f" },
  { N_("Zoom to the range, or to the selected task"), "z" },
  { N_("Sessions"), NULL },
  { N_("New session"), "<Control>n" },
  { N_("Open"), "<Control>o" },
  { N_("Save"), "<Control>s" },
  { N_("Save as"), "<Control><Shift>s" },
  { N_("Tabs"), NULL },
  { N_("New tab"), "<Control>t" },
  { N_("Close the tab"), "<Control>w" },
  { N_("Open the closed tab again"), "<Control><Shift>t" },
  { N_("To the next tab"), "<Control>Page_Down" },
  { N_("Back to the tab before"), "<Control>Page_Up" },
  { N_("Move the tab forward"), "<Control><Shift>Page_Down" },
  { N_("Move the tab back"), "<Control><Shift>Page_Up" },
  { N_("To the first tab, and so on up to 9"), "<Alt>1" },
  { N_("The application"), NULL },
  { N_("Close the window"), "<Control><Shift>w" },
  { N_("Run a command by name"), "slash" },
  { N_("Preferences"), "<Control>comma" },
  { N_("Keyboard shortcuts"), "question" },
  { N_("Keyboard shortcuts, also where one types"), "F1" },
  { N_("Quit"), "<Control>q" },
};

G_DEFINE_FINAL_TYPE (LsShortcuts, ls_shortcuts, GTK_TYPE_WIDGET)

static GtkWidget *
make_row (const Shortcut *shortcut)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *keys = NULL;
  guint keyval = 0;
  GdkModifierType modifiers = 0;
  g_autofree char *label = NULL;

  gtk_accelerator_parse (shortcut->accelerator, &keyval, &modifiers);
  label = gtk_accelerator_get_label (keyval, modifiers);
  keys = gtk_label_new (label);
  gtk_widget_add_css_class (keys, "keys");
  gtk_widget_set_valign (keys, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(shortcut->title));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), keys);
  return row;
}

static void
ls_shortcuts_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_shortcuts_parent_class)->dispose (object);
}

static void
ls_shortcuts_class_init (LsShortcutsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_shortcuts_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-shortcuts.ui");
  gtk_widget_class_bind_template_child (widget_class, LsShortcuts, page);
}

static void
ls_shortcuts_init (LsShortcuts *self)
{
  GtkWidget *group = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      if (shortcuts[i].accelerator == NULL)
        {
          group = adw_preferences_group_new ();
          adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _(shortcuts[i].title));
          adw_preferences_page_add (ADW_PREFERENCES_PAGE (self->page), ADW_PREFERENCES_GROUP (group));
        }
      else
        {
          adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), make_row (&shortcuts[i]));
        }
    }
}

GtkWidget *
ls_shortcuts_new (void)
{
  return g_object_new (LS_TYPE_SHORTCUTS, NULL);
}
