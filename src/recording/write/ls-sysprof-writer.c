/* ls-sysprof-writer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-sysprof-writer-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stddef.h>
#include <sysprof-capture.h>
#include <unistd.h>

#include "ls-chrome-writer-private.h"
#include "ls-story-private.h"

#define BUFFER_SIZE (64 * 1024)

/* Bytes that a capture has for these, with the one that ends them. */
#define GROUP_SIZE 24
#define NAME_SIZE 40

typedef struct
{
  SysprofCaptureWriter *capture;
  GHashTable           *counters;    /* agent → id of the first of its counters */
  gint64                end;         /* ns: of the last event */
  int                   error_number;
} Writer;

/* Copies a text into @size bytes. A character stays whole or is left out. */
static void
copy_text (char       *target,
           gsize       size,
           const char *text)
{
  const gsize length = strlen (text);
  const char *end = text + MIN (length, size - 1);

  if (length >= size)
    while (end > text && ((guchar) *end & 0xc0) == 0x80)
      end--;
  memcpy (target, text, end - text);
  target[end - text] = '\0';
}

static void
check (Writer *self,
       bool    written)
{
  if (!written && self->error_number == 0)
    self->error_number = errno != 0 ? errno : EIO;
}

static gint64
get_time (guint64 time)
{
  return time + LS_CHROME_TIME_BASE;
}

static void
add_mark (Writer             *self,
          const LsStoryEvent *event,
          guint64             since,
          const char         *group)
{
  g_autofree char *whole = ls_story_dup_name (event);
  g_autofree char *message = NULL;
  char group_field[GROUP_SIZE], name[NAME_SIZE];

  copy_text (group_field, GROUP_SIZE, group);
  copy_text (name, NAME_SIZE, whole);
  if (event->task != 0)
    message = g_strdup_printf ("task %u, %s%s%s", event->task, ls_queue_type_to_string (event->queue),
                               ls_task_priority_is_valid (event->priority) ? ", " : "",
                               ls_task_priority_is_valid (event->priority) ? ls_task_priority_to_string (event->priority) : "");
  check (self, sysprof_capture_writer_add_mark (self->capture, get_time (since), -1, event->agent, event->time - since, group_field,
                                                name, message != NULL ? message : ""));
}

static void
add_agent (Writer             *self,
           const LsStoryEvent *event)
{
  const guint first = sysprof_capture_writer_request_counter (self->capture, LS_N_STORY_COUNTS);
  SysprofCaptureCounter counters[LS_N_STORY_COUNTS] = { 0 };
  g_autofree char *category = g_strdup_printf ("Waiting tasks, agent %u", event->agent);

  for (guint i = 0; i < LS_N_STORY_COUNTS; i++)
    {
      copy_text (counters[i].category, sizeof counters[i].category, category);
      copy_text (counters[i].name, sizeof counters[i].name, ls_story_count_to_string (i));
      copy_text (counters[i].description, sizeof counters[i].description, ls_story_count_to_string (i));
      counters[i].id = first + i;
      counters[i].type = SYSPROF_CAPTURE_COUNTER_INT64;
    }
  g_hash_table_insert (self->counters, GUINT_TO_POINTER (event->agent), GUINT_TO_POINTER (first));
  check (self, sysprof_capture_writer_add_process (self->capture, get_time (event->time), -1, event->agent,
                                                   event->name != NULL ? event->name : "main"));
  check (self, sysprof_capture_writer_define_counters (self->capture, get_time (event->time), -1, event->agent, counters,
                                                       LS_N_STORY_COUNTS));
}

static void
add_counters (Writer             *self,
              const LsStoryEvent *event)
{
  const guint first = GPOINTER_TO_UINT (g_hash_table_lookup (self->counters, GUINT_TO_POINTER (event->agent)));
  unsigned int ids[LS_N_STORY_COUNTS];
  SysprofCaptureCounterValue values[LS_N_STORY_COUNTS];

  for (guint i = 0; i < LS_N_STORY_COUNTS; i++)
    {
      ids[i] = first + i;
      values[i].v64 = event->counts[i];
    }
  check (self, sysprof_capture_writer_set_counters (self->capture, get_time (event->time), -1, event->agent, ids, values,
                                                    LS_N_STORY_COUNTS));
}

static void
on_event (gpointer            data,
          const LsStoryEvent *event)
{
  Writer *self = data;

  self->end = MAX (self->end, get_time (event->time));
  switch (event->kind)
    {
    case LS_STORY_AGENT:
      add_agent (self, event);
      break;
    case LS_STORY_END:
      add_mark (self, event, event->since, ls_story_slice_to_string (event->slice));
      break;
    case LS_STORY_WAIT:
      {
        g_autofree char *group = g_strdup_printf ("wait %s", ls_task_priority_is_valid (event->priority)
                                                             ? ls_task_priority_to_string (event->priority)
                                                             : event->task != 0 ? ls_queue_type_to_string (event->queue) : "memory");

        add_mark (self, event, event->since, group);
        break;
      }
    case LS_STORY_ABORT:
      add_mark (self, event, event->time, "abort");
      break;
    case LS_STORY_POST:
    case LS_STORY_YIELD:
      add_mark (self, event, event->time, event->kind == LS_STORY_POST ? "post" : "yield");
      break;
    case LS_STORY_LOG:
      check (self, sysprof_capture_writer_add_log (self->capture, get_time (event->time), -1, event->agent, G_LOG_LEVEL_MESSAGE,
                                                   "console", event->name));
      break;
    case LS_STORY_COUNTERS:
      add_counters (self, event);
      break;
    default:
      break;
    }
}

static gboolean
set_error (int      number,
           GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (number), g_strerror (number));
  return FALSE;
}

static gboolean
on_flush (gpointer       data,
          GCancellable  *cancellable,
          GError       **error)
{
  Writer *self = data;

  return self->error_number == 0 || set_error (self->error_number, error);
}

/* The writer notes when it began and ended. Here a capture is as long as the run. */
static gboolean
set_times (int      fd,
           gint64   end,
           GError **error)
{
  const gint64 begin = LS_CHROME_TIME_BASE;

  if (pwrite (fd, &begin, sizeof begin, offsetof (SysprofCaptureFileHeader, time)) != sizeof begin ||
      pwrite (fd, &end, sizeof end, offsetof (SysprofCaptureFileHeader, end_time)) != sizeof end)
    return set_error (errno != 0 ? errno : EIO, error);
  return TRUE;
}

static gboolean
copy_file (int             fd,
           GOutputStream  *stream,
           GCancellable   *cancellable,
           GError        **error)
{
  g_autofree char *buffer = g_malloc (BUFFER_SIZE);
  gssize n;

  if (lseek (fd, 0, SEEK_SET) < 0)
    return set_error (errno, error);
  while ((n = read (fd, buffer, BUFFER_SIZE)) > 0)
    if (!g_output_stream_write_all (stream, buffer, n, NULL, cancellable, error))
      return FALSE;
  return n == 0 || set_error (errno, error);
}

static gboolean
write_capture (LsTrace      *trace,
               int           fd,
               LsLoadWatch  *watch,
               GError      **error)
{
  static const LsStoryListener listener = { .event = on_event, .flush = on_flush };
  g_autoptr (GHashTable) counters = g_hash_table_new (NULL, NULL);
  Writer writer = { .counters = counters, .end = LS_CHROME_TIME_BASE };
  /* The writer closes what it gets. */
  const int copy = dup (fd);
  gboolean told;

  if (copy < 0)
    return set_error (errno, error);
  writer.capture = sysprof_capture_writer_new_from_fd (copy, 0);
  if (writer.capture == NULL)
    {
      close (copy);
      return set_error (EIO, error);
    }
  told = ls_story_tell (trace, &listener, &writer, watch, error);
  if (told && !sysprof_capture_writer_flush (writer.capture))
    told = set_error (EIO, error);
  sysprof_capture_writer_unref (writer.capture);
  return told && set_times (fd, writer.end, error);
}

/* Writes a trace as a capture. The library writes into files alone, so there is one that nobody sees in between. */
gboolean
ls_sysprof_write (LsTrace        *trace,
                  GOutputStream  *stream,
                  LsLoadWatch    *watch,
                  GError        **error)
{
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp ("loopscope-XXXXXX.syscap", &path, error);
  gboolean written;

  if (fd < 0)
    return FALSE;
  g_unlink (path);
  written = write_capture (trace, fd, watch, error) && copy_file (fd, stream, watch->cancellable, error);
  close (fd);
  return written;
}
