/* worker.js: Worker, and the global object of a worker (HTML §10.2)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * A worker is an agent with a realm of its own. It runs the text of a function, a script of the session or other source text. C
 * knows each worker of this realm by a number. 0 is the creator of this realm. C gets functions and source text as source, and
 * scripts as names.
 *
 *   hooks.receive (worker, kind, text)   takes a message, or the news that something went wrong in a worker
 *   realm.reportToCreator (…)            tells the creator of an exception in this worker
 */
(function (realm) {
  'use strict';

  const { global, hooks, host, idl, List, options, structuredClone, Table } = realm;
  const { EventTarget, EventTargetImpl, createEvent, defineHandlerAttribute, fireFromTask, hasListeners } = realm.events;
  const { newErrorEvent } = realm.errors;
  const { fireMessage, sendWaiting, toTransfer } = realm.messaging;
  const { check, defineInterface, dictionary, enumeration, requireArguments, toDOMString, toUSVString, typeError, wrap } = idl;
  const { defineConstant, defineHidden } = realm.properties;
  const { apply, deleteProperty } = Reflect;
  const { parse, stringify } = JSON;
  const { charCodeAt, indexOf, slice } = String.prototype;
  const { fromCharCode } = String;
  const SyntaxErrorConstructor = SyntaxError;
  const { decodeURIComponent } = global;

  if (!options.agents) {
    hooks.receive = () => {};
    return;
  }

  const MESSAGE = 0,
    ERROR = 1,
    FAILURE = 2;

  /* Sends a value to a worker or to the creator of this realm. */
  function send(worker, message, transfer, context) {
    const record = structuredClone.serialize(message, transfer, context);
    const { value, transferred } = record.deserialize();

    host.beginMessage();
    host.sendMessage(worker, MESSAGE, realm.between.encode(value, transferred));
    sendWaiting();
  }

  /* ---- What a worker runs ---- */

  /* A program contains at least one of these characters, and a name or address none */
  const programLike = { __proto__: null, 10: true, 32: true, 40: true, 59: true, 61: true, 123: true };

  function looksLikeSource(text) {
    for (let i = 0; i < text.length; i++)
      if (programLike[apply(charCodeAt, text, [i])] === true)
        return true;
    return false;
  }

  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  /* Decodes base 64 to a string whose code units are the bytes. Returns undefined for another text. */
  function fromBase64(text) {
    let bytes = '',
      bits = 0,
      count = 0;

    for (let i = 0; i < text.length; i++) {
      const digit = apply(indexOf, BASE64, [text[i]]);

      if (text[i] === '=')
        break;
      if (digit < 0)
        return undefined;
      bits = bits << 6 | digit;
      count += 6;
      if (count >= 8) {
        count -= 8;
        bytes += fromCharCode(bits >> count & 255);
      }
    }
    return bytes;
  }

  /* Percent-encodes a string whose code units are bytes, which hold UTF-8. */
  function percentEncode(bytes) {
    let text = '';

    for (let i = 0; i < bytes.length; i++) {
      const code = apply(charCodeAt, bytes, [i]);

      text += `%${'0123456789abcdef'[code >> 4]}${'0123456789abcdef'[code & 15]}`;
    }
    return text;
  }

  /* Returns the text of a data: URL, or undefined. */
  function textOfDataUrl(url) {
    const comma = apply(indexOf, url, [',']);

    if (comma < 0)
      return undefined;

    const isBase64 = apply(slice, url, [comma - 7, comma]) === ';base64';
    let body = apply(slice, url, [comma + 1]);

    try {
      body = decodeURIComponent(body);
      if (isBase64) {
        const bytes = fromBase64(body);

        return bytes === undefined ? undefined : decodeURIComponent(percentEncode(bytes));
      }
    } catch {
      return undefined;
    }
    return body;
  }

  /* Returns [name, source] of what to run, where the source is undefined for the session's script of that name. Returns
   * undefined if there is nothing. */
  function sourceOf(given, isSource) {
    if (typeof given === 'function')
      return ['', `(${realm.functionText (given)}) ();`];
    if (isSource)
      return ['', given];

    const name = apply(slice, given, [0, 2]) === './' ? apply(slice, given, [2]) : given;

    if (host.hasScript(name))
      return [name, undefined];
    if (apply(slice, given, [0, 5]) === 'data:') {
      const text = textOfDataUrl(given);

      return text === undefined ? undefined : ['', text];
    }
    return looksLikeSource(given) ? ['', given] : undefined;
  }

  /* ---- Worker ---- */

  /* Workers that this realm has made, by number */
  const workers = new Table();

  class WorkerImpl extends EventTargetImpl {
    constructor() {
      super();
      this.number = 0;
      this.isTerminated = false;
    }
  }

  const toType = enumeration('WorkerType', ['classic', 'module']);
  const toCredentials = enumeration('RequestCredentials', ['omit', 'same-origin', 'include']);

  const workerOptions = dictionary('WorkerOptions', {
    name: [toDOMString, ''],
    type: [toType, 'classic'],
    credentials: [toCredentials, 'same-origin'],
    eval: [value => !!value, false],
  });

  const CONSTRUCT = "Failed to construct 'Worker'";

  const Worker = defineInterface('Worker', function Worker(scriptURL, givenOptions = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('Worker');
    requireArguments(arguments.length, 1, CONSTRUCT);

    const given = typeof scriptURL === 'function' ? scriptURL : toUSVString(scriptURL, CONSTRUCT);
    const { name, type, eval: isSource } = workerOptions(givenOptions, CONSTRUCT);
    const source = sourceOf(given, isSource);
    const impl = new WorkerImpl();
    const worker = wrap(Worker, impl, new.target);

    if (source === undefined) {
      impl.isTerminated = true;
      realm.loopTasks.post('default', () => {
        if (hasListeners(worker, 'error'))
          fireFromTask(worker, createEvent('error'));
      }, 0, 'error');
      return worker;
    }
    impl.number = host.spawnWorker(name !== '' ? name : typeof given === 'function' ? realm.inspectValues.functionName(given)
      : source[0],
      source[0], source[1], type === 'module');
    if (impl.number <= 0)
      throw realm.newDOMException(`${CONSTRUCT}: There are too many workers.`, 'QuotaExceededError');
    workers.set(impl.number, worker);
    return worker;
  }, class extends EventTarget {
    postMessage(message, transferOrOptions = undefined) {
      const impl = check(this, WorkerImpl);
      const context = "Failed to execute 'postMessage' on 'Worker'";

      requireArguments(arguments.length, 1, context);

      const transfer = toTransfer(transferOrOptions, context);

      if (impl.isTerminated)
        structuredClone.serialize(message, transfer, context);
      else
        send(impl.number, message, transfer, context);
    }

    terminate() {
      const impl = check(this, WorkerImpl);

      if (impl.isTerminated)
        return;
      impl.isTerminated = true;
      workers.delete(impl.number);
      host.terminateWorker(impl.number);
    }
  });

  for (const type of ['message', 'messageerror', 'error'])
    defineHandlerAttribute(Worker, WorkerImpl, type);

  /* ---- What comes ---- */

  function receiveError(worker, text) {
    const parts = parse(text);
    const message = parts[0],
      filename = parts[1],
      lineno = parts[2],
      colno = parts[3];

    if (worker !== undefined && hasListeners(worker, 'error')) {
      if (!fireFromTask(worker, newErrorEvent(message, filename, lineno, colno, null)))
        return;
    }
    realm.errors.reportOfWorker(message, filename, lineno, colno, parts[4]);
  }

  hooks.receive = (number, kind, text) => {
    const target = number === 0 ? global : workers.get(number);

    realm.promise.setState(null);
    if (kind === ERROR)
      receiveError(target, text);
    else if (target !== undefined && kind === MESSAGE)
      fireMessage(target, { __proto__: null, deserialize: () => realm.between.decode(text) }, '', null);
    else if (target !== undefined && kind === FAILURE && hasListeners(target, 'error'))
      fireFromTask(target, createEvent('error'));
    realm.promise.setState(null);
  };

  /* ---- A worker's own global object ---- */

  if (options.worker) {
    const gone = ['Window', 'requestIdleCallback', 'cancelIdleCallback', 'IdleDeadline'];

    for (let i = 0; i < gone.length; i++)
      deleteProperty(global, gone[i]);

    const WorkerGlobalScope = defineInterface('WorkerGlobalScope', undefined, class extends EventTarget {});
    const DedicatedWorkerGlobalScope = defineInterface('DedicatedWorkerGlobalScope', undefined,
      class extends WorkerGlobalScope {});

    defineHidden(global, 'constructor', DedicatedWorkerGlobalScope);

    const {
      [Symbol.hasInstance]: inherited
    } = EventTarget;
    const hasInstance = {
      [Symbol.hasInstance](value) {
        return value === global && (this === WorkerGlobalScope || this === DedicatedWorkerGlobalScope)
          || apply(inherited, this, [value]);
      },
    } [Symbol.hasInstance];

    defineConstant(WorkerGlobalScope, Symbol.hasInstance, hasInstance, true);
    defineConstant(global, Symbol.toStringTag, 'DedicatedWorkerGlobalScope', true);

    idl.defineGlobalAttribute('name', { replaceable: true, get: () => host.workerName() });

    idl.defineGlobalOperations({
      postMessage(message, transferOrOptions = undefined) {
        const context = "Failed to execute 'postMessage' on 'DedicatedWorkerGlobalScope'";

        idl.checkGlobal(this);
        requireArguments(arguments.length, 1, context);
        send(0, message, toTransfer(transferOrOptions, context), context);
      },

      close() {
        idl.checkGlobal(this);
        host.closeWorker();
      },

      importScripts() {
        const names = new List();

        idl.checkGlobal(this);
        if (options.moduleWorker)
          throw typeError("Failed to execute 'importScripts' on 'WorkerGlobalScope'",
            "Module scripts don't support importScripts().");
        for (let i = 0; i < arguments.length; i++)
          names[i] = toUSVString(arguments[i], "Failed to execute 'importScripts' on 'WorkerGlobalScope'");
        for (let i = 0; i < names.length; i++) {
          const source = sourceOf(names[i], false);

          if (source === undefined || source[0] === '' && apply(slice, names[i], [0, 5]) !== 'data:')
            throw realm.newDOMException(
              `Failed to execute 'importScripts' on 'WorkerGlobalScope': The script at '${names[i]}' failed to load.`,
              'NetworkError');
          if (source[1] !== undefined)
            host.runScript(realm.compileScript(source[1], names[i]), names[i]);
          else {
            const refused = host.importScript(source[0]);

            if (refused !== undefined)
              throw new SyntaxErrorConstructor(refused);
          }
        }
      },
    }, { postMessage: 1, importScripts: 0 });

    realm.reportToCreator = (message, filename, lineno, colno, report) => {
      const parts = new List();

      parts[0] = message;
      parts[1] = filename;
      parts[2] = lineno;
      parts[3] = colno;
      parts[4] = report;
      host.beginMessage();
      return host.sendMessage(0, ERROR, stringify(parts));
    };
  }
})
