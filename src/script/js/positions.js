/* positions.js: where in the source an error is, as browsers say it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * JavaScriptCore places an error behind the expression that could not be evaluated, Chromium at what it is about: the
 * name of a function that cannot be called, the name of a property that cannot be read, `new`. This finds the second
 * from the first. It runs in acorn's context, and only once there is an error.
 *
 *   (acorn) → refine (url, source, line, column, isReference) → [line, column]
 */
(function (acorn) {
'use strict';

const trees = new Map ();

function parse (url, source) {
  const known = trees.get (url);

  if (known !== undefined && known.source === source)
    return known.tree;

  const options = { ecmaVersion: 'latest', allowHashBang: true, allowReturnOutsideFunction: true };
  let tree = null;

  try {
    tree = acorn.parse (source, { ...options, sourceType: 'script' });
  } catch {
    try {
      tree = acorn.parse (source, { ...options, sourceType: 'module' });
    } catch {
      /* What only JavaScriptCore can parse has no better positions than its own. */
    }
  }
  trees.set (url, { source, tree });
  return tree;
}

/* Places that belong to an expression which ends at offset, the best one first. */
function findPlace (tree, offset, isReference) {
  const stack = [tree];
  let call, member, identifier;

  while (stack.length > 0) {
    const node = stack.pop ();

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

      if (Array.isArray (child)) {
        for (const item of child)
          if (item !== null && typeof item === 'object' && typeof item.type === 'string')
            stack.push (item);
      } else if (child !== null && typeof child === 'object' && typeof child.type === 'string') {
        stack.push (child);
      }
    }
  }
  return isReference && identifier !== undefined ? identifier : call ?? member ?? identifier;
}

const ends = /\r\n|[\n\r\u2028\u2029]/g;

function offsetOf (source, line, column) {
  let start = 0;

  ends.lastIndex = 0;
  for (let i = 1; i < line; i++) {
    if (ends.exec (source) === null)
      return -1;
    start = ends.lastIndex;
  }
  return start + column - 1;
}

function placeOf (source, offset) {
  let line = 1, start = 0;

  ends.lastIndex = 0;
  for (let end = ends.exec (source); end !== null && ends.lastIndex <= offset; end = ends.exec (source)) {
    line++;
    start = ends.lastIndex;
  }
  return [line, offset - start + 1];
}

return function refine (url, source, line, column, isReference) {
  const tree = parse (url, source);
  const offset = offsetOf (source, line, column);
  const place = tree !== null && offset >= 0 ? findPlace (tree, offset, isReference) : undefined;

  return place !== undefined ? placeOf (source, place) : [line, column];
};
})
