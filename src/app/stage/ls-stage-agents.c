/* ls-stage-agents.c: chooses the agent whose queues the stage shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-atomics-text.h"

/* The user can choose among this many agents: those that live, and of those that have ended the last ones. */
#define MAX_AGENTS 256

/* Longer names lose their middles: addresses begin alike, and the chooser must not widen the window. */
#define MAX_NAME 28
#define MAX_HEAD 9

/* What the chooser has for an agent. */
typedef struct
{
  guint32  agent;      /* 0: none is chosen, and the stage follows what runs */
  guint32  name;       /* text of the trace */
  gboolean has_ended;
} Item;

static void
add_item (GArray                  *items,
          const LsAgentTraceState *agent)
{
  const Item item = { .agent = agent->id, .name = agent->name, .has_ended = agent->state == LS_AGENT_STATE_ENDED };

  g_array_append_val (items, item);
}

/* Returns the place of an agent in the chooser, 0 if it has none. */
static guint
find_item (GArray  *items,
           guint32  agent)
{
  for (guint i = 0; i < items->len; i++)
    if (g_array_index (items, Item, i).agent == agent)
      return i;
  return 0;
}

/* Returns (transfer full) (element-type Item) what there is to choose: first what lives, by its number, then what ended last.
 * @shown: an agent that is there anyway */
static GArray *
list_items (LsState *state,
            guint32  shown)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));
  const guint32 n_agents = ls_state_get_n_agents (state);
  guint n_living = 0, n_skipped = 0;

  g_array_set_size (items, 1);
  for (guint32 id = 1; id <= n_agents; id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);

      n_living += agent != NULL && agent->state != LS_AGENT_STATE_ENDED;
    }
  for (guint32 id = 1; id <= n_agents; id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);

      if (agent == NULL || agent->state == LS_AGENT_STATE_ENDED)
        continue;
      if (n_living - n_skipped > MAX_AGENTS)
        n_skipped++;
      else
        add_item (items, agent);
    }
  for (guint32 id = n_agents; id > 0 && items->len <= MAX_AGENTS; id--)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);

      if (agent != NULL && agent->state == LS_AGENT_STATE_ENDED)
        add_item (items, agent);
    }
  if (ls_state_get_agent (state, shown) != NULL && find_item (items, shown) == 0)
    add_item (items, ls_state_get_agent (state, shown));
  return items;
}

static gboolean
are_equal (GArray *items,
           GArray *others)
{
  return others != NULL && items->len == others->len && memcmp (items->data, others->data, items->len * sizeof (Item)) == 0;
}

/* @name: (transfer full) */
static char *
shorten (char *name)
{
  const glong length = g_utf8_strlen (name, -1);
  g_autofree char *head = NULL;
  char *shown;

  if (length <= MAX_NAME)
    return name;
  head = g_utf8_substring (name, 0, MAX_HEAD);
  shown = g_strconcat (head, "…", g_utf8_offset_to_pointer (name, length - (MAX_NAME - MAX_HEAD - 1)), NULL);
  g_free (name);
  return shown;
}

static char *
name_item (LsState    *state,
           const Item *item)
{
  g_autofree char *name = NULL;

  if (item->agent == 0)
    return g_strdup (ls_state_is_of_glib (state)    ? _("Loop that runs")
                     : ls_state_is_recorded (state) ? _("Thread of the last event")
                                                    : _("Agent with the baton"));
  name = shorten (ls_atomics_text_format_agent (state, item->agent));
  /* Translators: %s is an agent: a page, a worker or a thread */
  return item->has_ended ? g_strdup_printf (_("%s (ended)"), name) : g_steal_pointer (&name);
}

static void
show_items (LsStage *self,
            LsState *state)
{
  g_auto (GStrv) names = g_new0 (char *, self->agents->len + 1);

  for (guint i = 0; i < self->agents->len; i++)
    names[i] = name_item (state, &g_array_index (self->agents, Item, i));
  gtk_string_list_splice (self->agent_names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->agent_names)),
                          (const char *const *) names);
}

/* Lists the agents if there are several. */
void
ls_stage_show_agents (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  const gboolean has_several = ls_state_get_n_agents (state) > 1;
  const guint32 shown = ls_player_get_shown_agent (self->player);
  g_autoptr (GArray) items = NULL;

  gtk_widget_set_visible (self->agent, has_several && gtk_stack_get_visible_child (GTK_STACK (self->pages)) != self->atomics);
  if (!has_several)
    return;
  items = list_items (state, shown);
  self->showing_agents = TRUE;
  if (!are_equal (items, self->agents))
    {
      g_clear_pointer (&self->agents, g_array_unref);
      self->agents = g_steal_pointer (&items);
      show_items (self, state);
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->agent), find_item (self->agents, shown));
  self->showing_agents = FALSE;
}

/* Another trace may have other names for the same numbers. */
void
ls_stage_forget_agents (LsStage *self)
{
  g_clear_pointer (&self->agents, g_array_unref);
}

/* Shows the queues of the agent that the user chose. */
void
ls_stage_choose_agent (LsStage *self)
{
  const guint place = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->agent));

  if (self->player != NULL && !self->showing_agents && self->agents != NULL && place < self->agents->len)
    ls_player_show_agent (self->player, g_array_index (self->agents, Item, place).agent);
}
