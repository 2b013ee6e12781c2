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

  // `using x`, and `await using x`, which acorn does not know. Both are contextual keywords, with the name on the same line.
  const USING = /using[^\S\n\r\u2028\u2029]+(?!(?:in|instanceof)(?![\p{ID_Continue}$]))[\p{ID_Start}$_]/uy;
  const FOR_USING = /using[^\S\n\r\u2028\u2029]+(?!(?:in|instanceof|of)(?![\p{ID_Continue}$]))[\p{ID_Start}$_]/uy;
  const AWAIT = /await[^\S\n\r\u2028\u2029]+/uy;

  const Parser = acorn.Parser.extend(Base => class extends Base {
    // Returns 'using' or 'await using' where such a declaration begins, or null.
    usingKind(re) {
      if (this.type !== acorn.tokTypes.name || this.value !== 'using' && this.value !== 'await' || this.containsEsc)
        return null;
      let at = this.start;
      AWAIT.lastIndex = at;
      const isAwait = this.value === 'await';
      if (isAwait) {
        if (!this.canAwait || !AWAIT.test(this.input))
          return null;
        at = AWAIT.lastIndex;
      }
      re.lastIndex = at;
      return re.test(this.input) ? isAwait ? 'await using' : 'using' : null;
    }

    // Reads the declaration like one with const, but for the patterns, which there are none of.
    parseUsing(node, kind, isFor) {
      this.next();
      if (kind === 'await using')
        this.next();
      this.parseVar(node, isFor, 'const');
      for (const { id } of node.declarations)
        if (id.type !== 'Identifier')
          this.raise(id.start, "A 'using' declaration has no patterns");
      node.kind = kind;
    }

    parseStatement(context, topLevel, exports) {
      const kind = this.usingKind(USING);
      if (kind === null)
        return super.parseStatement(context, topLevel, exports);
      if (context)
        this.unexpected();
      if (topLevel && !this.inModule)
        this.raise(this.start, "'using' can only be used in blocks, functions and modules");
      const node = this.startNode();
      this.parseUsing(node, kind, false);
      this.semicolon();
      return this.finishNode(node, 'VariableDeclaration');
    }

    // The parts of a for statement up to the declaration are those of acorn.
    parseForStatement(node) {
      const re = /for\s*(await)?\s*\(\s*(?=using\s|await\s)/uy;
      re.lastIndex = this.start;
      const found = re.exec(this.input);
      if (found === null || found[1] !== undefined && !this.canAwait)
        return super.parseForStatement(node);
      const isAwait = found[1] !== undefined;
      const init = this.lookForUsing(re.lastIndex);
      if (init === null)
        return super.parseForStatement(node);
      this.next();
      if (isAwait)
        this.next();
      this.labels.push({ kind: 'loop' });
      this.enterScope(0);
      this.expect(acorn.tokTypes.parenL);
      const declaration = this.startNode();
      this.parseUsing(declaration, init, true);
      this.finishNode(declaration, 'VariableDeclaration');
      if (this.isContextual('of') && declaration.declarations.length === 1 && declaration.declarations[0].init === null) {
        node.await = isAwait;
        return this.parseForIn(node, declaration);
      }
      if (isAwait || this.type === acorn.tokTypes._in)
        this.unexpected();
      return this.parseFor(node, declaration);
    }

    // acorn would take `async()() => {}` for an arrow function.
    parseSubscript(base, startPos, startLoc, noCalls, maybeAsync, ...more) {
      return super.parseSubscript(base, startPos, startLoc, noCalls, maybeAsync && base.type === 'Identifier', ...more);
    }

    lookForUsing(at) {
      let isAwait = false;
      AWAIT.lastIndex = at;
      if (this.canAwait && AWAIT.test(this.input)) {
        at = AWAIT.lastIndex;
        isAwait = true;
      }
      FOR_USING.lastIndex = at;
      return FOR_USING.test(this.input) ? isAwait ? 'await using' : 'using' : null;
    }

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
