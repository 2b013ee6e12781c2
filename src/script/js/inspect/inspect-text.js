/* inspect-text.js: strings, numbers, keys and functions as text, and how lines are laid out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { List } = realm;
  const { method, strings, functionName, more, cut } = realm.inspectValues;
  const { getPrototypeOf, ownKeys } = Reflect;
  const { is } = Object;
  const { floor, min, max, round, sqrt } = Math;
  const BREAK_LENGTH = 80;
  const COMPACT = 3;
  const MAX_ITEMS = 100;
  const MAX_STRING = 10000;
  const MAX_BYTES = 50;
  const MAX_HOLES = 1000000;
  const { charCodeAt, includes, indexOf, padEnd, padStart, repeat, slice, startsWith } = strings;
  const symbolToString = method(Symbol.prototype.toString);
  const functionToString = method(Function.prototype.toString);
  const isEnumerable = method(Object.prototype.propertyIsEnumerable);
  const join = method(Array.prototype.join);
  const Bytes = Uint8Array;

  /* ---- Primitive values ---- */

  const escapes = new List();

  for (let i = 0; i < 0xa0; i++)
    escapes[i] = i < 0x20 || i >= 0x7f ? `\\x${i < 16 ? '0' : ''}${i.toString (16).toUpperCase ()}` : '';
  escapes[8] = '\\b';
  escapes[9] = '\\t';
  escapes[10] = '\\n';
  escapes[12] = '\\f';
  escapes[13] = '\\r';
  escapes[92] = '\\\\';

  const hexDigits = '0123456789abcdef';

  function hex(code, digits) {
    let text = '';

    for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4)
      text += hexDigits[(code >> shift) & 15];
    return text;
  }

  function quote(text) {
    let mark = "'";

    if (includes(text, "'")) {
      if (!includes(text, '"'))
        mark = '"';
      else if (!includes(text, '`') && !includes(text, '${'))
        mark = '`';
    }

    let result = mark;
    let from = 0;

    for (let i = 0; i < text.length; i++) {
      const code = charCodeAt(text, i);
      let escape = '';

      if (code < 0xa0)
        escape = code === 39 && mark === "'" ? "\\'" : escapes[code];
      else if (code >= 0xd800 && code <= 0xdfff) {
        const next = code <= 0xdbff && i + 1 < text.length ? charCodeAt(text, i + 1) : 0;

        if (next >= 0xdc00 && next <= 0xdfff)
          i++;
        else
          escape = `\\u${hex (code, 4)}`;
      }

      if (escape !== '') {
        result += slice(text, from, i) + escape;
        from = i + 1;
      }
    }

    return result + slice(text, from) + mark;
  }

  /* Returns a string in a structure. A long one is cut, and each of its lines is a line of source. */
  function formatString(context, text) {
    let trailer = '';

    if (text.length > MAX_STRING) {
      trailer = more(text.length - MAX_STRING, 'character');
      text = slice(text, 0, MAX_STRING);
    }

    if (text.length <= 16 || text.length <= BREAK_LENGTH - context.indentation - 4)
      return quote(text) + trailer;

    const separator = ` +\n${repeat (' ', context.indentation + 2)}`;
    let result = '';

    for (let from = 0; from < text.length;) {
      const end = indexOf(text, '\n', from) + 1 || text.length;

      result += (from > 0 ? separator : '') + quote(slice(text, from, end));
      from = end;
    }

    return result + trailer;
  }

  function formatNumber(value) {
    return is(value, -0) ? '-0' : `${value}`;
  }

  function formatPrimitive(context, value) {
    switch (typeof value) {
      case 'string':
        return formatString(context, value);
      case 'number':
        return formatNumber(value);
      case 'bigint':
        return formatBigInt(value);
      case 'symbol':
        return cut(symbolToString(value));
      default:
        return `${value}`;
    }
  }

  /* The decimal digits of a huge number take quadratic time. */
  const HUGE = 1n << 65536n;

  function formatBigInt(value) {
    return value < HUGE && value > -HUGE ? `${value}n` : `${value < 0n ? '-' : ''}<huge>n`;
  }

  function isIdentifier(text) {
    for (let i = 0; i < text.length; i++) {
      const code = charCodeAt(text, i);

      if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (i > 0 && code >= 48 && code <= 57)))
        return false;
    }

    return text.length > 0;
  }

  function formatKey(key, enumerable) {
    let text;

    if (typeof key === 'symbol')
      return `[${cut (symbolToString (key))}]`;
    if (key === '__proto__')
      return "['__proto__']";

    text = cut(key);
    if (!enumerable)
      return `[${text}]`;
    return isIdentifier(text) ? text : quote(text);
  }

  function prefix(found, fallback, size) {
    const tag = found.tag !== '' && found.tag !== (found.name ?? fallback) ? `[${found.tag}] ` : '';

    if (found.name === null)
      return `[${fallback}${size}: null prototype] ${tag}`;
    return `${found.name}${size} ${tag}`;
  }

  /* Returns the keys of the own properties that are shown, without the indices of an array. */
  function shownKeys(context, value, skipIndices, length) {
    const keys = new List();

    /* A list of a long array's keys would make a string of each index. */
    if (skipIndices && length > MAX_HOLES)
      return keys;
    if (context.work <= 0)
      return keys;

    const all = ownKeys(value);

    context.work -= all.length;

    /* Indices come first. */
    let i = 0;

    if (skipIndices)
      while (i < all.length && isIndex(all[i]))
        i++;

    for (; i < all.length; i++)
      if (isEnumerable(value, all[i]))
        keys[keys.length] = all[i];

    return keys;
  }

  function isIndex(key) {
    if (typeof key !== 'string' || key.length === 0 || key.length > 10)
      return false;

    for (let i = 0; i < key.length; i++) {
      const code = charCodeAt(key, i);

      if (code < 48 || code > 57)
        return false;
    }

    return key.length < 10 || +key < 4294967295;
  }

  function formatBytes(value, length) {
    let text = '';
    let bytes;

    try {
      bytes = new Bytes(value, 0, min(length, MAX_BYTES));
    } catch {
      return '<detached>';
    }

    for (let i = 0; i < bytes.length; i++)
      text += `${i > 0 ? ' ' : ''}${hexDigits[bytes[i] >> 4]}${hexDigits[bytes[i] & 15]}`;
    if (length > MAX_BYTES)
      text += ` ${more (length - MAX_BYTES, 'byte')}`;
    return `<${text}>`;
  }

  function functionBase(value, found) {
    let source = '';

    try {
      source = functionToString(value);
    } catch {
      source = '';
    }

    if (startsWith(source, 'class') && source.length > 5 && !isIdentifier(source[5])) {
      const name = functionName(value);
      const parent = getPrototypeOf(value);
      let text = `[class ${name === '' ? '(anonymous)' : name}`;

      if (found.name !== 'Function' && found.name !== null)
        text += ` [${found.name}]`;
      if (found.tag !== '' && found.tag !== found.name)
        text += ` [${found.tag}]`;
      if (found.name === null || parent === null)
        text += ' extends null';
      else if (functionName(parent) !== '')
        text += ` extends ${functionName (parent)}`;
      return `${text}]`;
    }

    const type = found.name === 'AsyncFunction' || found.name === 'GeneratorFunction' || found.name === 'AsyncGeneratorFunction'
      ? found.name : 'Function';
    const name = functionName(value);
    let text = `[${type}${found.name === null ? ' (null prototype)' : ''}${name === '' ? ' (anonymous)' : `: ${name}`}]`;

    if (found.name !== type && found.name !== null)
      text += ` ${found.name}`;
    if (found.tag !== '' && found.tag !== found.name)
      text += ` [${found.tag}]`;
    return text;
  }

  /* ---- Lines ---- */

  /* Lays out many short items in columns. Returns `output` itself for others. */
  function columnsOf(context, output, numeric, hasRest) {
    const count = hasRest && output.length > MAX_ITEMS ? output.length - 1 : output.length;
    let total = 0;
    let longest = 0;

    for (let i = 0; i < count; i++) {
      total += output[i].length + 2;
      longest = max(longest, output[i].length);
    }

    const width = longest + 2;

    if (width * 3 + context.indentation >= BREAK_LENGTH || !(total / width > 5 || longest <= 6))
      return output;

    /* The table is about two and a half times as high as wide. Short items, and items of very different widths, count as
     * narrower than the widest. */
    const biased = max(width - 3 - sqrt(width - total / output.length), 1);
    const columns = min(round(sqrt(2.5 * biased * count) / biased), floor((BREAK_LENGTH - context.indentation) / width), COMPACT *
      4, 15);

    if (columns <= 1)
      return output;

    const widths = new List();

    for (let i = 0; i < columns; i++) {
      let widest = 0;

      for (let j = i; j < output.length; j += columns)
        if (j < count)
          widest = max(widest, output[j].length);
      widths[i] = widest + 2;
    }

    const lines = new List();

    for (let i = 0; i < count; i += columns) {
      const end = min(i + columns, count);
      let line = '';

      for (let j = i; j < end; j++) {
        if (j < end - 1)
          line += numeric ? padStart(`${output[j]}, `, widths[j - i], ' ') : padEnd(`${output[j]}, `, widths[j - i], ' ');
        else
          line += numeric ? padStart(output[j], widths[j - i] - 2, ' ') : output[j];
      }

      lines[lines.length] = line;
    }

    if (count < output.length)
      lines[lines.length] = output[count];

    return lines;
  }

  function layOut(context, output, base, braces0, braces1, isList, level, numeric, hasRest) {
    const entries = output.length;

    if (isList && entries > 6)
      output = columnsOf(context, output, numeric, hasRest);

    const start = base === '' ? '' : `${base} `;

    if (context.currentLevel - level < COMPACT && entries === output.length) {
      let length = output.length * 2 + context.indentation + braces0.length + base.length + 10;

      for (let i = 0; i < output.length && length <= BREAK_LENGTH; i++)
        length += output[i].length;

      if (length <= BREAK_LENGTH && !includes(base, '\n')) {
        const joined = join(output, ', ');

        if (!includes(joined, '\n'))
          return `${start}${braces0} ${joined} ${braces1}`;
      }
    }

    const line = `\n${repeat (' ', context.indentation)}`;

    return `${start}${braces0}${line}  ${join (output, `,${line}  `)}${line}${braces1}`;
  }

  realm.inspectText = {
    __proto__: null,
    formatNumber,
    formatPrimitive,
    formatKey,
    prefix,
    shownKeys,
    formatBytes,
    functionBase,
    layOut,
  };
})
