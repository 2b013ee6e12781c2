/* watched-unseen.c: a program that calls functions of GLib by other ways than the loader's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <gmodule.h>

typedef gboolean (*Remove)  (guint tag);
typedef void     (*Destroy) (GSource *source);
typedef guint    (*Attach)  (GSource *source, GMainContext *context);

static GMainLoop *loop;

static gboolean
quit (gpointer data)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gboolean
stay (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static guint
add_named (int         priority,
           GSourceFunc function,
           const char *name)
{
  const guint id = g_idle_add_full (priority, function, NULL, NULL);

  g_source_set_name_by_id (id, name);
  return id;
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     data)
{
  return G_SOURCE_CONTINUE;
}

static GSource *
make_own_kind (void)
{
  static GSourceFuncs funcs = { .dispatch = dispatch };
  GSource *source = g_source_new (&funcs, sizeof (GSource));

  g_source_set_name (source, "own kind");
  return source;
}

typedef struct
{
  Remove remove;
  guint  id;
} Removal;

static gboolean
remove_later (gpointer data)
{
  const Removal *removal = data;

  g_assert_true (removal->remove (removal->id));
  return G_SOURCE_REMOVE;
}

/* Nobody can see that libglib's own functions are called by their addresses: one source never ran, one stays, one is of the
 * program's own kind. */
static void
run_with_addresses (void)
{
  void *glib = dlopen ("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  Remove remove = (Remove) dlsym (glib, "g_source_remove");
  GSource *source = make_own_kind ();
  Removal removal = { remove, add_named (G_PRIORITY_DEFAULT, stay, "stays") };

  g_assert_true (remove (add_named (G_PRIORITY_HIGH, stay, "never")));
  g_assert_true (remove (g_source_attach (source, NULL)));
  g_source_unref (source);
  g_idle_add_full (G_PRIORITY_DEFAULT, remove_later, &removal, NULL);
  add_named (G_PRIORITY_LOW, quit, "once");
  g_main_loop_run (loop);
}

static gpointer
look_up (const char *name)
{
  g_autofree char *path = NULL;
  Dl_info info;
  GModule *module;
  gpointer symbol;

  /* What an interpreter's library names. */
  g_assert_cmpint (dladdr (dlsym (dlopen ("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD), "g_free"), &info), !=, 0);
  path = g_strdup (info.dli_fname);
  module = g_module_open (path, G_MODULE_BIND_LAZY);
  g_assert_true (g_module_symbol (module, name, &symbol));
  return symbol;
}

/* As interpreters do. A reference is left, so that the source is not freed. */
static void
run_with_lookups (void)
{
  Attach attach = (Attach) look_up ("g_source_attach");
  Destroy destroy = (Destroy) look_up ("g_source_destroy");
  GSource *timeout = g_timeout_source_new (60000), *once = g_timeout_source_new (7);

  g_source_set_callback (timeout, stay, NULL, NULL);
  attach (timeout, NULL);
  destroy (timeout);
  g_source_set_callback (once, quit, NULL, NULL);
  attach (once, NULL);
  g_main_loop_run (loop);
  g_source_unref (once);
  g_source_unref (timeout);
}

/* A name that GLib has not, and one that is not GLib's. */
static void
run_with_errors (void)
{
  gpointer symbol = loop;
  GModule *module = g_module_open (NULL, G_MODULE_BIND_LAZY);

  g_assert_false (g_module_symbol (module, "g_source_attach_nowhere", &symbol));
  g_assert_null (symbol);
  g_assert_nonnull (g_module_error ());
  g_assert_true (g_module_symbol (module, "malloc", &symbol));
  g_assert_true (symbol == dlsym (RTLD_DEFAULT, "malloc"));
  add_named (G_PRIORITY_DEFAULT, quit, "once");
  g_main_loop_run (loop);
}

int
main (int    argc,
      char **argv)
{
  loop = g_main_loop_new (NULL, FALSE);
  g_assert_cmpint (argc, ==, 2);
  if (g_str_equal (argv[1], "addresses"))
    run_with_addresses ();
  else if (g_str_equal (argv[1], "lookups"))
    run_with_lookups ();
  else
    run_with_errors ();
  return 0;
}
