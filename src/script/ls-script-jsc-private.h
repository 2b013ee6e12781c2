/* ls-script-jsc-private.h: JavaScriptCore's C API, which WebKitGTK exports without its headers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct OpaqueJSContextGroup *JSContextGroupRef;
typedef struct OpaqueJSContext *JSContextRef;
typedef struct OpaqueJSContext *JSGlobalContextRef;
typedef const struct OpaqueJSValue *JSValueRef;
typedef struct OpaqueJSValue *JSObjectRef;
typedef struct OpaqueJSString *JSStringRef;
typedef struct OpaqueJSClass *JSClassRef;

typedef JSValueRef (*JSObjectCallAsFunctionCallback) (JSContextRef      context,
                                                      JSObjectRef       function,
                                                      JSObjectRef       this_object,
                                                      size_t            n_arguments,
                                                      const JSValueRef  arguments[],
                                                      JSValueRef       *exception);
typedef void (*JSObjectFinalizeCallback) (JSObjectRef object);
typedef bool (*JSShouldTerminateCallback) (JSContextRef context,
                                           void        *data);
typedef void (*JSTypedArrayBytesDeallocator) (void *bytes,
                                              void *data);

/* JSClassDefinition, version 0. Members that the runtime does not use have no type here. */
typedef struct
{
  int                       version;
  unsigned                  attributes;
  const char               *class_name;
  JSClassRef                parent_class;
  const void               *static_values;
  const void               *static_functions;
  void                     *initialize;
  JSObjectFinalizeCallback  finalize;
  void                     *has_property;
  void                     *get_property;
  void                     *set_property;
  void                     *delete_property;
  void                     *get_property_names;
  void                     *call_as_function;
  void                     *call_as_constructor;
  void                     *has_instance;
  void                     *convert_to_type;
} JSClassDefinition;

#define JS_PROPERTY_READ_ONLY (1 << 1)
#define JS_PROPERTY_DONT_ENUM (1 << 2)
#define JS_PROPERTY_DONT_DELETE (1 << 3)

void               JSLock                  (JSContextRef       context);
void               JSUnlock                (JSContextRef       context);

JSContextGroupRef  JSContextGroupCreate    (void);
void               JSContextGroupRelease   (JSContextGroupRef  group);
void               JSContextGroupSetExecutionTimeLimit   (JSContextGroupRef         group,
                                                          double                    seconds,
                                                          JSShouldTerminateCallback callback,
                                                          void                     *data);
void               JSContextGroupClearExecutionTimeLimit (JSContextGroupRef         group);
JSGlobalContextRef JSGlobalContextCreateInGroup (JSContextGroupRef group,
                                                 JSClassRef        global_object_class);
void               JSGlobalContextRelease  (JSGlobalContextRef context);
void               JSGarbageCollect        (JSContextRef       context);
JSObjectRef        JSContextGetGlobalObject (JSContextRef      context);
JSValueRef         JSEvaluateScript        (JSContextRef       context,
                                            JSStringRef        script,
                                            JSObjectRef        this_object,
                                            JSStringRef        url,
                                            int                first_line,
                                            JSValueRef        *exception);

JSStringRef        JSContextCreateBacktrace (JSContextRef      context,
                                            unsigned           max_frames);
bool               JSCheckScriptSyntax     (JSContextRef       context,
                                            JSStringRef        script,
                                            JSStringRef        url,
                                            int                first_line,
                                            JSValueRef        *exception);

JSStringRef        JSStringCreateWithUTF8CString (const char *string);
JSStringRef        JSStringCreateWithCharacters (const uint16_t *characters,
                                                 size_t          n_characters);
JSStringRef        JSStringRetain          (JSStringRef        string);
void               JSStringRelease         (JSStringRef        string);
size_t             JSStringGetLength       (JSStringRef        string);
const uint16_t    *JSStringGetCharactersPtr (JSStringRef       string);
size_t             JSStringGetMaximumUTF8CStringSize (JSStringRef string);
size_t             JSStringGetUTF8CString  (JSStringRef        string,
                                            char              *buffer,
                                            size_t             size);

JSClassRef         JSClassCreate           (const JSClassDefinition *definition);
void               JSClassRelease          (JSClassRef         js_class);
JSObjectRef        JSObjectMake            (JSContextRef       context,
                                            JSClassRef         js_class,
                                            void              *data);
void              *JSObjectGetPrivate      (JSObjectRef        object);
bool               JSObjectSetPrivate      (JSObjectRef        object,
                                            void              *data);
JSObjectRef        JSObjectMakeFunctionWithCallback (JSContextRef                   context,
                                                     JSStringRef                    name,
                                                     JSObjectCallAsFunctionCallback callback);
JSObjectRef        JSObjectMakeTypedArray  (JSContextRef       context,
                                            int                type,
                                            size_t             length,
                                            JSValueRef        *exception);
JSObjectRef        JSObjectMakeTypedArrayWithBytesNoCopy (JSContextRef                  context,
                                                          int                           type,
                                                          void                         *bytes,
                                                          size_t                        n_bytes,
                                                          JSTypedArrayBytesDeallocator  deallocator,
                                                          void                         *data,
                                                          JSValueRef                   *exception);
void              *JSObjectGetTypedArrayBytesPtr (JSContextRef  context,
                                            JSObjectRef        object,
                                            JSValueRef        *exception);
size_t             JSObjectGetTypedArrayLength (JSContextRef    context,
                                            JSObjectRef        object,
                                            JSValueRef        *exception);
void              *JSObjectGetArrayBufferBytesPtr (JSContextRef context,
                                            JSObjectRef        object,
                                            JSValueRef        *exception);
JSValueRef         JSObjectCallAsFunction  (JSContextRef       context,
                                            JSObjectRef        function,
                                            JSObjectRef        this_object,
                                            size_t             n_arguments,
                                            const JSValueRef   arguments[],
                                            JSValueRef        *exception);
void               JSObjectSetProperty     (JSContextRef       context,
                                            JSObjectRef        object,
                                            JSStringRef        name,
                                            JSValueRef         value,
                                            unsigned           attributes,
                                            JSValueRef        *exception);
JSValueRef         JSObjectGetProperty     (JSContextRef       context,
                                            JSObjectRef        object,
                                            JSStringRef        name,
                                            JSValueRef        *exception);
JSValueRef         JSObjectGetPropertyAtIndex (JSContextRef    context,
                                            JSObjectRef        object,
                                            unsigned           index,
                                            JSValueRef        *exception);
bool               JSObjectIsFunction      (JSContextRef       context,
                                            JSObjectRef        object);

JSValueRef         JSValueMakeUndefined    (JSContextRef       context);
JSValueRef         JSValueMakeNull         (JSContextRef       context);
JSValueRef         JSValueMakeBoolean      (JSContextRef       context,
                                            bool               boolean);
JSValueRef         JSValueMakeNumber       (JSContextRef       context,
                                            double             number);
JSValueRef         JSValueMakeString       (JSContextRef       context,
                                            JSStringRef        string);
bool               JSValueIsUndefined      (JSContextRef       context,
                                            JSValueRef         value);
bool               JSValueIsNull           (JSContextRef       context,
                                            JSValueRef         value);
bool               JSValueIsBoolean        (JSContextRef       context,
                                            JSValueRef         value);
bool               JSValueIsNumber         (JSContextRef       context,
                                            JSValueRef         value);
bool               JSValueIsString         (JSContextRef       context,
                                            JSValueRef         value);
bool               JSValueIsObject         (JSContextRef       context,
                                            JSValueRef         value);
bool               JSValueIsObjectOfClass  (JSContextRef       context,
                                            JSValueRef         value,
                                            JSClassRef         js_class);
bool               JSValueToBoolean        (JSContextRef       context,
                                            JSValueRef         value);
double             JSValueToNumber         (JSContextRef       context,
                                            JSValueRef         value,
                                            JSValueRef        *exception);
JSStringRef        JSValueToStringCopy     (JSContextRef       context,
                                            JSValueRef         value,
                                            JSValueRef        *exception);
JSObjectRef        JSValueToObject         (JSContextRef       context,
                                            JSValueRef         value,
                                            JSValueRef        *exception);
void               JSValueProtect          (JSContextRef       context,
                                            JSValueRef         value);
void               JSValueUnprotect        (JSContextRef       context,
                                            JSValueRef         value);

/* Sets an option before the first context exists. FALSE if there is no such option. */
gboolean           jsc_options_set_boolean (const char        *option,
                                            gboolean           value);

/* JSTypedArrayType */
#define JS_TYPED_ARRAY_INT32 2
#define JS_TYPED_ARRAY_UINT8 3

/* ls-script-jsc.c */
void               ls_jsc_set              (JSContextRef       context,
                                            JSObjectRef        object,
                                            const char        *name,
                                            JSValueRef         value,
                                            unsigned           attributes);
JSValueRef         ls_jsc_get              (JSContextRef       context,
                                            JSValueRef         object,
                                            const char        *name);
JSObjectRef        ls_jsc_make_function    (JSContextRef       context,
                                            const char        *name,
                                            JSObjectCallAsFunctionCallback callback);
JSValueRef         ls_jsc_evaluate         (JSContextRef       context,
                                            JSStringRef        code,
                                            const char        *url,
                                            JSValueRef        *exception);
unsigned           ls_jsc_to_uint          (JSContextRef       context,
                                            JSValueRef         value);
char              *ls_jsc_string_to_utf8   (JSStringRef        string,
                                            gsize             *length);
char              *ls_jsc_to_utf8          (JSContextRef       context,
                                            JSValueRef         value);
