/* console.js: console, log() and done()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { TypeErrorConstructor, filterOf, tableOf } = realm.consoleTable;
  const { method, strings } = realm.inspectValues;
  const { isObject, ownValue, defineConstant, defineElement, defineHidden, defineMethods } = realm.properties;
  const { global, host, inspect, List, Table } = realm;
  const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
  const { is, create } = Object;
  const { round } = Math;
  const { toStringTag } = Symbol;
  const StringOf = String;
  const parseInteger = parseInt;
  const parseDecimal = parseFloat;
  const { charCodeAt, includes, indexOf, repeat, replaceAll, slice } = strings;
  const symbolToString = method(Symbol.prototype.toString);
  const MAX_GROUPS = 1000;

  const counts = new Table();
  const timers = new Table();
  let groups = 0;

  /* Converts a DOMString argument whose default is "default". */
  function toLabel(value) {
    if (typeof value === 'string')
      return value;
    if (value === undefined)
      return 'default';
    if (typeof value === 'symbol')
      throw new TypeErrorConstructor('Cannot convert a symbol to a string');
    return `${value}`;
  }

  /* ---- Text ---- */

  function format(value) {
    switch (typeof value) {
      case 'string':
        return value;
      case 'number':
        return is(value, -0) ? '-0' : `${value}`;
      case 'boolean':
      case 'undefined':
        return `${value}`;
      default:
        return inspect(value);
    }
  }

  const objectOptions = { __proto__: null, depth: 4 };

  /* Returns the text for a format specifier, or undefined for another character. */
  function substitute(specifier, value) {
    switch (specifier) {
      case 115:
        /* s */
        return typeof value === 'symbol' ? symbolToString(value) : StringOf(value);

      case 100:
        /* d */
      case 105:
        /* i */
        return typeof value === 'bigint' ? `${value}n` : format(typeof value === 'symbol' ? NaN : parseInteger(value, 10));

      case 102:
        /* f */
        return format(typeof value === 'symbol' ? NaN : parseDecimal(value));

      case 111:
        /* o */
        return inspect(value, objectOptions);

      case 79:
        /* O */
        return inspect(value);

      case 99:
        /* c: style */
        return '';

      default:
        return undefined;
    }
  }

  /* The Console Standard's Formatter. Appends the arguments that remain. args: a list or rest arguments, all own elements */
  function formatAll(args) {
    const count = args.length;

    if (count === 0)
      return '';

    let text = '';
    let next = 0;

    if (typeof args[0] === 'string' && count > 1) {
      const pattern = args[0];
      let from = 0;
      let at = indexOf(pattern, '%');

      next = 1;
      while (at >= 0 && at + 1 < pattern.length) {
        const specifier = charCodeAt(pattern, at + 1);

        if (specifier === 37) {
          text += slice(pattern, from, at + 1);
          from = at + 2;
        } else if (next < count) {
          const replacement = substitute(specifier, args[next]);

          if (replacement !== undefined) {
            text += slice(pattern, from, at) + replacement;
            from = at + 2;
            next++;
          }
        }
        at = indexOf(pattern, '%', from > at ? from : at + 1);
      }

      text += slice(pattern, from);
    } else {
      text = format(args[0]);
      next = 1;
    }

    for (; next < count; next++)
      text += ` ${format (args[next])}`;

    return text;
  }

  function print(level, text) {
    if (groups > 0) {
      const indentation = repeat('  ', groups);

      text = indentation + (includes(text, '\n') ? replaceAll(text, '\n', `\n${indentation}`) : text);
    }

    host.log(level, text);
  }

  /* ---- Time ---- */

  /* Readings are in ms with a fraction of µs. Digits below that come from the subtraction. */
  function elapsed(since) {
    return `${round ((host.time () - since) * 1000) / 1000} ms`;
  }

  function reportTime(level, label, data) {
    const since = timers.get(label);

    if (since === undefined) {
      print('warn', `Timer '${label}' does not exist`);
      return false;
    }

    const rest = data.length > 0 ? ` ${formatRest (data)}` : '';

    print(level, `${label}: ${elapsed (since)}${rest}`);
    return true;
  }

  /* Joins data behind a label, where format specifiers mean nothing. */
  function formatRest(data) {
    let text = '';

    for (let i = 0; i < data.length; i++)
      text += (i > 0 ? ' ' : '') + format(data[i]);
    return text;
  }

  /* ---- The namespace object ---- */

  /* Makes a method that prints with a level. */
  const printer = (name, level) => ({
    [name](...data) {
      if (data.length > 0)
        print(level, formatAll(data));
    },
  } [name]);

  /* Makes a method that begins a group. */
  const grouper = (name) => ({
    [name](...data) {
      print('log', data.length > 0 ? formatAll(data) : `console.${name}`);
      if (groups < MAX_GROUPS)
        groups++;
    },
  } [name]);

  const methods = {
    debug: printer('debug', 'debug'),
    error: printer('error', 'error'),
    info: printer('info', 'info'),
    log: printer('log', 'log'),
    warn: printer('warn', 'warn'),

    dir(...data) {
      const depth = isObject(data[1]) && realm.proxyTarget(data[1]) === undefined ? ownValue(data[1], 'depth') : undefined;

      print('log', inspect(data[0], typeof depth === 'number' || depth === null ? { __proto__: null, depth } : undefined));
    },

    dirxml: printer('dirxml', 'log'),

    table(...data) {
      if (data.length === 0)
        return;

      const text = tableOf(data[0], filterOf(data[1]));

      print('log', text ?? format(data[0]));
    },

    trace(...data) {
      const text = data.length > 0 ? formatAll(data) : 'console.trace';

      print('log', text + realm.formatFrames(new ErrorConstructor()));
    },

    group: grouper('group'),
    groupCollapsed: grouper('groupCollapsed'),

    groupEnd() {
      if (groups > 0)
        groups--;
    },

    clear() {
      groups = 0;
    },

    count(label = undefined) {
      const name = toLabel(label);
      const count = (counts.get(name) ?? 0) + 1;

      counts.set(name, count);
      print('info', `${name}: ${count}`);
    },

    countReset(label = undefined) {
      const name = toLabel(label);

      if (counts.has(name))
        counts.set(name, 0);
      else
        print('warn', `Count for '${name}' does not exist`);
    },

    assert(...data) {
      if (data[0])
        return;

      if (data.length < 2) {
        print('error', 'Assertion failed');
        return;
      }

      const rest = new List();

      if (typeof data[1] !== 'string')
        rest[0] = 'Assertion failed';
      for (let i = 1; i < data.length; i++)
        rest[rest.length] = data[i];
      if (typeof data[1] === 'string')
        rest[0] = `Assertion failed: ${data[1]}`;
      print('error', formatAll(rest));
    },

    /* Profiles are for other tools. */
    profile() {},

    profileEnd() {},

    time(label = undefined) {
      const name = toLabel(label);

      if (timers.has(name))
        print('warn', `Timer '${name}' already exists`);
      else
        timers.set(name, host.time());
    },

    timeLog(...data) {
      const name = toLabel(data[0]);
      const rest = new List();

      for (let i = 1; i < data.length; i++)
        rest[i - 1] = data[i];
      reportTime('log', name, rest);
    },

    timeEnd(label = undefined) {
      const name = toLabel(label);

      if (reportTime('info', name, new List()))
        timers.delete(name);
    },

    timeStamp() {},
  };

  const ErrorConstructor = Error;

  /* What V8 adds. The size of the heap is not known. Browsers tell it in large steps, too. */
  const memory = { totalJSHeapSize: 10000000, usedJSHeapSize: 10000000, jsHeapSizeLimit: 2147483648 };
  const memoryPrototype = create(Object.prototype);

  {
    const names = ownKeys(memory);

    for (let i = 0; i < names.length; i++) {
      const value = memory[names[i]];

      defineProperty(memoryPrototype, names[i], {
        __proto__: null,
        get: getOwnPropertyDescriptor({ get [names[i]]() { return value; } }, names[i]).get,
        enumerable: true,
        configurable: true,
      });
    }
    defineConstant(memoryPrototype, toStringTag, 'MemoryInfo', true);
  }

  class Task {
    #isTask = true;

    static run(self, f) {
      if (typeof self !== 'object' || self === null || !(#isTask in self))
        throw new TypeErrorConstructor('Illegal invocation');
      if (typeof f !== 'function')
        throw new ErrorConstructor('First argument must be a function.');
      return apply(f, undefined, []);
    }
  }

  const { run: runTask } = Task;
  const contextNames = ['dir', 'dirxml', 'table', 'groupEnd', 'clear', 'count', 'countReset', 'profile', 'profileEnd', 'debug',
    'error', 'info',
                      'log', 'warn', 'trace', 'group', 'groupCollapsed', 'assert', 'time', 'timeLog', 'timeEnd', 'timeStamp'];

  const extras = {
    /* Makes a console for a part of a program. All consoles print alike here. */
    context(name = undefined) {
      const console = create(create(Object.prototype));

      for (let i = 0; i < contextNames.length; i++) {
        const method = contextNames[i];
        const called = {
          [method](...data) { return apply(methods[method], this, data); }
        } [method];

        defineConstant(called, 'length', 1, true);
        defineElement(console, method, called);
      }
      return console;
    },

    /* Tasks appear in the stacks that debuggers show. */
    createTask(...names) {
      if (typeof names[0] !== 'string' || names[0] === '')
        throw new ErrorConstructor('First argument must be a non-empty string.');

      const task = new Task();

      setPrototypeOf(task, create(Object.prototype));
      defineElement(task, 'run', { run(...f) { return runTask(this, f[0]); } }.run);
      return task;
    },
  };

  /* The prototype of a namespace object is an object of its own. */
  const namespace = create(create(Object.prototype));

  defineConstant(extras.context, 'length', 1, true);
  for (const members of [methods, extras])
    for (const name of ownKeys(members))
      defineElement(namespace, name, members[name]);

  {
    const get = () => create(memoryPrototype);
    const set = (value) => {};

    defineConstant(get, 'name', '', true);
    defineConstant(set, 'name', '', true);
    defineProperty(namespace, 'memory', { __proto__: null, get, set, enumerable: true, configurable: true });
  }

  defineConstant(namespace, toStringTag, 'console', true);
  defineHidden(global, 'console', namespace);

  /* ---- Globals of test programs ---- */

  defineMethods(global, {
    log(...args) {
      let text = '';

      for (let i = 0; i < args.length; i++)
        text += (i > 0 ? ' ' : '') + (typeof args[i] === 'string' ? args[i] : StringOf(args[i]));
      host.log('log', text);
    },

    /* A program calls this when it is done. */
    done() {},
  });
})
