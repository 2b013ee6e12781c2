/* errors.js: exceptions and rejections that nobody dealt with (HTML §8.1.4)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.reportException (e)   HTML's "report an exception"
 *   realm.errors.locate (e)     → { url, line, column } of where the program's own code made the error, '' and 0 where that is not
 *   known;
 *                               of the text that runs, as host.reportUncaught () takes them
 *   realm.errors.textOf (e)     what is printed behind “Uncaught”; an extension may take its place
 *   hooks.reportSyntaxError (message, url, line, column)   of a script that cannot be read; the place is in the source
 *   hooks.notifyRejections ()   HTML's "notify about rejected promises"
 *
 * inspect.js reads the errors; it is asked only when there is one.
 */
(function (realm) {
  'use strict';

  const { global, hooks, host, idl, events, List, promise, loopTasks } = realm;
  const { apply } = Reflect;
  const {
    check,
    defineInterface,
    defineGlobalOperation,
    dictionary,
    requireArguments,
    toAny,
    toDOMString,
    toUnsignedLong,
    toUSVString
  } = idl;
  const { Event, EventImpl, eventInit, fire, fireFromTask, hasListeners, wrapEvent } = events;
  const ErrorConstructor = Error;
  const SyntaxErrorConstructor = SyntaxError;

  const weakGet = WeakMap.prototype.get;
  const weakSet = WeakMap.prototype.set;
  const weakDelete = WeakMap.prototype.delete;

  /* ---- ErrorEvent ---- */

  class ErrorEventImpl extends EventImpl {
    constructor(type, bubbles, cancelable, composed, message, filename, lineno, colno, error) {
      super(type, bubbles, cancelable, composed);
      this.message = message;
      this.filename = filename;
      this.lineno = lineno;
      this.colno = colno;
      this.error = error;
    }

    errorArguments() {
      return [this.message, this.filename, this.lineno, this.colno, this.error];
    }
  }

  const errorEventInit = dictionary('ErrorEventInit', {
    message: [toDOMString, ''],
    filename: [toUSVString, ''],
    lineno: [toUnsignedLong, 0],
    colno: [toUnsignedLong, 0],
    error: [toAny],
  }, eventInit);

  const ErrorEvent = defineInterface('ErrorEvent', function ErrorEvent(type, eventInitDict = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('ErrorEvent');
    const context = "Failed to construct 'ErrorEvent'";

    requireArguments(arguments.length, 1, context);
    type = toDOMString(type, context);

    const init = errorEventInit(eventInitDict, context);

    return wrapEvent(ErrorEvent, new ErrorEventImpl(type, init.bubbles, init.cancelable, init.composed, init.message, init
      .filename,
      init.lineno, init.colno, init.error), new.target);
  }, class extends Event {
    get message() {
      return check(this, ErrorEventImpl).message;
    }

    get filename() {
      return check(this, ErrorEventImpl).filename;
    }

    get lineno() {
      return check(this, ErrorEventImpl).lineno;
    }

    get colno() {
      return check(this, ErrorEventImpl).colno;
    }

    get error() {
      return check(this, ErrorEventImpl).error;
    }
  });

  /* ---- PromiseRejectionEvent ---- */

  class PromiseRejectionEventImpl extends EventImpl {
    constructor(type, bubbles, cancelable, composed, rejected, reason) {
      super(type, bubbles, cancelable, composed);
      this.promise = rejected;
      this.reason = reason;
    }
  }

  const promiseRejectionEventInit = dictionary('PromiseRejectionEventInit', {
    promise: [value => (promise.isPromise(value) ? value : promise.promiseResolve(value)), undefined, true],
    reason: [toAny],
  }, eventInit);

  const PromiseRejectionEvent = defineInterface('PromiseRejectionEvent', function PromiseRejectionEvent(type, eventInitDict) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('PromiseRejectionEvent');
    const context = "Failed to construct 'PromiseRejectionEvent'";

    requireArguments(arguments.length, 2, context);
    type = toDOMString(type, context);

    const init = promiseRejectionEventInit(eventInitDict, context);

    return wrapEvent(PromiseRejectionEvent, new PromiseRejectionEventImpl(type, init.bubbles, init.cancelable, init.composed,
      init.promise, init.reason), new.target);
  }, class extends Event {
    get promise() {
      return check(this, PromiseRejectionEventImpl).promise;
    }

    get reason() {
      return check(this, PromiseRejectionEventImpl).reason;
    }
  });

  /* ---- Where ---- */

  function locate(error) {
    const found = { __proto__: null, url: '', line: 0, column: 0 };

    if (typeof error !== 'object' || error === null || realm.proxyTarget(error) !== undefined)
      return found;

    const frames = realm.framesOf(error, 1);

    if (frames.length > 0) {
      found.url = frames[0].url;
      found.line = frames[0].line;
      found.column = frames[0].column;
    }

    return found;
  }

  /* ---- Exceptions ---- */

  /* HTML's flag of the global: an exception while one is being reported is not given to the program again. */
  let inErrorReportingMode = false;

  /* V8's message for an exception that was thrown: other objects than errors and functions are asked for a string, as reportError()
   * does not. */
  function thrownMessage(error, text) {
    if ((typeof error !== 'object' && typeof error !== 'function') || error === null || realm.proxyTarget(error) !== undefined)
      return text;
    if (realm.isScriptError(error))
      return realm.reportSummary(error);
    try {
      return `${error}`;
    } catch {
      return 'exception';
    }
  }

  /* What is printed behind “Uncaught”. */
  function textOf(error) {
    return realm.throwSummary(error);
  }

  function report(error, place, isThrown, isInSource = false) {
    const text = realm.errors.textOf(error);
    const { url, line, column } = place;

    if (!inErrorReportingMode && hasListeners(global, 'error')) {
      inErrorReportingMode = true;

      try {
        const shown = !isInSource && typeof host.sourceColumn === 'function' && line > 0 ? host.sourceColumn(url, line, column) :
          column;
        const event = wrapEvent(ErrorEvent, new ErrorEventImpl('error', false, true, false,
          `Uncaught ${isThrown ? thrownMessage (error, text) : realm.reportSummary (error)}`,
          url, line, shown, error), undefined);

        if (!fire(global, event))
          return;
      } finally {
        inErrorReportingMode = false;
      }
    }

    /* A worker's is its creator's to deal with. */
    if (realm.reportToCreator !== undefined) {
      const shown = !isInSource && line > 0 ? host.sourceColumn(url, line, column) : column;

      if (realm.reportToCreator(`Uncaught ${isThrown ? thrownMessage (error, text) : realm.reportSummary (error)}`, url, line,
          shown,
          host.describeUncaught(text, url, line, column)))
        return;
    }
    host.reportUncaught(false, text, url, line, column);
  }

  /* What nothing caught in a worker, as that has described it. */
  function reportOfWorker(message, filename, lineno, colno, described) {
    if (!inErrorReportingMode && hasListeners(global, 'error')) {
      inErrorReportingMode = true;

      try {
        if (!fire(global, wrapEvent(ErrorEvent, new ErrorEventImpl('error', false, true, false, message, filename, lineno, colno,
              null),
            undefined)))
          return;
      } finally {
        inErrorReportingMode = false;
      }
    }
    if (realm.reportToCreator === undefined || !realm.reportToCreator(message, filename, lineno, colno, described))
      host.reportDescribed(described);
  }

  function reportException(error) {
    realm.cleanMessage(error);
    report(error, locate(error), true);
  }

  /* One of several scripts cannot be read. */
  hooks.reportSyntaxError = (message, url, line, column) => {
    report(new SyntaxErrorConstructor(message), { __proto__: null, url, line, column }, true, true);
  };

  defineGlobalOperation('reportError', {
    reportError(e) {
      idl.checkGlobal(this);
      requireArguments(arguments.length, 1, "Failed to execute 'reportError' on 'Window'");

      const place = locate(e);

      /* What has no stack is at the call. */
      report(e, place.line > 0 ? place : locate(new ErrorConstructor()), false);
    },
  }.reportError);

  /* ---- Rejections ---- */

  const ABOUT_TO_BE_NOTIFIED = 1;
  const BEING_NOTIFIED = 2;
  const OUTSTANDING = 3;

  /*
   * HTML's "about-to-be-notified rejected promises list" and "outstanding rejected promises weak set". Where a promise is, is in
   * `stages`; one that is handled leaves it, and what remains of it in the list does not count.
   */
  const stages = new WeakMap();
  /* Where C sees that there is something to be notified of. */
  const { words } = host;
  const REJECTIONS = 9;

  let aboutToBeNotified = new List();
  let count = 0;

  promise.setTracker((rejected, operation) => {
    if (operation === 'reject') {
      apply(weakSet, stages, [rejected, ABOUT_TO_BE_NOTIFIED]);
      aboutToBeNotified[aboutToBeNotified.length] = rejected;
      count++;
      words[REJECTIONS] = 1;
      return;
    }

    const stage = apply(weakGet, stages, [rejected]);

    if (stage === undefined)
      return;

    apply(weakDelete, stages, [rejected]);
    if (stage === ABOUT_TO_BE_NOTIFIED)
      count--;
    else if (stage === OUTSTANDING)
      loopTasks.post('default', () => {
        firePromiseEvent('rejectionhandled', rejected, false);
      }, 0, 'rejectionhandled');
  });

  function firePromiseEvent(type, rejected, cancelable) {
    if (!hasListeners(global, type))
      return true;

    return fireFromTask(global, wrapEvent(PromiseRejectionEvent,
      new PromiseRejectionEventImpl(type, false, cancelable, false, rejected,
        promise.result(rejected)),
      undefined));
  }

  function notify(list) {
    for (let i = 0; i < list.length; i++) {
      const rejected = list[i];

      if (apply(weakGet, stages, [rejected]) !== BEING_NOTIFIED)
        continue;

      if (firePromiseEvent('unhandledrejection', rejected, true)) {
        const reason = promise.result(rejected);
        const { url, line, column } = locate(reason);

        host.reportUncaught(true, realm.errors.textOf(reason), url, line, column);
      }

      if (apply(weakGet, stages, [rejected]) === BEING_NOTIFIED)
        apply(weakSet, stages, [rejected, OUTSTANDING]);
    }
  }

  hooks.notifyRejections = () => {
    const list = aboutToBeNotified;

    if (list.length === 0)
      return;

    aboutToBeNotified = new List();
    if (count === 0)
      return;
    count = 0;

    for (let i = 0; i < list.length; i++)
      if (apply(weakGet, stages, [list[i]]) === ABOUT_TO_BE_NOTIFIED)
        apply(weakSet, stages, [list[i], BEING_NOTIFIED]);

    loopTasks.post('default', () => {
      notify(list);
    }, 0, 'unhandledrejection');
  };

  realm.reportException = reportException;
  realm.errors = {
    __proto__: null,
    locate,
    ErrorEvent,
    ErrorEventImpl,
    PromiseRejectionEvent,
    reportOfWorker,
    thrownMessage,
    textOf
  };
})
