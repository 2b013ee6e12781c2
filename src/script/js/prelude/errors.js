/* errors.js: exceptions and rejections that nobody dealt with (HTML §8.1.4)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.reportException (e, script)   HTML's "report an exception"
 *   realm.errors.locate (e)     → { url, line, column }: where the program's own code made the error, in the text that runs, as
 *                               host.reportUncaught () takes it; '' and 0 if that is not known
 *   realm.runtime.thrown (value, url, line, column)   notes where transformed code throws a value, and returns the value
 *   realm.errors.textOf (e)     → the text behind “Uncaught”; an extension may put another function here
 *   hooks.reportSyntaxError (message, url, line, column)   reports a script that cannot be read; the place is in the source
 *   hooks.notifyRejections ()   HTML's "notify about rejected promises"
 *
 * inspect.js reads the errors, once there is one.
 */
(function (realm) {
  'use strict';

  const { global, hooks, host, idl, events, List, promise, loopTasks } = realm;
  const { apply } = Reflect;
  const { defineGlobalOperations, dictionary, requireArguments, toAny, toDOMString, toUnsignedLong, toUSVString } = idl;
  const { Event, EventImpl, defineEvent, eventInit, fire, fireFromTask, hasListeners, wrapEvent } = events;
  const ErrorConstructor = Error;
  const SyntaxErrorConstructor = SyntaxError;

  const { is, freeze } = Object;
  const { exec } = RegExp.prototype;
  const weakGet = WeakMap.prototype.get;
  const weakSet = WeakMap.prototype.set;
  const weakDelete = WeakMap.prototype.delete;

  /* ---- ErrorEvent ---- */

  class ErrorEventImpl extends EventImpl {
    constructor(type, init) {
      super(type, init);
      this.message = init.message;
      this.filename = init.filename;
      this.lineno = init.lineno;
      this.colno = init.colno;
      this.error = init.error;
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

  const ErrorEvent = defineEvent('ErrorEvent', ErrorEventImpl, errorEventInit, undefined, {
    parent: Event,
    attributes: ['message', 'filename', 'lineno', 'colno', 'error'],
  });

  function newErrorEvent(message, filename, lineno, colno, error) {
    const init = { __proto__: null, cancelable: true, message, filename, lineno, colno, error };

    return wrapEvent(ErrorEvent, new ErrorEventImpl('error', init), undefined);
  }

  /* ---- PromiseRejectionEvent ---- */

  class PromiseRejectionEventImpl extends EventImpl {
    constructor(type, init) {
      super(type, init);
      this.promise = init.promise;
      this.reason = init.reason;
    }
  }

  const promiseRejectionEventInit = dictionary('PromiseRejectionEventInit', {
    promise: [value => (promise.isPromise(value) ? value : promise.promiseResolve(value)), undefined, true],
    reason: [toAny],
  }, eventInit);

  const PromiseRejectionEvent = defineEvent('PromiseRejectionEvent', PromiseRejectionEventImpl, promiseRejectionEventInit,
    undefined, { parent: Event, attributes: ['promise', 'reason'], length: 2 });

  /* ---- Where ---- */

  function locate(error) {
    const known = realm.modulePlace(error);

    if (known !== undefined)
      return known;

    const hasStack = typeof error === 'object' && error !== null && realm.proxyTarget(error) === undefined;

    return (hasStack ? realm.framesOf(error, 1)[0] : undefined) ?? { __proto__: null, url: '', line: 0, column: 0 };
  }

  /* Transformed code tells of each value that it throws. Only an error knows its place itself. An exception that nobody catches was
   * thrown last, or a moment before: `finally` blocks may throw as well. */
  const N_THROWN = 8;
  const thrown = new List();
  let nThrown = 0;

  realm.runtime.thrown = (value, url, line, column) => {
    thrown[nThrown++ % N_THROWN] = { __proto__: null, value, url, line, column };
    return value;
  };

  function placeOfThrow(value, count) {
    for (let i = nThrown - 1; i >= 0 && i >= nThrown - count; i--)
      if (is(thrown[i % N_THROWN].value, value))
        return thrown[i % N_THROWN];
    return undefined;
  }

  /* Forgets what was thrown: it may keep much alive. */
  function forgetThrown() {
    for (let i = 0; i < thrown.length; i++)
      thrown[i].value = undefined;
    nThrown = 0;
  }

  const textUrl = /^(.*?):\d+ > (?:eval|Function|setTimeout|setInterval)(?:$|:)/s;

  freeze(textUrl);

  /* Returns the name of the script in which text became code: Chromium gives that of the document. */
  function fileOf(url) {
    const found = apply(exec, textUrl, [url]);

    return found !== null ? found[1] : url;
  }

  /* ---- Exceptions ---- */

  /* HTML's flag of the global object: an exception that is thrown while another is being reported does not go to the program. */
  let inErrorReportingMode = false;

  /* Returns V8's message for an exception that was thrown. It asks objects for a string, except errors and functions. The
   * message of reportError() does not. */
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

  /* Returns the text behind “Uncaught”. */
  function textOf(error) {
    return realm.throwSummary(error);
  }

  function report(error, place, isThrown, isInSource = false) {
    const text = realm.errors.textOf(error);
    const { url, line, column } = place;
    const filename = fileOf(url);
    const shownColumn = () => (!isInSource && line > 0 && host.sourceColumn(url, line, column)) || column;

    if (place.isInSource)
      isInSource = true;

    if (!inErrorReportingMode && hasListeners(global, 'error')) {
      inErrorReportingMode = true;

      try {
        const message = `Uncaught ${isThrown ? thrownMessage (error, text) : realm.reportSummary (error)}`;

        if (!fire(global, newErrorEvent(message, filename, line, shownColumn(), error)))
          return;
      } finally {
        inErrorReportingMode = false;
      }
    }

    /* The creator of a worker deals with the worker's exception. */
    if (realm.reportToCreator !== undefined
      && realm.reportToCreator(`Uncaught ${isThrown ? thrownMessage (error, text) : realm.reportSummary (error)}`, filename, line,
        shownColumn(), host.describeUncaught(text, url, line, column, isInSource)))
      return;
    host.reportUncaught(false, text, url, line, column, isInSource);
  }

  /* Reports an exception that nothing in a worker caught. described: what host.describeUncaught() returned there */
  function reportOfWorker(message, filename, lineno, colno, described) {
    if (!inErrorReportingMode && hasListeners(global, 'error')) {
      inErrorReportingMode = true;

      try {
        if (!fire(global, newErrorEvent(message, filename, lineno, colno, null)))
          return;
      } finally {
        inErrorReportingMode = false;
      }
    }
    if (realm.reportToCreator === undefined || !realm.reportToCreator(message, filename, lineno, colno, described))
      host.reportDescribed(described);
  }

  /* Returns where an exception was thrown, in the source; undefined where its own place is right. script: of reportException() */
  function sourcePlaceOf(error, own, script) {
    /* No map leads from such a text to its source. */
    const isInText = apply(exec, textUrl, [own.url]) !== null;
    const place = own.line === 0 || isInText ? placeOfThrow(error, N_THROWN) : undefined;

    if (place !== undefined || script === undefined)
      return place;
    if (own.line === 0)
      return realm.isScriptError(error) ? realm.placeOfSyntaxError(script.text, script.url) : undefined;
    return own.url === script.url ? realm.refinePlace(script.text, own, error) : undefined;
  }

  /* script: { url, text }, where the exception comes from a text of the program's that became a script */
  function reportException(error, script = undefined) {
    const own = locate(error);
    const place = sourcePlaceOf(error, own, script);

    forgetThrown();
    realm.cleanMessage(error);
    report(error, place ?? own, true, place !== undefined);
  }

  /* C calls this for one of several scripts that cannot be read. */
  hooks.reportSyntaxError = (message, url, line, column) => {
    report(new SyntaxErrorConstructor(message), { __proto__: null, url, line, column }, true, true);
  };

  defineGlobalOperations({
    reportError(e) {
      idl.checkGlobal(this);
      requireArguments(arguments.length, 1, "Failed to execute 'reportError' on 'Window'");

      const place = locate(e);

      /* A value without a stack is reported at the place of the call. */
      report(e, place.line > 0 ? place : locate(new ErrorConstructor()), false);
    },
  });

  /* ---- Rejections ---- */

  const ABOUT_TO_BE_NOTIFIED = 1;
  const BEING_NOTIFIED = 2;
  const OUTSTANDING = 3;

  /*
   * HTML's "about-to-be-notified rejected promises list" and "outstanding rejected promises weak set". `stages` tells which of
   * them a promise is in. A promise that is handled leaves `stages`, and then its entry in the list does not count.
   */
  const stages = new WeakMap();
  /* Where the reasons were thrown that do not tell it themselves */
  const rejectionPlaces = new WeakMap();
  /* The word that tells C that there are rejections to notify of */
  const { words } = host;
  const REJECTIONS = 9;

  let aboutToBeNotified = new List();
  let count = 0;

  promise.setTracker((rejected, operation) => {
    if (operation === 'reject') {
      apply(weakSet, stages, [rejected, ABOUT_TO_BE_NOTIFIED]);
      /* An asynchronous function that throws rejects its promise at once. */
      if (nThrown > 0) {
        const place = placeOfThrow(promise.result(rejected), 1);

        if (place !== undefined)
          apply(weakSet, rejectionPlaces, [rejected, place]);
      }
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

    const init = { __proto__: null, cancelable, promise: rejected, reason: promise.result(rejected) };

    return fireFromTask(global, wrapEvent(PromiseRejectionEvent, new PromiseRejectionEventImpl(type, init), undefined));
  }

  function notify(list) {
    for (let i = 0; i < list.length; i++) {
      const rejected = list[i];

      if (apply(weakGet, stages, [rejected]) !== BEING_NOTIFIED)
        continue;

      if (firePromiseEvent('unhandledrejection', rejected, true)) {
        const reason = promise.result(rejected);
        const own = locate(reason);
        const place = own.line === 0 ? apply(weakGet, rejectionPlaces, [rejected]) : undefined;
        const { url, line, column, isInSource } = place ?? own;

        host.reportUncaught(true, realm.errors.textOf(reason), url, line, column, place !== undefined || isInSource === true);
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
    newErrorEvent,
    reportOfWorker,
    thrownMessage,
    textOf
  };
})
