/* transform-output.js: the new text is written from left to right
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { isLineEnd } = shared.tree;

  // Code that may be right, but that cannot run here
  shared.Refusal = class Refusal extends Error {
    constructor(message, pos) {
      super(message);
      this.pos = pos;
    }
  };

  // The state while one source is rewritten. Each of the other files adds methods.
  class Transformation {
    constructor(source, options, result) {
      const hooks = options.statements === true,
        kind = options.kind || 'script';

      this.source = source;
      this.options = options;
      this.result = result;
      this.hooks = hooks;
      this.kind = kind;
      this.firstStatement = options.firstStatement || 0;
      this.firstFunction = options.firstFunction || 0;

      // `input` is the source, or the text of a condition while that is written. The new text consists of pieces; each knows the
      // place in the source that it comes from.
      this.input = source;
      this.cursor = 0;
      this.fixed = -1;
      this.edits = 0;
      this.texts = [];
      this.sources = [];
      this.spans = []; // of rewritten functions and classes: first and last piece, start, end

      // See locate().
      this.starts = null;
      this.line = 1;
      this.column = 1;

      // the number that a direct eval()'s code uses for its `super`
      this.superAlias = kind === 'eval' && options.superAlias || 0;
      this.uid = this.superAlias;
      this.renames = /__ls|__d|\\u|yield/.test(source);
      this.hasArguments = source.includes('arguments');
      this.privateScopes = null;
      this.selfNames = new Map();
      this.methodSlot = null; // the variable that keeps an async generator method, whose `prototype` is set later

      // of a module: see transform-modules.js
      this.module = null;
      this.importNames = null;
      this.exported = null;

      this.noHooks = 0;
      this.separator = ';'; // a comma where the hook is a part of an expression
      this.breakpoints = [];
      this.nextBreakpoint = 0;
      this.probes = null;
    }
  }

  shared.Transformation = Transformation;
  shared.add = methods => { Object.assign(Transformation.prototype, methods); };

  shared.add({
    push(text, from) {
      this.texts.push(text);
      this.sources.push(this.fixed >= 0 ? this.fixed : from);
    },

    upTo(pos) {
      if (pos > this.cursor) {
        this.push(this.input.slice(this.cursor, pos), this.cursor);
        this.cursor = pos;
      }
    },

    insert(text) {
      this.edits++;
      this.push(text, this.cursor);
    },

    // Makes an empty piece. Its text is set later.
    reserve() {
      this.push('', this.cursor);
      return this.texts.length - 1;
    },

    skipTo(pos) {
      if (pos > this.cursor) {
        this.edits++;
        const lines = this.input.slice(this.cursor, pos).replace(/[^\n\r\u2028\u2029]+/g, '');
        if (lines !== '')
          this.push(lines, this.cursor);
        this.cursor = pos;
      }
    },

    // Returns where the next token begins.
    skipSpace(pos) {
      for (;;) {
        const c = this.input.charCodeAt(pos);
        if (c === 47 && this.input.charCodeAt(pos + 1) === 42) {
          pos = this.input.indexOf('*/', pos + 2) + 2;
        } else if (c === 47 && this.input.charCodeAt(pos + 1) === 47 || c === 60 && this.input.startsWith('<!--', pos)
          || c === 45 && this.input.startsWith('-->', pos)) {
          while (pos < this.input.length && !isLineEnd(this.input.charCodeAt(pos)))
            pos++;
        } else if (c === 32 || (c >= 9 && c <= 13) || c >= 128 && /\s/.test(this.input[pos])) {
          pos++;
        } else {
          return pos;
        }
      }
    },

    hasLineEnd(from, to) {
      for (let i = from; i < to; i++)
        if (isLineEnd(this.input.charCodeAt(i)))
          return true;
      return false;
    },
  });
})
