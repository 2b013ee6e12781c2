/* parser.js: acorn, as the transformation wants it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Reads what JavaScriptCore reads, and fast: most programs are read once, before JavaScriptCore has compiled anything of acorn, so what
 * counts is how many calls it takes for a token, an identifier, a simple expression. What is usual is done here; the rest is acorn's.
 *
 * Gets `shared`, which all files in acorn's context share, with `acorn` in it; adds `Parser`, `InnerParser`, `parse`, and
 * `PlainParser`, which does the same without haste.
 */
(function (shared) {
  'use strict';

  const { acorn } = shared;

  // JavaScriptCore decides which regular expressions and which letters there are: it knows newer ones than acorn does
  let firstLetter = null, letter = null;
  function isLetter (code, isFirst) {
    if (firstLetter === null) {
      firstLetter = /^[\p{ID_Start}$_]$/u;
      letter = /^[\p{ID_Continue}$\u200c\u200d]$/u;
    }
    return (isFirst ? firstLetter : letter).test(String.fromCodePoint(code));
  }

  const Exact = acorn.Parser.extend(Base => class extends Base {
    validateRegExpFlags () { }

    validateRegExpPattern (state) {
      try {
        new RegExp(state.source, state.flags);
      } catch (e) {
        this.raise(state.start, String(e.message).replace(/^Invalid regular expression: /, 'Invalid regular expression: '));
      }
    }

    readToken (code) {
      return code > 127 && isLetter(code, true) ? this.readWord() : super.readToken(code);
    }

    readToken_numberSign () {
      const code = this.fullCharCodeAtPos(++this.pos);
      if (code > 127 && isLetter(code, true))
        return this.finishToken(acorn.tokTypes.privateId, this.readWord1());
      this.pos--;
      return super.readToken_numberSign();
    }

    readWord1 () {
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
  });

  // ------------------------------------------------------------------------------------------------ what is usual

  const {
    arrow: ARROW, backQuote: BACK_QUOTE, braceL: BRACE_L, braceR: BRACE_R, bracketL: BRACKET_L, bracketR: BRACKET_R, colon: COLON,
    comma: COMMA, dot: DOT, eof: EOF, eq: EQ, name: NAME, num: NUM, parenL: PAREN_L, parenR: PAREN_R, privateId: PRIVATE_ID,
    question: QUESTION, questionDot: QUESTION_DOT, semi: SEMI, starstar: STAR_STAR, string: STRING, _this: THIS,
  } = acorn.tokTypes;
  const base = Exact.prototype;
  const { next, checkUnreserved, declareName, exitScope, strictDirective, parseIdent, parseExprAtom, parseMaybeAssign, parseMaybeUnary,
          parseSubscripts } = base;

  // Letters that begin keywords, other letters, digits; tokens of one letter
  const KEYWORD_LETTER = 3, OTHER_LETTER = 2, DIGIT = 1;
  const KINDS = new Uint8Array(128), SINGLES = [];
  for (let i = 0; i < 128; i++)
    SINGLES.push(null);
  KINDS.fill(KEYWORD_LETTER, 97, 123).fill(OTHER_LETTER, 65, 91).fill(DIGIT, 48, 58);
  KINDS[36] = KINDS[95] = OTHER_LETTER;
  const singles = [PAREN_L, PAREN_R, SEMI, COMMA, BRACKET_L, BRACKET_R, BRACE_L, BRACE_R, COLON];
  for (let i = 0; i < singles.length; i++)
    SINGLES['();,[]{}:'.charCodeAt(i)] = singles[i];

  const KEYWORDS = new Map();
  for (const word in acorn.keywordTypes)
    KEYWORDS.set(word, acorn.keywordTypes[word]);

  // Names that are not always right
  const WATCHED = new Set(('arguments await enum eval implements interface let package private protected public static yield ' +
                           [...KEYWORDS.keys()].join(' ')).split(' '));

  // Behind a simple expression: , ) ; ] } :
  const ENDS = new Uint8Array(128);
  for (const letter of ',);]}:')
    ENDS[letter.charCodeAt(0)] = 1;

  class Node {
    constructor (pos) {
      this.type = '';
      this.start = pos;
      this.end = 0;
    }
  }

  class Errors {
    constructor () {
      this.shorthandAssign = this.trailingComma = this.parenthesizedAssign = this.parenthesizedBind = this.doubleProto = -1;
    }
  }

  // Names of a scope that has many
  class Names {
    constructor (list) {
      this[0] = list[0];
      this.set = new Set(list);
    }
    push (name) { this.set.add(name); }
    indexOf (name) { return this.set.has(name) ? 0 : -1; }
  }

  const MANY = 24;

  function keepNames (scope) {
    if (scope.var.length > MANY) scope.var = new Names(scope.var);
    if (scope.lexical.length > MANY) scope.lexical = new Names(scope.lexical);
    if (scope.functions.length > MANY) scope.functions = new Names(scope.functions);
  }

  const Fast = Base => class extends Base {
    // tokens

    next (ignoreEscapes) {
      if (this.containsEsc) {
        next.call(this, ignoreEscapes);
        return;
      }
      this.lastTokEnd = this.end;
      this.lastTokStart = this.start;
      this.nextToken();
    }

    nextToken () {
      const { input, context } = this;
      const around = context[context.length - 1];
      let pos = this.pos, code = input.charCodeAt(pos);

      if (around === undefined || !around.preserveSpace) {
        while (code === 32 || code === 10)
          code = input.charCodeAt(++pos);
        if (code === 47 || code < 32 || code > 127) {
          this.pos = pos;
          this.skipSpace();
          pos = this.pos;
          code = input.charCodeAt(pos);
        }
      }
      this.start = this.pos = pos;
      if (pos >= input.length) {
        this.finishToken(EOF);
        return;
      }
      if (around.override) {
        around.override(this);
        return;
      }
      if (code < 128) {
        const kind = KINDS[code];
        if (kind > DIGIT) {
          let end = pos + 1, c = input.charCodeAt(end);
          while (c < 128 && KINDS[c] !== 0)
            c = input.charCodeAt(++end);
          if (!(c > 127) && c !== 92) {
            const word = input.slice(pos, end), before = this.type;
            let type = NAME;
            if (kind === KEYWORD_LETTER && end - pos < 11) {
              const keyword = KEYWORDS.get(word);
              if (keyword !== undefined)
                type = keyword;
            }
            this.containsEsc = false;
            this.pos = this.end = end;
            this.type = type;
            this.value = word;
            if (type === NAME && word !== 'of' && word !== 'yield')
              this.exprAllowed = false;
            else
              this.updateContext(before);
            return;
          }
        } else {
          const type = SINGLES[code];
          if (type !== null) {
            this.pos = pos + 1;
            this.finishToken(type);
            return;
          }
          if (code !== 92) {
            this.getTokenFromCode(code);
            return;
          }
        }
      }
      this.readToken(this.fullCharCodeAtPos());
    }

    finishToken (type, value) {
      const before = this.type;
      this.end = this.pos;
      this.type = type;
      this.value = value;
      if (type.updateContext === null && !type.keyword)
        this.exprAllowed = type.beforeExpr;
      else
        this.updateContext(before);
    }

    canInsertSemicolon () {
      if (this.type === BRACE_R || this.type === EOF)
        return true;
      const { input, start } = this;
      for (let i = this.lastTokEnd; i < start; i++) {
        const c = input.charCodeAt(i);
        if (c === 10 || c === 13 || c === 0x2028 || c === 0x2029)
          return true;
      }
      return false;
    }

    strictDirective (start) {
      const { input } = this;
      let code = input.charCodeAt(start);
      while (code === 32 || code === 10)
        code = input.charCodeAt(++start);
      return code > 39 && code !== 47 && code < 128 ? false : strictDirective.call(this, start);
    }

    // nodes

    startNode () {
      return new Node(this.start);
    }

    startNodeAt (pos) {
      return new Node(pos);
    }

    finishNode (node, type) {
      node.type = type;
      node.end = this.lastTokEnd;
      return node;
    }

    finishNodeAt (node, type, pos) {
      node.type = type;
      node.end = pos;
      return node;
    }

    copyNode (node) {
      const copy = new Node(node.start);
      for (const key in node)
        copy[key] = node[key];
      return copy;
    }

    // names

    checkUnreserved (node) {
      if (WATCHED.has(node.name))
        checkUnreserved.call(this, node);
    }

    declareName (name, type, pos) {
      declareName.call(this, name, type, pos);
      keepNames(this.scopeStack[this.scopeStack.length - 1]);
    }

    exitScope () {
      exitScope.call(this);
      if (this.scopeStack.length > 0)
        keepNames(this.scopeStack[this.scopeStack.length - 1]);
    }

    parseIdent (liberal, isBinding) {
      if (this.type !== NAME)
        return parseIdent.call(this, liberal, isBinding);
      const node = new Node(this.start), name = this.value;
      node.name = name;
      this.next(!!liberal);
      node.type = 'Identifier';
      node.end = this.lastTokEnd;
      if (!liberal && WATCHED.has(name)) {
        checkUnreserved.call(this, node);
        if (name === 'await' && !this.awaitIdentPos)
          this.awaitIdentPos = node.start;
      }
      return node;
    }

    // expressions

    // One token that is followed by what ends an expression; null where there is something else
    parseSimple () {
      const { type, input } = this;
      if (type !== NAME && type !== STRING && type !== NUM && type !== THIS)
        return null;
      let code = input.charCodeAt(this.pos);
      if (code === 32)
        code = input.charCodeAt(this.pos + 1);
      if (!(code < 128) || ENDS[code] === 0)
        return null;
      if (type === NAME)
        return this.value === 'yield' || this.value === 'await' ? null : this.parseIdent(false);
      if (type !== THIS)
        return this.parseLiteral(this.value);
      const node = new Node(this.start);
      this.next();
      return this.finishNode(node, 'ThisExpression');
    }

    parseMaybeAssign (forInit, errors, afterLeftParse) {
      const { start, type } = this;
      let left = this.parseSimple();
      if (left !== null)
        return afterLeftParse ? afterLeftParse.call(this, left, start, undefined) : left;
      if (type === NAME && this.value === 'yield')
        return parseMaybeAssign.call(this, forInit, errors, afterLeftParse);

      const isOwn = !errors;
      let oldParenthesized = -1, oldComma = -1, oldProto = -1;
      if (isOwn) {
        errors = new Errors();
      } else {
        oldParenthesized = errors.parenthesizedAssign;
        oldComma = errors.trailingComma;
        oldProto = errors.doubleProto;
        errors.parenthesizedAssign = errors.trailingComma = -1;
      }
      if (type === PAREN_L || type === NAME) {
        this.potentialArrowAt = start;
        this.potentialArrowInForAwait = forInit === 'await';
      }
      left = this.parseMaybeConditional(forInit, errors);
      if (afterLeftParse)
        left = afterLeftParse.call(this, left, start, undefined);
      if (this.type.isAssign) {
        const node = new Node(start), isPattern = this.type === EQ;
        node.operator = this.value;
        if (isPattern)
          left = this.toAssignable(left, false, errors);
        if (!isOwn)
          errors.parenthesizedAssign = errors.trailingComma = errors.doubleProto = -1;
        if (errors.shorthandAssign >= left.start)
          errors.shorthandAssign = -1;
        if (isPattern)
          this.checkLValPattern(left);
        else
          this.checkLValSimple(left);
        node.left = left;
        this.next();
        node.right = this.parseMaybeAssign(forInit);
        if (oldProto > -1)
          errors.doubleProto = oldProto;
        return this.finishNode(node, 'AssignmentExpression');
      }
      if (isOwn && (errors.shorthandAssign >= 0 || errors.doubleProto >= 0))
        this.checkExpressionErrors(errors, true);
      if (oldParenthesized > -1)
        errors.parenthesizedAssign = oldParenthesized;
      if (oldComma > -1)
        errors.trailingComma = oldComma;
      return left;
    }

    parseMaybeConditional (forInit, errors) {
      const { start } = this;
      const test = this.parseExprOps(forInit, errors);
      if (this.type !== QUESTION || this.checkExpressionErrors(errors))
        return test;
      const node = new Node(start);
      this.next();
      node.test = test;
      node.consequent = this.parseMaybeAssign();
      this.expect(COLON);
      node.alternate = this.parseMaybeAssign(forInit);
      return this.finishNode(node, 'ConditionalExpression');
    }

    parseExprOps (forInit, errors) {
      const { start } = this;
      const left = this.parseMaybeUnary(errors, false, false, forInit);
      if (this.type.binop === null || this.checkExpressionErrors(errors) || left.start === start && left.type === 'ArrowFunctionExpression')
        return left;
      return this.parseExprOp(left, start, undefined, -1, forInit);
    }

    parseMaybeUnary (errors, sawUnary, isIncrement, forInit) {
      const { start, type } = this;
      if (type.prefix || type === PRIVATE_ID || type === NAME && this.value === 'await')
        return parseMaybeUnary.call(this, errors, sawUnary, isIncrement, forInit);
      let node = this.parseSimple();
      if (node !== null)
        return node;
      node = this.parseExprSubscripts(errors, forInit);
      if (!this.type.postfix && this.type !== STAR_STAR || this.checkExpressionErrors(errors))
        return node;
      while (this.type.postfix && !this.canInsertSemicolon()) {
        const update = new Node(start);
        update.operator = this.value;
        update.prefix = false;
        update.argument = node;
        this.checkLValSimple(node);
        this.next();
        node = this.finishNode(update, 'UpdateExpression');
      }
      if (isIncrement || !this.eat(STAR_STAR))
        return node;
      if (sawUnary)
        this.unexpected(this.lastTokStart);
      return this.buildBinary(start, undefined, node, this.parseMaybeUnary(null, false, false, forInit), '**', false);
    }

    parseExprAtom (errors, forInit, forNew) {
      if (this.type !== NAME || this.value === 'async')
        return parseExprAtom.call(this, errors, forInit, forNew);
      const { start } = this;
      const node = this.parseIdent(false);
      if (this.type !== ARROW || this.potentialArrowAt !== start || this.canInsertSemicolon())
        return node;
      this.next();
      return this.parseArrowExpression(new Node(start), [node], false, forInit);
    }

    parseSubscripts (node, start, startLoc, noCalls, forInit) {
      if (node.type === 'Identifier' && node.name === 'async')
        return parseSubscripts.call(this, node, start, startLoc, noCalls, forInit);
      for (;;) {
        if (this.type === DOT) {
          const member = new Node(start);
          this.next();
          member.object = node;
          member.property = this.type === PRIVATE_ID && node.type !== 'Super' ? this.parsePrivateIdent() : this.parseIdent(true);
          member.computed = member.optional = false;
          node = this.finishNode(member, 'MemberExpression');
        } else if (this.type === PAREN_L && !noCalls) {
          const call = new Node(start), { yieldPos, awaitPos, awaitIdentPos } = this, errors = new Errors();
          this.next();
          this.yieldPos = this.awaitPos = this.awaitIdentPos = 0;
          const list = this.parseExprList(PAREN_R, true, false, errors);
          if (errors.shorthandAssign >= 0 || errors.doubleProto >= 0)
            this.checkExpressionErrors(errors, true);
          this.yieldPos = yieldPos || this.yieldPos;
          this.awaitPos = awaitPos || this.awaitPos;
          this.awaitIdentPos = awaitIdentPos || this.awaitIdentPos;
          call.callee = node;
          call.arguments = list;
          call.optional = false;
          node = this.finishNode(call, 'CallExpression');
        } else if (this.type === BRACKET_L || this.type === QUESTION_DOT || this.type === BACK_QUOTE) {
          return parseSubscripts.call(this, node, start, startLoc, noCalls, forInit);
        } else {
          return node;
        }
      }
    }
  };

  // Other versions may do things in another way
  const Parser = /^8\.(?:[89]|1[0-9])\./.test(acorn.version) ? Exact.extend(Fast) : Exact;

  // Expressions and code of a direct eval() see more than their own text does
  const InnerParser = Parser.extend(Base => class extends Base {
    get allowNewDotTarget () { return true; }
  });

  shared.Parser = Parser;
  shared.InnerParser = InnerParser;
  shared.PlainParser = Exact;

  // A parser; it stands in a class if isInner
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
