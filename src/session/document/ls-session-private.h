/* ls-session-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-lint.h"
#include "ls-program-private.h"
#include "ls-session-recording.h"
#include "ls-session.h"
#include "ls-live-run.h"

G_BEGIN_DECLS

typedef struct _LsDocument LsDocument;
typedef struct _LsLesson LsLesson;

/*< private >
 * LsDocument:
 * @root: the JSON tree, with members that are not known
 *
 * The contents of a session. A document does not change: each change of the session makes another one. */
struct _LsDocument
{
  gatomicrefcount  ref_count;
  JsonNode        *root;
  char            *title;
  char            *description;
  LsSettings      *settings;
  LsProgram       *program;
  GPtrArray       *actions;        /* LsAction */
  GPtrArray       *expectations;   /* LsExpectation */
  GPtrArray       *bookmarks;      /* LsMark */
  GPtrArray       *notes;          /* LsMark */
  GPtrArray       *breakpoints;    /* LsBreakRule */
  GPtrArray       *suppressions;   /* LsSuppression */
  gboolean         has_measured_waits;   /* the program was made from a recording, and lints judge its waits as that one's */
  LsLesson        *lesson;         /* nullable */
  GArray          *schedule;       /* guint32: numbers of agents; nullable */
};

/* Lints that the session suppresses: those of a kind, or those of a kind and a name. */
typedef struct
{
  LsLintKind  kind;
  char       *name;   /* nullable */
} LsSuppression;

/*< private >
 * LsSessionOrigin:
 *
 * What a session shows that runs nothing. It does not change, and the session's copies share it. */
typedef struct
{
  LsRecording *recording;   /* either this, */
  GArray      *threads;     /* guint: of the recording, each an agent */
  LsTrace     *trace;       /* or this, */
  LsLiveRun   *live_run;    /* or this, whose trace grows */
  char        *problem;     /* (nullable): with the file of the trace */
  JsonObject  *dropped;     /* (nullable): members of the session that has run, of which nothing runs now */
} LsSessionOrigin;

struct _LsSession
{
  GObject     parent_instance;

  LsDocument *document;
  GFile      *file;
  GHashTable *saved;      /* file → LsScript: what scripts beside the session are on the disk */
  gboolean    modified;
  LsDocument *unmodified; /* (nullable): the document with which it is not modified */
  gboolean    has_bom;    /* its file is a script that begins with a byte order mark */
  LsSessionOrigin *origin; /* (nullable): what was recorded, of a session without a program */
};

LsDocument *ls_document_read           (const char   *name,
                                        JsonNode     *root,
                                        const LsScriptLoader *loader,
                                        GError      **error);
LsDocument *ls_document_read_settings  (LsDocument   *other,
                                        const char   *name,
                                        JsonNode     *root,
                                        GError      **error);
gpointer    ls_suppression_read        (LsJsonReader *reader,
                                        JsonNode     *node);
void        ls_suppression_free        (gpointer      data);
guint64     ls_document_get_default_step_budget (LsDocument *self);
LsDocument *ls_document_ref            (LsDocument   *self);
void        ls_document_unref          (LsDocument   *self);

LsSession  *ls_session_new_take        (LsDocument   *document,
                                        GFile        *file);
LsDocument *ls_session_get_document    (LsSession    *self);
/* When an action is done, and why it is off: LS_ACTION_DONE for one that is on. */
typedef struct
{
  LsStamp        stamp;
  LsActionResult because;
} LsActionRevision;

gboolean    ls_session_revise_actions  (LsSession    *self,
                                        const LsActionRevision *revisions,
                                        GError      **error);
gboolean    ls_session_set_member      (LsSession    *self,
                                        const char   *member,
                                        JsonNode     *value,
                                        GError      **error);
gboolean    ls_session_set_root        (LsSession    *self,
                                        JsonNode     *root,
                                        GPtrArray    *scripts,
                                        GError      **error);
gboolean    ls_session_save_scripts    (LsSession    *self,
                                        GFile        *file,
                                        GError      **error);
gboolean    ls_session_save_as_script  (LsSession    *self,
                                        const char   *path,
                                        GError      **error);
void        ls_session_set_saved       (LsSession    *self,
                                        LsSession    *copy);
void        ls_session_name_script     (LsSession    *self,
                                        const char   *path);
void        ls_session_note_scripts    (LsSession    *self,
                                        gboolean      are_saved);
void        ls_session_origin_unref    (LsSessionOrigin *self);
void        ls_session_set_origin      (LsSession    *self,
                                        LsSessionOrigin *origin);
JsonNode   *ls_session_dup_recorded_root (LsSession  *self);
gboolean    ls_session_check_recorded  (LsSession    *self,
                                        JsonNode     *root,
                                        GError      **error);

/* How much of a file is looked at to find out what it is. */
#define LS_SESSION_SNIFFED_BYTES (64 * 1024)

LsRecordingFormat ls_session_sniff     (GBufferedInputStream  *input,
                                        GFile                 *file,
                                        char                 **other,
                                        LsLoadWatch           *watch);
LsSession  *ls_session_new_for_bytes   (const char   *name,
                                        const char   *data,
                                        gsize         length,
                                        GFile        *file,
                                        GError      **error);

/*< private >
 * LsWriteHook:
 *
 * Replaces write() in tests of full disks. */
typedef gssize (*LsWriteHook) (int         fd,
                               const void *data,
                               gsize       length);

void        ls_session_propagate_read_error (const char *name,
                                        GError       *local,
                                        GError      **error);
void        ls_session_set_write_hook  (LsWriteHook   hook);
gboolean    ls_session_write_file      (const char   *path,
                                        const char   *data,
                                        gsize         length,
                                        GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDocument, ls_document_unref)

G_END_DECLS
