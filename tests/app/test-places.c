/* test-places.c: everywhere a window can be: its panes and its dialogs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-places.h"

#include "ls-window-private.h"

/* What opens a dialog of the window, or something like it in the window. */
static const char *const dialogs[] = {
  "win.post-task", "win.add-signal", "win.new-breakpoint", "win.export-picture", "win.commands", "win.shortcuts", "win.preferences",
};

/* Each pane below the stage, shown, and both pages of the stage. A pane that is added to the window is here by itself. */
void
test_places_foreach_pane (LsWindow      *window,
                          TestPlaceFunc  func)
{
  GtkStack *stack = GTK_STACK (window->view->bottom_stack);
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (stack);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (GObject) object = g_list_model_get_item (G_LIST_MODEL (pages), i);
      GtkStackPage *page = GTK_STACK_PAGE (object);

      gtk_stack_set_visible_child (stack, gtk_stack_page_get_child (page));
      test_ui_settle (GTK_WIDGET (window));
      func (window, gtk_stack_page_get_child (page), gtk_stack_page_get_name (page));
    }
  func (window, window->view->stage, "stage");
  test_window_activate (window, "win.other-stage", NULL);
  test_ui_settle (GTK_WIDGET (window));
  func (window, window->view->stage, "other stage");
  test_window_activate (window, "win.other-stage", NULL);
  test_ui_settle (GTK_WIDGET (window));
}

/* Opens the dialog of that number, as its action does. Returns FALSE if there are not so many. */
gboolean
test_places_open_dialog (LsWindow    *window,
                         guint        i,
                         const char **name)
{
  if (i >= G_N_ELEMENTS (dialogs))
    return FALSE;
  *name = dialogs[i];
  test_window_activate (window, dialogs[i], NULL);
  test_ui_wait_for (window->dialog != NULL);
  test_ui_settle (GTK_WIDGET (gtk_widget_get_root (window->dialog)));
  return TRUE;
}

void
test_places_foreach_dialog (LsWindow      *window,
                            TestPlaceFunc  func)
{
  const char *name;

  for (guint i = 0; test_places_open_dialog (window, i, &name); i++)
    {
      func (window, window->dialog, name);
      test_window_close_dialog (window);
    }
}
