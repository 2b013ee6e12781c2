/* ls-page-acts.c: holds pages before their tasks, and changes what waits in them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-trace-growth-private.h"

#define MAX_NAMES 100
/* How long a page waits for its commands where it is interrupted. */
#define MAX_PAUSE_MS 300
/* Of what a page says of an exception. */
#define MAX_REASON 200

void
ls_page_act_free (gpointer act)
{
  LsPageAct *self = act;

  g_clear_object (&self->answer);
  g_free (self->text);
  g_strfreev (self->names);
  g_clear_pointer (&self->wanted, ls_page_text_give_up);
  g_free (self);
}

/* Whether what a page or worker is held before says more than what another one is. The first agent that is held is told of. */
static gboolean
goes_before (const LsPageHeld *self,
             const LsPageHeld *other)
{
  if ((self->agent == 0) != (other->agent == 0))
    return self->agent != 0;
  return self->agent < other->agent;
}

static int
compare_held (gconstpointer a,
              gconstpointer b)
{
  const LsPageHeld *first = a, *second = b;

  return goes_before (first, second) ? -1 : goes_before (second, first);
}

/* Tells those who look at the trace what is next in each page and worker. @held: (element-type LsPageHeld) */
static void
tell_trace (LsPageClient *self,
            GArray       *held)
{
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_sort (held, compare_held);
  for (guint i = 0; i < held->len; i++)
    g_array_append_val (tasks, g_array_index (held, LsPageHeld, i).task);
  ls_trace_set_held (self->trace, (const guint32 *) tasks->data, tasks->len);
}

/* Tells the owner what is held. */
void
ls_page_client_report_held (LsPageClient *self)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LsPageHeld));
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (session->is_held)
      g_array_append_val (all, session->held);
  tell_trace (self, all);
  g_mutex_lock (&self->report->lock);
  self->report->n_held = all->len;
  self->report->held = all->len > 0 ? g_array_index (all, LsPageHeld, 0) : (LsPageHeld) { .kind = LS_N_PAGE_TASKS };
  self->report->tells_held = TRUE;
  g_mutex_unlock (&self->report->lock);
  ls_page_client_report_targets (self);
}

/* Calls a command of the script in a page. Where the page is so busy that it would not come to it, the debugger interrupts it; what
 * was sent before is done then, and the page goes on once it has answered. @act: the number of the act, 0 for none */
static void
command (LsPageSession  *self,
         LsPageRealm    *realm,
         LsPageCallKind  kind,
         guint64         act,
         const char     *text)
{
  const LsPageProtocol *protocol = self->client->protocol;
  const guint64 call = ls_page_session_command (self, realm, text);
  LsPageCall *expected;

  if (call == 0)
    {
      if (act != 0)
        ls_page_watch_tell_acted (self->client->watch, act, _("The page, task or signal is gone"));
      return;
    }
  self->n_commands++;
  expected = ls_page_client_expect (self->client, call, kind, realm->context);
  expected->act = act;
  expected->realm = realm;
  if (!self->is_held && protocol->interrupt != NULL)
    protocol->interrupt (self);
}

/* A document or worker goes away: of what the user wanted of it, nobody will say any more whether it was done. */
void
ls_page_client_forget_acts (LsPageClient      *self,
                            const LsPageRealm *realm)
{
  GHashTableIter iter;
  LsPageCall *call;

  g_hash_table_iter_init (&iter, self->calls);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &call))
    if (call->act != 0 && call->realm == realm)
      {
        ls_page_watch_tell_acted (self->watch, call->act, _("The page, task or signal is gone"));
        call->act = 0;
      }
}

/* Has the debugger interrupt a page that would not come to what it was sent: it does that, and goes on. Returns %FALSE where that
 * cannot be done. */
gboolean
ls_page_session_interrupt (LsPageSession *self)
{
  if (self->is_held || self->client->protocol->interrupt == NULL)
    return FALSE;
  self->n_commands++;
  ls_page_client_expect (self->client, ls_page_client_call (self->client, self->id, "Runtime.evaluate", "\"expression\":\"%s\"", "0"),
                         LS_PAGE_CALL_STOP, 0);
  self->client->protocol->interrupt (self);
  return TRUE;
}

static gboolean
stops (LsPageClient *self)
{
  return self->holds || self->names != NULL;
}

static char *
describe_stop (LsPageClient *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!stops (self))
    return g_strdup ("stop(null)");
  g_string_append_printf (text, "stop({next:%s,names:{__proto__:null", self->holds ? "true" : "false");
  for (guint i = 0; self->names != NULL && self->names[i] != NULL; i++)
    {
      g_autofree char *name = ls_page_quote (self->names[i]);

      g_string_append_printf (text, ",[%s]:1", name);
    }
  g_string_append (text, "}})");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A page or worker that is new stops where the others do. */
void
ls_page_session_debug (LsPageSession *self,
                       LsPageRealm   *realm)
{
  g_autofree char *text = NULL;

  if (!stops (self->client))
    return;
  text = describe_stop (self->client);
  command (self, realm, LS_PAGE_CALL_STOP, 0, text);
}

static void
resume (LsPageSession *self)
{
  self->client->protocol->resume (self);
}

static gboolean
resume_cb (gpointer user_data)
{
  LsPageSession *self = user_data;

  g_clear_pointer (&self->resuming, g_source_unref);
  if (self->resumes_then)
    resume (self);
  self->resumes_then = FALSE;
  return G_SOURCE_REMOVE;
}

/* A command may be for a document that is going away, and then nobody answers. */
static void
resume_soon (LsPageSession *self)
{
  self->resumes_then = TRUE;
  if (self->resuming != NULL)
    return;
  self->resuming = g_timeout_source_new (MAX_PAUSE_MS);
  g_source_set_callback (self->resuming, resume_cb, self, NULL);
  g_source_attach (self->resuming, self->client->context);
}

/* The page goes on once it has done what it was sent: the browser lets this command overtake others. */
static void
go_on (LsPageSession *self)
{
  if (self->n_commands > 0)
    resume_soon (self);
  else
    resume (self);
}

/* All pages stop where the owner wants it from now on. */
static void
set_stops (LsPageClient *self)
{
  g_autofree char *text = describe_stop (self);
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    for (guint i = 0; i < session->realms->len; i++)
      command (session, g_ptr_array_index (session->realms, i), LS_PAGE_CALL_STOP, 0, text);
}

static void
resume_all (LsPageClient *self)
{
  GHashTableIter iter;
  LsPageSession *session;

  g_hash_table_iter_init (&iter, self->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &session))
    if (session->is_held)
      go_on (session);
}

/* Finds the agent that has the task, signal or number of an act. */
static LsPageRealm *
find_realm (const LsPageAct  *act,
            LsPageSession   **session)
{
  GHashTableIter iter;

  g_hash_table_iter_init (&iter, act->client->sessions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) session))
    for (guint i = 0; i < (*session)->realms->len; i++)
      {
        LsPageRealm *realm = g_ptr_array_index ((*session)->realms, i);

        if ((act->task != 0 && ls_page_agent_find_task (realm->agent, act->task) != 0) ||
            (act->signal != 0 && ls_page_agent_find_signal (realm->agent, act->signal) != 0) ||
            (act->agent != 0 && ls_page_agent_get_number (realm->agent) == act->agent))
          return realm;
      }
  return NULL;
}

static char *
describe_act (const LsPageAct *self,
              LsPageAgent     *agent)
{
  const gboolean is_priority = self->kind == LS_PAGE_ACT_PRIORITY;
  const guint32 signal = self->signal != 0 ? ls_page_agent_find_signal (agent, self->signal)
                                           : ls_page_agent_get_signal_of (agent, self->task, is_priority);
  /* The script counts priorities from 0. */
  const guint priority = self->priority - LS_TASK_PRIORITY_BACKGROUND;
  g_autofree char *reason = NULL;

  if (self->kind == LS_PAGE_ACT_POST)
    return g_strdup_printf ("post(function () {\n%s\n}, %u)", self->text, priority);
  if (signal == 0)
    return NULL;
  if (is_priority)
    return g_strdup_printf ("setPriority(%u, %u)", signal, priority);
  reason = self->text != NULL ? ls_page_quote (self->text) : g_strdup ("undefined");
  return g_strdup_printf ("abort(%u, %s)", signal, reason);
}

static void
change (const LsPageAct *self)
{
  LsPageSession *session = NULL;
  LsPageRealm *realm = find_realm (self, &session);
  g_autofree char *text = NULL;

  if (realm == NULL)
    {
      ls_page_watch_tell_acted (self->client->watch, self->number, _("The page, task or signal is gone"));
      return;
    }
  text = describe_act (self, realm->agent);
  if (text == NULL)
    ls_page_watch_tell_acted (self->client->watch, self->number, _("The task has no signal that a controller owns"));
  else
    command (session, realm, LS_PAGE_CALL_ACT, self->number, text);
}

/* Does what the owner wants, on the client's thread. */
gboolean
ls_page_act_run (gpointer act)
{
  LsPageAct *self = act;
  LsPageClient *client = self->client;

  switch (self->kind)
    {
    case LS_PAGE_ACT_HOLD:
      client->holds = TRUE;
      set_stops (client);
      break;
    case LS_PAGE_ACT_STEP:
      if (!client->holds)
        {
          client->holds = TRUE;
          set_stops (client);
        }
      resume_all (client);
      break;
    case LS_PAGE_ACT_LET_GO:
      client->holds = FALSE;
      set_stops (client);
      resume_all (client);
      break;
    case LS_PAGE_ACT_TEXT:
      ls_page_client_find_text (client, g_steal_pointer (&self->wanted));
      break;
    case LS_PAGE_ACT_BREAK:
      g_strfreev (client->names);
      client->names = g_steal_pointer (&self->names);
      if (client->names != NULL && (client->names[0] == NULL || g_strv_length (client->names) > MAX_NAMES))
        g_clear_pointer (&client->names, g_strfreev);
      set_stops (client);
      break;
    case LS_PAGE_ACT_PHOTOGRAPH:
      ls_page_client_photograph (client, g_steal_pointer (&self->answer));
      break;
    default:
      change (self);
      break;
    }
  return G_SOURCE_REMOVE;
}

/* The page has stopped. @is_ours: in the script, before a task; else it goes on once it has done what it was sent */
void
ls_page_session_on_paused (LsPageSession *self,
                           gboolean       is_ours)
{
  if (!is_ours || !stops (self->client))
    {
      go_on (self);
      return;
    }
  /* The script has told all that happened before it stopped. */
  ls_page_client_write_all (self->client);
  self->is_held = TRUE;
  self->held = (LsPageHeld) { .kind = LS_N_PAGE_TASKS };
  for (guint i = 0; i < self->realms->len; i++)
    if (ls_page_agent_get_held (((LsPageRealm *) g_ptr_array_index (self->realms, i))->agent, &self->held))
      break;
  ls_page_client_report_held (self->client);
}

void
ls_page_session_on_resumed (LsPageSession *self)
{
  if (!self->is_held)
    return;
  self->is_held = FALSE;
  ls_page_client_report_held (self->client);
}

/* Returns (transfer full) the first line of what was thrown: its stack is of no use to the user. */
static char *
shorten (const char *exception)
{
  g_autofree char *line = g_strndup (exception, strcspn (exception, "\r\n"));

  return g_utf8_strlen (line, -1) > MAX_REASON ? g_utf8_substring (line, 0, MAX_REASON) : g_steal_pointer (&line);
}

/* What the user wants of a page was done, or could not be. */
void
ls_page_client_on_acted (LsPageClient         *self,
                         const LsPageEnvelope *envelope,
                         guint64               act)
{
  /* The document or worker had gone before. */
  if (act == 0)
    return;
  if (envelope->has_error && envelope->exception != NULL)
    {
      g_autofree char *reason = shorten (envelope->exception);
      g_autofree char *why = g_strdup_printf (_("The page does not take the command: %s"), reason);

      ls_page_watch_tell_acted (self->watch, act, why);
    }
  else if (!envelope->has_error && g_strcmp0 (envelope->value, "no-controller") == 0)
    ls_page_watch_tell_acted (self->watch, act, _("The signal has no controller"));
  else if (envelope->has_error || envelope->value_length > 0)
    ls_page_watch_tell_acted (self->watch, act, _("The page does not take the command"));
  else
    ls_page_watch_tell_acted (self->watch, act, NULL);
}

/* A command of the script was called, or could not be. */
void
ls_page_session_on_called (LsPageSession *self)
{
  self->n_commands -= self->n_commands > 0;
  if (self->n_commands > 0 || !self->resumes_then)
    return;
  self->resumes_then = FALSE;
  resume (self);
}
