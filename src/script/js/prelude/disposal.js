/* disposal.js: explicit resource management: DisposableStack, AsyncDisposableStack, SuppressedError, and using in transformed code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * ECMAScript's proposal-explicit-resource-management, whose operations the functions bear the names of.
 *
 *   runtime.resources ()   → the resources of a block: use (value), useAsync (value), fail (error), dispose (), disposeAsync ()
 */
(function (realm) {
  'use strict';

  const { global, List, runtime } = realm;
  const { apply, construct, getPrototypeOf, setPrototypeOf } = Reflect;
  const { Error, Object, ReferenceError, Symbol, TypeError } = global;
  const { create, freeze } = Object;
  const { isObject, defineConstant, defineHidden } = realm.properties;
  const { getMethod } = realm.iteration;
  const { newPromise, resolve } = realm.promise;
  const { REJECTED, settle, nothing, performThen, promiseResolve } = realm.promiseInternals;
  const { startFunction, bodyPrototype } = realm.asyncInternals;
  const { Job, REACTION } = realm.jobs;

  const IteratorPrototype = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()));

  for (const name of ['dispose', 'asyncDispose'])
    if (Symbol[name] === undefined)
      defineConstant(Symbol, name, Symbol(`Symbol.${name}`), false);

  const { dispose, asyncDispose, toStringTag, iterator } = Symbol;

  /* ---- SuppressedError ---- */

  const SuppressedError = function SuppressedError(error, suppressed, message) {
    const target = new.target === undefined ? SuppressedError : new.target;
    const self = construct(Error, message === undefined ? [] : [message], target);

    defineHidden(self, 'error', error);
    defineHidden(self, 'suppressed', suppressed);
    return self;
  };

  setPrototypeOf(SuppressedError, Error);
  defineConstant(SuppressedError, 'length', 3, true);

  const suppressedPrototype = create(Error.prototype);

  defineConstant(SuppressedError, 'prototype', suppressedPrototype, false);
  defineHidden(suppressedPrototype, 'constructor', SuppressedError);
  defineHidden(suppressedPrototype, 'name', 'SuppressedError');
  defineHidden(suppressedPrototype, 'message', '');
  defineHidden(global, 'SuppressedError', SuppressedError);

  const suppress = (error, suppressed) => new SuppressedError(error, suppressed);

  /* ---- Resources ---- */

  /* GetDisposeMethod */
  function getDisposeMethod(value, isAsync) {
    if (!isAsync)
      return getMethod(value, dispose);

    const method = getMethod(value, asyncDispose);

    if (method !== undefined)
      return method;

    const syncMethod = getMethod(value, dispose);

    /* What a synchronous method returns is not awaited. */
    return syncMethod === undefined ? undefined : {
      method() {
        apply(syncMethod, this, nothing);
      },
    }.method;
  }

  /* CreateDisposableResource, AddDisposableResource. Only `await using` keeps null and undefined: it awaits for them as well. */
  function addResource(list, value, isAsync) {
    if (value === null || value === undefined) {
      if (isAsync)
        list[list.length] = { __proto__: null, value: undefined, method: undefined, isAsync };
      return;
    }
    if (!isObject(value))
      throw new TypeError('A resource has to be an object, null or undefined');

    const method = getDisposeMethod(value, isAsync);

    if (method === undefined)
      throw new TypeError(isAsync ? 'Symbol(Symbol.asyncDispose) and Symbol(Symbol.dispose) are no methods of the resource' :
        'Symbol(Symbol.dispose) is no method of the resource');
    list[list.length] = { __proto__: null, value, method, isAsync };
  }

  function addCallback(list, value, method, isAsync) {
    list[list.length] = { __proto__: null, value, method, isAsync };
  }

  /* How a block, or the callbacks of a stack, have ended */
  class Completion {
    constructor() {
      this.threw = false;
      this.error = undefined;
    }

    fail(error) {
      this.error = this.threw ? suppress(error, this.error) : error;
      this.threw = true;
    }

    end() {
      if (this.threw)
        throw this.error;
    }
  }
  setPrototypeOf(Completion.prototype, null);

  /* DisposeResources, where nothing is awaited */
  function disposeResources(list, completion) {
    while (list.length > 0) {
      const { value, method } = list[list.length - 1];

      list.length--;
      try {
        apply(method, value, nothing);
      } catch (error) {
        completion.fail(error);
      }
    }
    completion.end();
  }

  /* DisposeResources. Yields what is to be awaited. */
  function* disposeResourcesAsync(list, completion) {
    let needsAwait = false,
      hasAwaited = false;

    while (list.length > 0) {
      const { value, method, isAsync } = list[list.length - 1];

      list.length--;
      if (!isAsync && needsAwait && !hasAwaited) {
        yield undefined;
        needsAwait = false;
      }
      if (method === undefined) {
        needsAwait = true;
        continue;
      }
      try {
        const result = apply(method, value, nothing);

        if (isAsync) {
          hasAwaited = true;
          yield result;
        }
      } catch (error) {
        completion.fail(error);
      }
    }
    if (needsAwait && !hasAwaited)
      yield undefined;
    completion.end();
  }

  /* Transformed code delegates to this generator, with methods that programs cannot change. */
  disposeResourcesAsync.prototype = freeze({
    __proto__: null,
    next: bodyPrototype.next,
    throw: bodyPrototype.throw,
    return: bodyPrototype.return,
    [iterator]() { return this; },
  });

  class Resources {
    constructor() {
      this.list = new List();
      this.completion = new Completion();
    }

    use(value) {
      addResource(this.list, value, false);
      return value;
    }

    useAsync(value) {
      addResource(this.list, value, true);
      return value;
    }

    fail(error) {
      this.completion.fail(error);
    }

    dispose() {
      disposeResources(this.list, this.completion);
    }

    disposeAsync() {
      return disposeResourcesAsync(this.list, this.completion);
    }
  }
  setPrototypeOf(Resources.prototype, null);

  runtime.resources = () => new Resources();

  /* ---- DisposableStack, AsyncDisposableStack ---- */

  function defineStack(name, isAsync, methods) {
    const Stack = {
      [name]: class {
        #list = new List();
        #isDisposed = false;

        static list(self, method) {
          if (!isObject(self) || !(#list in self))
            throw new TypeError(`Method ${name}.prototype.${method} called on incompatible receiver`);
          return self.#list;
        }

        static open(self, method) {
          const list = this.list(self, method);

          if (self.#isDisposed)
            throw new ReferenceError(`Cannot ${method === 'move' ? 'move' : 'add values to'} a disposed stack`);
          return list;
        }

        static close(self) {
          const isOpen = !self.#isDisposed;

          self.#isDisposed = true;
          return isOpen;
        }

        static isDisposed(self) {
          this.list(self, 'disposed');
          return self.#isDisposed;
        }

        static fill(self, list) {
          self.#list = list;
        }
      },
    } [name];
    const { prototype } = Stack;
    const internal = { __proto__: null };

    for (const key of ['list', 'open', 'close', 'isDisposed', 'fill']) {
      const f = Stack[key];

      internal[key] = (self, argument) => apply(f, internal, [self, argument]);
      delete Stack[key];
    }
    internal.Stack = Stack;
    setPrototypeOf(Stack, global.Function.prototype);

    const own = {
      use(value) {
        const list = internal.open(this, 'use');

        addResource(list, value, isAsync);
        return value;
      },

      adopt(value, onDispose) {
        const list = internal.open(this, 'adopt');

        if (typeof onDispose !== 'function')
          throw new TypeError('The second argument has to be a function');
        addCallback(list, undefined, () => apply(onDispose, undefined, [value]), isAsync);
        return value;
      },

      defer(onDispose) {
        const list = internal.open(this, 'defer');

        if (typeof onDispose !== 'function')
          throw new TypeError('The argument has to be a function');
        addCallback(list, undefined, () => apply(onDispose, undefined, nothing), isAsync);
      },

      move() {
        const list = internal.open(this, 'move');
        const moved = new Stack();

        internal.fill(moved, list);
        internal.fill(this, new List());
        internal.close(this);
        return moved;
      },

      get disposed() {
        return internal.isDisposed(this);
      },
    };
    const method = methods(internal);

    for (const key of ['use', 'adopt', 'defer', 'move'])
      defineHidden(prototype, key, own[key]);
    defineHidden(prototype, isAsync ? 'disposeAsync' : 'dispose', method);
    defineHidden(prototype, isAsync ? asyncDispose : dispose, method);

    const descriptor = Reflect.getOwnPropertyDescriptor(own, 'disposed');

    Reflect.defineProperty(prototype, 'disposed', {
      __proto__: null,
      get: descriptor.get,
      set: undefined,
      enumerable: false,
      configurable: true
    });
    defineConstant(prototype, toStringTag, name, true);
    defineHidden(global, name, Stack);
  }

  defineStack('DisposableStack', false, internal => ({
    dispose() {
      const list = internal.list(this, 'dispose');

      if (internal.close(this))
        disposeResources(list, new Completion());
    },
  }).dispose);

  function* disposeStack(list) {
    yield* disposeResourcesAsync(list, new Completion());
  }

  defineStack('AsyncDisposableStack', true, internal => ({
    disposeAsync() {
      const promise = newPromise();

      try {
        const list = internal.list(this, 'disposeAsync');

        if (internal.close(this))
          return startFunction(disposeStack, undefined, [list]);
        resolve(promise, undefined);
      } catch (error) {
        settle(promise, REJECTED, error);
      }
      return promise;
    },
  }).disposeAsync);

  /* ---- Iterators ---- */

  const iteratorMethods = {
    [dispose]() {
      const method = getMethod(this, 'return');

      if (method !== undefined)
        apply(method, this, nothing);
    },

    [asyncDispose]() {
      const promise = newPromise();

      try {
        const method = getMethod(this, 'return');

        if (method === undefined) {
          resolve(promise, undefined);
        } else {
          const result = apply(method, this, nothing);

          performThen(promiseResolve(global.Promise, result), new Job(REACTION, promise, () => undefined, undefined));
        }
      } catch (error) {
        settle(promise, REJECTED, error);
      }
      return promise;
    },
  };

  if (IteratorPrototype !== null && IteratorPrototype[dispose] === undefined)
    defineHidden(IteratorPrototype, dispose, iteratorMethods[dispose]);

  defineHidden(getPrototypeOf(realm.asyncGenerators.AsyncGeneratorPrototype), asyncDispose, iteratorMethods[asyncDispose]);
})
