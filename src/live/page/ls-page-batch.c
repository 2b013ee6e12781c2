/* ls-page-batch.c: what the script in a page tells
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-json-memory-private.h"
#include "ls-page-batch-private.h"

#include <string.h>
#include <yajl/yajl_parse.h>

/* How many fields follow the time, which of them are texts, and which of those a stack. */
static const struct
{
  guint8 n_fields, texts, stacks;
} layouts[LS_N_PAGE_EVENTS] = {
  [LS_PAGE_EVENT_BEGIN] = { 5, 1 << 4 },
  [LS_PAGE_EVENT_POST] = { 7, 1 << 4 | 1 << 6, 1 << 6 },
  [LS_PAGE_EVENT_YIELD] = { 3, 1 << 2, 1 << 2 },
  [LS_PAGE_EVENT_RUN] = { 2, 0 },
  [LS_PAGE_EVENT_END] = { 5, 1 << 2 },
  [LS_PAGE_EVENT_GONE] = { 2, 0 },
  [LS_PAGE_EVENT_TIMER] = { 7, 1 << 3 | 1 << 5, 1 << 5 },
  [LS_PAGE_EVENT_CLEAR] = { 2, 0 },
  [LS_PAGE_EVENT_SIGNAL] = { 5, 1 << 4, 1 << 4 },
  [LS_PAGE_EVENT_ANY] = { 5, 1 << 4, 1 << 4 },
  [LS_PAGE_EVENT_SOURCE] = { 2, 0 },
  [LS_PAGE_EVENT_TIMEOUT] = { 2, 0 },
  [LS_PAGE_EVENT_ABORT] = { 5, 1 << 1 },
  [LS_PAGE_EVENT_ABORTED] = { 2, 0 },
  [LS_PAGE_EVENT_PRIORITY] = { 5, 0 },
  [LS_PAGE_EVENT_CHANGED] = { 2, 0 },
  [LS_PAGE_EVENT_LISTENER] = { 2, 0 },
  [LS_PAGE_EVENT_LISTENED] = { 2, 0 },
  [LS_PAGE_EVENT_STATE] = { 5, 0 },
  [LS_PAGE_EVENT_CALLBACK] = { 2, 1 << 1 },
  [LS_PAGE_EVENT_SETTLED] = { 5, 1 << 2 },
  [LS_PAGE_EVENT_RAN] = { 2, 0 },
  [LS_PAGE_EVENT_PLAIN] = { 4, 1 << 1 },
  [LS_PAGE_EVENT_HELD] = { 2, 0 },
};

/* Whether a text says who has called. */
gboolean
ls_page_event_has_stack (LsPageEventKind kind,
                         guint           field)
{
  return kind < LS_N_PAGE_EVENTS && (layouts[kind].stacks & 1 << field) != 0;
}

/* Batches */

/* Numbers of scripts are exact up to here. */
#define MAX_NUMBER 9e15

typedef struct
{
  LsPageTextFunc  take_text;
  LsPageEventFunc take_event;
  gpointer        user_data;
  guint64        *first;
  LsPageEvent     event;
  guint           depth;
  gboolean        has_first;
  int             n;          /* of what is known of the event: its kind, its time, its fields */
  /* What short events refer to. */
  guint64         last_time;
  gint64          last_posted;          /* number */
  gint64          last_plain[4];        /* fields of the last LS_PAGE_EVENT_PLAIN */
  gint64          last_run, last_kind;
} BatchReader;

/* Makes a short event one that tells everything. */
static void
complete_event (BatchReader *self,
                LsPageEvent *event)
{
  event->time = MIN (event->time + self->last_time, (guint64) MAX_NUMBER);
  switch (event->kind)
    {
    case LS_PAGE_EVENT_POST_AGAIN:
      event->kind = LS_PAGE_EVENT_PLAIN;
      event->fields[0] = self->last_posted + 1;
      memcpy (event->fields + 1, self->last_plain + 1, 3 * sizeof *event->fields);
      break;
    case LS_PAGE_EVENT_YIELD_NEXT:
      event->kind = LS_PAGE_EVENT_YIELD;
      event->fields[0] = self->last_posted + 1;
      event->fields[1] = -self->last_run;
      break;
    case LS_PAGE_EVENT_END_NEXT:
      event->kind = LS_PAGE_EVENT_END;
      event->fields[0] = self->last_run;
      break;
    default:
      event->kind = event->kind == LS_PAGE_EVENT_RUN_NEXT ? LS_PAGE_EVENT_RUN : LS_PAGE_EVENT_RAN;
      event->fields[0] = self->last_run + 1;
      event->fields[1] = self->last_kind;
      break;
    }
}

static void
remember_event (BatchReader       *self,
                const LsPageEvent *event)
{
  self->last_time = event->time;
  switch (event->kind)
    {
    case LS_PAGE_EVENT_PLAIN:
      memcpy (self->last_plain, event->fields, sizeof self->last_plain);
      self->last_posted = event->fields[0];
      break;
    case LS_PAGE_EVENT_YIELD:
      self->last_posted = event->fields[0];
      break;
    case LS_PAGE_EVENT_RUN:
    case LS_PAGE_EVENT_RAN:
      self->last_run = event->fields[0];
      self->last_kind = event->fields[1];
      break;
    default:
      break;
    }
}

/* Tells of an event as long as those of its kind are: scripts have short ones for what happens often. */
static void
tell_event (BatchReader *self)
{
  LsPageEvent event = self->event;

  if (event.kind >= LS_PAGE_FIRST_SHORT && event.kind <= LS_PAGE_LAST_SHORT)
    complete_event (self, &event);
  remember_event (self, &event);
  switch (event.kind)
    {
    case LS_PAGE_EVENT_RAN:
      event.kind = LS_PAGE_EVENT_RUN;
      self->take_event (self->user_data, &event);
      event = (LsPageEvent) { .kind = LS_PAGE_EVENT_END, .time = event.time, .fields = { event.fields[0] } };
      break;
    case LS_PAGE_EVENT_PLAIN:
      event = (LsPageEvent) { .kind = LS_PAGE_EVENT_POST, .time = event.time,
                              .fields = { event.fields[0], -1, event.fields[3], 0, event.fields[1], event.fields[2], 0 } };
      break;
    default:
      break;
    }
  self->take_event (self->user_data, &event);
}

static int
take_short_event (BatchReader *self,
                  guint64      number)
{
  const guint kind = LS_PAGE_FIRST_SHORT + number % LS_PAGE_SHORT_STEP;

  if (kind > LS_PAGE_LAST_SHORT)
    return 0;
  self->event = (LsPageEvent) { .kind = kind, .time = number / LS_PAGE_SHORT_STEP };
  tell_event (self);
  return 1;
}

static int
take_number (BatchReader *self,
             double       number)
{
  const gint64 value = number >= -MAX_NUMBER && number <= MAX_NUMBER ? (gint64) number : 0;

  if (self->depth != 1)
    return 0;
  if (!self->has_first)
    {
      self->has_first = TRUE;
      *self->first = MAX (value, 0);
      return 1;
    }
  if (self->n == 0 && value < 0)
    return take_short_event (self, -(value + 1));
  if (self->n == 0)
    {
      if (value == 0 || value >= LS_PAGE_EVENT_REST || (value >= LS_PAGE_FIRST_SHORT && value <= LS_PAGE_LAST_SHORT))
        return 0;
      self->event = (LsPageEvent) { .kind = value };
    }
  else if (self->n == 1)
    self->event.time = MAX (value, 0);
  else if ((layouts[self->event.kind].texts & 1 << (self->n - 2)) == 0)
    self->event.fields[self->n - 2] = value;
  if (++self->n == layouts[self->event.kind].n_fields + 2)
    {
      self->n = 0;
      tell_event (self);
    }
  return 1;
}

static int
batch_integer_cb (void      *user_data,
                  long long  number)
{
  return take_number (user_data, number);
}

static int
batch_double_cb (void   *user_data,
                 double  number)
{
  return take_number (user_data, number);
}

/* What is no number in JSON, such as infinity. */
static int
batch_null_cb (void *user_data)
{
  BatchReader *self = user_data;

  return self->has_first && take_number (self, 0);
}

static int
batch_string_cb (void                *user_data,
                 const unsigned char *text,
                 size_t               length)
{
  BatchReader *self = user_data;
  const int field = self->n - 2;

  if (!self->has_first)
    return 0;
  if (self->depth == 1 && field >= 0 && (layouts[self->event.kind].texts & 1 << field) != 0)
    self->event.fields[field] = self->take_text (self->user_data, self->event.kind, field, (const char *) text, length);
  return take_number (self, 0);
}

static int
batch_start_cb (void *user_data)
{
  BatchReader *self = user_data;

  return self->depth++ == 0;
}

static int
batch_end_cb (void *user_data)
{
  BatchReader *self = user_data;

  self->depth++;
  return 1;
}

/**
 * ls_page_batch_read:
 * @text: a batch
 * @length: of @text in bytes
 * @take_text: is asked for the number of each text
 * @take_event: is told of each event
 * @user_data: for both
 * @first: (out): the number of the first event
 *
 * Returns: whether the batch is as it should be; events before the place that is wrong have been told of
 */
gboolean
ls_page_batch_read (const char      *text,
                    gsize            length,
                    LsPageTextFunc   take_text,
                    LsPageEventFunc  take_event,
                    gpointer         user_data,
                    guint64         *first)
{
  static const yajl_callbacks callbacks = {
    .yajl_null = batch_null_cb, .yajl_integer = batch_integer_cb, .yajl_double = batch_double_cb,
    .yajl_string = batch_string_cb, .yajl_start_array = batch_start_cb, .yajl_end_array = batch_end_cb,
  };
  BatchReader reader = { .take_text = take_text, .take_event = take_event, .user_data = user_data, .first = first };
  yajl_handle parser = yajl_alloc (&callbacks, &ls_json_memory, &reader);
  gboolean is_right;

  *first = 0;
  is_right = yajl_parse (parser, (const unsigned char *) text, length) == yajl_status_ok &&
             yajl_complete_parse (parser) == yajl_status_ok && reader.has_first && reader.n == 0;
  yajl_free (parser);
  return is_right;
}

/* Envelopes */

#define MAX_PATH 4

typedef enum
{
  KEY_OTHER,
  KEY_ID,
  KEY_METHOD,
  KEY_SESSION,
  KEY_PARAMS,
  KEY_RESULT,
  KEY_ERROR,
  KEY_NAME,
  KEY_PAYLOAD,
  KEY_CONTEXT,
  KEY_VALUE,
  KEY_EXCEPTION_DETAILS,
  KEY_EXCEPTION,
  KEY_DESCRIPTION,
  KEY_MESSAGE,
  KEY_CHANNEL,
  KEY_DATA,
  KEY_SOURCE,
  KEY_REALM,
  KEY_TEXT,
  N_KEYS
} Key;

static const char *const key_names[N_KEYS] = {
  [KEY_ID] = "id", [KEY_METHOD] = "method", [KEY_SESSION] = "sessionId", [KEY_PARAMS] = "params", [KEY_RESULT] = "result",
  [KEY_ERROR] = "error", [KEY_NAME] = "name", [KEY_PAYLOAD] = "payload", [KEY_CONTEXT] = "executionContextId", [KEY_VALUE] = "value",
  [KEY_EXCEPTION_DETAILS] = "exceptionDetails", [KEY_EXCEPTION] = "exception", [KEY_DESCRIPTION] = "description",
  [KEY_MESSAGE] = "message", [KEY_CHANNEL] = "channel", [KEY_DATA] = "data", [KEY_SOURCE] = "source", [KEY_REALM] = "realm",
  [KEY_TEXT] = "text",
};

typedef struct
{
  LsPageEnvelope *envelope;
  guint           depth;
  guint8          path[MAX_PATH + 1];  /* keys, by depth */
} EnvelopeReader;

static gboolean
is_at (const EnvelopeReader *self,
       guint                 depth,
       Key                   first,
       Key                   second)
{
  return self->depth == depth && self->path[1] == first && (depth == 1 || self->path[2] == second);
}

static int
envelope_key_cb (void                *user_data,
                 const unsigned char *name,
                 size_t               length)
{
  EnvelopeReader *self = user_data;

  if (self->depth > MAX_PATH)
    return 1;
  self->path[self->depth] = KEY_OTHER;
  for (guint i = KEY_OTHER + 1; i < N_KEYS; i++)
    if (strlen (key_names[i]) == length && memcmp (key_names[i], name, length) == 0)
      self->path[self->depth] = i;
  return 1;
}

static int
envelope_start_cb (void *user_data)
{
  EnvelopeReader *self = user_data;

  self->depth++;
  if ((self->depth == 2 && self->path[1] == KEY_ERROR) || is_at (self, 3, KEY_RESULT, KEY_EXCEPTION_DETAILS))
    self->envelope->has_error = TRUE;
  if (self->depth <= MAX_PATH)
    self->path[self->depth] = KEY_OTHER;
  return 1;
}

static int
envelope_end_cb (void *user_data)
{
  EnvelopeReader *self = user_data;

  self->depth--;
  return 1;
}

static void
keep (char       **place,
      gsize       *kept_length,
      const void  *text,
      gsize        length)
{
  g_free (*place);
  *place = g_strndup (text, length);
  if (kept_length != NULL)
    *kept_length = length;
}

static int
envelope_string_cb (void                *user_data,
                    const unsigned char *text,
                    size_t               length)
{
  EnvelopeReader *self = user_data;
  LsPageEnvelope *envelope = self->envelope;

  if (is_at (self, 1, KEY_METHOD, KEY_OTHER))
    keep (&envelope->method, NULL, text, length);
  else if (is_at (self, 1, KEY_SESSION, KEY_OTHER))
    keep (&envelope->session, NULL, text, length);
  else if (is_at (self, 1, KEY_ERROR, KEY_OTHER))
    envelope->has_error = TRUE;
  else if (is_at (self, 1, KEY_MESSAGE, KEY_OTHER))
    keep (&envelope->error, NULL, text, length);
  else if (is_at (self, 2, KEY_PARAMS, KEY_NAME))
    keep (&envelope->name, NULL, text, length);
  else if (is_at (self, 2, KEY_PARAMS, KEY_PAYLOAD))
    keep (&envelope->payload, &envelope->payload_length, text, length);
  else if (is_at (self, 2, KEY_PARAMS, KEY_SESSION))
    keep (&envelope->worker, NULL, text, length);
  else if (is_at (self, 2, KEY_PARAMS, KEY_MESSAGE))
    keep (&envelope->message, &envelope->message_length, text, length);
  else if (is_at (self, 3, KEY_RESULT, KEY_RESULT) && self->path[3] == KEY_VALUE)
    keep (&envelope->value, &envelope->value_length, text, length);
  else if (is_at (self, 2, KEY_PARAMS, KEY_CHANNEL))
    keep (&envelope->channel, NULL, text, length);
  else if (is_at (self, 3, KEY_PARAMS, KEY_DATA) && self->path[3] == KEY_VALUE)
    keep (&envelope->payload, &envelope->payload_length, text, length);
  else if (is_at (self, 3, KEY_PARAMS, KEY_SOURCE) && self->path[3] == KEY_REALM)
    keep (&envelope->realm, NULL, text, length);
  /* Chromium has it elsewhere, and here a word that says nothing. */
  else if (is_at (self, 3, KEY_RESULT, KEY_EXCEPTION_DETAILS) && self->path[3] == KEY_TEXT && envelope->exception == NULL)
    keep (&envelope->error, NULL, text, length);
  else if (is_at (self, 4, KEY_RESULT, KEY_EXCEPTION_DETAILS) && self->path[3] == KEY_EXCEPTION && self->path[4] == KEY_DESCRIPTION)
    keep (&envelope->exception, NULL, text, length);
  return 1;
}

static int
envelope_integer_cb (void      *user_data,
                     long long  number)
{
  EnvelopeReader *self = user_data;

  if (is_at (self, 1, KEY_ID, KEY_OTHER))
    self->envelope->id = number;
  else if (is_at (self, 2, KEY_PARAMS, KEY_CONTEXT))
    self->envelope->context = number;
  return 1;
}

/**
 * ls_page_envelope_read:
 * @self: (out caller-allocates): what was found, to be cleared in any case
 * @text: a message
 * @length: of @text in bytes
 *
 * Returns: whether it is JSON
 */
gboolean
ls_page_envelope_read (LsPageEnvelope *self,
                       const char     *text,
                       gsize           length)
{
  static const yajl_callbacks callbacks = {
    .yajl_integer = envelope_integer_cb, .yajl_string = envelope_string_cb, .yajl_map_key = envelope_key_cb,
    .yajl_start_map = envelope_start_cb, .yajl_end_map = envelope_end_cb,
    .yajl_start_array = envelope_start_cb, .yajl_end_array = envelope_end_cb,
  };
  EnvelopeReader reader = { .envelope = self };
  yajl_handle parser = yajl_alloc (&callbacks, &ls_json_memory, &reader);
  gboolean is_right;

  *self = (LsPageEnvelope) { 0 };
  is_right = yajl_parse (parser, (const unsigned char *) text, length) == yajl_status_ok &&
             yajl_complete_parse (parser) == yajl_status_ok;
  yajl_free (parser);
  return is_right;
}

void
ls_page_envelope_clear (LsPageEnvelope *self)
{
  g_free (self->method);
  g_free (self->session);
  g_free (self->name);
  g_free (self->payload);
  g_free (self->value);
  g_free (self->exception);
  g_free (self->channel);
  g_free (self->realm);
  g_free (self->error);
  g_free (self->worker);
  g_free (self->message);
}
