/* scheduling-fixture.h: a loop with a scheduler for each test, a log, and short words for what tests do most
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <ls-scheduler.h>
#include <ls-task-controller.h>

#pragma GCC diagnostic ignored "-Woverride-init"

G_BEGIN_DECLS

#define UB LS_TASK_PRIORITY_USER_BLOCKING
#define UV LS_TASK_PRIORITY_USER_VISIBLE
#define BG LS_TASK_PRIORITY_BACKGROUND
#define NONE LS_TASK_PRIORITY_NONE

/* The loop and the scheduler of the running test. */
extern LsEventLoop *loop;
extern LsScheduler *scheduler;
extern gconstpointer test_data;

/* Tests. Each has a new loop. At the end the loop must be gone, and everything that the test watches. */
void add_test          (const char *path,
                        void      (*test) (void));
void add_test_2023     (const char *path,
                        void      (*test) (void));
void add_test_preset   (const char *path,
                        const char *preset,
                        void      (*test) (void));
void add_test_recorded (const char *path,
                        void      (*test) (void));
void add_test_experiments (const char   *path,
                        LsExperiments experiments,
                        void      (*test) (void)); /* recorded */
void add_test_full     (const char    *path,
                        LsEdition      edition,
                        gboolean       is_recorded,
                        void         (*test) (void),
                        gconstpointer  data);

/* The log: words with blanks between them. expect() compares it and empties it. */
void say        (const char *format,
                 ...) G_GNUC_PRINTF (1, 2);
void expect_log (const char *file,
                 int         line,
                 const char *expected);
#define expect(expected) expect_log (__FILE__, __LINE__, expected)

/* Runs until nothing is left. */
void run (void);

/* Callbacks. @user_data is a string. */
LsCompletion say_it       (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion say_priority (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion throw_it     (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion return_it    (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion yield_it     (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion abort_it     (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion call_it      (const LsValue *argument,
                           LsValue       *result,
                           gpointer       user_data);

/* Listeners. @user_data is a string. */
LsCompletion say_event    (LsEvent       *event,
                           LsValue       *result,
                           gpointer       user_data);
LsCompletion throw_event  (LsEvent       *event,
                           LsValue       *result,
                           gpointer       user_data);

/* Posting: post (callback, data, .priority = UB, .signal = …, .delay = …). watch() logs the outcome of a promise: "NAME=value" or
 * "NAME!reason". */
LsPromise *post_with   (LsScheduler              *on,
                        LsCallback                callback,
                        gpointer                  data,
                        const LsPostTaskOptions  *options);
void       watch       (LsPromise                *promise,
                        const char               *name);
void       drop        (LsPromise                *promise);
void       expect_rejected (LsPromise            *promise,
                        const char               *reason);
void       yield_then  (LsCallback                callback,
                        gconstpointer             data);
void       then        (LsPromise                *promise,
                        LsCallback                callback,
                        gconstpointer             data);
void       microtask   (LsCallback                callback,
                        gconstpointer             data);
#define post_task(callback, data, ...) \
  post_with (scheduler, callback, (gpointer) (data), \
             &(LsPostTaskOptions) { .priority = LS_TASK_PRIORITY_NONE, __VA_ARGS__ })
#define post(callback, data, ...) drop (post_task (callback, data, __VA_ARGS__))
#define post_watched(name, callback, data, ...) watch (post_task (callback, data, __VA_ARGS__), name)

/* Controllers and signals that live as long as the test. */
LsTaskController  *controller         (LsTaskPriority     priority);
LsAbortController *abort_controller   (void);
LsAbortSignal     *signal_of          (gpointer           controller);
LsTaskSignal      *task_signal_of     (LsTaskController  *controller);
gpointer           keep               (gpointer           object);
void               set_priority       (LsTaskController  *controller,
                                       LsTaskPriority     priority);
void               abort_with         (gpointer           controller,
                                       const char        *reason);
LsTaskSignal      *any_following      (LsTaskSignal      *source);
LsTaskSignal      *any_fixed          (LsAbortSignal     *abort_source,
                                       LsTaskPriority     priority);
guint              listen             (gpointer           signal,
                                       const char        *type,
                                       LsEventListener    listener,
                                       const char        *name);

/* Watches an object that must be gone at the end of the test. Sets @location to NULL then. */
void watch_object (gpointer  object,
                   gpointer *location);

/* Records of tests that are added as recorded. expect_records() compares and forgets them: a line for each, "kind subject
 * object=… value=… text=… priority flags=… (clause step)", without members that are 0. */
void clear_records     (void);
void expect_records_at (const char *file,
                        int         line,
                        const char *expected);
#define expect_records(expected) expect_records_at (__FILE__, __LINE__, expected)

/* The last record of the kind since clear_records(). */
const LsRecord *last_record (LsRecordKind kind);

char *describe (const LsValue *value);

G_END_DECLS
