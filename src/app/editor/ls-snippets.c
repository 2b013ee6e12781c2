/* ls-snippets.c: short programs to start from
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-snippets.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-menu.h"

#define RESOURCES "/io/github/loopscope/Loopscope/snippets/"

typedef struct
{
  const char *id;             /* the name of its file */
  const char *title;
  gboolean    begins_group;
} Snippet;

static const Snippet snippets[] = {
  { "empty", N_("Empty Program"), TRUE },
  { "post-task", N_("Post a Task"), TRUE },
  { "priorities", N_("Priorities"), FALSE },
  { "delay", N_("Delay"), FALSE },
  { "yield", N_("Yield"), FALSE },
  { "yield-loop", N_("Yield in a Loop"), FALSE },
  { "abort", N_("Abort With a Signal"), TRUE },
  { "set-priority", N_("Change a Priority"), FALSE },
  { "task-signal-any", N_("TaskSignal.any()"), FALSE },
  { "abort-signals", N_("AbortSignal.timeout() and any()"), FALSE },
  { "microtasks", N_("Microtasks and Promises"), TRUE },
  { "timers", N_("Timers"), FALSE },
  { "idle", N_("Idle Callbacks"), FALSE },
  { "animation-frame", N_("Animation Frames"), FALSE },
  { "message-channel", N_("Message Channel"), FALSE },
  { "shared-memory", N_("Shared Memory"), TRUE },
  { "workers", N_("Workers"), FALSE },
  { "starvation", N_("Starvation"), TRUE },
  { "gallery", N_("Gallery"), FALSE },
};

guint
ls_snippets_get_n (void)
{
  return G_N_ELEMENTS (snippets);
}

const char *
ls_snippets_get_id (guint i)
{
  g_return_val_if_fail (i < G_N_ELEMENTS (snippets), NULL);

  return snippets[i].id;
}

/**
 * ls_snippets_load:
 * @id: a result of ls_snippets_get_id()
 *
 * Returns: (transfer full) (nullable): the program without its licence line, which is not part of the user's program; %NULL if
 *   there is no snippet @id
 */
char *
ls_snippets_load (const char *id)
{
  g_autofree char *path = g_strconcat (RESOURCES, id, ".js", NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, 0, NULL);
  const char *text;

  if (bytes == NULL)
    return NULL;
  text = g_bytes_get_data (bytes, NULL);
  if (g_str_has_prefix (text, "// SPDX"))
    text = strchrnul (text, '\n');
  return g_strdup (*text == '\n' ? text + 1 : text);
}

/**
 * ls_snippets_make_menu:
 *
 * Returns: (transfer full): a menu with an item for each snippet, which starts a program from it
 */
GMenuModel *
ls_snippets_make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (snippets); i++)
    {
      if (snippets[i].begins_group)
        {
          g_clear_object (&section);
          section = g_menu_new ();
          g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
        }
      ls_menu_append (section, _(snippets[i].title), "win.new-program", g_variant_new_string (snippets[i].id));
    }

  return G_MENU_MODEL (menu);
}
