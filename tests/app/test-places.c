/* test-places.c: everywhere a window can be: its panes and its dialogs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-places.h"

#include "ls-breakpoint-popover.h"
#include "ls-mark-popover.h"

/* What opens a dialog of the window, or something like it in the window. */
static const char *const dialogs[] = {
  "win.post-task", "win.add-signal", "win.new-breakpoint", "win.export-picture", "win.commands", "win.shortcuts", "win.preferences",
};

static const char *const stages[] = { "scheduler", "thread", "atomics" };

/* Each pane below the stage, shown, and each page of the stage. A pane that is added to the window is here by itself. */
void
test_places_foreach_pane (LsWindow      *window,
                          TestPlaceFunc  func)
{
  GtkStack *stack = GTK_STACK (test_window_get_child (window, "bottom_stack"));
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (stack);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (GObject) object = g_list_model_get_item (G_LIST_MODEL (pages), i);
      GtkStackPage *page = GTK_STACK_PAGE (object);

      gtk_stack_set_visible_child (stack, gtk_stack_page_get_child (page));
      test_ui_settle (GTK_WIDGET (window));
      func (window, gtk_stack_page_get_child (page), gtk_stack_page_get_name (page));
    }
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      func (window, test_window_get_child (window, "stage"), stages[i]);
      test_window_activate (window, "win.other-stage", NULL);
      test_ui_settle (GTK_WIDGET (window));
    }
}

guint
test_places_get_n_dialogs (void)
{
  return G_N_ELEMENTS (dialogs);
}

/* Opens the dialog of that number, as its action does. Returns the name of the action. */
const char *
test_places_open_dialog (LsWindow *window,
                         guint     i)
{
  test_window_activate (window, dialogs[i], NULL);
  test_ui_wait_for (ls_window_get_dialog (window) != NULL);
  test_ui_settle (GTK_WIDGET (gtk_widget_get_root (ls_window_get_dialog (window))));
  return dialogs[i];
}

void
test_places_foreach_dialog (LsWindow      *window,
                            TestPlaceFunc  func)
{
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      const char *name = test_places_open_dialog (window, i);

      func (window, ls_window_get_dialog (window), name);
      test_window_close_dialog (window);
    }
}

/* What tells a popover from others of its kind: what it is, where it is, and the name that its parent has there. */
static char *
get_popover_name (GtkWidget *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (popover);
  GtkWidget *owner = parent;
  const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (parent));

  while (!g_str_has_prefix (G_OBJECT_TYPE_NAME (owner), "Ls"))
    owner = gtk_widget_get_parent (owner);
  return g_strdup_printf ("%s of %s in %s", G_OBJECT_TYPE_NAME (popover), id != NULL ? id : "it", G_OBJECT_TYPE_NAME (owner));
}

static GtkWidget *
find_popover (GtkWidget   *widget,
              GHashTable  *seen,
              char       **name)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (GTK_IS_POPOVER (widget))
    {
      /* Those within another one open from there. */
      if (!gtk_widget_get_mapped (parent) || !gtk_widget_is_sensitive (parent) || GTK_IS_DROP_DOWN (parent))
        return NULL;
      *name = get_popover_name (widget);
      if (!g_hash_table_contains (seen, *name))
        return widget;
      g_clear_pointer (name, g_free);
      return NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_popover (child, seen, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
open_popover (LsWindow  *window,
              GtkWidget *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (popover);

  /* What is in the menu of a place depends on the place. */
  if (GTK_IS_POPOVER_MENU (popover) && gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover)) == NULL)
    {
      g_autoptr (GMenu) menu = g_menu_new ();

      g_menu_append (menu, "F10", "win.step");
      gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (popover), G_MENU_MODEL (menu));
    }
  if (LS_IS_MARK_POPOVER (popover))
    test_window_activate (window, "win.note", NULL);
  else if (LS_IS_BREAKPOINT_POPOVER (popover))
    test_window_activate (window, "win.edit-breakpoint", NULL);
  else if (GTK_IS_MENU_BUTTON (parent))
    gtk_menu_button_popup (GTK_MENU_BUTTON (parent));
  else
    gtk_popover_popup (GTK_POPOVER (popover));
}

/* Opens a popover that is not among the @seen ones, and adds its name to them. A popover that is added to the window is here by
 * itself. Returns NULL if there is none any more. */
GtkWidget *
test_places_open_popover (LsWindow    *window,
                          GHashTable  *seen,
                          const char **name)
{
  GtkStack *stack = GTK_STACK (test_window_get_child (window, "bottom_stack"));
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (stack);
  GtkWidget *popover = NULL;
  char *found = NULL;

  for (guint i = 0; popover == NULL && i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (G_LIST_MODEL (pages), i);

      gtk_stack_set_visible_child (stack, gtk_stack_page_get_child (GTK_STACK_PAGE (page)));
      test_ui_settle (GTK_WIDGET (window));
      popover = find_popover (GTK_WIDGET (window), seen, &found);
    }
  if (popover == NULL)
    return NULL;
  g_test_message ("%s", found);
  open_popover (window, popover);
  test_ui_wait_for (gtk_widget_get_mapped (popover));
  test_ui_settle (GTK_WIDGET (window));
  g_hash_table_add (seen, found);
  *name = found;
  return popover;
}
