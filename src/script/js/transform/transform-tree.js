/* transform-tree.js: questions about the tree and the functions around a node
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  // Contexts: the kinds of code that surround a node
  const SCRIPT = 0,
    SYNC = 1,
    ARROW = 2,
    GENERATOR = 3,
    ASYNC = 4,
    ASYNC_ARROW = 5,
    ASYNC_GENERATOR = 6,
    FIELD = 7;

  const RESERVED = /^__ls|^__d$/;

  function isLineEnd(c) {
    return c === 10 || c === 13 || c === 0x2028 || c === 0x2029;
  }

  function isArrow(c) {
    return c.type === ARROW || c.type === ASYNC_ARROW;
  }

  // Returns the context whose wrapper declares aliases for what arrow functions share with the function around them. That is the
  // outermost asynchronous arrow function, or null without one.
  function arrowOwner(c) {
    let owner = null;
    for (; isArrow(c); c = c.parent)
      if (c.type === ASYNC_ARROW)
        owner = c;
    return owner;
  }

  function functionOf(c) {
    while (isArrow(c))
      c = c.parent;
    return c;
  }

  function simpleParams(params) {
    for (let i = 0; i < params.length; i++)
      if (params[i].type !== 'Identifier')
        return false;
    return true;
  }

  function arity(params) {
    let n = 0;
    while (n < params.length && params[n].type !== 'AssignmentPattern' && params[n].type !== 'RestElement')
      n++;
    return n;
  }

  function holes(n) {
    let text = '';
    for (let i = 0; i < n; i++)
      text += (i > 0 ? ',' : '') + '__ls' + i;
    return text;
  }

  function isUseStrict(node) {
    if (node.body.type !== 'BlockStatement')
      return false;
    const body = node.body.body;
    for (let i = 0; i < body.length && body[i].directive !== undefined; i++)
      if (body[i].directive === 'use strict')
        return true;
    return false;
  }

  // Returns a key as the text of a string, which object literals and brackets take.
  function literalKey(name) {
    return JSON.stringify(name).replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  }

  function hasHook(node) {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'EmptyStatement':
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return false;
      default:
        return true;
    }
  }

  function isDirectEval(node) {
    if (node.optional || node.arguments.length === 0)
      return false;
    let callee = node.callee;
    while (callee.type === 'ParenthesizedExpression')
      callee = callee.expression;
    return callee.type === 'Identifier' && callee.name === 'eval';
  }

  // Tells whether the new text of an expression begins with a parenthesis that the program has not.
  function beginsAnew(node, c) {
    for (;;) {
      switch (node.type) {
        case 'AwaitExpression':
          return true;
        case 'Identifier':
          return c.importNames !== null && c.importNames.has(node.name);
        case 'YieldExpression':
          return c.type === ASYNC_GENERATOR;
        case 'CallExpression':
          if (isDirectEval(node))
            return true;
          node = node.callee;
          break;
        case 'AssignmentExpression':
        case 'BinaryExpression':
        case 'LogicalExpression':
          node = node.left;
          break;
        case 'ConditionalExpression':
          node = node.test;
          break;
        case 'MemberExpression':
          node = node.object;
          break;
        case 'SequenceExpression':
          node = node.expressions[0];
          break;
        case 'TaggedTemplateExpression':
          node = node.tag;
          break;
        case 'UpdateExpression':
          if (node.prefix)
            return false;
          node = node.argument;
          break;
        case 'ChainExpression':
          node = node.expression;
          break;
        default:
          return false;
      }
    }
  }

  function anonymousAsync(node) {
    while (node.type === 'ParenthesizedExpression')
      node = node.expression;
    return (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' && node.id === null) && node.async;
  }

  // Tells whether a node is new SharedArrayBuffer (…), or a typed array over what may be one.
  function isMemory(node) {
    if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier')
      return false;
    const { name } = node.callee;
    if (name === 'SharedArrayBuffer')
      return true;
    if (!name.endsWith('Array') || name === 'Array' || node.arguments.length === 0)
      return false;
    const memory = node.arguments[0];
    return memory.type === 'Identifier' || memory.type === 'MemberExpression' || isMemory(memory);
  }

  // Tells whether the value of a node gets the name of its variable in the trace: a controller, a signal or shared memory.
  function isSignal(node) {
    switch (node.type) {
      case 'NewExpression':
        return node.callee.type === 'Identifier' && (node.callee.name.endsWith('Controller') || isMemory(node));
      case 'CallExpression': {
        const f = node.callee;
        if (f.type !== 'MemberExpression' || f.computed)
          return false;
        return f.property.name === 'subarray' || f.object.type === 'Identifier' &&
          (f.object.name === 'TaskSignal' || f.object.name === 'AbortSignal') &&
          (f.property.name === 'any' || f.property.name === 'timeout' || f.property.name === 'abort');
      }
      case 'MemberExpression':
        return !node.computed && node.property.type === 'Identifier' && node.property.name === 'signal' && node.object.type !==
          'Super';
      default:
        return false;
    }
  }

  function keyName(node) {
    const key = node.key;
    if (node.computed)
      return null;
    if (key.type === 'Identifier')
      return key.name;
    if (key.type === 'PrivateIdentifier')
      return '#' + key.name;
    return typeof key.value === 'bigint' ? key.value.toString() : key.bigint ? key.bigint : String(key.value);
  }

  function mayBeCallee(node) {
    const key = node.property;
    return node.computed ? key.type === 'Literal' && key.value === 'callee' || key.type === 'TemplateLiteral' : key.name ===
      'callee';
  }

  function isSuperMember(node) {
    return node.type === 'MemberExpression' && node.object.type === 'Super';
  }

  function contains(node, test) {
    if (test(node))
      return true;
    for (const key in node) {
      if (key === 'type' || key === 'start' || key === 'end')
        continue;
      const child = node[key];
      if (child === null || typeof child !== 'object')
        continue;
      if (Array.isArray(child)) {
        for (let i = 0; i < child.length; i++)
          if (child[i] !== null && contains(child[i], test))
            return true;
      } else if (typeof child.type === 'string' && contains(child, test)) {
        return true;
      }
    }
    return false;
  }

  // Tells whether a method uses `super`. Of the functions in it only arrow functions share that with it.
  function usesSuper(node) {
    return contains(node, n => n.type === 'Super' || n.type === 'CallExpression' && isDirectEval(n));
  }

  function labelName(name) {
    return name === 'yield' ? '__ls_yield' : name;
  }

  function newName(name) {
    if (RESERVED.test(name))
      return name.startsWith('__ls') ? '__ls_' + name.slice(4) : '__d_';
    // The second is what a module exports by default, unless that has a name.
    return name === 'yield' ? '__ls_yield' : name === 'default' ? '__ls_default' : name;
  }

  // Tells whether a function's own body declares an `arguments` that has no value at the beginning.
  function hasOwnArguments(list) {
    const test = n => n.type === 'Identifier' && n.name === 'arguments';
    for (let i = 0; i < list.length; i++) {
      const s = list[i];
      if (s.type === 'ClassDeclaration' && test(s.id))
        return true;
      if (s.type === 'VariableDeclaration' && s.kind !== 'var')
        for (let j = 0; j < s.declarations.length; j++)
          if (contains(s.declarations[j].id, test))
            return true;
    }
    return false;
  }

  function useThis(c) {
    for (;; c = c.parent) {
      c.usesThis = true;
      if (!isArrow(c))
        return;
    }
  }

  // Makes `arguments.callee` the program's function.
  function useCallee(c) {
    if (!c.strict && (c.type === ASYNC || c.type === ASYNC_GENERATOR) && simpleParams(c.node.params))
      c.usesCallee = true;
  }

  // Returns the names that a pattern declares, in its order, separated by commas.
  function boundNames(pattern) {
    switch (pattern.type) {
      case 'Identifier':
        return pattern.name;
      case 'AssignmentPattern':
        return boundNames(pattern.left);
      case 'RestElement':
        return boundNames(pattern.argument);
    }
    const parts = pattern.type === 'ArrayPattern' ? pattern.elements : pattern.properties;
    let names = '';
    for (let i = 0; i < parts.length; i++) {
      const more = parts[i] === null ? '' : boundNames(parts[i].type === 'Property' ? parts[i].value : parts[i]);
      if (more !== '')
        names += (names === '' ? '' : ',') + more;
    }
    return names;
  }

  shared.kinds = { SCRIPT, SYNC, ARROW, GENERATOR, ASYNC, ASYNC_ARROW, ASYNC_GENERATOR, FIELD };
  shared.tree = {
    isLineEnd,
    isArrow,
    arrowOwner,
    functionOf,
    simpleParams,
    arity,
    holes,
    isUseStrict,
    literalKey,
    hasHook,
    isDirectEval,
    beginsAnew,
    anonymousAsync,
    isSignal,
    keyName,
    mayBeCallee,
    isSuperMember,
    contains,
    usesSuper,
    labelName,
    newName,
    hasOwnArguments,
    useThis,
    useCallee,
    boundNames,
  };
})
