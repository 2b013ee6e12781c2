/* transform-visit.js: what is done with each kind of node
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (shared) {
  'use strict';

  const { Refusal } = shared;
  const { SCRIPT, ASYNC_GENERATOR, FIELD } = shared.kinds;
  const { isArrow, arrowOwner, functionOf, isSignal, mayBeCallee, isSuperMember, labelName, useThis } = shared.tree;

  // A name that does not change
  const PLAIN_NAME = /^(?!__ls|__d|(?:arguments|await|yield|eval)$)[A-Za-z_$][\w$]*$/;

  // The children of nodes that need no treatment of their own, in the order of the text
  const CHILDREN = {
    __proto__: null,
    ConditionalExpression: ['test', 'consequent', 'alternate'],
    SequenceExpression: ['expressions'],
    SpreadElement: ['argument'],
    TemplateLiteral: ['expressions'],
    TryStatement: ['block', 'handler', 'finalizer'],
  };

  shared.add({
    visit(node, c) {
      switch (node.type) {
        case 'Identifier':
          if (this.renames || node.isImportCallee || node.name === 'arguments' || this.selfNames.size > 0)
            this.visitIdentifier(node, c, false);
          return;

        case 'Literal':
        case 'TemplateElement':
        case 'DebuggerStatement':
        case 'EmptyStatement':
        case 'Super':
        case 'PrivateIdentifier':
          return;

        case 'ThisExpression': {
          useThis(c);
          if (c.derived || isArrow(c)) {
            const owner = arrowOwner(c);
            if (owner !== null && functionOf(c).derived) {
              owner.thisAlias = true;
              this.upTo(node.start);
              this.insert('__lst' + this.aliasOf(owner) + '()');
              this.skipTo(node.end);
            }
          }
          return;
        }

        case 'MetaProperty':
          if (node.meta.name === 'import') {
            this.upTo(node.start);
            this.insert('__lsmeta');
            this.skipTo(node.end);
          } else {
            const owner = arrowOwner(c);
            if (owner !== null) {
              owner.targetAlias = true;
              this.upTo(node.start);
              this.insert('__lsn' + this.aliasOf(owner));
              this.skipTo(node.end);
            }
          }
          return;

        case 'ImportDeclaration':
        case 'ExportNamedDeclaration':
        case 'ExportAllDeclaration':
          this.skipStatement(node);
          return;
        case 'ExportDefaultDeclaration':
          this.writeDefault(node, c);
          return;
        case 'ImportExpression':
          this.visitImport(node, c);
          return;

        case 'ThrowStatement':
          this.visitThrow(node, c);
          return;

        case 'BlockStatement':
          this.upTo(node.start + 1);
          this.writeList(node.body, c, '', false);
          this.upTo(node.end);
          return;

        case 'StaticBlock': {
          const inner = this.newContext(FIELD, c, node);
          inner.strict = true;
          inner.isMethod = true;
          inner.id = this.addFunction('static', node);
          this.upTo(this.skipSpace(node.start + 6) + 1);
          this.writeList(node.body, inner, this.enterText(inner), false);
          this.upTo(node.end);
          return;
        }

        case 'FunctionDeclaration':
        case 'FunctionExpression':
        case 'ArrowFunctionExpression':
          this.writeFunction(node, c, null);
          return;

        case 'ClassDeclaration':
        case 'ClassExpression':
          this.visitClass(node, c);
          return;

        case 'ObjectExpression':
          this.visitObject(node, c);
          return;

        case 'ObjectPattern':
          for (let i = 0; i < node.properties.length; i++) {
            const p = node.properties[i];
            if (p.type === 'RestElement') {
              this.visitPattern(p.argument, c);
            } else if (p.shorthand) {
              if (p.value.type === 'AssignmentPattern') {
                this.visitIdentifier(p.value.left, c, true);
                this.visitNamed(p.value.right, c, p.value.left.name);
              } else {
                this.visitIdentifier(p.value, c, true);
              }
            } else {
              if (p.computed)
                this.visit(p.key, c);
              this.visitPattern(p.value, c);
            }
          }
          return;

        case 'ArrayPattern':
          for (let i = 0; i < node.elements.length; i++)
            this.visitPattern(node.elements[i], c);
          return;

        case 'RestElement':
          this.visitPattern(node.argument, c);
          return;

        case 'AssignmentPattern':
          this.visitPattern(node.left, c);
          if (node.left.type === 'Identifier')
            this.visitNamed(node.right, c, node.left.name);
          else
            this.visit(node.right, c);
          return;

        case 'VariableDeclarator':
          this.visit(node.id, c);
          if (node.init !== null) {
            if (node.id.type === 'Identifier')
              this.visitNamed(node.init, c, node.id.name);
            else
              this.visit(node.init, c);
          }
          return;

        case 'AssignmentExpression': {
          const op = node.operator,
            left = node.left;
          if (op === '=' && isSuperMember(left) && this.superOwner(c) !== null) {
            const owner = this.superOwner(c);
            owner.superSet = true;
            useThis(c);
            this.upTo(left.start);
            this.insert('__lsq' + this.aliasOf(owner) + '(');
            this.superKey(left, c);
            this.insert(',');
            let pos = this.skipSpace(left.end);
            this.cursor = left.end;
            this.skipTo(pos);
            this.cursor = pos + 1;
            this.visit(node.right, c);
            this.upTo(node.right.end);
            this.insert(')');
            return;
          }
          this.visitTarget(left, c);
          if ((op === '=' || op === '||=' || op === '&&=' || op === '??=') && left.type === 'Identifier')
            this.visitNamed(node.right, c, left.name);
          else if (op === '=' && this.hooks && left.type === 'MemberExpression' && !left.computed && isSignal(node.right))
            this.visitNamed(node.right, c, left.property.name);
          else
            this.visit(node.right, c);
          return;
        }

        case 'UpdateExpression':
          this.visitTarget(node.argument, c);
          return;

        case 'MemberExpression':
          if (isSuperMember(node)) {
            const owner = this.superOwner(c);
            if (owner !== null) {
              owner.superGet = true;
              useThis(c);
              this.upTo(node.start);
              this.insert('__lsg' + this.aliasOf(owner) + '(');
              this.superKey(node, c);
              this.insert(')');
              return;
            }
            useThis(c);
          }
          if (node.object.type === 'Identifier' && node.object.name === 'arguments' && !mayBeCallee(node)) {
            this.visitIdentifier(node.object, c, false, true);
            if (node.computed)
              this.visit(node.property, c);
            return;
          }
          this.visitChain(node, c);
          return;

        case 'CallExpression':
          this.visitChain(node, c);
          return;

        case 'TaggedTemplateExpression':
          this.visitCallee(node.tag, c);
          this.visitAll(node.quasi.expressions, c);
          return;

        case 'UnaryExpression':
          if (node.operator === 'delete' && isSuperMember(node.argument) && this.superOwner(c) !== null) {
            const owner = this.superOwner(c);
            owner.superDelete = true;
            useThis(c);
            this.upTo(node.start);
            this.cursor = node.start;
            this.insert('__lsx' + this.aliasOf(owner) + '(');
            this.skipTo(node.argument.start);
            this.superKey(node.argument, c);
            this.insert(')');
            return;
          }
          if (node.operator === 'typeof' && node.argument.type === 'Identifier' && node.argument.name === 'arguments' &&
            functionOf(c).type === SCRIPT && (this.result.isModule || arrowOwner(c) !== null)) {
            const owner = arrowOwner(c);
            this.upTo(node.start);
            if (this.result.isModule) {
              this.insert('(typeof __ls.arguments(false))');
            } else {
              owner.argumentsGetter = true;
              this.insert('__lso' + this.aliasOf(owner) + '()');
            }
            this.skipTo(node.end);
            return;
          }
          this.visit(node.argument, c);
          return;

        case 'BinaryExpression':
        case 'LogicalExpression': {
          // Long chains nest on the left.
          const stack = [];
          let left = node;
          while (left.type === 'BinaryExpression' || left.type === 'LogicalExpression') {
            stack.push(left);
            left = left.left;
          }
          this.visit(left, c);
          while (stack.length > 0)
            this.visit(stack.pop().right, c);
          return;
        }

        case 'AwaitExpression': {
          this.noteAwait(c);
          this.upTo(node.start);
          const gap = this.hasLineEnd(node.start, node.argument.start);
          this.insert(gap ? '(yield(' : '(yield');
          this.cursor = node.start + 5;
          this.visit(node.argument, c);
          this.upTo(node.argument.end);
          this.insert(gap ? '))' : ')');
          return;
        }

        case 'YieldExpression':
          if (c.type !== ASYNC_GENERATOR) {
            if (node.argument !== null)
              this.visit(node.argument, c);
            return;
          }
          this.upTo(node.start);
          if (node.delegate) {
            this.insert('(yield __ls.delegate(');
            const star = this.skipSpace(node.start + 5);
            this.skipTo(star + 1);
            this.visit(node.argument, c);
            this.upTo(node.argument.end);
            this.insert('))');
          } else if (node.argument === null) {
            this.insert('(yield __ls.give(yield))');
            this.skipTo(node.end);
          } else {
            const gap = this.hasLineEnd(node.start, node.argument.start);
            this.insert(gap ? '(yield __ls.give(yield(' : '(yield __ls.give(yield');
            this.cursor = node.start + 5;
            this.visit(node.argument, c);
            this.upTo(node.argument.end);
            this.insert(gap ? ')))' : '))');
          }
          return;

        case 'ReturnStatement':
          if (node.argument === null)
            return;
          if (c.type === ASYNC_GENERATOR) {
            this.upTo(node.start + 6);
            this.insert(' (yield(');
            this.visit(node.argument, c);
            this.upTo(node.argument.end);
            this.insert('))');
            return;
          }
          this.visit(node.argument, c);
          return;

        case 'IfStatement':
          for (;;) {
            this.visit(node.test, c);
            this.writeSingle(node.consequent, c, false);
            if (node.alternate === null)
              return;
            this.upTo(node.consequent.end);
            if (node.alternate.type === 'IfStatement') {
              node = node.alternate;
              if (this.hooks && this.noHooks === 0) {
                this.upTo(node.test.start);
                this.separator = ',';
                this.writeHook(node, c);
                this.separator = ';';
              }
              continue;
            }
            this.writeSingle(node.alternate, c, false);
            return;
          }

        case 'ForStatement':
          if (this.isUsing(node.init) && !node.isWrapped) {
            this.wrapForUsing(node, c);
            return;
          }
          if (node.init !== null) this.visit(node.init, c);
          if (node.test !== null) this.visit(node.test, c);
          if (node.update !== null) this.visit(node.update, c);
          this.writeSingle(node.body, c, true);
          return;

        case 'ForInStatement':
        case 'ForOfStatement':
          if (node.await) {
            this.writeForAwait(node, c, null);
            return;
          }
          if (this.isUsing(node.left)) {
            this.writeForUsing(node, c);
            return;
          }
          this.visitPattern(node.left, c);
          this.noteAssigned(node.left);
          this.visit(node.right, c);
          this.writeSingle(node.body, c, true);
          return;

        case 'WhileStatement':
          this.visit(node.test, c);
          this.writeSingle(node.body, c, true);
          return;

        case 'DoWhileStatement':
          this.writeSingle(node.body, c, true);
          this.upTo(node.body.end);
          this.visit(node.test, c);
          return;

        case 'WithStatement':
          this.visit(node.object, c);
          this.writeSingle(node.body, c, false);
          return;

        case 'LabeledStatement': {
          let body = node.body;
          while (body.type === 'LabeledStatement')
            body = body.body;
          if (body.type === 'ForOfStatement' && body.await) {
            let text = '';
            for (let l = node; l.type === 'LabeledStatement'; l = l.body)
              text += labelName(l.label.name) + ':';
            this.writeForAwait(body, c, { start: node.start, text });
            return;
          }
          if (this.isForUsing(node) && !body.isWrapped) {
            this.wrapForUsing(node, c);
            return;
          }
          this.visitLabel(node.label);
          this.visit(node.body, c);
          return;
        }

        case 'BreakStatement':
        case 'ContinueStatement':
          if (node.label !== null)
            this.visitLabel(node.label);
          return;

        case 'SwitchStatement':
          this.visitSwitch(node, c);
          return;

        case 'CatchClause':
          if (node.param !== null)
            this.visit(node.param, c);
          // JavaScriptCore's message quotes the transformed code, which the program did not write.
          if (node.param !== null && node.param.type === 'Identifier' && PLAIN_NAME.test(node.param.name) && node.body.body
            .length > 0) {
            this.upTo(node.body.start + 1);
            this.insert('__ls.caught(' + node.param.name + ');');
          }
          this.visit(node.body, c);
          return;

        case 'ExpressionStatement':
        case 'ChainExpression':
        case 'ParenthesizedExpression':
          this.visit(node.expression, c);
          return;

        case 'VariableDeclaration':
          if (this.isUsing(node)) {
            this.writeUsing(node, c);
            return;
          }
          this.visitAll(node.declarations, c);
          return;

        case 'ArrayExpression':
          this.visitAll(node.elements, c);
          return;

        case 'NewExpression':
          this.visit(node.callee, c);
          this.visitAll(node.arguments, c);
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
              this.visitAll(child, c);
            else
              this.visit(child, c);
          }
        }
      }
    },
  });
})
