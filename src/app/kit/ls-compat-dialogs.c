/* ls-compat-dialogs.c: questions and dialogs, whatever the version of libadwaita
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

#include <glib/gi18n.h>

typedef struct
{
  LsCompatAnswerFunc done;
  gpointer           user_data;
  char              *response;    /* NULL until there is one */
  gpointer           dialog;      /* (unowned): valid until there is a response */
  GtkWidget         *window;      /* (nullable): weak, the window that asks */
} Question;

static void
question_clear (gpointer data)
{
  Question *question = data;

  g_free (question->response);
}

static void
question_unref (Question *question)
{
  g_rc_box_release_full (question, question_clear);
}

static gboolean
question_answer_cb (gpointer user_data)
{
  Question *question = user_data;

  question->done (question->response, question->user_data);
  question_unref (question);
  return G_SOURCE_REMOVE;
}

/* Answers later: the dialog is still busy here, and the answer may destroy the window that it belongs to. */
static void
question_end (Question   *question,
              const char *response)
{
  if (question->response != NULL)
    return;
  question->response = g_strdup (response);
  if (question->window != NULL)
    g_signal_handlers_disconnect_by_data (question->window, question);
  g_clear_weak_pointer (&question->window);
  g_idle_add (question_answer_cb, question);
}

static void
question_response_cb (gpointer    dialog,
                      const char *response,
                      gpointer    user_data)
{
  question_end (user_data, response);
}

static void
question_gone_cb (gpointer  user_data,
                  GClosure *closure)
{
  question_end (user_data, "cancel");
  question_unref (user_data);
}

/* The question ends with its window. The asker may hold the window, so the question must not hold the asker any longer. */
static void
question_window_gone_cb (GtkWidget *window,
                         gpointer   user_data)
{
  Question *question = user_data;

  question_end (question, "cancel");
#if !ADW_CHECK_VERSION (1, 5, 0)
  gtk_window_destroy (GTK_WINDOW (question->dialog));
#endif
}

/* The first answer counts, and closing the dialog is an answer. The question lives until the dialog is gone and the asker has the
 * answer. */
static void
question_follow (Question  *question,
                 gpointer   dialog,
                 GtkWidget *parent)
{
  question->dialog = dialog;
  g_set_weak_pointer (&question->window, GTK_WIDGET (gtk_widget_get_root (parent)));
  g_signal_connect (question->window, "unrealize", G_CALLBACK (question_window_gone_cb), question);
  g_signal_connect_data (dialog, "response", G_CALLBACK (question_response_cb), g_rc_box_acquire (question), question_gone_cb, 0);
}

/**
 * ls_compat_ask:
 * @parent: a widget of the window that asks
 * @heading: the question
 * @body: what each answer means
 * @content: (nullable) (transfer floating): a widget to show below @body
 * @responses: (array length=n_responses): the answers that the question offers
 * @n_responses: the number of @responses
 * @default_response: the response that Return gives
 * @done: the function that gets the answer: "cancel" if the user closes the question or its window closes
 * @user_data: data for @done
 *
 * Asks a question.
 */
void
ls_compat_ask (GtkWidget              *parent,
               const char             *heading,
               const char             *body,
               GtkWidget              *content,
               const LsCompatResponse *responses,
               guint                   n_responses,
               const char             *default_response,
               LsCompatAnswerFunc      done,
               gpointer                user_data)
{
  Question *question = g_rc_box_new0 (Question);
#if ADW_CHECK_VERSION (1, 5, 0)
  AdwAlertDialog *dialog = ADW_ALERT_DIALOG (adw_alert_dialog_new (heading, body));
#else
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (parent));
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (window, heading, body));
#endif

  question->done = done;
  question->user_data = user_data;
  for (guint i = 0; i < n_responses; i++)
    {
#if ADW_CHECK_VERSION (1, 5, 0)
      adw_alert_dialog_add_response (dialog, responses[i].id, responses[i].label);
      adw_alert_dialog_set_response_appearance (dialog, responses[i].id, responses[i].appearance);
#else
      adw_message_dialog_add_response (dialog, responses[i].id, responses[i].label);
      adw_message_dialog_set_response_appearance (dialog, responses[i].id, responses[i].appearance);
#endif
    }
  g_object_set (dialog, "extra-child", content, "default-response", default_response, "close-response", "cancel", NULL);
  ls_compat_name_parts (GTK_WIDGET (dialog), heading);
  question_follow (question, dialog, parent);
#if ADW_CHECK_VERSION (1, 5, 0)
  adw_dialog_present (ADW_DIALOG (dialog), parent);
#else
  gtk_window_present (GTK_WINDOW (dialog));
#endif
}

/**
 * ls_compat_present_about:
 * @parent: a widget of the window that the dialog belongs to
 * @version: the program's version
 *
 * Shows the dialog about the program.
 */
void
ls_compat_present_about (GtkWidget  *parent,
                         const char *version)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  adw_show_about_dialog (parent,
#else
  adw_show_about_window (GTK_WINDOW (gtk_widget_get_root (parent)),
#endif
                         "application-name", _("Loopscope"),
                         "application-icon", LS_APP_ID,
                         "version", version,
                         "comments", _("See, step and explain prioritised task scheduling"),
                         "developer-name", _("The Loopscope authors"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}

/* Returns the first widget below the header bar that takes the focus, or NULL. A dialog begins with its subject, not with
 * Cancel. */
static GtkWidget *
find_first_field (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (GTK_IS_HEADER_BAR (child) || !gtk_widget_get_visible (child) || !gtk_widget_is_sensitive (child))
        continue;
      if (GTK_IS_EDITABLE (child) && gtk_editable_get_delegate (GTK_EDITABLE (child)) != NULL)
        return GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (child)));
      found = find_first_field (child);
      if (found != NULL)
        return found;
      if (gtk_widget_get_focusable (child) && !GTK_IS_SCROLLED_WINDOW (child))
        return child;
    }
  return NULL;
}

/**
 * ls_compat_present_dialog:
 * @parent: a widget of the window that the dialog belongs to
 * @content: the content of the dialog, with its own header bar
 * @title: its title
 * @width: its width in pixels
 * @height: its height in pixels, if there is room for that; -1 for the height that @content asks for
 *
 * Shows a dialog above a window, and gives the focus to the first field below the header bar. Escape closes the dialog.
 */
void
ls_compat_present_dialog (GtkWidget  *parent,
                          GtkWidget  *content,
                          const char *title,
                          int         width,
                          int         height)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  AdwDialog *dialog = adw_dialog_new ();

  ls_compat_name_parts (content, title);
  adw_dialog_set_title (dialog, title);
  adw_dialog_set_content_width (dialog, width);
  adw_dialog_set_content_height (dialog, height);
  adw_dialog_set_child (dialog, content);
  adw_dialog_set_focus (dialog, find_first_field (content));
  adw_dialog_present (dialog, parent);
#else
  GtkWidget *dialog = adw_window_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  ls_compat_name_parts (content, title);
  gtk_window_set_title (GTK_WINDOW (dialog), title);
  gtk_window_set_default_size (GTK_WINDOW (dialog), width, height);
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (gtk_widget_get_root (parent)));
  adw_window_set_content (ADW_WINDOW (dialog), content);
  gtk_window_set_focus (GTK_WINDOW (dialog), find_first_field (content));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (dialog, keys);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
}

typedef struct
{
  GtkWindow       *window;
  LsCompatUriFunc  done;
} Shown;

static void
on_uri_shown (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autofree Shown *shown = user_data;
  g_autoptr (GtkWindow) window = shown->window;
  g_autoptr (GError) error = NULL;

#if GTK_CHECK_VERSION (4, 10, 0)
  gtk_uri_launcher_launch_finish (GTK_URI_LAUNCHER (source), result, &error);
#else
  gtk_show_uri_full_finish (window, result, &error);
#endif
  shown->done (window, error);
}

/**
 * ls_compat_show_uri:
 * @window: the window that asks for it
 * @uri: what another application is to open
 * @done: is told whether one has
 *
 * Opens something in the application that the desktop has for it.
 */
void
ls_compat_show_uri (GtkWindow       *window,
                    const char      *uri,
                    LsCompatUriFunc  done)
{
  Shown *shown = g_new (Shown, 1);

  *shown = (Shown) { .window = g_object_ref (window), .done = done };
#if GTK_CHECK_VERSION (4, 10, 0)
  {
    g_autoptr (GtkUriLauncher) launcher = gtk_uri_launcher_new (uri);

    gtk_uri_launcher_launch (launcher, window, NULL, on_uri_shown, shown);
  }
#else
  gtk_show_uri_full (window, uri, GDK_CURRENT_TIME, NULL, on_uri_shown, shown);
#endif
}

/**
 * ls_compat_close_dialog:
 * @content: the content that ls_compat_present_dialog() got
 *
 * Closes the dialog that shows @content.
 */
void
ls_compat_close_dialog (GtkWidget *content)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  GtkWidget *dialog = gtk_widget_get_ancestor (content, ADW_TYPE_DIALOG);

  if (dialog != NULL)
    adw_dialog_close (ADW_DIALOG (dialog));
#else
  GtkRoot *root = gtk_widget_get_root (content);

  if (ADW_IS_WINDOW (root))
    gtk_window_close (GTK_WINDOW (root));
#endif
}
