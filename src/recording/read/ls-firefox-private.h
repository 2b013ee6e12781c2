/* ls-firefox-private.h: what a profile of Firefox says, and what it means
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"
#include "ls-recording-flows-private.h"

G_BEGIN_DECLS

/*< private >
 * LS_FIREFOX_NO_TEXT:
 *
 * No entry of the table of strings.
 */
#define LS_FIREFOX_NO_TEXT G_MAXUINT32

/*< private >
 * LsFirefoxMeaning:
 *
 * What a marker is about.
 */
typedef enum
{
  LS_FIREFOX_NOTHING,
  LS_FIREFOX_TASK,
  LS_FIREFOX_RUNNABLE,
  LS_FIREFOX_TIMER,
  LS_FIREFOX_FRAME,
  LS_FIREFOX_MICROTASKS,
  LS_FIREFOX_MICROTASK,
  LS_FIREFOX_DOM_EVENT,
  LS_FIREFOX_USER_TIMING,
  LS_FIREFOX_SCRIPT,
  LS_FIREFOX_LOADING,
  LS_FIREFOX_RENDERING,
  LS_FIREFOX_GC
} LsFirefoxMeaning;

/*< private >
 * LsFirefoxStrings:
 *
 * A table of strings: of a thread, or of a whole profile. What is too long is cut, and what is too much is left out. */
typedef struct
{
  GArray *entries;
  GStringChunk *chunk;
  gsize n_bytes;
} LsFirefoxStrings;

/*< private >
 * LsFirefoxPhase:
 *
 * Which part of a slice a marker is: the numbers are the profile's.
 */
typedef enum
{
  LS_FIREFOX_INSTANT = 0,
  LS_FIREFOX_INTERVAL = 1,
  LS_FIREFOX_BEGIN = 2,
  LS_FIREFOX_END = 3
} LsFirefoxPhase;

/*< private >
 * LsFirefoxFlow:
 * @LS_FIREFOX_FLOW_NONE: no flow
 * @LS_FIREFOX_FLOW_TEXT: the number is an entry of the table of strings
 * @LS_FIREFOX_FLOW_HASH: the number is that of the flow itself
 */
typedef enum
{
  LS_FIREFOX_FLOW_NONE,
  LS_FIREFOX_FLOW_TEXT,
  LS_FIREFOX_FLOW_HASH
} LsFirefoxFlow;

/*< private >
 * LsFirefoxMarker:
 * @start: ms since the process's start
 * @end: likewise
 * @flow: the flow, as @flow_kind says
 * @window: innerWindowID, 0 for none
 * @latency: ms from an event's arrival to its dispatch; negative if it is unknown
 * @text: (nullable): name, type of the DOM event or address, in the thread's own texts
 * @name: entry of the table of strings
 * @text_index: the same as @text, if it is an entry of the table of strings
 * @phase: [enum@FirefoxPhase]
 * @flow_kind: [enum@FirefoxFlow]
 * @flow_ends: whether the flow ends here
 * @is_between_processes: whether the flow is that of a message to another process
 * @is_measure: whether a user timing is a measure
 * @is_stop: whether a request is over
 *
 * A marker as it is in the profile. */
typedef struct
{
  double start;
  double end;
  guint64 flow;
  guint64 window;
  double latency;
  const char *text;
  guint32 name;
  guint32 text_index;
  guint phase : 2;
  guint flow_kind : 2;
  guint flow_ends : 1;
  guint is_between_processes : 1;
  guint is_measure : 1;
  guint is_stop : 1;
} LsFirefoxMarker;

/*< private >
 * LsFirefoxThread:
 * @markers: LsFirefoxMarker
 * @texts: texts of the markers
 * @strings: its own table of strings; without entries if the profile has one for all
 * @name: what it is
 * @process_name: and its process
 * @pid: its process
 * @tid: its number
 * @process: which profile in the file it is of
 *
 * A thread, until all is known that its markers need. */
typedef struct
{
  GArray *markers;
  GStringChunk *texts;
  gsize n_text_bytes;
  LsFirefoxStrings strings;
  char *name;
  char *process_name;
  guint64 pid;
  guint64 tid;
  guint process;
} LsFirefoxThread;

/*< private >
 * LsFirefoxPages:
 *
 * The documents of a profile by their innerWindowID. */
typedef struct _LsFirefoxPages LsFirefoxPages;

void             ls_firefox_strings_init        (LsFirefoxStrings   *self);
void             ls_firefox_strings_clear       (LsFirefoxStrings   *self);
void             ls_firefox_strings_add         (LsFirefoxStrings   *self,
                                                 const char         *text,
                                                 gsize               n_bytes);
const char      *ls_firefox_strings_get         (LsFirefoxStrings   *self,
                                                 guint32             index);
LsFirefoxMeaning ls_firefox_strings_get_meaning (LsFirefoxStrings   *self,
                                                 guint32             index);
guint32          ls_firefox_strings_get_number  (LsFirefoxStrings   *self,
                                                 guint32             index,
                                                 LsRecordingBuilder *builder);

void             ls_firefox_marker_reset        (LsFirefoxMarker    *self);

LsFirefoxThread *ls_firefox_thread_new          (void);
void             ls_firefox_thread_free         (LsFirefoxThread    *self);
const char      *ls_firefox_thread_keep         (LsFirefoxThread    *self,
                                                 const char         *text,
                                                 gsize               n_bytes);

LsFirefoxPages  *ls_firefox_pages_new           (void);
void             ls_firefox_pages_free          (LsFirefoxPages     *self);
void             ls_firefox_pages_add           (LsFirefoxPages     *self,
                                                 guint64             window,
                                                 guint64             embedder,
                                                 const char         *url);
const char      *ls_firefox_pages_find_outermost (LsFirefoxPages    *self,
                                                  guint64            window);

/* ls-firefox-names.c */
LsFirefoxMeaning ls_firefox_find_meaning        (const char         *name);
gboolean         ls_firefox_is_input            (const char         *event_type);
gboolean         ls_firefox_parse_timer         (const char         *text,
                                                 guint64            *interval,
                                                 gboolean           *repeats,
                                                 char              **function,
                                                 char              **place);
char            *ls_firefox_find_address        (const char         *text);

/* ls-firefox-markers.c */
void             ls_firefox_add_markers         (LsRecordingBuilder *builder,
                                                 LsRecordingFlows   *flows,
                                                 LsFirefoxThread    *thread,
                                                 LsFirefoxStrings   *strings,
                                                 gint64              origin,
                                                 GHashTable         *windows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFirefoxThread, ls_firefox_thread_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFirefoxPages, ls_firefox_pages_free)

G_END_DECLS
