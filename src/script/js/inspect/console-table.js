/* console-table.js: what console.table() draws
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { inspect, List, Table } = realm;
  const { method, strings, unwrap } = realm.inspectValues;
  const { isObject } = realm.properties;
  const { apply, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const { hasOwn } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { max } = Math;
  const { padEnd, repeat, replaceAll, slice } = strings;
  const mapEntries = method(Map.prototype.entries);
  const mapNext = method(Reflect.getPrototypeOf(new Map().entries()).next);
  const setValues = method(Set.prototype.values);
  const setNext = method(Reflect.getPrototypeOf(new Set().values()).next);
  const mapSizeGetter = getOwnPropertyDescriptor(Map.prototype, 'size').get;
  const setSizeGetter = getOwnPropertyDescriptor(Set.prototype, 'size').get;
  const MAX_ROWS = 1000;
  const MAX_COLUMNS = 100;
  const MAX_CELL = 1000;

  const TypeErrorConstructor = TypeError;

  /* ---- Tables ---- */

  const widthOf = (text) => text.length;

  function cell(value) {
    const text = inspect(value, cellOptions);

    return text.length > MAX_CELL ? `${slice (text, 0, MAX_CELL)}…` : replaceAll(text, '\n', ' ');
  }

  const cellOptions = { __proto__: null, depth: 1 };

  function drawTable(columns, rows) {
    const widths = new List();

    for (let i = 0; i < columns.length; i++) {
      let width = widthOf(columns[i]);

      for (let j = 0; j < rows.length; j++)
        width = max(width, widthOf(rows[j][i] ?? ''));
      widths[i] = width;
    }

    const rule = (left, middle, right) => {
      let line = left;

      for (let i = 0; i < widths.length; i++)
        line += (i > 0 ? middle : '') + repeat('─', widths[i] + 2);
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

    return text + rule('└', '┴', '┘');
  }

  function keysOf(object, limit) {
    const keys = new List();

    if (isArray(object) && object.length > 100000) {
      for (let i = 0; i < limit; i++)
        if (hasOwn(object, i))
          keys[keys.length] = `${i}`;
      return keys;
    }
    if (isView(object)) {
      const items = new List();

      for (let i = 0; i < limit && hasOwn(object, i); i++)
        items[i] = `${i}`;
      return items;
    }

    const all = ownKeys(object);

    for (let i = 0; i < all.length && keys.length < limit; i++) {
      if (typeof all[i] !== 'string')
        continue;

      const descriptor = getOwnPropertyDescriptor(object, all[i]);

      if (descriptor !== undefined && descriptor.enumerable)
        keys[keys.length] = all[i];
    }

    return keys;
  }

  /* Returns the text of a cell. Calls no accessor. */
  function cellOf(object, key) {
    const descriptor = getOwnPropertyDescriptor(object, key);

    if (descriptor === undefined)
      return '';
    return hasOwn(descriptor, 'value') ? cell(descriptor.value) : '[Getter]';
  }

  /* Returns the names of the columns that the program asks for, or null. */
  function filterOf(columns) {
    if (columns === undefined)
      return null;

    const names = new List();

    for (const name of { __proto__: null, [iteratorSymbol]: () => iterate(columns) }) {
      if (typeof name === 'symbol')
        throw new TypeErrorConstructor('Cannot convert a symbol to a string');
      names[names.length] = `${name}`;
    }

    return names;
  }

  function iterate(iterable) {
    if (!isObject(iterable))
      throw new TypeErrorConstructor(
        "Failed to execute 'table' on 'console': The provided value cannot be converted to a sequence.");

    const start = iterable[iteratorSymbol];

    if (typeof start !== 'function')
      throw new TypeErrorConstructor(
        "Failed to execute 'table' on 'console': The object must have a callable @@iterator property.");
    return apply(start, iterable, []);
  }

  const { iterator: iteratorSymbol } = Symbol;

  /* Returns the text of a table, or null where the data is not tabular. */
  function tableOf(data, filter) {
    const object = isObject(data) ? unwrap(data) : null;

    if (object === null || typeof object === 'function')
      return null;

    const columns = new List();
    const places = new Table();
    const rows = new List();
    let hasValues = false;
    let rest = 0;
    let size = -1;

    columns[0] = '(index)';

    if (filter !== null)
      for (let i = 0; i < filter.length; i++)
        if (!places.has(filter[i]) && columns.length < MAX_COLUMNS) {
          places.set(filter[i], columns.length);
          columns[columns.length] = filter[i];
        }

    const addRow = (index, value) => {
      const row = new List();
      const target = isObject(value) ? unwrap(value) : null;

      row[0] = index;
      if (target === null || typeof target === 'function') {
        row.last = cell(value);
        hasValues = true;
      } else {
        const keys = keysOf(target, MAX_COLUMNS);

        for (let i = 0; i < keys.length; i++) {
          let place = places.get(keys[i]);

          if (place === undefined) {
            if (filter !== null || columns.length >= MAX_COLUMNS)
              continue;
            place = columns.length;
            places.set(keys[i], place);
            columns[place] = keys[i];
          }

          row[place] = cellOf(target, keys[i]);
        }
      }

      rows[rows.length] = row;
    };

    let kind = '';

    try {
      size = apply(mapSizeGetter, object, []);
      kind = 'map';
    } catch {
      try {
        size = apply(setSizeGetter, object, []);
        kind = 'set';
      } catch {
        kind = '';
      }
    }

    if (kind !== '') {
      const iterator = kind === 'map' ? mapEntries(object) : setValues(object);

      columns[0] = '(iteration index)';
      columns.length = 1;
      if (kind === 'map')
        columns[1] = 'Key';
      hasValues = true;

      for (let i = 0; i < MAX_ROWS; i++) {
        const step = kind === 'map' ? mapNext(iterator) : setNext(iterator);

        if (step.done)
          break;

        const row = new List();

        row[0] = `${i}`;
        if (kind === 'map')
          row[1] = cell(step.value[0]);
        row.last = cell(kind === 'map' ? step.value[1] : step.value);
        rows[i] = row;
      }

      rest = size - rows.length;
    } else {
      const keys = keysOf(object, MAX_ROWS + 1);

      for (let i = 0; i < keys.length && i < MAX_ROWS; i++) {
        const descriptor = getOwnPropertyDescriptor(object, keys[i]);

        if (descriptor !== undefined && hasOwn(descriptor, 'value'))
          addRow(keys[i], descriptor.value);
        else {
          const row = new List();

          row[0] = keys[i];
          row.last = '[Getter]';
          hasValues = true;
          rows[rows.length] = row;
        }
      }

      rest = keys.length > MAX_ROWS ? 1 : 0;
    }

    if (hasValues) {
      const place = columns.length;

      columns[place] = 'Values';
      for (let i = 0; i < rows.length; i++)
        if (rows[i].last !== undefined)
          rows[i][place] = rows[i].last;
    }

    return drawTable(columns, rows) + (rest > 0 ? '\n… more rows' : '');
  }

  realm.consoleTable = {
    __proto__: null,
    TypeErrorConstructor,
    filterOf,
    tableOf,
  };
})
