/* ls-json-tree.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-private.h"

#include <glib/gi18n-lib.h>

/* Trees that are shared do not change. A change makes another tree, which shares with the old one all that stays the same. */

/* Takes @array. Returns the node of it. */
JsonNode *
ls_json_take_array (JsonArray *array)
{
  JsonNode *node = json_node_init (json_node_alloc (), JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return node;
}

/* Takes @object. Returns the node of it. */
JsonNode *
ls_json_take_object (JsonObject *object)
{
  JsonNode *node = json_node_init (json_node_alloc (), JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

/* Returns the array that is a member of @object, NULL if there is none. */
JsonArray *
ls_json_peek_array (JsonObject *object,
                    const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Returns the object that is a member of @object, NULL if there is none. */
JsonObject *
ls_json_peek_object (JsonObject *object,
                     const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Returns a boolean that is a member of @object, @missing if there is none. */
gboolean
ls_json_peek_boolean (JsonObject *object,
                      const char *member,
                      gboolean    missing)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN
           ? json_node_get_boolean (node)
           : missing;
}

/* Adds to @object the members of @from (nullable) that it does not have; both share their values then. */
void
ls_json_add_members (JsonObject *object,
                     JsonObject *from)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (from == NULL)
    return;
  json_object_iter_init_ordered (&iter, from);
  while (json_object_iter_next_ordered (&iter, &name, &value))
    if (!json_object_has_member (object, name))
      json_object_set_member (object, name, json_node_ref (value));
}

/* Returns an object with the members of @from (nullable), which can be changed. */
JsonObject *
ls_json_copy_object (JsonObject *from)
{
  JsonObject *copy = json_object_new ();

  ls_json_add_members (copy, from);
  return copy;
}

/* Appends to @array the elements of @from (nullable) from @first up to @end; both share them then. */
void
ls_json_add_elements (JsonArray *array,
                      JsonArray *from,
                      guint      first,
                      guint      end)
{
  for (guint i = first; from != NULL && i < end && i < json_array_get_length (from); i++)
    json_array_add_element (array, json_node_ref (json_array_get_element (from, i)));
}

/* Removes a member if it is there. */
void
ls_json_remove_member (JsonObject *object,
                       const char *member)
{
  if (json_object_has_member (object, member))
    json_object_remove_member (object, member);
}

/* Takes @part: puts it into @object, or leaves it out where there is nothing in it. */
void
ls_json_set_part (JsonObject *object,
                  const char *member,
                  JsonObject *part)
{
  if (json_object_get_size (part) > 0)
    json_object_set_object_member (object, member, part);
  else
    {
      json_object_unref (part);
      ls_json_remove_member (object, member);
    }
}

/* Sets a member where @text is neither NULL nor empty. */
void
ls_json_set_text (JsonObject *object,
                  const char *member,
                  const char *text)
{
  if (text != NULL && *text != '\0')
    json_object_set_string_member (object, member, text);
}

/* Returns another object, whose @member is @value, without that member where it is NULL. Both share what is the same. */
JsonNode *
ls_json_with_member (JsonNode   *node,
                     const char *member,
                     JsonNode   *value)
{
  JsonObject *object = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *old;

  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &old))
    if (!g_str_equal (name, member))
      json_object_set_member (object, name, json_node_ref (old));
    else if (value != NULL)
      json_object_set_member (object, name, json_node_ref (value));
  if (value != NULL && !json_object_has_member (object, member))
    json_object_set_member (object, member, json_node_ref (value));
  return ls_json_take_object (object);
}

/* Returns @node with @value at the rest of a pointer, NULL where that leads nowhere. */
static JsonNode *
replace_below (JsonNode  *node,
               char     **names,
               JsonNode  *value)
{
  g_autoptr (JsonNode) below = NULL;
  JsonArray *array, *old;
  guint64 index;
  guint length;

  if (names[0] == NULL)
    return json_node_ref (value);

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    {
      below = replace_below (json_object_get_member (json_node_get_object (node), names[0]), names + 1, value);
      return below != NULL ? ls_json_with_member (node, names[0], below) : NULL;
    }
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;

  old = json_node_get_array (node);
  length = json_array_get_length (old);
  if (g_str_equal (names[0], "-"))
    index = length;
  else if (!g_ascii_string_to_unsigned (names[0], 10, 0, length, &index, NULL))
    return NULL;
  below = replace_below (index < length ? json_array_get_element (old, index) : NULL, names + 1, value);
  if (below == NULL)
    return NULL;
  array = json_array_sized_new (length + 1);
  ls_json_add_elements (array, old, 0, index);
  json_array_add_element (array, json_node_ref (below));
  ls_json_add_elements (array, old, index + 1, length);
  return ls_json_take_array (array);
}

/* Returns another tree with @value at @pointer, which shares with @root what is the same. A last name that is not there adds a
 * member, "-" an element. */
JsonNode *
ls_json_replace (JsonNode    *root,
                 const char  *pointer,
                 JsonNode    *value,
                 GError     **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *shown = ls_json_display_pointer (pointer);
  JsonNode *result;

  if ((*pointer != '\0' && *pointer != '/') || !g_utf8_validate (pointer, -1, NULL))
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                   _("session: %s: found no JSON pointer, expected one in UTF-8 that begins with “/”"), shown);
      return NULL;
    }

  /* The first name is the empty one before the first “/”. */
  names = g_strsplit (pointer, "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GString) name = g_string_new (names[i]);

      g_string_replace (name, "~1", "/", 0);
      g_string_replace (name, "~0", "~", 0);
      g_free (names[i]);
      names[i] = g_strdup (name->str);
    }

  result = replace_below (root, names[0] != NULL ? names + 1 : names, value);
  if (result == NULL)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 _("session: %s: found nothing at this pointer, expected a place in the session"), shown);
  return result;
}

/* Returns a copy that shares nothing with @node; json_node_copy() shares what is below the top. */
JsonNode *
ls_json_copy (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *copy = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        json_object_set_member (copy, name, ls_json_copy (member));
      return ls_json_take_object (copy);
    }

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      JsonArray *copy = json_array_sized_new (json_array_get_length (array));

      for (guint i = 0; i < json_array_get_length (array); i++)
        json_array_add_element (copy, ls_json_copy (json_array_get_element (array, i)));
      return ls_json_take_array (copy);
    }

  return json_node_copy (node);
}

/* Counts @node and what is below it. Returns how many levels of nesting that are. */
static guint
measure (JsonNode *node,
         guint    *n_values)
{
  guint depth = 0;

  *n_values += 1;
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          guint below = measure (json_array_get_element (array, i), n_values);

          depth = MAX (depth, below);
        }
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          guint below = measure (member, n_values);

          depth = MAX (depth, below);
        }
    }
  else
    return 0;

  return depth + 1;
}

/* Returns whether ls_json_parse() takes the text of a tree that was put together: what is saved must be readable again. */
gboolean
ls_json_check_limits (const char  *name,
                      JsonNode    *root,
                      GError     **error)
{
  guint n_values = 0;

  if (measure (root, &n_values) > LS_JSON_MAX_DEPTH)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
                 _("%s: /: found more than %d levels of nesting, expected fewer"), name, LS_JSON_MAX_DEPTH);
  else if (n_values > LS_JSON_MAX_VALUES)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
                 _("%s: /: found more than %d values, expected fewer"), name, LS_JSON_MAX_VALUES);
  else
    return TRUE;

  return FALSE;
}
