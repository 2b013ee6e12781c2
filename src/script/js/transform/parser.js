/* parser.js: acorn, as the transformation wants it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Accepts what JavaScriptCore accepts. The time for it grows no faster than the text.
 *
 * All files in acorn's context share the object `shared`, which holds `acorn`. This one adds `Parser`, `InnerParser` and `parse`.
 */
(function (shared) {
  'use strict';

  const { acorn } = shared;

  // JavaScriptCore knows newer regular expressions and letters than acorn does, so it decides which there are.
  let firstLetter = null,
    letter = null;

  function isLetter(code, isFirst) {
    if (firstLetter === null) {
      firstLetter = /^[\p{ID_Start}$_]$/u;
      letter = /^[\p{ID_Continue}$\u200c\u200d]$/u;
    }
    return (isFirst ? firstLetter : letter).test(String.fromCodePoint(code));
  }

  // acorn looks for each new name of a scope among the others. In a scope with many names this class finds it without a search.
  class Names extends Array {
    constructor(list) {
      super();
      this.known = new Set(list);
      for (let i = 0; i < list.length; i++)
        super.push(list[i]);
    }

    push(name) {
      this.known.add(name);
      return super.push(name);
    }

    indexOf(name) {
      return this.known.has(name) ? super.indexOf(name) : -1;
    }
  }

  const MANY = 24;
  const keep = list => list.length > MANY && !(list instanceof Names) ? new Names(list) : list;

  const Parser = acorn.Parser.extend(Base => class extends Base {
    validateRegExpFlags() {}

    validateRegExpPattern(state) {
      try {
        new RegExp(state.source, state.flags);
      } catch (e) {
        this.raise(state.start, String(e.message).replace(/^Invalid regular expression: /, 'Invalid regular expression: '));
      }
    }

    readToken(code) {
      return code > 127 && isLetter(code, true) ? this.readWord() : super.readToken(code);
    }

    readToken_numberSign() {
      const code = this.fullCharCodeAtPos(++this.pos);
      if (code > 127 && isLetter(code, true))
        return this.finishToken(acorn.tokTypes.privateId, this.readWord1());
      this.pos--;
      return super.readToken_numberSign();
    }

    readWord1() {
      const start = this.pos;
      try {
        const word = super.readWord1();
        if (!(this.input.charCodeAt(this.pos) > 127 && isLetter(this.fullCharCodeAtPos(), false)))
          return word;
      } catch (e) {
        if (!(e instanceof SyntaxError))
          throw e;
      }
      this.pos = start;
      this.containsEsc = false;
      let word = '';
      while (this.pos < this.input.length) {
        const begin = this.pos;
        let code = this.fullCharCodeAtPos();
        if (code === 92) {
          this.containsEsc = true;
          if (this.input.charCodeAt(begin + 1) !== 117)
            this.raise(begin + 1, 'Expecting Unicode escape sequence \\uXXXX');
          this.pos += 2;
          code = this.readCodePoint();
          if (!isLetter(code, word === ''))
            this.raise(begin, 'Invalid Unicode escape');
        } else if (isLetter(code, word === '')) {
          this.pos += code > 0xffff ? 2 : 1;
        } else {
          break;
        }
        word += String.fromCodePoint(code);
      }
      return word;
    }

    declareName(name, type, pos) {
      super.declareName(name, type, pos);
      const scope = this.currentScope();
      scope.var = keep(scope.var);
      scope.lexical = keep(scope.lexical);
      scope.functions = keep(scope.functions);
    }
  });

  // A direct eval() and an expression of the debugger see more than their own text contains.
  const InnerParser = Parser.extend(Base => class extends Base {
    get allowNewDotTarget() { return true; }
  });

  // Takes the types out of TypeScript, which is read when it is needed first. Returns the text, or an object with the error.
  let strip = null;

  shared.plain = function (source) {
    if (strip === null)
      strip = shared.readTypes();
    if (strip === undefined)
      return { error: { message: 'This build reads no TypeScript (it was made without typescript.js)', line: 1, column: 1 } };
    try {
      return strip(source);
    } catch (e) {
      const isKnown = e instanceof SyntaxError && typeof e.pos === 'number';
      const before = source.slice(0, isKnown ? e.pos : 0).split(/\r\n?|[\n\u2028\u2029]/);
      return {
        error: {
          message: isKnown ? e.message : e instanceof RangeError ? 'The program is nested too deeply'
            : 'The types could not be read',
          line: before.length,
          column: before[before.length - 1].length + 1,
        },
      };
    }
  };

  shared.Parser = Parser;
  shared.InnerParser = InnerParser;

  // Makes a parser. isInner: the text stands in a class, whose private names the caller checks
  shared.parse = function (Class, source, options, isInner, strict) {
    const parser = new Class(options, source);
    if (isInner) {
      parser.privateNameStack.push({ declared: { __proto__: null }, used: [] });
      if (strict)
        parser.strict = true;
    }
    return parser;
  };
})
