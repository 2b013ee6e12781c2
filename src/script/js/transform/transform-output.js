/* transform-output.js: the new text is written from left to right
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { isLineEnd } = shared.tree;

  // What cannot be run here, though it may be right
  shared.Refusal = class Refusal extends Error {
    constructor(message, pos) {
      super(message);
      this.pos = pos;
    }
  };

  // What is known while one source is rewritten; its methods are in all files
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

      // `input` is the source, but for the text of a condition. The new text is in pieces, with the place in the source that each
      // is from
      this.input = source;
      this.cursor = 0;
      this.fixed = -1;
      this.edits = 0;
      this.texts = [];
      this.sources = [];
      this.spans = []; // of rewritten functions and classes: first and last piece, start, end

      // see locate ()
      this.starts = null;
      this.line = 1;
      this.column = 1;

      // what the code around a direct eval() has for its `super`
      this.superAlias = kind === 'eval' && options.superAlias || 0;
      this.uid = this.superAlias;
      this.renames = /__ls|__d|\\u|yield/.test(source);
      this.hasArguments = source.includes('arguments');
      this.privateScopes = null;
      this.selfNames = new Map();
      this.methodSlot = null; // where an async generator method is kept, for its `prototype`

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

    // A place whose text comes later
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

    // Where the next token begins
    skipSpace(pos) {
      for (;;) {
        const c = this.input.charCodeAt(pos);
        if (c === 47 && this.input.charCodeAt(pos + 1) === 42) {
          pos = this.input.indexOf('*/', pos + 2) + 2;
        } else if (c === 47 && this.input.charCodeAt(pos + 1) === 47) {
          while (pos < this.input.length && !isLineEnd(this.input.charCodeAt(pos)))
            pos++;
        } else if (c === 60 && this.input.startsWith('<!--', pos)) {
          while (pos < this.input.length && !isLineEnd(this.input.charCodeAt(pos)))
            pos++;
        } else if (c === 45 && this.input.startsWith('-->', pos)) {
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
