# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a source in C can be changed so that it does something else."""

import collections
import os
import random
import re

FOLDERS = ['loop', 'scheduling', 'trace', 'session', 'atomics']

# Calls whose arguments are left alone: preconditions, assertions, texts, sizes of memory.
LEFT_ALONE = re.compile(
    r'^(g_return_(val_)?if_(fail|reached)|g_assert\w*|LS_ASSERT\w*|g_warning|g_critical|g_message|g_debug|g_error|G_STATIC_ASSERT'
    r'|g_set_error\w*|g_error_new\w*|\w*fail|unexpected|_|N_|C_|NC_|Q_|ngettext|g_dngettext|sizeof|g_new0?|g_renew|g_try_\w+'
    r'|g_malloc\w*|g_realloc\w*|g_alloca|g_slice_\w+|\w+_sized_new|g_array_new|g_ptr_array_new\w*|g_param_spec_\w+|g_signal_new|G_OBJECT_WARN_\w+|va_\w+)$')
# Statements that are not deleted: they free, lock or complain, or chain up to what frees.
NOT_DELETED = re.compile(
    r'^(g_(free|strfreev|object_unref|error_free|clear_error|clear_pointer|clear_object|source_unref|list_free\w*|slist_free\w*)'
    r'|\w+_(unref|free|lock|unlock|relax)|g_return_\w+|g_assert\w*|LS_ASSERT\w*|g_warning|g_critical|g_message|g_debug|g_error|G_STATIC_ASSERT'
    r'|G_OBJECT_CLASS|G_OBJECT_WARN_\w+|va_\w+)$')
LEFT_OUT_FUNCTION = re.compile(r'(_class_init|_finalize|_dispose|_interface_init)$')
# How much room something makes for itself nobody sees, nor whether it is given back: leaks are the address sanitizer's to find.
MAKES_ROOM = re.compile(r'(_|^)(grow|reserve)$')
MORE_ROOM = re.compile(r'(\S+) = (?P<value>MAX \([^(),]+, (\1 \* 2|n \+ n / 2 \+ 1)\));')
# So much room is given back at once rather than kept.
TOO_MUCH_ROOM = re.compile(r'(?P<value>n_allocated > \d+)')
# Room for a text: nobody sees that there is more than it needs. Less is another thing.
TEXT_ROOM = re.compile(r'^ +char (?P<value>[^;()=]*\[\d+\][^;()=]*);', re.M)
FREES = re.compile(r'_(free|unref|clear)$')
# A hash that only tells keys apart may be any number: another way to mix its bits makes a table slower and nothing else. Hashes of
# what has a value to be compared with, such as a state or a trace, have other names.
MIXES = re.compile(r'^(mix|hash_(number|string|subject|word))$')
# Nor does it matter which random number such a hash begins with.
SEED = re.compile(r'(?P<value>(\S+ = )?\(guint64\) g_random_int \(\) << 32 \| g_random_int \(\))')
MULTIPLIER = re.compile(r'^0[xX][0-9a-fA-F]{9,}')
KEYWORDS = {'if', 'else', 'for', 'while', 'do', 'switch', 'case', 'default', 'return', 'goto', 'break', 'continue', 'sizeof'}
DECLARATION = re.compile(
    r'^(static|const|struct|enum|union|unsigned|signed|register|volatile|typedef|G_GNUC_\w+)\b'
    r'|^[A-Za-z_]\w*(\s*\([^()]*\))?(\s+const)?[\s*]+(const\s+)?[A-Za-z_]\w*\s*(\[|=[^=]|;|,)')

TOKEN = re.compile(r'''(?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:\\\n|[^\n])*)
                     |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+')
                     |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+[uUlL]*)
                     |(?P<name>[A-Za-z_]\w*)
                     |(?P<operator>>>=|<<=|\.\.\.|->|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|[^\sA-Za-z0-9_])''',
                   re.M | re.S | re.X)

INTEGER = re.compile(r'^(0[xX][0-9a-fA-F]+|0|[1-9]\d*)[uUlL]*$')
RELATIONS = {'<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'], '==': ['!='], '!=': ['==']}
ARITHMETIC = {'+': '-', '-': '+', '+=': '-=', '-=': '+=', '++': '--', '--': '++', '<<': '>>', '>>': '<<', '&': '|', '|': '&',
              '*': '+', '/': '*', '%': '+'}
# How often each kind is drawn; there are few places for an order.
WEIGHTS = {'relation': 4, 'logic': 3, 'negation': 3, 'arithmetic': 3, 'constant': 3, 'deletion': 4, 'return': 2, 'order': 1}

Token = collections.namedtuple('Token', 'kind text start end')
# One change: source[start:end] becomes text.
Change = collections.namedtuple('Change', 'operator path function start end text')


def tokenise(source):
    return [Token(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(source) if m.lastgroup != 'skip']


def match_brackets(tokens):
    """For each bracket the index of the other one."""
    other, open_ones = {}, []
    for i, token in enumerate(tokens):
        if token.kind != 'operator':
            continue
        if token.text in '([{':
            open_ones.append(i)
        elif token.text in ')]}' and open_ones:
            other[i] = open_ones.pop()
            other[other[i]] = i
    return other


def find_functions(source, tokens, other):
    """Yields name, type of the result, and the tokens of the body between its braces: all begin and end at the margin."""
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.text == '{' and i in other:
            end = other[i]
            at_margin = token.start == 0 or source[token.start - 1] == '\n'
            if at_margin and i > 0 and tokens[i - 1].text == ')' and other.get(i - 1, 0) > 0:
                name = tokens[other[i - 1] - 1]
                line = source.rfind('\n', 0, name.start)
                before = source[source.rfind('\n', 0, line) + 1:line] if line > 0 else ''
                if name.kind == 'name' and not LEFT_OUT_FUNCTION.search(name.text):
                    yield name.text, before.replace('static', '').replace('inline', '').strip(), i + 1, end
            i = end
        i += 1


class Sites:
    """All changes that can be made to one source."""

    def __init__(self, path, source):
        self.path, self.source, self.changes = path, source, []
        self.tokens = tokenise(source)
        self.other = match_brackets(self.tokens)
        self.values = [match.span('value') for pattern in (MORE_ROOM, TOO_MUCH_ROOM, SEED) for match in pattern.finditer(source)]
        self.text_room = [match.span('value') for match in TEXT_ROOM.finditer(source)]
        for self.function, self.result, begin, end in find_functions(source, self.tokens, self.other):
            self.left_alone = self.find_left_alone(begin, end)
            self.headers = self.find_headers(begin, end)
            self.look_at_statements(begin, end)
            for i in range(begin, end):
                if i not in self.left_alone:
                    self.look_at(i)

    def add(self, operator, first, last, text):
        if operator in ('constant', 'order') and MAKES_ROOM.search(self.function):
            return
        if operator in ('constant', 'arithmetic', 'deletion') and MIXES.match(self.function):
            return
        if operator == 'arithmetic' and 'ref_count' in self.text_of(first - 1, last + 1):
            return
        self.changes.append(Change(operator, self.path, self.function, self.tokens[first].start, self.tokens[last].end, text))

    def text_of(self, first, last):
        return self.source[self.tokens[first].start:self.tokens[last].end]

    def find_left_alone(self, begin, end):
        found = set()
        for i in range(begin, end):
            if self.tokens[i].kind == 'name' and LEFT_ALONE.match(self.tokens[i].text) and self.tokens[i + 1].text == '(':
                found.update(range(i, self.other[i + 1] + 1))
            if any(first <= self.tokens[i].start < last for first, last in self.values):
                found.add(i)
        return found

    def find_headers(self, begin, end):
        """What is in the brackets of for: a loop that counts the wrong way tells nothing."""
        found = set()
        for i in range(begin, end):
            if self.tokens[i].text == 'for' and self.tokens[i + 1].text == '(':
                found.update(range(i, self.other[i + 1]))
        return found

    def is_binary(self, i):
        """Whether it stands between two values: the layout puts spaces around it then."""
        token = self.tokens[i]
        return self.source[token.start - 1].isspace() and self.source[token.end].isspace()

    def look_at(self, i):
        token = self.tokens[i]
        text = token.text
        following = self.tokens[i + 1].text
        if token.kind == 'operator' and text in RELATIONS:
            for replacement in RELATIONS[text]:
                self.add('relation', i, i, replacement)
        elif text in ('&&', '||'):
            self.add('logic', i, i, '||' if text == '&&' else '&&')
        elif text == '!' and following != '!':
            self.add('negation', i, i, '')
        elif text in ('if', 'while') and following == '(':
            close = self.other[i + 1]
            self.add('negation', i + 1, close, f'(!{self.text_of(i + 1, close)})')
        elif text in ('TRUE', 'FALSE'):
            self.add('negation', i, i, 'FALSE' if text == 'TRUE' else 'TRUE')
        elif text in ('++', '--') and i not in self.headers or text in ARITHMETIC and self.is_binary(i):
            self.add('arithmetic', i, i, ARITHMETIC[text])
        elif INTEGER.match(text) and not MULTIPLIER.match(text) and not (self.tokens[i - 1].text == '-' and not self.is_binary(i - 1)):
            value = int(text.rstrip('uUlL'), 0)
            is_text_room = any(first <= token.start < last for first, last in self.text_room)
            for replacement in ([] if is_text_room else [value + 1]) + ([value - 1] if value > 0 else []):
                self.add('constant', i, i, str(replacement))
        elif text in ('MIN', 'MAX') and following == '(':
            self.add('order', i, i, 'MAX' if text == 'MIN' else 'MIN')
        elif token.kind == 'name' and re.search(r'cmp\w*$|compare$', text) and following == '(':
            self.look_at_comparison(i)

    def look_at_comparison(self, i):
        """compare (a, b) becomes compare (b, a), where more is asked than whether they are equal."""
        close = self.other[i + 1]
        commas = []
        j = i + 2
        while j < close:
            if self.tokens[j].text in '([{':
                j = self.other[j]
            elif self.tokens[j].text == ',':
                commas.append(j)
            j += 1
        if not commas or self.tokens[close + 1].text in ('==', '!=') or self.tokens[i - 1].text == '!':
            return
        second_end = (commas[1] if len(commas) > 1 else close) - 1
        first = self.text_of(i + 2, commas[0] - 1)
        second = self.text_of(commas[0] + 1, second_end)
        if first != second:
            self.add('order', i + 2, second_end, f'{second}, {first}')

    def look_at_statements(self, begin, end):
        """Calls and assignments are deleted; functions return early."""
        i = begin
        while i < end:
            token = self.tokens[i]
            if token.text in ('if', 'for', 'while', 'switch') and self.tokens[i + 1].text == '(':
                i = self.other[i + 1] + 1
            elif token.text in ('else', 'do', '{', '}', ';'):
                i += 1
            elif token.text in ('case', 'default') or (token.kind == 'name' and self.tokens[i + 1].text == ':'):
                while self.tokens[i].text != ':':
                    i += 1
                i += 1
            else:
                last = self.find_end_of_statement(i, end)
                self.look_at_statement(i, last)
                i = last + 1

    def find_end_of_statement(self, i, end):
        while i < end - 1 and self.tokens[i].text != ';':
            i = self.other[i] + 1 if self.tokens[i].text in '([{' else i + 1
        return i

    def look_at_statement(self, first, last):
        token = self.tokens[first]
        text = self.text_of(first, last)
        is_declaration = DECLARATION.match(text)
        if token.text == 'return':
            if self.result == 'gboolean' and last > first + 1 and text not in ('return TRUE;', 'return FALSE;'):
                self.add('return', first + 1, last - 1, f'!({self.text_of(first + 1, last - 1)})')
            return
        if token.text in KEYWORDS or is_declaration or first in self.left_alone:
            return
        if not NOT_DELETED.match(token.text):
            self.add('deletion', first, last, ';')
        if self.result == 'void' and not FREES.search(self.function):
            self.changes.append(Change('return', self.path, self.function, token.start, token.start, 'return; '))


def list_sources(root, folders):
    """Path and folder of each source, by name: files may move to folders within."""
    found = []
    for folder in folders:
        for where, _, names in os.walk(os.path.join(root, 'src', folder)):
            found += [(name, os.path.relpath(os.path.join(where, name), root), folder) for name in names if name.endswith('.c')]
    return [(path, folder) for _, path, folder in sorted(found)]


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def list_changes(root, folders):
    """By folder and kind of change."""
    changes = {folder: collections.defaultdict(list) for folder in folders}
    for path, folder in list_sources(root, folders):
        for change in Sites(path, read(os.path.join(root, path))).changes:
            changes[folder][change.operator].append(change)
    return changes


def draw(changes, chance):
    """One of the changes by kind."""
    kinds = [kind for kind in WEIGHTS if changes[kind]]
    kind = chance.choices(kinds, [WEIGHTS[kind] for kind in kinds])[0]
    return chance.choice(changes[kind])


def draw_all(changes, folders, seed, number):
    """The changes of the first NUMBER mutants, from the folders in turn: for each a function that gives the next one to try."""
    taken, found = set(), []
    for index in range(number):
        folder = folders[index % len(folders)]
        chance = random.Random(f'{seed}:{index + 1}')

        def draw_next(of_folder=changes[folder], chance=chance):
            while True:
                change = draw(of_folder, chance)
                if change not in taken:
                    taken.add(change)
                    return change

        found.append((draw_next(), draw_next))
    return found


def find_all_functions(source):
    tokens = tokenise(source)
    return find_functions(source, tokens, match_brackets(tokens))
