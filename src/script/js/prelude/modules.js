/* modules.js: evaluates modules, and import()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The functions bear the names of ECMA-262 §16.2.1.
 *
 *   runtime.module (record, factory)           tells of a module; runs it where no import has asked for it
 *   runtime.import (referrer, specifier)       import()
 */
(function (realm) {
  'use strict';

  const { host, List, runtime } = realm;
  const { apply } = Reflect;
  const { TypeError } = realm.global;
  const { startsWith, slice } = String.prototype;
  const { Job, STEPS, AWAIT } = realm.jobs;
  const { newPromise, resolve } = realm.promise;
  const { REJECTED, settle, performThen, reportException } = realm.promiseInternals;
  const { resumeFunction } = realm.asyncInternals;
  const {
    EVALUATING,
    EVALUATING_ASYNC,
    EVALUATED,
    UNSET,
    DONE,
    push,
    includes,
    load,
    loadRequestedModules,
    link,
    getModuleNamespace,
    addModule
  } = realm.modules;

  const SCHEME = 'session:///';

  /* [[AsyncEvaluationOrder]] of the module that began last */
  let lastOrder = 0;

  /* ---- Evaluate ---- */

  /* ExecuteAsyncModule */
  function executeAsyncModule(module) {
    const promise = newPromise();

    performThen(promise, new Job(STEPS, undefined, () => asyncModuleExecutionFulfilled(module),
      error => asyncModuleExecutionRejected(module, error)));
    resumeFunction(new Job(AWAIT, promise, module.generator, undefined), false, undefined, false);
  }

  function executeModule(module) {
    module.generator.next();
  }

  function innerModuleEvaluation(module, stack, index) {
    if (module.status === EVALUATING_ASYNC || module.status === EVALUATED) {
      if (module.error !== undefined)
        throw module.error.value;
      return index;
    }
    if (module.status === EVALUATING)
      return index;
    module.status = EVALUATING;
    module.dfsIndex = module.dfsAncestorIndex = index++;
    module.pendingAsync = 0;
    push(stack, module);
    for (let i = 0; i < module.loadedModules.length; i++) {
      let required = module.loadedModules[i];

      index = innerModuleEvaluation(required, stack, index);
      if (required.status === EVALUATING) {
        if (required.dfsAncestorIndex < module.dfsAncestorIndex)
          module.dfsAncestorIndex = required.dfsAncestorIndex;
      } else {
        required = required.cycleRoot;
        if (required.error !== undefined)
          throw required.error.value;
      }
      if (required.asyncOrder > 0) {
        module.pendingAsync++;
        push(required.asyncParents, module);
      }
    }
    if (module.pendingAsync > 0 || module.hasTLA) {
      module.asyncOrder = ++lastOrder;
      if (module.pendingAsync === 0)
        executeAsyncModule(module);
    } else {
      executeModule(module);
    }
    if (module.dfsAncestorIndex === module.dfsIndex)
      for (let last; last !== module;) {
        last = stack[stack.length - 1];
        stack.length--;
        last.status = last.asyncOrder === UNSET ? EVALUATED : EVALUATING_ASYNC;
        last.cycleRoot = module;
      }
    return index;
  }

  /* Evaluate. Returns a promise. */
  function evaluate(module) {
    if ((module.status === EVALUATING_ASYNC || module.status === EVALUATED) && module.cycleRoot !== undefined)
      module = module.cycleRoot;
    if (module.topLevelPromise !== undefined)
      return module.topLevelPromise;

    const promise = newPromise();
    const stack = new List();

    module.topLevelPromise = promise;
    try {
      innerModuleEvaluation(module, stack, 0);
      if (module.asyncOrder === UNSET)
        resolve(promise, undefined);
    } catch (error) {
      for (let i = 0; i < stack.length; i++) {
        stack[i].status = EVALUATED;
        stack[i].error = { __proto__: null, value: error };
        stack[i].cycleRoot ??= stack[i];
      }
      settle(promise, REJECTED, error);
    }
    return promise;
  }

  /* GatherAvailableAncestors */
  function gatherAvailableAncestors(module, list) {
    for (let i = 0; i < module.asyncParents.length; i++) {
      const parent = module.asyncParents[i];

      if (includes(list, parent) || parent.cycleRoot.error !== undefined)
        continue;
      if (--parent.pendingAsync === 0) {
        push(list, parent);
        if (!parent.hasTLA)
          gatherAvailableAncestors(parent, list);
      }
    }
    return list;
  }

  function finish(module) {
    module.asyncOrder = DONE;
    module.status = EVALUATED;
    if (module.topLevelPromise !== undefined)
      resolve(module.topLevelPromise, undefined);
  }

  function asyncModuleExecutionFulfilled(module) {
    if (module.status === EVALUATED)
      return;
    finish(module);

    const list = gatherAvailableAncestors(module, new List());

    /* Sort by [[AsyncEvaluationOrder]]. */
    for (let i = 1; i < list.length; i++) {
      const moved = list[i];
      let j = i;

      for (; j > 0 && list[j - 1].asyncOrder > moved.asyncOrder; j--)
        list[j] = list[j - 1];
      list[j] = moved;
    }
    for (let i = 0; i < list.length; i++) {
      const parent = list[i];

      if (parent.status === EVALUATED)
        continue;
      if (parent.hasTLA) {
        executeAsyncModule(parent);
        continue;
      }
      try {
        executeModule(parent);
      } catch (error) {
        asyncModuleExecutionRejected(parent, error);
        continue;
      }
      finish(parent);
    }
  }

  function asyncModuleExecutionRejected(module, error) {
    if (module.status === EVALUATED)
      return;
    module.error = { __proto__: null, value: error };
    module.asyncOrder = DONE;
    module.status = EVALUATED;
    if (module.topLevelPromise !== undefined)
      settle(module.topLevelPromise, REJECTED, error);
    for (let i = 0; i < module.asyncParents.length; i++)
      asyncModuleExecutionRejected(module.asyncParents[i], error);
  }

  /* ---- What transformed code calls ---- */

  /* HTML: run a module script */
  function runModuleScript(module) {
    let promise;

    try {
      loadRequestedModules(module);
      link(module);
      promise = evaluate(module);
    } catch (error) {
      promise = newPromise();
      settle(promise, REJECTED, error);
    }
    performThen(promise, new Job(STEPS, undefined, () => {}, error => reportException(error)));
  }

  runtime.module = (text, factory) => {
    const { module, isWanted } = addModule(text, factory);

    if (!isWanted)
      runModuleScript(module);
  };

  /* ContinueDynamicImport */
  function continueDynamicImport(promise, module) {
    try {
      link(module);
    } catch (error) {
      settle(promise, REJECTED, error);
      return;
    }
    performThen(evaluate(module), new Job(STEPS, undefined, () => {
      let namespace;

      try {
        namespace = getModuleNamespace(module);
      } catch (error) {
        settle(promise, REJECTED, error);
        return;
      }
      resolve(promise, namespace);
    }, error => settle(promise, REJECTED, error)));
  }

  /* import(): fetches in a task of its own what is not there yet, as browsers do. */
  runtime.import = (referrer, value) => {
    const promise = newPromise();
    let specifier;

    try {
      specifier = `${value}`;
      if (apply(startsWith, specifier, [SCHEME]))
        specifier = `/${apply(slice, specifier, [SCHEME.length])}`;
      host.resolveModule(referrer, specifier);
    } catch (error) {
      settle(promise, REJECTED, typeof error === 'string' ? new TypeError(error) : error);
      return promise;
    }
    realm.loopTasks.post('default', () => {
      let module;

      try {
        module = load(referrer, specifier, undefined);
        loadRequestedModules(module);
      } catch (error) {
        settle(promise, REJECTED, error);
        return;
      }
      continueDynamicImport(promise, module);
    }, 0, 'import');
    return promise;
  };
})
