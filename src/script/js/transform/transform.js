/* transform.js: what happens to a program before JavaScriptCore runs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Runs with acorn in a context of its own that no program reaches. One pass over the tree writes the new text from left to right.
 * It copies what need not change. No inserted text contains a line end, so lines keep their numbers.
 *
 * All inserted names begin with `__ls`, except `__d`, the depth of the call. A name of the program that begins so gets one more
 * underscore.
 *
 * The files transform-….js add methods to the class Transformation with `shared.add`. This file is the last, and sets
 * `shared.transform`.
 */
(function (shared) {
  'use strict';

  const { Parser, InnerParser, Refusal, Transformation, parse } = shared;
  const { isLineEnd } = shared.tree;
  const { SCRIPT } = shared.kinds;

  const INTERESTING = /async|await|eval|import|export|throw|using|__ls|__d|\\u/;

  function lineStarts(text) {
    const starts = [0],
      re = /\r\n?|[\n\u2028\u2029]/g;
    while (re.test(text))
      starts.push(re.lastIndex);
    return starts;
  }

  // Returns the number of the last line that begins at offset or before it.
  function lineOf(starts, offset) {
    let low = 0,
      high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  // JavaScriptCore finds an error fast, but does not say where it is.
  function isRight(source) {
    try {
      new Function(source);
      // Two things are right in a function and wrong in a script: `return` and `new.target`. `return` is wrong in a static block,
      // too. Other code that fails there may be right: acorn parses it, which costs no more than time.
      if (/\breturn\b/.test(source))
        new Function('class A{static{' + source + '\n}}');
      return !/\btarget\b/.test(source);
    } catch {
      return false;
    }
  }

  // A text of kind 'function' must be one function in parentheses.
  function checkFunction(tree) {
    const first = tree.body[0];
    if (tree.body.length !== 1 || first.type !== 'ExpressionStatement' || first.expression.type !== 'ParenthesizedExpression' ||
      first.expression.expression.type !== 'FunctionExpression') {
      const e = new SyntaxError('Unexpected token (1:0)');
      e.pos = 0;
      throw e;
    }
  }

  shared.add({
    // Sets `line` and `column`. Callers mostly proceed from left to right.
    locate(offset) {
      if (this.starts === null)
        this.starts = lineStarts(this.source);
      const { starts } = this;
      let line = this.line - 1;
      if (starts[line] > offset || line + 2 < starts.length && starts[line + 2] <= offset)
        line = lineOf(starts, offset);
      else if (line + 1 < starts.length && starts[line + 1] <= offset)
        line++;
      this.line = line + 1;
      this.column = offset - starts[line] + 1;
    },

    failed(e) {
      const { result, source } = this;
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
      this.locate(Math.min(pos, source.length));
      result.error = { message, line: this.line, column: this.column, refused: !(e instanceof SyntaxError) };
      result.code = '';
      return result;
    },

    parseProgram() {
      const { kind, options, result, source } = this;
      const base = { ecmaVersion: 'latest', allowHashBang: true, preserveParens: true, sourceType: 'script' };
      if (options.comments === true)
        base.onComment = (isBlock, text, start, end) => {
          if (!isBlock && source.startsWith('//', start))
            result.comments.push(start, end);
        };
      if (kind === 'eval') {
        base.allowSuperOutsideMethod = true;
        base.allowHashBang = true;
        return parse(InnerParser, source, base, true, options.strict === true).parse();
      }
      if (options.goal === 'module') {
        result.isModule = true;
        return parse(Parser, source, { ...base, sourceType: 'module' }).parse();
      }
      try {
        const tree = parse(Parser, source, base).parse();
        if (kind === 'function')
          checkFunction(tree);
        return tree;
      } catch (first) {
        if (!(first instanceof SyntaxError) || kind !== 'script' || !/await|import|export|using/.test(source))
          throw first;
        let tree;
        result.comments.length = 0;
        try {
          tree = parse(Parser, source, { ...base, sourceType: 'module' }).parse();
        } catch (second) {
          // The parser that got further has the better message.
          throw second instanceof SyntaxError && second.pos > first.pos ? second : first;
        }
        if (options.goal === 'script')
          this.checkScript(tree);
        result.isModule = true;
        return tree;
      }
    },

    writeProgram(program) {
      const { input, result } = this;
      const top = this.newContext(SCRIPT, null, program);
      top.strict = result.isModule || this.options.strict === true;
      top.alias = this.superAlias;
      for (let i = 0; i < program.body.length && program.body[i].directive !== undefined; i++)
        if (program.body[i].directive === 'use strict')
          top.strict = true;
      top.id = this.addFunction('', program);
      let list = null,
        head = -1;
      if (result.isModule) {
        list = this.readModule(program);
        top.importNames = this.importNames;
        head = this.reserve();
        this.edits++;
        for (const request of this.module.requests)
          result.requests.push(request[0]);
      }
      if (input.startsWith('#!')) {
        let end = 2;
        while (end < input.length && !isLineEnd(input.charCodeAt(end)))
          end++;
        // What is inserted before the first statement of a module follows on this line.
        if (result.isModule)
          this.skipTo(end);
        else
          this.upTo(end);
      }
      if (result.isModule) {
        top.generator = true;
        this.writeList(list, top, '', true);
        this.upTo(input.length);
        this.texts[head] = this.moduleHead();
        this.insert('\n}});');
      } else {
        top.depth = '0';
        // Comments before the first statement stay where they are.
        if (program.body.length > 0)
          this.upTo(program.body[0].start);
        this.writeList(program.body, top, '', true);
        this.upTo(input.length);
      }
    },

    // Writes the result: the code, the map of offsets and the places of functions.
    finish() {
      const { result, texts, sources, spans } = this;
      const offsets = [],
        { map } = result;
      let offset = 0,
        lastSource = -1,
        lastOffset = 0;
      for (let i = 0; i < texts.length; i++) {
        offsets.push(offset);
        const { length } = texts[i];
        if (length > 0) {
          if (lastSource < 0 || sources[i] - lastSource !== offset - lastOffset) {
            map.push(offset, sources[i]);
            lastSource = sources[i];
            lastOffset = offset;
          }
          offset += length;
        }
      }
      offsets.push(offset);
      map.push(offset, this.source.length);
      result.code = texts.join('');
      for (let i = 0; i < spans.length; i++) {
        const s = spans[i];
        if (s.first >= 0)
          result.texts.push(offsets[s.first], offsets[s.last], s.start, s.end);
      }
    },
  });

  function transform(source, options) {
    options = options || {};
    const result = {
      code: source,
      map: [],
      statements: [],
      comments: [],
      functions: [],
      texts: [],
      requests: [],
      isModule: false,
      error: null,
      breakpoints: [],
      breakpointErrors: [],
      probeErrors: [],
    };

    if (options.statements !== true && !options.parse && options.goal !== 'module' && !INTERESTING.test(source) && isRight(
        source)) {
      result.map = [0, 0];
      return result;
    }

    const made = new Transformation(source, options, result);
    try {
      const program = made.parseProgram();
      if (made.hooks)
        made.prepareHooks();
      made.writeProgram(program);
    } catch (e) {
      return made.failed(e);
    }
    made.finish();
    return result;
  }

  shared.transform = transform;
})
