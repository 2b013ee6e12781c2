/* fuzz-tree.h: changes JSON so that it stays JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

#include "ls-json-private.h"

#include "fuzz-mutate.h"

/* Collects a node and what is in it. */
static void
fuzz_list_nodes (JsonNode  *node,
                 GPtrArray *nodes)
{
  g_ptr_array_add (nodes, node);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        fuzz_list_nodes (json_array_get_element (array, i), nodes);
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, NULL, &member))
        fuzz_list_nodes (member, nodes);
    }
}

static JsonNode *
fuzz_parse (const GByteArray *input)
{
  return ls_json_parse ("fuzz", (const char *) input->data, input->len, NULL, NULL);
}

/* A node of another tree, or what nobody expects. */
static JsonNode *
fuzz_make_node (FuzzRandom *self,
                GPtrArray  *others)
{
  static const double numbers[] = { 0, -1, 1, 2, 0.5, 255, 4294967295., 4294967296., 9007199254740993., 1e18, -1e18 };
  JsonNode *node;

  if (others->len > 0 && fuzz_below (self, 4) != 0)
    return json_node_copy (g_ptr_array_index (others, fuzz_below (self, others->len)));
  node = json_node_alloc ();
  switch (fuzz_below (self, 5))
    {
    case 0:
      return json_node_init_null (node);
    case 1:
      return json_node_init_boolean (node, TRUE);
    case 2:
      return json_node_init_string (node, "x");
    case 3:
      json_node_init_array (node, NULL);
      json_node_take_array (node, json_array_new ());
      return node;
    default:
      return json_node_init_double (node, numbers[fuzz_below (self, G_N_ELEMENTS (numbers))]);
    }
}

/* Copies a tree with one node changed: @place counts down to it. */
static JsonNode *
fuzz_copy_changed (FuzzRandom *self,
                   JsonNode   *node,
                   GPtrArray  *others,
                   gint64     *place)
{
  JsonNode *copy;

  if ((*place)-- == 0)
    return fuzz_below (self, 5) == 0 ? NULL : fuzz_make_node (self, others);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node), *changed = json_array_new ();

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          const gboolean is_here = *place == 0;
          JsonNode *element = fuzz_copy_changed (self, json_array_get_element (array, i), others, place);

          if (element != NULL)
            json_array_add_element (changed, element);
          if (is_here && fuzz_below (self, 3) == 0)
            json_array_add_element (changed, json_node_copy (json_array_get_element (array, i)));
        }
      copy = json_node_new (JSON_NODE_ARRAY);
      json_node_take_array (copy, changed);
      return copy;
    }
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *changed = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &member))
        {
          JsonNode *value = fuzz_copy_changed (self, member, others, place);

          if (value != NULL)
            json_object_set_member (changed, name, value);
        }
      copy = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (copy, changed);
      return copy;
    }
  return json_node_copy (node);
}

/* Changes one value, element or member. Returns FALSE if the input is no JSON */
static gboolean
fuzz_mutate_tree (FuzzRandom       *self,
                  GByteArray       *input,
                  const GByteArray *other)
{
  JsonNode *root = fuzz_parse (input), *root_of_other = fuzz_parse (other), *changed = NULL;
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  if (root != NULL)
    {
      gint64 place;

      fuzz_list_nodes (root, nodes);
      if (root_of_other != NULL)
        fuzz_list_nodes (root_of_other, others);
      place = (gint64) fuzz_below (self, nodes->len);
      changed = fuzz_copy_changed (self, root, others, &place);
    }
  if (changed != NULL)
    {
      g_autofree char *text = json_to_string (changed, FALSE);

      g_byte_array_set_size (input, 0);
      if (strlen (text) <= FUZZ_MAX_INPUT)
        g_byte_array_append (input, (const guint8 *) text, (guint) strlen (text));
    }
  g_clear_pointer (&root, json_node_unref);
  g_clear_pointer (&root_of_other, json_node_unref);
  g_clear_pointer (&changed, json_node_unref);
  return nodes->len > 0;
}
