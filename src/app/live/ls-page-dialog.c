/* ls-page-dialog.c: asks which page to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-page-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-page-watch.h"
#include "ls-widget.h"

/**
 * LsPageDialog:
 *
 * Offers to open a page in a browser of its own, or in one that runs already, and to watch the pages that are there. It emits "watch"
 * with the address, where the browser is, and how to watch, and closes itself.
 */
struct _LsPageDialog
{
  GtkBox     parent_instance;

  GtkWidget *address;
  GtkWidget *error;
  GtkWidget *browser;
  GtkWidget *is_hidden;
  GtkWidget *has_full_addresses;
  GtkWidget *has_stacks;
  GtkWidget *is_joined;
  GtkWidget *port;
  GtkWidget *port_error;
};

G_DEFINE_FINAL_TYPE (LsPageDialog, ls_page_dialog, GTK_TYPE_BOX)

static void
show_error (LsPageDialog *self,
            const char   *message)
{
  ls_widget_show_text (self->error, message);
  if (message != NULL)
    ls_compat_announce (GTK_WIDGET (self), message);
}

static void
on_edited (LsPageDialog *self)
{
  show_error (self, NULL);
}

static gboolean
is_joined (LsPageDialog *self)
{
  return gtk_switch_get_active (GTK_SWITCH (self->is_joined));
}

/* Returns (transfer full) where the browser is that is to be joined. */
static char *
get_browser (LsPageDialog *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->port))));
}

/* Says why what is typed is no place of a browser. Returns whether it is one. */
static gboolean
check_port (LsPageDialog *self)
{
  g_autofree char *browser = get_browser (self);
  g_autoptr (GError) error = NULL;
  const char *problem = NULL;

  if (is_joined (self) && *browser == '\0')
    problem = _("Expected the port on which the browser listens, such as 9222");
  else if (is_joined (self) && !ls_page_watch_check_browser (browser, &error))
    problem = error->message;
  if (problem != NULL && !gtk_widget_get_visible (self->port_error))
    ls_compat_announce (GTK_WIDGET (self), problem);
  ls_widget_show_text (self->port_error, problem);
  ls_widget_set_class (self->port, "error", problem != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->port), GTK_ACCESSIBLE_STATE_INVALID,
                               problem != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  return problem == NULL;
}

static void
on_port_edited (LsPageDialog *self)
{
  check_port (self);
}

/* A browser that runs already shows its windows, or not, as it does. */
static void
on_joined_changed (LsPageDialog *self)
{
  show_error (self, NULL);
  check_port (self);
  gtk_widget_set_sensitive (gtk_widget_get_ancestor (self->is_hidden, ADW_TYPE_ACTION_ROW), !is_joined (self));
  gtk_widget_set_sensitive (self->browser, !is_joined (self));
}

static gboolean
is_firefox (LsPageDialog *self)
{
  GtkStringObject *chosen = adw_combo_row_get_selected_item (ADW_COMBO_ROW (self->browser));

  return chosen != NULL && g_str_equal (gtk_string_object_get_string (chosen), "Firefox");
}

static void
on_accept (LsPageDialog *self)
{
  g_autofree char *address = ls_page_watch_complete_address (gtk_editable_get_text (GTK_EDITABLE (self->address)));
  g_autofree char *port = get_browser (self);
  LsPageWatchFlags flags = LS_PAGE_WATCH_NONE;

  if (address == NULL && !is_joined (self))
    {
      show_error (self, _("Expected an address, such as “https://example.com” or “localhost:8000”"));
      return;
    }
  if (!check_port (self))
    {
      gtk_widget_grab_focus (self->port);
      gtk_widget_error_bell (self->port);
      return;
    }
  if (gtk_switch_get_active (GTK_SWITCH (self->is_hidden)) && !is_joined (self))
    flags |= LS_PAGE_WATCH_HEADLESS;
  if (!is_joined (self) && is_firefox (self))
    flags |= LS_PAGE_WATCH_FIREFOX;
  if (gtk_switch_get_active (GTK_SWITCH (self->has_full_addresses)))
    flags |= LS_PAGE_WATCH_FULL_URLS;
  if (gtk_switch_get_active (GTK_SWITCH (self->has_stacks)))
    flags |= LS_PAGE_WATCH_STACKS;
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "watch", address != NULL ? address : "", is_joined (self) ? port : "", (guint) flags);
  g_object_unref (self);
}

static void
on_cancel (LsPageDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
ls_page_dialog_class_init (LsPageDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  /**
   * LsPageDialog::watch:
   * @self: a dialog
   * @address: what to open, empty for nothing
   * @browser: where a browser that runs listens, empty to start one
   * @flags: how to watch, as [method@PageWatch.launch] takes it
   *
   * The user wants to watch a page.
   */
  g_signal_new ("watch", LS_TYPE_PAGE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING,
                G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-page-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, address);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, error);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, browser);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, is_hidden);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, has_full_addresses);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, has_stacks);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, is_joined);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, port);
  gtk_widget_class_bind_template_child (widget_class, LsPageDialog, port_error);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_joined_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_port_edited);
}

static void
ls_page_dialog_init (LsPageDialog *self)
{
  g_autoptr (GtkStringList) browsers = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  if (ls_page_watch_can_launch (LS_PAGE_WATCH_NONE))
    gtk_string_list_append (browsers, "Chromium");
  if (ls_page_watch_can_launch (LS_PAGE_WATCH_FIREFOX))
    gtk_string_list_append (browsers, "Firefox");
  adw_combo_row_set_model (ADW_COMBO_ROW (self->browser), G_LIST_MODEL (browsers));
  gtk_widget_set_visible (self->browser, g_list_model_get_n_items (G_LIST_MODEL (browsers)) > 0);
}

/**
 * ls_page_dialog_new:
 *
 * Returns: (transfer floating): a dialog that asks for a page
 */
GtkWidget *
ls_page_dialog_new (void)
{
  return g_object_new (LS_TYPE_PAGE_DIALOG, NULL);
}
