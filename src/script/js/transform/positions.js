/* positions.js: where in the source an error is, as browsers say it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * JavaScriptCore places an error behind the expression that it could not evaluate. Chromium places it at what the error is about:
 * the name of a function that cannot be called, the name of a property that cannot be read, `new`. This file finds the second
 * place from the first. It runs in acorn's context, and only once there is an error.
 *
 * Gets `shared`, see parser.js. Returns refine (url, source, line, column, isReference) → [line, column].
 */
(function (shared) {
  'use strict';

  const { Parser, plain } = shared;

  /* Parsed sources, by URL */
  const scripts = new Map();

  function parse(source) {
    const options = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true };
    let tree = null;

    try {
      tree = Parser.parse(source, { ...options, sourceType: 'script' });
    } catch {
      try {
        tree = Parser.parse(source, { ...options, sourceType: 'module' });
      } catch {
        /* acorn cannot parse what is new in JavaScriptCore. Such a source keeps JavaScriptCore's places. */
      }
    }
    return tree;
  }

  /* Returns the offsets at which lines begin. */
  function findLines(source) {
    const ends = /\r\n|[\n\r\u2028\u2029]/g,
      lines = [0];

    while (ends.test(source))
      lines.push(ends.lastIndex);
    return lines;
  }

  function getScript(url, source) {
    let script = scripts.get(url);

    if (script === undefined || script.source !== source) {
      const text = /\.[cm]?ts$/.test(url) ? plain(source) : source;

      script = { source, tree: typeof text === 'string' ? parse(text) : null, lines: findLines(source), places: new Map() };
      scripts.set(url, script);
    }
    return script;
  }

  /* Returns the best of the places that belong to an expression which ends at offset, or undefined. */
  function findPlace(tree, offset, isReference) {
    const stack = [tree];
    let call, member, identifier;

    while (stack.length > 0) {
      const node = stack.pop();

      if (node.start > offset || node.end < offset)
        continue;

      if (node.type === 'CallExpression' && node.callee.end === offset)
        call = node.callee.type === 'MemberExpression' && !node.callee.computed ? node.callee.property.start
        : node.callee.type === 'Identifier' ? node.callee.start : call;
      else if (node.type === 'NewExpression' && node.callee.end === offset)
        call = node.start;
      else if (node.type === 'MemberExpression' && node.computed && node.object.end === offset)
        member = offset;
      else if (node.type === 'MemberExpression' && !node.computed && node.object.end <= offset && offset <= node.property.start)
        member = node.property.start;
      else if (node.type === 'Identifier' && node.end === offset)
        identifier = node.start;

      for (const key in node) {
        const child = node[key];

        if (Array.isArray(child)) {
          for (const item of child)
            if (item !== null && typeof item === 'object' && typeof item.type === 'string')
              stack.push(item);
        } else if (child !== null && typeof child === 'object' && typeof child.type === 'string') {
          stack.push(child);
        }
      }
    }
    return isReference && identifier !== undefined ? identifier : call ?? member ?? identifier;
  }

  function placeOf(lines, offset) {
    let low = 0,
      high = lines.length;

    while (high - low > 1) {
      const middle = (low + high) >> 1;

      if (lines[middle] <= offset)
        low = middle;
      else
        high = middle;
    }
    return [low + 1, offset - lines[low] + 1];
  }

  return function refine(url, source, line, column, isReference) {
    const { tree, lines, places } = getScript(url, source);

    if (tree === null || line > lines.length)
      return [line, column];

    const offset = lines[line - 1] + column - 1;
    const key = isReference ? -1 - offset : offset;
    let place = places.get(key);

    if (place === undefined) {
      const found = findPlace(tree, offset, isReference);

      place = found !== undefined ? placeOf(lines, found) : [line, column];
      places.set(key, place);
    }
    return place;
  };
})
