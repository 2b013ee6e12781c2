/* module-records.js: the modules of a program, and how they are linked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Source text module records (ECMA-262 §16.2.1), whose methods bear the names of the specification. The transformation writes each
 * module as a call of `__ls.module()`; see transform-modules.js. The host finds files and reads them:
 *
 *   host.resolveModule (referrer, specifier)   → the name of the module, or throws what is wrong, a string
 *   host.loadModule (name)                     runs the module's call of `__ls.module()`. Returns undefined, or what is wrong: a string
 *                                              "file:line:column: SyntaxError: …" or a sentence
 *
 *   realm.modulePlace (error)                  → where an error of loading or linking is in the source, or undefined
 *   realm.isNamespace (object)                 tells whether an object is the namespace of a module
 *   realm.modules                              what modules.js needs
 */
(function (realm) {
  'use strict';

  const { global, host, List, runtime, Table } = realm;
  const { apply, ownKeys } = Reflect;
  const { SyntaxError, TypeError, WeakMap, Symbol, Object } = global;
  const { create, defineProperty, preventExtensions } = Object;
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
  const { exec } = RegExp.prototype;
  const { NativeProxy } = realm.inspectValues;
  const { describeData, defineHidden } = realm.properties;
  const { bodyPrototype } = realm.asyncInternals;

  /* ---- Where errors are ---- */

  const places = new WeakMap();

  function placed(error, url, line, column) {
    apply(weakSet, places, [error, { __proto__: null, url, line, column, isInSource: true }]);
    return error;
  }

  realm.modulePlace = error =>
    typeof error === 'object' && error !== null ? apply(weakGet, places, [error]) : undefined;

  const syntaxErrorText = /^(.*):(\d+):(\d+): SyntaxError: ([^]*)$/;
  Object.freeze(syntaxErrorText);
  const isSyntaxError = text => apply(exec, syntaxErrorText, [text]) !== null;

  /* Makes the error of a module that cannot be read. */
  function loadError(text, referrer, request) {
    const parts = apply(exec, syntaxErrorText, [text]);

    if (parts !== null)
      return placed(new SyntaxError(parts[4]), parts[1], +parts[2], +parts[3]);

    const error = new TypeError(text);

    return request !== undefined ? placed(error, referrer, request[1], request[2]) : error;
  }

  /* ---- Records ---- */

  /* [[Status]] */
  const UNLINKED = 0;
  const LINKING = 1;
  const LINKED = 2;
  const EVALUATING = 3;
  const EVALUATING_ASYNC = 4;
  const EVALUATED = 5;

  /* [[AsyncEvaluationOrder]] where it is no number */
  const UNSET = 0;
  const DONE = -1;

  /* The module map: name → record */
  const modules = new Table();

  /* The name of the module that is being loaded */
  let loading;

  function newRecord(text, factory) {
    return {
      __proto__: null,
      name: text.name,
      requests: text.requests,
      imports: text.imports,
      locals: text.locals,
      indirect: text.indirect,
      stars: text.stars,
      hasTLA: text.awaits,
      factory,
      loadedModules: undefined,
      isLoaded: false,
      generator: undefined,
      cells: undefined,
      namespace: undefined,
      meta: undefined,
      status: UNLINKED,
      error: undefined,
      dfsIndex: 0,
      dfsAncestorIndex: 0,
      cycleRoot: undefined,
      asyncOrder: UNSET,
      topLevelPromise: undefined,
      asyncParents: new List(),
      pendingAsync: 0,
    };
  }

  function push(list, value) {
    list[list.length] = value;
  }

  function includes(list, value) {
    for (let i = 0; i < list.length; i++)
      if (list[i] === value)
        return true;
    return false;
  }

  /* HostLoadImportedModule. A module that cannot be parsed keeps its error. */
  function load(referrer, specifier, request) {
    let name;

    try {
      name = host.resolveModule(referrer, specifier);
    } catch (text) {
      throw loadError(text, referrer, request);
    }

    let known = modules.get(name);

    if (known === undefined) {
      const outer = loading;

      loading = name;

      const text = host.loadModule(name);

      loading = outer;
      if (text !== undefined) {
        const error = loadError(text, referrer, request);

        if (isSyntaxError(text))
          modules.set(name, { __proto__: null, parseError: error });
        throw error;
      }
      known = modules.get(name);
    }
    if (known.parseError !== undefined)
      throw known.parseError;
    return known;
  }

  /* LoadRequestedModules: the whole graph, before any of it is linked */
  function loadRequestedModules(module) {
    const work = new List();

    push(work, module);
    for (let i = 0; i < work.length; i++) {
      const record = work[i];

      if (record.isLoaded)
        continue;
      record.isLoaded = true;
      try {
        const loaded = new List();

        for (let j = 0; j < record.requests.length; j++)
          push(loaded, load(record.name, record.requests[j][0], record.requests[j]));
        record.loadedModules = loaded;
        for (let j = 0; j < loaded.length; j++)
          push(work, loaded[j]);
      } catch (error) {
        /* The next import of any of these tries again. */
        for (let j = 0; j < work.length; j++)
          if (work[j].status === UNLINKED)
            work[j].isLoaded = false;
        throw error;
      }
    }
  }

  /* GetExportedNames */
  function getExportedNames(module, seen, names) {
    if (includes(seen, module))
      return names;
    push(seen, module);
    for (let i = 0; i < module.locals.length; i++)
      push(names, module.locals[i][0]);
    for (let i = 0; i < module.indirect.length; i++)
      push(names, module.indirect[i][0]);
    for (let i = 0; i < module.stars.length; i++) {
      const starNames = getExportedNames(module.loadedModules[module.stars[i]], seen, new List());

      for (let j = 0; j < starNames.length; j++)
        if (starNames[j] !== 'default' && !includes(names, starNames[j]))
          push(names, starNames[j]);
    }
    return names;
  }

  const AMBIGUOUS = { __proto__: null };

  /* ResolveExport → { module, local }, where local is undefined for the namespace of the module; or null, or AMBIGUOUS */
  function resolveExport(module, name, resolveSet) {
    for (let i = 0; i < resolveSet.length; i++)
      if (resolveSet[i].module === module && resolveSet[i].name === name)
        return null;
    push(resolveSet, { __proto__: null, module, name });
    for (let i = 0; i < module.locals.length; i++)
      if (module.locals[i][0] === name)
        return { __proto__: null, module, local: module.locals[i][1] };
    for (let i = 0; i < module.indirect.length; i++) {
      const entry = module.indirect[i];

      if (entry[0] !== name)
        continue;

      const imported = module.loadedModules[entry[1]];

      return entry[2] === null ? { __proto__: null, module: imported, local: undefined } :
        resolveExport(imported, entry[2], resolveSet);
    }
    if (name === 'default')
      return null;

    let star = null;

    for (let i = 0; i < module.stars.length; i++) {
      const resolution = resolveExport(module.loadedModules[module.stars[i]], name, resolveSet);

      if (resolution === AMBIGUOUS)
        return AMBIGUOUS;
      if (resolution === null)
        continue;
      if (star === null)
        star = resolution;
      else if (star.module !== resolution.module || star.local !== resolution.local)
        return AMBIGUOUS;
    }
    return star;
  }

  /* Resolves a name that a module imports. Throws where there is none. */
  function resolveImport(module, request, name, line, column) {
    const resolution = resolveExport(module.loadedModules[request], name, new List());
    const specifier = module.requests[request][0];

    if (resolution === null)
      throw placed(new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'`),
        module.name, line, column);
    if (resolution === AMBIGUOUS)
      throw placed(new SyntaxError(`The requested module '${specifier}' contains conflicting star exports for name '${name}'`),
        module.name, line, column);
    return resolution;
  }

  const namespaces = new WeakMap();

  realm.isNamespace = object => apply(weakGet, namespaces, [object]) === true;

  function read({ module, local }) {
    if (local === undefined)
      return getModuleNamespace(module);
    if (!realm.isInspecting)
      return (0, module.cells[local])();
    try {
      return (0, module.cells[local])();
    } catch {
      return undefined;
    }
  }

  /* ---- Namespaces ---- */

  /* Sorts names by their code units. */
  function sort(names) {
    for (let i = 1; i < names.length; i++) {
      const name = names[i];
      let j = i;

      for (; j > 0 && names[j - 1] > name; j--)
        names[j] = names[j - 1];
      names[j] = name;
    }
    return names;
  }

  /* ModuleNamespaceCreate, with a proxy for the exotic object. Its target has the keys. */
  function getModuleNamespace(module) {
    if (module.namespace !== undefined)
      return module.namespace;

    const names = getExportedNames(module, new List(), new List());
    const target = create(null);
    const resolutions = new Table();

    sort(names);
    for (let i = 0; i < names.length; i++) {
      const resolution = resolveExport(module, names[i], new List());

      if (resolution === null || resolution === AMBIGUOUS)
        continue;
      resolutions.set(names[i], resolution);
      defineProperty(target, names[i], describeData(undefined, true, true, false));
    }
    defineProperty(target, Symbol.toStringTag, describeData('Module', false, false, false));
    preventExtensions(target);

    const { getOwnPropertyDescriptor, has, get } = Reflect;

    module.namespace = new NativeProxy(target, {
      __proto__: null,
      getPrototypeOf: () => null,
      setPrototypeOf: (_, prototype) => prototype === null,
      isExtensible: () => false,
      preventExtensions: () => true,
      getOwnPropertyDescriptor: (_, key) => resolutions.has(key) ?
        describeData(read(resolutions.get(key)), true, true, false) : getOwnPropertyDescriptor(target, key),
      defineProperty: (_, key, descriptor) => {
        const current = getOwnPropertyDescriptor(target, key);

        if (current === undefined || descriptor.configurable === true || descriptor.get !== undefined || descriptor.set !==
          undefined)
          return false;
        if (!resolutions.has(key))
          return Reflect.defineProperty(target, key, descriptor);
        return descriptor.enumerable !== false && descriptor.writable !== false &&
          (!('value' in descriptor) || Object.is(descriptor.value, read(resolutions.get(key))));
      },
      has: (_, key) => has(target, key),
      get: (_, key) => resolutions.has(key) ? read(resolutions.get(key)) : get(target, key),
      set: () => false,
      deleteProperty: (_, key) => !has(target, key),
      ownKeys: () => ownKeys(target),
    });
    apply(weakSet, namespaces, [module.namespace, true]);
    return module.namespace;
  }

  /* ---- Link ---- */

  function makeMeta(module) {
    const meta = create(null);
    const url = `session:///${module.name}`;

    meta.url = url;
    defineHidden(meta, 'resolve', {
      resolve(specifier) {
        try {
          return `session:///${host.resolveModule(module.name, `${specifier}`)}`;
        } catch (text) {
          throw typeof text === 'string' ? new TypeError(text) : text;
        }
      },
    }.resolve);
    defineProperty(meta, 'resolve', { __proto__: null, enumerable: true });
    return meta;
  }

  /* InitializeEnvironment. The body declares its functions, and gives a function for each local name that is exported. */
  function initializeEnvironment(module) {
    for (let i = 0; i < module.indirect.length; i++) {
      const entry = module.indirect[i];

      if (entry[2] !== null)
        resolveImport(module, entry[1], entry[2], entry[3], entry[4]);
    }

    const scope = create(null);

    for (let i = 0; i < module.imports.length; i++) {
      const entry = module.imports[i];
      const resolution = entry[1] === null ? { __proto__: null, module: module.loadedModules[entry[0]], local: undefined } :
        resolveImport(module, entry[0], entry[1], entry[3], entry[4]);

      defineProperty(scope, entry[2], {
        __proto__: null,
        get: () => read(resolution),
        set: () => {
          throw new TypeError('Assignment to constant variable.');
        },
        enumerable: true,
      });
    }

    const body = (0, module.factory)(scope);

    body.prototype = bodyPrototype;
    module.meta = makeMeta(module);
    module.generator = apply(body, undefined, [runtime, module.meta]);
    module.cells = module.generator.next().value;
    module.factory = undefined;
  }

  function innerModuleLinking(module, stack, index) {
    if (module.status !== UNLINKED)
      return index;
    module.status = LINKING;
    module.dfsIndex = module.dfsAncestorIndex = index++;
    push(stack, module);
    for (let i = 0; i < module.loadedModules.length; i++) {
      const required = module.loadedModules[i];

      index = innerModuleLinking(required, stack, index);
      if (required.status === LINKING && required.dfsAncestorIndex < module.dfsAncestorIndex)
        module.dfsAncestorIndex = required.dfsAncestorIndex;
    }
    initializeEnvironment(module);
    if (module.dfsAncestorIndex === module.dfsIndex)
      for (let last; last !== module;) {
        last = stack[stack.length - 1];
        stack.length--;
        last.status = LINKED;
      }
    return index;
  }

  function link(module) {
    const stack = new List();

    try {
      innerModuleLinking(module, stack, 0);
    } catch (error) {
      for (let i = 0; i < stack.length; i++)
        stack[i].status = UNLINKED;
      throw error;
    }
  }

  /* Keeps a module that its own code tells of. Workers made of text, and scripts that could not be read before, are new each time.
   * Returns its record, and in `isWanted` whether an import waits for it. */
  function addModule(text, factory) {
    let module = modules.get(text.name);

    if (module === undefined || module.parseError !== undefined || text.name === '') {
      module = newRecord(text, factory);
      modules.set(text.name, module);
    }
    return { __proto__: null, module, isWanted: loading === text.name };
  }

  realm.modules = {
    __proto__: null,
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
    addModule,
  };
})
