/* code-names.js: what code is called that has no name of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * shared.nameCode (text, isScript) → the name for a function's text, or for a script's: a few words of it, on one line, or '' if
 * there are none. `() => decode(image)` is called “decode(image)”, and so is `async () => { await decode(image); … }`. Other code is
 * called by its first words.
 */
(function (shared) {
  'use strict';

  const { InnerParser, parse } = shared;

  // The most UTF-16 code units of a name, and of an argument in a call that is shortened. A name that is cut between words has at
  // least LEAST.
  const MOST = 32,
    LEAST = 10,
    MOST_OF_ARGUMENT = 16;
  const CLOSERS = { '(': ')', '[': ']', '{': ' }', '${': '}' };

  class Code {
    constructor(text, sourceType) {
      this.text = text;
      this.tokens = [];
      this.tree = parse(InnerParser, text, {
        ecmaVersion: 'latest',
        sourceType,
        allowSuperOutsideMethod: true,
        allowReturnOutsideFunction: true,
        onToken: this.tokens,
      }, true, false).parse();
    }

    // Returns the tokens of a node: pairs of the space before a token and its text.
    words(node) {
      const list = [];
      let before = '',
        end = -1;
      for (const token of this.tokens) {
        if (token.start < node.start || token.end > node.end || token.start === token.end)
          continue;
        const word = this.text.slice(token.start, token.end).replace(/\s*[\n\r\u2028\u2029]\s*/g, ' ');
        const closes = word === ')' || word === ']';
        if (closes && before === ',')
          list.pop();
        const isTight = end < 0 || end === token.start || closes || /^[([]$/.test(before) || /^(?:[,;.]|\?\.)$/.test(word);
        list.push({ space: isTight ? '' : ' ', word });
        before = word;
        end = token.end;
      }
      if (before === ';')
        list.pop();
      return list;
    }

    whole(node) {
      return this.words(node).map(({ space, word }) => space + word).join('');
    }

    // Returns the first words of a node, as many as there is room for. What is open at their end is closed.
    firstWords(node) {
      const list = this.words(node);
      let text = '',
        best = '';
      const open = [];
      for (let i = 0; i < list.length && text.length <= MOST; i++) {
        const { space, word } = list[i];
        text += space + word;
        if (word === '`' && open[open.length - 1] === '`' || word === ')' || word === ']' || word === '}')
          open.pop();
        else if (word === '`')
          open.push(word);
        else if (Object.hasOwn(CLOSERS, word))
          open.push(CLOSERS[word]);
        const isWhole = i + 1 === list.length;
        const name = isWhole ? text : text + '…' + open.slice().reverse().join('');
        if (name.length <= MOST && (isWhole || !/^(?:[{.,;:]|\?\.|=>)$/.test(word)))
          best = name;
      }
      return best.length >= LEAST || text.length <= MOST ? best : text.slice(0, MOST - 1).replace(/[\ud800-\udbff]$/, '') + '…';
    }

    // Returns a call. Its arguments make way for the name of the function. A long chain of calls is called by its first ones.
    call(node) {
      const all = this.whole(node);
      if (all.length <= MOST)
        return all;
      const head = (node.type === 'NewExpression' ? 'new ' : '') + this.whole(node.callee) + (node.optional ? '?.(' : '(');
      const { length } = node.arguments;
      const { object } = node.callee;
      let text = '',
        isCut = false;
      if (length === 0 || head.length + 2 > MOST)
        return object !== undefined && /^(?:Call|New)/.test(object.type) ? this.call(object) : this.firstWords(node);
      for (let i = 0; i < length; i++) {
        const argument = this.whole(node.arguments[i]);
        const comma = i > 0 ? ', ' : '';
        const rest = i + 1 < length ? ', …'.length : 0;
        const isShort = argument.length <= MOST_OF_ARGUMENT;
        if (!isShort && isCut)
          continue;
        if (head.length + text.length + comma.length + (isShort ? argument.length : 1) + rest + 1 > MOST) {
          if (!isCut)
            text += comma + '…';
          break;
        }
        text += comma + (isShort ? argument : '…');
        isCut = !isShort;
      }
      text = head + text + ')';
      return text.length <= MOST ? text : head + '…)';
    }

    // outer: the function that the expression is all of, whose text says more than a value alone
    nameExpression(node, outer) {
      while (node.type === 'AwaitExpression' || node.type === 'UnaryExpression' && node.operator === 'void' ||
        node.type === 'ChainExpression')
        node = node.type === 'ChainExpression' ? node.expression : node.argument;
      switch (node.type) {
        case 'CallExpression':
        case 'NewExpression':
          return /^(?:Arrow)?Function/.test(node.callee.type) ? this.nameFunction(node.callee) : this.call(node);
        case 'Identifier':
        case 'Literal':
        case 'TemplateLiteral':
        case 'ThisExpression':
          return this.firstWords(outer);
        default:
          return this.firstWords(node);
      }
    }

    // Tells whether a statement only waits, which says nothing of what a task does.
    isPause(node) {
      return node.type === 'ExpressionStatement' && node.expression.type === 'AwaitExpression' &&
        /^scheduler\.(?:yield|wait|render)\(/.test(this.whole(node.expression.argument));
    }

    nameStatements(list, outer) {
      const rest = list.filter(node => !this.isPause(node));
      for (const node of rest.length > 0 ? rest : list) {
        if (node.directive !== undefined || node.type === 'EmptyStatement' || node.type === 'FunctionDeclaration')
          continue;
        if (node.type === 'ExpressionStatement')
          return this.nameExpression(node.expression, outer);
        if (node.type === 'ReturnStatement' && node.argument !== null)
          return this.nameExpression(node.argument, outer);
        return this.firstWords(node);
      }
      return this.firstWords(outer);
    }

    // The constructor `Function` makes a function that has the name “anonymous”.
    nameFunction(node) {
      if (node.id && node.id.name !== 'anonymous')
        return node.id.name;
      const { body } = node;
      return body.type === 'BlockStatement' ? this.nameStatements(body.body, node) : this.nameExpression(body, node);
    }

    nameScript() {
      return this.nameStatements(this.tree.body, this.tree);
    }

    // The text stands in parentheses, a method's in the braces of an object.
    nameValue() {
      let node = this.tree.body[0].expression;
      if (node.type === 'ObjectExpression')
        node = node.properties[0].value;
      return /^(?:Arrow)?Function/.test(node.type) ? this.nameFunction(node) : this.firstWords(node);
    }
  }

  // Only a module may contain `import.meta`.
  function read(texts) {
    for (const sourceType of ['script', 'module'])
      for (const text of texts)
        try {
          return new Code(text, sourceType);
        } catch (e) {
          if (!(e instanceof SyntaxError))
            throw e;
        }
    return null;
  }

  shared.nameCode = function (text, isScript) {
    try {
      const code = read(isScript ? [text] : ['(' + text + '\n)', '({' + text + '\n})']);
      return code === null ? '' : isScript ? code.nameScript() : code.nameValue();
    } catch (e) {
      // Code that is nested too deeply for acorn
      if (e instanceof RangeError)
        return '';
      throw e;
    }
  };
})
