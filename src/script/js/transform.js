/* transform.js: what happens to a program before JavaScriptCore runs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Called with acorn in a context of its own that no program reaches. One pass over the tree writes the new text from left to right; what
 * need not change is copied, and whatever is inserted contains no line terminator, so lines stay what they are.
 *
 * All names that are added begin with `__ls`, except `__d`, the depth of the call. Names of the program that begin like that get one more
 * underscore.
 */
(function (acorn) {
  'use strict';

  const SCRIPT = 0, SYNC = 1, ARROW = 2, GENERATOR = 3, ASYNC = 4, ASYNC_ARROW = 5, ASYNC_GENERATOR = 6, FIELD = 7;

  // The children of a node, in the order of the text
  const CHILDREN = {
    __proto__: null,
    ArrayExpression: ['elements'], ArrayPattern: ['elements'], AssignmentExpression: ['left', 'right'],
    AssignmentPattern: ['left', 'right'], AwaitExpression: ['argument'], BinaryExpression: ['left', 'right'],
    CallExpression: ['callee', 'arguments'], CatchClause: ['param', 'body'], ChainExpression: ['expression'],
    ConditionalExpression: ['test', 'consequent', 'alternate'], ExpressionStatement: ['expression'],
    LogicalExpression: ['left', 'right'], NewExpression: ['callee', 'arguments'], ParenthesizedExpression: ['expression'],
    RestElement: ['argument'], ReturnStatement: ['argument'], SequenceExpression: ['expressions'], SpreadElement: ['argument'],
    TaggedTemplateExpression: ['tag', 'quasi'], TemplateLiteral: ['expressions'], ThrowStatement: ['argument'],
    TryStatement: ['block', 'handler', 'finalizer'], UnaryExpression: ['argument'], UpdateExpression: ['argument'],
    VariableDeclaration: ['declarations'], YieldExpression: ['argument'],
  };

  // JavaScriptCore decides which regular expressions and which letters there are: it knows newer ones than acorn does
  const FIRST_LETTER = /^[\p{ID_Start}$_]$/u, LETTER = /^[\p{ID_Continue}$\u200c\u200d]$/u;
  const isLetter = (code, isFirst) => (isFirst ? FIRST_LETTER : LETTER).test(String.fromCodePoint(code));

  const Parser = acorn.Parser.extend(Base => class extends Base {
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

  // Expressions and code of a direct eval() see more than their own text does
  const InnerParser = Parser.extend(Base => class extends Base {
    get allowNewDotTarget () { return true; }
  });

  class Refusal extends Error {
    constructor (message, pos) { super(message); this.pos = pos; }
  }

  function lineStarts (text) {
    const starts = [0], re = /\r\n?|[\n\u2028\u2029]/g;
    while (re.exec(text) !== null)
      starts.push(re.lastIndex);
    return starts;
  }

  function positionIn (starts, offset) {
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle; else high = middle;
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  }

  const RESERVED = /^__ls|^__d$/;
  const INTERESTING = /async|await|eval|import|export|__ls|__d|\\u/;

  function parse (Class, source, options, isInner, strict, privateNames) {
    const parser = new Class(options, source);
    if (isInner) {
      parser.privateNameStack.push({ declared: { __proto__: null }, used: [] });
      if (strict)
        parser.strict = true;
    }
    return parser;
  }

  // JavaScriptCore finds errors fast, but does not say where
  function isRight (source) {
    try {
      new Function(source);
      // two things are right in functions only, the one not in static blocks either; whatever else fails there is parsed, no more
      if (/\breturn\b/.test(source))
        new Function('class A{static{' + source + '\n}}');
      return !/\btarget\b/.test(source);
    } catch {
      return false;
    }
  }

  const MODULE_WORDS = 'A program is one script: declare what you need in it, or load several scripts in order';

  function transform (source, options) {
    options = options || {};
    const kind = options.kind || 'script';
    const hooks = options.statements === true;
    const firstStatement = options.firstStatement || 0;
    const firstFunction = options.firstFunction || 0;
    const result = {
      code: source, map: [], statements: [], functions: [], texts: [], isModule: false, error: null,
      breakpoints: [], breakpointErrors: [], probeErrors: [],
    };

    // not enumerable: not a part of the result as text
    Object.defineProperty(result, 'source', { value: source });

    if (!hooks && !options.parse && !INTERESTING.test(source) && isRight(source)) {
      result.map = [0, 0];
      return result;
    }

    let starts = null;
    const where = offset => positionIn(starts || (starts = lineStarts(source)), offset);

    let program;
    try {
      program = parseProgram();
    } catch (e) {
      return failed(e);
    }

    function failed (e) {
      let message, pos = 0;
      if (e instanceof RangeError) {
        message = 'The program is nested too deeply';
      } else {
        message = String(e.message).replace(/ \(\d+:\d+\)$/, '');
        if (typeof e.pos === 'number')
          pos = e.pos;
        if (!(e instanceof SyntaxError || e instanceof Refusal))
          message = 'The program could not be read: ' + message;
      }
      if (pos > source.length)
        pos = source.length;
      result.error = { message, line: where(pos).line, column: where(pos).column, refused: !(e instanceof SyntaxError) };
      result.code = '';
      return result;
    }

    function parseProgram () {
      const base = { ecmaVersion: 'latest', allowHashBang: true, preserveParens: true, sourceType: 'script' };
      if (kind === 'eval') {
        base.allowSuperOutsideMethod = true;
        base.allowHashBang = true;
        return parse(InnerParser, source, base, true, options.strict === true).parse();
      }
      try {
        const tree = parse(Parser, source, base).parse();
        if (kind === 'function')
          checkFunction(tree);
        return tree;
      } catch (first) {
        if (!(first instanceof SyntaxError) || kind !== 'script' || !/await|import|export/.test(source))
          throw first;
        let tree;
        try {
          tree = parse(Parser, source, { ...base, sourceType: 'module' }).parse();
        } catch (second) {
          // the one that got further knows better
          throw second instanceof SyntaxError && second.pos > first.pos ? second : first;
        }
        result.isModule = true;
        return tree;
      }
    }

    // Text in parentheses has to be one function
    function checkFunction (tree) {
      const first = tree.body[0];
      if (tree.body.length !== 1 || first.type !== 'ExpressionStatement' || first.expression.type !== 'ParenthesizedExpression' ||
          first.expression.expression.type !== 'FunctionExpression') {
        const e = new SyntaxError('Unexpected token (1:0)');
        e.pos = 0;
        throw e;
      }
    }

    // ------------------------------------------------------------------------------------------------ the new text

    // `input` is the source, but for the text of a condition
    let input = source, cursor = 0, fixed = -1, edits = 0;
    const texts = [], sources = [];

    function push (text, from) {
      texts.push(text);
      sources.push(fixed >= 0 ? fixed : from);
    }

    function upTo (pos) {
      if (pos > cursor) {
        push(input.slice(cursor, pos), cursor);
        cursor = pos;
      }
    }

    function insert (text) {
      edits++;
      push(text, cursor);
    }

    // A place whose text comes later
    function reserve () {
      push('', cursor);
      return texts.length - 1;
    }

    function skipTo (pos) {
      if (pos > cursor) {
        edits++;
        const lines = input.slice(cursor, pos).replace(/[^\n\r\u2028\u2029]+/g, '');
        if (lines !== '')
          push(lines, cursor);
        cursor = pos;
      }
    }

    // Where the next token begins
    function skipSpace (pos) {
      for (;;) {
        const c = input.charCodeAt(pos);
        if (c === 47 && input.charCodeAt(pos + 1) === 42) {
          pos = input.indexOf('*/', pos + 2) + 2;
        } else if (c === 47 && input.charCodeAt(pos + 1) === 47) {
          while (pos < input.length && !isLineEnd(input.charCodeAt(pos)))
            pos++;
        } else if (c === 60 && input.startsWith('<!--', pos)) {
          while (pos < input.length && !isLineEnd(input.charCodeAt(pos)))
            pos++;
        } else if (c === 45 && input.startsWith('-->', pos)) {
          while (pos < input.length && !isLineEnd(input.charCodeAt(pos)))
            pos++;
        } else if (c === 32 || (c >= 9 && c <= 13) || c >= 128 && /\s/.test(input[pos])) {
          pos++;
        } else {
          return pos;
        }
      }
    }

    function isLineEnd (c) {
      return c === 10 || c === 13 || c === 0x2028 || c === 0x2029;
    }

    function hasLineEnd (from, to) {
      for (let i = from; i < to; i++)
        if (isLineEnd(input.charCodeAt(i)))
          return true;
      return false;
    }

    // ------------------------------------------------------------------------------------------------ scopes

    // what the code around a direct eval() has for its `super`
    const superAlias = kind === 'eval' && options.superAlias || 0;
    let uid = superAlias;
    const renames = /__ls|__d|\\u|yield/.test(source);
    const declaresArguments = /\b(?:let|const|class)\s[^;]{0,99}\barguments\b/.test(source);
    let privateScopes = null;
    const selfNames = new Map();

    function newContext (type, parent, node) {
      return {
        type, parent, node,
        id: -1,                              // in `functions`
        strict: parent !== null && parent.strict,
        depth: '__d',
        alias: 0,                            // the number in the names of its aliases
        usesThis: false, usesEval: false,
        thisAlias: false, argumentsAlias: false, argumentsGetter: false, targetAlias: false, superGet: false, superSet: false, superDelete: false,
        superCall: false,
        derived: false,
        usesCallee: false,
        isMethod: false,                     // `super` has a meaning in it
        temps: -1, tempNames: '',            // where the temporaries of the innermost block are declared
        generator: type === ASYNC || type === ASYNC_ARROW || type === ASYNC_GENERATOR,
      };
    }

    function isArrow (c) {
      return c.type === ARROW || c.type === ASYNC_ARROW;
    }

    // Which wrapper declares aliases for what arrow functions share with the function around them: the outermost asynchronous arrow function.
    // null: none is between
    function arrowOwner (c) {
      let owner = null;
      for (; isArrow(c); c = c.parent)
        if (c.type === ASYNC_ARROW)
          owner = c;
      return owner;
    }

    function functionOf (c) {
      while (isArrow(c))
        c = c.parent;
      return c;
    }

    function superOwner (c) {
      let owner = null;
      for (; isArrow(c); c = c.parent)
        if (c.type === ASYNC_ARROW)
          owner = c;
      if (c.type === SCRIPT && superAlias !== 0)
        return c;
      return c.type === ASYNC || c.type === ASYNC_GENERATOR ? c : owner;
    }

    function aliasOf (c) {
      return c.alias || (c.alias = ++uid);
    }

    // The function's own body declares a variable of this name that does not exist at its beginning
    function hasOwnArguments (list) {
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

    // Something to keep a value in between two places of an expression: a variable of the innermost block or, where there is none, a place
    // that all activations share
    function temporary (c) {
      while (c.temps < 0 && c.parent !== null)
        c = c.parent;
      if (c.temps < 0)
        return '__ls.t.k' + firstFunction + '_' + (++uid);
      const name = '__lsk' + (++uid);
      c.tempNames += ',' + name;
      texts[c.temps] = 'let ' + c.tempNames.slice(1) + ';';
      return name;
    }

    // `arguments.callee` has to be the program's function
    function useCallee (c) {
      if (!c.strict && (c.type === ASYNC || c.type === ASYNC_GENERATOR) && simpleParams(c.node.params))
        c.usesCallee = true;
    }

    function useThis (c) {
      for (; ; c = c.parent) {
        c.usesThis = true;
        if (!isArrow(c))
          return;
      }
    }

    function newName (name) {
      if (RESERVED.test(name))
        return name.startsWith('__ls') ? '__ls_' + name.slice(4) : '__d_';
      return name === 'yield' ? '__ls_yield' : name;
    }

    // ------------------------------------------------------------------------------------------------ functions

    function addFunction (name, node) {
      const id = firstFunction + result.functions.length;
      result.functions.push({ name, line: where(node.start).line, column: where(node.start).column });
      return id;
    }

    const spans = [];      // of rewritten functions and classes: first and last chunk, start, end

    function simpleParams (params) {
      for (let i = 0; i < params.length; i++)
        if (params[i].type !== 'Identifier')
          return false;
      return true;
    }

    function arity (params) {
      let n = 0;
      while (n < params.length && params[n].type !== 'AssignmentPattern' && params[n].type !== 'RestElement')
        n++;
      return n;
    }

    function holes (n) {
      let text = '';
      for (let i = 0; i < n; i++)
        text += (i > 0 ? ',' : '') + '__ls' + i;
      return text;
    }

    function isUseStrict (node) {
      if (node.body.type !== 'BlockStatement')
        return false;
      const body = node.body.body;
      for (let i = 0; i < body.length && body[i].directive !== undefined; i++)
        if (body[i].directive === 'use strict')
          return true;
      return false;
    }

    // From the parameters' opening parenthesis (or the only parameter) to the end of the body, as a generator function
    function writeGenerator (node, c) {
      insert('function*');
      const bare = input.charCodeAt(cursor) !== 40;
      if (bare)
        insert('(');
      for (let i = 0; i < node.params.length; i++)
        visit(node.params[i], c);
      if (node.type === 'ArrowFunctionExpression') {
        let pos = node.params.length > 0 ? node.params[node.params.length - 1].end : cursor + 1;
        if (!bare) {
          pos = skipSpace(pos);
          if (input.charCodeAt(pos) === 44)
            pos = skipSpace(pos + 1);
          pos++;
        }
        upTo(pos);
        if (bare)
          insert(')');
        pos = skipSpace(pos);
        upTo(pos);
        cursor = pos + 2;
      }
      writeBody(node, c);
      upTo(node.end);
    }

    function writeBody (node, c) {
      const body = node.body;
      if (body.type === 'BlockStatement') {
        upTo(body.start + 1);
        writeList(body.body, c, enterText(c), true, node);
        upTo(body.end);
      } else if (c.generator) {
        upTo(skipSpace(cursor));
        insert('{' + enterText(c));
        c.temps = reserve();
        if (hooks && noHooks === 0) writeHook(body, c);
        insert('return(');
        visit(body, c);
        upTo(body.end);
        insert(')}');
      } else if (hooks && noHooks === 0) {
        upTo(body.start);
        insert('{' + enterText(c));
        c.temps = reserve();
        writeHook(body, c);
        insert('return(');
        visit(body, c);
        upTo(body.end);
        insert(')}');
      } else {
        upTo(body.start);
        c.temps = reserve();
        visit(body, c);
        if (c.tempNames !== '') {
          texts[c.temps] = '{' + texts[c.temps] + 'return(';
          upTo(body.end);
          insert(')}');
        }
      }
    }

    function enterText (c) {
      return hooks && noHooks === 0 ? 'const __d=__ls.enter(' + c.id + ');' : '';
    }

    // A key as text: how it is written in an object literal, and how it is read
    function literalKey (name) {
      const text = JSON.stringify(name).replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
      return text;
    }

    /*
     * An async function, arrow function, or async generator at `node`, the text of which begins at `from`.
     * form: 'expression', 'declaration', 'property' (a method of an object literal, as a value) or 'method' (in its place)
     * key: { text, access } of methods and of functions with a name. name: what stands in `functions`
     */
    function writeAsync (node, parent, form, name, keyText, from) {
      const arrow = node.type === 'ArrowFunctionExpression';
      const c = newContext(arrow ? ASYNC_ARROW : node.generator ? ASYNC_GENERATOR : ASYNC, parent, node);
      const strictHere = isUseStrict(node);
      c.id = addFunction(name === null ? '' : name, { start: from });
      if (strictHere)
        c.strict = true;
      c.isMethod = form === 'method';
      const mark = '/*@' + c.id + '*/';
      const slotText = form === 'method' && methodSlot !== null ? ',' + methodSlot : '';
      methodSlot = null;
      const head = reserve();
      const span = { first: -1, last: -1, start: from, end: node.end };
      const wrapperStart = reserve(), wrapper = reserve(), wrapperEnd = reserve(), between = reserve();

      let self = null;
      if (form === 'expression' && !arrow && node.id !== null) {
        self = { used: false, assigned: false };
        const list = selfNames.get(node.id.name);
        if (list === undefined) selfNames.set(node.id.name, [self]); else list.push(self);
      }

      writeGenerator(node, c);

      if (self !== null) {
        const list = selfNames.get(node.id.name);
        list.pop();
        if (list.length === 0) selfNames.delete(node.id.name);
      }
      // JavaScriptCore would not give eval() in a generator function `arguments` that nothing else there uses
      if (c.usesEval && c.prologue !== undefined && !(declaresArguments && hasOwnArguments(node.body.body)))
        texts[c.prologue] = 'void arguments;';
      if (c.usesEval)
        useCallee(c);
      if (c.usesCallee && c.prologue !== undefined && !(declaresArguments && hasOwnArguments(node.body.body)))
        texts[c.prologue] = '__ls.callee(arguments,__lsc' + aliasOf(c) + ');';
      else
        c.usesCallee = false;
      const after = reserve(), lastWrapper = reserve(), tail = reserve();

      let aliases = '';
      const n = c.alias;
      if (n !== 0) {
        if (c.thisAlias) aliases += ',__lst' + n + '=()=>this';
        if (c.argumentsGetter) aliases += ',__lsa' + n + '=()=>arguments,__lso' + n + '=()=>typeof arguments';
        if (c.argumentsAlias) aliases += ',__lsa' + n + '=arguments';
        if (c.targetAlias) aliases += ',__lsn' + n + '=new.target';
        if (c.usesCallee && form === 'method') aliases += ',__lsc' + n + '=arguments.callee';
        if (c.superGet) aliases += ',__lsg' + n + '=k=>super[k]';
        if (c.superSet) aliases += ',__lsq' + n + '=(k,v)=>super[k]=v';
        if (c.superDelete) aliases += ',__lsx' + n + '=k=>delete super[k]';
        if (c.superCall) aliases += ',__lss' + n + '=(...a)=>super(...a)';
      }
      const inside = aliases !== '' || form === 'method';
      const number = arity(node.params);
      const directive = strictHere && !arrow ? '"use strict";' : '';
      let argumentsText;
      let params = holes(number);
      if (!arrow) {
        argumentsText = 'this,arguments';
      } else {
        // before super () has returned there is no `this` to pass
        const passThis = (c.usesThis || c.usesEval) && !functionOf(c).derived ? 'this' : 'void 0';
        if (number === node.params.length) {
          argumentsText = passThis + ',[' + params + ']';
        } else if (node.params[node.params.length - 1].type === 'RestElement') {
          argumentsText = passThis + (number === 0 ? ',__lsr' : ',[' + params + ',...__lsr]');
          params += (number === 0 ? '' : ',') + '...__lsr';
        } else {
          argumentsText = passThis + ',[' + holes(node.params.length) + ']';
          for (let i = number; i < node.params.length; i++)
            params += (i === 0 ? '' : ',') + '__ls' + i + '=void 0';
        }
      }
      const run = node.generator ? '__ls.asyncGenerator(' : '__ls.async(';
      const make = node.generator ? '__ls.asyncGeneratorFunction(' : '__ls.asyncFunction(';
      const declare = aliases === '' ? '' : 'const ' + aliases.slice(1) + ';';

      let open, close;                 // around the wrapper within what makes it
      if (arrow) {
        if (keyText === null) {
          open = '('; close = ')';
        } else if (keyText.charCodeAt(0) === 91) {
          open = '({' + keyText + ':'; close = '})' + keyText;
        } else {
          open = '({' + (keyText === '"__proto__"' ? '["__proto__"]' : keyText) + ':'; close = '})[' + keyText + ']';
        }
      } else {
        open = '({';
        close = '})' + (keyText === null ? '[""]' : keyText.charCodeAt(0) === 91 ? keyText : '[' + keyText + ']');
      }
      const begin = arrow ? '(' + params + ')=>' : (keyText === null ? '""' : keyText) + '(' + params + ')';

      if (form === 'method') {
        // the key and the opening parenthesis's place are the caller's
        texts[wrapperStart] = '(' + params + '){' + mark + directive + declare + 'return ' + run;
        texts[after] = ',' + argumentsText +
          slotText + ')}';
        return c;
      }
      if (inside) {
        texts[head] = make + open;
        texts[wrapper] = begin + (declare === '' ? mark : '{' + mark + declare + 'return ') + run;
        texts[after] = ',' + argumentsText + ')' + (declare === '' ? '' : '}');
        texts[tail] = close + ')';
        span.first = wrapper;
        span.last = lastWrapper;
      } else {
        const call = run + '__lsf,' + argumentsText + ')';
        texts[head] = (node.generator ? '(__lsf=>' + make : make + '(__lsf=>') + open;
        texts[wrapper] = begin + (arrow ? mark + call : '{' + mark + directive + 'return ' + call + '}');
        texts[between] = close + (node.generator ? ',__lsf))(' : ')(');
        texts[tail] = node.generator ? ')' : '))';
        span.first = wrapper;
        span.last = wrapperEnd;
      }
      spans.push(span);

      if (c.usesCallee) {
        texts[head] = '(__lsc' + n + '=>__lsc' + n + '=' + texts[head];
        texts[tail] += ')()';
      }
      if (self !== null && (self.used || c.usesEval)) {
        const own = newName(node.id.name);
        if ((self.assigned || c.usesEval) && !c.strict) {
          texts[head] = '(()=>{const __lsw=__ls.scope();with(__lsw)return __lsw.set(' + literalKey(own) + ',' + texts[head];
          texts[tail] += ')})()';
        } else {
          texts[head] = '(()=>{const ' + own + '=' + texts[head];
          texts[tail] += ';return ' + own + '})()';
        }
      }
      if (form === 'declaration') {
        texts[head] = 'function*' + newName(node.id.name) + '(){return ' + texts[head];
        texts[tail] += '}';
      }
      return c;
    }

    // From `async` to the parameters
    function skipHead (node) {
      let pos = node.start;
      if (node.type === 'ArrowFunctionExpression') {
        pos = skipSpace(pos + 5);
      } else if (node.id !== null) {
        pos = skipSpace(node.id.end);
      } else {
        pos = skipSpace(skipSpace(pos + 5) + 8);
        if (input.charCodeAt(pos) === 42)
          pos = skipSpace(pos + 1);
      }
      skipTo(pos);
    }

    function writeFunction (node, parent, name) {
      const arrow = node.type === 'ArrowFunctionExpression';
      upTo(node.start);
      if (node.async) {
        skipHead(node);
        const own = !arrow && node.id !== null ? node.id.name : name;
        writeAsync(node, parent, node.type === 'FunctionDeclaration' ? 'declaration' : 'expression', own,
                   own === null ? null : literalKey(own), node.start);
        return;
      }
      const c = newContext(arrow ? ARROW : node.generator ? GENERATOR : SYNC, parent, node);
      const own = !arrow && node.id ? node.id.name : name;
      const first = reserve(), before = edits;
      c.id = addFunction(own === null ? '' : own, node);
      if (isUseStrict(node))
        c.strict = true;
      if (arrow && parent.derived)
        c.derived = true;
      if (node.id)
        visit(node.id, c);
      for (let i = 0; i < node.params.length; i++)
        visit(node.params[i], c);
      writeBody(node, c);
      upTo(node.end);
      noteSpan(before, first, node.start, node.end);
    }

    // Remembers the place of a function's or class's text if there have been changes since `before`
    function noteSpan (before, first, start, end) {
      if (edits !== before)
        spans.push({ first, last: reserve(), start, end });
    }

    function methodStart (node) {
      return node.static ? skipSpace(node.start + 6) : node.start;
    }

    // ------------------------------------------------------------------------------------------------ statements

    // separator: a comma where the hook is a part of an expression
    let separator = ';';

    function writeHook (node, c) {
      const pos = where(node.start);
      const id = firstStatement + result.statements.length;
      result.statements.push({ line: pos.line, column: pos.column, function: functionId(c) });
      insert('__ls.at(' + id + ',' + c.depth + ')' + separator);
      if (nextBreakpoint < breakpoints.length && breakpoints[nextBreakpoint].line <= pos.line)
        writeBreakpoints(pos.line, id, node, c);
      if (probes !== null)
        writeProbes(pos, id, node, c);
    }

    function functionId (c) {
      return c.id;
    }

    const breakpoints = [];
    let nextBreakpoint = 0, probes = null;
    if (hooks && options.breakpoints) {
      for (let i = 0; i < options.breakpoints.length; i++) {
        const b = options.breakpoints[i];
        breakpoints.push({ place: i, index: b.index === undefined ? i : b.index, line: b.line, condition: b.condition });
        result.breakpoints.push(null);
        result.breakpointErrors.push(null);
      }
      breakpoints.sort((a, b) => a.line - b.line || a.place - b.place);
    }
    if (hooks && options.probes && options.probes.length > 0) {
      probes = new Map();
      for (let i = 0; i < options.probes.length; i++) {
        const p = options.probes[i];
        const key = p.line + ':' + p.column;
        result.probeErrors.push({ message: 'No statement begins there', line: 1, column: 1 });
        if (probes.has(key)) probes.get(key).push(i); else probes.set(key, [i]);
      }
    }

    function writeBreakpoints (line, id, node, c) {
      for (; nextBreakpoint < breakpoints.length && breakpoints[nextBreakpoint].line <= line; nextBreakpoint++) {
        const b = breakpoints[nextBreakpoint];
        result.breakpoints[b.place] = id;
        if (b.condition !== undefined && b.condition !== null && b.condition !== '')
          result.breakpointErrors[b.place] = writeInner('hit(' + b.index, String(b.condition), node, c);
      }
    }

    function writeProbes (pos, id, node, c) {
      const list = probes.get(pos.line + ':' + pos.column);
      if (list === undefined)
        return;
      for (let j = 0; j < list.length; j++) {
        const p = options.probes[list[j]];
        result.probeErrors[list[j]] = writeInner('probe(' + (p.index === undefined ? list[j] : p.index) + ',' + (p.statement | 0),
                                                 String(p.expression), node, c);
      }
    }

    // `__ls.hit(i,()=>(text));`; returns null or what is wrong with the text
    function writeInner (call, text, node, c) {
      let tree;
      try {
        if (/[\n\r\u2028\u2029]/.test(text))
          throw new Refusal('Write the expression on one line', 0);
        const parser = parse(InnerParser, text, {
          ecmaVersion: 'latest', preserveParens: true, sourceType: 'script', allowSuperOutsideMethod: true,
        }, true, c.strict);
        parser.nextToken();
        tree = parser.parseExpression();
        if (parser.type !== acorn.tokTypes.eof)
          parser.unexpected();
        checkInner(tree, c, parser.privateNameStack[0]);
      } catch (e) {
        const pos = typeof e.pos === 'number' ? e.pos : 0;
        const message = e instanceof RangeError ? 'The expression is nested too deeply' : String(e.message).replace(/ \(\d+:\d+\)$/, '');
        return { message, line: 1, column: pos + 1 };
      }
      const kept = { input, cursor, fixed, length: texts.length, spans: spans.length, functions: result.functions.length };
      const inner = newContext(ARROW, c, tree);
      inner.id = c.id;
      insert('__ls.' + call + ',()=>(');
      fixed = node.start;
      input = text;
      cursor = tree.start;
      noHooks++;
      visit(tree, inner);
      upTo(tree.end);
      noHooks--;
      input = kept.input;
      cursor = kept.cursor;
      fixed = kept.fixed;
      insert('))' + separator);
      return null;
    }

    let noHooks = 0;

    // What an arrow function inside of the program could not hold, although it parsed
    function checkInner (node, c, names) {
      const outer = functionOf(c);
      for (let i = 0; i < names.used.length; i++) {
        let known = false;
        for (let s = privateScopes; s !== null && !known; s = s.parent)
          known = s.names.has(names.used[i].name);
        if (!known)
          throw new Refusal("Private field '#" + names.used[i].name + "' must be declared in an enclosing class", names.used[i].start);
      }
      const look = n => {
        if (n === null || typeof n !== 'object')
          return;
        if (Array.isArray(n)) {
          for (let i = 0; i < n.length; i++)
            look(n[i]);
          return;
        }
        if (typeof n.type !== 'string')
          return;
        if (n.type === 'Super')
          throw new Refusal("'super' cannot be used here", n.start);
        if (n.type === 'MetaProperty' && (outer.type === SCRIPT || outer.type === FIELD))
          throw new Refusal("'new.target' can only be used in functions", n.start);
        if (n.type === 'AwaitExpression' || n.type === 'YieldExpression' || n.type === 'Identifier' && (n.name === 'await' || n.name === 'yield'))
          throw new Refusal("'await' and 'yield' cannot be used here", n.start);
        if (n.type === 'ImportExpression')
          throw new Refusal('import() is not supported', n.start);
        if (n.type === 'FunctionExpression' || n.type === 'ClassExpression' || n.type === 'ArrowFunctionExpression' && n.async)
          throw new Refusal('Functions and classes cannot be made here', n.start);
        for (const key in n)
          if (key !== 'type' && key !== 'start' && key !== 'end')
            look(n[key]);
      };
      look(node);
    }

    function hasHook (node) {
      return node.type !== 'FunctionDeclaration' && node.type !== 'EmptyStatement';
    }

    // The leftmost part of an expression begins with a parenthesis that is not in the program
    function beginsAnew (node, c) {
      for (;;) {
        switch (node.type) {
          case 'AwaitExpression': return true;
          case 'YieldExpression': return c.type === ASYNC_GENERATOR;
          case 'CallExpression':
            if (isDirectEval(node))
              return true;
            node = node.callee;
            break;
          case 'AssignmentExpression': case 'BinaryExpression': case 'LogicalExpression': node = node.left; break;
          case 'ConditionalExpression': node = node.test; break;
          case 'MemberExpression': node = node.object; break;
          case 'SequenceExpression': node = node.expressions[0]; break;
          case 'TaggedTemplateExpression': node = node.tag; break;
          case 'UpdateExpression':
            if (node.prefix)
              return false;
            node = node.argument;
            break;
          case 'ChainExpression': node = node.expression; break;
          case 'FunctionExpression': return false;
          case 'ArrowFunctionExpression': return false;
          default: return false;
        }
      }
    }

    // Statements from `cursor` on. prologue: inserted behind directives
    function writeList (list, c, prologue, isFunction, loop) {
      let i = 0;
      if (isFunction) {
        while (i < list.length && list[i].directive !== undefined)
          i++;
        if (i > 0) {
          upTo(list[i - 1].end);
          if (input.charCodeAt(cursor - 1) !== 59 && (prologue !== '' || list.length > i))
            if (prologue !== '' || hooks || needsSemicolon(list, i, c))
              insert(';');
        }
      }
      if (prologue !== '')
        insert(prologue);
      const { temps, tempNames } = c;
      c.temps = isFunction && c.type === SCRIPT ? -1 : reserve();
      c.tempNames = '';
      if (isFunction && (c.type === ASYNC || c.type === ASYNC_GENERATOR))
        c.prologue = reserve();
      hoist(list, c, isFunction);
      let hooked = false;
      for (; i < list.length; i++) {
        const s = list[i];
        upTo(s.start);
        if (hooks && noHooks === 0 && hasHook(s)) {
          writeHook(s, c);
          hooked = true;
        } else if (s.type === 'ExpressionStatement' && beginsAnew(s.expression, c)) {
          insert(';');
        }
        visit(s, c);
        upTo(s.end);
      }
      c.temps = temps;
      c.tempNames = tempNames;
      return hooked;
    }

    function needsSemicolon (list, i, c) {
      for (let j = 0; j < list.length; j++)
        if (list[j].type === 'FunctionDeclaration' && list[j].async)
          return true;
      return false;
    }

    // Async functions are made where their declarations stand, by generator functions (which are declared like functions, but not
    // also outside of blocks), and given to their variables before the first statement
    function hoist (list, c, isFunction) {
      let names = null;
      for (let i = 0; i < list.length; i++)
        if (list[i].type === 'FunctionDeclaration') {
          if (list[i].async)
            (names || (names = new Set())).add(list[i].id.name);
          else if (names !== null)
            names.delete(list[i].id.name);
        }
      if (names !== null)
        names.forEach(raw => {
          const name = newName(raw);
          insert(kind === 'eval' ? '{const __lsh=' + name + '=__ls.hoist(' + name + '());}' : name + '=__ls.hoist(' + name + '());');
        });
    }

    // A statement that is no list's
    function writeSingle (node, c, isLoop) {
      if (node.type === 'BlockStatement') {
        if (hooks && noHooks === 0 && isLoop && !node.body.some(hasHook)) {
          upTo(node.start + 1);
          writeHook(node, c);
        }
        visit(node, c);
      } else if (!hooks || noHooks > 0 || node.type === 'FunctionDeclaration') {
        visit(node, c);
      } else {
        upTo(node.start);
        insert('{');
        writeHook(node, c);
        visit(node, c);
        upTo(node.end);
        insert('}');
      }
    }

    function writeForAwait (node, c, labels) {
      const f = '__ls' + 'w' + (++uid);
      upTo(labels !== null ? labels.start : node.start);
      const labelText = labels === null ? '' : labels.text;
      // for await ( LEFT of RIGHT ) BODY: RIGHT has to come before LEFT
      const left = node.left;
      const begin = cursor;
      insert('{const ' + f + '=__ls.forAwait(');
      // everything between is on the same lines as before: line terminators of the head before RIGHT come first
      const linesFrom = begin;
      cursor = linesFrom;
      skipTo(left.start);
      const leftLines = hasLineEnd(left.start, node.right.start);
      if (leftLines) skipTo(left.start);
      const leftFirst = texts.length, leftSpans = spans.length;
      // LEFT is written first and its pieces are moved behind RIGHT
      if (left.type === 'VariableDeclaration') {
        upTo(left.start);
        visit(left, c);
        upTo(left.end);
      } else {
        visitPattern(left, c);
        upTo(left.end);
      }
      const leftTexts = texts.splice(leftFirst), leftSources = sources.splice(leftFirst), leftSpansEnd = spans.length;
      skipTo(node.right.start);
      visit(node.right, c);
      upTo(node.right.end);
      insert(');try{' + labelText + 'while(' + f + '.more(yield ' + f + '.next()))');
      skipTo(node.body.start);
      if (left.type === 'VariableDeclaration') {
        insert('{');
      } else {
        insert('{(');
      }
      for (let i = leftSpans; i < leftSpansEnd; i++) {
        spans[i].first += texts.length - leftFirst;
        spans[i].last += texts.length - leftFirst;
      }
      for (let i = 0; i < leftTexts.length; i++) {
        texts.push(leftTexts[i]);
        sources.push(leftSources[i]);
      }
      insert('=' + f + '.value' + (left.type === 'VariableDeclaration' ? ';' : ');'));
      writeSingle(node.body, c, true);
      upTo(node.body.end);
      insert('}}catch(__lse){' + f + '.fail(__lse)}finally{if(' + f + '.closes())' + f + '.closed(yield ' + f + '.close())}}');
    }

    // ------------------------------------------------------------------------------------------------ expressions

    function isDirectEval (node) {
      if (node.optional || node.arguments.length === 0)
        return false;
      let callee = node.callee;
      while (callee.type === 'ParenthesizedExpression')
        callee = callee.expression;
      return callee.type === 'Identifier' && callee.name === 'eval';
    }

    function anonymousAsync (node) {
      while (node.type === 'ParenthesizedExpression')
        node = node.expression;
      return (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' && node.id === null) && node.async;
    }

    // The value of something named: async functions get the name that their native counterparts would get from there
    function visitNamed (node, c, name) {
      if (node.type === 'ParenthesizedExpression' && anonymousAsync(node)) {
        upTo(node.start + 1);
        visitNamed(node.expression, c, name);
        upTo(node.end);
      } else if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') {
        writeFunction(node, c, name);
      } else if (hooks && noHooks === 0 && isSignal(node)) {
        upTo(node.start);
        insert('__ls.name(');
        visit(node, c);
        upTo(node.end);
        insert(',' + literalKey(name) + ')');
      } else {
        visit(node, c);
      }
    }

    // An anonymous async function that gets its name from a computed key
    function writeKeyed (node, c, keyText) {
      let f = node;
      upTo(node.start);
      while (f.type === 'ParenthesizedExpression')
        f = f.expression;
      skipTo(f.start);
      skipHead(f);
      writeAsync(f, c, 'expression', '', keyText, f.start);
      skipTo(node.end);
    }

    function isSignal (node) {
      switch (node.type) {
        case 'NewExpression':
          return node.callee.type === 'Identifier' && node.callee.name.endsWith('Controller');
        case 'CallExpression': {
          const f = node.callee;
          return f.type === 'MemberExpression' && !f.computed && f.object.type === 'Identifier' &&
            (f.object.name === 'TaskSignal' || f.object.name === 'AbortSignal') &&
            (f.property.name === 'any' || f.property.name === 'timeout' || f.property.name === 'abort');
        }
        case 'MemberExpression':
          return !node.computed && node.property.type === 'Identifier' && node.property.name === 'signal' && node.object.type !== 'Super';
        default:
          return false;
      }
    }

    function keyName (node) {
      const key = node.key;
      if (node.computed)
        return null;
      if (key.type === 'Identifier')
        return key.name;
      if (key.type === 'PrivateIdentifier')
        return '#' + key.name;
      return typeof key.value === 'bigint' ? key.value.toString() : key.bigint ? key.bigint : String(key.value);
    }

    // isMember: only a member of it is used, which is not `callee`
    function visitIdentifier (node, c, shorthand, isMember) {
      const name = node.name;
      let text = name;
      if (name === 'arguments') {
        const owner = arrowOwner(c), f = functionOf(c);
        if (result.isModule && f.type === SCRIPT) {
          // the module's body is no function
          text = '__ls.arguments(true)';
        } else if (owner !== null && f.type === SCRIPT) {
          // there may be none, or those around a direct eval
          owner.argumentsGetter = true;
          text = '__lsa' + aliasOf(owner) + '()';
        } else if (owner !== null) {
          owner.argumentsAlias = true;
          text = '__lsa' + aliasOf(owner);
        }
        if (!isMember)
          useCallee(f);
      } else if (renames) {
        text = newName(name);
      }
      if (selfNames.size > 0 && selfNames.has(name)) {
        const list = selfNames.get(name);
        for (let i = 0; i < list.length; i++)
          list[i].used = true;
      }
      if (text !== name) {
        upTo(node.start);
        insert(shorthand ? name + ':' + text : text);
        skipTo(node.end);
      }
    }

    function mayBeCallee (node) {
      const key = node.property;
      return node.computed ? key.type === 'Literal' && key.value === 'callee' || key.type === 'TemplateLiteral' : key.name === 'callee';
    }

    function noteAssigned (left) {
      if (left.type === 'Identifier' && selfNames.size > 0 && selfNames.has(left.name)) {
        const list = selfNames.get(left.name);
        for (let i = 0; i < list.length; i++)
          list[i].assigned = true;
      }
    }

    function isSuperMember (node) {
      return node.type === 'MemberExpression' && node.object.type === 'Super';
    }

    function superKey (node, c) {
      if (node.computed) {
        skipTo(node.property.start);
        visit(node.property, c);
        upTo(node.property.end);
        skipTo(node.end);
      } else {
        insert(literalKey(node.property.name));
        skipTo(node.end);
      }
    }

    // What can be assigned to
    function visitTarget (node, c) {
      let inner = node;
      while (inner.type === 'ParenthesizedExpression')
        inner = inner.expression;
      const owner = isSuperMember(inner) ? superOwner(c) : null;
      if (owner === null) {
        noteAssigned(inner);
        visit(node, c);
        return;
      }
      owner.superGet = owner.superSet = true;
      useThis(c);
      const n = aliasOf(owner);
      upTo(inner.start);
      insert('__ls.superReference(__lsg' + n + ',__lsq' + n + ',');
      superKey(inner, c);
      insert(').v');
    }

    function visitAll (list, c) {
      for (let i = 0; i < list.length; i++)
        if (list[i] !== null)
          visit(list[i], c);
    }

    function visitPattern (node, c) {
      if (node === null)
        return;
      if (node.type === 'MemberExpression')
        visitTarget(node, c);
      else
        visit(node, c);
    }

    function visit (node, c) {
      switch (node.type) {
        case 'Identifier':
          if (renames || node.name === 'arguments' || selfNames.size > 0)
            visitIdentifier(node, c, false);
          return;

        case 'Literal': case 'TemplateElement': case 'DebuggerStatement': case 'EmptyStatement': case 'Super': case 'PrivateIdentifier':
          return;

        case 'ThisExpression': {
          useThis(c);
          if (c.derived || isArrow(c)) {
            const owner = arrowOwner(c);
            if (owner !== null && functionOf(c).derived) {
              owner.thisAlias = true;
              upTo(node.start);
              insert('__lst' + aliasOf(owner) + '()');
              skipTo(node.end);
            }
          }
          return;
        }

        case 'MetaProperty':
          if (node.meta.name === 'import')
            throw new Refusal('import.meta is not supported. ' + MODULE_WORDS, node.start);
          {
            const owner = arrowOwner(c);
            if (owner !== null) {
              owner.targetAlias = true;
              upTo(node.start);
              insert('__lsn' + aliasOf(owner));
              skipTo(node.end);
            }
          }
          return;

        case 'ImportDeclaration':
          throw new Refusal('import is not supported. ' + MODULE_WORDS, node.start);
        case 'ExportNamedDeclaration': case 'ExportDefaultDeclaration': case 'ExportAllDeclaration':
          throw new Refusal('export is not supported. Remove it: a program is one script', node.start);
        case 'ImportExpression':
          throw new Refusal('import() is not supported. ' + MODULE_WORDS, node.start);

        case 'BlockStatement':
          upTo(node.start + 1);
          writeList(node.body, c, '', false);
          upTo(node.end);
          return;

        case 'StaticBlock': {
          const inner = newContext(FIELD, c, node);
          inner.strict = true;
          inner.isMethod = true;
          inner.id = addFunction('static', node);
          upTo(skipSpace(node.start + 6) + 1);
          writeList(node.body, inner, enterText(inner), false);
          upTo(node.end);
          return;
        }

        case 'FunctionDeclaration': case 'FunctionExpression': case 'ArrowFunctionExpression':
          writeFunction(node, c, null);
          return;

        case 'ClassDeclaration': case 'ClassExpression':
          visitClass(node, c);
          return;

        case 'ObjectExpression':
          visitObject(node, c);
          return;

        case 'ObjectPattern':
          for (let i = 0; i < node.properties.length; i++) {
            const p = node.properties[i];
            if (p.type === 'RestElement') {
              visitPattern(p.argument, c);
            } else if (p.shorthand) {
              if (p.value.type === 'AssignmentPattern') {
                visitIdentifier(p.value.left, c, true);
                visitNamed(p.value.right, c, p.value.left.name);
              } else {
                visitIdentifier(p.value, c, true);
              }
            } else {
              if (p.computed)
                visit(p.key, c);
              visitPattern(p.value, c);
            }
          }
          return;

        case 'ArrayPattern':
          for (let i = 0; i < node.elements.length; i++)
            visitPattern(node.elements[i], c);
          return;

        case 'RestElement':
          visitPattern(node.argument, c);
          return;

        case 'AssignmentPattern':
          visitPattern(node.left, c);
          if (node.left.type === 'Identifier')
            visitNamed(node.right, c, node.left.name);
          else
            visit(node.right, c);
          return;

        case 'VariableDeclarator':
          visit(node.id, c);
          if (node.init !== null) {
            if (node.id.type === 'Identifier')
              visitNamed(node.init, c, node.id.name);
            else
              visit(node.init, c);
          }
          return;

        case 'AssignmentExpression': {
          const op = node.operator, left = node.left;
          if (op === '=' && isSuperMember(left) && superOwner(c) !== null) {
            const owner = superOwner(c);
            owner.superSet = true;
            useThis(c);
            upTo(left.start);
            insert('__lsq' + aliasOf(owner) + '(');
            superKey(left, c);
            insert(',');
            let pos = skipSpace(left.end);
            cursor = left.end;
            skipTo(pos);
            cursor = pos + 1;
            visit(node.right, c);
            upTo(node.right.end);
            insert(')');
            return;
          }
          visitTarget(left, c);
          if ((op === '=' || op === '||=' || op === '&&=' || op === '??=') && left.type === 'Identifier')
            visitNamed(node.right, c, left.name);
          else if (op === '=' && hooks && left.type === 'MemberExpression' && !left.computed && isSignal(node.right))
            visitNamed(node.right, c, left.property.name);
          else
            visit(node.right, c);
          return;
        }

        case 'UpdateExpression':
          visitTarget(node.argument, c);
          return;

        case 'MemberExpression':
          if (isSuperMember(node)) {
            const owner = superOwner(c);
            if (owner !== null) {
              owner.superGet = true;
              useThis(c);
              upTo(node.start);
              insert('__lsg' + aliasOf(owner) + '(');
              superKey(node, c);
              insert(')');
              return;
            }
            useThis(c);
          }
          if (node.object.type === 'Identifier' && node.object.name === 'arguments' && !mayBeCallee(node)) {
            visitIdentifier(node.object, c, false, true);
            if (node.computed)
              visit(node.property, c);
            return;
          }
          visitChain(node, c);
          return;

        case 'CallExpression':
          visitChain(node, c);
          return;

        case 'TaggedTemplateExpression':
          visitCallee(node.tag, c);
          visitAll(node.quasi.expressions, c);
          return;

        case 'UnaryExpression':
          if (node.operator === 'delete' && isSuperMember(node.argument) && superOwner(c) !== null) {
            const owner = superOwner(c);
            owner.superDelete = true;
            useThis(c);
            upTo(node.start);
            cursor = node.start;
            insert('__lsx' + aliasOf(owner) + '(');
            skipTo(node.argument.start);
            superKey(node.argument, c);
            insert(')');
            return;
          }
          if (node.operator === 'typeof' && node.argument.type === 'Identifier' && node.argument.name === 'arguments' &&
              functionOf(c).type === SCRIPT && (result.isModule || arrowOwner(c) !== null)) {
            const owner = arrowOwner(c);
            upTo(node.start);
            if (result.isModule) {
              insert('(typeof __ls.arguments(false))');
            } else {
              owner.argumentsGetter = true;
              insert('__lso' + aliasOf(owner) + '()');
            }
            skipTo(node.end);
            return;
          }
          visit(node.argument, c);
          return;

        case 'BinaryExpression': case 'LogicalExpression': {
          // long chains lean to the left
          const stack = [];
          let left = node;
          while (left.type === 'BinaryExpression' || left.type === 'LogicalExpression') {
            stack.push(left);
            left = left.left;
          }
          visit(left, c);
          while (stack.length > 0)
            visit(stack.pop().right, c);
          return;
        }

        case 'AwaitExpression': {
          upTo(node.start);
          const gap = hasLineEnd(node.start, node.argument.start);
          insert(gap ? '(yield(' : '(yield');
          cursor = node.start + 5;
          visit(node.argument, c);
          upTo(node.argument.end);
          insert(gap ? '))' : ')');
          return;
        }

        case 'YieldExpression':
          if (c.type !== ASYNC_GENERATOR) {
            if (node.argument !== null)
              visit(node.argument, c);
            return;
          }
          upTo(node.start);
          if (node.delegate) {
            insert('(yield __ls.delegate(');
            const star = skipSpace(node.start + 5);
            skipTo(star + 1);
            visit(node.argument, c);
            upTo(node.argument.end);
            insert('))');
          } else if (node.argument === null) {
            insert('(yield __ls.give(yield))');
            skipTo(node.end);
          } else {
            const gap = hasLineEnd(node.start, node.argument.start);
            insert(gap ? '(yield __ls.give(yield(' : '(yield __ls.give(yield');
            cursor = node.start + 5;
            visit(node.argument, c);
            upTo(node.argument.end);
            insert(gap ? ')))' : '))');
          }
          return;

        case 'ReturnStatement':
          if (node.argument === null)
            return;
          if (c.type === ASYNC_GENERATOR) {
            upTo(node.start + 6);
            insert(' (yield(');
            visit(node.argument, c);
            upTo(node.argument.end);
            insert('))');
            return;
          }
          visit(node.argument, c);
          return;

        case 'IfStatement':
          for (;;) {
            visit(node.test, c);
            writeSingle(node.consequent, c, false);
            if (node.alternate === null)
              return;
            upTo(node.consequent.end);
            if (node.alternate.type === 'IfStatement') {
              node = node.alternate;
              if (hooks && noHooks === 0) {
                upTo(node.test.start);
                separator = ',';
                writeHook(node, c);
                separator = ';';
              }
              continue;
            }
            writeSingle(node.alternate, c, false);
            return;
          }

        case 'ForStatement':
          if (node.init !== null) visit(node.init, c);
          if (node.test !== null) visit(node.test, c);
          if (node.update !== null) visit(node.update, c);
          writeSingle(node.body, c, true);
          return;

        case 'ForInStatement': case 'ForOfStatement':
          if (node.await) {
            writeForAwait(node, c, null);
            return;
          }
          visitPattern(node.left, c);
          noteAssigned(node.left);
          visit(node.right, c);
          writeSingle(node.body, c, true);
          return;

        case 'WhileStatement':
          visit(node.test, c);
          writeSingle(node.body, c, true);
          return;

        case 'DoWhileStatement':
          writeSingle(node.body, c, true);
          upTo(node.body.end);
          visit(node.test, c);
          return;

        case 'WithStatement':
          visit(node.object, c);
          writeSingle(node.body, c, false);
          return;

        case 'LabeledStatement': {
          let body = node.body;
          while (body.type === 'LabeledStatement')
            body = body.body;
          if (body.type === 'ForOfStatement' && body.await) {
            let text = '';
            for (let l = node; l.type === 'LabeledStatement'; l = l.body)
              text += labelName(l.label.name) + ':';
            writeForAwait(body, c, { start: node.start, text });
            return;
          }
          visitLabel(node.label);
          visit(node.body, c);
          return;
        }

        case 'BreakStatement': case 'ContinueStatement':
          if (node.label !== null)
            visitLabel(node.label);
          return;

        case 'SwitchStatement':
          visitSwitch(node, c);
          return;

        case 'CatchClause':
          if (node.param !== null)
            visit(node.param, c);
          visit(node.body, c);
          return;

        case 'ChainExpression':
          visit(node.expression, c);
          return;

        default: {
          const keys = CHILDREN[node.type];
          if (keys === undefined)
            throw new Refusal('This syntax is not supported: ' + node.type, node.start);
          for (let i = 0; i < keys.length; i++) {
            const child = node[keys[i]];
            if (child === null || child === undefined)
              continue;
            if (Array.isArray(child))
              visitAll(child, c);
            else
              visit(child, c);
          }
        }
      }
    }

    function labelName (name) {
      return name === 'yield' ? '__ls_yield' : name;
    }

    function visitLabel (label) {
      if (label.name === 'yield') {
        upTo(label.start);
        insert('__ls_yield');
        skipTo(label.end);
      }
    }

    // A function that is called: super.m(…) keeps its this
    function visitCallee (callee, c) {
      const owner = isSuperMember(callee) ? superOwner(c) : null;
      if (owner === null) {
        visit(callee, c);
        return;
      }
      owner.superGet = true;
      useThis(c);
      upTo(callee.start);
      insert('__ls.bind(__lsg' + aliasOf(owner) + '(');
      superKey(callee, c);
      const inArrow = arrowOwner(c);
      if (inArrow !== null && functionOf(c).derived) {
        inArrow.thisAlias = true;
        insert('),__lst' + aliasOf(inArrow) + '())');
      } else {
        insert('),this)');
      }
    }

    // Chains of members and calls, which are deep to the left
    function visitChain (node, c) {
      const stack = [];
      let inner = node;
      for (;;) {
        if (inner.type === 'MemberExpression' && inner.object.type !== 'Super') {
          stack.push(inner);
          inner = inner.object;
        } else if (inner.type === 'CallExpression') {
          if (inner.callee.type === 'Super' || isDirectEval(inner) || isSuperMember(inner.callee))
            break;
          stack.push(inner);
          inner = inner.callee;
        } else {
          break;
        }
      }
      if (inner.type === 'CallExpression') {
        if (inner.callee.type === 'Super')
          visitSuperCall(inner, c);
        else if (isDirectEval(inner))
          visitEval(inner, c);
        else {
          visitCallee(inner.callee, c);
          visitAll(inner.arguments, c);
        }
      } else if (inner !== node) {
        visit(inner, c);
      } else if (inner.type === 'MemberExpression') {
        // super[x] where it may stay
        if (inner.computed)
          visit(inner.property, c);
      }
      while (stack.length > 0) {
        const n = stack.pop();
        if (n.type === 'MemberExpression') {
          if (n.computed)
            visit(n.property, c);
        } else {
          visitAll(n.arguments, c);
        }
      }
    }

    function visitSuperCall (node, c) {
      const owner = arrowOwner(c);
      if (owner !== null) {
        owner.superCall = true;
        upTo(node.start);
        insert('__lss' + aliasOf(owner));
        skipTo(node.callee.end);
      }
      visitAll(node.arguments, c);
    }

    // eval (x, …) → (__ls.evalIn(eval,x,flags,alias),eval(__ls.evalOut(),…)), and where arguments are spread all of them go that way:
    // (__ls.evalIn(eval,[…],flags,alias),eval(...__ls.evalOut())); see code.js
    function visitEval (node, c) {
      for (let f = c; f !== null; f = f.parent)
        f.usesEval = true;
      useThis(c);
      const args = node.arguments;
      let flags = c.strict ? 1 : 0, alias = 0, spread = false;
      for (let i = 0; i < args.length; i++)
        if (args[i].type === 'SpreadElement')
          spread = true;
      if (spread)
        flags |= 2;
      // the generator function that the text runs in has no `super`
      const owner = superOwner(c);
      if (owner !== null && (owner.type === SCRIPT || functionOf(c).isMethod)) {
        alias = aliasOf(owner);
        owner.superGet = owner.superSet = owner.superDelete = true;
      }
      upTo(node.start);
      insert('(__ls.evalIn(eval,');
      if (spread)
        insert('[');
      skipTo(args[0].start);
      for (let i = 0; i < (spread ? args.length : 1); i++) {
        upTo(args[i].start);
        visit(args[i], c);
        upTo(args[i].end);
      }
      if (spread)
        insert(']');
      insert(',' + flags + (alias !== 0 ? ',' + alias : '') + '),eval(' + (spread ? '...' : '') + '__ls.evalOut()');
      for (let i = 1; i < args.length && !spread; i++) {
        upTo(args[i].start);
        visit(args[i], c);
      }
      if (spread)
        skipTo(node.end);
      else
        upTo(node.end);
      insert(spread ? '))' : ')');
    }

    function visitSwitch (node, c) {
      visit(node.discriminant, c);
      const all = [];
      for (let i = 0; i < node.cases.length; i++)
        for (let j = 0; j < node.cases[i].consequent.length; j++)
          all.push(node.cases[i].consequent[j]);
      // the first test is what runs first in the block
      let names = '';
      for (let i = 0; i < all.length; i++)
        if (all[i].type === 'FunctionDeclaration' && all[i].async) {
          const name = newName(all[i].id.name);
          names += name + '=__ls.hoist(' + name + '()),';
        }
      for (let i = 0; i < node.cases.length; i++) {
        const k = node.cases[i];
        if (k.test !== null) {
          upTo(k.test.start);
          const put = names;
          if (put !== '') {
            insert('(' + put);
            names = '';
          }
          visit(k.test, c);
          upTo(k.test.end);
          if (put !== '')
            insert(')');
        }
        if (k.consequent.length > 0) {
          upTo(k.consequent[0].start);
          if (names !== '' && node.cases.length === 1) {
            insert(names.slice(0, -1) + ';');
            names = '';
          }
        }
        const list = k.consequent;
        for (let j = 0; j < list.length; j++) {
          const s = list[j];
          upTo(s.start);
          if (hooks && noHooks === 0 && hasHook(s))
            writeHook(s, c);
          else if (s.type === 'ExpressionStatement' && beginsAnew(s.expression, c))
            insert(';');
          visit(s, c);
          upTo(s.end);
        }
      }
    }

    function contains (node, test) {
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

    // The method's own super; of functions within, arrow functions only
    function usesSuper (node) {
      return contains(node, n => n.type === 'Super' || n.type === 'CallExpression' && isDirectEval(n));
    }

    function visitObject (node, c) {
      upTo(node.start);
      const before = reserve();
      const slots = [];
      let fixes = '', generatorFixes = '';
      for (let i = 0; i < node.properties.length; i++) {
        const p = node.properties[i];
        if (p.type === 'SpreadElement') {
          visit(p.argument, c);
          continue;
        }
        if (p.shorthand) {
          visitIdentifier(p.value, c, true);
          continue;
        }
        const name = keyName(p);
        if (p.method && p.value.async) {
          upTo(p.start);
          if (usesSuper(p.value)) {
            const keep = name === null ? temporary(c) : null;
            const slot = p.value.generator ? temporary(c) : null;
            methodSlot = slot;
            writeMethod(p, c, p.value, name, keep);
            const key = keep !== null ? keep : literalKey(name);
            if (slot !== null) {
              generatorFixes += ',' + key;
              slots.push(slot, key);
            } else {
              fixes += ',' + key;
            }
          } else if (p.computed) {
            insert('...__ls.computed(');
            skipTo(p.key.start);
            visit(p.key, c);
            upTo(p.key.end);
            insert(',__lsk=>');
            skipTo(p.value.start);
            writeAsync(p.value, c, 'expression', '', '[__lsk]', p.start);
            upTo(p.end);
            insert(')');
          } else {
            insert(name === '__proto__' ? '["__proto__"]:' : literalKey(name) + ':');
            skipTo(p.value.start);
            writeAsync(p.value, c, 'property', name, literalKey(name), p.start);
          }
          continue;
        }
        if (p.computed && p.kind === 'init' && !p.method && anonymousAsync(p.value)) {
          upTo(p.start);
          insert('...__ls.computed(');
          skipTo(p.key.start);
          visit(p.key, c);
          upTo(p.key.end);
          insert(',__lsk=>');
          skipTo(p.value.start);
          writeKeyed(p.value, c, '[__lsk]');
          insert(')');
          continue;
        }
        if (p.method || p.kind !== 'init') {
          writePlainMethod(p, c, name, false);
          continue;
        }
        if (p.computed)
          visit(p.key, c);
        if (name !== null && name !== '__proto__')
          visitNamed(p.value, c, name);
        else
          visit(p.value, c);
      }
      upTo(node.end);
      if (fixes !== '') {
        texts[before] = '__ls.asyncMethods(';
        insert(fixes + ')');
      }
      if (generatorFixes !== '') {
        const object = temporary(c);
        texts[before] = '(' + object + '=__ls.asyncGeneratorMethods(' + texts[before];
        insert(generatorFixes + ')');
        for (let i = 0; i < slots.length; i += 2)
          insert(',' + slots[i] + '=__ls.method(' + object + ',' + slots[i + 1] + ')');
        insert(',' + object + ')');
      }
    }

    // A method, getter, setter or constructor that is not asynchronous
    function writePlainMethod (node, parent, name, derived) {
      const f = node.value;
      const c = newContext(f.generator ? GENERATOR : SYNC, parent, f);
      c.id = addFunction(name === null ? '' : name, node);
      c.derived = derived;
      c.isMethod = true;
      if (isUseStrict(f))
        c.strict = true;
      upTo(methodStart(node));
      const first = reserve(), before = edits, start = cursor;
      if (node.computed)
        visit(node.key, parent);
      for (let i = 0; i < f.params.length; i++)
        visit(f.params[i], c);
      writeBody(f, c);
      upTo(f.end);
      noteSpan(before, first, start, node.end);
    }

    // An async method that stays where it is. key: null or how a computed key is to be kept
    function writeMethod (node, c, f, name, keep) {
      upTo(node.start);
      if (node.static) {
        upTo(node.start + 6);
        insert(' ');
      }
      skipTo(node.key.start);
      const first = reserve();
      if (node.computed) {
        insert('[');
        if (keep !== null) insert(keep + '=__ls.key(');
        visit(node.key, c);
        upTo(node.key.end);
        if (keep !== null) insert(')');
        insert(']');
        skipTo(f.start);
      } else {
        upTo(node.key.end);
        skipTo(f.start);
      }
      const inner = writeAsync(f, c, 'method', name === null ? '' : name, null, node.start);
      const last = reserve();
      spans.push({ first, last, start: methodStart(node), end: node.end });
      return inner;
    }

    function visitClass (node, c) {
      const body = node.body;
      const outer = c;
      upTo(node.start);
      const first = reserve(), before = edits;
      if (node.id !== null && node.id !== undefined)
        visit(node.id, c);
      // the heritage and computed keys are strict, but otherwise the code around
      const kept = c.strict;
      c.strict = true;
      if (node.superClass !== null)
        visit(node.superClass, c);
      const scope = { names: new Set(), parent: privateScopes };
      for (let i = 0; i < body.body.length; i++) {
        const key = body.body[i].key;
        if (key && key.type === 'PrivateIdentifier')
          scope.names.add(key.name);
      }
      privateScopes = scope;
      upTo(body.start + 1);
      const block = reserve();
      const fixes = ['', '', '', ''];
      let slots = '', privates = '';
      for (let i = 0; i < body.body.length; i++) {
        const m = body.body[i];
        if (m.type === 'StaticBlock') {
          visit(m, c);
        } else if (m.type === 'PropertyDefinition') {
          const keep = m.computed && m.value !== null && anonymousAsync(m.value) ? temporary(c) : null;
          if (keep !== null) {
            upTo(m.key.start);
            insert(keep + '=__ls.key(');
            visit(m.key, c);
            upTo(m.key.end);
            insert(')');
          } else if (m.computed) {
            visit(m.key, c);
          }
          if (m.value !== null) {
            const inner = newContext(FIELD, c, m);
            inner.strict = true;
            inner.isMethod = true;
            inner.id = c.id;
            const name = keyName(m);
            if (keep !== null)
              writeKeyed(m.value, inner, '[' + keep + ']');
            else if (name !== null)
              visitNamed(m.value, inner, name);
            else
              visit(m.value, inner);
          }
        } else if (m.value.async) {
          const name = keyName(m);
          const isPrivate = m.key.type === 'PrivateIdentifier';
          const keep = m.computed ? temporary(c) : null;
          const slot = m.value.generator && !isPrivate ? temporary(c) : null;
          methodSlot = slot;
          writeMethod(m, c, m.value, name, keep);
          if (isPrivate) {
            const mark = '__ls.mark(this.' + name + ',' + (m.value.generator ? 1 : 0) + ')';
            if (m.static)
              slots += mark + ';';
            else
              privates += (privates === '' ? '' : ',') + mark;
          } else {
            const list = (m.static ? 2 : 0) + (m.value.generator ? 1 : 0);
            const key = m.computed ? keep : literalKey(name);
            fixes[list] += ',' + key;
            if (m.value.generator)
              slots += slot + '=__ls.method(this' + (m.static ? '' : '.prototype') + ',' + key + ');';
          }
        } else {
          writePlainMethod(m, c, keyName(m), m.kind === 'constructor' && node.superClass !== null);
        }
      }
      upTo(node.end);
      let text = '';
      for (let i = 0; i < 4; i++)
        if (fixes[i] !== '')
          text += (i & 1 ? '__ls.asyncGeneratorMethods(this' : '__ls.asyncMethods(this') + (i < 2 ? '.prototype' : '') + fixes[i] + ');';
      text += slots;
      if (text !== '')
        texts[block] = 'static{' + text + '}';
      // private methods of instances can only be reached from an instance
      if (privates !== '') {
        let field = '__ls';
        while (scope.names.has(field))
          field += '_';
        texts[block] += '#' + field + '=(' + privates + ');';
      }
      privateScopes = scope.parent;
      c.strict = kept;
      if (text !== '')
        edits++;
      noteSpan(before, first, node.start, node.end);
    }

    // where an async generator method is kept, for its `prototype`
    let methodSlot = null;

    // ------------------------------------------------------------------------------------------------ all of it

    const top = newContext(SCRIPT, null, program);
    top.strict = result.isModule || options.strict === true;
    top.alias = superAlias;
    for (let i = 0; i < program.body.length && program.body[i].directive !== undefined; i++)
      if (program.body[i].directive === 'use strict')
        top.strict = true;

    try {
      top.id = addFunction('', program);
      if (input.startsWith('#!')) {
        let end = 2;
        while (end < input.length && !isLineEnd(input.charCodeAt(end)))
          end++;
        if (result.isModule) {
          insert('__ls.module(function*(){"use strict";//');
          cursor = 2;
        }
        upTo(end);
      } else if (result.isModule) {
        insert('__ls.module(function*(){"use strict";');
      }
      if (result.isModule) {
        top.generator = true;
        writeList(program.body, top, enterText(top), true);
        upTo(input.length);
        insert('\n});');
      } else {
        top.depth = '0';
        // comments before the first statement stay where they are
        if (program.body.length > 0)
          upTo(program.body[0].start);
        writeList(program.body, top, '', true);
        upTo(input.length);
      }
    } catch (e) {
      return failed(e);
    }

    // ------------------------------------------------------------------------------------------------ where everything is

    const offsets = [];
    const map = [];
    let offset = 0, lastSource = -1, lastOffset = 0;
    for (let i = 0; i < texts.length; i++) {
      offsets.push(offset);
      if (texts[i] !== '') {
        if (lastSource < 0 || sources[i] - lastSource !== offset - lastOffset) {
          map.push(offset, sources[i]);
          lastSource = sources[i];
          lastOffset = offset;
        }
        offset += texts[i].length;
      }
    }
    offsets.push(offset);
    map.push(offset, source.length);
    result.map = map;
    result.code = texts.join('');
    for (let i = 0; i < spans.length; i++) {
      const s = spans[i];
      if (s.first >= 0)
        result.texts.push(offsets[s.first], offsets[s.last], s.start, s.end);
    }
    return result;
  }

  // The place in the source of an offset in the code
  transform.sourceOffset = function (result, offset) {
    const map = result.map;
    let low = 0, high = map.length >> 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (map[2 * middle] <= offset) low = middle; else high = middle;
    }
    let at = map[2 * low + 1] + Math.max(0, offset - map[2 * low]);
    if (2 * low + 3 < map.length && at > map[2 * low + 3] && map[2 * low + 3] >= map[2 * low + 1])
      at = map[2 * low + 3];
    return at;
  };

  // The line and column in the source of a line and column in the code; all count from 1
  transform.originalPosition = function (result, line, column) {
    const lines = lineStarts(result.code);
    const start = lines[Math.min(Math.max(line, 1), lines.length) - 1];
    const offset = transform.sourceOffset(result, Math.min(start + Math.max(column, 1) - 1, result.code.length));
    return positionIn(lineStarts(result.source), Math.min(offset, result.source.length));
  };

  return transform;
})
