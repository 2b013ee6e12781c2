/* ls-agent-card.c: an agent, what it does and what it waits for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-agent-card.h"

#include <glib/gi18n.h>

#include "ls-atomics-text.h"
#include "ls-session-recording.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsAgentCard:
 *
 * The card of an agent at the player's position. It shows the agent's name, whether the agent has the baton, where the agent is in
 * its program, and what it waits for. Buttons show the agent's queues on the other stages and let the agent go next.
 */
struct _LsAgentCard
{
  GtkBox     parent_instance;

  GtkWidget *name;
  GtkWidget *state;
  GtkWidget *where;
  GtkWidget *note;
  GtkWidget *show;
  GtkWidget *go;

  guint32    agent;
};

G_DEFINE_FINAL_TYPE (LsAgentCard, ls_agent_card, GTK_TYPE_BOX)

static void
on_show_clicked (LsAgentCard *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "stage.show-agent", "u",
                              gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->show)) ? self->agent : 0);
}

static void
on_go_clicked (LsAgentCard *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.let-agent-go", "u", self->agent);
}

static void
ls_agent_card_class_init (LsAgentCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-agent-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsAgentCard, name);
  gtk_widget_class_bind_template_child (widget_class, LsAgentCard, state);
  gtk_widget_class_bind_template_child (widget_class, LsAgentCard, where);
  gtk_widget_class_bind_template_child (widget_class, LsAgentCard, note);
  gtk_widget_class_bind_template_child (widget_class, LsAgentCard, show);
  gtk_widget_class_bind_template_child (widget_class, LsAgentCard, go);
  gtk_widget_class_bind_template_callback (widget_class, on_show_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_go_clicked);
}

static void
ls_agent_card_init (LsAgentCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static char *
describe (LsState                 *state,
          const LsAgentTraceState *data)
{
  guint64 now = ls_state_get_time (state);
  const LsWaiterState *waiter = data->waiter != 0 ? ls_state_get_waiter (state, data->waiter) : NULL;
  g_autofree char *place = NULL;
  g_autofree char *span = NULL;

  if (data->state == LS_AGENT_STATE_WAITING && waiter != NULL)
    {
      place = ls_atomics_text_format_place (state, data->memory, data->byte_index);
      span = ls_text_format_time (now - MIN (now, waiter->since));
      if (waiter->timeout != 0)
        /* Translators: a place in shared memory, how long an agent has waited there, and how long the agent waits at most */
        return g_strdup_printf (_("at %s for %s of %s"), place, span,
                                ls_trace_get_text (ls_state_get_trace (state), waiter->timeout));
      /* Translators: a place in shared memory, and how long the agent has waited there */
      return g_strdup_printf (_("at %s for %s"), place, span);
    }
  if (data->creator != 0)
    {
      g_autofree char *creator = ls_atomics_text_format_agent (state, data->creator);

      return data->can_block || ls_state_is_recorded (state) ? g_strdup_printf (_("A worker of %s"), creator)
                             : g_strdup_printf (_("A worker of %s, cannot block"), creator);
    }
  if (ls_state_is_recorded (state))
    return g_strdup (_("Main thread"));
  return g_strdup (data->can_block ? _("Can block") : _("Cannot block"));
}

/* Describes the statement that the agent is at: a step, or a line of a script. */
static char *
describe_statement (LsState   *state,
                    LsSession *session,
                    guint32    agent)
{
  guint32 asked = ls_state_get_asked_agent (state);
  const char *place;
  LsStep *step;
  guint32 text;

  ls_state_set_agent (state, agent);
  text = ls_state_get_statement_text (state);
  ls_state_set_agent (state, asked);
  place = text != 0 ? ls_trace_get_text (ls_state_get_trace (state), text) : "";
  step = session != NULL && *place == '/' ? ls_program_find_step (ls_session_get_program (session), place) : NULL;
  return step != NULL ? ls_step_to_words (step) : g_strdup (place);
}

/**
 * ls_agent_card_set_agent:
 * @self: a card
 * @player: the player that the agent belongs to
 * @session: (nullable): the session whose program the agent runs
 * @agent: an agent
 *
 * Shows @agent as it is at the player's position.
 */
void
ls_agent_card_set_agent (LsAgentCard *self,
                         LsPlayer    *player,
                         LsSession   *session,
                         guint32      agent)
{
  LsState *state = ls_player_get_state (player);
  const LsAgentTraceState *data = ls_state_get_agent (state, agent);
  gboolean runs = ls_state_get_current_agent (state) == agent;
  g_autofree char *name = ls_atomics_text_format_agent (state, agent);
  g_autofree char *note = NULL;
  g_autofree char *where = NULL;
  const char *word;

  g_return_if_fail (data != NULL);

  self->agent = agent;
  word = ls_atomics_text_agent_state (state, agent);
  note = describe (state, data);
  where = describe_statement (state, session, agent);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  ls_widget_set_tooltip (self->name, name);
  gtk_label_set_label (GTK_LABEL (self->state), word);
  gtk_label_set_label (GTK_LABEL (self->where), where);
  ls_widget_set_tooltip (self->where, where);
  gtk_label_set_label (GTK_LABEL (self->note), note);
  ls_widget_set_tooltip (self->note, note);

  ls_atomics_text_set_agent_class (GTK_WIDGET (self), agent);
  ls_widget_set_class (GTK_WIDGET (self), "running", runs);
  ls_widget_set_class (GTK_WIDGET (self), "waiting", data->state == LS_AGENT_STATE_WAITING);
  ls_widget_set_class (GTK_WIDGET (self), "ended", data->state == LS_AGENT_STATE_ENDED);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->show), ls_player_get_shown_agent (player) == agent);
  /* Nothing recorded can go another way. */
  gtk_widget_set_visible (self->go, !ls_state_is_recorded (state) && (session == NULL || !ls_session_is_recorded (session)));
  gtk_widget_set_sensitive (self->go, ls_atomics_text_can_go (state, agent));

  /* Translators: an agent, what the agent does, and more about the agent */
  ls_widget_name (GTK_WIDGET (self), _("Agent %s, %s, %s"), name, word, note);
}
