/* ls-kept-breakpoints.c: breakpoints of scripts, whose files have no place for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-kept-breakpoints.h"

#include "ls-breakpoint.h"
#include "ls-json-private.h"
#include "ls-json-writer-private.h"

/* A script's file belongs to the user, and other programs read it: the application puts nothing into it or beside it. It remembers
 * the breakpoints of all scripts in one file of its own: an object with a member for each script, the one that was used last at the
 * end. If that file cannot be read or written, programs run without breakpoints, and no message says so. */

#define MAX_FILES 200
#define MAX_SIZE (4 * 1024 * 1024)   /* bytes of the file that are read */

static char *
get_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "loopscope", "breakpoints.json", NULL);
}

static JsonObject *
read_store (void)
{
  g_autofree char *path = get_path ();
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return json_object_new ();
  root = ls_json_parse_large (path, text, length, MAX_SIZE, NULL, NULL);
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_object_ref (json_node_get_object (root)) : json_object_new ();
}

static void
write_store (JsonObject *store)
{
  g_autofree char *path = get_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), store);
  g_autofree char *text = NULL;

  while (json_object_get_size (store) > MAX_FILES)
    {
      JsonObjectIter iter;
      const char *oldest;

      json_object_iter_init_ordered (&iter, store);
      if (!json_object_iter_next_ordered (&iter, &oldest, NULL))
        break;
      json_object_remove_member (store, oldest);
    }
  text = ls_json_format_compact (root);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

/* Returns whether @session is a script in a file of its own, which cannot hold its breakpoints. @file (nullable): its file */
gboolean
ls_kept_breakpoints_fit (LsSession *session,
                         GFile     *file)
{
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;

  return name != NULL && ls_session_path_is_script (name) && ls_session_is_plain_script (session);
}

/* Remembers the breakpoints of a script. @file: its file, which has the same text */
void
ls_kept_breakpoints_save (LsSession *session,
                          GFile     *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (JsonObject) store = NULL;
  g_autoptr (JsonNode) list = NULL;
  guint n = ls_session_get_n_breakpoints (session);

  g_return_if_fail (ls_kept_breakpoints_fit (session, file));

  store = read_store ();
  if (n == 0 && !json_object_has_member (store, uri))
    return;
  list = json_node_init_array (json_node_alloc (), NULL);
  json_node_take_array (list, json_array_new ());
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *json = ls_break_rule_to_json (ls_session_get_breakpoint (session, i));

      json_array_add_element (json_node_get_array (list), json_from_string (json, NULL));
    }
  if (json_object_has_member (store, uri) && json_node_equal (json_object_get_member (store, uri), list))
    return;
  /* The script that was used last goes behind all others. */
  if (json_object_has_member (store, uri))
    json_object_remove_member (store, uri);
  if (n > 0)
    json_object_set_member (store, uri, json_node_ref (list));
  write_store (store);
}

/* Gives a script that was just read the breakpoints that are remembered of @file, which does not mark it as modified. */
void
ls_kept_breakpoints_load (LsSession *session,
                          GFile     *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (JsonObject) store = NULL;
  g_autoptr (GPtrArray) rules = NULL;
  JsonNode *node;
  JsonArray *list;
  gboolean was_modified = ls_session_get_modified (session);

  if (!ls_kept_breakpoints_fit (session, file) || ls_session_get_n_breakpoints (session) > 0)
    return;
  store = read_store ();
  node = json_object_get_member (store, uri);
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return;
  rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  list = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (list) && i < LS_SESSION_MAX_BREAKPOINTS; i++)
    {
      g_autofree char *json = ls_json_format_compact (json_array_get_element (list, i));
      LsBreakRule *rule = ls_break_rule_new_from_json (json, NULL);

      if (rule != NULL)
        g_ptr_array_add (rules, rule);
    }
  if (rules->len > 0)
    ls_session_set_breakpoints (session, rules, NULL);
  ls_session_set_modified (session, was_modified);
}
