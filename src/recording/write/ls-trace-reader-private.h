/* ls-trace-reader-private.h: reads the lines of a trace file
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <yajl/yajl_parse.h>

#include "ls-recording-lines-private.h"
#include "ls-trace-lines-private.h"

G_BEGIN_DECLS

/* What a file may take, whatever it says. Records and texts count against its size on disk, as a gzip bomb is small. */
#define LS_TRACE_READER_MAX_TOKEN (G_GUINT64_CONSTANT (72) * 1024 * 1024)
#define LS_TRACE_READER_FREE_TOKEN (G_GUINT64_CONSTANT (8) * 1024 * 1024)
#define LS_TRACE_READER_FREE_RECORDS (G_GUINT64_CONSTANT (1) << 20)
#define LS_TRACE_READER_RECORDS_PER_BYTE 16
#define LS_TRACE_READER_FREE_TEXT (G_GUINT64_CONSTANT (64) * 1024 * 1024)
#define LS_TRACE_READER_TEXT_PER_BYTE 64

/* A line of the file that has something for us. */
typedef enum
{
  LS_TRACE_LINE_OTHER = 0,
  LS_TRACE_LINE_TRACE,
  LS_TRACE_LINE_SESSION,
  LS_TRACE_LINE_TEXTS,
  LS_TRACE_LINE_BEFORE,
  LS_TRACE_LINE_RECORDS,
  LS_TRACE_LINE_END,
  LS_TRACE_LINE_RECORDING,
  LS_TRACE_LINE_RECORDING_TEXTS,
  LS_TRACE_LINE_RECORDING_THREADS,
  LS_TRACE_LINE_RECORDING_EVENTS
} LsTraceLine;

/*< private >
 * LsTraceReader:
 * @n_bytes: how many bytes of the file on disk have been read
 * @problem: (nullable): why the reading ended before the end of the file
 * @is_foreign: the problem is that the file is none of these, or of a later version
 *
 * Makes a trace of the JSON text of a file as it comes. */
typedef struct
{
  yajl_handle  parser;
  LsTrace     *trace;
  char        *session;
  guint64      n_bytes;
  guint64      n_parsed;
  guint64      last_token;       /* where it ended, about */
  char        *problem;
  gboolean     is_foreign;
  gboolean     has_header;
  gboolean     has_end;

  guint        depth;            /* of containers that are open */
  guint        event_depth;      /* of the containers around an event; 0: not within the events */
  gboolean     expects_events;   /* the value of "traceEvents" comes next */
  gboolean     expects_name;
  gboolean     expects_arguments;
  gboolean     in_arguments;
  gboolean     had_arguments;    /* so had the event, perhaps before its name */
  LsTraceLine  line;
  char         member[16];       /* of the arguments */

  GArray      *kinds;            /* guint16: LsRecordKind by the file's number, 0 for one that is unknown */
  GArray      *clauses;          /* guint8 */
  guint64      start;            /* of the trace */
  gboolean     has_begun;        /* at its start */
  GArray      *before;           /* LsRecord */
  guint32      n_steps, n_turns; /* before the start */
  guint64      first;            /* of the line's records or texts */
  guint64      time;
  guint64      time_of_line;
  guint64      n_records;
  guint64      n_texts_said, n_records_said;
  guint64      n_text_bytes;
  gint64       row[LS_TRACE_LINES_N_MEMBERS];
  guint        n_row;

  LsRecordingBuilder *builder;          /* of the recording that the trace is of, or NULL */
  GArray             *event_kinds;      /* guint8: LsRecordingEventKind by the file's number */
  GArray             *shown;            /* guint */
  char               *info_key;         /* whose value comes next */
  guint               n_recording_texts;
  guint               n_threads;
  guint               n_names;          /* texts of threads */
  guint64             n_events;
  guint64             n_events_said;
  guint64             thread;           /* of the line's events */
} LsTraceReader;

void     ls_trace_reader_init  (LsTraceReader *self);
void     ls_trace_reader_clear (LsTraceReader *self);
gboolean ls_trace_reader_parse (LsTraceReader *self,
                                const guint8  *bytes,
                                gsize          n_bytes);
void     ls_trace_reader_end   (LsTraceReader *self,
                                gboolean       is_cut);

/* ls-trace-reader-recording.c: what these return goes to the parser */
gboolean ls_trace_reader_in_member        (const LsTraceReader *self,
                                           LsTraceLine          line,
                                           const char          *member,
                                           guint                depth);
int      ls_trace_reader_stop_at_damage   (LsTraceReader       *self,
                                           const char          *what);
gboolean ls_trace_reader_is_recording     (const LsTraceReader *self);
gboolean ls_trace_reader_in_rows          (const LsTraceReader *self,
                                           guint                depth);
int      ls_trace_reader_begin_recording  (LsTraceReader       *self);
int      ls_trace_reader_recording_number (LsTraceReader       *self,
                                           gint64               number);
int      ls_trace_reader_recording_text   (LsTraceReader       *self,
                                           const char          *text,
                                           gsize                length);
int      ls_trace_reader_recording_row    (LsTraceReader       *self);
void     ls_trace_reader_end_recording    (LsTraceReader       *self);

G_END_DECLS
