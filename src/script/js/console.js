/* console.js: the console namespace object, log() and done()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
'use strict';

const { global, host, inspect } = realm;
const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
const { hasOwn, is, create } = Object;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { max, round } = Math;
const { toStringTag } = Symbol;
const StringOf = String;
const parseInteger = parseInt;
const parseDecimal = parseFloat;
const NativeMap = Map;

/* An array that inherits nothing: a program may define setters for indices on Array.prototype. */
class List extends Array {
  /* A constructor that is left out passes its arguments on by the iterator of arrays. */
  constructor () {
    super ();
  }

  static {
    setPrototypeOf (this.prototype, null);
  }
}

function method (f) {
  return (self, a, b) => apply (f, self, [a, b]);
}

const charCodeAt = method (String.prototype.charCodeAt);
const indexOf = method (String.prototype.indexOf);
const includes = method (String.prototype.includes);
const padEnd = method (String.prototype.padEnd);
const repeat = method (String.prototype.repeat);
const replaceAll = method (String.prototype.replaceAll);
const slice = method (String.prototype.slice);
const symbolToString = method (Symbol.prototype.toString);
const join = method (Array.prototype.join);
const mapGet = method (Map.prototype.get);
const mapSet = method (Map.prototype.set);
const mapHas = method (Map.prototype.has);
const mapDelete = method (Map.prototype.delete);
const mapEntries = method (Map.prototype.entries);
const mapNext = method (Reflect.getPrototypeOf (new Map ().entries ()).next);
const setValues = method (Set.prototype.values);
const setNext = method (Reflect.getPrototypeOf (new Set ().values ()).next);
const mapSizeGetter = getOwnPropertyDescriptor (Map.prototype, 'size').get;
const setSizeGetter = getOwnPropertyDescriptor (Set.prototype, 'size').get;

const MAX_GROUPS = 1000;
const MAX_ROWS = 1000;
const MAX_COLUMNS = 100;
const MAX_CELL = 1000;

const counts = new NativeMap ();
const timers = new NativeMap ();
let groups = 0;


/* A DOMString argument that is "default" when it is left out. */
function toLabel (value) {
  if (typeof value === 'string')
    return value;
  if (value === undefined)
    return 'default';
  if (typeof value === 'symbol')
    throw new TypeErrorConstructor ('Cannot convert a symbol to a string');
  return `${value}`;
}

const TypeErrorConstructor = TypeError;

/* ---- Text ---- */

function format (value) {
  switch (typeof value)
    {
    case 'string':
      return value;
    case 'number':
      return is (value, -0) ? '-0' : `${value}`;
    case 'boolean':
    case 'undefined':
      return `${value}`;
    default:
      return inspect (value);
    }
}

const objectOptions = { __proto__: null, depth: 4 };

/* The text for a format specifier; undefined: it is none. */
function substitute (specifier, value) {
  switch (specifier)
    {
    case 115: /* s */
      return typeof value === 'symbol' ? symbolToString (value) : StringOf (value);

    case 100: /* d */
    case 105: /* i */
      return typeof value === 'bigint' ? `${value}n` : format (typeof value === 'symbol' ? NaN : parseInteger (value, 10));

    case 102: /* f */
      return format (typeof value === 'symbol' ? NaN : parseDecimal (value));

    case 111: /* o */
      return inspect (value, objectOptions);

    case 79: /* O */
      return inspect (value);

    case 99: /* c: style */
      return '';

    default:
      return undefined;
    }
}

/* The Console Standard's Formatter and the joining of what remains. `args` is an array of the prelude's, all own elements. */
function formatAll (args) {
  const count = args.length;

  if (count === 0)
    return '';

  let text = '';
  let next = 0;

  if (typeof args[0] === 'string' && count > 1)
    {
      const pattern = args[0];
      let from = 0;
      let at = indexOf (pattern, '%');

      next = 1;
      while (at >= 0 && at + 1 < pattern.length)
        {
          const specifier = charCodeAt (pattern, at + 1);

          if (specifier === 37)
            {
              text += slice (pattern, from, at + 1);
              from = at + 2;
            }
          else if (next < count)
            {
              const replacement = substitute (specifier, args[next]);

              if (replacement !== undefined)
                {
                  text += slice (pattern, from, at) + replacement;
                  from = at + 2;
                  next++;
                }
            }
          at = indexOf (pattern, '%', from > at ? from : at + 1);
        }

      text += slice (pattern, from);
    }
  else
    {
      text = format (args[0]);
      next = 1;
    }

  for (; next < count; next++)
    text += ` ${format (args[next])}`;

  return text;
}

function print (level, text) {
  if (groups > 0)
    {
      const indentation = repeat ('  ', groups);

      text = indentation + (includes (text, '\n') ? replaceAll (text, '\n', `\n${indentation}`) : text);
    }

  host.log (level, text);
}

/* ---- Tables ---- */

const widthOf = (text) => text.length;

function cell (value) {
  const text = inspect (value, cellOptions);

  return text.length > MAX_CELL ? `${slice (text, 0, MAX_CELL)}…` : replaceAll (text, '\n', ' ');
}

const cellOptions = { __proto__: null, depth: 1 };

function drawTable (columns, rows) {
  const widths = new List ();

  for (let i = 0; i < columns.length; i++)
    {
      let width = widthOf (columns[i]);

      for (let j = 0; j < rows.length; j++)
        width = max (width, widthOf (rows[j][i] ?? ''));
      widths[i] = width;
    }

  const rule = (left, middle, right) => {
    let line = left;

    for (let i = 0; i < widths.length; i++)
      line += (i > 0 ? middle : '') + repeat ('─', widths[i] + 2);
    return line + right;
  };
  const row = (cells) => {
    let line = '│';

    for (let i = 0; i < widths.length; i++)
      line += ` ${padEnd (cells[i] ?? '', widths[i], ' ')} │`;
    return line;
  };

  let text = `${rule ('┌', '┬', '┐')}\n${row (columns)}\n${rule ('├', '┼', '┤')}\n`;

  for (let i = 0; i < rows.length; i++)
    text += `${row (rows[i])}\n`;

  return text + rule ('└', '┴', '┘');
}

function isObject (value) {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

/* The object behind a proxy: no trap runs. null: a revoked one. */
function unwrap (value) {
  for (;;)
    {
      const target = realm.proxyTarget (value);

      if (target === undefined)
        return value;
      if (target === null)
        return null;
      value = target;
    }
}

function keysOf (object, limit) {
  const keys = new List ();

  if (isArray (object) && object.length > 100000)
    {
      for (let i = 0; i < limit; i++)
        if (hasOwn (object, i))
          keys[keys.length] = `${i}`;
      return keys;
    }
  if (isView (object))
    {
      const items = new List ();

      for (let i = 0; i < limit && hasOwn (object, i); i++)
        items[i] = `${i}`;
      return items;
    }

  const all = ownKeys (object);

  for (let i = 0; i < all.length && keys.length < limit; i++)
    {
      if (typeof all[i] !== 'string')
        continue;

      const descriptor = getOwnPropertyDescriptor (object, all[i]);

      if (descriptor !== undefined && descriptor.enumerable)
        keys[keys.length] = all[i];
    }

  return keys;
}

/* Text for a cell; accessors are not called. */
function cellOf (object, key) {
  const descriptor = getOwnPropertyDescriptor (object, key);

  if (descriptor === undefined)
    return '';
  return hasOwn (descriptor, 'value') ? cell (descriptor.value) : '[Getter]';
}

/* The names of columns that the program asks for: null without. */
function filterOf (columns) {
  if (columns === undefined)
    return null;

  const names = new List ();

  for (const name of { __proto__: null, [iteratorSymbol]: () => iterate (columns) })
    {
      if (typeof name === 'symbol')
        throw new TypeErrorConstructor ('Cannot convert a symbol to a string');
      names[names.length] = `${name}`;
    }

  return names;
}

function iterate (iterable) {
  if (!isObject (iterable))
    throw new TypeErrorConstructor ("Failed to execute 'table' on 'console': The provided value cannot be converted to a sequence.");

  const start = iterable[iteratorSymbol];

  if (typeof start !== 'function')
    throw new TypeErrorConstructor ("Failed to execute 'table' on 'console': The object must have a callable @@iterator property.");
  return apply (start, iterable, []);
}

const { iterator: iteratorSymbol } = Symbol;

/* Text of a table, or null where the data is not tabular. */
function tableOf (data, filter) {
  const object = isObject (data) ? unwrap (data) : null;

  if (object === null || typeof object === 'function')
    return null;

  const columns = new List ();
  const places = new NativeMap ();
  const rows = new List ();
  let hasValues = false;
  let rest = 0;
  let size = -1;

  columns[0] = '(index)';

  if (filter !== null)
    for (let i = 0; i < filter.length; i++)
      if (!mapHas (places, filter[i]) && columns.length < MAX_COLUMNS)
        {
          mapSet (places, filter[i], columns.length);
          columns[columns.length] = filter[i];
        }

  const addRow = (index, value) => {
    const row = new List ();
    const target = isObject (value) ? unwrap (value) : null;

    row[0] = index;
    if (target === null || typeof target === 'function')
      {
        row.last = cell (value);
        hasValues = true;
      }
    else
      {
        const keys = keysOf (target, MAX_COLUMNS);

        for (let i = 0; i < keys.length; i++)
          {
            let place = mapGet (places, keys[i]);

            if (place === undefined)
              {
                if (filter !== null || columns.length >= MAX_COLUMNS)
                  continue;
                place = columns.length;
                mapSet (places, keys[i], place);
                columns[place] = keys[i];
              }

            row[place] = cellOf (target, keys[i]);
          }
      }

    rows[rows.length] = row;
  };

  let kind = '';

  try
    {
      size = apply (mapSizeGetter, object, []);
      kind = 'map';
    }
  catch
    {
      try
        {
          size = apply (setSizeGetter, object, []);
          kind = 'set';
        }
      catch
        {
          kind = '';
        }
    }

  if (kind !== '')
    {
      const iterator = kind === 'map' ? mapEntries (object) : setValues (object);

      columns[0] = '(iteration index)';
      columns.length = 1;
      if (kind === 'map')
        columns[1] = 'Key';
      hasValues = true;

      for (let i = 0; i < MAX_ROWS; i++)
        {
          const step = kind === 'map' ? mapNext (iterator) : setNext (iterator);

          if (step.done)
            break;

          const row = new List ();

          row[0] = `${i}`;
          if (kind === 'map')
            row[1] = cell (step.value[0]);
          row.last = cell (kind === 'map' ? step.value[1] : step.value);
          rows[i] = row;
        }

      rest = size - rows.length;
    }
  else
    {
      const keys = keysOf (object, MAX_ROWS + 1);

      for (let i = 0; i < keys.length && i < MAX_ROWS; i++)
        {
          const descriptor = getOwnPropertyDescriptor (object, keys[i]);

          if (descriptor !== undefined && hasOwn (descriptor, 'value'))
            addRow (keys[i], descriptor.value);
          else
            {
              const row = new List ();

              row[0] = keys[i];
              row.last = '[Getter]';
              hasValues = true;
              rows[rows.length] = row;
            }
        }

      rest = keys.length > MAX_ROWS ? 1 : 0;
    }

  if (hasValues)
    {
      const place = columns.length;

      columns[place] = 'Values';
      for (let i = 0; i < rows.length; i++)
        if (rows[i].last !== undefined)
          rows[i][place] = rows[i].last;
    }

  return drawTable (columns, rows) + (rest > 0 ? '\n… more rows' : '');
}

/* ---- Time ---- */

/* Readings are in ms with a fraction of µs; what subtraction adds below that is no time. */
function elapsed (since) {
  return `${round ((host.time () - since) * 1000) / 1000} ms`;
}

function reportTime (level, label, data) {
  const since = mapGet (timers, label);

  if (since === undefined)
    {
      print ('warn', `Timer '${label}' does not exist`);
      return false;
    }

  const rest = data.length > 0 ? ` ${formatRest (data)}` : '';

  print (level, `${label}: ${elapsed (since)}${rest}`);
  return true;
}

/* Data behind a label: it has no format specifiers. */
function formatRest (data) {
  let text = '';

  for (let i = 0; i < data.length; i++)
    text += (i > 0 ? ' ' : '') + format (data[i]);
  return text;
}

/* ---- The namespace object ---- */

const methods = {
  debug (...data) {
    if (data.length > 0)
      print ('debug', formatAll (data));
  },

  error (...data) {
    if (data.length > 0)
      print ('error', formatAll (data));
  },

  info (...data) {
    if (data.length > 0)
      print ('info', formatAll (data));
  },

  log (...data) {
    if (data.length > 0)
      print ('log', formatAll (data));
  },

  warn (...data) {
    if (data.length > 0)
      print ('warn', formatAll (data));
  },

  dir (...data) {
    const depth = isObject (data[1]) && realm.proxyTarget (data[1]) === undefined
                ? getOwnPropertyDescriptor (data[1], 'depth') : undefined;
    const value = depth !== undefined && hasOwn (depth, 'value') ? depth.value : undefined;

    print ('log', inspect (data[0], typeof value === 'number' || value === null ? { __proto__: null, depth: value } : undefined));
  },

  dirxml (...data) {
    if (data.length > 0)
      print ('log', formatAll (data));
  },

  table (...data) {
    if (data.length === 0)
      return;

    const text = tableOf (data[0], filterOf (data[1]));

    print ('log', text ?? format (data[0]));
  },

  trace (...data) {
    const text = data.length > 0 ? formatAll (data) : 'console.trace';

    print ('log', text + realm.formatFrames (new ErrorConstructor ()));
  },

  group (...data) {
    print ('log', data.length > 0 ? formatAll (data) : 'console.group');
    if (groups < MAX_GROUPS)
      groups++;
  },

  groupCollapsed (...data) {
    print ('log', data.length > 0 ? formatAll (data) : 'console.groupCollapsed');
    if (groups < MAX_GROUPS)
      groups++;
  },

  groupEnd () {
    if (groups > 0)
      groups--;
  },

  clear () {
    groups = 0;
  },

  count (label = undefined) {
    const name = toLabel (label);
    const count = (mapGet (counts, name) ?? 0) + 1;

    mapSet (counts, name, count);
    print ('info', `${name}: ${count}`);
  },

  countReset (label = undefined) {
    const name = toLabel (label);

    if (mapHas (counts, name))
      mapSet (counts, name, 0);
    else
      print ('warn', `Count for '${name}' does not exist`);
  },

  assert (...data) {
    if (data[0])
      return;

    if (data.length < 2)
      {
        print ('error', 'Assertion failed');
        return;
      }

    const rest = new List ();

    if (typeof data[1] !== 'string')
      rest[0] = 'Assertion failed';
    for (let i = 1; i < data.length; i++)
      rest[rest.length] = data[i];
    if (typeof data[1] === 'string')
      rest[0] = `Assertion failed: ${data[1]}`;
    print ('error', formatAll (rest));
  },

  /* Profiles belong to other tools. */
  profile () {},

  profileEnd () {},

  time (label = undefined) {
    const name = toLabel (label);

    if (mapHas (timers, name))
      print ('warn', `Timer '${name}' already exists`);
    else
      mapSet (timers, name, host.time ());
  },

  timeLog (...data) {
    const name = toLabel (data[0]);
    const rest = new List ();

    for (let i = 1; i < data.length; i++)
      rest[i - 1] = data[i];
    reportTime ('log', name, rest);
  },

  timeEnd (label = undefined) {
    const name = toLabel (label);

    if (reportTime ('info', name, new List ()))
      mapDelete (timers, name);
  },

  timeStamp () {},
};

const ErrorConstructor = Error;

/* What V8 adds. The heap's size is not known, and is told in large steps in any browser. */
const memory = { totalJSHeapSize: 10000000, usedJSHeapSize: 10000000, jsHeapSizeLimit: 2147483648 };
const memoryPrototype = create (Object.prototype);

{
  const names = ownKeys (memory);

  for (let i = 0; i < names.length; i++)
    {
      const value = memory[names[i]];

      defineProperty (memoryPrototype, names[i], {
        __proto__: null, get: getOwnPropertyDescriptor ({ get [names[i]] () { return value; } }, names[i]).get,
        enumerable: true, configurable: true,
      });
    }
  defineProperty (memoryPrototype, toStringTag, {
    __proto__: null, value: 'MemoryInfo', writable: false, enumerable: false, configurable: true,
  });
}

class Task {
  #isTask = true;

  static run (self, f) {
    if (typeof self !== 'object' || self === null || !(#isTask in self))
      throw new TypeErrorConstructor ('Illegal invocation');
    if (typeof f !== 'function')
      throw new ErrorConstructor ('First argument must be a function.');
    return apply (f, undefined, []);
  }
}

const { run: runTask } = Task;
const contextNames = ['dir', 'dirxml', 'table', 'groupEnd', 'clear', 'count', 'countReset', 'profile', 'profileEnd', 'debug', 'error', 'info',
                      'log', 'warn', 'trace', 'group', 'groupCollapsed', 'assert', 'time', 'timeLog', 'timeEnd', 'timeStamp'];

const extras = {
  /* Consoles of their own for parts of a program; here all print alike. */
  context (name = undefined) {
    const console = create (create (Object.prototype));

    for (let i = 0; i < contextNames.length; i++)
      {
        const method = contextNames[i];
        const called = { [method] (...data) { return apply (methods[method], this, data); } }[method];

        defineProperty (called, 'length', { __proto__: null, value: 1, configurable: true });
        defineProperty (console, method, { __proto__: null, value: called, writable: true, enumerable: true, configurable: true });
      }
    return console;
  },

  /* For the stacks that debuggers show. */
  createTask (...names) {
    if (typeof names[0] !== 'string' || names[0] === '')
      throw new ErrorConstructor ('First argument must be a non-empty string.');

    const task = new Task ();

    setPrototypeOf (task, create (Object.prototype));
    defineProperty (task, 'run', {
      __proto__: null, value: { run (...f) { return runTask (this, f[0]); } }.run, writable: true, enumerable: true, configurable: true,
    });
    return task;
  },
};

/* A namespace object's prototype is an object of its own. */
const namespace = create (create (Object.prototype));

{
  const names = ownKeys (methods);

  for (let i = 0; i < names.length; i++)
    defineProperty (namespace, names[i], {
      __proto__: null, value: methods[names[i]], writable: true, enumerable: true, configurable: true,
    });
}

{
  const names = ownKeys (extras);

  for (let i = 0; i < names.length; i++)
    {
      defineProperty (extras[names[i]], 'length', { __proto__: null, value: names[i] === 'context' ? 1 : 0, configurable: true });
      defineProperty (namespace, names[i], {
        __proto__: null, value: extras[names[i]], writable: true, enumerable: true, configurable: true,
      });
    }
}

{
  const get = () => create (memoryPrototype);
  const set = (value) => {};

  defineProperty (get, 'name', { __proto__: null, value: '', configurable: true });
  defineProperty (set, 'name', { __proto__: null, value: '', configurable: true });
  defineProperty (namespace, 'memory', { __proto__: null, get, set, enumerable: true, configurable: true });
}

defineProperty (namespace, toStringTag, { __proto__: null, value: 'console', writable: false, enumerable: false, configurable: true });
defineProperty (global, 'console', { __proto__: null, value: namespace, writable: true, enumerable: false, configurable: true });

/* ---- Globals of test programs ---- */

const functions = {
  log (...args) {
    let text = '';

    for (let i = 0; i < args.length; i++)
      text += (i > 0 ? ' ' : '') + (typeof args[i] === 'string' ? args[i] : StringOf (args[i]));
    host.log ('log', text);
  },

  /* A program says with it that it is done. */
  done () {},
};

defineProperty (global, 'log', { __proto__: null, value: functions.log, writable: true, enumerable: false, configurable: true });
defineProperty (global, 'done', { __proto__: null, value: functions.done, writable: true, enumerable: false, configurable: true });
})
