/* types.js: TypeScript without its types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * TypeScript's own parser finds the types, and this file puts spaces in their place: lines, columns and offsets stay what they are.
 * What needs code of its own, such as an enum, is an error. Runs in acorn's context, and only once there is a script in TypeScript.
 *
 * Gets `ts`. Returns strip (source) → the text in JavaScript. It throws a SyntaxError with the offset `pos`.
 */
(function (ts) {
  'use strict';

  const { SyntaxKind: Kind } = ts;
  const LINE_END = /[\n\r\u2028\u2029]/;
  const LINE_ENDS = /[^\S\n\r\u2028\u2029]*(?:[\n\r\u2028\u2029]|\/[/*])/y;
  const NOT_LINE_END = /[^\n\r\u2028\u2029]/g;

  // Keywords before a declaration or a member that mean nothing in JavaScript
  const MODIFIERS = new Set([
    Kind.AbstractKeyword,
    Kind.PublicKeyword,
    Kind.PrivateKeyword,
    Kind.ProtectedKeyword,
    Kind.ReadonlyKeyword,
    Kind.OverrideKeyword,
    Kind.DeclareKeyword,
  ]);

  function refuse(message, pos) {
    const e = new SyntaxError(message);
    e.pos = pos;
    return e;
  }

  class Stripping {
    constructor(source) {
      this.source = source;
      this.file = ts.createSourceFile('script.ts', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
      this.parts = []; // [start, end, text], each of which has the length of what it replaces
    }

    startOf(node) {
      return node.getStart(this.file);
    }

    // Puts spaces in the place of a part of the source; `first` stands in the place of its first character.
    blank(start, end, first = '') {
      const text = first + this.source.slice(start + first.length, end).replace(NOT_LINE_END, ' ');
      this.parts.push([start, end, text]);
    }

    // Blanks a statement or a member. What is before it ends there.
    erase(node) {
      this.blank(this.startOf(node), node.end, ';');
    }

    refuse(node, message) {
      throw refuse(message, this.startOf(node));
    }

    // Returns where the character is that is the last before `pos`, white space and comments aside. Only used where one must be there.
    find(character, from, to) {
      const { source } = this;
      for (let i = from; i < to; i++) {
        if (source[i] === '/' && source[i + 1] === '/') {
          while (i < to && !LINE_END.test(source[i]))
            i++;
        } else if (source[i] === '/' && source[i + 1] === '*') {
          i = source.indexOf('*/', i + 2) + 1;
        } else if (source[i] === character) {
          return i;
        }
      }
      return -1;
    }

    // Blanks `: T` or `?: T` behind a name.
    blankType(node, from) {
      if (node.type !== undefined)
        this.blank(this.find(':', from, this.startOf(node.type)), node.type.end);
    }

    blankMark(mark) {
      if (mark !== undefined)
        this.blank(this.startOf(mark), mark.end);
    }

    // Blanks <…> around a list of type parameters or arguments. Returns where it begins.
    blankList(list) {
      const start = list.pos - 1,
        end = this.find('>', list.end, this.source.length) + 1;
      this.blank(start, end);
      return start;
    }

    // Tells whether a node ends a statement, or a member of a class, that has no semicolon, and nothing follows on the line.
    endsStatement(node) {
      LINE_ENDS.lastIndex = node.end;
      if (!LINE_ENDS.test(this.source))
        return false;
      for (let n = node; n !== undefined && n.end === node.end; n = n.parent)
        if (ts.isStatement(n) || n.kind === Kind.PropertyDeclaration)
          return true;
      return false;
    }

    visitAll(nodes) {
      if (nodes !== undefined)
        for (let i = 0; i < nodes.length; i++)
          this.visit(nodes[i]);
    }

    visitChildren(node) {
      ts.forEachChild(node, child => { this.visit(child); });
    }

    has(node, kind) {
      return node.modifiers !== undefined && node.modifiers.some(m => m.kind === kind);
    }

    // Blanks modifiers. endsLine: what follows them could go on what is before them
    blankModifiers(node, endsLine) {
      const { modifiers } = node;
      if (modifiers === undefined)
        return;
      let isFirst = true;
      for (let i = 0; i < modifiers.length; i++) {
        const m = modifiers[i];
        if (m.kind === Kind.Decorator)
          this.refuse(m, 'Decorators need code that browsers do not have. Call the function yourself');
        if (MODIFIERS.has(m.kind))
          this.blank(this.startOf(m), m.end, isFirst && endsLine ? ';' : '');
        isFirst = isFirst && MODIFIERS.has(m.kind);
      }
    }

    checkDecorators(node) {
      const list = node.decorators ?? node.illegalDecorators;
      if (list !== undefined && list.length > 0)
        this.refuse(list[0], 'Decorators need code that browsers do not have. Call the function yourself');
    }

    visitFunction(node) {
      this.checkDecorators(node);
      const isArrow = node.kind === Kind.ArrowFunction;
      const isMember = ts.isClassElement(node);
      if (node.body === undefined && !isArrow) {
        this.erase(node);
        return;
      }
      const name = node.name;
      this.blankModifiers(node, isMember && (node.asteriskToken !== undefined || name !== undefined && name.kind === Kind
        .ComputedPropertyName));
      if (name !== undefined)
        this.visit(name);
      this.blankMark(node.questionToken);
      this.blankMark(node.exclamationToken);
      let from = name !== undefined ? name.end : this.startOf(node);
      if (node.typeParameters !== undefined) {
        const start = this.blankList(node.typeParameters);
        const open = this.find('(', node.typeParameters.end, node.parameters.pos);
        // An arrow function has no line end before its parameters.
        if (isArrow && LINE_END.test(this.source.slice(start, open))) {
          this.parts.push([start, start + 1, '('], [open, open + 1, ' ']);
          this.parts.splice(this.parts.length - 3, 1);
          this.blank(start + 1, this.find('>', node.typeParameters.end, this.source.length) + 1);
        }
      }
      this.visitParameters(node.parameters);
      if (node.type !== undefined) {
        const close = this.find(')', node.parameters.end, this.startOf(node.type));
        const colon = this.find(':', close, this.startOf(node.type));
        // An arrow function has no line end before its arrow: the parenthesis moves to the end of the type.
        if (isArrow && LINE_END.test(this.source.slice(close, node.type.end))) {
          this.blank(close, node.type.end - 1);
          this.parts.push([node.type.end - 1, node.type.end, ')']);
        } else {
          this.blank(colon, node.type.end);
        }
      }
      if (node.body !== undefined)
        this.visit(node.body);
    }

    visitParameters(parameters) {
      for (let i = 0; i < parameters.length; i++) {
        const p = parameters[i];
        this.checkDecorators(p);
        if (p.modifiers !== undefined && p.modifiers.length > 0)
          this.refuse(p.modifiers[0], 'A parameter property needs code: declare a field, and assign the parameter to it');
        if (p.name.kind === Kind.Identifier && p.name.originalKeywordKind === Kind.ThisKeyword || p.name.text === 'this') {
          const next = parameters[i + 1];
          const last = parameters.hasTrailingComma ? parameters.end : p.end;
          this.blank(this.startOf(p), next !== undefined ? this.startOf(next) : last);
          continue;
        }
        this.visit(p.name);
        this.blankMark(p.questionToken);
        this.blankType(p, p.questionToken !== undefined ? p.questionToken.end : p.name.end);
        if (p.initializer !== undefined)
          this.visit(p.initializer);
      }
    }

    visitClass(node) {
      this.checkDecorators(node);
      if (this.has(node, Kind.DeclareKeyword)) {
        this.erase(node);
        return;
      }
      this.blankModifiers(node, false);
      if (node.typeParameters !== undefined)
        this.blankList(node.typeParameters);
      for (const clause of node.heritageClauses ?? [])
        if (clause.token === Kind.ImplementsKeyword)
          this.blank(this.startOf(clause), clause.end);
        else
          this.visitAll(clause.types);
      this.visitAll(node.members);
    }

    visitProperty(node) {
      this.checkDecorators(node);
      if (this.has(node, Kind.DeclareKeyword) || this.has(node, Kind.AbstractKeyword)) {
        this.erase(node);
        return;
      }
      this.blankModifiers(node, node.name.kind === Kind.ComputedPropertyName);
      this.visit(node.name);
      const mark = node.questionToken ?? node.exclamationToken;
      this.blankMark(mark);
      this.blankType(node, mark !== undefined ? mark.end : node.name.end);
      if (node.initializer !== undefined)
        this.visit(node.initializer);
      else if (node.type !== undefined && node.end === node.type.end)
        this.parts[this.parts.length - 1][2] = ';' + this.parts[this.parts.length - 1][2].slice(1);
    }

    // Blanks the type behind an expression, or that and what is before it.
    visitAssertion(node) {
      if (node.kind === Kind.TypeAssertionExpression) {
        const start = this.startOf(node),
          end = this.startOf(node.expression);
        if (LINE_END.test(this.source.slice(start, end)))
          this.refuse(node, 'Write this assertion with “as”, behind the expression');
        this.blank(start, end);
        this.visit(node.expression);
        return;
      }
      this.visit(node.expression);
      const start = node.expression.end;
      this.blank(start, node.end, this.endsStatement(node) ? ';' : '');
    }

    visitImport(node) {
      const clause = node.importClause;
      if (clause === undefined)
        return;
      if (clause.isTypeOnly) {
        this.erase(node);
        return;
      }
      const named = clause.namedBindings;
      if (named !== undefined && named.kind === Kind.NamedImports)
        this.blankTypeNames(named.elements);
    }

    // Blanks `type A` in lists of names.
    blankTypeNames(elements) {
      for (let i = 0; i < elements.length; i++)
        if (elements[i].isTypeOnly) {
          const next = elements[i + 1];
          this.blank(this.startOf(elements[i]), next !== undefined ? this.startOf(next) : elements[i].end);
        }
    }

    visitExport(node) {
      if (node.isTypeOnly)
        this.erase(node);
      else if (node.exportClause !== undefined && node.exportClause.kind === Kind.NamedExports)
        this.blankTypeNames(node.exportClause.elements);
    }

    // Tells whether a namespace declares types alone.
    isTypeOnly(node) {
      const { body } = node;
      if (body === undefined)
        return true;
      if (body.kind === Kind.ModuleDeclaration)
        return this.isTypeOnly(body);
      return body.kind === Kind.ModuleBlock && body.statements.every(s => s.kind === Kind.InterfaceDeclaration ||
        s.kind === Kind.TypeAliasDeclaration || this.has(s, Kind.DeclareKeyword) ||
        s.kind === Kind.ModuleDeclaration && this.isTypeOnly(s) || s.kind === Kind.EmptyStatement);
    }

    visit(node) {
      switch (node.kind) {
        case Kind.InterfaceDeclaration:
        case Kind.TypeAliasDeclaration:
        case Kind.NamespaceExportDeclaration:
        case Kind.IndexSignature:
          this.erase(node);
          return;

        case Kind.EnumDeclaration:
          if (!this.has(node, Kind.DeclareKeyword))
            this.refuse(node, 'An enum needs code: write “const NAME = { A: 0, B: 1 } as const” instead');
          this.erase(node);
          return;

        case Kind.ModuleDeclaration:
          if (!this.has(node, Kind.DeclareKeyword) && !this.isTypeOnly(node))
            this.refuse(node, 'A namespace with values needs code: write a module, or an object, instead');
          this.erase(node);
          return;

        case Kind.ImportEqualsDeclaration:
          if (!node.isTypeOnly)
            this.refuse(node, '“import =” needs code: write “import NAME from "./FILE"” or “const NAME = …” instead');
          this.erase(node);
          return;

        case Kind.ExportAssignment:
          if (node.isExportEquals)
            this.refuse(node, '“export =” needs code: write “export default” instead');
          this.visit(node.expression);
          return;

        case Kind.ImportDeclaration:
          this.visitImport(node);
          return;

        case Kind.ExportDeclaration:
          this.visitExport(node);
          return;

        case Kind.FunctionDeclaration:
          if (this.has(node, Kind.DeclareKeyword)) {
            this.erase(node);
            return;
          }
          this.visitFunction(node);
          return;

        case Kind.FunctionExpression:
        case Kind.ArrowFunction:
        case Kind.Constructor:
        case Kind.MethodDeclaration:
        case Kind.GetAccessor:
        case Kind.SetAccessor:
          this.visitFunction(node);
          return;

        case Kind.ClassDeclaration:
        case Kind.ClassExpression:
          this.visitClass(node);
          return;

        case Kind.PropertyDeclaration:
          this.visitProperty(node);
          return;

        case Kind.VariableStatement:
          if (this.has(node, Kind.DeclareKeyword)) {
            this.erase(node);
            return;
          }
          this.visitAll(node.declarationList.declarations);
          return;

        case Kind.VariableDeclaration:
          this.visit(node.name);
          this.blankMark(node.exclamationToken);
          this.blankType(node, node.exclamationToken !== undefined ? node.exclamationToken.end : node.name.end);
          if (node.initializer !== undefined)
            this.visit(node.initializer);
          return;

        case Kind.AsExpression:
        case Kind.SatisfiesExpression ?? -1:
        case Kind.TypeAssertionExpression:
          this.visitAssertion(node);
          return;

        case Kind.NonNullExpression:
          this.visit(node.expression);
          this.blank(this.find('!', node.expression.end, node.end), node.end);
          return;

        case Kind.CallExpression:
        case Kind.NewExpression:
          this.visit(node.expression);
          if (node.typeArguments !== undefined)
            this.blankList(node.typeArguments);
          this.visitAll(node.arguments);
          return;

        case Kind.TaggedTemplateExpression:
          this.visit(node.tag);
          if (node.typeArguments !== undefined)
            this.blankList(node.typeArguments);
          this.visit(node.template);
          return;

        case Kind.ExpressionWithTypeArguments:
          this.visit(node.expression);
          if (node.typeArguments !== undefined)
            this.blankList(node.typeArguments);
          return;

        default:
          this.visitChildren(node);
      }
    }

    // Whether TypeScript does not know the declaration with “using” at which it stopped.
    isUnknownUsing(at) {
      const { source } = this;
      return ts.NodeFlags.Using === undefined &&
        (/^using[^\S\n]+[\w$]/.test(source.slice(at)) ||
          /\busing[^\S\n]+$/.test(source.slice(0, at)) && /^[\w$]/.test(source.slice(at)));
    }

    // Returns the text without types.
    run() {
      const { file, source } = this;
      const problem = file.parseDiagnostics[0];
      if (problem !== undefined && this.isUnknownUsing(problem.start))
        throw refuse(`“using” needs TypeScript 5.2; Loopscope was built with ${ts.version}`, problem.start);
      if (problem !== undefined)
        throw refuse(ts.flattenDiagnosticMessageText(problem.messageText, ' ').replace(/\.$/, ''), problem.start);
      this.visitAll(file.statements);
      this.parts.sort((a, b) => a[0] - b[0]);
      let text = '',
        at = 0;
      for (const [start, end, replacement] of this.parts) {
        text += source.slice(at, start) + replacement;
        at = end;
      }
      return text + source.slice(at);
    }
  }

  return source => new Stripping(source).run();
})
