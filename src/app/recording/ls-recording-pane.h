/* ls-recording-pane.h: says what a recording is of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_RECORDING_PANE (ls_recording_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsRecordingPane, ls_recording_pane, LS, RECORDING_PANE, GtkBox)

/* Signal: "show-thread" (uint: a thread of the recording). */

void  ls_recording_pane_set_debugger (LsRecordingPane *self,
                                      LsDebugger      *debugger);
void  ls_recording_pane_show         (LsRecordingPane *self,
                                      LsRecording     *recording,
                                      const guint     *threads,
                                      guint            n_threads);

/* ls-recording-facts.c */

/**
 * LsRecordingFact:
 * @title: what the fact is about
 * @text: the fact
 */
typedef struct
{
  const char *title;
  char       *text;
} LsRecordingFact;

GArray *ls_recording_list_facts      (LsRecording     *recording);
char   *ls_recording_describe_thread (LsRecording     *recording,
                                      guint            thread);

G_END_DECLS
