/* ls-search-provider.c: courses, lessons and examples, for the search of the desktop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-search-provider.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-application-private.h"
#include "ls-files.h"
#include "ls-window.h"

/* How long a program that was started for a search waits for more of it, as GApplication does after a start by D-Bus. */
#define PATIENCE 10000  /* ms */

#define INTERFACE "org.gnome.Shell.SearchProvider2"

static const char interface_xml[] =
  "<node>"
  "  <interface name='" INTERFACE "'>"
  "    <method name='GetInitialResultSet'>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='as' name='results' direction='out'/>"
  "    </method>"
  "    <method name='GetSubsearchResultSet'>"
  "      <arg type='as' name='previous_results' direction='in'/>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='as' name='results' direction='out'/>"
  "    </method>"
  "    <method name='GetResultMetas'>"
  "      <arg type='as' name='identifiers' direction='in'/>"
  "      <arg type='aa{sv}' name='metas' direction='out'/>"
  "    </method>"
  "    <method name='ActivateResult'>"
  "      <arg type='s' name='identifier' direction='in'/>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='u' name='timestamp' direction='in'/>"
  "    </method>"
  "    <method name='LaunchSearch'>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='u' name='timestamp' direction='in'/>"
  "    </method>"
  "  </interface>"
  "</node>";

/* A course, a lesson or an example, as the desktop shows it. */
typedef struct
{
  char               *id;
  char               *name;
  const char         *summary;
  const char         *kind;       /* a word or two, in the user's language */
  const LsFilesEntry *entry;      /* owned by a list */
} LsFoundSession;

/*
 * LsSearchProvider:
 *
 * Answers what GNOME Shell asks with org.gnome.Shell.SearchProvider2. Files are read when it asks for the first time, and when a
 * search begins after the user's folder has changed. Nothing that it names is taken for a path: a result is one of those in the
 * list, or none.
 */
struct _LsSearchProvider
{
  LsApplication   *application;   /* not owned: owns this */
  GDBusConnection *connection;    /* NULL while it is not exported */
  guint            registration;
  LsFilesLessons   lessons;       /* empty until the first search */
  GPtrArray       *examples;      /* (element-type LsFilesEntry), likewise NULL */
  GArray          *sessions;      /* (element-type LsFoundSession) */
  gint64           changed;       /* when the user's folder was changed last, as it was read, in µs */
};

static void
clear_session (gpointer data)
{
  LsFoundSession *session = data;

  g_free (session->id);
  g_free (session->name);
}

static void
name_session (LsFoundSession *session)
{
  const LsFilesEntry *entry = session->entry;

  if (entry->course != NULL)
    {
      session->name = g_strdup (entry->title);
      session->summary = entry->description;
      session->kind = _("Course");
    }
  else if (entry->id != NULL)
    {
      /* Translators: the number of a lesson and its title */
      session->name = entry->number > 0 ? g_strdup_printf (_("Lesson %u: %s"), entry->number, entry->title) : g_strdup (entry->title);
      session->summary = entry->description;
      session->kind = _("Lesson");
    }
  else
    {
      session->name = g_strdup (entry->title);
      session->summary = entry->summary != NULL ? entry->summary : entry->description;
      session->kind = ls_examples_get_group_title (entry->group);
    }
}

/* Adds what can be opened. */
static void
add_sessions (LsSearchProvider *self,
              GPtrArray        *entries,
              const char       *folder)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const LsFilesEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *name = g_file_get_basename (entry->file);
      g_autofree char *id = g_utf8_validate (name, -1, NULL) ? g_strdup (name) : g_uri_escape_string (name, NULL, FALSE);
      LsFoundSession session = { .entry = entry };

      if (entry->error != NULL)
        continue;
      session.id = g_strdup_printf ("%s/%s", folder, id);
      name_session (&session);
      g_array_append_val (self->sessions, session);
    }
}

/* Returns when the folder of the user's own lessons was changed last, in µs; 0 if there is none. To save a file replaces it, which
 * changes the folder. */
static gint64
get_changed (void)
{
  g_autofree char *path = ls_files_get_own_folder ();
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = g_file_query_info (folder, "time::modified,time::modified-usec", G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr (GDateTime) changed = info != NULL ? g_file_info_get_modification_date_time (info) : NULL;

  return changed != NULL ? g_date_time_to_unix (changed) * G_USEC_PER_SEC + g_date_time_get_microsecond (changed) : 0;
}

static void
forget_sessions (LsSearchProvider *self)
{
  g_clear_pointer (&self->sessions, g_array_unref);
  ls_files_clear_lessons (&self->lessons);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
}

static void
read_sessions (LsSearchProvider *self)
{
  if (self->sessions != NULL)
    return;
  self->changed = get_changed ();
  ls_files_find_lessons (&self->lessons);
  self->examples = ls_files_list_examples ();
  self->sessions = g_array_new (FALSE, FALSE, sizeof (LsFoundSession));
  g_array_set_clear_func (self->sessions, clear_session);
  add_sessions (self, self->lessons.courses, "lessons");
  add_sessions (self, self->lessons.lessons, "lessons");
  add_sessions (self, self->lessons.own, "own");
  add_sessions (self, self->examples, "examples");
}

static const LsFoundSession *
find_session (LsSearchProvider *self,
              const char       *id)
{
  read_sessions (self);
  for (guint i = 0; i < self->sessions->len; i++)
    {
      const LsFoundSession *session = &g_array_index (self->sessions, LsFoundSession, i);

      if (g_str_equal (session->id, id))
        return session;
    }
  return NULL;
}

/* Returns the words of all terms, folded. */
static char **
fold_terms (const char *const *terms)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; terms[i] != NULL; i++)
    {
      g_autofree char *folded = g_utf8_casefold (terms[i], -1);
      g_auto (GStrv) words = g_strsplit_set (folded, " \t\n", -1);

      for (guint j = 0; words[j] != NULL; j++)
        if (*words[j] != '\0')
          g_strv_builder_add (builder, words[j]);
    }
  return g_strv_builder_end (builder);
}

static gboolean
matches (const LsFoundSession *session,
         char                **words)
{
  const char *const texts[] = {
    session->name, session->summary, session->kind, session->entry->description, session->entry->file_title
  };

  return ls_files_match (texts, G_N_ELEMENTS (texts), words);
}

/* Finds what has all of the terms among the @previous results, or if that is NULL, among all. Returns a tuple for the answer. */
static GVariant *
search (LsSearchProvider  *self,
        const char *const *previous,
        const char *const *terms)
{
  g_auto (GStrv) words = fold_terms (terms);
  GVariantBuilder results;

  if (previous == NULL && self->sessions != NULL && self->changed != get_changed ())
    forget_sessions (self);
  read_sessions (self);
  g_variant_builder_init (&results, G_VARIANT_TYPE ("as"));
  for (guint i = 0; words[0] != NULL && i < self->sessions->len; i++)
    {
      const LsFoundSession *session = &g_array_index (self->sessions, LsFoundSession, i);

      if ((previous == NULL || g_strv_contains (previous, session->id)) && matches (session, words))
        g_variant_builder_add (&results, "s", session->id);
    }
  return g_variant_new ("(as)", &results);
}

static GVariant *
describe (LsSearchProvider  *self,
          const char *const *ids)
{
  g_autoptr (GIcon) icon = g_themed_icon_new (LS_APP_ID);
  GVariantBuilder metas;

  g_variant_builder_init (&metas, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const LsFoundSession *session = find_session (self, ids[i]);
      g_autoptr (GVariant) serialized = g_icon_serialize (icon);

      if (session == NULL)
        continue;
      g_variant_builder_open (&metas, G_VARIANT_TYPE ("a{sv}"));
      g_variant_builder_add (&metas, "{sv}", "id", g_variant_new_string (session->id));
      g_variant_builder_add (&metas, "{sv}", "name", g_variant_new_string (session->name));
      if (session->summary != NULL)
        g_variant_builder_add (&metas, "{sv}", "description", g_variant_new_string (session->summary));
      g_variant_builder_add (&metas, "{sv}", "icon", serialized);
      g_variant_builder_close (&metas);
    }
  return g_variant_new ("(aa{sv})", &metas);
}

static void
activate (LsSearchProvider *self,
          const char       *id)
{
  const LsFoundSession *session = find_session (self, id);
  g_autofree char *uri = NULL;
  LsWindow *window;

  if (session == NULL)
    return;
  uri = g_file_get_uri (session->entry->file);
  window = ls_application_present_window (self->application);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-example", "s", uri);
}

/* Shows the welcome page with what it finds for the terms. */
static void
launch (LsSearchProvider  *self,
        const char *const *terms)
{
  LsWindow *window = ls_application_present_window (self->application);
  LsSessionView *view = ls_window_get_view (window);
  g_autofree char *text = g_strjoinv (" ", (char **) terms);

  ls_session_view_search_sessions (ls_session_view_is_untouched (view) ? view : ls_window_add_view (window), text);
}

/* Where the program was started for a search alone, it ends when nobody has searched for a while. With a window it stays. */
static void
stay_for_a_while (GApplication *application)
{
  g_application_set_inactivity_timeout (application, PATIENCE);
  g_application_hold (application);
  g_application_release (application);
  /* It ends at once with its last window. */
  g_application_set_inactivity_timeout (application, 0);
}

static void
on_call (GDBusConnection       *connection,
         const char            *sender,
         const char            *path,
         const char            *interface,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               user_data)
{
  LsSearchProvider *self = user_data;
  g_autofree const char **first = NULL;
  g_autofree const char **terms = NULL;
  const char *id;
  GVariant *answer = NULL;

  /* GIO has compared the types with those of the interface. */
  if (g_str_equal (method, "GetInitialResultSet"))
    {
      g_variant_get (parameters, "(^a&s)", &terms);
      answer = search (self, NULL, terms);
    }
  else if (g_str_equal (method, "GetSubsearchResultSet"))
    {
      g_variant_get (parameters, "(^a&s^a&s)", &first, &terms);
      answer = search (self, first, terms);
    }
  else if (g_str_equal (method, "GetResultMetas"))
    {
      g_variant_get (parameters, "(^a&s)", &first);
      answer = describe (self, first);
    }
  else if (g_str_equal (method, "ActivateResult"))
    {
      g_variant_get (parameters, "(&s^a&su)", &id, &terms, NULL);
      if (!ls_application_put_off (self->application, path, INTERFACE, "ActivateResult", parameters))
        activate (self, id);
    }
  else
    {
      g_variant_get (parameters, "(^a&su)", &terms, NULL);
      if (!ls_application_put_off (self->application, path, INTERFACE, "LaunchSearch", parameters))
        launch (self, terms);
    }
  g_dbus_method_invocation_return_value (invocation, answer);
  stay_for_a_while (G_APPLICATION (self->application));
}

/**
 * ls_search_provider_new:
 * @application: the application, which outlives this
 *
 * Returns: (transfer full): what answers searches
 */
LsSearchProvider *
ls_search_provider_new (LsApplication *application)
{
  LsSearchProvider *self = g_new0 (LsSearchProvider, 1);

  self->application = application;
  return self;
}

void
ls_search_provider_free (LsSearchProvider *self)
{
  ls_search_provider_unexport (self);
  forget_sessions (self);
  g_free (self);
}

/**
 * ls_search_provider_export:
 * @self: what answers searches
 * @connection: the session bus
 * @path: the path of the application's object
 * @error: return location for an error
 *
 * Answers from now on, at @path with “/SearchProvider” after it. The file in data/ that GNOME Shell reads names that place.
 *
 * Returns: whether the place was free
 */
gboolean
ls_search_provider_export (LsSearchProvider  *self,
                           GDBusConnection   *connection,
                           const char        *path,
                           GError           **error)
{
  static const GDBusInterfaceVTable vtable = { .method_call = on_call };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface_xml, NULL);
  g_autofree char *own = g_strconcat (path, "/SearchProvider", NULL);

  ls_search_provider_unexport (self);
  self->registration = g_dbus_connection_register_object (connection, own, node->interfaces[0], &vtable, self, NULL, error);
  if (self->registration == 0)
    return FALSE;
  self->connection = g_object_ref (connection);
  return TRUE;
}

/**
 * ls_search_provider_unexport:
 * @self: what answers searches
 *
 * Answers no more.
 */
void
ls_search_provider_unexport (LsSearchProvider *self)
{
  if (self->connection != NULL)
    g_dbus_connection_unregister_object (self->connection, self->registration);
  g_clear_object (&self->connection);
}
